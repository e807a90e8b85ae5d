//! Prints goals and terms of one formula, many of them.

use super::Unparser;
use crate::program::{Formula, GoalId, Program};
use crate::syntax::{Ast, Notation};
use crate::term::TermId;

/// Prints goals of one formula: the names of its variables are chosen once, so that a variable has the same name in all.
pub struct GoalPrinter<'p> {
    unparser: Unparser<'p>,
    formula: &'p Formula,
    most: usize,
}

impl<'p> GoalPrinter<'p> {
    /// A printer for a formula of a program. Of a goal, `most` parts of terms are written and `...` stands for the rest: a
    /// proof of many steps about a long list would else be a text of quadratic length.
    pub fn new(program: &'p Program, formula: &'p Formula, notation: Notation, most: usize) -> GoalPrinter<'p> {
        let mut unparser = Unparser::new(program, notation);
        unparser.start(formula);
        GoalPrinter { unparser, formula, most }
    }

    /// The text of a goal.
    pub fn goal(&mut self, goal: GoalId) -> String {
        self.clear();
        let node = self.unparser.goal(self.formula, goal);
        self.unparser.printer().whole(node)
    }

    /// The text of a goal that stands among others.
    pub fn part(&mut self, goal: GoalId) -> String {
        self.clear();
        let node = self.unparser.goal(self.formula, goal);
        self.unparser.printer().part(node)
    }

    /// The text of a term.
    pub fn term(&mut self, term: TermId) -> String {
        self.clear();
        let node = self.unparser.term(self.formula, term);
        self.unparser.printer().part(node)
    }

    fn clear(&mut self) {
        self.unparser.ast = Ast::default();
        self.unparser.left = self.most;
    }
}
