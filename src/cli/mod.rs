//! The command line: arguments, files, output, exit codes.
//!
//! This is the only module that reads files, prints, or looks at the machine. Each command has a file of its own; `load`
//! turns the files that a user names into a program and is shared by all; `target` says which files are meant if none are
//! named.

mod ask;
mod check;
mod config;
mod exit_code;
mod explain;
mod files;
mod goal;
mod graph;
mod lint;
mod load;
mod output;
mod prelude;
mod print;
mod progress;
mod replay;
mod run;
mod select;
mod store;
mod target;
mod trust;
mod watch;
mod why;
mod why_not;

pub use exit_code::ExitCode;

use clap::{Parser, Subcommand};
use output::Color;

/// Property-based testing, blame and mutation for logic programs.
#[derive(Debug, Parser)]
#[command(name = "blame", version, propagate_version = true, after_help = exit_code::HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// When colours are used: auto, always or never; auto is on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    color: Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Searches for counterexamples to the properties of a program
    Check(check::CheckArguments),
    /// Says why counterexamples are some, and which clause is to blame
    Explain(explain::ExplainArguments),
    /// Answers a query
    Run(run::RunArguments),
    /// Shows the smallest proof of a goal
    Why(why::WhyArguments),
    /// Says why a goal has no proof
    WhyNot(why_not::WhyNotArguments),
    /// Shows which predicate calls which
    Graph(graph::GraphArguments),
    /// Says what is wrong with programs, and what is probably not meant
    Lint(lint::LintArguments),
    /// Prints programs, or translates them between Prolog and αProlog
    Print(print::PrintArguments),
    /// Prints the file that lets SWI-Prolog load the same programs
    Prelude,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Runs the command of the arguments, the program's name first.
pub fn run(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are what was asked for; the rest is a mistake.
            let code = if error.use_stderr() { ExitCode::Input } else { ExitCode::Ok };
            let _ = error.print();
            return code;
        }
    };
    let color = arguments.color;
    let run = || match &arguments.command {
        Command::Check(arguments) => check::run(arguments, color),
        Command::Explain(arguments) => explain::run(arguments, color),
        Command::Run(arguments) => run::run(arguments, color),
        Command::Why(arguments) => why::run(arguments, color),
        Command::WhyNot(arguments) => why_not::run(arguments, color),
        Command::Graph(arguments) => graph::run(arguments, color),
        Command::Lint(arguments) => lint::run(arguments, color),
        Command::Print(arguments) => print::run(arguments, color),
        Command::Prelude => prelude::run(),
    };
    // The panic has been reported; what is left is to tell the caller.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_or(ExitCode::Internal)
}
