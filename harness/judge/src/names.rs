//! The vectors and the codec do not depend on each other, so each has its own type for profiles and kinds of errors. Here
//! one becomes the other; a name that only one of them has does not compile.

use illformed_codec as codec;
use illformed_vectors as vectors;

/// Declares the conversions between an enum of the codec and the one of the same name of the vectors, which name the same
/// things. A variant that one of them lacks does not compile.
macro_rules! conversions {
    ($($name:ident: $to_codec:ident, $to_vectors:ident { $($variant:ident),* })*) => {$(
        /// The codec's name for it.
        pub const fn $to_codec(it: vectors::$name) -> codec::$name {
            match it {
                $(vectors::$name::$variant => codec::$name::$variant,)*
            }
        }

        /// The vectors' name for it.
        pub const fn $to_vectors(it: codec::$name) -> vectors::$name {
            match it {
                $(codec::$name::$variant => vectors::$name::$variant,)*
            }
        }
    )*};
}

conversions! {
    Profile: codec_profile, vectors_profile { Rfc3629, Rfc2279, Ucs2, Cesu8, Mutf8, Wtf8, Generalized }
    ErrorKind: codec_error_kind, vectors_error_kind {
        Overlong, Surrogate, OutOfRange, LegacyForm, NeverValid, UnsupportedLength, UnexpectedContinuation, Truncated,
        Incomplete
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_and_a_kind_have_one_name_and_place_in_both() {
        assert_eq!(
            codec::Profile::ALL.iter().copied().map(vectors_profile).collect::<Vec<_>>(),
            vectors::Profile::ALL
        );
        assert_eq!(
            codec::ErrorKind::ALL.iter().copied().map(vectors_error_kind).collect::<Vec<_>>(),
            vectors::ErrorKind::ALL
        );
        for &profile in codec::Profile::ALL {
            assert_eq!(codec_profile(vectors_profile(profile)), profile);
            assert_eq!(vectors_profile(profile).name(), profile.name());
        }
        for &kind in codec::ErrorKind::ALL {
            assert_eq!(codec_error_kind(vectors_error_kind(kind)), kind);
            assert_eq!(vectors_error_kind(kind).name(), kind.name());
        }
    }
}
