//! What is kept of checks: counterexamples as readable terms, with what found them.
//!
//! This is the data and its text, JSON; the command line knows the file. The terms are in the notation of the property's
//! file, so that a person can read them and `ValueReader` reads them back in whatever the program has become.

use super::outcome::Counterexample;
use super::property::{Options, Strategy};
use crate::program::{Check, Formula, Program, TermPrinter};
use crate::source::SourceMap;
use crate::term::{TermId, Var};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Variables by name with their values, in the order of the property.
pub type Bindings = IndexMap<String, String>;

/// The number of the format; another one is of another version of blame.
const FORMAT: u32 = 1;

/// What is kept of the checks of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Store {
    /// The format of all that follows.
    pub format: u32,
    /// The files that were named, in their order.
    pub files: Vec<String>,
    /// The folders in which the files that they use were looked for.
    pub libraries: Vec<String>,
    /// The hash of the program's text at the last check.
    pub program: String,
    /// The counterexamples, in the order of the properties, the smallest first.
    pub counterexamples: Vec<Stored>,
}

/// A counterexample that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stored {
    /// The name of the property.
    pub property: String,
    /// The file that the property stands in.
    pub file: String,
    /// The line of it, from 1.
    pub line: u32,
    /// The values.
    pub bindings: Bindings,
    /// What the values are an instance of, if the property fails for each instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Bindings>,
    /// What open types stand for, where the user said so.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub at: Bindings,
    /// The strategy that found it.
    pub strategy: String,
    /// Where the numbers of `random` came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The bound of the search, if it had one.
    pub bound: Option<u32>,
    /// The round that found it.
    pub depth: u32,
    /// The hash of the program's text when it was found.
    pub program: String,
}

impl Store {
    /// Reads a store, or says why it cannot be used.
    pub fn read(text: &str) -> Result<Store, String> {
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        match serde_json::from_str::<Version>(text) {
            Ok(Version { format: FORMAT }) => {
                serde_json::from_str(text).map_err(|error| format!("it is damaged: {error}"))
            }
            Ok(_) => Err("another version of blame wrote it".into()),
            Err(error) => Err(format!("it is damaged: {error}")),
        }
    }

    /// The store of a program, so far without counterexamples.
    pub fn new(files: Vec<String>, libraries: Vec<String>, program: String) -> Store {
        Store { format: FORMAT, files, libraries, program, counterexamples: vec![] }
    }

    /// The text of the store.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("strings and numbers can be written");
        format!("{text}\n")
    }

    /// Adds a counterexample, unless it is there. Those of a property are added together.
    pub fn add(&mut self, new: Stored) {
        let mut same = self.counterexamples.iter().rev().take_while(|old| old.property == new.property);
        if !same.any(|old| old.is(&new)) {
            self.counterexamples.push(new);
        }
    }
}

impl Stored {
    /// What is kept of a counterexample; the hash is that of the program's text.
    pub fn new(
        (program, printer): (&Program, &mut TermPrinter),
        sources: &SourceMap,
        check: &Check,
        found: &Counterexample,
        (options, hash): (&Options, &str),
    ) -> Stored {
        let file = sources.file(check.name_span.file);
        let mut texts = |bindings: &[(Var, TermId)]| texts((program, printer), check, &found.formula, bindings);
        let open = program.open_types(check).into_iter();
        let at = open.filter_map(|(number, ty)| {
            let given = options.types.get(number as usize).filter(|given| **given != ty)?;
            Some((program.show_type(ty), program.show_type(*given)))
        });
        Stored {
            property: program.symbols.text(check.name).to_owned(),
            file: file.path.clone(),
            line: file.position(check.name_span.range.start).line,
            bindings: texts(&found.bindings),
            pattern: found.pattern.as_ref().map(|pattern| texts(pattern)),
            at: at.collect(),
            strategy: options.strategy.name().to_owned(),
            seed: (options.strategy == Strategy::Random).then_some(options.sampling.seed),
            bound: options.depth.or(check.bound),
            depth: found.depth,
            program: hash.to_owned(),
        }
    }

    /// Whether both are the same values of the same property.
    pub fn is(&self, other: &Stored) -> bool {
        self.property == other.property && self.bindings == other.bindings && self.at == other.at
    }

    /// The values as equations, for `ValueReader`.
    pub fn equations(&self) -> String {
        let parts: Vec<_> = self.bindings.iter().map(|(name, value)| format!("{name} = ({value})")).collect();
        parts.join(", ")
    }
}

/// The values of the variables that have names, as text in the notation of the property's file.
pub fn texts(
    (program, printer): (&Program, &mut TermPrinter),
    check: &Check,
    formula: &Formula,
    bindings: &[(Var, TermId)],
) -> Bindings {
    let notation = program.notation_of(check.formula.file);
    let named = bindings.iter().filter(|(var, _)| program.is_named(&check.formula, *var));
    named
        .map(|(var, term)| {
            let name = program.symbols.text(check.formula.vars[var.0 as usize].name).to_owned();
            (name, printer.term(formula, *term, notation))
        })
        .collect()
}

/// A hash of texts that is the same on all machines and in all versions: FNV-1a with 64 bits over each text's length and
/// bytes. It tells whether a program has changed; it is no defence against somebody who wants two to look alike.
pub fn hash<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash = OFFSET;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    for text in texts {
        (text.len() as u64).to_le_bytes().into_iter().for_each(&mut add);
        text.bytes().for_each(&mut add);
    }
    format!("fnv1a-{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored() -> Stored {
        Stored {
            property: "sound".into(),
            file: "words.pl".into(),
            line: 7,
            bindings: [("W".into(), "[b]".into()), ("N".into(), "s(z)".into())].into_iter().collect(),
            pattern: None,
            at: Bindings::default(),
            strategy: "lazy".into(),
            seed: None,
            bound: Some(10),
            depth: 2,
            program: hash(["p."].into_iter()),
        }
    }

    #[test]
    fn a_store_is_read_as_it_was_written() {
        let mut store = Store::new(vec!["words.pl".into()], vec![], hash(["p."].into_iter()));
        store.add(stored());
        store.add(stored());
        assert_eq!(store.counterexamples.len(), 1, "each is there once");
        assert_eq!(Store::read(&store.text()), Ok(store));
    }

    #[test]
    fn a_store_of_another_version_is_told_from_a_damaged_one() {
        assert_eq!(Store::read(r#"{"format": 2, "new": []}"#).unwrap_err(), "another version of blame wrote it");
        assert!(Store::read("{").unwrap_err().starts_with("it is damaged: "));
        assert!(Store::read(r#"{"format": 1}"#).unwrap_err().starts_with("it is damaged: missing field"));
    }

    #[test]
    fn values_become_equations_in_the_order_of_the_property() {
        assert_eq!(stored().equations(), "W = ([b]), N = (s(z))");
    }

    #[test]
    fn the_hash_is_the_published_one_and_sees_where_a_text_ends() {
        // FNV-1a of eight zero bytes and nothing else.
        assert_eq!(hash([""].into_iter()), "fnv1a-a8c7f832281a39c5");
        assert_ne!(hash(["ab", "c"].into_iter()), hash(["a", "bc"].into_iter()));
    }
}
