//! Texts that are very deep, very long or very wrong: there is an answer, and no overflow.

mod common;

use blame::source::{Diagnostics, Severity};
use blame::syntax::Notation;
use common::load;

const DEEP: usize = 50_000;

/// Reads a text, and prints what was read in both notations.
fn check_survives(path: &str, text: &str) -> Diagnostics {
    let (program, diagnostics, _) = load(&[(path, text)]);
    if !diagnostics.has_errors() {
        program.print(Notation::Prolog, &[]).unwrap();
        program.print(Notation::AlphaProlog, &[]).unwrap();
    }
    diagnostics
}

fn check_fine(path: &str, text: &str) {
    let diagnostics = check_survives(path, text);
    let first = diagnostics.sorted().into_iter().find(|diagnostic| diagnostic.is_error()).cloned();
    assert_eq!(first, None, "{}", &text[..text.len().min(60)]);
}

fn nested(before: &str, open: &str, inner: &str, close: &str, after: &str) -> String {
    format!("{before}{}{inner}{}{after}", open.repeat(DEEP), close.repeat(DEEP))
}

#[test]
fn depth_is_limited_by_memory_only() {
    check_fine("x.pl", &nested("p(", "s(", "z", ")", ")."));
    check_fine("x.pl", &nested("p(", "(", "z", ")", ")."));
    check_fine("x.pl", &nested("p(", "[", "", "]", ")."));
    check_fine("x.pl", &nested("p :- ", "\\+ ", "q", "", ".\nq."));
    check_fine("x.pl", &nested("p :- ", "(q -> ", "q", " ; q)", ".\nq."));
    check_fine("x.pl", &nested("p(X) :- X is ", "- ", "1", "", "."));
    check_fine("x.pl", &nested(":- op(200, xfy, ^^).\np(", "a ^^ ", "a", "", ")."));
    check_fine("x.pl", &nested(":- pred p(", "list(", "int", ")", ").\np(_)."));
    check_fine("x.apl", &nested("t : type. z : t. s : t -> t. pred p(t).\np(", "s(", "z", ")", ")."));
    check_fine("x.apl", &nested("pred p([int]).\np(", "1 :: ", "[]", "", ")."));
    check_fine("x.apl", &nested("pred p.\np :- ", "exists X. ", "p", "", "."));
    check_fine("x.apl", &nested("", "(*", "", "*)", "pred p. p."));
    check_fine("x.apl", &nested("t : type. c : ", "t -> ", "t", "", "."));
}

#[test]
fn length_is_limited_by_memory_only() {
    let list = |item: &str, separator: &str| vec![item; DEEP].join(separator);
    check_fine("x.pl", &format!("p([{}]).", list("a", ",")));
    check_fine("x.pl", &format!("p(({})).", list("a", ",")));
    check_fine("x.pl", &format!("p :- {}.\nq.", list("q", ", ")));
    check_fine("x.pl", &format!("p :- {}.\nq.", list("q", " ; ")));
    check_fine("x.pl", &format!("p --> {}.\nq --> [].", list("q", ", ")));
    check_fine("x.pl", &format!("p(\"{}\").", "a".repeat(DEEP)));
    check_fine("x.pl", &format!("p({}).", "9".repeat(DEEP)));
    let variables: Vec<_> = (0..DEEP).map(|n| format!("X{n}")).collect();
    check_fine("x.pl", &format!("p({}).", variables.join(",")));
    let predicates: Vec<_> = (0..DEEP).map(|n| format!("p{n}(X) :- p{}(X).", (n + 1) % DEEP)).collect();
    check_fine("x.pl", &predicates.join("\n"));
}

#[test]
fn types_of_exponential_size_are_shared() {
    let mut text = String::from(":- type t0(A) = A.\n");
    for n in 0..100 {
        text.push_str(&format!(":- type t{}(A) = (t{n}(A), t{n}(A)).\n", n + 1));
    }
    text.push_str(":- pred p(t100(int), t100(A)).\np(X, Y) :- p(X, Y).\n");
    let (_, diagnostics, _) = load(&[("x.pl", &text)]);
    assert!(!diagnostics.has_errors());
    text.push_str("p(1, _).\n");
    let (_, diagnostics, _) = load(&[("x.pl", &text)]);
    let messages: Vec<_> = diagnostics.sorted().into_iter().map(|d| d.message.len()).collect();
    assert!(messages.len() == 1 && messages[0] < 1000);
}

#[test]
fn many_mistakes_are_counted_but_not_all_kept() {
    let diagnostics = check_survives("x.pl", &"p(.\n".repeat(DEEP));
    assert_eq!(diagnostics.sorted().len(), Diagnostics::LIMIT);
    assert_eq!(diagnostics.count(Severity::Error), DEEP);
}

#[test]
fn a_file_that_uses_itself_is_reported_once() {
    for (path, text) in [("x.pl", ":- include('x.pl').\np(a).\n"), ("x.apl", "#use \"x.apl\".\npred p. p.\n")] {
        let (_, diagnostics, _) = load(&[(path, text)]);
        let messages: Vec<_> = diagnostics.sorted().into_iter().map(|d| d.message.clone()).collect();
        assert_eq!(messages, [format!("{path:?} uses itself")]);
    }
}
