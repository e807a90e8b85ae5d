//! Goals back to syntax, with the short forms that people write.

use super::super::{Comparison, Formula, Goal, GoalId};
use super::Unparser;
use crate::source::{Range, deep};
use crate::syntax::{NodeId, Notation};
use crate::term::{Symbol, TermId, sym};

impl Unparser<'_> {
    pub(super) fn goal(&mut self, formula: &Formula, goal: GoalId) -> NodeId {
        deep(|| self.goal_step(formula, goal))
    }

    fn goal_step(&mut self, formula: &Formula, goal: GoalId) -> NodeId {
        match formula.goal(goal) {
            Goal::True => self.apply(sym::TRUE, &[]),
            Goal::Fail => match self.notation {
                Notation::Prolog => self.apply(sym::FAIL, &[]),
                Notation::AlphaProlog => self.apply(sym::FALSE, &[]),
            },
            Goal::Cut => self.apply(sym::CUT, &[]),
            Goal::Call(predicate, args) => {
                let predicate = self.program.signature.predicate(*predicate);
                let args: Vec<_> = args.iter().map(|arg| self.term(formula, *arg)).collect();
                self.predicate_call(predicate, &args, |call, result| [result, call])
            }
            Goal::Unify(a, b) => self.relation(formula, sym::EQUAL, *a, *b),
            Goal::Compare(comparison, a, b) => {
                let name = self.comparison(*comparison);
                self.relation(formula, name, *a, *b)
            }
            Goal::Is(a, b) => self.relation(formula, sym::IS, *a, *b),
            Goal::Fresh(a, b) => self.relation(formula, sym::FRESH, *a, *b),
            Goal::Equivariant(a, b) => self.relation(formula, sym::EQUIVARIANT, *a, *b),
            Goal::And(goals) => {
                let goals: Vec<_> = goals.iter().map(|goal| self.goal(formula, *goal)).collect();
                self.right_chain(sym::COMMA, &goals)
            }
            Goal::Or(goals) => self.disjunction(formula, goals),
            Goal::Not(inner) => self.negation(formula, *inner),
            Goal::If(condition, then, otherwise) => self.conditional(formula, *condition, *then, *otherwise),
            Goal::Exists(vars, body) | Goal::ForAll(vars, body) => {
                let vars: Vec<_> =
                    vars.iter().map(|var| self.vars[var.0 as usize].expect("it is counted twice")).collect();
                let vars: Vec<_> = vars.into_iter().map(|name| self.var(name)).collect();
                let name = if matches!(formula.goal(goal), Goal::Exists(..)) { sym::EXISTS } else { sym::FOR_ALL };
                self.quantifier(formula, name, &vars, *body)
            }
            Goal::New(names, body) => {
                let names: Vec<_> = names.iter().map(|name| self.names[name.0 as usize]).collect();
                let names: Vec<_> = names.into_iter().map(|name| self.apply(name, &[])).collect();
                self.quantifier(formula, sym::NEW, &names, *body)
            }
            Goal::FindAll(template, goal, list) => {
                let parts = [self.term(formula, *template), self.goal(formula, *goal), self.term(formula, *list)];
                self.call(sym::FINDALL, &parts, false)
            }
        }
    }

    fn relation(&mut self, formula: &Formula, name: Symbol, a: TermId, b: TermId) -> NodeId {
        let (a, b) = (self.term(formula, a), self.term(formula, b));
        self.apply(name, &[a, b])
    }

    fn comparison(&self, comparison: Comparison) -> Symbol {
        match comparison {
            Comparison::Less => sym::LESS,
            Comparison::AtMost if self.notation == Notation::AlphaProlog => sym::APL_AT_MOST,
            Comparison::AtMost => sym::AT_MOST,
            Comparison::Greater => sym::GREATER,
            Comparison::AtLeast => sym::AT_LEAST,
            Comparison::Equal => sym::SAME_NUMBER,
            Comparison::NotEqual => sym::OTHER_NUMBER,
        }
    }

    fn quantifier(&mut self, formula: &Formula, name: Symbol, bound: &[NodeId], body: GoalId) -> NodeId {
        let body = self.goal(formula, body);
        let vars = match (self.notation, bound) {
            (Notation::Prolog, &[single]) => single,
            _ => self.ast.list(bound, None, Range::default()),
        };
        self.apply(name, &[vars, body])
    }

    /// A disjunction. An if-then-else before its end needs its else branch, even where that only fails: without, it would
    /// take the next disjunct for it.
    fn disjunction(&mut self, formula: &Formula, goals: &[GoalId]) -> NodeId {
        let (last, before) = goals.split_last().expect("a disjunction has parts");
        let mut rest = self.goal(formula, *last);
        for goal in before.iter().rev() {
            let part = match formula.goal(*goal) {
                Goal::If(condition, then, otherwise) => self.full_conditional(formula, *condition, *then, *otherwise),
                _ => self.goal(formula, *goal),
            };
            rest = self.apply(sym::SEMICOLON, &[part, rest]);
        }
        rest
    }

    fn full_conditional(&mut self, formula: &Formula, condition: GoalId, then: GoalId, otherwise: GoalId) -> NodeId {
        let (condition, then) = (self.goal(formula, condition), self.goal(formula, then));
        let otherwise = self.goal(formula, otherwise);
        let arrow = self.apply(sym::ARROW, &[condition, then]);
        self.apply(sym::SEMICOLON, &[arrow, otherwise])
    }

    fn conditional(&mut self, formula: &Formula, condition: GoalId, then: GoalId, otherwise: GoalId) -> NodeId {
        let short = match (formula.goal(then), formula.goal(otherwise)) {
            (Goal::True, Goal::Fail) => sym::ONCE,
            (Goal::True, Goal::True) => sym::IGNORE,
            (_, Goal::Fail) => sym::ARROW,
            _ => sym::SEMICOLON,
        };
        match short {
            sym::SEMICOLON => self.full_conditional(formula, condition, then, otherwise),
            _ if self.notation == Notation::AlphaProlog => self.full_conditional(formula, condition, then, otherwise),
            sym::ARROW => {
                let (condition, then) = (self.goal(formula, condition), self.goal(formula, then));
                self.apply(sym::ARROW, &[condition, then])
            }
            _ => {
                let condition = self.goal(formula, condition);
                self.apply(short, &[condition])
            }
        }
    }

    /// `X \= Y`, `forall(C, A)`, `\+ G`
    fn negation(&mut self, formula: &Formula, inner: GoalId) -> NodeId {
        if self.notation == Notation::Prolog {
            match formula.goal(inner) {
                Goal::Unify(a, b) => return self.relation(formula, sym::NOT_EQUAL, *a, *b),
                Goal::And(goals) => {
                    let (last, before) = goals.split_last().expect("a conjunction has parts");
                    if let Goal::Not(action) = formula.goal(*last) {
                        let condition: Vec<_> = before.iter().map(|goal| self.goal(formula, *goal)).collect();
                        let condition = self.right_chain(sym::COMMA, &condition);
                        let action = self.goal(formula, *action);
                        return self.apply(sym::FORALL, &[condition, action]);
                    }
                }
                _ => {}
            }
        }
        let inner = self.goal(formula, inner);
        self.apply(sym::NOT, &[inner])
    }
}
