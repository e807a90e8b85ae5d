//! Many changes of a clause in one compiled program decide what each decides alone.

mod common;

use blame::check::{Checker, Decider, Decision, Strategy, Values};
use blame::edit::edits;
use blame::engine::Limits;
use blame::program::{CheckId, ClauseId, Overlay};
use common::checking::{load_if_right, options, texts_of};
use std::sync::atomic::AtomicBool;

/// How many cases of each property are asked of each change, the calls of one question, and its bound.
const CASES: usize = 6;
const STEPS: u64 = 5_000;
const BOUND: i32 = 40;

struct Quiet(AtomicBool);

impl blame::check::Monitor for Quiet {
    fn stop(&self) -> &AtomicBool {
        &self.0
    }

    fn seconds(&self) -> f64 {
        0.0
    }
}

#[test]
fn offered_clauses_decide_what_they_decide_alone() {
    let quiet = Quiet(AtomicBool::new(false));
    let limits = Limits { stop: &quiet.0, steps: STEPS, memory: 100_000_000 };
    let (mut compared, mut changed) = (0, 0);
    for name in ["grammar.pl", "bool.pl", "sort_bug.pl", "stlc_bug.apl"] {
        let mut program = load_if_right(&texts_of(&common::root().join("programs").join(name))).unwrap();
        let constants = program.add_constants();
        let checker = Checker::new(&program, constants);
        let options = blame::check::Options { steps: 20_000, depth: Some(6), ..options(Strategy::Lazy) };
        for number in 0..program.clauses.len() as u32 {
            let id = ClauseId(number);
            let predicate = program.clause(id).predicate;
            // One in a few: all of them take long.
            let edits: Vec<_> = edits(&program, id).into_iter().step_by(29).collect();
            let own = &program.signature.predicate(predicate).clauses;
            let mut offers = Overlay::default();
            offers.open(predicate);
            let offered: Vec<ClauseId> = edits.iter().map(|edit| offers.offer(&program, edit.clause.clone())).collect();
            let with =
                |new: ClauseId| own.iter().map(|other| if *other == id { new } else { *other }).collect::<Vec<_>>();
            let together = checker.with(&offers);
            for check in (0..program.checks.len() as u32).map(CheckId).take(3) {
                let property = &program.checks[check.0 as usize];
                let cases: Vec<Values> = checker
                    .cases(check, 2, &options, &quiet)
                    .into_iter()
                    .take(CASES)
                    .map(|met| Values { terms: met.values.formula.terms.clone(), bindings: met.values.bindings })
                    .collect();
                for goal in [property.hypotheses, property.conclusion] {
                    let mut chosen = Decider::new(&together, &property.formula, goal);
                    let plain = Decider::new(&checker, &property.formula, goal);
                    for (edit, offer) in edits.iter().zip(&offered) {
                        let mut alone = Overlay::default();
                        alone.replace(id, edit.clause.clone());
                        let alone = Decider::new(&checker.with(&alone), &property.formula, goal);
                        chosen.choose(&with(*offer));
                        for case in &cases {
                            let one = alone.decide(case, BOUND, limits);
                            let other = chosen.decide(case, BOUND, limits);
                            // What is pruned may differ, so that one of them may be cut off.
                            if one != Decision::CutOff && other != Decision::CutOff {
                                assert_eq!(one, other, "{name}: {}", edit.words);
                                compared += 1;
                                changed += u32::from(plain.decide(case, BOUND, limits) != one);
                            }
                        }
                    }
                    // What was chosen last leaves no trace.
                    chosen.choose(own);
                    for case in &cases {
                        assert_eq!(plain.decide(case, BOUND, limits), chosen.decide(case, BOUND, limits), "{name}");
                    }
                }
            }
        }
    }
    assert!(compared > 1000 && changed > 50, "{compared} {changed}");
}
