//! What a call of native code does wrong besides its answer.

use crate::cause::Cause;
use crate::named_enum;

named_enum! {
    /// What a function does to memory that is not its own, or depends on what it must not. Only an adapter that guards the
    /// memory around inputs and outputs sees it; it then says so instead of an answer. A name is also that of a [`Cause`].
    pub enum MemoryFault {
        /// A byte behind the input is read.
        ReadsPastEnd = "reads-past-end",
        /// A byte before the input is read.
        ReadsBeforeStart = "reads-before-start",
        /// Memory behind the output is written.
        WritesPastOutput = "writes-past-output",
        /// Memory before the output is written.
        WritesBeforeOutput = "writes-before-output",
        /// The length that is reported is not the one that is written, or does not fit.
        MisstatesLength = "misstates-length",
        /// The input is written.
        ChangesInput = "changes-input",
        /// The answer depends on the address of the input, or on the bytes around it.
        DependsOnPlace = "depends-on-place",
    }
}

impl MemoryFault {
    /// Whether the process ends with it, so that what comes next needs another one.
    pub const fn ends_process(self) -> bool {
        !matches!(self, Self::MisstatesLength | Self::ChangesInput | Self::DependsOnPlace)
    }

    /// The cause of the same name.
    pub const fn cause(self) -> Cause {
        match self {
            Self::ReadsPastEnd => Cause::ReadsPastEnd,
            Self::ReadsBeforeStart => Cause::ReadsBeforeStart,
            Self::WritesPastOutput => Cause::WritesPastOutput,
            Self::WritesBeforeOutput => Cause::WritesBeforeOutput,
            Self::MisstatesLength => Cause::MisstatesLength,
            Self::ChangesInput => Cause::ChangesInput,
            Self::DependsOnPlace => Cause::DependsOnPlace,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MemoryFault;

    #[test]
    fn a_fault_of_memory_is_told_as_the_cause_of_its_name() {
        for fault in MemoryFault::ALL {
            assert_eq!(fault.cause().name(), fault.name());
        }
    }
}
