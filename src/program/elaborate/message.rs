//! What is said about terms and goals that do not fit: one function a mistake.
//!
//! An unknown name is reported once, at its first place in the text, with what it was probably meant to be; a name that
//! stands in text that could not be read is not reported at all, since its declaration may be there.

use super::super::infer::{Ty, View};
use super::super::library::{is_impure, is_untyped};
use super::super::signature::{FunctorKind, PredicateKind};
use super::super::type_expr::arguments;
use super::super::types::TypeId;
use super::{Elaborator, Why};
use crate::source::{Diagnostic, Range, Span, Warning};
use crate::syntax::{Node, NodeId, Notation, Printer};
use crate::term::{Symbol, TermId, sym};

impl Elaborator<'_> {
    pub(super) fn error(&mut self, range: Range, message: impl Into<String>) {
        let span = range.in_file(self.b.formula.file);
        self.t.error(span, message);
    }

    pub(super) fn error_hint(&mut self, range: Range, message: impl Into<String>, hint: impl Into<String>) {
        let span = range.in_file(self.b.formula.file);
        self.t.reading.diagnostics.push(Diagnostic::error(span, message).hint(hint));
    }

    pub(super) fn error_once(&mut self, range: Range, message: impl Into<String>, hint: impl Into<String>) {
        let span = range.in_file(self.b.formula.file);
        self.t.reading.diagnostics.push_once(Diagnostic::error(span, message).hint(hint));
    }

    pub(super) fn infinite_type(&mut self, span: Span) {
        if self.t.reading.diagnostics.has_error_in(span) {
            return;
        }
        let error = Diagnostic::error(span, "this would need a type that contains itself");
        self.t.reading.diagnostics.push(error.hint("wrap the inner value in a constructor of a declared type"));
    }

    /// A type, as far as it is known, as a person writes it.
    pub(super) fn show(&mut self, ty: Ty) -> String {
        let mut open = self.b.open.clone();
        match self.infer.finish(ty, &mut open, &mut self.t.signature.types) {
            Some(ty) => self.t.signature.show_type(ty, &self.t.reading.symbols),
            None => "a type that contains itself".into(),
        }
    }

    pub(super) fn mismatch(&mut self, found: Ty, expected: Ty, node: NodeId, why: Why) {
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

    pub(super) fn not_arithmetic(&mut self, name: Symbol, args: &[NodeId], node: NodeId, expected: Ty) -> TermId {
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
    pub(super) fn source(&self, node: NodeId) -> String {
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

    pub(super) fn unknown_functor(&mut self, name: Symbol, args: &[NodeId], node: NodeId, expected: Ty) -> TermId {
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

    pub(super) fn unknown_predicate(&mut self, name: Symbol, args: &[NodeId], range: Range) {
        let text = self.t.text(name).to_owned();
        let shown = self.t.name(name);
        let arity = match (self.b.notation, args) {
            (Notation::AlphaProlog, &[single]) => self.t.reading.ast.chain(single, sym::COMMA).len(),
            _ => args.len(),
        };
        let other = self.b.scope.resolve(name, &self.t.reading.symbols, |full| {
            self.t.signature.predicates_named(full).first().map(|id| self.t.signature.predicate(*id).arity())
        });
        // What defines it may stand in text that could not be read, and the same name again is the same mistake.
        let broken = other.is_none() && self.t.reading.broken.contains(&name);
        if broken || self.t.undeclared.contains(&(name, arity)) {
            let span = range.in_file(self.b.formula.file);
            return self.t.reading.diagnostics.repeat(span);
        }
        let message = format!("there is no predicate {shown}/{arity}");
        if is_impure(&text) {
            let message = format!("{text}/{arity} is not pure, and programs here are");
            return self.error_once(range, message, "take it out of what is to be checked");
        }
        if is_untyped(&text) {
            let message = format!("{text}/{arity} is not part of the language");
            let hint = "types say what a term is, and predicates are no arguments: write clauses for what is meant";
            return self.error_once(range, message, hint);
        }
        if self.b.notation == Notation::AlphaProlog && text.starts_with(char::is_uppercase) {
            return self.error_once(range, format!("the variable {text} cannot be a goal"), "is an operator missing?");
        }
        if let Some(other) = other {
            return self.error_once(range, message, format!("{text} takes {}", arguments(other)));
        }
        if let Some(positive) = text.strip_prefix("not_")
            && self.t.reading.symbols.get(positive).is_some_and(|p| !self.t.signature.predicates_named(p).is_empty())
        {
            return self.error_once(
                range,
                message,
                format!("negation needs no predicate of its own: write not {positive}"),
            );
        }
        let names: Vec<_> = self.t.signature.predicates.iter().map(|p| self.t.text(p.name)).collect();
        let hint = match self.t.nearest(&text, names.into_iter()) {
            Some(near) => format!("is {near} meant?"),
            None => "write clauses for it, or declare it with pred".into(),
        };
        self.error_once(range, message, hint);
    }
}
