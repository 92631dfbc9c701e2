//! What a recipe makes of a vector.

use crate::case::Recipe;
use illformed_vectors::{Call, Input, Script};

/// What a decoder is asked after a case to see whether something of the case is left in it: `Aé€`, in one call.
pub(crate) const PROBE: &[u8] = "A\u{E9}\u{20AC}".as_bytes();

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

#[cfg(test)]
mod tests {
    use crate::case::Recipe;
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
