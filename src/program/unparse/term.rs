//! Terms back to syntax, and names for their variables.

use super::super::signature::builtin;
use super::super::{Formula, Goal};
use super::Unparser;
use crate::source::{Range, deep};
use crate::syntax::{Node, NodeId, Notation};
use crate::term::{Functor, Symbol, Term, TermId, sym};
use rustc_hash::{FxHashMap, FxHashSet};

impl Unparser<'_> {
    /// Chooses how the variables and names of a formula are written.
    pub(super) fn start(&mut self, formula: &Formula) {
        let mut counts = vec![0u32; formula.vars.len()];
        for term in (0..formula.terms.len()).map(|n| TermId(n as u32)) {
            if let Some(var) = formula.terms.as_var(term) {
                counts[var.0 as usize] += 1;
            }
        }
        for goal in &formula.goals {
            if let Goal::Exists(vars, _) | Goal::ForAll(vars, _) = goal {
                vars.iter().for_each(|var| counts[var.0 as usize] += 2);
            }
        }
        let mut taken = FxHashSet::default();
        let mut numbers = FxHashMap::default();
        self.vars = vec![None; formula.vars.len()];
        // Names that can stay as they are have the first choice.
        for stays in [true, false] {
            for (n, variable) in formula.vars.iter().enumerate() {
                let made = self.symbols.text(variable.name).ends_with('·');
                let anonymous = (made || variable.name == sym::UNDERSCORE) && counts[n] < 2;
                if anonymous || self.vars[n].is_some() || stays && !self.is_variable(variable.name) {
                    continue;
                }
                if stays && taken.contains(&variable.name) {
                    continue;
                }
                let name = self.fresh(variable.name, &taken, &mut numbers);
                taken.insert(name);
                self.vars[n] = Some(name);
            }
        }
        self.names.clear();
        let mut taken = FxHashSet::default();
        for name in &formula.names {
            let mut chosen = name.name;
            let text = self.symbols.text(name.name).to_owned();
            while !taken.insert(chosen) {
                let number = numbers.entry(text.clone()).or_insert(0);
                *number += 1;
                chosen = self.symbols.intern(&format!("{text}{number}"));
            }
            self.names.push(chosen);
        }
    }

    /// Whether a name is read as a variable in the notation at hand, whatever the program declares.
    fn is_variable(&self, name: Symbol) -> bool {
        let text = self.symbols.text(name);
        let good = |c: char| c.is_alphanumeric() || c == '_' || c == '\'' && self.notation == Notation::AlphaProlog;
        let starts = text.starts_with(|c: char| c.is_uppercase() || c == '_');
        let constructor = self.notation == Notation::AlphaProlog
            && self
                .program
                .signature
                .functors_named(name)
                .iter()
                .any(|id| self.program.signature.functor(*id).args.is_empty());
        text != "_" && starts && text.chars().all(good) && !constructor
    }

    /// A variable name like this one that is not taken. `numbers` has the next number to try for each name.
    fn fresh(&mut self, name: Symbol, taken: &FxHashSet<Symbol>, numbers: &mut FxHashMap<String, u32>) -> Symbol {
        if self.is_variable(name) && !taken.contains(&name) {
            return name;
        }
        let text: String = self.symbols.text(name).chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
        let mut chars = text.chars();
        let base = match chars.next() {
            Some(first) if first.is_alphabetic() => first.to_uppercase().chain(chars).collect(),
            _ => "X".to_owned(),
        };
        let mut number = numbers.get(&base).copied().unwrap_or(0);
        loop {
            let candidate = if number == 0 { base.clone() } else { format!("{base}{number}") };
            let candidate = self.symbols.intern(&candidate);
            number += 1;
            if !taken.contains(&candidate) && self.is_variable(candidate) {
                numbers.insert(base, number);
                return candidate;
            }
        }
    }

    pub(super) fn term(&mut self, formula: &Formula, term: TermId) -> NodeId {
        deep(|| self.term_step(formula, term))
    }

    fn term_step(&mut self, formula: &Formula, term: TermId) -> NodeId {
        let range = Range::default();
        if self.left == 0 {
            return self.dots();
        }
        self.left -= 1;
        match formula.terms.get(term) {
            Term::Var(var) => match self.vars[var.0 as usize] {
                Some(name) => self.var(name),
                None => self.ast.add(Node::Wildcard, range),
            },
            Term::Name(name) => {
                let name = self.names[name.0 as usize];
                self.apply(name, &[])
            }
            Term::Int(value) => self.ast.int(value.clone(), range),
            Term::Char(c) => self.ast.add(Node::Char(*c), range),
            Term::App(builtin::NIL, _) => self.apply(sym::NIL, &[]),
            Term::App(builtin::CONS, _) => self.list(formula, term),
            Term::App(functor, args) => {
                let args: Vec<_> = formula.terms.args(*args).iter().map(|arg| self.term(formula, *arg)).collect();
                self.application(*functor, &args)
            }
            Term::Abstraction(a, b) => self.parts(formula, sym::ABSTRACTION, &[*a, *b]),
            Term::Concretion(a, b) => self.parts(formula, sym::CONCRETION, &[*a, *b]),
            Term::Swap(a, b, c) => self.parts(formula, sym::SWAP, &[*a, *b, *c]),
            Term::Substitution(a, b, c) => self.parts(formula, sym::SUBSTITUTION, &[*a, *b, *c]),
        }
    }

    /// What stands for a part that is left out.
    fn dots(&mut self) -> NodeId {
        let dots = self.symbols.intern("...");
        self.var(dots)
    }

    fn parts(&mut self, formula: &Formula, name: Symbol, parts: &[TermId]) -> NodeId {
        let parts: Vec<_> = parts.iter().map(|part| self.term(formula, *part)).collect();
        self.apply(name, &parts)
    }

    fn application(&mut self, functor: Functor, args: &[NodeId]) -> NodeId {
        let def = self.program.signature.functor(functor);
        let infix = args.len() == 2 && self.program.apl_operators.infix(def.name).is_some();
        match functor {
            builtin::PAIR | builtin::UNIT => self.apply(def.name, args),
            _ => self.call(def.name, args, infix || self.is_curried(&def.args, def.curried)),
        }
    }

    /// A list; one of characters is a string.
    fn list(&mut self, formula: &Formula, term: TermId) -> NodeId {
        let mut elements = vec![];
        let mut rest = term;
        while let Term::App(builtin::CONS, args) = formula.terms.get(rest) {
            // The list is cut before its elements are.
            if elements.len() >= self.left {
                break;
            }
            let &[first, tail] = formula.terms.args(*args) else { unreachable!("a pair has two parts") };
            elements.push(first);
            rest = tail;
        }
        let closed = matches!(formula.terms.get(rest), Term::App(builtin::NIL, _));
        let char = |term: &TermId| match formula.terms.get(*term) {
            Term::Char(c) => Some(*c),
            _ => None,
        };
        if let (true, Some(text)) = (closed, elements.iter().map(char).collect::<Option<String>>()) {
            let text = self.symbols.intern(&text);
            return self.ast.add(Node::Str(text), Range::default());
        }
        let elements: Vec<_> = elements.into_iter().map(|element| self.term(formula, element)).collect();
        let tail = (!closed).then(|| self.term(formula, rest));
        self.ast.list(&elements, tail, Range::default())
    }
}
