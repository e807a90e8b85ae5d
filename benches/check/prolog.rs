//! Calls of the Prologs: the processor's time for one goal, without starting and loading.

use crate::process;
use crate::setting::{ROOT, Setting};
use std::path::Path;
use std::process::Command;

/// SWI-Prolog with optimised arithmetic. It loads the file as it is, by way of the prelude.
pub fn swipl(setting: &Setting, swipl: &Path, file: &Path, goal: &str) -> Result<f64, String> {
    let timed = format!("statistics(cputime, A), {goal}, statistics(cputime, B), C is B - A, print(C), nl");
    let mut command = Command::new(swipl);
    command.args(["-O", "-g", &timed, "-t", "halt"]).arg(Path::new(ROOT).join("prelude/swipl.pl")).arg(file);
    measured(setting, &mut command)
}

/// GNU Prolog, consulting. It knows no declarations, so it gets a copy without them.
pub fn gprolog(setting: &Setting, gprolog: &Path, file: &Path, goal: &str) -> Result<f64, String> {
    let text = std::fs::read_to_string(file).expect("the program comes with the benchmark");
    let copy = setting.scratch.join("plain.pl");
    std::fs::write(&copy, without_directives(&text)).expect("the target folder can be written");
    let timed = format!(
        "statistics(cpu_time, [A|_]), {goal}, statistics(cpu_time, [B|_]), C is (B - A) / 1000, write(C), nl, halt"
    );
    let mut command = Command::new(gprolog);
    // Its stacks do not grow; the sizes are in KiB.
    command.envs([("GLOBALSZ", "1048576"), ("TRAILSZ", "262144"), ("LOCALSZ", "262144")]);
    command.arg("--consult-file").arg(&copy).args(["--query-goal", &timed]);
    measured(setting, &mut command)
}

/// The last line printed is the time.
fn measured(setting: &Setting, command: &mut Command) -> Result<f64, String> {
    let finished = process::run(command, setting.limit)?;
    if finished.timed_out {
        return Err("time limit".into());
    }
    let last = finished.stdout.lines().last().unwrap_or_default();
    last.trim().parse().map_err(|_| format!("no time but {last:?}"))
}

fn without_directives(text: &str) -> String {
    let mut kept = String::new();
    let mut inside = false;
    for line in text.lines() {
        inside |= line.starts_with(":-");
        if !inside {
            kept.push_str(line);
            kept.push('\n');
        }
        inside &= !line.ends_with('.');
    }
    kept
}
