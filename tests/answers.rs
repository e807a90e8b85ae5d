//! The engine answers as SWI-Prolog does: each row of `answers.txt`, which `tests/swipl.rs` compares with `swipl`.

mod common;

use blame::check::{Checker, Ended, answers};
use blame::engine::{Limits, Settings};
use blame::syntax::Notation;
use blame::term::{TermId, Var};
use common::{load, properties_of, root};
use std::sync::atomic::AtomicBool;

/// The answers of the engine to a goal, as a list of instances of a template.
fn ask(file: &str, template: &str, goal: &str, bound: i32) -> Result<String, String> {
    let path = root().join(file);
    let mut texts = vec![(file.to_owned(), std::fs::read_to_string(&path).unwrap())];
    if let Some(properties) = properties_of(&path) {
        let name = format!("properties/{}", properties.file_name().unwrap().to_string_lossy());
        texts.push((name, std::fs::read_to_string(&properties).unwrap()));
    }
    texts.push(("query.pl".into(), format!("?- {goal}.")));
    let texts: Vec<_> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (mut program, diagnostics, _) = load(&texts);
    if diagnostics.has_errors() {
        return Err("not typed".into());
    }
    let constants = program.add_constants();
    let checker = Checker::new(&program, constants);
    let query = program.queries.last().expect("the query was read");
    let settings = Settings::of_bound(bound);
    let stop = AtomicBool::new(false);
    let limits = Limits { stop: &stop, steps: 20_000_000, memory: 500_000_000 };
    let found = answers(&checker, query, settings, 100_000, limits).map_err(|(what, _)| what)?;
    if found.ended != Ended::Complete {
        return Err(format!("{:?}", found.ended));
    }
    let shown = found.answers.iter().map(|answer| {
        let value = |name: &str| {
            let named =
                |(var, _): &&(Var, TermId)| program.symbols.text(query.formula.vars[var.0 as usize].name) == name;
            let (_, term) = answer.bindings.iter().find(named).expect("the template has variables of the goal");
            program.print_term(&answer.formula, *term, Notation::Prolog)
        };
        instance(template, value)
    });
    Ok(format!("[{}]", shown.collect::<Vec<_>>().join(",")))
}

/// A template of variables, with their values in place.
fn instance(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()).max(first.len_utf8());
        let (part, behind) = rest.split_at(end);
        text.push_str(&if first.is_uppercase() { value(part) } else { part.to_owned() });
        rest = behind;
    }
    text
}

/// Layout apart, and names of variables.
fn normal(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    text.replace("',|'", "").replace(['(', ')'], "")
}

#[test]
fn the_engine_answers_as_swi_prolog_does() {
    let text = std::fs::read_to_string(root().join("tests/answers.txt")).unwrap();
    let (mut same, mut untyped, mut wrong) = (0, 0, vec![]);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<_> = line.split(" | ").collect();
        let [file, template, goal, expected] = parts.as_slice() else { panic!("not a row of four: {line}") };
        match ask(file, template, goal, 2000) {
            Ok(found) if normal(&found) == normal(expected) => same += 1,
            Ok(found) => wrong.push(format!("{file}: {goal}\n    engine {found}\n    swipl  {expected}")),
            // Prolog takes letters that no type has.
            Err(how) if how == "not typed" => untyped += 1,
            Err(how) => wrong.push(format!("{file}: {goal}: {how}")),
        }
    }
    assert!(wrong.is_empty(), "{same} alike, but not {}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(same > 150 && untyped < 20, "only {same} rows, and {untyped} that are not typed");
}
