//! What a recipe makes of a vector.

use crate::automata::shortest_form;
use crate::case::Recipe;
use crate::case::behind_resets::{parts, tests_behind_resets};
use crate::case::recipe::{Around, Body, Calls, Uses};
use crate::oracle::arithmetic::shortest_len;
use illformed_vectors::{Call, Input, Script, hex};
use std::borrow::Cow;

/// What a decoder is asked after a case to see whether something of the case is left in it: `Aé€`, in one call.
const PROBE: &[u8] = "A\u{E9}\u{20AC}".as_bytes();

/// The longest input that a recipe makes, in bytes: as much as fits into a request of a mebibyte.
pub(crate) const LONGEST_INPUT: usize = 1 << 19;

/// Inputs of more bytes than this say how many they have.
const LONG: usize = 64;

impl Recipe {
    /// Whether it makes an input of `input`: not of calls, with an empty part, or with too many bytes.
    pub fn applies(self, input: &Input) -> bool {
        let Input::Bytes(vector) = input else { return false };
        if let Uses::Tests { part } = self.uses {
            return vector.is_empty() && part < parts();
        }
        let Some(len) = self.use_len(vector.len()) else { return false };
        let times = if let Uses::Then { times, .. } = self.uses { times as usize } else { 1 };
        let are_chunks = match self.calls {
            Calls::One => true,
            Calls::Split(at) | Calls::Empty(at) => (1..len).contains(&(at as usize)),
            Calls::Cut(cuts) => cuts.fit(len),
            Calls::Bytes => len >= 3,
            Calls::Chunks(of) => (of as usize) < len,
        };
        are_chunks && len.saturating_mul(times) <= LONGEST_INPUT
    }

    /// The derived input, or `None` when the recipe does not apply.
    pub fn apply(self, input: &Input) -> Option<Input> {
        let (Input::Bytes(vector), true) = (input, self.applies(input)) else { return None };
        if let Uses::Tests { part } = self.uses {
            return Script::new(tests_behind_resets(part)).ok().map(Input::Calls);
        }
        let bytes = self.bytes(vector);
        let chunks: Vec<&[u8]> = match self.calls {
            Calls::One if !self.is_used() => return Some(Input::Bytes(bytes.into_owned())),
            Calls::One => vec![&bytes],
            Calls::Split(at) => <[_; 2]>::from(bytes.split_at(at as usize)).to_vec(),
            Calls::Cut(cuts) => cuts.chunks(&bytes),
            Calls::Bytes => bytes.chunks(1).collect(),
            Calls::Empty(at) => {
                let (first, second) = bytes.split_at(at as usize);
                vec![&[], first, &[], second, &[]]
            }
            Calls::Chunks(len) => bytes.chunks(len as usize).collect(),
        };
        let fed = |bytes: &[u8]| Call::Feed(bytes.to_vec());
        let mut calls = Vec::new();
        let (times, then, finished) = match self.uses {
            Uses::Once | Uses::Warmed { .. } | Uses::Tests { .. } => (1, None, true),
            Uses::Then { times, bytes } => (times as usize, bytes, true),
            Uses::Reset(bytes) => (1, Some(bytes), false),
        };
        for _ in 0..times {
            calls.extend(chunks.iter().map(|chunk| fed(chunk)));
            calls.extend(finished.then_some(Call::Finish));
            calls.extend(self.is_used().then_some(Call::Reset));
        }
        if let Some(then) = then {
            calls.extend([fed(then.bytes()), Call::Finish, Call::Reset]);
        }
        if self.is_used() {
            calls.extend([fed(PROBE), Call::Finish]);
        }
        Script::new(calls).ok().map(Input::Calls)
    }

    /// How many bytes one use has. Bytes beside a vector, and runs, need a vector of at least one byte; code points need none.
    fn use_len(&self, vector_len: usize) -> Option<usize> {
        let is_beside = [self.before, self.after].iter().any(|around| matches!(around, Around::Bytes(_)));
        let body = match self.body {
            Body::Codes { first, count } if vector_len == 0 => (first..first + count).map(shortest_len).sum(),
            Body::Codes { .. } => return None,
            Body::Vector(times) if vector_len == 0 && (is_beside || times > 1) => return None,
            Body::Vector(times) => vector_len.checked_mul(times as usize)?,
        };
        let len = self.before.len().checked_add(body)?.checked_add(self.after.len())?;
        (len <= LONGEST_INPUT).then_some(len)
    }

    /// All bytes of one use; of several with other bytes between, those of the first.
    pub(super) fn bytes<'a>(&self, vector: &'a [u8]) -> Cow<'a, [u8]> {
        if self.keeps_bytes() {
            return Cow::Borrowed(vector);
        }
        let body = match self.body {
            Body::Codes { first, count } => (first..first + count).flat_map(shortest_form).collect(),
            Body::Vector(times) => vector.repeat(times as usize),
        };
        Cow::Owned([self.before.bytes(), body, self.after.bytes()].concat())
    }

    /// What it does to `input`, as a fragment, with the length of what comes out where that is no longer seen at a glance.
    pub fn words_for(self, input: &Input) -> String {
        let len = self.apply(input).map_or(0, |input| input.bytes().len());
        if len > LONG { format!("{}; {len} bytes in all", self.words()) } else { self.words() }
    }

    /// What it does to the vector, as a fragment.
    pub fn words(self) -> String {
        let upper = |bytes: &[u8]| hex::encode_upper(bytes);
        let mut words = Vec::new();
        match self.body {
            Body::Vector(1) => {}
            Body::Vector(times) => words.push(format!("{times} times in a row")),
            Body::Codes { first, count: 1 } => {
                words.push(format!("the surrogate {first:04X} in three bytes"));
            }
            Body::Codes { first: first @ 0xD800..=0xDFFF, .. } => {
                words.push(format!("1,024 surrogates from {first:04X}, in three bytes each"));
            }
            Body::Codes { first, .. } => words.push(format!("1,024 scalar values from U+{first:04X}")),
        }
        match self.before {
            Around::Nothing => {}
            Around::Bytes(bytes) => words.push(format!("directly after {}", upper(bytes.bytes()))),
            Around::Text { character, len } => {
                words.push(format!("after {len} bytes of {}", upper(character.to_string().as_bytes())));
            }
        }
        match self.after {
            Around::Nothing => {}
            Around::Bytes(bytes) if self.is_run() => words.push(format!("then {}", upper(bytes.bytes()))),
            Around::Bytes(bytes) => words.push(format!("directly before {}", upper(bytes.bytes()))),
            Around::Text { len, .. } => words.push(format!("before {len} of 61")),
        }
        match self.calls {
            Calls::One => {}
            Calls::Split(at) => words.push(format!("cut in two at {at}")),
            Calls::Cut(cuts) => words.push(format!("cut at {cuts}")),
            Calls::Bytes => words.push("byte by byte".to_owned()),
            Calls::Empty(at) => words.push(format!("cut in two at {at}, with empty chunks around both")),
            Calls::Chunks(len) => words.push(format!("in chunks of {len} bytes")),
        }
        let then = match self.uses {
            Uses::Once | Uses::Warmed { .. } | Uses::Tests { .. } | Uses::Then { times: 1, bytes: None } => {
                None
            }
            Uses::Then { times: 1, bytes } => Some(("once".to_owned(), bytes)),
            Uses::Then { times, bytes } => Some((format!("{times} times"), bytes)),
            Uses::Reset(bytes) => Some(("not finished".to_owned(), Some(bytes))),
        };
        if let Some((times, bytes)) = then {
            words.push(times);
            words.extend(bytes.map(|bytes| format!("then {}", upper(bytes.bytes()))));
        }
        if let Some((times, bytes)) = self.warm_up() {
            words.push(format!("after {} was decoded {times} times", upper(bytes)));
        }
        if let Uses::Tests { part } = self.uses {
            words.push(format!("part {part} of the complete suite on one object, each test behind a reset"));
        } else if self.is_used() {
            words.push("then well-formed text on the same object".to_owned());
        }
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::LONGEST_INPUT;
    use crate::case::{Depth, Plan, Recipe};
    use illformed_vectors::{Input, Suite, hex};

    #[test]
    fn each_recipe_makes_the_calls_that_it_says() {
        let table = [
            ("split=1", "e282ac", Some("e2 82ac .")),
            ("split=3", "e282ac", None),
            ("split=0", "e282ac", None),
            ("splits=1+2", "f09f9880", Some("f0 9f 9880 .")),
            ("splits=1+2", "e282ac", None),
            ("splits=1+3", "e282ac", None),
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
            ("tests=0", "c2", None),
            ("warm=20000,with=61", "c2", Some("c2")),
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
    fn an_input_is_as_long_as_the_longest_and_no_longer() {
        let len = |recipe: &str| {
            let input = recipe.parse::<Recipe>().unwrap().apply(&Input::Bytes(b"a".to_vec()));
            input.map(|input| input.bytes().len())
        };
        assert_eq!(len("times=524288"), Some(LONGEST_INPUT));
        assert_eq!(len("times=524287,end=62"), Some(LONGEST_INPUT));
        assert_eq!(len("times=524288,end=62"), None);
        // In all uses.
        let of_two = |recipe: &str| recipe.parse::<Recipe>().unwrap().apply(&Input::Bytes(b"ab".to_vec()));
        assert!(of_two("uses=262144,then=61").is_some() && of_two("uses=262145,then=61").is_none());
    }

    #[test]
    fn the_parts_together_are_all_scalar_values_and_all_surrogates() {
        let suite = Suite::embedded();
        let of = |name: &str| {
            let cases = Plan::of_depth(suite, Depth::Deep, |id| id.to_string().contains(name)).cases;
            cases.iter().flat_map(|case| case.input().bytes().into_owned()).collect::<Vec<u8>>()
        };
        let scalars = String::from_utf8(of("@scalars=")).unwrap();
        assert!(scalars.chars().eq('\0'..=char::MAX));
        let surrogates = of("@surrogates=");
        let codes: Vec<&[u8]> = surrogates.chunks(3).collect();
        assert!(codes.len() == 2048 && codes.is_sorted_by(|one, next| one < next));
        assert_eq!((codes[0], codes[2047]), (&b"\xED\xA0\x80"[..], &b"\xED\xBF\xBF"[..]));
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
        assert_eq!(words("after=ff", b"\xC0"), "directly before FF");
        let within = |at: u32| words(&format!("at={at},fill=61,tail=0"), b"\xC0\x80");
        assert_eq!(within(62), "after 62 bytes of 61, before 0 of 61");
        assert_eq!(within(63), "after 63 bytes of 61, before 0 of 61; 65 bytes in all");
        assert_eq!(
            words("uses=3,then=ff", b"a"),
            "3 times, then FF, then well-formed text on the same object"
        );
    }
}
