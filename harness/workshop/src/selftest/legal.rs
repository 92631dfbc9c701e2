//! Those that are unusual and keep the contract: they must lose nothing.

use crate::selftest::stage::{Stage, go_on, outlast};
use crate::selftest::table::{Deserved, GOOD, Misbehaviour};
use illformed::ask::protocol::wire::Request;
use illformed_judge::judge::Response;
use illformed_judge::observation::Observation;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

/// Odd, and within the contract.
pub(crate) const LEGAL: &[Misbehaviour] = &[
    Misbehaviour {
        name: "ends-its-lines-with-crlf",
        does: "ends every line with CR LF",
        act: |stage| {
            stage.hello()?;
            let hello = stage.introduction().replace('\n', "\r\n");
            stage.write(hello)?;
            while let Some(request) = stage.request()? {
                let line = stage.line(&request).replace('\n', "\r\n");
                stage.write(line)?;
            }
            Ok(0)
        },
        ..GOOD
    },
    Misbehaviour {
        name: "spaces-and-unknown-keys",
        does: "writes spaces and unknown keys",
        act: |stage| {
            let oddly = |line: &str| line.replace(',', " , ").replace('{', " { \"new\" : [ { } , null ] , ");
            stage.hello()?;
            let hello = oddly(&stage.introduction());
            stage.write(hello)?;
            while let Some(request) = stage.request()? {
                let line = oddly(&stage.line(&request));
                stage.write(line)?;
            }
            Ok(0)
        },
        ..GOOD
    },
    Misbehaviour {
        name: "starts-slowly",
        does: "takes a second to introduce itself",
        act: |stage| {
            thread::sleep(Duration::from_secs(1));
            (GOOD.act)(stage)
        },
        ..GOOD
    },
    Misbehaviour {
        name: "answers-in-batches",
        does: "holds answers back while there is more to read",
        act: |stage| {
            let mut held = String::new();
            stage.serve(|stage, request| {
                held.push_str(&stage.line(request));
                if stage.input.buffer().is_empty() {
                    stage.write(std::mem::take(&mut held))?;
                }
                go_on(Ok(()))
            })
        },
        ..GOOD
    },
    Misbehaviour {
        name: "floods-its-standard-error",
        does: "writes 64 MB to its standard error",
        last_words: "the last words\n",
        act: |stage| {
            stage.serve_marked(|stage, request| {
                let megabyte = vec![b'.'; 1_000_000];
                (0..64).try_for_each(|_| stage.errors.write_all(&megabyte))?;
                stage.errors.write_all(b"\nthe last words\n")?;
                go_on(stage.answer(request))
            })
        },
        ..GOOD
    },
    Misbehaviour {
        name: "does-not-end",
        does: "lives on after the end of its input, with a child",
        act: |stage| {
            stage.start_grandchild()?;
            (GOOD.act)(stage)?;
            Ok(outlast())
        },
        ..GOOD
    },
    Misbehaviour {
        name: "declines-with-a-reason",
        does: "skips one case and says why",
        expected: Deserved::Cases(|facts| facts.marked_is("declined", "costs money")),
        act: |stage| {
            stage.serve_marked(|stage, request| {
                let line =
                    format!("{{\"seq\":{},\"answer\":\"skip\",\"why\":\"costs money\"}}\n", request.seq);
                go_on(stage.write(line))
            })
        },
        ..GOOD
    },
    Misbehaviour {
        name: "claims-offsets-and-gives-none",
        does: "declares what its offsets mean and never gives one",
        unchecked: "at",
        act: |stage| {
            observe(stage, |observation| {
                observation.at = None;
                observation.len = None;
            })
        },
        ..GOOD
    },
];

/// Answers right, but for what `change` makes of it.
fn observe(stage: &mut Stage<'_>, change: fn(&mut Observation)) -> io::Result<u8> {
    stage.serve(|stage, request: &Request| {
        let mut response = stage.decode(&request.input);
        if let Response::Observed(observation) = &mut response {
            change(observation);
        }
        stage.say(request, &response)
    })
}
