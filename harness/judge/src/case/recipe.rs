//! How a case is derived from a vector.

use crate::case::{Beside, Cuts, Repeats, Scalars, Surrogates, Surroundings, Uses};
use std::fmt;
use std::str::FromStr;

/// A way to make another case out of a vector of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Recipe {
    /// `split=1`: the bytes in two chunks, the first of this many bytes, then finish.
    Split(usize),
    /// `splits=1+3`: the bytes cut at each of these offsets, then finish.
    Splits(Cuts),
    /// `bytes`: each byte in a call of its own, then finish. There are three at least.
    Bytes,
    /// `empty=1`: in two chunks as by `split`, with an empty chunk before, between and after them, then finish.
    Empty(usize),
    /// `reuse`: the bytes, finish, reset; and then well-formed text on the same object, which is the same for all.
    Reuse,
    /// `uses=3`, `then=c080`, `reset=c080`: the bytes, once or several times, then perhaps others, and then the same
    /// well-formed text, all on one object with a reset between.
    Uses(Uses),
    /// `at=63,fill=c3a9,tail=16`: the bytes within well-formed text; in one call, or in chunks with `,chunk=64`.
    Within(Surroundings),
    /// `before=0d0a`, `after=c080`: the bytes directly beside others, well-formed or not; likewise.
    Beside(Beside),
    /// `times=256`: the bytes that often in a row, perhaps with others behind them (`,end=e282`); likewise.
    Repeats(Repeats),
    /// `scalars=d000`: instead of no byte at all, 1,024 scalar values in order, in one call.
    Scalars(Scalars),
    /// `surrogate=d83d`, `surrogates=d800`: instead of no byte at all, one surrogate or 1,024, in one call.
    Surrogates(Surrogates),
}

impl Recipe {
    /// The words before `=` of the recipes that make more than one case of a vector.
    pub const KINDS: [&str; 13] = [
        "after",
        "at",
        "before",
        "empty",
        "reset",
        "scalars",
        "split",
        "splits",
        "surrogate",
        "surrogates",
        "then",
        "times",
        "uses",
    ];

    /// Whether the case is the vector's bytes in other calls, if need be with well-formed text on the same object after them.
    pub const fn is_other_calls(&self) -> bool {
        matches!(self, Self::Split(_) | Self::Splits(_) | Self::Bytes | Self::Empty(_) | Self::Reuse)
    }

    /// Whether the case has bytes that are neither its vector's nor plain text around it: an error in it may be theirs.
    pub const fn brings_bytes(&self) -> bool {
        match self {
            Self::Beside(_) | Self::Surrogates(_) | Self::Uses(_) => true,
            Self::Repeats(repeats) => repeats.end.is_some(),
            _ => false,
        }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Split(at) => write!(formatter, "split={at}"),
            Self::Splits(cuts) => write!(formatter, "splits={cuts}"),
            Self::Bytes => formatter.write_str("bytes"),
            Self::Empty(at) => write!(formatter, "empty={at}"),
            Self::Reuse => formatter.write_str("reuse"),
            Self::Within(surroundings) => surroundings.fmt(formatter),
            Self::Scalars(scalars) => write!(formatter, "scalars={scalars}"),
            Self::Uses(uses) => uses.fmt(formatter),
            Self::Beside(beside) => beside.fmt(formatter),
            Self::Repeats(repeats) => repeats.fmt(formatter),
            Self::Surrogates(surrogates) => surrogates.fmt(formatter),
        }
    }
}

impl FromStr for Recipe {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let offset = |offset: &str| {
            // Written back it must be the same text: one case has one id.
            let number = offset.parse().ok().filter(|number: &usize| number.to_string() == offset);
            number.ok_or_else(|| format!("`{offset}` in recipe `{text}` is no offset"))
        };
        match text.split_once('=') {
            None if text == "bytes" => Ok(Self::Bytes),
            None if text == "reuse" => Ok(Self::Reuse),
            Some(("split", at)) => offset(at).map(Self::Split),
            Some(("splits", cuts)) => cuts.parse().map(Self::Splits),
            Some(("empty", at)) => offset(at).map(Self::Empty),
            Some(("scalars", first)) => first.parse().map(Self::Scalars),
            Some(("at", _)) => text.parse().map(Self::Within),
            Some(("uses" | "then" | "reset", _)) => text.parse().map(Self::Uses),
            Some(("before" | "after", _)) => text.parse().map(Self::Beside),
            Some(("times", _)) => text.parse().map(Self::Repeats),
            Some(("surrogate" | "surrogates", _)) => text.parse().map(Self::Surrogates),
            _ => Err(format!(
                "unknown recipe `{text}`, expected split=, splits=, bytes, empty=, reuse, uses=, then=, reset=, \
                 at=,fill=,tail=, before=, after=, times=, scalars=, surrogate= or surrogates="
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Recipe;

    #[test]
    fn a_recipe_says_whether_it_makes_other_calls_and_whether_it_brings_bytes() {
        let table = [
            ("split=1", true, false),
            ("splits=1+2", true, false),
            ("bytes", true, false),
            ("empty=1", true, false),
            ("reuse", true, false),
            ("uses=2", false, true),
            ("then=ff", false, true),
            ("reset=ff", false, true),
            ("at=1,fill=61,tail=0", false, false),
            ("before=61", false, true),
            ("times=2", false, false),
            ("times=2,end=ff", false, true),
            ("scalars=0400", false, false),
            ("surrogates=d800", false, true),
            ("surrogate=d83d", false, true),
        ];
        for (text, is_other_calls, brings_bytes) in table {
            let recipe: Recipe = text.parse().unwrap();
            assert_eq!(
                (recipe.is_other_calls(), recipe.brings_bytes()),
                (is_other_calls, brings_bytes),
                "{text}"
            );
        }
    }
}
