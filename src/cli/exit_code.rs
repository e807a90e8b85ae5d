//! How a run tells its caller what came of it.

/// The exit codes; scripts may rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// All is well.
    Ok = 0,
    /// The command line or the input has mistakes.
    Input = 1,
    /// A property has a counterexample, or is not as expected.
    Refuted = 2,
    /// No property is refuted, but of some nothing is known.
    Unknown = 3,
    /// What a campaign builds on does not hold.
    Baseline = 4,
    /// Nothing was selected.
    Nothing = 5,
    /// A mistake of ours.
    Internal = 70,
    /// The user pressed a key.
    Interrupted = 130,
}

/// The exit codes for the help text.
pub const HELP: &str = "Exit codes:
  0   all is well
  1   the command line or a file has mistakes
  2   a property has a counterexample, or is not as expected
  3   no property is refuted, but of some nothing is known; a goal was not decided
  5   nothing was selected
  70  a mistake in blame itself
  130 interrupted";

impl ExitCode {
    /// The one of two that a caller must hear of first.
    #[must_use]
    pub fn worse(self, other: ExitCode) -> ExitCode {
        let rank = |code: ExitCode| match code {
            ExitCode::Ok => 0,
            ExitCode::Nothing => 1,
            ExitCode::Unknown => 2,
            ExitCode::Refuted => 3,
            ExitCode::Baseline => 4,
            ExitCode::Interrupted => 5,
            ExitCode::Input => 6,
            ExitCode::Internal => 7,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

impl std::process::Termination for ExitCode {
    fn report(self) -> std::process::ExitCode {
        std::process::ExitCode::from(self as u8)
    }
}
