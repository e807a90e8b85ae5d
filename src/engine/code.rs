//! Compiled programs: procedures, their clauses, and the operations that these are made of.
//!
//! A procedure is a predicate at the types of a call, or a goal that may have to wait (an if-then-else, a negation, an
//! equation that must not hold) with its variables as arguments: a waiting goal is then a call that is kept. `compile`
//! makes the code, `run` carries it out.

use super::index::{ANY, Index, Keys, MOST};
use super::word::Word;
use crate::generate::{ShapeId, Shapes};
use crate::program::{ClauseId, Comparison, GoalId, PredId};
use crate::source::Span;
use crate::term::Functor;
use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};

/// A procedure of a [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcId(pub u32);

/// A place in the operations.
pub type Pc = u32;

/// Where `Resume` stands in every code.
pub const RESUME: Pc = 0;

/// A number of clause uses so large that no bound reaches it: there is no proof.
pub const NEVER: u32 = u32::MAX;

/// What the machine does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    // The head: arguments against patterns.
    /// The variable is what the argument is.
    GetVar(u16, u16),
    /// The argument must be equal to the variable.
    GetValue(u16, u16),
    /// The argument must be the constant.
    GetConst(u16, Word),
    /// The argument must be a list cell; two `Unify` operations follow.
    GetList(u16),
    /// `GetList`, `UnifyVar` and `UnifyVar` in one.
    GetListVars(u16, u16, u16),
    /// `GetList`, `UnifyValue` and `UnifyVar` in one.
    GetListValue(u16, u16, u16),
    /// The argument must be a structure; as many `Unify` operations follow as the functor has arguments.
    GetStruct(u16, Word),
    /// As `GetConst`, of a variable.
    MatchConst(u16, Word),
    /// As `GetList`, of a variable.
    MatchList(u16),
    /// As `GetStruct`, of a variable.
    MatchStruct(u16, Word),
    /// The part is what the variable will be.
    UnifyVar(u16),
    /// The part must be equal to the variable.
    UnifyValue(u16),
    /// The part must be the constant.
    UnifyConst(Word),
    /// The part is anything.
    UnifyVoid,

    // Building.
    /// The variable becomes a new one.
    NewVar(u16),
    /// The argument is the variable.
    PutValue(u16, u16),
    /// The argument is a new variable, which the slot remembers.
    PutVar(u16, u16),
    /// The argument is the constant.
    PutConst(u16, Word),
    /// The variable becomes a list cell; two `Set` operations follow.
    BuildList(u16),
    /// The variable becomes a structure; as many `Set` operations follow as the functor has arguments.
    BuildStruct(u16, Word),
    /// The variable becomes the constant.
    BuildConst(u16, Word),
    /// The part is the variable.
    SetValue(u16),
    /// The part is a new variable, which the slot remembers.
    SetVar(u16),
    /// The part is the constant.
    SetConst(Word),
    /// Two variables must be equal.
    Unify(u16, u16),

    // Control.
    /// Calls the goal that the frame keeps.
    Resume,
    /// Keeps the frame with this many slots.
    Allocate(u16),
    /// Calls a procedure; the frame has this many slots.
    Call(u16, ProcId),
    /// Calls a procedure instead of what is left of the clause, and gives the frame up.
    Execute(ProcId),
    /// The same without a frame.
    Jump(ProcId),
    /// Returns, and gives the frame up.
    Return,
    /// Returns from a clause without a frame.
    Proceed,
    /// Fails.
    Fail,
    /// Goes on elsewhere.
    Goto(Pc),
    /// Goes on here, and on failure elsewhere; the frame has this many slots.
    Try(u16, Pc),
    /// Takes the difference between the least uses of a branch and those that were set aside for it.
    Spend(u32),
    /// The slot becomes the set of this many goals, all still to run.
    SelectAll(u16, u32),
    /// Picks the next goal of a conjunction whose order is decided while it runs.
    Select(u16, u32),
    /// Forgets the choices since the clause was called: no goal stands between the head and the cut. If the head has woken
    /// goals, these run, and the following `Cut` and `Reload` are carried out; else they are left out.
    NeckCut(u16, u16),
    /// Puts back where a frame returns to.
    Reload,
    /// Forgets the choices above the place that the slot has, when nothing before it is open; the frame has so many slots.
    Cut(u16, u16),
    /// The slot becomes the place in the stack of choices that a cut goes back to; from here on the cut is pending.
    SaveCut(u16),
    /// The same inside a search inside the search, where a cut goes no further; the frame has so many slots.
    SaveInnerCut(u16, u16),
    /// Another cut of the clause may follow one that may have come; the frame has so many slots.
    NextCut(u16, u16),
    /// No cut comes on this way: none is pending any longer.
    EndCut(u16),

    // Searches inside the search. The procedures of these goals begin with them.
    /// Tries the following goal with what is outside frozen; `NotEnd` ends it.
    Not(u16, u32),
    /// The goal of a negation has a proof.
    NotEnd(u16),
    /// Goes on at one of two places of the table if the following comparison can be decided at once.
    Decide(Comparison, u16, u32),
    /// Tries the following condition, which `Then` ends; otherwise goes on at the place.
    If(u16, Pc),
    /// The condition has a proof.
    Then(u16),
    /// Collects the answers to the following goal, which `Collect` ends; then goes on at the place.
    FindAll(u16, Pc),
    /// Keeps the slot's term as an answer; the frame has this many slots.
    Collect(u16, u16),
    /// The slot becomes the list of the answers.
    Collected(u16),
    /// Two variables must not be equal, now or ever.
    Differ(u16, u16),

    // Arithmetic: `Number`, `Value` and `Apply` compute on a stack.
    /// The following number of operations compute a value, which the slot's variable must be equal to.
    Is(u16, u32),
    /// The same for a variable that occurs here for the first time.
    IsNew(u16, u32),
    /// The following operations compute two values, which must compare so.
    Compare(Comparison, u32),
    /// A small number.
    Number(i32),
    /// A number of the table of large ones.
    LargeNumber(u32),
    /// The value of a variable.
    Value(u16),
    /// A function of the last one or two values.
    Apply(Arithmetic),

    /// What the machine does itself, on the arguments of the procedure.
    Builtin(Builtin, ProcId),

    // Properties.
    /// A hypothesis begins: it has the whole bound, and its proof takes at least so many uses.
    Hypothesis(u32),
    /// A hypothesis has a proof.
    HypothesisEnd,
    /// All hypotheses have proofs; goals that wait are settled, unless they are equations that must not hold.
    Settle(u16),
    /// All variables are split until they are ground.
    Label(u16),
    /// Fails if a smaller bound has come here, too.
    Fresh,
    /// An answer.
    Answer(u16),
    /// The conclusion begins; its proof takes at least so many uses.
    Conclude(u16, u32),
    /// The conclusion has a proof.
    ConcludeEnd(u16),
    /// The conclusion has none: the variables are split until they are ground.
    Instance(u16),
}

impl Op {
    /// Whether it only matches or builds terms: arguments that it does not name stay as they are.
    pub fn is_straight(self) -> bool {
        use Op::{
            Allocate, BuildConst, BuildList, BuildStruct, GetConst, GetList, GetListValue, GetListVars, GetStruct,
            GetValue, GetVar, MatchConst, MatchList, MatchStruct, NewVar, PutConst, PutValue, PutVar, SetConst,
            SetValue, SetVar, Unify, UnifyConst, UnifyValue, UnifyVar, UnifyVoid,
        };
        matches!(
            self,
            GetVar(..)
                | GetValue(..)
                | GetConst(..)
                | GetList(_)
                | GetListVars(..)
                | GetListValue(..)
                | GetStruct(..)
                | MatchConst(..)
                | MatchList(_)
                | MatchStruct(..)
                | UnifyVar(_)
                | UnifyValue(_)
                | UnifyConst(_)
                | UnifyVoid
                | NewVar(_)
                | PutValue(..)
                | PutVar(..)
                | PutConst(..)
                | BuildList(_)
                | BuildStruct(..)
                | BuildConst(..)
                | SetValue(_)
                | SetVar(_)
                | SetConst(_)
                | Unify(..)
                | Allocate(_)
        )
    }
}

/// A function of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `//`, towards zero
    Divide,
    /// `div`, downwards
    FloorDivide,
    /// `mod`, with the sign of the second
    Modulo,
    /// `rem`, with the sign of the first
    Remainder,
    /// `min`
    Min,
    /// `max`
    Max,
    /// `**` and `^`
    Power,
    /// `xor`
    Xor,
    /// `gcd`
    Gcd,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `/\`
    And,
    /// `\/`
    Or,
    /// `- x`
    Negate,
    /// `+ x`
    Keep,
    /// `abs`
    Abs,
    /// `sign`
    Sign,
    /// `\ x`
    Complement,
}

/// A predicate that has no clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `between/3`
    Between,
    /// `succ/2`
    Succ,
    /// `plus/3`
    Plus,
    /// `==`
    Same,
    /// `\==`
    NotSame,
    /// `@<`
    Before,
    /// `@=<`
    NotAfter,
    /// `@>`
    After,
    /// `@>=`
    NotBefore,
    /// `copy_term/2`
    CopyTerm,
    /// `msort/2`
    Msort,
    /// `sort/2`
    Sort,
    /// The argument is split until it is a value of its shape.
    Ground,
}

/// What a procedure is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProcKind {
    /// A predicate.
    Predicate(Origin, PredId),
    /// A goal of a clause that may wait.
    Goal(GoalKind),
    /// The values of a type.
    Generator,
    /// A property or a query.
    Main,
}

/// A goal that may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalKind {
    /// A negation, condition, arithmetic or builtin.
    Plain,
    /// An equation that must not hold: it may wait for ever.
    Differ,
}

/// Whose predicate it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// The program's.
    Program,
    /// The library's.
    Library,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Proc {
    /// What it is.
    pub kind: ProcKind,
    /// The shapes of its arguments.
    pub shapes: Vec<ShapeId>,
    /// How many arguments it has.
    pub arity: usize,
    /// Its clauses, in [`Code::clauses`].
    pub clauses: std::ops::Range<u32>,
    /// The least number of clause uses in a proof.
    pub least: u32,
    /// How its clauses are found.
    pub index: Index,
    /// Where the goal stands, if it is one.
    pub place: Option<Span>,
    /// Whether one of its clauses has a cut.
    pub commits: bool,
    /// Whether it is a goal with a cut of its clause, which is its last argument.
    pub cuts: bool,
}

impl Proc {
    /// The clause at a place in a list of its clauses, or of all.
    #[inline]
    pub fn clause_at(&self, list: Option<&[u32]>, place: u32) -> u32 {
        self.clauses.start + list.map_or(place, |list| list[place as usize])
    }
}

/// A compiled clause.
#[derive(Clone, Debug)]
pub struct ClauseCode {
    /// What the arguments that tell clauses apart must begin with.
    pub keys: Keys,
    /// The clause of the program or the library; none if it belongs to a goal.
    pub source: Option<(Origin, ClauseId)>,
    /// Where its operations begin.
    pub entry: Pc,
    /// How many slots it needs, with those for temporary results.
    pub slots: u16,
    /// 1 for a clause that counts, 0 for a goal's own.
    pub cost: u32,
    /// What using it takes from the slack; `NEVER` if its body has no proof.
    pub extra: u32,
    /// Whether it has a cut that goes back to its call.
    pub has_cut: bool,
    /// Whether its head can make a term that contains itself: a variable stands there twice.
    pub repeats: bool,
    /// Whether it stands for an assumption, of which a search may use only so many.
    pub assumes: bool,
    /// Whether its only cut follows the head with nothing in between that could leave a choice.
    pub neck: bool,
}

impl ClauseCode {
    /// The one clause of a goal's procedure.
    pub fn own(entry: Pc, slots: u16) -> ClauseCode {
        let (has_cut, repeats, neck, assumes) = (false, false, false, false);
        let keys = [ANY; MOST];
        ClauseCode { keys, source: None, entry, slots, cost: 0, extra: 0, has_cut, repeats, neck, assumes }
    }
}

/// The order of a conjunction that is decided while it runs.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The goals, in the order of the text.
    pub goals: Vec<SelectedGoal>,
    /// Where it goes on when none is left.
    pub after: Pc,
}

/// A goal of a [`Selection`].
#[derive(Clone, Debug)]
pub struct SelectedGoal {
    /// Where its operations begin; they end with a jump back to the selection.
    pub entry: Pc,
    /// The slots whose being bound makes the goal guided; none if it is never unguided.
    pub guides: Option<Vec<u16>>,
    /// Whether it may run before those on its left.
    pub may_advance: bool,
}

/// The procedure that a goal becomes when it has to wait, with the slots of its arguments.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The procedure.
    pub proc: ProcId,
    /// The slots.
    pub slots: Vec<u16>,
}

/// A compiled program with one property or query.
#[derive(Clone, Debug)]
pub struct Code {
    /// The procedures.
    pub procs: Vec<Proc>,
    /// The clauses of all procedures.
    pub clauses: Vec<ClauseCode>,
    /// The operations of all clauses.
    pub ops: Vec<Op>,
    /// Where conditions that are decided at once go on: if they hold, and if not.
    pub branches: Vec<(Pc, Pc)>,
    /// The orders that are decided while they run.
    pub selections: Vec<Selection>,
    /// What the goals that the operations at these places begin become when they have to wait.
    pub waiting: FxHashMap<Pc, Waiting>,
    /// Where a cut may still come, in order, with the slot of the place that it goes back to.
    pub pending_cuts: Vec<(std::ops::Range<Pc>, u16)>,
    /// Where heads and equations begin and end, in order.
    pub matches: Vec<std::ops::Range<Pc>>,
    /// The goals that calls and branches at these places belong to.
    pub sites: FxHashMap<Pc, GoalId>,
    /// Where the goals that errors may occur in stand in the text.
    pub places: FxHashMap<Pc, Span>,
    /// Integers that do not fit into a word.
    pub bigs: Vec<IBig>,
    /// The number of arguments of each functor.
    pub arities: Vec<u16>,
    /// The place of each functor in the standard order of terms.
    pub ranks: Vec<u32>,
    /// The types of arguments.
    pub shapes: Shapes,
    /// The procedure of the property or query; its arguments are the variables.
    pub main: ProcId,
    /// Where the conclusion begins, if there is one, and where instances of what it fails for are found.
    pub conclusion: Option<(Pc, Pc)>,
    /// The variables of the property or query that are arguments of `main`.
    pub variables: Vec<crate::term::Var>,
    /// What of the program the machine cannot run, with its place.
    pub unsupported: Option<(String, Option<Span>)>,
    /// The procedures whose clauses can be chosen.
    pub choices: Vec<Choice>,
    /// How many clauses there are without those that were chosen.
    pub unchosen: usize,
}

/// A procedure of a predicate for which clauses are offered.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The procedure.
    pub proc: ProcId,
    /// The clauses that it may have, with what the arguments of their heads begin with.
    pub clauses: FxHashMap<ClauseId, (ClauseCode, Vec<Word>)>,
}

impl Code {
    /// A procedure.
    #[inline]
    pub fn proc(&self, id: ProcId) -> &Proc {
        &self.procs[id.0 as usize]
    }

    /// Gives a procedure its clauses, with what the arguments of each head begin with.
    pub fn set_clauses(&mut self, proc: ProcId, clauses: Vec<ClauseCode>, heads: &[Vec<Word>]) {
        let start = self.clauses.len() as u32;
        let (index, keys) = Index::new(heads, self.proc(proc).arity);
        let commits = clauses.iter().any(|clause| clause.has_cut);
        let keyed = clauses.into_iter().zip(keys).map(|(clause, keys)| ClauseCode { keys, ..clause });
        self.clauses.extend(keyed);
        let proc = &mut self.procs[proc.0 as usize];
        proc.clauses = start..self.clauses.len() as u32;
        proc.index = index;
        proc.commits = commits;
    }

    /// Gives the predicates for which clauses are offered these clauses, in this order. Clauses that have no finite proof
    /// whatever is chosen are left out; of others it is not known here, so that a search with them may be cut off where it
    /// could fail.
    pub fn choose(&mut self, chosen: &[ClauseId]) {
        self.clauses.truncate(self.unchosen);
        for choice in std::mem::take(&mut self.choices) {
            let (clauses, heads): (Vec<_>, Vec<_>) =
                chosen.iter().filter_map(|id| choice.clauses.get(id).cloned()).unzip();
            self.set_clauses(choice.proc, clauses, &heads);
            self.choices.push(choice);
        }
    }

    /// The slot of the cut that may still come at a place, if one may.
    pub fn pending_cut(&self, pc: Pc) -> Option<u16> {
        let place = self.pending_cuts.partition_point(|(range, _)| range.end <= pc);
        self.pending_cuts.get(place).filter(|(range, _)| range.contains(&pc)).map(|(_, slot)| *slot)
    }

    /// The number of arguments of a functor in a word.
    #[inline]
    pub fn arity(&self, functor: Word) -> usize {
        self.arities[functor.address()] as usize
    }

    /// The program's clauses in a record of a search.
    pub fn used(&self, record: &[u32]) -> FxHashSet<ClauseId> {
        let source = |word: &u32| self.clauses.get(*word as usize).and_then(|clause| clause.source);
        let used = record.iter().filter_map(source).filter(|(origin, _)| *origin == Origin::Program);
        used.map(|(_, clause)| clause).collect()
    }

    /// The functor of the first constant of an open type, when values become terms of the program.
    pub fn first_constant(&self) -> Functor {
        Functor(self.arities.len() as u32)
    }
}
