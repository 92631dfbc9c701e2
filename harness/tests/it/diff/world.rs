//! Reports of real runs, and what the command makes of them.

use crate::typed::{Folder, Said, read_record, typed};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::json;

pub(crate) struct World(pub(crate) Folder);

impl World {
    /// The reports `old` and `new` of the steered adapter with these decoders.
    pub(crate) fn of(old: &str, new: &str) -> Self {
        let world = Self(Folder::new());
        world.steered("old", "1", old);
        world.steered("new", "1", new);
        world
    }

    /// A report on the vectors about overlong NUL and some that are well-formed.
    pub(crate) fn steered(&self, name: &str, version: &str, decoders: &str) {
        let version = shlex::try_quote(version).expect("it has no NUL");
        let adapter = format!("-- python3 -S tests/adapters/steered.py {version} {decoders}");
        self.run(name, &format!("--only overlong/nul-* --only standard/* {adapter}"));
    }

    /// The report of `illformed run` with these words. Whatever it finds, it writes one.
    pub(crate) fn run(&self, name: &str, words: &str) {
        typed(&format!("run --format json --out {} {words}", self.0.at(name)));
        assert!(self.0.path(name).join("report.json").is_file(), "{words} writes no report");
    }

    pub(crate) fn edit(&self, from: &str, name: &str, edit: impl FnOnce(&mut RunRecord)) {
        let mut record = read_record(&self.0.path(from).join("report.json"));
        edit(&mut record);
        record.finalize();
        std::fs::create_dir_all(self.0.path(name)).expect("there is room for a folder");
        self.0.write(&format!("{name}/report.json"), json(&record));
    }

    pub(crate) fn report(&self, name: &str) -> String {
        self.0.at(&format!("{name}/report.json"))
    }

    #[track_caller]
    pub(crate) fn diff(&self, words: &str) -> Said {
        self.diff_of(words, "old", "new")
    }

    #[track_caller]
    pub(crate) fn diff_of(&self, words: &str, old: &str, new: &str) -> Said {
        let said = typed(&format!("diff {words} {} {}", self.report(old), self.report(new)));
        assert!(!said.stdout.contains('\u{1b}'), "a terminal obeys it: {}", said.stdout);
        said
    }
}

#[track_caller]
pub(crate) fn assert_narrow(text: &str) {
    assert_eq!(text.lines().find(|line| line.chars().count() > 80), None);
}
