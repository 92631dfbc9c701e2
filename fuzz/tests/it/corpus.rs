//! The corpus is as small as its README says, and its seeds are what their names say.

use crate::corpus;
use illformed::ask::protocol::{AdapterLine, parse_adapter, parse_answer, parse_decoder};
use illformed::record::baseline::Baseline;
use illformed::record::run_record::RunRecord;
use illformed_fuzz::{CorpusFile, corpus_files, property::Seeds};
use illformed_judge::case::CaseId;
use illformed_judge::claim::OutputKind;
use illformed_vectors::{Input, Script, Vector, VectorFile, VectorId};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

/// The numbers of `At most <files> files and <bytes> bytes`.
fn budget(readme: &str) -> Option<(usize, usize)> {
    let (_, words) = readme.split_once("At most ")?;
    let (files, rest) = words.split_once(" files and ")?;
    let (bytes, _) = rest.split_once(" bytes")?;
    Some((files.parse().ok()?, bytes.parse().ok()?))
}

#[test]
fn the_corpus_keeps_to_the_budget_of_its_readme() {
    let readme = fs::read_to_string(corpus("README.md")).unwrap();
    let (most_files, most_bytes) =
        budget(&readme).expect("the README says `At most ... files and ... bytes`");
    let files = corpus_files(&corpus("")).unwrap();
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    assert!(files.len() <= most_files, "{} files", files.len());
    assert!(bytes <= most_bytes, "{bytes} bytes");
}

#[test]
fn names_have_lower_case_letters_digits_and_hyphens_and_no_seed_stands_twice() {
    for seeds in Seeds::ALL {
        let mut names: HashMap<Vec<u8>, PathBuf> = HashMap::new();
        for CorpusFile { path, bytes } in corpus_files(&corpus(seeds.folder())).unwrap() {
            let name = path.file_name().unwrap().to_str().unwrap();
            let form = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            assert!(name.bytes().all(form), "{name}");
            if let Some(other) = names.insert(bytes, path.clone()) {
                panic!("{} and {} are the same", path.display(), other.display());
            }
        }
    }
}

/// A seed that a reader refuses for its form leads a search nowhere: a change of a form has to change the seeds.
#[test]
fn the_texts_by_hand_are_read_by_the_readers_that_they_are_for() {
    type Reads<'a> = &'a dyn Fn(&str) -> bool;

    let adapter = AdapterLine {
        adapter: "a".to_owned(),
        protocol: 1,
        implementation: "i".to_owned(),
        version: "1".to_owned(),
        decoders: 1,
    };
    let answer = |text: &str, input: &Input| parse_answer(text, OutputKind::Utf8, input).is_ok();
    let bytes = Input::Bytes(b"AB".to_vec());
    let script = Input::Calls("c3 .".parse().unwrap());
    let reads: [(&str, Reads<'_>); 14] = [
        ("adapter-line", &|text| parse_adapter(text).is_ok()),
        ("decoder-line", &|text| parse_decoder(text, &adapter).is_ok()),
        ("answer-reject", &|text| answer(text, &bytes)),
        ("answer-skip", &|text| answer(text, &bytes)),
        ("answer-fault", &|text| answer(text, &bytes)),
        ("answer-to-script", &|text| answer(text, &script)),
        ("vector", &|text| serde_json::from_str::<Vector>(text).is_ok()),
        ("file-of-vectors", &|text| serde_json::from_str::<VectorFile>(text).is_ok()),
        ("file-of-vectors-found", &|text| serde_json::from_str::<VectorFile>(text).is_ok()),
        ("script", &|text| text.parse::<Script>().is_ok()),
        ("id", &|text| VectorId::new(text).is_ok()),
        ("case-at-63-fill-c3a9-tail-16", &|text| text.parse::<CaseId>().is_ok()),
        ("record", &|text| RunRecord::from_json("record", text).is_ok()),
        ("baseline", &|text| Baseline::from_json("baseline", text).is_ok()),
    ];
    for (name, is_read) in reads {
        let text = fs::read_to_string(corpus("text").join(name)).unwrap();
        assert!(is_read(&text), "corpus/text/{name} is refused: {text}");
    }
    let failing = fs::read_to_string(corpus("text/record-of-a-decoder-that-fails")).unwrap();
    let record = serde_json::from_str::<RunRecord>(&failing);
    assert!(record.is_ok_and(|record| record.check().is_ok()), "{failing}");
}
