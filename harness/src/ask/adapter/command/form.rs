//! The form of the text that a program writes.

use illformed_judge::claim::OutputKind;
use illformed_judge::named_enum;
use illformed_judge::observation::Text;

named_enum! {
    /// What a user says of the text that a program writes to its standard output.
    pub enum OutputForm {
        /// None, or none to be judged.
        None = "none",
        /// UTF-8, or bytes that should be it.
        Utf8 = "utf8",
        /// UTF-16 of either order, with or without a byte order mark of its own.
        Utf16 = "utf16",
        /// UTF-16, little end first, without a mark.
        Utf16le = "utf16le",
        /// UTF-16, big end first, without a mark.
        Utf16be = "utf16be",
        /// UTF-32 of either order, with or without a byte order mark of its own.
        Utf32 = "utf32",
        /// UTF-32, little end first, without a mark.
        Utf32le = "utf32le",
        /// UTF-32, big end first, without a mark.
        Utf32be = "utf32be",
    }
}

impl OutputForm {
    /// The ways to read it. There are several where the name leaves order and mark open.
    pub(super) fn readings(self) -> Vec<OutputReading> {
        let both = |kind| {
            let orders = [false, true].into_iter();
            orders.flat_map(|big| [true, false].map(|marked| OutputReading { kind, big, marked })).collect()
        };
        let one = |kind, big| vec![OutputReading { kind, big, marked: false }];
        match self {
            Self::None => Vec::new(),
            Self::Utf8 => one(OutputKind::Utf8, false),
            Self::Utf16 => both(OutputKind::Utf16),
            Self::Utf16le => one(OutputKind::Utf16, false),
            Self::Utf16be => one(OutputKind::Utf16, true),
            Self::Utf32 => both(OutputKind::Utf32),
            Self::Utf32le => one(OutputKind::Utf32, false),
            Self::Utf32be => one(OutputKind::Utf32, true),
        }
    }
}

/// One way to read what a program writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutputReading {
    pub(super) kind: OutputKind,
    big: bool,
    /// Whether it writes a byte order mark of its own before the text. That one is not part of the text.
    marked: bool,
}

impl OutputReading {
    /// The text, or `None` if these bytes cannot be read so.
    pub(super) fn text(self, bytes: &[u8]) -> Option<Text> {
        let width = match self.kind {
            OutputKind::Utf32 => 4,
            OutputKind::Utf16 => 2,
            OutputKind::Utf8 | OutputKind::None | OutputKind::Count => 1,
        };
        let mut bytes = bytes.to_vec();
        if !self.big {
            bytes.chunks_mut(width).for_each(<[u8]>::reverse);
        }
        // Before no text there need be no mark.
        if self.marked && !bytes.is_empty() {
            bytes = bytes.strip_prefix(&[0, 0, 0xFE, 0xFF][4 - width..])?.to_vec();
        }
        Text::from_wire(self.kind, &const_hex::encode(bytes)).ok()
    }

    pub(super) fn is_of(self, text: &str, bytes: &[u8]) -> bool {
        self.text(bytes).is_some_and(|read| read == in_form_of(&read, text))
    }
}

/// `text` in the form of `form`.
pub(crate) fn in_form_of(form: &Text, text: &str) -> Text {
    match form {
        Text::None => Text::None,
        Text::Count(_) => Text::Count(text.chars().count() as u64),
        Text::Utf8(_) => Text::Utf8(text.as_bytes().to_vec()),
        Text::Utf16(_) => Text::Utf16(text.encode_utf16().collect()),
        Text::Utf32(_) => Text::Utf32(text.chars().map(u32::from).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(written: &[u8]) -> Vec<(OutputKind, bool, bool)> {
        let all = OutputForm::ALL.into_iter().flat_map(OutputForm::readings);
        let mut found: Vec<_> = all
            .filter(|reading| reading.is_of("A\u{1F600}", written))
            .map(|reading| (reading.kind, reading.big, reading.marked))
            .collect();
        found.dedup();
        found
    }

    #[test]
    fn a_character_beyond_the_bmp_tells_one_reading_from_all_others() {
        let (utf8, utf16, utf32) = (OutputKind::Utf8, OutputKind::Utf16, OutputKind::Utf32);
        for (hex, kind, big, marked) in [
            ("41f09f9880", utf8, false, false),
            ("41003dd800de", utf16, false, false),
            ("0041d83dde00", utf16, true, false),
            ("fffe41003dd800de", utf16, false, true),
            ("feff0041d83dde00", utf16, true, true),
            ("4100000000f60100", utf32, false, false),
            ("000000410001f600", utf32, true, false),
            ("fffe00004100000000f60100", utf32, false, true),
            ("0000feff000000410001f600", utf32, true, true),
        ] {
            let written = const_hex::decode(hex).expect("hex");
            let found = detected(&written);
            assert!(found.iter().all(|one| *one == (kind, big, marked)), "{hex}: {found:?}");
            assert!(!found.is_empty(), "{hex}");
        }
        assert_eq!(detected(b"A?"), []);
        assert_eq!(detected(b""), []);
    }

    #[test]
    fn only_the_mark_that_the_program_adds_is_taken_away() {
        let marked = OutputReading { kind: OutputKind::Utf16, big: true, marked: true };
        assert_eq!(marked.text(&[0xFE, 0xFF, 0xFE, 0xFF, 0, 0x41]), Some(Text::Utf16(vec![0xFEFF, 0x41])));
        assert_eq!(marked.text(&[]), Some(Text::Utf16(Vec::new())));
        assert_eq!(marked.text(&[0, 0x41]), None, "the mark is missing");
        assert_eq!(marked.text(&[0xFE, 0xFF, 0]), None, "half a unit");
        let unmarked = OutputReading { marked: false, ..marked };
        assert_eq!(unmarked.text(&[0xFE, 0xFF]), Some(Text::Utf16(vec![0xFEFF])));
    }
}
