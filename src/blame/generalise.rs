//! The least general fact that has some atoms as instances: what is missing in general, said by what is missing in some cases.

use crate::explain::Assumption;
use crate::program::{Clause, PredId, Program, Type, TypeRef, Variable};
use crate::source::Range;
use crate::term::{Functor, Term, TermId, Var, sym};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

/// The most kinds of atoms that have a fact of their own.
const MOST_KINDS: usize = 6;

/// The fact of all atoms, and one for each kind of them: those whose arguments begin with the same constructors. The atoms may
/// have come to be assumed for different reasons, and then the fact of all says too much.
pub fn facts(program: &Program, predicate: PredId, atoms: &[&Assumption]) -> Vec<Clause> {
    let mut kinds: IndexMap<Vec<Option<Functor>>, Vec<&Assumption>> = IndexMap::new();
    for atom in atoms {
        let root = |arg: &TermId| match atom.terms.get(*arg) {
            Term::App(functor, _) => Some(*functor),
            _ => None,
        };
        kinds.entry(atom.args.iter().map(root).collect()).or_default().push(atom);
    }
    kinds.sort_by(|_, one, _, other| other.len().cmp(&one.len()));
    let several = kinds.len() > 1;
    let kinds = kinds.into_values().take(if several { MOST_KINDS } else { 0 });
    let all = (!atoms.is_empty()).then(|| atoms.to_vec());
    all.into_iter().chain(kinds).map(|atoms| fact(program, predicate, &atoms)).collect()
}

/// The fact (Plotkin 1970): where all atoms have the same constructor it stands, and where they differ a variable, the same
/// one wherever the same terms differ.
fn fact(program: &Program, predicate: PredId, atoms: &[&Assumption]) -> Clause {
    let mut clause = Clause::open_fact(program, predicate);
    clause.formula.vars.clear();
    clause.formula.terms = crate::term::Terms::default();
    clause.formula.term_ranges.clear();
    let mut maker = Maker { program, atoms, known: FxHashMap::default(), clause };
    let types = program.signature.predicate(predicate).args.clone();
    let head = types.iter().enumerate().map(|(arg, ty)| {
        let terms: Vec<TermId> = atoms.iter().map(|atom| atom.args[arg]).collect();
        maker.term(&terms, *ty)
    });
    let head = head.collect();
    maker.clause.head = head;
    maker.clause
}

struct Maker<'m> {
    program: &'m Program,
    atoms: &'m [&'m Assumption],
    /// The variable that some differing terms became.
    known: FxHashMap<Vec<String>, Var>,
    clause: Clause,
}

impl Maker<'_> {
    fn term(&mut self, terms: &[TermId], ty: TypeRef) -> TermId {
        let of = |place: usize| self.atoms[place].terms.get(terms[place]);
        let first = of(0).clone();
        let same = (1..terms.len()).all(|place| match (&first, of(place)) {
            (Term::App(one, _), Term::App(other, _)) => one == other,
            (one, other) => one == other,
        });
        let made = match first {
            Term::App(functor, _) if same => {
                let children: Vec<Vec<TermId>> =
                    terms.iter().zip(self.atoms).map(|(term, atom)| atom.terms.children(*term)).collect();
                let types = self.part_types(functor, ty);
                let Some(types) = types else { return self.variable(terms, ty) };
                let args: Vec<TermId> = types
                    .into_iter()
                    .enumerate()
                    .map(|(arg, ty)| {
                        let parts: Vec<TermId> = children.iter().map(|parts| parts[arg]).collect();
                        crate::source::deep(|| self.term(&parts, ty))
                    })
                    .collect();
                let args = self.clause.formula.terms.add_args(&args);
                Term::App(functor, args)
            }
            Term::Int(_) | Term::Char(_) if same => first,
            _ => return self.variable(terms, ty),
        };
        self.add(made)
    }

    /// The types of a constructor's arguments, where the result has a type; none if one of them is not yet a type of the
    /// program.
    fn part_types(&self, functor: Functor, ty: TypeRef) -> Option<Vec<TypeRef>> {
        let signature = &self.program.signature;
        let def = signature.functors.get(functor.0 as usize)?;
        let parameters: &[TypeRef] = match signature.types.get(ty) {
            Type::App(_, parameters) => parameters,
            Type::Var(_) => &[],
        };
        let part = |part: &TypeRef| match signature.types.get(*part) {
            Type::Var(number) => parameters.get(*number as usize).copied(),
            _ if *part == def.result => Some(ty),
            Type::App(..) => signature.types.is_closed(*part).then_some(*part),
        };
        def.args.iter().map(part).collect()
    }

    fn variable(&mut self, terms: &[TermId], ty: TypeRef) -> TermId {
        let key: Vec<String> = terms.iter().zip(self.atoms).map(|(term, atom)| key(atom, *term)).collect();
        let next = Var(self.clause.formula.vars.len() as u32);
        let var = *self.known.entry(key).or_insert(next);
        if var == next {
            self.clause.formula.vars.push(Variable { name: sym::UNDERSCORE, ty });
        }
        self.add(Term::Var(var))
    }

    fn add(&mut self, term: Term) -> TermId {
        self.clause.formula.term_ranges.push(Range::default());
        self.clause.formula.terms.add(term)
    }
}

/// A text that tells terms apart.
fn key(atom: &Assumption, term: TermId) -> String {
    let mut text = String::new();
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        text.push_str(&format!(
            "{:?} ",
            match atom.terms.get(term) {
                Term::App(functor, _) => Term::App(*functor, crate::term::Args::default()),
                other => other.clone(),
            }
        ));
        todo.extend(atom.terms.children(term).into_iter().rev());
    }
    text
}
