//! Terms: each name resolved, each place told which type it must have.

use super::super::formula::Goal;
use super::super::head::fitting;
use super::super::infer::{Ty, View};
use super::super::signature::{FunctorKind, PredicateKind, builtin};
use super::super::type_expr::arguments;
use super::super::types::{Type, TypeId, TypeKind};
use super::super::{PredId, Variable};
use super::{Binding, Elaborator, Pending, Why};
use crate::source::{Diagnostic, Range, Span, Warning, deep};
use crate::syntax::{Node, NodeId, Notation, Printer};
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

    fn mismatch(&mut self, found: Ty, expected: Ty, node: NodeId, why: Why) {
        let what = self.describe(node);
        let span = self.t.reading.ast.range(node).in_file(self.b.formula.file);
        let declared = match why {
            Why::Argument(name, arity, _) => self
                .t
                .signature
                .find_predicate(name, arity)
                .is_some_and(|id| self.t.signature.predicate(id).kind == PredicateKind::Declared),
            Why::Result(_) => true,
            _ => false,
        };
        let rigid =
            [found, expected].into_iter().any(|ty| matches!(self.infer.view(ty, &self.t.signature.types), View::Rigid));
        let kinds = [self.kind(found), self.kind(expected)];
        let class =
            [found, expected].into_iter().any(|ty| matches!(self.infer.view(ty, &self.t.signature.types), View::Class));
        if class && (declared || rigid) {
            let message = format!("{what} is {}, but {} is needed here", kinds[0], kinds[1]);
            self.t.reading.diagnostics.push(Diagnostic::error(span, message));
            return;
        }
        if let Some(classes) = self.classes.as_ref().filter(|_| !declared && !rigid) {
            let message = format!("{what} is {}, but {} stands in its place elsewhere", kinds[0], kinds[1]);
            let hint = "declare what may stand there: :- type t ---> ... .  and  :- pred p(t).";
            let diagnostic = match classes.has_checks {
                true => Diagnostic::error(span, message),
                false => Diagnostic::warning(Warning::MixedTypes, span, message),
            };
            self.t.reading.diagnostics.push(diagnostic.hint(hint));
            return;
        }
        let (found, expected) = (self.show(found), self.show(expected));
        let parts = self.t.reading.ast.chain(node, sym::COMMA).len();
        let message = match why {
            Why::Argument(name, 1, _) if self.b.notation == Notation::AlphaProlog && parts > 1 => {
                format!("{} takes 1 argument, not {parts}", self.t.text(name))
            }
            Why::Argument(name, arity, n) => {
                let name = self.t.text(name);
                format!("{what} is of type {found}, but argument {} of {name}/{arity} is of type {expected}", n + 1)
            }
            Why::Result(name) => {
                format!("{what} is of type {found}, but the result of {} is of type {expected}", self.t.text(name))
            }
            Why::Element => format!("{what} is of type {found}, but the list's elements are of type {expected}"),
            Why::Tail => format!("{what} is of type {found}, but the rest of the list is of type {expected}"),
            Why::OtherSide => format!("{what} is of type {found}, but the other side is of type {expected}"),
            Why::Arithmetic if expected == "int" => format!("{what} is of type {found}, but arithmetic needs int"),
            Why::Arithmetic => format!("{what} is of type {found}, but the other side is of type {expected}"),
            Why::Name => format!("{what} is of type {found}, but {expected} is needed here"),
        };
        self.t.reading.diagnostics.push(Diagnostic::error(span, message));
    }

    /// What values of a type are, where no declaration has a name for them.
    fn kind(&mut self, ty: Ty) -> String {
        match self.infer.view(ty, &self.t.signature.types) {
            View::Class => "a term".into(),
            View::App(TypeId::INT, _) => "a number".into(),
            View::App(TypeId::CHAR, _) => "a character".into(),
            View::App(TypeId::LIST, _) => "a list".into(),
            View::App(TypeId::PAIR, _) => "a tuple".into(),
            _ => format!("a value of type {}", self.show(ty)),
        }
    }

    fn describe(&self, node: NodeId) -> String {
        let ast = &self.t.reading.ast;
        match ast.node(node) {
            Node::Var(name) => self.t.text(name).to_owned(),
            Node::Wildcard => "_".into(),
            Node::Int(value) => ast.int_value(value).to_string(),
            Node::Char(c) => format!("{c:?}"),
            Node::Str(_) => "this string".into(),
            Node::List(..) | Node::Apply(sym::NIL, _) => "this list".into(),
            Node::Apply(sym::COMMA, _) => "this tuple".into(),
            Node::Apply(sym::ABSTRACTION, _) => "this abstraction".into(),
            Node::Apply(name, args) if args.is_empty() => self.t.text(name).to_owned(),
            Node::Apply(name, _) => format!("{}(...)", self.t.text(name)),
        }
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

    fn not_arithmetic(&mut self, name: Symbol, args: &[NodeId], node: NodeId, expected: Ty) -> TermId {
        let range = self.t.reading.ast.range(node);
        let text = self.t.name(name);
        let functions = self.t.signature.functors.iter().filter(|def| def.kind == FunctorKind::Evaluable);
        let hint = match self.t.nearest(&text, functions.map(|def| self.t.text(def.name))) {
            _ if name == sym::SLASH => "numbers are integers: write // for the quotient".to_owned(),
            Some(near) if text.len() > 2 => format!("is {near} meant?"),
            _ => "the functions are + - * // div mod rem min max abs sign gcd ** ^ << >> /\\ \\/ xor".to_owned(),
        };
        let message = match args.is_empty() {
            true => format!("{text} is no number"),
            false => format!("{text}/{} is no arithmetic function", args.len()),
        };
        self.error_once(range, message, hint);
        self.anonymous(expected, range)
    }

    /// The text of a node, as it would be printed.
    fn source(&self, node: NodeId) -> String {
        let reading = &self.t.reading;
        let printer = Printer {
            ast: &reading.ast,
            symbols: &reading.symbols,
            operators: &reading.operators,
            apl_operators: &reading.apl_operators,
            notation: self.b.notation,
        };
        let text = printer.part(node);
        if text.len() > 60 { "...".into() } else { text }
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

    fn anonymous(&mut self, ty: Ty, range: Range) -> TermId {
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

    fn unknown_functor(&mut self, name: Symbol, args: &[NodeId], node: NodeId, expected: Ty) -> TermId {
        let range = self.t.reading.ast.range(node);
        let text = self.t.name(name);
        if self.b.notation == Notation::AlphaProlog && text.starts_with(char::is_uppercase) && !args.is_empty() {
            self.error_once(range, format!("the variable {text} cannot have arguments"), "is an operator missing?");
            return self.anonymous(expected, range);
        }
        let arities: Vec<_> = self
            .b
            .scope
            .resolve(name, &self.t.reading.symbols, |full| {
                let named = self.t.signature.functors_named(full);
                let named = named.iter().map(|id| self.t.signature.functor(*id).args.len());
                Some(named.collect::<Vec<_>>()).filter(|named| !named.is_empty())
            })
            .unwrap_or_default();
        // What declares it may stand in text that could not be read, and the same name again is the same mistake.
        let broken = arities.is_empty() && self.t.reading.broken.contains(&name);
        if broken {
            self.t.reading.diagnostics.repeat(range.in_file(self.b.formula.file));
        } else if let Some(arity) = arities.first() {
            self.error(range, format!("{text} takes {}, not {}", arguments(*arity), args.len()));
        } else {
            let what = if args.is_empty() { text.clone() } else { format!("{text}/{}", args.len()) };
            let names: Vec<_> = self.t.signature.functors.iter().map(|def| self.t.text(def.name)).collect();
            let hint = match self.t.nearest(&text, names.into_iter()) {
                Some(near) => format!("is {near} meant?"),
                None if self.is_predicate(name) => format!("{text} is a predicate, which cannot stand in a term"),
                None => self.missing_constructor(&text, args.len(), expected),
            };
            let span = range.in_file(self.b.formula.file);
            let error = Diagnostic::error(span, format!("the constructor {what} is not declared"));
            self.t.reading.diagnostics.push_once(error.hint(hint));
        }
        for arg in args {
            let ty = self.infer.fresh();
            self.term(*arg, ty, Why::Element);
        }
        self.anonymous(expected, range)
    }

    fn is_predicate(&self, name: Symbol) -> bool {
        !self.t.signature.predicates_named(name).is_empty()
    }

    fn missing_constructor(&mut self, text: &str, arity: usize, expected: Ty) -> String {
        let shape = if arity == 0 { text.to_owned() } else { format!("{text}(...)") };
        match self.infer.view(expected, &self.t.signature.types) {
            View::App(TypeId::INT | TypeId::CHAR | TypeId::BOOL | TypeId::LIST | TypeId::PAIR, _) => {
                format!("a value of type {} is needed here", self.show(expected))
            }
            View::App(..) => format!("declare it among the constructors of {}", self.show(expected)),
            _ if self.b.notation == Notation::AlphaProlog => format!("declare it: {text} : ... ."),
            _ => format!("declare it among the constructors of a type: :- type t ---> {shape} ; ... ."),
        }
    }
}

/// The character of a text of one character.
fn one_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
