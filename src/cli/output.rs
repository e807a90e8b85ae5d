//! Where text goes, and whether with colours.

use std::io::{IsTerminal, Write};

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether the standard output gets colours.
    pub fn on_output(self) -> bool {
        self.on(&std::io::stdout())
    }

    /// Whether the standard error gets colours.
    pub fn on_error(self) -> bool {
        self.on(&std::io::stderr())
    }

    fn on(self, stream: &impl IsTerminal) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }
}

/// Writes to the standard output. A reader that has gone away has seen enough: that is no error. If the result cannot be
/// written otherwise, nobody must take its exit code for an answer.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(reason) = written
        && reason.kind() != std::io::ErrorKind::BrokenPipe
    {
        complain(&format!("error: the result cannot be written: {reason}\n"));
        std::process::exit(super::ExitCode::Input as i32);
    }
}

/// Writes to the standard error.
pub fn complain(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
