//! How recipes are written.

use crate::case::apply::LONGEST_INPUT;
use crate::case::behind_resets::parts;
use crate::case::recipe::{Around, Body, Calls, PART, Uses};
use crate::case::{Recipe, Snippet};
use illformed_vectors::hex;
use std::fmt;
use std::str::FromStr;

/// The longest well-formed text on a side of a vector, in bytes.
const LONGEST_SIDE: u32 = 1 << 17;

impl fmt::Display for Recipe {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        let mut field = |name: &str, value: &dyn fmt::Display| {
            write!(formatter, "{separator}{name}={value}")?;
            separator = ",";
            Ok(())
        };
        match self.body {
            Body::Vector(1) => {}
            Body::Vector(times) => field("times", &times)?,
            Body::Codes { first, count: 1 } => field("surrogate", &format_args!("{first:04x}"))?,
            Body::Codes { first: first @ 0xD800..=0xDFFF, .. } => {
                field("surrogates", &format_args!("{first:04x}"))?;
            }
            Body::Codes { first, .. } => field("scalars", &format_args!("{first:04x}"))?,
        }
        match self.before {
            Around::Nothing => {}
            Around::Bytes(bytes) => field("before", &bytes)?,
            Around::Text { character, len } => {
                field("at", &len)?;
                field("fill", &hex::encode(character.to_string()))?;
            }
        }
        match self.after {
            Around::Nothing => {}
            Around::Bytes(bytes) => field(if self.is_run() { "end" } else { "after" }, &bytes)?,
            Around::Text { len, .. } => field("tail", &len)?,
        }
        match self.uses {
            Uses::Once | Uses::Then { times: 1, bytes: None } => {}
            Uses::Warmed { times, bytes } => {
                field("warm", &times)?;
                field("with", &bytes)?;
            }
            Uses::Then { times: 1, bytes: Some(bytes) } => field("then", &bytes)?,
            Uses::Then { times, bytes } => {
                field("uses", &times)?;
                bytes.map_or(Ok(()), |bytes| field("then", &bytes))?;
            }
            Uses::Reset(bytes) => field("reset", &bytes)?,
            Uses::Tests { part } => field("tests", &part)?,
        }
        match self.calls {
            Calls::One if self.uses == (Uses::Then { times: 1, bytes: None }) => formatter.write_str("reuse"),
            Calls::One => Ok(()),
            Calls::Split(at) => field("split", &at),
            Calls::Cut(cuts) => field("splits", &cuts),
            Calls::Bytes => formatter.write_str("bytes"),
            Calls::Empty(at) => field("empty", &at),
            Calls::Chunks(len) => field("chunk", &len),
        }
    }
}

impl FromStr for Recipe {
    type Err = String;

    /// Fails with the reason, as a fragment.
    fn from_str(text: &str) -> Result<Self, String> {
        let name = |field: &str| field.split('=').next().unwrap_or_default().to_owned();
        let form = Self::FORMS.into_iter().find(|form| name(form) == name(text));
        let form = form.ok_or_else(|| {
            let known: Vec<String> = Self::FORMS.into_iter().map(name).collect();
            format!("unknown recipe `{text}`, expected one of {}", known.join(", "))
        })?;
        let mut recipe = Self::PLAIN;
        for field in text.split(',') {
            let (name, value) = field.split_once('=').unwrap_or((field, ""));
            recipe.set(name, value).map_err(|why| format!("recipe `{text}`: {why}"))?;
        }
        recipe.check().map_err(|why| format!("recipe `{text}`: {why}"))?;
        // Written back it must be the same text: one case has one id.
        let known: Vec<String> = form.split(',').map(name).collect();
        if recipe.to_string() == text && text.split(',').all(|field| known.contains(&name(field))) {
            Ok(recipe)
        } else {
            Err(format!("recipe `{text}` does not have the form {form}"))
        }
    }
}

impl Recipe {
    /// Takes one field.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = || {
            let number = value.parse().ok().filter(|number| *number as usize <= LONGEST_INPUT);
            number.ok_or_else(|| format!("`{value}` is not a number from 0 to {LONGEST_INPUT}"))
        };
        let code =
            || u32::from_str_radix(value, 16).map_err(|_| format!("`{value}` is no code point in hex"));
        let bytes = || value.parse::<Snippet>();
        match name {
            "split" => self.calls = Calls::Split(number()?),
            "splits" => self.calls = Calls::Cut(value.parse()?),
            "bytes" => self.calls = Calls::Bytes,
            "empty" => self.calls = Calls::Empty(number()?),
            "chunk" => self.calls = Calls::Chunks(number()?),
            "reuse" => self.uses = Uses::Then { times: 1, bytes: None },
            "uses" => self.uses = Uses::Then { times: number()?, bytes: None },
            "then" => {
                let times = if let Uses::Then { times, .. } = self.uses { times } else { 1 };
                self.uses = Uses::Then { times, bytes: Some(bytes()?) };
            }
            "warm" => self.uses = Uses::Warmed { times: number()?, bytes: Snippet::LETTER },
            "with" => {
                let Uses::Warmed { times, .. } = self.uses else {
                    return Err("with= stands behind warm=".to_owned());
                };
                self.uses = Uses::Warmed { times, bytes: bytes()? };
            }
            "reset" => self.uses = Uses::Reset(bytes()?),
            "tests" => self.uses = Uses::Tests { part: number()? },
            "times" => self.body = Body::Vector(number()?),
            "scalars" | "surrogates" => self.body = Body::Codes { first: code()?, count: PART },
            "surrogate" => self.body = Body::Codes { first: code()?, count: 1 },
            "before" => self.before = Around::Bytes(bytes()?),
            "after" | "end" => self.after = Around::Bytes(bytes()?),
            "at" => self.before = Around::Text { character: 'a', len: number()? },
            "tail" => self.after = Around::Text { character: 'a', len: number()? },
            "fill" => {
                let text = hex::decode(value).and_then(|bytes| String::from_utf8(bytes).ok());
                let text = text.unwrap_or_default();
                let mut characters = text.chars();
                let (Some(character), None, Around::Text { len, .. }) =
                    (characters.next(), characters.next(), self.before)
                else {
                    return Err(format!("`{value}` is not one character in hex, behind at="));
                };
                self.before = Around::Text { character, len };
            }
            _ => return Err(format!("unknown field `{name}`")),
        }
        Ok(())
    }

    /// Whether such a case is made: each has one name, and bytes enough.
    fn check(&self) -> Result<(), String> {
        let sides = match (self.before, self.after) {
            (Around::Text { character, len }, _)
                if character != 'a' && (len as usize) < character.len_utf8() =>
            {
                return Err(format!("no room for the filler in {len} bytes; write fill=61"));
            }
            (Around::Text { len, .. }, Around::Text { len: tail, .. }) => [len, tail],
            (Around::Text { .. }, _) => return Err("tail= is missing".to_owned()),
            _ => [1, 0],
        };
        if sides == [0, 0] {
            return Err("nothing is around the vector".to_owned());
        }
        if sides.iter().any(|side| *side > LONGEST_SIDE) {
            return Err(format!("more than {LONGEST_SIDE} bytes on a side"));
        }
        match (self.body, self.uses) {
            (Body::Vector(0), _) => Err("the bytes stand at least 2 times".to_owned()),
            (_, Uses::Then { times: 0, .. }) => {
                Err("the bytes are decoded at least 2 times, or once before others".to_owned())
            }
            (_, Uses::Tests { part }) if part >= parts() => Err(format!("the tests have {} parts", parts())),
            (_, Uses::Warmed { times: 0, .. }) => Err("a warm-up is at least one input".to_owned()),
            (Body::Codes { first, count: 1 }, _) if !(0xD800..=0xDFFF).contains(&first) => {
                Err(format!("{first:04x} is no surrogate"))
            }
            (Body::Codes { first, count }, _)
                if first > 0x10_FFFF || count > 1 && !first.is_multiple_of(PART) =>
            {
                Err(format!("no part of {PART} code points starts at {first:04x}"))
            }
            _ if self.calls == Calls::Chunks(0) => Err("a chunk has at least one byte".to_owned()),
            _ => Ok(()),
        }
    }
}
