//! What can be seen of a program without starting it.

use crate::check_out::breach::{Breach, Rule};
use crate::check_out::build::{Architecture, Build, Sanitizer};
use crate::check_out::calls::{Calls, Runtime};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind, elf};
use std::collections::HashMap;

/// By this string their scripts know a target.
const ENTRY_POINT: &[u8] = b"LLVMFuzzerTestOneInput";

/// Where a program with source-based coverage keeps what its counters belong to.
const COVERAGE_MAP: &str = "__llvm_covmap";

/// The fewest calls of a build with AddressSanitizer.
const LEAST_ADDRESS_CALLS: usize = 1000;

/// The most calls to other runtimes that such a build may have by accident: dataflow, memory, undefined.
const MOST_OTHER_CALLS: [usize; 3] = [0, 3, 200];

/// Whether their scripts would take a file with these bytes, if it may be executed, for a target.
pub(super) fn has_entry_point(bytes: &[u8]) -> bool {
    bytes.windows(ENTRY_POINT.len()).any(|window| window == ENTRY_POINT)
}

/// Whether a file begins as a program of Linux does.
pub(super) fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(&elf::ELFMAG)
}

/// What a program shows of itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ProgramFacts {
    pub(super) calls: Calls,
    has_coverage_map: bool,
}

impl ProgramFacts {
    /// Reads the ELF file `bytes`. Fails, in words, if it is no program of the machine.
    pub(super) fn read(bytes: &[u8], architecture: Architecture) -> Result<Self, String> {
        if !is_elf(bytes) {
            let what = if bytes.starts_with(b"#!") { "a script" } else { "another kind of file" };
            return Err(format!("{what}, no ELF program"));
        }
        let broken = |error: object::Error| format!("a broken ELF file: {error}");
        let file = object::File::parse(bytes).map_err(broken)?;
        let (machine, name) = match architecture {
            Architecture::X86_64 => (object::Architecture::X86_64, architecture.name()),
            Architecture::Aarch64 => (object::Architecture::Aarch64, architecture.name()),
        };
        if file.architecture() != machine {
            return Err(format!("for another machine than {name}: {:?}", file.architecture()));
        }
        // A library is as dynamic as a program at no fixed place, but nothing starts it.
        if !matches!(file.kind(), object::ObjectKind::Executable | object::ObjectKind::Dynamic)
            || file.entry() == 0
        {
            return Err("an ELF file that cannot be started".to_owned());
        }
        Ok(Self { calls: calls(&file, architecture), has_coverage_map: has_section(&file, COVERAGE_MAP) })
    }

    /// The rules about how it was built that can be seen to be broken.
    pub(super) fn breaches(&self, build: Build) -> Vec<Breach> {
        let mut breaches = Vec::new();
        match build.sanitizer {
            Sanitizer::Address => {
                if self.calls.address < LEAST_ADDRESS_CALLS {
                    let what = format!("{} calls to asan, not {LEAST_ADDRESS_CALLS}", self.calls.address);
                    breaches.push(Breach::new(Rule::Sanitizer, what));
                }
                let others = [self.calls.data_flow, self.calls.memory, self.calls.undefined];
                for ((name, count), most) in
                    ["dfsan", "msan", "ubsan"].into_iter().zip(others).zip(MOST_OTHER_CALLS)
                {
                    if count > most {
                        breaches.push(Breach::new(
                            Rule::Sanitizer,
                            format!("{count} calls to {name}, over {most}"),
                        ));
                    }
                }
            }
            Sanitizer::Coverage if !self.has_coverage_map => {
                breaches.push(Breach::new(Rule::Coverage, format!("no section {COVERAGE_MAP}")));
            }
            Sanitizer::Coverage | Sanitizer::None => {}
        }
        breaches
    }
}

fn has_section(file: &object::File<'_>, name: &str) -> bool {
    file.sections().any(|section| section.name_bytes() == Ok(name.as_bytes()))
}

/// The calls in all its code to functions whose names say whose they are. A program without names shows none, to them
/// neither.
fn calls(file: &object::File<'_>, architecture: Architecture) -> Calls {
    let named = file.symbols().filter(ObjectSymbol::is_definition);
    let functions: HashMap<u64, Runtime> = named
        .filter_map(|symbol| Some((symbol.address(), Runtime::of_symbol(symbol.name_bytes().ok()?)?)))
        .collect();
    let mut calls = Calls::default();
    if functions.is_empty() {
        return calls;
    }
    for section in file.sections().filter(|section| section.kind() == SectionKind::Text) {
        // What cannot be read has no calls; a target needs many.
        calls.add(architecture, section.data().unwrap_or_default(), section.address(), &functions);
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::{ProgramFacts, has_entry_point, is_elf};
    use crate::check_out::breach::Rule;
    use crate::check_out::build::{Architecture, Build, Sanitizer};
    use crate::check_out::calls::Calls;

    fn broken(calls: Calls, sanitizer: Sanitizer) -> Vec<String> {
        let build = Build { sanitizer, architecture: Architecture::HERE };
        let facts = ProgramFacts { calls, has_coverage_map: false };
        facts.breaches(build).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_build_with_asan_has_a_thousand_calls_and_few_of_other_runtimes() {
        let good = Calls { address: 1000, memory: 3, undefined: 200, ..Calls::default() };
        assert_eq!(broken(good, Sanitizer::Address), [""; 0]);
        let bad = Calls { address: 999, data_flow: 1, memory: 4, undefined: 201 };
        let expected = [
            "sanitizer: 999 calls to asan, not 1000",
            "sanitizer: 1 calls to dfsan, over 0",
            "sanitizer: 4 calls to msan, over 3",
            "sanitizer: 201 calls to ubsan, over 200",
        ];
        assert_eq!(broken(bad, Sanitizer::Address), expected);
        assert_eq!(broken(bad, Sanitizer::None), [""; 0]);
        assert_eq!(broken(good, Sanitizer::Coverage), ["coverage: no section __llvm_covmap"]);
    }

    #[test]
    fn what_is_no_program_is_refused() {
        for (bytes, why) in [
            (&b""[..], "another kind of file, no ELF program"),
            (b"#!/bin/sh\n# LLVMFuzzerTestOneInput\n", "a script, no ELF program"),
            (b"\x7FELF", "a broken ELF file: "),
        ] {
            let refused = ProgramFacts::read(bytes, Architecture::HERE).unwrap_err();
            assert!(refused.starts_with(why), "{refused}");
        }
        assert!(is_elf(b"\x7FELF\x02") && has_entry_point(b"\0LLVMFuzzerTestOneInput\0"));
        assert_eq!(Rule::ALL.len(), 12);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_program_of_this_test_is_one_of_this_machine_without_asan() {
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert_eq!(ProgramFacts::read(&own, Architecture::HERE), Ok(ProgramFacts::default()));
        let other = if Architecture::HERE == Architecture::X86_64 {
            Architecture::Aarch64
        } else {
            Architecture::X86_64
        };
        assert!(ProgramFacts::read(&own, other).unwrap_err().starts_with("for another machine"));
    }
}
