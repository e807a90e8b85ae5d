//! Each message, with its place and hint, beside a text that earns it.
//!
//! `messages.txt` has one block a case: the notation, the text, and what is said about it. `BLAME_BLESS=1 cargo test`
//! writes what is said now; read the difference before you keep it.

mod common;

use blame::source::Severity;
use common::{load, root};

/// What is said about a text, one line a message: place, severity, message, hint.
fn messages(notation: &str, text: &str) -> String {
    let (_, diagnostics, memory) = load(&[(&format!("x.{notation}"), text)]);
    let mut out = String::new();
    for diagnostic in diagnostics.sorted() {
        let position = memory.sources.position(diagnostic.span);
        let severity = match diagnostic.severity {
            Severity::Error => "error".to_owned(),
            Severity::Warning(warning) => warning.name().to_owned(),
        };
        out.push_str(&format!("{}:{} {severity}: {}\n", position.line, position.column, diagnostic.message));
        for (span, label) in &diagnostic.also {
            let position = memory.sources.position(*span);
            out.push_str(&format!("    {}:{} {label}\n", position.line, position.column));
        }
        if let Some(hint) = &diagnostic.hint {
            out.push_str(&format!("    {hint}\n"));
        }
    }
    out
}

#[test]
fn each_message_is_as_it_was_written_down() {
    let path = root().join("tests/messages.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut blessed = String::new();
    let (preface, blocks) = text.split_once("\n=== ").unwrap();
    for block in blocks.split("\n=== ") {
        let (notation, rest) = block.split_once('\n').unwrap();
        let rest = format!("{rest}\n");
        let (input, expected) = rest.split_once("---\n").unwrap();
        let found = messages(notation, input);
        if std::env::var_os("BLAME_BLESS").is_none() {
            assert_eq!(found.trim_end(), expected.trim_end(), "for\n{input}");
        }
        blessed.push_str(&format!("\n=== {notation}\n{}\n---\n{found}", input.trim_end()));
    }
    if std::env::var_os("BLAME_BLESS").is_some() {
        std::fs::write(path, format!("{preface}{blessed}")).unwrap();
    }
}
