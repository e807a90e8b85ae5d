//! `blame lint`: what is wrong, without running anything.

use super::{Color, ExitCode, load, output};
use crate::report::counted;

#[derive(Debug, clap::Args)]
pub struct LintArguments {
    #[command(flatten)]
    programs: load::ProgramArguments,
}

pub fn run(arguments: &LintArguments, color: Color) -> ExitCode {
    arguments.programs.each(color, |loaded| {
        let messages = loaded.messages(&arguments.programs.shared.allow, color.on_output());
        let (errors, warnings) = (counted(messages.errors, "error"), counted(messages.warnings, "warning"));
        output::print(&format!("{}{}: {errors}, {warnings}\n", messages.text, loaded.title()));
        if loaded.has_errors() { ExitCode::Input } else { ExitCode::Ok }
    })
}
