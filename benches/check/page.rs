//! The page that the sections make: Markdown for people, JSON for machines, plots beside them.
//!
//! It is written anew after each section, so that a run that is broken off leaves what it measured.

use crate::setting::Setting;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// What one section found.
pub struct Section {
    pub title: &'static str,
    /// Paragraphs and tables.
    pub text: String,
    pub data: Value,
    /// Plots by the name of their file.
    pub plots: Vec<(&'static str, String)>,
}

/// All sections so far.
pub struct Page {
    folder: PathBuf,
    text: String,
    data: Map<String, Value>,
}

impl Page {
    /// An empty page, with the peers that are there.
    pub fn new(setting: &Setting) -> Self {
        let text = format!("# Benchmark of blame\n\n{}", setting.peers());
        print!("{text}");
        Self { folder: setting.output.clone(), text, data: Map::new() }
    }

    /// Where it is written.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds a section, prints it and writes all files.
    pub fn add(&mut self, name: &str, section: Section) {
        let mut text = format!("\n## {}\n\n{}", section.title, section.text);
        for (file, _) in &section.plots {
            text.push_str(&format!("\n![{}]({file})\n", section.title));
        }
        print!("{text}");
        self.text.push_str(&text);
        self.data.insert(name.into(), section.data);
        self.write("check.md", &self.text);
        self.write("check.json", &serde_json::to_string_pretty(&self.data).expect("values are printable"));
        for (file, plot) in &section.plots {
            self.write(file, plot);
        }
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.folder.join(file), text).expect("the target folder can be written");
    }
}
