//! Random and mutated inputs through both readers: whatever stands in a file, there is a program or a message.
//!
//! The test runs a few thousand inputs. `BLAME_FUZZ_INPUTS=10000000 cargo test --release --test fuzz` runs more; input
//! number n is the same whatever the number of inputs and threads.

mod common;

use blame::report::DiagnosticsText;
use blame::syntax::Notation;
use common::{core, files_in, load};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

/// Pieces of text that mean something to a reader.
const TOKENS: &[&str] = &[
    "p",
    "q",
    "a",
    "s",
    "X",
    "Y",
    "_",
    "T1'",
    "Foo",
    "0",
    "1",
    "-1",
    "0'a",
    "0x1F",
    "99999999999999999999",
    "1.5",
    "\"ab\"",
    "\"",
    "'a b'",
    "'",
    "`",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    ". ",
    ".\n",
    "|",
    ":-",
    "-->",
    "?-",
    "?",
    "=>",
    "->",
    ";",
    "!",
    "\\+",
    "not",
    "=",
    "\\=",
    "is",
    "<",
    "=<",
    "<=",
    "=:=",
    "+",
    "-",
    "*",
    "/",
    "\\",
    "@",
    "#",
    "~",
    "~=",
    ":",
    "::",
    "--->",
    "type",
    "name_type",
    "pred",
    "func",
    "cnst",
    "prop",
    "where",
    "exists",
    "forall",
    "new",
    "namespace",
    "infixl",
    "op(700, xfx, ==>)",
    "==>",
    "#check",
    "#validate",
    "#use",
    "#open",
    "#trusted",
    "trusted",
    "assumable",
    "check(c, 3, ",
    "rule(r)",
    "findall(X, ",
    "call(",
    "once(",
    "list(",
    "int",
    "char",
    "bool",
    "[]",
    "%c\n",
    "/*",
    "*/",
    "(*",
    "*)",
    " ",
    "\n",
    "\t",
    "é",
    "α",
    "→",
    "\u{0}",
    "gen_t",
    "true",
    "end_of_file",
    "include(",
    "(a~b)",
    "{X/Y}",
    "discontiguous",
    "p/2",
    "append(X, Y, Z)",
    "X#t",
];

/// Chunks of real programs.
fn chunks() -> Vec<(bool, String)> {
    let mut chunks = vec![];
    for path in files_in("programs").into_iter().chain(files_in("properties")) {
        let alpha = path.extension().is_some_and(|ending| ending == "apl");
        let text = std::fs::read_to_string(&path).unwrap();
        chunks.extend(text.split("\n\n").map(|chunk| (alpha, chunk.to_owned())));
    }
    chunks
}

/// An input and whether it is to be read as αProlog.
fn input(rng: &mut SmallRng, chunks: &[(bool, String)]) -> (bool, String) {
    if rng.random_bool(0.3) {
        let length = rng.random_range(0..60);
        let soup: Vec<_> = (0..length).map(|_| *TOKENS.choose(rng).unwrap()).collect();
        return (rng.random_bool(0.5), soup.join(if rng.random_bool(0.5) { " " } else { "" }));
    }
    let (alpha, _) = chunks.choose(rng).unwrap();
    let mut text = String::new();
    for _ in 0..rng.random_range(1..4) {
        text.push_str(&chunks.choose(rng).unwrap().1);
        text.push('\n');
    }
    for _ in 0..rng.random_range(0..6) {
        mutate(&mut text, rng);
    }
    (*alpha != rng.random_bool(0.1), text)
}

fn place(text: &str, rng: &mut SmallRng) -> usize {
    let at = rng.random_range(0..=text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap()
}

fn mutate(text: &mut String, rng: &mut SmallRng) {
    let (a, b) = (place(text, rng), place(text, rng));
    let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 40));
    let to = (from..=to).rev().find(|at| text.is_char_boundary(*at)).unwrap();
    match rng.random_range(0..6) {
        0 => text.replace_range(from..to, ""),
        1 => text.insert_str(from, TOKENS.choose(rng).unwrap()),
        2 => {
            let copy = text[from..to].to_owned();
            text.insert_str(place(&text.clone(), rng), &copy);
        }
        3 => text.truncate(from),
        4 => text.replace_range(from..to, TOKENS.choose(rng).unwrap()),
        _ => {
            let c = char::from_u32(rng.random_range(0..0x250)).unwrap_or('x');
            text.insert(from, c);
        }
    }
}

/// Reads, reports, and if nothing is wrong prints and reads again.
fn run(alpha: bool, text: &str) {
    let path = if alpha { "x.apl" } else { "x.pl" };
    let (program, diagnostics, memory) = load(&[(path, text)]);
    let writer = DiagnosticsText::new(&memory.sources, false);
    for diagnostic in diagnostics.sorted() {
        let shown = writer.render(diagnostic);
        assert!(shown.contains("-->"), "{shown}");
    }
    if diagnostics.has_errors() {
        return;
    }
    let notation = if alpha { Notation::AlphaProlog } else { Notation::Prolog };
    let printed = program.print(notation, &[]).unwrap();
    let (again, diagnostics, memory) = load(&[(path, &printed)]);
    let writer = DiagnosticsText::new(&memory.sources, false);
    let errors: String = diagnostics.sorted().into_iter().filter(|d| d.is_error()).map(|d| writer.render(d)).collect();
    assert!(errors.is_empty(), "printed text is not read back:\n{printed}\n{errors}");
    assert_eq!(core(&again), core(&program), "read back as another program:\n{printed}");
}

#[test]
fn no_input_makes_a_reader_panic() {
    let inputs: u64 = std::env::var("BLAME_FUZZ_INPUTS").map_or(5_000, |inputs| inputs.parse().unwrap());
    let chunks = chunks();
    let next = AtomicU64::new(0);
    let failures = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= inputs || failures.load(Ordering::Relaxed) > 3 {
                        return;
                    }
                    let (alpha, text) = input(&mut SmallRng::seed_from_u64(n), &chunks);
                    if catch_unwind(AssertUnwindSafe(|| run(alpha, &text))).is_err() {
                        failures.fetch_add(1, Ordering::Relaxed);
                        eprintln!("input {n} ({}):\n{text}\n", if alpha { "apl" } else { "pl" });
                    }
                }
            });
        }
    });
    assert_eq!(failures.into_inner(), 0);
}
