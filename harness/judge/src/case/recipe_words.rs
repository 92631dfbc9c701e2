//! Recipes in words.

use crate::case::{Beside, Chunked, Repeats, Snippet, Surrogates, Surroundings, Uses};

impl Beside {
    pub(super) fn words(self) -> String {
        let words = [("directly after", self.before), ("directly before", self.after)];
        let words = words.into_iter().filter_map(|(word, snippet)| {
            Some(format!("{word} {}", const_hex::encode_upper(snippet?.bytes())))
        });
        words.collect::<Vec<_>>().join(", ") + &self.chunked.words()
    }
}

impl Chunked {
    /// What it is, behind the words of the recipe.
    pub(super) fn words(self) -> String {
        self.0.map_or(String::new(), |len| format!(", in chunks of {len} bytes"))
    }
}

impl Repeats {
    pub(super) fn words(self) -> String {
        let end =
            self.end.map_or(String::new(), |end| format!(", then {}", const_hex::encode_upper(end.bytes())));
        format!("{} times in a row{end}{}", self.times, self.chunked.words())
    }
}

impl Surrogates {
    pub(super) fn words(self) -> String {
        let beside = |word: &str, snippet: Option<Snippet>| {
            snippet.map_or(String::new(), |snippet| {
                format!(", {word} {}", const_hex::encode_upper(snippet.bytes()))
            })
        };
        match self {
            Self::Half(first) => format!("1,024 surrogates from {first:04X}, in three bytes each"),
            Self::One { code, before, after } => format!(
                "the surrogate {code:04X} in three bytes{}{}",
                beside("directly after", before),
                beside("directly before", after)
            ),
        }
    }
}

impl Surroundings {
    /// What it is, as a fragment.
    pub(crate) fn words(self) -> String {
        let fill = const_hex::encode_upper(self.fill.encode_utf8(&mut [0; 4]));
        format!("after {} bytes of {fill}, before {} of 61{}", self.at, self.tail, self.chunked.words())
    }
}

impl Uses {
    pub(super) fn words(self) -> String {
        let times = match (self.times, self.finished) {
            (_, false) => "not finished".to_owned(),
            (1, _) => "once".to_owned(),
            (uses, _) => format!("{uses} times"),
        };
        let then = self
            .then
            .map_or(String::new(), |then| format!(", then {}", const_hex::encode_upper(then.bytes())));
        format!("{times}{then}, then well-formed text on the same object")
    }
}
