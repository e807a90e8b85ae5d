//! How a run tells its caller what came of it.

/// The exit codes; scripts may rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// All is well.
    Ok = 0,
    /// The command line or the input has mistakes.
    Input = 1,
    /// A mistake of ours.
    Internal = 70,
}

/// The exit codes for the help text.
pub const HELP: &str = "Exit codes:
  0   all is well
  1   the command line or a file has mistakes
  70  a mistake in blame itself";

impl ExitCode {
    /// The one of two that a caller must hear of first.
    #[must_use]
    pub fn worse(self, other: ExitCode) -> ExitCode {
        if self == ExitCode::Ok { other } else { self }
    }
}

impl std::process::Termination for ExitCode {
    fn report(self) -> std::process::ExitCode {
        std::process::ExitCode::from(self as u8)
    }
}
