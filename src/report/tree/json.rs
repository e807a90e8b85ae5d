//! A tree for programs.

use super::{LONG, TreeReport, word};
use crate::explain::{Reason, Tree};
use serde::Serialize;

/// A tree as a list of nodes: readers of JSON do not like a nesting as deep as proofs have.
#[derive(Clone, Debug, Serialize)]
pub struct TreeJson {
    /// The nodes that rest on nothing else, by their places in the list.
    pub roots: Vec<u32>,
    /// The nodes; each stands before what it rests on.
    pub nodes: Vec<NodeJson>,
}

/// A node.
#[derive(Clone, Debug, Serialize)]
pub struct NodeJson {
    goal: String,
    reason: &'static str,
    clause: Option<String>,
    file: Option<String>,
    line: Option<u32>,
    children: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<u64>,
}

impl TreeReport<'_> {
    /// A tree for programs.
    pub fn json(&self, tree: &Tree) -> TreeJson {
        let rows = self.rows(tree, LONG);
        let mut nodes: Vec<NodeJson> = vec![];
        let mut roots = vec![];
        for row in &rows {
            let place = nodes.len() as u32;
            match row.parent {
                Some(parent) => nodes[parent].children.push(place),
                None => roots.push(place),
            }
            let (clause, span) = match &row.node.reason {
                Reason::Clause { name, span, .. } => (Some(name.clone()), Some(*span)),
                _ => (None, None),
            };
            nodes.push(NodeJson {
                goal: row.goal.clone(),
                reason: word(&row.node.reason),
                clause,
                file: span.map(|span| self.sources.file(span.file).path.clone()),
                line: span.map(|span| self.sources.position(span).line),
                children: vec![],
                hidden: Some(row.node.hidden.steps).filter(|steps| *steps > 0),
                seen: row.node.hidden.seen,
            });
        }
        TreeJson { roots, nodes }
    }
}
