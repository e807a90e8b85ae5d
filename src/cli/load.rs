//! From the files that a user names to programs.
//!
//! Each file is a program of its own unless they are read together. Beside a program its properties are looked for, and
//! beside properties their program; what was found is said by whoever prints the title.

use super::files::FileSystem;
use super::target::Target;
use super::{Color, ExitCode, output};
use crate::program::Program;
use crate::report::{DiagnosticsText, counted};
use crate::source::{Diagnostic, Diagnostics, FileId, Severity, Span, Warning};
use crate::syntax::{Files, ItemKind, Notation, Reading, read};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// What all commands that read programs take.
#[derive(Debug, clap::Args)]
pub struct ProgramArguments {
    /// Programs: Prolog (.pl) or αProlog (.apl); without, the program of blame.toml, or the one checked last in this
    /// folder
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Read all files as one program, in their order, instead of each as one of its own
    #[arg(long)]
    pub together: bool,
    #[command(flatten)]
    pub shared: SharedArguments,
}

/// What all commands take that read files, however they read them.
#[derive(Debug, clap::Args)]
pub struct SharedArguments {
    /// Turn a warning off; may be given several times
    #[arg(long, value_name = "WARNING", value_parser = warnings())]
    pub allow: Vec<Warning>,
    /// Look for used files in this folder, too; may be given several times
    #[arg(short = 'L', long = "lib", value_name = "FOLDER")]
    pub libraries: Vec<PathBuf>,
}

fn warnings() -> impl TypedValueParser<Value = Warning> {
    let names = PossibleValuesParser::new(Warning::ALL.iter().map(|warning| warning.name()));
    names.map(|name| *Warning::ALL.iter().find(|warning| warning.name() == name).expect("clap checks the names"))
}

/// A program, the files that it was read from, and what is to be said about it.
pub struct Loaded {
    /// The program; with errors, what could be made of the rest.
    pub program: Program,
    /// The files that the user named.
    named: Vec<FileId>,
    /// The files that were found for them: properties of a program, or the program of properties.
    pub found: Vec<FileId>,
    /// Where the text came from.
    pub sources: FileSystem,
    diagnostics: Diagnostics,
}

impl ProgramArguments {
    /// Loads each program in turn and hands it on. Files that cannot be read are reported; the others go on.
    pub fn each(&self, color: Color, mut then: impl FnMut(Loaded) -> ExitCode) -> ExitCode {
        let target = match Target::of(&self.files, color.on_error()) {
            Ok(target) => target,
            Err(code) => return code,
        };
        // Files that are named are programs each; a program that is not named is one.
        let targets: Vec<Target> = match self.together || self.files.is_empty() {
            true => vec![target],
            false => target.files.iter().map(|file| Target { files: vec![file.clone()], libraries: vec![] }).collect(),
        };
        let mut worst = ExitCode::Ok;
        for target in targets {
            let code = match load(&self.shared, &target, None) {
                Ok(loaded) => then(loaded),
                Err(message) => {
                    output::complain(&message);
                    ExitCode::Input
                }
            };
            worst = worst.worse(code);
        }
        worst
    }
}

/// Loads files as one program, and behind them the text of a query, if there is one.
pub fn load(arguments: &SharedArguments, target: &Target, query: Option<&str>) -> Result<Loaded, String> {
    let paths = &target.files;
    let mut sources = FileSystem::new(arguments.libraries.iter().chain(&target.libraries).cloned().collect());
    let mut reading = Reading::default();
    let (mut named, mut found) = (vec![], vec![]);
    for path in paths {
        if let Some(program) = program_of(path) {
            found.push(read_file(&program, &mut sources, &mut reading)?);
        }
        named.push(read_file(path, &mut sources, &mut reading)?);
    }
    for (path, file) in paths.iter().zip(named.clone()) {
        for properties in properties_of(path, file, &mut reading) {
            found.push(read_file(&properties, &mut sources, &mut reading)?);
        }
    }
    found.retain(|file| !named.contains(file));
    if let Some(query) = query {
        let (name, text) = match paths.first().map(|path| Notation::of(&path.to_string_lossy())) {
            Some(Notation::AlphaProlog) => ("query.apl", format!("? {query}.")),
            _ => ("query.pl", format!("?- {query}.")),
        };
        let file = sources.add_text(name, &text);
        read(&mut sources, file, &mut reading);
    }
    let (program, diagnostics) = Program::build(reading);
    Ok(Loaded { program, named, found, sources, diagnostics })
}

fn read_file(path: &Path, sources: &mut FileSystem, reading: &mut Reading) -> Result<FileId, String> {
    let file =
        sources.open_path(path).map_err(|reason| format!("error: cannot read {}: {reason}\n", path.display()))?;
    read(sources, file, reading);
    Ok(file)
}

/// The program that a file in properties/ speaks of.
fn program_of(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| is_properties(folder))?;
    let above = folder.parent()?;
    let folders = [above.join("programs"), above.to_owned()];
    folders.iter().find_map(|folder| stem_in(folder, path.file_stem()?).into_iter().next())
}

fn is_properties(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "properties")
}

/// The properties of a program: those that it names, else those with its stem.
fn properties_of(path: &Path, file: FileId, reading: &mut Reading) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    if is_properties(folder) {
        return vec![];
    }
    let beside = match folder.file_name() {
        Some(_) => folder.parent().unwrap_or(Path::new("")).join("properties"),
        None => folder.join("../properties"),
    };
    let find = |stem: &std::ffi::OsStr| {
        let found = stem_in(&beside, stem);
        if found.is_empty() { stem_in(&folder.join("properties"), stem) } else { found }
    };
    let named = reading.items.iter().find_map(|item| match item.kind {
        ItemKind::Properties(name) if item.file == file => Some((name, item.range.in_file(file))),
        _ => None,
    });
    let Some((name, span)) = named else { return path.file_stem().map(find).unwrap_or_default() };
    let name = reading.symbols.text(name).to_owned();
    let found = find(name.as_ref());
    if found.is_empty() {
        let error = Diagnostic::error(span, format!("there are no properties {name}"));
        let place = beside.join(format!("{name}.pl"));
        reading.diagnostics.push(error.hint(format!("they would stand in {} (or .apl)", place.display())));
    }
    found
}

/// The programs with a stem in a folder.
fn stem_in(folder: &Path, stem: &std::ffi::OsStr) -> Vec<PathBuf> {
    let path = |ending: &str| {
        let mut name = stem.to_owned();
        name.push(ending);
        folder.join(name)
    };
    [".pl", ".apl"].map(path).into_iter().filter(|path| path.is_file()).collect()
}

impl Loaded {
    /// Whether the program cannot be used.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Whether values of different types stand in one place.
    pub fn has_mixed_types(&self) -> bool {
        self.diagnostics.count(Severity::Warning(Warning::MixedTypes)) > 0
    }

    /// All messages that are not turned off, and how many errors and warnings they are.
    pub fn messages(&self, allow: &[Warning], colours: bool) -> Messages {
        let text = DiagnosticsText::new(self.sources.sources(), colours);
        let mut messages = Messages::default();
        for diagnostic in self.diagnostics.sorted() {
            if !matches!(diagnostic.severity, Severity::Warning(warning) if allow.contains(&warning)) {
                messages.text.push_str(&text.render(diagnostic));
                messages.text.push('\n');
                messages.shown += 1;
            }
        }
        messages.errors = self.diagnostics.count(Severity::Error);
        let warnings = Warning::ALL.iter().filter(|warning| !allow.contains(warning));
        messages.warnings = warnings.map(|warning| self.diagnostics.count(Severity::Warning(*warning))).sum();
        let hidden = messages.errors + messages.warnings - messages.shown;
        if hidden > 0 {
            let more = counted(hidden, "more message");
            messages.text.push_str(&format!("{more} not shown: mend these first\n\n"));
        }
        messages
    }

    /// An error at a place of the program, or at none.
    pub fn error(&self, message: &str, place: Option<Span>, hint: &str) -> String {
        match place {
            Some(span) => {
                let error = Diagnostic::error(span, message).hint(hint);
                DiagnosticsText::new(self.sources.sources(), false).render(&error)
            }
            None => format!("error: {message}\n"),
        }
    }

    /// The texts of all files, in the order in which they were opened.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.sources.sources().files().map(|file| &*file.text)
    }

    /// The notation of the first named file.
    pub fn notation(&self) -> Notation {
        self.named.first().map_or(Notation::Prolog, |file| Notation::of(&self.sources.sources().file(*file).path))
    }

    /// The files by name: `sort.pl with properties/sort.pl`.
    pub fn title(&self) -> String {
        let list = |files: &[FileId]| {
            let names: Vec<_> = files.iter().map(|file| self.sources.sources().file(*file).path.as_str()).collect();
            names.join(", ")
        };
        match self.found.is_empty() {
            true => list(&self.named),
            false => format!("{} with {}", list(&self.named), list(&self.found)),
        }
    }
}

/// The messages about a program.
#[derive(Default)]
pub struct Messages {
    /// One below the other.
    pub text: String,
    shown: usize,
    /// How many are errors.
    pub errors: usize,
    /// How many are warnings.
    pub warnings: usize,
}
