//! `blame why-not`: how far each clause got where a goal has no proof, and what would let it through.

use super::goal::GoalArguments;
use super::trust::{Stance, TrustArguments};
use super::watch::{self, Watch};
use super::{Color, ExitCode, Format, output};
use crate::blame::{Dependence, Trust};
use crate::check::{Checker, Claim, Monitor};
use crate::engine::{Limits, Settings};
use crate::explain::{Assumable, How, Missing, WhyNotOptions, missing, why_not};
use crate::program::Query;
use crate::report::{TreeReport, pretty};
use crate::syntax::Files;
use crate::term::Terms;

/// How many ways to let the goal through are shown.
const WAYS: usize = 3;

/// The most calls of each search for them.
const STEPS: u64 = 100_000;

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
    #[command(flatten)]
    trust: TrustArguments,
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
    let stance = match arguments.trust.read(&asked.loaded.program) {
        Ok(stance) => stance,
        Err(code) => return code,
    };
    let checker = Checker::new(&asked.loaded.program, asked.constants);
    let query = asked.query();
    let (found, ways) = Watch::over(Some(arguments.goal.timeout), |watch| {
        let limits = arguments.goal.limits(watch.stop());
        let settings = Settings::of_bound(arguments.depth as i32);
        let options = WhyNotOptions { settings, limits, depth: arguments.levels };
        let found = why_not(&checker, &query.formula, query.goal, &options);
        let ways = match found.how {
            How::Finished | How::CutOff => ways(&checker, query, &stance, &options),
            _ => vec![],
        };
        (found, ways)
    });
    let sources = asked.loaded.sources.sources();
    let notation = asked.loaded.notation();
    let report = TreeReport { program: &asked.loaded.program, sources, notation, places: true };
    match arguments.format {
        Format::Json => output::print(&pretty(&report.asked_json(&found, &ways))),
        Format::Text => output::print(&format!("{}{}", report.why_not(&found), report.would_hold(&found, &ways))),
    }
    if watch::interrupted() {
        output::complain("interrupted\n");
        return ExitCode::Interrupted;
    }
    match found.how {
        How::Holds => {
            if arguments.format == Format::Text {
                output::complain(&format!("note: {} shows a proof\n", arguments.goal.again("why")));
            }
            ExitCode::Nothing
        }
        How::Unsupported => ExitCode::Input,
        How::CutOff => {
            if arguments.format == Format::Text {
                output::complain("note: a larger --depth may find a proof\n");
            }
            ExitCode::Unknown
        }
        How::Stopped(_) => ExitCode::Unknown,
        How::Finished | How::Undefined => ExitCode::Ok,
    }
}

/// The least assumptions that would let a goal through. That it would hold if it held needs no saying.
fn ways(checker: &Checker, query: &Query, stance: &Stance, options: &WhyNotOptions) -> Vec<Missing> {
    let program = checker.programs.user;
    let (formula, goal, dependence) = (&query.formula, query.goal, Dependence::new(program));
    let trust = Trust::of_goal(program, &dependence, (formula, goal), &stance.trusted);
    let predicates = trust.abducible(&stance.assumable, &dependence.reached_by(formula, goal));
    let assumable = Assumable { predicates: &predicates, except: &[], trusted: &stance.trusted };
    let claim = Claim { formula, goal, terms: &Terms::default(), values: &[] };
    let limits = Limits { steps: STEPS, ..options.limits };
    let mut ways = missing(checker, &claim, assumable, options.settings.bound, WAYS, limits);
    ways.retain(|way| !way.abduced.trivial && !way.abduced.assumptions.is_empty());
    ways
}
