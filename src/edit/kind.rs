//! The kinds of edits, and the families that they belong to.

/// What an edit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EditKind {
    /// A goal of a conjunction is left out.
    GoalLeftOut,
    /// A call is left out, and two variables of it become one: `p(X, Y), q(Y)` becomes `q(X)`.
    CallUnthreaded,
    /// A cut is left out.
    CutLeftOut,
    /// A disjunct is left out.
    DisjunctLeftOut,
    /// `(G ; H)` becomes `(G, H)`.
    DisjunctionToConjunction,
    /// Two neighbouring goals `(G, H)` become `(G ; H)`.
    ConjunctionToDisjunction,
    /// Of an if-then-else, one branch stays.
    BranchKept,
    /// A comparison becomes another.
    Comparison,
    /// An arithmetic function becomes another, or one is added to or taken from a number.
    Arithmetic,
    /// `=` becomes `\=`, or the other way round.
    Equation,
    /// An occurrence of a variable becomes another variable.
    VariableReplaced,
    /// An occurrence of a variable becomes an anonymous one.
    VariableFreed,
    /// Two variables change places.
    VariablesSwapped,
    /// A constructor becomes another with the same arguments.
    ConstructorReplaced,
    /// An integer becomes a neighbour, or 0.
    IntegerChanged,
    /// A character becomes another of the clause.
    CharacterChanged,
    /// A term becomes a variable of the clause.
    TermToVariable,
    /// A term becomes an anonymous variable.
    TermFreed,
    /// A variable becomes a constant.
    VariableToConstant,
    /// A term becomes one of its arguments.
    TermUnwrapped,
    /// A term becomes an argument of a constructor.
    TermWrapped,
    /// A term becomes a constructor with variables as arguments.
    TermReplaced,
    /// Another predicate is called.
    PredicateReplaced,
    /// Two arguments of a call change places.
    ArgumentsSwapped,
    /// A goal is negated.
    GoalNegated,
    /// A negation is dropped.
    NegationDropped,
    /// The branches of an if-then-else change places.
    BranchesSwapped,
    /// The condition of an if-then-else is negated.
    ConditionNegated,
    /// A call is added at the end.
    CallAdded,
    /// An equation, or a negated one, is added at the end.
    EquationAdded,
    /// A comparison is added at the end.
    ComparisonAdded,
    /// A call is added through which a variable reaches the other goals: `q(X)` becomes `p(X, Y), q(Y)`.
    CallThreaded,
}

impl EditKind {
    /// All kinds, in the order in which edits are listed.
    pub const ALL: [EditKind; 32] = [
        EditKind::GoalLeftOut,
        EditKind::CallUnthreaded,
        EditKind::CutLeftOut,
        EditKind::DisjunctLeftOut,
        EditKind::DisjunctionToConjunction,
        EditKind::ConjunctionToDisjunction,
        EditKind::BranchKept,
        EditKind::Comparison,
        EditKind::Arithmetic,
        EditKind::Equation,
        EditKind::VariableReplaced,
        EditKind::VariableFreed,
        EditKind::VariablesSwapped,
        EditKind::ConstructorReplaced,
        EditKind::IntegerChanged,
        EditKind::CharacterChanged,
        EditKind::TermToVariable,
        EditKind::TermFreed,
        EditKind::VariableToConstant,
        EditKind::TermUnwrapped,
        EditKind::TermWrapped,
        EditKind::TermReplaced,
        EditKind::PredicateReplaced,
        EditKind::ArgumentsSwapped,
        EditKind::GoalNegated,
        EditKind::NegationDropped,
        EditKind::BranchesSwapped,
        EditKind::ConditionNegated,
        EditKind::CallAdded,
        EditKind::EquationAdded,
        EditKind::ComparisonAdded,
        EditKind::CallThreaded,
    ];

    /// The family of operators that it belongs to.
    pub fn family(self) -> &'static str {
        self.words().0
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            EditKind::GoalLeftOut => ("clause", "drop_goal"),
            EditKind::CallUnthreaded => ("clause", "unthread_call"),
            EditKind::CutLeftOut => ("clause", "drop_cut"),
            EditKind::DisjunctLeftOut => ("clause", "drop_disjunct"),
            EditKind::DisjunctionToConjunction => ("clause", "or_to_and"),
            EditKind::ConjunctionToDisjunction => ("clause", "and_to_or"),
            EditKind::BranchKept => ("clause", "keep_branch"),
            EditKind::Comparison => ("op", "comparison"),
            EditKind::Arithmetic => ("op", "arithmetic"),
            EditKind::Equation => ("op", "equation"),
            EditKind::VariableReplaced => ("var", "variable"),
            EditKind::VariableFreed => ("var", "anonymous"),
            EditKind::VariablesSwapped => ("var", "swap_variables"),
            EditKind::ConstructorReplaced => ("const", "constructor"),
            EditKind::IntegerChanged => ("const", "integer"),
            EditKind::CharacterChanged => ("const", "character"),
            EditKind::TermToVariable => ("const", "term_to_variable"),
            EditKind::TermFreed => ("const", "term_to_anonymous"),
            EditKind::VariableToConstant => ("const", "variable_to_constant"),
            EditKind::TermUnwrapped => ("const", "unwrap"),
            EditKind::TermWrapped => ("const", "wrap"),
            EditKind::TermReplaced => ("const", "term"),
            EditKind::PredicateReplaced => ("pred", "predicate"),
            EditKind::ArgumentsSwapped => ("pred", "swap_arguments"),
            EditKind::GoalNegated => ("neg", "negate_goal"),
            EditKind::NegationDropped => ("neg", "drop_negation"),
            EditKind::BranchesSwapped => ("neg", "swap_branches"),
            EditKind::ConditionNegated => ("neg", "negate_condition"),
            EditKind::CallAdded => ("add", "add_call"),
            EditKind::EquationAdded => ("add", "add_equation"),
            EditKind::ComparisonAdded => ("add", "add_comparison"),
            EditKind::CallThreaded => ("add", "thread_call"),
        }
    }
}
