//! After how many breaks of its process the rest of a decoder's cases is given up.

use crate::ask::adapter::process::broken::Break;
use crate::ask::adapter::process::program::Supervision;

/// How many answers between two protocol errors show that the second has nothing to do with the first.
const FAR_APART: usize = 100;

/// How often the process broke while one decoder was asked.
#[derive(Debug, Default)]
pub(super) struct BreakCount {
    restarts: usize,
    hangs: usize,
    /// Protocol errors in a row.
    faults: usize,
}

impl BreakCount {
    /// Counts a break behind so many answers; says why the decoder is given up, if it is.
    pub(super) fn given_up(
        &mut self,
        broken: &Break,
        answered: usize,
        supervision: &Supervision,
    ) -> Option<String> {
        if answered >= FAR_APART {
            self.faults = 0;
        }
        let Supervision { max_crashes, max_hangs, max_faults, .. } = *supervision;
        let reached = |count: usize, most: usize, what: &str| {
            (count >= most).then(|| format!("given up after {count} {what}"))
        };
        let counted = match broken {
            Break::Interrupted | Break::Gone(_) => return Some(broken.to_string()),
            Break::Late(_) => {
                self.hangs += 1;
                return reached(self.hangs - 1, max_hangs, "missing answers");
            }
            Break::Ended(_) => None,
            Break::BrokenLine(_) => {
                self.faults += 1;
                reached(self.faults - 1, max_faults, "protocol errors")
            }
        };
        self.restarts += 1;
        counted.or_else(|| reached(self.restarts - 1, max_crashes, "restarts"))
    }
}
