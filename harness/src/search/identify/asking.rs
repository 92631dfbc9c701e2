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

/// Asks the suite over one byte of each class, what tells known formats apart, the suite over all bytes, the first one at places
/// behind ASCII, and the inputs of a run; no more once `is_wrong`. `suite` has the words over some letters. `None` when nothing
/// more can be asked.
pub(super) fn ask_in_steps(
    subject: &mut Subject<'_>,
    classes: &[u8],
    suite: &dyn Fn(&[u8]) -> BTreeSet<Vec<u8>>,
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
    let written = |scalar: char| scalar.to_string().into_bytes();
    let cannot = subject.claim.cannot.clone();
    let room = subject.claim.max_bytes.unwrap_or(usize::MAX);
    let scalars =
        ('\0'..=char::MAX).map(written).filter(|word| !word.iter().any(|byte| cannot.contains(byte)));
    let (accepted, refused): (Vec<_>, Vec<_>) = scalars.partition(|word| accepts(word));
    // A format without most of them refuses each for its lead.
    let every = refused.len().div_ceil(MOST_REFUSED).max(1);
    subject.ask(refused.into_iter().step_by(every))?;
    let packed = PACKED.min(room / 4).max(1);
    let words: Vec<Vec<u8>> = accepted.chunks(packed).map(<[Vec<u8>]>::concat).collect();
    subject.ask(words.iter().cloned())?;
    let seen: Vec<bool> =
        words.iter().map(|word| subject.seen(word).is_none_or(|seen| is_right(word, seen))).collect();
    let one_by_one = accepted.chunks(packed).zip(seen).filter(|(_, is_right)| !is_right);
    let one_by_one: Vec<Vec<u8>> = one_by_one.flat_map(|(scalars, _)| scalars.to_vec()).collect();
    let every = one_by_one.len().div_ceil(MOST_REFUSED).max(1);
    subject.ask(one_by_one.into_iter().step_by(every))
}
