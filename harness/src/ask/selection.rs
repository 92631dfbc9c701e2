//! Which adapters and decoders are asked. What cannot be asked is told as a message for the user who typed it.

use crate::ask::adapter::process::{ProcessAdapter, REGISTRY, Supervision};
use crate::ask::adapter::{Adapter, in_process};
use crate::ask::adapter_check::Template;
#[cfg(unix)]
use crate::ask::native::TableLibrary;
use crate::ask::nearest::{did_you_mean, did_you_mean_cases, nearest};
use glob::Pattern;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

pub type Adapters = Vec<Box<dyn Adapter>>;

/// Globs that select names. None at all selects everything.
#[derive(Debug, Clone, Default)]
pub struct Globs(Vec<Pattern>);

impl Globs {
    /// The globs `texts`, which stand after `flag`.
    pub fn parse(flag: &str, texts: &[String]) -> Result<Self, String> {
        if texts.iter().any(String::is_empty) {
            return Err(format!("{flag} '': the name is empty"));
        }
        let parse =
            |text: &String| Pattern::new(text).map_err(|error| format!("{flag} {text}: {}", error.msg));
        texts.iter().map(parse).collect::<Result<_, _>>().map(Self)
    }

    /// Whether there is none, so that everything is selected.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn select(&self, name: &str) -> bool {
        self.is_empty() || self.name(name)
    }

    /// Whether one of them matches `name`.
    pub fn name(&self, name: &str) -> bool {
        self.0.iter().any(|pattern| pattern.matches(name))
    }

    /// Whether the case `id` of `vector` is selected. A pattern without `@` selects vectors, with all that is derived from
    /// them; one that ends with `@-` selects a vector without what is derived from it.
    pub fn select_case(&self, id: &str, vector: &str) -> bool {
        let is_vector = |pattern: &Pattern| !pattern.as_str().contains('@') && pattern.matches(vector);
        let is_alone = |pattern: &Pattern| {
            !id.contains('@') && pattern.as_str().ends_with("@-") && pattern.matches(&format!("{id}@-"))
        };
        self.select(id) || self.0.iter().any(|pattern| is_vector(pattern) || is_alone(pattern))
    }

    /// Fails if one of the globs, which stand after `--only`, selects none of `cases`, each an id with that of its vector; with
    /// the names of `vectors` that are near.
    pub fn check_cases<'a>(
        &self,
        cases: impl Iterator<Item = (String, &'a str)>,
        vectors: impl Iterator<Item = &'a str>,
    ) -> Result<(), String> {
        let mut left: Vec<Self> = self.0.iter().map(|pattern| Self(vec![pattern.clone()])).collect();
        for (id, vector) in cases {
            if left.is_empty() {
                break;
            }
            left.retain(|glob| !glob.select_case(&id, vector));
        }
        let Some(pattern) = left.iter().flat_map(|glob| &glob.0).next() else { return Ok(()) };
        let near = did_you_mean_cases(pattern.as_str(), &vectors.collect::<Vec<_>>());
        Err(format!("--only {pattern}: no case of that id{near}"))
    }
}

/// The decoders that a user wants, and the names of those that there are.
#[derive(Debug, Clone)]
pub struct DecoderChoice {
    globs: Globs,
    /// Whether each decoder that may be named is there.
    is_complete: bool,
    seen: Arc<Mutex<BTreeSet<String>>>,
}

impl DecoderChoice {
    /// The choice that the globs `texts` make, which stand after `--decoder`.
    pub fn parse(texts: &[String]) -> Result<Self, String> {
        Ok(Self { globs: Globs::parse("--decoder", texts)?, is_complete: false, seen: Arc::default() })
    }

    /// The same where no adapter can be absent: a glob that matches nothing is a mistake.
    #[must_use]
    pub fn of_own(self) -> Self {
        Self { is_complete: true, ..self }
    }

    /// Whether the decoder `name`, which is there, is wanted.
    pub fn wants(&self, name: &str) -> bool {
        // A thread that panicked left the set as it was.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.insert(name.to_owned());
        self.globs.select(name)
    }

    /// Fails if there are decoders and none of them is wanted, or a glob names an adapter that is there and none of its decoders;
    /// with the names near each such glob. What an absent adapter would have is not known.
    pub fn check(&self) -> Result<(), String> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let is_any_wanted = seen.is_empty() || seen.iter().any(|name| self.globs.select(name));
        let adapter_is_seen = |glob: &Pattern| {
            let adapter = glob.as_str().split('/').next();
            seen.iter().any(|name| name.split('/').next() == adapter)
        };
        let is_missed = |glob: &&Pattern| {
            let may_be_absent = is_any_wanted && !self.is_complete && !adapter_is_seen(glob);
            !seen.iter().any(|name| glob.matches(name)) && !may_be_absent
        };
        let missed: Vec<&Pattern> = self.globs.0.iter().filter(is_missed).collect();
        if missed.is_empty() {
            return Ok(());
        }
        let near = |glob: &&Pattern| nearest(glob.as_str(), seen.iter().map(String::as_str));
        let near: Vec<&str> = missed.iter().flat_map(near).collect();
        let advice = match did_you_mean(&near) {
            none if none.is_empty() && seen.len() <= FEW => {
                let names: Vec<&str> = seen.iter().map(String::as_str).collect();
                format!("; there is {}", names.join(", "))
            }
            near => near,
        };
        let globs: Vec<&str> = missed.into_iter().map(Pattern::as_str).collect();
        let adapters = globs.iter().filter_map(|glob| glob.split('/').next());
        let unasked: Vec<&str> = adapters.filter(|name| self.is_complete && is_shipped(name)).collect();
        let advice = match unasked.as_slice() {
            [] => advice,
            names => format!("; `--adapter {}` asks it too", names.join(" --adapter ")),
        };
        Err(format!("--decoder {}: no decoder of that name{advice}", globs.join(" --decoder ")))
    }
}

/// Whether an adapter of that name comes with this program, without C functions.
fn is_shipped(name: &str) -> bool {
    in_process::all().iter().any(|adapter| adapter.name() == name)
        || REGISTRY.iter().any(|registered| registered.name == name)
}

/// How many decoders are named where none has the name that was typed.
const FEW: usize = 6;

/// All adapters of this program: those of this process, then those that are programs, then those of C functions.
pub fn all_adapters(supervision: &Supervision) -> Adapters {
    let in_process = in_process::all().into_iter().map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) });
    let registered =
        REGISTRY.iter().map(|registered| ProcessAdapter::registered(*registered, supervision.clone()));
    let processes = registered.chain(table_adapters(supervision));
    in_process.chain(processes.map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) })).collect()
}

/// The adapters of the table of C functions; none on a system on which no functions are called.
#[cfg(unix)]
pub fn table_adapters(supervision: &Supervision) -> Vec<ProcessAdapter> {
    TableLibrary::adapters(supervision)
}

/// None: no functions are called on this system.
#[cfg(not(unix))]
pub fn table_adapters(_: &Supervision) -> Vec<ProcessAdapter> {
    Vec::new()
}

/// The adapters that are asked: those in `own`, the user's, and else those that may have a decoder whose name matches one of
/// `decoder`; of both those that match one of `adapter`.
pub fn selected_adapters(
    adapter: &[String],
    decoder: &[String],
    own: Adapters,
    supervision: &Supervision,
) -> Result<Adapters, String> {
    let globs = Globs::parse("--adapter", adapter)?;
    let mut adapters = all_adapters(supervision);
    if !own.is_empty() {
        adapters.retain(|adapter| globs.name(adapter.name()));
        adapters.extend(own);
        return Ok(adapters);
    }
    // A decoder's name begins with its adapter's: what cannot match is not even started.
    let is_of = |pattern: &str, adapter: &dyn Adapter| {
        let wanted = pattern.split('/').next().unwrap_or_default();
        Pattern::new(wanted).is_ok_and(|pattern| pattern.matches(adapter.name()))
    };
    let is_unknown = |pattern: &&str| !adapters.iter().any(|adapter| is_of(pattern, &**adapter));
    let wanted: Vec<&str> = adapter.iter().chain(decoder).map(String::as_str).collect();
    let unknown: Vec<&str> = wanted.iter().copied().filter(is_unknown).collect();
    adapters.retain(|adapter| {
        let of_decoder = |pattern: &String| is_of(pattern, &**adapter);
        globs.select(adapter.name()) && (decoder.is_empty() || decoder.iter().any(of_decoder))
    });
    if adapters.is_empty() && unknown.is_empty() {
        let [adapter, decoder] = [adapter.join(" --adapter "), decoder.join(" --decoder ")];
        return Err(format!("--decoder {decoder}: not a decoder of --adapter {adapter}"));
    }
    if !unknown.is_empty() {
        let all = all_adapters(supervision);
        let known: Vec<&str> = all.iter().map(|adapter| adapter.name()).collect();
        let hint = hint(&unknown, &known);
        return Err(format!("{}: no adapter of that name is shipped{hint}", unknown.join(" ")));
    }
    Ok(adapters)
}

/// What to do where none of the adapters `wanted` is `known`: the name of one for the same language or near, or else how to make
/// one.
fn hint(wanted: &[&str], known: &[&str]) -> String {
    let names = || wanted.iter().map(|word| word.split('/').next().unwrap_or_default());
    let languages: Vec<&str> = names().filter_map(Template::of).map(|template| template.language).collect();
    if let Some(language) = languages.iter().find(|language| !known.contains(language)) {
        return format!("; `illformed adapter new --lang {language}` makes one");
    }
    let mut near = languages;
    if near.is_empty() {
        near.extend(names().flat_map(|name| nearest(name, known.iter().copied())));
        near.dedup();
    }
    let near = did_you_mean(&near);
    if near.is_empty() { "; see illformed list decoders".to_owned() } else { near }
}

/// `adapters`, with each of this process replaced by a worker process of this program, which guards its inputs; and the
/// names of those that are not guarded, since their decoders have memory of their own. Fails if none is guarded.
pub fn guarded_adapters(
    adapters: Adapters,
    supervision: &Supervision,
) -> Result<(Adapters, Vec<String>), String> {
    if cfg!(not(unix)) {
        return Err("--guard: this system has no guard pages".to_owned());
    }
    let built_in = in_process::all();
    let (mut guarded, mut foreign, mut is_any_guarded) = (Adapters::new(), Vec::new(), false);
    for adapter in adapters {
        // An adapter of the user may have any name.
        let is_own = adapter.command().is_empty() && built_in.iter().any(|own| own.name() == adapter.name());
        let worker = adapter.worker(supervision);
        // A worker calls C functions between pages that cannot be touched in any case.
        if worker.is_none() {
            foreign.push(adapter.name().to_owned());
        }
        is_any_guarded |= is_own;
        guarded.push(match worker.filter(|_| is_own) {
            Some(program) => Box::new(ProcessAdapter::command(program, supervision.clone())),
            None => adapter,
        });
    }
    if !is_any_guarded && !foreign.is_empty() {
        let why = "only decoders in Rust of this program can be guarded";
        let names = foreign.join(", ");
        return Err(format!("--guard: {why}, and none is selected, only {names}"));
    }
    Ok((guarded, foreign))
}
