#!/bin/sh
# An adapter whose every free text tries to be more than text, wherever it may be shown: markup, a workflow command, a
# table's next cell, a terminal's escape, the end of a line. It skips every second question, the first too, and is wrong
# on the others.
free='</script><img src=x onerror=alert(1)>]]>|`[x](http://example.com)@user\r\n::error::x\n##[error]x\u001b[31m\u0000\u0085\u202e\ufffe'
read -r hello
printf '%s\n' '{"adapter":"hostile","protocol":1,"implementation":"'"$free"'","version":"'"$free"'","decoders":1}'
printf '%s\n' '{"decoder":"blind","api":"'"$free"'","kind":"strict","profile":"rfc3629","policy":"fatal","out":"utf32","at":"none","bom":"keep","script":"none"}'
printf '</script>]]>|`\r\n::error::x\n##[error]x\033[31m' >&2
seq=0
while read -r request; do
    if [ $((seq % 2)) = 1 ]; then
        echo "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"00000041\"}"
    else
        printf '%s\n' '{"seq":'$seq',"answer":"skip","why":"'"$free"'"}'
    fi
    seq=$((seq + 1))
done
