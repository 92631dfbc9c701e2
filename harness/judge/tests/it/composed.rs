//! What is expected of a case that is derived from a vector comes from the vector: it is read anew only where it has to be.

use crate::words::judged;
use illformed_codec::Profile;
use illformed_judge::case::Plan;
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::judge::Response;
use illformed_judge::observation::{CallOutcome, Observation, Text};
use illformed_vectors::Suite;

/// Two vectors whose expectations no oracle would have.
const UNTRUE: &str = r#"{"kind":"decode","schema":2,"suite":"t","group":"t","about":"a","number_of_tests":2,"notes":{},"vectors":[
    {"id":"t/e282","bytes":"e28241","comment":"c","flags":[],"refs":["r"],"rfc3629":{"well_formed":false,
        "errors":[{"at":0,"len":1,"kind":"truncated"},{"at":1,"len":1,"kind":"unexpected-continuation"}],"text":["0041"]},
        "as_rfc3629":["rfc2279","ucs2","cesu8","mutf8","wtf8","generalized"]},
    {"id":"t/82","bytes":"4182","comment":"c","flags":[],"refs":["r"],"rfc3629":{"well_formed":false,
        "errors":[{"at":1,"len":1,"kind":"incomplete"}],"text":["0041"]},
        "as_rfc3629":["rfc2279","ucs2","cesu8","mutf8","wtf8","generalized"]}]}"#;

#[test]
fn what_a_vector_says_is_kept_where_nothing_but_cuts_comes_to_it() {
    let suite = Suite::from_sources([("t.json", UNTRUE)]).unwrap();
    let claim = Claim { script: ScriptSupport::Reset, ..Claim::strict(Profile::Rfc3629) };
    let error = |at, len| Observation::reject(Some(at), Some(len));
    for (id, answer, before, verdict) in [
        ("t/e282", error(0, 1), 0, "pass"),
        ("t/e282@split=2", error(0, 1), 1, "pass"),
        ("t/82", Observation::incomplete(Some(1)), 0, "pass"),
        // Within text and beside ill-formed bytes it is read anew.
        ("t/e282@at=3,fill=61,tail=2", error(3, 2), 0, "pass"),
        ("t/e282@at=3,fill=61,tail=2", error(3, 1), 0, "wrong-reason"),
        ("t/82@at=3,fill=61,tail=0", Observation::incomplete(Some(4)), 0, "wrong-reason"),
        ("t/e282@after=ff", error(0, 2), 0, "pass"),
        ("t/e282@after=ff", error(0, 1), 0, "wrong-reason"),
    ] {
        let case = Plan::find(&suite, &id.parse().unwrap()).unwrap();
        let mut calls = vec![CallOutcome::Done(Text::Utf32(Vec::new())); before];
        calls.push(CallOutcome::Failed(None));
        let call_count = match case.input() {
            illformed_vectors::Input::Bytes(_) => 1,
            illformed_vectors::Input::Calls(script) => script.calls().len(),
        };
        calls.resize(call_count, CallOutcome::NotMade);
        let response = Response::Observed(Observation { call: Some(before), calls, ..answer });
        let judged = judged(&case, &claim, std::slice::from_ref(&response));
        assert_eq!(judged.claim.verdict.name(), verdict, "{id}: {}", judged.claim.verdict);
    }
}
