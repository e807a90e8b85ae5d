//! Terms in a flat arena.

use dashu_int::IBig;

/// A constructor or evaluable function, by its number in a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Functor(pub u32);

/// A variable of the clause, check or query that the arena belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// A name (an atom of nominal logic) of the clause, check or query that the arena belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub u32);

/// A term of a [`Terms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

/// A run of terms, the arguments of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Args {
    start: u32,
    len: u32,
}

impl Args {
    /// How many.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// One node of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A variable.
    Var(Var),
    /// A name.
    Name(Name),
    /// An integer of any size.
    Int(IBig),
    /// A character.
    Char(char),
    /// A constructor, or an evaluable function, with its arguments.
    App(Functor, Args),
    /// `a\t`: the name, bound in the body. The left side is a name, or a variable that stands for one.
    Abstraction(TermId, TermId),
    /// `t@a`: the body of an abstraction at a name.
    Concretion(TermId, TermId),
    /// `(a~b) t`: two names swapped in a term.
    Swap(TermId, TermId, TermId),
    /// `t{u/v}`: `u` for `v` in `t`, as αProlog's evaluation has it.
    Substitution(TermId, TermId, TermId),
}

/// An arena of terms in which arguments stand before what they are arguments of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    nodes: Vec<Term>,
    args: Vec<TermId>,
}

impl Terms {
    /// Adds a node.
    pub fn add(&mut self, term: Term) -> TermId {
        self.nodes.push(term);
        TermId(self.nodes.len() as u32 - 1)
    }

    /// Adds a run of arguments.
    pub fn add_args(&mut self, args: &[TermId]) -> Args {
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        Args { start, len: args.len() as u32 }
    }

    /// Adds an application.
    pub fn app(&mut self, functor: Functor, args: &[TermId]) -> TermId {
        let args = self.add_args(args);
        self.add(Term::App(functor, args))
    }

    /// The node of a term.
    pub fn get(&self, term: TermId) -> &Term {
        &self.nodes[term.0 as usize]
    }

    /// Replaces a node; what it is made of must stand before it.
    pub fn set(&mut self, id: TermId, term: Term) {
        self.nodes[id.0 as usize] = term;
    }

    /// The terms of a run.
    pub fn args(&self, args: Args) -> &[TermId] {
        &self.args[args.start as usize..][..args.len as usize]
    }

    /// The terms directly below a term.
    pub fn children(&self, term: TermId) -> Vec<TermId> {
        match *self.get(term) {
            Term::Var(_) | Term::Name(_) | Term::Int(_) | Term::Char(_) => vec![],
            Term::App(_, args) => self.args(args).to_vec(),
            Term::Abstraction(a, b) | Term::Concretion(a, b) => vec![a, b],
            Term::Swap(a, b, c) | Term::Substitution(a, b, c) => vec![a, b, c],
        }
    }

    /// The functors of all terms, those of arguments first.
    pub fn functors(&self) -> impl Iterator<Item = Functor> + '_ {
        self.nodes.iter().filter_map(|node| match node {
            Term::App(functor, _) => Some(*functor),
            _ => None,
        })
    }

    /// The variable that a term is, if it is one.
    pub fn as_var(&self, term: TermId) -> Option<Var> {
        match self.get(term) {
            Term::Var(var) => Some(*var),
            _ => None,
        }
    }

    /// Gives memory back that was kept for more.
    pub fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
        self.args.shrink_to_fit();
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
