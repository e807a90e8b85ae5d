//! The files of the store, `blame.out/check/` in the current folder.
//!
//! Each program has a file of its own, so that checks of different programs that run at once do not get into each other's
//! way: `grammar-1a2b3c4d.json`, by the name of its first file and a hash of where its files are. What the run before left
//! is beside it as `.old`; `latest` holds the name of the file that was written last. A new file is written whole and then
//! takes the place of the old one. Nothing that goes wrong here is an error of the check.

use super::output;
use crate::check::{Store, hash};
use std::path::{Path, PathBuf};

const FOLDER: &str = "blame.out/check";
const LATEST: &str = "latest";

/// The file of one program.
pub struct StoreFile {
    path: PathBuf,
    /// Whether the file may be replaced.
    writable: bool,
}

impl StoreFile {
    /// The file of a program, and what it holds.
    pub fn open(files: &[PathBuf]) -> (StoreFile, Option<Store>) {
        let path = Path::new(FOLDER).join(name(files));
        let mut file = StoreFile { path, writable: true };
        let text = match std::fs::read_to_string(&file.path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (file, None),
            Err(error) => {
                file.writable = false;
                file.warn(&format!("cannot be read, and is left as it is: {error}"));
                return (file, None);
            }
        };
        match Store::read(&text) {
            Ok(store) => (file, Some(store)),
            Err(reason) => {
                file.set_aside(&reason);
                (file, None)
            }
        }
    }

    /// No file: nothing is kept.
    pub fn none() -> StoreFile {
        StoreFile { path: PathBuf::new(), writable: false }
    }

    /// Moves a file that nobody can use out of the way, so that nothing in it is lost.
    fn set_aside(&mut self, reason: &str) {
        let free = (1..1000).map(|number| with(&self.path, &format!(".unread{number}"))).find(|path| !path.exists());
        match free.map(|aside| (std::fs::rename(&self.path, &aside), aside)) {
            Some((Ok(()), aside)) => self.warn(&format!("is now {}: {reason}", aside.display())),
            _ => {
                self.writable = false;
                self.warn(&format!("is left as it is: {reason}"));
            }
        }
    }

    fn warn(&self, what: &str) {
        output::complain(&format!("warning: the store {} {what}\n", self.path.display()));
    }

    /// Writes the store; what was there before is kept as `.old`.
    pub fn write(&self, store: &Store) {
        if !self.writable {
            return;
        }
        let written = || -> std::io::Result<()> {
            std::fs::create_dir_all(FOLDER)?;
            match std::fs::read(&self.path) {
                Ok(old) => replace(&with(&self.path, ".old"), &old)?,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
            replace(&self.path, store.text().as_bytes())?;
            let name = self.path.file_name().unwrap_or_default().to_string_lossy();
            replace(&Path::new(FOLDER).join(LATEST), format!("{name}\n").as_bytes())
        };
        if let Err(error) = written() {
            self.warn(&format!("cannot be written: {error}"));
        }
    }
}

/// What the last check in this folder stored.
pub fn latest() -> Option<Store> {
    let name = std::fs::read_to_string(Path::new(FOLDER).join(LATEST)).ok()?;
    let name = Path::new(name.trim()).file_name()?.to_owned();
    Store::read(&std::fs::read_to_string(Path::new(FOLDER).join(name)).ok()?).ok()
}

/// A path with something behind its name.
fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Writes a file beside the one that it then replaces, so that there is always a whole one.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let new = with(path, &format!(".{}.new", std::process::id()));
    std::fs::write(&new, bytes)?;
    std::fs::rename(&new, path).inspect_err(|_| {
        let _ = std::fs::remove_file(&new);
    })
}

/// The name of a program's file: it is the same however the files are named.
fn name(files: &[PathBuf]) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    let real = |path: &PathBuf| {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        // A folder that is moved as a whole keeps its store.
        real.strip_prefix(&here).unwrap_or(&real).to_string_lossy().into_owned()
    };
    let real: Vec<String> = files.iter().map(real).collect();
    let stem = files.first().and_then(|file| file.file_stem()).unwrap_or_default().to_string_lossy();
    let hash = hash(real.iter().map(String::as_str));
    format!("{stem}-{}.json", &hash[hash.len() - 8..])
}
