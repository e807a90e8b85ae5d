//! The heads of clauses: which predicate each clause belongs to.
//!
//! In Prolog a predicate with clauses but without a declaration is added here, for its types to be inferred; in αProlog
//! that is a mistake. Heads and calls are matched with declarations by [`fitting`], since αProlog may write the arguments
//! of `p/2` as one pair.

use super::PredId;
use super::library::is_protected;
use super::scope::{Scope, Scopes};
use super::signature::{Predicate, PredicateKind};
use super::type_expr::{TypeReader, arguments};
use super::types::Type;
use crate::source::Diagnostic;
use crate::syntax::{Ast, Item, ItemKind, NodeId, Notation};
use crate::term::{Symbol, sym};

/// A clause taken apart.
#[derive(Clone, Debug)]
pub struct Head {
    /// The predicate.
    pub predicate: PredId,
    /// The head itself, for messages.
    pub node: NodeId,
    /// The arguments as they are written.
    pub args: Vec<NodeId>,
    /// The right side of `f(..) = t`.
    pub result: Option<NodeId>,
    /// The body, if there is one.
    pub body: Option<NodeId>,
    /// The quantifiers around the clause: whether they make names, and the list of what they bind.
    pub quantifiers: Vec<(bool, NodeId)>,
}

/// Finds the predicate of each clause. A `.pl` file need not declare a predicate that it has clauses for.
pub fn find_heads(types: &mut TypeReader, items: &[Item], scopes: &Scopes) -> Vec<Option<Head>> {
    let mut finder = Finder { t: types };
    let head = |(n, item): (usize, &Item)| match item.kind {
        ItemKind::Clause(node) => finder.head(node, item, scopes.of(n)),
        _ => None,
    };
    items.iter().enumerate().map(head).collect()
}

/// The quantifier around a clause or check, `forall X.` or `new a.`, which says what holds anyway: whether it makes names,
/// the list of what it binds, and what it is around.
pub fn quantified(ast: &Ast, node: NodeId) -> Option<(bool, NodeId, NodeId)> {
    match (ast.as_binary(node, sym::FOR_ALL), ast.as_binary(node, sym::NEW)) {
        (Some((vars, inner)), _) => Some((false, vars, inner)),
        (_, Some((names, inner))) => Some((true, names, inner)),
        _ => None,
    }
}

/// Which of some symbols of one name fits what is written: one with as many arguments, or in αProlog, where `p(X,Y)` is
/// `p` applied to a pair, one with as many arguments as the pair has parts, or any with several.
pub fn fitting<T: Copy>(
    candidates: &[T],
    arity: impl Fn(T) -> usize,
    args: &[NodeId],
    notation: Notation,
    ast: &Ast,
) -> Option<T> {
    let with = |wanted: usize| candidates.iter().copied().find(|id| arity(*id) == wanted);
    match (notation, args) {
        (Notation::AlphaProlog, &[single]) => {
            let parts = ast.chain(single, sym::COMMA).len();
            let several = || candidates.iter().copied().find(|id| (2..parts.max(3)).contains(&arity(*id)));
            with(parts).or_else(|| with(1)).or_else(several)
        }
        _ => with(args.len()),
    }
}

struct Finder<'t, 'r> {
    t: &'t mut TypeReader<'r>,
}

impl Finder<'_, '_> {
    fn head(&mut self, node: NodeId, item: &Item, scope: &Scope) -> Option<Head> {
        let ast = &self.t.reading.ast;
        let mut quantifiers = vec![];
        let mut clause = node;
        while let Some((names, vars, inner)) = quantified(ast, clause) {
            quantifiers.push((names, vars));
            clause = inner;
        }
        let (head, body) = match (ast.as_binary(clause, sym::NECK), ast.as_binary(clause, sym::IMPLIES)) {
            (Some((head, body)), _) | (_, Some((body, head))) => (head, Some(body)),
            _ => (clause, None),
        };
        let equation = ast.as_binary(head, sym::EQUAL).and_then(|(left, right)| Some((ast.as_apply(left)?, right)));
        let span = ast.range(head).in_file(item.file);
        if let Some(((name, args), result)) = equation {
            let args = args.to_vec();
            let predicate = self.function(name, &args, item, scope, span)?;
            return Some(Head { predicate, node: head, args, result: Some(result), body, quantifiers });
        }
        let Some((name, args)) = ast.as_apply(head) else {
            self.t.error(span, "the head of a clause was expected here");
            return None;
        };
        let args = args.to_vec();
        let predicate = self.predicate(name, &args, item, scope, span)?;
        Some(Head { predicate, node: head, args, result: None, body, quantifiers })
    }

    fn function(
        &mut self,
        name: Symbol,
        args: &[NodeId],
        item: &Item,
        scope: &Scope,
        span: crate::source::Span,
    ) -> Option<PredId> {
        let found = self.t.find_function(name, args, item.notation, scope);
        if found.is_none() && self.t.undeclared.insert((name, args.len() + 1)) {
            let text = self.t.text(name).to_owned();
            let error = Diagnostic::error(span, format!("there is no function {text} to define"));
            let hint = format!("declare it with func {text}(...) = ..., or write :- for a clause of a predicate");
            self.t.reading.diagnostics.push(error.hint(hint));
        }
        found
    }

    fn predicate(
        &mut self,
        name: Symbol,
        args: &[NodeId],
        item: &Item,
        scope: &Scope,
        span: crate::source::Span,
    ) -> Option<PredId> {
        if is_protected(name, args.len()) {
            let message = format!("{}/{} is built in and cannot be defined", self.t.text(name), args.len());
            let mut error = Diagnostic::error(span, message);
            if matches!(name, sym::ARROW | sym::SEMICOLON) {
                error = error.hint("put the if-then-else of the body in parentheses");
            }
            self.t.reading.diagnostics.push(error);
            return None;
        }
        let found = self.t.find_call(name, args, item.notation, scope);
        let own = found.filter(|id| self.t.signature.predicate(*id).kind != PredicateKind::Library);
        if own.is_some() {
            return own;
        }
        let full = scope.declare(name, &mut self.t.reading.symbols);
        let declared = self.t.signature.predicates_named(full).iter().map(|id| self.t.signature.predicate(*id));
        let others = declared.filter(|predicate| predicate.kind == PredicateKind::Declared);
        let other = others.map(|predicate| (predicate.arity(), predicate.span)).next();
        if item.notation == Notation::Prolog && other.is_none() {
            return Some(self.infer(full, args.len(), span));
        }
        if !self.t.undeclared.insert((full, args.len())) {
            return None;
        }
        let text = self.t.text(name).to_owned();
        let error = Diagnostic::error(span, format!("the predicate {text}/{} is not declared", args.len()));
        let error = match other {
            Some((arity, Some(place))) => error.also(place, format!("{text} is declared with {}", arguments(arity))),
            _ => error,
        };
        let names = self.t.signature.predicates.iter().map(|predicate| self.t.text(predicate.name));
        let declare = match item.notation {
            Notation::Prolog => format!("declare it: :- pred {text}(...)."),
            Notation::AlphaProlog => format!("declare it: pred {text}(...)."),
        };
        let hint = match self.t.nearest(&text, names) {
            Some(near) if other.is_none() => format!("is {near} meant? else {declare}"),
            _ => declare,
        };
        self.t.reading.diagnostics.push(error.hint(hint));
        None
    }

    /// A predicate whose types its clauses will tell.
    fn infer(&mut self, name: Symbol, arity: usize, span: crate::source::Span) -> PredId {
        let args = (0..arity).map(|n| self.t.signature.types.add(Type::Var(n as u32))).collect();
        self.t.signature.add_predicate(Predicate::new(name, args, PredicateKind::Inferred, Some(span)))
    }
}

impl TypeReader<'_> {
    /// The predicate that a goal or head with these arguments means.
    pub fn find_call(&self, name: Symbol, args: &[NodeId], notation: Notation, scope: &Scope) -> Option<PredId> {
        let arity = |id| self.signature.predicate(id).arity();
        scope.resolve(name, &self.reading.symbols, |full| {
            fitting(self.signature.predicates_named(full), arity, args, notation, &self.reading.ast)
        })
    }

    /// The function that a term with these arguments means.
    pub fn find_function(&self, name: Symbol, args: &[NodeId], notation: Notation, scope: &Scope) -> Option<PredId> {
        // A predicate that is no function has an arity that nothing fits.
        let arity = |id| match self.signature.predicate(id) {
            predicate if predicate.function => predicate.arity() - 1,
            _ => usize::MAX,
        };
        scope.resolve(name, &self.reading.symbols, |full| {
            fitting(self.signature.predicates_named(full), arity, args, notation, &self.reading.ast)
        })
    }
}
