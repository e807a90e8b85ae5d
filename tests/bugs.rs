//! Who is blamed for faults that people make: those of the programs that ship with one, and those of `tests/bugs`.
//!
//! `BLAME_BUGS=all cargo test --release --test bugs -- --nocapture --test-threads 1` prints the table of all of them;
//! `BLAME_BUGS=miniml,sort` only of those whose names have one of these in them. `BLAME_BUGS_STEPS` is the most calls of the
//! search of one property.

mod common;

use blame::blame::{Blame, COUNTEREXAMPLES, Ranked, Repair, Request, Suspect, blame};
use blame::check::{Checker, Monitor, Options, Outcome, Strategy, Verdict};
use blame::program::CheckId;
use common::bugs::{Faulty, seeded, that_ship};
use common::checking::{name, options};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The most calls of the search of one property: every bug has a counterexample that is found with so many.
const STEPS: u64 = 1_000_000;

/// The seconds of the budget, of which each stands for so many calls.
const BUDGET: f64 = 10.0;

/// What is tried if nothing else is asked for: bugs that take little, and the properties that are checked; all, if none is
/// named. The other properties of the large programs take longer than all the rest.
const FEW: [(&str, &[&str]); 9] = [
    ("grammar", &[]),
    ("sort_bug", &[]),
    ("imp_bug", &[]),
    ("rbt_bug", &[]),
    ("list_machine lub_with_nil", &["lub commutative", "lub above"]),
    ("list_machine jump_unchecked", &["jump preservation"]),
    ("list_machine environments_upside_down", &["store subsumption", "jump preservation"]),
    ("miniml case_right_context", &["eval_types", "desugar_types"]),
    ("miniml subst_forgets_shift", &["substitution_under_binder"]),
];
const FEW_BUDGET: f64 = 4.0;

/// Those whose first repair undoes the fault.
const UNDONE: [&str; 3] = ["grammar", "sort_bug", "miniml case_right_context"];

/// Nothing ends early: what is found depends on counted calls alone, not on the machine.
struct Patient {
    stop: AtomicBool,
    started: Instant,
}

impl Monitor for Patient {
    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

fn patient() -> Patient {
    Patient { stop: AtomicBool::new(false), started: Instant::now() }
}

/// What came of one bug.
struct Row {
    bug: String,
    /// The properties that have a counterexample.
    failed: Vec<String>,
    /// The seconds of the check, of suspects, and of repairs.
    seconds: [f64; 3],
    /// Whether the culprit is in the core.
    core: bool,
    /// Its place, without and with repairs; ties count at their worst.
    places: [Option<usize>; 2],
    /// How many suspects are in the core, and at all.
    suspects: [usize; 2],
    /// Which of its repairs undoes the bug, from 1.
    undone: Option<usize>,
    /// Its first repair.
    first: Option<String>,
    /// Who stands before it.
    before: Vec<String>,
    cut_off: bool,
}

impl Row {
    /// `properties` are those that are checked; all, if none is named.
    fn of(faulty: &Faulty, properties: &[&str], steps: u64, budget: f64) -> Row {
        let mut program = faulty.program.clone();
        let constants = program.add_constants();
        let checker = Checker::new(&program, constants);
        let options = Options { most: COUNTEREXAMPLES, steps, ..options(Strategy::Lazy) };
        let ids = (0..program.checks.len() as u32).map(CheckId);
        let is_asked = |id: &CheckId| {
            properties.is_empty() || properties.contains(&name(&program, &program.checks[id.0 as usize]))
        };
        let ids = ids.filter(is_asked);
        let (outcomes, checked) = timed(|| {
            let outcomes = ids.map(|id| checker.check(id, &options, &patient()));
            outcomes.collect::<Vec<_>>()
        });
        let failed = outcomes.iter().filter(|outcome| matches!(outcome.verdict, Verdict::Counterexample(_)));
        let failed: Vec<String> =
            failed.map(|outcome| name(&program, &program.checks[outcome.check.0 as usize]).to_owned()).collect();
        if failed.is_empty() {
            return Row::unnoticed(faulty, checked);
        }
        let (plain, suspecting) = timed(|| blamed(&checker, &outcomes, &options, None));
        let (blame, all) = timed(|| blamed(&checker, &outcomes, &options, Some(budget)));
        let culprit = blame.ranked.iter().find(|one| one.suspect == faulty.culprit);
        let repairs = culprit.map_or(&[][..], |one| one.repairs.as_slice());
        let place = place(&blame, faulty.culprit);
        Row {
            bug: faulty.name.clone(),
            failed,
            seconds: [checked, suspecting, (all - suspecting).max(0.0)],
            core: culprit.is_some_and(|one| one.core),
            places: [self::place(&plain, faulty.culprit), place],
            suspects: [blame.ranked.iter().filter(|one| one.core).count(), blame.ranked.len()],
            undone: repairs.iter().position(|repair| faulty.is_undone_by(&repair.change)).map(|place| place + 1),
            first: repairs.first().map(|repair| repair.words.clone()),
            before: before(faulty, &blame, place.unwrap_or(0)),
            cut_off: blame.cut_off,
        }
    }

    fn unnoticed(faulty: &Faulty, checked: f64) -> Row {
        Row {
            bug: faulty.name.clone(),
            failed: vec![],
            seconds: [checked, 0.0, 0.0],
            core: false,
            places: [None; 2],
            suspects: [0; 2],
            undone: None,
            first: None,
            before: vec![],
            cut_off: false,
        }
    }

    fn show(&self) -> String {
        let [checked, suspecting, repairing] = self.seconds;
        if self.failed.is_empty() {
            return format!("{} | no property catches it | {checked:.2}", self.bug);
        }
        let shown = |place: Option<usize>| place.map_or("-".into(), |place| place.to_string());
        let [plain, ranked] = self.places.map(shown);
        let [core, all] = self.suspects;
        let undone = match (self.undone, &self.first) {
            (Some(1), _) => "first".to_owned(),
            (Some(place), _) => format!("{place}."),
            (None, Some(words)) => format!("no: {words}"),
            (None, None) => "no repair".into(),
        };
        let cut_off = if self.cut_off { ", cut off" } else { "" };
        format!(
            "{} | {} | {checked:.2} | {suspecting:.2} | {repairing:.2} | {} | {plain} | {ranked} | {core} of {all} | {undone}{cut_off} | {}",
            self.bug,
            self.failed.join(" "),
            if self.core { "yes" } else { "no" },
            self.before.join(" "),
        )
    }
}

fn timed<T>(make: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let made = make();
    (made, started.elapsed().as_secs_f64())
}

fn blamed(checker: &Checker, outcomes: &[Outcome], options: &Options, repairs: Option<f64>) -> Blame {
    let monitor = patient();
    let request = Request {
        options,
        monitor: &monitor,
        budget: repairs.unwrap_or_default(),
        trusted: vec![],
        assumable: vec![],
        repairs: repairs.is_some(),
        hidden: &|_| false,
        jobs: 1,
    };
    blame(checker, outcomes, &request)
}

/// The place of a suspect, from 1; the last of those that it is tied with.
fn place(blame: &Blame, suspect: Suspect) -> Option<usize> {
    let own = blame.ranked.iter().find(|one| one.suspect == suspect)?.score;
    Some(blame.ranked.iter().filter(|one| one.score >= own - 1e-9).count())
}

/// Who stands before the culprit or beside it, the first few.
fn before(faulty: &Faulty, blame: &Blame, place: usize) -> Vec<String> {
    let program = &faulty.program;
    let others = blame.ranked.iter().take(place).filter(|one| one.suspect != faulty.culprit);
    let shown = |one: &Ranked| {
        let who = match one.suspect {
            Suspect::Clause(id) => program.clause_name(id),
            Suspect::Missing(id) => format!("-{}", program.predicate_name(id)),
        };
        let repair = one.repairs.first().map_or(0.0, Repair::quality);
        format!("{who}({:.0},{repair:.2})", one.score)
    };
    others.take(4).map(shown).collect()
}

/// Prints the table of those that are asked for. Without a wish these are the few, whose culprits are in the core, and first or
/// second.
fn study(all: impl Fn(&dyn Fn(&str) -> bool) -> Vec<Faulty>) {
    let wish = std::env::var("BLAME_BUGS").ok();
    let few = |bug: &str| FEW.iter().find(|(name, _)| *name == bug);
    let is_wished = |bug: &str| match wish.as_deref() {
        None => few(bug).is_some(),
        Some(names) => names == "all" || names.split(',').any(|name| bug.contains(name)),
    };
    let steps = std::env::var("BLAME_BUGS_STEPS").map_or(STEPS, |text| text.parse().unwrap());
    println!(
        "bug | fails | check s | suspects s | repairs s | core? | rank without repairs | rank | core | undone | before it"
    );
    let (mut lost, mut count) = (vec![], 0);
    for faulty in all(&is_wished) {
        let row = match (&wish, few(&faulty.name)) {
            (None, Some((_, properties))) => Row::of(&faulty, properties, steps, FEW_BUDGET),
            _ => Row::of(&faulty, &[], steps, BUDGET),
        };
        println!("{}", row.show());
        count += 1;
        let is_found = row.core && row.places[1].is_some_and(|place| place <= 2);
        if wish.is_none() && !(is_found && (row.undone == Some(1) || !UNDONE.contains(&row.bug.as_str()))) {
            lost.push(row.show());
        }
    }
    assert!(wish.is_some() || count >= FEW.len() / 2, "the few are there: {count}");
    assert!(lost.is_empty(), "not in the core, not first or second, or not undone:\n{}", lost.join("\n"));
}

#[test]
fn faults_of_programs_that_ship_are_blamed() {
    study(|is_wished| that_ship(is_wished));
}

#[test]
fn bugs_seeded_by_hand_are_blamed() {
    study(|is_wished| seeded(is_wished));
}
