//! Functions of the table whose library is installed.

use crate::typed::{recorded, typed};
use illformed::ask::adapter::process::ABSENT_CODE;
use illformed_judge::cause::Cause;

/// Why the library of the table that is called `name` cannot be asked here, if it cannot.
pub(crate) fn missing_library(name: &str) -> Option<String> {
    let is_absent = typed(&format!("worker --table {name}")).code == Some(ABSENT_CODE.into());
    is_absent.then(|| format!("no {name}"))
}

pub(crate) fn a_function_of_an_installed_library_is_a_decoder_like_any_other() {
    let (record, said) = recorded("--smoke --decoder glib/g-utf8-validate");
    said.ends(0);
    let [decoder] = record.decoders.as_slice() else { panic!("{:?}", record.decoders) };
    assert_eq!((decoder.name().as_str(), decoder.implementation.as_str()), ("glib/g-utf8-validate", "GLib"));
    // Its documentation says that it refuses U+0000.
    assert!(decoder.by_claim.tally.judged > 0 && decoder.by_claim.causes.is_empty(), "{decoder:?}");
    let mut causes = decoder.by_rfc3629.iter().flat_map(|outcomes| &outcomes.causes);
    assert!(causes.any(|cause| cause.id == Cause::RefusesNul), "{decoder:?}");
    assert!(decoder.command.is_empty(), "it is selected by its name: {:?}", decoder.command);
}
