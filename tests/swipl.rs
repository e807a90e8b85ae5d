//! SWI-Prolog loads every program that is not nominal, as it stands or translated, and answers alike.
//!
//! The rows of `answers.txt` say what is asked and answered. Where `swipl` is not installed these tests say so and pass,
//! except in CI, which installs it.

mod common;

use blame::syntax::Notation;
use common::checking::scratch;
use common::swipl::{has_swipl, swipl};
use common::{files_in, program, properties_of, root};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

struct Row {
    template: String,
    goal: String,
    answers: String,
}

/// The rows of each program.
fn rows() -> BTreeMap<PathBuf, Vec<Row>> {
    let text = std::fs::read_to_string(root().join("tests/answers.txt")).unwrap();
    let mut rows: BTreeMap<_, Vec<Row>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<_> = line.split(" | ").collect();
        let [file, template, goal, answers] = parts.as_slice() else { panic!("not a row of four: {line}") };
        let row = Row { template: (*template).into(), goal: (*goal).into(), answers: (*answers).into() };
        rows.entry(root().join(file)).or_default().push(row);
    }
    rows
}

/// Asks SWI-Prolog all rows after loading some files.
fn ask(files: &[PathBuf], rows: &[Row], scratch: &Path) -> Vec<String> {
    let mut driver = String::new();
    for (n, row) in rows.iter().enumerate() {
        driver.push_str(&format!("blame_row({n}, {}, {}).\n", row.template, row.goal));
    }
    driver.push_str("blame_rows :- forall(blame_row(_, T, G), (findall(T, G, L), format('~q~n', [L]))).\n");
    let path = scratch.join("driver.pl");
    std::fs::write(&path, driver).unwrap();
    let files: Vec<_> = files.iter().cloned().chain([path]).collect();
    swipl(&files, "blame_rows")
}

fn check_answers(program: &Path, files: &[PathBuf], rows: &[Row], scratch: &Path) {
    let found = ask(files, rows, scratch);
    for (row, found) in rows.iter().zip(&found) {
        assert_eq!(*found, row.answers, "{} in {}", row.goal, program.display());
    }
    assert_eq!(found.len(), rows.len(), "{}", program.display());
}

fn is_prolog(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "pl")
}

#[test]
fn prolog_programs_answer_as_they_stand() {
    if !has_swipl() {
        return;
    }
    let scratch = scratch("as_they_stand");
    for (path, rows) in rows().iter().filter(|(path, _)| is_prolog(path)) {
        let files: Vec<_> = [path.clone()].into_iter().chain(properties_of(path)).collect();
        check_answers(path, &files, rows, &scratch);
    }
}

#[test]
fn translated_programs_answer_alike() {
    if !has_swipl() {
        return;
    }
    let scratch = scratch("translated");
    for (path, rows) in &rows() {
        let files: Vec<_> = [path.clone()].into_iter().chain(properties_of(path)).collect();
        let texts: Vec<_> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
        let named: Vec<_> =
            files.iter().zip(&texts).map(|(file, text)| (file.to_str().unwrap(), text.as_str())).collect();
        let translated = scratch.join("translated.pl");
        std::fs::write(&translated, program(&named).print(Notation::Prolog, &[]).unwrap()).unwrap();
        check_answers(path, &[translated], rows, &scratch);
    }
}

#[test]
fn every_program_has_rows() {
    let rows = rows();
    for path in files_in("programs") {
        assert!(rows.contains_key(&path), "{} has no rows in answers.txt", path.display());
    }
}

#[test]
fn a_program_replaces_predicates_of_the_system_and_the_library() {
    if !has_swipl() {
        return;
    }
    let scratch = scratch("replaced");
    let path = scratch.join("own.pl");
    let text = "length([], zero).\nlength([_|Xs], s(N)) :- length(Xs, N).\nappend(a, b, c).\natom(x(_)).\n\
                p(\"ab\").\nq(N) :- length([y,y], N), atom(x(1)), append(_, b, _).\n";
    std::fs::write(&path, text).unwrap();
    let row = |template: &str, goal: &str, answers: &str| Row {
        template: template.into(),
        goal: goal.into(),
        answers: answers.into(),
    };
    let rows = [
        row("N", "length([y], N)", "[s(zero)]"),
        row("X", "append(X, _, _)", "[a]"),
        row("N", "q(N)", "[s(s(zero))]"),
        row("L", "p(L)", "[[a,b]]"),
    ];
    check_answers(&path, std::slice::from_ref(&path), &rows, &scratch);
}
