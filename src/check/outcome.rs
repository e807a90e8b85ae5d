//! What came of checking a property.

use crate::engine::StopReason;
use crate::program::{CheckId, Formula};
use crate::source::Span;
use crate::syntax::Expectation;
use crate::term::{TermId, Var};

/// What is known of a property.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The property.
    pub check: CheckId,
    /// What was found.
    pub verdict: Verdict,
    /// The rounds that were finished, in order.
    pub rounds: Vec<Round>,
    /// How many cases were tried: values of the variables, or patterns of them, that meet the hypotheses.
    pub cases: u64,
    /// How many clauses were used in all.
    pub uses: u64,
    /// How long it took.
    pub seconds: f64,
    /// The bound that was reached.
    pub depth: u32,
    /// The open types of the property: their names, and what they stand for.
    pub instances: Vec<(String, String)>,
}

/// One round of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The bound.
    pub depth: u32,
    /// The cases that were tried in it.
    pub cases: u64,
    /// How long it took.
    pub seconds: f64,
}

/// The verdicts; there are no others.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Values that meet the hypotheses and for which the conclusion fails; the smallest first.
    Counterexample(Vec<Counterexample>),
    /// Every case within the bound was examined.
    Holds,
    /// The search ended by itself: a larger bound changes nothing.
    Exhausted,
    /// No counterexample among so many samples.
    Passed(u64),
    /// Something came first.
    Unknown(Reason),
    /// No case meets the hypotheses.
    Vacuous(Vacuity),
}

/// Why nothing is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A limit was reached while the round of this bound ran.
    Stopped(StopReason, u32),
    /// The user wanted it to end while the round of this bound ran.
    Interrupted(u32),
    /// The conclusion was cut off in so many cases.
    CutOff(u64),
    /// Something had no value.
    Undefined(String, Option<Span>),
    /// The program uses what the engine cannot run.
    Unsupported(String, Option<Span>),
    /// A counterexample was found that could not be confirmed independently.
    Unconfirmed(String),
}

/// Why no case meets the hypotheses.
#[derive(Clone, Debug, PartialEq)]
pub enum Vacuity {
    /// None up to the bound does.
    UpToBound,
    /// None at all does: the search ended by itself.
    Never,
    /// A variable's type has no values.
    NoValues(Var),
}

/// Values for which a property fails.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// Where the values and the pattern live.
    pub formula: Formula,
    /// The property's variables with their values.
    pub bindings: Vec<(Var, TermId)>,
    /// What the values are an instance of, if the property fails for each instance: variables are those of `formula`.
    pub pattern: Option<Vec<(Var, TermId)>>,
    /// The bound of the round that found it.
    pub depth: u32,
    /// The number of constructors in the values.
    pub size: u64,
    /// Whether it was known before, and the search did not come to it.
    pub replayed: bool,
}

impl Verdict {
    /// The word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Counterexample(_) => "counterexample",
            Verdict::Holds => "holds",
            Verdict::Exhausted => "exhausted",
            Verdict::Passed(_) => "passed",
            Verdict::Unknown(_) => "unknown",
            Verdict::Vacuous(_) => "vacuous",
        }
    }
}

impl Outcome {
    /// Whether the property is as it should be; nothing if the verdict does not tell.
    pub fn as_expected(&self, expected: Expectation) -> Option<bool> {
        match (&self.verdict, expected) {
            (Verdict::Unknown(_) | Verdict::Vacuous(_), _) => None,
            (Verdict::Counterexample(_), expected) => Some(expected == Expectation::Invalid),
            (_, expected) => Some(expected != Expectation::Invalid),
        }
    }
}
