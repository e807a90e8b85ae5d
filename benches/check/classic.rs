//! Classic Prolog programs: how fast the engine is when there is nothing to check.

use crate::figures::{geometric_mean, ratio, short, time};
use crate::page::Section;
use crate::setting::{ROOT, Setting};
use crate::table::Table;
use crate::{blame, prolog};
use serde_json::{Value, json};
use std::path::Path;

/// The program, and how often it is repeated: about half a second of SWI-Prolog.
const PROGRAMS: [(&str, u64); 7] = [
    ("nrev", 60_000),
    ("queens", 80),
    ("zebra", 400),
    ("tak", 6),
    ("deriv", 250_000),
    ("primes", 18),
    ("crypt", 2_500),
];

struct Row {
    program: &'static str,
    goal: String,
    swipl: Result<f64, String>,
    gprolog: Result<f64, String>,
    blame: Result<f64, String>,
}

/// Runs each program in each engine, one after the other.
pub fn measure(setting: &Setting) -> Section {
    let rows: Vec<Row> = PROGRAMS.iter().map(|&(program, times)| row(setting, program, times)).collect();
    let mut table = Table::new(2, &["program", "goal", "swipl -O", "gprolog", "blame", "swipl/blame", "gprolog/blame"]);
    for row in &rows {
        let shown = |seconds: &Result<f64, String>| seconds.as_ref().map_or("-".into(), |seconds| time(*seconds));
        let cells = [shown(&row.swipl), shown(&row.gprolog), shown(&row.blame)];
        let ratios = [&row.swipl, &row.gprolog].map(|peer| against(peer, &row.blame).map_or("-".into(), short));
        table.row([row.program.to_owned(), row.goal.clone()].into_iter().chain(cells).chain(ratios));
    }
    let mean = |peer: fn(&Row) -> &Result<f64, String>| {
        let ratios: Vec<f64> = rows.iter().filter_map(|row| against(peer(row), &row.blame)).collect();
        geometric_mean(&ratios)
    };
    let (swipl, gprolog) = (mean(|row| &row.swipl), mean(|row| &row.gprolog));
    let shown = |mean: Option<f64>| mean.map_or("-".into(), short);
    table.row([
        "geometric mean".to_owned(),
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        shown(swipl),
        shown(gprolog),
    ]);
    let words = "Seconds of the goal alone. A ratio above 1 means that blame is faster.";
    let text = format!("{words}\n\n{table}{}", complaints(&rows));
    let data: Vec<Value> = rows.iter().map(json).collect();
    let data = json!({ "programs": data, "mean_swipl": swipl, "mean_gprolog": gprolog });
    Section { title: "Classic programs", text, data, plots: vec![] }
}

fn row(setting: &Setting, program: &'static str, times: u64) -> Row {
    eprintln!("{program}");
    let file = Path::new(ROOT).join("benches/programs").join(program).with_extension("pl");
    let goal = format!("bench({times})");
    let missing = || Err("not installed".to_owned());
    let swipl = setting.swipl.as_ref();
    let gprolog = setting.gprolog.as_ref();
    Row {
        program,
        swipl: swipl.map_or_else(missing, |swipl| fastest(|| prolog::swipl(setting, swipl, &file, &goal))),
        gprolog: gprolog.map_or_else(missing, |gprolog| fastest(|| prolog::gprolog(setting, gprolog, &file, &goal))),
        blame: fastest(|| blame::run(setting, &file, &goal).map(|answered| answered.seconds)),
        goal,
    }
}

/// The least of three: what else the machine does only adds.
fn fastest(run: impl Fn() -> Result<f64, String>) -> Result<f64, String> {
    let first = run()?;
    Ok((0..2).filter_map(|_| run().ok()).fold(first, f64::min))
}

fn against(theirs: &Result<f64, String>, ours: &Result<f64, String>) -> Option<f64> {
    Some(ratio(*theirs.as_ref().ok()?, *ours.as_ref().ok()?))
}

/// Why there are figures missing, beyond engines that are not installed.
fn complaints(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        for (engine, result) in [("swipl", &row.swipl), ("gprolog", &row.gprolog), ("blame", &row.blame)] {
            match result {
                Err(reason) if reason != "not installed" => {
                    text.push_str(&format!("\n{engine} on {}: {reason}\n", row.program));
                }
                _ => {}
            }
        }
    }
    text
}

fn json(row: &Row) -> Value {
    let seconds = |result: &Result<f64, String>| result.as_ref().ok().copied();
    json!({
        "program": row.program,
        "goal": row.goal,
        "swipl": seconds(&row.swipl),
        "gprolog": seconds(&row.gprolog),
        "blame": seconds(&row.blame),
    })
}
