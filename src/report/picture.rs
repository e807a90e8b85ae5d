//! Pictures as SVG, made of boxes and lines, and text in DOT.

/// How a box looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Dashed,
    /// Bold and filled.
    Marked,
    /// Filled in the colour of what is to blame.
    Blamed,
}

/// A picture that grows.
#[derive(Default)]
pub(super) struct Picture {
    body: String,
    width: usize,
    height: usize,
}

/// How wide a character is, and how high a box.
const CHARACTER: usize = 8;
pub(super) const HEIGHT: usize = 22;

/// How wide a box of a text is.
pub(super) fn width(text: &str) -> usize {
    text.chars().count() * CHARACTER + 12
}

impl Picture {
    fn reach(&mut self, x: usize, y: usize) {
        self.width = self.width.max(x + 10);
        self.height = self.height.max(y + 10);
    }

    /// A text in a box.
    pub(super) fn text_box(&mut self, x: usize, y: usize, text: &str, style: Style) {
        let width = width(text);
        self.reach(x + width, y + HEIGHT);
        let (fill, more, weight) = match style {
            Style::Plain => ("#ffffff", "", ""),
            Style::Dashed => ("#ffffff", " stroke-dasharray=\"4 3\"", ""),
            Style::Marked => ("#ffd8a8", " stroke-width=\"2\"", " font-weight=\"bold\""),
            Style::Blamed => ("#ffa8a8", " stroke-width=\"2\"", " font-weight=\"bold\""),
        };
        self.body.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" rx=\"4\" fill=\"{fill}\" stroke=\"#495057\"{more}/>\n\
             <text x=\"{}\" y=\"{}\"{weight}>{}</text>\n",
            x + 6,
            y + 15,
            escape(text)
        ));
    }

    /// A bold text without a box.
    pub(super) fn title(&mut self, x: usize, y: usize, text: &str) {
        self.reach(x + width(text), y + HEIGHT);
        let text = escape(text);
        self.body.push_str(&format!("<text x=\"{x}\" y=\"{}\" font-weight=\"bold\">{text}</text>\n", y + 15));
    }

    /// A line down and then to the right.
    pub(super) fn elbow(&mut self, x: usize, from: usize, to: usize, y: usize) {
        self.body.push_str(&format!("<path d=\"M{x} {from} V{y} H{to}\" fill=\"none\" stroke=\"#868e96\"/>\n"));
    }

    /// An arrow, straight or, to stand apart from boxes between, bent by some pixels.
    pub(super) fn arrow(&mut self, (x1, y1): (usize, usize), (x2, y2): (usize, usize), bend: usize) {
        let (x, y) = (usize::midpoint(x1, x2) + bend, usize::midpoint(y1, y2));
        self.reach(x, y);
        self.body.push_str(&format!(
            "<path d=\"M{x1} {y1} Q{x} {y} {x2} {y2}\" fill=\"none\" stroke=\"#868e96\" marker-end=\"url(#arrow)\"/>\n"
        ));
    }

    /// The whole picture.
    pub(super) fn finish(self) -> String {
        let Picture { body, width, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"13\">\n\
             <defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
             orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"#868e96\"/></marker></defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }
}

/// A text that stands in XML. What XML has no place for becomes the replacement character.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A text that stands between quotes in DOT; its lines are centred.
pub(super) fn dot_text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
