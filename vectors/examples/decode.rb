# String#valid_encoding?, #scrub, and #encode to UTF-16.
require "json"

def check(name)
  vectors = File.foreach("#{ARGV[0]}/utf8.jsonl").map { |line| JSON.parse(line) }
  differ = vectors.reject { |vector| yield([vector["input"]].pack("H*").force_encoding("UTF-8"), vector) }
  puts "ruby #{name}: #{vectors.size} vectors, #{differ.size} differ #{differ.first&.fetch("id")}"
end

def hex(text) = text.unpack1("H*")

check("valid_encoding?") { |text, vector| text.valid_encoding? == vector["well_formed"] }
check("scrub") { |text, vector| hex(text.scrub("\uFFFD")) == vector["replaced"] }
check("encode") do |text, vector|
  hex(text.encode("UTF-16BE", invalid: :replace, replace: "\uFFFD")) == vector["utf16"]
end
