//! Cutting a tree to what a reader wants to see, before anything is printed.

use super::tree::{Hidden, Node, NodeId, Reason, Tree};
use crate::program::{Formula, GoalId};

/// How much of a proof is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What was asked, and nothing below it.
    Verdict,
    /// The first steps.
    Suspects,
    /// Which clauses follow from which, without their goals.
    Rules,
    /// All of it.
    Full,
}

/// The depth to which a tree is shown where the suspects matter.
const DEPTH: u32 = 4;

/// Says in how many passing cases a goal was seen; nothing if that is no reason to fold what is below it.
pub type Seen<'s> = dyn Fn(&Formula, GoalId) -> Option<u64> + 's;

/// How a tree is cut.
#[derive(Clone, Copy)]
pub struct Pruning<'p> {
    /// How much is shown.
    pub level: Level,
    /// The depth below which nothing is shown, from 1; the level's own if it is left out.
    pub depth: Option<u32>,
    /// The most nodes that are shown.
    pub most: usize,
    /// In how many passing cases a goal was seen: what is below such a goal is folded, unless it is what was asked, or
    /// rests on an assumption.
    pub seen: Option<&'p Seen<'p>>,
}

impl Pruning<'_> {
    /// A level, with nothing else said.
    pub fn to(level: Level) -> Pruning<'static> {
        Pruning { level, depth: None, most: usize::MAX, seen: None }
    }

    fn depth(&self) -> u32 {
        self.depth.unwrap_or(match self.level {
            Level::Verdict => 1,
            Level::Suspects => DEPTH,
            Level::Rules | Level::Full => u32::MAX,
        })
    }

    /// Whether a node is shown at all.
    fn shows(&self, node: &Node) -> bool {
        match node.reason {
            Reason::Clause { .. } | Reason::Assumed | Reason::Fails | Reason::Else => true,
            Reason::Trusted | Reason::Library => self.level != Level::Rules,
            Reason::Evident => self.level == Level::Full,
        }
    }
}

/// A node that is still to be copied.
struct Task {
    old: NodeId,
    parent: Option<NodeId>,
    depth: u32,
}

impl Tree {
    /// The tree cut to a level. What can be seen is only in the full tree; what else is left out is counted in the node
    /// that it stands below.
    #[must_use]
    pub fn prune(&self, pruning: &Pruning) -> Tree {
        let (sizes, assumes) = (self.sizes(), self.assumes());
        let skeleton = self.skeleton || pruning.level == Level::Rules;
        let mut pruned = Tree { formula: self.formula.clone(), nodes: vec![], roots: vec![], skeleton };
        let roots = self.roots.iter().rev().map(|root| Task { old: *root, parent: None, depth: 1 });
        let mut todo: Vec<Task> = roots.collect();
        while let Some(Task { old, parent, depth }) = todo.pop() {
            let node = self.node(old);
            if !pruning.shows(node) {
                continue;
            }
            if pruned.nodes.len() >= pruning.most
                && let Some(parent) = parent
            {
                pruned.nodes[parent.0 as usize].hidden.steps += 1 + sizes[old.0 as usize];
                continue;
            }
            let id = NodeId(pruned.nodes.len() as u32);
            let folds = matches!(node.reason, Reason::Clause { .. }) && parent.is_some() && !assumes[old.0 as usize];
            let seen = pruning.seen.filter(|_| folds).and_then(|seen| seen(&self.formula, node.goal));
            let below = if seen.is_some() || depth >= pruning.depth() { self.shown_below(old, pruning) } else { 0 };
            let cut = below > 0;
            let hidden = if cut { Hidden { steps: below, seen } } else { node.hidden };
            pruned.nodes.push(Node { goal: node.goal, reason: node.reason.clone(), children: vec![], hidden });
            match parent {
                Some(parent) => pruned.nodes[parent.0 as usize].children.push(id),
                None => pruned.roots.push(id),
            }
            if !cut {
                let below = node.children.iter().rev();
                todo.extend(below.map(|child| Task { old: *child, parent: Some(id), depth: depth + 1 }));
            }
        }
        pruned
    }

    /// How many nodes below one would be shown if nothing was cut.
    fn shown_below(&self, id: NodeId, pruning: &Pruning) -> usize {
        let mut count = self.node(id).hidden.steps;
        let mut todo = self.node(id).children.clone();
        while let Some(next) = todo.pop() {
            let node = self.node(next);
            if pruning.shows(node) {
                count += 1 + node.hidden.steps;
                todo.extend(&node.children);
            }
        }
        count
    }
}
