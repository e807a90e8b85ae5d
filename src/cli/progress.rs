//! What a user sees while a search runs.
//!
//! On a terminal it is one line, rewritten in place and gone at the end; elsewhere a line now and then, and only of rounds
//! that take long. All of it goes to the standard error.

use super::output;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How long a search runs before the terminal shows it, in seconds.
const SHOWN_AFTER: f64 = 0.3;

/// How long a round runs before a line is written of it where there is no terminal, in seconds.
const WRITTEN_AFTER: f64 = 5.0;

/// The searches that run at the moment.
pub struct Board {
    terminal: bool,
    lines: Mutex<BTreeMap<usize, String>>,
}

impl Board {
    /// A board without searches.
    pub fn new() -> Board {
        Board { terminal: std::io::stderr().is_terminal(), lines: Mutex::default() }
    }

    /// Prints while no line is in the way.
    pub fn apart(&self, print: impl FnOnce()) {
        let lines = self.lines.lock().expect("nobody panics who draws");
        if self.terminal && !lines.is_empty() {
            output::complain("\r\u{1b}[2K");
        }
        print();
    }

    /// Changes the line of a search, or takes it away.
    fn set(&self, place: usize, line: Option<String>) {
        let mut lines = self.lines.lock().expect("nobody panics who draws");
        let shown = !lines.is_empty();
        match line {
            Some(line) => lines.insert(place, line),
            None => lines.remove(&place),
        };
        match lines.first_key_value() {
            Some((_, first)) => {
                let others = match lines.len() - 1 {
                    0 => String::new(),
                    count => format!(" (and {count} more)"),
                };
                let width = terminal_size::terminal_size_of(std::io::stderr()).map_or(80, |(width, _)| width.0);
                let line: String = format!("{first}{others}").chars().take(usize::from(width.max(2)) - 1).collect();
                output::complain(&format!("\r\u{1b}[2K{line}"));
            }
            None if shown => output::complain("\r\u{1b}[2K"),
            None => {}
        }
    }
}

/// One search on a board.
pub struct Row<'b> {
    board: &'b Board,
    /// Its place among all searches.
    place: usize,
    name: String,
    bound: Option<u32>,
    cases: AtomicU64,
    rounds: Mutex<Rounds>,
}

/// What is known of the rounds of a search.
#[derive(Debug, Default)]
struct Rounds {
    depth: u32,
    /// When the round began, in seconds since the start of the search.
    began: f64,
    /// How long the last round took, and the one before.
    took: [f64; 2],
    /// When the next line is written of this round.
    next: f64,
}

impl<'b> Row<'b> {
    /// A search of a property with a bound, or without.
    pub fn new(board: &'b Board, place: usize, name: &str, bound: Option<u32>) -> Row<'b> {
        let (cases, rounds) = (AtomicU64::new(0), Mutex::default());
        Row { board, place, name: name.to_owned(), bound, cases, rounds }
    }

    /// A round begins.
    pub fn round(&self, depth: u32, seconds: f64) {
        let mut rounds = self.rounds.lock().expect("nobody panics who counts");
        let last = if rounds.depth > 0 { seconds - rounds.began } else { 0.0 };
        *rounds = Rounds { depth, began: seconds, took: [last, rounds.took[0]], next: WRITTEN_AFTER };
    }

    /// So many cases were tried.
    pub fn cases(&self, cases: u64) {
        self.cases.store(cases, Ordering::Relaxed);
    }

    /// Time has passed.
    pub fn tick(&self, seconds: f64) {
        let mut rounds = self.rounds.lock().expect("nobody panics who counts");
        if self.board.terminal {
            if seconds >= SHOWN_AFTER {
                let line = self.line(&rounds, seconds);
                drop(rounds);
                self.board.set(self.place, Some(line));
            }
        } else if seconds - rounds.began >= rounds.next && rounds.depth > 0 {
            rounds.next *= 2.0;
            output::complain(&format!("{}\n", self.line(&rounds, seconds)));
        }
    }

    /// The search is over.
    pub fn end(&self) {
        if self.board.terminal {
            self.board.set(self.place, None);
        }
    }

    /// `compl: round 9 of 20 for 3 s, 12340 cases, 2300 a second; round 10 may take 12 s`
    fn line(&self, rounds: &Rounds, seconds: f64) -> String {
        let cases = self.cases.load(Ordering::Relaxed);
        let depth = rounds.depth;
        let of = self.bound.map(|bound| format!(" of {bound}")).unwrap_or_default();
        let elapsed = seconds - rounds.began;
        let rate = cases.saturating_mul(1000) / ((seconds * 1000.0) as u64).max(1);
        let mut line = format!("{}: round {depth}{of} for {elapsed:.0} s, {cases} cases, {rate} a second", self.name);
        if let (Some(next), true) = (next_round(rounds, elapsed), self.bound.is_none_or(|bound| depth < bound)) {
            line.push_str(&format!("; round {} may take {}", depth + 1, roughly(next)));
        }
        line
    }
}

/// How long the next round may take: rounds grow by about the same factor.
fn next_round(rounds: &Rounds, elapsed: f64) -> Option<f64> {
    let [last, before] = rounds.took;
    if before < 0.001 {
        return None;
    }
    let factor = (last / before).max(1.0);
    Some((last * factor).max(elapsed) * factor)
}

/// A time that nobody takes for exact: `12 s`, `3 min`, `5 h`
fn roughly(seconds: f64) -> String {
    match seconds {
        ..1.0 => "less than 1 s".into(),
        ..100.0 => format!("{seconds:.0} s"),
        ..6000.0 => format!("{:.0} min", seconds / 60.0),
        ..360_000.0 => format!("{:.0} h", seconds / 3600.0),
        _ => "days".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_round_is_told_from_the_factor_of_the_last_two() {
        let board = Board { terminal: false, lines: Mutex::default() };
        let row = Row::new(&board, 0, "compl", Some(20));
        for (depth, seconds) in [(1, 0.0), (2, 1.0), (3, 4.0)] {
            row.round(depth, seconds);
        }
        row.cases(100);
        let rounds = row.rounds.lock().unwrap();
        let line = row.line(&rounds, 5.0);
        assert_eq!(line, "compl: round 3 of 20 for 1 s, 100 cases, 20 a second; round 4 may take 27 s");
        assert_eq!(roughly(next_round(&rounds, 30.0).unwrap()), "90 s", "a round that takes longer is believed");
    }
}
