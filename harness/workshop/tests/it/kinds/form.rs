//! The files as data, and what their schemas refuse.

use crate::kinds::file::{kind_of, read, shipped};
use crate::schema::{assert_fits, assert_schema_refuses};
use illformed_vectors::OTHER_KINDS;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use std::path::Path;

#[test]
fn every_file_fits_its_schema_and_is_in_its_canonical_form() {
    for (name, text) in OTHER_KINDS {
        assert_fits(kind_of(name), text);
        let canonical = read(name, text).1;
        // With SNAPSHOTS=overwrite the file is written in its form.
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name);
        assert_data_eq!(canonical, Data::read_from(&path, Some(DataFormat::Text)).raw());
        // It takes the ends of lines of every system for the same.
        assert!(!text.contains('\r'), "{name}");
    }
}

#[test]
fn there_are_enough_of_each_kind_and_each_answer_is_expected() {
    for (kind, least) in [("encode", 60), ("detect", 40), ("label", 12)] {
        assert!(shipped(kind).len() >= least, "{kind}");
    }
    for wanted in ["ascii", "utf-8", "utf-8-bom", "utf-8-cut", "other"] {
        let count = shipped("detect").iter().filter(|vector| vector["detected"] == wanted).count();
        assert!(count >= 4, "{wanted}: {count}");
    }
}

#[test]
fn each_mistake_is_refused_by_the_schema() {
    for (name, good) in OTHER_KINDS {
        assert_schema_refuses(kind_of(name), good);
    }
}
