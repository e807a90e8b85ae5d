//! Edits of goals: left out, negated, compared otherwise, joined otherwise.

use super::change::{Change, Focus, GoalPiece, Piece};
use super::subject::{Site, Subject};
use super::{Draft, EditKind};
use crate::program::{Comparison, Goal, GoalId};

const COMPARISONS: [Comparison; 6] = [
    Comparison::Less,
    Comparison::AtMost,
    Comparison::Greater,
    Comparison::AtLeast,
    Comparison::Equal,
    Comparison::NotEqual,
];

/// All edits of goals.
pub(super) fn goal_edits(subject: &Subject, out: &mut Vec<Draft>) {
    for site in &subject.sites {
        Goals { subject, site: *site, out }.visit();
    }
}

struct Goals<'s, 'p> {
    subject: &'s Subject<'p>,
    site: Site,
    out: &'s mut Vec<Draft>,
}

impl Goals<'_, '_> {
    /// The goal becomes a piece.
    fn push(&mut self, kind: EditKind, piece: GoalPiece) {
        self.push_with(kind, piece, Focus::Goal(self.site.goal));
    }

    fn push_with(&mut self, kind: EditKind, piece: GoalPiece, focus: Focus) {
        let change = Change { goal: Some((self.site.goal, piece)), focus, ..Change::default() };
        self.out.push(Draft { kind, change });
    }

    fn leave_out(&mut self, part: GoalId, rest: GoalPiece) {
        let is_cut = *self.subject.clause.formula.goal(part) == Goal::Cut;
        let kind = if is_cut { EditKind::CutLeftOut } else { EditKind::GoalLeftOut };
        self.push_with(kind, rest, Focus::LeftOut(part));
    }

    fn visit(&mut self) {
        let formula = &self.subject.clause.formula;
        let whole = self.site.goal;
        match formula.goal(whole).clone() {
            Goal::And(parts) => self.conjunction(&parts),
            Goal::Or(parts) => self.disjunction(&parts),
            Goal::If(condition, then, otherwise) => self.conditional(condition, then, otherwise),
            Goal::Not(inner) => {
                let is_equation = matches!(formula.goal(inner), Goal::Unify(..));
                let kind = if is_equation { EditKind::Equation } else { EditKind::NegationDropped };
                self.push(kind, GoalPiece::Old(inner));
            }
            Goal::Compare(comparison, a, b) => {
                for other in COMPARISONS.into_iter().filter(|other| *other != comparison) {
                    self.push(EditKind::Comparison, GoalPiece::Compare(other, Piece::Old(a), Piece::Old(b)));
                }
            }
            Goal::Unify(..) if !self.site.negated => self.push(EditKind::Equation, not(whole)),
            Goal::Call(..) if !self.site.negated => self.push(EditKind::GoalNegated, not(whole)),
            _ => {}
        }
        let is_many = matches!(formula.goal(whole), Goal::And(_) | Goal::True);
        if whole == self.subject.clause.body && !is_many {
            self.leave_out(whole, GoalPiece::True);
        }
    }

    fn conjunction(&mut self, parts: &[GoalId]) {
        for (n, part) in parts.iter().enumerate() {
            let rest = parts[..n].iter().chain(&parts[n + 1..]).map(|part| GoalPiece::Old(*part));
            self.leave_out(*part, GoalPiece::And(rest.collect()));
        }
        for n in 1..parts.len() {
            let pair = [parts[n - 1], parts[n]];
            // What a cut means in a disjunction is not what it means here.
            if pair.iter().any(|part| self.has_cut(*part)) {
                continue;
            }
            let either = GoalPiece::Shown(Box::new(GoalPiece::Or(pair.map(GoalPiece::Old).to_vec())));
            let before = parts[..n - 1].iter().map(|part| GoalPiece::Old(*part));
            let after = parts[n + 1..].iter().map(|part| GoalPiece::Old(*part));
            let whole = GoalPiece::And(before.chain([either]).chain(after).collect());
            self.push_with(EditKind::ConjunctionToDisjunction, whole, Focus::Joined(pair[0], pair[1]));
        }
    }

    fn disjunction(&mut self, parts: &[GoalId]) {
        for (n, part) in parts.iter().enumerate() {
            let rest = parts[..n].iter().chain(&parts[n + 1..]).map(|part| GoalPiece::Old(*part));
            self.push_with(EditKind::DisjunctLeftOut, GoalPiece::Or(rest.collect()), Focus::LeftOut(*part));
        }
        let all = parts.iter().map(|part| GoalPiece::Old(*part)).collect();
        self.push(EditKind::DisjunctionToConjunction, GoalPiece::And(all));
    }

    fn conditional(&mut self, condition: GoalId, then: GoalId, otherwise: GoalId) {
        let old = GoalPiece::Old;
        self.push(EditKind::BranchKept, GoalPiece::And(vec![old(condition), old(then)]));
        self.push(EditKind::BranchKept, old(then));
        self.push(EditKind::BranchKept, old(otherwise));
        let swapped = GoalPiece::If(Box::new([old(condition), old(otherwise), old(then)]));
        self.push(EditKind::BranchesSwapped, swapped);
        let formula = &self.subject.clause.formula;
        let negated = match formula.goal(condition) {
            Goal::Not(inner) => Some(old(*inner)),
            _ if self.has_cut(condition) => None,
            _ => Some(not(condition)),
        };
        if let Some(negated) = negated {
            let negated = GoalPiece::If(Box::new([negated, old(then), old(otherwise)]));
            self.push(EditKind::ConditionNegated, negated);
        }
        // A branch that is one goal is left out by itself: conjunctions see to theirs.
        let single = |goal| !matches!(formula.goal(goal), Goal::And(_) | Goal::True | Goal::Fail);
        for part in [then, otherwise].into_iter().filter(|part| single(*part)) {
            let branch = |goal| if goal == part { GoalPiece::True } else { old(goal) };
            let rest = GoalPiece::If(Box::new([old(condition), branch(then), branch(otherwise)]));
            self.leave_out(part, rest);
        }
    }

    fn has_cut(&self, goal: GoalId) -> bool {
        let mut todo = vec![goal];
        while let Some(goal) = todo.pop() {
            if *self.subject.clause.formula.goal(goal) == Goal::Cut {
                return true;
            }
            todo.extend(self.subject.clause.formula.subgoals(goal));
        }
        false
    }
}

fn not(goal: GoalId) -> GoalPiece {
    GoalPiece::Not(Box::new(GoalPiece::Old(goal)))
}
