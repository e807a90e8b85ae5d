//! What a user sees: the README's examples and the files in `transcripts/`, run as they stand.
//!
//! A line `$ blame ...` is run in the project's folder; what follows is its output, and `[exit code N]` where N is not 0.
//! In the README, a block of Prolog that follows "`NAME.pl`" is that file. `BLAME_BLESS=1 cargo test` rewrites
//! `transcripts/`; the README is for people to write.

mod common;

use common::{files_in, root};
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a line and gives what it prints. Only what a shell does with a list of words is done here.
fn run(line: &str, folder: &Path) -> String {
    let words: Vec<_> = line.split_whitespace().collect();
    let (program, arguments) = words.split_first().expect("a command has a name");
    assert_eq!(*program, "blame", "transcripts run blame only");
    let output = Command::new(env!("CARGO_BIN_EXE_blame"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    if !output.status.success() {
        text.push_str(&format!("[exit code {}]\n", output.status.code().unwrap()));
    }
    text
}

/// The commands of a transcript, each with the output that is written below it.
fn commands(text: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = vec![];
    for line in text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_owned(), String::new())),
            (None, Some((_, output))) => {
                output.push_str(line);
                output.push('\n');
            }
            (None, None) => {}
        }
    }
    commands
}

#[test]
fn transcripts_are_what_a_user_sees() {
    for path in files_in("tests/transcripts") {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut blessed = String::new();
        for (command, expected) in commands(&text) {
            let found = run(&command, &root());
            if std::env::var_os("BLAME_BLESS").is_none() {
                assert_eq!(found, expected, "{}: {command}", path.display());
            }
            blessed.push_str(&format!("$ {command}\n{found}"));
        }
        if std::env::var_os("BLAME_BLESS").is_some() {
            std::fs::write(path, blessed).unwrap();
        }
    }
}

#[test]
fn files_that_are_no_text_are_refused_and_the_others_are_read() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no_text");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, bytes) in [
        ("latin.pl", &b"p(a).\n% caf\xe9\n"[..]),
        ("nul.pl", b"p(\0a).\n"),
        ("bom.pl", b"\xef\xbb\xbfp(a).\n"),
        ("crlf.pl", b"p(a).\r\nq(X) :- p(X).\r\n"),
        ("empty.apl", b""),
        ("lost.pl", b":- properties(lost).\np(a).\n"),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let expected = "\
error: unexpected character '\\0'
 --> nul.pl:1:3
  |
1 | p(␀a).
  |   ^

nul.pl: 1 error, 0 warnings
bom.pl: 0 errors, 0 warnings
crlf.pl: 0 errors, 0 warnings
empty.apl: 0 errors, 0 warnings
error: there are no properties lost
 --> lost.pl:1:1
  |
1 | :- properties(lost).
  | ^^^^^^^^^^^^^^^^^^^^
  |
  = help: they would stand in ../properties/lost.pl (or .apl)

lost.pl: 1 error, 0 warnings
error: cannot read latin.pl: line 2 is not UTF-8; save the file with that encoding
[exit code 1]
";
    let found = run("blame lint latin.pl nul.pl bom.pl crlf.pl empty.apl lost.pl", &folder);
    assert_eq!(found, expected);
}

/// The fenced blocks of a text: language, content, and the text before.
fn blocks(text: &str) -> Vec<(String, String, String)> {
    let parts: Vec<_> = text.split("```").collect();
    parts
        .chunks_exact(2)
        .map(|pair| {
            let (language, content) = pair[1].split_once('\n').unwrap();
            (language.to_owned(), content.to_owned(), pair[0].to_owned())
        })
        .collect()
}

#[test]
fn the_examples_of_the_readme_are_true() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["programs", "properties"] {
        let copy = folder.join(name);
        std::fs::create_dir_all(&copy).unwrap();
        for file in files_in(name) {
            std::fs::copy(&file, copy.join(file.file_name().unwrap())).unwrap();
        }
    }
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut count = 0;
    for (language, content, before) in blocks(&readme) {
        let named = before.trim_end().rsplit("\n\n").next().unwrap_or_default();
        let file =
            named.split('`').find(|word| Path::new(word).extension().is_some_and(|e| e == "pl") && !word.contains('/'));
        match (language.as_str(), file) {
            ("prolog", Some(file)) => std::fs::write(folder.join(file), content).unwrap(),
            ("console", _) => {
                for (command, expected) in commands(&content) {
                    assert_eq!(run(&command, &folder), expected, "README.md: {command}");
                    count += 1;
                }
            }
            _ => {}
        }
    }
    assert!(count >= 3, "the README has examples");
}
