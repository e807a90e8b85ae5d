//! A tree for Graphviz.

use super::{SHORT, TreeReport, more};
use crate::explain::{Reason, Tree};
use crate::report::picture::dot_text;

/// What all nodes have.
pub(super) const NODES: &str = "  node [shape=box, fontname=\"monospace\"];\n";

impl TreeReport<'_> {
    /// A tree for Graphviz; what is assumed is bold and filled.
    pub fn dot(&self, tree: &Tree) -> String {
        let mut text = format!("digraph proof {{\n{NODES}");
        self.dot_nodes(tree, "", &mut text);
        text.push_str("}\n");
        text
    }

    /// The nodes and edges of a tree, whose names begin with something.
    pub(super) fn dot_nodes(&self, tree: &Tree, name: &str, text: &mut String) {
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
            text.push_str(&format!("  {name}n{place} [label=\"{}\"{style}];\n", dot_text(&label)));
            if let Some(parent) = row.parent {
                text.push_str(&format!("  {name}n{parent} -> {name}n{place};\n"));
            }
            if row.has_more() {
                let label = dot_text(&more(row.node.hidden));
                let node = format!("{name}m{place} [label=\"{label}\", shape=plaintext]");
                text.push_str(&format!("  {node};\n  {name}n{place} -> {name}m{place};\n"));
            }
        }
    }
}
