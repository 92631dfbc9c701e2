//! The vectors and the codec do not depend on each other, so each has its own type for profiles and kinds of errors. Here
//! one becomes the other; a name that only one of them has does not compile.

use illformed_codec as codec;
use illformed_vectors as vectors;

/// The codec's profile for that of the vectors.
pub const fn codec_profile(profile: vectors::Profile) -> codec::Profile {
    match profile {
        vectors::Profile::Rfc3629 => codec::Profile::Rfc3629,
        vectors::Profile::Rfc2279 => codec::Profile::Rfc2279,
        vectors::Profile::Ucs2 => codec::Profile::Ucs2,
        vectors::Profile::Cesu8 => codec::Profile::Cesu8,
        vectors::Profile::Mutf8 => codec::Profile::Mutf8,
        vectors::Profile::Wtf8 => codec::Profile::Wtf8,
        vectors::Profile::Generalized => codec::Profile::Generalized,
    }
}

/// The vectors' profile for that of the codec.
pub const fn vectors_profile(profile: codec::Profile) -> vectors::Profile {
    match profile {
        codec::Profile::Rfc3629 => vectors::Profile::Rfc3629,
        codec::Profile::Rfc2279 => vectors::Profile::Rfc2279,
        codec::Profile::Ucs2 => vectors::Profile::Ucs2,
        codec::Profile::Cesu8 => vectors::Profile::Cesu8,
        codec::Profile::Mutf8 => vectors::Profile::Mutf8,
        codec::Profile::Wtf8 => vectors::Profile::Wtf8,
        codec::Profile::Generalized => vectors::Profile::Generalized,
    }
}

/// The codec's kind of error for that of the vectors.
pub const fn codec_error_kind(kind: vectors::ErrorKind) -> codec::ErrorKind {
    match kind {
        vectors::ErrorKind::Overlong => codec::ErrorKind::Overlong,
        vectors::ErrorKind::Surrogate => codec::ErrorKind::Surrogate,
        vectors::ErrorKind::OutOfRange => codec::ErrorKind::OutOfRange,
        vectors::ErrorKind::LegacyForm => codec::ErrorKind::LegacyForm,
        vectors::ErrorKind::NeverValid => codec::ErrorKind::NeverValid,
        vectors::ErrorKind::UnsupportedLength => codec::ErrorKind::UnsupportedLength,
        vectors::ErrorKind::UnexpectedContinuation => codec::ErrorKind::UnexpectedContinuation,
        vectors::ErrorKind::Truncated => codec::ErrorKind::Truncated,
        vectors::ErrorKind::Incomplete => codec::ErrorKind::Incomplete,
    }
}

/// The vectors' kind of error for that of the codec.
pub const fn vectors_error_kind(kind: codec::ErrorKind) -> vectors::ErrorKind {
    match kind {
        codec::ErrorKind::Overlong => vectors::ErrorKind::Overlong,
        codec::ErrorKind::Surrogate => vectors::ErrorKind::Surrogate,
        codec::ErrorKind::OutOfRange => vectors::ErrorKind::OutOfRange,
        codec::ErrorKind::LegacyForm => vectors::ErrorKind::LegacyForm,
        codec::ErrorKind::NeverValid => vectors::ErrorKind::NeverValid,
        codec::ErrorKind::UnsupportedLength => vectors::ErrorKind::UnsupportedLength,
        codec::ErrorKind::UnexpectedContinuation => vectors::ErrorKind::UnexpectedContinuation,
        codec::ErrorKind::Truncated => vectors::ErrorKind::Truncated,
        codec::ErrorKind::Incomplete => vectors::ErrorKind::Incomplete,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_and_a_kind_have_one_name_and_place_in_both() {
        assert_eq!(codec::Profile::ALL.map(vectors_profile), *vectors::Profile::ALL);
        assert_eq!(codec::ErrorKind::ALL.map(vectors_error_kind), *vectors::ErrorKind::ALL);
        for profile in codec::Profile::ALL {
            assert_eq!(codec_profile(vectors_profile(profile)), profile);
            assert_eq!(vectors_profile(profile).name(), profile.name());
        }
        for kind in codec::ErrorKind::ALL {
            assert_eq!(codec_error_kind(vectors_error_kind(kind)), kind);
            assert_eq!(vectors_error_kind(kind).name(), kind.name());
        }
    }
}
