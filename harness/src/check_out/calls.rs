//! How often a program calls the runtimes of the sanitizers: their checker counts the lines of a disassembly that call
//! them by name. A call to a fixed place can be found without a disassembler.

use crate::check_out::build::Architecture;
use std::collections::HashMap;

/// The sanitizers that can be told by the names of what they call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Runtime {
    Address,
    DataFlow,
    Memory,
    Undefined,
}

impl Runtime {
    /// Which one a symbol belongs to: by its own name in C, by its namespace in C++. The latter are calls within a runtime;
    /// their checker cannot tell the two apart, and its bounds count on that.
    pub(super) fn of_symbol(name: &[u8]) -> Option<Self> {
        const NAMES: [(&[u8], Runtime); 4] = [
            (b"__asan", Runtime::Address),
            (b"__dfsan", Runtime::DataFlow),
            (b"__msan", Runtime::Memory),
            (b"__ubsan", Runtime::Undefined),
        ];
        let nested = name.strip_prefix(b"_ZN").map(|rest| rest.strip_prefix(b"K").unwrap_or(rest));
        let name = match nested {
            Some([length, rest @ ..]) if length.is_ascii_digit() => rest,
            _ => name,
        };
        NAMES.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, runtime)| *runtime)
    }
}

/// How many calls there are to each runtime.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Calls {
    pub(super) address: usize,
    pub(super) data_flow: usize,
    pub(super) memory: usize,
    pub(super) undefined: usize,
}

impl Calls {
    fn count(&mut self, runtime: Runtime) {
        *match runtime {
            Runtime::Address => &mut self.address,
            Runtime::DataFlow => &mut self.data_flow,
            Runtime::Memory => &mut self.memory,
            Runtime::Undefined => &mut self.undefined,
        } += 1;
    }

    /// Adds the calls in `code`, which stands at the address `start`, to the functions whose addresses `functions` has.
    pub(super) fn add(
        &mut self,
        architecture: Architecture,
        code: &[u8],
        start: u64,
        functions: &HashMap<u64, Runtime>,
    ) {
        match architecture {
            // E8 and the distance from behind the instruction. Bytes of another instruction that look like it and meet
            // a function of a runtime by chance: one in millions, where a thousand calls are asked for.
            Architecture::X86_64 => {
                for (at, window) in code.windows(5).enumerate().filter(|(_, window)| window[0] == 0xE8) {
                    let distance = i32::from_le_bytes([window[1], window[2], window[3], window[4]]);
                    let behind = start.wrapping_add(at as u64 + 5);
                    self.count_if_known(functions, behind.wrapping_add_signed(i64::from(distance)));
                }
            }
            // `bl`: six bits, and the distance in words.
            Architecture::Aarch64 => {
                for (at, word) in code.chunks_exact(4).enumerate() {
                    let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                    if word >> 26 == 0b10_0101 {
                        let distance = i64::from((word << 6).cast_signed() >> 6) * 4;
                        let here = start.wrapping_add(at as u64 * 4);
                        self.count_if_known(functions, here.wrapping_add_signed(distance));
                    }
                }
            }
        }
    }

    fn count_if_known(&mut self, functions: &HashMap<u64, Runtime>, address: u64) {
        if let Some(runtime) = functions.get(&address) {
            self.count(*runtime);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Calls, Runtime};
    use crate::check_out::build::Architecture;
    use std::collections::HashMap;

    fn counted(architecture: Architecture, code: &[u8]) -> Calls {
        let functions = HashMap::from([(0x1000, Runtime::Address), (0x3000, Runtime::Memory)]);
        let mut calls = Calls::default();
        calls.add(architecture, code, 0x2000, &functions);
        calls
    }

    #[test]
    fn names_and_namespaces_tell_the_runtime() {
        for (name, runtime) in [
            ("__asan_report_load1", Some(Runtime::Address)),
            ("_ZN6__asan10AsanThread4InitEv", Some(Runtime::Address)),
            ("_ZNK7__ubsan14TypeDescriptor5isIntEv", Some(Runtime::Undefined)),
            ("__msan_warning", Some(Runtime::Memory)),
            ("__dfsan_union", Some(Runtime::DataFlow)),
            ("__sanitizer_print", None),
            ("_ZN11__sanitizer6PrintfEv", None),
            ("_ZN3foo6__asanEv", None),
            ("_ZN", None),
        ] {
            assert_eq!(Runtime::of_symbol(name.as_bytes()), runtime, "{name}");
        }
    }

    #[test]
    fn calls_forward_and_backward_are_counted_and_other_code_is_not() {
        for (name, architecture, code, address, memory) in [
            // From 2000: E8 back to 1000, E8 to 3000, E8 elsewhere, a jump to 1000.
            ("back", Architecture::X86_64, &[0xE8, 0xFB, 0xEF, 0xFF, 0xFF][..], 1, 0),
            ("forward", Architecture::X86_64, &[0x90, 0xE8, 0xFA, 0x0F, 0, 0], 0, 1),
            ("elsewhere", Architecture::X86_64, &[0xE8, 0, 0, 0, 0], 0, 0),
            ("a jump", Architecture::X86_64, &[0xE9, 0xFB, 0xEF, 0xFF, 0xFF], 0, 0),
            ("cut", Architecture::X86_64, &[0xE8, 0xFB, 0xEF, 0xFF], 0, 0),
            ("bl back", Architecture::Aarch64, &[0x00, 0xFC, 0xFF, 0x97], 1, 0),
            ("bl forward", Architecture::Aarch64, &[0x1F, 0x20, 0x03, 0xD5, 0xFF, 0x03, 0, 0x94], 0, 1),
            ("b", Architecture::Aarch64, &[0x00, 0xFC, 0xFF, 0x17], 0, 0),
        ] {
            let expected = Calls { address, memory, ..Calls::default() };
            assert_eq!(counted(architecture, code), expected, "{name}");
        }
    }
}
