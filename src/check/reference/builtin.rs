//! What has no clauses in the reference solver.

use super::store::{Match, Ref};
use super::{Choice, Flow, Place, Search, Solver};
use crate::engine::Builtin;
use dashu_int::IBig;
use std::cmp::Ordering;

impl<'p> Solver<'p> {
    /// Carries out a builtin at its place.
    pub(super) fn builtin(&mut self, builtin: Builtin, args: &[Ref], place: &Place<'p>) -> Search<Flow> {
        let holds = |solver: &mut Self, holds| if holds { solver.go(place) } else { Flow::Fail };
        let order = |solver: &mut Self, test: fn(Ordering) -> bool| match solver.store.compare(args[0], args[1]) {
            Ok(order) => holds(solver, test(order)),
            Err(var) => Flow::Needs(var),
        };
        Ok(match builtin {
            Builtin::Same | Builtin::NotSame => match self.store.unify(&[(args[0], args[1])], Ref(usize::MAX)) {
                Match::Never => holds(self, builtin == Builtin::NotSame),
                Match::Now => holds(self, builtin == Builtin::Same),
                Match::Needs(var) => Flow::Needs(var),
            },
            Builtin::Before => order(self, Ordering::is_lt),
            Builtin::NotAfter => order(self, Ordering::is_le),
            Builtin::After => order(self, Ordering::is_gt),
            Builtin::NotBefore => order(self, Ordering::is_ge),
            // The copy of a ground term is the term.
            Builtin::CopyTerm => match self.store.open_in(args[0]) {
                Some(var) => Flow::Needs(var),
                None => self.equal(&[(args[0], args[1])], place),
            },
            Builtin::Msort | Builtin::Sort => match self.store.sorted(args[0], builtin == Builtin::Sort) {
                Ok(sorted) => {
                    let list = self.store.list(&sorted);
                    self.equal(&[(list, args[1])], place)
                }
                Err(var) => Flow::Needs(var),
            },
            Builtin::Succ => match (self.store.integer(args[0]), self.store.integer(args[1])) {
                (Err(var), Err(_)) => Flow::Needs(var),
                (Ok(low), _) if low < IBig::ZERO => Flow::Fail,
                (_, Ok(high)) if high <= IBig::ZERO => Flow::Fail,
                (Ok(low), _) => self.equal_int(args[1], low + 1, place),
                (_, Ok(high)) => self.equal_int(args[0], high - 1, place),
            },
            Builtin::Plus => {
                match (self.store.integer(args[0]), self.store.integer(args[1]), self.store.integer(args[2])) {
                    (Ok(a), Ok(b), _) => self.equal_int(args[2], a + b, place),
                    (Ok(a), _, Ok(c)) => self.equal_int(args[1], c - a, place),
                    (_, Ok(b), Ok(c)) => self.equal_int(args[0], c - b, place),
                    (Err(var), ..) | (_, Err(var), _) => Flow::Needs(var),
                }
            }
            Builtin::Between => {
                match (self.store.integer(args[0]), self.store.integer(args[1]), self.store.integer(args[2])) {
                    (Err(var), ..) | (_, Err(var), _) => Flow::Needs(var),
                    (Ok(low), Ok(high), Ok(value)) => holds(self, low <= value && value <= high),
                    (Ok(low), Ok(high), Err(_)) if low > high => Flow::Fail,
                    (.., Err(var)) if var < self.freeze => Flow::Needs(var),
                    (Ok(low), Ok(high), Err(var)) => {
                        let goals = self.list(&place.before, place.rest);
                        self.push(Choice::Between(var, low, high, goals));
                        Flow::Fail
                    }
                }
            }
            Builtin::Ground => return Err("what only the machine calls".into()),
        })
    }
}
