//! What a decoder that replaces errors may be: its text as a function of the bytes, and as an automaton.

use crate::automata::{Learned, Machine, family, formats, learned, letters, stepwise_words};
use illformed_codec::{ErrorKind, Event, Policy, Profile, REPLACEMENT, Replacer, events};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A decoder that replaces errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplacingModel {
    /// What is well-formed.
    pub profile: Profile,
    /// What becomes of what is not.
    pub policy: Policy,
    /// Whether U+FEFF at the start is left out.
    pub strips_bom: bool,
    /// Whether what is cut at the end leaves no trace.
    pub drops_end: bool,
    /// What stands for an error where others have U+FFFD.
    pub replacement: u32,
}

/// What a code of a text is, whichever it is: an automaton cannot have a state for each character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// A character, or a byte that is escaped as one.
    Character,
    /// What stands for an error.
    Replacement,
    /// No text: the decoder refuses the whole.
    Refusal,
}

/// What one byte more does to the text: so many codes at its end go, and these come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceChange {
    /// How many go.
    pub taken: usize,
    /// What comes.
    pub put: Vec<Piece>,
}

impl PieceChange {
    /// From the text before a byte to the text with it.
    pub fn between(before: &[Piece], after: &[Piece]) -> Self {
        let kept = before.iter().zip(after).take_while(|(one, other)| one == other).count();
        Self { taken: before.len() - kept, put: after[kept..].to_vec() }
    }

    /// Does it to `text`.
    pub fn apply(&self, text: &mut Vec<Piece>) {
        text.truncate(text.len().saturating_sub(self.taken));
        text.extend(&self.put);
    }
}

/// What the codes of `text` are, where `replacement` stands for an error.
pub fn pieces(text: &[u32], replacement: u32) -> Vec<Piece> {
    let piece = |code: &u32| if *code == replacement { Piece::Replacement } else { Piece::Character };
    text.iter().map(piece).collect()
}

impl ReplacingModel {
    /// Each that is known: each profile with each policy, U+FEFF kept or stripped, and a cut end replaced or dropped.
    pub fn all(replacement: u32) -> Vec<Self> {
        let policies = Policy::ALL.iter().filter(|policy| **policy != Policy::Fatal);
        let pairs = policies.flat_map(|policy| Profile::ALL.iter().map(|profile| (*profile, *policy)));
        let of_pair =
            |(profile, policy)| {
                [(false, false), (true, false), (false, true), (true, true)].map(|(strips_bom, drops_end)| {
                    Self { profile, policy, strips_bom, drops_end, replacement }
                })
            };
        pairs.flat_map(of_pair).collect()
    }

    /// The text of `word`, a string of any bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_codec::{Policy, Profile};
    /// use illformed_judge::automata::ReplacingModel;
    ///
    /// let question_marks = ReplacingModel {
    ///     profile: Profile::Rfc3629,
    ///     policy: Policy::MaximalSubpart,
    ///     strips_bom: true,
    ///     drops_end: false,
    ///     replacement: 0x3F,
    /// };
    /// assert_eq!(question_marks.text(b"\xEF\xBB\xBFA\xE2\x82"), [0x41, 0x3F]);
    /// ```
    pub fn text(self, word: &[u8]) -> Vec<u32> {
        let word = word.strip_prefix(b"\xEF\xBB\xBF").filter(|_| self.strips_bom).unwrap_or(word);
        let mut replacer = Replacer::new(self.policy);
        let mut text = Vec::with_capacity(word.len());
        for event in events(word, self.profile) {
            let is_cut = event.error_kind() == Some(ErrorKind::Incomplete);
            if is_cut && self.drops_end {
                continue;
            }
            let codes = replacer.replace(event, &word[event.at()..event.end()]);
            let is_code = matches!(event, Event::Code { .. });
            text.extend(codes.map(|code| {
                // A character U+FFFD of the input stays one.
                if code == REPLACEMENT && !is_code { self.replacement } else { code }
            }));
        }
        text
    }

    /// What a byte does to the text, by what came before: state 0 is before the first, and the answer of a state is what the last
    /// byte did.
    pub fn machine(self) -> Machine<PieceChange> {
        let classes = formats()[0].machine.byte_classes();
        // What is computed can always be asked.
        let machine = learned(&mut Computed(self), classes);
        let nothing = || PieceChange { taken: 0, put: Vec::new() };
        machine.map_or_else(|| Machine::explored((), |()| nothing(), |(), _| ()), |(machine, _)| machine)
    }

    /// Its name: `utf8/maximal-subpart/bom-keep`, and where something else than U+FFFD stands for an error, that too.
    pub fn code(self) -> String {
        let format = if self.profile == Profile::Rfc3629 { "utf8" } else { self.profile.name() };
        let bom = if self.strips_bom { "bom-strip" } else { "bom-keep" };
        let end = if self.drops_end { "/end-drop" } else { "" };
        let replacement = match self.replacement {
            REPLACEMENT => String::new(),
            other => format!("/u+{other:04x}"),
        };
        format!("{format}/{}/{bom}{end}{replacement}", self.policy)
    }

    /// What it is, as a fragment.
    pub fn about(self) -> String {
        let mut about = format!("{} with the replacement policy {}", self.profile, self.policy);
        if self.replacement != REPLACEMENT {
            let _ = write!(about, ", U+{:04X} in the place of U+FFFD", self.replacement);
        }
        if self.drops_end {
            about += ", and what is cut at the end leaves no trace";
        }
        about
    }
}

/// A byte of each class of each format.
fn every_letter() -> Vec<u8> {
    let all: BTreeSet<u8> = formats().iter().flat_map(|format| letters(&format.machine)).collect();
    all.into_iter().collect()
}

/// A decoder whose answers are computed.
struct Computed(ReplacingModel);

impl Computed {
    fn change(&self, word: &[u8]) -> PieceChange {
        let text = |word: &[u8]| pieces(&self.0.text(word), self.0.replacement);
        let before = if word.is_empty() { Vec::new() } else { text(&word[..word.len() - 1]) };
        PieceChange::between(&before, &text(word))
    }
}

impl Learned<PieceChange> for Computed {
    fn answers(&mut self, words: &[Vec<u8>]) -> Option<Vec<PieceChange>> {
        Some(words.iter().map(|word| self.change(word)).collect())
    }

    fn counterexample(&mut self, hypothesis: &Machine<PieceChange>) -> Option<Option<Vec<u8>>> {
        let differs = |word: &Vec<u8>| *hypothesis.answer(hypothesis.walk(0, word)) != self.change(word);
        let all: Vec<u8> = (0..=u8::MAX).collect();
        // A hypothesis that is too small takes bytes for alike that are not: the letters are those of all formats.
        let steps = [(letters(hypothesis), 0), (all, 0), (every_letter(), 1)];
        let words = |(letters, extra): (Vec<u8>, usize)| stepwise_words(hypothesis, &letters, extra);
        // No letter of a hypothesis leads to the characters that are read in a way of their own, before they were seen.
        let replacement = char::from_u32(self.0.replacement).unwrap_or_default().to_string();
        let seeds = [&b"\xEF\xBB\xBFA"[..], replacement.as_bytes()];
        let mut starts = seeds.iter().flat_map(|seed| (0..=seed.len()).map(|len| seed[..len].to_vec()));
        let start = starts.find(differs).or_else(|| family().iter().find(|word| differs(word)).cloned());
        Some(start.or_else(|| steps.into_iter().find_map(|step| words(step).into_iter().find(differs))))
    }

    fn most_states(&self) -> usize {
        usize::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_vectors::{Input, Suite};

    #[test]
    fn the_automaton_of_each_gives_the_pieces_of_its_text_for_every_vector() {
        let words: Vec<Vec<u8>> = Suite::embedded()
            .vectors()
            .filter_map(|vector| match &vector.input {
                Input::Bytes(bytes) => Some(bytes.clone()),
                Input::Calls(_) => None,
            })
            .collect();
        // A second each where nothing is optimised: some here, all where there is time.
        let every = if std::env::var_os("ILLFORMED_WHOLE").is_some() { 1 } else { 61 };
        for model in ReplacingModel::all(REPLACEMENT).into_iter().step_by(every) {
            let machine = model.machine();
            for word in &words {
                let (mut state, mut text) = (0, Vec::new());
                for byte in word {
                    state = machine.step(state, *byte);
                    machine.answer(state).apply(&mut text);
                }
                assert_eq!(text, pieces(&model.text(word), REPLACEMENT), "{} {word:02X?}", model.code());
            }
        }
    }

    #[test]
    fn what_a_byte_does_to_the_text_has_few_states() {
        let states = |policy, strips_bom| {
            let (profile, replacement) = (Profile::Rfc3629, REPLACEMENT);
            let model = ReplacingModel { profile, policy, strips_bom, drops_end: false, replacement };
            model.machine().leading().len()
        };
        // Between characters, within each kind of character, and two on the way to U+FFFD, which reads as an error.
        assert_eq!(states(Policy::MaximalSubpart, false), 10);
        // Two on the way to U+FEFF, and the start.
        assert_eq!(states(Policy::MaximalSubpart, true), 13);
        assert_eq!(states(Policy::PerRun, false), 18);
    }
}
