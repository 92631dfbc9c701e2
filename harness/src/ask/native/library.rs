//! A shared library and what it exports.
#![expect(unsafe_code, reason = "a library is loaded, and its symbols are looked up")]

use crate::ask::native::abi::{Function, IS_SUPPORTED};
use crate::ask::nearest::nearest;
use libloading::os::unix::{Library as Handle, RTLD_LOCAL, RTLD_NOW};
use object::{Object, ObjectSymbol};
use std::error::Error;
use std::ffi::{CStr, c_void};
use std::fs;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::ptr;

/// How many matching names a message has.
const MOST_NAMES: usize = 3;

/// Whether libraries can be loaded here: a static program has no loader.
pub(super) const CAN_LOAD: bool = IS_SUPPORTED && !cfg!(target_feature = "crt-static");

/// A loaded library. It stays loaded: what it does when it is unloaded is no part of its answers.
#[derive(Debug)]
pub(super) struct Library {
    name: String,
    handle: ManuallyDrop<Handle>,
    /// Where it was loaded from, if that is known.
    path: Option<PathBuf>,
}

impl Library {
    /// Loads the library `name`: a path, or a name that the system's loader looks for. What the library does when it is
    /// loaded is not known; only a process that can be lost loads it.
    pub(super) fn load(name: &str) -> Result<Self, String> {
        let failed = |reason: &str| format!("{name}: cannot be loaded: {reason}");
        if !IS_SUPPORTED {
            return Err(failed("functions are called on 64-bit little-endian systems alone"));
        }
        if !CAN_LOAD {
            return Err(failed("this program is static; `cargo install illformed` builds one that is not"));
        }
        // All symbols are resolved now, so that a missing one is told here, and none is seen by another library.
        // SAFETY: the initializers of the library run; the process is there to be lost.
        let handle = unsafe { Handle::open(Some(name), RTLD_NOW | RTLD_LOCAL) };
        let handle = handle.map_err(|error| {
            let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            let is_here = !name.contains('/') && Path::new(name).is_file();
            let hint = if is_here { format!("; did you mean `./{name}`?") } else { String::new() };
            failed(&format!("{reason}{hint}"))
        })?;
        let raw = handle.into_raw();
        let given = Some(Path::new(name)).filter(|path| name.contains('/') && path.is_file());
        let path = given.map(Path::to_owned).or_else(|| loaded_from(raw));
        // SAFETY: it comes from a handle that is given up.
        Ok(Self { name: name.to_owned(), handle: ManuallyDrop::new(unsafe { Handle::from_raw(raw) }), path })
    }

    /// The function that is exported as `symbol`, which may have a `*`.
    pub(super) fn function(&self, symbol: &str) -> Result<Function, String> {
        let exact = match symbol.split_once('*') {
            Some((start, end)) => self.matching(symbol, start, end)?,
            None => symbol.to_owned(),
        };
        // SAFETY: an exported symbol that the user says is a function of that signature; the library stays loaded.
        let function = self.address(&exact).map(|address| unsafe { Function::new(address) });
        function.ok_or_else(|| self.no_symbol(symbol))
    }

    /// The address of what is exported as `symbol`.
    pub(super) fn address(&self, symbol: &str) -> Option<*const c_void> {
        // SAFETY: the type is that of an address; it is used as whoever asks for it says.
        let address = unsafe { self.handle.get::<*const c_void>(symbol.as_bytes()) };
        address.map(|address| *address).ok().filter(|address| !address.is_null())
    }

    fn matching(&self, symbol: &str, start: &str, end: &str) -> Result<String, String> {
        let matches = |name: &String| {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        };
        let mut matching: Vec<String> = self.exported().into_iter().filter(matches).collect();
        match matching.len() {
            0 => Err(self.no_symbol(symbol)),
            1 => Ok(matching.remove(0)),
            _ => {
                matching.truncate(MOST_NAMES);
                Err(format!("`{symbol}` matches several exported names: {}", matching.join(", ")))
            }
        }
    }

    fn no_symbol(&self, symbol: &str) -> String {
        let plain = symbol.replace('*', "");
        let exported = self.exported();
        let nearest = nearest(&plain, exported.iter().map(String::as_str)).join(", ");
        let advice = if nearest.is_empty() { "" } else { "; the nearest names are " };
        format!("{} does not export `{symbol}`{advice}{nearest}", self.name)
    }

    /// The names that it exports, sorted; none where its file cannot be read.
    fn exported(&self) -> Vec<String> {
        let Some(data) = self.path.as_ref().and_then(|path| fs::read(path).ok()) else { return Vec::new() };
        let Ok(file) = object::File::parse(&*data) else { return Vec::new() };
        let defined = file.dynamic_symbols().filter(ObjectSymbol::is_definition);
        let mut names: Vec<String> =
            defined.filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The version that its file name ends with, such as `0.7400.6` of `libglib-2.0.so.0.7400.6`.
    pub(super) fn version(&self) -> Option<String> {
        let path = fs::canonicalize(self.path.as_ref()?).ok()?;
        let name = path.file_name()?.to_str()?;
        name.split_once(".so.").map(|(_, version)| version.to_owned())
    }
}

/// The file of a loaded library, by the loader's own list.
#[cfg(target_os = "linux")]
fn loaded_from(handle: *mut c_void) -> Option<PathBuf> {
    use nix::libc::{RTLD_DI_LINKMAP, c_char, dlinfo};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    /// The start of the loader's entry of a library.
    #[repr(C)]
    struct LinkMap {
        address: usize,
        name: *const c_char,
    }

    let mut map: *const LinkMap = ptr::null();
    // SAFETY: the handle is that of a loaded library; for this request the loader writes one pointer.
    let failed = unsafe { dlinfo(handle, RTLD_DI_LINKMAP, ptr::from_mut(&mut map).cast()) };
    if failed != 0 || map.is_null() {
        return None;
    }
    // SAFETY: the entry and its name live as long as the library is loaded.
    let name = unsafe { CStr::from_ptr((*map).name) };
    Some(PathBuf::from(OsStr::from_bytes(name.to_bytes())))
}

/// No other system is asked.
#[cfg(not(target_os = "linux"))]
fn loaded_from(_: *mut c_void) -> Option<PathBuf> {
    None
}
