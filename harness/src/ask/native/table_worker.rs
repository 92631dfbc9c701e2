//! The worker process of a library.

use crate::ask::native::answers::take_over_answers;
use crate::ask::native::decoder::NativeDecoder;
use crate::ask::native::library::Library;
use crate::ask::native::place::Places;
use crate::ask::native::probe::probe;
use crate::ask::native::table::TableLibrary;
use crate::ask::native::version::told_version;
use crate::ask::native::worker::{GuardedDecoder, Served};
use std::io::{self, ErrorKind, Read};

/// Serves the functions of `table` on standard output; those of `is_new` ones, which nobody called yet, are probed. Fails before it
/// introduces itself: with [`ErrorKind::NotFound`] and what the loader says of its first file if it cannot be loaded; with another if
/// it lacks a function that all its versions have, or whoever listened is gone.
pub fn serve_library(table: &TableLibrary, is_new: bool, served: Served, input: impl Read) -> io::Result<()> {
    let answers = take_over_answers()?;
    let library = loaded(table).map_err(|why| io::Error::new(ErrorKind::NotFound, why))?;
    let decoders = decoders(table, &library, is_new).map_err(io::Error::other)?;
    served.serve(&table.name, decoders, input, answers)
}

/// The library in the first of its files that can be loaded.
fn loaded(table: &TableLibrary) -> Result<Library, String> {
    let mut first = None;
    for file in &table.files {
        match Library::load(file) {
            Ok(library) => return Ok(library),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| format!("{}: cannot be loaded: has no file", table.name)))
}

/// Its decoders, without those of functions that came later. Fails, in words, if another function is not there.
fn decoders(
    table: &TableLibrary,
    library: &Library,
    is_new: bool,
) -> Result<Vec<Box<dyn GuardedDecoder>>, String> {
    let mut places = Places::new()?;
    let version = table.version.as_deref().and_then(|source| told_version(library, source));
    let mut decoders: Vec<Box<dyn GuardedDecoder>> = Vec::new();
    for function in &table.functions {
        let mut decoder = match NativeDecoder::new(library, function.decoder()?) {
            Err(_) if function.since.is_some() => continue,
            made => made?,
        };
        decoder.info.implementation.clone_from(&table.implementation);
        if let Some(version) = &version {
            decoder.info.version.clone_from(version);
        }
        if is_new {
            probe(&mut decoder, &mut places)?;
        }
        decoders.push(Box::new(decoder));
    }
    Ok(decoders)
}

#[cfg(test)]
mod tests {
    use super::loaded;
    use crate::ask::native::table::TableLibrary;

    #[test]
    fn the_first_file_that_can_be_loaded_is_and_without_one_the_first_is_named() {
        let glib = TableLibrary::named("glib").expect("the table has it");
        let with = |files: &[&str]| {
            let files = files.iter().map(ToString::to_string).collect();
            loaded(&TableLibrary { files, ..glib.clone() })
        };
        let missing = ["libillformed-has-none.so.1", "libillformed-has-none.dylib"];
        let message = with(&missing).expect_err("there is none");
        assert!(message.starts_with("libillformed-has-none.so.1: cannot be loaded: "), "{message}");
        let of_the_system = if cfg!(target_os = "linux") { "libc.so.6" } else { "libSystem.B.dylib" };
        assert!(with(&[missing[0], of_the_system]).is_ok());
    }
}
