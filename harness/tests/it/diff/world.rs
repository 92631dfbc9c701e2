//! Reports of real runs, and what the command makes of them.

use crate::typed::{Folder, Said, read_record, typed};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::json;
use serde_json::Value;

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
        self.run(name, &format!("--only overlong/nul-* --only standard/*@- {adapter}"));
    }

    /// The report of `illformed run` with these words. Whatever it finds, it writes one.
    pub(crate) fn run(&self, name: &str, words: &str) -> Said {
        let said = typed(&format!("run --format json --out {} {words}", self.0.at(name)));
        assert!(self.0.path(name).join("report.json").is_file(), "{words} writes no report");
        said
    }

    /// Makes the report `from` another, with `value` in the place of what is at `pointer`; of an object only the keys that it has.
    pub(crate) fn edit(&self, from: &str, name: &str, pointer: &str, value: &str) {
        let record = read_record(&self.0.path(from).join("report.json"));
        let mut edited = serde_json::to_value(record).expect("a record is JSON");
        let place = edited.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not in a record"));
        match (place, serde_json::from_str(value).expect(value)) {
            (Value::Object(place), Value::Object(keys)) => place.extend(keys),
            (place, value) => *place = value,
        }
        let mut record: RunRecord = serde_json::from_value(edited).expect(value);
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
        let is_wide = |line: &&str| line.chars().count() > 80 && !words.contains("--format");
        assert_eq!(said.stdout.lines().find(is_wide), None, "{words}");
        said
    }
}
