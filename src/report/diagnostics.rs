//! Diagnostics with the line of the text, a caret, and a hint.

use crate::source::{Diagnostic, Severity, SourceMap, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// Writes diagnostics.
///
/// ```text
/// error: count takes 3 arguments, not 2
///  --> grammar.pl:9:12
///   |
/// 9 | ss(W) :- count(a,W).
///   |          ^^^^^^^^^^
///   |
///   = help: ...
/// ```
pub struct DiagnosticsText<'s> {
    sources: &'s SourceMap,
    renderer: Renderer,
}

/// How much of a line is shown on each side of the place, in bytes.
const WINDOW: usize = 100;

/// What stands for the rest of a line.
const DOTS: &str = "...";

impl<'s> DiagnosticsText<'s> {
    /// For places in these files.
    pub fn new(sources: &'s SourceMap, colours: bool) -> DiagnosticsText<'s> {
        DiagnosticsText { sources, renderer: if colours { Renderer::styled() } else { Renderer::plain() } }
    }

    /// One diagnostic, with a line end.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let title = match diagnostic.severity {
            Severity::Error => Level::ERROR.primary_title(diagnostic.message.as_str()),
            Severity::Warning(warning) => Level::WARNING.primary_title(diagnostic.message.as_str()).id(warning.name()),
        };
        let mut group = Group::with_title(title);
        group = self.place(group, diagnostic.span, "", AnnotationKind::Primary);
        for (span, label) in &diagnostic.also {
            group = self.place(group, *span, label, AnnotationKind::Context);
        }
        if let Some(hint) = &diagnostic.hint {
            group = group.element(Level::HELP.message(hint.as_str()));
        }
        format!("{}\n", self.renderer.render(&[group]))
    }

    /// Adds the first line of a place. A long line is cut to what is near the place, so that the message of a file
    /// without line ends stays readable.
    fn place<'g>(&self, group: Group<'g>, span: Span, label: &'g str, kind: AnnotationKind) -> Group<'g>
    where
        's: 'g,
    {
        let file = self.sources.file(span.file);
        let line = file.line_of(span.range.start);
        let begin = file.line_start(line) as usize;
        let end = (file.line_start(line + 1) as usize).min(file.text.len());
        let text = file.text[begin..end].trim_end_matches(['\n', '\r']);
        let from = span.range.start as usize - begin;
        let to = (span.range.end as usize - begin).clamp(from, text.len().max(from));
        let first = floor_boundary(text, from.saturating_sub(WINDOW));
        let last = floor_boundary(text, to.min(from + WINDOW) + WINDOW);
        let cut = first > 0 || last < text.len();
        let mut shown = text[first.min(text.len())..last.max(first)].to_owned();
        let (mut from, mut to) = (from - first, (to - first).min(shown.len().max(from - first)));
        if first > 0 {
            shown.insert_str(0, DOTS);
            (from, to) = (from + DOTS.len(), to + DOTS.len());
        }
        if last < text.len() {
            shown.push_str(DOTS);
        }
        let annotation = kind.span(from..to).label((!label.is_empty()).then_some(label));
        let snippet = Snippet::source(shown).line_start(line + 1).annotation(annotation);
        if !cut {
            return group.element(snippet.path(file.path.as_str()));
        }
        let position = file.position(span.range.start);
        let origin = Origin::path(file.path.as_str()).line(line + 1).char_column(position.column as usize);
        group.element(origin).element(snippet)
    }
}

/// The last boundary between characters that is not behind a byte.
fn floor_boundary(text: &str, byte: usize) -> usize {
    let byte = byte.min(text.len());
    (0..=byte).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// `1 error`, `2 errors`
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
