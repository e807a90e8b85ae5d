//! How one check ended, whoever ran it.

use serde_json::{Value, json};

/// The verdicts of both tools on one scale, so that they compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A counterexample was found.
    Refuted,
    /// Nothing was found up to the bound, or there is nothing.
    Holds,
    /// Nothing met the hypotheses. αCheck does not tell this from the one before.
    Vacuous,
    /// Ended by itself without an answer.
    Unknown,
    /// Stopped at the time limit.
    TimedOut,
    /// Not run: the tool does not take this check, for this reason.
    Rejected(String),
}

impl Verdict {
    /// Whether there is an answer.
    pub fn is_decided(&self) -> bool {
        matches!(self, Self::Refuted | Self::Holds | Self::Vacuous)
    }

    /// Whether two answers say the same of the property.
    pub fn agrees(&self, other: &Self) -> bool {
        self.is_decided() && other.is_decided() && (*self == Self::Refuted) == (*other == Self::Refuted)
    }

    /// The verdict in a word or two.
    pub fn words(&self) -> &str {
        match self {
            Self::Refuted => "refuted",
            Self::Holds => "holds",
            Self::Vacuous => "vacuous",
            Self::Unknown => "unknown",
            Self::TimedOut => "time limit",
            Self::Rejected(_) => "not run",
        }
    }
}

/// A verdict, and what it cost.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// The time of the search, without starting and loading.
    pub seconds: f64,
    /// The bound of the last round, where the tool says so.
    pub depth: Option<u64>,
    /// Clause uses.
    pub uses: Option<u64>,
    /// Values of the variables that were tried.
    pub cases: Option<u64>,
    pub peak_kib: Option<u64>,
}

impl Outcome {
    /// A check that was not run.
    pub fn rejected(reason: impl Into<String>) -> Self {
        Self { seconds: 0.0, ..Self::of(Verdict::Rejected(reason.into()), 0.0) }
    }

    /// An outcome of which nothing else is known.
    pub fn of(verdict: Verdict, seconds: f64) -> Self {
        Self { verdict, seconds, depth: None, uses: None, cases: None, peak_kib: None }
    }

    /// The outcome as raw data.
    pub fn json(&self) -> Value {
        let reason = match &self.verdict {
            Verdict::Rejected(reason) => Some(reason),
            _ => None,
        };
        json!({
            "verdict": self.verdict.words(),
            "reason": reason,
            "seconds": self.seconds,
            "depth": self.depth,
            "uses": self.uses,
            "cases": self.cases,
            "peak_kib": self.peak_kib,
        })
    }
}

/// Runs a check; a short one three times, of which the fastest counts: what else the machine does only adds.
pub fn fastest(run: impl Fn() -> Outcome) -> Outcome {
    let first = run();
    if !first.verdict.is_decided() || first.seconds > 0.1 {
        return first;
    }
    let again = (0..2).map(|_| run()).filter(|outcome| outcome.verdict == first.verdict);
    again.fold(first.clone(), |least, next| if next.seconds < least.seconds { next } else { least })
}
