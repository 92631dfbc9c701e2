//! Which grammar is meant by "UTF-8".

use crate::named::{named_enum, read_by_name};

named_enum! {
    /// A version of UTF-8 that a decoder may claim to implement.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
    pub enum Profile {
        /// RFC 3629, equally Unicode's Table 3-7: one to four bytes, shortest form, no surrogates, up to U+10FFFF.
        Rfc3629 = "rfc3629",
        /// RFC 2279: one to six bytes, shortest form, up to 7FFFFFFF. It does not speak of surrogates in UTF-8; this codec
        /// decodes their three-byte forms to codes `D800..DFFF`.
        Rfc2279 = "rfc2279",
        /// The three shortest forms of RFC 3629 alone, up to U+FFFF: "Unicode characters only up to three bytes" of utf-8(7),
        /// MySQL's `utf8mb3`.
        Ucs2 = "ucs2",
        /// CESU-8 (Unicode Technical Report 26): a supplementary character is its surrogate pair in three bytes each, six in
        /// all, and has no other form.
        Cesu8 = "cesu8",
        /// Modified UTF-8 (JVM specification section 4.4.7): U+0000 is `C0 80` and never `00`; the codes are UTF-16 code
        /// units in at most three bytes each, surrogates among them, paired or not.
        Mutf8 = "mutf8",
        /// WTF-8: RFC 3629 and surrogates, except a leading one directly before a trailing one, which has to be the four-byte
        /// form of the character.
        Wtf8 = "wtf8",
        /// Generalized UTF-8 (WTF-8 specification section 3.2): every code point up to U+10FFFF, surrogates in any order.
        Generalized = "generalized",
    }
}

read_by_name!(Profile, "profile", ParseProfileError);

impl Profile {
    /// The length in bytes of the longest well-formed sequence.
    pub const fn max_sequence_len(self) -> usize {
        match self {
            Self::Ucs2 | Self::Mutf8 => 3,
            Self::Rfc3629 | Self::Wtf8 | Self::Generalized => 4,
            Self::Rfc2279 | Self::Cesu8 => 6,
        }
    }
}
