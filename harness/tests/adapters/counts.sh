#!/bin/sh
# An adapter of two decoders that count: whatever comes, it is 1 character to the one and 2 to the other.
read -r hello
echo '{"adapter":"counts","protocol":1,"implementation":"nobody","version":"1","decoders":2}'
for name in one two; do
    echo '{"decoder":"'$name'","api":"count(bytes)","kind":"count","profile":"rfc3629","policy":"fatal","out":"count","at":"none","bom":"keep","script":"none"}'
done
while read -r request; do
    seq=${request#*\"seq\":}
    case $request in *'"two"'*) count=2 ;; *) count=1 ;; esac
    echo "{\"seq\":${seq%%,*},\"answer\":\"accept\",\"out\":\"$count\"}"
done
