//! From words of the machine to terms of the program.

use super::outcome::Counterexample;
use super::property::{Checker, Task};
use crate::engine::{Atom, Code, Ending, Event, Hypotheses, Limits, Machine, Settings, StopReason, Tag, Word};
use crate::generate::{place_of_char, place_of_int};
use crate::program::{Formula, Query, Variable};
use crate::source::Range;
use crate::term::{Args, Functor, Term, TermId, Var};
use dashu_int::IBig;
use rustc_hash::FxHashMap;

/// The bytes that a node takes of a value that is written out, roughly.
pub(super) const NODE: usize = 64;

/// Builds terms of a formula from words.
pub(super) struct TermBuilder<'m> {
    machine: &'m Machine<'m>,
    constants: Functor,
    /// The terms; its variables are those of the property, and behind them the open ones.
    pub formula: Formula,
    open: FxHashMap<usize, Var>,
    /// The size of what was written, as values are measured.
    pub size: u64,
}

enum Step {
    Visit(Word),
    Make(Functor, usize),
}

impl<'m> TermBuilder<'m> {
    /// Terms over the variables of a formula.
    pub(super) fn new(machine: &'m Machine<'m>, constants: Functor, formula: &Formula) -> TermBuilder<'m> {
        let vars = formula.vars.clone();
        let formula = Formula { vars, ..Formula::new(formula.file) };
        TermBuilder { machine, constants, formula, open: FxHashMap::default(), size: 0 }
    }

    fn add(&mut self, term: Term) -> TermId {
        self.formula.term_ranges.push(Range::default());
        self.formula.terms.add(term)
    }

    /// The term of a word; an open variable is one of the type that it has, named by the caller's function.
    pub(super) fn term(&mut self, word: Word, variable: &mut dyn FnMut(usize) -> Variable) -> TermId {
        let mut todo = vec![Step::Visit(word)];
        let mut done: Vec<TermId> = vec![];
        while let Some(step) = todo.pop() {
            match step {
                Step::Make(functor, arity) => {
                    let args = done.split_off(done.len() - arity);
                    let args = self.formula.terms.add_args(&args);
                    let term = self.add(Term::App(functor, args));
                    done.push(term);
                }
                Step::Visit(word) => {
                    let word = self.machine.deref(word);
                    self.size += 1;
                    let term = match word.tag() {
                        Tag::Ref => self.open_var(word.address(), variable),
                        Tag::Int | Tag::Big => {
                            let value = self.machine.integer_value(word);
                            self.size = self.size.saturating_add(place(&value));
                            self.add(Term::Int(value))
                        }
                        Tag::Atom => match word.as_atom() {
                            Atom::Char(value) => {
                                self.size += u64::from(place_of_char(value));
                                self.add(Term::Char(value))
                            }
                            Atom::Constant(number) => {
                                self.size += u64::from(number - 1);
                                let functor = Functor(self.constants.0 + number - 1);
                                self.add(Term::App(functor, Args::default()))
                            }
                            Atom::Functor(functor) => self.add(Term::App(functor, Args::default())),
                        },
                        _ => {
                            let (functor, parts) = self.machine.structure(word);
                            todo.push(Step::Make(functor, parts.len()));
                            todo.extend(parts.iter().rev().copied().map(Step::Visit));
                            continue;
                        }
                    };
                    done.push(term);
                }
            }
        }
        done.pop().expect("a word is a term")
    }

    fn open_var(&mut self, address: usize, variable: &mut dyn FnMut(usize) -> Variable) -> TermId {
        let next = Var(self.formula.vars.len() as u32);
        let var = *self.open.entry(address).or_insert(next);
        if var == next {
            self.formula.vars.push(variable(address));
        }
        self.add(Term::Var(var))
    }
}

/// The place of an integer in the order of values; those beyond all bounds share the last.
pub(super) fn place(value: &IBig) -> u64 {
    i64::try_from(value).map_or(u64::MAX / 2, |value| place_of_int(value.clamp(-i64::MAX / 4, i64::MAX / 4)))
}

impl Task<'_> {
    /// The counterexample that the machine stands at, whose variables are ground.
    pub(super) fn counterexample(&self, machine: &mut Machine, code: &Code, depth: u32) -> Counterexample {
        let ground = machine.snapshot(machine.roots());
        let pattern = machine.take_pattern();
        let mut scratch = Machine::new(code, self.settings(depth), self.limits());
        scratch.clear();
        let roots = scratch.load(&ground);
        let pattern = pattern.map(|pattern| scratch.load(&pattern));
        let mut builder = TermBuilder::new(&scratch, self.checker.constants, &self.check.formula);
        let mut closed = |_| unreachable!("the values are ground");
        let bindings: Vec<_> =
            code.variables.iter().zip(&roots).map(|(var, word)| (*var, builder.term(*word, &mut closed))).collect();
        let size = builder.size;
        let shapes = code.proc(code.main).shapes.clone();
        let pattern = pattern.map(|words| (scratch.open_types(&words, &shapes), words));
        let pattern = pattern.filter(|(types, _)| !types.is_empty()).map(|(types, words)| {
            let mut open = |address: usize| Variable { name: crate::term::sym::UNDERSCORE, ty: types[&address] };
            code.variables.iter().zip(words).map(|(var, word)| (*var, builder.term(word, &mut open))).collect()
        });
        Counterexample { formula: builder.formula, bindings, pattern, depth, size, replayed: false }
    }
}

/// An answer to a query.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Where the terms live; open variables come behind those of the query.
    pub formula: Formula,
    /// The query's variables with what they are.
    pub bindings: Vec<(Var, TermId)>,
}

/// How the search for answers ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All answers were asked for, and given.
    Complete,
    /// There may be more beyond the bound.
    CutOff,
    /// As many as were asked for were given.
    Enough,
    /// A limit was reached.
    Stopped(StopReason),
}

/// The answers to a query.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The answers, in the order in which they were found.
    pub answers: Vec<Answer>,
    /// How the search ended.
    pub ended: Ended,
    /// How many clauses were used.
    pub uses: u64,
    /// What had no value, if something had none.
    pub error: Option<(String, Option<crate::source::Span>)>,
}

/// Finds at most so many answers to a query within a bound. What cannot be run is an error with its place.
pub fn answers(
    checker: &Checker,
    query: &Query,
    settings: Settings,
    most: usize,
    limits: Limits,
) -> Result<Answers, (String, Option<crate::source::Span>)> {
    let hypotheses = Hypotheses { formula: &query.formula, goal: query.goal, ending: Ending::Answers, selects: true };
    let code = Code::new(&checker.programs, hypotheses, vec![]);
    if let Some(unsupported) = code.unsupported {
        return Err(unsupported);
    }
    let mut machine = Machine::new(&code, settings, limits);
    machine.start(None);
    let mut found = Answers { answers: vec![], ended: Ended::Complete, uses: 0, error: None };
    let mut event = machine.run();
    found.ended = loop {
        match event {
            Event::Answer if !machine.fits(machine.roots(), limits.memory / NODE) => {
                break Ended::Stopped(StopReason::Memory);
            }
            Event::Answer => {
                let shapes = &code.proc(code.main).shapes;
                let types = machine.open_types(machine.roots(), shapes);
                let mut builder = TermBuilder::new(&machine, checker.constants, &query.formula);
                let mut open = |address: usize| Variable { name: crate::term::sym::UNDERSCORE, ty: types[&address] };
                let bindings = code.variables.iter().zip(machine.roots());
                let bindings = bindings.map(|(var, word)| (*var, builder.term(*word, &mut open))).collect();
                found.answers.push(Answer { formula: builder.formula, bindings });
                if found.answers.len() >= most {
                    break Ended::Enough;
                }
            }
            Event::Done if machine.was_cut_off() => break Ended::CutOff,
            Event::Done => break Ended::Complete,
            Event::Stopped(reason) => break Ended::Stopped(reason),
            _ => unreachable!("a query has no conclusion"),
        }
        event = machine.next();
    };
    found.uses = machine.uses();
    found.error = machine.error().map(|(what, place)| (what.to_owned(), place));
    Ok(found)
}
