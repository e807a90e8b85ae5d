//! Predicates without a declaration: which are inferred together, and how general they are.
//!
//! Predicates that call each other make a group; groups are inferred callees first, each as one whole, and then made
//! general where nothing else constrains them, so that each caller has its own instance.

use super::super::PredId;
use super::super::head::Head;
use super::super::infer::{OpenTypes, Ty};
use super::super::scope::Scopes;
use super::super::signature::PredicateKind;
use super::Elaborator;
use crate::syntax::{Item, Node};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};

/// Predicates that call each other, and the items that are their clauses.
pub(super) struct Group {
    pub predicates: Vec<PredId>,
    pub clauses: Vec<usize>,
}

impl Elaborator<'_> {
    /// The predicates without a declaration, in groups that call each other, callees first, with their clauses.
    pub(super) fn groups(&self, items: &[Item], heads: &[Option<Head>], scopes: &Scopes) -> Vec<Group> {
        let mut graph = DiGraph::<PredId, ()>::new();
        let mut nodes = FxHashMap::default();
        for (id, predicate) in self.t.signature.predicates() {
            if predicate.kind == PredicateKind::Inferred {
                nodes.insert(id, graph.add_node(id));
            }
        }
        let mut clauses: FxHashMap<PredId, Vec<usize>> = FxHashMap::default();
        for (n, head) in heads.iter().enumerate() {
            let Some(head) = head.as_ref().filter(|head| nodes.contains_key(&head.predicate)) else { continue };
            clauses.entry(head.predicate).or_default().push(n);
            let Some(body) = head.body else { continue };
            // Terms are taken for calls, too; at worst a group is larger than it need be.
            let ast = &self.t.reading.ast;
            let mut todo = vec![body];
            while let Some(node) = todo.pop() {
                match ast.node(node) {
                    Node::Apply(name, args) => {
                        let args = ast.args(args);
                        todo.extend(args);
                        let callees = self.t.signature.predicates_named(name).iter();
                        let called = self.t.find_call(name, args, items[n].notation, scopes.of(n));
                        // `call(p, X)` names a predicate by itself.
                        for callee in callees.copied().filter(|_| args.is_empty()).chain(called) {
                            if let Some(callee) = nodes.get(&callee) {
                                graph.update_edge(nodes[&head.predicate], *callee, ());
                            }
                        }
                    }
                    Node::List(elements, tail) => {
                        todo.extend(ast.args(elements));
                        todo.extend(tail);
                    }
                    _ => {}
                }
            }
        }
        let sorted = kosaraju_scc(&graph).into_iter();
        let group = sorted.map(|component| {
            let mut predicates: Vec<_> = component.into_iter().map(|node| graph[node]).collect();
            predicates.sort();
            let mut own: Vec<_> = predicates.iter().flat_map(|id| clauses.remove(id).unwrap_or_default()).collect();
            own.sort_unstable();
            Group { predicates, clauses: own }
        });
        group.collect()
    }

    /// Makes the types of a group general where nothing else constrains them; gives, for each predicate, the open types
    /// that became variables of its type.
    pub(super) fn generalise(&mut self, predicates: &[PredId], mark: usize) -> FxHashMap<PredId, OpenTypes> {
        let mut fixed = vec![];
        if let Some(classes) = &mut self.classes {
            classes.open_in_use(&mut self.infer, &self.t.signature.types, &mut fixed);
        }
        let fixed: FxHashSet<Ty> = fixed.into_iter().collect();
        let mut opens = FxHashMap::default();
        for predicate in predicates {
            let types = self.mono.remove(predicate).expect("the group was just inferred");
            if let Some(classes) = &mut self.classes {
                let mut open = vec![];
                types.iter().for_each(|ty| self.infer.open_in(*ty, &self.t.signature.types, &mut open));
                open.retain(|ty| !fixed.contains(ty) && self.infer.is_after(*ty, mark));
                classes.schemes.insert(*predicate, (types, open));
                continue;
            }
            let mut open = OpenTypes::default();
            self.finish_predicate(*predicate, &types, &mut open);
            opens.insert(*predicate, open);
        }
        opens
    }

    /// Writes down the types that were inferred for a predicate.
    pub(super) fn finish_predicate(&mut self, predicate: PredId, types: &[Ty], open: &mut OpenTypes) {
        let finish = |ty: &Ty| self.infer.finish(*ty, open, &mut self.t.signature.types);
        let finished: Option<Vec<_>> = types.iter().map(finish).collect();
        let def = &mut self.t.signature.predicates[predicate.0 as usize];
        match (finished, def.span) {
            (Some(finished), _) => def.args = finished,
            (None, span) => self.infinite_type(span.expect("an inferred predicate has a clause")),
        }
    }
}
