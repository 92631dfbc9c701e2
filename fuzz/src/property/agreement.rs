//! Saying that two things are the same, and where they are not.

use crate::failure::PropertyFailure;
use illformed_codec::Profile;
use std::fmt::Debug;
use std::iter;

/// What a property says of some bytes.
pub type PropertyOutcome = Result<(), PropertyFailure>;

/// Fails with the first item in which the two named sequences differ, and says that the second name's does; an `Option` is a
/// sequence of one item or none. It allocates only to say so.
pub(crate) fn same<T: PartialEq + Debug>(
    what: &str,
    (name, items): (&str, impl IntoIterator<Item = T>),
    (subject, other_items): (&str, impl IntoIterator<Item = T>),
) -> PropertyOutcome {
    let (mut items, mut other_items) = (items.into_iter(), other_items.into_iter());
    let pairs = iter::from_fn(|| match (items.next(), other_items.next()) {
        (None, None) => None,
        pair => Some(pair),
    });
    let differs = pairs.enumerate().find(|(_, (item, other))| item != other);
    let Some((index, (item, other))) = differs else {
        return Ok(());
    };
    let shown = |item: Option<T>| item.map_or("nothing".to_owned(), |item| format!("{item:02X?}"));
    let (item, other) = (shown(item), shown(other));
    Err(PropertyFailure::new(
        subject,
        what,
        format!("{what} {index}: {name} has {item}, {subject} has {other}"),
    ))
}

/// Fails if there is something `wrong`, which the detail shows.
pub(crate) fn none(subject: &str, differs: &str, wrong: Option<impl Debug>) -> PropertyOutcome {
    wrong.map_or(Ok(()), |wrong| Err(PropertyFailure::new(subject, differs, format!("{wrong:02X?}"))))
}

/// Whether `check` holds under every profile; a failure says under which it does not.
pub(crate) fn under_every_profile(mut check: impl FnMut(Profile) -> PropertyOutcome) -> PropertyOutcome {
    Profile::ALL.iter().try_for_each(|profile| check(*profile).map_err(|failure| failure.within(profile)))
}

/// Whether what `read` makes of `text`, if anything, is what it makes of what `write` makes of that.
pub(crate) fn survives_writing<T: PartialEq + Debug>(
    what: &str,
    text: &str,
    read: impl Fn(&str) -> Option<T>,
    write: impl Fn(&T) -> String,
) -> PropertyOutcome {
    let Some(value) = read(text) else { return Ok(()) };
    let written = write(&value);
    let Some(again) = read(&written) else {
        return Err(PropertyFailure::new(what, "what is written is refused", written));
    };
    let differs = (again != value).then_some((value, written, again));
    none(what, "what is written is read as something else", differs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_differ_where_the_first_item_differs_or_is_missing() {
        let detail = |one: &[u8], other: &[u8]| {
            same("byte", ("one", one), ("other", other)).map_err(|failure| failure.detail)
        };
        assert_eq!(detail(b"ab", b"ab"), Ok(()));
        assert_eq!(detail(&[1, 2, 9], &[1, 3, 9]).unwrap_err(), "byte 1: one has 02, other has 03");
        assert_eq!(detail(&[1], &[1, 2]).unwrap_err(), "byte 1: one has nothing, other has 02");
        assert_eq!(detail(&[1, 2], &[1]).unwrap_err(), "byte 1: one has 02, other has nothing");
    }

    #[test]
    fn what_is_read_survives_being_written_or_it_is_told() {
        let read = |text: &str| text.parse::<u8>().ok();
        for text in ["007", "x"] {
            assert_eq!(survives_writing("number", text, read, u8::to_string), Ok(()));
        }
        let refused = survives_writing("number", "7", read, |value| format!("<{value}>")).unwrap_err();
        assert!(refused.differs.ends_with("refused"), "{refused}");
        let other = survives_writing("number", "7", read, |value| (value + 1).to_string()).unwrap_err();
        assert!(other.detail.ends_with("8)"), "{other}");
    }
}
