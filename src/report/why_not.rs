//! Why a goal has no proof, in words and for programs.

use super::TreeReport;
use super::tree::rules;
use crate::engine::StopReason;
use crate::explain::{Attempt, Failing, How, Missing, Obstacle, WhyNot};
use crate::program::{Goal, GoalPrinter};
use crate::source::deep;
use serde::Serialize;

/// How much of a goal is written in a line, and in JSON.
const SHORT: usize = 200;
const LONG: usize = 2000;

/// The heads that do not match and are said one by one; of more, only the number is said.
const MOST_HEADS: usize = 12;

/// A goal without a proof, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct WhyNotJson {
    goal: String,
    result: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attempts: Vec<AttemptJson>,
    /// The first part of a conjunction without a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Box<FailingJson>>,
}

/// A goal that was asked about, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct AskedJson {
    #[serde(flatten)]
    why: WhyNotJson,
    /// What would let it through.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<AssumptionsJson>,
}

#[derive(Clone, Debug, Serialize)]
struct AssumptionsJson {
    atoms: Vec<String>,
    clauses: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct AttemptJson {
    clause: String,
    file: String,
    line: u32,
    obstacle: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    argument: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(flatten)]
    failing: Option<FailingJson>,
}

#[derive(Clone, Debug, Serialize)]
struct FailingJson {
    solved: Vec<String>,
    others: bool,
    finished: bool,
    failing: WhyNotJson,
}

impl TreeReport<'_> {
    /// A goal without a proof, in words.
    ///
    /// ```text
    /// ss([b,a]) fails:
    ///   fact s1: argument 1 is [b,a], not []
    ///   rule s2: ss([a]) fails:
    ///     rule s3: bb([]) matches no clause
    ///   rule s3: argument 1 is [b,a], not [a|W]
    /// ```
    pub fn why_not(&self, why: &WhyNot) -> String {
        let mut text = String::new();
        self.goal_lines(why, 0, "", "", &mut text);
        text
    }

    fn goal_lines(&self, why: &WhyNot, depth: usize, before: &str, remark: &str, text: &mut String) {
        deep(|| self.goal_lines_step(why, depth, before, remark, text));
    }

    fn goal_lines_step(&self, why: &WhyNot, depth: usize, before: &str, remark: &str, text: &mut String) {
        let mut printer = GoalPrinter::new(self.program, &why.formula, self.notation, SHORT);
        let goal = printer.goal(why.goal);
        let indent = "  ".repeat(depth);
        let nothing = depth > 0 && why.matches_nothing();
        let what = match why.how {
            How::Finished if nothing && why.attempts.is_empty() => "fails: its predicate has no clauses".to_owned(),
            How::Finished if nothing => "matches no clause".to_owned(),
            _ => how(why.how).to_owned(),
        };
        let since = match why.formula.goal(why.goal) {
            Goal::Not(inner) if why.how == How::Finished => format!(", since {} holds", printer.goal(*inner)),
            _ => String::new(),
        };
        let opens = !nothing && (!why.attempts.is_empty() || why.part.is_some());
        let colon = if opens { ":" } else { "" };
        text.push_str(&format!("{indent}{before}{goal} {what}{since}{colon}{remark}\n"));
        if !opens {
            return;
        }
        if let Some(part) = &why.part {
            self.failing_lines(part, depth + 1, "", "", text);
        }
        let mut heads = 0;
        for attempt in &why.attempts {
            if matches!(attempt.obstacle, Obstacle::Head { .. }) {
                heads += 1;
                if heads > MOST_HEADS {
                    continue;
                }
            }
            self.attempt_lines(attempt, depth + 1, text);
        }
        if heads > MOST_HEADS {
            let more = heads - MOST_HEADS;
            text.push_str(&format!("{indent}  {more} more, whose heads do not match\n"));
        }
    }

    fn attempt_lines(&self, attempt: &Attempt, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth);
        let name = format!("{} {}", if attempt.fact { "fact" } else { "rule" }, attempt.name);
        let remark = if self.places { format!("  % {}", self.place(attempt.span)) } else { String::new() };
        match &attempt.obstacle {
            Obstacle::Head { formula, argument, pattern, value } => {
                let mut printer = GoalPrinter::new(self.program, formula, self.notation, SHORT);
                let (pattern, value) = (printer.term(*pattern), printer.term(*value));
                text.push_str(&format!("{indent}{name}: argument {argument} is {value}, not {pattern}{remark}\n"));
            }
            Obstacle::Cut => {
                text.push_str(&format!("{indent}{name}: a cut before it left it out{remark}\n"));
            }
            Obstacle::Goal(failing) => self.failing_lines(failing, depth, &format!("{name}: "), &remark, text),
        }
    }

    fn failing_lines(&self, failing: &Failing, depth: usize, name: &str, remark: &str, text: &mut String) {
        let mut before = name.to_owned();
        if !failing.before.is_empty() {
            let mut printer = GoalPrinter::new(self.program, &failing.why.formula, self.notation, SHORT);
            let goals: Vec<_> = failing.before.iter().map(|goal| printer.part(*goal)).collect();
            let goals = goals.join(", ");
            before.push_str(&match (failing.others, failing.how) {
                (false, _) => format!("after {goals}, "),
                (true, How::Finished) => format!("after {goals}, as after every other solution, "),
                (true, _) => format!("after {goals}, other solutions not all tried, "),
            });
        }
        self.goal_lines(&failing.why, depth, &before, remark, text);
    }

    /// What would have to hold for a goal to have a proof, a line for each way.
    ///
    /// ```text
    /// if bb([]) held, ss([b,a]) would hold, by s2, s3
    /// ```
    pub fn would_hold(&self, why: &WhyNot, missing: &[Missing]) -> String {
        let goal = GoalPrinter::new(self.program, &why.formula, self.notation, SHORT).goal(why.goal);
        let what = format!("{goal} would hold");
        missing.iter().filter_map(|one| Some(format!("{}\n", self.condition(&one.tree, &what)?))).collect()
    }

    /// A goal without a proof, and what would have to hold for one, for programs.
    pub fn asked_json(&self, why: &WhyNot, missing: &[Missing]) -> AskedJson {
        let assumptions = missing.iter().map(|one| AssumptionsJson {
            atoms: self.assumed_texts(&one.tree),
            clauses: rules(&one.tree).into_iter().map(str::to_owned).collect(),
        });
        AskedJson { why: self.why_not_json(why), assumptions: assumptions.collect() }
    }

    /// A goal without a proof, for programs.
    pub fn why_not_json(&self, why: &WhyNot) -> WhyNotJson {
        deep(|| {
            let mut printer = GoalPrinter::new(self.program, &why.formula, self.notation, LONG);
            WhyNotJson {
                goal: printer.goal(why.goal),
                result: match why.how {
                    How::Finished => "fails",
                    How::Holds => "holds",
                    How::CutOff => "cut-off",
                    How::Stopped(StopReason::Asked) => "time",
                    How::Stopped(StopReason::Steps) => "steps",
                    How::Stopped(StopReason::Memory) => "memory",
                    How::Undefined => "undefined",
                    How::Unsupported => "unsupported",
                },
                attempts: why.attempts.iter().map(|attempt| self.attempt_json(attempt)).collect(),
                part: why.part.as_ref().map(|part| Box::new(self.failing_json(part))),
            }
        })
    }

    fn attempt_json(&self, attempt: &Attempt) -> AttemptJson {
        let mut json = AttemptJson {
            clause: attempt.name.clone(),
            file: self.sources.file(attempt.span.file).path.clone(),
            line: self.sources.position(attempt.span).line,
            obstacle: "cut",
            argument: None,
            pattern: None,
            value: None,
            failing: None,
        };
        match &attempt.obstacle {
            Obstacle::Head { formula, argument, pattern, value } => {
                let mut printer = GoalPrinter::new(self.program, formula, self.notation, LONG);
                json.obstacle = "head";
                json.argument = Some(*argument);
                json.pattern = Some(printer.term(*pattern));
                json.value = Some(printer.term(*value));
            }
            Obstacle::Goal(failing) => {
                json.obstacle = "goal";
                json.failing = Some(self.failing_json(failing));
            }
            Obstacle::Cut => {}
        }
        json
    }

    fn failing_json(&self, failing: &Failing) -> FailingJson {
        let mut printer = GoalPrinter::new(self.program, &failing.why.formula, self.notation, LONG);
        FailingJson {
            solved: failing.before.iter().map(|goal| printer.goal(*goal)).collect(),
            others: failing.others,
            finished: failing.how == How::Finished,
            failing: self.why_not_json(&failing.why),
        }
    }
}

fn how(how: How) -> &'static str {
    match how {
        How::Finished => "fails",
        How::Holds => "has a proof",
        How::CutOff => "has no proof up to the bound",
        How::Stopped(StopReason::Asked) => "was not decided: the time was over",
        How::Stopped(StopReason::Steps) => "was not decided: the steps were used up",
        How::Stopped(StopReason::Memory) => "was not decided: the memory was used up",
        How::Undefined => "fails: something has no value",
        How::Unsupported => "cannot be run",
    }
}
