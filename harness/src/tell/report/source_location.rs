//! The place in the user's own sources that a report for code review points at.

use std::path::{Component, Path};
use std::str::FromStr;

/// A file of the user's repository, and a line in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLocation {
    /// The path from the root of the repository, with `/` between its parts.
    pub file: String,
    pub line: usize,
}

impl FromStr for SourceLocation {
    type Err = String;

    /// Reads `FILE` or `FILE:LINE`. Without a line it is the first. On Windows the colon behind a drive's letter begins no
    /// line. Refuses what is not a path from the root of a repository: an absolute one, and one that leaves it.
    fn from_str(text: &str) -> Result<Self, String> {
        let (file, line) = match text.rsplit_once(':') {
            Some((file, rest)) if !rest.contains(['/', '\\']) && !is_drive(file) => (file, line(rest)?),
            _ => (text, 1),
        };
        if file.rsplit_once(':').is_some_and(|(_, rest)| rest.parse::<usize>().is_ok()) {
            return Err("expected FILE or FILE:LINE, without a column".to_owned());
        }
        if file.contains(char::is_control) {
            return Err("expected a path without line breaks or other control characters".to_owned());
        }
        let parts = Path::new(file).components().filter(|part| *part != Component::CurDir);
        let parts: Option<Vec<&str>> =
            parts.map(|part| if let Component::Normal(name) = part { name.to_str() } else { None }).collect();
        match parts {
            Some(parts) if !parts.is_empty() => Ok(Self { file: parts.join("/"), line }),
            _ => Err("expected the path of a file from the root of the repository".to_owned()),
        }
    }
}

/// Whether a colon behind `text` is that of a drive.
fn is_drive(text: &str) -> bool {
    cfg!(windows) && matches!(text.as_bytes(), [letter] if letter.is_ascii_alphabetic())
}

fn line(digits: &str) -> Result<usize, String> {
    match digits.parse() {
        Ok(line) if line > 0 && digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(line),
        _ => Err(format!("`{digits}` is not a line: expected FILE or FILE:LINE, with a number from 1")),
    }
}

#[cfg(test)]
mod tests {
    use super::SourceLocation;

    fn read(text: &str) -> Result<(String, usize), String> {
        text.parse().map(|SourceLocation { file, line }| (file, line))
    }

    #[test]
    fn a_line_is_what_follows_the_last_colon() {
        for (text, file, line) in [
            ("src/utf8.py", "src/utf8.py", 1),
            ("src/utf8.py:12", "src/utf8.py", 12),
            ("././src/my utf8.py:1", "src/my utf8.py", 1),
            ("odd:name/utf8.py", "odd:name/utf8.py", 1),
        ] {
            if cfg!(windows) && file.contains(':') {
                continue;
            }
            assert_eq!(read(text), Ok((file.to_owned(), line)), "{text}");
        }
    }

    #[test]
    fn what_is_no_place_is_refused_with_what_is_expected() {
        for (text, why) in [
            ("utf8.py:", "`` is not a line"),
            ("utf8.py:0", "`0` is not a line"),
            ("utf8.py:+1", "`+1` is not a line"),
            ("utf8.py:x", "`x` is not a line"),
            ("utf8.py:99999999999999999999999", "`99999999999999999999999` is not a line"),
            ("utf8.py:3:5", "without a column"),
            ("", "the path of a file"),
            (":3", "the path of a file"),
            ("./", "the path of a file"),
            ("../utf8.py", "from the root of the repository"),
            ("a\nb.py", "without line breaks"),
            ("/home/me/utf8.py:3", "from the root of the repository"),
        ] {
            let refused = read(text).expect_err(text);
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }

    #[cfg(windows)]
    #[test]
    fn a_drive_is_no_line() {
        assert!(read("C:12").is_err_and(|why| why.contains("from the root")));
        assert!(read(r"C:\utf8.py:3").is_err_and(|why| why.contains("from the root")));
        assert_eq!(read(r"src\utf8.py:3"), Ok(("src/utf8.py".to_owned(), 3)));
    }
}
