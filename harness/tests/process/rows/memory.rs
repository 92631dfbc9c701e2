//! Programs that use too much memory. The limit holds on Linux alone.

use crate::row::Row;

/// What a program for `--command` does with its input: it rejects FF, which the probe asks. The probe asks the marked input
/// first.
const COMMAND: &str = "bytes=$(od -An -v -tx1 | tr -d ' \\n'); \
    case $bytes in ff) exit 1 ;; e282ac) first_time || { ";

pub(crate) fn rows() -> Vec<Row> {
    let limited = |row: Row| {
        row.with(|supervision| supervision.max_memory_mib = 32)
            .fails("crashed: used more than 32 MiB of memory")
    };
    let adapter = |name, act| limited(Row::marked(name, act));
    let command = |name, act| {
        let row = Row::new(name, format!("{COMMAND}{act}; }} ;; esac"));
        limited(Row { is_command: true, ..row })
    };
    vec![
        adapter("grows_without_end", "eval \"$grow\""),
        adapter("grows_in_a_child_without_a_parent", "orphan \"$grow\"; sleep 1000"),
        command("grows_as_a_command", "eval \"$grow\""),
        command("grows_in_a_child_without_a_parent_of_a_command", "orphan \"$grow\"; sleep 1000"),
    ]
}
