//! The seed by which the tests replay bytes for which a property fails.

use crate::place::inputs;
use illformed::search::promote::short_hash;
use illformed_fuzz::property::Property;
use illformed_judge::shown::quoted;
use illformed_vectors::VectorId;
use std::fmt::Write;
use std::path::Path;

/// What there is to say of the seed `bytes` of `property` in `corpus`: which file has the bytes, or the command that makes it.
/// It is named after the vector `id` that has the same bytes. A name that another file has is not used.
pub(crate) fn seed(
    property: &Property,
    bytes: &[u8],
    corpus: &Path,
    id: Option<&VectorId>,
) -> Result<String, String> {
    let folder = corpus.join("regressions").join(property.name);
    if let Some(seed) = inputs(&folder)?.iter().find(|seed| seed.bytes == bytes) {
        return Ok(format!("{} has these bytes", seed.path.display()));
    }
    let of_vector = id.map(|id| id.as_str().trim_start_matches("found/").replace('/', "-"));
    let named = of_vector.map(|name| folder.join(name)).filter(|path| !path.exists());
    let path = named.unwrap_or_else(|| folder.join(format!("input-{}", short_hash(bytes))));
    let mut octal = String::new();
    for byte in bytes {
        let _ = write!(octal, "\\{byte:03o}");
    }
    let [folder, path] = [&folder, &path].map(|path| quoted(&path.display().to_string()));
    Ok(format!("mkdir -p {folder} && printf '{octal}' > {path}"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::process::Command;

    #[test]
    fn the_command_makes_the_file_and_no_file_with_other_bytes_changes() {
        let folder = tempfile::tempdir().unwrap();
        let corpus = folder.path().join("it's a corpus");
        let property = Property::named("decoders_agree").unwrap();
        let bytes: Vec<u8> = (0..=255).collect();
        let id = VectorId::new("found/never-valid-h1").unwrap();
        let said = |bytes: &[u8]| seed(&property, bytes, &corpus, Some(&id)).unwrap();
        let path = corpus.join("regressions/decoders_agree/never-valid-h1");
        assert!(Command::new("sh").args(["-c", &said(&bytes)]).status().unwrap().success());
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(said(&bytes), format!("{} has these bytes", path.display()));
        let other = said(b"other");
        let name = format!("/input-{}'", short_hash(b"other"));
        assert!(other.starts_with("mkdir -p ") && other.ends_with(&name), "{other}");
        // A vector that was there has another group.
        let id = VectorId::new("overlong/nul").unwrap();
        let other = seed(&property, b"\xC0\x80", &corpus, Some(&id)).unwrap();
        assert!(other.ends_with("/overlong-nul'"), "{other}");
    }
}
