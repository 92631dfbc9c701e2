//! Adapters that die, or are as good as dead.

use crate::row::{CASES, MARKED, Row};
use crate::seen::Reasked;

pub(crate) fn rows() -> Vec<Row> {
    let killed = "crashed: killed by signal 9";
    let gone = "could not be started again: hello: exited with code 3";
    let changed = "could not be started again: introduces other decoders after a restart";
    vec![
        Row::marked("kills_itself", "kill -9 $$").fails(killed),
        Row::marked("aborts", "kill -6 $$").fails("crashed: killed by signal 6"),
        Row::marked("exits_with_0", "exit 0").fails("crashed: exited with code 0"),
        Row::marked("exits_with_3", "exit 3").fails("crashed: exited with code 3"),
        Row::new(
            "dies_with_answers_that_it_owes",
            "
            marked() { kill -9 $$; }
            if first_time; then answer() { :; }; fi
            greet; serve",
        )
        .fails(killed),
        Row::marked("dies_the_first_time", "if first_time; then kill -9 $$; else answer; fi")
            .fails("crashed: killed by signal 9, not reproduced alone (window of 10), cases 12 to 21")
            .reasked(Reasked::Unstable),
        Row::marked("dies_when_a_process_is_asked_again", "if [ $again ]; then exit 3; fi; again=1; answer")
            .repeated(2)
            .fails("flaky: different answers"),
        Row::marked("dies_in_the_middle_of_a_line", "printf '{\"seq\":'; kill -9 $$")
            .fails("crashed: killed by signal 9, in the middle of a line; it wrote `{\"seq\":`"),
        Row::marked("closes_its_output_and_goes_on", "exec >&-; sleep 100")
            .fails("crashed: closed its standard output and went on"),
        Row::new("dies_on_every_case", "greet; request; exit 3")
            .with(|supervision| supervision.max_crashes = 5)
            .range(0..5, "crashed: exited with code 3")
            .range(5..CASES, "not-asked: given up after 5 restarts")
            .exits(&[3, 1]),
        Row::new(
            "dies_too_often",
            "greet; while request; do case $bytes in c2a9 | 24 | e282ac) exit 3 ;; esac; answer; done",
        )
        .with(|supervision| supervision.max_crashes = 2)
        .case(8, "crashed: exited with code 3")
        .case(10, "crashed: exited with code 3")
        .range(MARKED..CASES, "not-asked: given up after 2 restarts")
        .exits(&[3, 1]),
        Row::new(
            "dies_before_hello_after_two_restarts",
            "
            marked() { kill -9 $$; }
            starts=$(wc -l < \"$FOLDER/pids\")
            if [ $starts -eq 2 ] || [ $starts -eq 3 ]; then exit 3; fi
            greet; serve",
        )
        .fails(killed),
        Row::new(
            "cannot_be_started_again",
            "
            marked() { kill -9 $$; }
            first_time || exit 3
            greet; serve",
        )
        .gets(format!("{killed}, {gone} (window of 10), cases 12 to 21"))
        .range(MARKED + 1..CASES, format!("not-asked: {gone}"))
        .exits(&[3, 1]),
        Row::new(
            "introduces_another_decoder_after_a_restart",
            "
            marked() { kill -9 $$; }
            read -r hello
            if first_time; then introduce; else introduce | sed 's/keep/strip/'; fi
            serve",
        )
        .gets(format!("{killed}, {changed} (window of 10), cases 12 to 21"))
        .range(MARKED + 1..CASES, format!("not-asked: {changed}"))
        .exits(&[3, 1]),
    ]
}
