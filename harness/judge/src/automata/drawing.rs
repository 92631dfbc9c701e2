//! An automaton as a picture: bytes on the arrows, what another automaton does otherwise in red.

use crate::automata::{Machine, ranges_text};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What there is to draw: the start, then states in columns by how many bytes a string still needs there, the most first; and
/// arrows with the bytes on them. The state from which nothing is ever accepted is left out, as the place where all other
/// bytes lead.
struct Layout {
    /// For each state that is drawn its column and its row in that column.
    places: BTreeMap<usize, (usize, usize)>,
    arrows: Vec<Arrow>,
}

struct Arrow {
    from: usize,
    to: usize,
    label: String,
    /// Whether the other automaton does not take it.
    is_other: bool,
}

impl Layout {
    fn of(machine: &Machine, expected: &Machine) -> Self {
        let accesses = machine.accesses();
        let needed = needed(machine);
        let most = needed.iter().flatten().copied().max().unwrap_or(0);
        let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
        let mut places = BTreeMap::new();
        for state in (0..machine.len()).filter(|state| !machine.is_error(*state)) {
            let column = if state == 0 { 0 } else { 1 + most - needed[state].unwrap_or(0) };
            let row = rows.entry(column).or_default();
            places.insert(state, (column, *row));
            *row += 1;
        }
        // Which state of the other automaton goes with each: that to which the same access leads.
        let others: Vec<usize> = accesses.iter().map(|access| expected.walk(0, access)).collect();
        let mut arrows = Vec::new();
        for from in places.keys() {
            let mut leads: BTreeMap<(usize, bool), Vec<u8>> = BTreeMap::new();
            for byte in 0..=u8::MAX {
                let to = machine.step(*from, byte);
                let expected_to = expected.step(others[*from], byte);
                let is_other = others[to] != expected_to
                    || machine.is_accepting(to) != expected.is_accepting(expected_to);
                leads.entry((to, is_other)).or_default().push(byte);
            }
            let drawn = leads.into_iter().filter(|((to, is_other), _)| places.contains_key(to) || *is_other);
            arrows.extend(drawn.map(|((to, is_other), bytes)| Arrow {
                from: *from,
                to,
                label: ranges_text(&bytes),
                is_other,
            }));
        }
        // What is refused where it should not be leads to the error, which is then drawn.
        if let Some(error) = arrows.iter().map(|arrow| arrow.to).find(|to| !places.contains_key(to)) {
            let column = places.values().map(|(column, _)| *column).max().unwrap_or(0) + 1;
            places.insert(error, (column, 0));
        }
        Self { places, arrows }
    }
}

/// How many bytes a string needs from each state until it may end; `None` where it never may.
fn needed(machine: &Machine) -> Vec<Option<usize>> {
    let mut needed: Vec<Option<usize>> =
        (0..machine.len()).map(|state| machine.is_accepting(state).then_some(0)).collect();
    for bytes in 1..=machine.len() {
        let reaches = |state: usize| {
            (0..=u8::MAX).any(|byte| needed[machine.step(state, byte)].is_some_and(|rest| rest + 1 == bytes))
        };
        let found: Vec<usize> =
            (0..machine.len()).filter(|state| needed[*state].is_none() && reaches(*state)).collect();
        for state in found {
            needed[state] = Some(bytes);
        }
    }
    needed
}

/// The automaton in the language of Graphviz, what differs from `expected` in red.
pub fn dot(machine: &Machine, expected: &Machine) -> String {
    let layout = Layout::of(machine, expected);
    let mut text = "digraph decoder {\n  rankdir=LR;\n  node [shape=circle, label=\"\"];\n".to_owned();
    for state in layout.places.keys() {
        let shape = if machine.is_accepting(*state) { "doublecircle" } else { "circle" };
        let _ = writeln!(text, "  s{state} [shape={shape}];");
    }
    for Arrow { from, to, label, is_other } in &layout.arrows {
        let colour = if *is_other { ", color=red, fontcolor=red" } else { "" };
        let _ = writeln!(text, "  s{from} -> s{to} [label=\"{label}\"{colour}];");
    }
    text + "}\n"
}

/// The width of a column and the height of a row, in pixels.
const STEP: (usize, usize) = (190, 110);
const RADIUS: usize = 14;

/// The automaton as a picture that stands alone, what differs from `expected` in red. States stand in columns by how many bytes
/// it takes to get there, and a double ring is where a string may end.
pub fn svg(machine: &Machine, expected: &Machine) -> String {
    let layout = Layout::of(machine, expected);
    let columns = layout.places.values().map(|(column, _)| column + 1).max().unwrap_or(1);
    let rows = layout.places.values().map(|(_, row)| row + 1).max().unwrap_or(1).max(3);
    // Below the states is the way back.
    let (width, height) = (columns * STEP.0 - STEP.0 + 120, rows * STEP.1 + 160);
    let centre = |state: &usize| {
        let (column, row) = layout.places.get(state).copied().unwrap_or_default();
        let in_column = layout.places.values().filter(|(other, _)| *other == column).count();
        // A column stands in the middle of the picture.
        let y = 60 + row * STEP.1 + (rows - in_column) * STEP.1 / 2 + STEP.1 / 4;
        (60 + column * STEP.0, y)
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"ui-monospace, monospace\" font-size=\"11\">\n\
         <style>.a{{fill:none;stroke:#666}}.r{{stroke:#c00}}.t{{fill:#333}}.t.r{{stroke:none;fill:#c00}}\
         .s{{fill:#fff;stroke:#333}}@media(prefers-color-scheme:dark){{.a{{stroke:#aaa}}.t{{fill:#ddd}}\
         .s{{fill:#222;stroke:#ddd}}.r{{stroke:#f66}}.t.r{{fill:#f66}}}}</style>\n\
         <defs><marker id=\"h\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"context-stroke\"/></marker></defs>\n"
    );
    let mut backward = 0;
    let mut at_once: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for Arrow { from, to, label, is_other } in &layout.arrows {
        let ((x1, y1), (x2, y2)) = (centre(from), centre(to));
        let class = if *is_other { " r" } else { "" };
        let number = at_once.entry((*from, *to)).or_default();
        let beside = 14 * *number;
        *number += 1;
        let (path, x, y) = if from == to {
            let (left, right, top) = (x1 - 10, x1 + 10, y1 - RADIUS);
            (
                format!("M{left} {top}C{} {} {} {} {right} {top}", left - 22, top - 42, right + 22, top - 42),
                x1,
                top - 36 + beside,
            )
        } else if x2 > x1 {
            let (from_x, to_x) = (x1 + RADIUS, x2 - RADIUS);
            let between = (x2 - x1) / STEP.0 - 1;
            if between > 0 && y1.abs_diff(y2) < STEP.1 / 2 {
                // It goes over the states that stand between.
                let (over, x) = (usize::midpoint(y1, y2) - 44 * between, usize::midpoint(x1, x2));
                let top = usize::midpoint(over, usize::midpoint(y1, y2));
                (format!("M{from_x} {y1}Q{x} {over} {to_x} {y2}"), x, top - 5 + beside)
            } else {
                // The label stands where the arrows from one state have parted.
                let (x, y) = ((from_x + 2 * to_x) / 3, (y1 + 2 * y2) / 3);
                (format!("M{from_x} {y1}L{to_x} {y2}"), x, y - 5 + beside)
            }
        } else if x1 == x2 {
            (
                format!("M{} {y1}Q{} {} {} {y2}", x1 + RADIUS, x1 + 60, usize::midpoint(y1, y2), x2 + RADIUS),
                x1 + 50,
                usize::midpoint(y1, y2) + beside,
            )
        } else {
            let below = height - 24 - 40 * backward;
            backward += 1;
            let (from_y, to_y) = (y1 + RADIUS, y2 + RADIUS);
            (
                format!("M{x1} {from_y}C{x1} {below} {x2} {below} {x2} {to_y}"),
                usize::midpoint(x1, x2),
                (from_y + to_y) / 8 + below * 3 / 4 - 5 + beside,
            )
        };
        let _ = writeln!(
            text,
            "<path class=\"a{class}\" marker-end=\"url(#h)\" d=\"{path}\"/>\
             <text class=\"t{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>"
        );
    }
    for state in layout.places.keys() {
        let (x, y) = centre(state);
        let _ = writeln!(text, "<circle class=\"s\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>");
        if machine.is_accepting(*state) {
            let _ = writeln!(text, "<circle class=\"s\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", RADIUS - 4);
        }
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::formats;

    fn machine(name: &str) -> &'static Machine {
        &formats().iter().find(|format| format.name == name).expect(name).machine
    }

    #[test]
    fn what_differs_is_red_and_a_right_decoder_has_no_red() {
        let utf8 = machine("utf8");
        for name in ["utf8", "generalized", "utf8-no-nul", "cesu8"] {
            let is_right = name == "utf8";
            let [dot, svg] = [dot(machine(name), utf8), svg(machine(name), utf8)];
            assert_eq!(!dot.contains("color=red"), is_right, "{name}: {dot}");
            assert_eq!(!svg.contains("class=\"a r\""), is_right, "{name}");
        }
        assert!(dot(machine("generalized"), utf8).contains("[label=\"ED\", color=red"));
    }
}
