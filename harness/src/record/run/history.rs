//! Whether a failure depends on what was asked before, and on how little of it.

use crate::record::run::Dependence;
use crate::record::run::fresh::{AskedAlone, Fresh};
use crate::record::run::pass::{FailureKind, Pass};
use crate::record::sequence::shortest_sequence;
use illformed_judge::judge::Response;

/// How many processes the search for one sequence may start. A search that waits for missing answers is kept shorter.
const TRIALS: usize = 96;
const SLOW_TRIALS: usize = 6;

/// A failure, and where it was seen.
pub(super) struct Suspect<'a> {
    pub(super) decoder: usize,
    /// The decoders that were asked before in the same session.
    pub(super) before: &'a [usize],
    pub(super) pass: &'a Pass<'a>,
    /// The place in the list of asked cases.
    pub(super) place: usize,
    pub(super) kind: FailureKind,
    /// How many cases after it were outstanding when the process broke.
    pub(super) after: usize,
}

/// The shortest known sequence that shows a failure.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    pub(super) case: usize,
    /// What is asked, this case among it.
    pub(super) cases: Vec<usize>,
    /// The decoders that are asked that before.
    pub(super) before: Vec<usize>,
}

/// What a failure depends on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SuspectCause {
    Alone,
    /// On earlier cases, or on other decoders.
    Earlier(Sequence),
    /// All that was asked before it does not bring it back.
    NotReproduced,
    /// The budget ended, or the adapter could not be opened.
    Unknown,
}

impl Suspect<'_> {
    fn case(&self) -> usize {
        self.pass.asked[self.place].0
    }

    /// All that the decoder was asked until the failure was seen.
    fn prefix(&self) -> Vec<usize> {
        let end = self.pass.asked.len().min(self.place + self.after + 1);
        self.pass.asked[..end].iter().map(|(case, _)| *case).collect()
    }

    /// Whether it is seen when these decoders are asked these cases in a new process; `None` if they could not be asked.
    fn shows(&self, fresh: &mut Fresh<'_>, decoders: &[usize], cases: &[usize]) -> Option<bool> {
        fresh.reproducer.spend(decoders.len() * cases.len() * fresh.options.repeat.max(1)).ok()?;
        let asked = fresh.ask(decoders, cases, fresh.options.repeat)?;
        Some(self.is_in(fresh, &asked))
    }

    fn is_in(&self, fresh: &Fresh<'_>, asked: &AskedAlone<'_, Response>) -> bool {
        if self.after > 0
            || self.kind.is_broken() && asked.kept.iter().flatten().any(|one| one.window().is_some())
        {
            // Which of the outstanding cases breaks the process is not known: any of them that does is it.
            return asked.kept.iter().flatten().any(broke);
        }
        let place = asked.cases.iter().position(|(case, _)| *case == self.case());
        place.is_some_and(|place| {
            // An answer to another request, and none when the case is asked alone, are the same failure.
            let is_broken_again = self.kind.is_broken() && asked.kept[place].iter().any(broke);
            is_broken_again
                || FailureKind::of(&fresh.judge(self.decoder, self.pass, asked, place)).as_ref()
                    == Some(&self.kind)
        })
    }

    /// Whether it is seen when the case is asked alone in a new process.
    pub(super) fn fails_alone(&self, fresh: &mut Fresh<'_>) -> Option<bool> {
        self.shows(fresh, &[self.decoder], &[self.case()])
    }

    /// Finds out. `known` are the causes of other failures of the decoder: what brought those about is tried first.
    pub(super) fn cause(&self, fresh: &mut Fresh<'_>, known: &[Sequence]) -> SuspectCause {
        let own = [self.decoder];
        let prefix = self.prefix();
        match self.fails_alone(fresh) {
            None => return SuspectCause::Unknown,
            Some(true) => return SuspectCause::Alone,
            Some(false) => {}
        }
        for dependence in known {
            let sequence = self.alike(&prefix, &dependence.cases);
            let decoders = [dependence.before.as_slice(), &own].concat();
            if self.shows(fresh, &decoders, &sequence) == Some(true) {
                return self.earlier(sequence, &dependence.before);
            }
        }
        if let Some(sequence) = self.shortest(fresh, &own, &prefix) {
            return self.confirmed(fresh, sequence, &[]);
        }
        if fresh.reproducer.is_spent() || fresh.reproducer.is_interrupted() {
            return SuspectCause::Unknown;
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
    fn of_decoders(&self, fresh: &mut Fresh<'_>, prefix: &[usize]) -> SuspectCause {
        if self.before.is_empty() {
            return SuspectCause::NotReproduced;
        }
        let with = |before: &[usize]| [before, &[self.decoder]].concat();
        let all: Vec<usize> = (0..fresh.plan.cases.len()).collect();
        match self.shows(fresh, &with(self.before), &all) {
            None => return SuspectCause::Unknown,
            Some(false) => return SuspectCause::NotReproduced,
            Some(true) => {}
        }
        let mut before = self.before.to_vec();
        // One of them is enough as a rule, and the last one is the likeliest.
        for one in self.before.iter().rev() {
            if self.shows(fresh, &with(&[*one]), &all) == Some(true) {
                before = vec![*one];
                break;
            }
        }
        let sequence = self.shortest(fresh, &with(&before), prefix).unwrap_or(all);
        self.confirmed(fresh, sequence, &before)
    }

    /// The shortest sequence that shows it and that a command line can say; `None` if all of `cases` does not show it.
    fn shortest(&self, fresh: &mut Fresh<'_>, decoders: &[usize], cases: &[usize]) -> Option<Vec<usize>> {
        let budget = if self.kind.is_slow() { SLOW_TRIALS } else { TRIALS };
        let mut shows = |cases: &[usize]| self.shows(fresh, decoders, cases) == Some(true);
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
        let decoders = [before, &[self.decoder]].concat();
        match self.shows(fresh, &decoders, &sequence) {
            Some(false) if !fresh.reproducer.is_interrupted() => SuspectCause::NotReproduced,
            _ => self.earlier(sequence, before),
        }
    }

    fn earlier(&self, sequence: Vec<usize>, before: &[usize]) -> SuspectCause {
        SuspectCause::Earlier(Sequence { case: self.case(), cases: sequence, before: before.to_vec() })
    }
}

/// Whether the process died or hung over it.
fn broke(response: &Response) -> bool {
    matches!(
        response,
        Response::Crashed(_)
            | Response::Misused { .. }
            | Response::CrashedAmong { .. }
            | Response::TimedOut(_)
            | Response::TimedOutAmong { .. }
    )
}
