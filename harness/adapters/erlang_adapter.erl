%% Adapter for the UTF-8 decoders of Erlang/OTP; protocol 1 (CONTRACT.md beside this file).
%%
%% Build it with `erlc erlang_adapter.erl`, run it as `erl -noinput -s erlang_adapter`: OTP 22 or newer, kernel and stdlib.
%%
%% - unicode:characters_to_list and its kin document three results: the text, {error, Encoded, Rest} and
%%   {incomplete, Encoded, Rest}, which is for what "might be a valid UTF character if more data is" there. So `incomplete` is
%%   theirs, `at` is the length of the input without the rest, and the text before an error is handed out.
%% - Their documentation has chunks: "Rest [...] should be concatenated" with what comes next. A script does that; its end
%%   reports what the last call left incomplete.
%% - A pattern <<C/utf8, Rest/binary>> matches or does not: `reject`, where the rest that does not match begins.
%% - ILLFORMED_CANARY is not read: no function here has an output argument.
%% - Left out: binary_to_atom, which keeps its atoms for ever; string and unicode:characters_to_nfc_list, which do more than
%%   decode.

-module(erlang_adapter).
-export([start/0]).

%% ---- One function a decoder: bytes -> {Answer, At, Text}. Text is a binary.

to_list(Data) ->
    told(Data, unicode:characters_to_list(Data, utf8), fun(Codes) -> << <<C:32>> || C <- Codes >> end).

to_binary(Encoding) ->
    fun(Data) -> told(Data, unicode:characters_to_binary(Data, utf8, Encoding), fun(Text) -> Text end) end.

told(Data, {Answer, Text, Rest}, Form) ->
    Said = case Answer of error -> reject; incomplete -> incomplete end,
    {Said, byte_size(Data) - byte_size(iolist_to_binary(Rest)), Form(Text)};
told(_, Text, Form) ->
    {accept, none, Form(Text)}.

match(Data) -> match(Data, 0, <<>>).

match(<<C/utf8, Rest/binary>>, At, Text) ->
    match(Rest, At + byte_size(<<C/utf8>>), <<Text/binary, C:32>>);
match(<<>>, _, Text) -> {accept, none, Text};
match(_, At, Text) -> {reject, At, Text}.

%% ---- A script: the calls from the last reset on share what is left and how much was consumed.

script(Decode, Calls) -> script(Decode, Calls, 0, <<>>, 0, [], none).

script(_, [], _, _, _, Outs, Verdict) -> {lists:reverse(Outs), Verdict};
script(Decode, [<<"~">> | Calls], Number, _, _, Outs, Verdict) ->
    script(Decode, Calls, Number + 1, <<>>, 0, [<<"-">> | Outs], Verdict);
script(Decode, [_ | Calls], Number, failed, At, Outs, Verdict) ->
    script(Decode, Calls, Number + 1, failed, At, [<<"x">> | Outs], Verdict);
script(Decode, [<<".">> | Calls], Number, <<>>, At, Outs, Verdict) ->
    script(Decode, Calls, Number + 1, <<>>, At, [<<"-">> | Outs], Verdict);
script(Decode, [<<".">> | Calls], Number, _, At, Outs, Verdict) ->
    script(Decode, Calls, Number + 1, failed, At, [<<"!">> | Outs], first(Verdict, {incomplete, Number, At}));
script(Decode, [Call | Calls], Number, Left, Consumed, Outs, Verdict) ->
    Data = <<Left/binary, (case Call of <<"-">> -> <<>>; Hex -> unhex(Hex) end)/binary>>,
    case Decode(Data) of
        {accept, none, Text} ->
            script(Decode, Calls, Number + 1, <<>>, Consumed + byte_size(Data), [shown(Text) | Outs], Verdict);
        {incomplete, At, Text} ->
            <<_:At/binary, Rest/binary>> = Data,
            script(Decode, Calls, Number + 1, Rest, Consumed + At, [shown(Text) | Outs], Verdict);
        {reject, At, Text} ->
            Out = [<<"!">>, hex(Text)],
            script(Decode, Calls, Number + 1, failed, 0, [Out | Outs], first(Verdict, {reject, Number, Consumed + At}))
    end.

first(none, Verdict) -> Verdict;
first(Verdict, _) -> Verdict.

shown(<<>>) -> <<"-">>;
shown(Text) -> hex(Text).

%% ---- What there is and what it claims.

%% Name, API, form of the text, the other keys, function.
decoders() ->
    [{<<"characters-to-list">>, "unicode:characters_to_list(bytes, utf8)", "utf32", stream, fun to_list/1},
     {<<"characters-to-utf-8">>, "unicode:characters_to_binary(bytes, utf8, utf8)", "utf8", stream, to_binary(utf8)},
     {<<"characters-to-utf-16">>, "unicode:characters_to_binary(bytes, utf8, {utf16, big})", "utf16", stream,
         to_binary({utf16, big})},
     {<<"match">>, "<<C/utf8, Rest/binary>>", "utf32", once, fun match/1}].

claim({Name, Api, Out, Takes, _}) ->
    Script = case Takes of stream -> "reset"; once -> "none" end,
    ["{\"decoder\":\"", Name, "\",\"api\":\"", Api, "\",\"kind\":\"strict\",\"profile\":\"rfc3629\",\"policy\":\"fatal\","
     "\"out\":\"", Out, "\",\"at\":\"valid_up_to\",\"bom\":\"keep\",\"script\":\"", Script, "\"}\n"].

hello(Decoders) ->
    ["{\"adapter\":\"erlang\",\"protocol\":1,\"implementation\":\"Erlang/OTP\",\"version\":\"", version(), "\",\"decoders\":",
     integer_to_list(length(Decoders)), "}\n", [claim(Decoder) || Decoder <- Decoders]].

%% The release file has the numbers behind the first.
version() ->
    Release = erlang:system_info(otp_release),
    case file:read_file(filename:join([code:root_dir(), "releases", Release, "OTP_VERSION"])) of
        {ok, Text} -> string:trim(Text);
        {error, _} -> Release
    end.

%% ---- The answers.

hex(Bytes) -> << <<(digit(B bsr 4)), (digit(B band 15))>> || <<B>> <= Bytes >>.

digit(N) when N < 10 -> N + $0;
digit(N) -> N - 10 + $a.

unhex(Hex) -> << <<(value(A) bsl 4 bor value(B))>> || <<A, B>> <= Hex >>.

value(Digit) when Digit =< $9 -> Digit - $0;
value(Digit) -> Digit - $a + 10.

place(none) -> [];
place(At) -> [",\"at\":", integer_to_list(At)].

decode(Seq, Decode, Data) ->
    {Answer, At, Text} = Decode(Data),
    ["{\"seq\":", Seq, ",\"answer\":\"", atom_to_list(Answer), $", place(At), ",\"out\":\"", hex(Text), "\"}\n"].

run(Seq, Decode, Calls) ->
    {Outs, Verdict} = script(Decode, binary:split(Calls, <<" ">>, [global])),
    Said = case Verdict of
        none -> "\"accept\"";
        {Answer, Number, At} -> [$", atom_to_list(Answer), "\",\"call\":", integer_to_list(Number), place(At)]
    end,
    ["{\"seq\":", Seq, ",\"answer\":", Said, ",\"outs\":\"", lists:join($\s, Outs), "\"}\n"].

answer(Line, Decoders) ->
    %% The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"match","bytes":"41"}
    case binary:split(Line, <<"\"">>, [global]) of
        [_, _, _, <<"hello">> | _] ->
            hello(Decoders);
        [_, _, _, Op, _, _, Seq, _, _, Name, _, _, _, Text | _] ->
            Number = binary:part(Seq, 1, byte_size(Seq) - 2),
            case {Op, lists:keyfind(Name, 1, Decoders)} of
                {<<"decode">>, {_, _, _, _, Decode}} -> decode(Number, Decode, unhex(Text));
                {<<"script">>, {_, _, _, stream, Decode}} -> run(Number, Decode, Text);
                _ -> ["{\"seq\":", Number, ",\"answer\":\"skip\",\"why\":\"no such op or decoder, or it takes no chunks\"}\n"]
            end
    end.

%% A port hands over what has arrived. All complete lines in it are answered, then the answers are written: nothing waits
%% with an answer unwritten.
start() ->
    Port = open_port({fd, 0, 1}, [binary, stream, eof]),
    loop(Port, [], decoders()).

loop(Port, Held, Decoders) ->
    receive
        {Port, {data, Data}} ->
            case binary:match(Data, <<"\n">>) of
                nomatch ->
                    loop(Port, [Held, Data], Decoders);
                _ ->
                    Lines = binary:split(iolist_to_binary([Held, Data]), <<"\n">>, [global]),
                    {Whole, [Begun]} = lists:split(length(Lines) - 1, Lines),
                    port_command(Port, [answer(Line, Decoders) || Line <- Whole]),
                    loop(Port, [Begun], Decoders)
            end;
        {Port, eof} ->
            halt(0)
    end.
