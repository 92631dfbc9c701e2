//! Where Hangul stood before Amendment 5 to ISO/IEC 10646, "the Korean mess" (RFC 2279 section 3).

/// Whether `code` is in `U+3400..U+4DFF`, where Unicode 1.1 had 6,656 Hangul syllables: Hangul (`3400..3D2D`),
/// Supplementary-A (`3D2E..44B7`) and Supplementary-B (`44B8..4DFF`).
///
/// Amendment 5 and Unicode 2.0 moved Hangul to `U+AC00..U+D7A3`; today CJK Extension A and the Yijing hexagrams stand here.
/// A decoder gives these code points as they are, whatever the text is labelled. Only a person can say what was meant.
pub(crate) const fn is_pre_amendment_5_hangul(code: u32) -> bool {
    matches!(code, 0x3400..=0x4DFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_hangul_is_three_blocks_of_unicode_1_1_without_a_gap() {
        // KS C 5601-1987's 2,350 syllables and the two supplements, 1,930 and 2,376.
        let codes = || (0..=0x10_FFFF).filter(|code| is_pre_amendment_5_hangul(*code));
        assert_eq!(codes().count(), 2_350 + 1_930 + 2_376);
        assert_eq!((codes().min(), codes().max()), (Some(0x3400), Some(0x4DFF)));
    }
}
