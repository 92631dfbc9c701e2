//! Faulty readers of labels.

use crate::kinds::judging::{Ask, LabelTable};
use crate::kinds::mutants::Mutant;

const UTF8: &str = "utf-8";
const OLD: &str = "unicode-1-1-utf-8";

const OF_WHATWG: [&str; 6] =
    ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"];

fn by_rfc(label: &str) -> Option<&'static str> {
    [UTF8, OLD].into_iter().find(|name| label.eq_ignore_ascii_case(name))
}

fn by_whatwg(label: &str) -> Option<&'static str> {
    exactly(label.trim_matches(['\t', '\n', '\x0C', '\r', ' ']))
}

fn exactly(label: &str) -> Option<&'static str> {
    OF_WHATWG.iter().any(|name| label.eq_ignore_ascii_case(name)).then_some(UTF8)
}

fn text(bytes: &[u8]) -> Vec<u32> {
    String::from_utf8_lossy(bytes).chars().map(u32::from).collect()
}

/// Old Hangul to where Hangul is now, as if it had been moved block by block.
fn moved(code: u32) -> u32 {
    if (0x3400..=0x4DFF).contains(&code) { code - 0x3400 + 0xAC00 } else { code }
}

fn asked(
    table: LabelTable,
    label: fn(&str) -> Option<&'static str>,
    decode: fn(&str, &[u8]) -> Vec<u32>,
) -> Ask {
    Ask::Label(table, Box::new(move |name, bytes| label(name).map(|named| (named, decode(named, bytes)))))
}

/// The readers without a fault, one for each table.
pub(super) fn right() -> [Ask; 2] {
    [
        asked(LabelTable::Rfc, by_rfc, |_, bytes| text(bytes)),
        asked(LabelTable::Whatwg, by_whatwg, |_, bytes| text(bytes)),
    ]
}

pub(super) fn mutants() -> Vec<Mutant> {
    use LabelTable::{Rfc, Whatwg};
    let mutant =
        |name, does, table, label| Mutant { name, does, ask: asked(table, label, |_, bytes| text(bytes)) };
    let moving = |name, does, decode| Mutant { name, does, ask: asked(Rfc, by_rfc, decode) };
    vec![
        mutant("s39", "tells capital letters from small ones", Whatwg, |label| {
            OF_WHATWG.contains(&label.trim()).then_some(UTF8)
        }),
        mutant("s39b", "keeps a space around the label", Whatwg, exactly),
        mutant("s39c", "does not know utf8 of the Web", Whatwg, |label| {
            by_whatwg(label).filter(|_| !label.trim().eq_ignore_ascii_case("utf8"))
        }),
        moving("s39d", "moves Hangul under UNICODE-1-1-UTF-8", |label, bytes| match label {
            OLD => text(bytes).into_iter().map(moved).collect(),
            _ => text(bytes),
        }),
        moving("s39e", "moves old Hangul under every label", |_, bytes| {
            text(bytes).into_iter().map(moved).collect()
        }),
        mutant("s39f", "takes utf8 for a label of the RFCs", Rfc, |label| {
            by_rfc(label).or_else(|| label.eq_ignore_ascii_case("utf8").then_some(UTF8))
        }),
        mutant("s39g", "makes letters capital as Unicode does", Rfc, |label| by_rfc(&label.to_uppercase())),
        mutant("s39h", "trims all white space of Unicode", Whatwg, |label| exactly(label.trim())),
        mutant("s39i", "trims a label of the RFCs", Rfc, |label| by_rfc(label.trim())),
        mutant("s39j", "takes a label that goes on", Whatwg, |label| {
            OF_WHATWG.iter().any(|name| label.trim().to_ascii_lowercase().starts_with(name)).then_some(UTF8)
        }),
        mutant("s39k", "stops at U+0000 in a label", Whatwg, |label| {
            by_whatwg(label.split('\0').next().unwrap_or_default())
        }),
        mutant("s39l", "leaves out what is no letter or digit", Whatwg, |label| {
            let bare: String = label.chars().filter(char::is_ascii_alphanumeric).collect();
            (bare.eq_ignore_ascii_case("utf8") || by_whatwg(label).is_some()).then_some(UTF8)
        }),
        mutant("s39m", "takes UNICODE-1-1-UTF-8 for UTF-8", Rfc, |label| by_rfc(label).map(|_| UTF8)),
        mutant("s39n", "does not know UNICODE-1-1-UTF-8", Rfc, |label| {
            by_rfc(label).filter(|label| *label == UTF8)
        }),
    ]
}
