//! From what `blame print --as apl` prints to what αProlog 0.4 and αCheck take.
//!
//! αProlog knows neither `#trusted` and its like nor names of clauses, wants each thing declared before it is used, and
//! takes no code after a check. αCheck has no generators for polymorphic types: a program that is polymorphic is given
//! to it at the types it is used at. All of this is done on the text, item by item: the printer begins each item at the
//! left margin and indents what belongs to it.

/// A type for the type variables in the declarations of a program.
pub struct Instance {
    /// Of this predicate; without a name, of all that are not named.
    pub predicate: Option<&'static str>,
    pub at: &'static str,
    /// Only as called by these: they are given a copy under a name of its own.
    pub callers: &'static [&'static str],
}

/// What is printed for one file.
pub struct Printed {
    items: Vec<String>,
}

impl Printed {
    /// Splits what was printed into its items.
    pub fn new(text: &str) -> Self {
        let mut items: Vec<String> = vec![];
        for line in text.lines().filter(|line| !line.is_empty()) {
            match items.last_mut() {
                Some(item) if line.starts_with(' ') => {
                    item.push('\n');
                    item.push_str(line);
                }
                _ => items.push(line.to_owned()),
            }
        }
        Self { items }
    }

    /// The name in `#properties "sort".`, if the file says where its properties are.
    pub fn properties(&self) -> Option<&str> {
        let named = self.items.iter().find_map(|item| item.strip_prefix("#properties \""))?;
        named.split('"').next()
    }

    /// The program for αProlog, without its directives.
    pub fn program(&self, instances: &[Instance]) -> String {
        let mut items: Vec<String> = self.items.iter().filter(|item| !item.starts_with('#')).cloned().collect();
        for instance in instances.iter().filter(|instance| !instance.callers.is_empty()) {
            copy(&mut items, instance);
        }
        items.extend(items.iter().filter_map(|item| list_types(item)).collect::<Vec<_>>());
        items.sort_by_key(|item| rank(item));
        let polymorphic = items.iter().filter_map(|item| item.split_once(" : type -> type."));
        let polymorphic: Vec<&str> = polymorphic.map(|(name, _)| name).collect();
        let translated = items.iter().map(|item| match rank(item) {
            Rank::Clause => without_name(item),
            _ => instantiated(item, &polymorphic, instances),
        });
        translated.map(|item| item + "\n").collect()
    }
}

/// Gives the callers a predicate of their own: its declaration, its clauses, and their calls.
fn copy(items: &mut Vec<String>, instance: &Instance) {
    let predicate = instance.predicate.expect("a copy is one of a predicate");
    let name = format!("{predicate}_{}", instance.at);
    let renamed = |item: &String| -> String {
        words(item).into_iter().map(|word| if word == predicate { &name } else { word }).collect()
    };
    for item in items.iter_mut().filter(|item| instance.callers.contains(&defined(item))) {
        *item = renamed(item);
    }
    let copies: Vec<String> = items.iter().filter(|item| defined(item) == predicate).map(renamed).collect();
    // The declaration of the copy is at its own type, whatever the others are at.
    let at = |item: String| match rank(&item) {
        Rank::Clause => item,
        _ => at_type(&item, instance.at),
    };
    items.extend(copies.into_iter().map(at));
}

/// αCheck makes generators for the list types that predicates mention, but not for those of functions.
fn list_types(item: &str) -> Option<String> {
    let (function, result) = item.strip_prefix("func ")?.split_once(") = ")?;
    Some(format!("pred list_types_of_{function}, {}).", result.trim_end_matches('.')))
}

/// The order in which αProlog needs the items; each kind keeps its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Type,
    Abbreviation,
    Constructor,
    Predicate,
    Clause,
}

fn rank(item: &str) -> Rank {
    let head = item.split_whitespace().next().unwrap_or_default();
    match head {
        "type" => Rank::Abbreviation,
        "pred" | "func" => Rank::Predicate,
        _ if item.ends_with(" : type.") || item.ends_with(" : type -> type.") => Rank::Type,
        _ if item.split_whitespace().nth(1) == Some(":") => Rank::Constructor,
        _ => Rank::Clause,
    }
}

/// The clause without the `rule(NAME)` that its body begins with.
fn without_name(clause: &str) -> String {
    let Some((head, body)) = clause.split_once(":-") else {
        return clause.to_owned();
    };
    let Some((_, rest)) = body.trim_start().strip_prefix("rule(").and_then(|named| named.split_once(')')) else {
        return clause.to_owned();
    };
    match rest.strip_prefix(',') {
        Some(goals) => format!("{head}:-{goals}"),
        None => format!("{}.", head.trim_end()),
    }
}

/// The declaration with its type variables replaced; a polymorphic type loses its argument.
fn instantiated(declaration: &str, polymorphic: &[&str], instances: &[Instance]) -> String {
    let of_all = instances.iter().filter(|instance| instance.callers.is_empty());
    let fitting: Vec<&Instance> =
        of_all.filter(|instance| instance.predicate.is_none_or(|name| name == defined(declaration))).collect();
    let Some(instance) = fitting.iter().find(|instance| instance.predicate.is_some()).or(fitting.first()) else {
        return declaration.to_owned();
    };
    let mut text = at_type(declaration, instance.at);
    for name in polymorphic {
        text = text.replace(&format!("{name}({})", instance.at), name);
    }
    text.replace(" : type -> type.", " : type.")
}

fn at_type(declaration: &str, instance: &str) -> String {
    let is_variable = |word: &str| word.starts_with(char::is_uppercase);
    words(declaration).into_iter().map(|word| if is_variable(word) { instance } else { word }).collect()
}

/// What a clause defines or a declaration declares.
fn defined(item: &str) -> &str {
    let item = item.strip_prefix("pred ").or(item.strip_prefix("func ")).unwrap_or(item);
    let item = item.strip_prefix("list_types_of_").unwrap_or(item);
    words(item).first().copied().unwrap_or_default()
}

/// The text in pieces: words, and what stands between them.
fn words(text: &str) -> Vec<&str> {
    let of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let mut pieces = vec![];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| of_word(c) != of_word(first)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}
