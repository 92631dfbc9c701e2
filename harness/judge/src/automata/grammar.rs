//! The grammars that the standards print, as text, and the ways through a character that they allow. No byte range stands
//! here but in that text.

use illformed_codec::Profile;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// RFC 3629 section 4, as it is printed.
const RFC3629: &str = "
    UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4
    UTF8-1      = %x00-7F
    UTF8-2      = %xC2-DF UTF8-tail
    UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) / %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
    UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) / %xF4 %x80-8F 2( UTF8-tail )
    UTF8-tail   = %x80-BF
";

/// The same for RFC 2279, which has a table and no grammar: six rows, each without what an earlier one has.
const RFC2279: &str = "
    UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4 / UTF8-5 / UTF8-6
    UTF8-1      = %x00-7F
    UTF8-2      = %xC2-DF UTF8-tail
    UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EF 2( UTF8-tail )
    UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F7 3( UTF8-tail )
    UTF8-5      = %xF8 %x88-BF 3( UTF8-tail ) / %xF9-FB 4( UTF8-tail )
    UTF8-6      = %xFC %x84-BF 4( UTF8-tail ) / %xFD 5( UTF8-tail )
    UTF8-tail   = %x80-BF
";

/// What the other formats say differently from RFC 3629; a later rule takes the place of an earlier one.
const UCS2: &str = "UTF8-char = UTF8-1 / UTF8-2 / UTF8-3";
const GENERALIZED: &str = "UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EF 2( UTF8-tail )";
const MUTF8: &str = "
    UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3
    UTF8-1      = %x01-7F
    UTF8-2      = %xC0 %x80 / %xC2-DF UTF8-tail
    UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EF 2( UTF8-tail )
";

/// The ways through a character: what each of its bytes may be.
pub type Ways = Vec<Vec<RangeInclusive<u8>>>;

/// The ways of RFC 3629.
pub fn rfc3629() -> Option<Ways> {
    ways(RFC3629, "")
}

/// The ways of `profile`; nothing for CESU-8 and WTF-8, where characters depend on their neighbours.
pub fn ways_of(profile: Profile) -> Option<Ways> {
    match profile {
        Profile::Rfc3629 => ways(RFC3629, ""),
        Profile::Rfc2279 => ways(RFC2279, ""),
        Profile::Ucs2 => ways(RFC3629, UCS2),
        Profile::Generalized => ways(RFC3629, GENERALIZED),
        Profile::Mutf8 => ways(RFC3629, MUTF8),
        _ => None,
    }
}

/// The ways that `UTF8-char` has by the rules of `text`, with those of `changes` in their place. `None` for what is no
/// grammar.
fn ways(text: &str, changes: &str) -> Option<Ways> {
    let mut rules: BTreeMap<&str, &str> = BTreeMap::new();
    for line in text.lines().chain(changes.lines()).filter(|line| !line.trim().is_empty()) {
        let (name, definition) = line.split_once('=')?;
        rules.insert(name.trim(), definition.trim());
    }
    expand("UTF8-char", &rules)
}

fn expand(name: &str, rules: &BTreeMap<&str, &str>) -> Option<Ways> {
    let mut ways = Ways::new();
    for alternative in rules.get(name)?.split('/') {
        let mut so_far: Ways = vec![Vec::new()];
        // `2( UTF8-tail )` is one element of three words.
        let mut words = alternative.split_whitespace();
        while let Some(word) = words.next() {
            let (times, element) = match word.strip_suffix('(') {
                Some(times) => (times.parse().ok()?, words.next()?),
                None => (1, word),
            };
            if element != word && words.next() != Some(")") {
                return None;
            }
            let element = match element.strip_prefix("%x") {
                Some(range) => vec![vec![byte_range(range)?]],
                None => expand(element, rules)?,
            };
            for _ in 0..times {
                so_far = so_far
                    .iter()
                    .flat_map(|start| element.iter().map(move |end| [start.as_slice(), end].concat()))
                    .collect();
            }
        }
        ways.append(&mut so_far);
    }
    Some(ways)
}

/// `C2-DF` or `E0`.
fn byte_range(text: &str) -> Option<RangeInclusive<u8>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some(u8::from_str_radix(first, 16).ok()?..=u8::from_str_radix(last, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_grammar_is_not_read() {
        for text in ["UTF8-char = gone", "UTF8-char = %xG0", "UTF8-char = 2( %x80", "UTF8-char"] {
            assert_eq!(ways(text, ""), None, "{text}");
        }
    }
}
