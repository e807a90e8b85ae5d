//! Every check of our programs and of αProlog's examples, by `blame` and by αCheck, at the same bound.
//!
//! A check counts in the mean if it takes αCheck more than ten milliseconds: below that, the clock and the start of a
//! round decide. A check that αCheck does not finish counts with the time limit, so its ratio is a lower bound; one that
//! neither finishes says nothing and is left out.

use crate::case::{self, Case, Check};
use crate::chart::{Chart, Mark, Scale, Series};
use crate::figures::{geometric_mean, ratio, short, time};
use crate::outcome::{Outcome, Verdict, fastest};
use crate::page::Section;
use crate::setting::Setting;
use crate::table::Table;
use crate::{aprolog, blame};
use serde_json::{Value, json};

/// The time below which a check of αCheck's does not count.
const COUNTS: f64 = 0.01;

struct Comparison {
    program: String,
    check: Check,
    alpha: Option<Outcome>,
    ours: Outcome,
}

impl Comparison {
    fn name(&self) -> String {
        format!("{}: {}", self.program, self.check.name)
    }

    /// How many times faster we are, if that can be said.
    fn ratio(&self) -> Option<f64> {
        let alpha = self.alpha.as_ref()?;
        let comparable = match (alpha.verdict.is_decided(), self.ours.verdict.is_decided()) {
            (true, true) => true,
            (true, false) => self.ours.verdict == Verdict::TimedOut,
            (false, true) => alpha.verdict == Verdict::TimedOut,
            (false, false) => false,
        };
        (comparable && alpha.seconds > COUNTS).then(|| ratio(alpha.seconds, self.ours.seconds))
    }

    /// Whether αCheck would have taken longer than the time that was measured.
    fn is_lower_bound(&self) -> bool {
        self.alpha.as_ref().is_some_and(|alpha| alpha.verdict == Verdict::TimedOut)
    }

    fn is_slower(&self) -> bool {
        self.ratio().is_some_and(|ratio| ratio < 1.0)
    }

    /// Whether αCheck has a verdict that is not ours.
    fn differs(&self) -> bool {
        let Some(alpha) = &self.alpha else {
            return false;
        };
        alpha.verdict.is_decided() && !alpha.verdict.agrees(&self.ours.verdict)
    }
}

/// Runs all checks with both tools.
pub fn measure(setting: &Setting) -> Section {
    let cases: Vec<Case> = case::programs(setting).into_iter().chain(case::examples(setting)).collect();
    let mut comparisons = vec![];
    for case in &cases {
        for check in &case.checks {
            eprintln!("{}: {}", case.name, check.name);
            comparisons.push(compare(setting, case, check));
        }
    }
    let text = format!("{}\n{}\n{}", summary(&comparisons), table(&comparisons), notes(&comparisons));
    let data: Vec<Value> = comparisons.iter().map(json).collect();
    let plots = plot(&comparisons).map(|chart| ("ratios.svg", chart.svg())).into_iter().collect();
    Section { title: "Checks beside αCheck", text, data: json!(data), plots }
}

fn compare(setting: &Setting, case: &Case, check: &Check) -> Comparison {
    let request = blame::Request::new(&case.files, &check.name);
    let aprolog = setting.aprolog.as_ref();
    Comparison {
        program: case.name.clone(),
        check: check.clone(),
        alpha: aprolog.map(|aprolog| fastest(|| aprolog::check(setting, aprolog, &case.translated, check))),
        ours: fastest(|| blame::check(setting, &request)),
    }
}

fn summary(comparisons: &[Comparison]) -> String {
    let ratios: Vec<f64> = comparisons.iter().filter_map(Comparison::ratio).collect();
    let count = |wanted: &dyn Fn(&Comparison) -> bool| comparisons.iter().filter(|each| wanted(each)).count();
    let alpha = |verdict: &Verdict| count(&|each| each.alpha.as_ref().is_some_and(|alpha| alpha.verdict == *verdict));
    let ours = |verdict: &Verdict| count(&|each| each.ours.verdict == *verdict);
    let mut verdicts = Table::new(1, &["tool", "refuted", "holds", "vacuous", "unknown", "time limit", "not run"]);
    let kinds = [Verdict::Refuted, Verdict::Holds, Verdict::Vacuous, Verdict::Unknown, Verdict::TimedOut];
    let total = comparisons.len();
    let row = |name: &str, found: [usize; 5]| {
        let rest = total - found.iter().sum::<usize>();
        [name.to_owned()].into_iter().chain(found.map(|n| n.to_string())).chain([rest.to_string()])
    };
    verdicts.row(row("blame", kinds.each_ref().map(ours)));
    verdicts.row(row("αCheck", kinds.each_ref().map(alpha)));
    let Some(mean) = geometric_mean(&ratios) else {
        return format!("{total} checks, and none to compare with αCheck.\n\n{verdicts}");
    };
    let mean = short(mean);
    let bounds = count(&|each| each.ratio().is_some() && each.is_lower_bound());
    let unknown = count(&|each| each.differs() && each.ours.verdict == Verdict::Unknown);
    let slower = count(&Comparison::is_slower);
    let differences = count(&Comparison::differs);
    format!(
        "{total} checks. On the {} that take αCheck more than 10 ms, blame is {mean} times faster in the geometric \
         mean, and slower on {slower}. ({bounds} of them did not end within αCheck's time limit and count with it; \
         {unknown} on which only αCheck has a verdict do not count.) The verdicts differ on {differences}.\n\n{verdicts}",
        ratios.len()
    )
}

fn table(comparisons: &[Comparison]) -> Table {
    let header = ["program", "check", "αCheck says", "blame says", "bound", "αCheck", "blame", "ratio"];
    let mut table = Table::new(4, &header);
    for each in comparisons {
        let alpha = each.alpha.as_ref();
        let shown = |outcome: &Outcome| match outcome.verdict {
            Verdict::Rejected(_) => "-".into(),
            Verdict::TimedOut => format!("> {}", time(outcome.seconds)),
            _ => time(outcome.seconds),
        };
        let sign = if each.is_lower_bound() { "> " } else { "" };
        table.row([
            each.program.clone(),
            each.check.name.clone(),
            alpha.map_or("-", |alpha| alpha.verdict.words()).into(),
            each.ours.verdict.words().into(),
            each.check.bound.to_string(),
            alpha.map_or("-".into(), shown),
            shown(&each.ours),
            each.ratio().map_or("-".into(), |ratio| format!("{sign}{}", short(ratio))),
        ]);
    }
    table
}

/// What has to be explained, check by check.
fn notes(comparisons: &[Comparison]) -> String {
    let mut text = list("blame is slower on:", comparisons, Comparison::is_slower, |each| {
        each.ratio().map_or("-".into(), |ratio| format!("ratio {}", short(ratio)))
    });
    text += &list("The verdicts differ on:", comparisons, Comparison::differs, |each| {
        let alpha = each.alpha.as_ref().map_or("-", |alpha| alpha.verdict.words());
        format!("αCheck says {alpha}, blame {}", each.ours.verdict.words())
    });
    let unfinished = |each: &Comparison| matches!(each.ours.verdict, Verdict::TimedOut | Verdict::Unknown);
    text += &list("Without a verdict of blame's:", comparisons, unfinished, |each| each.ours.verdict.words().into());
    let alpha_rejects = |each: &Comparison| each.alpha.as_ref().is_some_and(|alpha| reason(alpha).is_some());
    text += &list("αCheck does not take:", comparisons, alpha_rejects, |each| {
        each.alpha.as_ref().and_then(reason).unwrap_or_default().into()
    });
    text += &list(
        "blame does not take:",
        comparisons,
        |each| reason(&each.ours).is_some(),
        |each| reason(&each.ours).unwrap_or_default().into(),
    );
    text
}

fn reason(outcome: &Outcome) -> Option<&str> {
    match &outcome.verdict {
        Verdict::Rejected(reason) => Some(reason),
        _ => None,
    }
}

fn list(
    title: &str,
    comparisons: &[Comparison],
    wanted: impl Fn(&Comparison) -> bool,
    words: impl Fn(&Comparison) -> String,
) -> String {
    let lines: Vec<String> = comparisons
        .iter()
        .filter(|each| wanted(each))
        .map(|each| format!("- {}: {}\n", each.name(), words(each)))
        .collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("{title}\n\n{}\n", lines.concat()),
    }
}

/// The ratio of each check that counts, the least first.
#[allow(clippy::cast_precision_loss)]
fn plot(comparisons: &[Comparison]) -> Option<Chart> {
    let mut counted: Vec<(f64, &Comparison)> =
        comparisons.iter().filter_map(|each| Some((each.ratio()?, each))).collect();
    counted.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mean = geometric_mean(&counted.iter().map(|(ratio, _)| *ratio).collect::<Vec<_>>())?;
    let points = |wanted: fn(&Comparison) -> bool| {
        let ranked = counted.iter().enumerate().filter(|(_, (_, each))| wanted(each));
        ranked.map(|(rank, (ratio, _))| (rank as f64 + 1.0, *ratio)).collect()
    };
    let refuted = |each: &Comparison| !each.is_lower_bound() && each.ours.verdict == Verdict::Refuted;
    let others = |each: &Comparison| !each.is_lower_bound() && each.ours.verdict != Verdict::Refuted;
    let series = [
        Series::dots("no counterexample up to the bound", "#2f6db3", Mark::Circle, points(others)),
        Series::dots("counterexample found", "#d1602a", Mark::Diamond, points(refuted)),
        Series::dots(
            "αCheck ran into the time limit: at least",
            "#6b7280",
            Mark::Up,
            points(Comparison::is_lower_bound),
        ),
    ];
    Some(Chart {
        title: "How many times faster than αCheck, check by check",
        x: Scale::linear("checks that take αCheck more than 10 ms, in the order of their ratio"),
        y: Scale::logarithmic("αCheck's time / blame's time"),
        series: series.into_iter().filter(|series| !series.points.is_empty()).collect(),
        rules: vec![(1.0, "equally fast".into()), (mean, format!("geometric mean {}", short(mean)))],
    })
}

fn json(each: &Comparison) -> Value {
    json!({
        "program": each.program,
        "check": each.check.name,
        "bound": each.check.bound,
        "alpha_check": each.alpha.as_ref().map(Outcome::json),
        "blame": each.ours.json(),
        "ratio": each.ratio(),
        "ratio_is_lower_bound": each.is_lower_bound(),
        "slower": each.is_slower(),
        "verdicts_differ": each.differs(),
    })
}
