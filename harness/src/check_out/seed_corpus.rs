//! `T_seed_corpus.zip`: the inputs that a search starts from.

use std::io::{Cursor, Read};
use zip::ZipArchive;

/// How much the seeds of a target may unpack to, in bytes. They are small files that somebody chose.
const MAX_BYTES: u64 = 64 << 20;

/// A file of the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seed {
    /// Its path in the archive, parts separated by `/`; it stays below the folder that it is unpacked to.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
}

/// The files of an archive, each checked against its CRC. Fails with what is wrong with the first that cannot be unpacked,
/// in words that name it; an archive without a file is wrong too.
pub(super) fn unpack(archive: &[u8]) -> Result<Vec<Seed>, String> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).map_err(|error| format!("no zip: {error}"))?;
    let mut seeds = Vec::new();
    let mut left = MAX_BYTES;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|error| format!("file {}: {error}", index + 1))?;
        let path = entry.name().map_err(|error| format!("file {}: {error}", index + 1))?.into_owned();
        if entry.is_dir() {
            continue;
        }
        if !stays_below(&path) {
            return Err(format!("{path:?} would be unpacked somewhere else"));
        }
        let mut bytes = Vec::new();
        // The reader compares the CRC at the end, and a size that lies is cut off here.
        entry.take(left + 1).read_to_end(&mut bytes).map_err(|error| format!("{path}: {error}"))?;
        left = left.checked_sub(bytes.len() as u64).ok_or_else(|| format!("more than {MAX_BYTES} bytes"))?;
        seeds.push(Seed { path, bytes });
    }
    if seeds.is_empty() { Err("no file in it".to_owned()) } else { Ok(seeds) }
}

/// Whether a path leads nowhere but down.
fn stays_below(path: &str) -> bool {
    !path.contains(['\\', '\0']) && path.split('/').all(|part| !["", ".", ".."].contains(&part))
}

#[cfg(test)]
mod tests {
    use super::{stays_below, unpack};
    use std::io::{Cursor, Write};
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    fn archive(files: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, bytes) in files {
            writer.start_file(*path, SimpleFileOptions::default().compression_method(method)).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn stored_and_deflated_files_are_unpacked() {
        for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
            let seeds = unpack(&archive(&[("a", b""), ("b/c", &[7; 300])], method)).unwrap();
            let read: Vec<_> = seeds.iter().map(|seed| (&*seed.path, seed.bytes.len())).collect();
            assert_eq!(read, [("a", 0), ("b/c", 300)], "{method}");
        }
    }

    #[test]
    fn a_byte_that_changed_is_found_by_its_crc() {
        let mut bytes = archive(&[("seed", b"abcdef")], CompressionMethod::Stored);
        let at = bytes.windows(6).position(|window| window == b"abcdef").unwrap();
        bytes[at] ^= 1;
        let why = unpack(&bytes).unwrap_err();
        assert!(why.starts_with("seed: ") && why.to_lowercase().contains("checksum"), "{why}");
    }

    #[test]
    fn what_is_no_archive_or_an_empty_one_is_refused() {
        assert!(unpack(b"").unwrap_err().starts_with("no zip: "));
        assert!(unpack(b"#!/bin/sh\n").unwrap_err().starts_with("no zip: "));
        let cut = archive(&[("a", b"b")], CompressionMethod::Stored);
        assert!(unpack(&cut[..cut.len() - 4]).is_err());
        assert_eq!(unpack(&archive(&[], CompressionMethod::Stored)), Err("no file in it".to_owned()));
        assert_eq!(
            unpack(&archive(&[("../up", b"")], CompressionMethod::Stored)),
            Err("\"../up\" would be unpacked somewhere else".to_owned())
        );
    }

    #[test]
    fn paths_lead_down_only() {
        for (path, expected) in [
            ("a", true),
            ("a/b-c", true),
            ("/a", false),
            ("a/../b", false),
            ("a//b", false),
            ("a\\b", false),
            ("", false),
        ] {
            assert_eq!(stays_below(path), expected, "{path}");
        }
    }
}
