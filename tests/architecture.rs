//! ARCHITECTURE.md's table is what the code's imports are.

mod common;

use blame::program::{FunctorKind, PredicateKind};
use common::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The rows of the table: each module, and what it may use, in order.
fn table() -> Vec<(String, BTreeSet<String>)> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [module, _, uses] = cells.as_slice() else { panic!("not a row of three: {row}") };
        (module.trim_matches('`').to_owned(), uses.split_whitespace().map(str::to_owned).collect())
    })
    .collect()
}

/// The modules that the files below a path import.
fn imports(path: &Path, found: &mut BTreeSet<String>) {
    if path.is_dir() {
        std::fs::read_dir(path).unwrap().for_each(|entry| imports(&entry.unwrap().path(), found));
        return;
    }
    let text = std::fs::read_to_string(path).unwrap();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        assert!(end > 0, "{}: crate::{{...}} hides which module is used", path.display());
        found.insert(rest[..end].to_owned());
    }
}

#[test]
fn the_table_names_exactly_the_modules_that_each_module_imports() {
    let mut real = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let module = path.file_name().unwrap().to_string_lossy().into_owned();
            let mut found = BTreeSet::new();
            imports(&path, &mut found);
            found.remove(&module);
            real.insert(module, found);
        }
    }
    let table: BTreeMap<_, _> = table().into_iter().collect();
    assert_eq!(table, real);
}

#[test]
fn only_the_command_line_touches_the_machine() {
    for module in table().into_iter().map(|(module, _)| module).filter(|module| module != "cli") {
        let mut todo = vec![root().join("src").join(&module)];
        while let Some(path) = todo.pop() {
            if path.is_dir() {
                todo.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for word in
                ["std::fs", "std::env", "std::io", "std::process", "println!", "Instant", "SystemTime", "static "]
            {
                let found = text.lines().any(|line| line.trim_start().starts_with("use ") && line.contains(word))
                    || text.contains(&format!("{word}::"))
                    || word.ends_with('!') && text.contains(word);
                assert!(!found, "{} uses {word}", path.display());
            }
        }
    }
}

#[test]
fn each_module_uses_only_those_above_it() {
    let mut above = BTreeSet::new();
    for (module, uses) in table() {
        assert!(uses.is_subset(&above), "{module} uses what stands below it");
        above.insert(module);
    }
    let order: Vec<_> = table().into_iter().map(|(module, _)| module).collect();
    let text = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let declared: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(declared, order, "src/lib.rs has the order of the table");
}

#[test]
fn the_library_page_names_all_that_a_program_may_call() {
    let page = std::fs::read_to_string(root().join("docs/library.md")).unwrap();
    let program = common::program(&[("t.pl", "p(a).\n")]);
    let library = program.signature.predicates().filter(|(_, found)| found.kind == PredicateKind::Library);
    let mut count = 0;
    for (_, predicate) in library {
        let name = program.symbols.text(predicate.name);
        let is_word = name.starts_with(char::is_alphabetic);
        let call = if is_word { format!("`{name}(") } else { format!(" {name} ") };
        let mut places = page.match_indices(&call);
        let fits =
            |at: usize| !is_word || page[at..].split(')').next().unwrap().matches(',').count() + 1 == predicate.arity();
        assert!(places.any(|(at, _)| fits(at)), "{name}/{}", predicate.arity());
        count += 1;
    }
    assert!(count > 30, "{count}");
    let functions = program.signature.functors.iter().filter(|def| def.kind == FunctorKind::Evaluable);
    for def in functions.filter(|def| def.args.iter().all(|ty| program.show_type(*ty) == "int")) {
        let name = program.symbols.text(def.name);
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}
