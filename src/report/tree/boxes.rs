//! A tree with lines from each goal to what it rests on.

use super::verbal::DEEPEST;
use super::{Row, SHORT, TreeReport, more};
use crate::explain::Tree;

impl TreeReport<'_> {
    /// A tree with lines.
    ///
    /// ```text
    /// ss([b,a])  [rule s2]
    /// └─ ss([a])  [rule s3]
    ///    └─ bb([])  [assumed]
    /// ```
    pub fn boxes(&self, tree: &Tree) -> String {
        let rows = self.rows(tree, SHORT);
        let mut text = String::new();
        // For each depth, what stands before the lines below.
        let mut stems: Vec<&str> = vec![];
        let mut pending: Vec<usize> = vec![];
        for (place, row) in rows.iter().enumerate() {
            while let Some(above) = pending.last().copied().filter(|above| row.depth <= rows[*above].depth) {
                pending.pop();
                left_out(&rows[above], &stems, &mut text);
            }
            stems.truncate(row.depth.saturating_sub(1));
            let branch = match (row.depth, row.is_last) {
                (0, _) => "",
                (_, true) => "└─ ",
                (_, false) => "├─ ",
            };
            let seen = row.seen().map_or(String::new(), |seen| format!(", {seen}"));
            text.push_str(&format!("{}{branch}{}{seen}{}\n", stem(&stems), row.title(), self.remark(row)));
            if row.depth > 0 {
                stems.push(if row.is_last { "   " } else { "│  " });
            }
            if row.has_more() {
                pending.push(place);
            }
        }
        for above in pending.into_iter().rev() {
            left_out(&rows[above], &stems, &mut text);
        }
        text
    }
}

fn left_out(row: &Row, stems: &[&str], text: &mut String) {
    text.push_str(&format!("{}└─ {}\n", stem(&stems[..row.depth.min(stems.len())]), more(row.node.hidden)));
}

/// What stands before a line.
fn stem(stems: &[&str]) -> String {
    match stems.len() {
        0..=DEEPEST => stems.concat(),
        depth => format!("{}[{depth}] ", stems[..DEEPEST].concat()),
    }
}
