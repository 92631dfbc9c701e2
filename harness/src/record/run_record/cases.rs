//! The cases of a record as its JSON has them: for each vector one list of recipes.

use crate::record::run_record::CaseRecord;
use serde::{Deserialize, Deserializer, Serializer, de};

/// What stands in the list for the vector itself.
const ITSELF: &str = "-";

/// The most cases that are read: a hundred times what any suite has.
const MOST: usize = 1 << 24;

/// Writes `[[<number of the vector>, "- split=1 bytes"], …]`; the cases of a vector stand together.
pub(crate) fn serialize<S: Serializer>(cases: &[CaseRecord], serializer: S) -> Result<S::Ok, S::Error> {
    let word = |case: &CaseRecord| case.recipe.map_or_else(|| ITSELF.to_owned(), |recipe| recipe.to_string());
    let of_vectors = cases.chunk_by(|one, next| one.vector == next.vector);
    serializer.collect_seq(of_vectors.map(|cases| {
        let words: Vec<String> = cases.iter().map(word).collect();
        (cases[0].vector, words.join(" "))
    }))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<CaseRecord>, D::Error> {
    let of_vectors = Vec::<(usize, String)>::deserialize(deserializer)?;
    // A case takes sixteen times the room of its shortest word.
    let count: usize = of_vectors.iter().map(|(_, words)| 1 + words.matches(' ').count()).sum();
    if count > MOST {
        return Err(de::Error::custom(format_args!("{count} cases, at most {MOST} are read")));
    }
    let case = |vector: usize, word: &str| {
        let recipe = if word == ITSELF { None } else { Some(word.parse().map_err(de::Error::custom)?) };
        Ok(CaseRecord { vector, recipe })
    };
    let words = of_vectors.iter().flat_map(|(vector, words)| words.split(' ').map(|word| (*vector, word)));
    words.map(|(vector, word)| case(vector, word)).collect()
}
