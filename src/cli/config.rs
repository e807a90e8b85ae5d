//! `blame.toml` in the current folder: which program is meant, and how it is checked.
//!
//! ```toml
//! program = ["programs/sort.pl"]
//!
//! [check]
//! depth = 12
//! timeout = "2m"
//! ```
//!
//! What is wrong with it is said at once, each mistake with its place.

use super::check::StrategyName;
use super::watch;
use crate::report::DiagnosticsText;
use crate::source::{Diagnostic, FileId, Range, SourceMap, Span};
use clap::ValueEnum;
use std::path::PathBuf;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the file.
pub const FILE: &str = "blame.toml";

/// What the file says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The files of the program, in their order.
    pub program: Vec<PathBuf>,
    /// What `blame check` takes where the command line says nothing.
    pub check: CheckConfig,
}

/// The table `[check]`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CheckConfig {
    /// `--depth`
    pub depth: Option<u32>,
    /// `--timeout`
    pub timeout: Option<Duration>,
    /// `--strategy`
    pub strategy: Option<StrategyName>,
    /// `--max`
    pub max: Option<usize>,
    /// `--seed`
    pub seed: Option<u64>,
    /// `--jobs`
    pub jobs: Option<usize>,
}

const KEYS: [&str; 2] = ["program", "check"];
const CHECK_KEYS: [&str; 6] = ["depth", "timeout", "strategy", "max", "seed", "jobs"];

impl Config {
    /// Reads the file, if there is one; what is wrong is said in one text.
    pub fn read(colours: bool) -> Result<Config, String> {
        let text = match std::fs::read_to_string(FILE) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Config::default()),
            Err(error) => return Err(format!("error: cannot read {FILE}: {error}\n")),
        };
        Config::parse(&text).map_err(|wrong| {
            let mut sources = SourceMap::default();
            sources.add(FILE, text.as_str());
            let writer = DiagnosticsText::new(&sources, colours);
            wrong.iter().map(|diagnostic| writer.render(diagnostic) + "\n").collect()
        })
    }

    fn parse(text: &str) -> Result<Config, Vec<Diagnostic>> {
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().unwrap_or(0..0);
            vec![Diagnostic::error(span(at), error.message().replace('\n', ", "))]
        })?;
        let mut reader = Reader { wrong: vec![] };
        let mut config = Config::default();
        for (key, value) in table.get_ref() {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("program", _) => config.program = reader.paths(value),
                ("check", DeValue::Table(table)) => config.check = reader.check(table),
                ("check", _) => reader.wrong(value, "a table was expected here", "write [check] on a line of its own"),
                _ => reader.unknown(key, &KEYS),
            }
        }
        if reader.wrong.is_empty() { Ok(config) } else { Err(reader.wrong) }
    }
}

fn span(range: std::ops::Range<usize>) -> Span {
    Range::new(range.start as u32, range.end as u32).in_file(FileId(0))
}

/// Takes values from the tables, and notes what is wrong.
struct Reader {
    wrong: Vec<Diagnostic>,
}

impl Reader {
    fn wrong<T>(&mut self, at: &Spanned<T>, message: impl Into<String>, hint: &str) {
        self.wrong.push(Diagnostic::error(span(at.span()), message).hint(hint));
    }

    fn unknown<T: AsRef<str>>(&mut self, key: &Spanned<T>, known: &[&str]) {
        let name = key.get_ref().as_ref();
        let near = known.iter().map(|other| (strsim::damerau_levenshtein(name, other), *other)).min();
        let hint = match near {
            Some((distance, other)) if distance <= 2 => format!("is {other} meant?"),
            _ => format!("the keys here are {}", known.join(", ")),
        };
        self.wrong(key, format!("unknown key {name}"), &hint);
    }

    fn paths(&mut self, value: &Spanned<DeValue>) -> Vec<PathBuf> {
        let hint = "write program = \"FILE\", or several as [\"FILE\", \"FILE\"]";
        let parts = match value.get_ref() {
            DeValue::Array(parts) if !parts.is_empty() => parts.iter().collect(),
            DeValue::String(_) => vec![value],
            _ => {
                self.wrong(value, "the files of a program were expected here", hint);
                return vec![];
            }
        };
        let mut paths = vec![];
        for part in parts {
            match part.get_ref() {
                DeValue::String(path) if !path.is_empty() => paths.push(PathBuf::from(path.as_ref())),
                _ => self.wrong(part, "the name of a file was expected here", hint),
            }
        }
        paths
    }

    fn check(&mut self, table: &DeTable) -> CheckConfig {
        let mut check = CheckConfig::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "depth" => check.depth = self.number(value),
                "max" => check.max = self.number(value),
                "seed" => check.seed = self.number(value),
                "jobs" => check.jobs = self.number(value),
                "timeout" => check.timeout = self.text(value, watch::duration),
                "strategy" => check.strategy = self.text(value, |name| StrategyName::from_str(name, false)),
                _ => self.unknown(key, &CHECK_KEYS),
            }
        }
        check
    }

    fn number<N: TryFrom<u64>>(&mut self, value: &Spanned<DeValue>) -> Option<N> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let number = number.and_then(|number| N::try_from(number).ok());
        if number.is_none() {
            self.wrong(value, "a number was expected here", "it is not negative, and written without quotes");
        }
        number
    }

    fn text<T>(&mut self, value: &Spanned<DeValue>, parse: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        let hint = "write it in quotes, as on the command line";
        let DeValue::String(text) = value.get_ref() else {
            self.wrong(value, "a text was expected here", hint);
            return None;
        };
        match parse(text) {
            Ok(value) => Some(value),
            Err(reason) => {
                self.wrong(value, reason, hint);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> Vec<String> {
        let wrong = Config::parse(text).unwrap_err();
        wrong.into_iter().map(|one| format!("{}: {}", one.message, one.hint.unwrap_or_default())).collect()
    }

    #[test]
    fn a_program_is_one_file_or_several() {
        let program = |text| Config::parse(text).unwrap().program;
        assert_eq!(program("program = 'a.pl'"), [PathBuf::from("a.pl")]);
        assert_eq!(program("program = ['a.pl', 'b.pl']"), [PathBuf::from("a.pl"), PathBuf::from("b.pl")]);
    }

    #[test]
    fn the_defaults_of_a_check_are_read() {
        let text = "[check]\ndepth = 7\ntimeout = '2m'\nstrategy = 'tiers'\nmax = 3\nseed = 4\njobs = 2\n";
        let expected = CheckConfig {
            depth: Some(7),
            timeout: Some(Duration::from_mins(2)),
            strategy: Some(StrategyName::Tiers),
            max: Some(3),
            seed: Some(4),
            jobs: Some(2),
        };
        assert_eq!(Config::parse(text).unwrap().check, expected);
    }

    #[test]
    fn an_unknown_key_is_told_with_the_near_one() {
        assert_eq!(wrong("programs = 'a.pl'"), ["unknown key programs: is program meant?"]);
        let keys = "the keys here are depth, timeout, strategy, max, seed, jobs";
        assert_eq!(
            wrong("[check]\ndeph = 3\nfoo = 1"),
            ["unknown key deph: is depth meant?".to_owned(), format!("unknown key foo: {keys}")]
        );
    }

    #[test]
    fn values_of_the_wrong_kind_are_told() {
        assert_eq!(wrong("program = 3").len(), 1);
        assert_eq!(wrong("program = []").len(), 1);
        assert_eq!(wrong("check = 3").len(), 1);
        assert_eq!(wrong("[check]\ndepth = -1\ntimeout = 3\nstrategy = 'fast'").len(), 3);
        assert_eq!(wrong("program = ").len(), 1);
    }
}
