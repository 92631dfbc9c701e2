//! Numbers written in a number of bytes, whether or not that is UTF-8: RFC 2279's table, continued where it ends.

/// `value` in `len` bytes, 1 to 6: the lead has as many ones as there are bytes, each other byte the next six bits. Bits
/// for which there is no room are lost.
pub(super) fn form(value: u32, len: u32) -> Vec<u8> {
    let bits = |below: u32| u64::from(value) >> below;
    if len == 1 {
        return vec![(bits(0) & 0x7F) as u8];
    }
    let marks = 0xFF_u8 << (8 - len);
    let lead = marks | (bits(6 * (len - 1)) & (0x7F >> len)) as u8;
    let tail = (0..len - 1).rev().map(|more| 0x80 | (bits(6 * more) & 0x3F) as u8);
    [lead].into_iter().chain(tail).collect()
}

/// The greatest number that fits into `len` bytes, 1 to 6.
pub(super) const fn greatest(len: u32) -> u32 {
    match len {
        1 => 0x7F,
        _ => (1 << (5 * len + 1)) - 1,
    }
}

/// The shortest form of `value`.
pub(super) fn shortest(value: u32) -> Vec<u8> {
    let len = (1..6).find(|len| value <= greatest(*len)).unwrap_or(6);
    form(value, len)
}
