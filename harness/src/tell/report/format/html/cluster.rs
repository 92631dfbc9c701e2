//! Which decoders behave alike.

use crate::record::run_record::{DecoderRecord, OutcomeGroup, RunRecord};
use illformed_judge::judge::VerdictClass;
use serde::Serialize;
use serde_json::json;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// The outcome of a case that was not judged.
const UNJUDGED: usize = 0;

/// The outcome of a case that passed; each failure has a greater number.
const PASS: usize = 1;

/// What one decoder did, judged by RFC 3629.
#[derive(Debug)]
struct Behaviour {
    /// For each case a number that stands for the verdict and its cause.
    outcomes: Vec<usize>,
    /// The cases that count against it.
    bad: BTreeSet<usize>,
    /// Of those, what it gave, where the record has it.
    observed: HashMap<usize, usize>,
    /// In which form it answers: observations of different forms cannot be compared.
    form: usize,
    /// How many cases were judged.
    judged: usize,
}

/// A number for each text.
type Numbers = HashMap<String, usize>;

fn number(numbers: &mut Numbers, text: &str) -> usize {
    let next = numbers.len() + PASS + 1;
    *numbers.entry(text.to_owned()).or_insert(next)
}

impl Behaviour {
    fn of(record: &RunRecord, decoder: &DecoderRecord, numbers: &mut Numbers) -> Self {
        let mut outcomes = vec![UNJUDGED; record.cases.len()];
        for group in &decoder.shown().groups {
            let outcome = outcome(group, numbers);
            group.cases.iter().for_each(|case| outcomes[case] = outcome);
        }
        let kept = decoder.shown().observed.iter().chain(&decoder.by_claim.observed);
        let observed = kept.flat_map(|group| {
            let number = number(numbers, &group.observed);
            group.cases.iter().map(move |case| (case, number))
        });
        let observed = observed.collect();
        let claim = &decoder.claim;
        let form = number(numbers, &json!([claim.kind, claim.out, claim.at]).to_string());
        Self::with(outcomes, observed, form)
    }

    fn with(outcomes: Vec<usize>, observed: HashMap<usize, usize>, form: usize) -> Self {
        let bad = (0..outcomes.len()).filter(|case| outcomes[*case] > PASS).collect();
        let judged = outcomes.iter().filter(|outcome| **outcome != UNJUDGED).count();
        Self { outcomes, bad, observed, form, judged }
    }

    /// The cases on which the two differ, ascending: both were judged on them, and the verdict or its cause is not the same;
    /// or it is the same failure, and two decoders that answer in the same form did not answer the same.
    fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        // A case that counts against neither passed for both, or was not judged.
        self.bad.union(&other.bad).copied().filter(move |case| self.differs(other, *case))
    }

    fn differs(&self, other: &Self, case: usize) -> bool {
        let (one, two) = (self.outcomes[case], other.outcomes[case]);
        if one == UNJUDGED || two == UNJUDGED {
            return false;
        }
        let answers = [self.observed.get(&case), other.observed.get(&case)];
        one != two || (self.form == other.form && matches!(answers, [Some(one), Some(two)] if one != two))
    }
}

/// Wrong answers with different causes differ. The words for a crash or a timeout vary from run to run and do not count.
fn outcome(group: &OutcomeGroup, numbers: &mut Numbers) -> usize {
    let cause = group.cause.as_deref().filter(|_| !group.verdict.has_varying_cause());
    match (group.verdict.class(), cause) {
        (VerdictClass::Unjudged, _) => UNJUDGED,
        (VerdictClass::Right, _) => PASS,
        (VerdictClass::Wrong | VerdictClass::Broken, Some(cause)) => {
            number(numbers, &format!("{} {cause}", group.verdict))
        }
        (VerdictClass::Wrong | VerdictClass::Broken, None) => number(numbers, group.verdict.name()),
    }
}

/// Decoders that were not seen to differ from each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Cluster {
    /// Their numbers in the record, ascending.
    pub(super) members: Vec<usize>,
    /// Whether nothing was found against any of them.
    pub(super) faultless: bool,
    /// What tells them from the greatest class; from RFC 3629 itself for the greatest class, unless it is faultless.
    pub(super) witness: Option<Difference>,
    /// The class that differs from them in fewest cases, and the first of those.
    pub(super) nearest: Option<Difference>,
}

/// What tells two classes apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Difference {
    /// The number of the other class; `None` stands for RFC 3629.
    pub(super) from: Option<usize>,
    /// In how many cases they differ.
    pub(super) cases: usize,
    /// The number of the first of these cases; a vector itself before what is derived from one.
    pub(super) first: usize,
    /// The decoders that were compared: of this class, and of the other.
    pub(super) between: (usize, Option<usize>),
}

/// The classes of the decoders of `record`, the greatest first.
///
/// Decoders are compared by RFC 3629, whatever they claim. Two *differ* if there is a case on which both were judged and
/// that came out otherwise: another verdict, another cause of a failure, or, where both answer in the same form and the
/// record has what they gave, another answer. What one of them was not asked tells nothing, and so "differs not" does
/// not carry over from one decoder to the next. A class is made so that it holds between all its members: the decoders
/// against which nothing was found are one; each other, those first that were judged on most cases, joins the first class
/// of decoders with faults from none of which it differs, or begins one. A decoder that was judged on nothing is in none.
pub(super) fn clusters(record: &RunRecord) -> Vec<Cluster> {
    let mut numbers = Numbers::new();
    let behaviours = record.decoders.iter().map(|decoder| Behaviour::of(record, decoder, &mut numbers));
    let behaviours: Vec<Behaviour> = behaviours.collect();
    let classes = classes(&behaviours);
    let told = |one: usize, other: usize| difference(record, &behaviours, &classes, one, other);
    let cluster = |number: usize| {
        let members = &classes[number];
        let faultless = members.iter().all(|member| behaviours[*member].bad.is_empty());
        let witness = if number > 0 { told(number, 0) } else { from_standard(&behaviours, members) };
        let others = (0..classes.len()).filter(|other| *other != number);
        let nearest =
            others.filter_map(|other| told(number, other)).min_by_key(|difference| difference.cases);
        Cluster { members: members.clone(), faultless, witness, nearest }
    };
    (0..classes.len()).map(cluster).collect()
}

/// The members of each class.
fn classes(behaviours: &[Behaviour]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..behaviours.len()).filter(|one| behaviours[*one].judged > 0).collect();
    order.sort_by_key(|one| Reverse(behaviours[*one].judged));
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for decoder in order {
        let one = &behaviours[decoder];
        let alike = |members: &&mut Vec<usize>| {
            members.iter().map(|member| &behaviours[*member]).all(|other| {
                one.bad.is_empty() == other.bad.is_empty() && one.differences(other).next().is_none()
            })
        };
        match classes.iter_mut().find(alike) {
            Some(class) => class.push(decoder),
            None => classes.push(vec![decoder]),
        }
    }
    for class in &mut classes {
        class.sort_unstable();
    }
    classes.sort_by_key(|members| (Reverse(members.len()), members[0]));
    classes
}

/// What tells class `one` from the class `other`, or `None` if no two of their members differ: of decoders that were asked
/// different things it may be so.
fn difference(
    record: &RunRecord,
    behaviours: &[Behaviour],
    classes: &[Vec<usize>],
    one: usize,
    other: usize,
) -> Option<Difference> {
    // Whoever was judged on most cases stands for its class; others are asked only when that tells nothing.
    let order = |class: usize| {
        let mut members = classes[class].clone();
        members.sort_by_key(|member| Reverse(behaviours[*member].judged));
        members
    };
    let (ours, others) = (order(one), order(other));
    let mut pairs = ours.iter().flat_map(|this| others.iter().map(move |that| (*this, *that)));
    pairs.find_map(|(this, that)| {
        let cases: Vec<usize> = behaviours[this].differences(&behaviours[that]).collect();
        let plain = cases.iter().find(|case| record.cases[**case].recipe.is_empty());
        let first = *plain.or(cases.first())?;
        Some(Difference { from: Some(other), cases: cases.len(), first, between: (this, Some(that)) })
    })
}

/// What tells the class from RFC 3629.
fn from_standard(behaviours: &[Behaviour], members: &[usize]) -> Option<Difference> {
    members.iter().find_map(|member| {
        let bad = &behaviours[*member].bad;
        Some(Difference { from: None, cases: bad.len(), first: *bad.first()?, between: (*member, None) })
    })
}

#[cfg(test)]
mod tests {
    use super::{Behaviour, PASS, classes};

    /// A decoder with those outcomes, which gave `observed` for each case that counts against it.
    fn behaviour(outcomes: &[usize], form: usize, observed: usize) -> Behaviour {
        let bad = (0..outcomes.len()).filter(|case| outcomes[*case] > PASS);
        Behaviour::with(outcomes.to_vec(), bad.map(|case| (case, observed)).collect(), form)
    }

    #[test]
    fn two_decoders_differ_where_both_were_judged_and_the_outcome_or_the_answer_is_another() {
        let one = behaviour(&[0, 1, 2, 2, 3, 0], 7, 9);
        for (outcomes, form, observed, expected, what) in [
            (&[0, 1, 2, 2, 3, 0], 7, 9, &[][..], "the same"),
            (&[2, 1, 2, 2, 3, 3], 7, 9, &[], "asked more"),
            (&[0, 0, 0, 2, 0, 0], 7, 9, &[], "asked less"),
            (&[0, 2, 1, 3, 3, 1], 7, 9, &[1, 2, 3], "other outcomes"),
            (&[0, 1, 2, 2, 3, 0], 7, 8, &[2, 3, 4], "other answers"),
            (&[0, 1, 2, 2, 3, 0], 6, 8, &[], "answers in another form"),
        ] {
            let other = behaviour(outcomes, form, observed);
            assert_eq!(one.differences(&other).collect::<Vec<_>>(), expected, "{what}");
            assert_eq!(other.differences(&one).collect::<Vec<_>>(), expected, "{what}, the other way round");
        }
    }

    /// The outcomes of each decoder, the members of each class, and what is special.
    type Row<'a> = (&'a [&'a [usize]], &'a [&'a [usize]], &'a str);

    #[test]
    fn classes_hold_decoders_of_which_no_two_differ_the_greatest_first() {
        let table: [Row<'_>; 6] = [
            (&[], &[], "nobody"),
            (&[&[0, 0]], &[], "judged on nothing"),
            (&[&[1, 0], &[0, 1]], &[&[0, 1]], "no fault, though asked different things"),
            (&[&[2, 0], &[0, 1]], &[&[0], &[1]], "a fault that the other was not asked for"),
            (&[&[2, 0], &[2, 1], &[2, 3]], &[&[0, 1], &[2]], "whoever was asked less joins the first it may"),
            (&[&[3, 1], &[2, 1], &[1, 1], &[2, 1]], &[&[1, 3], &[0], &[2]], "the greatest, then in order"),
        ];
        for (outcomes, expected, what) in table {
            let behaviours: Vec<Behaviour> =
                outcomes.iter().map(|outcomes| behaviour(outcomes, 0, 0)).collect();
            assert_eq!(classes(&behaviours), expected, "{what}");
        }
    }
}
