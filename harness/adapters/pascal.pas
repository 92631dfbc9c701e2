{ Adapter for the UTF-8 decoders of Free Pascal's run-time library; protocol 1 (CONTRACT.md beside this file).

  Build it with `fpc -O2 pascal.pas`: Free Pascal 3.2 and its run-time library.

  - Utf8ToUnicode: "On error, -1 is returned." What becomes of an ill-formed sequence is documented neither of it nor of
    UTF8Decode and conversions: they are lossy, of policy none. Of TEncoding.GetString it is that "In case of invalid bytes, an
    EEncodingError exception may be raised".
  - Utf8ToUnicode returns one more than the units it wrote. It is asked twice, with another byte behind its input: where the
    answers differ it has read that byte.
  - Utf8CodePointLen: a result < 0 "means that the codepoint was invalid", 0 "that the codepoint is incomplete and more bytes need
    to be looked at".
  - GetString and conversions are those of unit cwstring; without it each byte is taken for a character.
  - ILLFORMED_CANARY fills the output of Utf8ToUnicode before each call. There are no scripts: no function takes chunks.
  - Left out: UTF8ToString, which is UTF8Decode; fcl-json, which hands on the bytes of a string; fcl-xml. }
program pascal_adapter;
{$mode objfpc}{$h+}
uses cwstring, BaseUnix, SysUtils, Classes, Math;

type
  TSaid = record
    Answer: string;
    At: SizeInt; { -1 if the API does not say it. }
    Text: UnicodeString;
  end;
  TDecoder = record
    Name, Api, Keys: string;
    Decode: function (const Data: RawByteString): TSaid;
  end;

function Said(const Answer: string; At: SizeInt; const Text: UnicodeString = ''): TSaid;
begin
  Result.Answer := Answer;
  Result.At := At;
  Result.Text := Text;
end;

{ ---- One function a decoder. }

function ByUtf8Decode(const Data: RawByteString): TSaid;
begin
  Result := Said('accept', -1, UTF8Decode(Data));
end;

var
  Canary: Byte = $5A;

{ What comes of Data when Behind stands behind it: Text is as long as what is written, or False. }
function Converts(const Data: RawByteString; Behind: Char; out Text: UnicodeString): Boolean;
var
  Input: RawByteString;
  Count: SizeUInt;
begin
  Input := Data + Behind;
  SetLength(Text, Length(Data));
  FillChar(PWideChar(Text)^, 2 * Length(Text), Canary);
  Count := Utf8ToUnicode(PWideChar(Text), Length(Text) + 1, PChar(Input), Length(Data));
  Result := Count <> SizeUInt(-1);
  if Result then
    SetLength(Text, Count - 1);
end;

function ByUtf8ToUnicode(const Data: RawByteString): TSaid;
var
  Text, Other: UnicodeString;
  IsText: Boolean;
begin
  IsText := Converts(Data, #$80, Text);
  if (IsText <> Converts(Data, 'A', Other)) or (Text <> Other) then
    Result := Said('fault","fault":"depends-on-place","why":"another byte behind the input gives another text', -1)
  else if IsText then
    Result := Said('accept', -1, Text)
  else
    Result := Said('reject', -1);
end;

function ByCodePointLen(const Data: RawByteString): TSaid;
var
  At: SizeInt = 0;
  Size: SizeInt;
begin
  while At < Length(Data) do
  begin
    Size := Utf8CodePointLen(PChar(Data) + At, Length(Data) - At, False);
    if Size < 0 then
      Exit(Said('reject', At));
    if Size = 0 then
      Exit(Said('incomplete', At));
    Inc(At, Size);
  end;
  Result := Said('accept', -1);
end;

function ByGetString(const Data: RawByteString): TSaid;
begin
  try
    Result := Said('accept', -1, TEncoding.UTF8.GetString(BytesOf(Data)));
  except
    on EEncodingError do
      Result := Said('reject', -1);
  end;
end;

function ByConversion(const Data: RawByteString): TSaid;
var
  Text: RawByteString;
begin
  Text := Data;
  SetCodePage(Text, CP_UTF8, False);
  Result := Said('accept', -1, UnicodeString(Text));
end;

{ ---- What there is and what it claims. }

const
  Replaces = '"kind":"lossy","policy":"none","out":"utf16","at":"none"';
  Decoders: array[0..4] of TDecoder = (
    (Name: 'utf8-decode'; Api: 'UTF8Decode(s)'; Keys: Replaces; Decode: @ByUtf8Decode),
    (Name: 'utf8-to-unicode'; Api: 'Utf8ToUnicode(Dest, MaxDestChars, Source, SourceBytes)'; Keys: Replaces; Decode: @ByUtf8ToUnicode),
    (Name: 'get-string'; Api: 'TEncoding.UTF8.GetString(Bytes)'; Keys: Replaces; Decode: @ByGetString),
    (Name: 'conversion'; Api: 'UnicodeString(s), s of CP_UTF8'; Keys: Replaces; Decode: @ByConversion),
    (Name: 'codepoint-len'; Api: 'Utf8CodePointLen(P, MaxLookAhead, False)';
      Keys: '"kind":"validate","policy":"fatal","out":"none","at":"valid_up_to"'; Decode: @ByCodePointLen));

{ ---- The answers. }

function Hex(const Text: UnicodeString): string;
var
  I, Shift: SizeInt;
begin
  SetLength(Result, 4 * Length(Text));
  for I := 1 to Length(Text) do
    for Shift := 0 to 3 do
      Result[4 * I - Shift] := '0123456789abcdef'[1 + (Ord(Text[I]) shr (4 * Shift)) and 15];
end;

function Answer(const Line: string): string;
var
  Fields: TStringArray;
  Data: RawByteString;
  D: TDecoder;
begin
  // The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"conversion","bytes":"41"}
  Fields := Line.Split(['"']);
  if Fields[3] = 'hello' then
  begin
    Result := Format('{"adapter":"pascal","protocol":1,"implementation":"Free Pascal","version":"%s","decoders":%d}'#10,
      [{$I %FPCVERSION%}, Length(Decoders)]);
    for D in Decoders do
      Result := Result + Format('{"decoder":"%s","api":"%s","profile":"rfc3629","bom":"keep","script":"none",%s}'#10, [D.Name, D.Api, D.Keys]);
    Exit;
  end;
  SetLength(Data, Length(Fields[13]) div 2);
  HexToBin(PChar(Fields[13]), PChar(Data), Length(Data));
  if Fields[3] = 'decode' then
    for D in Decoders do
      if D.Name = Fields[9] then
        with D.Decode(Data) do
        begin
          Result := '{"seq"' + Fields[6] + '"answer":"' + Answer + '"';
          if At >= 0 then
            Result := Result + ',"at":' + IntToStr(At);
          if (Answer = 'accept') and (Pos('"out":"none"', D.Keys) = 0) then
            Result := Result + ',"out":"' + Hex(Text) + '"';
          Exit(Result + '}'#10);
        end;
  Result := '{"seq"' + Fields[6] + '"answer":"skip","why":"no such op or decoder, or it takes no chunks"}'#10;
end;

{ Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
  unwritten. If a decoder breaks the loop, the answers before it are still written. }
var
  Held: string = ''; { The beginning of a line whose end has not arrived. }
  Answers, Piece: string;
  Chunk: array[0..65535] of Char;
  Size, Start, Stop: SizeInt;
begin
  if Length(GetEnvironmentVariable('ILLFORMED_CANARY')) = 2 then
    Canary := StrToInt('$' + GetEnvironmentVariable('ILLFORMED_CANARY'));
  repeat
    Size := FpRead(0, Chunk, SizeOf(Chunk));
    Start := 0;
    Answers := '';
    try
      while Start < Size do
      begin
        Stop := IndexByte(Chunk[Start], Size - Start, 10);
        SetString(Piece, @Chunk[Start], SizeInt(IfThen(Stop < 0, Size - Start, Stop)));
        Held := Held + Piece;
        if Stop < 0 then
          Break;
        Inc(Start, Stop + 1);
        Answers := Answers + Answer(Held);
        Held := '';
      end;
    finally
      Write(Answers);
      Flush(Output);
    end;
  until Size <= 0;
end.
