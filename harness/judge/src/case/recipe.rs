//! How a case is derived from a vector.

use crate::case::{Cuts, Snippet};

/// A way to make another case out of a vector of bytes: what stands before and after them, how often they stand there, in
/// which calls they are given, and what the same object is given after them, or the same process before them.
///
/// It is written as fields, such as `times=256,end=e282,chunk=64`; [`Recipe::FORMS`] lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Recipe {
    pub(crate) before: Around,
    pub(crate) body: Body,
    pub(crate) after: Around,
    pub(crate) calls: Calls,
    pub(crate) uses: Uses,
}

/// What stands on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Around {
    Nothing,
    /// Well-formed or not, directly beside the vector.
    Bytes(Snippet),
    /// Exactly `len` bytes of well-formed text: one character many times and, where that does not come out even, `a` before it.
    Text {
        character: char,
        len: u32,
    },
}

/// What stands between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Body {
    /// The vector, so many times in a row.
    Vector(u32),
    /// Instead of no byte at all, so many code points in order, each as a character even where they are surrogates.
    Codes { first: u32, count: u32 },
}

/// The calls of one use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Calls {
    One,
    /// Two chunks, the first of so many bytes.
    Split(u32),
    /// Cut at each of these offsets.
    Cut(Cuts),
    /// A byte in each, of three at least.
    Bytes,
    /// As by `Split`, with an empty chunk before, between and after.
    Empty(u32),
    /// Chunks of so many bytes, the last one shorter.
    Chunks(u32),
}

/// What one object is given: the input once or several times, perhaps other bytes, then text that is the same for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Uses {
    /// The input and nothing else.
    Once,
    /// The input, a reset without a finish, the other bytes, with finish and reset; then the text.
    Reset(Snippet),
    /// The input `times` times, each with finish and reset; then the other bytes, with finish and reset; then the text.
    Then { times: u32, bytes: Option<Snippet> },
    /// Instead of no byte at all, that part of the complete suite: each test behind a reset.
    Tests { part: u32 },
    /// In a process that was given the bytes `times` times before, each time by themselves: the input and nothing else.
    Warmed { times: u32, bytes: Snippet },
}

/// How many code points one case of scalar values or surrogates has.
pub(crate) const PART: u32 = 1024;

impl Around {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Bytes(snippet) => snippet.bytes().len(),
            Self::Text { len, .. } => *len as usize,
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Bytes(snippet) => snippet.bytes().to_vec(),
            Self::Text { character, len } => {
                let (character, len) = (character.to_string().into_bytes(), *len as usize);
                let mut text = vec![b'a'; len % character.len()];
                text.extend(character.repeat(len / character.len()));
                text
            }
        }
    }
}

impl Recipe {
    /// The forms in which recipes are written. The bytes are lower-case hex, one to eight of them.
    pub const FORMS: [&str; 17] = [
        "split=<offset>",
        "splits=<offset>+<offset>",
        "bytes",
        "empty=<offset>",
        "reuse",
        "uses=<number>,then=<bytes>",
        "then=<bytes>",
        "reset=<bytes>",
        "tests=<number>",
        "at=<length>,fill=<character>,tail=<length>,chunk=<length>",
        "before=<bytes>,after=<bytes>,chunk=<length>",
        "after=<bytes>,chunk=<length>",
        "times=<number>,end=<bytes>,chunk=<length>",
        "scalars=<multiple of 0400>",
        "surrogate=<d800 to dfff>,before=<bytes>,after=<bytes>",
        "surrogates=<d800 or dc00>",
        "warm=<number>,with=<bytes>",
    ];

    /// The vector as it is; no case has it.
    pub(crate) const PLAIN: Self = Self {
        before: Around::Nothing,
        body: Body::Vector(1),
        after: Around::Nothing,
        calls: Calls::One,
        uses: Uses::Once,
    };

    pub(crate) const fn calls(calls: Calls) -> Self {
        Self { calls, ..Self::PLAIN }
    }

    pub(crate) const fn uses(times: u32, bytes: Option<Snippet>) -> Self {
        Self { uses: Uses::Then { times, bytes }, ..Self::PLAIN }
    }

    /// That part of the complete suite, each test behind a reset.
    pub(crate) const fn tests(part: u32) -> Self {
        Self { uses: Uses::Tests { part }, ..Self::PLAIN }
    }

    /// In a process that was given `bytes` so many times.
    pub(crate) const fn warmed(times: u32, bytes: Snippet) -> Self {
        Self { uses: Uses::Warmed { times, bytes }, ..Self::PLAIN }
    }

    /// At offset `at` of well-formed text, which goes on for `tail` bytes of `a`.
    pub(crate) const fn within(at: u32, character: char, tail: u32) -> Self {
        let before = Around::Text { character, len: at };
        Self { before, after: Around::Text { character: 'a', len: tail }, ..Self::PLAIN }
    }

    pub(crate) const fn beside(before: Option<Snippet>, after: Option<Snippet>) -> Self {
        Self { before: Around::of(before), after: Around::of(after), ..Self::PLAIN }
    }

    pub(crate) const fn repeated(times: u32, end: Option<Snippet>) -> Self {
        Self { body: Body::Vector(times), after: Around::of(end), ..Self::PLAIN }
    }

    pub(crate) const fn codes(first: u32, count: u32) -> Self {
        Self { body: Body::Codes { first, count }, ..Self::PLAIN }
    }

    /// The same in chunks of `len` bytes.
    #[must_use]
    pub(crate) const fn chunked(self, len: usize) -> Self {
        Self { calls: Calls::Chunks(len as u32), ..self }
    }

    /// Whether the case is the vector's bytes in other calls, if need be with well-formed text on the same object after them.
    pub fn is_other_calls(&self) -> bool {
        let is_reuse = self.is_reuse() && self.calls == Calls::One;
        is_reuse || *self == Self::calls(self.calls) && self.calls != Calls::One
    }

    /// Whether the case has bytes that are neither its vector's nor plain text around it: an error in it may be theirs.
    pub fn brings_bytes(&self) -> bool {
        let surrogates = matches!(self.body, Body::Codes { first: 0xD800..=0xDFFF, .. });
        let beside = [self.before, self.after].iter().any(|around| matches!(around, Around::Bytes(_)));
        surrogates || beside || self.is_used() && !self.is_reuse()
    }

    /// The offset of the vector in the well-formed text that stands around it, if that is what the recipe does.
    pub fn place(&self) -> Option<usize> {
        match self.before {
            Around::Text { len, .. } => Some(len as usize),
            _ => None,
        }
    }

    /// Whether the vector stands there several times in a row.
    pub fn is_run(&self) -> bool {
        matches!(self.body, Body::Vector(2..))
    }

    /// Whether the case has code points in order, all of a part or a surrogate by itself, instead of no byte at all.
    pub const fn is_codes(&self) -> bool {
        matches!(self.body, Body::Codes { .. })
    }

    /// Whether each use is the vector's bytes and no others.
    pub(crate) fn keeps_bytes(&self) -> bool {
        (self.body, self.before, self.after) == (Body::Vector(1), Around::Nothing, Around::Nothing)
    }

    /// Whether it makes a script of calls.
    pub fn is_script(&self) -> bool {
        self.calls != Calls::One || self.is_used()
    }

    /// Whether other bytes follow on the same object.
    pub fn is_used(&self) -> bool {
        matches!(self.uses, Uses::Reset(_) | Uses::Then { .. } | Uses::Tests { .. })
    }

    /// What the process is given before, each time in a request of its own, and how many times.
    pub fn warm_up(&self) -> Option<(usize, &[u8])> {
        match &self.uses {
            Uses::Warmed { times, bytes } => Some((*times as usize, bytes.bytes())),
            _ => None,
        }
    }

    /// Whether the case is tests of the complete suite, instead of no byte at all.
    pub(crate) const fn is_tests(&self) -> bool {
        matches!(self.uses, Uses::Tests { .. })
    }

    fn is_reuse(&self) -> bool {
        self.uses == Uses::Then { times: 1, bytes: None }
    }
}

impl Around {
    const fn of(bytes: Option<Snippet>) -> Self {
        match bytes {
            Some(bytes) => Self::Bytes(bytes),
            None => Self::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("at=8,fill=61,tail=0,chunk=4", false, false),
            ("before=61", false, true),
            ("times=2", false, false),
            ("times=2,end=ff", false, true),
            ("scalars=0400", false, false),
            ("surrogates=d800", false, true),
            ("surrogate=d83d", false, true),
            ("warm=100,with=61", false, false),
        ];
        for (text, is_other_calls, brings_bytes) in table {
            let recipe: Recipe = text.parse().unwrap();
            let is = (recipe.is_other_calls(), recipe.brings_bytes());
            assert_eq!(is, (is_other_calls, brings_bytes), "{text}");
        }
    }
}
