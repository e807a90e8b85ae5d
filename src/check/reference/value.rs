//! The values of types in the reference solver: generators, invariants, and variables that are split.

use super::store::{Node, Ref};
use super::{Choice, Flow, Frame, List, Place, Search, Solver, Step};
use crate::engine::Origin;
use crate::generate::{ShapeId, Values, char_at, int_at};
use crate::term::Functor;
use std::rc::Rc;

impl<'p> Solver<'p> {
    /// A term is a value of a type: each constructor is the use of a clause, as αCheck counts.
    pub(super) fn value(
        &mut self,
        shape: ShapeId,
        term: Ref,
        frame: &Rc<Frame<'p>>,
        place: &Place<'p>,
    ) -> Search<Flow> {
        let described = self.store.shapes.get(shape).clone();
        if let Some(id) = described.generator {
            return Ok(self.call(Origin::Program, id, vec![term], place));
        }
        Ok(match described.values {
            Values::Refined(base, id) => {
                let items = self.items_of(frame, &[Step::Value(base, term), Step::Holds(id, term)]);
                Flow::Go(self.put(place, &items))
            }
            Values::Data(constructors) => {
                for constructor in constructors.into_iter().rev().filter(|constructor| constructor.least.is_some()) {
                    self.push(Choice::Construct(frame.clone(), term, constructor, place.clone()));
                }
                Flow::Fail
            }
            Values::Int | Values::Char | Values::Constants => match self.store.open_var(term) {
                Some(var) => {
                    let goals = self.list(&place.before, place.rest);
                    self.split(var, goals)?
                }
                None => self.go(place),
            },
            Values::Opaque => Flow::Fail,
        })
    }

    /// What the types of a property's variables ask of their values.
    pub(super) fn invariants(&mut self, frame: &Frame) -> Vec<Step> {
        let mut steps = vec![];
        for var in &frame.open {
            let shape = self.store.shapes.add(self.programs.user, frame.formula.vars[var.0 as usize].ty);
            let term = frame.vars[var.0 as usize];
            let described = self.store.shapes.get(shape);
            match (&described.values, described.generator) {
                (Values::Refined(base, predicate), None) if !self.is_restricted(*base) => {
                    steps.push(Step::Holds(*predicate, term));
                }
                _ if self.is_restricted(shape) => steps.push(Step::Value(shape, term)),
                _ => {}
            }
        }
        steps
    }

    /// Whether an invariant or a generator stands somewhere in a type.
    fn is_restricted(&self, shape: ShapeId) -> bool {
        let mut seen = vec![shape];
        let mut next = 0;
        while let Some(shape) = seen.get(next).copied() {
            let described = self.store.shapes.get(shape);
            if described.generator.is_some() || matches!(described.values, Values::Refined(..)) {
                return true;
            }
            let args = self.store.shapes.constructors(shape).iter().flat_map(|constructor| &constructor.args);
            let new: Vec<_> = args.filter(|arg| !seen.contains(arg)).copied().collect();
            seen.extend(new);
            next += 1;
        }
        false
    }

    /// Gives a variable all values of its type, at most as many constructors as the bound allows.
    pub(super) fn split(&mut self, var: Ref, goals: List) -> Search<Flow> {
        let Node::Var { shape, .. } = self.store.nodes[var.0] else { unreachable!("variables are split") };
        let shape = shape.ok_or("a variable of a type that is not known would have to be split")?;
        let root = self.root(var);
        let used = self.spent.iter().filter(|(spent, _)| *spent == root).map(|(_, weight)| weight).sum();
        let allowed = self.bound.saturating_sub(used);
        let first = self.programs.user.signature.functors.len() as u32;
        let values: Vec<(Node, Vec<ShapeId>, u32)> = match &self.store.shapes.get(self.store.shapes.base(shape)).values
        {
            Values::Data(constructors) => {
                let built = constructors.iter().filter(|constructor| constructor.least.is_some());
                built.map(|it| (Node::App(it.functor, Box::default()), it.args.clone(), 1)).collect()
            }
            Values::Int => (0..=allowed).map(|at| (Node::Int(int_at(at).into()), vec![], at + 1)).collect(),
            Values::Char => (0..=allowed).map_while(|at| Some((Node::Char(char_at(at)?), vec![], at + 1))).collect(),
            Values::Constants => {
                let constant = |at| (Node::App(Functor(first + at), Box::default()), vec![], at + 1);
                (0..=allowed).map(constant).collect()
            }
            Values::Refined(..) | Values::Opaque => return Ok(self.cut_off(goals)),
        };
        for (node, parts, weight) in values.into_iter().rev() {
            self.push(if weight > allowed {
                Choice::Beyond(goals)
            } else {
                Choice::Give(var, node, parts, weight, goals)
            });
        }
        Ok(Flow::Fail)
    }

    pub(super) fn root(&self, var: Ref) -> Ref {
        match self.store.nodes[var.0] {
            Node::Var { root: Some(root), .. } => root,
            _ => var,
        }
    }
}
