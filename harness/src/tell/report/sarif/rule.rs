//! The rules: a class of attacks each, and what is none.

use crate::tell::report::failures::{VectorStanding, VectorSummary};
use illformed_judge::judge::VerdictKind;

/// A class of divergences.
pub(super) struct Rule {
    /// Its id. Of a class of attacks it is the flag that vectors carry.
    pub(super) id: &'static str,
    /// What went wrong, as a sentence.
    pub(super) short: &'static str,
    /// What it leads to.
    pub(super) effect: &'static str,
    /// What to do.
    pub(super) advice: &'static str,
    /// How bad the class is at its worst, from 0.0 to 10.0; `None` where nothing says that it is about attacks.
    pub(super) severity: Option<&'static str>,
    /// Numbers of the CWE.
    pub(super) weaknesses: &'static [u16],
}

/// What is done about most of them.
const REFUSE: &str = "Check every sequence against Table 3-7 of Unicode (the grammar of RFC 3629, section 4) before its \
    value is used, and make an error or U+FFFD of what is not in it.";

/// What is done where text runs into what follows it.
const STOP: &str = "End an ill-formed sequence before the first byte that cannot continue it, and read that byte again as \
    the start of the next one (Unicode, section 3.9, U+FFFD Substitution of Maximal Subparts).";

/// All rules. Of a vector with several flags the first counts; what has none of them diverges without being an attack.
pub(super) const RULES: [Rule; 15] = [
    Rule {
        id: CRASH,
        short: "The decoder died, or broke off the conversation.",
        effect: "Input ends the program that decodes it: a service stops, or memory was damaged before it did.",
        advice: "Run the case again under a debugger or a sanitizer; the command is in the result.",
        severity: Some("7.5"),
        weaknesses: &[248],
    },
    Rule {
        id: HANG,
        short: "The decoder did not answer in time.",
        effect: "Input holds the program that decodes it for as long as it likes.",
        advice: "Run the case again with a longer --timeout to tell a slow decoder from one that never ends.",
        severity: Some("7.5"),
        weaknesses: &[],
    },
    Rule {
        id: "path-traversal",
        short: "A dot or slash is made of bytes that no path check takes for one.",
        effect: "A path check sees no dot or slash, the decoder behind it makes one, and files outside the allowed folder \
            are read or run.",
        advice: REFUSE,
        severity: Some("7.5"),
        weaknesses: &[22, 173, 176],
    },
    Rule {
        id: "quote-swallowing",
        short: "A quote after a broken lead byte is eaten with it.",
        effect: "One side escapes the quote, the other eats it, and input leaves its string and becomes SQL.",
        advice: STOP,
        severity: Some("8.1"),
        weaknesses: &[89, 176],
    },
    Rule {
        id: "over-read",
        short: "A piece at the end is taken for a whole character.",
        effect: "The decoder steps over the terminator, and memory of somebody else is read.",
        advice: "Compare what a lead byte announces with what is left before any byte is read.",
        severity: Some("7.5"),
        weaknesses: &[125, 126],
    },
    Rule {
        id: "nul-smuggling",
        short: "A NUL is made of bytes that are none.",
        effect: "A NUL appears after the check for NUL: a name is cut, an extension vanishes.",
        advice: REFUSE,
        severity: Some("7.5"),
        weaknesses: &[158, 173, 176],
    },
    Rule {
        id: "filter-bypass",
        short: "A character is made of bytes that no filter takes for it.",
        effect: "A filter for markup, SQL or line breaks looks at one spelling, the program behind it decodes another, and \
            a character that nobody checked is obeyed.",
        advice: REFUSE,
        severity: Some("7.5"),
        weaknesses: &[173, 176, 180],
    },
    Rule {
        id: "overlong",
        short: "A character is decoded from more bytes than it has.",
        effect: "The same character gets a second spelling, so a filter, a comparison or a signature that looks for the \
            short one does not see it.",
        advice: REFUSE,
        severity: Some("7.0"),
        weaknesses: &[173, 176],
    },
    Rule {
        id: "swallows-next",
        short: "A broken sequence takes the character behind it along.",
        effect: "A quote, bracket or NUL is eaten, and the text runs on into what comes after.",
        advice: STOP,
        severity: Some("7.0"),
        weaknesses: &[176],
    },
    Rule {
        id: "state-leak",
        short: "What one text left behind changes the next.",
        effect: "Text of one user appears in, or breaks, that of another.",
        advice: "Let the end of a text, and a reset, forget every byte of it.",
        severity: Some("7.0"),
        weaknesses: &[488],
    },
    Rule {
        id: "unvalidated",
        short: "Malformed bytes are passed on without a look.",
        effect: "The program that trusts a parser to have looked corrupts its memory.",
        advice: REFUSE,
        severity: Some("6.5"),
        weaknesses: &[1286],
    },
    Rule {
        id: "value-cut",
        short: "A value ends at a character that has no place.",
        effect: "A character of four bytes and all that follows it is dropped; what is left may mean something else.",
        advice: "Take all of U+0000 to U+10FFFF, or refuse the value as a whole.",
        severity: Some("6.5"),
        weaknesses: &[222],
    },
    Rule {
        id: "simd-block",
        short: "The answer depends on where in a block an error stands.",
        effect: "A check by blocks forgets what stands on the edge of one, and ill-formed bytes pass as checked.",
        advice: "Carry what the end of a block leaves open into the next, and ask for it after the last.",
        severity: Some("6.5"),
        weaknesses: &[1286],
    },
    Rule {
        id: "end-of-input",
        short: "An input that ends inside a character is taken for whole, or its piece dropped.",
        effect: "A decoder waits for ever, or a cut download looks complete.",
        advice: "Report what is left open when the input ends.",
        severity: Some("5.5"),
        weaknesses: &[1286],
    },
    Rule {
        id: DIVERGENCE,
        short: "The decoder does not do what it claims.",
        effect: "Another answer, text, place or length of an error than the format that the decoder claims has. Two programs \
            that share the text differ about it.",
        advice: "Mend the decoder, correct what it claims, or list the divergence in a baseline with the reason.",
        severity: None,
        weaknesses: &[],
    },
];

const CRASH: &str = "crash";
const HANG: &str = "hang";
const DIVERGENCE: &str = "divergence";

/// The number of the rule that a vector with these flags breaks. A right answer for a wrong reason, or late, is no attack.
pub(super) fn broken(vector: &VectorSummary<'_>, flags: &[String]) -> usize {
    let number = |id: &str| RULES.iter().position(|rule| rule.id == id);
    let found = match (vector.standing, vector.verdict()) {
        (VectorStanding::Broken, Some(VerdictKind::TimedOut)) => number(HANG),
        (VectorStanding::Broken, _) => number(CRASH),
        (_, Some(VerdictKind::Fail | VerdictKind::Flaky)) => {
            RULES.iter().position(|rule| flags.iter().any(|flag| flag == rule.id))
        }
        _ => None,
    };
    found.unwrap_or(RULES.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::{DIVERGENCE, RULES};
    use illformed_vectors::{Importance, Suite};

    #[test]
    fn every_critical_flag_of_the_suite_has_a_rule_and_what_is_none_comes_last() {
        let suite = Suite::embedded();
        let mut critical = 0;
        for flag in suite.vectors().flat_map(|vector| &vector.flags) {
            if suite.note(flag).is_some_and(|note| note.importance == Importance::Critical) {
                critical += 1;
                assert!(RULES.iter().any(|rule| rule.id == flag && rule.severity.is_some()), "{flag}");
            }
        }
        assert!(critical > 100, "{critical}");
        assert_eq!(RULES[RULES.len() - 1].id, DIVERGENCE);
    }
}
