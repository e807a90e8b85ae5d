//! What a proof assumes, in words.

use super::TreeReport;
use crate::explain::{Assumption, Reason, Tree};
use crate::program::{Goal, GoalPrinter};

/// How much of an atom is written.
const SHORT: usize = 200;

impl TreeReport<'_> {
    /// The atoms that a tree assumes, each once, with their text.
    pub fn assumed(&self, tree: &Tree) -> Vec<(String, Assumption)> {
        let mut printer = GoalPrinter::new(self.program, &tree.formula, self.notation, SHORT);
        let mut atoms: Vec<(String, Assumption)> = vec![];
        for node in tree.nodes.iter().filter(|node| node.reason == Reason::Assumed) {
            let atom = printer.goal(node.goal);
            if let (Goal::Call(predicate, args), false) =
                (tree.formula.goal(node.goal), atoms.iter().any(|(other, _)| *other == atom))
            {
                let (args, terms) = (args.clone(), tree.formula.terms.clone());
                atoms.push((atom, Assumption { predicate: *predicate, args, terms }));
            }
        }
        atoms
    }

    /// The same as text only.
    pub fn assumed_texts(&self, tree: &Tree) -> Vec<String> {
        self.assumed(tree).into_iter().map(|(atom, _)| atom).collect()
    }

    /// `if bb([]) held, ss([b,a]) would hold, by s2, s3`, with a word for what would; nothing if nothing is assumed.
    pub fn condition(&self, tree: &Tree, what: &str) -> Option<String> {
        let (assumed, rules) = (self.assumed_texts(tree), rules(tree));
        let by = if rules.is_empty() { String::new() } else { format!(", by {}", rules.join(", ")) };
        (!assumed.is_empty()).then(|| format!("if {} held, {what}{by}", assumed.join(" and ")))
    }
}

/// The names of the clauses in a tree, each once.
pub(in crate::report) fn rules(tree: &Tree) -> Vec<&str> {
    let mut rules: Vec<&str> = vec![];
    for node in &tree.nodes {
        if let Reason::Clause { name, .. } = &node.reason
            && !rules.contains(&name.as_str())
        {
            rules.push(name);
        }
    }
    rules
}
