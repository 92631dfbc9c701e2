//! Saying that two things are the same, and where they are not.

use std::fmt::{Debug, Display};

/// Ends in a panic unless `outcome` is fine.
///
/// # Panics
///
/// If it is not; the message has the property, the bytes in hex and what disagrees.
#[track_caller]
pub(crate) fn hold(property: &str, bytes: &[u8], outcome: Result<(), String>) {
    if let Err(disagreement) = outcome {
        panic!("{property} does not hold for {}: {disagreement}", const_hex::encode(bytes));
    }
}

/// Fails with the first item in which the two named sequences differ; an `Option` is a sequence of one item
/// or none. It allocates only to say so.
pub(crate) fn same<T: PartialEq + Debug>(
    what: &dyn Display,
    (name, items): (&str, impl IntoIterator<Item = T>),
    (other_name, other_items): (&str, impl IntoIterator<Item = T>),
) -> Result<(), String> {
    let (mut items, mut other_items) = (items.into_iter(), other_items.into_iter());
    for index in 0.. {
        match (items.next(), other_items.next()) {
            (None, None) => break,
            (item, other) if item == other => {}
            (item, other) => {
                let shown = |item: Option<T>| item.map_or("nothing".to_owned(), |item| format!("{item:?}"));
                let (item, other) = (shown(item), shown(other));
                return Err(format!("{what} {index}: {name} has {item}, {other_name} has {other}"));
            }
        }
    }
    Ok(())
}

/// Whether what `read` makes of `text`, if anything, is what it makes of what `write` makes of that.
pub(crate) fn survives_writing<T: PartialEq + Debug>(
    what: &str,
    text: &str,
    read: impl Fn(&str) -> Option<T>,
    write: impl Fn(&T) -> String,
) -> Result<(), String> {
    let Some(value) = read(text) else { return Ok(()) };
    let written = write(&value);
    match read(&written) {
        None => Err(format!("{what}: what was read is written as {written:?}, which is refused")),
        Some(again) if again != value => {
            Err(format!("{what}: {value:?} is written as {written:?}, which is {again:?}"))
        }
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_differ_where_the_first_item_differs_or_is_missing() {
        let compare = |one: &[u8], other: &[u8]| same(&"byte", ("one", one), ("other", other));
        assert_eq!(compare(b"ab", b"ab"), Ok(()));
        assert_eq!(compare(&[1, 2, 9], &[1, 3, 9]).unwrap_err(), "byte 1: one has 2, other has 3");
        assert_eq!(compare(&[1], &[1, 2]).unwrap_err(), "byte 1: one has nothing, other has 2");
        assert_eq!(compare(&[1, 2], &[1]).unwrap_err(), "byte 1: one has 2, other has nothing");
    }

    #[test]
    fn what_is_read_survives_being_written_or_it_is_told() {
        let read = |text: &str| text.parse::<u8>().ok();
        assert_eq!(survives_writing("number", "007", read, u8::to_string), Ok(()));
        assert_eq!(survives_writing("number", "x", read, u8::to_string), Ok(()));
        let refused = survives_writing("number", "7", read, |value| format!("<{value}>")).unwrap_err();
        assert!(refused.ends_with("which is refused"), "{refused}");
        let other = survives_writing("number", "7", read, |value| (value + 1).to_string()).unwrap_err();
        assert!(other.ends_with("which is 8"), "{other}");
    }
}
