//! `illformed adapter contract`.

use super::workshop::Workshop;

#[test]
fn the_contract_that_is_printed_is_the_file_that_the_readme_links_to() {
    let workshop = Workshop::new();
    let printed = workshop.sh_well("illformed adapter contract");
    assert_eq!(printed.stdout, include_str!("../../../adapters/CONTRACT.md"));
    assert_eq!(printed.stderr, "");
    assert!(include_str!("../../../adapters/README.md").contains("](CONTRACT.md)"));
    // A reader may have enough after a line.
    let first = workshop.sh_well("illformed adapter contract | head -n 1");
    assert_eq!(
        (first.stdout.as_str(), first.stderr.as_str()),
        ("# The contract of adapters: protocol 1\n", "")
    );
}
