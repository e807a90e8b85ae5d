//! What the machine does itself.

use super::code::{Builtin, ProcId};
use super::machine::{Kind, Machine};
use super::run::Flow;
use super::trace::ALTERNATIVE;
use super::wait::{Equal, Resume};
use super::word::{Tag, Word};
use crate::term::Seen;
use dashu_int::IBig;
use std::cmp::Ordering;

impl Machine<'_> {
    /// Carries out a builtin on the arguments at hand.
    pub(super) fn builtin(&mut self, builtin: Builtin, proc: ProcId) -> Option<Flow> {
        if self.replay.is_some() && self.regions.is_empty() {
            self.trace_builtin(proc);
        }
        let args =
            [self.args[0], self.args.get(1).copied().unwrap_or(Word(0)), self.args.get(2).copied().unwrap_or(Word(0))];
        let done = match builtin {
            Builtin::Between => return self.between(proc, args),
            Builtin::Succ => self.succ(args),
            Builtin::Plus => self.plus(args),
            Builtin::Same | Builtin::NotSame => match self.equal_if(args[0], args[1]) {
                Equal::Always => Ok(builtin == Builtin::Same),
                Equal::Never => Ok(builtin == Builtin::NotSame),
                Equal::If(var) => Err(var),
            },
            Builtin::Before => self.compare(args[0], args[1]).map(Ordering::is_lt),
            Builtin::NotAfter => self.compare(args[0], args[1]).map(Ordering::is_le),
            Builtin::After => self.compare(args[0], args[1]).map(Ordering::is_gt),
            Builtin::NotBefore => self.compare(args[0], args[1]).map(Ordering::is_ge),
            // The copy of a ground term is the term.
            Builtin::CopyTerm => match self.open_in(args[0], |_| true) {
                Some(var) => Err(var),
                None => Ok(self.unify(args[0], args[1])),
            },
            Builtin::Msort => self.sort(args, false),
            Builtin::Sort => self.sort(args, true),
            Builtin::Ground => match self.deref(args[0]) {
                word if word.is_ref() => {
                    let shape = self.code.proc(proc).shapes[0];
                    let closure = self.closure(proc, std::iter::once(word));
                    return Some(self.split(word.address(), shape, Resume::Call(closure)));
                }
                _ => Ok(true),
            },
        };
        match done {
            Ok(true) => {
                self.age = 0;
                None
            }
            Ok(false) => Some(Flow::Fail),
            Err(var) => self.builtin_needs(proc, var),
        }
    }

    /// The first unbound variable in a term of those that count.
    pub(super) fn open_in(&self, term: Word, counts: impl Fn(usize) -> bool) -> Option<usize> {
        let mut todo = vec![term];
        while let Some(word) = todo.pop() {
            let word = self.deref(word);
            if word.is_ref() && counts(word.address()) {
                return Some(word.address());
            }
            todo.extend(self.part_range(word).rev().map(|part| self.heap[part]));
        }
        None
    }

    /// The builtin at hand waits for a variable.
    fn builtin_needs(&mut self, proc: ProcId, var: usize) -> Option<Flow> {
        if var < self.freeze {
            self.wanted = Some(var);
            return Some(Flow::Fail);
        }
        let args = self.args[..self.code.proc(proc).shapes.len()].to_vec();
        let closure = self.closure(proc, args.into_iter());
        let age = self.take_age();
        self.suspend(closure, var, age);
        None
    }

    fn between(&mut self, proc: ProcId, args: [Word; 3]) -> Option<Flow> {
        let (low, high) = match (self.integer_of(args[0]), self.integer_of(args[1])) {
            (Ok(low), Ok(high)) => (low, high),
            (Err(var), _) | (_, Err(var)) => return self.builtin_needs(proc, var),
        };
        match self.integer_of(args[2]) {
            Ok(value) => (value < low || value > high).then_some(Flow::Fail),
            Err(_) if low > high => Some(Flow::Fail),
            Err(var) if var < self.freeze => {
                self.wanted = Some(var);
                Some(Flow::Fail)
            }
            Err(_) => match (i64::try_from(&low), i64::try_from(&high)) {
                (Ok(low), Ok(high)) => {
                    let saved = self.saved.len();
                    self.saved.push(args[2]);
                    let next = low + i64::from(self.replayed().unwrap_or(0));
                    self.push_choice(Kind::Between { low, next, high }, saved);
                    let flow = self.next_between(low, next, high);
                    Some(flow)
                }
                _ => {
                    self.undefined("between/3 over integers of more than 64 bits", None);
                    Some(Flow::Fail)
                }
            },
        }
    }

    /// The next number of the `between/3` that the newest choice is.
    pub(super) fn next_between(&mut self, low: i64, next: i64, high: i64) -> Flow {
        if let Some(flow) = self.tick() {
            return flow;
        }
        let choice = self.choices.last_mut().expect("it is a choice");
        let var = self.saved[choice.saved as usize];
        match &mut choice.kind {
            Kind::Between { next, .. } if *next < high => *next += 1,
            _ => self.pop_choice(),
        }
        self.record.push(ALTERNATIVE | (next - low) as u32 & (ALTERNATIVE - 1));
        let word = self.integer(next.into());
        if !self.unify(var, word) {
            return Flow::Fail;
        }
        self.proceed().unwrap_or(Flow::Go)
    }

    fn succ(&mut self, args: [Word; 3]) -> Result<bool, usize> {
        let (before, after) = match (self.integer_of(args[0]), self.integer_of(args[1])) {
            (Ok(before), _) => (before.clone(), before + 1),
            (_, Ok(after)) => (after.clone() - 1, after),
            (Err(var), _) => return Err(var),
        };
        if before < IBig::ZERO {
            return Ok(false);
        }
        let (before, after) = (self.integer(before), self.integer(after));
        Ok(self.unify(args[0], before) && self.unify(args[1], after))
    }

    fn plus(&mut self, args: [Word; 3]) -> Result<bool, usize> {
        let values = args.map(|arg| self.integer_of(arg));
        let (place, value) = match values {
            [Ok(a), Ok(b), _] => (2, a + b),
            [Ok(a), _, Ok(c)] => (1, c - a),
            [_, Ok(b), Ok(c)] => (0, c - b),
            // Of two that are open, either will do: the one that is nearer to being bound is not known.
            [Err(var), Err(_), _] | [Err(var), _, Err(_)] | [_, Err(var), Err(_)] => return Err(var),
        };
        let word = self.integer(value);
        Ok(self.unify(args[place], word))
    }

    /// The standard order of terms; which variable it depends on, if it does.
    fn compare(&mut self, left: Word, right: Word) -> Result<Ordering, usize> {
        let mut todo = vec![(left, right)];
        let mut seen = Seen::default();
        while let Some((left, right)) = todo.pop() {
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right {
                continue;
            }
            let order = match (left.tag(), right.tag()) {
                // No difference was found the first time, or the walk has not come to its end.
                (Tag::List, Tag::List) | (Tag::Struct, Tag::Struct) if seen.again((left, right)) => Ordering::Equal,
                (Tag::Ref, _) | (_, Tag::Ref) => match self.equal_if(left, right) {
                    Equal::If(var) => return Err(var),
                    _ => return Err(if left.is_ref() { left.address() } else { right.address() }),
                },
                (Tag::Int | Tag::Big, Tag::Int | Tag::Big) => {
                    self.integer_of(left).expect("bound").cmp(&self.integer_of(right).expect("bound"))
                }
                (Tag::Atom, Tag::Atom) => self.rank(left).cmp(&self.rank(right)),
                // What has no arguments comes before what has some.
                (Tag::Atom, _) => Ordering::Less,
                (_, Tag::Atom) => Ordering::Greater,
                (Tag::List, Tag::List) => {
                    let (left, right) = (left.address(), right.address());
                    todo.push((self.heap[left + 1], self.heap[right + 1]));
                    todo.push((self.heap[left], self.heap[right]));
                    Ordering::Equal
                }
                (Tag::Struct, Tag::Struct) => {
                    let (left, right) = (left.address(), right.address());
                    let (one, other) = (self.heap[left], self.heap[right]);
                    let arity = self.code.arity(one);
                    if one == other {
                        todo.extend((1..=arity).rev().map(|arg| (self.heap[left + arg], self.heap[right + arg])));
                    }
                    self.rank(one).cmp(&self.rank(other))
                }
                _ => left.cmp(&right),
            };
            if order.is_ne() {
                return Ok(order);
            }
        }
        Ok(Ordering::Equal)
    }

    fn rank(&self, atom: Word) -> u32 {
        self.code.ranks.get(atom.address()).copied().unwrap_or(atom.0)
    }

    fn sort(&mut self, args: [Word; 3], unique: bool) -> Result<bool, usize> {
        let mut elements = vec![];
        let mut rest = self.deref(args[0]);
        while rest.tag() == Tag::List {
            elements.push(self.heap[rest.address()]);
            rest = self.deref(self.heap[rest.address() + 1]);
        }
        if rest.is_ref() {
            return Err(rest.address());
        }
        // A merge sort of our own: comparing may find that it depends on a variable.
        let mut sorted = self.merge_sort(elements)?;
        if unique {
            let mut kept: Vec<Word> = vec![];
            for word in sorted {
                match kept.last() {
                    Some(last) if self.compare(*last, word)?.is_eq() => {}
                    _ => kept.push(word),
                }
            }
            sorted = kept;
        }
        let list = self.list_of(&sorted);
        Ok(self.unify(list, args[1]))
    }

    fn merge_sort(&mut self, words: Vec<Word>) -> Result<Vec<Word>, usize> {
        let mut runs: Vec<Vec<Word>> = words.into_iter().map(|word| vec![word]).collect();
        while runs.len() > 1 {
            let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
            let mut rest = runs.into_iter();
            while let Some(left) = rest.next() {
                merged.push(match rest.next() {
                    Some(right) => self.merge(left, right)?,
                    None => left,
                });
            }
            runs = merged;
        }
        Ok(runs.pop().unwrap_or_default())
    }

    fn merge(&mut self, left: Vec<Word>, right: Vec<Word>) -> Result<Vec<Word>, usize> {
        let mut merged = Vec::with_capacity(left.len() + right.len());
        let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
        while let (Some(one), Some(other)) = (left.peek(), right.peek()) {
            let from_left = self.compare(*one, *other)?.is_le();
            merged.extend(if from_left { left.next() } else { right.next() });
        }
        merged.extend(left);
        merged.extend(right);
        Ok(merged)
    }
}
