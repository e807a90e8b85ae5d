//! A command run to its end or to a time limit, with what it printed and the memory it took.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often a running command is looked at.
const POLL: Duration = Duration::from_millis(5);

/// A command that has ended.
pub struct Finished {
    pub stdout: String,
    pub stderr: String,
    /// Whether it ended by itself, with exit code 0.
    pub succeeded: bool,
    /// Whether it was killed at the time limit.
    pub timed_out: bool,
    /// The most memory it had resident, where the system says so.
    pub peak_kib: Option<u64>,
}

/// Runs a command without input; the reason if it cannot be started.
pub fn run(command: &mut Command, limit: Duration) -> Result<Finished, String> {
    let started = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|reason| format!("{} cannot be started: {reason}", command.get_program().display()))?;
    // Both pipes are read all the time: a full one would stop the command.
    let stdout = reader(child.stdout.take().expect("it is piped"));
    let stderr = reader(child.stderr.take().expect("it is piped"));
    let mut peak_kib = None;
    let (status, timed_out) = loop {
        peak_kib = peak_kib.max(resident_peak(&child));
        if let Some(status) = child.try_wait().expect("it is our child") {
            break (status, false);
        }
        if started.elapsed() > limit {
            child.kill().expect("it is our child");
            break (child.wait().expect("it is our child"), true);
        }
        thread::sleep(POLL);
    };
    let text = |reader: thread::JoinHandle<String>| reader.join().expect("reading does not panic");
    Ok(Finished { stdout: text(stdout), stderr: text(stderr), succeeded: status.success(), timed_out, peak_kib })
}

fn reader(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = vec![];
        // What was read before an error is all there is.
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Linux keeps the peak while the process lives; elsewhere there is no such file.
fn resident_peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
