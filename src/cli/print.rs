//! `blame print`: a program as it was understood, in either notation.

use super::{ExitCode, load, output};
use crate::syntax::Notation;
use clap::ValueEnum;

#[derive(Debug, clap::Args)]
pub struct PrintArguments {
    #[command(flatten)]
    programs: load::ProgramArguments,
    /// The notation to print in; that of the file if it is left out
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
    arguments.programs.each(|loaded| {
        if loaded.has_errors() {
            output::complain(&loaded.messages(&arguments.programs.allow, false).text);
            return ExitCode::Input;
        }
        let notation = match arguments.notation {
            Some(NotationName::Pl) => Notation::Prolog,
            Some(NotationName::Apl) => Notation::AlphaProlog,
            None => loaded.notation(),
        };
        output::print(&loaded.program.print(notation, &loaded.found));
        ExitCode::Ok
    })
}
