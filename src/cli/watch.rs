//! The clock and the keyboard, for whoever searches.

use super::progress::Row;
use crate::check::Monitor;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// Set when the user wants everything to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Set while nothing runs that could end by itself: the user is asked something.
static ASKING: AtomicBool = AtomicBool::new(false);

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(5);

/// How many ticks pass until whoever watches sees something new.
const TICKS_A_LINE: u32 = 20;

/// Watches one search.
pub struct Watch<'b> {
    stop: AtomicBool,
    started: Instant,
    limit: Option<Duration>,
    /// Where the user sees how far it is.
    row: Option<Row<'b>>,
}

/// Looks at the clock for all searches that run: a thread for each would cost more than most searches take.
pub struct Clock<'b> {
    watches: Mutex<Vec<Arc<Watch<'b>>>>,
    done: AtomicBool,
}

impl<'b> Clock<'b> {
    /// Runs what begins searches.
    pub fn with<T>(body: impl FnOnce(&Clock<'b>) -> T) -> T {
        let clock = Clock { watches: Mutex::default(), done: AtomicBool::new(false) };
        std::thread::scope(|scope| {
            let ticking = scope.spawn(|| clock.run());
            // Even if the body panics: else nobody would ever hear of it.
            let _end = EndsAtDrop { done: &clock.done, ticking: ticking.thread() };
            body(&clock)
        })
    }

    /// Runs a search that is to end after a time, or when the user wants it to.
    pub fn over<T>(&self, limit: Option<Duration>, row: Option<Row<'b>>, search: impl FnOnce(&Watch<'b>) -> T) -> T {
        let watch = Arc::new(Watch { stop: AtomicBool::new(false), started: Instant::now(), limit, row });
        self.watches().push(watch.clone());
        let result = search(&watch);
        self.watches().retain(|other| !Arc::ptr_eq(other, &watch));
        watch.row.iter().for_each(Row::end);
        result
    }

    fn watches(&self) -> MutexGuard<'_, Vec<Arc<Watch<'b>>>> {
        self.watches.lock().expect("nobody panics with the list")
    }

    fn run(&self) {
        let mut ticks = 0;
        while !self.done.load(Ordering::Relaxed) {
            ticks += 1;
            self.watches().iter().for_each(|watch| watch.look(ticks % TICKS_A_LINE == 0));
            std::thread::park_timeout(TICK);
        }
    }
}

/// Ends the thread that looks at the clock.
struct EndsAtDrop<'c> {
    done: &'c AtomicBool,
    ticking: &'c Thread,
}

impl Drop for EndsAtDrop<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        self.ticking.unpark();
    }
}

impl<'b> Watch<'b> {
    /// Runs one search that is to end after a time, or when the user wants it to.
    pub fn over<T>(limit: Option<Duration>, search: impl FnOnce(&Watch<'b>) -> T) -> T {
        Clock::with(|clock| clock.over(limit, None, search))
    }

    fn look(&self, shows: bool) {
        if self.limit.is_some_and(|limit| self.started.elapsed() >= limit) || interrupted() {
            self.stop.store(true, Ordering::Relaxed);
        } else if let (Some(row), true) = (&self.row, shows) {
            row.tick(self.seconds());
        }
    }
}

impl Monitor for Watch<'_> {
    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn interrupted(&self) -> bool {
        interrupted()
    }

    fn round(&self, depth: u32, _: u64) {
        self.row.iter().for_each(|row| row.round(depth, self.seconds()));
    }

    fn cases(&self, cases: u64) {
        self.row.iter().for_each(|row| row.cases(cases));
    }
}

/// Whether the user wants everything to end.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Asks the user something: meanwhile Ctrl-C ends the program.
pub fn asking<T>(ask: impl FnOnce() -> T) -> T {
    ASKING.store(true, Ordering::Relaxed);
    let answer = ask();
    ASKING.store(false, Ordering::Relaxed);
    answer
}

/// Lets Ctrl-C end the search, not the program: what is known so far is still said. The second one ends the program.
pub fn catch_interrupts() {
    // Without a handler Ctrl-C simply ends the program.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) || ASKING.load(Ordering::Relaxed) {
            std::process::exit(super::ExitCode::Interrupted as i32);
        }
    });
}

/// A time as people write it: `30s`, `2m`, `500ms`, `1.5h`, or a number of seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches(char::is_alphabetic);
    let unit = match &text[number.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        unit => return Err(format!("{unit} is no unit of time: write 30s, 2m or 1h")),
    };
    let value: f64 = number.parse().map_err(|_| "write a time as 30s, 2m or 1h".to_owned())?;
    Duration::try_from_secs_f64(value * unit).map_err(|_| "no such time".to_owned())
}
