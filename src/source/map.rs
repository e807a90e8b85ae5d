//! Files, and places in them.

use std::sync::Arc;

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A byte range within a file that is known from the context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Range {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Range {
    /// The range from `start` up to `end`.
    pub fn new(start: u32, end: u32) -> Range {
        Range { start, end }
    }

    /// The least range that holds both.
    #[must_use]
    pub fn to(self, other: Range) -> Range {
        Range { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// This range in `file`.
    pub fn in_file(self, file: FileId) -> Span {
        Span { file, range: self }
    }
}

/// A byte range in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The bytes.
    pub range: Range,
}

/// A place as people and editors count: lines and columns (in characters) from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// One file: its path as the user gave it, and its text.
#[derive(Debug)]
pub struct SourceFile {
    /// The path as it is shown in messages.
    pub path: String,
    /// The whole text, shared with whoever reads it.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// The line (from 0) that holds the byte.
    pub fn line_of(&self, byte: u32) -> usize {
        self.line_starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// The first byte of a line (from 0).
    pub fn line_start(&self, line: usize) -> u32 {
        self.line_starts.get(line).copied().unwrap_or(self.text.len() as u32)
    }

    /// The place of a byte, in lines and columns.
    pub fn position(&self, byte: u32) -> Position {
        let line = self.line_of(byte);
        let before = &self.text.as_bytes()[self.line_start(line) as usize..byte as usize];
        // Continuation bytes of UTF-8 are not characters of their own.
        let column = before.iter().filter(|b| **b & 0xC0 != 0x80).count();
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }
}

/// All files of a run.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file. The text must be shorter than 4 GiB, which whoever reads it checks.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let text: Arc<str> = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at as u32 + 1));
        self.files.push(SourceFile { path: path.into(), text, line_starts });
        FileId(self.files.len() as u32 - 1)
    }

    /// The file of an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// The place where a span starts.
    pub fn position(&self, span: Span) -> Position {
        self.file(span.file).position(span.range.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let mut map = SourceMap::default();
        let file = map.add("x.pl", "p.\nαβ(x).\n");
        let span = Range::new(7, 8).in_file(file);
        assert_eq!(map.position(span), Position { line: 2, column: 3 });
    }

    #[test]
    fn the_end_of_a_text_has_a_place() {
        let mut map = SourceMap::default();
        let file = map.add("x.pl", "p.\n");
        assert_eq!(map.position(Range::new(3, 3).in_file(file)), Position { line: 2, column: 1 });
    }
}
