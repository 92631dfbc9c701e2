# Adapter for the characters of GNU awk; protocol 1 (CONTRACT.md beside this file).
#
# Run it as `env LC_ALL=C.UTF-8 gawk -f gawk.awk`: GNU awk 4 or newer, no extension.
#
# - Awk has no word for ill-formed bytes and no code of a character: what it says is how many characters there are. The
#   manual has it that length() and its kin count "characters, not bytes" in a locale of several bytes a character, and
#   nothing of what is none: the policy is none.
# - A string of bytes is put together from escapes, since %c writes characters.
# - ILLFORMED_CANARY is not read: no function here has an output argument, and a string has memory of its own.

function claim(name, api) {
    return sprintf("{\"decoder\":\"%s\",\"api\":\"%s\",\"kind\":\"count\",\"profile\":\"rfc3629\"," \
        "\"policy\":\"none\",\"out\":\"count\",\"at\":\"none\",\"bom\":\"keep\",\"script\":\"none\"}", name, api)
}

function hello() {
    print "{\"adapter\":\"gawk\",\"protocol\":1,\"implementation\":\"GNU awk\",\"version\":\"" PROCINFO["version"] \
        "\",\"decoders\":3}"
    print claim("length", "length(string)")
    print claim("split", "split(string, pieces, \\\"\\\")")
    print claim("gsub", "gsub(/./, \\\"&\\\", string)")
}

function unhex(hex,    pairs, count, i, string) {
    count = patsplit(hex, pairs, /../)
    string = ""
    for (i = 1; i <= count; i++) string = string BYTE[pairs[i]]
    return string
}

function characters(decoder, string,    pieces) {
    if (decoder == "length") return length(string)
    if (decoder == "split") return split(string, pieces, "")
    return gsub(/./, "&", string)
}

function row(high, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, ba, bb, bc, bd, be, bf) {
    BYTE[high "0"] = b0; BYTE[high "1"] = b1; BYTE[high "2"] = b2; BYTE[high "3"] = b3
    BYTE[high "4"] = b4; BYTE[high "5"] = b5; BYTE[high "6"] = b6; BYTE[high "7"] = b7
    BYTE[high "8"] = b8; BYTE[high "9"] = b9; BYTE[high "a"] = ba; BYTE[high "b"] = bb
    BYTE[high "c"] = bc; BYTE[high "d"] = bd; BYTE[high "e"] = be; BYTE[high "f"] = bf
}

BEGIN {
    # Awk warns of the first ill-formed bytes of a process and of no others: here it is the same each time.
    length("\xff")
    # What is written as an escape is a byte in any locale.
    row("0", "\x00", "\x01", "\x02", "\x03", "\x04", "\x05", "\x06", "\x07",
        "\x08", "\x09", "\x0a", "\x0b", "\x0c", "\x0d", "\x0e", "\x0f")
    row("1", "\x10", "\x11", "\x12", "\x13", "\x14", "\x15", "\x16", "\x17",
        "\x18", "\x19", "\x1a", "\x1b", "\x1c", "\x1d", "\x1e", "\x1f")
    row("2", "\x20", "\x21", "\x22", "\x23", "\x24", "\x25", "\x26", "\x27",
        "\x28", "\x29", "\x2a", "\x2b", "\x2c", "\x2d", "\x2e", "\x2f")
    row("3", "\x30", "\x31", "\x32", "\x33", "\x34", "\x35", "\x36", "\x37",
        "\x38", "\x39", "\x3a", "\x3b", "\x3c", "\x3d", "\x3e", "\x3f")
    row("4", "\x40", "\x41", "\x42", "\x43", "\x44", "\x45", "\x46", "\x47",
        "\x48", "\x49", "\x4a", "\x4b", "\x4c", "\x4d", "\x4e", "\x4f")
    row("5", "\x50", "\x51", "\x52", "\x53", "\x54", "\x55", "\x56", "\x57",
        "\x58", "\x59", "\x5a", "\x5b", "\x5c", "\x5d", "\x5e", "\x5f")
    row("6", "\x60", "\x61", "\x62", "\x63", "\x64", "\x65", "\x66", "\x67",
        "\x68", "\x69", "\x6a", "\x6b", "\x6c", "\x6d", "\x6e", "\x6f")
    row("7", "\x70", "\x71", "\x72", "\x73", "\x74", "\x75", "\x76", "\x77",
        "\x78", "\x79", "\x7a", "\x7b", "\x7c", "\x7d", "\x7e", "\x7f")
    row("8", "\x80", "\x81", "\x82", "\x83", "\x84", "\x85", "\x86", "\x87",
        "\x88", "\x89", "\x8a", "\x8b", "\x8c", "\x8d", "\x8e", "\x8f")
    row("9", "\x90", "\x91", "\x92", "\x93", "\x94", "\x95", "\x96", "\x97",
        "\x98", "\x99", "\x9a", "\x9b", "\x9c", "\x9d", "\x9e", "\x9f")
    row("a", "\xa0", "\xa1", "\xa2", "\xa3", "\xa4", "\xa5", "\xa6", "\xa7",
        "\xa8", "\xa9", "\xaa", "\xab", "\xac", "\xad", "\xae", "\xaf")
    row("b", "\xb0", "\xb1", "\xb2", "\xb3", "\xb4", "\xb5", "\xb6", "\xb7",
        "\xb8", "\xb9", "\xba", "\xbb", "\xbc", "\xbd", "\xbe", "\xbf")
    row("c", "\xc0", "\xc1", "\xc2", "\xc3", "\xc4", "\xc5", "\xc6", "\xc7",
        "\xc8", "\xc9", "\xca", "\xcb", "\xcc", "\xcd", "\xce", "\xcf")
    row("d", "\xd0", "\xd1", "\xd2", "\xd3", "\xd4", "\xd5", "\xd6", "\xd7",
        "\xd8", "\xd9", "\xda", "\xdb", "\xdc", "\xdd", "\xde", "\xdf")
    row("e", "\xe0", "\xe1", "\xe2", "\xe3", "\xe4", "\xe5", "\xe6", "\xe7",
        "\xe8", "\xe9", "\xea", "\xeb", "\xec", "\xed", "\xee", "\xef")
    row("f", "\xf0", "\xf1", "\xf2", "\xf3", "\xf4", "\xf5", "\xf6", "\xf7",
        "\xf8", "\xf9", "\xfa", "\xfb", "\xfc", "\xfd", "\xfe", "\xff")
}

/^{"op":"hello"/ { hello() }

/^{"op":"decode"/ {
    # {"op":"decode","seq":1,"decoder":"length","bytes":"41"}
    split($0, value, "\"")
    seq = substr(value[7], 2) + 0
    decoder = value[10]
    if (decoder !~ /^(length|split|gsub)$/)
        print "{\"seq\":" seq ",\"answer\":\"skip\",\"why\":\"no such decoder\"}"
    else
        print "{\"seq\":" seq ",\"answer\":\"accept\",\"out\":\"" characters(decoder, unhex(value[14])) "\"}"
}

/^{"op":"script","seq":/ {
    match($0, /"seq":[0-9]+/)
    print "{" substr($0, RSTART, RLENGTH) ",\"answer\":\"skip\",\"why\":\"takes no chunks\"}"
}

{ fflush() }
