//! `blame why-not`: how far each clause got where a goal has no proof.

use super::goal::GoalArguments;
use super::watch::{self, Watch};
use super::{Color, ExitCode, Format, output};
use crate::check::{Checker, Monitor};
use crate::engine::Settings;
use crate::explain::{How, WhyNotOptions, why_not};
use crate::report::{TreeReport, pretty};
use crate::syntax::Files;

#[derive(Debug, clap::Args)]
#[command(allow_missing_positional = true)]
pub struct WhyNotArguments {
    #[command(flatten)]
    goal: GoalArguments,
    /// The most clause uses of each search
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    depth: u32,
    /// How many goals are asked in turn, one below the other
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=1000))]
    levels: u32,
    /// How the answer is written
    #[arg(long, default_value = "text")]
    format: Format,
}

pub fn run(arguments: &WhyNotArguments, color: Color) -> ExitCode {
    watch::catch_interrupts();
    let asked = match arguments.goal.read(color) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    let checker = Checker::new(&asked.loaded.program, asked.constants);
    let query = asked.query();
    let found = Watch::over(Some(arguments.goal.timeout), |watch| {
        let limits = arguments.goal.limits(watch.stop());
        let settings = Settings::of_bound(arguments.depth as i32);
        let options = WhyNotOptions { settings, limits, depth: arguments.levels };
        why_not(&checker, &query.formula, query.goal, &options)
    });
    let sources = asked.loaded.sources.sources();
    let notation = asked.loaded.notation();
    let report = TreeReport { program: &asked.loaded.program, sources, notation, places: true };
    match arguments.format {
        Format::Json => output::print(&pretty(&report.why_not_json(&found))),
        Format::Text => output::print(&report.why_not(&found)),
    }
    match found.how {
        How::Holds => {
            if arguments.format == Format::Text {
                output::complain(&format!("note: {} shows a proof\n", arguments.goal.again("why")));
            }
            ExitCode::Nothing
        }
        How::Unsupported => ExitCode::Input,
        How::Stopped(_) if watch::interrupted() => ExitCode::Interrupted,
        How::CutOff | How::Stopped(_) => ExitCode::Unknown,
        How::Finished | How::Undefined => ExitCode::Ok,
    }
}
