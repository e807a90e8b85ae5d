//! Where the culprit stands in the ranking: over mutants of the programs, whose culprit is known.
//!
//! `BLAME_RANKS=60 cargo test --release --test ranks -- --nocapture` takes so many mutants of each program and prints the
//! table; `BLAME_RANKS_OF=sort,heap` only of these programs, `BLAME_RANKS_SEED=2` draws other mutants, and
//! `BLAME_RANKS_REPORT=1` shows those whose culprit is not first.

mod common;

use blame::blame::{Blame, Change, Request, Spectrum, Suspect, blame};
use blame::check::{Checker, Monitor, Options, Outcome, Strategy, Verdict};
use blame::edit::{EditKind, edits, edits_of};
use blame::program::{CheckId, Clause, ClauseId, Program};
use blame::syntax::Notation;
use blame::term::sym;
use common::checking::{load_if_right, options, texts_of};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The programs without faults whose properties judge them.
const PROGRAMS: [&str; 13] = [
    "arith.apl",
    "bool.pl",
    "bst.pl",
    "digraph.pl",
    "grammar_fixed.pl",
    "heap.pl",
    "imp.apl",
    "list_machine.apl",
    "miniml.pl",
    "rbt.pl",
    "set.pl",
    "sort.pl",
    "stlc.apl",
];

/// The most calls of the search of one property of a mutant.
const STEPS: u64 = 1_000_000;

/// The same where all mutants are counted.
const CORE_STEPS: u64 = 100_000;

/// The seconds that blame has for one mutant.
const BUDGET: f64 = 10.0;

struct Steady {
    stop: AtomicBool,
    started: Instant,
}

impl Monitor for Steady {
    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

fn steady() -> Steady {
    Steady { stop: AtomicBool::new(false), started: Instant::now() }
}

/// A faulty program, and who is to blame.
struct Mutant {
    program: Program,
    culprit: Suspect,
    original: Option<Clause>,
}

/// How a ranking does on some mutants.
#[derive(Default, Clone)]
struct Score {
    top1: f64,
    top3: f64,
    mrr: f64,
    count: f64,
}

impl Score {
    /// Adds a rank; ties count by their expected share.
    fn add(&mut self, better: usize, equal: usize) {
        let places = (better + 1..=better + equal.max(1)).map(|place| place as f64);
        let n = equal.max(1) as f64;
        self.count += 1.0;
        self.top1 += places.clone().filter(|place| *place <= 1.0).count() as f64 / n;
        self.top3 += places.clone().filter(|place| *place <= 3.0).count() as f64 / n;
        self.mrr += places.map(|place| 1.0 / place).sum::<f64>() / n;
    }

    fn lost(&mut self) {
        self.count += 1.0;
    }

    fn show(&self) -> String {
        let of = |sum: f64| format!("{:.2}", sum / self.count.max(1.0));
        format!("{} {} {}", of(self.top1), of(self.top3), of(self.mrr))
    }
}

fn suspect_clauses(program: &Program) -> Vec<ClauseId> {
    let ids = (0..program.clauses.len() as u32).map(ClauseId);
    ids.filter(|id| !program.signature.predicate(program.clause(*id).predicate).trusted).collect()
}

fn without(program: &Program, id: ClauseId) -> Program {
    let mut mutated = program.clone();
    let predicate = program.clause(id).predicate;
    mutated.signature.predicates[predicate.0 as usize].clauses.retain(|other| *other != id);
    mutated
}

fn with_added(program: &Program, clause: Clause) -> (Program, ClauseId) {
    let mut mutated = program.clone();
    let id = ClauseId(mutated.clauses.len() as u32);
    mutated.signature.predicates[clause.predicate.0 as usize].clauses.push(id);
    mutated.clauses.push(clause);
    (mutated, id)
}

fn with(program: &Program, id: ClauseId, clause: Clause) -> Program {
    let mut mutated = program.clone();
    mutated.clauses[id.0 as usize] = clause;
    mutated
}

/// The kinds of edits that make mutants: those that operators make; the others only serve repairs.
const KINDS: [EditKind; 20] = [
    EditKind::GoalLeftOut,
    EditKind::DisjunctLeftOut,
    EditKind::DisjunctionToConjunction,
    EditKind::ConjunctionToDisjunction,
    EditKind::Comparison,
    EditKind::Arithmetic,
    EditKind::Equation,
    EditKind::VariableReplaced,
    EditKind::VariableFreed,
    EditKind::VariablesSwapped,
    EditKind::ConstructorReplaced,
    EditKind::IntegerChanged,
    EditKind::TermFreed,
    EditKind::VariableToConstant,
    EditKind::PredicateReplaced,
    EditKind::ArgumentsSwapped,
    EditKind::GoalNegated,
    EditKind::NegationDropped,
    EditKind::BranchesSwapped,
    EditKind::ConditionNegated,
];

/// What makes a mutant of a program.
enum Operator {
    Edit(Vec<(ClauseId, Clause)>),
    Delete(Vec<ClauseId>),
    /// A clause is added that is an edit of another one.
    Duplicate(Vec<(ClauseId, Clause)>),
}

/// All operators that apply to a program, with the places where they do.
fn operators(program: &Program) -> Vec<Operator> {
    let mut by_kind: BTreeMap<EditKind, Vec<(ClauseId, Clause)>> = BTreeMap::new();
    let clauses = suspect_clauses(program);
    for id in &clauses {
        for edit in edits(program, *id).into_iter().filter(|edit| KINDS.contains(&edit.kind)) {
            if is_lonely(program, *id, &edit.clause) {
                continue;
            }
            by_kind.entry(edit.kind).or_default().push((*id, edit.clause));
        }
    }
    let all = by_kind.values().flatten().cloned().collect();
    let edits = by_kind.into_values().map(Operator::Edit);
    edits.chain([Operator::Delete(clauses), Operator::Duplicate(all)]).collect()
}

/// Whether an edit leaves a variable with a name that stands only once: a warning would show it.
fn is_lonely(program: &Program, id: ClauseId, edited: &Clause) -> bool {
    let lonely = |clause: &Clause| {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        let mut visit = |term| clause.formula.each_var(term, &mut |var, _| *counts.entry(var.0).or_default() += 1);
        clause.head.iter().for_each(|term| visit(*term));
        let mut todo = vec![clause.body];
        while let Some(goal) = todo.pop() {
            clause.formula.goal_terms(goal).into_iter().for_each(&mut visit);
            todo.extend(clause.formula.subgoals(goal));
        }
        let named = |var: &u32| clause.formula.vars[*var as usize].name != sym::UNDERSCORE;
        counts.into_iter().filter(|(_, count)| *count == 1).map(|(var, _)| var).filter(named).collect::<BTreeSet<_>>()
    };
    !lonely(edited).is_subset(&lonely(program.clause(id)))
}

fn pick<T>(from: &mut Vec<T>, rng: &mut SmallRng) -> Option<T> {
    (!from.is_empty()).then(|| from.swap_remove(rng.random_range(0..from.len())))
}

/// A mutant that was not drawn before: the operator first, then the place; with two edits both in one clause.
fn mutant(program: &Program, operators: &mut [Operator], rng: &mut SmallRng, two: bool) -> Option<Mutant> {
    let number = rng.random_range(0..operators.len());
    match &mut operators[number] {
        Operator::Delete(_) | Operator::Duplicate(_) if two => None,
        Operator::Delete(clauses) => {
            let id = pick(clauses, rng)?;
            let original = program.clause(id).clone();
            let culprit = Suspect::Missing(original.predicate);
            Some(Mutant { program: without(program, id), culprit, original: Some(original) })
        }
        Operator::Duplicate(edits) => {
            let (_, clause) = pick(edits, rng)?;
            let (program, id) = with_added(program, clause);
            Some(Mutant { program, culprit: Suspect::Clause(id), original: None })
        }
        Operator::Edit(edits) => {
            let (id, mut clause) = pick(edits, rng)?;
            if two {
                let mut again: Vec<_> =
                    edits_of(program, &clause).into_iter().filter(|edit| KINDS.contains(&edit.kind)).collect();
                again.shuffle(rng);
                let kind = again.first()?.kind;
                again.retain(|edit| edit.kind == kind);
                clause = again.pop().filter(|edit| !is_lonely(program, id, &edit.clause))?.clause;
            }
            let original = Some(program.clause(id).clone());
            Some(Mutant { program: with(program, id, clause), culprit: Suspect::Clause(id), original })
        }
    }
}

fn outcomes(checker: &Checker, options: &Options) -> Vec<Outcome> {
    let count = checker.programs.user.checks.len() as u32;
    (0..count).map(|id| checker.check(CheckId(id), options, &steady())).collect()
}

fn is_killed(outcomes: &[Outcome]) -> bool {
    outcomes.iter().any(|outcome| matches!(outcome.verdict, Verdict::Counterexample(_)))
}

fn text(program: &Program, clause: &Clause) -> String {
    program.print_clause(&Clause { label: None, ..clause.clone() }, Notation::Prolog)
}

fn blamed(
    checker: &Checker,
    outcomes: &[Outcome],
    options: &Options,
    hidden: &(dyn Fn(&Change) -> bool + Sync),
) -> Blame {
    let monitor = steady();
    let stop = &monitor.stop;
    let (done, wait) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if wait.recv_timeout(std::time::Duration::from_secs_f64(BUDGET)).is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let request = Request {
            options,
            monitor: &monitor,
            budget: BUDGET,
            trusted: vec![],
            assumable: vec![],
            repairs: true,
            hidden,
            jobs: 1,
        };
        let blame = blame(checker, outcomes, &request);
        let _ = done.send(());
        blame
    })
}

/// The suspects without their repairs, and the seconds that they take.
fn suspects_only(checker: &Checker, outcomes: &[Outcome], options: &Options) -> (Blame, f64) {
    let monitor = steady();
    let request = Request {
        options,
        monitor: &monitor,
        budget: BUDGET,
        trusted: vec![],
        assumable: vec![],
        repairs: false,
        hidden: &|_| false,
        jobs: 1,
    };
    (blame(checker, outcomes, &request), monitor.seconds())
}

/// All mutants that operators make of a program: every place of every operator.
fn all_mutants(program: &Program) -> impl Iterator<Item = Mutant> + '_ {
    operators(program).into_iter().flat_map(move |operator| -> Vec<Mutant> {
        let edited = |(id, clause): (ClauseId, Clause)| Mutant {
            program: with(program, id, clause),
            culprit: Suspect::Clause(id),
            original: Some(program.clause(id).clone()),
        };
        match operator {
            Operator::Edit(edits) => edits.into_iter().map(edited).collect(),
            Operator::Delete(clauses) => {
                let deleted = |id: ClauseId| Mutant {
                    program: without(program, id),
                    culprit: Suspect::Missing(program.clause(id).predicate),
                    original: Some(program.clause(id).clone()),
                };
                clauses.into_iter().map(deleted).collect()
            }
            // What is edited is the same clause again.
            Operator::Duplicate(_) => vec![],
        }
    })
}

/// `BLAME_CORE=bool,sort cargo test --release --test ranks core -- --nocapture` counts all mutants of these programs;
/// `BLAME_CORE_EACH=7` takes every seventh.
#[test]
fn the_culprit_is_in_the_core_of_all_mutants() {
    let wish = std::env::var("BLAME_CORE").ok();
    let each =
        std::env::var("BLAME_CORE_EACH").map_or(if wish.is_some() { 1 } else { 9 }, |text| text.parse().unwrap());
    let wish = wish.unwrap_or_else(|| "bool".to_owned());
    for name in PROGRAMS.iter().filter(|name| wish.split(',').any(|wish| name.starts_with(wish))) {
        let path = common::root().join("programs").join(name);
        let mut program = load_if_right(&texts_of(&path)).unwrap();
        let constants = program.add_constants();
        let options = Options { most: 3, steps: CORE_STEPS, ..options(Strategy::Lazy) };
        let (mut made, mut killed, mut lost) = (0, 0, vec![]);
        for mutant in all_mutants(&program).step_by(each) {
            made += 1;
            let checker = Checker::new(&mutant.program, constants);
            let outcomes = outcomes(&checker, &options);
            if !is_killed(&outcomes) {
                continue;
            }
            killed += 1;
            let (blame, _) = suspects_only(&checker, &outcomes, &options);
            if !blame.ranked.iter().any(|one| one.core && one.suspect == mutant.culprit) {
                lost.push(mutant.original.as_ref().map(|clause| text(&program, clause)));
            }
        }
        println!("{name}: {made} mutants, {killed} killed, {} without the culprit in the core", lost.len());
        assert!(killed > 0 && lost.is_empty(), "{name}: {lost:?}");
    }
}

fn median(seconds: &mut [f64]) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied().unwrap_or(0.0)
}

/// How many suspects rank before one, and how many beside it; none if it is not among them.
fn place(scores: &[(Suspect, f64)], culprit: Suspect) -> Option<(usize, usize)> {
    let (_, own) = scores.iter().find(|(suspect, _)| *suspect == culprit)?;
    let better = scores.iter().filter(|(_, score)| *score > own + 1e-9).count();
    let equal = scores.iter().filter(|(_, score)| (score - own).abs() <= 1e-9).count();
    Some((better, equal))
}

#[derive(Default)]
struct Totals {
    ours: Score,
    hidden: Score,
    two: Score,
    peers: [Score; 3],
    lost: u32,
    core: usize,
    killed: usize,
    /// How long the suspects took, and the suspects with their repairs.
    seconds: [Vec<f64>; 2],
}

fn seed() -> u64 {
    std::env::var("BLAME_RANKS_SEED").map_or(7, |text| text.parse().unwrap())
}

fn study(name: &str, wanted: usize, report: bool) -> Totals {
    let path = common::root().join("programs").join(name);
    let mut program = load_if_right(&texts_of(&path)).unwrap();
    let constants = program.add_constants();
    let options = Options { most: 15, steps: STEPS, ..options(Strategy::Lazy) };
    let mut operators = operators(&program);
    let mut rng = SmallRng::seed_from_u64(seed());
    let mut totals = Totals::default();
    let mut tries = 0;
    while totals.killed < wanted && tries < wanted * 6 {
        tries += 1;
        let two = tries % 3 == 0;
        let Some(mutant) = mutant(&program, &mut operators, &mut rng, two) else { continue };
        let checker = Checker::new(&mutant.program, constants);
        let outcomes = outcomes(&checker, &options);
        if !is_killed(&outcomes) {
            continue;
        }
        totals.killed += 1;
        let started = Instant::now();
        let original = mutant.original.as_ref().map(|clause| text(&program, clause));
        let undoes = |change: &Change| match change {
            Change::Replace(_, _, clause) | Change::Add(clause) => Some(text(&program, clause)) == original,
            // What was added is undone by leaving it out.
            Change::Delete(_) => original.is_none(),
        };
        let open = blamed(&checker, &outcomes, &options, &|_| false);
        totals.seconds[1].push(started.elapsed().as_secs_f64());
        totals.seconds[0].push(suspects_only(&checker, &outcomes, &options).1);
        let scores = |blame: &Blame| blame.ranked.iter().map(|one| (one.suspect, one.score)).collect::<Vec<_>>();
        let add = |score: &mut Score, scores: &[(Suspect, f64)]| match place(scores, mutant.culprit) {
            Some((better, equal)) => score.add(better, equal),
            None => score.lost(),
        };
        let in_core = open.ranked.iter().any(|one| one.core && one.suspect == mutant.culprit);
        totals.core += open.ranked.iter().filter(|one| one.core).count();
        if !in_core {
            totals.lost += 1;
        }
        if two {
            add(&mut totals.two, &scores(&open));
        } else {
            add(&mut totals.ours, &scores(&open));
            add(&mut totals.hidden, &scores(&blamed(&checker, &outcomes, &options, &undoes)));
            for (peer, measure) in [Spectrum::ochiai, Spectrum::tarantula, Spectrum::dstar].into_iter().enumerate() {
                let clauses = suspect_clauses(&mutant.program).into_iter();
                let scores: Vec<_> = clauses
                    .map(|id| (Suspect::Clause(id), measure(Spectrum::new(id, &open.failing, &open.passing))))
                    .collect();
                add(&mut totals.peers[peer], &scores);
            }
        }
        if report {
            let rank = place(&scores(&open), mutant.culprit);
            if !in_core || rank.is_none_or(|(better, _)| better > 0) {
                let now = match mutant.culprit {
                    Suspect::Clause(id) => text(&program, mutant.program.clause(id)),
                    Suspect::Missing(_) => "(deleted)".into(),
                };
                println!(
                    "  {name} core={in_core} rank={rank:?} two={two}\n    was {}\n    now {now}",
                    original.unwrap_or_default()
                );
                for one in open.ranked.iter().take(3) {
                    let who = match one.suspect {
                        Suspect::Clause(id) => mutant.program.clause_name(id),
                        Suspect::Missing(id) => format!("missing {}", mutant.program.predicate_name(id)),
                    };
                    println!("    {:.1} {who} {:?} {:?}", one.score, one.counts, one.repairs.first().map(|r| &r.words));
                }
            }
        }
    }
    totals
}

#[test]
fn the_culprit_ranks_high() {
    let wanted: usize = std::env::var("BLAME_RANKS").ok().map_or(4, |text| text.parse().unwrap());
    // Without a wish, those that take least.
    let few = "bool,grammar_fixed,set,sort".to_owned();
    let only = std::env::var("BLAME_RANKS_OF").unwrap_or(if wanted > 4 { String::new() } else { few });
    let report = std::env::var_os("BLAME_RANKS_REPORT").is_some();
    let mut all = Totals::default();
    println!(
        "program | killed core lost, median s of suspects and repairs | ours | inverse hidden | two edits | Ochiai | Tarantula | DStar"
    );
    for name in PROGRAMS.iter().filter(|name| only.is_empty() || only.split(',').any(|wish| name.starts_with(wish))) {
        let mut totals = study(name, wanted, report);
        let peers = totals.peers.iter().map(Score::show).collect::<Vec<_>>().join(" | ");
        println!(
            "{name} | {} {:.1} {} {:.2} {:.2} | {} | {} | {} | {peers}",
            totals.killed,
            totals.core as f64 / totals.killed.max(1) as f64,
            totals.lost,
            median(&mut totals.seconds[0]),
            median(&mut totals.seconds[1]),
            totals.ours.show(),
            totals.hidden.show(),
            totals.two.show(),
        );
        all.killed += totals.killed;
        all.lost += totals.lost;
        all.ours.mrr += totals.ours.mrr;
        all.ours.count += totals.ours.count;
    }
    assert!(all.killed > 8, "{}", all.killed);
    assert_eq!(all.lost, 0, "the culprit is always in the core");
    let ours = all.ours.mrr / all.ours.count;
    assert!(ours > 0.7, "{ours}");
}
