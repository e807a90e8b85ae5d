//! What a check, an answer and each speed-up cost, beside the peers that do the same, in one run.
//!
//! `cargo bench --bench check` measures everything; `cargo bench --bench check -- classic growth` only these sections,
//! and `--limit 10` gives each search ten seconds instead of sixty. What comes out is a page of Markdown on stdout and
//! in `target/bench/check.md`, the figures in `check.json`, and the plots `ratios.svg` and `growth.svg` beside them.
//!
//! Peers are found on the path (`swipl`, `gprolog`) or by `BLAME_APROLOG`, the path of an `aprolog` binary, and
//! `BLAME_APROLOG_EXAMPLES`, the folder of αProlog's checker examples. One that is missing is skipped with a word.
//! `BLAME_BIN` measures another `blame` than the one that was just built.
//!
//! Read `comparison.rs` first: it is the section that the others are variations of.

#[path = "../../tests/common/mod.rs"]
mod common;
mod process;
mod outcome;
mod figures;
mod table;
mod chart;
mod page;
mod setting;
mod blame;
mod aprolog;
mod prolog;
mod translation;
mod case;
mod classic;
mod comparison;
mod growth;
mod speedups;
mod headline;

use page::{Page, Section};
use setting::Setting;

/// What measures a section.
type Measure = fn(&Setting) -> Section;

/// The sections by their names on the command line.
const SECTIONS: [(&str, Measure); 5] = [
    ("classic", classic::measure),
    ("checks", comparison::measure),
    ("growth", growth::measure),
    ("speedups", speedups::measure),
    ("headline", headline::measure),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --all-targets` starts benchmarks, too, but without this word.
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("run by `cargo bench --bench check`");
        return;
    }
    let names = SECTIONS.map(|(name, _)| name);
    let (setting, wanted) = match Setting::from_arguments(&arguments, &names) {
        Ok(found) => found,
        Err(message) => {
            eprintln!("error: {message}");
            std::process::exit(1);
        }
    };
    let mut page = Page::new(&setting);
    for (name, measure) in SECTIONS {
        if wanted.is_empty() || wanted.iter().any(|wish| wish == name) {
            page.add(name, measure(&setting));
        }
    }
    eprintln!("written to {}", page.folder().display());
}
