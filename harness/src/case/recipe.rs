//! How a case is derived from a vector.

use crate::case::{Cuts, Scalars, Surroundings};
use illformed_vectors::{Call, Input, Script};
use std::fmt;
use std::str::FromStr;

/// What a decoder is asked after a case to see whether something of the case is left in it: `Aé€`, in one call.
pub(crate) const PROBE: &[u8] = "A\u{E9}\u{20AC}".as_bytes();

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
    /// `at=63,fill=c3a9,tail=16`: the bytes within well-formed text, in one call.
    Within(Surroundings),
    /// `scalars=d000`: instead of no byte at all, 1,024 scalar values in order, in one call.
    Scalars(Scalars),
}

impl Recipe {
    /// The derived input, or `None` when the recipe does not apply: to calls, or with an empty part.
    pub fn apply(self, input: &Input) -> Option<Input> {
        let Input::Bytes(bytes) = input else { return None };
        let inside = |at: usize| (1..bytes.len()).contains(&at).then(|| bytes.split_at(at));
        let chunks: Vec<&[u8]> = match self {
            Self::Split(at) => inside(at).map(|(first, second)| vec![first, second])?,
            Self::Splits(cuts) => cuts.chunks(bytes).filter(|chunks| chunks.len() < bytes.len())?,
            Self::Bytes => bytes.chunks(1).collect::<Vec<_>>(),
            Self::Empty(at) => inside(at).map(|(first, second)| vec![&[], first, &[], second, &[]])?,
            Self::Reuse => vec![bytes],
            Self::Within(surroundings) => return Some(Input::Bytes(surroundings.around(bytes))),
            Self::Scalars(scalars) => return bytes.is_empty().then(|| Input::Bytes(scalars.bytes())),
        };
        if self == Self::Bytes && chunks.len() < 3 {
            return None;
        }
        let mut calls: Vec<Call> = chunks.into_iter().map(|chunk| Call::Feed(chunk.to_vec())).collect();
        calls.push(Call::Finish);
        if self == Self::Reuse {
            calls.extend([Call::Reset, Call::Feed(PROBE.to_vec()), Call::Finish]);
        }
        Script::new(calls).ok().map(Input::Calls)
    }

    /// What it does to the vector, as a fragment.
    pub fn words(self) -> String {
        match self {
            Self::Split(at) => format!("cut in two at {at}"),
            Self::Splits(cuts) => format!("cut at {cuts}"),
            Self::Bytes => "byte by byte".to_owned(),
            Self::Empty(at) => format!("cut in two at {at}, with empty chunks around both"),
            Self::Reuse => "then well-formed text on the same object".to_owned(),
            Self::Within(surroundings) => surroundings.words(),
            Self::Scalars(first) => {
                format!("1,024 scalar values from U+{}", first.to_string().to_uppercase())
            }
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
            _ => Err(format!(
                "unknown recipe `{text}`, expected split=, splits=, bytes, empty=, reuse, at=,fill=,tail= or scalars="
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Recipe;
    use illformed_vectors::Input;

    #[test]
    fn each_recipe_makes_the_calls_that_it_says() {
        let table = [
            ("split=1", "e282ac", Some("e2 82ac .")),
            ("split=3", "e282ac", None),
            ("split=0", "e282ac", None),
            ("splits=1+2", "f09f9880", Some("f0 9f 9880 .")),
            ("splits=1+2", "e282ac", None),
            ("bytes", "e282ac", Some("e2 82 ac .")),
            ("bytes", "c3a9", None),
            ("empty=2", "e282ac", Some("- e282 - ac - .")),
            ("empty=1", "41", None),
            ("reuse", "c2", Some("c2 . ~ 41c3a9e282ac .")),
            ("reuse", "", Some("- . ~ 41c3a9e282ac .")),
            ("at=3,fill=c3a9,tail=1", "ff", Some("61c3a9ff61")),
            ("scalars=0400", "41", None),
        ];
        for (recipe, bytes, expected) in table {
            let input = Input::Bytes(const_hex::decode(bytes).unwrap());
            let derived = recipe.parse::<Recipe>().unwrap().apply(&input);
            assert_eq!(derived.map(|input| input.to_string()).as_deref(), expected, "{bytes}@{recipe}");
        }
        let calls = Input::Calls("41 .".parse().unwrap());
        assert_eq!(Recipe::Reuse.apply(&calls), None);
    }
}
