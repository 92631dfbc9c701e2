//! The adapters that come with illformed. A new one is its program and an entry here.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registered {
    pub name: &'static str,
    pub file: &'static str,
    pub text: &'static str,
    /// A command that succeeds if the packages are here, for what the commands below cannot tell; empty if they can. All
    /// commands are words as a shell has them, with single quotes.
    pub needs: &'static str,
    /// The command that compiles it, empty if it is run as it is. `{program}` stands for the program's path and
    /// `{folder}` for the folder around it, which is empty otherwise.
    pub build: &'static str,
    /// The command that runs it, with the same words.
    pub command: &'static str,
    /// The Debian packages that have what it needs.
    pub packages: &'static str,
}

/// The rows of [`REGISTRY`]. The text of a program is that of its file; what is not given is empty.
macro_rules! registry {
    ($(
        $name:literal, $file:literal $(needs $needs:literal)? $(build $build:literal)?
            command $command:literal packages $packages:literal;
    )*) => {
        &[$(Registered {
            name: $name,
            file: $file,
            text: include_str!(concat!("../../../../adapters/", $file)),
            needs: concat!($($needs)?),
            build: concat!($($build)?),
            command: $command,
            packages: $packages,
        }),*]
    };
}

pub const REGISTRY: &[Registered] = registry! {
    // Its binder writes a file into the folder in which it stands.
    "ada", "ada_adapter.adb" needs "gnatmake --version"
        build r#"sh -c 'cd "$0" && exec gnatmake -q -O2 -o ada "$1"' {folder} {program}"#
        command "{folder}/ada"
        packages "gnat";
    "chromium", "chromium.js" needs "chromium --version"
        command "node {program} {folder}"
        packages "chromium nodejs";
    "d", "d.d"
        build "ldc2 -O -od={folder} -of={folder}/d {program}"
        command "{folder}/d"
        packages "ldc gcc libc6-dev";
    "erlang", "erlang_adapter.erl"
        build "erlc -o {folder} {program}"
        command "erl -noinput -env ERL_CRASH_DUMP_BYTES 0 -pa {folder} -s erlang_adapter"
        packages "erlang-base";
    "gawk", "gawk.awk" needs "gawk --version"
        command "env LC_ALL=C.UTF-8 gawk -f {program}"
        packages "gawk";
    "go", "go.go"
        build "go build -o {folder}/go {program}"
        command "{folder}/go"
        packages "golang-go";
    "guile", "guile_adapter.scm"
        build "guile --no-auto-compile -c '(use-modules (system base compile)) (compile-file (cadr (command-line)) #:output-file (caddr (command-line)))' {program} {folder}/guile_adapter.go"
        command "guile --no-auto-compile -L {folder} -C {folder} -c '(use-modules (guile_adapter))'"
        packages "guile-3.0";
    "haskell", "haskell.hs"
        build "ghc -O -v0 -o {folder}/haskell {program}"
        command "{folder}/haskell"
        packages "ghc";
    // It lives for seconds: these spare the start of what pays off in hours.
    "java", "java.java"
        build "javac -proc:none -nowarn -d {folder} {program}"
        command "java -Xshare:auto -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Djava.io.tmpdir={folder} -cp {folder} JavaAdapter"
        packages "default-jdk-headless";
    "jq", "jq.jq" needs "jq --version"
        command r#"sh -c 'exec jq --unbuffered -n -r --arg version "$(jq --version)" -f "$0"' {program}"#
        packages "jq";
    "libc", "libc.c"
        build "cc -O2 -o {folder}/libc {program}"
        command "{folder}/libc"
        packages "gcc libc6-dev";
    // The same program, for another C library.
    "musl", "libc.c"
        build "musl-gcc -static -DMUSL -O2 -o {folder}/musl {program}"
        command "{folder}/musl"
        packages "musl-tools";
    "lua", "lua.lua"
        command "lua5.4 {program}"
        packages "lua5.4";
    "mono", "mono.cs"
        build "mcs {program}"
        command "mono {folder}/mono.exe"
        packages "mono-mcs mono-runtime";
    "nim", "nim.nim"
        build "nim compile -d:release --hints:off --nimcache:{folder}/cache -o:{folder}/nim {program}"
        command "{folder}/nim"
        packages "nim gcc libc6-dev";
    "node", "node.js"
        command "node {program}"
        packages "nodejs";
    "ocaml", "ocaml.ml" needs "ocamlfind query uutf"
        build "ocamlfind ocamlopt -package unix,uutf -linkpkg -o {folder}/ocaml {program}"
        command "{folder}/ocaml"
        packages "ocaml-nox ocaml-findlib libuutf-ocaml-dev";
    "pascal", "pascal.pas"
        build "fpc -O2 -v0 -FE{folder} -o{folder}/pascal {program}"
        command "{folder}/pascal"
        packages "fp-compiler fp-units-rtl libc6-dev";
    "perl", "perl.pl"
        command "perl {program}"
        packages "perl";
    "php", "php.php"
        command "php {program}"
        packages "php-cli php-mbstring php-intl";
    // Debian has it on the path, and the server itself in a folder for each version.
    "postgresql", "postgresql.py" needs "pg_lsclusters"
        command "python3 -I {program} {folder}"
        packages "postgresql python3";
    "prolog", "prolog.pl"
        command "swipl -g main {program}"
        packages "swi-prolog-nox";
    // What apt installs is seen by Debian's own Python alone, which the program starts if need be.
    "pypi", "pypi.py" needs "sh -c 'for python in python3 /usr/bin/python3; do for package in cbor2 msgpack google.protobuf simplejson ujson; do \"$python\" -I -c \"import $package\" 2>/dev/null && exit; done; done; exit 1'"
        command "python3 -I -X utf8 {program}"
        packages "python3 python3-cbor2 python3-msgpack python3-protobuf python3-simplejson python3-ujson";
    "python", "python.py"
        command "python3 -I -X utf8 {program}"
        packages "python3";
    "r", "r.r"
        command "Rscript --vanilla {program}"
        packages "r-base-core";
    "racket", "racket.rkt"
        command "racket {program}"
        packages "racket";
    "ruby", "ruby.rb"
        command "ruby --disable=gems {program}"
        packages "ruby";
    "sbcl", "sbcl.lisp"
        command "sbcl --script {program}"
        packages "sbcl";
    "tcl", "tcl.tcl"
        command "tclsh {program}"
        packages "tcl";
    // Debian keeps what Go finds without modules in a folder of its own.
    "xtext", "xtext.go" needs "env GO111MODULE=off GOPATH=/usr/share/gocode go list golang.org/x/text/encoding/unicode/utf32"
        build "env GO111MODULE=off GOPATH=/usr/share/gocode go build -o {folder}/xtext {program}"
        command "{folder}/xtext"
        packages "golang-go golang-golang-x-text-dev";
};
