# Adapter for the UTF-8 decoders of Perl and of its core modules; protocol 1 (CONTRACT.md beside this file).
#
# Run it as `perl perl.pl`: Perl 5.20 or newer, core modules only.
#
# - Ill-formed is what the API documents for it: Encode dies under FB_CROAK and leaves a rest under FB_QUIET,
#   utf8::decode returns false, JSON::PP dies. An exception with another text is nobody's verdict and ends this process.
# - Encode documents that "UTF-8", with a hyphen, is the standard's and that surrogates, what is above 10FFFF,
#   non-shortest forms and the noncharacters "are not allowed": the claim is rfc3629 that refuses noncharacters. "utf8",
#   without one, is "liberal and loose and lax", and utf8::decode takes "Perl's extended UTF-8": they claim no format.
# - Encode documents that it puts U+FFFD for "any malformed character"; what a layer puts is not documented (it is
#   \xHH for each octet, as FB_PERLQQ does). What one malformed character is, nobody says. The policy is none.
# - FB_QUIET overwrites its argument with "the unprocessed portion of the data": `at` is the length of the input without
#   that rest, and the text before it is handed out. The other APIs name no offset in the input.
# - Text is the ord of each character, eight digits. Lax decoders go to 2**63; above FFFFFFFF there is a skip.
# - ILLFORMED_CANARY is not read: no API here has an output argument but FB_QUIET's, which holds the input before the
#   call, and Perl copies an input into memory of its own before a decoder reads it.
# - A script appends to a buffer, and decodes it with STOP_AT_PARTIAL, as PerlIO does: a sequence that is cut at the end
#   stays in the buffer. The end is a call without it. FB_QUIET on such a buffer, which Encode documents, does not tell
#   an ill-formed sequence from a cut one. A file handle with a layer reads to its end, in one go.
# - Left out: the layer :utf8, which "does not translate or validate" and makes malformed strings of ill-formed bytes;
#   utf8::valid, which is internal; decode_utf8, which is decode("utf8", ...); unpack with U0, which gives the bytes.

use strict;
use warnings;
use Encode ();
use JSON::PP ();
use MIME::Base64 ();
use PerlIO::encoding ();

# ---- One function a decoder: bytes -> [text], or [undef, what else the API says] where it refuses them.

sub decode_or_croak {
    my $encoding = shift;
    return sub {
        # The source is left as it is, as the documentation recommends.
        my $text = eval { Encode::decode($encoding, $_[0], Encode::FB_CROAK | Encode::LEAVE_SRC) };
        return [$text] if defined $text;
        die $@ if $@ !~ /^\Q$encoding\E "[^"]*" does not map to Unicode/;
        return [undef];
    };
}

sub decode_with {
    my ($encoding, $check) = @_;
    return sub {
        my $source = $_[0];
        return [Encode::decode($encoding, $source, $check) // die 'decode returns nothing'];
    };
}

# Makes a fresh stream: a function of a chunk, and of whether it is the last.
sub encode_stream {
    my $check = shift;
    return sub {
        my $buffer = '';
        return sub {
            my ($chunk, $last) = @_;
            $buffer .= $chunk;
            my $text = eval { Encode::decode('UTF-8', $buffer, $last ? $check : $check | Encode::STOP_AT_PARTIAL) };
            return [$text] if defined $text;
            die $@ if $@ !~ /^UTF-8 "[^"]*" does not map to Unicode/;
            return [undef];
        };
    };
}

sub from_to {
    my $octets = $_[0];
    # It returns the length, of what may be empty.
    Encode::from_to($octets, 'UTF-8', 'UTF-32BE') // die 'from_to returns nothing';
    return [pack 'W*', unpack 'N*', $octets];
}

sub mime_header { [Encode::decode('MIME-Header', '=?UTF-8?B?' . MIME::Base64::encode_base64($_[0], '') . '?=')] }

sub decode_quietly {
    my $encoding = shift;
    return sub {
        my $rest = $_[0];
        my $text = Encode::decode($encoding, $rest, Encode::FB_QUIET) // die 'decode returns nothing';
        return [$text] if $rest eq '';
        return [undef, ',"at":' . (length($_[0]) - length $rest) . ',"out":"' . hex32($text) . '"'];
    };
}

sub utf8_decode {
    my $text = $_[0];
    return utf8::decode($text) ? [$text] : [undef];
}

sub slurp {
    my ($layer, $data) = @_;
    no warnings 'utf8';    # The layer warns of what it replaces.
    open my $handle, "<$layer", \$data or die "cannot open a string with $layer: $!";
    local $/;
    my $text = <$handle>;
    die "cannot read: $!" if $handle->error;
    # At the end of a file that holds nothing, readline returns the empty string first.
    die 'readline returns nothing' if !defined $text;
    return $text;
}

sub read_layer {
    my $layer = shift;
    return sub { [slurp($layer, $_[0])] };
}

sub read_layer_or_croak {
    # The layer takes its CHECK from this variable when it is pushed.
    local $PerlIO::encoding::fallback = Encode::FB_CROAK();
    my $text = eval { slurp(':encoding(UTF-8)', $_[0]) };
    return [$text] if defined $text;
    die $@ if $@ !~ /^UTF-8 "[^"]*" does not map to Unicode/;
    return [undef];
}

my $json = JSON::PP->new->utf8->allow_nonref;

sub json_pp {
    # Everything can be conveyed: what JSON forbids in a string is escaped. The escapes are ASCII put for ASCII: they
    # neither mend an ill-formed sequence nor break a well-formed one, and form no pair of surrogates.
    my $string = $_[0] =~ s/([\x00-\x1f"\\])/sprintf '\\u%04x', ord $1/ger;
    my $text = eval { $json->decode(qq("$string")) };
    return [$text] if defined $text;
    die $@ if $@ !~ /^malformed UTF-8 character in JSON string/;
    return [undef];
}

# ---- What there is and what it claims.

my @decoders;    # The answers to hello.
my %whole;       # name -> function of bytes
my %stream;      # name -> function that makes a fresh stream

sub add_stream {
    my ($name, $api, $new, %claims) = @_;
    add($name, $api, sub { $new->()->($_[0], 1) }, script => 'finish', %claims);
    $stream{$name} = $new;
}

sub add {
    my ($name, $api, $whole, %claims) = @_;
    my %claim = (
        decoder => $name, api => $api, kind => 'strict', profile => 'rfc3629', policy => 'fatal', out => 'utf32',
        at => 'none', bom => 'keep', script => 'none', %claims,
    );
    push @decoders, \%claim;
    $whole{$name} = $whole;
}

my @lossy = (kind => 'lossy', policy => 'none');
my @strict_utf8 = (refuses => 'noncharacters');
my @encode = (implementation => 'Encode', version => "$Encode::VERSION");

add('encode', "Encode::decode('UTF-8', bytes, FB_CROAK)", decode_or_croak('UTF-8'), @encode, @strict_utf8);
add('encode-default', "Encode::decode('UTF-8', bytes, FB_DEFAULT)", decode_with('UTF-8', Encode::FB_DEFAULT),
    @encode, @lossy, @strict_utf8);
add('encode-quiet', "Encode::decode('UTF-8', bytes, FB_QUIET)", decode_quietly('UTF-8'), @encode, @strict_utf8,
    at => 'valid_up_to');
# "\xHH is inserted for a malformed character", of the octet or octets.
add('encode-perlqq', "Encode::decode('UTF-8', bytes, FB_PERLQQ)", decode_with('UTF-8', Encode::FB_PERLQQ), @encode,
    @lossy, @strict_utf8);
# The documentation has such a function, "a fallback for bytes that are not valid UTF-8".
add('encode-callback', "Encode::decode('UTF-8', bytes, sub { join '', map chr, \@_ })",
    decode_with('UTF-8', sub { join '', map chr, @_ }), @encode, @strict_utf8, kind => 'lossy', policy => 'latin-1');
add_stream('encode-stream', "Encode::decode('UTF-8', buffer, FB_CROAK | STOP_AT_PARTIAL)",
    encode_stream(Encode::FB_CROAK), @encode, @strict_utf8);
add_stream('encode-stream-default', "Encode::decode('UTF-8', buffer, STOP_AT_PARTIAL)",
    encode_stream(Encode::FB_DEFAULT), @encode, @lossy, @strict_utf8);
add('from-to', "Encode::from_to(bytes, 'UTF-8', 'UTF-32BE')", \&from_to, @encode, @lossy, @strict_utf8);
add('mime-header', "Encode::decode('MIME-Header', a word in base64)", \&mime_header, @encode, @lossy, @strict_utf8);
add('encode-lax', "Encode::decode('utf8', bytes, FB_CROAK)", decode_or_croak('utf8'), @encode, profile => 'none');
add('encode-lax-default', "Encode::decode('utf8', bytes, FB_DEFAULT)", decode_with('utf8', Encode::FB_DEFAULT),
    @encode, @lossy, profile => 'none');
add('utf8-decode', 'utf8::decode(bytes)', \&utf8_decode, profile => 'none');
# The documentation of PerlIO: it "will ensure translation between valid UTF-8 bytes and valid Unicode characters".
add('layer', "open(handle, '<:encoding(UTF-8)', ...), readline", read_layer(':encoding(UTF-8)'), @lossy,
    @strict_utf8);
add('layer-croak', '$PerlIO::encoding::fallback = FB_CROAK, open, readline', \&read_layer_or_croak, @strict_utf8);
add('layer-lax', "open(handle, '<:encoding(utf8)', ...), readline", read_layer(':encoding(utf8)'), @lossy,
    profile => 'none');
add('json-pp', 'JSON::PP->new->utf8->decode(bytes), in a JSON string', \&json_pp,
    implementation => 'JSON::PP', version => "$JSON::PP::VERSION");

# ---- The answers.

sub hex32 {
    my $text = shift;
    no warnings 'portable';    # Only Perl has characters that large.
    die { cannot => 'a character above FFFFFFFF has no eight digits' } if $text =~ /[^\x{0}-\x{FFFFFFFF}]/;
    return unpack 'H*', pack 'N*', unpack 'W*', $text;
}

my $writer = JSON::PP->new->ascii->canonical;

sub hello {
    my %first = (
        adapter => 'perl', protocol => 1, implementation => 'Perl', version => sprintf('%vd', $^V),
        decoders => scalar @decoders,
    );
    return join '', map { $writer->encode($_) . "\n" } \%first, @decoders;
}

sub skip {
    my ($seq, $why) = @_;
    return qq({"seq":$seq,"answer":"skip","why":) . $writer->allow_nonref->encode($why) . "}\n";
}

sub answer_decode {
    my ($seq, $decoder, $bytes) = @_;
    my $whole = $whole{$decoder} or return skip($seq, "no such decoder: $decoder");
    my $answer = eval {
        my ($text, $where) = @{ $whole->(pack 'H*', $bytes) };
        defined $text
            ? qq({"seq":$seq,"answer":"accept","out":") . hex32($text) . qq("}\n)
            : qq({"seq":$seq,"answer":"reject") . ($where // '') . "}\n";
    };
    return $answer if defined $answer;
    return skip($seq, $@->{cannot}) if ref $@;
    die $@;
}

sub answer_script {
    my ($seq, $decoder, $calls) = @_;
    my $new = $stream{$decoder} or return skip($seq, "no such decoder, or it takes no chunks: $decoder");
    my ($stream, $number, $failed, @outs) = ($new->(), 0);
    for my $call (split / /, $calls) {
        if (defined $failed) {
            push @outs, 'x';
        } else {
            my ($text) = @{ $call eq '.' ? $stream->('', 1) : $stream->($call eq '-' ? '' : pack('H*', $call), 0) };
            $failed = $number if !defined $text;
            push @outs, defined $text ? hex32($text) || '-' : '!';
        }
        $number++;
    }
    my $verdict = defined $failed ? qq("reject","call":$failed) : '"accept"';
    return qq({"seq":$seq,"answer":$verdict,"outs":"@outs"}\n);
}

sub answer {
    my $line = shift;
    if ($line =~ /^\{"op":"decode","seq":([0-9]+),"decoder":"([^"]*)","bytes":"/) {
        # The rest of the line is the hex and `"}`.
        return answer_decode($1, $2, substr $line, $+[0], -2);
    }
    if ($line =~ /^\{"op":"script","seq":([0-9]+),"decoder":"([^"]*)","calls":"/) {
        return answer_script($1, $2, substr $line, $+[0], -2);
    }
    return hello() if $line =~ /^\{"op":"hello"/;
    return skip($2, "no such op: $1") if $line =~ /^\{"op":"([^"]*)","seq":([0-9]+)/;
    die "not a request: $line\n";
}

# Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an
# answer unwritten. If a decoder breaks the loop, the answers before it are still written.
sub main {
    binmode STDIN;
    binmode STDOUT;
    my $held = '';    # The beginning of a line whose end has not arrived.
    while (1) {
        my $size = sysread STDIN, my $data, 1 << 16;
        die "cannot read the requests: $!\n" if !defined $size;
        return if $size == 0;
        $held .= $data;
        next if index($data, "\n") < 0;
        my @lines = split /\n/, $held, -1;
        $held = pop @lines;
        my $answers = '';
        my $done = eval { $answers .= answer($_) for @lines; 1 };
        my $error = $@;
        print $answers;
        STDOUT->flush;
        die $error if !$done;
    }
}

main();
