//! `blame explain` on the command line: the paper's walk-through, and what goes wrong.

mod common;

use common::checking::scratch;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own with a copy of some programs.
fn folder(name: &str, programs: &[&str]) -> PathBuf {
    let folder = scratch(name);
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::create_dir_all(&folder).unwrap();
    for program in programs {
        let from = common::root().join(program);
        std::fs::copy(&from, folder.join(from.file_name().unwrap())).unwrap();
    }
    folder
}

fn blame(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_blame")).args(words).current_dir(folder).output().unwrap()
}

fn text(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn the_walk_through_of_the_paper_names_s2_and_mends_it() {
    let folder = folder("explain-paper", &["programs/grammar.pl"]);
    blame(&folder, &["check", "grammar.pl"]);
    let (code, told, _) = text(&blame(&folder, &["explain", "--counterexample"]));
    assert_eq!(code, 2);
    for part in [
        "ss([b]) for rule s2, since:",
        "ss([]) for fact s1.",
        "A missing answer: ss(W) should hold; if bb([]) held, it would, by s2, s3.",
        "ss([b,a]) for rule s2, since:",
        "ss([a]) for rule s3, since:",
        "bb([]) is assumed.",
        "\n1. s2 (grammar.pl:",
        "+     aa(W).",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}

#[test]
fn the_same_for_programs() {
    let folder = folder("explain-json", &["programs/grammar.pl"]);
    let told = json(&blame(&folder, &["explain", "grammar.pl", "--format", "json"]));
    let kinds: Vec<_> =
        told["counterexamples"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["wrong", "missing"]);
    assert_eq!(told["counterexamples"][1]["assumptions"], serde_json::json!(["bb([])"]));
    let first = &told["suspects"][0];
    assert_eq!((first["clause"].as_str(), first["core"].as_bool()), (Some("s2"), Some(true)));
    // The repair is a diff: applied, it mends the program.
    std::fs::write(folder.join("repair.diff"), first["repair"].as_str().unwrap()).unwrap();
    let (code, ..) = text(&blame(&folder, &["explain", "grammar.pl", "--apply-repair", "1"]));
    assert_eq!(code, 0);
    let (code, ..) = text(&blame(&folder, &["check", "grammar.pl"]));
    assert_eq!(code, 0, "the repair makes all checks pass");
    assert!(folder.join("grammar.pl.orig").exists());
}

#[test]
fn faulty_programs_that_ship_blame_their_fault() {
    for (program, culprit) in [("sort_bug.pl", "insert.2"), ("heap_bug.pl", "merge.4"), ("rbt_bug.pl", "lbalance.2")] {
        let folder = scratch("explain-faulty");
        // The properties are found beside the program's folder.
        let file = common::root().join("programs").join(program);
        let words = ["explain", "--format", "json", "--no-repairs", "--timeout", "20s", file.to_str().unwrap()];
        let told = json(&blame(&folder, &words));
        let suspects = told["suspects"].as_array().unwrap();
        let place = suspects.iter().position(|suspect| suspect["clause"] == culprit);
        assert!(place.is_some_and(|place| suspects[place]["core"] == true), "{program}: {suspects:#?}");
        assert!(place.is_some_and(|place| place < 3), "{program}: {culprit} is at {place:?}");
    }
}

#[test]
fn values_that_are_no_counterexample_are_told_what_holds() {
    let folder = folder("explain-values", &["programs/grammar.pl"]);
    let given = ["explain", "grammar.pl", "--property", "sound", "--counterexample", "W = [], N1 = z, N2 = z"];
    let (code, told, _) = text(&blame(&folder, &given));
    assert_eq!(code, 0);
    assert!(told.contains("sound: no counterexample"), "{told}");
    let given = ["explain", "grammar.pl", "--property", "compl", "--counterexample", "W = [b,a], N = s(z)"];
    let (code, told, _) = text(&blame(&folder, &given));
    assert_eq!(code, 2);
    assert!(told.starts_with("compl fails"), "{told}");
}

#[test]
fn mistakes_are_said() {
    let folder = folder("explain-mistakes", &["programs/grammar.pl", "programs/grammar_fixed.pl"]);
    let (code, _, said) = text(&blame(&folder, &["explain", "--counterexample"]));
    assert_eq!(code, 5);
    assert!(said.contains("no program is named"), "{said}");
    let (code, _, said) = text(&blame(&folder, &["explain", "grammar.pl", "--counterexample", "compel"]));
    assert_eq!(code, 5);
    assert!(said.contains("did you mean compl?"), "{said}");
    let (code, _, said) = text(&blame(&folder, &["explain", "grammar.pl", "--trust", "sss/1"]));
    assert_eq!(code, 1);
    assert!(said.contains("did you mean ss/1?"), "{said}");
    let (code, _, said) = text(&blame(&folder, &["explain", "grammar_fixed.pl"]));
    assert_eq!(code, 0);
    assert!(said.contains("there is nothing to explain"), "{said}");
}

/// A program in which `q` and `r` are right, and `p.2` is not.
const FOLDED: &str = "
:- type nat ---> z ; s(nat).
:- pred p(nat). :- pred q(nat). :- pred r(nat). :- pred even(nat).
:- trusted even/1.
p(N) :- q(N), even(N).
p(s(s(s(N)))) :- q(s(s(N))).
q(z).
q(s(N)) :- q(N).
r(N) :- q(N).
even(z).
even(s(s(N))) :- even(N).
:- check(only_even, 12, (p(N) => even(N))).
";

#[test]
fn what_passing_cases_of_the_same_property_prove_is_folded_where_suspects_are_shown() {
    let folder = folder("explain-folded", &[]);
    std::fs::write(folder.join("folded.pl"), FOLDED).unwrap();
    let words = ["explain", "folded.pl", "--no-repairs"];
    let (_, told, _) = text(&blame(&folder, &words));
    let rule = "    p(s(s(s(z)))) for rule p.2, since:  % folded.pl:6\n";
    let seen = "      q(s(s(z))) for rule q.2, seen in ";
    assert!(told.contains(&format!("{rule}{seen}")), "{told}");
    assert!(told.contains(" passing cases.  % folded.pl:8\n"), "{told}");
    assert!(!told.contains("No single change"), "nobody looked for one\n{told}");
    let (_, told, _) = text(&blame(&folder, &[&words[..], &["--level", "full"]].concat()));
    assert!(!told.contains("seen in") && told.contains("q(z) for fact q.1."), "{told}");
    let told = json(&blame(&folder, &[&words[..], &["--format", "json"]].concat()));
    let nodes = told["counterexamples"][0]["premise"]["nodes"].as_array().unwrap();
    assert!(nodes.iter().all(|node| node["seen"].is_null()) && nodes.len() == 4, "{nodes:#?}");
}

#[test]
fn a_picture_has_all_explanations_each_with_its_title() {
    let folder = folder("explain-pictures", &["programs/grammar.pl"]);
    for (format, mark) in [("dot", "style=\"bold,filled\""), ("svg", "font-weight=\"bold\">bb([])  [assumed]")] {
        let words = ["explain", "grammar.pl", "--no-repairs", "--format", format];
        let (code, told, _) = text(&blame(&folder, &words));
        assert_eq!(code, 2);
        for part in [
            "sound fails for W = [b], N1 = z, N2 = s(z). The premise holds",
            "compl fails for W = [b,a], N = s(z). The conclusion would hold",
            mark,
        ] {
            assert!(told.contains(part), "{part}\n{told}");
        }
    }
}

/// What `blame explain --ask` tells and asks, given answers.
fn asked(folder: &Path, words: &[&str], answers: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blame"));
    command.arg("explain").args(words).arg("--ask").current_dir(folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
    text(&child.wait_with_output().unwrap())
}

#[test]
fn what_the_user_says_is_right_leaves_the_blame() {
    let folder = folder("explain-ask-trust", &["programs/grammar.pl"]);
    let words = ["grammar.pl", "--property", "sound", "--no-repairs"];
    let (code, told, said) = asked(&folder, &words, "trust bb/1\nnext\nquit\nnext\n");
    assert_eq!(code, 2);
    let (report, after) = told.split_once("Nothing is assumed.\n").unwrap();
    assert!(report.contains("\n1. s2 (grammar.pl:28") && report.contains("\n4. s4 ("), "{report}");
    assert!(after.starts_with("1. s2 (grammar.pl:28"), "{after}");
    assert!(!after.contains("s4"), "{after}");
    assert!(after.contains("ss([b|W]) :-"), "the next suspect is the first of the new ranking\n{after}");
    assert_eq!(said.matches("> ").count(), 3, "{said}");
}

#[test]
fn what_the_user_says_is_wrong_is_not_assumed() {
    let folder = folder("explain-ask-wrong", &["programs/grammar.pl"]);
    let words = ["grammar.pl", "--property", "compl", "--no-repairs"];
    let (code, told, said) = asked(&folder, &words, "wrong 1\nwrong 1\nwrong 1\nwrong 1\n");
    assert_eq!(code, 2);
    for part in [
        "Assumed:\n    1. bb([])\n",
        "A missing answer: ss(W) should hold; if ss([a]) held, it would, by s2.",
        "Assumed:\n    1. ss([a])\n",
        "A missing answer: ss(W) should hold; if ss([b,a]) held, it would.",
        "Assumed:\n    1. ss([b,a])\n",
        "should hold; nothing was found that may be assumed and would let it through.\n\nNothing is assumed.\n",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(said.contains("there is no assumption\n"), "{said}");
}

#[test]
fn answers_that_are_none_are_told_what_they_lack() {
    let folder = folder("explain-ask-mistakes", &["programs/grammar.pl"]);
    let answers = "trsut bb/1\ntrust\ntrust bbb/1\ntrust count/3\nwrong 7\nwrong one\nrepair 2\nrepair 1\nnext 2\n\
                   \n\n\nquit now\nquit now please\nhelp\n\u{fffd}\n";
    let (code, told, said) = asked(&folder, &["grammar.pl"], answers);
    assert_eq!(code, 2);
    for part in [
        "trsut is no answer; did you mean trust P/N?\n",
        "write trust P/N\n",
        "there is no predicate bbb/1; did you mean bb/1?\n",
        "count/3 is trusted already\n",
        "there is no assumption 7: there is 1 assumption\n",
        "there is no assumption one: there is 1 assumption\n",
        "no repair of suspect 2 is known\n",
        "write next\n",
        "there are no more suspects\n",
        "write quit\n",
        "please is one word too many",
        "wrong N    assumption N should not hold",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    let (_, after) = told.split_once("Assumed:\n").unwrap();
    assert!(after.contains("ss(W) becomes aa(W)\n--- a/grammar.pl\n+++ b/grammar.pl\n"), "{after}");
    assert!(after.contains("\n6. ") && after.contains("\n7. "), "{after}");
}
