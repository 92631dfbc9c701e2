-- An adapter for illformed. Lua 5.4, standard library only.
--
-- It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

-- EDIT: require your decoder here.

-- EDIT: gives the bytes to your decoder. Returns its text as a list of code points, or nil and the offset of the error;
-- without an offset, false. An error that is raised is not caught: a crash is a finding, and not a rejection.
local function strict(data)
  local length, position = utf8.len(data)
  if not length then
    return nil, position - 1
  end
  local text = {}
  for _, code in utf8.codes(data) do
    text[#text + 1] = code
  end
  return text
end

-- EDIT: another decoder, as many as you have. This one takes up to six bytes, as RFC 2279 does.
local function lax(data)
  local length, position = utf8.len(data, 1, -1, true)
  if not length then
    return nil, position - 1
  end
  return { utf8.codepoint(data, 1, -1, true) }
end

-- EDIT if a decoder takes chunks, and say so under "script" below. Each call returns as decode does.
-- The standard library has no such decoder: this one collects its chunks.
local stream = {}

function stream.reset()
  stream.held = {}
  return {}
end

function stream.feed(chunk)
  table.insert(stream.held, chunk)
  return {}
end

function stream.finish()
  return stream.decode(table.concat(stream.held))
end

-- EDIT: each decoder: its name, its function, and its claim, which is what its documentation promises.
-- `illformed adapter contract` explains each word.
local decoders = {
  { name = "strict", decode = strict, claim = [["api":"utf8.len, utf8.codes","kind":"strict","profile":"rfc3629",]] ..
    [["policy":"fatal","out":"utf32","at":"valid_up_to","bom":"keep","script":"none"]] },
  { name = "lax", decode = lax, claim = [["api":"utf8.codepoint, lax","kind":"strict","profile":"rfc2279",]] ..
    [["policy":"fatal","out":"utf32","at":"valid_up_to","bom":"keep","script":"none"]] },
}

-- EDIT: whose decoders they are.
local introduction = { ('{"adapter":"mine","protocol":1,"implementation":"Lua","version":"%s","decoders":%d}')
  :format(_VERSION:match("[%d.]+"), #decoders) }

local decode_of = {}
for _, decoder in ipairs(decoders) do
  introduction[#introduction + 1] = ('{"decoder":"%s",%s}'):format(decoder.name, decoder.claim)
  decode_of[decoder.name] = decoder.decode
end

local function to_hex(text)
  local digits = {}
  for i, code in ipairs(text) do
    digits[i] = ("%08x"):format(code)
  end
  return table.concat(digits)
end

local function from_hex(digits)
  return (digits:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))
end

local function place(at)
  return at and (',"at":%d'):format(at) or ""
end

local function answer_decode(seq, bytes, decode)
  local text, at = decode(from_hex(bytes))
  if not text then
    return ('{"seq":%s,"answer":"reject"%s}'):format(seq, place(at))
  end
  return ('{"seq":%s,"answer":"accept","out":"%s"}'):format(seq, to_hex(text))
end

local function answer_script(seq, calls, decode)
  local answer, outs, failed = '"accept"', {}, false
  stream.decode = decode
  stream.reset()
  for call in calls:gmatch("%S+") do
    local out
    if failed and call ~= "~" then
      out = "x" -- After an error nothing is called until the next reset.
    else
      local text, at
      if call == "~" then
        text, at = stream.reset()
      elseif call == "." then
        text, at = stream.finish()
      else
        text, at = stream.feed(from_hex(call == "-" and "" or call))
      end
      failed = not text
      if failed then
        out = "!"
        if answer == '"accept"' then
          answer = ('"reject","call":%d%s'):format(#outs, place(at))
        end
      else
        out = #text > 0 and to_hex(text) or "-"
      end
    end
    outs[#outs + 1] = out
  end
  return ('{"seq":%s,"answer":%s,"outs":"%s"}'):format(seq, answer, table.concat(outs, " "))
end

for line in io.lines() do
  -- Requests have no spaces and no escapes, so that no JSON library is needed.
  local op, seq = line:match('"op":"(%a+)"'), line:match('"seq":(%d+)')
  local decode = decode_of[line:match('"decoder":"([^"]*)"')]
  local answer
  if op == "hello" then
    answer = table.concat(introduction, "\n")
  elseif op == "decode" then
    answer = answer_decode(seq, line:match('"bytes":"(%x*)"'), decode)
  else
    answer = answer_script(seq, line:match('"calls":"([^"]*)"'), decode)
  end
  io.write(answer, "\n")
  io.flush()
end
