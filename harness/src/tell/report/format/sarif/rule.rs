//! The rules: one for each class of attacks, and one for all other divergences.

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
        short: "The decoder crashed or stopped answering.",
        effect: "Input stops the program that decodes it: a denial of service, possibly after memory corruption.",
        advice: "Run the case again under a debugger or a sanitizer; the command is in the result.",
        severity: Some("7.5"),
        weaknesses: &[248],
    },
    Rule {
        id: HANG,
        short: "The decoder did not answer in time.",
        effect: "Input blocks the program that decodes it.",
        advice: "Run the case again with a longer --timeout to tell a slow decoder from one that never ends.",
        severity: Some("7.5"),
        weaknesses: &[],
    },
    Rule {
        id: "path-traversal",
        short: "A dot or slash is decoded from bytes that path checks do not recognise.",
        effect: "A path check sees no dot or slash, the decoder behind it makes one, and files outside the allowed folder \
            are read or run.",
        advice: REFUSE,
        severity: Some("7.5"),
        weaknesses: &[22, 173, 176],
    },
    Rule {
        id: "quote-swallowing",
        short: "A quote after a broken lead byte is consumed with it.",
        effect: "One side escapes the quote, the other consumes it, and input leaves its string and becomes SQL.",
        advice: STOP,
        severity: Some("8.1"),
        weaknesses: &[89, 176],
    },
    Rule {
        id: "over-read",
        short: "A truncated sequence at the end is decoded as a whole character.",
        effect: "The decoder reads past the terminator into other memory.",
        advice: "Compare what a lead byte announces with what is left before any byte is read.",
        severity: Some("7.5"),
        weaknesses: &[125, 126],
    },
    Rule {
        id: "nul-smuggling",
        short: "A NUL is decoded from bytes that do not encode NUL.",
        effect: "A NUL appears after the check for NUL: a name is cut, an extension vanishes.",
        advice: REFUSE,
        severity: Some("7.5"),
        weaknesses: &[158, 173, 176],
    },
    Rule {
        id: "filter-bypass",
        short: "A character is decoded from bytes that filters do not recognise.",
        effect: "A filter for markup, SQL or line breaks looks at one spelling, the program behind it decodes another, and \
            an unchecked character takes effect.",
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
        short: "An ill-formed sequence consumes the character after it.",
        effect: "A quote, bracket or NUL is consumed, and the text runs on into what comes after.",
        advice: STOP,
        severity: Some("7.0"),
        weaknesses: &[176],
    },
    Rule {
        id: "state-leak",
        short: "State left by one text changes the next.",
        effect: "Text of one user appears in, or breaks, that of another.",
        advice: "Clear all state at the end of a text and at a reset.",
        severity: Some("7.0"),
        weaknesses: &[488],
    },
    Rule {
        id: "unvalidated",
        short: "Malformed bytes are passed on unchecked.",
        effect: "A program that trusts the parser's check corrupts its memory.",
        advice: REFUSE,
        severity: Some("6.5"),
        weaknesses: &[1286],
    },
    Rule {
        id: "value-cut",
        short: "A value is truncated at a character that cannot be stored.",
        effect: "A character of four bytes and all that follows it is dropped; what is left may mean something else.",
        advice: "Take all of U+0000 to U+10FFFF, or refuse the value as a whole.",
        severity: Some("6.5"),
        weaknesses: &[222],
    },
    Rule {
        id: "simd-block",
        short: "The answer depends on the position of an error within a block.",
        effect: "A check by blocks misses an error at the edge of a block, and ill-formed bytes pass as checked.",
        advice: "Carry an open sequence from each block into the next, and check it after the last block.",
        severity: Some("6.5"),
        weaknesses: &[1286],
    },
    Rule {
        id: "end-of-input",
        short: "An input that ends inside a character is accepted, or its last bytes are dropped.",
        effect: "A decoder waits forever, or a truncated download looks complete.",
        advice: "Report an incomplete sequence when the input ends.",
        severity: Some("5.5"),
        weaknesses: &[1286],
    },
    Rule {
        id: DIVERGENCE,
        short: "The decoder does not do what it claims.",
        effect: "The answer, the text, or the offset or length of an error is not that of the claimed format. Two programs \
            that share the text disagree about it.",
        advice: "Fix the decoder, correct its claim, or list the divergence in a baseline with the reason.",
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
