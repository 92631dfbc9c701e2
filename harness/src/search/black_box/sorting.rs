//! Sorts inputs that fail: each shows a known fault, or is made smaller and shows a new one.

use crate::search::black_box::finding::{FailedInput, FailureClass, FuzzFinding, Reproduces};
use crate::search::black_box::questions::AskedInput;
use crate::search::black_box::reduction::{CHANGES, REMOVALS, reductions, size};
use crate::search::black_box::search::{MOST_FINDINGS, Search};
use crate::search::black_box::shrink::{Patience, shrink_by};
use illformed_judge::cause::{Cause, parts};
use illformed_vectors::Input;
use std::fmt::Write;
use std::slice;

/// How many inputs may be asked to sort what fails in one class, whatever the search is.
const ASKED_AT_LEAST: u64 = 100_000;

/// How many more for each input of the search. However frequent a fault is, some is always left for another.
const ASKED_PER_EXECUTION: u64 = 4;

/// How many missing answers are waited for in one pass that makes an input smaller.
const MOST_HANGS: usize = 6;

/// How many bytes are asked in one.
const MOST_BYTES: usize = 8 << 20;

/// How many parts of an input are asked.
const MOST_PARTS: usize = 256;

/// How many of them are asked at once.
const PARTS_AT_ONCE: usize = 16;

/// How many inputs of one class that pass alone are looked into. What else fails so is counted to the first.
const MOST_DEPENDENT: u64 = 3;

/// What was spent to sort the inputs of one class.
#[derive(Debug, Default)]
pub(super) struct Spent {
    asked: u64,
    /// Inputs that pass alone.
    dependent: u64,
}

impl Search<'_> {
    /// Counts `failing` for a known fault, or finds the smallest example of a new one. Only what fails alone in a fresh
    /// process is a fault without a condition.
    pub(super) fn sort(&mut self, failing: &FuzzFinding) {
        let class = &failing.wrong.class;
        if self.findings.count(&failing.wrong, &failing.input) {
            return;
        }
        if !self.shrinks() {
            if let Some(wrong) = self.ask_alone(failing) {
                let sensitive_to = self.sensitivity(&wrong, &failing.input);
                self.findings.add(FuzzFinding { wrong, sensitive_to, ..failing.clone() });
            }
            return;
        }
        if self.polluted.contains(class) && self.findings.count_class(class, false) {
            return;
        }
        let late = self.is_over() && (self.findings.has(class, true) || self.findings.has(class, false));
        let asked = self.spent.get(class).map_or(0, |spent| spent.asked);
        let is_spent = asked >= ASKED_AT_LEAST + ASKED_PER_EXECUTION * self.found.executions;
        if late || self.findings.len() >= MOST_FINDINGS || is_spent {
            self.found.unsorted += 1;
            return;
        }
        // The session may be in a state in which all fail so: the one way to know is to ask in another. Otherwise that is
        // left for later, since most inputs show a known fault and each process takes time to start.
        let is_doubtful = self.findings.has(class, false);
        if is_doubtful && self.ask_alone(failing).is_none() {
            return;
        }
        let fails_here = self.fails_here(class, &failing.input);
        if fails_here && self.is_sorted_here(failing) || !is_doubtful && self.ask_alone(failing).is_none() {
            return;
        }
        if fails_here {
            // What was asked before had an effect.
            self.polluted.push(class.clone());
        }
        self.sort_by_fresh_processes(failing, fails_here);
    }

    /// Makes `failing` smaller in the session of the search, until it shows a known fault or is the smallest example of a new
    /// one; returns whether it is one of these. At first the cause stays the same, so that a frequent fault does not take the
    /// place of a rare one in the same input; then one fault with several causes comes down to its smallest example, of a cause
    /// that is no milder, or to one of the same cause with a worse verdict.
    fn is_sorted_here(&mut self, failing: &FuzzFinding) -> bool {
        let mut example = failing.clone();
        if self.shrinks_to_known(&mut example, REMOVALS, |one, other| one.key() == other.key())
            || self.has_known_part(&example)
            || self.shrinks_to_known(&mut example, CHANGES, |one, other| {
                (one.class == other.class || one.shows_worse(other)) && other.badness() <= one.badness()
            })
        {
            return true;
        }
        let class = example.wrong.class.clone();
        let is_confirmed = self.is_confirmed(&class, &mut example);
        if is_confirmed {
            example.sensitive_to = self.sensitivity(&example.wrong, &example.input);
            self.findings.add(example);
        }
        is_confirmed
    }

    /// What the decoder is sensitive to that fails as `wrong` says, if what differs from `input` in that alone is answered rightly:
    /// to U+0000 before an error, to what came before a reset, to cuts, or to the place of its parts.
    fn sensitivity(&mut self, wrong: &FailedInput, input: &Input) -> Option<Cause> {
        if wrong.class.breaks_the_adapter() {
            return None;
        }
        let may_be = |cause: Cause| cause == Cause::StateLeaks || wrong.is_severe();
        let mut all = parts(input);
        if let Input::Bytes(bytes) = input
            && wrong.cause_id.is_some_and(Cause::accepts_ill_formed)
            && bytes.contains(&0)
        {
            let letters = bytes.iter().map(|byte| if *byte == 0 { b'A' } else { *byte });
            all.insert(0, (Cause::EndsAtNul, vec![Input::Bytes(letters.collect())]));
        }
        if let Input::Bytes(bytes) = input
            && wrong.cause_id.is_some_and(Cause::is_refusal)
        {
            // A character that is right alone, and wrong behind an error, vanishes with the error.
            let behind = bytes.utf8_chunks().skip_while(|chunk| chunk.invalid().is_empty()).skip(1);
            let alone = behind.flat_map(|chunk| chunk.valid().chars());
            all.push((Cause::SwallowsNext, alone.map(|one| Input::Bytes(one.to_string().into())).collect()));
        }
        all.into_iter().filter(|(cause, _)| may_be(*cause)).find_map(|(cause, parts)| {
            let answers = self.ask_again(&wrong.class, &parts);
            let is_right = |asked: &AskedInput| matches!(asked, AskedInput::Right);
            (!answers.is_empty() && answers.iter().all(is_right)).then_some(cause)
        })
    }

    /// Makes `example` smaller in the session of the search, as long as it fails `alike` and shows no known fault; returns
    /// whether it came to one, and counts it.
    fn shrinks_to_known(
        &mut self,
        example: &mut FuzzFinding,
        changes: usize,
        alike: fn(&FailedInput, &FailedInput) -> bool,
    ) -> bool {
        let class = example.wrong.class.clone();
        let (mut hangs, mut given_up, mut is_known) = (0, false, false);
        let wrong = &mut example.wrong;
        let (input, ended_early) =
            shrink_by(changes, &example.input, patience(&class), MOST_BYTES, &mut |inputs| {
                given_up |= self.is_too_late() || hangs >= MOST_HANGS;
                if given_up || is_known {
                    return vec![false; inputs.len()];
                }
                let answers = self.ask_again(&class, inputs);
                hangs +=
                    answers.iter().filter(|asked| asked.class().is_some_and(FailureClass::hangs)).count();
                let fails =
                    |asked: &AskedInput| matches!(asked, AskedInput::Wrong(other) if alike(wrong, other));
                let fails: Vec<bool> = answers.iter().map(fails).collect();
                // The first that fails is made smaller next.
                let first = inputs.iter().zip(answers).zip(&fails).find(|(_, fails)| **fails);
                if let Some(((input, AskedInput::Wrong(first)), _)) = first {
                    is_known = self.findings.count(&first, input);
                    *wrong = *first;
                }
                fails
            });
        example.shrinking_ended_early |= ended_early || given_up;
        example.input = input;
        is_known
    }

    /// Whether a part of `example`, from which nothing can be left out, shows a known fault that is as bad; counts it for that.
    /// Since the part is needed, so is the fault: as when an accepted surrogate makes the offset of the error behind it wrong.
    fn has_known_part(&mut self, example: &FuzzFinding) -> bool {
        let (input, class) = (&example.input, &example.wrong.class);
        if class.breaks_the_adapter() {
            // Each part may break it too, which takes long.
            return false;
        }
        let most = (MOST_BYTES / size(input).0.max(1)).min(MOST_PARTS);
        // Every input holds the empty one, which shows nothing.
        let parts: Vec<Input> =
            reductions(input, REMOVALS).take(most).filter(|part| size(part).0 > 0).collect();
        let mut worse = None;
        let is_known = parts.chunks(PARTS_AT_ONCE).any(|parts| {
            let answers = if self.is_too_late() { Vec::new() } else { self.ask_again(class, parts) };
            parts.iter().zip(answers).any(|(part, asked)| match asked {
                // Of what is worse the class is enough: its causes are sorted when they come alone.
                AskedInput::Wrong(wrong) if wrong.class.rank() < class.rank() => {
                    let is_known = self.findings.count_class(&wrong.class, true);
                    worse = worse.take().or_else(|| Some((part.clone(), *wrong)).filter(|_| !is_known));
                    is_known
                }
                AskedInput::Wrong(wrong) if wrong.badness() <= example.wrong.badness() => {
                    self.findings.count(&wrong, part)
                }
                _ => false,
            })
        });
        if is_known {
            return true;
        }
        // What a part of it shows is worse and not known yet: then that is the finding, and this is another sight of it.
        let known = self.findings.len();
        if let Some((part, wrong)) = worse {
            self.sort(&FuzzFinding::new(example.execution, example.traced, part, wrong));
        }
        self.findings.len() > known && self.has_known_part(example)
    }

    /// Sorts what fails alone in a fresh process and shows something else in one that is used.
    fn sort_by_fresh_processes(&mut self, failing: &FuzzFinding, fails_here: bool) {
        let class = &failing.wrong.class;
        let mut example = failing.clone();
        self.shrink_each(class, &mut example);
        if !self.is_confirmed(class, &mut example) {
            return self.sort_unstable(failing, "failed alone in a fresh process once, and not again");
        }
        if !fails_here && !self.fails_here(class, &example.input) {
            example.reproduces = Reproduces::OnlyFirst;
        }
        self.findings.add(example);
    }

    /// How `failing` fails alone in a fresh process; if it does not, it is sorted with what depends on earlier inputs.
    fn ask_alone(&mut self, failing: &FuzzFinding) -> Option<FailedInput> {
        match self.ask_fresh(&failing.wrong.class, slice::from_ref(&failing.input)) {
            Ok(Some((_, wrong))) => return Some(wrong),
            Ok(None) => self.sort_dependent(failing),
            Err(why) => self.sort_unasked(failing, &why),
        }
        None
    }

    /// Whether `input` fails so again in the session of the search.
    fn fails_here(&mut self, class: &FailureClass, input: &Input) -> bool {
        self.ask_again(class, slice::from_ref(input)).iter().any(|asked| asked.class() == Some(class))
    }

    /// Asks inputs that are not the search's own, to sort what fails so.
    fn ask_again(&mut self, class: &FailureClass, inputs: &[Input]) -> Vec<AskedInput> {
        let count = inputs.len() as u64;
        self.found.shrinking += count;
        self.spent.entry(class.clone()).or_default().asked += count;
        self.ask(inputs)
    }

    /// Sorts an input that passes alone in a fresh process: after which inputs it fails, if that is found out.
    fn sort_dependent(&mut self, failing: &FuzzFinding) {
        let class = &failing.wrong.class;
        // The rest of the batch was asked in the same state.
        self.polluted.push(class.clone());
        let is_known = self.findings.sequences(class).into_iter().any(|mut inputs| {
            inputs.push(failing.input.clone());
            self.fails_so(class, &inputs)
        });
        let spent = self.spent.entry(class.clone()).or_default();
        spent.dependent += u64::from(!is_known);
        if is_known || spent.dependent > MOST_DEPENDENT {
            self.found.unsorted += u64::from(!self.findings.count_class(class, false));
            return;
        }
        match self.failing_sequence(failing) {
            Some(example) => self.findings.add(example),
            None => self.sort_unstable(failing, "not reproduced: it passes in a fresh process, alone and after the inputs that were asked before"),
        }
    }

    /// Sorts an input that did not fail again, as far as it was asked to the end.
    fn sort_unstable(&mut self, failing: &FuzzFinding, why: &str) {
        match self.why_not_asked() {
            Some(not_asked) => self.sort_unasked(failing, &not_asked),
            None => self.add_unconfirmed(failing, Reproduces::Never, why),
        }
    }

    /// Sorts an input of which is not known whether it fails again; of a known class it may show a known fault.
    fn sort_unasked(&mut self, failing: &FuzzFinding, why: &str) {
        if self.findings.has(&failing.wrong.class, true) || self.findings.has(&failing.wrong.class, false) {
            self.found.unsorted += 1;
        } else {
            self.add_unconfirmed(failing, Reproduces::Unknown, &format!("not asked again: {why}"));
        }
    }

    fn add_unconfirmed(&mut self, failing: &FuzzFinding, reproduces: Reproduces, why: &str) {
        let mut example = FuzzFinding { reproduces, ..failing.clone() };
        let _ = write!(example.wrong.detail, "; {why}");
        self.findings.add(example);
    }
}

/// A crash costs a new process, a missing answer seconds, anything else nothing.
fn patience(class: &FailureClass) -> Patience {
    let inputs = if class.breaks_the_adapter() { 1_000 } else { 8_000 };
    Patience { inputs, alone: class.breaks_the_adapter() }
}
