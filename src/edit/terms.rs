//! Edits of terms: variables, constants, constructors and arithmetic.

use super::change::{Change, Focus, Piece};
use super::fill::Choices;
use super::subject::{Place, Subject};
use super::{Draft, EditKind};
use crate::program::{FunctorKind, Goal, GoalId, TypeId};
use crate::term::{Functor, Symbol, Term, TermId, Var, sym};
use dashu_int::IBig;

/// The most ways in which the arguments of a new constructor are filled at one place.
const MOST_FILLINGS: usize = 24;

/// The most variables of one goal that change places with each other.
const MOST_SWAPPED: usize = 40;

/// The arithmetic functions that stand for each other.
const ARITHMETIC: [Symbol; 7] = [sym::PLUS, sym::MINUS, sym::TIMES, sym::INT_DIVISION, sym::MOD, sym::MIN, sym::MAX];

/// All edits of terms.
pub(super) fn term_edits(subject: &mut Subject, out: &mut Vec<Draft>) {
    for place in subject.places.clone() {
        let mut terms = Terms { subject, place, out };
        terms.visit();
    }
    swaps(subject, out);
}

struct Terms<'s, 'p> {
    subject: &'s mut Subject<'p>,
    place: Place,
    out: &'s mut Vec<Draft>,
}

impl Terms<'_, '_> {
    fn push(&mut self, kind: EditKind, piece: Piece) {
        let focus = self.place.goal.map_or(Focus::Term(self.place.term), Focus::Goal);
        let change = Change { terms: [(self.place.term, piece)].into_iter().collect(), focus, ..Change::default() };
        self.out.push(Draft { kind, change });
    }

    fn visit(&mut self) {
        let node = self.subject.clause.formula.terms.get(self.place.term).clone();
        let args = self.subject.clause.formula.terms.children(self.place.term);
        match &node {
            Term::Var(var) => self.variable(*var),
            Term::Int(value) => {
                let one = IBig::from(1);
                for other in [value + &one, value - &one, IBig::from(0)] {
                    if other != *value {
                        self.push(EditKind::IntegerChanged, Piece::Int(other));
                    }
                }
            }
            Term::Char(c) => self.character(*c),
            Term::App(functor, _) => {
                self.constructor(*functor, &args);
                for arg in args {
                    if self.subject.known(arg) == Some(self.place.ty) {
                        self.push(EditKind::TermUnwrapped, Piece::Old(arg));
                    }
                }
            }
            _ => {}
        }
        if !matches!(node, Term::Var(_)) {
            for var in self.subject.vars_of(self.place.scope, self.place.ty) {
                self.push(EditKind::TermToVariable, Piece::Var(var));
            }
            self.free(EditKind::TermFreed);
        }
        self.wrap();
        self.replace(match node {
            Term::App(functor, _) => Some(functor),
            _ => None,
        });
        let int = self.subject.types.app(TypeId::INT, &[]);
        if self.place.evaluated && self.place.ty == int && !matches!(node, Term::Int(_)) {
            self.one_more_or_less();
        }
    }

    fn free(&mut self, kind: EditKind) {
        if !self.place.evaluated && self.subject.is_of_program(self.place.ty) {
            self.push(kind, Piece::Fresh(self.place.ty));
        }
    }

    fn variable(&mut self, var: Var) {
        for other in self.subject.vars_of(self.place.scope, self.place.ty) {
            if other != var {
                self.push(EditKind::VariableReplaced, Piece::Var(other));
            }
        }
        self.free(EditKind::VariableFreed);
        for (functor, _) in self.subject.constructors(self.place.ty).into_iter().filter(|(_, args)| args.is_empty()) {
            self.push(EditKind::VariableToConstant, Piece::App(functor, vec![]));
        }
    }

    fn character(&mut self, c: char) {
        let mut others = vec![];
        let terms = &self.subject.clause.formula.terms;
        for term in 0..terms.len() {
            match terms.get(TermId(term as u32)) {
                Term::Char(other) if *other != c && !others.contains(other) => others.push(*other),
                _ => {}
            }
        }
        for other in others {
            self.push(EditKind::CharacterChanged, Piece::Char(other));
        }
    }

    /// Another constructor, or another function, with the same arguments.
    fn constructor(&mut self, functor: Functor, args: &[TermId]) {
        let old: Vec<_> = args.iter().map(|arg| Piece::Old(*arg)).collect();
        let program = self.subject.program;
        let def = program.signature.functor(functor);
        if def.kind == FunctorKind::Evaluable {
            if !self.place.evaluated || !ARITHMETIC.contains(&def.name) || args.len() != 2 {
                return;
            }
            for name in ARITHMETIC.into_iter().filter(|name| *name != def.name) {
                if let Some(other) = self.arithmetic(name) {
                    self.push(EditKind::Arithmetic, Piece::App(other, old.clone()));
                }
            }
            return;
        }
        let constructors = self.subject.constructors(self.place.ty);
        let Some((_, types)) = constructors.iter().find(|(other, _)| *other == functor) else { return };
        for (other, _) in constructors.iter().filter(|(other, found)| *other != functor && found == types) {
            self.push(EditKind::ConstructorReplaced, Piece::App(*other, old.clone()));
        }
    }

    /// The built-in function of two numbers with this name.
    fn arithmetic(&self, name: Symbol) -> Option<Functor> {
        let signature = &self.subject.program.signature;
        signature.find_functor(name, 2).filter(|id| signature.functor(*id).kind == FunctorKind::Evaluable)
    }

    fn one_more_or_less(&mut self) {
        for name in [sym::PLUS, sym::MINUS] {
            if let Some(functor) = self.arithmetic(name) {
                let args = vec![Piece::Old(self.place.term), Piece::Int(IBig::from(1))];
                self.push(EditKind::Arithmetic, Piece::App(functor, args));
            }
        }
    }

    /// The term becomes an argument of a constructor.
    fn wrap(&mut self) {
        for (functor, types) in self.subject.constructors(self.place.ty) {
            let own = self.place.ty;
            for n in (0..types.len()).filter(|n| types[*n] == own) {
                let mut others = types.clone();
                others.remove(n);
                let choices = Choices { scope: self.place.scope, constants: true, fresh: true, open: false };
                for mut args in self.subject.fillings(&others, vec![], choices, MOST_FILLINGS) {
                    args.insert(n, Piece::Old(self.place.term));
                    self.push(EditKind::TermWrapped, Piece::App(functor, args));
                }
            }
        }
    }

    /// The term becomes a constructor with variables; one of another constructor, since of its own that would be several
    /// edits at once.
    fn replace(&mut self, own: Option<Functor>) {
        for (functor, types) in self.subject.constructors(self.place.ty) {
            if types.is_empty() {
                if own.is_some_and(|own| own != functor) {
                    self.push(EditKind::TermReplaced, Piece::App(functor, vec![]));
                }
                continue;
            }
            if own == Some(functor) {
                continue;
            }
            if types.iter().all(|ty| self.subject.is_of_program(*ty)) {
                let anonymous = types.iter().map(|ty| Piece::Fresh(*ty)).collect();
                self.push(EditKind::TermReplaced, Piece::App(functor, anonymous));
            }
            let choices = Choices { scope: self.place.scope, constants: false, fresh: true, open: false };
            for args in self.subject.fillings(&types, vec![], choices, MOST_FILLINGS - 1) {
                self.push(EditKind::TermReplaced, Piece::App(functor, args));
            }
        }
    }
}

/// Two variables of one goal, or of the head, or two arguments of one call, change places.
fn swaps(subject: &mut Subject, out: &mut Vec<Draft>) {
    let goals = subject.sites.iter().map(|site| Some(site.goal));
    for goal in std::iter::once(None).chain(goals).collect::<Vec<_>>() {
        let vars: Vec<_> = subject.places.iter().filter(|place| place.goal == goal).copied().collect();
        let is_var = |place: &Place| subject.clause.formula.terms.as_var(place.term).is_some();
        let vars: Vec<_> = vars.into_iter().filter(is_var).take(MOST_SWAPPED).collect();
        for (n, left) in vars.iter().enumerate() {
            for right in &vars[n + 1..] {
                if left.ty == right.ty {
                    out.push(swap(EditKind::VariablesSwapped, goal, left.term, right.term));
                }
            }
        }
        let Some(Goal::Call(predicate, args)) = goal.map(|goal| subject.clause.formula.goal(goal).clone()) else {
            continue;
        };
        let declared = subject.program.signature.predicate(predicate).args.clone();
        let types = subject.call_types(&declared, &args);
        for n in 0..args.len().min(MOST_SWAPPED) {
            for m in n + 1..args.len().min(MOST_SWAPPED) {
                if types[n].is_some() && types[n] == types[m] {
                    out.push(swap(EditKind::ArgumentsSwapped, goal, args[n], args[m]));
                }
            }
        }
    }
}

fn swap(kind: EditKind, goal: Option<GoalId>, left: TermId, right: TermId) -> Draft {
    let terms = [(left, Piece::Old(right)), (right, Piece::Old(left))].into_iter().collect();
    let focus = goal.map_or(Focus::Swapped(left, right), Focus::Goal);
    Draft { kind, change: Change { terms, focus, ..Change::default() } }
}
