# Adapter for the UTF-8 decoder of jq; protocol 1 (CONTRACT.md beside this file).
#
# Run it as `jq --unbuffered -n -r --arg version "$(jq --version)" -f jq.jq`: jq 1.6 or newer.
#
# - Requests are JSON, which jq reads and has made text of before we see them. What gets at bytes is @base64d: "the
#   inverse of @base64. Note: If the decoded string is not UTF-8, the results are undefined." The policy is none.
# - Each digit of an input takes steps of jq, which are slow: long inputs are not taken.
# - The text is put out by explode, the numbers of its characters.
# - ILLFORMED_CANARY is not read: nothing here has an output argument, and a string has memory of its own.

# Tables: the value of a digit by its code, base64 by twelve bits, two digits by a byte.
[range(128) | if . >= 97 then . - 87 else . - 48 end] as $value
| ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" | explode) as $base64
| ("0123456789abcdef" / "") as $digits
| [$digits[] as $high | $digits[] as $low | $high + $low] as $hex

# Three digits are twelve bits, which are two characters of base64.
| def base64_of_hex:
    explode as $codes
    | ($codes | length) as $size
    | [range(0; $size; 3) as $at
        | ($value[$codes[$at]] * 256 + $value[$codes[$at + 1] // 48] * 16 + $value[$codes[$at + 2] // 48])
        | $base64[. / 64 | floor], $base64[. % 64]]
    | if $size % 6 == 2 then . + [61, 61] elif $size % 6 == 4 then .[:-1] + [61] else . end
    | implode;

  def hex32:
    [explode[] | "00" + $hex[. / 65536 | floor], $hex[. / 256 % 256 | floor], $hex[. % 256]] | join("");

  def answer:
    if .op == "hello" then
      {adapter: "jq", protocol: 1, implementation: "jq", version: ($version | ltrimstr("jq-")), decoders: 1},
      {decoder: "base64d", api: "@base64d", kind: "lossy", profile: "rfc3629", policy: "none", out: "utf32", at: "none",
        bom: "keep", script: "none", max_bytes: 2048}
      | tojson
    elif .op == "decode" and .decoder == "base64d" then
      "{\"seq\":\(.seq),\"answer\":\"accept\",\"out\":\"\(.bytes | base64_of_hex | @base64d | hex32)\"}"
    else
      "{\"seq\":\(.seq),\"answer\":\"skip\",\"why\":\"no such decoder, or it takes no chunks\"}"
    end;

  inputs | answer
