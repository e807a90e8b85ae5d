//! A goal on the command line, and the program that it is asked of.

use super::target::Target;
use super::watch;
use super::{Color, ExitCode, load, output};
use crate::engine::Limits;
use crate::program::{MOST_CONSTANTS, Query};
use crate::source::Span;
use crate::term::Functor;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What all commands take that ask a goal. A command with them must allow that the first positional one is missing.
#[derive(Debug, clap::Args)]
pub struct GoalArguments {
    /// The program: Prolog (.pl) or αProlog (.apl); without, the program of blame.toml, or the one checked last in this
    /// folder
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The goal, as `ss(W)`
    #[arg(value_name = "GOAL", required = true)]
    goal: String,
    /// The longest time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = watch::duration)]
    pub timeout: Duration,
    /// The most memory, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1000)]
    memory: usize,
    #[command(flatten)]
    programs: load::SharedArguments,
}

/// A program that was read together with a goal.
pub struct Asked {
    /// The program, and what it was read from.
    pub loaded: load::Loaded,
    /// The first constant of open types.
    pub constants: Functor,
}

impl GoalArguments {
    /// Reads the program and the goal. What is wrong with them has been said when this fails.
    pub fn read(&self, color: Color) -> Result<Asked, ExitCode> {
        if self.file.is_none() && Path::new(&self.goal).is_file() {
            output::complain(&format!("error: no goal is given; write it behind {}, in quotes\n", self.goal));
            return Err(ExitCode::Input);
        }
        let target = Target::of(self.file.as_slice(), color.on_error())?;
        let mut loaded = load::load(&self.programs, &target, Some(&self.goal)).map_err(|message| {
            output::complain(&message);
            ExitCode::Input
        })?;
        if loaded.has_errors() {
            output::complain(&loaded.messages(&self.programs.allow, color.on_error()).text);
            return Err(ExitCode::Input);
        }
        let program = &mut loaded.program;
        // All of them: even if no check and no query has an open type, a clause that is asked about may.
        let constants = program.signature.add_constants(&mut program.symbols, MOST_CONSTANTS);
        match loaded.program.queries.is_empty() {
            false => Ok(Asked { loaded, constants }),
            true => {
                output::complain("error: this is no query\n");
                Err(ExitCode::Input)
            }
        }
    }

    /// The limits of a search that whoever watches can stop.
    pub fn limits<'s>(&self, stop: &'s AtomicBool) -> Limits<'s> {
        Limits { stop, steps: u64::MAX, memory: self.memory * 1_000_000 }
    }

    /// The words of a command line that ask the same goal.
    pub fn again(&self, command: &str) -> String {
        let file = self.file.iter().map(|file| file.display().to_string());
        let words = ["blame".to_owned(), command.to_owned()].into_iter().chain(file).chain([self.goal.clone()]);
        crate::report::command(words)
    }

    /// The goal as it was written.
    pub fn goal(&self) -> &str {
        &self.goal
    }
}

impl Asked {
    /// The goal: what was read last.
    pub fn query(&self) -> &Query {
        self.loaded.program.queries.last().expect("it was read")
    }

    /// Says that something cannot be run.
    pub fn cannot_be_run(&self, what: &str, place: Option<Span>) -> ExitCode {
        let message = format!("this cannot be run: {what}");
        let hint = "names and abstractions can be read, but not run yet";
        output::complain(&self.loaded.error(&message, place, hint));
        ExitCode::Input
    }
}
