//! Inputs of decoders that read a format and not bare text: what is sent for them, and what comes back.

use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_vectors::Input;
use std::borrow::Cow;

/// What a decoder with `claim` is sent for `input`: the bytes in its container, if it has one. It is never sent calls then.
pub(crate) fn sent<'a>(claim: &Claim, input: &'a Input) -> Cow<'a, Input> {
    match (claim.container(), input) {
        (Some(container), Input::Bytes(text)) => Cow::Owned(Input::Bytes(container.around(text))),
        _ => Cow::Borrowed(input),
    }
}

/// `response` to what was sent for `input`, with an error's offset counted in the input and not in the container.
pub(crate) fn received(claim: &Claim, input: &Input, mut response: Response) -> Response {
    if let (Some(container), Input::Bytes(text)) = (claim.container(), input)
        && let Response::Observed(observation) = &mut response
    {
        observation.at = observation.at.map(|offset| container.offset_in(text, offset));
    }
    response
}
