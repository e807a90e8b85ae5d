//! From typed formulas to code.
//!
//! Compilation starts at a property or query and takes in what it can reach, each predicate once for the types that it is
//! called at: the machine then knows the type of each variable that it may have to split. `clause` compiles heads and terms,
//! `body` goals; `types` finds the types of calls.

mod body;
mod clause;
mod main;
mod types;

pub use main::{Ending, Hypotheses};

use super::analysis::Analysis;
use super::code::{Builtin, Choice, ClauseCode, Code, GoalKind, NEVER, Op, Origin, Pc, Proc, ProcId, ProcKind};
use super::index::{self, Index};
use super::library::{Callee, Programs};
use super::word::Word;
use crate::generate::{ShapeId, Shapes, Values};
use crate::program::{Formula, GoalId, PredId, TypeRef};
use crate::source::Span;
use crate::term::Var;
use clause::ClauseCompiler;
use rustc_hash::FxHashMap;

/// More procedures than any program has whose types do not grow without end.
const MOST_PROCS: usize = 100_000;

/// Compiles what one property or query can reach.
struct Compiler<'p> {
    programs: &'p Programs<'p>,
    analysis: Analysis,
    code: Code,
    predicates: FxHashMap<(Origin, PredId, Vec<TypeRef>), ProcId>,
    builtins: FxHashMap<(u8, Vec<ShapeId>), ProcId>,
    generators: FxHashMap<ShapeId, ProcId>,
    tasks: Vec<Task<'p>>,
    /// Whether goals may change places.
    selects: bool,
    /// The goal that is being compiled as a procedure of its own.
    own: Option<GoalId>,
}

/// A procedure whose clauses are still to be compiled.
enum Task<'p> {
    Predicate(ProcId, Origin, PredId, Vec<TypeRef>),
    Goal(ProcId, GoalTask<'p>),
    Builtin(ProcId, Builtin),
    Generator(ProcId, ShapeId),
}

/// A goal that becomes a procedure of its own.
struct GoalTask<'p> {
    scope: Scope<'p>,
    goal: GoalId,
    /// The variables that it shares with what is outside, its arguments.
    shared: Vec<Var>,
    /// Whether a cut inside it belongs to the clause outside: then the place to cut to is the last argument.
    cuts: bool,
    /// Whether a cut may come behind it.
    pending: bool,
}

/// The formula that is being compiled, and the types that its type variables stand for.
#[derive(Clone)]
struct Scope<'p> {
    origin: Origin,
    formula: &'p Formula,
    types: Vec<TypeRef>,
    /// How often each variable occurs in the whole formula.
    occurrences: std::rc::Rc<Vec<u32>>,
}

impl<'p> Compiler<'p> {
    fn new(programs: &'p Programs<'p>, analysis: Analysis, selects: bool) -> Compiler<'p> {
        let signature = &programs.user.signature;
        let code = Code {
            procs: vec![],
            clauses: vec![],
            ops: vec![Op::Resume],
            branches: vec![],
            selections: vec![],
            waiting: FxHashMap::default(),
            pending_cuts: vec![],
            matches: vec![],
            sites: FxHashMap::default(),
            places: FxHashMap::default(),
            bigs: vec![],
            arities: signature.functors.iter().map(|functor| functor.args.len() as u16).collect(),
            ranks: ranks(programs),
            shapes: Shapes::new(programs.user),
            main: ProcId(0),
            conclusion: None,
            variables: vec![],
            unsupported: None,
            choices: vec![],
            unchosen: 0,
        };
        Compiler {
            programs,
            analysis,
            code,
            predicates: FxHashMap::default(),
            builtins: FxHashMap::default(),
            generators: FxHashMap::default(),
            tasks: vec![],
            selects,
            own: None,
        }
    }

    fn int_shape(&mut self) -> ShapeId {
        let int = self.code.shapes.types.app(crate::program::TypeId::INT, &[]);
        self.code.shapes.add(self.programs.user, int)
    }

    /// Compiles all that was asked for, and what that asks for.
    fn finish(mut self) -> Code {
        while let Some(task) = self.tasks.pop() {
            if self.code.unsupported.is_some() {
                break;
            }
            match task {
                Task::Predicate(proc, origin, id, types) => self.predicate(proc, origin, id, &types),
                Task::Goal(proc, task) => self.goal(proc, task),
                Task::Builtin(proc, builtin) => {
                    let entry = self.pc();
                    self.code.ops.extend([Op::Builtin(builtin, proc), Op::Proceed]);
                    self.own_clause(proc, entry, 0);
                }
                Task::Generator(proc, shape) => self.generator(proc, shape),
            }
        }
        if self.code.shapes.is_cut() && self.code.unsupported.is_none() {
            self.code.unsupported = Some(("a type whose parts are of ever larger types".into(), None));
        }
        self.code.unchosen = self.code.clauses.len();
        self.code
    }

    fn unsupported(&mut self, what: impl Into<String>, place: impl Into<Option<Span>>) {
        self.code.unsupported.get_or_insert((what.into(), place.into()));
    }

    fn add_proc(&mut self, kind: ProcKind, shapes: Vec<ShapeId>, least: u32, place: Option<Span>) -> ProcId {
        if self.code.procs.len() >= MOST_PROCS {
            self.unsupported("a predicate that calls itself at ever larger types", place);
        }
        let index = Index::default();
        let arity = shapes.len();
        self.code.procs.push(Proc {
            kind,
            shapes,
            arity,
            clauses: 0..0,
            least,
            index,
            place,
            cuts: false,
            commits: false,
        });
        ProcId(self.code.procs.len() as u32 - 1)
    }

    /// The procedure of a callee at types.
    fn proc_of(&mut self, callee: Callee, types: Vec<TypeRef>, shapes: Vec<ShapeId>, place: Option<Span>) -> ProcId {
        match callee {
            Callee::Predicate(origin, id) => {
                let key = (origin, id, types);
                if let Some(proc) = self.predicates.get(&key) {
                    return *proc;
                }
                let least = self.analysis.least(origin, id);
                let proc = self.add_proc(ProcKind::Predicate(origin, id), shapes, least, place);
                self.predicates.insert(key.clone(), proc);
                self.tasks.push(Task::Predicate(proc, origin, id, key.2));
                proc
            }
            Callee::Builtin(builtin) => {
                let key = (builtin as u8, shapes);
                if let Some(proc) = self.builtins.get(&key) {
                    return *proc;
                }
                let proc = self.add_proc(ProcKind::Goal(GoalKind::Plain), key.1.clone(), 0, place);
                self.tasks.push(Task::Builtin(proc, builtin));
                self.builtins.insert(key, proc);
                proc
            }
            Callee::Generator(_) => self.generator_of(shapes[0]),
        }
    }

    fn generator_of(&mut self, shape: ShapeId) -> ProcId {
        if let Some(proc) = self.generators.get(&shape) {
            return *proc;
        }
        let proc = self.add_proc(ProcKind::Generator, vec![shape], 1, None);
        self.generators.insert(shape, proc);
        self.tasks.push(Task::Generator(proc, shape));
        proc
    }

    fn pc(&self) -> Pc {
        self.code.ops.len() as Pc
    }

    /// Gives a procedure the one clause of its own that it has, which costs nothing.
    fn own_clause(&mut self, proc: ProcId, entry: Pc, slots: u16) {
        self.set_clauses(proc, vec![ClauseCode::own(entry, slots)], vec![]);
    }

    fn set_clauses(&mut self, proc: ProcId, clauses: Vec<ClauseCode>, heads: Vec<Vec<Word>>) {
        let arity = self.code.proc(proc).arity;
        let heads = if heads.is_empty() { vec![vec![index::ANY; arity]; clauses.len()] } else { heads };
        self.code.set_clauses(proc, clauses, &heads);
    }

    fn predicate(&mut self, proc: ProcId, origin: Origin, id: PredId, types: &[TypeRef]) {
        let programs = self.programs;
        let own = programs.clauses(origin, id);
        let offered = programs.offered(origin, id);
        let (mut clauses, mut heads, mut ids) = (vec![], vec![], vec![]);
        for clause_id in own.iter().chain(offered.unwrap_or_default()) {
            let clause = programs.clause(origin, *clause_id);
            let body = self.analysis.least_of_body(self.programs, origin, clause);
            // A clause whose body has no proof is no clause, unless it commits before that shows.
            let cuts = clause.formula.goals.contains(&crate::program::Goal::Cut);
            if body == NEVER && !cuts {
                continue;
            }
            let extra = if body == NEVER { 1 } else { body + 1 - self.analysis.least(origin, id) };
            let scope = Scope::new(origin, &clause.formula, types.to_vec(), Some(clause));
            let entry = self.pc();
            let mut compiler = ClauseCompiler::new(self, scope);
            heads.push(clause.head.iter().map(|term| compiler.key(*term)).collect());
            let (repeats, has_cut, neck) = compiler.clause(clause);
            let slots = compiler.slot_count();
            let source = Some((origin, *clause_id));
            let keys = [index::ANY; index::MOST];
            let assumes = programs.is_assumption(origin, *clause_id);
            clauses.push(ClauseCode { keys, source, entry, slots, cost: 1, extra, has_cut, repeats, neck, assumes });
            ids.push(*clause_id);
        }
        if let Some(offered) = offered {
            let each = ids.iter().copied().zip(clauses.iter().cloned().zip(heads.iter().cloned()));
            self.code.choices.push(Choice { proc, clauses: each.collect() });
            let count = ids.iter().take_while(|id| !offered.contains(id)).count();
            clauses.truncate(count);
            heads.truncate(count);
        }
        self.set_clauses(proc, clauses, heads);
    }

    fn goal(&mut self, proc: ProcId, task: GoalTask<'p>) {
        let entry = self.pc();
        let mut compiler = ClauseCompiler::new(self, task.scope);
        compiler.pending = task.pending;
        compiler.shared_goal(proc, task.goal, &task.shared, task.cuts);
        let slots = compiler.slot_count();
        self.own_clause(proc, entry, slots);
    }

    /// The values of a type, one clause a constructor; each use counts, as in αCheck.
    fn generator(&mut self, proc: ProcId, shape: ShapeId) {
        let described = self.code.shapes.get(shape).clone();
        let entry = self.pc();
        if let Some(generator) = described.generator {
            let callee = Callee::Predicate(Origin::Program, generator);
            let called = self.proc_of(callee, vec![], vec![shape], None);
            self.code.ops.push(Op::Jump(called));
            return self.own_clause(proc, entry, 0);
        }
        match described.values {
            Values::Data(constructors) => {
                let (mut clauses, mut heads) = (vec![], vec![]);
                for constructor in constructors.iter().filter(|constructor| constructor.least.is_some()) {
                    let entry = self.pc();
                    let slots = self.constructor_clause(constructor);
                    clauses.push(ClauseCode { cost: 1, extra: 1, ..ClauseCode::own(entry, slots) });
                    let is_list = constructor.functor == crate::program::builtin::CONS;
                    heads.push(vec![if is_list { index::LIST } else { Word::functor(constructor.functor) }]);
                }
                self.set_clauses(proc, clauses, heads);
            }
            Values::Refined(base, predicate) => {
                let base = self.generator_of(base);
                let callee = Callee::Predicate(Origin::Program, predicate);
                let types = self.types_of_instance(predicate, shape);
                let check = self.proc_of(callee, types, vec![shape], None);
                self.code.ops.extend([Op::GetVar(0, 0), Op::Allocate(1), Op::PutValue(0, 0), Op::Call(1, base)]);
                self.code.ops.extend([Op::PutValue(0, 0), Op::Execute(check)]);
                self.own_clause(proc, entry, 1);
            }
            Values::Int | Values::Char | Values::Constants => {
                self.code.ops.extend([Op::Builtin(Builtin::Ground, proc), Op::Proceed]);
                self.own_clause(proc, entry, 0);
            }
            Values::Opaque => self.set_clauses(proc, vec![], vec![]),
        }
    }

    /// `gen_T(c(X1, ..., Xn)) :- gen_T1(X1), ..., gen_Tn(Xn).`
    fn constructor_clause(&mut self, constructor: &crate::generate::Constructor) -> u16 {
        let slots = constructor.args.len() as u16;
        let functor = Word::functor(constructor.functor);
        self.code.ops.push(match constructor.functor {
            crate::program::builtin::CONS => Op::GetList(0),
            _ if slots == 0 => Op::GetConst(0, functor),
            _ => Op::GetStruct(0, functor),
        });
        self.code.ops.extend((0..slots).map(Op::UnifyVar));
        if slots == 0 {
            self.code.ops.push(Op::Proceed);
            return 0;
        }
        self.code.ops.push(Op::Allocate(slots));
        for (slot, arg) in constructor.args.iter().enumerate() {
            let called = self.generator_of(*arg);
            self.code.ops.push(Op::PutValue(slot as u16, 0));
            let last = slot + 1 == constructor.args.len();
            self.code.ops.push(if last { Op::Execute(called) } else { Op::Call(slots, called) });
        }
        slots
    }
}

/// The place of each functor in the standard order: by number of arguments, then by name.
fn ranks(programs: &Programs) -> Vec<u32> {
    let functors = &programs.user.signature.functors;
    let name = |place: usize| programs.user.symbols.text(functors[place].name);
    let mut order: Vec<usize> = (0..functors.len()).collect();
    order.sort_by_key(|place| (functors[*place].args.len(), name(*place)));
    let mut ranks = vec![0; functors.len()];
    order.into_iter().enumerate().for_each(|(rank, place)| ranks[place] = rank as u32);
    ranks
}

impl<'p> Scope<'p> {
    fn new(
        origin: Origin,
        formula: &'p Formula,
        types: Vec<TypeRef>,
        clause: Option<&crate::program::Clause>,
    ) -> Scope<'p> {
        let mut occurrences = vec![0; formula.vars.len()];
        let mut count = |term| formula.each_var(term, &mut |var, _| occurrences[var.0 as usize] += 1);
        clause.iter().flat_map(|clause| &clause.head).for_each(|term| count(*term));
        for goal in 0..formula.goals.len() {
            formula.goal_terms(GoalId(goal as u32)).into_iter().for_each(&mut count);
        }
        Scope { origin, formula, types, occurrences: occurrences.into() }
    }
}
