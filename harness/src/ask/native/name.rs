//! The names of libraries and functions as an adapter and its decoders.

use std::path::Path;

/// The name of a function as a decoder: `g-utf8-validate` of `g_utf8_validate`.
pub fn decoder_name(symbol: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = symbol.chars().take(64).map(plain).collect();
    name.trim_matches('-').to_owned()
}

/// The name of a library as an adapter: `libglib-2-0` of `/usr/lib/libglib-2.0.so.0`.
pub fn library_name(library: &str) -> String {
    let file = Path::new(library).file_name().map_or(library.into(), |name| name.to_string_lossy());
    let stem = file.split(".so").next().unwrap_or(&file);
    decoder_name(stem.strip_suffix(".dylib").unwrap_or(stem))
}

#[cfg(test)]
mod tests {
    use super::{decoder_name, library_name};

    #[test]
    fn a_library_and_a_function_have_names_that_an_adapter_may_have() {
        assert_eq!(library_name("/usr/lib/libglib-2.0.so.0"), "libglib-2-0");
        assert_eq!(library_name("./libmine.dylib"), "libmine");
        assert_eq!(decoder_name("u_strFromUTF8_*"), "u-strfromutf8");
    }
}
