//! Namespaces: which full names a short one may mean at a place.

use crate::syntax::{Item, ItemKind};
use crate::term::{Symbol, Symbols};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What the names at a place may be short for: prefixes to try, innermost first, then the opened namespaces. Scopes share
/// what they have in common, so that one for each item costs nothing.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    path: Rc<str>,
    opened: Option<Rc<Opened>>,
}

/// A namespace that was opened, and those that were opened before.
#[derive(Debug)]
struct Opened {
    prefix: String,
    before: Option<Rc<Opened>>,
}

impl Scope {
    /// The full name of what is declared here under a short name.
    pub fn declare(&self, name: Symbol, symbols: &mut Symbols) -> Symbol {
        match self.path.is_empty() {
            true => name,
            false => symbols.intern(&format!("{}{}", self.path, symbols.text(name))),
        }
    }

    /// What a name means here: the first of the full names for which `find` finds something.
    pub fn resolve<T>(&self, name: Symbol, symbols: &Symbols, find: impl Fn(Symbol) -> Option<T>) -> Option<T> {
        if self.path.is_empty() && self.opened.is_none() {
            return find(name);
        }
        let text = symbols.text(name);
        let mut path = &*self.path;
        loop {
            let found = symbols.get(&format!("{path}{text}")).and_then(&find);
            if found.is_some() || path.is_empty() {
                return found.or_else(|| self.resolve_opened(text, symbols, find));
            }
            let outer = path[..path.len() - 1].rfind('.').map_or(0, |dot| dot + 1);
            path = &path[..outer];
        }
    }

    fn resolve_opened<T>(&self, text: &str, symbols: &Symbols, find: impl Fn(Symbol) -> Option<T>) -> Option<T> {
        let mut opened = self.opened.as_deref();
        while let Some(Opened { prefix, before }) = opened {
            let found = symbols.get(&format!("{prefix}{text}")).and_then(&find);
            if found.is_some() {
                return found;
            }
            opened = before.as_deref();
        }
        None
    }
}

/// The scope of each item.
pub struct Scopes {
    list: Vec<Scope>,
    of_item: Vec<u32>,
    /// The namespaces that were entered anywhere.
    known: FxHashSet<Rc<str>>,
}

impl Scopes {
    /// Walks the items once.
    pub fn new(items: &[Item], symbols: &Symbols) -> Scopes {
        let mut scopes = Scopes {
            list: vec![Scope::default()],
            of_item: Vec::with_capacity(items.len()),
            known: FxHashSet::default(),
        };
        let mut outer = vec![];
        for item in items {
            let current = scopes.list.last().expect("there is always a scope");
            match item.kind {
                ItemKind::Enter(name) => {
                    outer.push(current.clone());
                    let mut inner = current.clone();
                    inner.path = format!("{}{}.", current.path, symbols.text(name)).into();
                    scopes.known.insert(inner.path.clone());
                    scopes.list.push(inner);
                }
                ItemKind::Leave => scopes.list.push(outer.pop().unwrap_or_default()),
                ItemKind::Open(name) => {
                    let mut scope = current.clone();
                    let opened = Opened { prefix: format!("{}.", symbols.text(name)), before: scope.opened.take() };
                    scope.opened = Some(Rc::new(opened));
                    scopes.list.push(scope);
                }
                _ => {}
            }
            scopes.of_item.push(scopes.list.len() as u32 - 1);
        }
        scopes
    }

    /// The scope of an item.
    pub fn of(&self, item: usize) -> &Scope {
        &self.list[self.of_item[item] as usize]
    }

    /// Whether a namespace exists.
    pub fn knows(&self, name: &str) -> bool {
        self.known.contains(format!("{name}.").as_str())
    }
}
