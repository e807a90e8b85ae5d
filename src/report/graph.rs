//! The call graph: as text, for Graphviz, and as a picture.

use super::picture::{HEIGHT, Picture, Style, dot_text, width};
use crate::program::{CallGraph, Formula, Goal, PredId, PredicateKind, Program};
use rustc_hash::FxHashMap;

/// Writes the call graph of a program: its own predicates, those of the library that they call, and its checks.
pub struct GraphReport<'p> {
    program: &'p Program,
    /// The predicates that are to be marked as blamed.
    blamed: &'p [PredId],
    graph: CallGraph,
}

/// A predicate or a check, and what it calls.
struct Entry {
    name: String,
    /// What is said of it: trusted, assumable, blamed, check, library.
    marks: Vec<&'static str>,
    callees: Vec<usize>,
}

impl Entry {
    fn title(&self) -> String {
        match self.marks.as_slice() {
            [] => self.name.clone(),
            marks => format!("{} ({})", self.name, marks.join(", ")),
        }
    }

    fn style(&self) -> Style {
        match self.marks.as_slice() {
            marks if marks.contains(&"blamed") => Style::Blamed,
            marks if marks.contains(&"assumable") => Style::Marked,
            [] => Style::Plain,
            _ => Style::Dashed,
        }
    }
}

impl<'p> GraphReport<'p> {
    /// For a program in which some predicates are blamed.
    pub fn new(program: &'p Program, blamed: &'p [PredId]) -> GraphReport<'p> {
        GraphReport { program, blamed, graph: CallGraph::new(program) }
    }

    /// A line for each check and predicate, with what it calls.
    ///
    /// ```text
    /// sound (check): ss/1, count/3
    /// ss/1: ss/1, bb/1
    /// append/3 (trusted): append/3
    /// ```
    pub fn text(&self) -> String {
        let entries = self.entries();
        let line = |entry: &Entry| {
            let callees: Vec<_> = entry.callees.iter().map(|place| entries[*place].name.as_str()).collect();
            match callees.as_slice() {
                [] => format!("{}\n", entry.title()),
                _ => format!("{}: {}\n", entry.title(), callees.join(", ")),
            }
        };
        entries.iter().map(line).collect()
    }

    /// The graph for Graphviz.
    pub fn dot(&self) -> String {
        let entries = self.entries();
        let mut text = "digraph calls {\n  node [shape=box, fontname=\"monospace\"];\n".to_owned();
        for (place, entry) in entries.iter().enumerate() {
            let style = match entry.style() {
                Style::Plain => "",
                Style::Dashed => ", style=dashed",
                Style::Marked => ", style=\"bold,filled\", fillcolor=\"#ffd8a8\"",
                Style::Blamed => ", style=\"bold,filled\", fillcolor=\"#ffa8a8\"",
            };
            text.push_str(&format!("  n{place} [label=\"{}\"{style}];\n", dot_text(&entry.title())));
            entry.callees.iter().for_each(|callee| text.push_str(&format!("  n{place} -> n{callee};\n")));
        }
        text.push_str("}\n");
        text
    }

    /// The graph as SVG: what calls stands above what is called, where that is possible.
    pub fn svg(&self) -> String {
        let entries = self.entries();
        let mut picture = Picture::default();
        let mut places = vec![(0, 0, 0); entries.len()];
        for (row, members) in layers(&entries).into_iter().enumerate() {
            let mut left = 10;
            for member in members {
                let wide = width(&entries[member].title());
                places[member] = (left, 10 + row * 80, wide);
                left += wide + 30;
            }
        }
        for (from, entry) in entries.iter().enumerate() {
            let (x, y, wide) = places[from];
            for to in &entry.callees {
                let (tx, ty, twide) = places[*to];
                let down = ty > y;
                let start = (x + wide / 2, if down { y + HEIGHT } else { y });
                let end = (tx + twide / 2, if down { ty } else { ty + HEIGHT });
                match *to == from {
                    true => picture.arrow((x + wide, y + 6), (x + wide, y + HEIGHT - 4), 24),
                    false => picture.arrow(start, end, if down { 0 } else { 40 }),
                }
            }
        }
        for (entry, (x, y, _)) in entries.iter().zip(&places) {
            picture.text_box(*x, *y, &entry.title(), entry.style());
        }
        picture.finish()
    }

    fn entries(&self) -> Vec<Entry> {
        let program = self.program;
        let own = |kind| matches!(kind, PredicateKind::Declared | PredicateKind::Inferred);
        let predicates: Vec<_> = program.signature.predicates().collect();
        let mut shown: Vec<PredId> =
            predicates.iter().filter(|(_, found)| own(found.kind)).map(|(id, _)| *id).collect();
        let called: Vec<Vec<PredId>> = program.checks.iter().map(|check| calls(&check.formula)).collect();
        let mut others: Vec<PredId> = shown.iter().flat_map(|id| self.graph.callees(*id)).collect();
        others.extend(called.iter().flatten());
        others.sort_unstable();
        others.dedup();
        others.retain(|id| !shown.contains(id));
        shown.extend(others);
        let first = program.checks.len();
        let place: FxHashMap<PredId, usize> = shown.iter().enumerate().map(|(n, id)| (*id, first + n)).collect();
        let places = |ids: &[PredId]| ids.iter().map(|id| place[id]).collect();
        let checks = program.checks.iter().zip(&called).map(|(check, called)| Entry {
            name: program.symbols.text(check.name).to_owned(),
            marks: vec!["check"],
            callees: places(called),
        });
        let mut entries: Vec<_> = checks.collect();
        for id in &shown {
            let predicate = program.signature.predicate(*id);
            let library = !own(predicate.kind);
            let marks = [
                ("library", library),
                ("trusted", predicate.trusted && !library),
                ("assumable", predicate.assumable),
                ("blamed", self.blamed.contains(id)),
            ];
            entries.push(Entry {
                name: program.predicate_name(*id),
                marks: marks.into_iter().filter(|(_, holds)| *holds).map(|(mark, _)| mark).collect(),
                callees: if library { vec![] } else { places(&self.graph.callees(*id)) },
            });
        }
        entries
    }
}

/// The predicates that a formula calls, each once.
fn calls(formula: &Formula) -> Vec<PredId> {
    let called = formula.goals.iter().filter_map(|goal| match goal {
        Goal::Call(id, _) => Some(*id),
        _ => None,
    });
    let mut called: Vec<_> = called.collect();
    called.sort_unstable();
    called.dedup();
    called
}

/// Rows of entries: each stands below the first that calls it, those that nobody calls stand on top.
fn layers(entries: &[Entry]) -> Vec<Vec<usize>> {
    let mut level: Vec<Option<usize>> = vec![None; entries.len()];
    let mut is_called = vec![false; entries.len()];
    for (from, entry) in entries.iter().enumerate() {
        entry.callees.iter().filter(|to| **to != from).for_each(|to| is_called[*to] = true);
    }
    let mut rows: Vec<Vec<usize>> = vec![];
    let on_top = (0..entries.len()).filter(|place| !is_called[*place]);
    // What only calls itself around a circle is reached from no top: its first member makes one.
    let all: Vec<usize> = on_top.chain(0..entries.len()).collect();
    for top in all {
        if level[top].is_some() {
            continue;
        }
        level[top] = Some(0);
        let mut queue = std::collections::VecDeque::from([top]);
        while let Some(next) = queue.pop_front() {
            let row = level[next].expect("it was given one");
            if rows.len() <= row {
                rows.resize(row + 1, vec![]);
            }
            rows[row].push(next);
            for callee in &entries[next].callees {
                if level[*callee].is_none() {
                    level[*callee] = Some(row + 1);
                    queue.push_back(*callee);
                }
            }
        }
    }
    rows
}
