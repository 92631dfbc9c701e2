//! The version that a library tells.
#![expect(unsafe_code, reason = "a text of a foreign library is read")]

use crate::ask::native::call::{Callable, Given};
use crate::ask::native::library::Library;
use crate::ask::native::signature::Signature;
use std::ffi::{CStr, c_char};
use std::ptr;

/// The version by `source`: a call with constant arguments, such as `OpenSSL_version(6)`, that returns a text, or the name of a
/// variable that points to one. `None` if the library has neither, or its text is no version.
pub(super) fn told_version(library: &Library, source: &str) -> Option<String> {
    let text = if source.contains('(') {
        let signature: Signature = format!("{source} -> object").parse().ok()?;
        let callable = Callable::of(library, &signature).ok()?;
        let said = callable.call(Given::default());
        ptr::with_exposed_provenance(said.value)
    } else {
        let variable: *const *const c_char = library.address(source)?.cast();
        // SAFETY: the table says that a variable is there which points to a text.
        unsafe { *variable }
    };
    if text.is_null() {
        return None;
    }
    // SAFETY: it is a text that ends with a byte 00, and that stays as long as the library is loaded.
    let text = unsafe { CStr::from_ptr(text) }.to_str().ok()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-+~_".contains(c);
    (!text.is_empty() && text.chars().all(is_plain)).then(|| text.to_owned())
}
