//! Calls of αProlog 0.4, with negation as failure (`-check-nf`).
//!
//! αCheck prints the rounds as it goes, then its time, then the values of the variables if there is a counterexample:
//!
//! ```text
//! Checking depth 1 2
//! Total: 0.000081 s:
//! E = tsucc(ttrue)
//! T = tbool
//!
//! ?-
//! Goodbye.
//! ```
//!
//! The time is that of the processor in this check alone. There is no time limit and no exit code of use, so each check
//! runs in a process of its own.

use crate::case::Check;
use crate::outcome::{Outcome, Verdict};
use crate::process::{self, Finished};
use crate::setting::Setting;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Checks one property of the program in these files.
pub fn check(setting: &Setting, aprolog: &Path, program: &[PathBuf], check: &Check) -> Outcome {
    let directive = setting.scratch.join("directive.apl");
    std::fs::write(&directive, check.directive()).expect("the target folder can be written");
    let mut command = Command::new(aprolog);
    command.arg("-check-nf").args(program).arg(&directive).current_dir(&setting.scratch);
    match process::run(&mut command, setting.limit) {
        Ok(finished) => Outcome { peak_kib: finished.peak_kib, ..outcome(&finished, setting) },
        Err(reason) => Outcome::rejected(reason),
    }
}

fn outcome(finished: &Finished, setting: &Setting) -> Outcome {
    let Some((_, searched)) = finished.stdout.split_once("Checking depth") else {
        return Outcome::rejected(complaint(finished));
    };
    let depth = searched.split_whitespace().map_while(|word| word.parse().ok()).last();
    if finished.timed_out {
        return Outcome { depth, ..Outcome::of(Verdict::TimedOut, setting.limit.as_secs_f64()) };
    }
    let Some((seconds, bindings)) = total(searched) else {
        return Outcome::rejected(complaint(finished));
    };
    // A check without variables prints an empty line where the values would be.
    let verdict = if bindings.starts_with("?-") { Verdict::Holds } else { Verdict::Refuted };
    Outcome { depth, ..Outcome::of(verdict, seconds) }
}

/// The time, and what follows it.
fn total(searched: &str) -> Option<(f64, &str)> {
    let (_, rest) = searched.split_once("Total: ")?;
    let (seconds, bindings) = rest.split_once(" s:\n")?;
    Some((seconds.parse().ok()?, bindings))
}

/// The first error that it speaks of.
fn complaint(finished: &Finished) -> String {
    let lines: Vec<&str> = finished.stdout.lines().chain(finished.stderr.lines()).collect();
    let Some(place) = lines.iter().position(|line| line.to_lowercase().contains("error")) else {
        return "no verdict".into();
    };
    // The place is in our copy and says nothing; a type error has its reason in the next line.
    match lines[place].starts_with("***") {
        true => lines.get(place + 1).unwrap_or(&"type error").trim().to_lowercase(),
        false => lines[place].trim().to_owned(),
    }
}
