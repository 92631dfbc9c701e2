//! What all lines of an adapter have in common.

use serde::{Deserialize, Deserializer};

/// The object in `line`. Serde alone would take an array for a struct, with the fields in their order.
pub(crate) fn object<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, String> {
    if !line.trim_start().starts_with('{') {
        return Err("not a JSON object".to_owned());
    }
    serde_json::from_str(line).map_err(|error| error.to_string())
}

/// The value of an optional key. What there is not is left out; `null` is neither a string nor an integer.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
