//! `blame check`: counterexamples to the properties of a program.

use super::config::{CheckConfig, Config};
use super::progress::{Board, Row};
use super::replay::{self, Known, StillKnown};
use super::select::{nothing_selected, select};
use super::store::StoreFile;
use super::target::Target;
use super::watch::{self, Clock};
use super::{Color, ExitCode, Format, load, output};
use crate::check::{Checker, Options, Outcome, Sampling, SpeedUps, Store, Strategy, Verdict, hash};
use crate::generate::{Rate, Scope};
use crate::program::CheckId;
use crate::report::{CheckText, ChecksJson};
use crate::syntax::Files;
use crate::term::Functor;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub struct CheckArguments {
    /// The files of the program, in their order: Prolog (.pl) or αProlog (.apl); without, the program of blame.toml, or
    /// the one checked last in this folder
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Check the properties of this name only; `*` stands for anything; may be given several times
    #[arg(long, value_name = "NAME")]
    property: Vec<String>,
    /// How values are found [default: lazy]
    #[arg(long, value_enum)]
    strategy: Option<StrategyName>,
    /// The bound, instead of the properties' own
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// The longest time for each property, as 30s or 2m [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = watch::duration)]
    timeout: Option<Duration>,
    /// The most counterexamples of each property [default: 1]
    #[arg(long, value_name = "N")]
    max: Option<usize>,
    /// All counterexamples of the first round that has some
    #[arg(long, conflicts_with = "max")]
    all: bool,
    /// End with the first counterexample, whatever its size
    #[arg(long)]
    first: bool,
    /// Neither replay nor keep counterexamples: the folder blame.out is left alone
    #[arg(long)]
    no_store: bool,
    /// Say whether these values are a counterexample, as `W = [b], N = z`, instead of searching
    #[arg(long, value_name = "VALUES")]
    replay: Option<String>,
    /// What an open type of the properties stands for, as A=nat; may be given several times
    #[arg(long, value_name = "A=TYPE")]
    at: Vec<String>,
    /// Where the numbers of `random` come from [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many values `random` draws
    #[arg(long, value_name = "N", default_value_t = 1000)]
    samples: u64,
    /// The share of a finite space that `random` draws instead, each value once, as 0.1
    #[arg(long, value_name = "SHARE", value_parser = Rate::parse)]
    rate: Option<Rate>,
    /// The space that `random` draws from: tiny, small, medium, large or huge
    #[arg(long, value_name = "SIZE", value_parser = scope)]
    scope: Option<Scope>,
    /// How many threads work [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// The most memory of each property, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1000)]
    memory: usize,
    /// Leave a speed-up out, to measure it; may be given several times
    #[arg(long, value_enum, value_name = "SPEED-UP")]
    without: Vec<SpeedUpName>,
    /// How results are written
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    shared: load::SharedArguments,
}

/// The strategies by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum StrategyName {
    /// Solve the hypotheses, split what the conclusion looks at
    #[default]
    Lazy,
    /// Solve the hypotheses, give all variables values, try the conclusion
    Naf,
    /// All values in the order of their sizes
    Tiers,
    /// Values by chance
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SpeedUpName {
    /// Branches end as soon as what is pending cannot fit
    Slack,
    /// Goals that are guided run before calls that are not
    Selection,
    /// Clauses are found by what arguments begin with
    Indexing,
    /// Negated goals and conclusions get their budget step by step
    Deepening,
}

fn scope(text: &str) -> Result<Scope, String> {
    Scope::named(text).ok_or_else(|| format!("the sizes are {}", Scope::NAMES.join(", ")))
}

pub fn run(arguments: &CheckArguments, color: Color) -> ExitCode {
    watch::catch_interrupts();
    let mut wanted = match Wanted::new(arguments, color) {
        Ok(wanted) => wanted,
        Err(code) => return code,
    };
    match &arguments.replay {
        Some(values) => wanted.replay(values),
        None => wanted.check(),
    }
}

/// A program that was loaded, and what is wanted of it.
struct Wanted<'a> {
    arguments: &'a CheckArguments,
    color: Color,
    target: Target,
    loaded: load::Loaded,
    /// What is to be said about the program.
    messages: String,
    constants: Functor,
    options: Options,
    selected: Vec<CheckId>,
    timeout: Duration,
    jobs: usize,
}

impl<'a> Wanted<'a> {
    /// Loads the program and finds out what is wanted of it; what is wrong with either is said.
    fn new(arguments: &'a CheckArguments, color: Color) -> Result<Wanted<'a>, ExitCode> {
        let wrong = |message: String| {
            output::complain(&message);
            ExitCode::Input
        };
        let config = Config::read(color.on_error()).map_err(wrong)?;
        let target = Target::with(&arguments.files, &config)?;
        let mut loaded = load::load(&arguments.shared, &target, None).map_err(wrong)?;
        let messages = loaded.messages(&arguments.shared.allow, color.on_error()).text;
        if loaded.has_errors() {
            return Err(wrong(messages));
        }
        let notation = loaded.notation();
        let constants = loaded.program.add_constants();
        let mut options = arguments.options(&config.check);
        options.types =
            replay::open_types(&mut loaded.program, &arguments.at, notation, color.on_error()).map_err(wrong)?;
        let selected = select(&loaded.program, &arguments.property);
        if selected.is_empty() {
            output::complain(&nothing_selected(&loaded.program, &arguments.property));
            return Err(ExitCode::Nothing);
        }
        let timeout = arguments.timeout.or(config.check.timeout).unwrap_or(Duration::from_secs(60));
        let jobs = arguments.jobs.or(config.check.jobs).unwrap_or_else(default_jobs).max(1);
        // Threads that no property of its own is left for share one.
        options.jobs = (jobs / selected.len().max(1)).max(1);
        Ok(Wanted { arguments, color, target, loaded, messages, constants, options, selected, timeout, jobs })
    }

    fn text(&self) -> CheckText<'_> {
        let command = self.arguments.command(&self.target);
        let sources = self.loaded.sources.sources();
        CheckText::new(&self.loaded.program, sources, &self.options, command, self.color.on_output())
    }

    /// Tests values that the user gives.
    fn replay(&self, values: &str) -> ExitCode {
        let checker = Checker::new(&self.loaded.program, self.constants);
        let (timeout, format, colours) = (self.timeout, self.arguments.format, self.color.on_error());
        replay::run(&checker, &self.selected, &self.text(), &replay::Given { values, timeout, format, colours })
    }

    /// Checks the properties, says what came of it, and stores what was found.
    fn check(&mut self) -> ExitCode {
        let prints = self.arguments.format == Format::Text;
        let titled = prints && (self.selected.len() > 1 || !self.messages.is_empty());
        if titled {
            output::print(&format!("{}\n", self.loaded.title()));
        }
        if !self.messages.is_empty() {
            output::complain(&format!("{}{}", if titled { "\n" } else { "" }, self.messages));
        }
        let stores = !self.arguments.no_store;
        let (file, before) = if stores { StoreFile::open(&self.target.files) } else { (StoreFile::none(), None) };
        let before = before.unwrap_or_default();
        let known = replay::known(&mut self.loaded.program, self.constants, &before);
        let text = self.text();
        let board = Board::new();
        let run = Run {
            checker: &Checker::new(&self.loaded.program, self.constants),
            selected: &self.selected,
            known: &known,
            options: &self.options,
            timeout: self.timeout,
            jobs: self.jobs,
            board: &board,
        };
        // The messages end with an empty line.
        let (mut first, mut apart) = (!titled || !self.messages.is_empty(), titled && self.messages.is_empty());
        let checked = run.all(|outcome| {
            let outcome = text.outcome(outcome);
            // What takes several lines stands apart.
            let several = outcome.lines().nth(1).is_some();
            let gap = if std::mem::replace(&mut apart, several) || several && !first { "\n" } else { "" };
            first = false;
            if prints {
                board.apart(|| output::print(&format!("{gap}{outcome}")));
            }
        });
        let gone: Vec<usize> = checked.iter().flat_map(|(_, still)| still.gone.iter().copied()).collect();
        let outcomes: Vec<Outcome> = checked.into_iter().map(|(outcome, _)| outcome).collect();
        let mut store = self.store();
        self.sum_up(&text, &outcomes, &store);
        fill(&mut store, &text, &outcomes, &before, &known, &gone);
        file.write(&store);
        exit_code(&text, &outcomes)
    }

    fn sum_up(&self, text: &CheckText, outcomes: &[Outcome], store: &Store) {
        let not_begun = self.selected.len() - outcomes.len();
        match self.arguments.format {
            // Of one property nothing is left to say.
            Format::Text if self.selected.len() == 1 && not_begun == 0 => {}
            Format::Text => output::print(&format!("\n{}", text.summary(outcomes, not_begun))),
            Format::Json => {
                let (files, hash) = (&store.files, &store.program);
                let json = ChecksJson { text, files, hash, interrupted: watch::interrupted() };
                output::print(&json.write(outcomes));
            }
        }
    }

    /// The store of the program, so far without counterexamples.
    fn store(&self) -> Store {
        let strings = |paths: &[PathBuf]| -> Vec<String> {
            paths.iter().map(|path| path.to_string_lossy().into_owned()).collect()
        };
        let mut libraries = strings(&self.arguments.shared.libraries);
        libraries.extend(strings(&self.target.libraries));
        Store::new(strings(&self.target.files), libraries, hash(self.loaded.texts()))
    }
}

fn exit_code(text: &CheckText, outcomes: &[Outcome]) -> ExitCode {
    let code = |outcome: &Outcome| {
        let expected = text.program.checks[outcome.check.0 as usize].expected;
        match outcome.as_expected(expected) {
            Some(true) => ExitCode::Ok,
            Some(false) => ExitCode::Refuted,
            None => ExitCode::Unknown,
        }
    };
    let worst = outcomes.iter().map(code).fold(ExitCode::Ok, ExitCode::worse);
    if watch::interrupted() { ExitCode::Interrupted } else { worst }
}

/// Puts into a store what was found, and behind it what was there and still is a counterexample, or was not looked at.
fn fill(store: &mut Store, text: &CheckText, outcomes: &[Outcome], before: &Store, known: &[Known], gone: &[usize]) {
    let mut kept: BTreeMap<CheckId, Vec<&Known>> = BTreeMap::new();
    for known in known.iter().filter(|known| !gone.contains(&known.place)) {
        known.id.into_iter().for_each(|id| kept.entry(id).or_default().push(known));
    }
    let hash = store.program.clone();
    for (number, check) in text.program.checks.iter().enumerate() {
        let id = CheckId(number as u32);
        let outcome = outcomes.binary_search_by_key(&id, |outcome| outcome.check).ok().map(|place| &outcomes[place]);
        if let Some(Verdict::Counterexample(found)) = outcome.map(|outcome| &outcome.verdict) {
            let new = found.iter().filter(|found| !found.replayed);
            new.for_each(|found| store.add(text.stored(check, found, &hash)));
        }
        let kept = kept.remove(&id).unwrap_or_default();
        kept.iter().for_each(|known| store.add(before.counterexamples[known.place].clone()));
    }
}

impl CheckArguments {
    fn options(&self, config: &CheckConfig) -> Options {
        let without = |name| !self.without.contains(&name);
        let seed = self.seed.or(config.seed).unwrap_or(1);
        Options {
            strategy: match self.strategy.or(config.strategy).unwrap_or_default() {
                StrategyName::Lazy => Strategy::Lazy,
                StrategyName::Naf => Strategy::Naf,
                StrategyName::Tiers => Strategy::Tiers,
                StrategyName::Random => Strategy::Random,
            },
            depth: self.depth.or(config.depth),
            most: if self.all { usize::MAX } else { self.max.or(config.max).unwrap_or(1).max(1) },
            first: self.first,
            sampling: Sampling { seed, samples: self.samples, rate: self.rate, scope: self.scope },
            speed_ups: SpeedUps {
                slack: without(SpeedUpName::Slack),
                selection: without(SpeedUpName::Selection),
                indexing: without(SpeedUpName::Indexing),
                deepening: without(SpeedUpName::Deepening),
            },
            memory: self.memory.saturating_mul(1_000_000),
            steps: u64::MAX,
            jobs: 1,
            types: vec![],
        }
    }

    /// The words of a command line that name the program and its types.
    fn command(&self, target: &Target) -> Vec<String> {
        let mut words: Vec<String> = target.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
        for folder in self.shared.libraries.iter().chain(&target.libraries) {
            words.extend(["-L".to_owned(), folder.to_string_lossy().into_owned()]);
        }
        for at in &self.at {
            words.extend(["--at".to_owned(), at.clone()]);
        }
        words
    }
}

pub fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Options that leave all to the program, but for the bound and the number of counterexamples.
pub fn plain_options(depth: Option<u32>, most: usize) -> Options {
    Options {
        strategy: Strategy::Lazy,
        depth,
        most,
        first: false,
        sampling: Sampling { seed: 1, samples: 0, rate: None, scope: None },
        speed_ups: SpeedUps::default(),
        memory: 1_000_000_000,
        steps: u64::MAX,
        jobs: 1,
        types: vec![],
    }
}

/// A run over some properties.
pub struct Run<'r> {
    pub checker: &'r Checker<'r>,
    pub selected: &'r [CheckId],
    pub known: &'r [Known],
    pub options: &'r Options,
    pub timeout: Duration,
    pub jobs: usize,
    pub board: &'r Board,
}

impl<'r> Run<'r> {
    /// Checks the properties on several threads; each is told as soon as those before it are. When the user wants everything
    /// to end, no property is begun any more.
    pub fn all(&self, tell: impl FnMut(&Outcome)) -> Vec<(Outcome, StillKnown)> {
        Clock::with(|clock| self.all_by(clock, tell))
    }

    fn all_by(&self, clock: &Clock<'r>, mut tell: impl FnMut(&Outcome)) -> Vec<(Outcome, StillKnown)> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let mut done: Vec<Option<(Outcome, StillKnown)>> = self.selected.iter().map(|_| None).collect();
        let mut told = 0;
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, self.selected.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while !watch::interrupted() {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(id) = self.selected.get(place) else { return };
                        if sender.send((place, self.one(clock, place, *id))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (place, checked) in receiver {
                done[place] = Some(checked);
                while let Some(Some((outcome, _))) = done.get(told) {
                    tell(outcome);
                    told += 1;
                }
            }
        });
        done.into_iter().flatten().collect()
    }

    /// Checks one property: first what is known of it, for a part of the time, then the search.
    fn one(&self, clock: &Clock<'r>, place: usize, id: CheckId) -> (Outcome, StillKnown) {
        const SHARE: u32 = 10;
        let still = match self.known.iter().any(|known| known.id == Some(id)) {
            true => clock.over(Some(self.timeout / SHARE), None, |watch| {
                replay::replay(self.checker, id, self.known, self.options, watch)
            }),
            false => StillKnown::default(),
        };
        let program = self.checker.programs.user;
        let check = &program.checks[id.0 as usize];
        let bound = self.options.depth.or(check.bound);
        let row = Row::new(self.board, place, program.symbols.text(check.name), bound);
        let outcome = clock.over(Some(self.timeout), Some(row), |watch| {
            if self.options.first && !still.found.is_empty() {
                return self.checker.known(id, still.found.clone(), self.options, watch);
            }
            let mut outcome = self.checker.check(id, self.options, watch);
            outcome.join(still.found.clone(), self.options.most);
            outcome
        });
        (outcome, still)
    }
}
