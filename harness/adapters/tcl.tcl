# Adapter for the UTF-8 decoders of Tcl 8.6; protocol 1 (CONTRACT.md beside this file).
#
# Run it as `tclsh tcl.tcl`: Tcl 8.6, nothing else. Tcl 9 has profiles and another kind of string: not this file.
#
# - The documentation of 8.6 says that data in the encoding "utf-8" is converted to Unicode and not a word about data
#   that is not in it: the claim is rfc3629, lossy, with the policy none. Nothing here ever refuses its input; any error
#   is nobody's verdict and ends this process.
# - Strings of 8.6 are documented as sequences of 16-bit characters, so the text is UTF-16. It is taken from the string
#   by the encoding "unicode", which gives its characters as they are. `split` and `scan` on the whole would merge two
#   surrogates into one character.
# - ILLFORMED_CANARY is not read: no command here has an output argument, and what lies behind the bytes of a string is
#   beyond a script's reach.
# - Where an input, or what a channel has of it at hand, ends after three bytes of a four-byte character, Tcl 8.6 reads
#   the byte behind it. If that happens to be 80 to BF, the text has a high surrogate for the lead byte, else the lead
#   byte as a character. So these answers differ from run to run; Tcl_ExternalToUtfDString() alone does it.
# - The channel is a reflected one: a script hands it the bytes, Tcl's channels decode them. A chunk is what the channel
#   has at hand before it says EAGAIN, a finish is its end of file. It does not begin anew after that.

package require Tcl 8.6

# ---- The decoders.

proc convertfrom {data} {
    return [encoding convertfrom utf-8 $data]
}

# Behind the reflected channel: hands out `data` from `position`, then says that there is no more for now or, when it is
# `over`, that this was all.
namespace eval supply {
    variable data "" position 0 over 0
    proc initialize {channel mode} { return {initialize finalize watch read} }
    proc finalize {channel} {}
    proc watch {channel events} {}
    proc read {channel count} {
        variable data
        variable position
        variable over
        if {$position >= [string length $data]} {
            if {$over} { return "" }
            error EAGAIN
        }
        set chunk [string range $data $position [expr {$position + $count - 1}]]
        incr position $count
        return $chunk
    }
    proc put {bytes last} {
        variable data $bytes position 0 over $last
    }
    namespace export initialize finalize watch read
    namespace ensemble create
}

proc channel_open {} {
    supply::put "" 0
    set channel [chan create read supply]
    fconfigure $channel -encoding utf-8 -translation lf -eofchar {} -blocking 0
    return $channel
}

proc channel_feed {channel chunk} {
    supply::put $chunk 0
    return [read $channel]
}

proc channel_finish {channel} {
    # A non-blocking read may stop short of the end; a blocking one reads to it.
    supply::put "" 1
    fconfigure $channel -blocking 1
    return [read $channel]
}

proc channel_whole {data} {
    set channel [channel_open]
    fconfigure $channel -blocking 1
    supply::put $data 1
    set text [read $channel]
    close $channel
    return $text
}

# ---- What there is and what it claims.

set claims {"kind":"lossy","profile":"rfc3629","policy":"none","out":"utf16","at":"none","bom":"keep"}
set decoders [list \
    "{\"decoder\":\"convertfrom\",\"api\":\"encoding convertfrom utf-8 bytes\",$claims,\"script\":\"none\"}" \
    "{\"decoder\":\"channel\",\"api\":\"fconfigure channel -encoding utf-8, read\",$claims,\"script\":\"finish\"}"]
set whole {convertfrom convertfrom channel channel_whole}

# ---- The answers.

proc hex16 {text} {
    binary scan [encoding convertto unicode $text] su* units
    return [binary encode hex [binary format S* $units]]
}
if {$tcl_platform(byteOrder) eq "bigEndian"} {
    proc hex16 {text} { return [binary encode hex [encoding convertto unicode $text]] }
}

proc hello {} {
    set first "{\"adapter\":\"tcl\",\"protocol\":1,\"implementation\":\"Tcl\",\"version\":\"[info patchlevel]\","
    append first "\"decoders\":[llength $::decoders]}"
    return [join [concat [list $first] $::decoders [list ""]] \n]
}

proc answer_script {seq calls} {
    set channel [channel_open]
    set outs {}
    foreach call [split $calls " "] {
        switch -- $call {
            . { set text [channel_finish $channel] }
            - { set text [channel_feed $channel ""] }
            default { set text [channel_feed $channel [binary decode hex $call]] }
        }
        if {$text eq ""} { lappend outs - } else { lappend outs [hex16 $text] }
    }
    close $channel
    return "{\"seq\":$seq,\"answer\":\"accept\",\"outs\":\"$outs\"}\n"
}

proc skip {seq why} {
    return "{\"seq\":$seq,\"answer\":\"skip\",\"why\":\"$why\"}\n"
}

proc answer {line} {
    # The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"strict","bytes":"41"}
    set fields [split $line \"]
    set op [lindex $fields 3]
    if {$op eq "hello"} { return [hello] }
    set seq [string trim [lindex $fields 6] ":,"]
    set decoder [lindex $fields 9]
    if {$op eq "decode"} {
        if {![dict exists $::whole $decoder]} { return [skip $seq "no such decoder: $decoder"] }
        set text [[dict get $::whole $decoder] [binary decode hex [lindex $fields 13]]]
        return "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"[hex16 $text]\"}\n"
    }
    if {$op eq "script"} {
        if {$decoder ne "channel"} { return [skip $seq "no such decoder, or it takes no chunks: $decoder"] }
        return [answer_script $seq [lindex $fields 13]]
    }
    return [skip $seq "no such op: $op"]
}

# Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an
# answer unwritten. If a decoder breaks the loop, the answers before it are still written.
proc requests_arrived {} {
    global held done
    set data [read stdin 65536]
    append held $data
    if {[string first \n $data] >= 0} {
        set lines [split $held \n]
        set held [lindex $lines end]
        set answers ""
        set code [catch {foreach line [lrange $lines 0 end-1] { append answers [answer $line] }} message options]
        puts -nonewline $answers
        flush stdout
        if {$code} {
            puts stderr [dict get $options -errorinfo]
            exit 1
        }
    }
    if {[eof stdin]} { set done 1 }
}

set held "" ;# The beginning of a line whose end has not arrived.
fconfigure stdin -translation lf -encoding iso8859-1 -eofchar {} -blocking 0 -buffersize 65536
fconfigure stdout -translation lf -encoding iso8859-1 -buffering full -buffersize 65536
fileevent stdin readable requests_arrived
vwait done
