//! What a call of native code does wrong besides its answer.

use crate::cause::Cause;
use crate::named_enum;

named_enum! {
    /// What a function does to memory that is not its own, or depends on what it must not. Only an adapter that guards the
    /// memory around inputs and outputs sees it; it then says so instead of an answer. Each is the [`Cause`] of its name.
    #[expect(missing_docs, reason = "the causes of the same names say it")]
    pub enum MemoryFault {
        ReadsPastEnd = "reads-past-end",
        ReadsBeforeStart = "reads-before-start",
        WritesPastOutput = "writes-past-output",
        WritesBeforeOutput = "writes-before-output",
        MisstatesLength = "misstates-length",
        ChangesInput = "changes-input",
        DependsOnPlace = "depends-on-place",
    }
}

impl MemoryFault {
    /// Whether the process ends with it, so that what comes next needs another one.
    pub const fn ends_process(self) -> bool {
        !matches!(self, Self::MisstatesLength | Self::ChangesInput | Self::DependsOnPlace)
    }

    /// The cause of the same name.
    pub fn cause(self) -> Cause {
        // A test holds the names to each other.
        Cause::named(self.name()).unwrap_or(Cause::Crashes)
    }
}
