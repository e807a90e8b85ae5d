//! `blame why`: the smallest proof of a goal.

use super::goal::{Asked, GoalArguments};
use super::watch::{self, Watch};
use super::{Color, ExitCode, output};
use crate::check::{Checker, Monitor};
use crate::engine::{Proof, Settings, StopReason};
use crate::explain::{Level, Opening, Pruning, Tree, Why, why};
use crate::program::{Formula, Goal, GoalId, PredId};
use crate::report::{TreeReport, counted, pretty};
use crate::syntax::Files;
use serde::Serialize;

#[derive(Debug, clap::Args)]
#[command(allow_missing_positional = true)]
pub struct WhyArguments {
    #[command(flatten)]
    goal: GoalArguments,
    /// The most clause uses in the proof
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    depth: u32,
    /// How much is shown; if it is left out, all but what can be seen, as equations, and a long proof is cut
    #[arg(long)]
    level: Option<ShownLevel>,
    /// How the proof is written
    #[arg(long, default_value = "text")]
    format: PictureFormat,
    /// Draw lines from each goal to what it rests on
    #[arg(long)]
    boxes: bool,
}

/// The levels that a proof has without a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ShownLevel {
    /// Which clause rests on which, without goals
    Rules,
    /// Everything
    Full,
}

/// How something is written that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PictureFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For Graphviz
    Dot,
    /// A picture
    Svg,
}

/// How much is shown for people if nothing else is said.
const DEPTH: u32 = 20;
const MOST: usize = 200;

pub fn run(arguments: &WhyArguments, color: Color) -> ExitCode {
    watch::catch_interrupts();
    let asked = match arguments.goal.read(color) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    let checker = Checker::new(&asked.loaded.program, asked.constants);
    let found = Watch::over(Some(arguments.goal.timeout), |watch| {
        let limits = arguments.goal.limits(watch.stop());
        why(&checker, asked.query(), Settings::of_bound(0), arguments.depth, limits)
    });
    let goal = arguments.goal.goal();
    let (result, message, code) = match found {
        Why::Holds(proof) => {
            show(arguments, &asked, &checker, &proof);
            return ExitCode::Ok;
        }
        Why::Unsupported(what, place) => return asked.cannot_be_run(&what, place),
        Why::Fails => {
            ("fails", format!("{goal} has no proof; {} says why\n", arguments.goal.again("why-not")), ExitCode::Nothing)
        }
        Why::CutOff(bound) => {
            let uses = counted(bound as usize, "clause use");
            let hint = "a larger --depth may find one";
            ("cut-off", format!("{goal} has no proof of up to {uses}; {hint}\n"), ExitCode::Nothing)
        }
        Why::Undefined(what, _) => ("undefined", format!("{goal} has no proof: {what} came up\n"), ExitCode::Nothing),
        Why::Stopped(_, _) if watch::interrupted() => {
            ("interrupted", "interrupted\n".to_owned(), ExitCode::Interrupted)
        }
        Why::Stopped(reason, bound) => {
            let what = match reason {
                StopReason::Asked => "the time was over",
                StopReason::Steps => "the steps were used up",
                StopReason::Memory => "the memory was used up",
            };
            ("stopped", format!("no proof was found: {what} at {bound} clause uses\n"), ExitCode::Unknown)
        }
        Why::Rejected(rejected) => {
            let reason = rejected.reason;
            let text = format!("{goal} has an answer, but its proof was not accepted ({reason}) and is not shown\n");
            ("rejected", text, ExitCode::Unknown)
        }
        Why::Lost => ("lost", format!("{goal} has an answer, but its proof could not be rebuilt\n"), ExitCode::Unknown),
    };
    match arguments.format {
        PictureFormat::Json => {
            let tree = None;
            output::print(&pretty(&WhyJson { goal, result, message: Some(message.trim_end()), uses: None, tree }));
        }
        _ => output::complain(&message),
    }
    code
}

#[derive(Serialize)]
struct WhyJson<'w> {
    goal: &'w str,
    result: &'w str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'w str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uses: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<crate::report::TreeJson>,
}

fn show(arguments: &WhyArguments, asked: &Asked, checker: &Checker, proof: &Proof) {
    let query = asked.query();
    let opened = called(&query.formula, query.goal);
    let opening = Opening { opened: &opened, ..Opening::default() };
    let tree = Tree::of(&checker.programs, &query.formula, query.goal, proof, &opening);
    let sources = asked.loaded.sources.sources();
    let notation = asked.loaded.notation();
    let report = TreeReport { program: &asked.loaded.program, sources, notation, places: true };
    let shown = tree.prune(&match (arguments.level, arguments.format) {
        (Some(ShownLevel::Rules), _) => Pruning::to(Level::Rules),
        (Some(ShownLevel::Full), _) | (None, PictureFormat::Json) => Pruning::to(Level::Full),
        (None, _) => Pruning { depth: Some(DEPTH), most: MOST, ..Pruning::to(Level::Suspects) },
    });
    let text = match arguments.format {
        PictureFormat::Json => {
            let uses = proof.uses();
            let tree = Some(report.json(&shown));
            pretty(&WhyJson { goal: arguments.goal.goal(), result: "holds", message: None, uses: Some(uses), tree })
        }
        PictureFormat::Dot => report.dot(&shown),
        PictureFormat::Svg => report.svg(&shown),
        PictureFormat::Text if arguments.boxes => report.boxes(&shown),
        PictureFormat::Text => report.verbal(&shown),
    };
    output::print(&text);
    if shown.is_cut() && arguments.format != PictureFormat::Json {
        output::complain("note: the proof is cut; --level full shows all of it\n");
    }
}

/// The predicates that a goal calls itself: who asks about them wants to see inside, though they may be trusted.
fn called(formula: &Formula, goal: GoalId) -> Vec<PredId> {
    let (mut found, mut todo) = (vec![], vec![goal]);
    while let Some(goal) = todo.pop() {
        if let Goal::Call(id, _) = formula.goal(goal) {
            found.push(*id);
        }
        todo.extend(formula.subgoals(goal));
    }
    found
}
