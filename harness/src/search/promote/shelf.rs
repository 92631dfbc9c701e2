//! The folders that vectors and seeds are kept in, and how something is put there.

use crate::ask::temporary::beside;
use crate::search::promote::{GROUP, Promotion};
use illformed_vectors::{LoadError, Suite};
use std::collections::HashMap;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{env, error, fmt, fs};
use tempfile::NamedTempFile;

/// Why a folder of vectors or seeds cannot be used.
#[derive(Debug)]
pub enum ShelfError {
    /// There is no such folder, or nothing in it.
    Usage(String),
    /// The vectors cannot be used.
    Load(Vec<LoadError>),
    /// A file cannot be read or written.
    File { path: PathBuf, source: io::Error },
}

impl fmt::Display for ShelfError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(what) => formatter.write_str(what),
            Self::Load(errors) => {
                let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                formatter.write_str(&lines.join("\n"))
            }
            Self::File { path, source } => write!(formatter, "{}: {source}", path.display()),
        }
    }
}

impl error::Error for ShelfError {}

/// The vectors and the corpus, as they are and as they would be.
pub struct Shelf {
    suite_dir: PathBuf,
    corpus_dir: Option<PathBuf>,
    /// The name and text of each file of vectors.
    sources: Vec<(String, String)>,
    suite: Suite,
    /// The name and bytes of the seeds of each folder that was looked into.
    seeds: HashMap<String, Vec<(String, Vec<u8>)>>,
}

impl Shelf {
    /// Reads the vectors of the folder `suite`, or of `vectors/suite` here or above. Seeds are kept in `corpus`; without it
    /// no seed is written.
    pub fn open(suite: Option<&Path>, corpus: Option<PathBuf>) -> Result<Self, ShelfError> {
        let suite_dir = folder("--suite", suite, "vectors/suite")?;
        let sources = read_sources(&suite_dir)?;
        let suite = read(&sources)?;
        if suite.files().is_empty() {
            return Err(ShelfError::Usage(format!("{}: no .json file in this folder", suite_dir.display())));
        }
        Ok(Self { suite_dir, corpus_dir: corpus, sources, suite, seeds: HashMap::new() })
    }

    pub fn suite(&self) -> &Suite {
        &self.suite
    }

    /// Whether seeds are kept.
    pub fn has_corpus(&self) -> bool {
        self.corpus_dir.is_some()
    }

    /// The folder of the vectors.
    pub fn suite_dir(&self) -> &Path {
        &self.suite_dir
    }

    /// The name and bytes of each seed of `folder`; none if there is no such folder.
    pub fn seeds(&mut self, folder: &str) -> Result<Vec<(String, Vec<u8>)>, ShelfError> {
        if let Some(known) = self.seeds.get(folder) {
            return Ok(known.clone());
        }
        let Some(corpus_dir) = &self.corpus_dir else { return Ok(Vec::new()) };
        let dir = corpus_dir.join(folder);
        let seeds = if dir.exists() { files_of(&dir)? } else { Vec::new() };
        self.seeds.insert(folder.to_owned(), seeds.clone());
        Ok(seeds)
    }

    /// The files that `promotion` is written to.
    pub fn places(&self, promotion: &Promotion) -> Vec<PathBuf> {
        let file = promotion.vector.is_ok().then(|| self.group_file());
        file.into_iter().chain(self.seed_file(promotion)).collect()
    }

    fn group_file(&self) -> PathBuf {
        self.suite_dir.join(format!("{GROUP}.json"))
    }

    fn seed_file(&self, promotion: &Promotion) -> Option<PathBuf> {
        let seed = promotion.seed.as_ref().ok()?;
        Some(self.corpus_dir.as_ref()?.join(&seed.folder).join(&seed.name))
    }

    /// What is known from now on, written or not.
    pub fn remember(&mut self, promotion: &Promotion) -> Result<(), ShelfError> {
        if let Ok(vector) = &promotion.vector {
            let name = self.group_file().display().to_string();
            self.sources.retain(|(other, _)| *other != name);
            self.sources.push((name, vector.file.clone()));
            self.suite = read(&self.sources)?;
        }
        if let Ok(seed) = &promotion.seed {
            let seeds = self.seeds.entry(seed.folder.clone()).or_default();
            seeds.push((seed.name.clone(), seed.bytes.clone()));
        }
        Ok(())
    }

    /// Puts the vector and the seed in their places, both or neither. If the process is ended between the two, the seed is
    /// there, and the next promotion adds the vector. No existing file changes except that of the group, which must be as
    /// it was read.
    pub fn write(&self, promotion: &Promotion) -> Result<(), ShelfError> {
        let mut made = Vec::new();
        let written = self.put(promotion, &mut made);
        if written.is_err() {
            // In reverse order; a folder stays if it has other files.
            for path in made.iter().rev() {
                let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
            }
        }
        written
    }

    /// Adds to `made` what has to go if not all can be done.
    fn put(&self, promotion: &Promotion, made: &mut Vec<PathBuf>) -> Result<(), ShelfError> {
        let at = |path: &Path, source: io::Error| ShelfError::File { path: path.to_owned(), source };
        let group_file = self.group_file();
        // Both are written to the last byte before either is seen.
        let vector = match &promotion.vector {
            Ok(vector) => {
                let text = vector.file.as_bytes();
                Some(filled(&self.suite_dir, text).map_err(|error| at(&group_file, error))?)
            }
            Err(_) => None,
        };
        if let (Ok(seed), Some(corpus_dir), Some(path)) =
            (&promotion.seed, &self.corpus_dir, self.seed_file(promotion))
        {
            let dir = corpus_dir.join(&seed.folder);
            make_folder(&dir, made).map_err(|error| at(&dir, error))?;
            // Not beside it: engines take every file there for an input, and one that is ended leaves this behind.
            let file = filled(corpus_dir, &seed.bytes).map_err(|error| at(&path, error))?;
            file.persist_noclobber(&path).map_err(|error| at(&path, error.error))?;
            made.push(path);
        }
        if let Some(file) = vector {
            self.put_group(file, &group_file).map_err(|error| at(&group_file, error))?;
        }
        Ok(())
    }

    /// Puts `file` in the place of the group's file, if that is as it was read.
    fn put_group(&self, file: NamedTempFile, path: &Path) -> io::Result<()> {
        let name = path.display().to_string();
        let Some((_, known)) = self.sources.iter().find(|(other, _)| *other == name) else {
            return file.persist_noclobber(path).map(drop).map_err(|error| error.error);
        };
        if fs::read_to_string(path)? != *known {
            return Err(io::Error::other("it was changed since it was read"));
        }
        // A link stays one.
        let path = fs::canonicalize(path)?;
        let permissions = fs::metadata(&path)?.permissions();
        if permissions.readonly() {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only"));
        }
        file.as_file().set_permissions(permissions)?;
        file.persist(path).map(drop).map_err(|error| error.error)
    }
}

/// A file in `dir` with `bytes` in it, down to the disk, and not in its place yet.
fn filled(dir: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = beside(dir)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Makes `dir` and the folders that it lies in, as far as they are not there, and adds them to `made`.
fn make_folder(dir: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    let missing: Vec<&Path> = dir.ancestors().take_while(|dir| !dir.exists()).collect();
    for dir in missing.into_iter().rev() {
        match fs::create_dir(dir) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            Err(_) => {}
            Ok(()) => made.push(dir.to_owned()),
        }
    }
    Ok(())
}

/// The folder that was named with `flag`, or `by_default` of the checkout that the current folder is in.
pub fn folder(flag: &str, named: Option<&Path>, by_default: &str) -> Result<PathBuf, ShelfError> {
    if let Some(named) = named {
        let wrong = if named.exists() { "is a file, expected a folder" } else { "no such folder" };
        let wrong = || ShelfError::Usage(format!("{flag} {}: {wrong}", named.display()));
        return if named.is_dir() { Ok(named.to_owned()) } else { Err(wrong()) };
    }
    let current = env::current_dir().map_err(|source| ShelfError::File { path: ".".into(), source })?;
    if Path::new(by_default).is_dir() {
        return Ok(by_default.into());
    }
    let found = current.ancestors().map(|dir| dir.join(by_default)).find(|dir| dir.is_dir());
    found.ok_or_else(|| ShelfError::Usage(format!("no {by_default} here or above: name it with {flag}")))
}

/// The name and bytes of each file in `dir`, in order.
fn files_of(dir: &Path) -> Result<Vec<(String, Vec<u8>)>, ShelfError> {
    read_files(dir, Path::is_file, |path| {
        Ok((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), fs::read(path)?))
    })
}

/// The name and text of each file of vectors in `dir`, in order.
fn read_sources(dir: &Path) -> Result<Vec<(String, String)>, ShelfError> {
    let is_json = |path: &Path| path.extension().is_some_and(|extension| extension == "json");
    read_files(dir, is_json, |path| Ok((path.display().to_string(), fs::read_to_string(path)?)))
}

/// What `read_file` reads of each file in `dir` that `wants` wants, in order.
fn read_files<F: Ord>(
    dir: &Path,
    wants: impl Fn(&Path) -> bool,
    read_file: impl Fn(&Path) -> io::Result<F>,
) -> Result<Vec<F>, ShelfError> {
    let failed = |path: &Path, source| ShelfError::File { path: path.to_owned(), source };
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).map_err(|source| failed(dir, source))? {
        let path = entry.map_err(|source| failed(dir, source))?.path();
        if wants(&path) {
            files.push(read_file(&path).map_err(|source| failed(&path, source))?);
        }
    }
    files.sort();
    Ok(files)
}

fn read(sources: &[(String, String)]) -> Result<Suite, ShelfError> {
    Suite::from_sources(sources.iter().map(|(name, text)| (name.as_str(), text.as_str())))
        .map_err(ShelfError::Load)
}
