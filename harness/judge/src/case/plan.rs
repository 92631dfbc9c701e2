//! Which cases are run, in which order.

use crate::case::derive::{byte_by_byte, recipes};
use crate::case::{CaseId, Depth, Recipe};
use illformed_vectors::{Input, Origin, Script, Suite, Vector, VectorId};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// One thing to ask a decoder.
#[derive(Debug, Clone)]
pub struct Case<'suite> {
    /// Its name.
    pub id: CaseId,
    /// Where it comes from, with the expectation.
    pub vector: &'suite Vector,
    /// What its recipe makes, once that was looked at: most decoders cannot be given most of the scripts.
    made: OnceLock<Input>,
}

impl<'suite> Case<'suite> {
    /// The vector itself as a case.
    pub fn of(vector: &'suite Vector) -> Self {
        Self { id: CaseId { vector: vector.id.clone(), recipe: None }, vector, made: OnceLock::new() }
    }

    /// The case that `recipe` makes of `vector`, or `None` when it does not apply.
    pub fn derived(vector: &'suite Vector, recipe: Recipe) -> Option<Self> {
        let id = CaseId { vector: vector.id.clone(), recipe: Some(recipe) };
        recipe.applies(&vector.input).then(|| Self { id, vector, made: OnceLock::new() })
    }

    /// What the decoder is given: the vector's own input, unless the case is derived.
    pub fn input(&self) -> &Input {
        let made =
            |recipe: Recipe| recipe.apply(&self.vector.input).unwrap_or_else(|| self.vector.input.clone());
        let derived = self.id.recipe.map(|recipe| self.made.get_or_init(|| made(recipe)));
        derived.unwrap_or(&self.vector.input)
    }

    /// Of a case that is derived as a script: what is fed before the first reset.
    fn first_bytes(&self) -> Option<Cow<'_, [u8]>> {
        let recipe = self.id.recipe.filter(|recipe| recipe.is_script() && !recipe.is_tests())?;
        if let Input::Bytes(bytes) = &self.vector.input { Some(recipe.bytes(bytes)) } else { None }
    }

    /// Whether its input is a script of calls.
    pub fn is_script(&self) -> bool {
        self.id.recipe.map_or(matches!(self.vector.input, Input::Calls(_)), |recipe| recipe.is_script())
    }
}

/// The cases of a run: vectors in the suite's order, each followed by what is derived from it.
#[derive(Debug, Clone)]
pub struct Plan<'suite> {
    /// The suite.
    pub suite: &'suite Suite,
    /// The cases.
    pub cases: Vec<Case<'suite>>,
}

impl<'suite> Plan<'suite> {
    /// All of the suite, with what is usually derived.
    pub fn everything(suite: &'suite Suite) -> Self {
        Self::selected(suite, |_| true)
    }

    /// The cases whose id `select` wants, of the suite and of what is usually derived.
    pub fn selected(suite: &'suite Suite, select: impl Fn(&CaseId) -> bool) -> Self {
        Self::of_depth(suite, Depth::Usual, select)
    }

    /// The cases whose id `select` wants, of the suite and of what is derived at that depth. A derived case that is in the
    /// suite as a vector of calls is asked as that vector alone. From vectors that are generated little is usually derived,
    /// and from the tests of a complete suite nothing: it promises something of them as they are.
    pub fn of_depth(suite: &'suite Suite, depth: Depth, select: impl Fn(&CaseId) -> bool) -> Self {
        // The scripts of the suite, by what is fed before the first reset: for most vectors there is none.
        let mut written: HashMap<Vec<u8>, Vec<&Input>> = HashMap::new();
        for Vector { input, .. } in suite.vectors() {
            if let Input::Calls(script) = input {
                let first = script.segments().next().unwrap_or_default();
                written.entry(Script::segment_bytes(first).0).or_default().push(input);
            }
        }
        // A vector usually has fewer than three cases; what is never touched takes no memory.
        let mut cases = Vec::with_capacity(3 * suite.vectors().count());
        for file in suite.files() {
            for vector in &file.vectors {
                let plain = Case::of(vector);
                cases.extend(select(&plain.id).then_some(plain));
                let recipes = match (&file.origin, depth) {
                    (Origin::Complete, _) => Vec::new(),
                    (Origin::Generated(_), Depth::Usual) => byte_by_byte(vector),
                    _ => recipes(vector, depth),
                };
                let id = |recipe| CaseId { vector: vector.id.clone(), recipe: Some(recipe) };
                let recipes = recipes.into_iter().filter(|recipe| select(&id(*recipe)));
                let derived = recipes.filter_map(|recipe| Case::derived(vector, recipe));
                let is_written = |case: &Case<'_>| {
                    let scripts = case.first_bytes().and_then(|bytes| written.get(&*bytes));
                    scripts.is_some_and(|scripts| scripts.contains(&case.input()))
                };
                cases.extend(derived.filter(|case| !is_written(case)));
            }
        }
        Self { suite, cases }
    }

    /// Adds `case` behind the cases of its vector, which is in the suite, unless it is there.
    pub fn insert(&mut self, case: Case<'suite>) {
        let places: HashMap<&VectorId, usize> =
            self.suite.vectors().enumerate().map(|(place, vector)| (&vector.id, place)).collect();
        let place = |case: &Case<'_>| places.get(&case.id.vector).copied();
        let end = self.cases.partition_point(|other| place(other) <= place(&case));
        if !self.cases[..end].iter().any(|other| other.id == case.id) {
            self.cases.insert(end, case);
        }
    }

    /// The case of that id, whether or not it is selected.
    pub fn find(suite: &'suite Suite, id: &CaseId) -> Option<Case<'suite>> {
        let vector = suite.vector(id.vector.as_str())?;
        match id.recipe {
            None => Some(Case::of(vector)),
            Some(recipe) => Case::derived(vector, recipe),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Case, CaseId, Depth, Plan, Recipe};
    use crate::complete::default_suite;
    use illformed_vectors::{Origin, Suite};
    use snapbox::{assert_data_eq, file};
    use std::collections::{BTreeMap, HashSet};
    use std::fmt::Write as _;

    fn suite(vectors: usize, key: &str) -> Suite {
        let vector = |number| {
            format!(
                r#"{{"id":"many/v{number}","bytes":"{number:04x}","comment":"two bytes","flags":[],"refs":["none"],
                "rfc3629":{{"well_formed":true,"errors":[],"text":[]}},
                "as_rfc3629":["rfc2279","ucs2","cesu8","mutf8","wtf8","generalized"]}}"#
            )
        };
        let vectors: Vec<String> = (0..vectors).map(vector).collect();
        let text = format!(
            r#"{{"kind":"decode","schema":2,"suite":"small","group":"many","about":"Many.",{key}"number_of_tests":{},"notes":{{}},"vectors":[{}]}}"#,
            vectors.len(),
            vectors.join(",")
        );
        Suite::from_sources([("many.json", text.as_str())]).unwrap()
    }

    /// A recipe without its numbers and bytes, such as `at,tail`.
    fn shape(recipe: Recipe) -> String {
        let text = recipe.to_string();
        let names: Vec<&str> =
            text.split(',').map(|part| part.split_once('=').map_or(part, |(name, _)| name)).collect();
        names.join(",")
    }

    /// What is derived is an interface: ids stand in the baselines of others. Where a line differs, say in the changelog
    /// what is asked now; `SNAPSHOTS=overwrite cargo test -p illformed-judge` writes the file.
    #[test]
    fn the_cases_of_the_suite_are_those_of_the_golden_file() {
        let mut lines = String::new();
        for (name, depth) in [("usual", Depth::Usual), ("deep", Depth::Deep)] {
            // How many cases there are of a shape, and what FNV-1a makes of their ids and inputs.
            let mut shapes: BTreeMap<String, (usize, u64)> = BTreeMap::new();
            for case in &Plan::of_depth(Suite::embedded(), depth, |_| true).cases {
                let shape = case.id.recipe.map_or("-".to_owned(), shape);
                let (count, hash) = shapes.entry(shape).or_insert((0, 0xCBF2_9CE4_8422_2325));
                *count += 1;
                for byte in format!("{} {}\n", case.id, case.input()).bytes() {
                    *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
                }
            }
            for (shape, (count, hash)) in shapes {
                writeln!(lines, "{name:<5} {count:>6} {hash:016x} {shape}").unwrap();
            }
        }
        assert_data_eq!(lines, file!["../../tests/golden/cases.txt"]);
    }

    #[test]
    fn from_generated_vectors_little_is_derived_unless_all_is_asked_for() {
        // Each has two bytes: itself, one cut, empty chunks, reuse.
        for (key, usual) in [("", 4), (r#""generated":"from numbers","#, 2)] {
            let suite = suite(9, key);
            assert_eq!(Plan::everything(&suite).cases.len(), usual * 9);
            assert_eq!(Plan::of_depth(&suite, Depth::Deep, |_| true).cases.len(), 4 * 9);
        }
    }

    #[test]
    fn from_the_tests_of_a_complete_suite_nothing_is_derived() {
        let complete: HashSet<&str> = default_suite()
            .files()
            .iter()
            .filter(|file| file.origin == Origin::Complete)
            .flat_map(|file| file.vectors.iter().map(|vector| vector.id.as_str()))
            .collect();
        assert!(!complete.is_empty());
        let cases = Plan::selected(default_suite(), |id| complete.contains(id.vector.as_str())).cases;
        assert_eq!(cases.len(), complete.len());
    }

    #[test]
    fn every_usual_case_is_a_deep_one_and_stands_once_and_is_found_by_its_id() {
        let suite = Suite::embedded();
        let ids = |depth| {
            let cases = Plan::of_depth(suite, depth, |_| true).cases;
            let ids: HashSet<CaseId> = cases.iter().map(|case| case.id.clone()).collect();
            assert_eq!(ids.len(), cases.len());
            if depth == Depth::Usual {
                for case in &cases {
                    let id: CaseId = case.id.to_string().parse().unwrap();
                    let found = Plan::find(suite, &id).unwrap();
                    assert_eq!((&found.id, found.input()), (&case.id, case.input()));
                }
            }
            ids
        };
        let (usual, deep) = (ids(Depth::Usual), ids(Depth::Deep));
        let missing: Vec<String> = usual.difference(&deep).map(ToString::to_string).collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn long_inputs_and_company_are_few_cases_and_few_bytes() {
        let len = |case: &Case<'_>| case.input().bytes().len();
        let cases = Plan::everything(default_suite()).cases;
        let added = |case: &&Case<'_>| match case.id.recipe {
            Some(recipe) if recipe.place().is_some() => len(case) > 250,
            Some(recipe) => recipe.brings_bytes() || recipe.is_run(),
            None => false,
        };
        let added: Vec<_> = cases.iter().filter(added).collect();
        assert!(added.len() * 5 <= cases.len() - added.len(), "{} of {}", added.len(), cases.len());
        let long = added.iter().filter(|case| len(case) > 60_000).count();
        assert!((4..=12).contains(&long), "{long}");
        let bytes: usize = added.iter().map(|case| len(case)).sum();
        assert!(bytes <= 2_600_000, "{bytes}");
    }

    #[test]
    fn a_case_that_is_named_stands_behind_those_of_its_vector_once() {
        let suite = suite(3, "");
        let mut plan = Plan::selected(&suite, |id| id.recipe.is_none());
        for _ in 0..2 {
            let id = "many/v1@at=9,fill=61,tail=0".parse().unwrap();
            plan.insert(Plan::find(&suite, &id).unwrap());
        }
        let ids: Vec<String> = plan.cases.iter().map(|case| case.id.to_string()).collect();
        assert_eq!(ids, ["many/v0", "many/v1", "many/v1@at=9,fill=61,tail=0", "many/v2"]);
    }
}
