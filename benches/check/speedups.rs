//! What each speed-up of the search buys: the same checks with one of them switched off.

use crate::blame;
use crate::case;
use crate::figures::{short, time};
use crate::outcome::{Outcome, fastest};
use crate::page::Section;
use crate::setting::Setting;
use crate::table::Table;
use serde_json::{Value, json};

/// What `--without` takes.
const SPEEDUPS: [&str; 4] = ["slack", "selection", "indexing", "deepening"];

/// The program, the property, and its bound.
const CHECKS: [(&str, &str, u64); 7] = [
    ("grammar_fixed", "sound", 16),
    ("grammar_fixed", "compl", 12),
    ("sort", "permutation", 12),
    ("heap", "merge_commutes", 10),
    ("arith", "determinism", 6),
    ("stlc", "preservation", 8),
    ("imp", "non-interference", 7),
];

struct Row {
    check: String,
    all: Outcome,
    /// In the order of the speed-ups.
    without: Vec<Outcome>,
}

/// Runs each check with everything on, then with each speed-up off.
pub fn measure(setting: &Setting) -> Section {
    let rows: Vec<Row> = CHECKS.iter().filter_map(|check| row(setting, *check)).collect();
    let header: Vec<String> = SPEEDUPS.iter().map(|speedup| format!("without {speedup}")).collect();
    let header: Vec<&str> = ["check", "all on"].into_iter().chain(header.iter().map(String::as_str)).collect();
    let mut table = Table::new(1, &header);
    for row in &rows {
        let without = row.without.iter().map(|outcome| shown(outcome, &row.all));
        table.row([row.check.clone(), plain(&row.all)].into_iter().chain(without));
    }
    let words = "Times with everything on, and with one speed-up switched off, with how many times longer that takes.";
    let data: Vec<Value> = rows.iter().map(json).collect();
    Section { title: "What each speed-up buys", text: format!("{words}\n\n{table}"), data: json!(data), plots: vec![] }
}

fn row(setting: &Setting, (program, property, depth): (&str, &str, u64)) -> Option<Row> {
    eprintln!("{program}: {property}");
    let case = case::program_named(setting, program)?;
    let request = blame::Request::new(&case.files, property).at(depth);
    let without = |speedup: &&str| {
        let request = request.clone().with(&["--without", speedup]);
        fastest(|| blame::check(setting, &request))
    };
    Some(Row {
        check: format!("{program}: {property} at {depth}"),
        all: fastest(|| blame::check(setting, &request)),
        without: SPEEDUPS.iter().map(without).collect(),
    })
}

fn plain(outcome: &Outcome) -> String {
    match outcome.verdict.is_decided() {
        true => time(outcome.seconds),
        false => outcome.verdict.words().into(),
    }
}

fn shown(outcome: &Outcome, all: &Outcome) -> String {
    // A speed-up must not change a verdict: one that does shows its verdict, not a time.
    match outcome.verdict.agrees(&all.verdict) {
        true => format!("{} ({}x)", time(outcome.seconds), short(outcome.seconds / all.seconds.max(1e-6))),
        false => outcome.verdict.words().into(),
    }
}

fn json(row: &Row) -> Value {
    let without: serde_json::Map<String, Value> =
        SPEEDUPS.iter().zip(&row.without).map(|(speedup, outcome)| ((*speedup).to_owned(), outcome.json())).collect();
    json!({ "check": row.check, "all_on": row.all.json(), "without": without })
}
