//! A Markdown table that also reads well as plain text.

use std::fmt;

/// Rows under a header: the first columns are text, the others figures, set to the right.
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    texts: usize,
}

impl Table {
    /// A table of which so many columns are text.
    pub fn new(texts: usize, header: &[&str]) -> Self {
        Self { header: header.iter().map(ToString::to_string).collect(), rows: vec![], texts }
    }

    /// Adds a row with a cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let row: Vec<String> = cells.into_iter().map(|cell| cell.into().replace('|', "\\|")).collect();
        assert_eq!(row.len(), self.header.len(), "a row has a cell for each column");
        self.rows.push(row);
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().chain([&self.header]).map(|row| row[column].chars().count());
        cells.max().unwrap_or(0).max(4)
    }

    fn line(&self, f: &mut fmt::Formatter<'_>, row: &[String]) -> fmt::Result {
        for (column, cell) in row.iter().enumerate() {
            let width = self.width(column);
            match column < self.texts {
                true => write!(f, "| {cell:<width$} ")?,
                false => write!(f, "| {cell:>width$} ")?,
            }
        }
        writeln!(f, "|")
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line(f, &self.header)?;
        for column in 0..self.header.len() {
            let dashes = "-".repeat(self.width(column) - 1);
            match column < self.texts {
                true => write!(f, "| {dashes}- ")?,
                false => write!(f, "| {dashes}: ")?,
            }
        }
        writeln!(f, "|")?;
        self.rows.iter().try_for_each(|row| self.line(f, row))
    }
}
