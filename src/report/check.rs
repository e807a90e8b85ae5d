//! What came of checks, for people.

use super::{counted, shell};
use crate::check::{
    Bindings, Counterexample, Options, Outcome, Reason, Replayed, Stored, Strategy, Vacuity, Verdict, texts,
};
use crate::engine::StopReason;
use crate::program::{Assignment, Check, Formula, Goal, Program, TermPrinter};
use crate::source::{SourceMap, Span};
use crate::syntax::{Expectation, Notation};
use crate::term::{TermId, Var};
use std::cell::RefCell;

/// Writes outcomes.
///
/// ```text
/// same_length: counterexample (properties/sort.pl:95)
///     Xs = [z,z]
///     Ys = [z]
///     and so for every instance of
///         Xs = [z,_]
///     found in round 6 of 10, 3 cases, 0.00 s
///     again: blame check programs/sort_bug.pl --property same_length --replay 'Xs = [z,z], Ys = [z]'
///
/// insertion: holds up to 10 (properties/sort.pl:101), 64 cases, 0.01 s
///
/// 2 properties: 1 counterexample, 1 holds
/// ```
pub struct CheckText<'p> {
    /// The program.
    pub program: &'p Program,
    /// Where its text came from.
    pub sources: &'p SourceMap,
    /// How properties are checked.
    pub options: &'p Options,
    /// The words of a command line that name this program and what its open types stand for.
    pub command: Vec<String>,
    /// Whether colours are wanted.
    pub colours: bool,
    printer: RefCell<TermPrinter<'p>>,
}

impl<'p> CheckText<'p> {
    /// For the properties of a program; `command` names it on a command line.
    pub fn new(
        program: &'p Program,
        sources: &'p SourceMap,
        options: &'p Options,
        command: Vec<String>,
        colours: bool,
    ) -> CheckText<'p> {
        let printer = RefCell::new(TermPrinter::new(program));
        CheckText { program, sources, options, command, colours, printer }
    }

    /// The values of the variables that have names, as text.
    pub fn texts(&self, check: &Check, formula: &Formula, bindings: &[(Var, TermId)]) -> Bindings {
        texts((self.program, &mut self.printer.borrow_mut()), check, formula, bindings)
    }

    /// What is kept of a counterexample; the hash is that of the program's text.
    pub fn stored(&self, check: &Check, found: &Counterexample, hash: &str) -> Stored {
        let program = (self.program, &mut *self.printer.borrow_mut());
        Stored::new(program, self.sources, check, found, (self.options, hash))
    }
}

impl CheckText<'_> {
    /// One outcome: a line if there is little to say, else several.
    pub fn outcome(&self, outcome: &Outcome) -> String {
        let check = &self.program.checks[outcome.check.0 as usize];
        let name = self.program.symbols.text(check.name);
        let verdict = self.paint(&verdict(outcome), outcome, check.expected);
        let title = format!("{name}: {verdict} ({})", self.place(check.name_span));
        let remarks = self.remarks(outcome, check);
        if let (Verdict::Holds | Verdict::Passed(_), [only]) = (&outcome.verdict, remarks.as_slice()) {
            return format!("{title}, {only}\n");
        }
        let mut text = format!("{title}\n");
        if let Verdict::Counterexample(found) = &outcome.verdict {
            for (number, one) in found.iter().enumerate() {
                text.push_str(if number > 0 { "\n" } else { "" });
                self.counterexample(check, one, found.len() > 1, &mut text);
            }
        }
        for line in remarks {
            text.push_str(&format!("    {line}\n"));
        }
        if let Verdict::Counterexample(found) = &outcome.verdict
            && let [single] = found.as_slice()
        {
            text.push_str(&format!("    again: {}\n", self.again(check, single)));
        }
        text
    }

    /// The last line: how many properties have which verdict.
    pub fn summary(&self, outcomes: &[Outcome], not_begun: usize) -> String {
        let mut parts = vec![];
        for (name, one, many) in [
            ("counterexample", "counterexample", "counterexamples"),
            ("holds", "holds", "hold"),
            ("exhausted", "exhausted", "exhausted"),
            ("passed", "passed", "passed"),
            ("unknown", "unknown", "unknown"),
            ("vacuous", "vacuous", "vacuous"),
        ] {
            let count = outcomes.iter().filter(|outcome| outcome.verdict.name() == name).count();
            if count > 0 {
                parts.push(format!("{count} {}", if count == 1 { one } else { many }));
            }
        }
        let expected = |outcome: &&Outcome| {
            let expected = self.program.checks[outcome.check.0 as usize].expected;
            expected != Expectation::Holds && outcome.as_expected(expected) == Some(false)
        };
        let unexpected = outcomes.iter().filter(expected).count();
        if unexpected > 0 {
            parts.push(format!("{unexpected} not as expected"));
        }
        if not_begun > 0 {
            parts.push(format!("{not_begun} not begun"));
        }
        let properties = match outcomes.len() + not_begun {
            1 => "1 property".to_owned(),
            count => format!("{count} properties"),
        };
        format!("{properties}: {}\n", parts.join(", "))
    }

    /// What came of values that were given.
    pub fn replayed(&self, check: &Check, values: &Assignment, replayed: &Replayed) -> String {
        let name = self.program.symbols.text(check.name);
        let notation = self.program.notation_of(check.formula.file);
        let what = match replayed {
            Replayed::Refuted(_) => "counterexample",
            Replayed::Holds | Replayed::Fails(_) => "no counterexample",
            Replayed::CutOff(_) | Replayed::Unknown(_) => "unknown",
        };
        let mut text = format!("{name}: {what} ({})\n", self.place(check.name_span));
        for line in self.equations(check, values.bindings.iter(), &values.formula, notation) {
            text.push_str(&format!("    {line}\n"));
        }
        text.push_str(&format!("    {}\n", self.replay_reason(check, replayed)));
        text
    }

    /// What holds for values that were given, in one sentence.
    pub fn replay_reason(&self, check: &Check, replayed: &Replayed) -> String {
        let notation = self.program.notation_of(check.formula.file);
        match replayed {
            Replayed::Refuted(_) if *check.formula.goal(check.hypotheses) == Goal::True => {
                "the conclusion does not hold".into()
            }
            Replayed::Refuted(_) => "the hypotheses hold, and the conclusion does not".into(),
            Replayed::Holds => "the conclusion holds".into(),
            Replayed::Fails(Some(goal)) => {
                let goal = self.program.print_goal(&check.formula, *goal, notation);
                format!("the hypothesis {goal} does not hold")
            }
            Replayed::Fails(None) => "a value does not meet the invariant of its type".into(),
            Replayed::CutOff(depth) => {
                format!("the hypotheses have no proof up to {depth}: a larger --depth may decide")
            }
            Replayed::Unknown(reason) => self.reason(reason),
        }
    }

    fn paint(&self, verdict: &str, outcome: &Outcome, expected: Expectation) -> String {
        if !self.colours {
            return verdict.to_owned();
        }
        let colour = match outcome.as_expected(expected) {
            Some(true) => "32",
            Some(false) => "31",
            None => "33",
        };
        format!("\u{1b}[1;{colour}m{verdict}\u{1b}[0m")
    }

    /// `X = t` for each variable that has a name.
    fn equations<'b>(
        &self,
        check: &Check,
        bindings: impl Iterator<Item = &'b (Var, TermId)>,
        formula: &Formula,
        notation: Notation,
    ) -> Vec<String> {
        let named = bindings.filter(|(var, _)| self.program.is_named(&check.formula, *var));
        named
            .map(|(var, term)| {
                let name = check.formula.vars[var.0 as usize].name;
                self.printer.borrow_mut().equation(name, formula, *term, notation)
            })
            .collect()
    }

    fn counterexample(&self, check: &Check, found: &Counterexample, several: bool, text: &mut String) {
        let notation = self.program.notation_of(check.formula.file);
        let ground = self.equations(check, found.bindings.iter(), &found.formula, notation);
        for line in &ground {
            text.push_str(&format!("    {line}\n"));
        }
        if let Some(pattern) = &found.pattern {
            let general = self.equations(check, pattern.iter(), &found.formula, notation);
            let wider: Vec<_> = general.iter().zip(&ground).filter(|(general, ground)| general != ground).collect();
            text.push_str(if wider.is_empty() { "" } else { "    and so for every instance of\n" });
            wider.iter().for_each(|(general, _)| text.push_str(&format!("        {general}\n")));
        }
        if found.replayed {
            text.push_str("    replayed: an earlier check found it, this one did not come to it\n");
        }
        if several {
            text.push_str(&format!("    again: {}\n", self.again(check, found)));
        }
    }

    /// The command that tests these values again.
    pub fn again(&self, check: &Check, found: &Counterexample) -> String {
        let notation = self.program.notation_of(check.formula.file);
        let name = self.program.symbols.text(check.name);
        let mut words: Vec<String> = ["blame", "check"].map(str::to_owned).to_vec();
        words.extend_from_slice(&self.command);
        words.extend(["--property".to_owned(), name.to_owned()]);
        // What a replay takes by itself.
        let enough = u64::from(check.bound.unwrap_or(0)).max(found.size.saturating_mul(3) + 10);
        if u64::from(found.depth) > enough {
            words.extend(["--depth".to_owned(), found.depth.to_string()]);
        }
        let values = self.equations(check, found.bindings.iter(), &found.formula, notation).join(", ");
        words.extend(["--replay".to_owned(), values]);
        shell::command(words)
    }

    fn remarks(&self, outcome: &Outcome, check: &Check) -> Vec<String> {
        let mut lines: Vec<String> = vec![];
        for (name, instance) in &outcome.instances {
            lines.push(format!("the open type {name} stands for {instance}"));
        }
        match &outcome.verdict {
            Verdict::Unknown(reason) => lines.push(self.reason(reason)),
            Verdict::Vacuous(why) => lines.push(self.vacuity(why, outcome, check)),
            Verdict::Exhausted => lines.push("the search ended by itself: a larger bound changes nothing".into()),
            _ => {}
        }
        let unexpected = match (&outcome.verdict, check.expected) {
            (Verdict::Counterexample(_), Expectation::Invalid) => None,
            (Verdict::Holds | Verdict::Exhausted | Verdict::Passed(_), Expectation::Invalid) => {
                Some("a counterexample was expected")
            }
            (Verdict::Counterexample(_), Expectation::Valid) => Some("it was expected to hold"),
            _ => None,
        };
        lines.extend(unexpected.map(str::to_owned));
        lines.push(self.effort(outcome, check));
        lines
    }

    /// How much was done: `found in round 3 of 10, 14 cases, 0.00 s`
    fn effort(&self, outcome: &Outcome, check: &Check) -> String {
        let random = self.options.strategy == Strategy::Random;
        let mut parts = vec![];
        let first = match &outcome.verdict {
            Verdict::Counterexample(found) => found.first().filter(|found| !found.replayed),
            _ => None,
        };
        match first {
            _ if random => parts.push(format!("seed {}", self.options.sampling.seed)),
            Some(found) => parts.push(match self.options.depth.or(check.bound) {
                Some(bound) => format!("found in round {} of {bound}", found.depth),
                None => format!("found in round {}", found.depth),
            }),
            // The verdict has said it.
            None if matches!(outcome.verdict, Verdict::Holds) => {}
            None => parts.push(counted(outcome.rounds.len(), "round")),
        }
        parts.push(counted(outcome.cases as usize, "case"));
        parts.push(format!("{:.2} s", outcome.seconds));
        parts.join(", ")
    }

    fn reason(&self, reason: &Reason) -> String {
        let at = |place: &Option<Span>| place.map(|place| format!(" at {}", self.place(place))).unwrap_or_default();
        match reason {
            Reason::Stopped(StopReason::Asked, depth) => format!("the time was over in round {depth}"),
            Reason::Stopped(StopReason::Steps, depth) => format!("the steps were used up in round {depth}"),
            Reason::Stopped(StopReason::Memory, depth) => format!("the memory was used up in round {depth}"),
            Reason::Interrupted(depth) => format!("interrupted in round {depth}"),
            Reason::CutOff(cases) => {
                let cases = counted(*cases as usize, "case");
                format!("the conclusion was cut off in {cases}: a larger bound may decide")
            }
            Reason::Undefined(what, place) => format!("{what} came up{}", at(place)),
            Reason::Unsupported(what, place) => format!("{what} cannot be run yet{}", at(place)),
            Reason::Unconfirmed(what) => format!("a counterexample was found, but not confirmed: {what}"),
        }
    }

    fn vacuity(&self, why: &Vacuity, outcome: &Outcome, check: &Check) -> String {
        match why {
            Vacuity::UpToBound => format!("no case meets the hypotheses up to {}", outcome.depth),
            Vacuity::Never => "no case meets the hypotheses, whatever the bound".into(),
            Vacuity::NoValues(var) => {
                let variable = &check.formula.vars[var.0 as usize];
                let name = self.program.symbols.text(variable.name);
                format!("the type of {name}, {}, has no values", self.program.show_type(variable.ty))
            }
        }
    }

    fn place(&self, span: Span) -> String {
        let file = self.sources.file(span.file);
        format!("{}:{}", file.path, file.position(span.range.start).line)
    }
}

/// The verdict, in its own words.
fn verdict(outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Counterexample(_) => "counterexample".into(),
        Verdict::Holds => format!("holds up to {}", outcome.depth),
        Verdict::Exhausted => "exhausted".into(),
        Verdict::Passed(samples) => format!("passed {}", counted(*samples as usize, "sample")),
        Verdict::Unknown(_) => "unknown".into(),
        Verdict::Vacuous(_) => "vacuous".into(),
    }
}
