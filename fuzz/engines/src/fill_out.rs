//! Fills `$OUT` for OSS-Fuzz and ClusterFuzzLite: copies each target from the folder of what was built, and puts its seeds, its options and, where it has one, its dictionary beside it. `.clusterfuzzlite/build.sh` runs it.
//!
//! The same corpus gives the same archives, byte for byte.

use crate::place::{at, dictionary, inputs, root, seeds, write};
use illformed_fuzz::property::{ALL, Property};
use std::error::Error;
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// After how many seconds an input counts as one that hangs.
const TIMEOUT: u32 = 10;

/// Copies the targets `names`, or all, from `built` to `out` with what belongs to each; says how many, and where.
pub(crate) fn fill_out(built: &Path, out: &Path, names: &[String]) -> Result<String, String> {
    if let Some(name) = names.iter().find(|name| ALL.iter().all(|property| property.name != **name)) {
        return Err(format!("{name} is no target"));
    }
    let is_wanted = |property: &&Property| names.is_empty() || names.iter().any(|name| name == property.name);
    let wanted: Vec<&Property> = ALL.iter().filter(is_wanted).collect();
    for property in &wanted {
        let (name, program) = (property.name, built.join(property.name));
        fs::copy(&program, out.join(name)).map_err(at(&program))?;
        let write = |ending, bytes: &[u8]| write(&out.join(format!("{name}{ending}")), bytes);
        write("_seed_corpus.zip", &seed_corpus(property).map_err(|error| error.to_string())?)?;
        write(".options", options(property).as_bytes())?;
        if let Some(dictionary) = dictionary(property) {
            write(".dict", &fs::read(&dictionary).map_err(at(&dictionary))?)?;
        }
    }
    Ok(format!("{} targets in {}", wanted.len(), out.display()))
}

/// The flags that a search of this target needs.
fn options(property: &Property) -> String {
    let dictionary =
        dictionary(property).map_or(String::new(), |_| format!("dict = {}.dict\n", property.name));
    format!("[libfuzzer]\n{dictionary}max_len = {}\ntimeout = {TIMEOUT}\n", property.seeds.max_len())
}

/// An archive of the seeds that the property starts from and the inputs on which it once failed, by their paths in
/// `corpus`.
fn seed_corpus(property: &Property) -> Result<Vec<u8>, Box<dyn Error>> {
    // The clock, the user and the compressor would be in the bytes.
    let plain = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for folder in seeds(property) {
        for file in inputs(&folder)? {
            let path = file.path.strip_prefix(root().join("corpus"))?;
            let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
            archive.start_file(parts.join("/"), plain)?;
            archive.write_all(&file.bytes)?;
        }
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::{ALL, fill_out, options, seed_corpus};
    use std::fs;
    use std::io::Cursor;
    use zip::ZipArchive;

    #[test]
    fn every_target_is_filled_in_and_a_missing_program_is_named() {
        let [built, out] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        for property in ALL {
            fs::write(built.path().join(property.name), property.name).unwrap();
        }
        let filled = |names: &[String]| fill_out(built.path(), out.path(), names);
        assert!(filled(&[]).unwrap().starts_with(&format!("{} targets in ", ALL.len())));
        for property in ALL {
            let has = |ending: &str| out.path().join(format!("{}{ending}", property.name)).is_file();
            assert!(has("") && has(".options") && has("_seed_corpus.zip"), "{}", property.name);
            assert_eq!(has(".dict"), options(property).contains("dict = "), "{}", property.name);
        }
        fs::remove_file(built.path().join("decoders_agree")).unwrap();
        assert!(filled(&[]).unwrap_err().contains("decoders_agree"));
        assert!(filled(&["boundaries_are_found".to_owned()]).unwrap().starts_with("1 targets in "));
        assert_eq!(filled(&["gone".to_owned()]).unwrap_err(), "gone is no target");
    }

    #[test]
    fn an_archive_has_the_seeds_and_the_regressions_and_always_the_same_bytes() {
        let property = ALL.iter().find(|property| property.name == "decoders_agree").unwrap();
        let archive = seed_corpus(property).unwrap();
        assert_eq!(archive, seed_corpus(property).unwrap());
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
