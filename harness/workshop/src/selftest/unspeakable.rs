//! Those that cannot be talked to: they are broken, and nothing is asked.

use crate::selftest::stage::{Stage, outlast};
use crate::selftest::table::{Deserved, GOOD, Misbehaviour};
use illformed::ask::adapter::process::Supervision;
use std::io::{self, Write};
use std::time::Duration;

pub(crate) const UNSPEAKABLE: &[Misbehaviour] = &[
    Misbehaviour {
        name: "dies-before-hello",
        does: "ends before it introduces itself",
        expected: Deserved::Broken("hello: exited with code 3; standard error: no such library"),
        act: |stage| {
            writeln!(stage.errors, "no such library")?;
            Ok(3)
        },
        ..BROKEN
    },
    Misbehaviour {
        name: "hangs-before-hello",
        does: "never introduces itself",
        watched: |supervision| Supervision { hello_limit: Duration::from_secs(1), ..supervision },
        expected: Deserved::Broken("hello: nothing in 1000 ms"),
        act: |_| Ok(outlast()),
        ..BROKEN
    },
    Misbehaviour {
        name: "hello-is-no-json",
        does: "introduces itself with a banner",
        expected: Deserved::Broken("adapter line: not a JSON object"),
        act: |stage| instead_of_hello(stage, "Welcome!\n"),
        ..BROKEN
    },
    Misbehaviour {
        name: "hello-of-another-protocol",
        does: "speaks protocol 2",
        expected: Deserved::Broken("adapter line: speaks protocol 2, expected 1"),
        act: |stage| {
            let hello = stage.introduction().replace("\"protocol\":1", "\"protocol\":2");
            instead_of_hello(stage, &hello)
        },
        ..BROKEN
    },
    Misbehaviour {
        name: "fewer-decoders-than-announced",
        does: "announces two decoders, introduces one and ends",
        expected: Deserved::Broken("hello: exited with code 0"),
        act: |stage| {
            let hello = stage.introduction().replace("\"decoders\":1", "\"decoders\":2");
            stage.hello()?;
            stage.write(hello)?;
            Ok(0)
        },
        ..BROKEN
    },
    Misbehaviour {
        name: "answers-before-it-is-asked",
        does: "answers the first request in its introduction",
        expected: Deserved::Broken("hello: a line more than its decoders"),
        act: |stage| {
            let hello = stage.introduction() + "{\"seq\":0,\"answer\":\"reject\"}\n";
            instead_of_hello(stage, &hello)
        },
        ..BROKEN
    },
];

/// One that cannot be asked.
const BROKEN: Misbehaviour = Misbehaviour { exit_codes: &[3], ..GOOD };

/// Answers hello with `text`, and stays.
fn instead_of_hello(stage: &mut Stage<'_>, text: &str) -> io::Result<u8> {
    stage.hello()?;
    stage.write(text)?;
    while stage.request()?.is_some() {}
    Ok(0)
}
