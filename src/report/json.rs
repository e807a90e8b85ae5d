//! What came of checks and queries, for programs.
//!
//! The fields are a promise, written down in `docs/json.md`: others are added, none is taken away or changes its meaning.

use super::CheckText;
use super::answers::ended;
use crate::check::{Answers, Bindings, Outcome, Reason, Replayed, Vacuity, Verdict};
use crate::engine::StopReason;
use crate::program::{Assignment, Check, Program, Query, TermPrinter};
use crate::syntax::{Expectation, Notation};
use serde::Serialize;

/// What is said of a run of checks.
pub struct ChecksJson<'t, 'p> {
    /// The text report, whose words are used.
    pub text: &'t CheckText<'p>,
    /// The files that were named.
    pub files: &'t [String],
    /// The hash of the program's text.
    pub hash: &'t str,
    /// Whether the user wanted it to end.
    pub interrupted: bool,
}

#[derive(Serialize)]
struct Checks<'p> {
    blame: &'static str,
    files: &'p [String],
    program: &'p str,
    strategy: &'static str,
    seed: u64,
    interrupted: bool,
    properties: Vec<Property>,
}

#[derive(Serialize)]
struct Property {
    name: String,
    file: String,
    line: u32,
    verdict: &'static str,
    expected: &'static str,
    as_expected: Option<bool>,
    depth: u32,
    bound: Option<u32>,
    cases: u64,
    uses: u64,
    seconds: f64,
    rounds: Vec<Round>,
    #[serde(skip_serializing_if = "Bindings::is_empty")]
    open_types: Bindings,
    /// The smallest counterexample.
    #[serde(skip_serializing_if = "Option::is_none")]
    bindings: Option<Bindings>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counterexamples: Vec<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Serialize)]
struct Round {
    depth: u32,
    cases: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Found {
    bindings: Bindings,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<Bindings>,
    depth: u32,
    size: u64,
    replayed: bool,
    command: String,
}

#[derive(Serialize)]
struct Replay {
    name: String,
    file: String,
    line: u32,
    bindings: Bindings,
    result: &'static str,
    message: String,
}

#[derive(Serialize)]
struct Run {
    answers: Vec<Bindings>,
    ended: String,
    uses: u64,
    seconds: f64,
}

impl ChecksJson<'_, '_> {
    /// The outcomes of checks.
    pub fn write(&self, outcomes: &[Outcome]) -> String {
        let options = self.text.options;
        pretty(&Checks {
            blame: env!("CARGO_PKG_VERSION"),
            files: self.files,
            program: self.hash,
            strategy: options.strategy.name(),
            seed: options.sampling.seed,
            interrupted: self.interrupted,
            properties: outcomes.iter().map(|outcome| self.property(outcome)).collect(),
        })
    }

    fn property(&self, outcome: &Outcome) -> Property {
        let program = self.text.program;
        let check = &program.checks[outcome.check.0 as usize];
        let file = self.text.sources.file(check.name_span.file);
        let counterexamples: Vec<Found> = match &outcome.verdict {
            Verdict::Counterexample(found) => found
                .iter()
                .map(|one| Found {
                    bindings: self.text.texts(check, &one.formula, &one.bindings),
                    pattern: one.pattern.as_ref().map(|pattern| self.text.texts(check, &one.formula, pattern)),
                    depth: one.depth,
                    size: one.size,
                    replayed: one.replayed,
                    command: self.text.again(check, one),
                })
                .collect(),
            _ => vec![],
        };
        let (reason, message) = reason(&outcome.verdict);
        Property {
            name: program.symbols.text(check.name).to_owned(),
            file: file.path.clone(),
            line: file.position(check.name_span.range.start).line,
            verdict: outcome.verdict.name(),
            expected: match check.expected {
                Expectation::Holds => "check",
                Expectation::Valid => "valid",
                Expectation::Invalid => "invalid",
            },
            as_expected: outcome.as_expected(check.expected),
            depth: outcome.depth,
            bound: self.text.options.depth.or(check.bound),
            cases: outcome.cases,
            uses: outcome.uses,
            seconds: outcome.seconds,
            rounds: outcome
                .rounds
                .iter()
                .map(|round| Round { depth: round.depth, cases: round.cases, seconds: round.seconds })
                .collect(),
            open_types: outcome.instances.iter().cloned().collect(),
            bindings: counterexamples.first().map(|found| found.bindings.clone()),
            counterexamples,
            samples: match outcome.verdict {
                Verdict::Passed(samples) => Some(samples),
                _ => None,
            },
            reason,
            message,
        }
    }
}

/// What came of values that were given.
pub fn replay_json(text: &CheckText, check: &Check, values: &Assignment, replayed: &Replayed) -> String {
    let file = text.sources.file(check.name_span.file);
    pretty(&Replay {
        name: text.program.symbols.text(check.name).to_owned(),
        file: file.path.clone(),
        line: file.position(check.name_span.range.start).line,
        bindings: text.texts(check, &values.formula, &values.bindings),
        result: match replayed {
            Replayed::Refuted(_) => "counterexample",
            Replayed::Holds => "conclusion holds",
            Replayed::Fails(_) => "hypothesis fails",
            Replayed::CutOff(_) | Replayed::Unknown(_) => "unknown",
        },
        message: text.replay_reason(check, replayed),
    })
}

/// Any data as JSON, indented, with a line end behind it.
pub fn pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("strings and numbers can be written");
    format!("{text}\n")
}

fn reason(verdict: &Verdict) -> (Option<&'static str>, Option<String>) {
    let (reason, message) = match verdict {
        Verdict::Unknown(reason) => match reason {
            Reason::Stopped(StopReason::Asked, depth) => ("time", Some(format!("in round {depth}"))),
            Reason::Stopped(StopReason::Steps, depth) => ("steps", Some(format!("in round {depth}"))),
            Reason::Stopped(StopReason::Memory, depth) => ("memory", Some(format!("in round {depth}"))),
            Reason::Interrupted(depth) => ("interrupted", Some(format!("in round {depth}"))),
            Reason::CutOff(cases) => ("cut-off", Some(format!("in {cases} cases"))),
            Reason::Undefined(what, _) => ("undefined", Some(what.clone())),
            Reason::Unsupported(what, _) => ("unsupported", Some(what.clone())),
            Reason::Unconfirmed(what) => ("unconfirmed", Some(what.clone())),
        },
        Verdict::Vacuous(Vacuity::UpToBound) => ("bound", None),
        Verdict::Vacuous(Vacuity::Never) => ("never", None),
        Verdict::Vacuous(Vacuity::NoValues(_)) => ("no values", None),
        _ => return (None, None),
    };
    (Some(reason), message)
}

/// The answers to a query.
pub fn run_json(
    program: &Program,
    query: &Query,
    found: &Answers,
    notation: Notation,
    (seconds, interrupted): (f64, bool),
) -> String {
    let mut answers = vec![];
    let mut printer = TermPrinter::new(program);
    for answer in &found.answers {
        let named = answer.bindings.iter().filter(|(var, _)| program.is_named(&query.formula, *var));
        let mut entry = |(var, term): &(crate::term::Var, crate::term::TermId)| {
            let name = program.symbols.text(query.formula.vars[var.0 as usize].name).to_owned();
            (name, printer.term(&answer.formula, *term, notation))
        };
        answers.push(named.map(&mut entry).collect());
    }
    pretty(&Run { answers, ended: ended(found, interrupted), uses: found.uses, seconds })
}
