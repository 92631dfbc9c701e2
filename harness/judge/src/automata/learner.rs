//! Learns the automaton of a decoder from its answers alone.

use crate::automata::Machine;
use std::collections::BTreeMap;

/// Says what the decoder answers to each word, in order; `None` when it can no longer be asked.
pub(super) type AnswersFn<'a, A = bool> = dyn FnMut(&[Vec<u8>]) -> Option<Vec<A>> + 'a;

/// A learner that keeps what tells states apart in a tree (Kearns and Vazirani 1994), finds the place where a counterexample
/// parts from its hypothesis by bisection (Rivest and Schapire 1993), and takes bytes of one class for one letter until two of
/// them are seen to differ.
#[derive(Debug)]
pub(super) struct Learner<A = bool> {
    /// The bytes that are taken for one letter; the first of a class is asked.
    classes: Vec<Vec<u8>>,
    /// How many states are looked for.
    most_states: usize,
    /// For each state the word that leads to it.
    accesses: Vec<Vec<u8>>,
    tree: Vec<Node<A>>,
    /// Where each class leads from each state: the node to which the word was followed. A state that was part since is followed
    /// from there.
    steps: Vec<Vec<usize>>,
}

/// What is asked after a word to find its state.
#[derive(Debug)]
enum Node<A> {
    /// The word is of this state.
    State(usize),
    /// This is asked behind it: where to go on by the answer.
    Suffix(Vec<u8>, BTreeMap<A, usize>),
}

impl<A: Ord + Clone> Learner<A> {
    /// A learner that knows nothing but which bytes may be alike. It looks for no more states once it knows more than `most_states`:
    /// a decoder that counts has one more for each letter.
    pub(super) fn new(classes: Vec<Vec<u8>>, most_states: usize) -> Self {
        let root = Node::Suffix(Vec::new(), BTreeMap::new());
        Self { classes, most_states, accesses: Vec::new(), tree: vec![root], steps: Vec::new() }
    }

    /// How many states are known.
    pub(super) fn states(&self) -> usize {
        self.accesses.len()
    }

    /// The automaton that is consistent with what was asked, or only the beginning of it where there are too many states; `None` when
    /// the decoder can no longer be asked.
    pub(super) fn hypothesis(&mut self, answers: &mut AnswersFn<'_, A>) -> Option<Machine<A>> {
        if self.accesses.is_empty() {
            self.sift(&[Vec::new()], vec![0], answers)?;
        }
        // Words that lead to a state that is new are of a state more, whose steps are unknown in turn.
        loop {
            let known = self.accesses.len();
            self.steps.resize(known, Vec::new());
            self.steps.iter_mut().for_each(|row| row.resize(self.classes.len(), 0));
            let words = self.accesses.iter().flat_map(|access| {
                self.classes.iter().map(move |class| [access.as_slice(), &[class[0]]].concat())
            });
            let nodes = self.sift(&words.collect::<Vec<_>>(), self.steps.concat(), answers)?;
            self.steps = nodes.chunks(self.classes.len()).map(<[usize]>::to_vec).collect();
            if self.accesses.len() == known {
                break;
            }
            if self.accesses.len() > self.most_states {
                self.steps.resize(self.accesses.len(), vec![0; self.classes.len()]);
                break;
            }
        }
        let of_states: Vec<A> = answers(&self.accesses)?;
        let class_of = |byte: u8| self.classes.iter().position(|class| class.contains(&byte)).unwrap_or(0);
        let by_byte: Vec<usize> = (0..=u8::MAX).map(class_of).collect();
        Some(Machine::explored(
            0,
            |state| of_states[*state].clone(),
            |state, byte| self.state(self.steps[*state][by_byte[usize::from(byte)]]),
        ))
    }

    /// Learns from `word`, which the decoder answers otherwise than the last hypothesis. Returns whether it did.
    pub(super) fn refine(&mut self, word: &[u8], answers: &mut AnswersFn<'_, A>) -> Option<bool> {
        let class_of = |byte: u8| self.classes.iter().position(|class| class.contains(&byte)).unwrap_or(0);
        let mut states = vec![0];
        for byte in word {
            states.push(self.state(self.steps[states[states.len() - 1]][class_of(*byte)]));
        }
        // What the decoder answers when the first bytes are replaced by the access of the state that they lead to.
        let replaced = |count: usize| [self.accesses[states[count]].as_slice(), &word[count..]].concat();
        let mut ends = answers(&[replaced(0), replaced(word.len())])?.into_iter();
        let (Some(mut before), Some(mut behind)) = (ends.next(), ends.next()) else { return None };
        if before == behind {
            return Some(false);
        }
        // Between a place and one farther on that are answered otherwise are two such side by side.
        let (mut place, mut end) = (0, word.len());
        while place + 1 < end {
            let middle = usize::midpoint(place, end);
            let answer = answers(&[replaced(middle)])?.pop()?;
            if answer == before {
                (place, before) = (middle, answer);
            } else {
                (end, behind) = (middle, answer);
            }
        }
        let (from, to) = (states[place], states[place + 1]);
        let (byte, suffix) = (word[place], word[place + 1..].to_vec());
        let class = class_of(byte);
        // Are the bytes of the class alike here? All of them are asked at once.
        let access = self.accesses[from].clone();
        let with = |byte: &u8| [access.as_slice(), &[*byte], &suffix].concat();
        let alike = answers(&self.classes[class].iter().map(with).collect::<Vec<_>>())?;
        if alike.iter().any(|answer| *answer != alike[0]) {
            let bytes = std::mem::take(&mut self.classes[class]);
            let (same, other): (Vec<_>, Vec<_>) =
                bytes.into_iter().zip(&alike).partition(|(_, answer)| **answer == alike[0]);
            let bytes = |part: Vec<(u8, &A)>| part.into_iter().map(|(byte, _)| byte).collect();
            self.classes[class] = bytes(same);
            self.classes.push(bytes(other));
            return Some(true);
        }
        // The state that it was taken for and the one that it is part after the suffix.
        let Some(leaf) = self.tree.iter().position(|node| matches!(node, Node::State(state) if *state == to))
        else {
            return Some(false);
        };
        let new_state = self.accesses.len();
        self.accesses.push([access.as_slice(), &[self.classes[class][0]]].concat());
        let (old, new) = (self.tree.len(), self.tree.len() + 1);
        self.tree.extend([Node::State(to), Node::State(new_state)]);
        let children = BTreeMap::from([(behind, old), (before, new)]);
        self.tree[leaf] = Node::Suffix(suffix, children);
        Some(true)
    }

    /// The state at a node to which a word was followed.
    fn state(&self, node: usize) -> usize {
        match &self.tree[node] {
            Node::State(state) => *state,
            // No word is left at a suffix.
            Node::Suffix(..) => 0,
        }
    }

    /// Follows each of `words` from its place to the node of its state; a word of none that is known is that of a new one.
    fn sift(
        &mut self,
        words: &[Vec<u8>],
        mut places: Vec<usize>,
        answers: &mut AnswersFn<'_, A>,
    ) -> Option<Vec<usize>> {
        loop {
            let open: Vec<(usize, Vec<u8>)> = places
                .iter()
                .enumerate()
                .filter_map(|(number, place)| match &self.tree[*place] {
                    Node::Suffix(suffix, _) => Some((number, [words[number].as_slice(), suffix].concat())),
                    Node::State(_) => None,
                })
                .collect();
            if open.is_empty() {
                return Some(places);
            }
            let (numbers, asked): (Vec<usize>, Vec<Vec<u8>>) = open.into_iter().unzip();
            for (number, answer) in numbers.into_iter().zip(answers(&asked)?) {
                let next = self.tree.len();
                let Node::Suffix(_, children) = &mut self.tree[places[number]] else { continue };
                places[number] = *children.entry(answer).or_insert(next);
                if places[number] == next {
                    self.tree.push(Node::State(self.accesses.len()));
                    self.accesses.push(words[number].clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::formats;

    /// The automaton that is learned of `target`, from the classes of RFC 3629 and the shortest difference each time; and how many
    /// words are asked, those left out that were asked before or begin with one to which the answer is `forever`.
    fn learned<A: Ord + Clone>(target: &Machine<A>, forever: Option<&A>) -> (Machine<A>, usize) {
        let mut known = BTreeMap::new();
        let mut answers = |words: &[Vec<u8>]| {
            let mut by_length: Vec<&Vec<u8>> = words.iter().collect();
            by_length.sort_by_key(|word| word.len());
            for word in by_length {
                let is_settled =
                    |len: usize| known.get(&word[..len]).is_some_and(|answer| Some(answer) == forever);
                if !(0..word.len()).any(is_settled) {
                    known.insert(word.clone(), target.answer(target.walk(0, word)).clone());
                }
            }
            Some(words.iter().map(|word| target.answer(target.walk(0, word)).clone()).collect())
        };
        let mut learner = Learner::new(formats()[0].machine.byte_classes(), usize::MAX);
        loop {
            let hypothesis = learner.hypothesis(&mut answers).unwrap();
            let Some(word) = hypothesis.difference(target) else {
                return (hypothesis.minimised(), known.len());
            };
            assert_eq!(learner.refine(&word, &mut answers), Some(true), "{word:02X?}");
        }
    }

    #[test]
    fn every_known_format_is_learned_exactly() {
        for format in formats() {
            let (learned, _) = learned(&format.machine, None);
            assert_eq!(learned, format.machine, "{}", format.name);
        }
    }

    #[test]
    fn no_more_states_are_looked_for_than_are_wanted() {
        // It counts its bytes: each length has a state of its own.
        let mut answers = |words: &[Vec<u8>]| {
            assert!(words.iter().all(|word| word.len() < 30), "{words:02X?}");
            Some(words.iter().map(Vec::len).collect())
        };
        let mut learner = Learner::new(formats()[0].machine.byte_classes(), 20);
        let machine = learner.hypothesis(&mut answers).unwrap();
        assert_eq!(*machine.answer(machine.walk(0, &[b'A'; 12])), 12);
        assert_eq!(learner.states(), 21, "one more than is wanted says that there are more");
    }

    #[test]
    fn rfc3629_is_learned_with_few_words() {
        // How many other learners ask, `make bench-learners` prints.
        let (_, asked) = learned(&formats()[0].machine, None);
        assert!(asked <= 744, "{asked}");
    }

    #[test]
    fn a_decoder_that_says_incomplete_is_learned_with_a_quarter_of_the_words() {
        let utf8 = &formats()[0].machine;
        let answer = |state: usize| match () {
            () if utf8.is_accepting(state) => "accept",
            () if utf8.is_error(state) => "error",
            () => "incomplete",
        };
        let target = Machine::explored(0, |state| answer(*state), |state, byte| utf8.step(*state, byte));
        let (learned, asked) = learned(&target, Some(&"error"));
        assert_eq!(learned, target);
        assert!(asked <= 196, "{asked}");
    }
}
