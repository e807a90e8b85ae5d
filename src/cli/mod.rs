//! The command line: arguments, files, output, exit codes.
//!
//! This is the only module that reads files, prints, or looks at the machine. Each command has a file of its own; `load`
//! turns the files that a user names into a program and is shared by all.

mod exit_code;
mod files;
mod lint;
mod load;
mod output;
mod prelude;
mod print;

pub use exit_code::ExitCode;

use clap::{Parser, Subcommand};

/// Property-based testing, blame and mutation for logic programs.
#[derive(Debug, Parser)]
#[command(name = "blame", version, propagate_version = true, after_help = exit_code::HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Says what is wrong with programs, and what is probably not meant
    Lint(lint::LintArguments),
    /// Prints programs, or translates them between Prolog and αProlog
    Print(print::PrintArguments),
    /// Prints the file that lets SWI-Prolog load the same programs
    Prelude,
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
    let run = || match &arguments.command {
        Command::Lint(arguments) => lint::run(arguments),
        Command::Print(arguments) => print::run(arguments),
        Command::Prelude => prelude::run(),
    };
    // The panic has been reported; what is left is to tell the caller.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_or(ExitCode::Internal)
}
