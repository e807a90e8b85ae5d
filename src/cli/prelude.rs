//! `blame prelude`: the file that lets SWI-Prolog load the same programs.

use super::{ExitCode, output};

pub fn run() -> ExitCode {
    output::print(include_str!("../../prelude/swipl.pl"));
    ExitCode::Ok
}
