//! Which predicate calls which.

use super::{Formula, Goal, PredId, Program};
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};

/// The call graph of a program; its nodes are the predicates, in their order.
#[derive(Clone, Debug)]
pub struct CallGraph {
    graph: DiGraph<PredId, ()>,
}

impl CallGraph {
    /// The graph of all clauses.
    pub fn new(program: &Program) -> CallGraph {
        let mut graph = DiGraph::new();
        for (id, _) in program.signature.predicates() {
            graph.add_node(id);
        }
        // One edge a pair, however many clauses make the call.
        let mut edges = rustc_hash::FxHashSet::default();
        for clause in &program.clauses {
            for callee in calls(&clause.formula) {
                if edges.insert((clause.predicate, callee)) {
                    graph.add_edge(index(clause.predicate), index(callee), ());
                }
            }
        }
        CallGraph { graph }
    }

    /// The predicates that call this one.
    pub fn callers(&self, id: PredId) -> impl Iterator<Item = PredId> + '_ {
        self.graph.neighbors_directed(index(id), Direction::Incoming).map(|node| self.graph[node])
    }

    /// The predicates that this one calls, in their order.
    pub fn callees(&self, id: PredId) -> Vec<PredId> {
        let mut callees: Vec<_> = self.graph.neighbors(index(id)).map(|node| self.graph[node]).collect();
        callees.sort_unstable();
        callees
    }
}

fn index(id: PredId) -> NodeIndex {
    NodeIndex::new(id.0 as usize)
}

/// The predicates that a formula calls, once for each call.
pub fn calls(formula: &Formula) -> impl Iterator<Item = PredId> + '_ {
    formula.goals.iter().filter_map(|goal| match goal {
        Goal::Call(predicate, _) => Some(*predicate),
        _ => None,
    })
}
