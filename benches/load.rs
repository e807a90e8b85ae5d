//! How long reading and type-checking takes, beside SWI-Prolog's loading of the same file in the same run.
//!
//! `cargo bench --bench load` prints clauses a second for growing programs, and the ratio of SWI-Prolog's time to ours.
//! SWI-Prolog loads with the prelude's operators only: its time is that of reading and compiling the clauses.

use blame::program::Program;
use blame::source::{FileId, SourceMap};
use blame::syntax::{Files, Reading, read};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The number of clauses of one copy of the program that is repeated.
const CLAUSES: usize = 20;

/// A program of at least so many clauses: an evaluator and list predicates, again and again under new names.
fn generate(clauses: usize) -> String {
    let mut text = String::from(
        ":- type nat ---> z ; s(nat).\n\
         :- type exp ---> num(nat) ; var(nat) ; add(exp, exp) ; if(exp, exp, exp) ; let(exp, exp) ; pair(exp, exp).\n\
         :- type val ---> v(nat) ; vpair(val, val).\n",
    );
    for n in 0..clauses.div_ceil(CLAUSES) {
        write!(
            text,
            "\n:- pred eval_{n}(list(val), exp, val).\n:- pred plus_{n}(nat, nat, nat).\n\
             :- pred lookup_{n}(list(A), nat, A).\n:- pred append_{n}(list(A), list(A), list(A)).\n\
             :- pred size_{n}(exp, int).\n\
             eval_{n}(_, num(N), v(N)).\n\
             eval_{n}(Env, var(X), V) :- lookup_{n}(Env, X, V).\n\
             eval_{n}(Env, add(E1, E2), v(N)) :-\n    eval_{n}(Env, E1, v(N1)),\n    eval_{n}(Env, E2, v(N2)),\n    plus_{n}(N1, N2, N).\n\
             eval_{n}(Env, if(C, T, _), V) :- eval_{n}(Env, C, v(s(_))), eval_{n}(Env, T, V).\n\
             eval_{n}(Env, if(C, _, E), V) :- eval_{n}(Env, C, v(z)), eval_{n}(Env, E, V).\n\
             eval_{n}(Env, let(E1, E2), V) :- eval_{n}(Env, E1, V1), eval_{n}([V1|Env], E2, V).\n\
             eval_{n}(Env, pair(E1, E2), vpair(V1, V2)) :- eval_{n}(Env, E1, V1), eval_{n}(Env, E2, V2).\n\
             plus_{n}(z, N, N).\nplus_{n}(s(M), N, s(K)) :- plus_{n}(M, N, K).\n\
             lookup_{n}([X|_], z, X).\nlookup_{n}([_|Xs], s(N), X) :- lookup_{n}(Xs, N, X).\n\
             append_{n}([], Ys, Ys).\nappend_{n}([X|Xs], Ys, [X|Zs]) :- append_{n}(Xs, Ys, Zs).\n\
             size_{n}(num(_), 1).\nsize_{n}(var(X), 1) :- \\+ X = z.\nsize_{n}(var(z), 0).\n\
             size_{n}(add(A, B), N) :- size_{n}(A, K), size_{n}(B, M), N is K + M + 1.\n\
             size_{n}(if(A, B, C), N) :- size_{n}(A, K), ( K > 3 -> size_{n}(B, N) ; size_{n}(C, N) ).\n\
             size_{n}(let(A, B), N) :- ( size_{n}(A, N) ; size_{n}(B, N) ).\n\
             size_{n}(pair(A, B), N) :- size_{n}(A, K), size_{n}(B, M), K =< M, N is max(K, M).\n"
        )
        .expect("strings take all");
    }
    text
}

struct OneFile(SourceMap);

impl Files for OneFile {
    fn sources(&self) -> &SourceMap {
        &self.0
    }

    fn open(&mut self, name: &str, _: FileId) -> Result<FileId, String> {
        Err(name.into())
    }
}

fn blame(path: &Path) -> Duration {
    let start = Instant::now();
    let mut files = OneFile(SourceMap::default());
    let text = std::fs::read_to_string(path).expect("the file was just written");
    let file = files.0.add(path.to_string_lossy(), text);
    let mut reading = Reading::default();
    read(&mut files, file, &mut reading);
    let (program, diagnostics) = Program::build(reading);
    let took = start.elapsed();
    assert!(!diagnostics.has_errors(), "the generated program is right");
    assert!(program.clauses.len() >= CLAUSES);
    took
}

fn swipl(path: &Path, prelude: &Path) -> Option<Duration> {
    // The time inside load_files/2, without that of starting and stopping.
    let goal = format!(
        "statistics(cputime, T0), load_files('{}'), statistics(cputime, T1), T is T1 - T0, print(T), nl",
        path.display()
    );
    let command = Command::new("swipl").args(["-g", &goal, "-t", "halt"]).arg(prelude).stdin(Stdio::null()).output();
    let output = command.ok()?;
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).ok()?.trim().parse().ok().map(Duration::from_secs_f64)
}

#[allow(clippy::cast_precision_loss)]
fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(folder).expect("the folder can be made");
    let operators = folder.join("operators.pl");
    let declarations = ":- op(1150, fx, type).\n:- op(1150, fx, pred).\n:- op(1125, xfx, --->).\n:- style_check(-singleton).\ntype(_).\npred(_).\n";
    std::fs::write(&operators, declarations).expect("the folder can be written");
    println!("{:>8} {:>10} {:>14} {:>10} {:>7}", "clauses", "blame", "clauses/s", "swipl", "ratio");
    for clauses in [12_500, 25_000, 50_000, 100_000, 200_000] {
        let path = folder.join(format!("generated_{clauses}.pl"));
        std::fs::write(&path, generate(clauses)).expect("the folder can be written");
        // The least of three: what else the machine does only adds.
        let ours = (0..3).map(|_| blame(&path)).min().expect("there are three");
        let theirs = (0..3).filter_map(|_| swipl(&path, &operators)).min();
        let rate = clauses as f64 / ours.as_secs_f64();
        let (shown, ratio) = match theirs {
            Some(theirs) => (format!("{theirs:.2?}"), format!("{:.1}", theirs.as_secs_f64() / ours.as_secs_f64())),
            None => ("-".into(), "-".into()),
        };
        println!("{clauses:>8} {:>10} {rate:>14.0} {shown:>10} {ratio:>7}", format!("{ours:.2?}"));
    }
}
