//! The names of cases.

use crate::case::Recipe;
use illformed_vectors::VectorId;
use std::fmt;
use std::str::FromStr;

/// `<vector id>`, or `<vector id>@<recipe>` for a derived case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CaseId {
    /// The vector.
    pub vector: VectorId,
    /// How the case is derived from it, or `None` for the vector itself.
    pub recipe: Option<Recipe>,
}

impl fmt::Display for CaseId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.vector.fmt(formatter)?;
        match &self.recipe {
            Some(recipe) => write!(formatter, "@{recipe}"),
            None => Ok(()),
        }
    }
}

impl FromStr for CaseId {
    type Err = String;

    /// Fails with the reason, as a fragment.
    fn from_str(text: &str) -> Result<Self, String> {
        let (vector, recipe) =
            text.split_once('@').map_or((text, None), |(vector, recipe)| (vector, Some(recipe)));
        Ok(Self { vector: VectorId::new(vector)?, recipe: recipe.map(str::parse).transpose()? })
    }
}

#[cfg(test)]
mod tests {
    use super::CaseId;
    use crate::case::Recipe;

    #[test]
    fn ids_round_trip_and_have_one_spelling() {
        let recipes = ["split=1", "splits=1+3", "bytes", "empty=2", "reuse", "at=63,fill=c3a9,tail=16"];
        let of_one_call = ["times=65536", "times=2,end=e282,chunk=7", "before=0d0a", "after=61,chunk=1"];
        let on_one_object = ["before=0d,after=0a", "uses=256", "then=c080", "uses=2,then=c080", "reset=ff"];
        let in_text = ["at=0,fill=61,tail=64", "at=65537,fill=61,tail=0", "at=8,fill=61,tail=0,chunk=4"];
        let codes =
            ["scalars=0000", "scalars=10fc00", "surrogates=d800", "surrogates=dc00", "surrogate=d83d"];
        let beside =
            ["surrogate=d83d,after=edb880", "surrogate=dfff,before=eda080,after=61", "warm=100,with=61"];
        let all = recipes.into_iter().chain(of_one_call).chain(on_one_object);
        for recipe in all.chain(in_text).chain(codes).chain(beside) {
            let id = format!("overlong/nul-two-bytes@{recipe}");
            assert_eq!(id.parse::<CaseId>().unwrap().to_string(), id);
        }
        assert_eq!("a/b".parse::<CaseId>().unwrap().to_string(), "a/b");
        let bad = "split= split=01 split=1@x split=1,chunk=2 splits=1 fold=1 empty bytes=1 Reuse chunk=1
            times= times=1 times=02 times=524289 times=2,end= times=2,end=E2 times=2,chunk=0 times=2,
            times=2,chunk=1,end=61 times=2,chunk=1,chunk=1
            splits=3+1 splits=1+1 splits=0+1 splits=01+2 splits=1+64 splits=1+ splits=1-2
            before=0 before=0D before=0x0d before=zz
            before= before=0d0a0d0a0d0a0d0a0d after=61,before=61
            uses=1 uses=0 uses=1,then=61 then= reset=61,uses=2 reset=61,then=61
            scalars= scalars=0 scalars=0001 scalars=d800 scalars=110000 scalars=D000 scalars=00d000 scalars=+400
            surrogates=d801 surrogates=0400 surrogates=d800,after=61
            surrogate=d7ff surrogate=e000 surrogate=D800 surrogate=0d800 surrogate=d800,
            surrogate=d800,after= surrogate=d800,after=61,before=61
            at=1 at=0,fill=61,tail=0 at=1,fill=c3a9,tail=0 at=131073,fill=61,tail=0 at=08,fill=61,tail=0
            at=8,fill=C3A9,tail=0 at=8,fill=c3,tail=0 at=8,fill=6161,tail=0 at=8,fill=,tail=0 at=8,fill=61
            at=8,tail=0,fill=61 at=8,fill=61,tail=0,chunk=0 at=8,fill=61,tail=0,chunk= at=8,fill=61,tail=0,x=1
            at=18446744073709551615,fill=61,tail=1";
        let bad = bad.split_whitespace().map(|recipe| format!("a/b@{recipe}"));
        for bad in bad.chain(["a/b@", "", "overlong", "A/b"].map(str::to_owned)) {
            assert!(bad.parse::<CaseId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_recipe_that_makes_nothing_or_too_much_is_refused_with_the_reason() {
        for (text, reason) in [
            ("times=0", "the bytes stand at least 2 times"),
            ("uses=0,then=61", "the bytes are decoded at least 2 times, or once before others"),
            ("warm=0,with=61", "a warm-up is at least one input"),
            ("at=131073,fill=61,tail=0", "more than 131072 bytes on a side"),
            ("at=0,fill=61,tail=131073", "more than 131072 bytes on a side"),
            ("at=0,fill=61,tail=0", "nothing is around the vector"),
        ] {
            assert_eq!(text.parse::<Recipe>(), Err(format!("recipe `{text}`: {reason}")));
        }
        assert!("at=131072,fill=61,tail=0".parse::<Recipe>().is_ok());
    }
}
