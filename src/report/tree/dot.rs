//! A tree for Graphviz.

use super::{SHORT, TreeReport, more};
use crate::explain::{Reason, Tree};
use crate::report::picture::dot_text;

impl TreeReport<'_> {
    /// A tree for Graphviz; what is assumed is bold and filled.
    pub fn dot(&self, tree: &Tree) -> String {
        let mut text = "digraph proof {\n  node [shape=box, fontname=\"monospace\"];\n".to_owned();
        for (place, row) in self.rows(tree, SHORT).iter().enumerate() {
            let seen = row.seen().map_or(String::new(), |seen| format!("\n{seen}"));
            let label = match row.goal.is_empty() {
                true => format!("{}{seen}", row.reason()),
                false => format!("{}\n{}{seen}", row.goal, row.reason()),
            };
            let style = match row.node.reason {
                Reason::Assumed => ", style=\"bold,filled\", fillcolor=\"#ffd8a8\"",
                Reason::Clause { .. } => "",
                _ => ", style=dashed",
            };
            text.push_str(&format!("  n{place} [label=\"{}\"{style}];\n", dot_text(&label)));
            if let Some(parent) = row.parent {
                text.push_str(&format!("  n{parent} -> n{place};\n"));
            }
            if row.has_more() {
                let label = dot_text(&more(row.node.hidden));
                text.push_str(&format!("  m{place} [label=\"{label}\", shape=plaintext];\n  n{place} -> m{place};\n"));
            }
        }
        text.push_str("}\n");
        text
    }
}
