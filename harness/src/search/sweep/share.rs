//! A share of the families, asked inside the process of the decoder.

use crate::ask::adapter::process::{Break, Program, Supervision};
use crate::ask::sweep::{SweepExample, SweepLine, SweepOrder, SweptPart, ask_sweep};
use crate::search::sweep::SweptDecoder;
use illformed_judge::judge::{ScreenedFailure, Verdict};
use illformed_vectors::Input;

/// How often an input may end the process before the rest of the share is left.
const MOST_BREAKS: usize = 3;

/// Asks all parts of `order` in processes of `program`, and adds what came of them to `swept`. `asked` hears of numbers of
/// inputs.
pub(super) fn ask_share(
    program: &Program,
    mut order: SweepOrder,
    supervision: &Supervision,
    swept: &mut SweptDecoder,
    asked: &dyn Fn(u64),
) {
    let parts: Vec<_> = order.parts().map(|(sweep, ..)| sweep).collect();
    let mut breaks = 0;
    while let Some(why) = rest_of_share(program, &mut order, supervision, swept, asked) {
        let Some(sweep) = parts.get(order.first).copied() else { return };
        match (traced(program, &order, supervision, &why), &why) {
            // It was slow once, as on a machine that is busy, and is not when each input is looked at.
            (Traced::Passed(part), Break::Late(_)) => swept.add_part(sweep, part),
            (Traced::Broke(part), _) => {
                swept.add_part(sweep, part);
                breaks += 1;
            }
            (Traced::Passed(_), _) => {
                swept.leave(sweep);
                let why = in_words(&why);
                swept.record.stopped =
                    Some(format!("{why} within the sweep {sweep}, and not when its inputs were asked again"));
            }
            (Traced::Unknown, _) => {
                swept.leave(sweep);
                swept.record.stopped = Some(in_words(&why));
            }
        }
        order.first += 1;
        if swept.record.stopped.is_some() || breaks == MOST_BREAKS {
            parts[order.first..].iter().for_each(|sweep| swept.leave(*sweep));
            return;
        }
    }
}

/// Asks what is left of the share; `None` when all is done. The order then says how far it came.
fn rest_of_share(
    program: &Program,
    order: &mut SweepOrder,
    supervision: &Supervision,
    swept: &mut SweptDecoder,
    asked: &dyn Fn(u64),
) -> Option<Break> {
    let order_given = order.clone();
    let mut parts = order_given.parts().skip(order.first);
    ask_sweep(program, &order_given, supervision, &mut |line| {
        if let SweepLine::Part(part) = line
            && let Some((sweep, ..)) = parts.next()
        {
            asked(part.inputs);
            swept.add_part(sweep, part);
            order.first += 1;
        }
    })
    .err()
}

/// What came of a part whose inputs were written one by one before they were asked.
enum Traced {
    Passed(SweptPart),
    Broke(SweptPart),
    /// It could not be asked, or the process broke before the first input.
    Unknown,
}

/// Asks the part at hand again, which broke the process before.
fn traced(program: &Program, order: &SweepOrder, supervision: &Supervision, why: &Break) -> Traced {
    if !matches!(why, Break::Ended(_) | Break::Late(_)) {
        return Traced::Unknown;
    }
    let (mut last, mut passed) = (None, None);
    let order = SweepOrder { is_traced: true, ..order.clone() };
    let ended = ask_sweep(program, &order, supervision, &mut |line| match line {
        SweepLine::Input(input) => last = Some(input),
        SweepLine::Part(part) => passed = Some(part),
        SweepLine::Alive(_) | SweepLine::Done => {}
    });
    let verdict = match ended {
        Ok(()) => return passed.map_or(Traced::Unknown, Traced::Passed),
        Err(Break::Ended(how)) => Verdict::Crashed(how),
        Err(Break::Late(limit)) => Verdict::TimedOut(limit),
        Err(Break::BrokenLine(_) | Break::Gone(_) | Break::Interrupted) => return Traced::Unknown,
    };
    last.map_or(Traced::Unknown, |input| Traced::Broke(broken(input, &verdict)))
}

/// A part within which `input` ended the process, and what is behind it was not asked.
fn broken(input: Input, verdict: &Verdict) -> SweptPart {
    let failure = ScreenedFailure::without_answer(verdict);
    let example = failure.map(|failure| SweepExample { input, previous: None, failure });
    SweptPart { inputs: 1, failing: 1, is_cut: true, examples: example.into_iter().collect() }
}

fn in_words(why: &Break) -> String {
    match why {
        Break::BrokenLine(_) | Break::Gone(_) => format!("the worker {why}"),
        Break::Ended(_) | Break::Late(_) | Break::Interrupted => why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::run_record::SweepRecord;
    use illformed_inputs::Sweep;

    #[test]
    fn an_input_that_ends_the_process_is_counted_as_asked() {
        let mut swept = SweptDecoder::new("a/b".to_owned(), vec![(Sweep::Runs, None)], &[]);
        let input = Input::Bytes(vec![0x80]);
        swept.add_part(Sweep::Runs, broken(input.clone(), &Verdict::Crashed("abort".to_owned())));
        let SweepRecord { inputs, failing, is_whole, .. } = swept.record.sweeps[0];
        assert_eq!((inputs, failing, is_whole), (1, 1, false));
        assert_eq!(swept.failing.into_values().flatten().next().map(|example| example.input), Some(input));
    }
}
