//! A decoder that accepts or refuses: which strings it accepts.

use crate::search::identify::identification::{IdentifiedRow, Outcome};
use crate::search::identify::probes::narrowed;
use crate::search::identify::subject::{Seen, Subject};
use illformed_codec::{ErrorKind, Profile, validate};
use illformed_judge::automata::{Format, Learner, Machine, Row, complete_words, formats, letters, rows};
use illformed_judge::case::{Case, Plan};
use illformed_judge::complete::default_suite;
use illformed_judge::shown::shown_bytes;
use illformed_vectors::{Input, hex};
use std::sync::LazyLock;

/// The most states that are learned; a decoder that has more depends on where in the input something stands.
const MOST_STATES: usize = 64;

/// The most words that are asked to learn one.
const MOST_WORDS: usize = 3_000_000;

/// The most rows that are told.
pub(super) const MOST_ROWS: usize = 32;

/// How many scalar values stand in one word: a decoder that accepts it accepts each.
const PACKED: usize = 64;

/// The most scalar values that are asked of those that should be refused.
const MOST_REFUSED: usize = 16_384;

/// The longest word of a complete suite, but for that of Perl's form.
const SUITE_BYTES: usize = 16;

/// Where the words of a suite are put too, behind ASCII: at the ends of the blocks that fast decoders read.
const PLACES: [usize; 6] = [7, 15, 16, 31, 63, 64];

/// The complete suites of all known formats over the classes of each: what any of them answers otherwise than another.
static FAMILY: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let suite = |format: &Format| complete_words(&format.machine, &letters(&format.machine), 0);
    let mut words: Vec<Vec<u8>> = formats().iter().flat_map(suite).collect();
    words.sort_by_key(|word| (word.len(), word.clone()));
    words.dedup();
    words
});

/// The inputs of all cases of a run that are bytes: what some decoder once failed at, at places in the input too.
static CASES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let bytes = |case: &Case<'_>| match &*case.input {
        Input::Bytes(bytes) => Some(bytes.clone()),
        Input::Calls(_) => None,
    };
    let plan = Plan::everything(default_suite());
    let mut inputs: Vec<Vec<u8>> = plan.cases.iter().filter_map(bytes).collect();
    inputs.sort();
    inputs.dedup();
    inputs
});

/// What `subject` is, how many words it took to find the name, and its automaton.
pub(super) fn identified(subject: &mut Subject<'_>) -> Option<(Outcome, usize, Machine)> {
    let expected = |format: &&Format, word: &[u8]| format.machine.accepts(0, word);
    let ask = |word: &[u8]| {
        subject.ask_one(word).map(|seen| match seen {
            Seen::Accepted(_) => Some(true),
            Seen::Refused => Some(false),
            Seen::Unasked => None,
        })
    };
    let (left, probed) = narrowed(formats().iter().collect(), expected, ask)?;
    let probes = probed.len();
    // Each byte alone comes first: a decoder that dies of one is not asked thousands of others that begin with it.
    subject.ask((0..=u8::MAX).map(|byte| vec![byte]))?;
    for format in &left {
        ask_suite(subject, &format.machine)?;
        if known_disagreement(subject, &format.machine).is_none() {
            return Some((named(subject, format)?, probes, format.machine.clone()));
        }
    }
    // Of those that agree most on what is asked by now, the first.
    let nearest = nearest(subject);
    let (machine, is_exact) = learned(subject, nearest)?;
    Some((unknown(subject, nearest, (&machine, is_exact))?, probes, machine))
}

pub(super) fn nearest(subject: &Subject<'_>) -> &'static Format {
    let agreeing = |format: &Format| {
        subject.known().filter(|(word, seen)| is_as(seen, format.machine.accepts(0, word))).count()
    };
    let best = formats().iter().rev().max_by_key(|format| agreeing(format));
    best.unwrap_or(&formats()[0])
}

/// Whether an answer is the one expected; a word that could not be asked is as expected.
fn is_as(seen: &Seen, accepts: bool) -> bool {
    match seen {
        Seen::Accepted(_) => accepts,
        Seen::Refused => !accepts,
        Seen::Unasked => true,
    }
}

/// The shortest word asked so far that is answered otherwise than by `machine`.
fn known_disagreement(subject: &Subject<'_>, machine: &Machine) -> Option<Vec<u8>> {
    let differing = subject.known().filter(|(word, seen)| !is_as(seen, machine.accepts(0, word)));
    differing.map(|(word, _)| word.to_vec()).min_by_key(|word| (word.len(), word.clone()))
}

/// Asks some of what tells an automaton from others.
type Step<'a> = Box<dyn Fn(&mut Subject<'_>) -> Option<()> + 'a>;

/// Asks what tells `machine` from others, what is dear only if nothing differs before; `None` when nothing more can be asked.
fn ask_suite(subject: &mut Subject<'_>, machine: &Machine) -> Option<()> {
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let steps: [Step<'_>; 6] = [
        Box::new(|subject| subject.ask(complete_words(machine, &letters(machine), 0))),
        Box::new(|subject| subject.ask(FAMILY.iter().cloned())),
        Box::new(|subject| subject.ask(complete_words(machine, &all, 0))),
        Box::new(|subject| subject.ask(placed(machine))),
        Box::new(|subject| subject.ask(CASES.iter().cloned())),
        Box::new(|subject| ask_scalars(subject, machine)),
    ];
    for step in steps {
        step(subject)?;
        if known_disagreement(subject, machine).is_some() {
            break;
        }
    }
    Some(())
}

/// The words of the suite over the classes, behind so much ASCII, with and without ASCII behind them.
fn placed(machine: &Machine) -> Vec<Vec<u8>> {
    let words = complete_words(machine, &letters(machine), 0);
    let at = |place: usize| {
        let words = words.iter();
        words.flat_map(move |word| {
            [0, 16].map(|tail| [&vec![b'A'; place], word.as_slice(), &vec![b'A'; tail]].concat())
        })
    };
    PLACES.into_iter().flat_map(at).collect()
}

/// Asks the scalar values: those that `machine` accepts many at a time, and each by itself where the word is refused; of the
/// others at most [`MOST_REFUSED`], each by itself.
fn ask_scalars(subject: &mut Subject<'_>, machine: &Machine) -> Option<()> {
    let written = |scalar: char| scalar.to_string().into_bytes();
    let cannot = subject.claim().cannot.clone();
    let room = subject.claim().max_bytes.unwrap_or(usize::MAX);
    let scalars =
        ('\0'..=char::MAX).map(written).filter(|word| !word.iter().any(|byte| cannot.contains(byte)));
    let (accepted, refused): (Vec<_>, Vec<_>) = scalars.partition(|word| machine.accepts(0, word));
    // A format without most of them refuses each for its lead.
    let every = refused.len().div_ceil(MOST_REFUSED).max(1);
    subject.ask(refused.into_iter().step_by(every))?;
    let packed = PACKED.min(room / 4).max(1);
    let words: Vec<Vec<u8>> = accepted.chunks(packed).map(<[Vec<u8>]>::concat).collect();
    subject.ask(words.iter().cloned())?;
    let seen: Vec<bool> =
        words.iter().map(|word| subject.seen(word).is_none_or(|seen| is_as(seen, true))).collect();
    let one_by_one = accepted.chunks(packed).zip(seen).filter(|(_, is_accepted)| !is_accepted);
    subject.ask(one_by_one.flat_map(|(scalars, _)| scalars.to_vec()).collect::<Vec<_>>())
}

/// The automaton that answers as `subject` all that tells it from others; `None` in it where it has too many states, or asks too
/// much, or has no answers of its own to the same word.
fn learned(subject: &mut Subject<'_>, nearest: &Format) -> Option<(Machine, bool)> {
    let mut learner = Learner::new(nearest.machine.byte_classes());
    let answers_of = |subject: &mut Subject<'_>, words: &[Vec<u8>]| {
        subject.ask(words.iter().cloned())?;
        // What cannot be asked is taken to be as the nearest has it.
        let answer = |word: &Vec<u8>| match subject.seen(word) {
            Some(Seen::Accepted(_)) => true,
            Some(Seen::Refused) => false,
            _ => nearest.machine.accepts(0, word),
        };
        Some(words.iter().map(answer).collect::<Vec<bool>>())
    };
    loop {
        let hypothesis = learner.hypothesis(&mut |words| answers_of(subject, words))?.minimised();
        if learner.states() > MOST_STATES || subject.asked() > MOST_WORDS {
            return Some((hypothesis, false));
        }
        if known_disagreement(subject, &hypothesis).is_none() {
            ask_suite(subject, &hypothesis)?;
        }
        let Some(word) = known_disagreement(subject, &hypothesis) else {
            return Some((hypothesis, true));
        };
        if !learner.refine(&word, &mut |words| answers_of(subject, words))? {
            return Some((hypothesis, false));
        }
    }
}

fn named(subject: &mut Subject<'_>, format: &Format) -> Option<Outcome> {
    let bom = match subject.ask_one(b"\xEF\xBB\xBFA")? {
        Seen::Accepted(Some(text)) if text.first() == Some(&0xFEFF) => "/bom-keep",
        Seen::Accepted(Some(_)) => "/bom-strip",
        _ => "",
    };
    Some(Outcome::Named {
        code: format!("{}/strict{bom}", format.name),
        about: format.about.clone(),
        domain: domain(format.machine.len(), subject.lacks_words_of(SUITE_BYTES)),
    })
}

/// For which decoders the suite of an automaton of so many states leaves no other answer.
fn domain(states: usize, is_partial: bool) -> String {
    if is_partial {
        return "As far as it can be asked: no answer differs, but the suite is not whole, and others may answer so too."
            .to_owned();
    }
    format!(
        "Any decoder that accepts other strings answers one of these words otherwise, if it looks at nothing but the \
         bytes so far and has at most {states} states. Every scalar value that it takes, the inputs of `illformed run` \
         and the suite at {} places behind ASCII were asked too. Chunks, longer inputs and the text that it gives are not covered: \
         `illformed run` asks for these.",
        PLACES.len()
    )
}

fn unknown(
    subject: &mut Subject<'_>,
    nearest: &Format,
    (machine, is_exact): (&Machine, bool),
) -> Option<Outcome> {
    let (all, has_more_rows) = rows(machine, &nearest.machine, MOST_ROWS);
    let mut told = Vec::new();
    for row in all {
        // Every row is an answer: it is asked before it is said.
        let example = row.least();
        if is_as(&subject.ask_one(&example)?, row.answers[0]) {
            told.push(identified_row(&row));
        }
    }
    // Where something stands decides: then the shortest word says it.
    if told.is_empty()
        && let Some(word) = known_disagreement(subject, &nearest.machine)
    {
        let accepts = !nearest.machine.accepts(0, &word);
        told.push(IdentifiedRow {
            difference: if accepts { "wrongly accepts" } else { "wrongly refuses" }.to_owned(),
            strings: shown_bytes(&word),
            what: "there and not elsewhere: it depends on the place in the input".to_owned(),
            count: 1,
            example: hex::encode(&word),
        });
    }
    Some(Outcome::Unknown {
        nearest: nearest.name.clone(),
        about: nearest.about.clone(),
        rows: told,
        has_more_rows,
        states: is_exact.then(|| machine.len()),
    })
}

fn identified_row(row: &Row) -> IdentifiedRow {
    IdentifiedRow {
        difference: if row.answers[0] { "wrongly accepts" } else { "wrongly refuses" }.to_owned(),
        strings: row.to_string(),
        what: what(&row.least(), &row.greatest()),
        count: row.strings(),
        example: hex::encode(row.least()),
    }
}

/// What the strings from `least` to `greatest` are: why the last piece of the least is ill-formed, or the characters.
pub(super) fn what(least: &[u8], greatest: &[u8]) -> String {
    if let (Ok(first), Ok(last)) = (str::from_utf8(least), str::from_utf8(greatest)) {
        return match (first.chars().next_back(), last.chars().next_back()) {
            (Some(first), Some(last)) if first == last => format!("U+{:04X}", u32::from(first)),
            (Some(first), Some(last)) => {
                format!("within U+{:04X}..U+{:04X}", u32::from(first), u32::from(last))
            }
            _ => "the empty string".to_owned(),
        };
    }
    match validate(least, Profile::Rfc3629).err().map(|error| error.kind()) {
        Some(ErrorKind::Overlong) => "overlong".to_owned(),
        Some(ErrorKind::Surrogate) => "surrogates".to_owned(),
        Some(ErrorKind::OutOfRange) => "above U+10FFFF".to_owned(),
        Some(ErrorKind::LegacyForm) => "five- and six-byte forms".to_owned(),
        Some(ErrorKind::NeverValid) => "FE and FF".to_owned(),
        Some(ErrorKind::UnexpectedContinuation) => "a continuation byte without a lead".to_owned(),
        Some(ErrorKind::Truncated) => "no continuation byte where one should stand".to_owned(),
        Some(ErrorKind::Incomplete) => "cut at the end".to_owned(),
        Some(ErrorKind::UnsupportedLength) | None => "ill-formed".to_owned(),
    }
}
