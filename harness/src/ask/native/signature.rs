//! The call language: how a C function is given bytes, and what it says of them.

use std::fmt;
use std::str::FromStr;

/// The most arguments of a function.
pub(super) const MOST_ARGUMENTS: usize = 8;

/// A call of a C function, such as `g_utf8_validate(bytes, len, &end) -> bool`.
///
/// ```
/// use illformed::ask::native::Signature;
///
/// let signature: Signature = "u8_check(bytes, len) -> null | at".parse()?;
/// assert_eq!(signature.symbol, "u8_check");
/// assert_eq!(signature.to_string(), "u8_check(bytes, len) -> null | at");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The exported name; one `*` in it stands for any characters.
    pub symbol: String,
    pub arguments: Vec<Argument>,
    pub returned: Returned,
}

/// What stands in the place of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A pointer to the first byte of the input.
    Bytes,
    /// The same, with a byte 00 behind the input.
    Cstr,
    /// The number of bytes.
    Len,
    /// A pointer behind the last byte.
    End,
    /// A pointer to the output.
    Out(Unit),
    /// The units that the output has room for.
    Capacity,
    /// A pointer to a pointer to the input, which the function moves behind what it read.
    BytesMoved,
    /// A pointer to the number of bytes that are left.
    LenLeft,
    /// A pointer to a pointer to the output, which the function moves behind what it wrote.
    OutMoved(Unit),
    /// A pointer to the number of *bytes* of the output that are left.
    RoomLeft,
    /// A pointer to the number of units that the output has room for, and then of those that were written.
    CapacityWritten,
    /// A pointer to the number of units that were written.
    Written,
    /// A pointer to the character that was read.
    Code,
    /// A pointer to the offset of the error.
    At,
    /// A pointer to where reading ended.
    EndReached,
    /// A pointer to an `int` that holds 0 before the call.
    Status {
        /// Whether numbers below zero are no errors either.
        positive_alone: bool,
    },
    /// The object that `--open` made.
    Object,
    /// The null pointer.
    Null,
    /// An integer.
    Integer(i64),
    /// A pointer to a constant text that ends with a byte 00.
    Text(String),
}

/// The width of what a text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Eight,
    Sixteen,
    ThirtyTwo,
}

/// What the value of the call says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returned {
    /// Nothing.
    Nothing,
    /// A C `bool`, or an `int` that is 0 or 1: whether the input is well-formed.
    Bool,
    /// Well-formed if it is that number.
    OkIf(i64),
    /// Ill-formed if it is that number; another is the number of units, if the call writes any.
    ErrorIf(i64),
    /// Ill-formed if it is below zero; else the number of units, if the call writes any.
    NegativeIsError,
    /// Ill-formed if it is the null pointer.
    NullIsError,
    /// The null pointer, or a pointer to the error.
    NullOrAt,
    /// The offset of the error; the length of the input if there is none.
    At,
    /// The number of units that were written.
    Units,
    /// The number of characters.
    Count,
    /// The number of bytes of one character; an error if it is not above zero. The call is made until the input ends.
    Step,
    /// By value, an `int` that is 0 if all is well, and a `size_t`: the offset of the error, else the number of units.
    StatusAndCount,
    /// A pointer to the object that the other calls take.
    Object,
}

impl Signature {
    /// Whether one of its arguments is `wanted`.
    pub(super) fn has(&self, wanted: impl Fn(&Argument) -> bool) -> bool {
        self.arguments.iter().any(wanted)
    }

    /// Whether it can report an error by more than what it leaves unread.
    pub(super) fn can_fail(&self) -> bool {
        let says_nothing = matches!(
            self.returned,
            Returned::Nothing | Returned::At | Returned::Units | Returned::Count | Returned::Object
        );
        !says_nothing || self.has(|argument| matches!(argument, Argument::Status { .. }))
    }

    /// The width of the units that it writes, if it does.
    pub fn unit(&self) -> Option<Unit> {
        self.arguments.iter().find_map(|argument| match argument {
            Argument::Out(unit) | Argument::OutMoved(unit) => Some(*unit),
            _ => None,
        })
    }
}

impl Unit {
    /// How many bytes it has.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Eight => 1,
            Self::Sixteen => 2,
            Self::ThirtyTwo => 4,
        }
    }
}

impl Returned {
    /// Whether the value is a number of units where there is no error.
    pub const fn is_length(self) -> bool {
        matches!(self, Self::Units | Self::ErrorIf(_) | Self::NegativeIsError)
    }
}

/// The words for arguments without a part of their own.
const ARGUMENTS: [(&str, Argument); 21] = [
    ("bytes", Argument::Bytes),
    ("cstr", Argument::Cstr),
    ("len", Argument::Len),
    ("end", Argument::End),
    ("out8", Argument::Out(Unit::Eight)),
    ("out16", Argument::Out(Unit::Sixteen)),
    ("out32", Argument::Out(Unit::ThirtyTwo)),
    ("cap", Argument::Capacity),
    ("&bytes", Argument::BytesMoved),
    ("&len", Argument::LenLeft),
    ("&out8", Argument::OutMoved(Unit::Eight)),
    ("&out16", Argument::OutMoved(Unit::Sixteen)),
    ("&out32", Argument::OutMoved(Unit::ThirtyTwo)),
    ("&room", Argument::RoomLeft),
    ("&cap", Argument::CapacityWritten),
    ("&written", Argument::Written),
    ("&code", Argument::Code),
    ("&at", Argument::At),
    ("&end", Argument::EndReached),
    ("object", Argument::Object),
    ("null", Argument::Null),
];

/// The words for results without a number.
const RESULTS: [(&str, Returned); 11] = [
    ("void", Returned::Nothing),
    ("bool", Returned::Bool),
    ("negative is error", Returned::NegativeIsError),
    ("null is error", Returned::NullIsError),
    ("null | at", Returned::NullOrAt),
    ("at", Returned::At),
    ("units", Returned::Units),
    ("count", Returned::Count),
    ("step", Returned::Step),
    ("{status, count}", Returned::StatusAndCount),
    ("object", Returned::Object),
];

impl fmt::Display for Argument {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status { positive_alone: false } => formatter.write_str("&status"),
            Self::Status { positive_alone: true } => formatter.write_str("&status>0"),
            Self::Integer(number) => number.fmt(formatter),
            Self::Text(text) => write!(formatter, "'{text}'"),
            plain => formatter.write_str(word_of(&ARGUMENTS, plain)),
        }
    }
}

impl fmt::Display for Returned {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OkIf(number) => write!(formatter, "{number} is ok"),
            Self::ErrorIf(number) => write!(formatter, "{number} is error"),
            plain => formatter.write_str(word_of(&RESULTS, plain)),
        }
    }
}

fn word_of<T: PartialEq>(words: &[(&'static str, T)], meant: &T) -> &'static str {
    words.iter().find(|(_, known)| known == meant).map_or("", |(word, _)| word)
}

impl fmt::Display for Signature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments: Vec<String> = self.arguments.iter().map(ToString::to_string).collect();
        write!(formatter, "{}({}) -> {}", self.symbol, arguments.join(", "), self.returned)
    }
}

impl FromStr for Signature {
    /// The column, in characters from 1, and what is wrong there.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut reader = Reader { text, at: 0 };
        let symbol = reader.take_while(|c| c.is_ascii_alphanumeric() || "_$.@*".contains(c));
        if symbol.trim_matches('*').is_empty() {
            return Err(reader.error("expected the name of a function, such as `my_validate`"));
        }
        if symbol.matches('*').count() > 1 {
            return Err("column 1: a name has at most one `*`".to_owned());
        }
        reader.expect("(", "the arguments in parentheses")?;
        let mut arguments = Vec::new();
        while !reader.takes(")") {
            if !arguments.is_empty() {
                reader.expect(",", "`,` or `)`")?;
            }
            if arguments.len() == MOST_ARGUMENTS {
                return Err(reader.error(&format!("a call has at most {MOST_ARGUMENTS} arguments")));
            }
            arguments.push(reader.argument()?);
        }
        reader.expect("->", "`->` and what the value says")?;
        let returned = reader.returned()?;
        Ok(Self { symbol: symbol.to_owned(), arguments, returned })
    }
}

struct Reader<'a> {
    text: &'a str,
    /// How many bytes were read.
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// That `reason` is wrong with what comes next.
    fn error(&self, reason: &str) -> String {
        let blanks = self.rest().len() - self.rest().trim_start().len();
        let column = self.text[..self.at + blanks].chars().count() + 1;
        format!("column {column}: {reason}")
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        self.skip_blanks();
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !wanted(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    fn takes(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let is_next = self.rest().starts_with(word);
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    fn expect(&mut self, word: &str, what: &str) -> Result<(), String> {
        if self.takes(word) { Ok(()) } else { Err(self.error(&format!("expected {what}"))) }
    }

    fn argument(&mut self) -> Result<Argument, String> {
        let at = self.error("");
        if self.takes("'") {
            let text = self.rest().split_once('\'').map(|(text, _)| text);
            let text = text.ok_or(at + "this text has no end `'`")?;
            self.at += text.len() + 1;
            return Ok(Argument::Text(text.to_owned()));
        }
        let word = self.take_while(|c| c.is_ascii_alphanumeric() || "&>-_".contains(c));
        let plain = ARGUMENTS.iter().find(|(known, _)| *known == word).map(|(_, argument)| argument.clone());
        let argument = plain.or_else(|| match word {
            "&status" => Some(Argument::Status { positive_alone: false }),
            "&status>0" => Some(Argument::Status { positive_alone: true }),
            number => integer(number).map(Argument::Integer),
        });
        argument.ok_or_else(|| {
            let words = ARGUMENTS.map(|(word, _)| word).join(", ");
            format!(
                "{at}`{word}` is not an argument: expected one of {words}, &status, &status>0, an integer or 'text'"
            )
        })
    }

    fn returned(&mut self) -> Result<Returned, String> {
        let at = self.error("");
        let words = self.rest().split_whitespace().collect::<Vec<_>>().join(" ");
        self.at = self.text.len();
        let plain = RESULTS.iter().find(|(known, _)| *known == words).map(|(_, returned)| *returned);
        let numbered = || {
            let number = |end| words.strip_suffix(end).and_then(integer);
            number(" is ok").map(Returned::OkIf).or_else(|| number(" is error").map(Returned::ErrorIf))
        };
        plain.or_else(numbered).ok_or_else(|| {
            let known = RESULTS.map(|(word, _)| word).join("`, `");
            format!("{at}`{words}` is not a result: expected one of `{known}`, `0 is ok`, `-1 is error`")
        })
    }
}

/// A decimal or hexadecimal number.
fn integer(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::Signature;

    #[test]
    fn a_call_is_written_as_it_is_read() {
        for text in [
            "g_utf8_validate(bytes, len, &end) -> bool",
            "u8_check(bytes, len) -> null | at",
            "utf8proc_iterate(bytes, len, &code) -> step",
            "u_strFromUTF8_*(out16, cap, &written, bytes, len, &status>0) -> void",
            "u8_to_u16(bytes, len, out16, &cap) -> null is error",
            "simdutf_validate_utf8_with_errors(bytes, len) -> {status, count}",
            "mbstowcs(out32, cstr, cap) -> -1 is error",
            "f(bytes, end, &at, &status, null, -3, 'UTF-8') -> 0 is ok",
            "iconv(object, &bytes, &len, &out16, &room) -> negative is error",
        ] {
            let signature: Signature = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(signature.to_string(), text);
        }
        let spaced: Signature = " f ( bytes,len )  ->  null  |  at ".parse().unwrap();
        assert_eq!(spaced.to_string(), "f(bytes, len) -> null | at");
    }

    #[test]
    fn what_is_no_call_is_told_with_its_column() {
        for (text, wanted) in [
            ("", "column 1: expected the name of a function"),
            ("f", "column 2: expected the arguments in parentheses"),
            ("f(byte, len) -> bool", "column 3: `byte` is not an argument"),
            ("f(bytes len) -> bool", "column 9: expected `,` or `)`"),
            ("f(bytes, len)", "column 14: expected `->`"),
            ("f(bytes, len) -> yes", "column 18: `yes` is not a result"),
            ("f(bytes, 'UTF-8) -> bool", "column 10: this text has no end"),
            ("f_*_*(bytes) -> bool", "column 1: a name has at most one `*`"),
            ("f(1, 2, 3, 4, 5, 6, 7, 8, 9) -> bool", "column 27: a call has at most 8 arguments"),
        ] {
            let error = text.parse::<Signature>().expect_err(text);
            assert!(error.starts_with(wanted), "{text}: {error}");
        }
    }
}
