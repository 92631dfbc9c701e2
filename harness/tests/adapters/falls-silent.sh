#!/bin/sh
# An adapter that introduces itself, reads every question, and answers none.
read -r hello
echo '{"adapter":"falls-silent","protocol":1,"implementation":"nobody","version":"1","decoders":1}'
echo '{"decoder":"silent","api":"silent(bytes)","kind":"validate","profile":"rfc3629","policy":"fatal","out":"none","at":"none","bom":"keep","script":"none"}'
while read -r request; do
    :
done
