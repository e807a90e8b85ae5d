//! How far a search may go, and why it ended.

use std::sync::atomic::{AtomicBool, Ordering};

/// The limits of a search; they are looked at in one place, `Machine::pause`.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'s> {
    /// Set by whoever watches the clock or the keyboard.
    pub stop: &'s AtomicBool,
    /// The most calls of procedures.
    pub steps: u64,
    /// The most bytes of terms, frames and choices.
    pub memory: usize,
}

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Somebody asked it to: the time is over, or a key was pressed.
    Asked,
    /// It took all the steps that it had.
    Steps,
    /// It took all the memory that it had.
    Memory,
}

impl Limits<'_> {
    /// The limit that was reached, if one was.
    pub fn reached(&self, steps: u64, memory: usize) -> Option<StopReason> {
        if self.stop.load(Ordering::Relaxed) {
            Some(StopReason::Asked)
        } else if steps >= self.steps {
            Some(StopReason::Steps)
        } else if memory >= self.memory {
            Some(StopReason::Memory)
        } else {
            None
        }
    }
}
