//! Starter adapters, which drive a decoder of their language and say where to put another; and command lines to paste.

use illformed_judge::shown::quoted;
use std::path::Path;

/// A starter adapter. A new one is its program in `adapters/template/` and an entry here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    pub language: &'static str,
    pub aliases: &'static [&'static str],
    /// What the name of a file in it ends with, without the dot.
    pub extension: &'static str,
    /// The program's text, in which the adapter has a name to be replaced.
    text: &'static str,
    /// The command that compiles it, empty if it is run as it is. `{source}` stands for the file's path and `{program}`
    /// for the path without its ending.
    build: &'static str,
    /// The command that runs it, with the same words.
    command: &'static str,
}

const NAME: &str = "mine";

macro_rules! template {
    ($language:literal, $aliases:expr, $extension:literal, $build:literal, $command:literal) => {
        Template {
            language: $language,
            aliases: &$aliases,
            extension: $extension,
            text: include_str!(concat!("../../../adapters/template/", $language, ".", $extension)),
            build: $build,
            command: $command,
        }
    };
}

pub const TEMPLATES: &[Template] = &[
    template!("c", [], "c", "cc -std=c11 -O2 -o {program} {source}", "{program}"),
    template!("cpp", ["c++", "cc", "cxx"], "cpp", "c++ -std=c++17 -O2 -o {program} {source}", "{program}"),
    template!("csharp", ["c#", "cs"], "cs", "mcs -out:{program}.exe {source}", "mono {program}.exe"),
    template!("go", ["golang"], "go", "go build -o {program} {source}", "{program}"),
    template!("java", [], "java", "", "java {source}"),
    template!("lua", [], "lua", "", "lua {source}"),
    template!("node", ["javascript", "js", "nodejs"], "js", "", "node {source}"),
    template!("perl", ["pl"], "pl", "", "perl {source}"),
    template!("php", [], "php", "", "php {source}"),
    template!("python", ["py", "python3"], "py", "", "python3 {source}"),
    template!("ruby", ["rb"], "rb", "", "ruby {source}"),
    template!("rust", ["rs"], "rs", "rustc --edition 2021 -O -o {program} {source}", "{program}"),
];

impl Template {
    /// The template for `language`, by its name or another word for it, if there is one.
    ///
    /// ```
    /// use illformed::ask::adapter_check::Template;
    /// assert_eq!(Template::of("golang").map(|template| template.language), Some("go"));
    /// assert_eq!(Template::of("cobol"), None);
    /// ```
    pub fn of(language: &str) -> Option<&'static Self> {
        let is_named =
            |template: &&Self| template.language == language || template.aliases.contains(&language);
        TEMPLATES.iter().find(is_named)
    }

    /// The program for an adapter called `name`, which [`is_name`](crate::ask::protocol::is_name).
    pub fn text(&self, name: &str) -> String {
        self.text.replacen(NAME, name, 1)
    }

    /// The command that compiles the program at `source`; `None` if it is run as it is.
    pub fn build(&self, source: &Path) -> Option<Vec<String>> {
        (!self.build.is_empty()).then(|| words(self.build, source))
    }

    /// The command that runs the program at `source`.
    pub fn command(&self, source: &Path) -> Vec<String> {
        words(self.command, source)
    }
}

fn words(command: &str, source: &Path) -> Vec<String> {
    let program = source.with_extension("");
    // A name alone would be looked up on PATH.
    let program = match program.parent() {
        Some(parent) if parent == Path::new("") => Path::new(".").join(program),
        _ => program,
    };
    let [source, program] = [source, &program].map(Path::to_string_lossy);
    let word = |word: &str| word.replace("{source}", &source).replace("{program}", &program);
    command.split(' ').map(word).collect()
}

/// `words` with one space between, each as a shell reads it back.
pub fn command_line<Word: AsRef<str>>(words: &[Word]) -> String {
    words.iter().map(|word| quoted(word.as_ref())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_has_its_name_once_and_marks_what_to_edit() {
        for template in TEMPLATES {
            let language = template.language;
            assert_eq!(template.text.matches(NAME).count(), 1, "{language}");
            assert_eq!(template.text("yours").matches("yours").count(), 1, "{language}");
            assert!(template.text.matches("EDIT").count() >= 4, "{language}");
            assert!(template.text.lines().all(|line| line.len() <= 120), "{language}");
            assert!(template.text.lines().count() <= 200, "{language}");
            for word in template.aliases.iter().chain([&language]) {
                assert!(Template::of(word) == Some(template), "{word}");
            }
        }
        assert!(TEMPLATES.is_sorted_by_key(|template| template.language));
    }

    #[test]
    fn a_compiled_program_is_started_by_its_path() {
        let c = Template::of("c").expect("there is one for C");
        assert_eq!(c.command(Path::new("mine.c")), ["./mine"]);
        assert_eq!(c.command(Path::new("some/mine.c")), ["some/mine"]);
        let build = c.build(Path::new("mine.c")).expect("C is compiled");
        assert_eq!(build, ["cc", "-std=c11", "-O2", "-o", "./mine", "mine.c"]);
        let cpp = Template::of("c++").expect("there is one for C++");
        let build = cpp.build(Path::new("mine.cpp")).expect("C++ is compiled");
        assert_eq!(build, ["c++", "-std=c++17", "-O2", "-o", "./mine", "mine.cpp"]);
    }
}
