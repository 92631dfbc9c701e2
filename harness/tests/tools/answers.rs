//! `illformed identify --answers`, and the checker that shares no code with it: the table of `answers.txt`.

use crate::said::hold;
use crate::typed::Folder;

pub(crate) fn a_checker_without_our_code_comes_to_the_same_verdict_and_notices_what_is_changed() {
    let folder = Folder::new();
    hold(include_str!("answers.txt"), |line| folder.sh(line));
}
