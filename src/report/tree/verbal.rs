//! A tree in words, as the paper has it.

use super::{Row, SHORT, TreeReport, more};
use crate::explain::{Reason, Tree};

/// How deep lines are indented; those below say how deep they are, or a long proof would be a text of quadratic length.
pub(super) const DEEPEST: usize = 40;

impl TreeReport<'_> {
    /// A tree in words.
    ///
    /// ```text
    /// ss([b,a]) for rule s2, since:
    ///   ss([a]) for rule s3, since:
    ///     bb([]) is assumed.
    /// ```
    pub fn verbal(&self, tree: &Tree) -> String {
        let rows = self.rows(tree, SHORT);
        let mut text = String::new();
        // Steps that are left out come behind what is shown of the same node: then all that stands below it is done.
        let mut pending: Vec<usize> = vec![];
        for (place, row) in rows.iter().enumerate() {
            while let Some(above) = pending.last().copied().filter(|above| row.depth <= rows[*above].depth) {
                pending.pop();
                left_out(&rows[above], &mut text);
            }
            text.push_str(&format!("{}{}{}\n", indent(row.depth), sentence(row), self.remark(row)));
            if row.has_more() {
                pending.push(place);
            }
        }
        for above in pending.into_iter().rev() {
            left_out(&rows[above], &mut text);
        }
        text
    }
}

fn left_out(row: &Row, text: &mut String) {
    text.push_str(&format!("{}{}\n", indent(row.depth + 1), more(row.node.hidden)));
}

pub(super) fn indent(depth: usize) -> String {
    match depth {
        0..=DEEPEST => "  ".repeat(depth),
        _ => format!("{}[{depth}] ", "  ".repeat(DEEPEST)),
    }
}

/// `ss([b]) for rule s2, since:`
fn sentence(row: &Row) -> String {
    let goal = &row.goal;
    match &row.node.reason {
        Reason::Clause { .. } => {
            let by = match goal.is_empty() {
                true => row.reason(),
                false => format!("{goal} for {}", row.reason()),
            };
            match row.seen() {
                Some(seen) => format!("{by}, {seen}."),
                None if row.node.children.is_empty() && !row.has_more() => format!("{by}."),
                None => format!("{by}, since:"),
            }
        }
        Reason::Assumed => format!("{goal} is assumed."),
        Reason::Trusted => format!("{goal} is trusted."),
        Reason::Library => format!("{goal} by the library."),
        Reason::Evident => format!("{goal} can be seen."),
        Reason::Fails | Reason::Else => match &row.negated {
            Some(negated) => format!("{goal}, since {negated} fails."),
            None => format!("{goal}."),
        },
    }
}
