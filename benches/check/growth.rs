//! How the time grows with the bound: the two checks of the repaired grammar, by `blame` and by αCheck.

use crate::case::{self, Case, Check};
use crate::chart::{Chart, Mark, Scale, Series};
use crate::figures::time;
use crate::outcome::{Outcome, Verdict};
use crate::page::Section;
use crate::setting::Setting;
use crate::table::Table;
use crate::{aprolog, blame};
use serde_json::{Value, json};

/// The first and the last bound.
const DEPTHS: (u64, u64) = (4, 40);

/// A tool that has taken longer is not asked for the next bound.
const ENOUGH: f64 = 20.0;

struct Curve {
    tool: &'static str,
    check: String,
    /// A bound, and how the check ended there.
    points: Vec<(u64, Outcome)>,
}

impl Curve {
    fn name(&self) -> String {
        format!("{} {}", self.tool, self.check)
    }
}

/// Follows each check with each tool until it takes too long.
pub fn measure(setting: &Setting) -> Section {
    let case = case::program_named(setting, "grammar_fixed");
    let curves: Vec<Curve> = case.iter().flat_map(|case| curves(setting, case)).collect();
    let names: Vec<String> = curves.iter().map(Curve::name).collect();
    let header: Vec<&str> = ["bound"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut table = Table::new(0, &header);
    let last = curves.iter().filter_map(|curve| Some(curve.points.last()?.0)).max().unwrap_or(0);
    for depth in DEPTHS.0..=last {
        let cells = curves.iter().map(|curve| {
            let point = curve.points.iter().find(|(bound, _)| *bound == depth);
            point.map_or(String::new(), |(_, outcome)| shown(outcome))
        });
        table.row([depth.to_string()].into_iter().chain(cells));
    }
    let data: Vec<Value> = curves.iter().map(json).collect();
    let words = "The time up to each bound on `grammar_fixed`; a tool stops after the first that takes it over 20 s.";
    let chart = plot(&curves);
    let plots = if chart.series.is_empty() { vec![] } else { vec![("growth.svg", chart.svg())] };
    Section { title: "Growth with the bound", text: format!("{words}\n\n{table}"), data: json!(data), plots }
}

fn curves(setting: &Setting, case: &Case) -> Vec<Curve> {
    let mut curves = vec![];
    for check in &case.checks {
        let ours =
            |check: &Check| blame::check(setting, &blame::Request::new(&case.files, &check.name).at(check.bound));
        curves.push(follow("blame", check, ours));
        if let Some(binary) = &setting.aprolog {
            curves.push(follow("αCheck", check, |check| aprolog::check(setting, binary, &case.translated, check)));
        }
    }
    curves
}

fn follow(tool: &'static str, check: &Check, run: impl Fn(&Check) -> Outcome) -> Curve {
    let mut points = vec![];
    for depth in DEPTHS.0..=DEPTHS.1 {
        eprintln!("{tool} {} at {depth}", check.name);
        let outcome = run(&check.at(depth));
        let ran = !matches!(outcome.verdict, Verdict::TimedOut | Verdict::Rejected(_));
        let go_on = ran && outcome.seconds <= ENOUGH;
        points.push((depth, outcome));
        if !go_on {
            break;
        }
    }
    Curve { tool, check: check.name.clone(), points }
}

fn shown(outcome: &Outcome) -> String {
    match outcome.verdict.is_decided() {
        true => time(outcome.seconds),
        false => outcome.verdict.words().into(),
    }
}

#[allow(clippy::cast_precision_loss)]
fn plot(curves: &[Curve]) -> Chart {
    let points = |curve: &Curve, wanted: fn(&Verdict) -> bool| -> Vec<(f64, f64)> {
        let points = curve.points.iter().filter(|(_, outcome)| wanted(&outcome.verdict));
        points.map(|(depth, outcome)| (*depth as f64, outcome.seconds.max(1e-6))).collect()
    };
    let mut series: Vec<Series> = vec![];
    for curve in curves {
        let colour = if curve.tool == "blame" { "#2f6db3" } else { "#d1602a" };
        let mark = if curve.check == "sound" { Mark::Circle } else { Mark::Diamond };
        series.push(Series::line(&curve.name(), colour, mark, points(curve, Verdict::is_decided)));
    }
    let cut: Vec<(f64, f64)> =
        curves.iter().flat_map(|curve| points(curve, |verdict| *verdict == Verdict::TimedOut)).collect();
    series.push(Series::dots("stopped at the time limit", "#6b7280", Mark::Up, cut));
    Chart {
        title: "Time against bound on the grammar of a's and b's",
        x: Scale::linear("bound (clause uses in a hypothesis)"),
        y: Scale::logarithmic("seconds"),
        series: series.into_iter().filter(|series| !series.points.is_empty()).collect(),
        rules: vec![],
    }
}

fn json(curve: &Curve) -> Value {
    let points: Vec<Value> =
        curve.points.iter().map(|(depth, outcome)| json!({ "bound": depth, "outcome": outcome.json() })).collect();
    json!({ "tool": curve.tool, "check": curve.check, "points": points })
}
