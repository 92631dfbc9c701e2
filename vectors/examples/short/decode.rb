# String#valid_encoding? and #scrub.
rows = File.readlines("#{ARGV[0]}/utf8.tsv", chomp: true).drop(1).map { |line| line.split("\t") }
differ = rows.reject do |row|
  text = [row[1]].pack("H*").force_encoding("UTF-8")
  text.valid_encoding? == (row[2] == "true") && text.scrub("\uFFFD").unpack1("H*") == row[7]
end
puts "ruby short: #{rows.size} vectors, #{differ.size} differ #{differ.first&.first}"
