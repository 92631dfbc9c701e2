//! The end of what a program says.

use std::collections::VecDeque;

/// The last lines of a program's output.
#[derive(Debug, Clone)]
pub(super) struct LastLines {
    most: usize,
    lines: VecDeque<String>,
}

impl LastLines {
    /// Keeps at most so many.
    pub(super) fn at_most(most: usize) -> Self {
        Self { most, lines: VecDeque::new() }
    }

    pub(super) fn push(&mut self, line: &str) {
        self.lines.push_back(line.to_owned());
        if self.lines.len() > self.most {
            self.lines.pop_front();
        }
    }
}

impl From<LastLines> for Vec<String> {
    fn from(last_lines: LastLines) -> Self {
        last_lines.lines.into()
    }
}

#[cfg(test)]
mod tests {
    use super::LastLines;

    #[test]
    fn the_first_lines_go() {
        let mut last_lines = LastLines::at_most(2);
        for line in ["a", "b", "c"] {
            last_lines.push(line);
        }
        assert_eq!(Vec::from(last_lines), ["b", "c"]);
    }
}
