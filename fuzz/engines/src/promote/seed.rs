//! The seed by which the tests replay bytes for which a property fails.

use illformed::search::promote::short_hash;
use illformed_fuzz::property::Property;
use illformed_judge::shown::quoted;
use illformed_vectors::VectorId;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// Where a seed is, or how it comes there.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Seed {
    /// This file has the bytes.
    There(PathBuf),
    /// No file has them.
    Missing { path: PathBuf, bytes: Vec<u8> },
}

impl Seed {
    /// The seed `bytes` of `property` in `corpus`, which is named after the vector `id` that has the same bytes. A name that
    /// another file has is not used.
    pub(crate) fn of(
        property: &Property,
        bytes: Vec<u8>,
        corpus: &Path,
        id: Option<&VectorId>,
    ) -> io::Result<Self> {
        let folder = corpus.join("regressions").join(property.name);
        if folder.is_dir() {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                if path.is_file() && fs::read(&path)? == bytes {
                    return Ok(Self::There(path));
                }
            }
        }
        let of_vector = id.map(|id| id.as_str().trim_start_matches("found/").replace('/', "-"));
        let named = of_vector.map(|name| folder.join(name)).filter(|path| !path.exists());
        let path = named.unwrap_or_else(|| folder.join(format!("input-{}", short_hash(&bytes))));
        Ok(Self::Missing { path, bytes })
    }
}

/// The file, or the command that makes it.
impl fmt::Display for Seed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::There(path) => write!(formatter, "{} has these bytes", path.display()),
            Self::Missing { path, bytes } => {
                let folder = path.parent().unwrap_or(Path::new(".")).display().to_string();
                write!(formatter, "mkdir -p {} && printf '", quoted(&folder))?;
                bytes.iter().try_for_each(|byte| write!(formatter, "\\{byte:03o}"))?;
                write!(formatter, "' > {}", quoted(&path.display().to_string()))
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_command_makes_the_file_and_no_file_with_other_bytes_changes() {
        let folder = tempfile::tempdir().unwrap();
        let corpus = folder.path().join("it's a corpus");
        let property = Property::named("decoders_agree").unwrap();
        let bytes: Vec<u8> = (0..=255).collect();
        let id = VectorId::new("found/never-valid-h1").unwrap();
        let seed = |bytes: &[u8]| Seed::of(&property, bytes.to_vec(), &corpus, Some(&id)).unwrap();
        let path = corpus.join("regressions/decoders_agree/never-valid-h1");
        assert_eq!(seed(&bytes), Seed::Missing { path: path.clone(), bytes: bytes.clone() });
        assert!(Command::new("sh").args(["-c", &seed(&bytes).to_string()]).status().unwrap().success());
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(seed(&bytes), Seed::There(path));
        let Seed::Missing { path, .. } = seed(b"other") else { panic!("no seed has these bytes") };
        assert_eq!(path.file_name().unwrap(), &*format!("input-{}", short_hash(b"other")));
        // A vector that was there has another group.
        let id = VectorId::new("overlong/nul").unwrap();
        let Ok(Seed::Missing { path, .. }) = Seed::of(&property, b"\xC0\x80".to_vec(), &corpus, Some(&id))
        else {
            panic!("no seed has these bytes")
        };
        assert_eq!(path.file_name().unwrap(), "overlong-nul");
    }
}
