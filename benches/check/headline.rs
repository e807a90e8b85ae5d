//! The figures that the design promises, each beside its promise.

use crate::blame::{self, Request};
use crate::case;
use crate::common;
use crate::figures::{millions_a_second, short, time};
use crate::outcome::Outcome;
use crate::page::Section;
use crate::setting::{ROOT, Setting};
use crate::table::Table;
use ::blame::generate::{Counts, Shapes, Tiers};
use ::blame::program::PredicateKind;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Searches to be spread over two threads, from this bound on: the first that takes one thread over a second counts.
const LONG: [(&str, &str, u64); 4] = [
    ("arith", "determinism", 7),
    ("grammar_fixed", "sound", 22),
    ("heap", "merge_commutes", 10),
    ("stlc", "preservation", 8),
];

/// The size of the values that are only listed.
const LISTED: u32 = 38;

/// How far the bound is raised to make a search last.
const RAISED: u64 = 12;

struct Figure {
    what: String,
    measured: String,
    promised: &'static str,
    data: Value,
}

/// Measures each figure in turn.
pub fn measure(setting: &Setting) -> Section {
    let grammar = [Path::new(ROOT).join("programs/grammar_fixed.pl")];
    let mut figures = vec![clause_uses(setting, &grammar)];
    figures.push(bound(setting, &grammar, 14, "under 1 s"));
    figures.push(bound(setting, &grammar, 20, "within 60 s"));
    figures.push(listed());
    figures.push(tested(setting));
    figures.extend(LONG.iter().filter_map(|long| jobs(setting, *long)));
    figures.push(memory_of_run(setting));
    figures.push(memory_of_check(setting, &grammar));
    let mut table = Table::new(3, &["figure", "measured", "promised"]);
    for figure in &figures {
        table.row([&figure.what, &figure.measured, figure.promised]);
    }
    let data: Vec<Value> = figures.iter().map(|figure| json!({ "figure": figure.what, "data": figure.data })).collect();
    Section { title: "Headline figures", text: table.to_string(), data: json!(data), plots: vec![] }
}

/// Plain bounded search, with the proof recorded and nothing pruned.
fn clause_uses(setting: &Setting, grammar: &[PathBuf]) -> Figure {
    eprintln!("clause uses a second");
    let outcome = blame::check(setting, &Request::new(grammar, "sound").at(20).with(&["--without", "slack"]));
    let measured = outcome.uses.filter(|_| outcome.verdict.is_decided()).map(|uses| {
        let rate = millions_a_second(uses, outcome.seconds);
        format!("{} million ({uses} in {})", short(rate), time(outcome.seconds))
    });
    Figure {
        what: "clause uses a second, `sound` of `grammar_fixed` at 20 without slack".into(),
        measured: measured.unwrap_or_else(|| outcome.verdict.words().into()),
        promised: "30 million",
        data: outcome.json(),
    }
}

fn bound(setting: &Setting, grammar: &[PathBuf], depth: u64, promised: &'static str) -> Figure {
    eprintln!("compl at {depth}");
    let outcome = blame::check(setting, &Request::new(grammar, "compl").at(depth));
    Figure {
        what: format!("`compl` of `grammar_fixed` at {depth}"),
        measured: shown(&outcome),
        promised,
        data: outcome.json(),
    }
}

/// Values that `tiers` lists, without anything done with them.
fn listed() -> Figure {
    eprintln!("values listed");
    let program = common::program(&[("t.pl", ":- type nat ---> z ; s(nat).\n:- pred p(list(nat)).\n")]);
    let declared = program.signature.predicates().find(|(_, predicate)| predicate.kind == PredicateKind::Declared);
    let mut shapes = Shapes::new(&program);
    let shape = shapes.add(&program, declared.expect("p is declared").1.args[0]);
    let mut counts = Counts::new();
    let set = counts.tuples(&shapes, &[shape], LISTED);
    let mut tiers = Tiers::new(counts.sets(), set);
    let started = Instant::now();
    let (mut values, mut cells) = (0u64, 0usize);
    while tiers.next() {
        values += 1;
        cells += tiers.tuple().cells().len();
    }
    let seconds = started.elapsed().as_secs_f64();
    let rate = millions_a_second(values, seconds);
    Figure {
        what: "values a second that `tiers` lists, lists of naturals".into(),
        measured: format!("{} million ({values} of {} cells in {})", short(rate), cells as u64 / values, time(seconds)),
        promised: "20 million",
        data: json!({ "values": values, "seconds": seconds }),
    }
}

/// Values that the strategy `tiers` lists and tests; the bound is raised until that takes a while.
fn tested(setting: &Setting) -> Figure {
    eprintln!("values tested");
    let file = [Path::new(ROOT).join("benches/programs/values.pl")];
    let request = Request::new(&file, "values").with(&["--strategy", "tiers"]);
    let outcome = first_over(0.5, setting, &request, 24);
    let measured = outcome.1.cases.map(|cases| {
        let rate = millions_a_second(cases, outcome.1.seconds);
        format!("{} million ({cases} in {})", short(rate), time(outcome.1.seconds))
    });
    Figure {
        what: "the same, with a property tested on each".into(),
        measured: measured.unwrap_or_else(|| outcome.1.verdict.words().into()),
        promised: "-",
        data: outcome.1.json(),
    }
}

/// One thread against two, on a search that lasts over a second.
fn jobs(setting: &Setting, (program, property, depth): (&str, &str, u64)) -> Option<Figure> {
    eprintln!("{program}: {property} on two threads");
    let request = Request::new(&case::program_named(setting, program)?.files, property);
    let (depth, one) = first_over(1.0, setting, &request, depth);
    let two = blame::check(setting, &request.at(depth).with(&["--jobs", "2"]));
    let decided = one.verdict.is_decided() && two.verdict.is_decided();
    Some(Figure {
        what: format!("`--jobs 2` against `--jobs 1`, `{property}` of `{program}` at {depth}"),
        measured: match decided {
            true if one.seconds > 1.0 => {
                let faster = short(one.seconds / two.seconds.max(1e-6));
                format!("{faster} times faster ({} to {})", time(one.seconds), time(two.seconds))
            }
            true => format!("under a second up to {depth}"),
            false => format!("{}, {}", one.verdict.words(), two.verdict.words()),
        },
        promised: "1.7 times",
        data: json!({ "depth": depth, "one": one.json(), "two": two.json() }),
    })
}

/// The first bound at which a check takes longer than this, and what came of it.
fn first_over(seconds: f64, setting: &Setting, request: &Request, from: u64) -> (u64, Outcome) {
    let mut depth = from;
    loop {
        let outcome = blame::check(setting, &request.clone().at(depth));
        let short = outcome.verdict.is_decided() && outcome.seconds <= seconds;
        if !short || depth == from + RAISED {
            return (depth, outcome);
        }
        depth += 1;
    }
}

/// A failure-driven loop leaves nothing behind, however long it runs.
fn memory_of_run(setting: &Setting) -> Figure {
    eprintln!("memory of a run");
    let file = Path::new(ROOT).join("benches/programs/nrev.pl");
    let peak = |goal: &str| blame::run(setting, &file, goal).ok().and_then(|answered| answered.peak_kib);
    memory("`run` of `nrev`, 20,000 and 200,000 times", peak("bench(20000)"), peak("bench(200000)"))
}

/// Depth-first search keeps one branch.
fn memory_of_check(setting: &Setting, grammar: &[PathBuf]) -> Figure {
    eprintln!("memory of a check");
    let request = Request::new(grammar, "sound").with(&["--without", "slack"]);
    let peak = |depth: u64| blame::check(setting, &request.clone().at(depth)).peak_kib;
    memory("`sound` of `grammar_fixed` without slack, at 16 and 20", peak(16), peak(20))
}

fn memory(what: &str, small: Option<u64>, large: Option<u64>) -> Figure {
    let mib = |kib: Option<u64>| kib.map_or("-".into(), |kib| format!("{} MiB", kib.div_ceil(1024)));
    Figure {
        what: format!("peak memory, {what}"),
        measured: format!("{} and {}", mib(small), mib(large)),
        promised: "flat",
        data: json!({ "small_kib": small, "large_kib": large }),
    }
}

fn shown(outcome: &Outcome) -> String {
    format!("{}, {}", outcome.verdict.words(), time(outcome.seconds))
}
