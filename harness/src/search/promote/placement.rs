//! The vector of an input that fails, beside those that there are.

use crate::record::digest::sha256;
use crate::search::promote::flag::worked_out;
use crate::search::promote::wording::{comment, kinds, refs, slug};
use crate::search::promote::{FailingInput, Unpromoted};
use illformed_vectors::{Found, Input, Origin, Suite, Vector, VectorId};
use std::collections::HashSet;
use std::iter;

/// The group of what was found.
pub const GROUP: &str = "found";

/// Where an input that fails is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placement {
    New(Box<Vector>),
    /// In the vector of this id, which is there already.
    There(VectorId),
}

impl FailingInput {
    /// Where the input is kept beside `suite` and `printed`. It was made of `artifact`, on which `by` failed: a property,
    /// or `<adapter>/<decoder>`.
    pub fn placement(
        self,
        suite: &Suite,
        printed: &[Vector],
        by: &str,
        artifact: &[u8],
    ) -> Result<Placement, Unpromoted> {
        let Self { input, .. } = self.short()?;
        if let Some(id) = id_of(&input, suite, printed) {
            return Ok(Placement::There(id.clone()));
        }
        let kinds = kinds(&input);
        let id = free_id(&slug(&kinds, &input), suite, printed)?;
        let comment = comment(&kinds, &input);
        let mut vector = worked_out(id, input, comment, refs(&kinds));
        vector.flags.retain(|flag| suite.note(flag).is_some());
        vector.found =
            Some(Found { by: by.to_owned(), sha256: sha256(artifact), bytes: artifact.len() as u64 });
        Ok(Placement::New(Box::new(vector)))
    }
}

/// The id of the vector that has `input`; of a written one, where one is generated as well.
fn id_of<'a>(input: &Input, suite: &'a Suite, printed: &'a [Vector]) -> Option<&'a VectorId> {
    let of_files = suite.files().iter().flat_map(|file| {
        let is_generated = file.origin != Origin::Written;
        file.vectors.iter().map(move |vector| (is_generated, vector))
    });
    let all = of_files.chain(printed.iter().map(|vector| (false, vector)));
    let same = all.filter(|(_, vector)| vector.input == *input);
    same.min_by_key(|(is_generated, _)| *is_generated).map(|(_, vector)| &vector.id)
}

/// `found/<slug>`, or the first `found/<slug>-noN` that is not in use and never was.
fn free_id(slug: &str, suite: &Suite, printed: &[Vector]) -> Result<VectorId, Unpromoted> {
    let removed = suite.files().iter().flat_map(|file| &file.tombstones).map(|tombstone| &tombstone.id);
    let in_use = suite.vectors().chain(printed).map(|vector| &vector.id);
    let taken: HashSet<&str> = removed.chain(in_use).map(VectorId::as_str).collect();
    let names = iter::once(slug.to_owned()).chain((2..100).map(|number| format!("{slug}-no{number}")));
    let mut ids = names.map(|name| format!("{GROUP}/{name}")).filter(|id| !taken.contains(id.as_str()));
    ids.find_map(|id| VectorId::new(id).ok()).ok_or_else(|| {
        let why = format!("fails on an input whose id {GROUP}/{slug} is taken");
        Unpromoted { why, code: 1 }
    })
}
