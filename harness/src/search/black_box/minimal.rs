//! From an input that fails to what is reported of it.

use crate::search::black_box::bucket::Minimal;
use crate::search::black_box::history::FailingSequence;
use crate::search::black_box::questions::Wrong;
use crate::search::black_box::search::Failing;
use crate::search::black_box::{EarlierInput, FuzzFinding, Reproduces};
use illformed_vectors::Input;

impl Failing {
    /// A fault that was shrunk to `input`, which fails as `wrong` says.
    pub(super) fn reduced_to(self, input: Input, wrong: Wrong, ended_early: bool) -> Minimal {
        let Wrong { class, cause: cause_id, detail, expected, observed, .. } = wrong;
        let finding = FuzzFinding {
            verdict: class.verdict,
            cause: class.cause.clone(),
            cause_id,
            detail,
            input: written(&input),
            calls: is_script(&input),
            expected,
            observed,
            execution: self.execution,
            found_in: written(&self.input),
            shrinking_ended_early: ended_early,
            reproduces: Reproduces::Always,
            earlier: Vec::new(),
            hits: 1,
            also: Vec::new(),
        };
        Minimal { class, input, earlier: Vec::new(), finding }
    }

    /// A failure that a sequence shows from a fresh process.
    pub(super) fn after(self, sequence: FailingSequence) -> Minimal {
        let FailingSequence { mut inputs, wrong, ended_early } = sequence;
        let last = inputs.pop().unwrap_or_else(|| self.input.clone());
        let mut minimal = self.reduced_to(last, wrong, ended_early);
        minimal.finding.reproduces = Reproduces::AfterEarlierInputs;
        let written = |input: &Input| EarlierInput { input: written(input), calls: is_script(input) };
        minimal.finding.earlier = inputs.iter().map(written).collect();
        minimal.earlier = inputs;
        minimal
    }

    /// A failure that was seen once.
    pub(super) fn never_again(self, why: &str) -> Minimal {
        let (input, mut wrong) = (self.input.clone(), self.wrong.clone());
        wrong.detail = format!("{}; {why}", wrong.detail);
        let mut minimal = self.reduced_to(input, wrong, false);
        minimal.finding.reproduces = Reproduces::Never;
        minimal
    }
}

impl Minimal {
    /// The same, which fails only before anything else is asked.
    pub(super) fn only_first(mut self) -> Self {
        self.finding.reproduces = Reproduces::OnlyFirst;
        self
    }
}

fn is_script(input: &Input) -> bool {
    matches!(input, Input::Calls(_))
}

fn written(input: &Input) -> String {
    match input {
        Input::Bytes(bytes) => const_hex::encode(bytes),
        Input::Calls(script) => script.to_string(),
    }
}
