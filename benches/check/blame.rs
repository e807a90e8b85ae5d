//! Calls of `blame`, as a user makes them.

use crate::outcome::{Outcome, Verdict};
use crate::process::{self, Finished};
use crate::setting::Setting;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What starting, loading and printing may take beyond the time limit of a search.
const GRACE: Duration = Duration::from_secs(10);

/// One property to check, and how.
#[derive(Clone)]
pub struct Request {
    /// The files of one program.
    pub files: Vec<PathBuf>,
    pub property: String,
    /// Instead of the bound in the file.
    pub depth: Option<u64>,
    /// Further arguments, as they stand on the command line.
    pub options: Vec<String>,
}

impl Request {
    /// A property of the program at its own bound.
    pub fn new(files: &[PathBuf], property: &str) -> Self {
        Self { files: files.to_vec(), property: property.into(), depth: None, options: vec![] }
    }

    /// The same at another bound.
    pub fn at(mut self, depth: u64) -> Self {
        self.depth = Some(depth);
        self
    }

    /// The same with further arguments.
    pub fn with(mut self, options: &[&str]) -> Self {
        self.options.extend(options.iter().map(ToString::to_string));
        self
    }
}

/// Checks one property on one thread, unless the request says otherwise.
pub fn check(setting: &Setting, request: &Request) -> Outcome {
    let mut command = start(setting, "check");
    // Counterexamples that an earlier run stored would be replayed, and the time would be theirs.
    command.args(&request.files).args(["--property", &request.property, "--format", "json", "--no-store"]);
    command.arg("--timeout").arg(format!("{}s", setting.limit.as_secs()));
    if let Some(depth) = request.depth {
        command.arg("--depth").arg(depth.to_string());
    }
    if !request.options.iter().any(|option| option == "--jobs") {
        command.args(["--jobs", "1"]);
    }
    command.args(&request.options);
    let finished = match process::run(&mut command, setting.limit + GRACE) {
        Ok(finished) => finished,
        Err(reason) => return Outcome::rejected(reason),
    };
    if finished.timed_out {
        return Outcome::of(Verdict::TimedOut, setting.limit.as_secs_f64());
    }
    outcome(&finished, setting.limit).unwrap_or_else(|| Outcome::rejected(complaint(&finished)))
}

fn outcome(finished: &Finished, limit: Duration) -> Option<Outcome> {
    let report: Value = serde_json::from_str(&finished.stdout).ok()?;
    let property = report["properties"].as_array()?.first()?;
    let seconds = property["seconds"].as_f64()?;
    let verdict = match property["verdict"].as_str()? {
        "counterexample" => Verdict::Refuted,
        "holds" | "exhausted" | "passed" => Verdict::Holds,
        "vacuous" => Verdict::Vacuous,
        _ if seconds >= limit.as_secs_f64() * 0.99 => Verdict::TimedOut,
        _ => Verdict::Unknown,
    };
    Some(Outcome {
        verdict,
        seconds,
        depth: property["depth"].as_u64(),
        uses: property["uses"].as_u64(),
        cases: property["cases"].as_u64(),
        peak_kib: finished.peak_kib,
    })
}

/// A query that was answered.
pub struct Answered {
    pub seconds: f64,
    pub peak_kib: Option<u64>,
}

/// Looks for the first answer to a goal, without a bound; the reason if there is none.
pub fn run(setting: &Setting, file: &Path, goal: &str) -> Result<Answered, String> {
    let mut command = start(setting, "run");
    command.arg(file).arg(goal).args(["--depth", "none", "--max", "1", "--format", "json"]);
    let finished = process::run(&mut command, setting.limit + GRACE)?;
    let report: Option<Value> = serde_json::from_str(&finished.stdout).ok();
    let seconds = report.and_then(|report| report["seconds"].as_f64());
    match seconds {
        Some(seconds) if finished.succeeded => Ok(Answered { seconds, peak_kib: finished.peak_kib }),
        _ => Err(complaint(&finished)),
    }
}

/// A program in αProlog's notation.
pub fn print(setting: &Setting, file: &Path) -> Result<String, String> {
    let mut command = start(setting, "print");
    command.args(["--as", "apl"]).arg(file);
    let finished = process::run(&mut command, setting.limit)?;
    match finished.succeeded {
        true => Ok(finished.stdout),
        false => Err(complaint(&finished)),
    }
}

fn start(setting: &Setting, subcommand: &str) -> Command {
    let mut command = Command::new(&setting.blame);
    command.arg(subcommand).current_dir(&setting.scratch);
    command
}

fn complaint(finished: &Finished) -> String {
    match finished.timed_out {
        true => "time limit".into(),
        false => finished.stderr.lines().next().unwrap_or("no report").into(),
    }
}
