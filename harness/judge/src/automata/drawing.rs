//! An automaton as a picture: bytes on the arrows, what another automaton does otherwise in red.

use crate::automata::layout::{Arrow, Layout};
use crate::automata::{Machine, ranges_text};
use crate::shown::shown_bytes;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The automaton in the language of Graphviz, what differs from `expected` in red. A state whose answer is `None` is not drawn, and
/// those from which bytes lead there are marked `?`.
pub fn dot(machine: &Machine<Option<bool>>, expected: &Machine) -> String {
    let layout = Layout::of(machine, expected);
    let mut text = "digraph decoder {\n  rankdir=LR;\n  node [shape=circle, label=\"\"];\n".to_owned();
    for state in layout.places.keys() {
        let shape = if *machine.answer(*state) == Some(true) { "doublecircle" } else { "circle" };
        let label = layout.mark(*state).map_or_else(String::new, |mark| format!(", label=\"{mark}\""));
        let _ = writeln!(text, "  s{state} [shape={shape}{label}];");
    }
    for Arrow { from, to, bytes, is_other, .. } in &layout.arrows {
        let colour = if *is_other { ", color=red, fontcolor=red" } else { "" };
        let _ = writeln!(text, "  s{from} -> s{to} [label=\"{}\"{colour}];", ranges_text(bytes));
    }
    text + "}\n"
}

/// The style of a picture that stands alone.
pub const SVG_STYLE: &str = "<style>.b{fill:#fff}.a{fill:none;stroke:#666}.h{fill:#666}.t{fill:#333;stroke:#fff}\
    .s{fill:#fff;stroke:#333}.m{fill:#333}.a.r{stroke:#c00}.h.r,.t.r{fill:#c00}\
    @media(prefers-color-scheme:dark){.b,.s{fill:#16181a}.a{stroke:#aaa}.h{fill:#aaa}.t{fill:#ddd;stroke:#16181a}\
    .s{stroke:#ddd}.m{fill:#ddd}.a.r{stroke:#f66}.h.r,.t.r{fill:#f66}}</style>";

/// The distance of columns and of half rows, the space around, and the radius of a state, in pixels.
const COLUMN: usize = 170;
const HALF_ROW: usize = 24;
const MARGIN: usize = 56;
const RADIUS: usize = 14;

/// How far below the states the first way back is, and each below the one before.
const WAY_BACK: usize = 26;

/// How far apart arrows between the same states are.
const BESIDE: usize = 26;

/// More ranges than these are not on an arrow, but in its title.
const MOST_RANGES: usize = 3;

/// More differences than these are not in the text that stands for the picture.
const MOST_DIFFERENCES: usize = 8;

/// The automaton as a picture, what differs from `expected` in red. It begins at the left, and may end where a state has two
/// rings; a byte that is on no arrow leads to the error, marked `×` where it is drawn. A state whose answer is `None` is not drawn,
/// and those from which bytes lead there are marked `?`.
///
/// `style` is [`SVG_STYLE`] for a picture that stands alone. Within a page it is the page that has a style for the
/// classes: `b` the background, `a` arrows, `h` their heads, `t` their bytes, each with `r` where they differ, `s` states, `m`
/// marks.
pub fn svg(machine: &Machine<Option<bool>>, expected: &Machine, style: &str) -> String {
    let layout = Layout::of(machine, expected);
    let columns = layout.places.values().map(|(column, _)| column + 1).max().unwrap_or(1);
    let at = |column: usize, height: usize| (MARGIN + column * COLUMN, layout.top() + height * HALF_ROW);
    let centre = |state: &usize| {
        let (column, height) = layout.places[state];
        at(column, height)
    };
    let leads_back = |arrow: &Arrow| arrow.from != arrow.to && centre(&arrow.to).0 <= centre(&arrow.from).0;
    let bottom = layout.top() + layout.height.saturating_sub(2) * HALF_ROW + RADIUS;
    let back = layout.arrows.iter().filter(|arrow| leads_back(arrow)).count();
    let (width, height) = ((columns - 1) * COLUMN + 2 * MARGIN, bottom + back * WAY_BACK + WAY_BACK);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" \
         font-family=\"ui-monospace, monospace\" font-size=\"11\" text-anchor=\"middle\">\n\
         {style}<rect class=\"b\" width=\"{width}\" height=\"{height}\"/>\n",
        layout.in_words()
    );
    let (mut ways_back, mut labels) = (0, String::new());
    // What bytes may not cover: states, and other bytes.
    let states = layout.places.keys().map(centre);
    let mut taken: Vec<(usize, usize, usize, usize)> =
        states.map(|(x, y)| (x, y + 4, RADIUS, RADIUS)).collect();
    let mut at_once: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for arrow in &layout.arrows {
        let ((x1, y1), (x2, y2)) = (centre(&arrow.from), centre(&arrow.to));
        let number = at_once.entry((arrow.from, arrow.to)).or_default();
        // Arrows between the same two states part in the middle, if they pass none.
        let beside = if arrow.passes.is_empty() { BESIDE * *number } else { 0 };
        *number += 1;
        let (out, into) = (x1 + RADIUS, x2.saturating_sub(RADIUS));
        let label = shortened(&arrow.bytes);
        let half = label.len() * 7 / 2;
        // The places where the bytes may stand, the best first.
        let (path, head, places) = if arrow.from == arrow.to {
            let (left, right, top) = (x1 - 7, x1 + 7, y1 - RADIUS + 2);
            let [wide_left, wide_right, high] = [left - 14, right + 14, y1.saturating_sub(40 + beside)];
            (
                format!("M{left} {top}C{wide_left} {high} {wide_right} {high} {right} {top}"),
                format!("M{right} {top}l-1 -9l7 4z"),
                vec![
                    (x1, y1.saturating_sub(36 + beside * 3 / 4)),
                    (x1 + 12 + half, y1.saturating_sub(20 + beside / 2)),
                ],
            )
        } else if leads_back(arrow) {
            ways_back += 1;
            let below = bottom + WAY_BACK * ways_back;
            let (right, left) = (out + 36, into.saturating_sub(36));
            (
                format!(
                    "M{out} {y1}C{right} {y1} {right} {below} {x1} {below}H{x2}C{left} {below} {left} {y2} {into} {y2}"
                ),
                format!("M{into} {y2}l-8 -4v8z"),
                vec![(usize::midpoint(x1, x2), below + 4)],
            )
        } else {
            let first = layout.places[&arrow.from].0 + 1;
            let passes = arrow.passes.iter().enumerate().map(|(number, height)| at(first + number, *height));
            let stops: Vec<(usize, usize)> = passes.chain([(into, y2)]).collect();
            let mut path = format!("M{out} {y1}");
            let mut before = (out, y1);
            for (x, y) in &stops {
                let middle = usize::midpoint(before.0, *x);
                let _ = write!(path, "C{middle} {} {middle} {} {x} {y}", before.1 + beside, y + beside);
                before = (*x, *y);
            }
            let on_way = |part: &usize| {
                let (x, y) = on_curve((out, y1), stops[0], *part);
                (x, y + 3 * beside * part * (10 - part) / 100 + 4)
            };
            (path, format!("M{into} {y2}l-8 -4v8z"), [5, 4, 6, 3, 7].iter().map(on_way).collect())
        };
        let red = if arrow.is_other { " r" } else { "" };
        let _ = writeln!(text, "<path class=\"a{red}\" d=\"{path}\"/><path class=\"h{red}\" d=\"{head}\"/>");
        let is_free = |(x, y): &&(usize, usize)| {
            let covers = |(other_x, other_y, width, height): &(usize, usize, usize, usize)| {
                x.abs_diff(*other_x) < half + width && y.abs_diff(*other_y) < 6 + height
            };
            !taken.iter().any(covers)
        };
        let (x, y) = *places.iter().find(is_free).unwrap_or(&places[0]);
        taken.push((x, y, half, 6));
        let _ = writeln!(
            labels,
            "<text class=\"t{red}\" x=\"{x}\" y=\"{y}\" paint-order=\"stroke\" stroke-width=\"5\">\
             {label}<title>{}</title></text>",
            ranges_text(&arrow.bytes)
        );
    }
    // Bytes stand over all arrows.
    text += &labels;
    for state in layout.places.keys() {
        let (x, y) = centre(state);
        let _ = writeln!(text, "<circle class=\"s\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>");
        if *machine.answer(*state) == Some(true) {
            let _ = writeln!(text, "<circle class=\"s\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", RADIUS - 4);
        }
        if let Some(mark) = layout.mark(*state) {
            let _ =
                writeln!(text, "<text class=\"m\" x=\"{x}\" y=\"{}\" font-size=\"16\">{mark}</text>", y + 5);
        }
    }
    text + "</svg>\n"
}

impl Layout {
    /// Where the first half row stands. Arrows that lead from a state to itself stand above one another.
    fn top(&self) -> usize {
        let loops =
            |state: &usize| self.arrows.iter().filter(|arrow| [arrow.from, arrow.to] == [*state; 2]).count();
        MARGIN + self.places.keys().map(loops).max().unwrap_or(0).saturating_sub(1) * BESIDE
    }

    /// What stands in a state.
    fn mark(&self, state: usize) -> Option<char> {
        if self.error == Some(state) {
            return Some('×');
        }
        self.unknown.contains(&state).then_some('?')
    }

    /// What the picture shows, for those who do not see it.
    fn in_words(&self) -> String {
        let differences: Vec<String> = self
            .arrows
            .iter()
            .filter(|arrow| arrow.is_other)
            .map(|arrow| {
                let bytes = ranges_text(&arrow.bytes);
                let does = if self.error == Some(arrow.to) { "refused" } else { "leading elsewhere" };
                match &*self.accesses[arrow.from] {
                    [] => format!("at the start {bytes} {does}"),
                    access => format!("after {} {bytes} {does}", shown_bytes(access)),
                }
            })
            .collect();
        let states = match self.places.len() {
            1 => "1 state".to_owned(),
            count => format!("{count} states"),
        };
        if differences.is_empty() {
            return format!("Automaton of {states} without a difference.");
        }
        let more = differences.len().saturating_sub(MOST_DIFFERENCES);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        let shown = &differences[..differences.len().min(MOST_DIFFERENCES)];
        format!("Automaton of {states}. Different: {}{more}.", shown.join("; "))
    }
}

/// Where so many tenths of the way are done from one place to another, on the curve that leaves and arrives level.
fn on_curve((x1, y1): (usize, usize), (x2, y2): (usize, usize), done: usize) -> (usize, usize) {
    let left = 10 - done;
    let ends = [left.pow(3), 3 * left * left * done, 3 * left * done * done, done.pow(3)];
    let between = |values: [usize; 4]| {
        values.iter().zip(ends).map(|(value, share)| value * share).sum::<usize>() / 1_000
    };
    let middle = usize::midpoint(x1, x2);
    (between([x1, middle, middle, x2]), between([y1, y1, y2, y2]))
}

/// The bytes of an arrow; of many ranges the first ones, and how many there are more.
fn shortened(bytes: &[u8]) -> String {
    let text = ranges_text(bytes);
    let ranges: Vec<&str> = text.split(' ').collect();
    if ranges.len() <= MOST_RANGES {
        return text;
    }
    let shown = MOST_RANGES - 1;
    format!("{} +{}", ranges[..shown].join(" "), ranges.len() - shown)
}
