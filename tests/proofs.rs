//! Every answer has a proof, rebuilt on demand, that the checker accepts; and it rejects proofs that are not right.

mod common;

use blame::check::{Checker, Claim, Reference, answers};
use blame::engine::{Limits, Settings, Step};
use blame::term::Terms;
use common::{load, properties_of, root};
use std::sync::atomic::AtomicBool;

fn settings(bound: i32) -> Settings {
    Settings::of_bound(bound)
}

#[test]
fn each_answer_of_the_programs_has_a_proof_that_is_accepted() {
    let text = std::fs::read_to_string(root().join("tests/answers.txt")).unwrap();
    let mut proofs = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<_> = line.split(" | ").collect();
        let [file, _, goal, _] = parts.as_slice() else { panic!("not a row of four: {line}") };
        let path = root().join(file);
        let mut texts = vec![((*file).to_owned(), std::fs::read_to_string(&path).unwrap())];
        if let Some(properties) = properties_of(&path) {
            let name = format!("properties/{}", properties.file_name().unwrap().to_string_lossy());
            texts.push((name, std::fs::read_to_string(&properties).unwrap()));
        }
        texts.push(("query.pl".into(), format!("?- {goal}.")));
        let texts: Vec<_> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (mut program, diagnostics, _) = load(&texts);
        if diagnostics.has_errors() {
            continue;
        }
        let constants = program.add_constants();
        let checker = Checker::new(&program, constants);
        let query = program.queries.last().expect("the query was read");
        let stop = AtomicBool::new(false);
        let limits = Limits { stop: &stop, steps: 20_000_000, memory: 500_000_000 };
        let found = answers(&checker, query, settings(2000), 20, limits).unwrap();
        for answer in &found.answers {
            let terms = &answer.formula.terms;
            let claim = Claim { formula: &query.formula, goal: query.goal, terms, values: &answer.bindings };
            let proof = checker.prove(&claim, settings(2000), limits).unwrap_or_else(|| panic!("{goal}: no proof"));
            let judge = Reference { programs: &checker.programs, bound: 2000, steps: 1_000_000 };
            let checked = proof.check(&checker.programs, &query.formula, query.goal, &judge);
            if let Err(rejected) = checked {
                panic!("{file}: {goal}: {rejected:?} {:?}", proof.step(rejected.step));
            }
            proofs += 1;
        }
    }
    assert!(proofs > 150, "only {proofs} proofs");
}

#[test]
fn a_proof_with_another_clause_value_or_branch_is_rejected() {
    let text = ":- type nat ---> z ; s(nat).\n:- pred plus(nat, nat, nat).\nplus(z, N, N).\nplus(s(M), N, s(K)) :- plus(M, N, K).\n\
                :- pred odd(nat).\n:- pred even(nat).\neven(N) :- ( N = z ; N = s(M), odd(M) ).\nodd(s(N)) :- even(N), \\+ odd(N).\n\
                ?- plus(s(z), s(z), X), even(X).";
    let (mut program, diagnostics, _) = load(&[("test.pl", text)]);
    assert!(!diagnostics.has_errors());
    let constants = program.add_constants();
    let checker = Checker::new(&program, constants);
    let query = &program.queries[0];
    let stop = AtomicBool::new(false);
    let limits = Limits { stop: &stop, steps: 1_000_000, memory: 100_000_000 };
    let claim = Claim { formula: &query.formula, goal: query.goal, terms: &Terms::default(), values: &[] };
    let proof = checker.prove(&claim, settings(50), limits).expect("there is a proof");
    let judge = Reference { programs: &checker.programs, bound: 50, steps: 100_000 };
    let check = |proof: &blame::engine::Proof| proof.check(&checker.programs, &query.formula, query.goal, &judge);
    assert_eq!(check(&proof), Ok(()));
    let mut wrong = 0;
    for place in 0..proof.steps.len() {
        let mut changed = proof.clone();
        match &mut changed.steps[place] {
            Step::Clause { values, .. } if values.len() > 1 => values.swap(0, 1),
            Step::Clause { clause, .. } => clause.0 += 1,
            Step::Branch(branch, _) => *branch = 1 - *branch,
            Step::All(steps) => {
                steps.pop();
            }
            step => *step = Step::Then(proof.root, proof.root),
        }
        // Two values may be the same.
        wrong += usize::from(check(&changed).is_err());
    }
    assert!(wrong + 2 >= proof.steps.len(), "{wrong} of {} changes were noticed", proof.steps.len());
}
