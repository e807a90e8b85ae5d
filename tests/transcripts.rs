//! What a user sees: the README's examples and the files in `transcripts/`, run as they stand.
//!
//! A line `$ blame ...` is run in a folder with copies of `programs/` and `properties/`, a new one for each file; what
//! follows is its output, and `[exit code N]` where N is not 0. Times are not compared: all are 0.00 s. In the README, a
//! block that follows "`NAME.pl`" or "`NAME.toml`" is that file. `BLAME_BLESS=1 cargo test` rewrites `transcripts/`; the
//! README is for people to write.

mod common;

use common::{files_in, root, shell_words};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs a line and gives what it prints. Only what a shell does with words and quotes is done here.
fn run(line: &str, folder: &Path) -> String {
    let words = shell_words(line);
    let (program, arguments) = words.split_first().expect("a command has a name");
    assert_eq!(*program, "blame", "transcripts run blame only");
    // Both go where a terminal would show them, in the order in which they are written.
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_blame"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").env("COLUMNS", "100").stdin(Stdio::null());
    let mut child = command.stdout(writer.try_clone().unwrap()).stderr(writer).spawn().unwrap();
    drop(command);
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    let status = child.wait().unwrap();
    if !status.success() {
        text.push_str(&format!("[exit code {}]\n", status.code().unwrap()));
    }
    without_times(&text)
}

/// A text in which each time, `1.23 s`, is `0.00 s`.
fn without_times(text: &str) -> String {
    let mut parts = text.split(" s");
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = masked.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        let ends = part.is_empty() || part.starts_with(['\n', ',', ';', ')']);
        if ends && masked[number.len()..].contains('.') {
            masked.truncate(number.len());
            masked.push_str("0.00");
        }
        masked.push_str(" s");
        masked.push_str(part);
    }
    masked
}

/// A new folder with the programs and their properties.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for name in ["programs", "properties", "tests/lint"] {
        let copy = folder.join(name);
        std::fs::create_dir_all(&copy).unwrap();
        for file in files_in(name) {
            std::fs::copy(&file, copy.join(file.file_name().unwrap())).unwrap();
        }
    }
    folder
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
        let folder = folder(&format!("transcript_{}", path.file_stem().unwrap().display()));
        let mut blessed = String::new();
        for (command, expected) in commands(&text) {
            let found = run(&command, &folder);
            if std::env::var_os("BLAME_BLESS").is_none() {
                assert_eq!(found, without_times(&expected), "{}: {command}", path.display());
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
error: cannot read latin.pl: line 2 is not UTF-8; save the file with that encoding
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
    let folder = folder("readme");
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut count = 0;
    for (language, content, before) in blocks(&readme) {
        let named = before.trim_end().rsplit("\n\n").next().unwrap_or_default();
        let is_file =
            |word: &&str| Path::new(word).extension().is_some_and(|ending| ending == "pl" || ending == "toml");
        let file = named.split('`').find(|word| is_file(word) && !word.contains('/'));
        match (language.as_str(), file) {
            ("prolog" | "toml", Some(file)) => std::fs::write(folder.join(file), content).unwrap(),
            ("console", _) => {
                for (command, expected) in commands(&content) {
                    assert_eq!(run(&command, &folder), without_times(&expected), "README.md: {command}");
                    count += 1;
                }
            }
            _ => {}
        }
    }
    assert!(count >= 3, "the README has examples");
}
