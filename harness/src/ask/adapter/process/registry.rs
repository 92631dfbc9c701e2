//! The adapters that come with illformed. A new one is its program and an entry here.

/// An adapter that comes with illformed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registered {
    pub name: &'static str,
    pub file: &'static str,
    pub text: &'static str,
    /// The command that compiles it, empty if it is run as it is. `{program}` stands for the program's path and
    /// `{folder}` for the folder around it, which is empty otherwise.
    pub build: &'static [&'static str],
    /// The command that runs it, with the same words.
    pub command: &'static [&'static str],
    /// The Debian packages that have what it needs.
    pub packages: &'static str,
}

pub const REGISTRY: &[Registered] = &[
    Registered {
        name: "erlang",
        file: "erlang_adapter.erl",
        text: include_str!("../../../../adapters/erlang_adapter.erl"),
        build: &["erlc", "-o", "{folder}", "{program}"],
        command: &["erl", "-noinput", "-pa", "{folder}", "-s", "erlang_adapter"],
        packages: "erlang-base",
    },
    Registered {
        name: "go",
        file: "go.go",
        text: include_str!("../../../../adapters/go.go"),
        build: &["go", "build", "-o", "{folder}/go", "{program}"],
        command: &["{folder}/go"],
        packages: "golang-go",
    },
    Registered {
        name: "guile",
        file: "guile_adapter.scm",
        text: include_str!("../../../../adapters/guile_adapter.scm"),
        build: &[
            "guile",
            "--no-auto-compile",
            "-c",
            "(use-modules (system base compile)) (compile-file (cadr (command-line)) #:output-file (caddr (command-line)))",
            "{program}",
            "{folder}/guile_adapter.go",
        ],
        command: &[
            "guile",
            "--no-auto-compile",
            "-L",
            "{folder}",
            "-C",
            "{folder}",
            "-c",
            "(use-modules (guile_adapter))",
        ],
        packages: "guile-3.0",
    },
    Registered {
        name: "java",
        file: "java.java",
        text: include_str!("../../../../adapters/java.java"),
        build: &["javac", "-proc:none", "-nowarn", "-d", "{folder}", "{program}"],
        // It lives for seconds: these spare the start of what pays off in hours.
        command: &[
            "java",
            "-Xshare:auto",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            "{folder}",
            "JavaAdapter",
        ],
        packages: "default-jdk-headless",
    },
    Registered {
        name: "libc",
        file: "libc.c",
        text: include_str!("../../../../adapters/libc.c"),
        build: &["cc", "-O2", "-o", "{folder}/libc", "{program}"],
        command: &["{folder}/libc"],
        packages: "gcc libc6-dev",
    },
    Registered {
        name: "lua",
        file: "lua.lua",
        text: include_str!("../../../../adapters/lua.lua"),
        build: &[],
        command: &["lua5.4", "{program}"],
        packages: "lua5.4",
    },
    Registered {
        name: "mono",
        file: "mono.cs",
        text: include_str!("../../../../adapters/mono.cs"),
        build: &["mcs", "{program}"],
        command: &["mono", "{folder}/mono.exe"],
        packages: "mono-mcs mono-runtime",
    },
    Registered {
        name: "node",
        file: "node.js",
        text: include_str!("../../../../adapters/node.js"),
        build: &[],
        command: &["node", "{program}"],
        packages: "nodejs",
    },
    Registered {
        name: "perl",
        file: "perl.pl",
        text: include_str!("../../../../adapters/perl.pl"),
        build: &[],
        command: &["perl", "{program}"],
        packages: "perl",
    },
    Registered {
        name: "php",
        file: "php.php",
        text: include_str!("../../../../adapters/php.php"),
        build: &[],
        command: &["php", "{program}"],
        packages: "php-cli php-mbstring php-intl",
    },
    Registered {
        name: "python",
        file: "python.py",
        text: include_str!("../../../../adapters/python.py"),
        build: &[],
        command: &["python3", "-I", "-X", "utf8", "{program}"],
        packages: "python3",
    },
    Registered {
        name: "r",
        file: "r.r",
        text: include_str!("../../../../adapters/r.r"),
        build: &[],
        command: &["Rscript", "--vanilla", "{program}"],
        packages: "r-base-core",
    },
    Registered {
        name: "ruby",
        file: "ruby.rb",
        text: include_str!("../../../../adapters/ruby.rb"),
        build: &[],
        command: &["ruby", "--disable=gems", "{program}"],
        packages: "ruby",
    },
    Registered {
        name: "tcl",
        file: "tcl.tcl",
        text: include_str!("../../../../adapters/tcl.tcl"),
        build: &[],
        command: &["tclsh", "{program}"],
        packages: "tcl",
    },
];
