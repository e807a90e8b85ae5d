//! Terms: each name resolved, each place told which type it must have.
//!
//! Types flow in: each term is built for a type that is expected of it, and what does not fit is reported at the innermost
//! place. What a constant is may depend on a type that is not known yet; then it waits for `finish`.

use super::super::formula::Goal;
use super::super::head::fitting;
use super::super::infer::{Ty, View};
use super::super::signature::{FunctorKind, builtin};
use super::super::type_expr::arguments;
use super::super::types::{Type, TypeId, TypeKind};
use super::super::{PredId, Variable};
use super::{Binding, Elaborator, Pending, Why};
use crate::source::{Range, Span, deep};
use crate::syntax::{Node, NodeId, Notation};
use crate::term::{Functor, Name, Symbol, Term, TermId, Var, sym};

impl Elaborator<'_> {
    /// A term of an expected type.
    pub(super) fn term(&mut self, node: NodeId, expected: Ty, why: Why) -> TermId {
        deep(|| self.term_step(node, expected, why))
    }

    fn term_step(&mut self, node: NodeId, expected: Ty, why: Why) -> TermId {
        let range = self.t.reading.ast.range(node);
        match self.t.reading.ast.node(node) {
            Node::Int(value) => {
                self.expect_builtin(TypeId::INT, expected, node, why);
                let value = self.t.reading.ast.int_value(value).clone();
                self.add(Term::Int(value), range)
            }
            Node::Char(c) if self.b.notation == Notation::AlphaProlog => {
                self.expect_builtin(TypeId::CHAR, expected, node, why);
                self.add(Term::Char(c), range)
            }
            // A character of a string in a grammar rule.
            Node::Char(c) => {
                let text = self.t.reading.symbols.intern(c.encode_utf8(&mut [0; 4]));
                let element = self.add(Term::Char(c), range);
                self.b.pending.push(Pending::Text { elements: vec![element], text, ty: expected, node });
                element
            }
            Node::Str(text) => self.string(text, node, expected, why),
            Node::Wildcard => {
                let var = self.new_var(sym::UNDERSCORE, expected);
                self.add(Term::Var(var), range)
            }
            Node::Var(name) => self.identifier(name, node, expected, why),
            Node::List(items, tail) => {
                let items = self.t.reading.ast.args(items).to_vec();
                self.list(&items, tail, node, expected, why)
            }
            Node::Apply(name, args) => {
                let args = self.t.reading.ast.args(args).to_vec();
                self.apply(name, &args, node, expected, why)
            }
        }
    }

    pub(super) fn add(&mut self, term: Term, range: Range) -> TermId {
        self.b.formula.term_ranges.push(range);
        self.b.formula.terms.add(term)
    }

    pub(super) fn app(&mut self, functor: Functor, args: &[TermId], range: Range) -> TermId {
        self.b.formula.term_ranges.push(range);
        self.b.formula.terms.app(functor, args)
    }

    pub(super) fn new_var(&mut self, name: Symbol, ty: Ty) -> Var {
        let unit = self.t.signature.types.app(TypeId::UNIT, &[]);
        self.b.formula.vars.push(Variable { name, ty: unit });
        self.b.var_types.push(ty);
        Var(self.b.var_types.len() as u32 - 1)
    }

    pub(super) fn new_name(&mut self, name: Symbol, ty: Ty) -> Name {
        let unit = self.t.signature.types.app(TypeId::UNIT, &[]);
        self.b.formula.names.push(Variable { name, ty: unit });
        self.b.name_types.push(ty);
        Name(self.b.name_types.len() as u32 - 1)
    }

    /// Requires two types to be one; says what is wrong if they are not.
    pub(super) fn expect(&mut self, found: Ty, expected: Ty, node: NodeId, why: Why) -> bool {
        let fits = self.infer.unify(found, expected, &mut self.t.signature.types, &self.t.signature.type_defs);
        if !fits {
            self.mismatch(found, expected, node, why);
        }
        fits
    }

    pub(super) fn expect_builtin(&mut self, id: TypeId, expected: Ty, node: NodeId, why: Why) {
        let ty = self.t.signature.types.app(id, &[]);
        self.expect(ty.into(), expected, node, why);
    }

    /// An identifier that is a variable unless something else has its name.
    fn identifier(&mut self, name: Symbol, node: NodeId, expected: Ty, why: Why) -> TermId {
        let range = self.t.reading.ast.range(node);
        if let Some(binding) = self.b.bindings.get(&name).copied() {
            return self.bound(binding, node, expected, why);
        }
        if self.b.notation == Notation::AlphaProlog
            && let Some(functor) = self.find_functor(name, &[], FunctorKind::Constructor)
        {
            return self.construct(functor, name, &[], node, expected, why);
        }
        let var = self.new_var(name, expected);
        self.b.bindings.insert(name, Binding::Var(var));
        self.add(Term::Var(var), range)
    }

    fn bound(&mut self, binding: Binding, node: NodeId, expected: Ty, why: Why) -> TermId {
        let range = self.t.reading.ast.range(node);
        let (ty, term) = match binding {
            Binding::Var(var) => (self.b.var_types[var.0 as usize], Term::Var(var)),
            Binding::Name(name) => (self.b.name_types[name.0 as usize], Term::Name(name)),
        };
        self.expect(ty, expected, node, why);
        self.add(term, range)
    }

    fn list(&mut self, items: &[NodeId], tail: Option<NodeId>, node: NodeId, expected: Ty, why: Why) -> TermId {
        let range = self.t.reading.ast.range(node);
        let element = self.infer.fresh();
        let list = self.infer.app(TypeId::LIST, &[element]);
        self.expect(list, expected, node, why);
        let items: Vec<_> = items.iter().map(|item| self.term(*item, element, Why::Element)).collect();
        let mut rest = match tail {
            Some(tail) => self.term(tail, list, Why::Tail),
            None => self.app(builtin::NIL, &[], Range::new(range.end.saturating_sub(1), range.end)),
        };
        for item in items.into_iter().rev() {
            let start = self.b.formula.term_ranges[item.0 as usize].start;
            rest = self.app(builtin::CONS, &[item, rest], Range::new(start, range.end));
        }
        self.b.formula.term_ranges[rest.0 as usize] = range;
        rest
    }

    /// A string: a list of characters, or of constructors with names of one character.
    fn string(&mut self, text: Symbol, node: NodeId, expected: Ty, why: Why) -> TermId {
        let range = self.t.reading.ast.range(node);
        let element = self.infer.fresh();
        let list = self.infer.app(TypeId::LIST, &[element]);
        self.expect(list, expected, node, why);
        let length = self.t.text(text).chars().count();
        let elements: Vec<_> = (0..length).map(|_| self.add(Term::Char(' '), range)).collect();
        let mut rest = self.app(builtin::NIL, &[], range);
        for element in elements.iter().rev() {
            rest = self.app(builtin::CONS, &[*element, rest], range);
        }
        self.b.pending.push(Pending::Text { elements, text, ty: element, node });
        rest
    }

    fn apply(&mut self, name: Symbol, args: &[NodeId], node: NodeId, expected: Ty, why: Why) -> TermId {
        let range = self.t.reading.ast.range(node);
        match (name, args) {
            (sym::NIL, []) => return self.construct(builtin::NIL, name, args, node, expected, why),
            (sym::COMMA, &[_, _]) => return self.tuple(node, expected, why),
            (sym::UNIT | sym::BRACES, []) => return self.construct(builtin::UNIT, name, args, node, expected, why),
            (sym::ABSTRACTION, &[name, body]) => {
                let (names, bodies) = (self.infer.fresh(), self.infer.fresh());
                let ty = self.infer.app(TypeId::ABSTRACTION, &[names, bodies]);
                self.expect(ty, expected, node, why);
                let name = self.name_term(name, names);
                let body = self.term(body, bodies, why);
                return self.add(Term::Abstraction(name, body), range);
            }
            (sym::CONCRETION, &[abstraction, name]) => {
                let names = self.infer.fresh();
                let ty = self.infer.app(TypeId::ABSTRACTION, &[names, expected]);
                let abstraction = self.term(abstraction, ty, Why::Name);
                let name = self.name_term(name, names);
                return self.add(Term::Concretion(abstraction, name), range);
            }
            (sym::SWAP, &[left, right, term]) => {
                let names = self.infer.fresh();
                let (left, right) = (self.name_term(left, names), self.name_term(right, names));
                let term = self.term(term, expected, why);
                return self.add(Term::Swap(left, right, term), range);
            }
            (sym::SUBSTITUTION, &[term, new, old]) => {
                let replaced = self.infer.fresh();
                let term = self.term(term, expected, why);
                let new = self.term(new, replaced, Why::OtherSide);
                let old = self.term(old, replaced, Why::OtherSide);
                return self.add(Term::Substitution(term, new, old), range);
            }
            _ => {}
        }
        if let (Some(binding), []) = (self.b.bindings.get(&name).copied(), args) {
            return self.bound(binding, node, expected, why);
        }
        if let Why::Arithmetic = why {
            if let Some(functor) = self.find_functor(name, args, FunctorKind::Evaluable) {
                return self.construct(functor, name, args, node, expected, why);
            }
            let function = self.t.find_function(name, args, self.b.notation, &self.b.scope);
            if self.b.notation == Notation::Prolog && !self.nominal && function.is_none() {
                return self.not_arithmetic(name, args, node, expected);
            }
        }
        if args.is_empty() && self.b.notation == Notation::Prolog && one_char(self.t.text(name)).is_some() {
            return self.constant(name, node, expected, why);
        }
        if let Some(functor) = self.find_functor(name, args, FunctorKind::Constructor) {
            return self.construct(functor, name, args, node, expected, why);
        }
        if let Some(function) = self.t.find_function(name, args, self.b.notation, &self.b.scope) {
            return self.call_function(function, name, args, node, expected, why);
        }
        let evaluable = self.find_functor(name, args, FunctorKind::Evaluable).filter(|id| self.is_arithmetic(*id));
        // Without declared types, `K - V` is a constructor like any other.
        if let (Some(_), None) = (evaluable, &self.classes) {
            let text = self.t.name(name);
            let hint = format!(
                "compute it first: X is {}, and write X here; or declare {text} as a constructor",
                self.source(node)
            );
            self.error_hint(range, format!("{text} is arithmetic, which only is and comparisons evaluate"), hint);
            return self.anonymous(expected, range);
        }
        if let (sym::MINUS, [_, _], Some(_)) = (name, args, &self.classes) {
            let functor = self.pair_functor();
            return self.construct(functor, name, args, node, expected, why);
        }
        match args.is_empty() {
            true => self.constant(name, node, expected, why),
            false if self.classes.is_some() => {
                let functor = self.class_functor(name, args.len()).expect("the program declares no types").0;
                self.construct(functor, name, args, node, expected, why)
            }
            false => self.unknown_functor(name, args, node, expected),
        }
    }

    /// Whether a built-in function is one of this notation's: αProlog has more than numbers.
    fn is_arithmetic(&self, functor: Functor) -> bool {
        let result = self.t.signature.types.get(self.t.signature.functor(functor).result);
        self.b.notation == Notation::AlphaProlog || matches!(result, Type::App(TypeId::INT, _))
    }

    /// The functor of a kind that a name with these arguments means here.
    pub(super) fn find_functor(&self, name: Symbol, args: &[NodeId], kind: FunctorKind) -> Option<Functor> {
        let signature = &self.t.signature;
        let arity = |id| match signature.functor(id) {
            functor if functor.kind == kind => functor.args.len(),
            _ => usize::MAX,
        };
        let fit = |named: &[Functor]| fitting(named, arity, args, self.b.notation, &self.t.reading.ast);
        self.b.scope.resolve(name, &self.t.reading.symbols, |full| {
            let named = signature.functors_named(full);
            // Where a name was declared again, the last declaration before this place counts.
            let later = |id: &&Functor| signature.functor(**id).span.is_some_and(|span| self.is_later(span));
            match named.iter().any(|id| later(&id)) {
                true => fit(&named.iter().filter(|id| !later(id)).copied().collect::<Vec<_>>()).or_else(|| fit(named)),
                false => fit(named),
            }
        })
    }

    fn is_later(&self, span: Span) -> bool {
        span.file == self.b.formula.file && span.range.start > self.b.range.start
    }

    /// The types of a functor's arguments and result, fresh for this use.
    fn functor_types(&mut self, functor: Functor) -> (Vec<Ty>, Ty) {
        let def = &self.t.signature.functors[functor.0 as usize];
        if let Some(classes) = &self.classes
            && classes.has(functor)
        {
            let (name, arity) = (def.name, def.args.len());
            let (_, args, result) = self.class_functor(name, arity).expect("the program declares no types");
            return (args, result);
        }
        let mut vars = vec![];
        let types = &self.t.signature.types;
        let result = self.infer.instantiate(def.result, &mut vars, types);
        let args = def.args.iter().map(|ty| self.infer.instantiate(*ty, &mut vars, types)).collect();
        (args, result)
    }

    fn construct(
        &mut self,
        functor: Functor,
        name: Symbol,
        args: &[NodeId],
        node: NodeId,
        expected: Ty,
        why: Why,
    ) -> TermId {
        let (types, result) = self.functor_types(functor);
        self.expect(result, expected, node, why);
        let evaluable = self.t.signature.functor(functor).kind == FunctorKind::Evaluable;
        let terms = match evaluable {
            true => args.iter().zip(&types).map(|(arg, ty)| self.term(*arg, *ty, Why::Arithmetic)).collect(),
            false => self.arguments(args, &types, name, node),
        };
        let range = self.t.reading.ast.range(node);
        self.app(functor, &terms, range)
    }

    /// Arguments of these types. αProlog gives several as one tuple; where that is no tuple in the text, it is taken apart
    /// by an equation.
    pub(super) fn arguments(&mut self, args: &[NodeId], types: &[Ty], name: Symbol, node: NodeId) -> Vec<TermId> {
        let arity = types.len();
        if args.len() == arity {
            let numbered = args.iter().zip(types).enumerate();
            return numbered.map(|(n, (arg, ty))| self.term(*arg, *ty, Why::Argument(name, arity, n))).collect();
        }
        let &[single] = args else {
            let range = self.t.reading.ast.range(node);
            let message = format!("{} takes {}, not {}", self.t.text(name), arguments(arity), args.len());
            self.error(range, message);
            return types.iter().map(|ty| self.anonymous(*ty, range)).collect();
        };
        let mut terms = vec![];
        let mut rest = single;
        for (n, ty) in types.iter().enumerate() {
            let why = Why::Argument(name, arity, n);
            match self.t.reading.ast.as_binary(rest, sym::COMMA) {
                _ if n + 1 == arity => terms.push(self.term(rest, *ty, why)),
                Some((first, others)) => {
                    terms.push(self.term(first, *ty, why));
                    rest = others;
                }
                None if self.may_be_tuple(rest) => {
                    terms.extend(self.take_apart(rest, &types[n..], why));
                    return terms;
                }
                None => {
                    let range = self.t.reading.ast.range(node);
                    self.error(range, format!("{} takes {}, not {}", self.t.text(name), arguments(arity), n + 1));
                    terms.extend(types[n..].iter().map(|ty| self.anonymous(*ty, range)));
                    return terms;
                }
            }
        }
        terms
    }

    /// Whether a term that is written without a comma may stand for a tuple.
    fn may_be_tuple(&self, node: NodeId) -> bool {
        let ast = &self.t.reading.ast;
        match ast.node(node) {
            Node::Var(_) | Node::Wildcard => true,
            Node::Apply(sym::CONCRETION | sym::SWAP | sym::SUBSTITUTION, _) => true,
            Node::Apply(name, args) => {
                self.t.find_function(name, ast.args(args), self.b.notation, &self.b.scope).is_some()
            }
            _ => false,
        }
    }

    pub(super) fn anonymous(&mut self, ty: Ty, range: Range) -> TermId {
        let var = self.new_var(sym::UNDERSCORE, ty);
        self.add(Term::Var(var), range)
    }

    /// Variables for the parts of a tuple that is a variable itself.
    fn take_apart(&mut self, node: NodeId, types: &[Ty], why: Why) -> Vec<TermId> {
        let range = self.t.reading.ast.range(node);
        let (last, before) = types.split_last().expect("a tuple has parts");
        let mut whole = *last;
        for ty in before.iter().rev() {
            whole = self.infer.app(TypeId::PAIR, &[*ty, whole]);
        }
        let left = self.term(node, whole, why);
        let part = self.t.reading.symbols.intern("P·");
        let vars: Vec<_> = types.iter().map(|ty| self.new_var(part, *ty)).collect();
        self.b.results.extend(&vars);
        let mut right = self.add(Term::Var(vars[vars.len() - 1]), range);
        for var in vars[..vars.len() - 1].iter().rev() {
            let first = self.add(Term::Var(*var), range);
            right = self.app(builtin::PAIR, &[first, right], range);
        }
        let equation = self.b.formula.add_goal(Goal::Unify(left, right), range);
        self.b.calls.push(equation);
        vars.into_iter().map(|var| self.add(Term::Var(var), range)).collect()
    }

    fn tuple(&mut self, node: NodeId, expected: Ty, why: Why) -> TermId {
        let (left, right) = self.t.reading.ast.as_binary(node, sym::COMMA).expect("the caller saw a pair");
        let (a, b) = (self.infer.fresh(), self.infer.fresh());
        let pair = self.infer.app(TypeId::PAIR, &[a, b]);
        self.expect(pair, expected, node, why);
        let (left, right) = (self.term(left, a, why), self.term(right, b, why));
        let range = self.t.reading.ast.range(node);
        self.app(builtin::PAIR, &[left, right], range)
    }

    /// A term that must be a name, or a variable for one.
    pub(super) fn name_term(&mut self, node: NodeId, ty: Ty) -> TermId {
        let range = self.t.reading.ast.range(node);
        self.b.name_checks.push((ty, range));
        let ast = &self.t.reading.ast;
        if let Some(name) = ast.as_constant(node)
            && !self.b.bindings.contains_key(&name)
            && self.find_functor(name, &[], FunctorKind::Constructor).is_none()
        {
            return self.name(name, node, ty, Why::Name);
        }
        self.term(node, ty, Why::Name)
    }

    /// The name of an identifier that nothing declares.
    pub(super) fn name(&mut self, name: Symbol, node: NodeId, ty: Ty, why: Why) -> TermId {
        let range = self.t.reading.ast.range(node);
        if let Some(binding) = self.b.bindings.get(&name).copied() {
            return self.bound(binding, node, ty, why);
        }
        let id = self.new_name(name, ty);
        self.b.bindings.insert(name, Binding::Name(id));
        self.add(Term::Name(id), range)
    }

    /// A call of a function: its result is a new variable, and the call runs before what the term stands in.
    fn call_function(
        &mut self,
        function: PredId,
        name: Symbol,
        args: &[NodeId],
        node: NodeId,
        expected: Ty,
        why: Why,
    ) -> TermId {
        let range = self.t.reading.ast.range(node);
        let result = self.t.reading.symbols.intern("R·");
        let var = self.new_var(result, expected);
        self.b.results.push(var);
        let term = self.add(Term::Var(var), range);
        let goal = self.function_goal(function, name, args, node, term, expected, why);
        self.b.calls.push(goal);
        self.add(Term::Var(var), range)
    }

    /// The goal that a function has this result.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn function_goal(
        &mut self,
        function: PredId,
        name: Symbol,
        args: &[NodeId],
        node: NodeId,
        result: TermId,
        result_type: Ty,
        why: Why,
    ) -> super::GoalId {
        let types = self.predicate_types(function);
        let (last, types) = types.split_last().expect("a function has a result");
        self.expect(*last, result_type, node, why);
        let mut terms = self.arguments(args, types, name, node);
        terms.push(result);
        let range = self.t.reading.ast.range(node);
        self.b.formula.add_goal(Goal::Call(function, terms), range)
    }

    /// A constant that may be a character, a constructor or a name. If its type does not tell yet, it will later.
    fn constant(&mut self, name: Symbol, node: NodeId, expected: Ty, why: Why) -> TermId {
        let range = self.t.reading.ast.range(node);
        let term = match self.constant_term(name, node, expected, why, false) {
            Some(term) => return self.add(term, range),
            None => self.add(Term::Char(' '), range),
        };
        self.b.pending.push(Pending::Constant { term, name, ty: expected, node, why });
        term
    }

    /// What a constant is; `None` if that cannot be told before the last word on its type is spoken.
    pub(super) fn constant_term(
        &mut self,
        name: Symbol,
        node: NodeId,
        expected: Ty,
        why: Why,
        last: bool,
    ) -> Option<Term> {
        let single = match self.b.notation {
            Notation::Prolog => one_char(self.t.text(name)),
            Notation::AlphaProlog => None,
        };
        let view = self.infer.view(expected, &self.t.signature.types);
        let functor = self.find_functor(name, &[], FunctorKind::Constructor);
        match view {
            View::App(TypeId::CHAR, _) if single.is_some() => return single.map(Term::Char),
            View::App(id, _) if self.t.signature.type_defs[id.0 as usize].kind == TypeKind::Name => {
                return Some(self.name_node(name, node, expected, why));
            }
            View::Open if !last && (single.is_some() || self.nominal && functor.is_none()) => return None,
            _ => {}
        }
        if let (View::Open, Some(c), true) = (&view, single, self.t.reading.ast.is_quoted(node)) {
            self.expect_builtin(TypeId::CHAR, expected, node, why);
            return Some(Term::Char(c));
        }
        let functor = match functor {
            Some(functor) => functor,
            None if self.classes.is_some() => self.class_functor(name, 0)?.0,
            None if matches!(view, View::Open | View::Rigid) && self.nominal => {
                return Some(self.name_node(name, node, expected, why));
            }
            None => {
                self.unknown_functor(name, &[], node, expected);
                return Some(Term::Char(' '));
            }
        };
        let (_, result) = self.functor_types(functor);
        self.expect(result, expected, node, why);
        let args = self.b.formula.terms.add_args(&[]);
        Some(Term::App(functor, args))
    }

    fn name_node(&mut self, name: Symbol, node: NodeId, ty: Ty, why: Why) -> Term {
        if let Some(Binding::Name(id)) = self.b.bindings.get(&name).copied() {
            self.expect(self.b.name_types[id.0 as usize], ty, node, why);
            Term::Name(id)
        } else {
            let id = self.new_name(name, ty);
            self.b.bindings.insert(name, Binding::Name(id));
            Term::Name(id)
        }
    }
}

/// The character of a text of one character.
fn one_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
