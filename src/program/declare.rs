//! From declarations to the signature: types first, then what is made of them.
//!
//! The items are gone through several times: names of types, then constructors, predicates and functions, whose types may
//! name any type of the files, then the heads of clauses, then trust and the like, which may name any predicate.
//! DIVERGENCE: αProlog reads from top to bottom; here a name may be used before it is declared.

use super::head::{self, Head};
use super::library::{add_library, is_protected};
use super::scope::{Scope, Scopes};
use super::signature::{FunctorDef, FunctorKind, Predicate, PredicateKind, Signature};
use super::type_expr::{Alias, TypeReader, TypeVars};
use super::types::{Type, TypeDef, TypeId, TypeKind, TypeRef};
use super::{Abbreviation, PredId, ProgramItem};
use crate::source::{Diagnostic, FileId, Range, Span, Warning};
use crate::syntax::{Item, ItemKind, NodeId, Notation, PredicateRef, Reading, Sort};
use crate::term::{Functor, Symbol, sym};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the declarations gave.
pub struct Declared<'r> {
    /// The signature, and what reads types against it.
    pub types: TypeReader<'r>,
    /// The items that were read.
    pub items: Vec<Item>,
    /// The scopes of the items.
    pub scopes: Scopes,
    /// For each item, what it declared; clauses, checks and queries come later.
    pub out: Vec<Vec<ProgramItem>>,
    /// For each clause, its head.
    pub heads: Vec<Option<Head>>,
    /// Whether the files declare any type; without, constructors are inferred.
    pub has_types: bool,
}

/// Builds the signature of what was read.
pub fn declare(reading: &mut Reading) -> Declared<'_> {
    let scopes = Scopes::new(&reading.items, &reading.symbols);
    let items = std::mem::take(&mut reading.items);
    let mut signature = Signature::builtin(&mut reading.symbols);
    add_library(&mut signature, &mut reading.symbols);
    let types = TypeReader {
        reading,
        signature,
        abbreviations: FxHashMap::default(),
        undeclared: FxHashSet::default(),
        notation: Notation::Prolog,
    };
    let mut builder =
        Declarer { t: types, out: vec![vec![]; items.len()], pending: vec![], abbreviated: FxHashSet::default() };
    for (n, item) in items.iter().enumerate() {
        if let (ItemKind::Abbreviation { name, .. }, Notation::AlphaProlog) = (&item.kind, item.notation) {
            let full = scopes.of(n).declare(name.0, &mut builder.t.reading.symbols);
            builder.abbreviated.insert(full);
        }
    }
    let mut has_types = false;
    for (n, item) in items.iter().enumerate() {
        has_types |= builder.type_name(n, item, scopes.of(n));
    }
    for (n, item) in items.iter().enumerate() {
        builder.t.notation = item.notation;
        builder.symbols(n, item, &scopes);
    }
    let heads = head::find_heads(&mut builder.t, &items, &scopes);
    for (n, item) in items.iter().enumerate() {
        builder.attributes(n, item, scopes.of(n));
    }
    builder.invariants(&items, &scopes);
    Declared { types: builder.t, items, scopes, out: builder.out, heads, has_types }
}

struct Declarer<'r> {
    t: TypeReader<'r>,
    out: Vec<Vec<ProgramItem>>,
    /// Refined types whose predicate is not known yet.
    pending: Vec<(TypeId, NodeId, usize)>,
    /// What αProlog files abbreviate. There, an abbreviation takes the place of a type of its name.
    abbreviated: FxHashSet<Symbol>,
}

impl Declarer<'_> {
    /// Registers the name of a type; true if the item declares one.
    fn type_name(&mut self, n: usize, item: &Item, scope: &Scope) -> bool {
        match &item.kind {
            ItemKind::Type { name, params, .. } => {
                self.new_type(n, item, *name, scope, params.clone(), TypeKind::Data(vec![]), true);
            }
            ItemKind::Sort { names, sort } => {
                for name in names {
                    let (params, kind) = match sort {
                        Sort::Data(count) => {
                            let names = (0..*count).map(super::types::var_name);
                            (names.map(|name| self.t.reading.symbols.intern(&name)).collect(), TypeKind::Data(vec![]))
                        }
                        Sort::Name => (vec![], TypeKind::Name),
                    };
                    self.new_type(n, item, *name, scope, params, kind, false);
                }
            }
            ItemKind::Abbreviation { name: (name, range), params, ty, invariant } => {
                let full = scope.declare(*name, &mut self.t.reading.symbols);
                let alias = Alias::Waiting {
                    refined: invariant.is_some(),
                    node: *ty,
                    params: params.clone(),
                    file: item.file,
                    scope: scope.clone(),
                };
                if self.is_declared_type(full) {
                    let message = format!("the type {} is declared twice", self.t.text(full));
                    self.t.error(range.in_file(item.file), message);
                } else {
                    let key = match self.t.abbreviations.contains_key(&full) {
                        true => self.repeated(full, n),
                        false => full,
                    };
                    self.t.abbreviations.insert(key, alias);
                }
            }
            _ => return false,
        }
        true
    }

    fn is_unknown(&self, ty: TypeRef) -> bool {
        matches!(self.t.signature.types.get(ty), Type::App(TypeId::UNKNOWN, _))
    }

    /// The key of an abbreviation that was declared before, by another item.
    fn repeated(&mut self, name: Symbol, n: usize) -> Symbol {
        let key = format!("{}·{n}", self.t.text(name));
        self.t.reading.symbols.intern(&key)
    }

    /// Whether the files declare a type of this name; they may replace a built-in one.
    fn is_declared_type(&self, name: Symbol) -> bool {
        self.t.signature.find_type(name).is_some_and(|id| self.t.signature.type_defs[id.0 as usize].span.is_some())
    }

    #[allow(clippy::too_many_arguments)]
    fn new_type(
        &mut self,
        n: usize,
        item: &Item,
        (name, range): (Symbol, Range),
        scope: &Scope,
        params: Vec<Symbol>,
        kind: TypeKind,
        whole: bool,
    ) {
        let full = scope.declare(name, &mut self.t.reading.symbols);
        let span = range.in_file(item.file);
        if item.notation == Notation::AlphaProlog && self.abbreviated.contains(&full) {
            return;
        }
        if matches!(full, sym::INT | sym::CHAR | sym::LIST) {
            let message = format!("the type {} is built in and cannot be declared", self.t.text(full));
            self.t.error(span, message);
            return;
        }
        if self.is_declared_type(full) || self.t.abbreviations.contains_key(&full) {
            let first = self.t.signature.find_type(full).and_then(|id| self.t.signature.type_defs[id.0 as usize].span);
            let mut error = Diagnostic::error(span, format!("the type {} is declared twice", self.t.text(full)));
            error.also.extend(first.map(|span| (span, "first here".to_owned())));
            self.t.reading.diagnostics.push(error);
            return;
        }
        let id = self.t.signature.add_type(TypeDef { name: full, params, kind, span: Some(span) });
        self.out[n].push(ProgramItem::Type(id, whole));
    }

    /// Constructors, predicates and functions, and abbreviations for the printer.
    fn symbols(&mut self, n: usize, item: &Item, scopes: &Scopes) {
        let (scope, notation) = (scopes.of(n), item.notation);
        let file = item.file;
        match &item.kind {
            ItemKind::Type { name, params, constructors } => {
                let full = scope.declare(name.0, &mut self.t.reading.symbols);
                let Some(id) = self.t.signature.find_type(full) else { return };
                let args: Vec<_> = (0..params.len()).map(|i| self.t.signature.types.add(Type::Var(i as u32))).collect();
                let result = self.t.signature.types.app(id, &args);
                for constructor in constructors {
                    self.constructor(*constructor, id, result, params, file, scope);
                }
            }
            ItemKind::Symbol { names, ty, function } => self.symbol_declaration(n, names, *ty, *function, file, scope),
            ItemKind::Predicate { name, args } => {
                let mut vars = TypeVars::default();
                let (types, curried) = self.arguments(args, &mut vars, file, scope, notation);
                self.predicate(n, *name, types, curried, false, file, scope);
            }
            ItemKind::Function { name, args, result } => {
                let mut vars = TypeVars::default();
                let (mut types, curried) = self.arguments(args, &mut vars, file, scope, notation);
                types.push(self.t.type_expr(*result, &mut vars, file, scope));
                self.predicate(n, *name, types, curried, true, file, scope);
            }
            ItemKind::Abbreviation { name: (name, range), params, invariant, .. } => {
                let full = scope.declare(*name, &mut self.t.reading.symbols);
                let ty = self.t.expand(full, range.in_file(file));
                let again = self.repeated(full, n);
                if self.t.abbreviations.contains_key(&again) {
                    // The same abbreviation may stand in several files.
                    if self.t.expand(again, range.in_file(file)) != ty {
                        let message = format!("the type {} is declared twice", self.t.text(full));
                        self.t.error(range.in_file(file), message);
                    }
                    return;
                }
                match invariant {
                    None => {
                        let abbreviation = Abbreviation { name: full, params: params.clone(), ty };
                        self.out[n].push(ProgramItem::Abbreviation(abbreviation));
                    }
                    Some(invariant) => {
                        if let Type::App(id, _) = self.t.signature.types.get(ty) {
                            let id = *id;
                            self.pending.push((id, *invariant, n));
                            self.out[n].push(ProgramItem::Type(id, true));
                        }
                    }
                }
            }
            ItemKind::Open(name) if !scopes.knows(self.t.reading.symbols.text(*name)) => {
                let name = self.t.text(*name).to_owned();
                if name != "Prelude" && name != "Name" {
                    self.t.error(item.range.in_file(file), format!("there is no namespace {name} to open"));
                }
            }
            _ => {}
        }
    }

    /// The argument types of a declaration; says also whether αProlog writes the arguments one after the other.
    /// DIVERGENCE: there, `pred p(a,b)` has one argument, a pair; here it has two.
    fn arguments(
        &mut self,
        nodes: &[NodeId],
        vars: &mut TypeVars,
        file: FileId,
        scope: &Scope,
        notation: Notation,
    ) -> (Vec<TypeRef>, bool) {
        match (notation, nodes) {
            (Notation::AlphaProlog, &[single]) => {
                let parts = self.t.reading.ast.chain(single, sym::COMMA);
                (self.t.type_exprs(&parts, vars, file, scope), false)
            }
            _ => (self.t.type_exprs(nodes, vars, file, scope), nodes.len() > 1 && notation == Notation::AlphaProlog),
        }
    }

    /// A constructor of `:- type t ---> c(t1,t2)`.
    fn constructor(
        &mut self,
        node: NodeId,
        id: TypeId,
        result: TypeRef,
        params: &[Symbol],
        file: FileId,
        scope: &Scope,
    ) {
        let ast = &self.t.reading.ast;
        let range = ast.range(node);
        let Some((name, args)) = ast.as_apply(node) else {
            self.t.error(range.in_file(file), "a constructor was expected here");
            return;
        };
        let args = args.to_vec();
        let mut vars = TypeVars { names: params.to_vec(), closed: true };
        let args = self.t.type_exprs(&args, &mut vars, file, scope);
        let name = scope.declare(name, &mut self.t.reading.symbols);
        self.add_constructor(name, range.in_file(file), args, result, false, id, Notation::Prolog);
    }

    #[allow(clippy::too_many_arguments)]
    fn add_constructor(
        &mut self,
        name: Symbol,
        span: Span,
        args: Vec<TypeRef>,
        result: TypeRef,
        curried: bool,
        id: TypeId,
        notation: Notation,
    ) -> Option<Functor> {
        let same = self.t.signature.find_functor(name, args.len());
        let mut own = name;
        if let Some(first) = same.and_then(|same| self.t.signature.functor(same).span) {
            let message = format!("the constructor {} is declared twice", self.t.text(name));
            if notation == Notation::Prolog || first.file != span.file {
                let error = Diagnostic::error(span, message).also(first, "first here");
                self.t.reading.diagnostics.push(error.hint("rename one of the two: a constructor belongs to one type"));
                return None;
            }
            // As in αProlog, the name means the new constructor from here on.
            own = self.t.reading.symbols.intern(&format!("{}_{}", self.t.text(name), span.range.start));
            let warning = Diagnostic::warning(Warning::DuplicateName, span, message).also(first, "first here");
            self.t
                .reading
                .diagnostics
                .push(warning.hint("from here on the name means this one; rename one of the two"));
        }
        if matches!(name, sym::NIL | sym::CONS | sym::COMMA | sym::UNIT) || name == sym::DOT && args.len() == 2 {
            self.t.error(span, "this constructor is built in");
            return None;
        }
        let def = FunctorDef { name: own, kind: FunctorKind::Constructor, args, result, curried, span: Some(span) };
        let functor = self.t.signature.add_functor(def);
        if own != name {
            self.t.signature.rename_functor(functor, name);
        }
        if let TypeKind::Data(constructors) = &mut self.t.signature.type_defs[id.0 as usize].kind {
            constructors.push(functor);
        }
        Some(functor)
    }

    /// `c : t1 -> t2`: a constructor; `p :: t -> prop`: a predicate; `f :: t1 -> t2`: a function.
    fn symbol_declaration(
        &mut self,
        n: usize,
        names: &[(Symbol, Range)],
        ty: NodeId,
        function: bool,
        file: FileId,
        scope: &Scope,
    ) {
        let parts = self.t.reading.ast.chain(ty, sym::ARROW);
        let (result, args) = parts.split_last().expect("a chain has a last part");
        let mut vars = TypeVars::default();
        let is_prop = self.t.reading.ast.as_constant(*result) == Some(sym::PROP);
        if is_prop || function {
            let (mut types, curried) = self.arguments(args, &mut vars, file, scope, Notation::AlphaProlog);
            if !is_prop {
                types.push(self.t.type_expr(*result, &mut vars, file, scope));
            }
            for name in names {
                self.predicate(n, *name, types.clone(), curried, !is_prop, file, scope);
            }
            return;
        }
        // The parameters of the type are numbered by its own declaration: the result is read first.
        let result_range = self.t.reading.ast.range(*result);
        let result = self.t.type_expr(*result, &mut vars, file, scope);
        let params = vars.names.len();
        let result_args = match self.t.signature.types.get(result) {
            Type::App(id, args) => Some((*id, args.clone())),
            Type::Var(_) => None,
        };
        let Some((id, result_args)) =
            result_args.filter(|(id, _)| matches!(self.t.signature.type_defs[id.0 as usize].kind, TypeKind::Data(_)))
        else {
            if !self.is_unknown(result) {
                let shown = self.t.signature.show_type(result, &self.t.reading.symbols);
                self.t.error(result_range.in_file(file), format!("{shown} is not a type that can have constructors"));
            }
            return;
        };
        let plain =
            result_args.iter().enumerate().all(|(i, arg)| *self.t.signature.types.get(*arg) == Type::Var(i as u32));
        if !plain {
            self.t.error(result_range.in_file(file), "the parameters of a constructor's type are different variables");
            return;
        }
        let (types, curried) = self.arguments(args, &mut vars, file, scope, Notation::AlphaProlog);
        if vars.names.len() > params {
            let name = self.t.text(vars.names[params]).to_owned();
            let message = format!("the type variable {name} is not a parameter of the constructor's type");
            self.t.error(self.t.reading.ast.range(ty).in_file(file), message);
            return;
        }
        for (name, range) in names {
            let full = scope.declare(*name, &mut self.t.reading.symbols);
            let functor = self.add_constructor(
                full,
                range.in_file(file),
                types.clone(),
                result,
                curried,
                id,
                Notation::AlphaProlog,
            );
            self.out[n].extend(functor.map(ProgramItem::Functor));
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn predicate(
        &mut self,
        n: usize,
        (name, range): (Symbol, Range),
        args: Vec<TypeRef>,
        curried: bool,
        function: bool,
        file: FileId,
        scope: &Scope,
    ) {
        let span = range.in_file(file);
        if is_protected(name, args.len()) {
            self.t.error(span, format!("{}/{} is built in and cannot be declared", self.t.text(name), args.len()));
            return;
        }
        let full = scope.declare(name, &mut self.t.reading.symbols);
        let same = self.t.signature.find_predicate(full, args.len()).map(|id| self.t.signature.predicate(id));
        if let Some(Predicate { span: Some(first), args: types, function: was, .. }) = same {
            if *types != args || *was != function {
                let message = format!("{}/{} is declared twice, with different types", self.t.text(full), args.len());
                let error = Diagnostic::error(span, message).also(*first, "first here");
                self.t.reading.diagnostics.push(error);
            }
            return;
        }
        let predicate = Predicate::new(full, args, PredicateKind::Declared, Some(span));
        let id = self.t.signature.add_predicate(Predicate { function, curried, ..predicate });
        self.out[n].push(ProgramItem::Predicate(id));
    }

    /// Trust and the like, once all predicates are known.
    fn attributes(&mut self, n: usize, item: &Item, scope: &Scope) {
        let made = match &item.kind {
            ItemKind::Operator(fixity) => ProgramItem::Operator(*fixity),
            ItemKind::Properties(name) => ProgramItem::Properties(*name),
            ItemKind::Generator { ty, predicate } => {
                let ty = self.t.type_expr(*ty, &mut TypeVars::default(), item.file, scope);
                let reference = PredicateRef { name: predicate.0, arity: 1, range: predicate.1 };
                match self.find_predicate(reference, item.file, scope) {
                    Some(id) => ProgramItem::Generator(ty, id),
                    None => return,
                }
            }
            ItemKind::Trusted(refs) => {
                ProgramItem::Trusted(self.mark(refs, item.file, scope, |predicate| predicate.trusted = true))
            }
            ItemKind::Assumable(refs) => {
                ProgramItem::Assumable(self.mark(refs, item.file, scope, |predicate| predicate.assumable = true))
            }
            ItemKind::Discontiguous(refs) => {
                ProgramItem::Discontiguous(
                    self.mark(refs, item.file, scope, |predicate| predicate.discontiguous = true),
                )
            }
            _ => return,
        };
        self.out[n].push(made);
    }

    fn mark(&mut self, refs: &[PredicateRef], file: FileId, scope: &Scope, set: fn(&mut Predicate)) -> Vec<PredId> {
        let found: Vec<_> = refs.iter().filter_map(|r| self.find_predicate(*r, file, scope)).collect();
        for id in &found {
            set(&mut self.t.signature.predicates[id.0 as usize]);
        }
        found
    }

    fn find_predicate(&mut self, reference: PredicateRef, file: FileId, scope: &Scope) -> Option<PredId> {
        let find = |name| self.t.signature.find_predicate(name, reference.arity as usize);
        let found = scope.resolve(reference.name, &self.t.reading.symbols, find);
        if found.is_none() {
            let message = format!("there is no predicate {}/{}", self.t.text(reference.name), reference.arity);
            self.t.error(reference.range.in_file(file), message);
        }
        found
    }

    fn invariants(&mut self, items: &[Item], scopes: &Scopes) {
        for (id, node, n) in std::mem::take(&mut self.pending) {
            let file = items[n].file;
            let range = self.t.reading.ast.range(node);
            let Some(name) = self.t.reading.ast.as_constant(node) else {
                self.t.error(range.in_file(file), "the name of a predicate with one argument was expected here");
                continue;
            };
            let reference = PredicateRef { name, arity: 1, range };
            let found = self.find_predicate(reference, file, scopes.of(n));
            if let TypeKind::Refined(_, predicate) = &mut self.t.signature.type_defs[id.0 as usize].kind {
                *predicate = found;
            }
        }
    }
}
