//! A tree as a picture: a box a row, indented, with lines from each to what it rests on.

use super::{SHORT, TreeReport, more};
use crate::explain::{Reason, Tree};
use crate::report::picture::{Picture, Style};

/// How far rows and levels are apart.
const ROW: usize = 30;
const LEVEL: usize = 24;

impl TreeReport<'_> {
    /// A tree as SVG; what is assumed is bold and filled.
    pub fn svg(&self, tree: &Tree) -> String {
        let rows = self.rows(tree, SHORT);
        let mut picture = Picture::default();
        let mut tops: Vec<usize> = vec![];
        for (line, row) in rows.iter().enumerate() {
            let top = 10 + line * ROW;
            let left = 10 + row.depth * LEVEL;
            if let Some(parent) = row.parent {
                picture.elbow(left - LEVEL / 2, tops[parent] + 22, left, top + 11);
            }
            let seen = row.seen().map_or(String::new(), |seen| format!(", {seen}"));
            let style = match row.node.reason {
                Reason::Assumed => Style::Marked,
                Reason::Clause { .. } => Style::Plain,
                _ => Style::Dashed,
            };
            // Steps that are left out are said in the box: they need no row of their own.
            let left_out = if row.has_more() { format!("  {}", more(row.node.hidden)) } else { String::new() };
            picture.text_box(left, top, &format!("{}{seen}{left_out}", row.title()), style);
            tops.push(top);
        }
        picture.finish()
    }
}
