//! `blame print`: a program as it was understood, in either notation.

use super::{Color, ExitCode, load, output};
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

pub fn run(arguments: &PrintArguments, color: Color) -> ExitCode {
    arguments.programs.each(color, |loaded| {
        output::complain(&loaded.messages(&arguments.programs.shared.allow, color.on_error()).text);
        if loaded.has_errors() {
            return ExitCode::Input;
        }
        let notation = match arguments.notation {
            Some(NotationName::Pl) => Notation::Prolog,
            Some(NotationName::Apl) => Notation::AlphaProlog,
            None => loaded.notation(),
        };
        if notation == Notation::AlphaProlog && loaded.has_mixed_types() {
            output::complain(
                "error: αProlog has no place for values of different types: declare types, then translate\n",
            );
            return ExitCode::Input;
        }
        let Some(text) = loaded.program.print(notation, &loaded.found) else {
            output::complain("error: a type is too large to be written; declare smaller ones\n");
            return ExitCode::Input;
        };
        output::print(&text);
        ExitCode::Ok
    })
}
