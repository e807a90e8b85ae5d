//! The programs whose checks are measured: those that come with `blame`, and αProlog's first-order examples.

use crate::blame;
use crate::setting::{ROOT, Setting};
use crate::translation::{Instance, Printed};
use std::path::{Path, PathBuf};

/// A program, its checks, and where each tool finds it.
pub struct Case {
    pub name: String,
    /// For `blame`, which finds the properties beside a program.
    pub files: Vec<PathBuf>,
    /// For αProlog, without the checks.
    pub translated: Vec<PathBuf>,
    pub checks: Vec<Check>,
}

/// One `#check`.
#[derive(Clone)]
pub struct Check {
    pub name: String,
    pub bound: u64,
    formula: String,
}

impl Check {
    /// The check in αProlog's notation.
    pub fn directive(&self) -> String {
        format!("#check \"{}\" {} : {}.\n", self.name, self.bound, self.formula)
    }

    /// The same check at another bound.
    pub fn at(&self, bound: u64) -> Self {
        Self { bound, ..self.clone() }
    }
}

/// αProlog's examples that need no names and no abstractions: the folder, the program's files, its checks.
const EXAMPLES: [(&str, &[&str], &str); 8] = [
    ("TAPL/c8", &["tyarith.apl"], "subexp.apl"),
    ("TAPL/c8", &["tyarith.apl"], "check.apl"),
    ("TAPL/c8", &["tyarith.apl", "var1.apl"], "check.apl"),
    ("TAPL/c8", &["tyarith.apl", "var2.apl"], "check.apl"),
    ("TAPL/c8", &["tyarith.apl", "var3.apl"], "check.apl"),
    ("TAPL/c8", &["tyarith.apl", "var4.apl"], "check.apl"),
    ("TAPL/c8", &["tyarith.apl", "var5.apl"], "check.apl"),
    ("TAPL/c8", &["tyarith.apl", "var6.apl"], "check.apl"),
];

/// At which types αCheck is given the polymorphic ones of our programs.
const INSTANCES: [(&str, &[Instance]); 7] = [
    ("grammar", &[all("ab")]),
    ("grammar_fixed", &[all("ab")]),
    ("sort", &[all("nat")]),
    ("sort_bug", &[all("nat")]),
    ("bst", &[all("nat")]),
    ("set", &[all("nat"), of("append", "set", &[]), of("among", "set", &[])]),
    ("miniml", &[all("ty"), of("lookup", "val", &["eval"]), of("lookup", "mval", &["mstep"])]),
];

const fn all(at: &'static str) -> Instance {
    Instance { predicate: None, at, callers: &[] }
}

const fn of(predicate: &'static str, at: &'static str, callers: &'static [&'static str]) -> Instance {
    Instance { predicate: Some(predicate), at, callers }
}

/// All programs in `programs/`, by name; what cannot be printed is said and left out.
pub fn programs(setting: &Setting) -> Vec<Case> {
    let folder = Path::new(ROOT).join("programs");
    let files = std::fs::read_dir(folder).expect("the programs come with the package");
    let mut files: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    files.sort();
    files.iter().filter_map(|file| said(file, program(setting, file))).collect()
}

/// One of the programs in `programs/`.
pub fn program_named(setting: &Setting, name: &str) -> Option<Case> {
    let file = with_stem(&Path::new(ROOT).join("programs"), name)?;
    said(&file, program(setting, &file))
}

/// αProlog's examples, if they are there.
pub fn examples(setting: &Setting) -> Vec<Case> {
    let Some(root) = &setting.examples else {
        return vec![];
    };
    let cases = EXAMPLES.iter().map(|(folder, program, checks)| {
        let folder = root.join(folder);
        let named = program.last().expect("a program has a file").trim_end_matches(".apl");
        let translated: Vec<PathBuf> = program.iter().map(|file| folder.join(file)).collect();
        let checks = folder.join(checks);
        let text = std::fs::read_to_string(&checks).map_err(|reason| reason.to_string());
        let case = text.map(|text| Case {
            name: format!("{} {named}", folder.file_name().unwrap_or_default().display()),
            files: [translated.as_slice(), std::slice::from_ref(&checks)].concat(),
            translated,
            checks: directives(&text),
        });
        said(&checks, case)
    });
    cases.flatten().collect()
}

fn said(file: &Path, case: Result<Case, String>) -> Option<Case> {
    case.inspect_err(|reason| eprintln!("{} is left out: {reason}", file.display())).ok()
}

fn program(setting: &Setting, file: &Path) -> Result<Case, String> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let instances =
        INSTANCES.iter().find(|(program, _)| *program == name).map_or(&[] as &[Instance], |(_, found)| found);
    let text = blame::print(setting, file)?;
    let printed = Printed::new(&text);
    let mut checks = directives(&text);
    let mut translated = printed.program(instances);
    let beside = Path::new(ROOT).join("properties");
    if let Some(properties) = with_stem(&beside, printed.properties().unwrap_or(&name)) {
        let text = blame::print(setting, &properties)?;
        checks.extend(directives(&text));
        translated.push_str(&Printed::new(&text).program(instances));
    }
    let path = setting.scratch.join(format!("{name}.apl"));
    std::fs::write(&path, translated).map_err(|reason| reason.to_string())?;
    Ok(Case { name, files: vec![file.to_owned()], translated: vec![path], checks })
}

fn with_stem(folder: &Path, stem: &str) -> Option<PathBuf> {
    ["pl", "apl"].iter().map(|extension| folder.join(stem).with_extension(extension)).find(|file| file.exists())
}

/// The checks in a file: each begins a line with `#check` and ends with the first full stop at the end of a line.
fn directives(text: &str) -> Vec<Check> {
    format!("\n{text}").split("\n#check ").skip(1).filter_map(directive).collect()
}

/// Reads `"name" 10 : formula. ...`
fn directive(text: &str) -> Option<Check> {
    let (name, rest) = text.strip_prefix('"')?.split_once('"')?;
    let (bound, rest) = rest.split_once(':')?;
    let end = rest.find(".\n").unwrap_or(rest.trim_end().len() - 1);
    Some(Check { name: name.into(), bound: bound.trim().parse().ok()?, formula: rest[..end].trim().into() })
}
