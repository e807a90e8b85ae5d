//! `blame explain`: why the counterexamples are some, and which clause is to blame.

use super::ask::ask;
use super::check::Run;
use super::config::Config;
use super::progress::Board;
use super::replay::{self, Known};
use super::select::{nothing_selected, select};
use super::store::StoreFile;
use super::target::Target;
use super::trust::{Stance, TrustArguments};
use super::watch::{self, Watch};
use super::why::PictureFormat;
use super::{Color, ExitCode, load, output};
use crate::blame::{Blame, COUNTEREXAMPLES, Explanation, Familiar, Request, blame, explain};
use crate::check::{Checker, Counterexample, Options, Outcome, Replayed, Store, Verdict, hash};
use crate::explain::{Assumption, Level};
use crate::program::{CheckId, Program, ValueReader};
use crate::report::{BlameText, CheckText};
use crate::syntax::{Expectation, Files};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub struct ExplainArguments {
    /// The files of the program, in their order; without, the program of blame.toml, or the one checked last in this folder
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Which counterexamples: those of a property, or values as `W = [b,a], N = s(z)`; without, all of the latest check
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "")]
    counterexample: Option<String>,
    /// Only the counterexamples of this property; `*` stands for anything; may be given several times
    #[arg(long, value_name = "NAME")]
    property: Vec<String>,
    #[command(flatten)]
    trust: TrustArguments,
    /// How much is shown
    #[arg(long, value_enum, default_value = "suspects")]
    level: LevelName,
    /// How the result is written; pictures have the explanations
    #[arg(long, value_enum, default_value = "text")]
    format: PictureFormat,
    /// Draw lines from each goal to what it rests on, in text
    #[arg(long)]
    boxes: bool,
    /// Ask afterwards what is right and what is wrong, and blame again; the answers are read from the standard input
    #[arg(long, conflicts_with = "apply_repair")]
    ask: bool,
    /// The longest time for explanations, suspects and repairs; changes are tried with 3 million calls a second
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = watch::duration)]
    budget: Duration,
    /// Do not look for repairs
    #[arg(long)]
    no_repairs: bool,
    /// Write the first repair of this suspect into its file; the file as it was is kept with .orig behind its name
    #[arg(long, value_name = "N", conflicts_with = "no_repairs")]
    apply_repair: Option<usize>,
    /// The bound of the checks, instead of the properties' own
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// The longest time for the check of each property
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = watch::duration)]
    timeout: Duration,
    /// How many threads
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    shared: load::SharedArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LevelName {
    /// What is the matter with each counterexample
    Verdict,
    /// The suspects, with the first steps of each explanation
    Suspects,
    /// The suspects, with only the names of the clauses that each explanation goes by
    Rules,
    /// The whole explanations
    Full,
}

/// What `--counterexample` asks for.
enum Which {
    All,
    Property(String),
    Values(String),
}

pub fn run(arguments: &ExplainArguments, color: Color) -> ExitCode {
    watch::catch_interrupts();
    match explained(arguments, color) {
        Ok(code) | Err(code) => code,
    }
}

fn wrong(message: &str) -> ExitCode {
    output::complain(message);
    ExitCode::Input
}

/// The files of the program, and what `--counterexample` asks for: a file behind it is one of the program's.
fn asked_for(arguments: &ExplainArguments) -> (Vec<PathBuf>, Which) {
    let mut files = arguments.files.clone();
    let which = match arguments.counterexample.as_deref() {
        None | Some("") => Which::All,
        Some(file) if Path::new(file).is_file() => {
            files.push(file.into());
            Which::All
        }
        Some(values) if values.contains('=') => Which::Values(values.to_owned()),
        Some(name) => Which::Property(name.to_owned()),
    };
    (files, which)
}

fn explained(arguments: &ExplainArguments, color: Color) -> Result<ExitCode, ExitCode> {
    if arguments.ask && arguments.format != PictureFormat::Text {
        return Err(wrong("error: --ask goes with --format text only\n"));
    }
    let (files, which) = asked_for(arguments);
    let config = Config::read(color.on_error()).map_err(|message| wrong(&message))?;
    let target = Target::with(&files, &config)?;
    let mut loaded = load::load(&arguments.shared, &target, None).map_err(|message| wrong(&message))?;
    let messages = loaded.messages(&arguments.shared.allow, color.on_error()).text;
    if loaded.has_errors() {
        return Err(wrong(&messages));
    }
    let constants = loaded.program.add_constants();
    let patterns = match &which {
        Which::Property(name) => vec![name.clone()],
        _ => arguments.property.clone(),
    };
    let selected = select(&loaded.program, &patterns);
    if selected.is_empty() {
        output::complain(&nothing_selected(&loaded.program, &patterns));
        return Err(ExitCode::Nothing);
    }
    let stance = arguments.trust.read(&loaded.program)?;
    let before = stored(&target, &loaded);
    let known = replay::known(&mut loaded.program, constants, &before);
    let checker = Checker::new(&loaded.program, constants);
    let jobs = arguments.jobs.or(config.check.jobs).unwrap_or_else(super::check::default_jobs).max(1);
    let options = super::check::plain_options(arguments.depth.or(config.check.depth), COUNTEREXAMPLES);
    let mut outcomes = checked(&checker, &known, &options, arguments.timeout, jobs)?;
    let command = target.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let text = CheckText::new(&loaded.program, loaded.sources.sources(), &options, command, color.on_output());
    let mut chosen = chosen(&loaded.program, &outcomes, &selected, &before);
    if let Which::Values(values) = &which {
        chosen = given(&checker, &selected, &text, values, arguments, color)?.into_iter().collect();
        if chosen.is_empty() {
            return Ok(ExitCode::Ok);
        }
        for (id, found) in &chosen {
            outcomes[id.0 as usize].join(vec![found.clone()], usize::MAX);
        }
    }
    if chosen.is_empty() {
        return Ok(nothing(&text, &outcomes, &selected));
    }
    // Properties that were not asked for still say what a repair must not break.
    let outcomes = outcomes.into_iter().filter(|outcome| says_something(outcome, &selected)).collect();
    let inquiry = Inquiry { checker: &checker, text: &text, arguments, outcomes, chosen, jobs };
    let found = inquiry.explain(&stance, &[]);
    let report = inquiry.report(&found);
    output::print(&match arguments.format {
        PictureFormat::Text => report.text(),
        PictureFormat::Json => report.json(),
        PictureFormat::Dot => report.dot(),
        PictureFormat::Svg => report.svg(),
    });
    if watch::interrupted() {
        output::complain("interrupted: this is what was found so far\n");
        return Ok(ExitCode::Interrupted);
    }
    match arguments.apply_repair {
        Some(number) => apply(&report, number),
        None if arguments.ask => Ok(ask(&inquiry, stance, found)),
        None => Ok(ExitCode::Refuted),
    }
}

/// What is stored of the program; what must be known about that is said.
fn stored(target: &Target, loaded: &load::Loaded) -> Store {
    let before = StoreFile::open(&target.files).1;
    match &before {
        None => output::complain("note: nothing is stored of this program, so it is checked first\n"),
        Some(store) if store.program != hash(loaded.texts()) => {
            output::complain("note: the program has changed since it was checked; it is checked again\n");
        }
        Some(_) => {}
    }
    before.unwrap_or_default()
}

/// Checks all properties.
fn checked(
    checker: &Checker,
    known: &[Known],
    options: &Options,
    timeout: Duration,
    jobs: usize,
) -> Result<Vec<Outcome>, ExitCode> {
    let all: Vec<CheckId> = (0..checker.programs.user.checks.len() as u32).map(CheckId).collect();
    let board = Board::new();
    let run = Run { checker, selected: &all, known, options, timeout, jobs, board: &board };
    let checked = run.all(|_| {});
    match watch::interrupted() {
        true => Err(ExitCode::Interrupted),
        false => Ok(checked.into_iter().map(|(outcome, _)| outcome).collect()),
    }
}

/// Counterexamples, and all that it takes to explain them.
pub struct Inquiry<'i> {
    checker: &'i Checker<'i>,
    text: &'i CheckText<'i>,
    arguments: &'i ExplainArguments,
    outcomes: Vec<Outcome>,
    /// What is explained.
    chosen: Vec<(CheckId, Counterexample)>,
    jobs: usize,
}

/// What came of explaining.
pub struct Found {
    /// Who is to blame.
    pub blame: Blame,
    /// Why each counterexample is one.
    pub explanations: Vec<Explanation>,
    familiar: Familiar,
}

impl<'i> Inquiry<'i> {
    /// The program.
    pub fn program(&self) -> &Program {
        self.text.program
    }

    /// Explains the counterexamples to those who trust and assume this, without assuming certain atoms, and blames.
    pub fn explain(&self, stance: &Stance, except: &[Assumption]) -> Found {
        let (blame, explanations) = Watch::over(Some(self.arguments.budget), |watch| {
            let request = self.request(stance, watch);
            let blames = self.arguments.level != LevelName::Verdict;
            let explanations = self.explained(&request, except);
            let blame = if blames { blame(self.checker, &self.outcomes, &request) } else { Blame::default() };
            (blame, explanations)
        });
        // The budget may be over, but this is not much work: what is shown must not depend on the clock.
        let familiar = match self.arguments.level {
            LevelName::Suspects => {
                Watch::over(None, |watch| Familiar::new(self.checker, &blame.passing, self.text.options, watch))
            }
            _ => Familiar::default(),
        };
        Found { blame, explanations, familiar }
    }

    /// Only explains them.
    pub fn explanations(&self, stance: &Stance, except: &[Assumption]) -> Vec<Explanation> {
        let budget = Some(self.arguments.budget);
        Watch::over(budget, |watch| self.explained(&self.request(stance, watch), except))
    }

    fn explained(&self, request: &Request, except: &[Assumption]) -> Vec<Explanation> {
        self.chosen.iter().map(|(id, found)| explain(self.checker, *id, found, request, except)).collect()
    }

    fn request<'r>(&'r self, stance: &Stance, watch: &'r Watch) -> Request<'r> {
        Request {
            options: self.text.options,
            monitor: watch,
            budget: self.arguments.budget.as_secs_f64(),
            trusted: stance.trusted.clone(),
            assumable: stance.assumable.clone(),
            repairs: self.looks_for_repairs(),
            hidden: &|_| false,
            jobs: self.jobs,
        }
    }

    fn looks_for_repairs(&self) -> bool {
        !self.arguments.no_repairs && self.arguments.level != LevelName::Verdict
    }

    /// What is said of it.
    pub fn report<'f>(&'f self, found: &'f Found) -> BlameText<'f, 'i> {
        BlameText {
            check: self.text,
            level: self.arguments.level.into(),
            blame: &found.blame,
            explanations: &found.explanations,
            familiar: &found.familiar,
            repairs: self.looks_for_repairs(),
            boxes: self.arguments.boxes,
        }
    }
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Level {
        match name {
            LevelName::Verdict => Level::Verdict,
            LevelName::Suspects => Level::Suspects,
            LevelName::Rules => Level::Rules,
            LevelName::Full => Level::Full,
        }
    }
}

/// The counterexamples to be explained: those that are stored, else the smallest of each property.
fn chosen(
    program: &Program,
    outcomes: &[Outcome],
    selected: &[CheckId],
    stored: &Store,
) -> Vec<(CheckId, Counterexample)> {
    let mut chosen = vec![];
    for outcome in outcomes.iter().filter(|outcome| selected.contains(&outcome.check)) {
        let check = &program.checks[outcome.check.0 as usize];
        if let (Verdict::Counterexample(found), true) = (&outcome.verdict, check.expected != Expectation::Invalid) {
            let name = program.symbols.text(check.name);
            let count = stored.counterexamples.iter().filter(|stored| stored.property == name).count().max(1);
            chosen.extend(found.iter().take(count).map(|found| (outcome.check, found.clone())));
        }
    }
    chosen
}

/// Whether an outcome says what is right, or was asked for: other counterexamples are nothing that a repair must mend.
fn says_something(outcome: &Outcome, selected: &[CheckId]) -> bool {
    selected.contains(&outcome.check) || !matches!(outcome.verdict, Verdict::Counterexample(_))
}

/// The counterexample of values that the user gives; none, and what holds is said, if they are none.
fn given(
    checker: &Checker,
    selected: &[CheckId],
    text: &CheckText,
    values: &str,
    arguments: &ExplainArguments,
    color: Color,
) -> Result<Option<(CheckId, Counterexample)>, ExitCode> {
    let program = text.program;
    let mut reader = ValueReader::new(program, checker.constants);
    let mut misread = None;
    let (mut said, mut open) = (String::new(), false);
    for id in selected {
        let check = &program.checks[id.0 as usize];
        let read = match reader.read(check, &[], values) {
            Ok(read) => read,
            Err(reason) => {
                misread.get_or_insert(reason);
                continue;
            }
        };
        let replayed = Watch::over(Some(arguments.timeout), |watch| checker.replay(*id, &read, text.options, watch));
        match replayed {
            Replayed::Refuted(found) => return Ok(Some((*id, *found))),
            other => {
                open |= matches!(other, Replayed::CutOff(_) | Replayed::Unknown(_));
                said.push_str(&text.replayed(check, &read, &other));
            }
        }
    }
    match misread {
        Some(reason) if said.is_empty() => Err(wrong(&replay::explain(&reason, color.on_error()))),
        _ => {
            output::print(&said);
            if open { Err(ExitCode::Unknown) } else { Ok(None) }
        }
    }
}

/// What is said when there is no counterexample.
fn nothing(text: &CheckText, outcomes: &[Outcome], selected: &[CheckId]) -> ExitCode {
    let asked = || outcomes.iter().filter(|outcome| selected.contains(&outcome.check));
    asked().for_each(|outcome| output::print(&text.outcome(outcome)));
    let found = asked().any(|outcome| matches!(outcome.verdict, Verdict::Counterexample(_)));
    let why = if found { "the counterexamples that were found are expected" } else { "no counterexample was found" };
    output::complain(&format!("there is nothing to explain: {why}\n"));
    let open = asked().any(|outcome| matches!(outcome.verdict, Verdict::Unknown(_) | Verdict::Vacuous(_)));
    if open { ExitCode::Unknown } else { ExitCode::Ok }
}

/// Writes a repair into its file.
fn apply(report: &BlameText, number: usize) -> Result<ExitCode, ExitCode> {
    let suspect = number.checked_sub(1).and_then(|place| report.blame.ranked.get(place));
    let Some(repair) = suspect.and_then(|suspect| suspect.repairs.first()) else {
        return Err(wrong(&format!("error: the suspect {number} has no repair to apply\n")));
    };
    let (span, new) = report.applied(&repair.change);
    let file = report.check.sources.file(span.file);
    let (start, end) = (span.range.start as usize, span.range.end as usize);
    let text = format!("{}{new}{}", &file.text[..start], &file.text[end..]);
    let backup = keep(&file.path, &file.text)?;
    match std::fs::write(&file.path, text) {
        Ok(()) => {
            output::complain(&format!("{} is changed; what it was is in {backup}\n", file.path));
            Ok(ExitCode::Ok)
        }
        Err(reason) => {
            // Nothing was changed, so nothing need be kept.
            let _ = std::fs::remove_file(&backup);
            Err(wrong(&format!("error: {} cannot be changed: {reason}\n", file.path)))
        }
    }
}

/// Keeps a file as it is behind the first name of its kind that is free, and says which.
fn keep(path: &str, text: &str) -> Result<String, ExitCode> {
    for number in 0.. {
        let backup = if number == 0 { format!("{path}.orig") } else { format!("{path}.orig{number}") };
        match std::fs::OpenOptions::new().write(true).create_new(true).open(&backup) {
            Ok(mut file) => {
                return match file.write_all(text.as_bytes()) {
                    Ok(()) => Ok(backup),
                    Err(reason) => Err(wrong(&format!("error: {backup} cannot be written: {reason}\n"))),
                };
            }
            Err(reason) if reason.kind() == ErrorKind::AlreadyExists => {}
            Err(reason) => return Err(wrong(&format!("error: {backup} cannot be written: {reason}\n"))),
        }
    }
    unreachable!("some number is free")
}
