//! A decoder that can be turned, and what the command says of it.

use crate::typed::{Folder, Said};
use std::path::{Path, PathBuf};

/// A folder with the baselines and the report of a decoder of the user's own.
pub(crate) struct Stage(pub(crate) Folder);

impl Stage {
    pub(crate) fn new() -> Self {
        Self(Folder::new())
    }

    /// One whose baseline accepts what the decoder does, turned as `faults` say.
    #[track_caller]
    pub(crate) fn accepting(faults: &str, reason: &str, more: &str) -> Self {
        let stage = Self::new();
        stage.run(faults, "").ends(1);
        stage.write(reason, more).ends(0);
        stage
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    pub(crate) fn text(&self) -> String {
        self.0.read("baselines/turned/strict.json")
    }

    pub(crate) fn put(&self, text: &str) {
        self.0.write("baselines/turned/strict.json", text);
    }

    #[track_caller]
    pub(crate) fn typed(&self, line: &str) -> Said {
        self.0.typed(line)
    }

    /// Asks the decoder, turned as `faults` say, five vectors, and keeps the report.
    #[track_caller]
    pub(crate) fn run(&self, faults: &str, more: &str) -> Said {
        let findings = if more.contains("--findings") { "" } else { "--findings 0" };
        let formats = "--format terminal,json --out .";
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapters/turned.py");
        let program = program.display();
        // `-S`: half of the start of Python looks for packages, and no adapter here imports one.
        self.typed(&format!("run {formats} {findings} {VECTORS} {more} -- python3 -S '{program}' {faults}"))
    }

    #[track_caller]
    pub(crate) fn held(&self, faults: &str, more: &str) -> Said {
        self.run(faults, &format!("--baseline baselines {more}"))
    }

    #[track_caller]
    pub(crate) fn write(&self, reason: &str, more: &str) -> Said {
        self.typed(&format!("baseline write report.json --out baselines --reason '{reason}' {more}"))
    }

    #[track_caller]
    pub(crate) fn update(&self, more: &str) -> Said {
        self.typed(&format!("baseline update {more} report.json baselines"))
    }
}

/// What is asked: `C0 80`, `C0 AE` in a path, `ED A0 80`, `ED BF BF`, and the letter A.
const VECTORS: &str = "--only overlong/nul-two-bytes --only standard/dot-dot-slash-overlong \
    --only surrogate/single-d800 --only surrogate/single-dfff --only standard/letter-a";

/// The decoder takes C0 80 for NUL and ED A0 80 for U+D800.
pub(crate) const BOTH: &str = "c080=00 eda080=eda080";
