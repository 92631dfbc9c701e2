//! Characters that a terminal, a log, an editor or a browser obeys instead of showing them.

/// Whether `c` is a control, a noncharacter, breaks lines, turns the direction of text, or has no width of its own.
pub fn is_obeyed(c: char) -> bool {
    let unseen =
        matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}');
    let special = matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}');
    let is_noncharacter = matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xFFFE == 0xFFFE;
    c.is_control() || unseen || special || is_noncharacter || matches!(c, '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::is_obeyed;

    #[test]
    fn controls_and_noncharacters_are_obeyed_and_text_is_not() {
        for obeyed in ['\u{1B}', '\u{85}', '\u{202E}', '\u{FDD0}', '\u{FFFE}', '\u{FFFF}', '\u{10FFFF}'] {
            assert!(is_obeyed(obeyed), "{obeyed:?}");
        }
        for shown in ['a', '\u{E9}', '\u{FDCF}', '\u{FDF0}', '\u{FFFC}', '\u{FFFD}', '\u{1FFFD}'] {
            assert!(!is_obeyed(shown), "{shown:?}");
        }
    }
}
