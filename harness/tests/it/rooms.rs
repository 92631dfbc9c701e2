//! Each room of the program uses those above it in README.md, and none below.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the top down.
const ROOMS: [&str; 5] = ["ask", "record", "search", "tell", "cli"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("it is read").path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn a_room_uses_no_room_below_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (number, room) in ROOMS.iter().enumerate() {
        let sources = sources(&source.join(room));
        assert!(sources.len() > 5, "{room} has {} files", sources.len());
        for path in sources {
            let text = fs::read_to_string(&path).expect("it is text");
            for below in &ROOMS[number + 1..] {
                let used = text.lines().find(|line| line.contains(&format!("crate::{below}::")));
                assert_eq!(used, None, "{}", path.display());
            }
        }
    }
}
