//! Which profiles expect what RFC 3629 does: each is named, so that nothing is implied by absence.

use crate::expectation::Expectation;
use illformed_codec::Profile;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The profiles that are not in `also`, in the order of [`Profile::ALL`].
pub(crate) fn as_rfc3629(also: &BTreeMap<Profile, Expectation>) -> Vec<Profile> {
    let others = Profile::ALL.iter().filter(|profile| **profile != Profile::Rfc3629);
    others.filter(|profile| !also.contains_key(profile)).copied().collect()
}

/// Writes the keys `as_rfc3629` and, unless it is empty, `also`.
pub(crate) fn by_profile<S: Serializer>(
    also: &BTreeMap<Profile, Expectation>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct ProfileKeys<'a> {
        as_rfc3629: Vec<Profile>,
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        also: &'a BTreeMap<Profile, Expectation>,
    }
    ProfileKeys { as_rfc3629: as_rfc3629(also), also }.serialize(serializer)
}

/// What is wrong unless each profile but RFC 3629 stands either in the list or in `also`, in the list in order.
pub(crate) fn each_profile_once(
    same: &[Profile],
    also: &BTreeMap<Profile, Expectation>,
) -> Result<(), String> {
    if also.contains_key(&Profile::Rfc3629) {
        return Err("`rfc3629` does not belong into `also`".to_owned());
    }
    let expected = as_rfc3629(also);
    if same == expected {
        return Ok(());
    }
    if let Some(both) = same.iter().find(|profile| !expected.contains(profile)) {
        return Err(format!("`as_rfc3629` has {both}, which `also` has, or which is RFC 3629 itself"));
    }
    if let Some(missing) = expected.iter().find(|profile| !same.contains(profile)) {
        return Err(format!("what {missing} expects is not said: name it in `as_rfc3629` or in `also`"));
    }
    let expected: Vec<&str> = expected.iter().map(|profile| profile.name()).collect();
    Err(format!("`as_rfc3629` has each profile once, in this order: {}", expected.join(", ")))
}
