//! Types for a program that declares none: constructors that are used for each other make a type.
//!
//! Each constructor has one type everywhere, in the manner of a class of constructors that grows when two are found in one
//! place; lists, numbers and pairs `K - V` are what they always are. Predicates are general in what no constructor fixes.

use super::super::PredId;
use super::super::infer::{Infer, OpenTypes, Ty, View};
use super::super::signature::{FunctorDef, FunctorKind};
use super::super::types::{Type, TypeDef, TypeId, TypeKind, Types};
use super::{Builder, Elaborator, Made};
use crate::source::Span;
use crate::term::{Functor, Symbol, sym};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The constructors that were met, and the types of predicates in terms of theirs.
pub struct Classes {
    /// Whether something will be checked, so that values of different types in one place matter.
    pub has_checks: bool,
    functors: IndexMap<(Symbol, usize), Functor, FxBuildHasher>,
    /// The types of the arguments and of the result.
    slots: FxHashMap<Functor, (Vec<Ty>, Ty)>,
    /// Where each constructor was met first.
    places: FxHashMap<Functor, Span>,
    /// Types that stand for one type everywhere, and that the group at hand mentioned.
    touched: Vec<Ty>,
    /// The types of predicates, and the open ones among them that each call has for itself.
    pub schemes: IndexMap<PredId, (Vec<Ty>, Vec<Ty>), FxBuildHasher>,
}

impl Classes {
    pub fn new(has_checks: bool) -> Classes {
        Classes {
            has_checks,
            functors: IndexMap::default(),
            slots: FxHashMap::default(),
            places: FxHashMap::default(),
            touched: vec![],
            schemes: IndexMap::default(),
        }
    }

    /// Whether the types of a constructor are inferred.
    pub fn has(&self, functor: Functor) -> bool {
        self.slots.contains_key(&functor)
    }

    /// The open types that must not become general: a constructor, or a predicate that is not general, has them too.
    pub fn open_in_use(&mut self, infer: &mut Infer, types: &Types, out: &mut Vec<Ty>) {
        for ty in std::mem::take(&mut self.touched) {
            infer.open_in(ty, types, out);
        }
    }
}

impl Elaborator<'_> {
    /// The types of a constructor; a new one if nothing is declared.
    pub(super) fn class_functor(&mut self, name: Symbol, arity: usize) -> Option<(Functor, Vec<Ty>, Ty)> {
        let classes = self.classes.as_mut()?;
        let functor = if let Some(functor) = classes.functors.get(&(name, arity)) {
            *functor
        } else {
            let unknown = self.t.signature.types.app(TypeId::UNKNOWN, &[]);
            let functor = self.t.signature.add_functor(FunctorDef {
                name,
                kind: FunctorKind::Constructor,
                args: vec![unknown; arity],
                result: unknown,
                curried: false,
                span: None,
            });
            let args = (0..arity).map(|_| self.infer.fresh()).collect();
            classes.functors.insert((name, arity), functor);
            classes.slots.insert(functor, (args, self.infer.class()));
            classes.places.insert(functor, self.b.range.in_file(self.b.formula.file));
            functor
        };
        let (args, result) = classes.slots[&functor].clone();
        classes.touched.extend(&args);
        Some((functor, args, result))
    }

    /// `K - V`, which Prolog programs use for pairs of any two types. Called once: from then on there is a constructor.
    pub(super) fn pair_functor(&mut self) -> Functor {
        let params = ["A", "B"].map(|name| self.t.reading.symbols.intern(name)).to_vec();
        let name = self.t.reading.symbols.intern("pair");
        let id = self.t.signature.add_type(TypeDef { name, params, kind: TypeKind::Data(vec![]), span: None });
        let args = [0, 1].map(|n| self.t.signature.types.add(Type::Var(n))).to_vec();
        let result = self.t.signature.types.app(id, &args);
        let (kind, curried) = (FunctorKind::Constructor, true);
        let functor =
            self.t.signature.add_functor(FunctorDef { name: sym::MINUS, kind, args, result, curried, span: None });
        self.t.signature.type_defs[id.0 as usize].kind = TypeKind::Data(vec![functor]);
        functor
    }

    /// The types of an inferred predicate for one call of it.
    pub(super) fn scheme(&mut self, predicate: PredId) -> Option<Vec<Ty>> {
        let classes = self.classes.as_mut()?;
        let (types, general) = classes.schemes.get(&predicate)?.clone();
        classes.touched.extend(&types);
        let mut copies: FxHashMap<Ty, Ty> = general.iter().map(|ty| (*ty, self.infer.fresh())).collect();
        Some(types.iter().map(|ty| self.infer.copy(*ty, &mut copies, &self.t.signature.types)).collect())
    }

    /// Makes a type of each class, and writes down all types that speak of classes.
    pub(super) fn settle_classes(&mut self, waiting: &mut [(usize, Builder)], made: &[Option<Made>]) {
        let Some(mut classes) = self.classes.take() else { return };
        // Types are named, and constructors listed, in the order of the text.
        waiting.sort_unstable_by_key(|(n, _)| *n);
        let mut order: IndexSet<Functor, FxBuildHasher> = IndexSet::default();
        for (_, builder) in waiting.iter() {
            order.extend(builder.formula.terms.functors());
        }
        classes.functors.sort_by_key(|_, functor| order.get_index_of(functor));
        let int = self.t.signature.types.app(TypeId::INT, &[]);
        let mut open = vec![];
        for (args, _) in classes.functors.values().map(|functor| &classes.slots[functor]) {
            args.iter().for_each(|ty| self.infer.open_in(*ty, &self.t.signature.types, &mut open));
        }
        // What a constructor holds but nothing ever looks at may as well be a number.
        open.into_iter().for_each(|ty| self.infer.bind(ty, int.into()));
        let mut count = 0;
        for functor in classes.functors.values() {
            let (_, result) = &classes.slots[functor];
            self.name_class(*result, &mut count);
        }
        for functor in classes.functors.values() {
            let (args, result) = &classes.slots[functor];
            let types = &mut self.t.signature.types;
            let args = args.iter().map(|ty| self.infer.finish(*ty, &mut OpenTypes::default(), types)).collect();
            let result = self.infer.finish(*result, &mut OpenTypes::default(), types);
            let (Some(args), Some(result)) = (args, result) else {
                self.infinite_type(classes.places[functor]);
                continue;
            };
            let Type::App(id, _) = *types.get(result) else { continue };
            let def = &mut self.t.signature.functors[functor.0 as usize];
            (def.args, def.result) = (args, result);
            if let TypeKind::Data(constructors) = &mut self.t.signature.type_defs[id.0 as usize].kind {
                constructors.push(*functor);
            }
        }
        self.finish_schemes(&classes, waiting, made);
        self.classes = Some(classes);
    }

    fn name_class(&mut self, class: Ty, count: &mut u32) {
        if !matches!(self.infer.view(class, &self.t.signature.types), View::Class) {
            return;
        }
        let name = loop {
            *count += 1;
            let name = format!("t{count}");
            let taken = self.t.reading.symbols.get(&name).and_then(|symbol| self.t.signature.find_type(symbol));
            if taken.is_none() {
                break name;
            }
        };
        let name = self.t.reading.symbols.intern(&name);
        let def = TypeDef { name, params: vec![], kind: TypeKind::Data(vec![]), span: None };
        let id = self.t.signature.add_type(def);
        let ty = self.t.signature.types.app(id, &[]);
        self.infer.bind(class, ty.into());
    }

    fn finish_schemes(&mut self, classes: &Classes, waiting: &mut [(usize, Builder)], made: &[Option<Made>]) {
        let mut opens = FxHashMap::default();
        for (predicate, (types, general)) in &classes.schemes {
            let mut open: OpenTypes = general.iter().copied().collect();
            self.finish_predicate(*predicate, types, &mut open);
            opens.insert(*predicate, open);
        }
        for (n, builder) in waiting {
            if let Some(Made::Clause(clause)) = &made[*n]
                && let Some(open) = opens.get(&clause.predicate)
            {
                builder.open.clone_from(open);
            }
        }
    }
}
