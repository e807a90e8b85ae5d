//! The machine and the reference solver agree on random programs, whatever of the machine's speed-ups is on.
//!
//! Both answer the same queries. What a cut-off leaves open may differ: the machine counts a clause that cannot be
//! afforded before it looks into its head. So at a bound d each answer of the machine is one of the reference solver's, and
//! each of those is one of the machine's at d + 1; a search that the reference solver finishes at d, the machine finishes
//! at d + 1. Where several variables are open, which of them a goal waits for is not part of the semantics, and a commitment
//! may then differ: once in tens of thousands of queries.
//!
//! `BLAME_RANDOM_PROGRAMS` says how many programs are made, `BLAME_RANDOM_SEED` where to begin, `BLAME_RANDOM_FAILURES` how
//! many disagreements are shown.

mod common;

use blame::check::{End, Verified, solve, verify};
use blame::engine::{Atom, Code, Ending, Event, Hypotheses, Limits, Machine, Programs, Settings, Tag, Word};
use blame::generate::generator;
use blame::program::{self, Program, Query};
use blame::term::{Functor, Term, TermId, Terms};
use rand::RngExt;
use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

/// How many programs a test run makes unless the environment says otherwise.
const PROGRAMS: u64 = 150;

const STEPS: u64 = 20_000;

/// The answers to a query as text, each with the values of all variables; whether none can be missing.
#[derive(Debug)]
struct Found {
    answers: Vec<String>,
    finished: bool,
}

impl Found {
    fn set(&self) -> BTreeSet<&String> {
        self.answers.iter().collect()
    }
}

/// The answers of the reference solver; none if it gave up.
fn reference(programs: &Programs, query: &Query, bound: u32) -> Option<Found> {
    let solved = solve(programs, &query.formula, query.goal, bound, 500, STEPS);
    let finished = match solved.end {
        End::Finished => true,
        End::CutOff => false,
        End::Enough | End::GaveUp(_) => return None,
    };
    let answer = |(terms, values): &(Terms, Vec<(_, TermId)>)| {
        let mut vars = HashMap::new();
        let shown: Vec<_> = values.iter().map(|(_, term)| show_term(programs.user, terms, *term, &mut vars)).collect();
        shown.join(" ")
    };
    Some(Found { answers: solved.answers.iter().map(answer).collect(), finished })
}

fn show_term(program: &Program, terms: &Terms, term: TermId, vars: &mut HashMap<u32, usize>) -> String {
    match terms.get(term) {
        Term::Var(var) => show_var(vars, var.0),
        Term::Int(value) => value.to_string(),
        Term::Char(value) => format!("{value:?}"),
        Term::App(functor, args) => {
            let args: Vec<_> = terms.args(*args).iter().map(|arg| show_term(program, terms, *arg, vars)).collect();
            show_app(program, *functor, &args)
        }
        other => panic!("{other:?} is not a value"),
    }
}

fn show_var<T: Eq + std::hash::Hash>(vars: &mut HashMap<T, usize>, var: T) -> String {
    let next = vars.len();
    format!("_{}", vars.entry(var).or_insert(next))
}

fn show_app(program: &Program, functor: Functor, args: &[String]) -> String {
    let functors = &program.signature.functors;
    let Some(def) = functors.get(functor.0 as usize) else {
        return format!("c{}", functor.0 as usize + 1 - functors.len());
    };
    let name = program.symbols.text(def.name);
    if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(",")) }
}

/// The answers of the machine; none if a limit was reached.
fn machine(programs: &Programs, query: &Query, settings: Settings) -> Option<Found> {
    let hypotheses = Hypotheses { formula: &query.formula, goal: query.goal, ending: Ending::Answers, selects: true };
    let code = Code::new(programs, hypotheses, vec![]);
    assert!(code.unsupported.is_none(), "{:?}", code.unsupported);
    let stop = AtomicBool::new(false);
    let mut machine = Machine::new(&code, settings, Limits { stop: &stop, steps: 100_000, memory: 1 << 28 });
    machine.start(None);
    let mut answers = vec![];
    let mut event = machine.run();
    loop {
        match event {
            Event::Answer => {
                let mut vars = HashMap::new();
                let shown = machine.roots().iter().map(|word| show_word(programs.user, &machine, *word, &mut vars));
                answers.push(shown.collect::<Vec<_>>().join(" "));
            }
            Event::Done => return Some(Found { answers, finished: !machine.was_cut_off() }),
            Event::Stopped(_) => return None,
            other => panic!("{other:?} of a query"),
        }
        event = machine.next();
    }
}

fn show_word(program: &Program, machine: &Machine, word: Word, vars: &mut HashMap<usize, usize>) -> String {
    let word = machine.deref(word);
    match word.tag() {
        Tag::Ref => show_var(vars, word.address()),
        Tag::Int | Tag::Big => machine.integer_value(word).to_string(),
        Tag::Atom => match word.as_atom() {
            Atom::Char(value) => format!("{value:?}"),
            Atom::Constant(number) => format!("c{number}"),
            Atom::Functor(functor) => show_app(program, functor, &[]),
        },
        _ => {
            let (functor, parts) = machine.structure(word);
            let parts: Vec<_> = parts.iter().map(|part| show_word(program, machine, *part, vars)).collect();
            show_app(program, functor, &parts)
        }
    }
}

fn settings(bound: u32, [slack, deepening, indexing]: [bool; 3]) -> Settings {
    let bound = bound as i32;
    Settings {
        bound,
        conclusion: bound,
        slack,
        deepening,
        indexing,
        fresh_only: false,
        assumptions: 0,
        universal: false,
    }
}

/// What the two disagree in on a query of a program, if they do.
fn disagreement(programs: &Programs, query: &Query, bound: u32) -> Option<String> {
    let expected = reference(programs, query, bound)?;
    // Before a cut, what is cut off may take more with it than it has to.
    let exact = !programs.user.clauses.iter().any(|clause| clause.formula.goals.contains(&program::Goal::Cut));
    for speed_ups in [[false; 3], [false, false, true], [true, false, true], [true; 3]] {
        let run = |bound| machine(programs, query, settings(bound, speed_ups));
        let run = |bound| catch_unwind(AssertUnwindSafe(|| run(bound))).map_err(|_| "the machine panics".to_owned());
        let (found, later) = match (run(bound), run(bound + 1)) {
            (Ok(Some(found)), Ok(Some(later))) => (found, later),
            (Err(panic), _) | (_, Err(panic)) => return Some(format!("{panic} (bound {bound}, {speed_ups:?})")),
            _ => continue,
        };
        let what = if !found.set().is_subset(&expected.set()) {
            "the machine has an answer that the reference solver lacks"
        } else if found.finished && !expected.set().is_subset(&found.set()) {
            "the machine lacks an answer and says that there are no more"
        } else if later.finished && !expected.set().is_subset(&later.set()) {
            "the machine lacks an answer and says that there are no more, with one more use"
        } else if found.finished && later.set() != found.set() {
            "the machine finishes too early"
        } else if exact && !expected.set().is_subset(&later.set()) {
            "the machine lacks an answer even with one more use"
        } else if exact && expected.finished && !later.finished && !speed_ups[0] {
            "the machine is cut off even with one more use"
        } else {
            continue;
        };
        return Some(format!(
            "{what} (bound {bound}, slack, deepening, indexing: {speed_ups:?})\n\
             reference {expected:?}\nmachine   {found:?}\nat {}      {later:?}",
            bound + 1
        ));
    }
    None
}

/// A random program.
#[derive(Clone)]
struct Text {
    predicates: Vec<Vec<Type>>,
    clauses: Vec<Clause>,
    queries: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Nat,
    Colour,
    Colours,
    Int,
}

const TYPES: [Type; 4] = [Type::Nat, Type::Colour, Type::Colours, Type::Int];

#[derive(Clone)]
struct Clause {
    predicate: usize,
    head: Vec<String>,
    body: Vec<Goal>,
}

#[derive(Clone)]
enum Goal {
    Plain(String),
    Not(Vec<Goal>),
    Or(Vec<Goal>, Vec<Goal>),
    If(Vec<Goal>, Vec<Goal>, Vec<Goal>),
    FindAll(String, Vec<Goal>, String),
}

impl Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Nat => "nat",
            Type::Colour => "colour",
            Type::Colours => "list(colour)",
            Type::Int => "int",
        })
    }
}

fn conjunction(goals: &[Goal]) -> String {
    match goals {
        [] => "true".into(),
        _ => goals.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}

impl Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Plain(text) => f.write_str(text),
            Goal::Not(goals) => write!(f, "\\+ ({})", conjunction(goals)),
            Goal::Or(one, other) => write!(f, "({} ; {})", conjunction(one), conjunction(other)),
            Goal::If(condition, then, otherwise) => {
                write!(f, "({} -> {} ; {})", conjunction(condition), conjunction(then), conjunction(otherwise))
            }
            Goal::FindAll(template, goals, list) => write!(f, "findall({template}, ({}), {list})", conjunction(goals)),
        }
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, ":- type nat ---> z ; s(nat).\n:- type colour ---> a ; b ; c.")?;
        writeln!(f, "{VALUES}")?;
        for (place, types) in self.predicates.iter().enumerate() {
            let types: Vec<_> = types.iter().map(ToString::to_string).collect();
            writeln!(f, ":- pred p{place}({}).", types.join(", "))?;
        }
        for clause in &self.clauses {
            write!(f, "p{}({})", clause.predicate, clause.head.join(", "))?;
            match clause.body.as_slice() {
                [] => writeln!(f, ".")?,
                body => writeln!(f, " :- {}.", conjunction(body))?,
            }
        }
        self.queries.iter().try_for_each(|query| writeln!(f, "?- {query}."))
    }
}

impl Text {
    /// Whether each predicate has a finite proof: the machine knows that a call of one without fails.
    fn is_productive(&self) -> bool {
        let mut productive = vec![false; self.predicates.len()];
        for _ in 0..=self.predicates.len() {
            for clause in &self.clauses {
                productive[clause.predicate] |= has_proof(&clause.body, &productive);
            }
        }
        productive.into_iter().all(|productive| productive)
    }
}

fn has_proof(goals: &[Goal], productive: &[bool]) -> bool {
    goals.iter().all(|goal| match goal {
        Goal::Plain(text) => {
            let callee = text.strip_prefix('p').and_then(|rest| rest.split('(').next()?.parse::<usize>().ok());
            callee.is_none_or(|callee| productive[callee])
        }
        Goal::Not(_) | Goal::FindAll(..) => true,
        Goal::Or(one, other) | Goal::If(_, one, other) => has_proof(one, productive) || has_proof(other, productive),
    })
}

/// What queries end with, so that their answers are ground.
const VALUES: &str = ":- pred is_nat(nat).
is_nat(z).
is_nat(s(X)) :- is_nat(X).
:- pred is_colour(colour).
is_colour(a).
is_colour(b).
is_colour(c).
:- pred is_colours(list(colour)).
is_colours([]).
is_colours([X|Xs]) :- is_colour(X), is_colours(Xs).
:- pred is_int(int).
is_int(X) :- between(-2, 2, X).";

/// Makes programs.
struct Maker<R> {
    rng: R,
    predicates: Vec<Vec<Type>>,
    /// The variables of the clause at hand.
    vars: Vec<Type>,
}

impl<R: RngExt> Maker<R> {
    fn below(&mut self, bound: usize) -> usize {
        self.rng.random_range(0..bound)
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    fn var(&mut self, ty: Type) -> String {
        let known: Vec<usize> = (0..self.vars.len()).filter(|var| self.vars[*var] == ty).collect();
        if !known.is_empty() && self.below(4) > 0 {
            return format!("X{}", self.one_of(&known));
        }
        self.vars.push(ty);
        format!("X{}", self.vars.len() - 1)
    }

    /// A term with variables about as often as without; ground with `depth` 0.
    fn term(&mut self, ty: Type, open: bool, depth: usize) -> String {
        if open && (depth == 0 || self.below(2) == 0) {
            return self.var(ty);
        }
        let stop = depth == 0 || self.below(3) == 0;
        match ty {
            Type::Nat if stop => "z".into(),
            Type::Nat => format!("s({})", self.term(ty, open, depth - 1)),
            Type::Colour => self.one_of(&["a", "b", "c"]).into(),
            Type::Colours if stop => "[]".into(),
            Type::Colours => {
                let head = self.term(Type::Colour, open, depth - 1);
                format!("[{head}|{}]", self.term(ty, open, depth - 1))
            }
            Type::Int => self.one_of(&["0", "1", "2", "-1"]).into(),
        }
    }

    fn terms(&mut self, types: &[Type], open: bool) -> Vec<String> {
        types.iter().map(|ty| self.term(*ty, open, 2)).collect()
    }

    fn call(&mut self) -> Goal {
        let predicate = self.below(self.predicates.len());
        let types = self.predicates[predicate].clone();
        Goal::Plain(format!("p{predicate}({})", self.terms(&types, true).join(", ")))
    }

    fn relation(&mut self) -> Goal {
        let ty = self.one_of(&TYPES);
        let (left, right) = (self.term(ty, true, 1), self.term(ty, true, 2));
        let how = self.one_of(&["=", "=", "\\=", "\\=", "==", "\\==", "@<"]);
        Goal::Plain(format!("{left} {how} {right}"))
    }

    fn arithmetic(&mut self) -> Goal {
        let mut int = || self.term(Type::Int, true, 0);
        let (one, two, three) = (int(), int(), int());
        let op = self.one_of(&["+", "-", "*", "//", "mod"]);
        let how = self.one_of(&["<", "=<", "=:=", "=\\="]);
        Goal::Plain(match self.below(5) {
            0 | 1 => format!("{one} is {two} {op} {three}"),
            2 => format!("{one} is {two} {op} 1"),
            3 => format!("{one} {how} {two}"),
            _ => {
                self.one_of(&["plus(1, A, B)", "between(0, 2, A)", "succ(A, B)"]).replace('A', &one).replace('B', &two)
            }
        })
    }

    fn library(&mut self) -> Goal {
        let (xs, ys) = (self.term(Type::Colours, true, 1), self.term(Type::Colours, true, 1));
        let (zs, x, n) =
            (self.term(Type::Colours, true, 1), self.term(Type::Colour, true, 1), self.term(Type::Int, true, 1));
        Goal::Plain(match self.below(5) {
            0 => format!("append({xs}, {ys}, {zs})"),
            1 => format!("member({x}, {xs})"),
            2 => format!("length({xs}, {n})"),
            3 => format!("memberchk({x}, {xs})"),
            _ => format!("msort({xs}, {ys})"),
        })
    }

    fn goal(&mut self, depth: usize, cut: bool) -> Goal {
        let cut = cut
            && match from_environment("CUTS", 2) {
                0 => false,
                1 => depth == 2,
                _ => true,
            };
        match self.below(if depth == 0 { 12 } else { 20 }) {
            0..4 => self.call(),
            4..8 => self.relation(),
            8..10 => self.arithmetic(),
            10 => self.library(),
            11 if cut => Goal::Plain("!".into()),
            11 => self.call(),
            12..15 => Goal::Not(self.goals(depth - 1, cut)),
            15..17 => Goal::Or(self.goals(depth - 1, cut), self.goals(depth - 1, cut)),
            17..19 => Goal::If(self.goals(depth - 1, cut), self.goals(depth - 1, cut), self.goals(depth - 1, cut)),
            _ => {
                let template = self.term(Type::Colour, true, 0);
                let goals = self.goals(depth - 1, cut);
                Goal::FindAll(template, goals, self.term(Type::Colours, true, 1))
            }
        }
    }

    fn goals(&mut self, depth: usize, cut: bool) -> Vec<Goal> {
        (0..=self.below(2)).map(|_| self.goal(depth, cut)).collect()
    }

    /// A query whose answers are ground.
    fn query(&mut self, mut goals: Vec<Goal>) -> String {
        for (var, ty) in self.vars.iter().enumerate() {
            let test = match ty {
                Type::Nat => "is_nat",
                Type::Colour => "is_colour",
                Type::Colours => "is_colours",
                Type::Int => "is_int",
            };
            goals.push(Goal::Plain(format!("{test}(X{var})")));
        }
        conjunction(&goals)
    }

    fn program(&mut self) -> Text {
        let count = 2 + self.below(3);
        self.predicates = (0..count).map(|_| (0..=self.below(2)).map(|_| self.one_of(&TYPES)).collect()).collect();
        let mut clauses = vec![];
        for predicate in 0..count {
            for _ in 0..=self.below(3) {
                self.vars.clear();
                let types = self.predicates[predicate].clone();
                let head = self.terms(&types, true);
                let body = (0..self.below(4)).map(|_| self.goal(2, true)).collect();
                clauses.push(Clause { predicate, head, body });
            }
        }
        let mut queries = vec![];
        for predicate in 0..count {
            let types = self.predicates[predicate].clone();
            for _ in 0..3 {
                queries.push(format!("p{predicate}({})", self.terms(&types, false).join(", ")));
            }
            self.vars.clear();
            let args: Vec<_> = types.iter().map(|ty| self.var(*ty)).collect();
            queries.push(self.query(vec![Goal::Plain(format!("p{predicate}({})", args.join(", ")))]));
            self.vars.clear();
            let goals: Vec<Goal> = vec![self.call(), self.goal(1, false)];
            queries.push(self.query(goals));
        }
        Text { predicates: self.predicates.clone(), clauses, queries }
    }
}

/// What disagreement a program with one query shows.
fn check_text(text: &Text, bound: u32) -> Option<String> {
    if !text.is_productive() {
        return None;
    }
    let program = common::program(&[("random.pl", &text.to_string())]);
    let programs = Programs::new(&program);
    disagreement(&programs, &program.queries[0], bound)
}

/// All goals with one thing less.
fn smaller(goals: &[Goal]) -> Vec<Vec<Goal>> {
    let mut all = vec![];
    for (place, goal) in goals.iter().enumerate() {
        let mut put = |instead: Vec<Goal>| {
            all.push(goals[..place].iter().cloned().chain(instead).chain(goals[place + 1..].iter().cloned()).collect());
        };
        put(vec![]);
        match goal {
            Goal::Plain(_) => {}
            Goal::Not(inner) => {
                smaller(inner).into_iter().for_each(|inner| put(vec![Goal::Not(inner)]));
            }
            Goal::FindAll(template, inner, list) => {
                let found = |inner| Goal::FindAll(template.clone(), inner, list.clone());
                smaller(inner).into_iter().for_each(|inner| put(vec![found(inner)]));
            }
            Goal::Or(one, other) => {
                put(one.clone());
                put(other.clone());
                smaller(one).into_iter().for_each(|one| put(vec![Goal::Or(one, other.clone())]));
                smaller(other).into_iter().for_each(|other| put(vec![Goal::Or(one.clone(), other)]));
            }
            Goal::If(condition, then, otherwise) => {
                put(condition.iter().chain(then).cloned().collect());
                put(otherwise.clone());
                let new = |c: &[Goal], t: &[Goal], e: &[Goal]| vec![Goal::If(c.to_vec(), t.to_vec(), e.to_vec())];
                smaller(condition).into_iter().for_each(|part| put(new(&part, then, otherwise)));
                smaller(then).into_iter().for_each(|part| put(new(condition, &part, otherwise)));
                smaller(otherwise).into_iter().for_each(|part| put(new(condition, then, &part)));
            }
        }
    }
    all
}

/// Takes away from a program what the disagreement does not need.
fn shrink(mut text: Text, bound: u32, mut what: String) -> (Text, u32, String) {
    let mut bound = bound;
    'again: loop {
        let mut candidates = vec![];
        for place in 0..text.clauses.len() {
            let mut less = text.clone();
            less.clauses.remove(place);
            candidates.push(less);
        }
        for (place, clause) in text.clauses.iter().enumerate() {
            for body in smaller(&clause.body) {
                let mut less = text.clone();
                less.clauses[place].body = body;
                candidates.push(less);
            }
        }
        let bounds = (1..bound).map(|bound| (text.clone(), bound));
        let candidates: Vec<_> = candidates.into_iter().map(|less| (less, bound)).chain(bounds).collect();
        for (less, fewer) in candidates {
            if let Some(still) = check_text(&less, fewer) {
                (text, bound, what) = (less, fewer, still);
                continue 'again;
            }
        }
        return (text, bound, what);
    }
}

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn the_machine_and_the_reference_solver_agree_on_random_programs() {
    let (first, count) =
        (from_environment("BLAME_RANDOM_SEED", 0), from_environment("BLAME_RANDOM_PROGRAMS", PROGRAMS));
    let most = from_environment("BLAME_RANDOM_FAILURES", 1);
    let (mut compared, mut open, mut failures) = (0, 0, vec![]);
    for seed in first..first + count {
        let mut maker = Maker { rng: generator(seed), predicates: vec![], vars: vec![] };
        let text = maker.program();
        if !text.is_productive() {
            continue;
        }
        let program = common::program(&[("random.pl", &text.to_string())]);
        let programs = Programs::new(&program);
        for (place, query) in program.queries.iter().enumerate() {
            let bound = 1 + maker.below(6) as u32;
            compared += 1;
            let Some(what) = disagreement(&programs, query, bound) else {
                open += u64::from(reference(&programs, query, bound).is_none_or(|found| !found.finished));
                continue;
            };
            let text = Text { queries: vec![text.queries[place].clone()], ..text.clone() };
            let (text, bound, what) = shrink(text, bound, what);
            eprintln!("seed {seed}, bound {bound}\n{}{what}\n", text.to_string().replace(VALUES, ""));
            failures.push(seed);
            break;
        }
        if failures.len() as u64 >= most {
            break;
        }
    }
    eprintln!("{compared} queries compared, {open} of them not finished");
    assert!(failures.is_empty(), "the two differ for the seeds {failures:?}");
}

/// Types that the small programs below use.
const DECLARATIONS: &str = ":- type nat ---> z ; s(nat).\n:- type colour ---> a ; b ; c.\n";

/// What went wrong once, or would be wrong to expect: a program, its query, a bound, and the answers.
const ANSWERS: &[(&str, &str, u32, &[&str])] = &[
    // Builtins and goals that wait.
    ("", "(X @< Y ; X = a)", 1, &["a b", "a c", "b c", "a _0"]),
    (":- pred p(nat). p(X) :- X \\= s(_).", "p(s(z))", 1, &[]),
    (":- pred p(nat). p(X) :- X \\= s(_).", "p(X), (X = z ; X = s(z))", 1, &["z"]),
    (":- pred p(int). p(X) :- X \\== 0, X = 0, (fail ; true).", "p(X)", 1, &[]),
    (
        ":- pred p(list(colour)). :- pred q(colour). p([X|_]) :- X \\= a. q(b).",
        "p(L), L = [X|Xs], q(X), Xs = []",
        1,
        &["::(b,[]) b []"],
    ),
    (":- pred p(list(colour)). :- pred q(int). p([_|_]). q(_) :- findall(X, p(Xs), Xs).", "q(0)", 1, &[]),
    // A head that does not match wants nothing, wherever the mismatch stands.
    (
        ":- pred p(nat, nat). :- pred q(nat). p(s(z), s(z)). q(X) :- (\\+ p(X, s(s(z))) -> X = s(z) ; true).",
        "q(X)",
        3,
        &["s(z)"],
    ),
    (":- pred p(colour, colour). :- pred q(colour). p(b, c). q(X) :- \\+ p(X, X), !.", "q(X), X = c", 2, &["c"]),
    // A goal from outside that a condition wakes still belongs outside.
    (
        ":- pred p(colour). :- pred r(colour, colour). :- pred q(colour).
         p(a). r(a, a). q(Y) :- \\+ r(X, Y), (p(X) -> Y = c ; true).",
        "q(Y)",
        3,
        &["c"],
    ),
    // Cuts.
    (":- pred t(colour). :- pred p(colour). t(X) :- X \\= a, p(X). p(a) :- !. p(b).", "t(X)", 2, &["b"]),
    (":- pred p(colour). p(_) :- \\+ \\+ !.", "\\+ p(a)", 1, &[]),
    (":- pred p(colour). p(X) :- (X = a, ! ; X = b).", "\\+ p(b)", 1, &[]),
    (":- pred p(colour). p(_) :- \\+ (!, (true ; !)).", "p(a)", 1, &[]),
    (":- pred p(colour). p(_) :- \\+ (Y \\= a, !, Y = c).", "p(a)", 3, &[""]),
    (":- pred p(colour). :- pred q(colour). p(X) :- !, q(X), q(b). p(_). q(a).", "p(a)", 2, &[]),
    // What stands behind a cut that may have come is cut off with it.
    (":- pred p(nat). :- pred q(nat). p(X) :- (q(X), !, fail ; true). q(z). q(s(X)) :- q(X).", "p(s(s(z)))", 2, &[]),
    (":- pred p(nat). :- pred q(nat). p(X) :- q(X), !, fail. p(_). q(z). q(s(X)) :- q(X).", "p(s(s(z)))", 2, &[]),
    (
        ":- pred p(nat, nat). :- pred q(nat). p(X, Y) :- (q(X), !, Y = z ; Y = s(z)). q(z). q(s(X)) :- q(X).",
        "p(s(s(z)), Y)",
        3,
        &[],
    ),
    // A cut-off is never failure.
    (":- pred p(nat). :- pred q(nat). p(X) :- (q(X) -> fail ; true). q(z). q(s(X)) :- q(X).", "p(s(s(z)))", 2, &[]),
    (":- pred p(nat). :- pred q(nat). p(X) :- \\+ q(X). q(z). q(s(X)) :- q(X).", "p(s(s(z)))", 2, &[]),
    (":- pred p(int). p(X) :- \\+ 1 is 1 // X.", "p(0)", 1, &[]),
];

#[test]
fn small_programs_have_the_answers_that_the_semantics_says() {
    let mut wrong = vec![];
    for (clauses, query, bound, expected) in ANSWERS {
        let text = format!("{DECLARATIONS}{clauses}\n?- {query}.\n");
        let program = common::program(&[("small.pl", &text)]);
        let programs = Programs::new(&program);
        let found = reference(&programs, &program.queries[0], *bound).map(|found| found.answers);
        assert_eq!(found.as_deref().unwrap_or_default(), *expected, "the reference solver on {text}");
        if let Some(what) = disagreement(&programs, &program.queries[0], *bound) {
            wrong.push(format!("{text}{what}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether values of the property's variables, given as an equation for each, are confirmed as a counterexample.
fn check_verified(clauses: &str, check: &str, values: &str, bound: u32, expected: &Verified) {
    let text = format!("{DECLARATIONS}{clauses}\n:- check(\"it\", {bound}, ({check})).\n?- {values}.\n");
    let program = common::program(&[("small.pl", &text)]);
    let programs = Programs::new(&program);
    let solved = solve(&programs, &program.queries[0].formula, program.queries[0].goal, 1, 1, STEPS);
    let (terms, bindings) = &solved.answers[0];
    let verified = verify(&programs, &program.checks[0], terms, bindings, bound, 3 * bound + 10, STEPS);
    assert_eq!(verified, *expected, "{text}");
}

#[test]
fn a_counterexample_is_confirmed_only_if_both_sides_are_decided() {
    let even = ":- pred even(nat). even(z). even(s(s(X))) :- even(X).\n:- pred loop(nat). loop(X) :- loop(X). loop(s(z)).\n\
                :- pred never(nat). never(X) :- never(X).";
    let differs = |what: &str| Verified::Differs(what.into());
    let gave_up = |what: &str| Verified::GaveUp(what.into());
    check_verified(even, "even(X) => X = z", "X = s(s(z))", 2, &Verified::Confirmed);
    check_verified(even, "even(X) => X = z", "X = s(z)", 2, &differs("even(X) has no proof"));
    check_verified(even, "even(X) => X = s(_)", "X = s(s(z))", 2, &differs("X = s(_) has a proof"));
    check_verified(even, "even(X) => X = z", "X = s(s(s(s(z))))", 2, &gave_up("even(X) was cut off"));
    check_verified(even, "even(X) => loop(X)", "X = z", 2, &gave_up("loop(X) was cut off"));
    check_verified(even, "even(X) => never(X)", "X = z", 2, &Verified::Confirmed);
}
