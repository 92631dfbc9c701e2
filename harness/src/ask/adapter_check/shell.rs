//! Command lines that can be pasted.

use std::borrow::Cow;

/// `word` as a POSIX shell reads it back.
///
/// ```
/// use crate::ask::adapter_check::shell_word;
/// assert_eq!(shell_word("mine.py"), "mine.py");
/// assert_eq!(shell_word("it's"), r"'it'\''s'");
/// ```
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=+,@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''")).into()
}

/// `words` with one space between, each as a shell reads it back.
pub fn command_line<Word: AsRef<str>>(words: &[Word]) -> String {
    words.iter().map(|word| shell_word(word.as_ref())).collect::<Vec<_>>().join(" ")
}
