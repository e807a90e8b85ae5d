//! Which program is meant.
//!
//! The files that the command line names; else those of `blame.toml` in the current folder; else those that were checked
//! last here. Where none were named, it is said which were taken, and why.

use super::config::{self, Config};
use super::{ExitCode, output, store};
use std::path::PathBuf;

/// The program that is meant.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its files, in their order.
    pub files: Vec<PathBuf>,
    /// Where the files that they use are looked for, besides where the command line says.
    pub libraries: Vec<PathBuf>,
}

impl Target {
    /// The program of a command line that names these files.
    pub fn of(named: &[PathBuf], colours: bool) -> Result<Target, ExitCode> {
        if !named.is_empty() {
            return Ok(Target { files: named.to_vec(), libraries: vec![] });
        }
        let config = Config::read(colours).map_err(|message| {
            output::complain(&message);
            ExitCode::Input
        })?;
        Target::with(named, &config)
    }

    /// The program of a command line that names these files, where `blame.toml` has been read.
    pub fn with(named: &[PathBuf], config: &Config) -> Result<Target, ExitCode> {
        if !named.is_empty() {
            return Ok(Target { files: named.to_vec(), libraries: vec![] });
        }
        if !config.program.is_empty() {
            let target = Target { files: config.program.clone(), libraries: vec![] };
            output::complain(&format!("note: the program is {}, as {} says\n", target.title(), config::FILE));
            return Ok(target);
        }
        if let Some(store) = store::latest() {
            let paths = |paths: &[String]| paths.iter().map(PathBuf::from).collect();
            let target = Target { files: paths(&store.files), libraries: paths(&store.libraries) };
            output::complain(&format!("note: the program is {}, which was checked last here\n", target.title()));
            return Ok(target);
        }
        output::complain(&format!(
            "error: no program is named\n\
             name a FILE, or write program = \"FILE\" into {} in this folder; once a program was checked here, it is meant\n",
            config::FILE
        ));
        Err(ExitCode::Nothing)
    }

    fn title(&self) -> String {
        let names: Vec<_> = self.files.iter().map(|file| file.display().to_string()).collect();
        names.join(", ")
    }
}
