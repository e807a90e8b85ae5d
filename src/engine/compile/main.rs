//! Properties and queries: the procedures that searches start with.

use super::clause::ClauseCompiler;
use super::{Compiler, Scope};
use crate::engine::analysis::Analysis;
use crate::engine::code::{ClauseCode, Code, Op, Origin, ProcKind};
use crate::engine::library::{Callee, Programs};
use crate::generate::{ShapeId, Values};
use crate::program::{Formula, GoalId, ProgramItem, TypeKind, TypeRef};
use crate::term::Var;
use rustc_hash::FxHashSet;

/// What comes behind the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing: each answer is of interest.
    Answers,
    /// The conclusion, on whatever the hypotheses left open.
    Conclude(GoalId),
    /// All variables are given values, then the conclusion.
    LabelAndConclude(GoalId),
}

/// What a search starts with.
#[derive(Clone, Copy, Debug)]
pub struct Hypotheses<'p> {
    /// The formula of the property or query.
    pub formula: &'p Formula,
    /// The hypotheses, or the query.
    pub goal: GoalId,
    /// What comes behind them.
    pub ending: Ending,
    /// Whether goals may change places.
    pub selects: bool,
}

impl Code {
    /// Compiles a property or query with what it can reach. Type variables of it stand for `types`; those beyond stand for
    /// types of constants.
    pub fn new<'p>(programs: &'p Programs<'p>, hypotheses: Hypotheses<'p>, types: Vec<TypeRef>) -> Code {
        let formula = hypotheses.formula;
        let analysis = Analysis::new(programs, formula, &invariants(programs));
        let mut compiler = Compiler::new(programs, analysis, hypotheses.selects);
        let mut scope = Scope::new(Origin::Program, formula, types, None);
        let variables = universals(formula, &scope);
        let mut occurrences = scope.occurrences.to_vec();
        // To be an argument of the whole is an occurrence, too: no goal has such a variable for itself.
        variables.iter().for_each(|var| occurrences[var.0 as usize] += 1);
        scope.occurrences = occurrences.into();
        let shapes: Vec<_> = variables.iter().map(|var| compiler.var_shape(&scope, *var)).collect();
        let main = compiler.add_proc(ProcKind::Main, shapes.clone(), 0, None);
        let entry = compiler.pc();
        let mut clause = ClauseCompiler::new(&mut compiler, scope);
        clause.main(hypotheses, &variables, &shapes);
        let slots = clause.slot_count();
        let own = ClauseCode::own(entry, slots);
        compiler.set_clauses(main, vec![own], vec![]);
        compiler.code.main = main;
        compiler.code.variables = variables;
        compiler.finish()
    }
}

/// The variables of a property that no goal inside it has for itself.
fn universals(formula: &Formula, scope: &Scope) -> Vec<Var> {
    let bound = formula.bound_vars();
    let vars = (0..formula.vars.len() as u32).map(Var);
    vars.filter(|var| scope.occurrences[var.0 as usize] > 0 && !bound.contains(var)).collect()
}

/// The predicates that data invariants and generators name: a search may reach them though no goal calls them.
fn invariants(programs: &Programs) -> Vec<crate::program::PredId> {
    let program = programs.user;
    let refined = program.signature.type_defs.iter().filter_map(|def| match def.kind {
        TypeKind::Refined(_, predicate) => predicate,
        _ => None,
    });
    let generators = program.items.iter().filter_map(|(_, item)| match item {
        ProgramItem::Generator(_, predicate) => Some(*predicate),
        _ => None,
    });
    refined.chain(generators).collect()
}

impl ClauseCompiler<'_, '_> {
    fn main(&mut self, hypotheses: Hypotheses, variables: &[Var], shapes: &[ShapeId]) {
        for (arg, var) in variables.iter().enumerate() {
            let slot = self.slot_of(*var);
            self.emit(Op::GetVar(slot, arg as u16));
        }
        self.framed = true;
        let allocate = self.compiler.pc();
        self.emit(Op::Allocate(0));
        for goal in self.conjuncts(hypotheses.goal) {
            let least = self.least(goal);
            self.emit(Op::Hypothesis(least));
            self.conjunction(&[goal], false);
            self.emit(Op::HypothesisEnd);
        }
        // A property is about the values that its types have; an answer to a query is any that the clauses give.
        if hypotheses.ending != Ending::Answers {
            for (var, shape) in variables.iter().zip(shapes) {
                self.invariant(*var, *shape);
            }
        }
        self.emit(Op::Settle(0));
        // Goals that waited were charged to the last hypothesis.
        self.emit(Op::HypothesisEnd);
        let conclusion = match hypotheses.ending {
            Ending::Answers => None,
            Ending::Conclude(goal) => Some(goal),
            Ending::LabelAndConclude(goal) => {
                self.emit(Op::Label(0));
                Some(goal)
            }
        };
        self.emit(Op::Fresh);
        match conclusion {
            None => self.emit(Op::Answer(0)),
            Some(goal) => {
                let least = self.least(goal);
                let begin = self.compiler.pc();
                self.emit(Op::Conclude(0, least));
                let goals = self.conjuncts(goal);
                self.conjunction(&goals, false);
                self.emit(Op::ConcludeEnd(0));
                self.compiler.code.conclusion = Some((begin, self.compiler.pc()));
                self.emit(Op::Instance(0));
            }
        }
        self.patch_frames(allocate);
    }

    /// What must hold of the values of a type with an invariant, or with a generator of its own, somewhere inside.
    fn invariant(&mut self, var: Var, shape: ShapeId) {
        if !self.compiler.is_restricted(shape) {
            return;
        }
        let described = self.compiler.code.shapes.get(shape).clone();
        let proc = match (described.values, described.generator) {
            (Values::Refined(base, predicate), None) if !self.compiler.is_restricted(base) => {
                let types = self.compiler.types_of_instance(predicate, shape);
                let callee = Callee::Predicate(Origin::Program, predicate);
                self.compiler.proc_of(callee, types, vec![shape], None)
            }
            _ => self.compiler.generator_of(shape),
        };
        let least = self.compiler.code.proc(proc).least;
        self.emit(Op::Hypothesis(least));
        if let Some(slot) = self.slots[var.0 as usize] {
            self.emit(Op::PutValue(slot, 0));
        }
        self.call(proc, false);
        self.emit(Op::HypothesisEnd);
    }
}

impl Compiler<'_> {
    /// Whether an invariant or a generator stands somewhere in a type.
    fn is_restricted(&self, shape: ShapeId) -> bool {
        let mut seen = FxHashSet::default();
        let mut todo = vec![shape];
        while let Some(shape) = todo.pop() {
            let described = self.code.shapes.get(shape);
            if described.generator.is_some() || matches!(described.values, Values::Refined(..)) {
                return true;
            }
            if let Values::Data(constructors) = &described.values {
                let args = constructors.iter().flat_map(|constructor| constructor.args.iter().copied());
                todo.extend(args.filter(|arg| seen.insert(*arg)));
            }
        }
        false
    }
}
