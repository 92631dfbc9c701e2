//! What two decoders make of the same inputs, in the terminal.

use crate::record::comparison::{ComparedSide, DecoderComparison, DifferenceKind, DifferingInput};
use crate::tell::report::Style;
use crate::tell::report::words::{WIDTH, counted, either, fitted, hanging};
use illformed_judge::shown::{escape_controls, fit, shown_input};
use std::fmt::Write;

const MOST_INPUTS: usize = 3;

/// Which two are compared, how many inputs they treat alike, and the shortest inputs of each way in which they differ; of
/// each all with `shows_all`.
pub fn comparison(comparison: &DecoderComparison, shows_all: bool, style: Style) -> String {
    let mut text = String::new();
    for ComparedSide { name, implementation, version, claim, .. } in &comparison.decoders {
        let name = escape_controls(name);
        let about = format!("{implementation} {version}, claims {} {}", claim.kind, claim.profile_name());
        let about = fitted(&about, WIDTH.saturating_sub(name.chars().count() + 2));
        let _ = writeln!(text, "{}  {about}", style.strong(&fit(&name, WIDTH)));
    }
    text.push('\n');
    for of_kind in comparison.groups.chunk_by(|one, next| one.difference_kind == next.difference_kind) {
        let difference_kind = of_kind[0].difference_kind;
        let count = of_kind.iter().map(|group| group.inputs.len()).sum();
        let title = title(comparison, difference_kind, count);
        let _ = writeln!(text, "{}", style.strong(&fit(&escape_controls(&title), WIDTH)));
        for group in of_kind {
            let head = style.doubtful(&format!("{:<40}", group.why));
            let _ = writeln!(text, "  {head} {}", counted(group.inputs.len(), "input"));
            let most = if shows_all { usize::MAX } else { MOST_INPUTS };
            text.extend(group.inputs.iter().take(most).map(|one| of_input(difference_kind, one, style)));
        }
    }
    let alike = comparison.compared - comparison.differing;
    let mut sum =
        format!("Compared: {}, {} alike", counted(comparison.compared, "input"), either(alike, "is", "are"));
    if comparison.differing > 0 {
        let _ = write!(sum, ", {}", either(comparison.differing, "differs", "differ"));
    }
    if comparison.asked_of_one > 0 {
        let one = counted(comparison.asked_of_one, "input");
        let _ = write!(sum, "; {one} only one of the two can be asked");
    }
    for side in &comparison.decoders {
        if side.declined > 0 {
            let _ = write!(sum, "; {} declined by {}", counted(side.declined, "input"), side.name);
        }
        if let Some(why) = &side.why_not_asked {
            let _ = write!(sum, "; {} was not asked {}: {why}", side.name, counted(side.not_asked, "input"));
        }
    }
    text.push_str(&hanging("", 0, &escape_controls(&(sum + ".")), WIDTH));
    for side in &comparison.decoders {
        for (applies, words) in [
            (side.is_without_text, "gives no text: only whether it accepts is compared"),
            (side.is_unstable, "answers differently from time to time: run it again"),
        ] {
            if applies {
                let _ = writeln!(text, "{}", fitted(&format!("{} {words}.", side.name), WIDTH));
            }
        }
    }
    text
}

fn title(comparison: &DecoderComparison, difference_kind: DifferenceKind, count: usize) -> String {
    let inputs = counted(count, "input");
    let [first, second] = comparison.decoders.each_ref().map(|side| side.name.as_str());
    match difference_kind {
        DifferenceKind::FirstAccepts => format!("{first} accepts {inputs} that {second} refuses:"),
        DifferenceKind::SecondAccepts => format!("{second} accepts {inputs} that {first} refuses:"),
        DifferenceKind::OtherText => format!("both accept {inputs} as other text:"),
        DifferenceKind::NoAnswer => format!("one gives no answer to {inputs}:"),
    }
}

/// An input, and the answers that differ: of one that refuses nothing is said.
fn of_input(difference_kind: DifferenceKind, one: &DifferingInput, style: Style) -> String {
    let [first, second] = &one.answers;
    let answers = match difference_kind {
        DifferenceKind::FirstAccepts => first.clone(),
        DifferenceKind::SecondAccepts => second.clone(),
        DifferenceKind::OtherText | DifferenceKind::NoAnswer => format!("{first}; {second}"),
    };
    let input = fit(&shown_input(&one.input), 34);
    let mut text = format!("    {input}: {}\n", fitted(&answers, WIDTH - 6 - input.chars().count()));
    if let Some(made) = one.made.iter().flatten().next() {
        let words = format!("the text has `{made}`, which is not in the input");
        let _ = writeln!(text, "      {}", style.bad(&words));
    }
    text
}
