//! Characters that a terminal, a log, an editor or a browser obeys instead of showing them.

/// Whether `c` is a control, breaks lines, turns the direction of text, or has no width of its own.
pub fn is_obeyed(c: char) -> bool {
    let unseen =
        matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}');
    let special = matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}');
    c.is_control() || unseen || special || matches!(c, '\u{E0000}'..='\u{E007F}')
}
