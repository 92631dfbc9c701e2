% Adapter for the UTF-8 decoders of SWI-Prolog; protocol 1 (CONTRACT.md beside this file).
%
% Run it as `swipl -g main prolog.pl`: SWI-Prolog 9, its own libraries only.
%
% - library(utf8) documents utf8_codes//1 as "translating between a Unicode code-list and its UTF-8 encoded byte-string". What
%   does not translate makes phrase/2 fail: `reject`.
% - A stream with encoding(utf8) is documented as "Multi-byte encoding used for text files"; of what is ill-formed it prints a
%   warning and goes on. It is lossy with the policy none. library(memfile) has the bytes.
% - No predicate names an offset in its result, or tells an input that ends too early from one that is ill-formed.
% - ILLFORMED_CANARY is not read: no predicate here has an output argument.
% - There are no scripts: a stream reads on until it has what it was asked for.

:- use_module(library(utf8)).
:- use_module(library(memfile)).
:- use_module(library(readutil)).

% Warnings of ill-formed bytes, and there may be many.
:- multifile user:message_hook/3.
user:message_hook(_, warning, _).

% ---- decoder(Name, Api, Keys): what there is and what it claims. decode(Name, Bytes, Codes) fails where it refuses them.

decoder("utf8-codes", "phrase(utf8_codes(Codes), Bytes)", "\"kind\":\"strict\",\"policy\":\"fatal\"").
decoder("stream", "read_stream_to_codes(Stream, Codes), encoding(utf8)", "\"kind\":\"lossy\",\"policy\":\"none\"").

decode("utf8-codes", Bytes, Codes) :-
    phrase(utf8_codes(Codes), Bytes),
    !.
decode("stream", Bytes, Codes) :-
    new_memory_file(File),
    setup_call_cleanup(
        open_memory_file(File, write, Out, [encoding(octet)]),
        maplist(put_byte(Out), Bytes),
        close(Out)),
    setup_call_cleanup(
        open_memory_file(File, read, In, [encoding(utf8)]),
        read_stream_to_codes(In, Codes),
        close(In)),
    free_memory_file(File).

% ---- The answers.

value(Code, Value) :- Code =< 0'9, !, Value is Code - 0'0.
value(Code, Value) :- Value is Code - 0'a + 10.

unhex([], []).
unhex([High, Low | Digits], [Byte | Bytes]) :-
    value(High, A),
    value(Low, B),
    Byte is A << 4 \/ B,
    unhex(Digits, Bytes).

put_hex(Code) :- format("~|~`0t~16r~8+", [Code]).

hello :-
    current_prolog_flag(version_data, swi(Major, Minor, Patch, _)),
    aggregate_all(count, decoder(_, _, _), Count),
    format("{\"adapter\":\"prolog\",\"protocol\":1,\"implementation\":\"SWI-Prolog\",\"version\":\"~w.~w.~w\",\"decoders\":~w}~n",
        [Major, Minor, Patch, Count]),
    forall(decoder(Name, Api, Keys),
        format("{\"decoder\":\"~s\",\"api\":\"~s\",~s,\"profile\":\"rfc3629\",\"out\":\"utf32\",\"at\":\"none\",\"bom\":\"keep\",\"script\":\"none\"}~n",
            [Name, Api, Keys])).

answer("hello", _) :- !, hello.
answer("decode", [Seq, Name, Hex]) :-
    decoder(Name, _, _),
    !,
    string_codes(Hex, Digits),
    unhex(Digits, Bytes),
    (   decode(Name, Bytes, Codes)
    ->  format("{\"seq\":~s,\"answer\":\"accept\",\"out\":\"", [Seq]),
        maplist(put_hex, Codes),
        format("\"}~n")
    ;   format("{\"seq\":~s,\"answer\":\"reject\"}~n", [Seq])
    ).
answer(_, [Seq | _]) :-
    format("{\"seq\":~s,\"answer\":\"skip\",\"why\":\"no such op or decoder, or it takes no chunks\"}~n", [Seq]).

% The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"stream","bytes":"41"}
request([_, _, _, "hello" | _], "hello", []) :- !.
request([_, _, _, Op, _, _, Number, _, _, Name, _, _, _, Text | _], Op, [Seq, Name, Text]) :-
    split_string(Number, "", ":,", [Seq]).

% Writes the answers before it waits: never waits with an answer unwritten.
main :-
    set_stream(user_input, encoding(iso_latin_1)),
    set_stream(user_output, encoding(iso_latin_1)),
    set_stream(user_output, buffer(full)),
    repeat,
    (   wait_for_input([user_input], [], 0) -> flush_output ; true ),
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  !,
        flush_output,
        halt
    ;   split_string(Line, "\"", "", Fields),
        request(Fields, Op, Arguments),
        answer(Op, Arguments),
        fail
    ).
