//! Several trees in one picture, below each other.

use super::{TreeReport, dot, svg};
use crate::explain::Tree;
use crate::report::picture::{Picture, dot_text};

/// A tree with a title.
pub struct Titled<'t> {
    /// What it shows.
    pub title: String,
    /// Who writes it.
    pub report: TreeReport<'t>,
    /// The tree; the title stands alone if there is none.
    pub tree: Option<Tree>,
}

/// The trees for Graphviz, each in a frame with its title.
pub fn titled_dot(trees: &[Titled]) -> String {
    let mut text = format!("digraph proofs {{\n{}", dot::NODES);
    for (number, Titled { title, report, tree }) in trees.iter().enumerate() {
        let label = dot_text(title);
        text.push_str(&format!("  subgraph cluster_{number} {{\n  label=\"{label}\";\n  fontname=\"monospace\";\n"));
        match tree {
            Some(tree) => report.dot_nodes(tree, &format!("t{number}"), &mut text),
            // A frame without nodes is not drawn.
            None => text.push_str(&format!("  t{number} [label=\"\", shape=plaintext];\n")),
        }
        text.push_str("  }\n");
    }
    text.push_str("}\n");
    text
}

/// The trees as SVG, each below its title.
pub fn titled_svg(trees: &[Titled]) -> String {
    let mut picture = Picture::default();
    let mut top = svg::TOP;
    for Titled { title, report, tree } in trees {
        picture.title(svg::TOP, top, title);
        top += svg::ROW;
        if let Some(tree) = tree {
            top = report.svg_rows(tree, top, &mut picture);
        }
        top += svg::ROW / 2;
    }
    picture.finish()
}
