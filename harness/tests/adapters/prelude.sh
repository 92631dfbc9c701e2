# What the adapters of the process tests share: `$1` is a folder in which each process writes its number.
FOLDER=$1
echo $$ >> "$FOLDER/pids"
introduce() {
    printf '{"adapter":"sh","protocol":1,"implementation":"%s","version":"%s","decoders":1}\n' \
        "${implementation:-sh}" "${version:-1}"
    printf '{"decoder":"echo","api":"%s","kind":"%s","profile":"rfc3629","policy":"fatal",' \
        "${api:-echo}" "${kind:-strict}"
    printf '"out":"%s","at":"%s","bom":"keep","script":"%s"}\n' "${out:-utf8}" "${at:-none}" "${script:-none}"
}
greet() {
    read -r hello && introduce
}
request() {
    read -r line || return 1
    seq=${line#*\"seq\":}
    seq=${seq%%,*}
    bytes=${line#*\"bytes\":\"}
    bytes=${bytes%\"*}
}
answer() {
    echo "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"${1-$bytes}\"}"
}
reject() {
    echo "{\"seq\":$seq,\"answer\":\"reject\"$1}"
}
skip() {
    echo "{\"seq\":$seq,\"answer\":\"skip\",\"why\":\"$1\"}"
}
# Answers all requests until the input ends; `marked` answers the one for the euro sign.
serve() {
    while request; do
        if [ "$bytes" = e282ac ]; then marked; else answer; fi
    done
}
# Succeeds in the first process that calls it, once.
first_time() {
    [ ! -e "$FOLDER/mark" ] && : > "$FOLDER/mark"
}
# Writes so many letters.
letters() {
    head -c "$1" /dev/zero | tr '\0' x
}
# Starts a child that keeps all pipes open and does not end.
child() {
    sleep 1000 & echo $! >> "$FOLDER/pids"
}
# Starts a process of the adapter's group that has no pipe of it and a parent that has ended.
orphan() {
    sh -c 'sh -c "$1" orphan "$0" </dev/null >/dev/null 2>&1 & echo $! >> "$0/pids"' "$FOLDER" "$1"
}
# Uses 64 MiB of memory and keeps them.
grow='memory=$(head -c 67108864 /dev/zero | tr "\0" x); sleep 1000'
