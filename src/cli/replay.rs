//! Values that were found before, or that the user gives: `blame check --replay 'W = [b]'`.

use super::select::some;
use super::watch::Watch;
use super::{ExitCode, Format, output};
use crate::check::{Checker, Counterexample, Monitor, Options, Replayed, Store, Stored};
use crate::program::{Assignment, CheckId, Misread, Program, Type, TypeRef, ValueReader};
use crate::report::{CheckText, DiagnosticsText, replay_json};
use crate::syntax::Notation;
use crate::term::Functor;
use std::collections::HashMap;
use std::time::Duration;

/// Values that the user gives.
pub struct Given<'a> {
    /// The values.
    pub values: &'a str,
    /// The longest time.
    pub timeout: Duration,
    /// How the result is written.
    pub format: Format,
    /// Whether messages have colours.
    pub colours: bool,
}

/// Tests the values that the user gives.
pub fn run(checker: &Checker, selected: &[CheckId], text: &CheckText, given: &Given) -> ExitCode {
    let program = text.program;
    let &[id] = selected else {
        let names: Vec<_> =
            selected.iter().map(|id| program.symbols.text(program.checks[id.0 as usize].name)).collect();
        output::complain(&format!(
            "error: values are those of one property: say which with --property; there are {}\n",
            some(&names)
        ));
        return ExitCode::Input;
    };
    let check = &program.checks[id.0 as usize];
    let values = match ValueReader::new(program, checker.constants).read(check, &text.options.types, given.values) {
        Ok(values) => values,
        Err(misread) => {
            output::complain(&explain(&misread, given.colours));
            return ExitCode::Input;
        }
    };
    let replayed = Watch::over(Some(given.timeout), |watch| checker.replay(id, &values, text.options, watch));
    output::print(&match given.format {
        Format::Text => text.replayed(check, &values, &replayed),
        Format::Json => replay_json(text, check, &values, &replayed),
    });
    match replayed {
        _ if super::watch::interrupted() => ExitCode::Interrupted,
        Replayed::Refuted(_) => ExitCode::Refuted,
        Replayed::Holds | Replayed::Fails(_) => ExitCode::Ok,
        Replayed::CutOff(_) | Replayed::Unknown(_) => ExitCode::Unknown,
    }
}

/// What is wrong with a text that the user gave.
pub fn explain(misread: &Misread, colours: bool) -> String {
    let text = DiagnosticsText::new(&misread.sources, colours);
    misread.diagnostics.iter().map(|diagnostic| text.render(diagnostic) + "\n").collect()
}

/// What `--at A=nat` says, as the types that open types stand for, by their numbers.
pub fn open_types(
    program: &mut Program,
    at: &[String],
    notation: Notation,
    colours: bool,
) -> Result<Vec<TypeRef>, String> {
    let mut types: Vec<TypeRef> = vec![];
    for text in at {
        let Some((name, ty)) = text.split_once('=') else {
            return Err(format!("error: --at {text}: write an open type and what it stands for, as A=nat\n"));
        };
        let open = program.checks.iter().flat_map(|check| program.open_types(check));
        let mut open: Vec<(u32, TypeRef)> = open.collect();
        open.sort_unstable();
        open.dedup();
        let Some((number, _)) = open.iter().copied().find(|(_, ty)| program.show_type(*ty) == name.trim()) else {
            let names: Vec<_> = open.iter().map(|(_, ty)| program.show_type(*ty)).collect();
            return Err(match names.is_empty() {
                true => format!("error: --at {text}: no property leaves a type open\n"),
                false => format!("error: --at {text}: the open types are {}\n", names.join(", ")),
            });
        };
        // The store and the reports write types as Prolog does, whatever the program's notation is.
        let ty =
            program.read_type(ty, notation).or_else(|first| program.read_type(ty, Notation::Prolog).map_err(|_| first));
        let ty =
            ty.map_err(|misread| format!("error: --at {text}: there is no such type\n{}", explain(&misread, colours)))?;
        while types.len() <= number as usize {
            let itself = program.signature.types.add(Type::Var(types.len() as u32));
            types.push(itself);
        }
        types[number as usize] = ty;
    }
    Ok(types)
}

/// A counterexample of an earlier check.
pub struct Known {
    /// Its place in the store.
    pub place: usize,
    /// The property, if the program still has it.
    pub id: Option<CheckId>,
    /// The values, if the property still has them.
    values: Option<Assignment>,
    types: Vec<TypeRef>,
    depth: u32,
}

/// Reads what a store holds in the program as it is now.
pub fn known(program: &mut Program, constants: Functor, store: &Store) -> Vec<Known> {
    let types: Vec<_> = store.counterexamples.iter().map(|stored| types_of(program, stored)).collect();
    let mut reader = ValueReader::new(program, constants);
    let mut names: HashMap<&str, Vec<CheckId>> = HashMap::new();
    for (number, check) in program.checks.iter().enumerate() {
        names.entry(program.symbols.text(check.name)).or_default().push(CheckId(number as u32));
    }
    let stored = store.counterexamples.iter().zip(types).enumerate();
    stored
        .map(|(place, (stored, types))| {
            let mut known = Known { place, id: None, values: None, types: vec![], depth: stored.depth };
            let (Ok(types), equations) = (types, stored.equations()) else { return known };
            // Where several properties have the name, it is the one that has such values.
            for id in names.get(stored.property.as_str()).into_iter().flatten() {
                if known.values.is_none() {
                    known.id = Some(*id);
                    known.values = reader.read(&program.checks[id.0 as usize], &types, &equations).ok();
                }
            }
            Known { types, ..known }
        })
        .collect()
}

fn types_of(program: &mut Program, stored: &Stored) -> Result<Vec<TypeRef>, String> {
    let at: Vec<_> = stored.at.iter().map(|(name, ty)| format!("{name}={ty}")).collect();
    open_types(program, &at, Notation::Prolog, false)
}

/// What came of the known counterexamples of one property.
#[derive(Default)]
pub struct StillKnown {
    /// Those that still are counterexamples, at the types that are asked for.
    pub found: Vec<Counterexample>,
    /// The places in the store of those that no longer are.
    pub gone: Vec<usize>,
}

/// Tests the known counterexamples of a property.
pub fn replay(checker: &Checker, id: CheckId, known: &[Known], options: &Options, monitor: &dyn Monitor) -> StillKnown {
    let mut still = StillKnown::default();
    let check = &checker.programs.user.checks[id.0 as usize];
    for one in known.iter().filter(|one| one.id == Some(id)) {
        let Some(values) = &one.values else {
            still.gone.push(one.place);
            continue;
        };
        let depth = options.depth.or(check.bound).unwrap_or(0).max(one.depth);
        let instance = Options { depth: Some(depth), types: one.types.clone(), ..options.clone() };
        match checker.replay(id, values, &instance, monitor) {
            // What open types stood for then may be another question than the one that is asked now.
            Replayed::Refuted(found) if instance.types == options.types => still.found.push(*found),
            Replayed::Refuted(_) => {}
            Replayed::Holds | Replayed::Fails(_) => still.gone.push(one.place),
            // Nobody knows: it stays.
            Replayed::CutOff(_) | Replayed::Unknown(_) => {}
        }
    }
    still
}
