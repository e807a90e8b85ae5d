//! A proof as a tree, in words, with lines, as JSON, DOT and SVG.
//!
//! All of them show the same rows, one a node: the goal, and the reason in a word or two. The tree comes pruned.

mod assumed;
mod boxes;
mod dot;
mod json;
mod svg;
mod titled;
mod verbal;

pub(super) use assumed::rules;
pub use json::TreeJson;
pub use titled::{Titled, titled_dot, titled_svg};

use crate::explain::{Hidden, Node, NodeId, Reason, Tree};
use crate::program::{Goal, GoalPrinter, Program};
use crate::source::{SourceMap, Span};
use crate::syntax::Notation;

/// How much of a goal is written where lines should be short, and where all should be there.
const SHORT: usize = 200;
const LONG: usize = 2000;

/// Writes trees of a program.
#[derive(Clone, Copy)]
pub struct TreeReport<'p> {
    /// The program.
    pub program: &'p Program,
    /// Where its text came from.
    pub sources: &'p SourceMap,
    /// The notation of goals.
    pub notation: Notation,
    /// Whether each line says where its clause stands.
    pub places: bool,
}

/// One node, as text.
struct Row<'t> {
    node: &'t Node,
    /// The row of the node above.
    parent: Option<usize>,
    /// How many nodes stand above.
    depth: usize,
    /// Whether it is the last below its parent, hidden ones included.
    is_last: bool,
    goal: String,
    /// What is negated, if it is a negation.
    negated: Option<String>,
}

impl TreeReport<'_> {
    /// The rows of a tree from top to bottom.
    fn rows<'t>(&self, tree: &'t Tree, most: usize) -> Vec<Row<'t>> {
        let mut printer = GoalPrinter::new(self.program, &tree.formula, self.notation, most);
        let mut rows: Vec<Row> = vec![];
        let mut todo: Vec<(NodeId, Option<usize>)> = tree.roots.iter().rev().map(|root| (*root, None)).collect();
        while let Some((id, parent)) = todo.pop() {
            let node = tree.node(id);
            let place = rows.len();
            let goal = match (&node.reason, tree.skeleton, tree.formula.goal(node.goal)) {
                (Reason::Clause { .. }, true, _) => String::new(),
                (Reason::Assumed, true, Goal::Call(predicate, _)) => self.program.predicate_name(*predicate),
                _ => printer.goal(node.goal),
            };
            let negated = match (&node.reason, tree.formula.goal(node.goal)) {
                (Reason::Fails | Reason::Else, Goal::Not(inner)) => Some(printer.goal(*inner)),
                _ => None,
            };
            let depth = parent.map_or(0, |parent: usize| rows[parent].depth + 1);
            let siblings = parent.map_or(&tree.roots, |parent: usize| &rows[parent].node.children);
            let more = parent.is_some_and(|parent: usize| rows[parent].has_more());
            let is_last = siblings.last() == Some(&id) && !more;
            rows.push(Row { node, parent, depth, is_last, goal, negated });
            todo.extend(node.children.iter().rev().map(|child| (*child, Some(place))));
        }
        rows
    }

    /// `grammar.pl:38`
    pub(super) fn place(&self, span: Span) -> String {
        format!("{}:{}", self.sources.file(span.file).path, self.sources.position(span).line)
    }

    /// Where the clause of a row stands, behind the sign that begins a comment.
    fn remark(&self, row: &Row) -> String {
        match &row.node.reason {
            Reason::Clause { span, .. } if self.places => format!("  % {}", self.place(*span)),
            _ => String::new(),
        }
    }
}

impl Row<'_> {
    /// Whether a line says that something below it is left out.
    fn has_more(&self) -> bool {
        self.node.hidden.steps > 0 && self.node.hidden.seen.is_none()
    }

    /// The reason in a word or two, as `rule s2`.
    fn reason(&self) -> String {
        match &self.node.reason {
            Reason::Clause { name, fact, .. } => format!("{} {name}", if *fact { "fact" } else { "rule" }),
            reason => word(reason).to_owned(),
        }
    }

    /// Goal and reason beside each other; a skeleton has the reason only.
    fn title(&self) -> String {
        match self.goal.is_empty() {
            true => self.reason(),
            false => format!("{}  [{}]", self.goal, self.reason()),
        }
    }

    /// What is said of a goal that was seen elsewhere.
    fn seen(&self) -> Option<String> {
        let seen = self.node.hidden.seen?;
        Some(format!("seen in {seen} passing {}", if seen == 1 { "case" } else { "cases" }))
    }
}

/// What is said of steps that are left out.
fn more(hidden: Hidden) -> String {
    format!("... ({} more {})", hidden.steps, if hidden.steps == 1 { "step" } else { "steps" })
}

/// The kind of a reason.
fn word(reason: &Reason) -> &'static str {
    match reason {
        Reason::Clause { fact: true, .. } => "fact",
        Reason::Clause { .. } => "rule",
        Reason::Assumed => "assumed",
        Reason::Trusted => "trusted",
        Reason::Library => "library",
        Reason::Evident => "evident",
        Reason::Fails => "fails",
        Reason::Else => "otherwise",
    }
}
