//! Programs with one fault that a person would make: those that ship with one, and those of `tests/bugs`.
//!
//! `tests/bugs/NAME.txt` has the bugs of `programs/NAME`, with blank lines between them. The first line of a bug is
//! `% name: what is wrong`; then the lines of the clause that is right stand behind `-`, those of the faulty one behind `+`.
//! Without the first the clause is added behind the others of its predicate, without the second it is left out.

use super::checking::{load_if_right, texts_of};
use super::{clause_core, files_in, root};
use blame::blame::{Change, Suspect};
use blame::program::{Clause, ClauseId, Program};
use std::path::Path;

/// A program with a fault, and what undoes it.
pub struct Faulty {
    /// The file of `programs` or `tests/bugs`, without its ending, and the bug.
    pub name: String,
    pub program: Program,
    pub culprit: Suspect,
    /// The clause as it should be; nothing if there should be none.
    right: Option<String>,
}

impl Faulty {
    /// Whether a change leads back to the right program.
    pub fn is_undone_by(&self, change: &Change) -> bool {
        match change {
            Change::Replace(id, _, clause) => {
                self.culprit == Suspect::Clause(*id) && self.right == Some(core(&self.program, clause))
            }
            Change::Add(clause) => self.right == Some(core(&self.program, clause)),
            Change::Delete(id) => self.culprit == Suspect::Clause(*id) && self.right.is_none(),
        }
    }
}

/// What a clause says, whatever it is called.
fn core(program: &Program, clause: &Clause) -> String {
    clause_core(program, &Clause { label: None, ..clause.clone() })
}

fn clauses(program: &Program) -> impl Iterator<Item = (ClauseId, &Clause)> {
    program.clauses.iter().enumerate().map(|(id, clause)| (ClauseId(id as u32), clause))
}

/// The programs that ship with a fault: their headers say `BUG: clause NAME`, and beside each stands the right one. Only those
/// whose name is wished for are read.
pub fn that_ship(is_wished: &dyn Fn(&str) -> bool) -> Vec<Faulty> {
    files_in("programs").iter().filter_map(|path| ships(path, is_wished)).collect()
}

fn ships(path: &Path, is_wished: &dyn Fn(&str) -> bool) -> Option<Faulty> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    let texts = texts_of(path);
    let (_, told) = texts[0].1.split_once("BUG: clause ").filter(|_| is_wished(&name))?;
    let label = told.split([' ', ',', ':']).next()?.to_owned();
    let program = load_if_right(&texts).expect("what ships has no errors");
    let named =
        |program: &Program| clauses(program).find(|(id, _)| program.clause_name(*id) == label).map(|(id, _)| id);
    let culprit = named(&program).expect("the header names a clause");
    let ending = path.extension()?.to_string_lossy();
    let right = name.strip_suffix("_bug").map_or_else(|| format!("{name}_fixed"), str::to_owned);
    let right = texts_of(&path.with_file_name(format!("{right}.{ending}")));
    let right = load_if_right(&right).expect("what ships has no errors");
    let clause = named(&right).expect("the right program has a clause of the name");
    let right = Some(core(&right, right.clause(clause)));
    Some(Faulty { name, program, culprit: Suspect::Clause(culprit), right })
}

/// The programs with the bugs of `tests/bugs` whose names are wished for.
pub fn seeded(is_wished: &dyn Fn(&str) -> bool) -> Vec<Faulty> {
    files_in("tests/bugs").iter().flat_map(|path| seeded_in(path, is_wished)).collect()
}

fn seeded_in(path: &Path, is_wished: &dyn Fn(&str) -> bool) -> Vec<Faulty> {
    let stem = path.file_stem().unwrap().to_string_lossy();
    let program = ["pl", "apl"].map(|ending| root().join("programs").join(format!("{stem}.{ending}")));
    let program = program.iter().find(|path| path.is_file()).expect("bugs have the name of a program");
    let text = std::fs::read_to_string(path).unwrap();
    let seeds = text.split("\n\n").filter(|bug| !bug.trim().is_empty()).map(|bug| Seed::read(&stem, bug));
    seeds.filter(|seed| is_wished(&seed.name)).map(|seed| seed.sow(program)).collect()
}

/// A bug as it is written down.
struct Seed {
    /// The program and the bug.
    name: String,
    /// The text of the clause that is right.
    old: String,
    /// The text of the clause that is not.
    new: String,
}

impl Seed {
    fn read(stem: &str, text: &str) -> Seed {
        let of = |sign: &str| {
            let lines = text.lines().filter_map(|line| line.strip_prefix(sign));
            lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
        };
        let about = of("%");
        let (name, _) = about.split_once(':').expect("a bug begins with its name");
        Seed { name: format!("{stem} {name}"), old: of("-"), new: of("+") }
    }

    /// The program with the bug: its text is changed, and read again.
    fn sow(&self, path: &Path) -> Faulty {
        let name = self.name.clone();
        let mut texts = texts_of(path);
        let right = load_if_right(&texts).unwrap();
        let text = &texts[0].1;
        let source = |clause: &Clause| &text[clause.span.range.start as usize..clause.span.range.end as usize];
        let own = clauses(&right).filter(|(_, clause)| right.clauses[0].span.file == clause.span.file);
        let mut own = own.map(|(_, clause)| clause);
        let (old, place) = if self.old.is_empty() {
            let last = own.filter(|clause| functor(source(clause)) == functor(&self.new)).last();
            let end = last.expect("others of its predicate stand before it").span.range.end as usize;
            (None, end..end)
        } else {
            let old = own.find(|clause| is_same_text(source(clause), &self.old));
            let old = old.unwrap_or_else(|| panic!("{name}: there is no such clause"));
            (Some(old), old.span.range.start as usize..old.span.range.end as usize)
        };
        // What is added has lines of its own.
        let gap = if old.is_none() { "\n" } else { "" };
        let start = (place.start + gap.len()) as u32;
        let changed = format!("{}{gap}{}{}", &text[..place.start], self.new, &text[place.end..]);
        let right_core = old.map(|clause| core(&right, clause));
        let predicate = old.map(|clause| right.predicate_name(clause.predicate));
        let file = right.clauses[0].span.file;
        texts[0].1 = changed;
        let program = load_if_right(&texts).unwrap_or_else(|| panic!("{name}: the program with the bug has errors"));
        let culprit = if self.new.is_empty() {
            let mut predicates = program.signature.predicates();
            let lacking = predicates.find(|(id, _)| Some(program.predicate_name(*id)) == predicate);
            Suspect::Missing(lacking.expect("other clauses of the predicate are left").0)
        } else {
            let at = |clause: &Clause| clause.span.file == file && clause.span.range.start == start;
            Suspect::Clause(clauses(&program).find(|(_, clause)| at(clause)).expect("the clause is in the text").0)
        };
        Faulty { name, program, culprit, right: right_core }
    }
}

/// The text before the arguments of a clause's head.
fn functor(clause: &str) -> &str {
    clause.split('(').next().unwrap_or_default()
}

fn is_same_text(one: &str, other: &str) -> bool {
    let parts = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    parts(one).trim_end_matches('.') == parts(other).trim_end_matches('.')
}
