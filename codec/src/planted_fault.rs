//! Faults that a test switches on, one at a time, to see that whatever stands on this crate notices them. For tests only:
//! without the feature `planted-faults` none of them is compiled, and the functions are what they are without this file.

/// `value`, or what a planted fault makes of it.
#[cfg(not(feature = "planted-faults"))]
macro_rules! faulty {
    ($value:expr; $($fault:ident => $wrong:expr),+ $(,)?) => {
        $value
    };
}

/// `value`, or what a planted fault makes of it.
#[cfg(feature = "planted-faults")]
macro_rules! faulty {
    ($value:expr; $($fault:ident => $wrong:expr),+ $(,)?) => {
        match $crate::planted_fault::planted() {
            $(Some($crate::PlantedFault::$fault) => $wrong,)+
            _ => $value,
        }
    };
}

/// Functions that are `const`, except where a fault is planted in them: a constant cannot ask which one is switched on.
macro_rules! const_unless_planted {
    ($($(#[$attribute:meta])* $visibility:vis const fn $name:ident($($arguments:tt)*) -> $output:ty $body:block)+) => {$(
        #[cfg(not(feature = "planted-faults"))]
        $(#[$attribute])* $visibility const fn $name($($arguments)*) -> $output $body

        #[cfg(feature = "planted-faults")]
        $(#[$attribute])* $visibility fn $name($($arguments)*) -> $output $body
    )+};
}

pub(crate) use {const_unless_planted, faulty};

#[cfg(feature = "planted-faults")]
mod switch {
    use core::sync::atomic::{AtomicUsize, Ordering};

    /// The number of the fault that is switched on; past the last one there is none.
    static PLANTED: AtomicUsize = AtomicUsize::new(usize::MAX);

    macro_rules! faults {
        ($($fault:ident: $function:literal, $what:literal;)+) => {
            /// A fault that can be switched on. For tests only.
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            #[non_exhaustive]
            pub enum PlantedFault {
                $(#[doc = $what] $fault,)+
            }

            impl PlantedFault {
                /// All of them.
                pub const ALL: &'static [Self] = &[$(Self::$fault),+];

                /// The public function that is wrong, with its type.
                pub fn function(self) -> &'static str {
                    match self { $(Self::$fault => $function,)+ }
                }

                /// What it does wrong.
                pub fn what(self) -> &'static str {
                    match self { $(Self::$fault => $what,)+ }
                }
            }
        };
    }

    faults! {
        EventAt: "Event::at", "one more for characters of three bytes";
        EventLen: "Event::len", "one less for errors of two bytes";
        EventEnd: "Event::end", "one more for characters of four bytes";
        EventErrorKind: "Event::error_kind", "nothing for what is out of range";
        EventValue: "Event::value", "nothing for U+FEFF";
        ErrorKindName: "ErrorKind::name", "`never-valid` for legacy forms";
        ErrorKindFmt: "ErrorKind::fmt", "nothing for never-valid";
        ProfileFmt: "Profile::fmt", "RFC3629 in capitals";
        ProfileFromStr: "Profile::from_str", "`mutf8` is cesu8";
        ProfileName: "Profile::name", "`cesu8` for ucs2";
        ProfileMaxSequenceLen: "Profile::max_sequence_len", "too long for all, so that events promises too few";
        PolicyFmt: "Policy::fmt", "`java8` for java";
        PolicyFromStr: "Policy::from_str", "`drop` is per-run";
        PolicyName: "Policy::name", "`per-byte` for per-run";
        ValidateAccepts: "validate", "an incomplete end is well-formed";
        ValidateKind: "validate", "every error is truncated";
        IllFormedValidUpTo: "IllFormed::valid_up_to", "one more from offset 3 on";
        IllFormedErrorLen: "IllFormed::error_len", "1 for errors of three bytes";
        IllFormedKind: "IllFormed::kind", "a surrogate is overlong";
        EventsFromOne: "events", "the first byte is left out if there are six or more";
        EventsStops: "Events::next", "no more after offset 8";
        EventsOneCode: "Events::next", "U+1F600 becomes U+1F601";
        EventsSizeHint: "Events::size_hint", "one too few";
        DecoderNew: "Decoder::new", "wtf8 where generalized is asked for";
        DecoderProfile: "Decoder::profile", "rfc3629 where ucs2 is meant";
        DecoderFeedLate: "Decoder::feed", "F5 waits for another byte";
        DecoderFeedValue: "Decoder::feed", "U+FFFD becomes U+FFFC";
        DecoderFeedBytes: "Decoder::feed", "errors come without their bytes";
        DecoderFeedKind: "Decoder::feed", "C1 is truncated";
        DecoderFinishSilent: "Decoder::finish", "three bytes at the end are forgotten";
        DecoderFinishOffset: "Decoder::finish", "the offset goes on";
        DecoderResetKeeps: "Decoder::reset", "the pending bytes stay";
        DecoderResetSurrogate: "Decoder::reset", "a leading surrogate before it is remembered";
        DecoderPending: "Decoder::pending", "nothing once there are three bytes";
        DecoderOffset: "Decoder::offset", "the end of what was fed, pending bytes too";
        ReplacerNew: "Replacer::new", "per-byte where per-run is asked for";
        MaximalSubpartPerByte: "Replacer::replace", "maximal-subpart: one for each byte of three";
        PerByteOneKind: "Replacer::replace", "per-byte: one for a truncated sequence";
        PerDeclaredSequenceShort: "Replacer::replace", "per-declared-sequence: six bytes are five";
        PerRunForgets: "Replacer::replace", "per-run: a run ends after each error";
        PerRunLength: "Replacer::replace", "per-run: a run ends after eight bytes";
        JavaLikeUnicode: "Replacer::replace", "java: a surrogate is replaced as any error";
        JavaCut: "Replacer::replace", "java: a surrogate covers what follows its three bytes";
        DropKeepsOne: "Replacer::replace", "drop: a lone FF is replaced";
        Latin1OneByte: "Replacer::replace", "latin-1: A4 is the euro sign";
        Cp1252OneByte: "Replacer::replace", "cp1252: 8E is U+008E";
        Cp1252Undefined: "Replacer::replace", "cp1252: 9D is U+FFFD";
        Utf8bOneByte: "Replacer::replace", "utf8b: FF is DCFE";
        FatalGoesOn: "Replacer::replace", "fatal: codes after the first error";
        ReplaceCode: "Replacer::replace", "a code after an error is lost";
        CodesNext: "Codes::next", "the last of three is lost";
        CodesSizeHint: "Codes::size_hint", "one more than there are";
        DecodeLossyPolicy: "decode_lossy", "java where per-declared-sequence is asked for";
        DecodeLossyNext: "DecodeLossy::next", "U+FFFE ends the text";
        EncodeTwo: "encode", "U+07FF in two bytes ends in BE";
        EncodeThree: "encode", "U+FEFF becomes U+FEFE";
        EncodeFour: "encode", "the lead of U+10FFFF is F3";
        EncodeFive: "encode", "200000 has four bytes";
        EncodeSix: "encode", "7FFFFFFF is refused";
        EncodeOnePoint: "encode", "U+2F81A, which no vector has, becomes U+2F81B";
        EncodeSurrogate: "encode", "U+DFFF has a form under rfc3629";
        EncodeCesu8: "encode", "cesu8: the trailing surrogate is one lower";
        EncodeMutf8: "encode", "mutf8: U+0000 in one byte";
        EncodedDeref: "Encoded::deref", "without the last of six bytes";
        Utf16Basic: "utf16_units", "U+E000 becomes U+E001";
        Utf16High: "utf16_units", "the high surrogate of U+10FFFF is DBFE";
        Utf16Low: "utf16_units", "the low surrogates of plane 2 are one higher";
        Utf16OnePoint: "utf16_units", "U+2F81A, which no vector has, has another pair";
        Utf16Refuses: "utf16_units", "U+FFFF is refused";
        UnitsDeref: "Units::deref", "without the low surrogate";
        EncodeUtf16Pair: "EncodeUtf16::next", "pairs of DBFF are two lone surrogates";
        EncodeUtf16Basic: "encode_utf16", "the first unit is left out if there are three or more";
        LoneSurrogateAt: "LoneSurrogate::at", "one more from unit 1 on";
        DetectCut: "detect", "a cut text is another encoding";
        DetectAscii: "detect", "the empty text is UTF-8";
        DetectBom: "detect", "the signature alone is UTF-8 without";
        DetectedAt: "Detected::at", "nothing for a cut text";
        LabelParseRfc: "Label::parse", "RFC: whitespace around it is allowed";
        LabelParseWhatwg: "Label::parse", "WHATWG: `utf8` is none";
        LabelProfile: "Label::profile", "ucs2 for UNICODE-1-1-UTF-8";
    }

    /// Switches `fault` on and any other off. It holds for the whole process.
    pub fn plant(fault: Option<PlantedFault>) {
        let number = PlantedFault::ALL.iter().position(|known| Some(*known) == fault);
        PLANTED.store(number.unwrap_or(usize::MAX), Ordering::Relaxed);
    }

    pub(crate) fn planted() -> Option<PlantedFault> {
        PlantedFault::ALL.get(PLANTED.load(Ordering::Relaxed)).copied()
    }
}

#[cfg(feature = "planted-faults")]
pub(crate) use switch::planted;
#[cfg(feature = "planted-faults")]
pub use switch::{PlantedFault, plant};
