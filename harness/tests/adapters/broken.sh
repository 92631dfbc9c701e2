#!/bin/sh
# An adapter that keeps the contract and takes everything for well-formed: `sh broken.sh`. With a word it breaks one rule, or
# does what may not be meant.

ADAPTER='{"adapter":"sh","protocol":1,"implementation":"sh","version":"1","decoders":1}'
DECODER='{"decoder":"all","api":"true","kind":"validate","profile":"rfc3629","policy":"fatal",'
DECODER=$DECODER'"out":"none","at":"none","bom":"keep","script":"reset"}'

introduce() { echo "$ADAPTER"; echo "$DECODER"; }
accept() { echo "{\"seq\":$seq,\"answer\":\"accept\"}"; }
decode() { accept; }
hand_back() { echo "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"$bytes\"}"; }
script() {
    outs=
    for call in $calls; do outs="$outs -"; done
    echo "{\"seq\":$seq,\"answer\":\"accept\",\"outs\":\"${outs# }\"}"
}
request() {
    seq=${line#*\"seq\":} seq=${seq%%,*}
    case $line in
        *hello*) introduce ;;
        *'"calls":"'*) calls=${line#*\"calls\":\"} calls=${calls%\"*}; script ;;
        *) bytes=${line#*\"bytes\":\"} bytes=${bytes%\"*}; decode ;;
    esac
}
finish() { :; }
# Changes what the adapter or the decoder says of itself.
adapter() { ADAPTER=$(echo "$ADAPTER" | sed "$1"); }
decoder() { DECODER=$(echo "$DECODER" | sed "$1"); }

case $1 in
    welcomes) introduce() { echo 'Welcome to sh!'; echo "$ADAPTER"; echo "$DECODER"; } ;;
    debugs) decode() { [ "$bytes" = ff ] && echo debug; accept; } ;;
    writes-no-utf8) decode() { printf '{\377\033}\n'; } ;;
    writes-no-end) decode() { head -c 40000000 /dev/zero | tr '\0' x; } ;;
    omits-line-ends) accept() { printf '%s' "{\"seq\":$seq,\"answer\":\"accept\"}"; } ;;
    has-no-version) adapter 's/"version":"1",//' ;;
    quotes-the-protocol) adapter 's/"protocol":1/"protocol":"1"/' ;;
    tolerates) decoder s/validate/tolerant/ ;;
    lacks-a-decoder) adapter 's/s":1/s":2/' ;;
    has-one-decoder-more) introduce() { echo "$ADAPTER"; echo "$DECODER"; echo "$DECODER"; } ;;
    has-a-decoder-twice) adapter 's/s":1/s":2/'; introduce() { echo "$ADAPTER"; echo "$DECODER"; echo "$DECODER"; } ;;
    says-maybe) decode() { echo "{\"seq\":$seq,\"answer\":\"maybe\"}"; } ;;
    gives-text) decode() { hand_back; } ;;
    gives-one-word) script() { echo "{\"seq\":$seq,\"answer\":\"accept\",\"outs\":\"-\"}"; } ;;
    is-lossy-and-rejects)
        decoder 's/validate/lossy/;s/fatal/per-byte/;s/out":"none/out":"utf8/'
        decode() { echo "{\"seq\":$seq,\"answer\":\"reject\"}"; } ;;
    does-not-count) decode() { echo "{\"seq\":1,\"answer\":\"accept\"}"; } ;;
    counts-for-itself)
        decoder s/reset/none/
        accept() { count=$((count + 1)); echo "{\"seq\":$count,\"answer\":\"accept\"}"; } ;;
    # Eighteen are asked alone; then one is put off until the next is answered.
    puts-off)
        decode() {
            if [ "$seq" = 19 ]; then put_off=19; return; fi
            accept
            [ "$put_off" ] && echo "{\"seq\":$put_off,\"answer\":\"accept\"}"
            put_off=
        } ;;
    is-silent) decode() { [ "$bytes" = ff ] || accept; } ;;
    holds-back) decode() { held="$held$(accept)"; }; finish() { echo "$held"; } ;;
    dies) decode() { [ "$bytes" = ff ] && echo oops >&2 && exit 7; accept; } ;;
    dies-of-a-long-line) decode() { [ ${#bytes} -lt 4096 ] || exit 1; accept; } ;;
    dies-of-the-fifth) decode() { [ "$asked" = .... ] && exit 9; asked=$asked.; accept; } ;;
    goes-on) finish() { echo '{"seq":99,"answer":"accept"}'; } ;;
    ends-with-3) finish() { exit 3; } ;;
    ends-in-a-line) finish() { printf '{"seq"'; } ;;
    does-not-end) decoder 's/}$/,"max_bytes":9}/'; finish() { sleep 1000; } ;;
    # The output of a call that wrote nothing.
    hands-back-the-canary)
        decoder 's/validate/strict/;s/out":"none/out":"utf8/'
        decode() { case $bytes in f490*) bytes=$ILLFORMED_CANARY ;; esac; hand_back; }
        script() { echo "{\"seq\":$seq,\"answer\":\"skip\",\"why\":\"not here\"}"; } ;;
    hands-back-the-canary-alone)
        decoder 's/validate/strict/;s/out":"none/out":"utf8/;s/reset/none/'
        decode() { case $bytes in f490*) bytes=$ILLFORMED_CANARY ;; esac; hand_back; } ;;
    hands-back-the-canary-behind-another)
        decoder 's/validate/strict/;s/out":"none/out":"utf8/;s/reset/none/'
        decode() { case $last-$bytes in ?*-f490*) bytes=$ILLFORMED_CANARY ;; *) last=$bytes ;; esac; hand_back; } ;;
    # An offset that was not set.
    sets-no-offset)
        decode() {
            case $bytes in
                41*) accept ;;
                *) echo "{\"seq\":$seq,\"answer\":\"reject\",\"at\":$((0x${ILLFORMED_CANARY:-0}))}" ;;
            esac
        } ;;
    # Process numbers differ, and not as canaries do.
    throws-dice)
        decode() {
            [ "$bytes$at_random" = f4908080yes ] && set reject || set accept
            echo "{\"seq\":$seq,\"answer\":\"$1\"}"
        }
        [ "$(head -c 1 /dev/urandom | od -An -tu1)" -gt 127 ] && at_random=yes ;;
    strikes) decode() { echo "{\"seq\":$seq,\"answer\":\"skip\",\"why\":\"on strike\"}"; } ;;
    adds-an-offset) decode() { echo "{\"seq\":$seq,\"answer\":\"reject\",\"at\":0}"; } ;;
    changes-its-mind)
        decode() { [ "$seq" -gt 9 ] && set reject || set accept; echo "{\"seq\":$seq,\"answer\":\"$1\"}"; } ;;
esac

while read -r line; do request; done
finish
