//! SWI-Prolog, where it is installed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether SWI-Prolog is there; CI needs it.
pub fn has_swipl() -> bool {
    let found = Command::new("swipl").arg("--version").output().is_ok();
    assert!(found || std::env::var_os("CI").is_none(), "CI needs swipl");
    if !found {
        eprintln!("swipl is not installed: nothing is compared with it");
    }
    found
}

/// The lines that SWI-Prolog writes when it has loaded some files and runs a goal; it must not complain.
pub fn swipl(files: &[PathBuf], goal: &str) -> Vec<String> {
    let output = Command::new("swipl")
        .args(["-g", goal, "-t", "halt"])
        .args([super::root().join("tests/common/swipl.pl"), super::root().join("prelude/swipl.pl")])
        .args(files)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaints.is_empty(), "{files:?}: {complaints}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The same for texts, which are written to a folder, one file each.
pub fn swipl_texts(folder: &Path, texts: &[&str], goal: &str) -> Vec<String> {
    let write = |(number, text): (usize, &&str)| {
        let file = folder.join(format!("text{number}.pl"));
        std::fs::write(&file, text).unwrap();
        file
    };
    let files: Vec<_> = texts.iter().enumerate().map(write).collect();
    swipl(&files, goal)
}
