//! `blame graph`: which predicate calls which.

use super::{Color, ExitCode, load, output};
use crate::report::GraphReport;

#[derive(Debug, clap::Args)]
pub struct GraphArguments {
    #[command(flatten)]
    programs: load::ProgramArguments,
    /// How the graph is written
    #[arg(long, default_value = "text")]
    format: GraphFormat,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum GraphFormat {
    /// For people
    Text,
    /// For Graphviz
    Dot,
    /// A picture
    Svg,
}

pub fn run(arguments: &GraphArguments, color: Color) -> ExitCode {
    arguments.programs.each(color, |loaded| {
        if loaded.has_errors() {
            output::complain(&loaded.messages(&arguments.programs.shared.allow, color.on_error()).text);
            return ExitCode::Input;
        }
        let report = GraphReport::new(&loaded.program, &[]);
        output::print(&match arguments.format {
            GraphFormat::Text => report.text(),
            GraphFormat::Dot => report.dot(),
            GraphFormat::Svg => report.svg(),
        });
        ExitCode::Ok
    })
}
