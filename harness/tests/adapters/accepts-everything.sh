#!/bin/sh
# An adapter that never looks at the bytes: everything is accepted as "A".
read -r hello
echo '{"adapter":"accepts-everything","protocol":1,"implementation":"nobody","version":"1","decoders":1}'
echo '{"decoder":"blind","api":"blind(bytes)","kind":"strict","profile":"rfc3629","policy":"fatal","out":"utf32","at":"none","bom":"keep","script":"none"}'
seq=0
while read -r request; do
    echo "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"00000041\"}"
    seq=$((seq + 1))
done
