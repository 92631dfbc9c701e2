//! Programs that decode what is ours.

use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::command::{CommandAdapter, CommandClaim};
use illformed::ask::adapter::process::Supervision;
use illformed_judge::claim::OutputKind;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;

pub(crate) fn the_text_of_iconv_is_read_and_its_own_mark_taken_away() {
    for (form, kind) in [
        ("UTF-8", OutputKind::Utf8),
        ("UTF-16", OutputKind::Utf16),
        ("UTF-16BE", OutputKind::Utf16),
        ("UTF-32LE", OutputKind::Utf32),
    ] {
        let text = format!("iconv -f UTF-8 -t {form}");
        let adapter = CommandAdapter::new(&text, CommandClaim::default(), Supervision::default());
        let mut session = adapter.expect("it can be split").open().expect("the probe passes");
        assert_eq!(session.decoders()[0].claim.out(), kind, "{form}");
        let expected = match kind {
            OutputKind::Utf16 => Text::Utf16(vec![0xD83D, 0xDE00]),
            OutputKind::Utf32 => Text::Utf32(vec![0x1_F600]),
            _ => Text::Utf8("\u{1F600}".into()),
        };
        let inputs = [&b"\xF0\x9F\x98\x80"[..], b"\xC0\x80"].map(|bytes| Input::Bytes(bytes.to_vec()));
        let mut responses: Vec<Response> = Vec::new();
        session.ask(0, &inputs.each_ref(), &mut |_, response| responses.push(response));
        let expected = [Observation::accept(expected), Observation::reject(None, None)];
        assert_eq!(responses, expected.map(Response::from), "{form}");
    }
}
