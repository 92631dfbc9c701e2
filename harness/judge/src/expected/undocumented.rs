//! What is known of a text although the decoder does not document how it replaces errors: the characters around the
//! errors must be in it, each error must leave a trace, and no error may come out as what its bytes encode.

use crate::claim::{Claim, OutputKind};
use crate::expected::lax::{loose_sequence, texts_of};
use crate::expected::segment::{as_shown, is_stripped};
use crate::expected::{SegmentEvents, answer};
use crate::named_enum;
use crate::observation::Text;
use illformed_codec::{Event, Policy, Profile};
use std::collections::BTreeSet;
use std::ops::Range;

/// The product of observed units and parts, and the elements of a run, beyond which nothing is looked for that was
/// accepted: that takes the square.
const MOST_STEPS: usize = 1 << 18;
const MOST_ELEMENTS: usize = 64;

/// How many places at which an element may end are looked at in all, from each beginning of its run anew, before nothing more
/// is looked for. The product above does not bound them: a run may begin at each unit.
const MOST_PLACES: usize = 1 << 21;

/// A segment with errors whose replacement is not documented.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Undocumented {
    /// The segment's parts, in order.
    pub(crate) parts: Vec<Part>,
    /// The texts by which the decoder replaces errors that encode nothing, as far as they are known.
    pub(crate) replacements: Replacements,
    /// The decoder documents that errors leave no trace.
    pub(crate) may_drop: bool,
}

/// A part of a segment. Units are those of the decoder's form of text: bytes, UTF-16 code units, or code points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// Well-formed input, as the units that it has.
    Known(Vec<u32>),
    /// Ill-formed bytes with no well-formed ones between them.
    Run(Vec<Element>),
}

/// What a part of a run of errors encodes, read by its lead byte alone: by default nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Element {
    /// Of a whole sequence, overlong or out of range or a surrogate, its offset in the segment.
    pub(crate) at: Option<usize>,
    /// The texts that a decoder that accepts it gives.
    texts: Vec<Vec<u32>>,
}

/// Texts by which a decoder replaces errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacements(Vec<Vec<u32>>);

impl Default for Replacements {
    /// What decoders usually put in the place of an error: U+FFFD, a question mark, SUB.
    fn default() -> Self {
        let replacement_in_utf8 = vec![0xEF, 0xBF, 0xBD];
        Self(vec![vec![0xFFFD], replacement_in_utf8, vec![0x3F], vec![0x1A]])
    }
}

named_enum! {
    /// A wrong answer.
    pub enum Failure {
        /// Ill-formed bytes were taken for well-formed.
        AcceptsIllFormed = "accepts-ill-formed",
        /// Well-formed bytes were taken for ill-formed.
        RefusesWellFormed = "refuses-well-formed",
        /// Ill-formed bytes leave no trace in the text, although the decoder does not claim to drop them.
        DropsIllFormed = "drops-ill-formed",
        /// The text is not the one the bytes have.
        WrongText = "wrong-text",
    }
}

impl Replacements {
    /// Whether one of the texts, in that form, has that unit.
    pub(crate) fn has(&self, unit: u32, out: OutputKind) -> bool {
        let is_in_form = |text: &&Vec<u32>| text.len() == 1 || out == OutputKind::Utf8;
        self.0.iter().filter(is_in_form).any(|text| text.contains(&unit))
    }

    /// The same for a text in code points.
    pub(crate) fn in_code_points(&self) -> Self {
        let text = |text: &Vec<u32>| {
            let bytes = text.iter().map(|unit| u8::try_from(*unit)).collect::<Result<_, _>>();
            let text = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok())?;
            Some(text.chars().map(u32::from).collect())
        };
        let mut all = self.0.clone();
        all.extend(self.0.iter().filter(|units| units.len() > 1).filter_map(text));
        Self(all)
    }

    /// Remembers the replacement of an error that encodes nothing, between `before` and `after`.
    pub fn learn(&mut self, text: &Text, before: u32, after: u32) {
        let Some(units) = text.units() else { return };
        if let [first, between @ .., last] = units.as_slice()
            && (*first, *last) == (before, after)
            && !between.is_empty()
            && !self.0.iter().any(|known| known == between)
        {
            self.0.push(between.to_vec());
        }
    }

    /// Where one of the texts that starts at `from` ends.
    fn ends<'a>(&'a self, observed: &'a [u32], from: usize) -> impl Iterator<Item = usize> + 'a {
        self.0
            .iter()
            .filter(move |text| observed[from..].starts_with(text))
            .map(move |text| from + text.len())
    }
}

impl Undocumented {
    /// The parts of `segment` for a decoder with `claim`, whether or not its policy says what is expected; `None` if nothing in
    /// it is replaced, or if the decoder's text cannot be divided.
    pub(crate) fn of(segment: &SegmentEvents, profile: Profile, claim: &Claim) -> Option<Self> {
        let documented = claim.policy().filter(|policy| *policy != Policy::Fatal);
        let is_error = |event: &Event| as_shown(*event, claim).error_kind().is_some();
        let mut parts = Vec::new();
        for stretch in segment.events.chunk_by(|one, next| is_error(one) == is_error(next)) {
            if is_error(&stretch[0]) {
                parts.push(Part::Run(run(stretch, &segment.bytes, claim.out(), documented)));
                continue;
            }
            let shown = stretch.iter().filter(|event| !is_stripped(**event, claim));
            let codes: Vec<u32> = shown.filter_map(Event::value).collect();
            if !codes.is_empty() {
                parts.push(Part::Known(answer::text(&codes, profile, claim.out())?.units()?));
            }
        }
        let has_errors = parts.iter().any(|part| matches!(part, Part::Run(_)));
        let has_units = !matches!(claim.out(), OutputKind::None | OutputKind::Count);
        (has_errors && has_units).then(|| Self {
            parts,
            replacements: Replacements::default(),
            may_drop: documented == Some(Policy::Drop),
        })
    }

    /// What is wrong with the units `observed`, whatever the replacement policy is.
    ///
    /// A text is at fault only if no way to divide it among the parts is innocent.
    pub(crate) fn fault(&self, observed: &[u32]) -> Option<Failure> {
        if !self.leaves(observed, 0) {
            return Some(Failure::WrongText);
        }
        if self.may_drop {
            return None;
        }
        if !self.leaves(observed, 1) {
            return Some(Failure::DropsIllFormed);
        }
        let is_examined = observed.len().saturating_mul(self.parts.len()) <= MOST_STEPS;
        (is_examined && !self.is_innocent(observed)).then_some(Failure::AcceptsIllFormed)
    }

    /// Whether `observed` is the known parts in order, with at least so many units for each run between them. To take each
    /// known part as early as possible leaves most to the others.
    fn leaves(&self, observed: &[u32], shortest: usize) -> bool {
        let mut at = 0;
        let mut is_after_run = false;
        for (number, part) in self.parts.iter().enumerate() {
            let Part::Known(units) = part else {
                at += shortest;
                is_after_run = true;
                continue;
            };
            let latest = observed.len().checked_sub(units.len());
            let Some(latest) = latest.filter(|latest| at <= *latest) else { return false };
            let mut starts = match (is_after_run, number + 1 == self.parts.len()) {
                (false, _) => at..=at,
                (true, true) => latest..=latest,
                (true, false) => at..=latest,
            };
            let Some(start) = starts.find(|start| observed[*start..].starts_with(units)) else {
                return false;
            };
            (at, is_after_run) = (start + units.len(), false);
        }
        at == observed.len() || is_after_run && at < observed.len()
    }

    /// Whether there is a way to divide `observed` among the parts in which no run comes out as what it encodes.
    fn is_innocent(&self, observed: &[u32]) -> bool {
        let mut reached = vec![false; observed.len() + 1];
        reached[0] = true;
        let mut places = MOST_PLACES;
        for part in &self.parts {
            reached = match part {
                Part::Known(units) => after_known(&reached, units, observed),
                Part::Run(run) => self.after_run(&reached, run, observed, &mut places),
            };
        }
        reached[observed.len()]
    }

    /// Where the text of a run may end that begins at one of the offsets that are `reached`. No more `places` are looked at.
    fn after_run(
        &self,
        reached: &[bool],
        run: &[Element],
        observed: &[u32],
        places: &mut usize,
    ) -> Vec<bool> {
        // For each offset, from how many beginnings something was accepted up to there.
        let mut accepting = vec![0_usize; reached.len()];
        if run.len() <= MOST_ELEMENTS && self.may_be_accepted(run, observed) {
            for (from, _) in reached.iter().enumerate().filter(|(_, reached)| **reached) {
                for end in self.accepted_ends(run, observed, from, places) {
                    accepting[end] += 1;
                }
            }
        }
        let mut beginnings = 0;
        let mut ends = Vec::with_capacity(reached.len());
        for (accepting, is_reached) in accepting.into_iter().zip(reached) {
            ends.push(beginnings > accepting);
            beginnings += usize::from(*is_reached);
        }
        ends
    }

    /// Whether a text that shows that an element of `run` was accepted is anywhere in `observed`.
    fn may_be_accepted(&self, run: &[Element], observed: &[u32]) -> bool {
        let mut telling = run.iter().flat_map(|element| self.telling(element));
        telling.any(|text| observed.windows(text.len()).any(|units| units == text))
    }

    /// The texts that show that `element` was accepted: they replace nothing.
    fn telling<'a>(&'a self, element: &'a Element) -> impl Iterator<Item = &'a Vec<u32>> {
        element.texts.iter().filter(|text| !self.replacements.0.contains(text))
    }

    /// Where a text of `run` that begins at `from` may end in which something is accepted: each element is what it
    /// encodes or any number of replacements, and at least one is what it encodes. None once all `places` are used up.
    fn accepted_ends(
        &self,
        run: &[Element],
        observed: &[u32],
        from: usize,
        places: &mut usize,
    ) -> Vec<usize> {
        // Offsets, each with whether something was accepted on the way. An element may leave no trace beside another.
        let mut reached = BTreeSet::from([(from, false)]);
        for element in run {
            if *places == 0 {
                return Vec::new();
            }
            let mut next = reached.clone();
            for (at, _) in &reached {
                let accepted = self.telling(element).filter(|text| observed[*at..].starts_with(text));
                next.extend(accepted.map(|text| (at + text.len(), true)));
            }
            // Replacements may follow one another.
            let mut open: Vec<(usize, bool)> = next.iter().copied().collect();
            while let Some((at, accepts)) = open.pop() {
                let ends = self.replacements.ends(observed, at).map(|end| (end, accepts));
                open.extend(ends.filter(|end| next.insert(*end)));
            }
            reached = next;
            *places = places.saturating_sub(reached.len());
        }
        reached.into_iter().filter(|(_, accepts)| *accepts).map(|(at, _)| at).collect()
    }
}

/// Where `units` end that begin at one of the offsets that are `reached`.
fn after_known(reached: &[bool], units: &[u32], observed: &[u32]) -> Vec<bool> {
    let mut ends = vec![false; reached.len()];
    for (at, _) in reached.iter().enumerate().filter(|(_, reached)| **reached) {
        if observed[at..].starts_with(units) {
            ends[at + units.len()] = true;
        }
    }
    ends
}

/// What the `errors`, which follow one another, encode. A character that the decoder documents to refuse encodes nothing.
fn run(errors: &[Event], bytes: &[u8], out: OutputKind, documented: Option<Policy>) -> Vec<Element> {
    let is_ill_formed = |event: &Event| event.error_kind().is_some();
    let stretches = errors.chunk_by(|one, next| is_ill_formed(one) && is_ill_formed(next));
    let of_stretch = |stretch: &[Event]| match stretch {
        [first, ..] if is_ill_formed(first) => {
            elements(bytes, first.at()..stretch[stretch.len() - 1].end(), out, documented)
        }
        _ => vec![Element::default()],
    };
    stretches.flat_map(of_stretch).collect()
}

/// What ill-formed bytes encode if a lead byte and as many continuation bytes as it announces are read as a number. Where a
/// documented policy replaces an ASCII byte by its own character, that is no sign that the byte was accepted.
fn elements(bytes: &[u8], range: Range<usize>, out: OutputKind, documented: Option<Policy>) -> Vec<Element> {
    let bytes = &bytes[..range.end];
    let mut elements = Vec::new();
    let keeps_ascii = matches!(documented, Some(Policy::Latin1 | Policy::Cp1252));
    let mut at = range.start;
    while at < bytes.len() {
        let sequence = loose_sequence(&bytes[at..]).filter(|(_, read)| !keeps_ascii || read.len() > 1);
        let Some((value, read)) = sequence else {
            // A byte that encodes nothing is not UTF-8 when it is copied. A decoder with a documented policy is held to that.
            if documented.is_none() && out == OutputKind::Utf8 {
                elements.push(Element { at: Some(at), texts: vec![vec![u32::from(bytes[at])]] });
            } else if elements.last() != Some(&Element::default()) {
                elements.push(Element::default());
            }
            at += 1;
            continue;
        };
        let start = at;
        at += read.len();
        let mut texts = texts_of(value, read, out);
        // A leading surrogate and a trailing one may come out as one character; then the second leaves nothing.
        let next = loose_sequence(&bytes[at..]).map(|(next, _)| next);
        if let (0xD800..=0xDBFF, Some(next @ 0xDC00..=0xDFFF)) = (value, next) {
            let pair = 0x1_0000 + ((value - 0xD800) << 10) + (next - 0xDC00);
            texts.extend(texts_of(pair, &[], out));
        }
        elements.push(Element { at: Some(start), texts });
    }
    elements
}
