//! Fills `$OUT` for OSS-Fuzz and ClusterFuzzLite: copies each target from the folder of what was built, and puts its seeds, its options and, where it has one, its dictionary beside it. `.clusterfuzzlite/build.sh` runs it.
//!
//! The same corpus gives the same archives, byte for byte.

use illformed_fuzz::corpus_files;
use illformed_fuzz::property::{ALL, Property};
use std::error::Error;
use std::io::{Cursor, Write};
use std::path::Path;
use std::{fs, io};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// After how many seconds an input counts as one that hangs.
const TIMEOUT: u32 = 10;

/// Copies the targets `names`, or all, from `built` to `out` with what belongs to each; says how many, and where.
pub(crate) fn fill_out(built: &Path, out: &Path, names: &[String]) -> Result<String, Box<dyn Error>> {
    if let Some(unknown) = names.iter().find(|name| !ALL.iter().any(|property| property.name == **name)) {
        return Err(format!("{unknown} is no target").into());
    }
    let package = &Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let wanted =
        ALL.iter().filter(|property| names.is_empty() || names.iter().any(|name| property.name == *name));
    let mut count = 0;
    for property in wanted {
        fill(property, package, built, out)?;
        count += 1;
    }
    Ok(format!("{count} targets in {}", out.display()))
}

/// Writes everything of one target.
fn fill(property: &Property, package: &Path, built: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let name = property.name;
    let place = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let program = built.join(name);
    fs::copy(&program, out.join(name)).map_err(|error| place(&program, error))?;
    let write = |ending: &str, bytes: &[u8]| {
        let path = out.join(format!("{name}{ending}"));
        fs::write(&path, bytes).map_err(|error| place(&path, error))
    };
    write("_seed_corpus.zip", &seed_corpus(property, &package.join("../corpus"))?)?;
    write(".options", options(property).as_bytes())?;
    if let Some(file) = property.seeds.dictionary() {
        let dictionary = package.join(file);
        write(".dict", &fs::read(&dictionary).map_err(|error| place(&dictionary, error))?)?;
    }
    Ok(())
}

/// The flags that a search of this target needs.
fn options(property: &Property) -> String {
    let dictionary =
        property.seeds.dictionary().map_or(String::new(), |_| format!("dict = {}.dict\n", property.name));
    format!("[libfuzzer]\n{dictionary}max_len = {}\ntimeout = {TIMEOUT}\n", property.seeds.max_len())
}

/// An archive of the seeds that the property starts from and the inputs on which it once failed, by their paths in
/// `corpus`.
fn seed_corpus(property: &Property, corpus: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let regressions = Path::new("regressions").join(property.name);
    let mut files = corpus_files(&corpus.join(property.seeds.folder()))?;
    if corpus.join(&regressions).is_dir() {
        files.extend(corpus_files(&corpus.join(&regressions))?);
    }
    // The clock, the user and the compressor would be in the bytes.
    let plain = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let path = file.path.strip_prefix(corpus)?;
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        archive.start_file(parts.join("/"), plain)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::{ALL, fill_out, options, seed_corpus};
    use std::fs;
    use std::io::Cursor;
    use std::path::Path;
    use zip::ZipArchive;

    #[test]
    fn every_target_is_filled_in_and_a_missing_program_is_named() {
        let [built, out] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        for property in ALL {
            fs::write(built.path().join(property.name), property.name).unwrap();
        }
        let filled =
            |names: &[String]| fill_out(built.path(), out.path(), names).map_err(|error| error.to_string());
        assert!(filled(&[]).unwrap().starts_with(&format!("{} targets in ", ALL.len())));
        for property in ALL {
            let has = |ending: &str| out.path().join(format!("{}{ending}", property.name)).is_file();
            assert!(has("") && has(".options") && has("_seed_corpus.zip"), "{}", property.name);
            assert_eq!(has(".dict"), options(property).contains("dict = "), "{}", property.name);
        }
        fs::remove_file(built.path().join("decoders_agree")).unwrap();
        assert!(filled(&[]).unwrap_err().contains("decoders_agree"));
        assert!(filled(&["labels_agree".to_owned()]).unwrap().starts_with("1 targets in "));
        assert_eq!(filled(&["gone".to_owned()]).unwrap_err(), "gone is no target");
    }

    #[test]
    fn an_archive_has_the_seeds_and_the_regressions_and_always_the_same_bytes() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
        let property = ALL.iter().find(|property| property.name == "decoders_agree").unwrap();
        let archive = seed_corpus(property, &corpus).unwrap();
        assert_eq!(archive, seed_corpus(property, &corpus).unwrap());
        let read = ZipArchive::new(Cursor::new(&archive)).unwrap();
        let names: Vec<_> = read.file_names().map(|name| name.unwrap().into_owned()).collect();
        for name in ["bytes/ascii-all", "regressions/decoders_agree/surrogate-dfff"] {
            assert!(names.iter().any(|other| other == name), "{name} is not among {names:?}");
        }
        assert!(
            names.iter().all(|name| !name.starts_with("regressions/") || name.contains("decoders_agree"))
        );
    }
}
