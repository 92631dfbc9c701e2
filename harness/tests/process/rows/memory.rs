//! Adapters that use too much memory. The limit holds on Linux alone; that of commands is tested in it/command.rs.

use crate::row::Row;

pub(crate) fn rows() -> Vec<Row> {
    let adapter = |name, act| {
        let row = Row::marked(name, act).with(|supervision| supervision.max_memory_mib = 32);
        row.fails("crashed: used more than 32 MiB of memory")
    };
    vec![
        adapter("grows_without_end", "eval \"$grow\""),
        adapter("grows_in_a_child_without_a_parent", "orphan \"$grow\"; sleep 1000"),
    ]
}
