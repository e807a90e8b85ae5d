//! A tree as a picture: a box a row, indented, with lines from each to what it rests on.

use super::{SHORT, TreeReport, more};
use crate::explain::{Reason, Tree};
use crate::report::picture::{HEIGHT, Picture, Style};

/// Where the first row is, and how far rows and levels are apart.
pub(super) const TOP: usize = 10;
pub(super) const ROW: usize = 30;
const LEVEL: usize = 24;

impl TreeReport<'_> {
    /// A tree as SVG; what is assumed is bold and filled.
    pub fn svg(&self, tree: &Tree) -> String {
        let mut picture = Picture::default();
        self.svg_rows(tree, TOP, &mut picture);
        picture.finish()
    }

    /// Draws the rows of a tree from some height on; where the next row would be is what it gives.
    pub(super) fn svg_rows(&self, tree: &Tree, top: usize, picture: &mut Picture) -> usize {
        let rows = self.rows(tree, SHORT);
        let height = |line: usize| top + line * ROW;
        for (line, row) in rows.iter().enumerate() {
            let left = TOP + row.depth * LEVEL;
            if let Some(parent) = row.parent {
                picture.elbow(left - LEVEL / 2, height(parent) + HEIGHT, left, height(line) + HEIGHT / 2);
            }
            let seen = row.seen().map_or(String::new(), |seen| format!(", {seen}"));
            let style = match row.node.reason {
                Reason::Assumed => Style::Marked,
                Reason::Clause { .. } => Style::Plain,
                _ => Style::Dashed,
            };
            // Steps that are left out are said in the box: they need no row of their own.
            let left_out = if row.has_more() { format!("  {}", more(row.node.hidden)) } else { String::new() };
            picture.text_box(left, height(line), &format!("{}{seen}{left_out}", row.title()), style);
        }
        height(rows.len())
    }
}
