//! What is measured with what: folders, limits, and the peers that are installed.

use crate::process;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The folder of this package.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Everything a section needs to know.
pub struct Setting {
    pub blame: PathBuf,
    pub swipl: Option<PathBuf>,
    pub gprolog: Option<PathBuf>,
    pub aprolog: Option<PathBuf>,
    /// The folder of αProlog's checker examples.
    pub examples: Option<PathBuf>,
    /// The time that each search gets.
    pub limit: Duration,
    /// Where the page goes.
    pub output: PathBuf,
    /// Where translated programs go, and where `blame` keeps what it finds.
    pub scratch: PathBuf,
}

impl Setting {
    /// The setting, and the sections that were asked for by name.
    pub fn from_arguments(arguments: &[String], sections: &[&str]) -> Result<(Self, Vec<String>), String> {
        let mut limit = 60;
        let mut wanted = vec![];
        let mut rest = arguments.iter().filter(|argument| *argument != "--bench");
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--limit" => {
                    let number = rest.next().and_then(|text| text.parse().ok());
                    limit = number.ok_or("--limit takes a number of seconds")?;
                }
                name if sections.contains(&name) => wanted.push(name.to_owned()),
                other => return Err(format!("there is no section {other}; there are {}", sections.join(", "))),
            }
        }
        let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check");
        let output = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("bench");
        for folder in [&scratch, &output] {
            std::fs::create_dir_all(folder).map_err(|reason| format!("cannot make {}: {reason}", folder.display()))?;
        }
        let setting = Self {
            blame: from_environment("BLAME_BIN").unwrap_or(env!("CARGO_BIN_EXE_blame").into()),
            swipl: installed("swipl"),
            gprolog: installed("gprolog"),
            aprolog: from_environment("BLAME_APROLOG"),
            examples: from_environment("BLAME_APROLOG_EXAMPLES"),
            limit: Duration::from_secs(limit),
            output,
            scratch,
        };
        Ok((setting, wanted))
    }

    /// A line for each peer: that it is there, or what would bring it in.
    pub fn peers(&self) -> String {
        let line = |name: &str, found: bool, missing: &str| match found {
            true => format!("- {name}: measured\n"),
            false => format!("- {name}: skipped, {missing}\n"),
        };
        line("SWI-Prolog", self.swipl.is_some(), "there is no `swipl` on the path")
            + &line("GNU Prolog", self.gprolog.is_some(), "there is no `gprolog` on the path")
            + &line("αCheck", self.aprolog.is_some(), "`BLAME_APROLOG` names no binary")
            + &line("αCheck's examples", self.examples.is_some(), "`BLAME_APROLOG_EXAMPLES` names no folder")
    }
}

/// A path from the environment, whole, because commands run elsewhere; none if nothing is there.
fn from_environment(variable: &str) -> Option<PathBuf> {
    Path::new(&std::env::var_os(variable)?).canonicalize().ok()
}

fn installed(name: &str) -> Option<PathBuf> {
    let version = process::run(Command::new(name).arg("--version"), Duration::from_secs(10)).ok()?;
    version.succeeded.then(|| name.into())
}
