//! Bytes as people read them.

/// `E2 82 AC`.
pub fn spaced_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// `11100010 10000010 10101100`.
pub fn bits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:08b}")).collect::<Vec<_>>().join(" ")
}
