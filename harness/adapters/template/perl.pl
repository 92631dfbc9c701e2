# An adapter for illformed. Perl 5.20 or newer, core modules only.
#
# It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

use strict;
use warnings;
use Encode ();
use JSON::PP ();

# EDIT: use your decoder here.

# EDIT: give the bytes to your decoder and return its text. It dies where it refuses them.
sub strict_text {
    my ($data) = @_;
    return Encode::decode('UTF-8', $data, Encode::FB_CROAK | Encode::LEAVE_SRC);
}

# EDIT: another decoder, as many as you have. This one leaves in its argument what it has not consumed.
sub quiet_text {
    my ($data) = @_;
    my $size = length $data;
    my $text = Encode::decode('UTF-8', $data, Encode::FB_QUIET);
    die { at => $size - length $data } if length $data;
    return $text;
}

# EDIT if a decoder takes chunks, and say so under "script" below. Each call returns the text that it puts out.
package Stream {
    sub new { return bless { encoding => Encode::find_encoding('UTF-8'), held => '' }, shift }

    # Encode leaves in its argument what it has not consumed.
    sub feed {
        my ($self, $chunk) = @_;
        $self->{held} .= $chunk;
        return $self->{encoding}->decode($self->{held}, Encode::FB_CROAK | Encode::STOP_AT_PARTIAL);
    }

    sub finish { my ($self) = @_; return $self->{encoding}->decode($self->{held}, Encode::FB_CROAK) }

    sub reset { my ($self) = @_; $self->{held} = ''; return '' }
}

# EDIT: whether the exception says "ill-formed". No other is caught: a crash is a finding, and not a rejection.
sub is_ill_formed { return ref $_[0] || $_[0] =~ /does not map to Unicode/ }

# EDIT: where the error is, as the API reports it, and declare what `at` means below; nothing if it does not say it.
sub place { return ref $_[0] ? %{ $_[0] } : () }

# EDIT: each decoder: its claim, which is what its documentation promises (`illformed adapter contract` explains each
# word), its function, and what makes its stream, or undef.
my @decoders = (
    [{  decoder => 'strict', api => "Encode::decode('UTF-8', bytes, FB_CROAK)", kind => 'strict', profile => 'rfc3629',
        policy => 'fatal', out => 'utf32', at => 'none', bom => 'keep', script => 'none', refuses => 'noncharacters',
    }, \&strict_text, sub { Stream->new }],
    [{  decoder => 'quiet', api => "Encode::decode('UTF-8', bytes, FB_QUIET)", kind => 'strict', profile => 'rfc3629',
        policy => 'fatal', out => 'utf32', at => 'valid_up_to', bom => 'keep', script => 'none',
        refuses => 'noncharacters',
    }, \&quiet_text, undef],
);

# EDIT: whose decoders they are.
my %adapter = (
    adapter => 'mine', protocol => 1, implementation => 'Encode', version => "$Encode::VERSION",
    decoders => scalar @decoders,
);

sub to_hex { return unpack 'H*', pack 'N*', unpack 'W*', $_[0] }

# The text, or nothing where the decoder calls its input ill-formed.
sub text_of {
    my ($call) = @_;
    my $text = eval { $call->() };
    return $text if defined $text;
    die $@ if !is_ill_formed($@);
    return;
}

sub answer_decode {
    my ($request, $decode) = @_;
    my $text = text_of(sub { $decode->(pack 'H*', $request->{bytes}) });
    return { seq => $request->{seq}, answer => 'reject', place($@) } if !defined $text;
    return { seq => $request->{seq}, answer => 'accept', out => to_hex($text) };
}

sub answer_script {
    my ($request, $stream) = @_;
    my %answer = (seq => $request->{seq}, answer => 'accept');
    my (@outs, $failed);
    for my $call (split / /, $request->{calls}) {
        if ($failed && $call ne '~') {
            push @outs, 'x';    # After an error nothing is called until the next reset.
            next;
        }
        my $text = text_of(sub {
            return $stream->reset if $call eq '~';
            return $stream->finish if $call eq '.';
            return $stream->feed($call eq '-' ? '' : pack 'H*', $call);
        });
        $failed = !defined $text;
        %answer = (%answer, answer => 'reject', call => scalar @outs) if $failed && $answer{answer} eq 'accept';
        push @outs, $failed ? '!' : to_hex($text) || '-';
    }
    return { %answer, outs => join ' ', @outs };
}

$| = 1;    # Every answer is written at once.
my $json = JSON::PP->new->ascii;
while (my $line = <STDIN>) {
    my $request = $json->decode($line);
    my ($asked) = grep { $_->[0]{decoder} eq ($request->{decoder} // '') } @decoders;
    my @answers = $request->{op} eq 'hello' ? (\%adapter, map { $_->[0] } @decoders)
        : $request->{op} eq 'decode' ? answer_decode($request, $asked->[1])
        : answer_script($request, $asked->[2]->());
    print $json->encode($_), "\n" for @answers;
}
