--  Adapter for the UTF-8 decoders of GNAT's Ada library; protocol 1 (CONTRACT.md beside this file).
--
--  Build it with `gnatmake -O2 ada_adapter.adb`: GNAT of GCC 9 or newer, standard library only.
--
--  * Ada.Strings.UTF_Encoding: Encoding_Error is raised where "a UTF encoded string contains an invalid encoding sequence"
--    and where "the result for a Wide_Character output exceeds 16#FFFF#": Wide_Strings is UCS-2. Ada 2022 adds that an overlong
--    form on input "is not invalid for the purposes of this check" (AI12-0088), for which there is no profile.
--  * "If the UTF String starts with a BOM that matches the encoding method, it is ignored."
--  * "The exception message has the index value where the error occurred": that is the start of some errors and a byte within
--    others, so `at` is none.
--  * GNAT.Decode_String documents codes to 16#03FF_FFFF#, surrogates too, and Constraint_Error for what is none of them: no
--    format that we have.
--  * ILLFORMED_CANARY is not read: the functions return their results.
--  * There are no scripts: no function takes chunks.
--  * Left out: UTF_Encoding.Strings, whose characters end at 16#FF#; Wide_Wide_Text_IO, whose files raise on other grounds, too.

with Ada.Strings.Fixed; use Ada.Strings.Fixed;
with Ada.Strings.Unbounded; use Ada.Strings.Unbounded;
with Ada.Strings.UTF_Encoding; use Ada.Strings.UTF_Encoding;
with Ada.Strings.UTF_Encoding.Conversions; use Ada.Strings.UTF_Encoding.Conversions;
with Ada.Strings.UTF_Encoding.Wide_Strings;
with Ada.Strings.UTF_Encoding.Wide_Wide_Strings;
with GNAT.Compiler_Version;
with GNAT.Decode_String;
with GNAT.OS_Lib; use GNAT.OS_Lib;
with System.WCh_Con;

procedure Ada_Adapter is
   package Compiler is new GNAT.Compiler_Version;
   package Decode_String is new GNAT.Decode_String (System.WCh_Con.WCEM_UTF8);

   Digit : constant String := "0123456789abcdef";

   --  The text of an answer as hex: each of Count units has Size digits.
   generic
      with function Code (Number : Positive) return Natural;
   function Hex_Of (Count, Size : Natural) return String;

   function Hex_Of (Count, Size : Natural) return String is
      Result : String (1 .. Count * Size);
      Rest   : Natural;
   begin
      for Number in 1 .. Count loop
         Rest := Code (Number);
         for Last in reverse (Number - 1) * Size + 1 .. Number * Size loop
            Result (Last) := Digit (Rest mod 16 + 1);
            Rest := Rest / 16;
         end loop;
      end loop;
      return Result;
   end Hex_Of;

   function Hex (Text : Wide_Wide_String) return String is
      function Code (Number : Positive) return Natural is (Wide_Wide_Character'Pos (Text (Text'First + Number - 1)));
      function All_Of is new Hex_Of (Code);
   begin
      return All_Of (Text'Length, 8);
   end Hex;

   function Hex (Text : Wide_String) return String is
      function Code (Number : Positive) return Natural is (Wide_Character'Pos (Text (Text'First + Number - 1)));
      function All_Of is new Hex_Of (Code);
   begin
      return All_Of (Text'Length, 4);
   end Hex;

   function Hex (Text : String) return String is
      function Code (Number : Positive) return Natural is (Character'Pos (Text (Text'First + Number - 1)));
      function All_Of is new Hex_Of (Code);
   begin
      return All_Of (Text'Length, 2);
   end Hex;

   --  One function a decoder.

   function Wide_Wide (Data : String) return String is (Hex (Wide_Wide_Strings.Decode (Data)));
   function Wide (Data : String) return String is (Hex (Wide_String'(Wide_Strings.Decode (Data))));
   function To_UTF_16 (Data : String) return String is (Hex (UTF_16_Wide_String'(Convert (Data))));
   function To_UTF_8 (Data : String) return String is (Hex (UTF_String'(Convert (Data, UTF_8, UTF_8))));

   function GNAT_Wide_Wide (Data : String) return String is
   begin
      return Hex (Decode_String.Decode_Wide_Wide_String (Data));
   exception
      when Constraint_Error => raise Encoding_Error;
   end GNAT_Wide_Wide;

   --  What there is and what it claims.

   type Text is access constant String;
   type Decoder is record
      Name, API, Keys : Text;
      Decode          : access function (Data : String) return String;
   end record;

   function "+" (S : String) return Text is (new String'(S));

   Decoders : constant array (Positive range <>) of Decoder :=
     ((+"decode", +"UTF_Encoding.Wide_Wide_Strings.Decode (Item)", +"""profile"":""rfc3629"",""out"":""utf32"",""bom"":""strip""",
       Wide_Wide'Access),
      (+"decode-wide", +"UTF_Encoding.Wide_Strings.Decode (Item)", +"""profile"":""ucs2"",""out"":""utf16"",""bom"":""strip""",
       Wide'Access),
      (+"convert-utf16", +"UTF_Encoding.Conversions.Convert (Item)", +"""profile"":""rfc3629"",""out"":""utf16"",""bom"":""strip""",
       To_UTF_16'Access),
      (+"convert-utf8", +"UTF_Encoding.Conversions.Convert (Item, UTF_8, UTF_8)",
       +"""profile"":""rfc3629"",""out"":""utf8"",""bom"":""strip""", To_UTF_8'Access),
      (+"gnat-decode-string", +"GNAT.Decode_String.Decode_Wide_Wide_String (S)",
       +"""profile"":""none"",""out"":""utf32"",""bom"":""keep""", GNAT_Wide_Wide'Access));

   --  The answers.

   Out_Text : Unbounded_String;

   function Image (Number : Natural) return String is (Trim (Number'Image, Ada.Strings.Left));

   function Unhex (Digits_Of : String) return String is
      function Value (C : Character) return Natural is
        (if C in '0' .. '9' then Character'Pos (C) - 48 else Character'Pos (C) - 87);
      Result : String (1 .. Digits_Of'Length / 2);
      At_Digit : Positive := Digits_Of'First;
   begin
      for C of Result loop
         C := Character'Val (16 * Value (Digits_Of (At_Digit)) + Value (Digits_Of (At_Digit + 1)));
         At_Digit := At_Digit + 2;
      end loop;
      return Result;
   end Unhex;

   procedure Answer (Line : String) is
      --  The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"decode","bytes":"41"}
      function Field (Number : Natural) return String is
         From : Positive := Line'First;
      begin
         for I in 1 .. Number loop
            From := Index (Line, """", From) + 1;
         end loop;
         return Line (From .. Index (Line, """", From) - 1);
      end Field;

      Op : constant String := Field (3);
   begin
      if Op = "hello" then
         Append (Out_Text, "{""adapter"":""ada"",""protocol"":1,""implementation"":""GNAT"",""version"":""" & Compiler.Version
                 & """,""decoders"":" & Image (Decoders'Length) & "}" & ASCII.LF);
         for D of Decoders loop
            Append (Out_Text, "{""decoder"":""" & D.Name.all & """,""api"":""" & D.API.all & """,""kind"":""strict"","
                    & """policy"":""fatal""," & D.Keys.all & ",""at"":""none"",""script"":""none""}" & ASCII.LF);
         end loop;
         return;
      end if;
      Append (Out_Text, "{""seq""" & Field (6) & """answer"":""");
      for D of Decoders loop
         if Op = "decode" and then D.Name.all = Field (9) then
            begin
               Append (Out_Text, "accept"",""out"":""" & D.Decode (Unhex (Field (13))) & """}" & ASCII.LF);
            exception
               when Encoding_Error => Append (Out_Text, "reject""}" & ASCII.LF);
            end;
            return;
         end if;
      end loop;
      Append (Out_Text, "skip"",""why"":""no such op or decoder, or it takes no chunks""}" & ASCII.LF);
   end Answer;

   procedure Flush is
      Answers : constant String := To_String (Out_Text);
      From    : Positive := 1;
   begin
      while From <= Answers'Last loop
         From := From + Write (Standout, Answers (From)'Address, Answers'Last - From + 1);
      end loop;
      Out_Text := Null_Unbounded_String;
   end Flush;

   Chunk      : String (1 .. 65_536);
   Held       : Unbounded_String;  --  The beginning of a line whose end has not arrived.
   Size, From : Natural;
begin
   --  Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
   --  unwritten. If a decoder raises another exception, the answers before it are still written.
   loop
      Size := Read (Standin, Chunk'Address, Chunk'Length);
      exit when Size <= 0;
      From := 1;
      for I in 1 .. Size loop
         if Chunk (I) = ASCII.LF then
            Append (Held, Chunk (From .. I - 1));
            Answer (To_String (Held));
            Held := Null_Unbounded_String;
            From := I + 1;
         end if;
      end loop;
      Append (Held, Chunk (From .. Size));
      Flush;
   end loop;
exception
   when others =>
      Flush;
      raise;
end Ada_Adapter;
