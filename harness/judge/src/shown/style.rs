//! Colour, or none.

use crate::shown::obeyed::is_obeyed;

/// How text is marked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Nothing but text.
    Plain,
    /// ANSI escapes. Whether a terminal understands them is for the writer to know.
    Ansi,
}

impl Style {
    /// `text` as something good.
    pub fn good(self, text: &str) -> String {
        self.paint("32", text)
    }

    /// `text` as something bad.
    pub fn bad(self, text: &str) -> String {
        self.paint("31", text)
    }

    /// `text` as something that deserves a second look.
    pub fn doubtful(self, text: &str) -> String {
        self.paint("33", text)
    }

    /// `text` as less important.
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// `text` as a heading.
    pub fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Ansi => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

/// `text` without anything that a terminal, a log or a browser would obey instead of show: adapters choose their own
/// names and reasons. Besides controls these are the characters that break lines, turn the direction of text, or have no
/// width; and GitHub's runner takes `##[error]` for a command wherever it stands in a line.
pub fn escape_controls(text: &str) -> String {
    let shown = text.chars().flat_map(|c| if is_obeyed(c) { c.escape_default().collect() } else { vec![c] });
    shown.collect::<String>().replace("##[", "##\\[")
}

/// `why` with controls escaped, and cut after 1,000 characters: it may quote megabytes that an adapter wrote.
pub fn reason(why: &str) -> String {
    fit(&escape_controls(why), 1000)
}

/// At most `width` characters of `text`; the last becomes `…` when some are cut.
pub fn fit(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// The words of `text` in lines of at most `width` characters; a longer word has a line of its own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_of_a_log_is_shown_and_not_obeyed() {
        assert_eq!(escape_controls("a ##[error]b ###[debug]c"), "a ##\\[error]b ###\\[debug]c");
    }

    #[test]
    fn a_reason_that_quotes_megabytes_is_cut_after_it_is_escaped() {
        assert_eq!(reason("unknown profile `\x1b`"), "unknown profile `\\u{1b}`");
        let cut = reason(&"\x1b".repeat(1 << 20));
        assert_eq!(cut.chars().count(), 1000);
        assert!(cut.ends_with('…') && !cut.contains('\x1b'), "{cut}");
    }
}
