//! Types while they are being inferred: unification in near-linear time, without recursion.
//!
//! A [`Ty`] is either a finished type of the program, whose variables are rigid (they stand for the parameters of the
//! declaration at hand), or a slot of the scratch table, which may still be bound. Slots are linked when they are unified,
//! also slots that hold a constructor; so shared parts are compared once, and a type that would contain itself makes a
//! cycle that is found when the result is read off, not an endless loop.

use super::types::{Type, TypeDef, TypeId, TypeKind, TypeRef, Types};
use crate::source::deep;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A type that may still be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ty(u32);

const SCRATCH: u32 = 1 << 31;

impl From<TypeRef> for Ty {
    fn from(ty: TypeRef) -> Ty {
        Ty(ty.0)
    }
}

enum Slot {
    Open,
    /// The type of constructors that no declaration names: equal only to itself and to others of its kind.
    Class,
    Link(Ty),
    App(TypeId, Box<[Ty]>),
}

/// Open types that became variables; the place of each is the number of its variable.
pub type OpenTypes = IndexSet<Ty, FxBuildHasher>;

/// What a type is, as far as is known.
pub enum View {
    /// Nothing is known yet.
    Open,
    /// A type of undeclared constructors.
    Class,
    /// A parameter of the declaration at hand.
    Rigid,
    /// A constructor with arguments.
    App(TypeId, Box<[Ty]>),
}

/// The scratch table.
#[derive(Default)]
pub struct Infer {
    slots: Vec<Slot>,
}

impl Infer {
    /// A new open type.
    pub fn fresh(&mut self) -> Ty {
        self.slots.push(Slot::Open);
        Ty((self.slots.len() as u32 - 1) | SCRATCH)
    }

    /// A new type of undeclared constructors.
    pub fn class(&mut self) -> Ty {
        self.slots.push(Slot::Class);
        Ty((self.slots.len() as u32 - 1) | SCRATCH)
    }

    /// A constructor with arguments.
    pub fn app(&mut self, id: TypeId, args: &[Ty]) -> Ty {
        self.slots.push(Slot::App(id, args.into()));
        Ty((self.slots.len() as u32 - 1) | SCRATCH)
    }

    /// Forgets all slots from a mark on; no type that is still in use may refer to them.
    pub fn truncate(&mut self, mark: usize) {
        self.slots.truncate(mark);
    }

    /// The mark of the present.
    pub fn mark(&self) -> usize {
        self.slots.len()
    }

    /// The end of the chain of links.
    pub fn resolve(&mut self, ty: Ty) -> Ty {
        let mut end = ty;
        while let Some(Slot::Link(next)) = self.slot(end) {
            end = *next;
        }
        let mut at = ty;
        while let Some(Slot::Link(next)) = self.slot(at) {
            let next = *next;
            self.slots[(at.0 & !SCRATCH) as usize] = Slot::Link(end);
            at = next;
        }
        end
    }

    fn slot(&self, ty: Ty) -> Option<&Slot> {
        (ty.0 & SCRATCH != 0).then(|| &self.slots[(ty.0 & !SCRATCH) as usize])
    }

    /// What a type is.
    pub fn view(&mut self, ty: Ty, types: &Types) -> View {
        let ty = self.resolve(ty);
        match self.slot(ty) {
            Some(Slot::Open) => View::Open,
            Some(Slot::Class) => View::Class,
            Some(Slot::App(id, args)) => View::App(*id, args.clone()),
            Some(Slot::Link(_)) => unreachable!("links were followed"),
            None => match types.get(TypeRef(ty.0)) {
                Type::Var(_) => View::Rigid,
                Type::App(id, args) => View::App(*id, args.iter().map(|arg| Ty::from(*arg)).collect()),
            },
        }
    }

    /// A declared type with open types for its variables: the one place where a polymorphic symbol gets its instance.
    pub fn instantiate(&mut self, ty: TypeRef, vars: &mut Vec<Ty>, types: &Types) -> Ty {
        // A type without variables is its own instance.
        if types.is_closed(ty) {
            return ty.into();
        }
        match types.get(ty) {
            Type::Var(index) => {
                while vars.len() <= *index as usize {
                    let fresh = self.fresh();
                    vars.push(fresh);
                }
                vars[*index as usize]
            }
            Type::App(id, args) => {
                // Equal arguments have one instance: abbreviations of abbreviations repeat themselves exponentially.
                let mut done: Vec<Ty> = Vec::with_capacity(args.len());
                for (n, arg) in args.iter().enumerate() {
                    let instance = match args[..n].iter().position(|other| other == arg) {
                        Some(same) => done[same],
                        None => deep(|| self.instantiate(*arg, vars, types)),
                    };
                    done.push(instance);
                }
                self.app(*id, &done)
            }
        }
    }

    /// Makes two types equal, or tells that they are not.
    pub fn unify(&mut self, left: Ty, right: Ty, types: &mut Types, defs: &[TypeDef]) -> bool {
        let mut todo = vec![(left, right)];
        while let Some((left, right)) = todo.pop() {
            let (left, right) = (self.resolve(left), self.resolve(right));
            if left == right {
                continue;
            }
            match (self.view(left, types), self.view(right, types)) {
                (View::App(TypeId::UNKNOWN, _), _) | (_, View::App(TypeId::UNKNOWN, _)) => {}
                (View::Open, _) => self.link(left, right),
                (_, View::Open) => self.link(right, left),
                (View::Class, View::Class) => self.link(left, right),
                (View::App(a, xs), View::App(b, ys)) if a == b => {
                    if left.0 & SCRATCH != 0 {
                        self.link(left, right);
                    } else if right.0 & SCRATCH != 0 {
                        self.link(right, left);
                    }
                    todo.extend(xs.iter().copied().zip(ys.iter().copied()));
                }
                (View::App(a, xs), _) if refined(a, defs).is_some() => {
                    let base = refined(a, defs).expect("it was just seen");
                    todo.push((self.unfold(base, &xs, types), right));
                }
                (_, View::App(b, ys)) if refined(b, defs).is_some() => {
                    let base = refined(b, defs).expect("it was just seen");
                    todo.push((left, self.unfold(base, &ys, types)));
                }
                _ => return false,
            }
        }
        true
    }

    fn link(&mut self, from: Ty, to: Ty) {
        self.slots[(from.0 & !SCRATCH) as usize] = Slot::Link(to);
    }

    /// The type that a refined one refines.
    fn unfold(&mut self, base: TypeRef, args: &[Ty], types: &Types) -> Ty {
        let mut vars = args.to_vec();
        self.instantiate(base, &mut vars, types)
    }

    /// A type with some of its open parts replaced; parts without them are shared.
    pub fn copy(&mut self, ty: Ty, copies: &mut FxHashMap<Ty, Ty>, types: &Types) -> Ty {
        let ty = self.resolve(ty);
        if let Some(copy) = copies.get(&ty) {
            return *copy;
        }
        // A type that contains itself is its own copy.
        copies.insert(ty, ty);
        let copy = match self.view(ty, types) {
            View::App(id, args) if ty.0 & SCRATCH != 0 => {
                let copied: Vec<_> = args.iter().map(|arg| deep(|| self.copy(*arg, copies, types))).collect();
                let same = args.iter().zip(&copied).all(|(arg, copy)| self.resolve(*arg) == *copy);
                if same { ty } else { self.app(id, &copied) }
            }
            _ => ty,
        };
        copies.insert(ty, copy);
        copy
    }

    /// Says what an open type or a class is.
    pub fn bind(&mut self, ty: Ty, to: Ty) {
        let end = self.resolve(ty);
        if end != self.resolve(to) {
            self.link(end, to);
        }
    }

    /// Whether a slot was made after a mark.
    pub fn is_after(&mut self, ty: Ty, mark: usize) -> bool {
        let end = self.resolve(ty);
        end.0 & SCRATCH != 0 && (end.0 & !SCRATCH) as usize >= mark
    }

    /// The open types in a type, in the order in which they stand.
    pub fn open_in(&mut self, ty: Ty, types: &Types, out: &mut Vec<Ty>) {
        let mut seen = FxHashSet::default();
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            let ty = self.resolve(ty);
            if ty.0 & SCRATCH == 0 || !seen.insert(ty) {
                continue;
            }
            match self.view(ty, types) {
                View::Open => out.push(ty),
                View::App(_, args) => todo.extend(args.iter().rev()),
                View::Class | View::Rigid => {}
            }
        }
    }

    /// The finished type; open types, and classes that are not named yet, become variables from `open.len()` on. `None`
    /// if it would contain itself.
    pub fn finish(&mut self, ty: Ty, open: &mut OpenTypes, types: &mut Types) -> Option<TypeRef> {
        let mut state = FxHashMap::default();
        self.finish_shared(ty, open, types, &mut state)
    }

    /// `state` maps a slot to its result, or to nothing while it is being finished.
    fn finish_shared(
        &mut self,
        ty: Ty,
        open: &mut OpenTypes,
        types: &mut Types,
        state: &mut FxHashMap<Ty, Option<TypeRef>>,
    ) -> Option<TypeRef> {
        let ty = self.resolve(ty);
        if ty.0 & SCRATCH == 0 {
            return Some(TypeRef(ty.0));
        }
        if let Some(known) = state.get(&ty) {
            return *known;
        }
        let View::App(id, args) = self.view(ty, types) else {
            return Some(types.add(Type::Var(open.insert_full(ty).0 as u32)));
        };
        state.insert(ty, None);
        let mut finished = Vec::with_capacity(args.len());
        for arg in &args {
            finished.push(deep(|| self.finish_shared(*arg, open, types, state))?);
        }
        let result = types.app(id, &finished);
        state.insert(ty, Some(result));
        Some(result)
    }
}

fn refined(id: TypeId, defs: &[TypeDef]) -> Option<TypeRef> {
    match defs[id.0 as usize].kind {
        TypeKind::Refined(base, _) => Some(base),
        _ => None,
    }
}
