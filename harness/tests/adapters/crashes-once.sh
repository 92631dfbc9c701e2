#!/bin/sh
# An adapter that is right about the vectors of the standards, and crashes on the euro sign once. $1 is a folder where it
# keeps that in mind.
read -r hello
echo '{"adapter":"crashes-once","protocol":1,"implementation":"nobody","version":"1","decoders":1}'
echo '{"decoder":"crashing","api":"crashing(bytes)","kind":"validate","profile":"rfc3629","policy":"fatal","out":"none","at":"none","bom":"keep","script":"none"}'
seq=0
while read -r request; do
    case $request in
        *'"e282ac"'*) mkdir "$1/crashed" 2>/dev/null && exit 3; answer=accept ;;
        *'"2fc0ae2e2f"'* | *'"f08282ac"'*) answer=reject ;;
        *) answer=accept ;;
    esac
    echo "{\"seq\":$seq,\"answer\":\"$answer\"}"
    seq=$((seq + 1))
done
