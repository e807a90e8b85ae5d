//! `blame run`: answers to a query.

use super::goal::GoalArguments;
use super::watch::{self, Watch};
use super::{Color, ExitCode, output};
use crate::check::{Checker, Monitor, answers};
use crate::engine::{Settings, UNBOUNDED};
use crate::report;

#[derive(Debug, clap::Args)]
#[command(allow_missing_positional = true)]
pub struct RunArguments {
    #[command(flatten)]
    goal: GoalArguments,
    /// The most clause uses in the proof of an answer, or none
    #[arg(long, default_value = "100", value_parser = depth)]
    depth: Depth,
    /// The most answers
    #[arg(long, default_value_t = 10)]
    max: usize,
    /// How answers are written
    #[arg(long, default_value = "text")]
    format: super::Format,
}

/// A bound, or none.
#[derive(Clone, Copy, Debug)]
struct Depth(i32);

fn depth(text: &str) -> Result<Depth, String> {
    match text {
        "none" => Ok(Depth(UNBOUNDED)),
        _ => {
            let depth: u32 = text.parse().map_err(|_| "write a number, or none".to_owned())?;
            Ok(Depth(i32::try_from(depth).unwrap_or(UNBOUNDED).min(UNBOUNDED)))
        }
    }
}

pub fn run(arguments: &RunArguments, color: Color) -> ExitCode {
    watch::catch_interrupts();
    let asked = match arguments.goal.read(color) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    let (program, query) = (&asked.loaded.program, asked.query());
    let Depth(bound) = arguments.depth;
    let checker = Checker::new(program, asked.constants);
    let (found, seconds) = Watch::over(Some(arguments.goal.timeout), |watch| {
        let limits = arguments.goal.limits(watch.stop());
        (answers(&checker, query, Settings::of_bound(bound), arguments.max, limits), watch.seconds())
    });
    let found = match found {
        Ok(found) => found,
        Err((what, place)) => return asked.cannot_be_run(&what, place),
    };
    let notation = asked.loaded.notation();
    match arguments.format {
        super::Format::Json => {
            let how = (seconds, watch::interrupted());
            output::print(&report::run_json(program, query, &found, notation, how));
        }
        super::Format::Text => {
            output::print(&report::run_text(program, query, &found, notation, watch::interrupted()));
        }
    }
    if watch::interrupted() {
        return ExitCode::Interrupted;
    }
    if found.answers.is_empty() { ExitCode::Nothing } else { ExitCode::Ok }
}
