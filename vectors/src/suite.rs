//! A suite: files of vectors that belong together.

use crate::check::{wrong_alone, wrong_together};
use crate::embedded::{EMBEDDED, OF_CALLS};
use crate::error::{LoadError, Place};
use crate::file::{Note, VectorFile};
use crate::name::Importance;
use crate::strict_json::{TextPart, elements, line_of, parse};
use crate::vector::Vector;
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};
use std::{fs, io};

/// Files of vectors, checked one by one and together; by default none.
#[derive(Debug, Clone, Default)]
pub struct Suite {
    files: Vec<Arc<VectorFile>>,
    /// The name and text that each file was read from, for saying where something stands.
    sources: Vec<(Cow<'static, str>, Cow<'static, str>)>,
    /// The numbers of the files and of the vectors in them, sorted by the vectors' ids, once one is looked up.
    by_id: OnceLock<Vec<(usize, usize)>>,
    /// Each vector in the text of its file, once a place is asked for.
    places: OnceLock<Vec<Vec<TextPart>>>,
}

static EMBEDDED_SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::embedded_part(|_| true));

impl Suite {
    /// The suite that comes with this crate.
    pub fn embedded() -> &'static Self {
        &EMBEDDED_SUITE
    }

    /// The embedded suite with the vectors of some groups alone, in a fraction of the time: those that `wants` wants, and
    /// those with calls, which no case may be derived to once more. The other files have everything but vectors.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_vectors::Suite;
    ///
    /// let part = Suite::embedded_part(|group| group == "overlong");
    /// assert!(part.vector("overlong/nul-two-bytes").is_some());
    /// assert!(part.vector("standard/letter-a").is_none());
    /// assert_eq!(part.files().len(), Suite::embedded().files().len());
    /// ```
    #[expect(
        clippy::missing_panics_doc,
        reason = "the tests load the embedded data, so a released crate does not panic"
    )]
    pub fn embedded_part(wants: impl Fn(&str) -> bool) -> Self {
        let read = |(name, text): &(&'static str, &'static str)| {
            let group = name.trim_start_matches("suite/").trim_end_matches(".json");
            let envelope = if wants(group) || OF_CALLS.contains(&group) { None } else { envelope(text) };
            // What is checked between files is true of the embedded ones: the tests load them as any other.
            let file = parse(name, envelope.as_deref().unwrap_or(text));
            Arc::new(file.unwrap_or_else(|error| panic!("embedded suite: {error}")))
        };
        let source = |(name, text): &(&'static str, &'static str)| ((*name).into(), (*text).into());
        Self::of(EMBEDDED.iter().map(read).collect(), EMBEDDED.iter().map(source).collect())
    }

    /// The name and text of each embedded file.
    pub fn embedded_sources() -> impl Iterator<Item = (&'static str, &'static str)> {
        EMBEDDED.iter().copied()
    }

    /// The suite in the `.json` files of `dir`, in order of their names.
    ///
    /// Fails with everything that is wrong: at most one parse error a file, and what is wrong between the files.
    pub fn read_dir(dir: &Path) -> Result<Self, Vec<LoadError>> {
        let sources = read_sources(dir).map_err(|error| {
            vec![LoadError::new(&dir.display().to_string(), None, String::new(), error.to_string())]
        })?;
        if sources.is_empty() {
            let reason = "no .json file in this folder";
            return Err(vec![LoadError::new(&dir.display().to_string(), None, String::new(), reason)]);
        }
        Self::from_sources(sources.iter().map(|(name, text)| (name.as_str(), text.as_str())))
    }

    /// What is noted of `flag`.
    pub fn note(&self, flag: &str) -> Option<&Note> {
        self.files.iter().find_map(|file| file.notes.get(flag))
    }

    /// How bad it is to get `vector` wrong: the greatest importance of its flags, `minor` if it has none.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_vectors::{Importance, Suite};
    ///
    /// let suite = Suite::embedded();
    /// let vector = suite.vector("security/c8-before-quote").unwrap();
    /// assert_eq!(suite.importance(vector), Importance::Critical);
    /// ```
    pub fn importance(&self, vector: &Vector) -> Importance {
        let notes = vector.flags.iter().filter_map(|flag| self.note(flag));
        notes.map(|note| note.importance).max().unwrap_or(Importance::Minor)
    }

    fn of(files: Vec<Arc<VectorFile>>, sources: Vec<(Cow<'static, str>, Cow<'static, str>)>) -> Self {
        Self { files, sources, by_id: OnceLock::new(), places: OnceLock::new() }
    }

    /// The suite in `sources`, pairs of a file's name and its text. Names ending in `<group>.json` are expected.
    pub fn from_sources<'a>(
        sources: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Vec<LoadError>> {
        let (mut parsed, mut errors) = (Vec::new(), Vec::new());
        for (name, text) in sources {
            match parse(name, text) {
                Ok(file) => {
                    let wrong = wrong_alone(name, &file).into_iter();
                    errors.extend(wrong.map(|(pointer, reason)| LoadError::at(name, text, pointer, reason)));
                    parsed.push((name, text, file));
                }
                Err(error) => errors.push(error),
            }
        }
        // What is wrong between files can only be said when all could be read.
        if errors.is_empty() {
            errors = wrong_together(&parsed);
        }
        if errors.is_empty() {
            let source = |(name, text, file): (&str, &str, _)| {
                (Arc::new(file), (name.to_owned().into(), text.to_owned().into()))
            };
            let (files, sources) = parsed.into_iter().map(source).unzip();
            return Ok(Self::of(files, sources));
        }
        // As a reader goes through the files.
        errors.sort_by(|one, other| one.place.cmp(&other.place));
        Err(errors)
    }

    /// The suite with one more file. What is between files is not checked again: the caller vouches for the file.
    #[must_use]
    pub fn with(mut self, file: VectorFile) -> Self {
        self.sources.push((format!("{}.json", file.group).into(), "".into()));
        self.files.push(Arc::new(file));
        Self::of(self.files, self.sources)
    }

    /// The suite with those files alone that `keeps` keeps.
    #[must_use]
    pub fn with_files(&self, keeps: impl Fn(&VectorFile) -> bool) -> Self {
        let files = self.files.iter().zip(&self.sources).filter(|(file, _)| keeps(file));
        let (files, sources) = files.map(|(file, source)| (Arc::clone(file), source.clone())).unzip();
        Self::of(files, sources)
    }

    /// The text of each file in canonical form.
    pub fn to_canonical(&self) -> Vec<String> {
        self.files.iter().map(|file| file.to_canonical()).collect()
    }

    /// The files, in the order they were given.
    pub fn files(&self) -> &[Arc<VectorFile>] {
        &self.files
    }

    /// The text that each file was read from, in the same order; empty for one that was not read.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|(_, text)| &**text)
    }

    /// All vectors, file by file.
    pub fn vectors(&self) -> impl Iterator<Item = &Vector> {
        self.files.iter().flat_map(|file| &file.vectors)
    }

    /// The vector of that id.
    pub fn vector(&self, id: &str) -> Option<&Vector> {
        let vector = |(file, vector): &(usize, usize)| &self.files[*file].vectors[*vector];
        let by_id = self.by_id.get_or_init(|| {
            let numbers = |(number, file): (usize, &Arc<VectorFile>)| {
                (0..file.vectors.len()).map(move |vector| (number, vector))
            };
            let mut by_id: Vec<_> = self.files.iter().enumerate().flat_map(numbers).collect();
            by_id.sort_by_key(|numbers| vector(numbers).id.as_str());
            by_id
        });
        let at = by_id.partition_point(|numbers| vector(numbers).id.as_str() < id);
        by_id.get(at).map(vector).filter(|vector| vector.id.as_str() == id)
    }

    /// Where `key` of the vector number `index` of file number `file` stands; an empty `key` is the vector itself.
    pub fn place_of_vector(&self, file: usize, index: usize, key: &str) -> Place {
        let key = if key.is_empty() { String::new() } else { format!("/{key}") };
        let places = self
            .places
            .get_or_init(|| self.sources.iter().map(|(_, text)| elements(text, "vectors")).collect());
        let (name, text) = &self.sources[file];
        // A file that was not read has no lines.
        let line =
            places[file].get(index).map_or(1, |(line, bytes)| line + line_of(&text[bytes.clone()], &key) - 1);
        Place { file: name.clone().into_owned(), line: Some(line), pointer: format!("/vectors/{index}{key}") }
    }

    /// The suite's name, the same in all files; empty for a suite without files.
    pub fn name(&self) -> &str {
        self.files.first().map_or("", |file| &file.suite)
    }
}

/// A file of that canonical text without its vectors.
fn envelope(text: &str) -> Option<String> {
    let (before, _) = text.split_once("\n\"vectors\":[")?;
    Some(format!("{before}\n\"vectors\":[]}}"))
}

/// The name and text of each `.json` file of `dir`, sorted.
fn read_sources(dir: &Path) -> io::Result<Vec<(String, String)>> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.display().to_string();
            let bytes =
                fs::read(&path).map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
            let invalid = |reason| io::Error::new(io::ErrorKind::InvalidData, format!("{name}: {reason}"));
            let text = String::from_utf8(bytes).map_err(|error| {
                invalid(format!("not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
            })?;
            if text.starts_with('\u{FEFF}') {
                return Err(invalid("a byte order mark stands at the start".to_owned()));
            }
            sources.push((name, text));
        }
    }
    sources.sort();
    Ok(sources)
}
