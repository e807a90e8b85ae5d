//! What is probably not meant: one function a warning.
//!
//! Warnings look at the finished program only. A clause that has an error is left out, and with any error those warnings
//! that depend on the whole program: what is missing there may stand in what could not be read.

use super::graph::{CallGraph, calls};
use super::types::{Type, TypeDef, TypeKind};
use super::{Check, Clause, Formula, Goal, GoalId, PredicateKind, Program, ProgramItem, TypeId, TypeRef};
use crate::source::{Diagnostic, Diagnostics, FileId, Span, Warning};
use crate::syntax::Notation;
use crate::term::{Symbol, Var, sym};
use rustc_hash::{FxHashMap, FxHashSet};

/// Adds the warnings of a program. What an error has made unclear is not looked at.
pub fn lint(program: &Program, diagnostics: &mut Diagnostics) {
    let broken = diagnostics.has_errors();
    for clause in &program.clauses {
        if !broken || !diagnostics.has_error_in(clause.span) {
            let occurrences = clause_occurrences(clause);
            singletons(program, &occurrences, &clause.formula, diagnostics);
            unsafe_negation(program, &occurrences, &clause.formula, diagnostics);
        }
    }
    for check in &program.checks {
        if !broken || !diagnostics.has_error_in(check.span) {
            check_variables(program, check, diagnostics);
        }
    }
    if broken {
        return;
    }
    discontiguous(program, diagnostics);
    unreachable(program, diagnostics);
    empty_types(program, diagnostics);
    duplicate_names(program, diagnostics);
    inferred_types(program, diagnostics);
}

/// One place where a variable stands.
struct Occurrence {
    var: Var,
    span: Span,
    /// The outermost negation that it stands in.
    negation: Option<GoalId>,
    in_head: bool,
}

fn clause_occurrences(clause: &Clause) -> Vec<Occurrence> {
    let mut out = vec![];
    for term in &clause.head {
        clause.formula.each_var(*term, &mut |var, at| {
            out.push(Occurrence { var, span: clause.formula.term_span(at), negation: None, in_head: true });
        });
    }
    goal_occurrences(&clause.formula, clause.body, &mut out);
    out
}

/// The occurrences in a goal, from left to right.
fn goal_occurrences(formula: &Formula, goal: GoalId, out: &mut Vec<Occurrence>) {
    let mut todo = vec![(goal, None)];
    while let Some((goal, negation)) = todo.pop() {
        for term in formula.goal_terms(goal) {
            formula.each_var(term, &mut |var, at| {
                out.push(Occurrence { var, span: formula.term_span(at), negation, in_head: false });
            });
        }
        let inner = match formula.goal(goal) {
            Goal::Not(_) => negation.or(Some(goal)),
            _ => negation,
        };
        todo.extend(formula.subgoals(goal).into_iter().rev().map(|subgoal| (subgoal, inner)));
    }
}

/// Whether a variable has a name that its author chose and meant to use.
fn is_named(program: &Program, name: Symbol) -> bool {
    let text = program.symbols.text(name);
    !text.starts_with('_') && !text.ends_with('·')
}

/// The variables that a quantifier binds.
fn quantified(formula: &Formula) -> FxHashSet<Var> {
    let bound = formula.goals.iter().filter_map(|goal| match goal {
        Goal::Exists(vars, _) | Goal::ForAll(vars, _) => Some(vars),
        _ => None,
    });
    bound.flatten().copied().collect()
}

fn singletons(program: &Program, occurrences: &[Occurrence], formula: &Formula, diagnostics: &mut Diagnostics) {
    let mut counts = vec![0u32; formula.vars.len()];
    occurrences.iter().for_each(|occurrence| counts[occurrence.var.0 as usize] += 1);
    // Where a quantifier names it, it stands, too.
    quantified(formula).iter().for_each(|var| counts[var.0 as usize] += 1);
    for occurrence in occurrences {
        let name = formula.vars[occurrence.var.0 as usize].name;
        if counts[occurrence.var.0 as usize] == 1 && is_named(program, name) {
            let name = program.symbols.text(name);
            let message = format!("the variable {name} stands here only");
            let hint = format!("write _ or _{name} if that is meant");
            diagnostics.push(Diagnostic::warning(Warning::Singleton, occurrence.span, message).hint(hint));
        }
    }
}

/// A variable that a negation meets before anything has bound it.
fn unsafe_negation(program: &Program, occurrences: &[Occurrence], formula: &Formula, diagnostics: &mut Diagnostics) {
    let mut first: FxHashMap<Var, &Occurrence> = FxHashMap::default();
    let mut reported = FxHashSet::default();
    for occurrence in occurrences {
        let before = *first.entry(occurrence.var).or_insert(occurrence);
        let loose = !before.in_head && before.negation.is_some() && before.negation != occurrence.negation;
        if loose && reported.insert(occurrence.var) {
            let name = program.symbols.text(formula.vars[occurrence.var.0 as usize].name);
            let message = format!("nothing binds {name} before this negated goal");
            let warning = Diagnostic::warning(Warning::UnsafeNegation, before.span, message);
            let hint = "move the goal that binds it before the negation";
            diagnostics.push(warning.also(occurrence.span, "it is used here, too").hint(hint));
        }
    }
}

fn check_variables(program: &Program, check: &Check, diagnostics: &mut Diagnostics) {
    let formula = &check.formula;
    let (mut assumed, mut concluded) = (vec![], vec![]);
    goal_occurrences(formula, check.hypotheses, &mut assumed);
    goal_occurrences(formula, check.conclusion, &mut concluded);
    let known: FxHashSet<Var> = assumed.iter().map(|occurrence| occurrence.var).collect();
    let assumes = *formula.goal(check.hypotheses) != Goal::True;
    let quantified = quantified(formula);
    let mut reported = FxHashSet::default();
    for occurrence in &concluded {
        let var = occurrence.var;
        if !assumes || known.contains(&var) || quantified.contains(&var) || !reported.insert(var) {
            continue;
        }
        let name = match formula.vars[var.0 as usize].name {
            sym::UNDERSCORE => "X",
            name => program.symbols.text(name),
        };
        let message = "this variable stands only in the conclusion, so the check says it for all its values";
        let hint = match program.notation_of(check.span.file) {
            Notation::Prolog => format!("to say that there is one, write exists({name}, ...)"),
            Notation::AlphaProlog => format!("to say that there is one, write exists {name}. ..."),
        };
        diagnostics.push(Diagnostic::warning(Warning::ConclusionOnly, occurrence.span, message).hint(hint));
    }
    // A variable of the conclusion alone has its own warning, and is no slip in a check that assumes nothing.
    let mut all = assumed;
    all.extend(concluded.into_iter().filter(|occurrence| known.contains(&occurrence.var)));
    singletons(program, &all, formula, diagnostics);
}

fn discontiguous(program: &Program, diagnostics: &mut Diagnostics) {
    let mut last: FxHashMap<(u32, FileId), Span> = FxHashMap::default();
    let mut previous = None;
    let mut reported = FxHashSet::default();
    for clause in &program.clauses {
        let key = (clause.predicate.0, clause.span.file);
        let predicate = program.signature.predicate(clause.predicate);
        let before = last.insert(key, clause.span);
        if let Some(before) = before.filter(|_| previous != Some(key) && !predicate.discontiguous)
            && reported.insert(key)
        {
            let name = program.predicate_name(clause.predicate);
            let message = format!("clauses of {name} stand apart from each other");
            let warning = Diagnostic::warning(Warning::Discontiguous, clause.span, message);
            let hint = match program.notation_of(clause.span.file) {
                Notation::Prolog => format!("move them together, or declare :- discontiguous {name}."),
                Notation::AlphaProlog => format!("move them together, or declare #discontiguous {name}."),
            };
            diagnostics.push(warning.also(before, "the one before is here").hint(hint));
        }
        previous = Some(key);
    }
}

/// Predicates that nobody calls, and calls of predicates that have no clauses.
fn unreachable(program: &Program, diagnostics: &mut Diagnostics) {
    let graph = CallGraph::new(program);
    let mut used = FxHashSet::default();
    let formulas = program.checks.iter().map(|check| &check.formula);
    let formulas = formulas.chain(program.queries.iter().map(|query| &query.formula));
    formulas.for_each(|formula| used.extend(calls(formula)));
    for (_, item) in &program.items {
        if let ProgramItem::Generator(_, predicate) = item {
            used.insert(*predicate);
        }
    }
    for def in &program.signature.type_defs {
        if let TypeKind::Refined(_, Some(predicate)) = def.kind {
            used.insert(predicate);
        }
    }
    for (id, predicate) in program.signature.predicates() {
        let Some(span) = predicate.span else { continue };
        let called = used.contains(&id) || graph.callers(id).any(|caller| caller != id);
        let name = program.predicate_name(id);
        if !called && !predicate.clauses.is_empty() && !program.checks.is_empty() {
            let message = format!("no other predicate and no check calls {name}");
            let warning = Diagnostic::warning(Warning::NeverCalled, span, message);
            diagnostics.push(warning.hint("remove it, or write a check for it"));
        }
        if called && predicate.clauses.is_empty() && predicate.kind != PredicateKind::Generator {
            let message = format!("{name} is called, but it has no clauses, so it always fails");
            diagnostics.push(Diagnostic::warning(Warning::NoClauses, span, message).hint("write a clause for it"));
        }
    }
}

/// Types without a finite value: those that are left when no more values can be made from the others.
fn empty_types(program: &Program, diagnostics: &mut Diagnostics) {
    let signature = &program.signature;
    let builtin = |def: &TypeDef| !matches!(def.kind, TypeKind::Data(_) | TypeKind::Refined(..));
    let mut inhabited: Vec<bool> = signature.type_defs.iter().map(builtin).collect();
    // Types mostly refer to those before or after them: going both ways settles either in one round.
    let mut changed = true;
    while changed {
        changed = false;
        let places = 0..inhabited.len();
        for n in places.clone().chain(places.rev()) {
            if !inhabited[n] && has_value(program, TypeId(n as u32), &inhabited) {
                inhabited[n] = true;
                changed = true;
            }
        }
    }
    for (n, def) in signature.type_defs.iter().enumerate() {
        if let (false, Some(span)) = (inhabited[n], def.span) {
            let message = format!(
                "the type {} has no finite value, so checks over it are vacuous",
                program.symbols.text(def.name)
            );
            let warning = Diagnostic::warning(Warning::EmptyType, span, message);
            diagnostics.push(warning.hint("give it a constructor without arguments of the type itself"));
        }
    }
}

fn has_value(program: &Program, id: TypeId, inhabited: &[bool]) -> bool {
    let signature = &program.signature;
    let known = |ty: &TypeRef| is_inhabited(program, *ty, inhabited);
    match &signature.type_defs[id.0 as usize].kind {
        TypeKind::Data(constructors) => constructors.iter().any(|c| signature.functor(*c).args.iter().all(known)),
        TypeKind::Refined(base, _) => known(base),
        TypeKind::Builtin | TypeKind::Name => true,
    }
}

fn is_inhabited(program: &Program, ty: TypeRef, inhabited: &[bool]) -> bool {
    let mut todo = vec![ty];
    let mut seen = FxHashSet::default();
    while let Some(ty) = todo.pop() {
        match program.signature.types.get(ty) {
            Type::App(TypeId::LIST, _) | Type::Var(_) => {}
            Type::App(TypeId::PAIR | TypeId::ABSTRACTION, args) => {
                todo.extend(args.iter().filter(|arg| seen.insert(**arg)));
            }
            Type::App(id, _) if inhabited[id.0 as usize] => {}
            Type::App(..) => return false,
        }
    }
    true
}

fn duplicate_names(program: &Program, diagnostics: &mut Diagnostics) {
    let mut seen: FxHashMap<Symbol, Span> = FxHashMap::default();
    let mut report = |what: &str, name: Symbol, span: Span, seen: &mut FxHashMap<Symbol, Span>| {
        if let Some(first) = seen.get(&name) {
            let message = format!("another {what} is called {}, too", program.symbols.text(name));
            let warning = Diagnostic::warning(Warning::DuplicateName, span, message).also(*first, "it is here");
            diagnostics.push(warning.hint("give it a name of its own"));
        } else {
            seen.insert(name, span);
        }
    };
    for clause in &program.clauses {
        if let Some(label) = clause.label {
            report("clause", label, clause.span, &mut seen);
        }
    }
    seen.clear();
    for check in &program.checks {
        report("check", check.name, check.name_span, &mut seen);
    }
}

/// Checks that range over types that nobody declared.
fn inferred_types(program: &Program, diagnostics: &mut Diagnostics) {
    let signature = &program.signature;
    let mut reported = FxHashSet::default();
    for check in &program.checks {
        let mut todo: Vec<_> = check.formula.vars.iter().rev().map(|variable| variable.ty).collect();
        let mut seen = FxHashSet::default();
        while let Some(ty) = todo.pop() {
            let Type::App(id, args) = signature.types.get(ty) else { continue };
            todo.extend(args.iter().filter(|arg| seen.insert(**arg)));
            let def = &signature.type_defs[id.0 as usize];
            let TypeKind::Data(constructors) = &def.kind else { continue };
            if def.span.is_some() || !reported.insert(*id) {
                continue;
            }
            let shown: Vec<_> = constructors.iter().take(12).map(|c| program.show_constructor(*c)).collect();
            let more = if constructors.len() > 12 { " ; ..." } else { "" };
            let name = program.symbols.text(def.name);
            let message = "this check ranges over values whose type is not declared";
            let warning = Diagnostic::warning(Warning::InferredType, check.name_span, message);
            diagnostics
                .push(warning.hint(format!("the clauses suggest :- type {name} ---> {}{more}.", shown.join(" ; "))));
        }
    }
}
