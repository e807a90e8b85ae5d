//! Which properties of a program are meant.

use crate::program::{CheckId, Program};

/// The properties that some pattern fits, or all.
pub fn select(program: &Program, patterns: &[String]) -> Vec<CheckId> {
    let ids = (0..program.checks.len() as u32).map(CheckId);
    let name = |id: &CheckId| program.symbols.text(program.checks[id.0 as usize].name);
    ids.filter(|id| patterns.is_empty() || patterns.iter().any(|pattern| fits(pattern, name(id)))).collect()
}

/// Whether a name fits a pattern in which `*` stands for anything.
fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
    let mut parts: Vec<_> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// What is said when no property is meant.
pub fn nothing_selected(program: &Program, patterns: &[String]) -> String {
    if program.checks.is_empty() {
        return "error: the program has no properties; write one as :- check(name, 10, (p(X) => q(X))).\n".into();
    }
    let names: Vec<_> = program.checks.iter().map(|check| program.symbols.text(check.name)).collect();
    let near =
        patterns.iter().flat_map(|pattern| names.iter().map(move |name| (strsim::jaro_winkler(pattern, name), name)));
    let near = near.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(likeness, _)| *likeness > 0.7);
    let hint = match near {
        Some((_, name)) => format!("did you mean {name}?"),
        None => format!("there are {}", some(&names)),
    };
    format!("error: no property is called {}; {hint}\n", patterns.join(" or "))
}

/// The names of some properties, the first few of them.
pub fn some(names: &[&str]) -> String {
    let more = if names.len() > 10 { ", ..." } else { "" };
    format!("{}{more}", names.iter().take(10).copied().collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_stands_for_anything() {
        let fitting = |pattern: &str| {
            ["insert_only", "insert_all", "delete_all"]
                .into_iter()
                .filter(|name| fits(pattern, name))
                .collect::<Vec<_>>()
        };
        assert_eq!(fitting("insert_*"), ["insert_only", "insert_all"]);
        assert_eq!(fitting("*_all"), ["insert_all", "delete_all"]);
        assert_eq!(fitting("*e*_*l"), ["insert_all", "delete_all"]);
        assert_eq!(fitting("insert"), [""; 0]);
    }
}
