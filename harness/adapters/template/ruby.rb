# An adapter for illformed. Ruby 2.7 or newer, standard library only.
#
# It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

require 'json'

# EDIT: require your decoder here.

# EDIT: give `data`, a binary String, to your decoder and return its text as a String.
def strict(data)
  data.encode(Encoding::UTF_32BE, Encoding::UTF_8)
end

# EDIT: another decoder, as many as you have.
def lossy(data)
  data.force_encoding(Encoding::UTF_8).scrub
end

# EDIT if a decoder takes chunks, and say so under `script` below. Each call returns the text that it puts out.
class Stream
  def initialize
    reset
  end

  def feed(chunk)
    @converter.convert(chunk)
  end

  def finish
    @converter.finish
  end

  def reset
    @converter = Encoding::Converter.new(Encoding::UTF_8, Encoding::UTF_32BE)
    ''
  end
end

# EDIT: the exception that says "ill-formed". No other is caught: a crash is a finding, and not a rejection.
ILL_FORMED = Encoding::InvalidByteSequenceError

# EDIT: where the error is, as the API reports it, such as { at: error.offset }, and declare what `at` means below.
def place(_error)
  {}
end

# EDIT: each decoder: its claim, which is what its documentation promises (`illformed adapter contract` explains each
# word), its method, and the class of its stream, or nil.
DECODERS = [
  [{ decoder: 'strict', api: 'String#encode(UTF_32BE, UTF_8)', kind: 'strict', profile: 'rfc3629',
     policy: 'fatal', out: 'utf32', at: 'none', bom: 'keep', script: 'none' }, method(:strict), Stream],
  [{ decoder: 'lossy', api: 'String#scrub', kind: 'lossy', profile: 'rfc3629',
     policy: 'none', out: 'utf8', at: 'none', bom: 'keep', script: 'none' }, method(:lossy), nil]
].freeze

# EDIT: whose decoders they are.
ADAPTER = { adapter: 'mine', protocol: 1, implementation: 'Ruby', version: RUBY_VERSION,
            decoders: DECODERS.size }.freeze

# The bytes of the text as they are. A String in UTF-8 is `out: 'utf8'`, in UTF-32BE `out: 'utf32'`.
def to_hex(text)
  text.unpack1('H*')
end

def from_hex(digits)
  [digits].pack('H*')
end

def answer_decode(request, decode)
  { seq: request['seq'], answer: 'accept', out: to_hex(decode.call(from_hex(request['bytes']))) }
rescue ILL_FORMED => e
  { seq: request['seq'], answer: 'reject' }.merge(place(e))
end

def answer_script(request, stream)
  answer = { seq: request['seq'], answer: 'accept' }
  failed = false
  outs = request['calls'].split(' ').each_with_index.map do |call, number|
    next 'x' if failed && call != '~' # After an error nothing is called until the next reset.

    failed = false
    text = case call
           when '~' then stream.reset
           when '.' then stream.finish
           else stream.feed(from_hex(call.delete('-')))
           end
    text.empty? ? '-' : to_hex(text)
  rescue ILL_FORMED
    failed = true
    answer = answer.merge(answer: 'reject', call: number) if answer[:answer] == 'accept'
    '!'
  end
  answer.merge(outs: outs.join(' '))
end

$stdout.sync = true # Every answer is written at once.
$stdin.each_line do |line|
  request = JSON.parse(line)
  _, decode, stream = DECODERS.find { |claim,| claim[:decoder] == request['decoder'] }
  answers = case request['op']
            when 'hello' then [ADAPTER, *DECODERS.map(&:first)]
            when 'decode' then [answer_decode(request, decode)]
            else [answer_script(request, stream.new)]
            end
  answers.each { |answer| puts JSON.generate(answer) }
end
