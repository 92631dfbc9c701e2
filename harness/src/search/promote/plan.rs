//! What would be written for a finding, checked as if it had been.

use crate::search::promote::digest::{digest, sealed};
use crate::search::promote::flag::worked_out;
use crate::search::promote::wording::{comment, refs, short_hash, slug};
use crate::search::promote::{Finding, Wording};
use illformed_codec::Profile;
use illformed_judge::lint::{LintFinding, lint};
use illformed_judge::oracle::Oracle;
use illformed_vectors::{Found, Input, Origin, Suite, Vector, VectorFile, VectorId};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The group of what was found.
pub const GROUP: &str = "found";

/// What is said of it in its file.
const ABOUT: &str =
    "What a search found: on each of these some decoder, or a property of this project, once failed.";

/// The longest input that is kept, in bytes.
const MOST_BYTES: usize = 4096;

/// A check of the vectors of a suite, besides that of their expectations.
pub type MoreLint = fn(&Suite) -> Vec<LintFinding>;

/// What is there already.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'a> {
    pub suite: &'a Suite,
    /// The name and bytes of each seed of the finding's folder.
    pub seeds: &'a [(String, Vec<u8>)],
    /// What else a new vector is checked for, such as the truth of its comment.
    pub more_lint: MoreLint,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Something to be written.
    New(Box<Promotion>),
    /// This artifact was promoted before, under that name; nothing is to be written.
    Known(String),
    /// What it takes to fail is in the suite or the corpus already, under that name; nothing is to be written.
    Duplicate(String),
}

/// What is to be written, all or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    /// The vector, or why there is none.
    pub vector: Result<NewVector, String>,
    /// The seed, or why there is none.
    pub seed: Result<Seed, &'static str>,
}

/// A vector that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewVector {
    pub vector: Vector,
    /// All of the group's file with it, in canonical form and with its digest.
    pub file: String,
    /// How the codec reads it otherwise than the other sources: then the codec is wrong, and the vector fails `lint`
    /// until it is fixed.
    pub codec_differs: Vec<String>,
}

/// A seed that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed {
    /// Its folder in the corpus, parts separated by `/`.
    pub folder: String,
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The vector that was made of this very artifact, if there is one.
pub fn promoted_before<'a>(suite: &'a Suite, provenance: &Found) -> Option<&'a VectorId> {
    let same = |vector: &&Vector| vector.found.as_ref() == Some(provenance);
    suite.vectors().find(same).map(|vector| &vector.id)
}

impl Plan<'_> {
    /// What is to be done with `finding`. Nothing that is there is ever changed: an input that has a vector becomes a seed
    /// alone, one that has a seed of this folder too is none again, and a name that is taken, or was, is not used. Fails
    /// where `wording` cannot be used, or the finding cannot be kept.
    pub fn for_finding(&self, finding: &Finding, wording: &Wording) -> Result<Outcome, String> {
        if let Some(id) = promoted_before(self.suite, &finding.provenance) {
            return Ok(Outcome::Known(id.to_string()));
        }
        let seed_bytes = finding.seed.as_ref().ok();
        let bytes = seed_bytes.map_or(0, Vec::len).max(finding.input.as_ref().map_or(0, len));
        if bytes > MOST_BYTES {
            return Err(format!(
                "{bytes} bytes are left, and at most {MOST_BYTES} are kept; make it smaller first"
            ));
        }
        let known_seed = self.seeds.iter().find(|(_, bytes)| Some(bytes) == seed_bytes);
        let stands = finding.input.as_ref().ok().and_then(|input| self.stands_as(input));
        let named_after = |id: &VectorId| id.as_str().replace('/', "-");
        if let Some(id) = stands.filter(|_| finding.seed.is_err() || known_seed.is_some()) {
            let made_here = known_seed.filter(|(name, _)| *name == named_after(id));
            return Ok(match made_here {
                Some((name, _)) => Outcome::Known(format!("{}/{name}", finding.folder)),
                None => Outcome::Duplicate(id.to_string()),
            });
        }
        let vector = match (&finding.input, stands) {
            (_, Some(id)) => Err(format!("{id} has this input")),
            (Ok(input), None) => Ok(self.vector(input.clone(), finding, wording)?),
            (Err(why), None) => Err((*why).to_owned()),
        };
        if let (Err(vector), Err(seed)) = (&vector, &finding.seed) {
            return Err(format!("no vector: {vector}; no seed: {seed}"));
        }
        let alone = || format!("input-{}", short_hash(seed_bytes.map_or(&[], Vec::as_slice)));
        let base = match (&wording.name, &vector, stands) {
            (Some(name), _, _) => plain_name(name)?.to_owned(),
            (None, Ok(vector), _) => slug(vector),
            (None, Err(_), Some(id)) => named_after(id),
            (None, Err(_), None) => alone(),
        };
        if let Some((name, _)) = known_seed {
            if let (Ok(vector), true) = (&vector, self.is_left_alone(name, &base)) {
                let vector = Ok(self.written(vector.clone(), name)?);
                return Ok(Outcome::New(Box::new(Promotion { vector, seed: Err("it is there already") })));
            }
            let place = format!("{}/{name}", finding.folder);
            // Without a vector nothing says where a seed comes from; its name says that it was made here.
            let made_here = vector.is_err() && *name == alone();
            return Ok(if made_here { Outcome::Known(place) } else { Outcome::Duplicate(place) });
        }
        let name = self.free_name(base, wording.name.is_some())?;
        let seed = finding.seed.clone();
        let seed = seed.map(|bytes| Seed { folder: finding.folder.clone(), name: name.clone(), bytes });
        let vector = match vector {
            Ok(vector) => Ok(self.written(vector, &name)?),
            Err(why) => Err(why),
        };
        Ok(Outcome::New(Box::new(Promotion { vector, seed })))
    }

    /// Whether the seed `name` was named after `base` by an earlier promotion that ended before it wrote the vector.
    fn is_left_alone(&self, name: &str, base: &str) -> bool {
        let ours = name.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with("-no"));
        ours && self.suite.vector(&format!("{GROUP}/{name}")).is_none()
    }

    /// The vector that has this input; the written one, where one is generated as well.
    fn stands_as(&self, input: &Input) -> Option<&VectorId> {
        let in_files = |written: bool| {
            let files =
                self.suite.files().iter().filter(move |file| (file.origin == Origin::Written) == written);
            files.flat_map(|file| &file.vectors).find(|vector| vector.input == *input)
        };
        in_files(true).or_else(|| in_files(false)).map(|vector| &vector.id)
    }

    /// The vector of `input`, whose name is not decided yet.
    fn vector(&self, input: Input, finding: &Finding, wording: &Wording) -> Result<Vector, String> {
        let nameless = VectorId::of_bytes(GROUP, &[]).ok_or("no such group")?;
        let mut vector = worked_out(nameless, input, String::new(), vec!["RFC 3629 s4".to_owned()]);
        vector.flags.retain(|flag| self.suite.note(flag).is_some());
        vector.refs = refs(&vector);
        vector.comment = wording.comment.clone().unwrap_or_else(|| comment(&vector));
        vector.found = Some(finding.provenance.clone());
        Ok(vector)
    }

    /// `base`, or the first `base-noN` that is not in use and never was.
    fn free_name(&self, base: String, only_this: bool) -> Result<String, String> {
        let buried = self.suite.files().iter().flat_map(|file| &file.tombstones);
        let buried: Vec<&str> = buried.map(|tombstone| tombstone.id.as_str()).collect();
        let taken = |name: &str| {
            let id = format!("{GROUP}/{name}");
            self.suite.vector(&id).is_some()
                || buried.contains(&id.as_str())
                || self.seeds.iter().any(|(seed, _)| seed == name)
        };
        if !taken(&base) {
            return Ok(base);
        }
        if only_this {
            return Err(format!("the name {base}: in use, or was, for another input"));
        }
        let others = 2..=self.suite.vectors().count() + self.seeds.len() + buried.len() + 2;
        let free = others.map(|number| format!("{base}-no{number}")).find(|name| !taken(name));
        free.ok_or_else(|| format!("the name {base}: in use"))
    }

    /// `vector` under `name` in the file of its group, checked there.
    fn written(&self, vector: Vector, name: &str) -> Result<NewVector, String> {
        let id = VectorId::new(format!("{GROUP}/{name}"));
        let id = id.map_err(|why| format!("the name {name}: {why}"))?;
        let vector = Vector { id, ..vector };
        if !vector.comment.bytes().all(|byte| matches!(byte, b' '..=b'~')) || vector.comment.is_empty() {
            return Err("a comment is printable ASCII".to_owned());
        }
        let mut file = self.file()?;
        file.vectors.push(vector.clone());
        let codec_differs = self.codec_differs(&vector)?;
        Ok(NewVector { vector, file: sealed(&file), codec_differs })
    }

    /// Where the codec reads `vector` otherwise than all other sources: it may be what failed. Fails for a vector that
    /// `more_lint` objects to, and for one on which the other sources disagree too.
    fn codec_differs(&self, vector: &Vector) -> Result<Vec<String>, String> {
        let notes = self.suite.files().iter().flat_map(|file| file.notes.clone()).collect();
        let own = VectorFile { notes, vectors: vec![vector.clone()], ..new_file(self.suite, "") };
        let none = Suite::from_sources([]).map_err(|_| "no suite can be made")?;
        let alone = none.with(own);
        let wrong = (self.more_lint)(&alone);
        if !wrong.is_empty() {
            return Err(reasons(&wrong).join("; "));
        }
        // What was found may end the codec in a panic.
        let all = catch_unwind(AssertUnwindSafe(|| lint(&alone, &Oracle::ALL)));
        let Ok(findings) = all else { return Ok(vec!["the codec panics".to_owned()]) };
        let others: Vec<Oracle> =
            Oracle::ALL.into_iter().filter(|oracle| oracle.name != Oracle::REFERENCE.name).collect();
        let mut disputed = lint(&alone, &others);
        // For the other profiles there are not enough sources without the codec.
        disputed.retain(|other| other.profile == Some(Profile::Rfc3629));
        if disputed.is_empty() { Ok(reasons(&findings)) } else { Err(reasons(&disputed).join("; ")) }
    }

    /// The file of the group as it is, or a new one.
    fn file(&self) -> Result<VectorFile, String> {
        let Some(file) = self.suite.files().iter().find(|file| file.group == GROUP) else {
            return Ok(new_file(self.suite, ABOUT));
        };
        if file.origin != Origin::Written {
            return Err(format!("the group {GROUP} says that it is generated"));
        }
        if file.digest.as_deref() != Some(&digest(file)) {
            return Err(format!(
                "the file of the group {GROUP} has not the digest of its contents: `workshop vectors fmt` writes it"
            ));
        }
        Ok(VectorFile::clone(file))
    }
}

/// A file of the group without vectors.
fn new_file(suite: &Suite, about: &str) -> VectorFile {
    VectorFile {
        suite: suite.name().to_owned(),
        group: GROUP.to_owned(),
        digest: None,
        about: about.to_owned(),
        origin: Origin::Written,
        notes: Vec::new(),
        tombstones: Vec::new(),
        vectors: Vec::new(),
    }
}

fn reasons(findings: &[LintFinding]) -> Vec<String> {
    let reason = |finding: &LintFinding| match finding.profile {
        Some(profile) => format!("under {profile}: {}", finding.reason),
        None => finding.reason.clone(),
    };
    findings.iter().map(reason).collect()
}

fn len(input: &Input) -> usize {
    match input {
        Input::Bytes(bytes) => bytes.len(),
        Input::Calls(script) => script.to_string().len(),
    }
}

/// The part of an id behind its group.
fn plain_name(name: &str) -> Result<&str, String> {
    let plain = name.strip_prefix(GROUP).and_then(|rest| rest.strip_prefix('/')).unwrap_or(name);
    let id = VectorId::new(format!("{GROUP}/{plain}"));
    id.map(|_| plain).map_err(|why| format!("the name {name}: {why}"))
}
