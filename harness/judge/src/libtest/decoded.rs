//! What decoders return, as an observation.

use crate::claim::OutputKind;
use crate::in_process::StreamError;
use crate::observation::{Observation, Text};
use std::borrow::Cow;
use std::string::FromUtf8Error;

/// What a decoder of a whole input returns.
///
/// | type | what is read of it |
/// |---|---|
/// | `bool` | whether the input is well-formed |
/// | `Option<T>` | the same, and the text `T` |
/// | `Result<T, E>` | the same, and what `E` says of the error |
/// | `T` | text, and that there was no error: a lossy decoder |
/// | [`Observation`] | itself |
///
/// `T` is [`DecodedText`]; `()` is none. `E` is anything that becomes a [`StreamError`]: `()` says nothing, `usize` is the
/// offset of the error in bytes in the meaning that the claim has, and [`Utf8Error`](std::str::Utf8Error) says offset, length, and whether the
/// input ends too early.
#[diagnostic::on_unimplemented(
    message = "a test for each vector cannot read `{Self}`",
    note = "a decoder returns `bool`, `Option<T>`, `Result<T, E>`, or `T` itself if it is lossy",
    note = "`T` is `()`, `String`, `&str`, `Vec<char>`, `Vec<u32>`, `Vec<u16>` or another `DecodedText`",
    note = "`E` is `()`, `usize` (the offset), `Utf8Error` or `StreamError`; see `map_err`"
)]
pub trait Decoded {
    /// The form of the text; `None` when only the value knows, so that the claim has to say it.
    const OUT: Option<OutputKind>;

    /// The same as one call.
    fn into_observation(self) -> Observation;
}

/// Text in one of the forms that decoders put out.
#[diagnostic::on_unimplemented(
    message = "a test for each vector cannot read `{Self}` as text",
    note = "text is `()`, `String`, `&str`, `Cow<str>`, `Box<str>`, `Vec<u8>` (UTF-8), `Vec<u16>` (UTF-16), `Vec<char>`, \
            `Vec<u32>` (code points) or `usize` (how many)"
)]
pub trait DecodedText: Into<Text> {
    /// The form.
    const FORM: OutputKind;
}

macro_rules! texts {
    ($($text:ty, $form:ident, $decoded:ident => $made:expr;)*) => {
        $(
            impl From<$text> for Text {
                fn from($decoded: $text) -> Self {
                    $made
                }
            }

            impl DecodedText for $text {
                const FORM: OutputKind = OutputKind::$form;
            }
        )*
    };
}

texts! {
    (), None, _nothing => Self::None;
    String, Utf8, text => Self::Utf8(text.into_bytes());
    &str, Utf8, text => Self::Utf8(text.into());
    Cow<'_, str>, Utf8, text => Self::Utf8(text.into_owned().into_bytes());
    Box<str>, Utf8, text => Self::Utf8(text.into_string().into_bytes());
    Vec<u8>, Utf8, bytes => Self::Utf8(bytes);
    Vec<u16>, Utf16, units => Self::Utf16(units);
    Vec<u32>, Utf32, codes => Self::Utf32(codes);
    Vec<char>, Utf32, scalars => Self::Utf32(scalars.into_iter().map(u32::from).collect());
    usize, Count, count => Self::Count(count as u64);
}

impl From<()> for StreamError {
    /// Ill-formed, and that is all.
    fn from((): ()) -> Self {
        Self::default()
    }
}

impl From<usize> for StreamError {
    /// Ill-formed at this offset.
    fn from(at: usize) -> Self {
        Self { at: Some(at), ..Self::default() }
    }
}

impl From<FromUtf8Error> for StreamError {
    fn from(error: FromUtf8Error) -> Self {
        error.utf8_error().into()
    }
}

impl Decoded for Observation {
    const OUT: Option<OutputKind> = None;

    fn into_observation(self) -> Observation {
        self
    }
}

impl Decoded for bool {
    const OUT: Option<OutputKind> = Some(OutputKind::None);

    fn into_observation(self) -> Observation {
        self.then_some(()).into_observation()
    }
}

impl<T: DecodedText> Decoded for Option<T> {
    const OUT: Option<OutputKind> = Some(T::FORM);

    fn into_observation(self) -> Observation {
        self.ok_or(()).into_observation()
    }
}

impl<T: DecodedText, E: Into<StreamError>> Decoded for Result<T, E> {
    const OUT: Option<OutputKind> = Some(T::FORM);

    fn into_observation(self) -> Observation {
        match self {
            Ok(text) => text.into_observation(),
            Err(error) => error.into().into(),
        }
    }
}

impl<T: DecodedText> Decoded for T {
    const OUT: Option<OutputKind> = Some(T::FORM);

    fn into_observation(self) -> Observation {
        Observation::accept(self.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<D: Decoded>(decoded: D) -> (Option<OutputKind>, String) {
        (D::OUT, decoded.into_observation().to_string())
    }

    #[test]
    fn each_shape_is_read_for_what_it_says() {
        let utf8_error = String::from_utf8(b"a\xF0\x80".to_vec()).unwrap_err();
        let too_short = String::from_utf8(b"ab\xE2\x82".to_vec()).unwrap_err().utf8_error();
        let table = [
            (read(true), Some(OutputKind::None), "accept"),
            (read(false), Some(OutputKind::None), "reject"),
            (read(Some(())), Some(OutputKind::None), "accept"),
            (read(Some("/".to_owned())), Some(OutputKind::Utf8), "accept 2f"),
            (read(None::<String>), Some(OutputKind::Utf8), "reject"),
            (read(Ok::<(), usize>(())), Some(OutputKind::None), "accept"),
            (read(Err::<(), usize>(3)), Some(OutputKind::None), "reject@3"),
            (read(Ok::<Vec<char>, ()>(vec!['/'])), Some(OutputKind::Utf32), "accept 0000002f"),
            (read(Err::<Vec<u32>, ()>(())), Some(OutputKind::Utf32), "reject"),
            (read(Err::<String, _>(utf8_error)), Some(OutputKind::Utf8), "reject@1+1"),
            (read(Err::<&str, _>(too_short)), Some(OutputKind::Utf8), "incomplete@2"),
            (read("\u{E9}"), Some(OutputKind::Utf8), "accept c3a9"),
            (read(Cow::Borrowed("/")), Some(OutputKind::Utf8), "accept 2f"),
            (read(Box::<str>::from("/")), Some(OutputKind::Utf8), "accept 2f"),
            (read(b"/".to_vec()), Some(OutputKind::Utf8), "accept 2f"),
            (read(vec![0xD83D_u16, 0xDE00]), Some(OutputKind::Utf16), "accept d83dde00"),
            (read(vec![0x7FFF_FFFF_u32]), Some(OutputKind::Utf32), "accept 7fffffff"),
            (read(2_usize), Some(OutputKind::Count), "accept 2"),
            (read(Observation::reject(Some(1), Some(2))), None, "reject@1+2"),
        ];
        for ((out, observation), expected_out, expected) in table {
            assert_eq!((out, observation.as_str()), (expected_out, expected));
        }
    }
}
