//! The store of counterexamples, `blame.toml`, replays and interrupts, as a user meets them.

mod common;

use common::{files_in, shell_words};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
#[cfg(unix)]
use std::{io::Read, time::Duration};

/// A folder of its own for a test.
struct Folder(PathBuf);

const NATURALS: &str = ":- type nat ---> z ; s(nat).\n:- pred even(nat).\neven(z).\neven(s(s(N))) :- even(N).\n";
const REFUTED: &str = ":- check(all_even, 5, (true => even(N))).\n";

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("store").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        files.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
        Folder(folder)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_blame"));
        command.args(&shell_words(line)[1..]).current_dir(&self.0).env("NO_COLOR", "1").stdin(Stdio::null());
        command
    }

    /// Runs a line: exit code, standard output and standard error.
    fn run(&self, line: &str) -> (i32, String, String) {
        told(&self.command(line).output().unwrap())
    }

    /// The store of the only program.
    fn store(&self) -> PathBuf {
        let files = std::fs::read_dir(self.0.join("blame.out/check")).unwrap();
        let mut files = files.map(|file| file.unwrap().path());
        files.find(|path| path.extension().is_some_and(|ending| ending == "json")).expect("there is a store")
    }

    fn stored(&self) -> Vec<Value> {
        let store: Value = serde_json::from_str(&std::fs::read_to_string(self.store()).unwrap()).unwrap();
        store["counterexamples"].as_array().unwrap().clone()
    }
}

fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", path.display()))
}

#[test]
fn a_counterexample_is_stored_as_a_readable_term() {
    let folder = Folder::new("readable", &[("p.pl", &format!("{NATURALS}{REFUTED}"))]);
    assert_eq!(folder.run("blame check p.pl").0, 2);
    let stored = folder.stored();
    assert_eq!(stored.len(), 1);
    assert_eq!(stored[0]["property"], "all_even");
    assert_eq!(stored[0]["bindings"]["N"], "s(z)");
    assert_eq!((&stored[0]["strategy"], &stored[0]["bound"]), (&"lazy".into(), &5.into()));
    assert_eq!((&stored[0]["file"], &stored[0]["line"]), (&"p.pl".into(), &5.into()));
}

#[test]
fn a_counterexample_stays_until_it_no_longer_is_one() {
    let folder = Folder::new("stays", &[("p.pl", &format!("{NATURALS}{REFUTED}"))]);
    folder.run("blame check p.pl");
    // The values have one constructor more than this bound allows.
    let (code, out, _) = folder.run("blame check p.pl --strategy tiers --depth 1");
    assert_eq!(code, 2);
    assert!(out.contains("N = s(z)\n    replayed: "), "{out}");
    assert_eq!(folder.stored().len(), 1);
    folder.write("p.pl", &format!("{NATURALS}even(s(N)) :- even(N).\n{REFUTED}"));
    let (code, out, _) = folder.run("blame check p.pl --depth 3");
    assert_eq!((code, folder.stored().len()), (0, 0), "{out}");
    let old: Value = serde_json::from_str(&std::fs::read_to_string(beside(&folder.store(), ".old")).unwrap()).unwrap();
    assert_eq!(old["counterexamples"].as_array().unwrap().len(), 1, "the run before is kept");
}

#[test]
fn what_the_search_finds_comes_before_what_is_known() {
    let folder = Folder::new("order", &[("p.pl", &format!("{NATURALS}{REFUTED}"))]);
    folder.run("blame check p.pl --all");
    // Now the smallest counterexample is s(s(s(z))), and s(z) is none.
    let fixed = NATURALS.replace("even(z).", "even(z).\neven(s(z)).\neven(s(s(s(s(s(N)))))) :- even(N).");
    let fixed = fixed.replace("even(s(s(N))) :- even(N).\n", "even(s(s(z))).\n");
    folder.write("p.pl", &format!("{fixed}{REFUTED}"));
    let (_, out, _) = folder.run("blame check p.pl");
    assert!(out.contains("N = s(s(s(z)))\n    found in round"), "{out}");
    assert_eq!(folder.stored()[0]["bindings"]["N"], "s(s(s(z)))");
}

#[test]
fn properties_that_are_not_checked_keep_what_is_stored() {
    let other = ":- check(other, 5, (even(N) => N = z)).\n";
    let folder = Folder::new("others", &[("p.pl", &format!("{NATURALS}{REFUTED}{other}"))]);
    folder.run("blame check p.pl");
    assert_eq!(folder.stored().len(), 2);
    folder.run("blame check p.pl --property all_even");
    assert_eq!(folder.stored().len(), 2);
    folder.write("p.pl", &format!("{NATURALS}{REFUTED}"));
    folder.run("blame check p.pl");
    assert_eq!(folder.stored().len(), 1, "a property that is gone has no counterexample");
}

#[test]
fn a_known_counterexample_is_the_first() {
    let folder = Folder::new("first", &[("p.pl", &format!("{NATURALS}{REFUTED}"))]);
    folder.run("blame check p.pl");
    let (code, out, _) = folder.run("blame check p.pl --first --format json");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["properties"][0]["counterexamples"][0]["replayed"]), (2, &true.into()));
    assert_eq!(json["properties"][0]["rounds"], Value::Array(vec![]), "nothing was searched for");
}

#[test]
fn a_damaged_store_is_set_aside_and_the_check_goes_on() {
    let folder = Folder::new("damaged", &[("p.pl", &format!("{NATURALS}{REFUTED}"))]);
    folder.run("blame check p.pl");
    let store = folder.store();
    for (number, text) in ["{\"format\": 1, \"files\"", "{\"format\": 99}"].iter().enumerate() {
        std::fs::write(&store, text).unwrap();
        let (code, out, err) = folder.run("blame check p.pl");
        assert_eq!(code, 2, "{out}");
        assert!(err.contains("warning: the store blame.out/check/p-") && err.contains("is now"), "{err}");
        let aside = beside(&store, &format!(".unread{}", number + 1));
        assert_eq!(std::fs::read_to_string(aside).unwrap(), *text, "nothing is lost");
        assert_eq!(folder.stored().len(), 1);
    }
}

#[test]
fn a_store_that_cannot_be_written_is_no_failure() {
    let folder = Folder::new("unwritable", &[("p.pl", &format!("{NATURALS}{REFUTED}")), ("blame.out", "a file")]);
    let (code, out, err) = folder.run("blame check p.pl");
    assert_eq!(code, 2, "{out}");
    assert!(err.starts_with("warning: the store blame.out/check/p-"), "{err}");
}

#[test]
fn replays_and_other_commands_leave_the_store_alone() {
    let folder = Folder::new("alone", &[("p.pl", &format!("{NATURALS}{REFUTED}"))]);
    folder.run("blame lint p.pl");
    folder.run("blame run p.pl 'even(N)'");
    folder.run("blame check p.pl --replay 'N = s(z)'");
    folder.run("blame check p.pl --no-store");
    assert!(!folder.0.join("blame.out").exists());
}

#[test]
fn the_program_is_named_else_configured_else_the_last_one() {
    let program = format!("{NATURALS}{REFUTED}");
    let folder = Folder::new("which", &[("p.pl", &program), ("q.pl", NATURALS)]);
    let (code, _, err) = folder.run("blame check");
    assert_eq!(code, 5);
    assert!(err.starts_with("error: no program is named\nname a FILE, or write program = "), "{err}");
    folder.run("blame check p.pl");
    for line in ["blame check", "blame lint", "blame print", "blame run 'even(N)' --max 1"] {
        let err = folder.run(line).2;
        assert!(err.starts_with("note: the program is p.pl, which was checked last here\n"), "{line}: {err}");
    }
    folder.write("blame.toml", "program = 'q.pl'\n");
    for line in ["blame lint", "blame print", "blame run 'even(N)' --max 1"] {
        let (code, _, err) = folder.run(line);
        assert_eq!((code, err.as_str()), (0, "note: the program is q.pl, as blame.toml says\n"), "{line}");
    }
    assert_eq!(folder.run("blame lint p.pl").2, "", "a program that is named is meant");
}

#[test]
fn a_program_of_several_files_is_read_as_one() {
    let files = [("p.pl", NATURALS), ("props.pl", REFUTED), ("blame.toml", "program = ['p.pl', 'props.pl']\n")];
    let folder = Folder::new("several", &files);
    assert_eq!(folder.run("blame lint").1, "p.pl, props.pl: 0 errors, 0 warnings\n");
    let (code, out, _) = folder.run("blame check");
    assert_eq!(code, 2);
    assert!(out.contains("again: blame check p.pl props.pl --property all_even --replay 'N = s(z)'"), "{out}");
}

#[test]
fn blame_toml_has_the_defaults_and_the_command_line_overrides_them() {
    let program = format!("{NATURALS}:- check(twice, (even(N) => even(N))).\n");
    let toml = "[check]\ndepth = 3\nstrategy = 'naf'\nseed = 9\n";
    let folder = Folder::new("defaults", &[("p.pl", &program), ("blame.toml", toml)]);
    let json = |line: &str| -> Value { serde_json::from_str(&folder.run(line).1).unwrap() };
    let found = json("blame check p.pl --format json");
    assert_eq!((&found["strategy"], &found["seed"]), (&"naf".into(), &9.into()));
    assert_eq!(found["properties"][0]["depth"], 3);
    let found = json("blame check p.pl --format json --strategy lazy --depth 4");
    assert_eq!((&found["strategy"], &found["properties"][0]["depth"]), (&"lazy".into(), &4.into()));
}

#[test]
fn mistakes_in_blame_toml_are_shown_with_their_places() {
    let folder =
        Folder::new("mistakes", &[("p.pl", NATURALS), ("blame.toml", "program = 'p.pl'\n[check]\ndeph = 3\n")]);
    let (code, _, err) = folder.run("blame check");
    let expected = "\
error: unknown key deph
 --> blame.toml:3:1
  |
3 | deph = 3
  | ^^^^
  |
  = help: is depth meant?

";
    assert_eq!((code, err.as_str()), (1, expected));
}

#[test]
fn an_open_type_stands_for_what_the_user_says() {
    let program = ":- type nat ---> z ; s(nat).\n:- check(single, 4, (append(Xs, _, Ys) => Xs = Ys)).\n";
    let folder = Folder::new("open", &[("p.pl", program)]);
    let (_, out, _) = folder.run("blame check p.pl");
    assert!(out.contains("Ys = [c1]\n") && out.contains("A stands for the constants c1, c2, ..."), "{out}");
    let (_, out, _) = folder.run("blame check p.pl --at A=nat");
    assert!(out.contains("Ys = [z]\n") && out.contains("A stands for nat\n"), "{out}");
    assert!(out.contains("again: blame check p.pl --at A=nat --property single --replay"), "{out}");
    assert_eq!(folder.stored().len(), 2, "each is a counterexample of its own");
    for (at, message) in [
        ("B=nat", "error: --at B=nat: the open types are A\n"),
        ("A", "error: --at A: write an open type and what it stands for, as A=nat\n"),
        ("A=nut", "error: --at A=nut: there is no such type\nerror: unknown type nut\n"),
        ("A=list(B)", "error: --at A=list(B): there is no such type\nerror: the type variable B"),
    ] {
        let (code, _, err) = folder.run(&format!("blame check p.pl --at '{at}'"));
        assert!(code == 1 && err.starts_with(message), "{err}");
    }
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let folder = Folder::new("colours", &[("p.pl", &format!("{NATURALS}{REFUTED}"))]);
    assert!(!folder.run("blame check p.pl").1.contains('\u{1b}'), "this is no terminal");
    assert!(folder.run("blame check p.pl --color always").1.contains("\u{1b}[1;31mcounterexample\u{1b}[0m"));
    assert!(!folder.run("blame --color never check p.pl").1.contains('\u{1b}'));
}

/// Each counterexample that is found in the programs is one when its command is run: what is printed is read back.
#[test]
fn the_printed_commands_replay_what_was_found() {
    let folder = Folder::new("commands", &[]);
    for name in ["programs", "properties"] {
        std::fs::create_dir_all(folder.0.join(name)).unwrap();
        for file in files_in(name) {
            std::fs::copy(&file, folder.0.join(name).join(file.file_name().unwrap())).unwrap();
        }
    }
    let mut count = 0;
    for file in ["grammar.pl", "sort_bug.pl", "heap_bug.pl", "stlc_bug.apl", "imp_bug.apl"] {
        for strategy in ["lazy --depth 6", "tiers --depth 7", "random --samples 300"] {
            let line = format!("blame check programs/{file} --timeout 5s --max 3 --format json --strategy {strategy}");
            let (_, out, err) = folder.run(&line);
            let json: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{line}: {err}"));
            for property in json["properties"].as_array().unwrap() {
                let found = property["counterexamples"].as_array().cloned().unwrap_or_default();
                for one in found {
                    let command = one["command"].as_str().unwrap();
                    let (code, out, err) = folder.run(command);
                    assert_eq!(code, 2, "{command}\n{out}{err}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 20, "only {count} were found");
}

/// A search that takes longer than anybody waits.
#[cfg(unix)]
const SLOW: &str = ":- pred p(nat,nat,nat).
p(z,z,z).
p(s(X),Y,Z) :- p(X,Y,Z).
p(X,s(Y),Z) :- p(X,Y,Z).
p(X,Y,s(Z)) :- p(X,Y,Z).
:- check(slow, (p(X,Y,Z) => p(X,Y,Z))).
:- check(later, (p(X,Y,Z) => p(X,Y,Z))).
";

/// Sends an interrupt to a command once it has said something on its standard output, or after a while; gives what it said.
#[cfg(unix)]
fn interrupted(command: &mut Command, speaks: bool) -> (i32, String, String) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = [0; 1];
    match speaks {
        true => child.stdout.as_mut().unwrap().read_exact(&mut said).unwrap(),
        false => std::thread::sleep(Duration::from_millis(1500)),
    }
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    told(&child.wait_with_output().unwrap())
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_and_what_is_known_is_said() {
    let program = format!("{NATURALS}{REFUTED}{SLOW}");
    let folder = Folder::new("interrupt", &[("p.pl", &program)]);
    let (code, out, _) = interrupted(&mut folder.command("blame check p.pl --jobs 1"), true);
    assert_eq!(code, 130, "{out}");
    assert!(out.contains("all_even: counterexample"), "{out}");
    assert!(out.contains("slow: unknown (p.pl:11)\n    interrupted in round"), "{out}");
    assert!(out.ends_with("3 properties: 1 counterexample, 1 unknown, 1 not begun\n"), "{out}");
    assert_eq!(folder.stored().len(), 1, "what was found is stored");
}

#[cfg(unix)]
#[test]
fn an_interrupted_query_gives_its_answers() {
    let folder = Folder::new("interrupt_run", &[("p.pl", &format!("{NATURALS}{SLOW}"))]);
    let (code, out, _) =
        interrupted(&mut folder.command("blame run p.pl 'between(0, 1000000000000, X), X < 0' --depth none"), false);
    assert_eq!((code, out.as_str()), (130, "0 answers; interrupted\n"));
}
