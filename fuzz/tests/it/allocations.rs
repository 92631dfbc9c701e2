//! The property that a search runs most often allocates nothing, whatever the bytes are, and an explanation allocates for
//! what it shows alone.

use crate::corpus;
use illformed_fuzz::{corpus_files, property::decoders_agree};
use illformed_judge::explain::explain;

#[test]
fn comparing_the_decoders_allocates_nothing() {
    let files = corpus_files(&corpus("bytes")).unwrap();
    assert!(files.len() > 50, "there is something to compare");
    for file in &files {
        // Whoever initialises something once has done so.
        assert_eq!(decoders_agree(&file.bytes), Ok(()));
        let counted = allocation_counter::measure(|| assert!(decoders_agree(&file.bytes).is_ok()));
        assert_eq!(counted.count_total, 0, "{}", file.path.display());
    }
}

#[test]
fn what_is_not_shown_of_long_input_is_not_written() {
    let pieces = |len| allocation_counter::measure(|| drop(explain(&vec![0xFF; len]))).count_total;
    assert!(pieces(1 << 14) < pieces(1 << 10) + 100, "{} {}", pieces(1 << 14), pieces(1 << 10));
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![0_u8; 100])));
    assert_eq!((counted.count_total, counted.bytes_total), (1, 100));
}
