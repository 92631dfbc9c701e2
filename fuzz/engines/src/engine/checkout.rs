//! A checkout of this project: its targets can only be searched where they can be built.

use std::fs;
use std::path::{Path, PathBuf};

use illformed_fuzz::property::Property;

/// The line of `fuzz/Cargo.toml` that no other project has.
const PACKAGE: &str = "name = \"illformed-fuzz\"";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Checkout {
    root: PathBuf,
}

impl Checkout {
    /// The checkout that `folder` is, or that it lies in.
    pub(crate) fn around(folder: &Path) -> Option<Self> {
        let is_root = |folder: &&Path| {
            let manifest = fs::read_to_string(folder.join("fuzz/Cargo.toml"));
            manifest.is_ok_and(|text| text.lines().any(|line| line.trim() == PACKAGE))
        };
        folder.ancestors().find(is_root).map(|root| Self { root: root.to_owned() })
    }

    /// The folder with the workspace's `Cargo.toml`.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of the fuzz targets, in which a search also keeps its corpus and its artifacts.
    pub(crate) fn fuzz(&self) -> PathBuf {
        self.root.join("fuzz")
    }

    /// The folders of inputs that a search of `property` starts from, those that are there.
    pub(crate) fn seeds(&self, property: &Property) -> Vec<PathBuf> {
        let corpus = self.root.join("corpus");
        let folders = [corpus.join(property.seeds.folder()), corpus.join("regressions").join(property.name)];
        folders.into_iter().filter(|folder| folder.is_dir()).collect()
    }

    /// The file of words for the mutator, if there is one for what `property` reads.
    pub(crate) fn dictionary(&self, property: &Property) -> Option<PathBuf> {
        let file = self.fuzz().join(property.seeds.dictionary()?);
        file.is_file().then_some(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkout_is_found_from_any_folder_in_it_and_nowhere_else() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let checkout = Checkout::around(&here.join("src/engine")).expect("the tests run in a checkout");
        assert_eq!(Some(checkout.root()), here.ancestors().nth(2), "the package lies two folders down");
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Checkout::around(folder.path()), None);
        fs::create_dir(folder.path().join("fuzz")).unwrap();
        fs::write(folder.path().join("fuzz/Cargo.toml"), "name = \"other-fuzz\"\n").unwrap();
        assert_eq!(Checkout::around(folder.path()), None);
    }

    #[test]
    fn seeds_and_words_are_those_of_what_the_property_reads() {
        let checkout = Checkout::around(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let named = |name| Property::named(name).unwrap();
        let seeds = checkout.seeds(&named("labels_agree"));
        assert_eq!(seeds, [checkout.root().join("corpus/text")]);
        assert_eq!(checkout.dictionary(&named("labels_agree")), None);
        assert!(checkout.seeds(&named("planted_fault"))[0].ends_with("corpus/bytes"));
        assert!(checkout.dictionary(&named("planted_fault")).is_some());
    }
}
