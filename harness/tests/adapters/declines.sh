#!/bin/sh
# An adapter that answers ASCII right and declines all that has other bytes.
read -r hello
echo '{"adapter":"declines","protocol":1,"implementation":"nobody","version":"1","decoders":1}'
echo '{"decoder":"ascii","api":"ascii(bytes)","kind":"strict","profile":"rfc3629","policy":"fatal","out":"utf8","at":"none","bom":"keep","script":"none"}'
seq=0
while read -r request; do
    bytes=${request##*\"bytes\":\"}
    bytes=${bytes%%\"*}
    if echo "$bytes" | grep -qE '^([0-7].)*$'; then
        echo "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"$bytes\"}"
    else
        echo "{\"seq\":$seq,\"answer\":\"skip\",\"why\":\"not asked: only ASCII is supported\"}"
    fi
    seq=$((seq + 1))
done
