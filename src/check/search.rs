//! The search by rounds: the hypotheses are solved within a bound of 1, 2, 3, ...
//!
//! A round takes the answers that smaller bounds do not have; what an earlier round left open (a conclusion that was cut
//! off, a variable that had all its constructors) is kept and gone on with. A round is finished before a counterexample is
//! given, so that the smallest comes first. A long round is done in pieces, which threads share; the pieces are the same
//! for any number of threads, and so is what they come to.

use super::outcome::{Counterexample, Outcome, Reason, Round, Vacuity, Verdict};
use super::property::{Progress, Strategy, Task};
use super::reference::Verified;
use super::values::{NODE, place};
use crate::engine::{Code, Event, Leaf, Machine, Share, StopReason};
use crate::generate::place_of_char;
use crate::source::Span;
use crate::term::{Term, TermId};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many clause uses make a round long enough for pieces.
const LONG: u64 = 300_000;
/// How many pieces a search has, and how many branches there should be to share out.
const PIECES: u64 = 32;
const BRANCHES: u64 = 512;
/// How many cases that were left open make a piece.
const LEAVES: usize = 256;

/// Cases that are left for the next round, and how much room they take.
#[derive(Default)]
struct Left {
    leaves: Vec<Leaf>,
    bytes: usize,
    /// How many of them are conclusions that were cut off.
    undecided: u64,
}

impl Left {
    fn push(&mut self, leaf: Leaf) {
        self.bytes += leaf.bytes();
        self.leaves.push(leaf);
    }

    fn extend(&mut self, other: Left) {
        self.bytes += other.bytes;
        self.undecided += other.undecided;
        self.leaves.extend(other.leaves);
    }
}

/// What a piece of a round goes through.
#[derive(Clone, Copy)]
enum Work<'l> {
    /// Cases that were left open.
    Leaves(&'l [Leaf]),
    /// The hypotheses, or a share of their search.
    Search(Option<Share>),
}

/// What a piece of a round came to.
#[derive(Default)]
struct Piece {
    found: Vec<Counterexample>,
    cases: u64,
    uses: u64,
    left: Left,
    cut_off: bool,
    stopped: Option<StopReason>,
    error: Option<Undefined>,
}

/// What had no value, and where.
type Undefined = (&'static str, Option<Span>);

impl Piece {
    /// Takes in what the next piece came to.
    fn extend(&mut self, other: Piece, most: usize) {
        other.found.into_iter().for_each(|found| keep(&mut self.found, found, most));
        self.cases += other.cases;
        self.uses += other.uses;
        self.left.extend(other.left);
        self.cut_off |= other.cut_off;
        self.stopped = self.stopped.or(other.stopped);
        self.error = self.error.or(other.error);
    }
}

/// Searches for counterexamples round by round.
pub(super) fn search(task: &Task) -> Outcome {
    let code = task.code(task.options.strategy == Strategy::Naf);
    let mut progress = Progress::default();
    if let Some((what, place)) = code.unsupported.clone() {
        return progress.unknown(task, Reason::Unsupported(what, place));
    }
    let shapes = &code.proc(code.main).shapes;
    if let Some(place) = shapes.iter().position(|shape| code.shapes.get(*shape).least.is_none()) {
        return progress.vacuous(task, Vacuity::NoValues(code.variables[place]));
    }
    let mut left = Left::default();
    let mut error = None;
    let mut long = false;
    // Why a counterexample was not confirmed: from then on each is, before it takes the place of another.
    let mut doubt = None;
    for depth in 1..=task.bound().max(1) {
        progress.depth = depth;
        task.monitor.round(depth, progress.cases);
        if task.is_stopped() {
            return stopped(task, progress, error, StopReason::Asked);
        }
        let began = task.monitor.seconds();
        let mut piece = round(task, &code, depth, &left.leaves, (long, doubt.is_some()), progress.cases);
        let complete = |piece: &Piece| piece.stopped.is_none() || piece.stopped == Some(StopReason::Asked);
        if doubt.is_none() && complete(&piece) {
            doubt = confirm(task, &mut piece.found);
            if doubt.is_some() && piece.found.is_empty() && piece.stopped.is_none() {
                let cases = progress.cases;
                piece = round(task, &code, depth, &left.leaves, (long, true), cases);
            }
        }
        long = piece.uses > LONG;
        progress.cases += piece.cases;
        progress.uses += piece.uses;
        error = error.or(piece.error);
        let ended = piece.stopped.filter(|reason| *reason != StopReason::Asked || piece.found.is_empty());
        if !piece.found.is_empty() && ended.is_none() {
            return progress.end(task, Verdict::Counterexample(piece.found));
        }
        if let Some(reason) = ended {
            return match doubt {
                Some(why) if !task.monitor.interrupted() => progress.unknown(task, Reason::Unconfirmed(why)),
                _ => stopped(task, progress, error, reason),
            };
        }
        progress.rounds.push(Round { depth, cases: piece.cases, seconds: task.monitor.seconds() - began });
        left = piece.left;
        if !piece.cut_off && left.leaves.is_empty() {
            return finished(task, progress, (error, doubt), true, 0);
        }
    }
    finished(task, progress, (error, doubt), false, left.undecided)
}

/// A limit ended the round of the bound at hand. Where something had no value, that says more than the limit.
fn stopped(task: &Task, mut progress: Progress, error: Option<Undefined>, reason: StopReason) -> Outcome {
    let depth = progress.depth;
    progress.depth = depth - 1;
    let reason = match error {
        Some((what, place)) if !task.monitor.interrupted() => Reason::Undefined(what.to_owned(), place),
        _ => Reason::Stopped(reason, depth),
    };
    progress.unknown(task, reason)
}

/// One round, in pieces if it will be long. If counterexamples are doubted, each is confirmed before it is kept.
fn round(task: &Task, code: &Code, depth: u32, leaves: &[Leaf], (long, doubts): (bool, bool), cases: u64) -> Piece {
    let mut works: Vec<Work> = leaves.chunks(LEAVES).map(Work::Leaves).collect();
    match long.then(|| share_depth(task, code, depth)).flatten() {
        Some(uses) => {
            works.extend((0..PIECES).map(|number| Work::Search(Some(Share { depth: uses, number, count: PIECES }))));
        }
        None => works.push(Work::Search(None)),
    }
    // With one counterexample wanted, whatever its size, it had better be the same each time.
    let threads = if task.options.first { 1 } else { task.options.jobs.clamp(1, works.len()) };
    let next = AtomicUsize::new(0);
    let tried = AtomicUsize::new(cases as usize);
    let done: Mutex<Vec<Option<Piece>>> = Mutex::new(works.iter().map(|_| None).collect());
    let worker = || {
        while let Some(place) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|place| *place < works.len()) {
            let piece = piece(task, code, depth, works[place], (&tried, doubts));
            let ends = piece.stopped.is_some() || task.options.first && !piece.found.is_empty();
            done.lock().expect("no thread ends with the lock")[place] = Some(piece);
            if ends {
                next.store(works.len(), Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| {
            scope.spawn(worker);
        });
        worker();
    });
    let pieces = done.into_inner().expect("no thread ends with the lock");
    let mut all = Piece::default();
    pieces.into_iter().flatten().for_each(|piece| all.extend(piece, task.options.most));
    if all.left.bytes > task.options.memory {
        all.stopped = all.stopped.or(Some(StopReason::Memory));
    }
    all
}

/// After how many clause uses there are enough branches to share out; none if there never are.
fn share_depth(task: &Task, code: &Code, depth: u32) -> Option<usize> {
    let mut machine = Machine::new(code, task.settings(depth), task.limits());
    (2..depth as usize).step_by(2).find(|uses| {
        // A share that does not exist counts the branches and takes none.
        machine.start(Some(Share { depth: *uses, number: u64::MAX, count: u64::MAX }));
        machine.run() != Event::Done || machine.branches() >= BRANCHES
    })
}

/// Goes through one piece of a round.
fn piece(task: &Task, code: &Code, depth: u32, work: Work, told: (&AtomicUsize, bool)) -> Piece {
    let mut machine = Machine::new(code, task.settings(depth), task.limits());
    let mut piece = Piece::default();
    match work {
        Work::Search(share) => {
            machine.start(share);
            exhaust(task, code, &mut machine, depth, &mut piece, told);
        }
        Work::Leaves(leaves) => {
            for leaf in leaves {
                machine.start_leaf(leaf);
                exhaust(task, code, &mut machine, depth, &mut piece, told);
                if piece.stopped.is_some() {
                    break;
                }
            }
        }
    }
    piece.uses = machine.uses();
    piece.error = machine.error();
    piece
}

/// Runs the machine to the end of what it was started with.
fn exhaust(
    task: &Task,
    code: &Code,
    machine: &mut Machine,
    depth: u32,
    piece: &mut Piece,
    (tried, doubts): (&AtomicUsize, bool),
) {
    let mut event = machine.run();
    loop {
        match event {
            Event::Done => break,
            Event::Stopped(reason) => {
                piece.stopped = Some(reason);
                break;
            }
            Event::Proved => piece.cases += 1,
            // Nobody could read it.
            Event::Refuted if !machine.fits(machine.roots(), task.options.memory / NODE) => {
                piece.stopped = Some(StopReason::Memory);
                break;
            }
            Event::Refuted => {
                piece.cases += 1;
                let found = task.counterexample(machine, code, depth);
                let kept = keep_confirmed(task, &mut piece.found, found, doubts);
                if task.options.first && kept {
                    break;
                }
            }
            // What has no value has none with a larger bound.
            Event::Undecided if machine.lacked_values_only() => piece.cases += 1,
            Event::Undecided => {
                piece.cases += 1;
                piece.left.undecided += 1;
                piece.left.push(machine.leaf(None));
            }
            Event::Beyond { var, from } => piece.left.push(machine.leaf(Some((var, from)))),
            Event::Answer => unreachable!("a property has a conclusion"),
        }
        if piece.left.bytes > task.options.memory {
            piece.stopped = Some(StopReason::Memory);
            break;
        }
        if task.is_stopped() {
            piece.stopped = Some(StopReason::Asked);
            break;
        }
        task.monitor.cases(tried.fetch_add(1, Ordering::Relaxed) as u64 + 1);
        event = machine.next();
    }
    piece.cut_off |= machine.may_go_further();
}

/// Keeps the smallest counterexamples, in order, each once.
pub(super) fn keep(found: &mut Vec<Counterexample>, new: Counterexample, most: usize) {
    let key = key(&new);
    match found.binary_search_by_key(&key, self::key) {
        Ok(_) => {}
        Err(place) if place < most => {
            found.insert(place, new);
            found.truncate(most);
        }
        Err(_) => {}
    }
}

/// By size, then by the order of declaration.
pub(super) fn key(found: &Counterexample) -> (u64, Vec<KeyPart>) {
    let mut parts = vec![];
    let mut todo: Vec<TermId> = found.bindings.iter().rev().map(|(_, term)| *term).collect();
    while let Some(term) = todo.pop() {
        parts.push(match found.formula.terms.get(term) {
            Term::App(functor, _) => KeyPart::Functor(functor.0),
            Term::Int(value) => KeyPart::Int(place(value), value.clone()),
            Term::Char(value) => KeyPart::Char(place_of_char(*value)),
            _ => KeyPart::Functor(u32::MAX),
        });
        todo.extend(found.formula.terms.children(term).into_iter().rev());
    }
    (found.size, parts)
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum KeyPart {
    Functor(u32),
    Int(u64, dashu_int::IBig),
    Char(u32),
}

/// Keeps a counterexample if it is among the smallest and, where they are doubted, the reference solver confirms it; says
/// whether it may be one.
pub(super) fn keep_confirmed(task: &Task, found: &mut Vec<Counterexample>, new: Counterexample, doubts: bool) -> bool {
    let is_smaller = || found.len() < task.options.most || found.last().is_some_and(|last| key(&new) < key(last));
    if doubts && !(is_smaller() && task.verify(&new) == Verified::Confirmed) {
        return false;
    }
    keep(found, new, task.options.most);
    true
}

/// Leaves the counterexamples that the reference solver confirms; says why if one was not.
pub(super) fn confirm(task: &Task, found: &mut Vec<Counterexample>) -> Option<String> {
    let mut doubt = None;
    found.retain(|found| match task.verify(found) {
        Verified::Confirmed => true,
        Verified::Differs(why) | Verified::GaveUp(why) => {
            doubt.get_or_insert(why);
            false
        }
    });
    doubt
}

/// All rounds are over, or one was complete.
fn finished(
    task: &Task,
    progress: Progress,
    (error, doubt): (Option<Undefined>, Option<String>),
    complete: bool,
    undecided: u64,
) -> Outcome {
    if let Some(why) = doubt {
        return progress.unknown(task, Reason::Unconfirmed(why));
    }
    if let Some((what, place)) = error {
        return progress.unknown(task, Reason::Undefined(what.to_owned(), place));
    }
    // To say that the hypotheses never hold is no vacuous property.
    let cases = progress.cases + u64::from(task.never_holds());
    match (cases, undecided, complete) {
        (0, 0, true) => progress.vacuous(task, Vacuity::Never),
        (0, 0, false) => progress.vacuous(task, Vacuity::UpToBound),
        (_, 0, true) => progress.end(task, Verdict::Exhausted),
        (_, 0, false) => progress.end(task, Verdict::Holds),
        (_, undecided, _) => progress.unknown(task, Reason::CutOff(undecided)),
    }
}
