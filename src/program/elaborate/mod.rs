//! From syntax to typed clauses, checks and queries.
//!
//! [`build`] declares what there is, then goes through clauses, checks and queries: `goal` and `term` turn each into a
//! [`Formula`] while they collect what is known about types, `finish` settles what only the types can settle (is `a` a
//! character, a constructor or a name?) and writes the types down. Predicates without a declaration are taken callees
//! first, group by group of those that call each other, so that each is general where it is used; `classes` makes types
//! for constructors where a program declares none.

mod classes;
mod finish;
mod goal;
mod group;
mod message;
mod term;

use super::declare::{Declared, declare};
use super::formula::{Check, Clause, Formula, GoalId, Query};
use super::head::{Head, quantified};
use super::infer::{Infer, OpenTypes, Ty};
use super::scope::{Scope, Scopes};
use super::signature::PredicateKind;
use super::type_expr::TypeReader;
use super::types::TypeKind;
use super::{CheckId, ClauseId, PredId, Program, ProgramItem};
use crate::source::{Diagnostics, FileId, Range, Span};
use crate::syntax::{Expectation, Item, ItemKind, MISSING_STOP, Node, NodeId, Notation, Reading};
use crate::term::{Name, Symbol, TermId, Var, sym};
use classes::Classes;
use rustc_hash::FxHashMap;

/// Builds the program of what was read.
pub fn build(mut reading: Reading) -> (Program, Diagnostics) {
    let Declared { types, items, scopes, out, heads, has_types } = declare(&mut reading);
    let nominal = types.signature.type_defs.iter().any(|def| def.kind == TypeKind::Name);
    let has_checks = items.iter().any(|item| matches!(item.kind, ItemKind::Check { .. }));
    let untyped = !has_types && items.iter().all(|item| item.notation == Notation::Prolog);
    let mut elaborator = Elaborator {
        t: types,
        infer: Infer::default(),
        mono: FxHashMap::default(),
        classes: untyped.then(|| Classes::new(has_checks)),
        nominal,
        b: Builder::default(),
    };
    let made = elaborator.all(&items, &heads, &scopes);
    let signature = elaborator.t.signature;
    hint_at_missing_stops(&mut reading, &items);
    let mut program = Program {
        symbols: std::mem::take(&mut reading.symbols),
        signature,
        clauses: vec![],
        checks: vec![],
        queries: vec![],
        items: vec![],
        operators: reading.operators,
        apl_operators: reading.apl_operators,
        notations: items.iter().map(|item| (item.file, item.notation)).collect(),
    };
    for ((declared, made), item) in out.into_iter().zip(made).zip(&items) {
        let made = made.map(|made| program.add(made));
        program.items.extend(declared.into_iter().chain(made).map(|part| (item.file, part)));
    }
    (program, reading.diagnostics)
}

/// Where an argument starts a line, whatever is wrong with the item most likely is that it should have ended before.
fn hint_at_missing_stops(reading: &mut Reading, items: &[Item]) {
    if !reading.diagnostics.has_errors() {
        return;
    }
    let spans = items.iter().map(|item| item.range.in_file(item.file));
    let broken: Vec<Span> = spans.filter(|span| reading.has_line_start(*span)).collect();
    for diagnostic in reading.diagnostics.iter_mut().filter(|diagnostic| diagnostic.is_error()) {
        let at = diagnostic.span;
        let inside = |item: &Span| item.file == at.file && (item.range.start..item.range.end).contains(&at.range.start);
        if broken.iter().any(inside) {
            diagnostic.hint = Some(MISSING_STOP.into());
        }
    }
}

impl Program {
    fn add(&mut self, made: Made) -> ProgramItem {
        match made {
            Made::Clause(mut clause) => {
                let id = ClauseId(self.clauses.len() as u32);
                let clauses = &mut self.signature.predicates[clause.predicate.0 as usize].clauses;
                clauses.push(id);
                clause.position = clauses.len() as u32;
                self.clauses.push(clause);
                ProgramItem::Clause(id)
            }
            Made::Check(check) => {
                self.checks.push(check);
                ProgramItem::Check(CheckId(self.checks.len() as u32 - 1))
            }
            Made::Query(query) => {
                self.queries.push(query);
                ProgramItem::Query(self.queries.len() - 1)
            }
        }
    }
}

/// What an item became.
enum Made {
    Clause(Clause),
    Check(Check),
    Query(Query),
}

impl Made {
    fn formula(&mut self) -> &mut Formula {
        match self {
            Made::Clause(clause) => &mut clause.formula,
            Made::Check(check) => &mut check.formula,
            Made::Query(query) => &mut query.formula,
        }
    }
}

/// What an identifier is bound to.
#[derive(Clone, Copy)]
enum Binding {
    Var(Var),
    Name(Name),
}

/// What the types of a formula will settle.
enum Pending {
    /// A constant that may be a character, a constructor or a name.
    Constant { term: TermId, name: Symbol, ty: Ty, node: NodeId, why: Why },
    /// The elements of a string.
    Text { elements: Vec<TermId>, text: Symbol, ty: Ty, node: NodeId },
}

/// Why a term must have a type, for messages.
#[derive(Clone, Copy)]
enum Why {
    Argument(Symbol, usize, usize),
    Result(Symbol),
    Element,
    Tail,
    OtherSide,
    Arithmetic,
    Name,
}

/// The formula that is being built, and what is known of its identifiers.
struct Builder {
    formula: Formula,
    scope: Scope,
    notation: Notation,
    bindings: FxHashMap<Symbol, Binding>,
    var_types: Vec<Ty>,
    name_types: Vec<Ty>,
    pending: Vec<Pending>,
    /// Types that must be name types, with the place that says so.
    name_checks: Vec<(Ty, Range)>,
    /// Goals that must run before the one that is being built: calls of functions in its terms.
    calls: Vec<GoalId>,
    /// The variables that were made for results of functions.
    results: Vec<Var>,
    /// The type variables of the predicate's declaration come first among those of the formula.
    open: OpenTypes,
    range: Range,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder {
            formula: Formula::new(FileId(0)),
            scope: Scope::default(),
            notation: Notation::Prolog,
            bindings: FxHashMap::default(),
            var_types: vec![],
            name_types: vec![],
            pending: vec![],
            name_checks: vec![],
            calls: vec![],
            results: vec![],
            open: OpenTypes::default(),
            range: Range::default(),
        }
    }
}

impl Builder {
    /// Gives memory back that will not be used any more, while the formula waits for all others.
    fn compact(mut self) -> Builder {
        self.bindings = FxHashMap::default();
        self.calls = vec![];
        self.results = vec![];
        self.var_types.shrink_to_fit();
        self.formula.shrink();
        self
    }
}

struct Elaborator<'r> {
    t: TypeReader<'r>,
    infer: Infer,
    /// The argument types of predicates that are not generalised (yet).
    mono: FxHashMap<PredId, Vec<Ty>>,
    /// The types of constructors, where the program declares none.
    classes: Option<Classes>,
    /// Whether there are name types.
    nominal: bool,
    b: Builder,
}

impl Elaborator<'_> {
    fn all(&mut self, items: &[Item], heads: &[Option<Head>], scopes: &Scopes) -> Vec<Option<Made>> {
        let mut made: Vec<Option<Made>> = items.iter().map(|_| None).collect();
        // Without declared types nothing is settled before everything was seen.
        let mut waiting: Vec<(usize, Builder)> = vec![];
        for group in self.groups(items, heads, scopes) {
            let mark = self.infer.mark();
            let mut members = vec![];
            for predicate in &group.predicates {
                let arity = self.t.signature.predicate(*predicate).arity();
                let types = (0..arity).map(|_| self.infer.fresh()).collect();
                self.mono.insert(*predicate, types);
            }
            for n in group.clauses {
                made[n] = self.item(&items[n], heads[n].as_ref(), scopes.of(n));
                members.push((n, std::mem::take(&mut self.b)));
            }
            // What a constant is may say what type a predicate has.
            for (_, builder) in &mut members {
                std::mem::swap(&mut self.b, builder);
                self.settle_pending();
                std::mem::swap(&mut self.b, builder);
            }
            let opens = self.generalise(&group.predicates, mark);
            for (n, builder) in &mut members {
                if let Some(Made::Clause(clause)) = &made[*n] {
                    builder.open = opens.get(&clause.predicate).cloned().unwrap_or_default();
                }
            }
            match self.classes {
                None => self.finish_all(members, &mut made),
                Some(_) => waiting.extend(members.into_iter().map(|(n, builder)| (n, builder.compact()))),
            }
        }
        for (n, item) in items.iter().enumerate() {
            let inferred = heads[n].as_ref().is_some_and(|head| self.is_inferred(head.predicate));
            if inferred {
                continue;
            }
            let mark = self.infer.mark();
            made[n] = self.item(item, heads[n].as_ref(), scopes.of(n));
            if made[n].is_none() {
                continue;
            }
            self.settle_pending();
            let builder = std::mem::take(&mut self.b);
            if self.classes.is_some() {
                waiting.push((n, builder.compact()));
                continue;
            }
            self.finish_all(vec![(n, builder)], &mut made);
            self.infer.truncate(mark);
        }
        if self.classes.is_some() {
            self.settle_classes(&mut waiting, &made);
            self.finish_all(waiting, &mut made);
        }
        made
    }

    fn finish_all(&mut self, builders: Vec<(usize, Builder)>, made: &mut [Option<Made>]) {
        for (n, builder) in builders {
            if let Some(made) = &mut made[n] {
                self.b = builder;
                *made.formula() = self.finish();
            }
        }
    }

    fn is_inferred(&self, predicate: PredId) -> bool {
        self.t.signature.predicate(predicate).kind == PredicateKind::Inferred
    }

    fn item(&mut self, item: &Item, head: Option<&Head>, scope: &Scope) -> Option<Made> {
        let relevant = head.is_some() || matches!(item.kind, ItemKind::Check { .. } | ItemKind::Query(_));
        if !relevant {
            return None;
        }
        self.t.notation = item.notation;
        self.b = Builder {
            formula: Formula::new(item.file),
            scope: scope.clone(),
            notation: item.notation,
            range: item.range,
            ..Builder::default()
        };
        let span = item.range.in_file(item.file);
        Some(match &item.kind {
            ItemKind::Check { name, bound, expected, formula } => {
                Made::Check(self.check(*name, *bound, *expected, *formula, span))
            }
            ItemKind::Query(goal) => {
                let goal = self.goal(*goal);
                let formula = Formula::new(item.file);
                Made::Query(Query { goal, formula, span })
            }
            _ => Made::Clause(self.clause(head?, span)),
        })
    }

    fn clause(&mut self, head: &Head, span: Span) -> Clause {
        for (names, list) in &head.quantifiers {
            self.bind_all(*list, *names);
        }
        let predicate = self.t.signature.predicate(head.predicate);
        let name = predicate.name;
        let types: Vec<Ty> = match self.mono.get(&head.predicate) {
            Some(types) => types.clone(),
            // The variables of a declared type are rigid: a clause must not be less general than the declaration.
            None => predicate.args.iter().map(|ty| Ty::from(*ty)).collect(),
        };
        self.b.open = self.rigid(head.predicate);
        let (result, args) = match (head.result, types.split_last()) {
            (Some(result), Some((ty, args))) => (Some((result, *ty)), args),
            _ => (None, types.as_slice()),
        };
        let mut terms = self.arguments(&head.args, args, name, head.node);
        // What functions in the head need is computed before the body, what the result needs after it.
        let mut goals = std::mem::take(&mut self.b.calls);
        let label = match head.body {
            Some(body) => self.body(body, &mut goals),
            None => None,
        };
        if let Some((result, ty)) = result {
            terms.push(self.term(result, ty, Why::Result(name)));
            goals.append(&mut self.b.calls);
        }
        let range = head.body.map_or(span.range, |body| self.t.reading.ast.range(body));
        let body = self.conjunction(goals, range);
        let formula = Formula::new(span.file);
        Clause { predicate: head.predicate, position: 0, label, head: terms, body, formula, span }
    }

    /// The type variables of a predicate's declaration, as the first open types of a formula.
    fn rigid(&mut self, predicate: PredId) -> OpenTypes {
        let mut count = 0;
        for ty in &self.t.signature.predicates[predicate.0 as usize].args {
            count = count.max(self.t.signature.types.var_count(*ty));
        }
        (0..count).map(|n| self.t.signature.types.add(super::Type::Var(n)).into()).collect()
    }

    /// The goals of a body; a `rule(name)` that stands first is the clause's label.
    fn body(&mut self, body: NodeId, goals: &mut Vec<GoalId>) -> Option<Symbol> {
        let ast = &self.t.reading.ast;
        let parts = ast.chain(body, sym::COMMA);
        let label = ast.as_unary(parts[0], sym::RULE).and_then(|name| match ast.node(name) {
            Node::Str(text) => Some(text),
            _ => ast.as_constant(name),
        });
        let label = label.filter(|_| self.t.signature.find_predicate(sym::RULE, 1).is_none());
        for part in &parts[usize::from(label.is_some())..] {
            self.goals(*part, goals);
        }
        label
    }

    fn check(
        &mut self,
        (name, name_range): (Symbol, Range),
        bound: Option<u32>,
        expected: Expectation,
        formula: NodeId,
        span: Span,
    ) -> Check {
        let mut inner = formula;
        while let Some((names, list, body)) = quantified(&self.t.reading.ast, inner) {
            self.bind_all(list, names);
            inner = body;
        }
        let parts = self.t.reading.ast.chain(inner, sym::IMPLIES);
        let (conclusion, hypotheses) = parts.split_last().expect("a chain has a last part");
        let mut goals = vec![];
        for part in hypotheses {
            self.goals(*part, &mut goals);
        }
        let hypotheses = self.conjunction(goals, span.range);
        let results = self.b.results.len();
        let mut conclusion = self.goal(*conclusion);
        // What a function in the conclusion gives is some value, not every value.
        let results = self.b.results.split_off(results);
        if !results.is_empty() {
            let range = self.b.formula.goal_span(conclusion).range;
            conclusion = self.b.formula.add_goal(super::Goal::Exists(results, conclusion), range);
        }
        Check {
            name,
            bound,
            expected,
            hypotheses,
            conclusion,
            formula: Formula::new(span.file),
            span,
            name_span: name_range.in_file(span.file),
        }
    }
}
