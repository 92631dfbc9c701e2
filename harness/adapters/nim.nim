## Adapter for the UTF-8 decoders of Nim's standard library; protocol 1 (CONTRACT.md beside this file).
##
## Build it with `nim c -d:release nim.nim`: Nim 1.4 or newer, standard library only.
##
## - std/unicode is "support to handle the Unicode UTF-8 encoding". validateUtf8 "returns the position of the invalid byte in s
##   if the string s does not hold valid UTF-8 data"; of the functions that read runes no error is documented, nor what they
##   give for one: they are lossy, of policy none.
## - A rune is an int32, put out as it is.
## - ILLFORMED_CANARY is not read: no function here has an output argument.
## - There are no scripts: no function takes chunks.
## - Left out: the iterator utf8 and std/json, which hand on the bytes of a string; std/encodings, which assumes well-formed
##   input and hands it to iconv.

import std/[posix, strutils, unicode]

type
  Said = object
    isRefused: bool
    at: int ## -1 if the API does not say it.
    text: string ## As hex, or a number.
  Decoder = object
    name, api, keys: string
    run: proc (data: string, said: var Said) {.nimcall.}

const digits = "0123456789abcdef"

proc putHex(to: var string, rune: Rune) =
  for shift in countdown(28, 0, 4):
    to.add digits[(uint32(rune) shr shift) and 15]

# ---- One function a decoder.

proc validated(data: string, said: var Said) =
  said.at = validateUtf8(data)
  said.isRefused = said.at >= 0

proc iterated(data: string, said: var Said) =
  for rune in runes(data):
    said.text.putHex rune

proc listed(data: string, said: var Said) =
  for rune in toRunes(data):
    said.text.putHex rune

proc fastAt(data: string, said: var Said) =
  var
    at = 0
    rune: Rune
  while at < data.len:
    fastRuneAt(data, at, rune)
    said.text.putHex rune

proc atPositions(data: string, said: var Said) =
  var at = 0
  while at < data.len:
    said.text.putHex runeAt(data, at)
    at += runeLenAt(data, at)

proc counted(data: string, said: var Said) =
  said.text = $runeLen(data)

# ---- What there is and what it claims.

const
  validates = """"kind":"validate","policy":"fatal","out":"none","at":"valid_up_to""""
  replaces = """"kind":"lossy","policy":"none","out":"utf32","at":"none""""
  counts = """"kind":"count","policy":"none","out":"count","at":"none""""
  decoders = [
    Decoder(name: "validate-utf8", api: "validateUtf8(s)", keys: validates, run: validated),
    Decoder(name: "runes", api: "for rune in runes(s)", keys: replaces, run: iterated),
    Decoder(name: "to-runes", api: "toRunes(s)", keys: replaces, run: listed),
    Decoder(name: "fast-rune-at", api: "fastRuneAt(s, i, result)", keys: replaces, run: fastAt),
    Decoder(name: "rune-at", api: "runeAt(s, i), runeLenAt(s, i)", keys: replaces, run: atPositions),
    Decoder(name: "rune-len", api: "runeLen(s)", keys: counts, run: counted),
  ]

# ---- The answers.

proc unhex(digits: string): string =
  proc value(c: char): int =
    if c < 'a': ord(c) - ord('0') else: ord(c) - ord('a') + 10
  result = newString(digits.len div 2)
  for i in 0 ..< result.len:
    result[i] = chr(value(digits[2 * i]) shl 4 or value(digits[2 * i + 1]))

proc answer(line: string, answers: var string) =
  # The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"runes","bytes":"41"}
  let fields = line.split('"')
  if fields[3] == "hello":
    answers.add """{"adapter":"nim","protocol":1,"implementation":"Nim","version":"""" & NimVersion & """","decoders":""" &
      $decoders.len & "}\n"
    for d in decoders:
      answers.add """{"decoder":"""" & d.name & """","api":"""" & d.api & """","profile":"rfc3629",""" & d.keys &
        ""","bom":"keep","script":"none"}""" & "\n"
    return
  answers.add """{"seq""""
  answers.add fields[6]
  if fields[3] == "decode":
    for d in decoders:
      if d.name == fields[9]:
        var said = Said(at: -1)
        d.run(unhex(fields[13]), said)
        answers.add (if said.isRefused: """"answer":"reject"""" else: """"answer":"accept"""")
        if said.at >= 0:
          answers.add ""","at":""" & $said.at
        if "\"out\":\"none\"" notin d.keys:
          answers.add ""","out":"""" & said.text & "\""
        answers.add "}\n"
        return
  answers.add """"answer":"skip","why":"no such op or decoder, or it takes no chunks"}""" & "\n"

proc flush(answers: var string) =
  var at = 0
  while at < answers.len:
    at += write(1, addr answers[at], answers.len - at)
  answers.setLen 0

# Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
# unwritten. If a decoder breaks the loop, the answers before it are still written.
proc main() =
  var
    chunk = newString(65536)
    held, answers: string # The first is the beginning of a line whose end has not arrived.
  defer: flush answers
  while true:
    let size = read(0, addr chunk[0], chunk.len)
    if size <= 0:
      return
    var at = 0
    while at < size:
      let last = chunk.find('\n', at, size - 1)
      held.add chunk[at ..< (if last < 0: size else: last)]
      if last < 0:
        break
      answer held, answers
      held.setLen 0
      at = last + 1
    flush answers

main()
