//! The syntax tree: what stands in the text, and where.
//!
//! Nodes live in one vector and refer to each other by index, so a tree a million deep is dropped without recursion. Goals,
//! terms and types are all nodes; an [`Item`] says what a whole sentence is.

use crate::source::{FileId, Range};
use crate::term::{Symbol, sym};
use dashu_int::IBig;
use rustc_hash::FxHashSet;

/// A node of an [`Ast`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// A run of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeArgs {
    start: u32,
    len: u32,
}

impl NodeArgs {
    /// How many.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// One node of the tree. Goals, terms, types and patterns all have this shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    /// An identifier that is a variable unless it is declared as something else.
    Var(Symbol),
    /// `_`.
    Wildcard,
    /// An integer, in the table of integers.
    Int(u32),
    /// A character of the αProlog notation, `'c'`.
    Char(char),
    /// A string: a list of characters.
    Str(Symbol),
    /// A name with its arguments; a constant if there are none.
    Apply(Symbol, NodeArgs),
    /// `[a,b]` or `[a,b|T]`.
    List(NodeArgs, Option<NodeId>),
}

/// A tree: all nodes of a file.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    nodes: Vec<Node>,
    ranges: Vec<Range>,
    args: Vec<NodeId>,
    ints: Vec<IBig>,
    quoted: FxHashSet<NodeId>,
}

impl Ast {
    /// Adds a node that stands at a range.
    pub fn add(&mut self, node: Node, range: Range) -> NodeId {
        self.nodes.push(node);
        self.ranges.push(range);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Adds a run of nodes.
    pub fn add_args(&mut self, nodes: &[NodeId]) -> NodeArgs {
        let start = self.args.len() as u32;
        self.args.extend_from_slice(nodes);
        NodeArgs { start, len: nodes.len() as u32 }
    }

    /// Adds a name with its arguments.
    pub fn apply(&mut self, head: Symbol, args: &[NodeId], range: Range) -> NodeId {
        let args = self.add_args(args);
        self.add(Node::Apply(head, args), range)
    }

    /// Adds a constant.
    pub fn constant(&mut self, name: Symbol, range: Range) -> NodeId {
        self.apply(name, &[], range)
    }

    /// Adds an integer.
    pub fn int(&mut self, value: IBig, range: Range) -> NodeId {
        self.ints.push(value);
        self.add(Node::Int(self.ints.len() as u32 - 1), range)
    }

    /// Adds a list.
    pub fn list(&mut self, items: &[NodeId], tail: Option<NodeId>, range: Range) -> NodeId {
        let items = self.add_args(items);
        self.add(Node::List(items, tail), range)
    }

    /// Notes that a constant stands in quotes that it does not need: `'a'` is a character rather than a constructor where
    /// its type leaves the choice.
    pub fn mark_quoted(&mut self, id: NodeId) {
        self.quoted.insert(id);
    }

    /// Whether a constant stands in quotes.
    pub fn is_quoted(&self, id: NodeId) -> bool {
        self.quoted.contains(&id)
    }

    /// The conjunction of goals, `true` if there are none.
    pub fn conjunction(&mut self, goals: &[NodeId], range: Range) -> NodeId {
        let Some((last, before)) = goals.split_last() else { return self.constant(sym::TRUE, range) };
        let mut all = *last;
        for goal in before.iter().rev() {
            let range = self.range(*goal).to(self.range(all));
            all = self.apply(sym::COMMA, &[*goal, all], range);
        }
        all
    }

    /// The node of an id.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    /// Where a node stands.
    pub fn range(&self, id: NodeId) -> Range {
        self.ranges[id.0 as usize]
    }

    /// The nodes of a run.
    pub fn args(&self, args: NodeArgs) -> &[NodeId] {
        &self.args[args.start as usize..][..args.len as usize]
    }

    /// The value of an integer node.
    pub fn int_value(&self, index: u32) -> &IBig {
        &self.ints[index as usize]
    }

    /// The head and the arguments of a node that is a name with arguments.
    pub fn as_apply(&self, id: NodeId) -> Option<(Symbol, &[NodeId])> {
        match self.node(id) {
            Node::Apply(head, args) => Some((head, self.args(args))),
            _ => None,
        }
    }

    /// The two arguments of a node with this head and two arguments.
    pub fn as_binary(&self, id: NodeId, head: Symbol) -> Option<(NodeId, NodeId)> {
        match self.as_apply(id)? {
            (found, &[left, right]) if found == head => Some((left, right)),
            _ => None,
        }
    }

    /// The argument of a node with this head and one argument.
    pub fn as_unary(&self, id: NodeId, head: Symbol) -> Option<NodeId> {
        match self.as_apply(id)? {
            (found, &[argument]) if found == head => Some(argument),
            _ => None,
        }
    }

    /// The name of a node that is a constant.
    pub fn as_constant(&self, id: NodeId) -> Option<Symbol> {
        match self.as_apply(id)? {
            (head, []) => Some(head),
            _ => None,
        }
    }

    /// The sort that a declaration gives a type: `type`, `name_type`, `type -> type`.
    pub fn sort(&self, id: NodeId) -> Option<Sort> {
        let parts = self.chain(id, sym::ARROW);
        let (last, params) = parts.split_last()?;
        let is_sort = |node: &NodeId| matches!(self.as_constant(*node), Some(sym::TYPE | sym::NAME_TYPE));
        match self.as_constant(*last)? {
            sym::TYPE if params.iter().all(is_sort) => Some(Sort::Data(params.len() as u32)),
            sym::NAME_TYPE if params.is_empty() => Some(Sort::Name),
            _ => None,
        }
    }

    /// The parts of a right-nested chain of a binary name: `a, b, c` gives three.
    pub fn chain(&self, id: NodeId, head: Symbol) -> Vec<NodeId> {
        let mut parts = vec![];
        let mut rest = id;
        while let Some((left, right)) = self.as_binary(rest, head) {
            parts.push(left);
            rest = right;
        }
        parts.push(rest);
        parts
    }
}

/// A predicate as declarations name it, `p/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredicateRef {
    /// The name.
    pub name: Symbol,
    /// The number of arguments.
    pub arity: u32,
    /// Where it is named.
    pub range: Range,
}

/// What a check's author expects of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// `#check`: nothing is said; it had better hold.
    Holds,
    /// `#validate`: it must hold.
    Valid,
    /// `#invalidate`: it must be refuted.
    Invalid,
}

/// What kind of type a name is declared to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// An algebraic type with this many parameters.
    Data(u32),
    /// A type of names.
    Name,
}

/// One declaration, clause or directive.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// The file.
    pub file: FileId,
    /// The whole text of it.
    pub range: Range,
    /// The notation of the file.
    pub notation: super::Notation,
}

/// What an item is.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// A clause: `H`, `H :- B`, or `f(..) = t :- B`. DCG rules are translated already.
    Clause(NodeId),
    /// `:- type t(A) ---> c ; d(t(A)).`
    Type {
        /// The name.
        name: (Symbol, Range),
        /// The parameters.
        params: Vec<Symbol>,
        /// The constructors, each a name with types as arguments.
        constructors: Vec<NodeId>,
    },
    /// `t : type.`, `id : name_type.`
    Sort {
        /// The names.
        names: Vec<(Symbol, Range)>,
        /// What they are declared to be.
        sort: Sort,
    },
    /// `c : t1 -> t.`; a predicate if the result is `prop`.
    Symbol {
        /// The names.
        names: Vec<(Symbol, Range)>,
        /// The type of all of them.
        ty: NodeId,
        /// Declared with `::`, which in αProlog makes a function.
        function: bool,
    },
    /// `type t A = ...`, with an invariant for the values if there is one.
    Abbreviation {
        /// The name.
        name: (Symbol, Range),
        /// The parameters.
        params: Vec<Symbol>,
        /// What it stands for.
        ty: NodeId,
        /// `where p`: what values must satisfy.
        invariant: Option<NodeId>,
    },
    /// `pred p(t1,t2).`
    Predicate {
        /// The name.
        name: (Symbol, Range),
        /// The types of the arguments.
        args: Vec<NodeId>,
    },
    /// `func f(t1,t2) = t.`
    Function {
        /// The name.
        name: (Symbol, Range),
        /// The types of the arguments.
        args: Vec<NodeId>,
        /// The type of the result.
        result: NodeId,
    },
    /// `#check "name" 10 : G => C.`
    Check {
        /// The name.
        name: (Symbol, Range),
        /// The bound, if one is given.
        bound: Option<u32>,
        /// What is expected of it.
        expected: Expectation,
        /// The property.
        formula: NodeId,
    },
    /// `:- trusted p/2.`
    Trusted(Vec<PredicateRef>),
    /// `:- assumable p/2.`
    Assumable(Vec<PredicateRef>),
    /// `:- discontiguous p/2.`
    Discontiguous(Vec<PredicateRef>),
    /// `:- properties(name).`
    Properties(Symbol),
    /// `:- generator(type, predicate).`
    Generator {
        /// The type.
        ty: NodeId,
        /// The predicate that generates its values.
        predicate: (Symbol, Range),
    },
    /// `namespace N (`.
    Enter(Symbol),
    /// `).`
    Leave,
    /// `#open N.`
    Open(Symbol),
    /// `? goal.`
    Query(NodeId),
    /// An operator that the file declares, as its own notation writes it.
    Operator(super::Fixity),
}
