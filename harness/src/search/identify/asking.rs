//! What is asked of any decoder that is identified: words in steps, the dear ones last.

use crate::search::identify::subject::{Seen, Subject};
use illformed_judge::automata::family;
use illformed_judge::case::{Case, Plan};
use illformed_judge::complete::default_suite;
use illformed_vectors::Input;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The letters of a suite for decoders that may treat each byte in a way of its own.
static ALL_BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| (0..=u8::MAX).collect());

/// How many scalar values stand in one word: a decoder that accepts it accepts each.
const PACKED: usize = 64;

/// The most scalar values that are asked of those that should be refused.
const MOST_REFUSED: usize = 16_384;

/// Where the words of a suite are put too, behind ASCII: at the ends of the blocks that fast decoders read.
pub(super) const PLACES: [usize; 6] = [7, 15, 16, 31, 63, 64];

/// The inputs of all cases of a run that are bytes: what some decoder once failed at, at places in the input too.
static CASES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let bytes = |case: &Case<'_>| match case.input() {
        Input::Bytes(bytes) => Some(bytes.clone()),
        Input::Calls(_) => None,
    };
    let plan = Plan::everything(default_suite());
    let mut inputs: Vec<Vec<u8>> = plan.cases.iter().filter_map(bytes).collect();
    inputs.sort();
    inputs.dedup();
    inputs
});

/// The words of a suite over some letters.
pub(super) type SuiteFn<'a> = dyn Fn(&[u8]) -> BTreeSet<Vec<u8>> + 'a;

/// Asks the suite over one byte of each class, what tells known formats apart, the suite over all bytes, the first one at places
/// behind ASCII, and the inputs of a run; no more once `is_wrong`. `None` when nothing more can be asked.
pub(super) fn ask_in_steps(
    subject: &mut Subject<'_>,
    classes: &[u8],
    suite: &SuiteFn<'_>,
    is_wrong: &dyn Fn(&Subject<'_>) -> bool,
) -> Option<()> {
    subject.ask(suite(classes))?;
    let later: [&dyn Fn() -> Vec<Vec<u8>>; 4] = [
        &|| family().to_vec(),
        &|| suite(&ALL_BYTES).into_iter().collect(),
        &|| placed(&suite(classes)),
        &|| CASES.clone(),
    ];
    later.into_iter().try_for_each(|words| if is_wrong(subject) { Some(()) } else { subject.ask(words()) })
}

/// Whether `subject` answered all words of the suite over all bytes.
pub(super) fn is_asked_whole(subject: &Subject<'_>, suite: &SuiteFn<'_>) -> bool {
    suite(&ALL_BYTES).iter().all(|word| subject.seen(word).is_some_and(|seen| *seen != Seen::Unasked))
}

/// The words behind so much ASCII, with and without ASCII behind them.
fn placed(words: &BTreeSet<Vec<u8>>) -> Vec<Vec<u8>> {
    let at = |place: usize| {
        let words = words.iter();
        words.flat_map(move |word| {
            [0, 16].map(|tail| [&vec![b'A'; place], word.as_slice(), &vec![b'A'; tail]].concat())
        })
    };
    PLACES.into_iter().flat_map(at).collect()
}

/// Asks the scalar values: those that are expected to be accepted many at a time, and each by itself where the word is not answered as
/// it should be; of the others at most [`MOST_REFUSED`], each by itself.
pub(super) fn ask_scalars(
    subject: &mut Subject<'_>,
    accepts: &dyn Fn(&[u8]) -> bool,
    is_right: &dyn Fn(&[u8], &Seen) -> bool,
) -> Option<()> {
    let can_be_given = |scalar: &char| {
        !scalar.encode_utf8(&mut [0; 4]).bytes().any(|byte| subject.claim.cannot.contains(&byte))
    };
    let (accepted, refused): (Vec<char>, Vec<char>) = ('\0'..=char::MAX)
        .filter(can_be_given)
        .partition(|scalar| accepts(scalar.encode_utf8(&mut [0; 4]).as_bytes()));
    let room = subject.claim.max_bytes.unwrap_or(usize::MAX);
    // A format without most of them refuses each for its lead.
    let every = refused.len().div_ceil(MOST_REFUSED).max(1);
    subject.ask(refused.iter().step_by(every).map(|scalar| written([scalar])))?;
    let packed = accepted.chunks(PACKED.min(room / 4).max(1));
    subject.ask(packed.clone().map(written))?;
    let is_wrong = |scalars: &&[char]| {
        let word = written(*scalars);
        subject.seen(&word).is_some_and(|seen| !is_right(&word, seen))
    };
    let one_by_one = packed.filter(is_wrong).flatten().collect::<Vec<_>>();
    let every = one_by_one.len().div_ceil(MOST_REFUSED).max(1);
    subject.ask(one_by_one.into_iter().step_by(every).map(|scalar| written([scalar])))
}

fn written<'a>(scalars: impl IntoIterator<Item = &'a char>) -> Vec<u8> {
    scalars.into_iter().collect::<String>().into_bytes()
}
