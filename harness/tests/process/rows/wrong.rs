//! Adapters that keep the protocol and answer wrongly, each time.

use crate::row::{CASES, Row, standard, vectors};
use illformed_judge::case::Case;

pub(crate) fn rows() -> Vec<Row> {
    let accepts_ill_formed = "fail: accepts-ill-formed";
    let refuses = "fail: refuses-well-formed";
    vec![
        Row::new("ignores_its_input", "greet; while request; do answer 41; done")
            .of(standard)
            .range(8..9, accepts_ill_formed)
            .range(15..16, accepts_ill_formed)
            // The first case is the letter A.
            .range(1..CASES + 2, "fail: wrong-text")
            .exits(&[1]),
        Row::new(
            "accepts_everything",
            r#"kind=validate out=none; greet; while request; do echo "{\"seq\":$seq,\"answer\":\"accept\"}"; done"#,
        )
        .of(standard)
        .case(8, accepts_ill_formed)
        .case(15, accepts_ill_formed)
        .exits(&[1]),
        Row::new(
            "rejects_everything",
            "kind=validate out=none at=valid_up_to; greet; while request; do reject ',\"at\":0'; done",
        )
        .of(standard)
        .case(8, "wrong-reason: offset")
        .case(15, "pass")
        .range(0..CASES + 2, refuses)
        .exits(&[1]),
        Row::new(
            "claims_to_be_strict_and_replaces",
            "
            greet
            while request; do
                case $bytes in
                    2fc0ae2e2f) answer 2fefbfbdefbfbd2e2f ;;
                    f08282ac) answer efbfbdefbfbdefbfbdefbfbd ;;
                    *) answer ;;
                esac
            done",
        )
        .of(standard)
        .case(8, accepts_ill_formed)
        .case(15, accepts_ill_formed)
        .exits(&[1]),
        Row::new(
            "hands_out_before_an_error_what_its_api_never_wrote",
            "
            greet
            while request; do
                case $bytes in
                    2fc0ae2e2f) reject ',\"out\":\"2f00\"' ;;
                    f08282ac) reject ',\"out\":\"00\"' ;;
                    *) answer ;;
                esac
            done",
        )
        .of(standard)
        .case(8, "wrong-reason: prefix")
        .case(15, "wrong-reason: prefix")
        .exits(&[1]),
        Row::new("claims_to_take_chunks_and_decodes_each_alone", EACH_CHUNK_ALONE)
            .of(chunks)
            .case(1, refuses)
            .case(2, refuses)
            .case(4, "not-applicable: has no reset")
            .exits(&[1]),
        Row::new("takes_no_chunks", "marked() { answer; }; greet; serve")
            .of(chunks)
            .range(1..5, "not-applicable: takes no chunks"),
    ]
}

/// An error of a chunk is one of the script. Only parts of the euro sign are ill-formed here.
const EACH_CHUNK_ALONE: &str = r#"
    script=finish
    greet
    while request; do
        case $line in *calls*) ;; *) answer; continue ;; esac
        calls=${line#*\"calls\":\"} outs= failed=
        for call in ${calls%%\"*}; do
            if [ $failed ]; then
                out=x
            else
                case $call in
                    e2 | e282) out=! failed=1 ;;
                    .) out=- ;;
                    *) out=$call ;;
                esac
            fi
            outs="$outs $out"
        done
        outs="\"outs\":\"${outs# }\""
        if [ $failed ]; then
            reject ",\"call\":0,$outs"
        else
            echo "{\"seq\":$seq,\"answer\":\"accept\",$outs}"
        fi
    done
"#;

/// The euro sign in one piece and cut in two places, two letters in chunks, and a script with a reset.
fn chunks() -> Vec<Case<'static>> {
    let named =
        |id| vectors(|_| true).find(|case| case.id.vector.as_str() == id).expect("there is that vector");
    let euro = named("standard/euro-sign");
    let split = |vector, at| {
        Case::derived(vector, format!("split={at}").parse().unwrap()).expect("it has bytes to split")
    };
    let (first, second) = (split(euro.vector, 1), split(euro.vector, 2));
    vec![
        euro,
        first,
        second,
        split(named("standard/dot-dot-slash").vector, 2),
        named("script/text-then-reset-bom"),
    ]
}
