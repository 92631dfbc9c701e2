//! Tables of what is typed, the exit code, and what is printed.

use crate::typed::Said;

/// Has the words of each row of `table` said, and holds what is said to its exit code and its parts.
pub(crate) fn hold(table: &str, say: impl Fn(&str) -> Said) {
    let mut lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).peekable();
    while let Some(line) = lines.next() {
        let (words, code) = line.rsplit_once(" => ").expect("a row has words and an exit code");
        let said = say(words);
        assert_eq!(said.code, code.parse().ok(), "{words}: {said:?}");
        let text = format!("{} {}", said.stdout, said.stderr);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        while let Some(part) = lines.next_if(|line| line.starts_with("  ")) {
            let part = part.trim_start();
            let (part, is_wanted) = part.strip_prefix('!').map_or((part, true), |unwanted| (unwanted, false));
            assert_eq!(text.contains(part), is_wanted, "{words}: `{part}` in {text}");
        }
    }
}

/// What a step says that prints this.
pub(crate) fn printed(stdout: String) -> Said {
    Said { code: Some(0), stdout, stderr: String::new() }
}
