//! Answers to a query.

use super::counted;
use crate::check::{Answers, Ended};
use crate::engine::StopReason;
use crate::program::{Program, Query, TermPrinter};
use crate::syntax::Notation;

/// The answers to a query, one a line, and how the search ended.
///
/// ```text
/// W = []
/// W = [b]
/// 2 answers; there may be others beyond the bound
/// ```
pub fn run_text(program: &Program, query: &Query, found: &Answers, notation: Notation, interrupted: bool) -> String {
    let mut text = String::new();
    let mut printer = TermPrinter::new(program);
    for answer in &found.answers {
        let named = answer.bindings.iter().filter(|(var, _)| program.is_named(&query.formula, *var));
        let parts: Vec<_> = named
            .map(|(var, term)| {
                let name = query.formula.vars[var.0 as usize].name;
                printer.equation(name, &answer.formula, *term, notation)
            })
            .collect();
        text.push_str(&if parts.is_empty() { "yes".into() } else { parts.join(", ") });
        text.push('\n');
    }
    let count = counted(found.answers.len(), "answer");
    text.push_str(&format!("{count}; {}\n", ended(found, interrupted)));
    text
}

/// How a search for answers ended, in words.
pub(super) fn ended(found: &Answers, interrupted: bool) -> String {
    let how = match found.ended {
        Ended::Complete => "there are no others",
        Ended::CutOff => "there may be others beyond the bound",
        Ended::Enough => "there may be others: as many as were asked for",
        Ended::Stopped(StopReason::Asked) if interrupted => "interrupted",
        Ended::Stopped(StopReason::Asked) => "the time was over",
        Ended::Stopped(StopReason::Steps) => "the steps were used up",
        Ended::Stopped(StopReason::Memory) => "the memory was used up",
    };
    match &found.error {
        Some((what, _)) => format!("{how}; {what} came up"),
        None => how.to_owned(),
    }
}
