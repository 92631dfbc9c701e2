//! The adapters that come with illformed. A new one is its program and an entry here.

/// An adapter that comes with illformed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registered {
    /// Its name.
    pub name: &'static str,
    /// The file name of its program.
    pub file: &'static str,
    /// The program's text.
    pub text: &'static str,
    /// The command that runs it; `{program}` stands for the program's path.
    pub command: &'static [&'static str],
}

/// All of them, by name.
pub const REGISTRY: &[Registered] = &[Registered {
    name: "python",
    file: "python.py",
    text: include_str!("../../../adapters/python.py"),
    command: &["python3", "-I", "-X", "utf8", "{program}"],
}];
