-- Adapter for the UTF-8 decoders of Lua; protocol 1 (CONTRACT.md beside this file).
--
-- Run it as `lua5.4 lua.lua`: Lua 5.4, standard library only.
--
-- - Ill-formed is what the manual documents for it (section 6.5): utf8.len returns fail and a position, utf8.codes and
--   utf8.codepoint raise an error. An error with another text ends this process.
-- - Of `lax` the manual says that it lifts the checks that codes are at most 10FFFF and no surrogates, "so that all values
--   up to 0x7FFFFFFF are accepted": that is RFC 2279.
-- - `at` is "the position of the first invalid byte", from 0; utf8.codes and utf8.codepoint raise without a place.
-- - utf8.len counts characters and stops at an error, where a decoder that counts goes on: it is asked as one that
--   validates.
-- - Text before an error: utf8.codes has handed it out by then.
-- - ILLFORMED_CANARY is not read: no function here has an output argument.
-- - There are no scripts: no function takes chunks. Nor does io.read decode.
-- - Left out: utf8.offset and utf8.charpattern, which assume well-formed strings.

-- ---- One function a decoder: bytes -> answer, the keys behind it, and text as hex.

-- Whether `message` is the error that a function of the library documents. Any other goes on.
local function is_refusal(message)
  if message:match("invalid UTF%-8 code") then
    return true
  end
  error(message, 0)
end

local function length(lax)
  return function(data)
    local count, position = utf8.len(data, 1, -1, lax)
    if count then
      return "accept", ""
    end
    return "reject", (',"at":%d'):format(position - 1)
  end
end

local format = string.format

local function codes(lax)
  return function(data)
    local text, size = {}, 0
    local is_fine, message = pcall(function()
      for _, code in utf8.codes(data, lax) do
        size = size + 1
        text[size] = format("%08x", code)
      end
    end)
    if is_fine then
      return "accept", "", table.concat(text)
    end
    return is_refusal(message) and "reject", "", size > 0 and table.concat(text) or nil
  end
end

-- More results than the stack holds are an error of their own.
local CODES_A_CALL = 200000

local function codepoint(lax)
  return function(data)
    if #data > CODES_A_CALL then
      return "skip", ',"why":"the results do not fit on the stack"'
    end
    local results = table.pack(pcall(utf8.codepoint, data, 1, -1, lax))
    if not results[1] then
      return is_refusal(results[2]) and "reject", ""
    end
    for i = 2, results.n do
      results[i] = format("%08x", results[i])
    end
    return "accept", "", table.concat(results, "", 2, results.n)
  end
end

-- ---- What there is and what it claims.

local claims, whole = {}, {}

local function add(name, api, claim, decode)
  claims[#claims + 1] = ('{"decoder":"%s","api":"%s",%s,"policy":"fatal","bom":"keep","script":"none"}\n'):format(name, api, claim)
  whole[name] = decode
end

local VALIDATE = '"kind":"validate","profile":"%s","out":"none","at":"valid_up_to"'
local STRICT = '"kind":"strict","profile":"%s","out":"utf32","at":"none"'

add("len", "utf8.len(s)", VALIDATE:format("rfc3629"), length(false))
add("len-lax", "utf8.len(s, 1, -1, true)", VALIDATE:format("rfc2279"), length(true))
add("codes", "utf8.codes(s)", STRICT:format("rfc3629"), codes(false))
add("codes-lax", "utf8.codes(s, true)", STRICT:format("rfc2279"), codes(true))
add("codepoint", "utf8.codepoint(s, 1, -1)", STRICT:format("rfc3629"), codepoint(false))
add("codepoint-lax", "utf8.codepoint(s, 1, -1, true)", STRICT:format("rfc2279"), codepoint(true))

-- ---- The answers.

-- _VERSION has no third number; the interpreter says it.
local function version()
  local is_started, interpreter = pcall(io.popen, arg[-1] .. " -v 2>&1")
  local text = is_started and interpreter:read("l")
  if is_started then
    interpreter:close()
  end
  return text and text:match("^Lua ([%d.]+)") or _VERSION:match("[%d.]+")
end

local introduction = ('{"adapter":"lua","protocol":1,"implementation":"Lua","version":"%s","decoders":%d}\n'):format(
  version(), #claims) .. table.concat(claims)

local byte_of = {}
for byte = 0, 255 do
  byte_of[format("%02x", byte)] = string.char(byte)
end

local function from_hex(digits)
  return (digits:gsub("..", byte_of))
end

local function answer(line)
  -- Requests have no spaces and no escapes: {"op":"decode","seq":1,"decoder":"len","bytes":"41"}
  local op, seq = line:match('^{"op":"(%a+)","seq":(%d+)')
  if not op then
    return introduction
  end
  local name, digits = line:match('"decoder":"([^"]*)","bytes":"(%x*)"')
  local decode = whole[name]
  if op ~= "decode" or not decode then
    return '{"seq":' .. seq .. ',"answer":"skip","why":"no such op or decoder, or it takes no chunks"}\n'
  end
  local verdict, keys, text = decode(from_hex(digits))
  return '{"seq":' .. seq .. ',"answer":"' .. verdict .. '"' .. keys .. (text and ',"out":"' .. text .. '"' or "") .. "}\n"
end

-- Lua cannot tell whether more input waits: each answer is written at once.
io.stdout:setvbuf("full", 65536)
for line in io.lines() do
  io.write(answer(line))
  io.flush()
end
