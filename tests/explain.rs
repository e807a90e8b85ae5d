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

#[test]
fn explanations_can_be_drawn_with_lines() {
    let folder = folder("explain-boxes", &["programs/grammar.pl"]);
    let words = ["explain", "grammar.pl", "--no-repairs", "--property", "compl", "--boxes"];
    let whole = "    ss([b,a])  [rule s2]  % grammar.pl:28\n    └─ ss([a])  [rule s3]  % grammar.pl:31\n       └─ bb([])  [assumed]\n";
    let rules = "    rule s2  % grammar.pl:28\n    └─ rule s3  % grammar.pl:31\n       └─ bb/1  [assumed]\n";
    for (level, tree) in [("suspects", whole), ("rules", rules)] {
        let (_, told, _) = text(&blame(&folder, &[&words[..], &["--level", level]].concat()));
        assert!(told.contains(tree), "{told}");
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
    assert!(report.contains("\n1. s2 (grammar.pl:28") && report.contains(". s4 ("), "{report}");
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
        "A missing answer: ss(W) should hold; nothing less than itself was found that would let it through.",
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

/// Explains the only property of a program, which must have a counterexample.
fn check_told(name: &str, program: &str, words: &[&str], parts: &[&str]) {
    let folder = folder(name, &[]);
    std::fs::write(folder.join("t.pl"), program).unwrap();
    let (code, told, said) = text(&blame(&folder, &[&["explain", "t.pl"], words].concat()));
    assert_eq!(code, 2, "{said}");
    for part in parts {
        assert!(told.contains(part), "{part}\n{told}");
    }
    json(&blame(&folder, &[&["explain", "t.pl", "--format", "json"], words].concat()));
}

const CONCLUSIONS: &str = "
:- type t ---> a ; b ; c.
:- pred p(t). :- pred q(t). :- pred r(t).
p(a). p(b). p(c).
q(a). q(c).
r(a) :- q(b).
";

#[test]
fn conclusions_of_all_kinds_are_explained() {
    let of = |conclusion: &str| format!("{CONCLUSIONS}:- check(it, 5, (p(X) => {conclusion})).\n");
    let explained = |name: &str, conclusion: &str, parts: &[&str]| check_told(name, &of(conclusion), &[], parts);
    explained(
        "explain-or",
        "(q(X) ; r(X))",
        &["Either q(X) ; r(X) should hold; if q(b) held, it would, or some goal", "q(b) is assumed."],
    );
    explained("explain-not", "\\+ q(X)", &["Either \\+ q(X) should hold, or some goal of the premise should not."]);
    let trusting = [":- trusted p/1.\n", &of("\\+ q(X)")].concat();
    check_told("explain-only-not", &trusting, &[], &["A missing answer: \\+ q(X) should hold, so q(X) should not."]);
    explained("explain-fail", "fail", &["A wrong answer: fail cannot be to blame, so some goal"]);
    explained("explain-and", "(q(X), r(X))", &["Either q(X), r(X) should hold; if r(a) held, it would, by q.1"]);
    explained("explain-if", "(q(X) -> r(X) ; q(X))", &["Either ", "should hold"]);
    explained("explain-forall", "forall(p(Y), q(Y))", &["Either ", "should hold"]);
}

#[test]
fn what_a_program_declares_to_be_assumable_is_what_is_assumed() {
    let program = |declared: &str| format!("{declared}{CONCLUSIONS}:- check(it, 5, (p(X) => (q(X) ; r(X)))).\n");
    check_told("explain-declared", &program(":- assumable r/1.\n"), &[], &["if r(b) held"]);
    check_told("explain-asked", &program(":- assumable r/1.\n"), &["--assume", "q/1"], &["if q(b) held"]);
    check_told("explain-trusted", &program(""), &["--trust", "q/1"], &["if r(b) held"]);
    check_told("explain-closed", FOLDED, &["--trust", "q/1", "--no-repairs"], &["q(s(s(z))) is trusted."]);
}

#[test]
fn a_long_proof_is_cut_in_text_and_whole_in_json() {
    let folder = folder("explain-long", &[]);
    let program = ":- pred down(int).\ndown(0).\ndown(N) :- N > 0, M is N - 1, down(M).\n\
                   :- check(short, 5, (down(N) => N < 0)).\n";
    std::fs::write(folder.join("long.pl"), program).unwrap();
    let words = ["explain", "long.pl", "--no-repairs", "--depth", "4000", "--counterexample", "N = 3000"];
    let (code, told, _) = text(&blame(&folder, &words));
    assert_eq!(code, 2);
    assert!(told.contains("... (2997 more steps)\n"), "{told}");
    let told = json(&blame(&folder, &[&words[..], &["--format", "json"]].concat()));
    // Each step but the last has a comparison and a sum.
    assert_eq!(told["counterexamples"][0]["premise"]["nodes"].as_array().unwrap().len(), 3001 + 2 * 3000);
    for format in ["dot", "svg"] {
        let output = blame(&folder, &[&words[..], &["--format", format, "--level", "full"]].concat());
        assert!(text(&output).1.lines().count() > 3000, "{format}");
    }
}

#[test]
fn values_of_which_nothing_is_known_are_no_success() {
    let folder = folder("explain-unknown", &[]);
    std::fs::write(
        folder.join("t.pl"),
        "p(1000000).\np(X) :- Y is X + 1, p(Y).\nq(1).\n:- check(it, 3, (q(X) => p(X))).\n",
    )
    .unwrap();
    let (code, told, _) = text(&blame(&folder, &["explain", "t.pl", "--counterexample", "X = 1"]));
    assert_eq!(code, 3, "{told}");
    assert!(told.contains("it: unknown"), "{told}");
}
