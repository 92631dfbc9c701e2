# frozen_string_literal: true

# Adapter for the UTF-8 decoders of Ruby and of its standard library; protocol 1 (CONTRACT.md beside this file).
#
# Run it as `ruby --disable=gems ruby.rb`: Ruby 2.7 or newer, standard library only.
#
# - Ill-formed is what the API documents for it: String#encode and Encoding::Converter raise or name an invalid byte
#   sequence, valid_encoding? returns false, codepoints and unpack raise an ArgumentError that says so. An exception with
#   another text is nobody's verdict and ends this process.
# - `incomplete` is what says it: InvalidByteSequenceError#incomplete_input?, and :incomplete_input of primitive_convert.
# - `len` is error_bytes, "the discarded bytes when Encoding::InvalidByteSequenceError occurs". No API names an offset.
# - Replacement is documented as "each invalid byte sequence", and what one is, nobody says: the policy is none.
# - A converter has no reset, and nothing promises that it begins anew after its end.
# - Text is UTF-16 or UTF-32 where the API is asked for it, the bytes of the String where it stays UTF-8.
# - "CESU-8" is named after Unicode Technical Report 26: it claims cesu8.
# - ILLFORMED_CANARY is not read: no API here has an output argument but primitive_convert's, which is an empty String.
# - Left out: each_char and scan, which hand out ill-formed pieces as they are; UTF8-MAC, which composes characters.

require 'json'

# What a decoder answers where it does not accept: the keys after `seq`.
class Refusal < StandardError
  attr_reader :answer, :keys, :text

  def initialize(answer, keys = '', text = '')
    super(answer)
    @answer = answer
    @keys = keys
    @text = text
  end
end

REJECT = Refusal.new('reject')

# ---- One function a decoder: bytes (a String of its own, ASCII-8BIT) -> text, or a Refusal.

def utf8(data)
  data.force_encoding(Encoding::UTF_8)
end

def verdict(is_valid)
  raise REJECT unless is_valid

  nil
end

def encode(data, from, to)
  data.encode(to, from)
rescue Encoding::InvalidByteSequenceError => e
  raise Refusal.new(e.incomplete_input? ? 'incomplete' : 'reject', ",\"len\":#{e.error_bytes.bytesize}")
end

def codepoints(data)
  utf8(data).codepoints.pack('N*')
rescue ArgumentError => e
  raise unless e.message == 'invalid byte sequence in UTF-8'

  raise REJECT
end

def unpack_u(data)
  data.unpack('U*').pack('N*')
rescue ArgumentError => e
  raise unless e.message.match?(/\A(malformed UTF-8 character|redundant UTF-8 sequence)/)

  raise REJECT
end

JSON_ESCAPES = (0...0x20).map { |byte| [byte.chr, format('\u%04x', byte)] }.to_h.merge('"' => '\"', '\\' => '\\\\').freeze

# Everything can be conveyed: what JSON forbids in a string is escaped. The escapes are ASCII put for ASCII: they neither
# mend an ill-formed sequence nor break a well-formed one, and form no pair of surrogates.
def json_parse(data)
  JSON.parse(utf8("\"#{data.gsub(/[\x00-\x1f"\\]/n, JSON_ESCAPES)}\""))
end

# ---- Decoders that take chunks: feed and finish return text or raise a Refusal.

# primitive_convert, which reports what stopped it.
class PrimitiveConvert
  def initialize
    @converter = Encoding::Converter.new('UTF-8', 'UTF-32BE')
  end

  def feed(chunk)
    convert(chunk, true)
  end

  def finish
    convert(+'', false)
  end

  # Whole and once.
  def convert(chunk, is_partial)
    text = +''
    result = @converter.primitive_convert(chunk, text, nil, nil, partial_input: is_partial)
    return text if %i[source_buffer_empty finished].include?(result)

    keys = ",\"len\":#{@converter.primitive_errinfo[3].bytesize}"
    raise Refusal.new(result == :incomplete_input ? 'incomplete' : 'reject', keys, text) if
      %i[incomplete_input invalid_byte_sequence].include?(result)

    raise "primitive_convert returns #{result}"
  end
end

# convert, which "the input may be incomplete" of, and finish.
class Convert
  def initialize
    @converter = Encoding::Converter.new('UTF-8', 'UTF-16BE', invalid: :replace)
  end

  def feed(chunk)
    @converter.convert(chunk)
  end

  def finish
    @converter.finish
  end
end

# ---- What there is and what it claims.

CLAIMS = [] # The answers to hello.
WHOLE = {} # name -> function of bytes
STREAM = {} # name -> class of streams

def add(name, api, claim = {}, &whole)
  CLAIMS << { decoder: name, api: api, kind: 'strict', profile: 'rfc3629', policy: 'fatal', out: 'utf8', at: 'none',
              bom: 'keep', script: 'none' }.merge(claim)
  WHOLE[name] = whole
end

LOSSY = { kind: 'lossy', policy: 'none' }.freeze
VALIDATE = { kind: 'validate', out: 'none' }.freeze

# "Returns true for a string which is encoded correctly."
add('valid-encoding', 'String#valid_encoding?', VALIDATE) { |data| verdict(utf8(data).valid_encoding?) }
# "Raises Encoding::InvalidByteSequenceError" is the default of :invalid.
add('encode', "String#encode('UTF-32BE', 'UTF-8')", out: 'utf32') { |data| encode(data, 'UTF-8', 'UTF-32BE') }
add('encode-utf-16', "String#encode('UTF-16BE', 'UTF-8')", out: 'utf16') { |data| encode(data, 'UTF-8', 'UTF-16BE') }
add('encode-replace', "String#encode('UTF-16BE', 'UTF-8', invalid: :replace)", { **LOSSY, out: 'utf16' }) do |data|
  data.encode('UTF-16BE', 'UTF-8', invalid: :replace)
end
add('scrub', 'String#scrub', LOSSY) { |data| utf8(data).scrub }
add('scrub-empty', "String#scrub('')", kind: 'lossy', policy: 'drop') { |data| utf8(data).scrub('') }
add('codepoints', 'String#codepoints', out: 'utf32') { |data| codepoints(data) }
# "Returns the count of characters (not bytes)."
add('length', 'String#length', kind: 'count', policy: 'none', out: 'count') { |data| utf8(data).length }
# "UTF-8 character", with the example F8 90 80 80 80, 4194304: that is RFC 2279.
add('unpack-u', "String#unpack('U*')", profile: 'rfc2279', out: 'utf32') { |data| unpack_u(data) }
add('primitive-convert', 'Encoding::Converter#primitive_convert', out: 'utf32', script: 'finish') do |data|
  PrimitiveConvert.new.convert(data, false)
end
STREAM['primitive-convert'] = PrimitiveConvert
add('convert-replace', 'Encoding::Converter#convert, invalid: :replace', { **LOSSY, out: 'utf16', script: 'finish' }) do |data|
  stream = Convert.new
  stream.feed(data) + stream.finish
end
STREAM['convert-replace'] = Convert
add('json-parse', 'JSON.parse(source), in a JSON string', implementation: 'json', version: JSON::VERSION) do |data|
  json_parse(data)
end
if Encoding.name_list.include?('CESU-8')
  add('cesu-8-valid-encoding', 'String#valid_encoding? of CESU-8', { **VALIDATE, profile: 'cesu8' }) do |data|
    verdict(data.force_encoding('CESU-8').valid_encoding?)
  end
  add('cesu-8-encode', "String#encode('UTF-16BE', 'CESU-8')", profile: 'cesu8', out: 'utf16') do |data|
    encode(data, 'CESU-8', 'UTF-16BE')
  end
end

# ---- The answers.

INTRODUCTION = [{ adapter: 'ruby', protocol: 1, implementation: RUBY_ENGINE == 'ruby' ? 'Ruby' : RUBY_ENGINE,
                  version: RUBY_VERSION, decoders: CLAIMS.size }, *CLAIMS].map { |line| "#{JSON.generate(line)}\n" }.join

# A number, or the bytes of the text as they are.
def shown(text)
  text.is_a?(Integer) ? text : text.unpack1('H*')
end

def skip(seq, why)
  "{\"seq\":#{seq},\"answer\":\"skip\",\"why\":\"#{why}\"}\n"
end

def answer_decode(seq, name, hex)
  whole = WHOLE[name] or return skip(seq, 'no such decoder')
  text = whole.call([hex].pack('H*'))
  return "{\"seq\":#{seq},\"answer\":\"accept\"}\n" if text.nil?

  "{\"seq\":#{seq},\"answer\":\"accept\",\"out\":\"#{shown(text)}\"}\n"
rescue Refusal => e
  out = e.text.empty? ? '' : ",\"out\":\"#{shown(e.text)}\""
  "{\"seq\":#{seq},\"answer\":\"#{e.answer}\"#{e.keys}#{out}}\n"
end

def answer_script(seq, name, calls)
  fresh = STREAM[name] or return skip(seq, 'no such decoder, or it takes no chunks')
  stream = fresh.new
  answer = nil
  outs = calls.split(' ').each_with_index.map do |call, number|
    next 'x' if answer # No decoder here has a reset.

    text = call == '.' ? stream.finish : stream.feed(call == '-' ? +'' : [call].pack('H*'))
    text.empty? ? '-' : shown(text)
  rescue Refusal => e
    answer = "\"#{e.answer}\",\"call\":#{number}#{e.keys}"
    "!#{shown(e.text)}"
  end
  "{\"seq\":#{seq},\"answer\":#{answer || '"accept"'},\"outs\":\"#{outs.join(' ')}\"}\n"
end

def answer(line)
  # The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"scrub","bytes":"41"}
  _, _, _, op, _, _, seq, _, _, name, _, _, _, text = line.split('"')
  return INTRODUCTION if op == 'hello'

  seq = seq[1..-2] if seq
  case op
  when 'decode' then answer_decode(seq, name, text || '')
  when 'script' then answer_script(seq, name, text)
  else skip(seq.delete('}'), 'no such op')
  end
end

# Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
# unwritten. If a decoder breaks the loop, the answers before it are still written.
def main
  held = +'' # The beginning of a line whose end has not arrived.
  loop do
    data = $stdin.readpartial(1 << 16)
    held << data
    next unless data.include?("\n")

    *lines, held = held.split("\n", -1)
    answers = +''
    begin
      lines.each { |line| answers << answer(line) }
    ensure
      $stdout.syswrite(answers) unless answers.empty?
    end
  end
rescue EOFError
  nil # The input has ended.
end

$stdin.binmode
$stdout.binmode
main
