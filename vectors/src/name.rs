//! The closed sets of names that the format uses beside the codec's profiles and kinds of errors.

/// An enum whose variants have a name each, which stands in files and reports; it is written once.
#[macro_export]
#[doc(hidden)]
macro_rules! named_enum {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $kind:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $kind,)*
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$kind),*];

            /// Its name in files and reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.pad(self.name())
            }
        }
    };
}

pub(crate) use named_enum;

named_enum! {
    /// What it means for its user that a decoder gets a vector wrong. The greater is the worse.
    #[non_exhaustive]
    pub enum Importance {
        /// Two programs that are both defensible disagree.
        Minor = "minor",
        /// Text is damaged, lost or refused.
        Major = "major",
        /// Somebody was or can be attacked through it.
        Critical = "critical",
    }
}

named_enum! {
    /// Something on which a standard is silent, and which a user may answer.
    #[non_exhaustive]
    pub enum Question {
        /// Is a three-byte form of `D800..DFFF` well-formed under RFC 2279?
        Rfc2279Surrogate = "rfc2279-surrogate",
    }
}

named_enum! {
    /// Why an encoder has no bytes for something.
    #[non_exhaustive]
    pub enum EncodeErrorKind {
        /// A surrogate, in UTF-16 one without its other half.
        Surrogate = "surrogate",
        /// A number that the profile has no form of.
        OutOfRange = "out-of-range",
        /// The output has less room than the next character needs.
        NoRoom = "no-room",
    }
}

named_enum! {
    /// What bytes look like to one that goes by validity alone.
    #[non_exhaustive]
    pub enum Detection {
        /// No byte above 7F.
        Ascii = "ascii",
        /// Well-formed, with a character above U+007F.
        Utf8 = "utf-8",
        /// The same after the signature EF BB BF.
        Utf8Bom = "utf-8-bom",
        /// Well-formed up to an incomplete end.
        Utf8Cut = "utf-8-cut",
        /// Ill-formed.
        Other = "other",
    }
}

named_enum! {
    /// What a label says.
    #[non_exhaustive]
    pub enum LabelName {
        /// UTF-8 of any version.
        Utf8 = "utf-8",
        /// UTF-8 with Hangul where it stood before Amendment 5.
        Unicode11Utf8 = "unicode-1-1-utf-8",
    }
}
