//! Whether a failure depends on what was asked before, and on how little of it.

use crate::record::run::Dependence;
use crate::record::run::fresh::Fresh;
use crate::record::run::pass::{FailureKind, Pass};
use crate::record::sequence::shortest_sequence;
use illformed_judge::judge::{CaseToJudge, Response, VerdictKind, judge_case};

/// How many processes the search for one sequence may start. A search that waits for missing answers is kept shorter.
const TRIALS: usize = 96;
const SLOW_TRIALS: usize = 6;

/// A failure, and where it was seen.
pub(super) struct Suspect<'a> {
    pub(super) decoder: usize,
    pub(super) pass: &'a Pass,
    /// The place in the list of asked cases.
    pub(super) place: usize,
    pub(super) kind: &'a FailureKind,
}

/// What a failure depends on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SuspectCause {
    Alone,
    /// On earlier cases, or on other decoders.
    Earlier(Dependence),
    /// All that was asked before it does not bring it back.
    NotReproduced,
}

impl Suspect<'_> {
    fn case(&self) -> usize {
        self.pass.asked[self.place]
    }

    /// All that the decoder was asked until the failure was seen.
    fn prefix(&self) -> Vec<usize> {
        let end = self.pass.asked.len().min(self.place + self.pass.given[self.place].after as usize + 1);
        self.pass.asked[..end].to_vec()
    }

    /// Whether it is seen when the decoders `before` and this one are asked these cases in a new process; `None` if they could
    /// not be asked.
    fn shows(&self, fresh: &mut Fresh<'_>, before: &[usize], cases: &[usize]) -> Option<bool> {
        let decoders = [before, &[self.decoder]].concat();
        fresh.reproducer.spend(decoders.len() * cases.len() * fresh.options.repeat.max(1)).ok()?;
        let asked = fresh.ask(&decoders, cases, fresh.options.repeat)?;
        Some(self.is_in(fresh, &asked))
    }

    fn is_in(&self, fresh: &Fresh<'_>, asked: &[(usize, Vec<Response>)]) -> bool {
        let mut all = asked.iter().flat_map(|(_, responses)| responses);
        if self.pass.given[self.place].after > 0
            || self.kind.is_broken() && all.clone().any(|one| one.window().is_some())
        {
            // Which of the outstanding cases breaks the process is not known: any of them that does is it.
            return all.any(broke);
        }
        let own = asked.iter().find(|(case, _)| *case == self.case());
        own.is_some_and(|(case, responses)| {
            let to_judge = CaseToJudge {
                case: &fresh.plan.cases[*case],
                claim: &fresh.reproducer.introduced()[self.decoder].claim,
                ruling: fresh.options.ruling,
                replacements: &self.pass.replacements,
            };
            // An answer to another request, and none when the case is asked alone, are the same failure.
            let is_broken_again = self.kind.is_broken() && responses.iter().any(broke);
            is_broken_again || FailureKind::of(&judge_case(&to_judge, responses)).as_ref() == Some(self.kind)
        })
    }

    /// Whether it is seen when the case is asked alone in a new process.
    pub(super) fn fails_alone(&self, fresh: &mut Fresh<'_>) -> Option<bool> {
        self.shows(fresh, &[], &[self.case()])
    }

    /// Finds out. `known` is what other failures of the decoder depend on: that is tried first. `None` when the budget ended, or
    /// the adapter could not be opened.
    pub(super) fn cause(&self, fresh: &mut Fresh<'_>, known: &[Dependence]) -> Option<SuspectCause> {
        let prefix = self.prefix();
        if self.fails_alone(fresh)? {
            return Some(SuspectCause::Alone);
        }
        for Dependence { sequence, decoders, .. } in known {
            let introduced = fresh.reproducer.introduced();
            let number = |name: &String| introduced.iter().position(|info| info.name == *name);
            let before: Vec<usize> = decoders.iter().filter_map(number).collect();
            let sequence = self.alike(&prefix, &sequence.iter().collect::<Vec<_>>());
            if self.shows(fresh, &before, &sequence) == Some(true) {
                return Some(self.earlier(fresh, sequence, &before));
            }
        }
        if let Some(sequence) = self.shortest(fresh, &[], &prefix) {
            return Some(self.confirmed(fresh, sequence, &[]));
        }
        if fresh.reproducer.is_spent() || fresh.reproducer.is_interrupted() {
            return None;
        }
        self.of_decoders(fresh, &prefix)
    }

    /// What `sequence`, which shows another failure, would be for this one: the same cases before it, or, of a long one, as
    /// many.
    fn alike(&self, prefix: &[usize], sequence: &[usize]) -> Vec<usize> {
        if sequence.len() > Dependence::SHORT {
            return prefix[prefix.len().saturating_sub(sequence.len())..].to_vec();
        }
        let others = sequence[..sequence.len().saturating_sub(1)].iter().copied();
        others.filter(|case| *case < self.case()).chain([self.case()]).collect()
    }

    /// Whether the decoders that were asked before in the same process matter, and which of them.
    fn of_decoders(&self, fresh: &mut Fresh<'_>, prefix: &[usize]) -> Option<SuspectCause> {
        let mut before = fresh.before.clone();
        let all: Vec<usize> = (0..fresh.plan.cases.len()).collect();
        if before.is_empty() || !self.shows(fresh, &before, &all)? {
            return Some(SuspectCause::NotReproduced);
        }
        // One of them is enough as a rule, and the last one is the likeliest.
        let mut others = before.iter().rev();
        if let Some(one) = others.find(|one| self.shows(fresh, &[**one], &all) == Some(true)) {
            before = vec![*one];
        }
        let sequence = self.shortest(fresh, &before, prefix).unwrap_or(all);
        Some(self.confirmed(fresh, sequence, &before))
    }

    /// The shortest sequence that shows it and that a command line can say; `None` if all of `cases` does not show it.
    fn shortest(&self, fresh: &mut Fresh<'_>, before: &[usize], cases: &[usize]) -> Option<Vec<usize>> {
        let budget = if self.kind.is_slow() { SLOW_TRIALS } else { TRIALS };
        let mut shows = |cases: &[usize]| self.shows(fresh, before, cases) == Some(true);
        let found = shortest_sequence(cases, budget, &mut shows)?.items;
        let is_sayable = found.len() <= Dependence::SHORT || cases.ends_with(&found);
        if is_sayable {
            return Some(found);
        }
        // All from the first one on; it holds what is needed, but it may also hold what hides it.
        let start = cases.iter().position(|case| Some(case) == found.first()).unwrap_or_default();
        let whole = &cases[start..];
        Some(if shows(whole) { whole.to_vec() } else { cases.to_vec() })
    }

    /// What was found must be seen once more, or else it came by chance.
    fn confirmed(&self, fresh: &mut Fresh<'_>, sequence: Vec<usize>, before: &[usize]) -> SuspectCause {
        match self.shows(fresh, before, &sequence) {
            Some(false) if !fresh.reproducer.is_interrupted() => SuspectCause::NotReproduced,
            _ => self.earlier(fresh, sequence, before),
        }
    }

    fn earlier(&self, fresh: &Fresh<'_>, sequence: Vec<usize>, before: &[usize]) -> SuspectCause {
        let name = |number: &usize| fresh.reproducer.introduced()[*number].name.clone();
        let decoders = before.iter().map(name).collect();
        SuspectCause::Earlier(Dependence {
            case: self.case(),
            sequence: sequence.into_iter().collect(),
            decoders,
        })
    }
}

/// Whether the process died or hung over it.
fn broke(response: &Response) -> bool {
    let verdict = response.verdict_without_answer().map(|verdict| verdict.kind());
    matches!(verdict, Some(VerdictKind::Crashed | VerdictKind::TimedOut))
}
