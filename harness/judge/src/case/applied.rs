//! What a recipe makes of a vector.

use crate::case::Recipe;
use illformed_vectors::{Call, Input, Script};

/// What a decoder is asked after a case to see whether something of the case is left in it: `Aé€`, in one call.
pub(crate) const PROBE: &[u8] = "A\u{E9}\u{20AC}".as_bytes();

/// Inputs of more bytes than this say how many they have.
const LONG: usize = 64;

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
            Self::Uses(uses) => return uses.input(bytes),
            Self::Within(surroundings) => return surroundings.input(bytes),
            Self::Beside(beside) => return beside.input(bytes),
            Self::Repeats(repeats) => return repeats.input(bytes),
            Self::Scalars(scalars) => return bytes.is_empty().then(|| Input::Bytes(scalars.bytes())),
            Self::Surrogates(surrogates) => return bytes.is_empty().then(|| surrogates.input()),
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

    /// What it does to `input`, as a fragment, with the length of what comes out where that is no longer seen at a glance.
    pub fn words_for(self, input: &Input) -> String {
        let len = self.apply(input).map_or(0, |input| input.bytes().len());
        if len > LONG { format!("{}; {len} bytes in all", self.words()) } else { self.words() }
    }

    /// What it does to the vector, as a fragment.
    pub fn words(self) -> String {
        match self {
            Self::Split(at) => format!("cut in two at {at}"),
            Self::Splits(cuts) => format!("cut at {cuts}"),
            Self::Bytes => "byte by byte".to_owned(),
            Self::Empty(at) => format!("cut in two at {at}, with empty chunks around both"),
            Self::Reuse => "then well-formed text on the same object".to_owned(),
            Self::Uses(uses) => uses.words(),
            Self::Within(surroundings) => surroundings.words(),
            Self::Beside(beside) => beside.words(),
            Self::Repeats(repeats) => repeats.words(),
            Self::Surrogates(surrogates) => surrogates.words(),
            Self::Scalars(first) => {
                format!("1,024 scalar values from U+{}", first.to_string().to_uppercase())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::case::Recipe;
    use illformed_vectors::{Input, hex};

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
            ("at=3,fill=61,tail=1,chunk=2", "ff", Some("6161 61ff 61 .")),
            ("at=3,fill=61,tail=1,chunk=5", "ff", None),
            ("times=3", "c3a9", Some("c3a9c3a9c3a9")),
            ("times=3", "", None),
            ("times=3,end=e282", "ff", Some("ffffffe282")),
            ("times=3,end=e282,chunk=2", "ff", Some("ffff ffe2 82 .")),
            ("times=3,chunk=3", "ff", None),
            ("times=262145", "ffff", None),
            ("before=0d0a", "c080", Some("0d0ac080")),
            ("after=efbbbf", "c080", Some("c080efbbbf")),
            ("before=0d,after=0a", "c080", Some("0dc0800a")),
            ("before=0d0a,chunk=2", "c080", Some("0d0a c080 .")),
            ("after=61", "", None),
            ("uses=2", "c2", Some("c2 . ~ c2 . ~ 41c3a9e282ac .")),
            ("then=ff", "c2", Some("c2 . ~ ff . ~ 41c3a9e282ac .")),
            ("uses=2,then=ff", "41", Some("41 . ~ 41 . ~ ff . ~ 41c3a9e282ac .")),
            ("reset=ff", "c2", Some("c2 ~ ff . ~ 41c3a9e282ac .")),
            ("surrogate=d83d,after=edb880", "", Some("eda0bdedb880")),
            ("surrogate=d83d", "41", None),
        ];
        for (recipe, bytes, expected) in table {
            let input = Input::Bytes(hex::decode(bytes).unwrap());
            let derived = recipe.parse::<Recipe>().unwrap().apply(&input).map(|input| input.to_string());
            let derived = derived.as_deref().map(|text| text.strip_prefix("calls ").unwrap_or(text));
            assert_eq!(derived, expected, "{bytes}@{recipe}");
        }
        let calls = Input::Calls("41 .".parse().unwrap());
        for recipe in ["reuse", "times=2", "before=61", "at=1,fill=61,tail=0", "uses=2", "reset=ff"] {
            assert_eq!(recipe.parse::<Recipe>().unwrap().apply(&calls), None, "{recipe}");
        }
    }

    #[test]
    fn the_words_of_a_long_input_say_how_long_it_is() {
        let words = |recipe: &str, bytes: &[u8]| {
            recipe.parse::<Recipe>().unwrap().words_for(&Input::Bytes(bytes.to_vec()))
        };
        assert_eq!(words("times=2", b"\xFF"), "2 times in a row");
        assert_eq!(words("times=65536", b"\xC0\xAF"), "65536 times in a row; 131072 bytes in all");
        let end = words("times=256,end=e282,chunk=100", b"\xFF");
        assert_eq!(end, "256 times in a row, then E282, in chunks of 100 bytes; 258 bytes in all");
        assert_eq!(words("before=0d0a", b"\xFF"), "directly after 0D0A");
        assert_eq!(
            words("uses=3,then=ff", b"a"),
            "3 times, then FF, then well-formed text on the same object"
        );
    }
}
