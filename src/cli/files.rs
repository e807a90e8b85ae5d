//! The files of the machine, for whoever reads programs.
//!
//! A file is known by where it really is, so that it is one file under whatever path it is named. Texts are UTF-8.

use crate::source::{FileId, SourceMap};
use crate::syntax::Files;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Files that were opened, by where they really are.
#[derive(Debug, Default)]
pub struct FileSystem {
    sources: SourceMap,
    opened: HashMap<PathBuf, FileId>,
    /// Where files that others use are looked for, after the folder of the file that uses them.
    libraries: Vec<PathBuf>,
}

impl FileSystem {
    /// Files, with folders to look for used ones in.
    pub fn new(libraries: Vec<PathBuf>) -> FileSystem {
        FileSystem { libraries, ..FileSystem::default() }
    }

    /// Opens a file once, or says why not.
    pub fn open_path(&mut self, path: &Path) -> Result<FileId, String> {
        let real = path.canonicalize().map_err(|error| reason(&error))?;
        if let Some(file) = self.opened.get(&real) {
            return Ok(*file);
        }
        let text = read_text(&real)?;
        let file = self.sources.add(path.to_string_lossy(), text);
        self.opened.insert(real, file);
        Ok(file)
    }
}

impl FileSystem {
    /// Adds a text that is in no file.
    pub fn add_text(&mut self, name: &str, text: &str) -> FileId {
        self.sources.add(name, text)
    }
}

impl Files for FileSystem {
    fn sources(&self) -> &SourceMap {
        &self.sources
    }

    fn open(&mut self, name: &str, from: FileId) -> Result<FileId, String> {
        let here = Path::new(&self.sources.file(from).path).parent().unwrap_or(Path::new("")).to_owned();
        let folders = std::iter::once(here).chain(self.libraries.iter().cloned());
        // A Prolog program may leave the ending out.
        let found = folders.flat_map(|folder| [folder.join(name), folder.join(format!("{name}.pl"))]);
        let found = found.into_iter().find(|path| path.is_file());
        match found {
            Some(path) => self.open_path(&path),
            None => Err("there is no such file beside it or in the folders of --lib".into()),
        }
    }
}

fn read_text(path: &Path) -> Result<String, String> {
    let metadata = path.metadata().map_err(|error| reason(&error))?;
    if metadata.is_dir() {
        return Err("it is a folder; name the files in it".into());
    }
    if metadata.len() >= u64::from(u32::MAX) {
        return Err("it is larger than 4 GiB".into());
    }
    let bytes = std::fs::read(path).map_err(|error| reason(&error))?;
    if bytes.len() >= u32::MAX as usize {
        return Err("it is larger than 4 GiB".into());
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.split(|byte| *byte == b'\n').count();
        format!("line {line} is not UTF-8; save the file with that encoding")
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".into(),
        std::io::ErrorKind::PermissionDenied => "it may not be read".into(),
        _ => error.to_string(),
    }
}
