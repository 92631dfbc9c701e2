//! windows-1252, for [`Policy::Cp1252`](crate::Policy::Cp1252).

/// The characters of `80..9F`, from the WHATWG index; the five bytes that Microsoft's table leaves undefined
/// (`81 8D 8F 90 9D`) map to the C1 control of the same number there.
const HIGH_CONTROLS: [u16; 32] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
    0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
];

/// The character of `byte`.
pub(crate) fn decode(byte: u8) -> u32 {
    match byte {
        0x80..=0x9F => u32::from(HIGH_CONTROLS[usize::from(byte - 0x80)]),
        _ => u32::from(byte),
    }
}
