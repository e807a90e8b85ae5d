//! Checking programs in memory.

use blame::check::{Checker, Monitor, Options, Outcome, Sampling, SpeedUps, Strategy, Verdict};
use blame::program::{Check, CheckId, Program};
use blame::syntax::Notation;
use blame::term::{Term, Var};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A monitor that ends a search after a while.
struct Clock {
    stop: AtomicBool,
    started: Instant,
}

impl Monitor for Clock {
    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

/// How a property is checked if nothing else is said.
pub fn options(strategy: Strategy) -> Options {
    Options {
        strategy,
        depth: None,
        most: 1,
        first: false,
        sampling: Sampling { seed: 1, samples: 1000, rate: None, scope: None },
        speed_ups: SpeedUps::default(),
        memory: 200_000_000,
        steps: u64::MAX,
        jobs: 1,
        types: vec![],
    }
}

/// Checks all properties of a program, each for at most some seconds.
pub fn outcomes(program: &mut Program, options: &Options, seconds: f64) -> Vec<Outcome> {
    let constants = program.add_constants();
    let checker = Checker::new(program, constants);
    (0..program.checks.len() as u32).map(|id| outcome(&checker, CheckId(id), options, seconds)).collect()
}

fn outcome(checker: &Checker, id: CheckId, options: &Options, seconds: f64) -> Outcome {
    let clock = Clock { stop: AtomicBool::new(false), started: Instant::now() };
    let (done, wait) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let stop = &clock.stop;
        scope.spawn(move || {
            if wait.recv_timeout(Duration::from_secs_f64(seconds)).is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let outcome = checker.check(id, options, &clock);
        let _ = done.send(());
        outcome
    })
}

/// The bindings of each counterexample, in Prolog's notation.
pub fn counterexamples(program: &Program, outcome: &Outcome) -> Vec<String> {
    let Verdict::Counterexample(found) = &outcome.verdict else { return vec![] };
    let check = &program.checks[outcome.check.0 as usize];
    let shown = found.iter().map(|found| {
        let bindings = found.bindings.iter().map(|(var, term)| {
            let value = program.print_term(&found.formula, *term, Notation::Prolog);
            format!("{} = {value}", printed_name(program, check, *var))
        });
        bindings.collect::<Vec<_>>().join(", ")
    });
    shown.collect()
}

/// The name of a variable as Prolog knows it: `E'` of an αProlog file is printed otherwise.
fn printed_name(program: &Program, check: &Check, var: Var) -> String {
    let formula = &check.formula;
    let mut goals = vec![check.hypotheses, check.conclusion];
    let mut terms = vec![];
    while let Some(goal) = goals.pop() {
        goals.extend(formula.subgoals(goal));
        terms.extend(formula.goal_terms(goal));
        while let Some(term) = terms.pop() {
            if matches!(formula.terms.get(term), Term::Var(other) if *other == var) {
                return program.print_term(formula, term, Notation::Prolog);
            }
            terms.extend(formula.terms.children(term));
        }
    }
    "_".into()
}

/// The verdict in words, with the smallest counterexample.
pub fn words(program: &Program, outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Counterexample(_) => format!("counterexample {}", counterexamples(program, outcome)[0]),
        verdict => verdict.name().to_owned(),
    }
}

/// The name of a property.
pub fn name<'p>(program: &'p Program, check: &Check) -> &'p str {
    program.symbols.text(check.name)
}

/// The files of a program and its properties, with their texts.
pub fn texts_of(path: &Path) -> Vec<(String, String)> {
    let files = [path.to_owned()].into_iter().chain(super::properties_of(path));
    files.map(|file| (file.display().to_string(), std::fs::read_to_string(&file).unwrap())).collect()
}

/// A program from files that must be without errors; nothing if they are not.
pub fn load_if_right(texts: &[(String, String)]) -> Option<Program> {
    let texts: Vec<_> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (program, diagnostics, _) = super::load(&texts);
    (!diagnostics.has_errors()).then_some(program)
}

/// A folder for the files of a test.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
