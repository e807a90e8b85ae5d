//! `blame explain --ask`: the user says what is right and what is wrong, and blame is told again.
//!
//! Answers are lines of the standard input, so that they can be piped; prompts and complaints go to the standard error.
//! What an answer changes is shown, and no more than that.

use super::explain::{Found, Inquiry};
use super::trust::{Stance, predicate};
use super::{ExitCode, output, watch};
use crate::explain::Assumption;
use crate::report::counted;
use std::io::BufRead;

/// The answers, and what they mean.
const ANSWERS: [(&str, &str, &str); 6] = [
    ("trust", " P/N", "P/N is right: its clauses leave the blame, and everything is told again"),
    ("wrong", " N", "assumption N should not hold: explanations do without this atom; the ranking stays as it is"),
    ("next", "", "show the next suspect; an empty line does the same"),
    ("repair", " N", "show the repairs of suspect N as diffs"),
    ("help", "", "show this"),
    ("quit", "", "end"),
];

/// What came of an answer.
enum Then {
    Ask,
    End(ExitCode),
}

/// What follows an answer that took a search.
fn then() -> Then {
    if watch::interrupted() { Then::End(ExitCode::Interrupted) } else { Then::Ask }
}

/// Asks until the user has had enough, or the input ends.
pub fn ask(inquiry: &Inquiry, stance: Stance, found: Found) -> ExitCode {
    let next = inquiry.report(&found).shown();
    let mut asking = Asking { inquiry, stance, except: vec![], found, next };
    output::print(&asking.assumptions());
    output::complain("Answers: trust P/N, wrong N, next, repair N, help, quit\n");
    loop {
        output::complain("> ");
        let Some(line) = watch::asking(line) else {
            output::complain("\n");
            return ExitCode::Refuted;
        };
        match asking.answer(&line) {
            Ok(Then::Ask) => {}
            Ok(Then::End(code)) => return code,
            Err(message) => output::complain(&format!("{message}\n")),
        }
    }
}

/// A line of the standard input, if there is one.
fn line() -> Option<String> {
    let mut bytes = vec![];
    match std::io::stdin().lock().read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

struct Asking<'a, 'i> {
    inquiry: &'a Inquiry<'i>,
    stance: Stance,
    /// The atoms that must not be assumed.
    except: Vec<Assumption>,
    found: Found,
    /// The suspect that is shown next, from 0.
    next: usize,
}

impl Asking<'_, '_> {
    fn answer(&mut self, line: &str) -> Result<Then, String> {
        let mut words = line.split_whitespace();
        let (word, rest) = (words.next().unwrap_or("next"), words.next());
        if let Some(more) = words.next() {
            return Err(format!("{more} is one word too many; help says what the answers are"));
        }
        match (word, rest) {
            ("trust", Some(name)) => return self.trust(name),
            ("wrong", Some(number)) => return self.wrong(number),
            ("repair", Some(number)) => output::print(&self.repair(number)?),
            ("next", None) => self.next()?,
            ("help", None) => output::complain(&help()),
            ("quit", None) => return Ok(Then::End(ExitCode::Refuted)),
            _ => return Err(misunderstood(word)),
        }
        Ok(Then::Ask)
    }

    fn trust(&mut self, name: &str) -> Result<Then, String> {
        let id = predicate(self.inquiry.program(), name)?;
        if self.stance.trusted.contains(&id) || self.inquiry.program().signature.predicate(id).trusted {
            return Err(format!("{name} is trusted already"));
        }
        self.stance.trusted.push(id);
        let before = self.explanations();
        self.found = self.inquiry.explain(&self.stance, &self.except);
        self.next = 0;
        self.tell_changes(&before);
        output::print(&format!("{}{}", self.inquiry.report(&self.found).ranking(), self.assumptions()));
        Ok(then())
    }

    fn wrong(&mut self, number: &str) -> Result<Then, String> {
        let all = self.assumed();
        let (_, assumption) = numbered(&all, number, "assumption")?;
        self.except.push(assumption.clone());
        let before = self.explanations();
        self.found.explanations = self.inquiry.explanations(&self.stance, &self.except);
        self.tell_changes(&before);
        output::print(&self.assumptions());
        Ok(then())
    }

    /// Shows the explanations that are not what they were.
    fn tell_changes(&self, before: &[String]) {
        for (old, new) in before.iter().zip(self.explanations()) {
            if *old != new {
                output::print(&new);
            }
        }
    }

    fn explanations(&self) -> Vec<String> {
        let report = self.inquiry.report(&self.found);
        self.found.explanations.iter().map(|explanation| report.explanation(explanation)).collect()
    }

    /// What the explanations assume, each atom once.
    fn assumed(&self) -> Vec<(String, Assumption)> {
        let report = self.inquiry.report(&self.found);
        let mut all: Vec<(String, Assumption)> = vec![];
        for (atom, assumption) in self.found.explanations.iter().flat_map(|explanation| report.assumed(explanation)) {
            if !all.iter().any(|(other, _)| *other == atom) {
                all.push((atom, assumption));
            }
        }
        all
    }

    /// The same as a list with the numbers that answers name.
    fn assumptions(&self) -> String {
        let all = self.assumed();
        if all.is_empty() {
            return "Nothing is assumed.\n".into();
        }
        let lines = all.iter().enumerate().map(|(place, (atom, _))| format!("    {}. {atom}\n", place + 1));
        format!("Assumed:\n{}", lines.collect::<String>())
    }

    fn next(&mut self) -> Result<(), String> {
        if self.next >= self.found.blame.ranked.len() {
            return Err("there are no more suspects".into());
        }
        output::print(&self.inquiry.report(&self.found).suspect(self.next));
        self.next += 1;
        Ok(())
    }

    fn repair(&self, number: &str) -> Result<String, String> {
        let one = numbered(&self.found.blame.ranked, number, "suspect")?;
        match one.repairs.is_empty() {
            true => Err(format!("no repair of suspect {number} is known")),
            false => Ok(self.inquiry.report(&self.found).diffs(one)),
        }
    }
}

/// The one of a number in a list.
fn numbered<'l, T>(list: &'l [T], number: &str, what: &str) -> Result<&'l T, String> {
    let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    place.and_then(|place| list.get(place)).ok_or_else(|| match list.len() {
        0 => format!("there is no {what}"),
        many => format!(
            "there is no {what} {number}: there {} {}",
            if many == 1 { "is" } else { "are" },
            counted(many, what)
        ),
    })
}

/// What is said of an answer that is none: what it lacks, or which one is near.
fn misunderstood(word: &str) -> String {
    if let Some((name, more, _)) = ANSWERS.iter().find(|(name, ..)| *name == word) {
        return format!("write {name}{more}");
    }
    let near = ANSWERS.iter().map(|(name, more, _)| (strsim::jaro_winkler(word, name), name, more));
    let near = near.max_by(|one, other| one.0.total_cmp(&other.0));
    let hint = near.map(|(_, name, more)| format!("; did you mean {name}{more}?")).unwrap_or_default();
    format!("{word} is no answer{hint}")
}

fn help() -> String {
    ANSWERS.iter().map(|(name, more, meaning)| format!("{:<11}{meaning}\n", format!("{name}{more}"))).collect()
}
