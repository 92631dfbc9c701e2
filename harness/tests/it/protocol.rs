//! The lines of protocol 1: the schemas, the reader, the contract's examples and our adapters must agree.

use illformed::ask::protocol::{hello_request, write_request};
use illformed_vectors::Input;
use serde_json::Value;
use std::fs;

mod lines;
#[path = "../support/schemas.rs"]
mod schemas;

use lines::{ADAPTER, DECODER, Form, lines};
use schemas::{Schemas, adapters, calls, check_answer, check_introduction, inputs, schema};

#[test]
fn every_schema_compiles_and_has_its_own_id() {
    let files: Vec<&str> = Schemas::FILES.split(' ').collect();
    let id = |name: &&str| schema(name)["$id"].as_str().expect("a schema has an `$id`").to_owned();
    let mut ids: Vec<String> = files.iter().map(id).collect();
    assert_eq!(Schemas::load().0.len(), ids.len());
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), files.len());
    let folder = fs::read_dir(adapters().join("schema")).unwrap();
    assert_eq!(folder.count(), files.len(), "a schema is missing here");
}

#[test]
fn schemas_and_reader_take_and_refuse_the_same_lines_but_for_what_a_schema_cannot_know() {
    let schemas = Schemas::load();
    for (taken, form, line) in lines() {
        let is_of_schema = schemas.check(form.schema(), &line).is_ok();
        let place = form.read(&line).map_err(|error| error.pointer);
        let by_both = match &place {
            Ok(()) => '=',
            Err(_) if is_of_schema => '?',
            Err(_) => '!',
        };
        assert!(taken.starts_with(by_both), "{taken} {form:?} {line}");
        assert!(is_of_schema || by_both == '!', "the reader alone takes {form:?} {line}");
        let wanted = &taken[1..];
        let pointer = wanted.strip_suffix('/').unwrap_or(wanted).to_owned();
        assert!(wanted.is_empty() || place == Err(pointer), "{taken} {form:?} {line}");
    }
}

#[test]
fn every_key_of_an_introduction_is_required_and_typed() {
    let schemas = Schemas::load();
    for (form, line) in [(Form::Adapter, ADAPTER), (Form::Decoder, DECODER)] {
        let whole: Value = serde_json::from_str(line).unwrap();
        for (key, value) in whole.as_object().unwrap() {
            let wrong_type = if value.is_string() { Value::from(1) } else { Value::from("1") };
            let spoilt =
                [None, Some(Value::Null), Some(wrong_type), Some(Value::from("")), Some(Value::from(-1))];
            for value in spoilt {
                let mut line = whole.clone();
                let keys = line.as_object_mut().unwrap();
                match value {
                    None => drop(keys.remove(key)),
                    Some(value) => drop(keys.insert(key.clone(), value)),
                }
                let line = line.to_string();
                assert!(schemas.check(form.schema(), &line).is_err(), "the schema takes {form:?} {line}");
                assert!(form.read(&line).is_err(), "the reader takes {form:?} {line}");
            }
        }
    }
}

#[test]
fn our_requests_are_what_the_contract_says() {
    let schemas = Schemas::load();
    assert_eq!(hello_request(), "{\"op\":\"hello\",\"protocol\":1}\n");
    assert_eq!(schemas.check("hello-request", &hello_request()), Ok(()));
    for (number, input) in inputs().iter().enumerate() {
        let mut line = String::new();
        write_request(&mut line, number as u64, "strict-1", input);
        assert!(line.ends_with('\n') && line.trim_end().lines().count() == 1, "{line}");
        assert_eq!(schemas.check(request_schema(input), &line), Ok(()), "{line}");
        assert_eq!(input_of(&line), *input, "{line}");
    }
    let mut lines = String::new();
    write_request(&mut lines, 1, "strict", &Input::Bytes(vec![0x41, 0xC0, 0x80]));
    write_request(&mut lines, 2, "incremental", &calls("c3 - a9 . ~ 41 ff . ~ 41 ."));
    let examples: Vec<String> = contract_lines("-> ").into_iter().skip(1).collect();
    assert_eq!(lines.lines().collect::<Vec<_>>(), examples);
}

#[test]
fn a_request_that_we_never_write_is_no_request() {
    let schemas = Schemas::load();
    for (schema, line) in [
        ("hello-request", r#"{"op":"hello","protocol":2}"#),
        ("decode-request", r#"{"op":"decode","seq":1,"decoder":"a","bytes":"4"}"#),
        ("decode-request", r#"{"op":"decode","seq":1,"decoder":"a","bytes":"C0"}"#),
        ("decode-request", r#"{"op":"decode","seq":1,"decoder":"a","bytes":"","expected":"accept"}"#),
        ("script-request", r#"{"op":"script","seq":1,"decoder":"a","calls":""}"#),
        ("script-request", r#"{"op":"script","seq":1,"decoder":"a","calls":". 41"}"#),
        ("script-request", r#"{"op":"script","seq":1,"decoder":"a","calls":"41  ."}"#),
    ] {
        assert!(schemas.check(schema, line).is_err(), "{line}");
    }
}

#[test]
fn the_examples_of_the_contract_are_valid_and_are_read() {
    let schemas = Schemas::load();
    let requests = contract_lines("-> ");
    let mut answers = contract_lines("<- ").into_iter();
    let mut next = || answers.next().expect("the contract's example is complete");
    assert_eq!(schemas.check("hello-request", &requests[0]), Ok(()));
    let decoders = check_introduction(&schemas, &mut next);
    assert!(requests.len() > 2, "the contract has examples of both requests");
    for request in &requests[1..] {
        let input = input_of(request);
        assert_eq!(schemas.check(request_schema(&input), request), Ok(()), "{request}");
        let value: Value = serde_json::from_str(request).unwrap();
        let decoder = decoders.iter().find(|decoder| value["decoder"] == *decoder.name).unwrap();
        check_answer(&schemas, decoder, value["seq"].as_u64().unwrap(), &input, &next());
    }
    assert_eq!(answers.next(), None);
}

fn request_schema(input: &Input) -> &'static str {
    match input {
        Input::Bytes(_) => "decode-request",
        Input::Calls(_) => "script-request",
    }
}

/// The input in a request, read with a JSON library of its own.
fn input_of(request: &str) -> Input {
    let request: Value = serde_json::from_str(request).expect("a request is JSON");
    match (request["bytes"].as_str(), request["calls"].as_str()) {
        (Some(hex), None) => Input::Bytes(const_hex::decode(hex).expect("`bytes` is hex")),
        (None, Some(text)) => calls(text),
        _ => panic!("neither a decode nor a script request: {request}"),
    }
}

fn contract_lines(arrow: &str) -> Vec<String> {
    let contract = fs::read_to_string(adapters().join("CONTRACT.md")).expect("the contract is there");
    let blocks = contract.split("```").skip(1).step_by(2);
    blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix(arrow)).map(str::to_owned).collect()
}
