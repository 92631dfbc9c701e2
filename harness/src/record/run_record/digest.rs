//! Digests that guard against accidents: a file that was changed, two long texts that are not the same.

/// The hash of Fowler, Noll and Vo, variant 1a, of 64 bits. Whoever wants to can make two texts that have the same.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[test]
    fn the_hash_is_the_published_one() {
        // Three of the authors' test vectors for FNV-1a of 64 bits.
        let table =
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)];
        for (text, hash) in table {
            assert_eq!(fnv1a(text.as_bytes()), hash, "{text}");
        }
    }
}
