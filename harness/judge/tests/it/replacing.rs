//! What is known of decoders that replace errors: each policy under each profile, with its name.

use illformed_codec::{Policy, Profile};
use illformed_judge::automata::{Piece, PieceChange, ReplacingModel, pieces};

const C: Piece = Piece::Character;
const R: Piece = Piece::Replacement;

#[test]
fn a_name_says_what_is_not_usual() {
    let usual = ReplacingModel {
        profile: Profile::Rfc3629,
        policy: Policy::MaximalSubpart,
        strips_bom: false,
        drops_end: false,
        replacement: 0xFFFD,
    };
    let unusual = ReplacingModel {
        profile: Profile::Cesu8,
        strips_bom: true,
        drops_end: true,
        replacement: 0x3F,
        ..usual
    };
    for (known, code, about) in [
        (usual, "utf8/maximal-subpart/bom-keep", "rfc3629 with the replacement policy maximal-subpart"),
        (
            unusual,
            "cesu8/maximal-subpart/bom-strip/end-drop/u+003f",
            "cesu8 with the replacement policy maximal-subpart, U+003F in the place of U+FFFD, \
             and what is cut at the end leaves no trace",
        ),
    ] {
        assert_eq!((known.code().as_str(), known.about().as_str()), (code, about));
    }
    let text =
        |known: ReplacingModel| known.text("\u{FEFF}\u{FFFD}?\u{FF}".as_bytes().split_last().unwrap().1);
    assert_eq!(text(usual), [0xFEFF, 0xFFFD, 0x3F, 0xFFFD]);
    assert_eq!(text(unusual), [0xFFFD, 0x3F]);
    assert_eq!(text(ReplacingModel { drops_end: false, ..unusual }), [0xFFFD, 0x3F, 0x3F]);
}

#[test]
fn a_change_leads_from_one_text_to_the_other() {
    assert_eq!(pieces(&[0x61, 0xFFFD, 0x3F], 0x3F), [C, C, R]);
    for (before, after, taken, put) in [
        (&[C, R][..], &[C][..], 1, &[][..]),
        (&[C], &[C, R], 0, &[R]),
        (&[C, C], &[R], 2, &[R]),
        (&[C, R, R], &[C, C], 2, &[C]),
        (&[], &[Piece::Refusal], 0, &[Piece::Refusal]),
    ] {
        let change = PieceChange::between(before, after);
        assert_eq!(change, PieceChange { taken, put: put.to_vec() });
        let mut text = before.to_vec();
        change.apply(&mut text);
        assert_eq!(text, after);
    }
}
