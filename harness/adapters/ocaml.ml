(* Adapter for the UTF-8 decoders of OCaml and of uutf; protocol 1 (CONTRACT.md beside this file).

   Build it with `ocamlfind ocamlopt -package unix,uutf -linkpkg -o ocaml ocaml.ml`: OCaml 4.07 or newer, uutf 1.0.

   - uutf hands out `Malformed bytes, "when the bytes sequence is malformed according to the decoded encoding scheme": a
     strict decoder stops there. Their number is `len`. fold_utf_8 says the position, too; Uutf.decode does not.
   - For "best-effort decoding" uutf advises to go on and to put u_rep, U+FFFD, for each `Malformed. What one is, it does not
     document: the policy is none.
   - A decoder is fed with Manual.src, and a call is over when it says `Await. Of length 0 it is the end of the input. A
     decoder has no reset.
   - Uutf.decode removes an initial byte order mark; fold_utf_8 "also fold[s] over" it.
   - Nothing tells an input that ends too early from one that is malformed.
   - ILLFORMED_CANARY is not read: no function here has an output argument.
   - Left out: String.is_valid_utf_8 and get_utf_8_uchar of OCaml 4.14, which Debian 12 does not have. *)

type said = Accept | Reject of { at : int option; len : int }

(* Where text goes, as hex. *)
let put_hex out code = Printf.bprintf out "%08x" code

let u_rep = 0xFFFD

(* ---- Decoders that take all at once: they put text into a buffer. *)

exception Malformed of said

let fold_strict data out =
  let put () at = function
    | `Uchar u -> put_hex out (Uchar.to_int u)
    | `Malformed bytes -> raise (Malformed (Reject { at = Some at; len = String.length bytes }))
  in
  match Uutf.String.fold_utf_8 put () data with () -> Accept | exception Malformed said -> said

let fold_replace data out =
  let put () _ = function `Uchar u -> put_hex out (Uchar.to_int u) | `Malformed _ -> put_hex out u_rep in
  Uutf.String.fold_utf_8 put () data;
  Accept

(* ---- Decoders that take chunks. *)

let fresh () = Uutf.decoder ~encoding:`UTF_8 `Manual

(* Decodes until `decoder` asks for more or is at its end. *)
let rec drain ~replaces decoder out =
  match Uutf.decode decoder with
  | `Await | `End -> Accept
  | `Uchar u ->
      put_hex out (Uchar.to_int u);
      drain ~replaces decoder out
  | `Malformed _ when replaces ->
      put_hex out u_rep;
      drain ~replaces decoder out
  | `Malformed bytes -> Reject { at = None; len = String.length bytes }

let feed ~replaces decoder chunk out =
  (* Of length 0 it would be the end of the input. *)
  if chunk = "" then Accept
  else (
    Uutf.Manual.src decoder (Bytes.of_string chunk) 0 (String.length chunk);
    drain ~replaces decoder out)

let finish ~replaces decoder out =
  Uutf.Manual.src decoder Bytes.empty 0 0;
  drain ~replaces decoder out

let whole ~replaces data out =
  let decoder = fresh () in
  match feed ~replaces decoder data out with Accept -> finish ~replaces decoder out | said -> said

let from_string ~replaces data out = drain ~replaces (Uutf.decoder ~encoding:`UTF_8 (`String data)) out

(* ---- What there is and what it claims. *)

type decoder = {
  name : string;
  api : string;
  kind : string;
  keys : string;
  whole : string -> Buffer.t -> said;
  takes_chunks : bool option; (* Whether it replaces, if it takes chunks. *)
}

let strict = {|"kind":"strict","policy":"fatal"|}
let lossy = {|"kind":"lossy","policy":"none"|}

let decoders =
  [ { name = "fold"; api = "Uutf.String.fold_utf_8 f acc s"; kind = strict; keys = {|"at":"valid_up_to","bom":"keep"|};
      whole = fold_strict; takes_chunks = None };
    { name = "fold-replace"; api = "Uutf.String.fold_utf_8 f acc s, u_rep"; kind = lossy; keys = {|"at":"none","bom":"keep"|};
      whole = fold_replace; takes_chunks = None };
    { name = "string"; api = "Uutf.decode (Uutf.decoder (`String s))"; kind = strict; keys = {|"at":"none","bom":"strip"|};
      whole = from_string ~replaces:false; takes_chunks = None };
    { name = "manual"; api = "Uutf.decode (Uutf.decoder `Manual)"; kind = strict; keys = {|"at":"none","bom":"strip"|};
      whole = whole ~replaces:false; takes_chunks = Some false };
    { name = "manual-replace"; api = "Uutf.decode (Uutf.decoder `Manual), u_rep"; kind = lossy;
      keys = {|"at":"none","bom":"strip"|}; whole = whole ~replaces:true; takes_chunks = Some true } ]

(* ---- The answers. *)

let value = function '0' .. '9' as c -> Char.code c - 48 | c -> Char.code c - 87

let unhex hex =
  String.init (String.length hex / 2) (fun i -> Char.chr ((value hex.[2 * i] lsl 4) lor value hex.[(2 * i) + 1]))

let hello out =
  (* uutf has no version in it. *)
  Printf.bprintf out {|{"adapter":"ocaml","protocol":1,"implementation":"uutf on OCaml","version":"%s","decoders":%d}|} Sys.ocaml_version
    (List.length decoders);
  Buffer.add_char out '\n';
  let claim d =
    Printf.bprintf out {|{"decoder":"%s","api":"%s","profile":"rfc3629","out":"utf32","script":"%s",%s,%s}|} d.name d.api
      (if d.takes_chunks = None then "none" else "finish")
      d.kind d.keys;
    Buffer.add_char out '\n'
  in
  List.iter claim decoders

let put_place out = function
  | Accept -> ()
  | Reject { at; len } ->
      Option.iter (Printf.bprintf out {|,"at":%d|}) at;
      Printf.bprintf out {|,"len":%d|} len

let answer_decode out seq decoder data =
  let text = Buffer.create 64 in
  let said = decoder.whole data text in
  Printf.bprintf out {|{"seq":%s,"answer":"%s"|} seq (if said = Accept then "accept" else "reject");
  put_place out said;
  Buffer.add_string out {|,"out":"|};
  Buffer.add_buffer out text;
  Buffer.add_string out "\"}\n"

let answer_script out seq ~replaces calls =
  let decoder = fresh () and failed = ref None in
  Printf.bprintf out {|{"seq":%s,"outs":"|} seq;
  let make number call =
    if number > 0 then Buffer.add_char out ' ';
    if !failed <> None then Buffer.add_char out 'x' (* No decoder here has a reset. *)
    else
      let text = Buffer.create 64 in
      let said =
        match call with
        | "." -> finish ~replaces decoder text
        | "-" -> feed ~replaces decoder "" text
        | hex -> feed ~replaces decoder (unhex hex) text
      in
      if said <> Accept then (
        failed := Some (number, said);
        Buffer.add_char out '!')
      else if Buffer.length text = 0 then Buffer.add_char out '-';
      Buffer.add_buffer out text
  in
  List.iteri make (String.split_on_char ' ' calls);
  Buffer.add_string out {|","answer":|};
  (match !failed with
  | None -> Buffer.add_string out {|"accept"|}
  | Some (number, said) ->
      Printf.bprintf out {|"reject","call":%d|} number;
      put_place out said);
  Buffer.add_string out "}\n"

let answer out line =
  (* The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"fold","bytes":"41"} *)
  match String.split_on_char '"' line with
  | _ :: _ :: _ :: "hello" :: _ -> hello out
  | [ _; _; _; op; _; _; seq; _; _; name; _; _; _; text; _ ] -> (
      let seq = String.sub seq 1 (String.length seq - 2) in
      match (op, List.find_opt (fun decoder -> decoder.name = name) decoders) with
      | "decode", Some decoder -> answer_decode out seq decoder (unhex text)
      | "script", Some { takes_chunks = Some replaces; _ } -> answer_script out seq ~replaces text
      | _ ->
          Printf.bprintf out {|{"seq":%s,"answer":"skip","why":"no such op or decoder, or it takes no chunks"}|} seq;
          Buffer.add_char out '\n')
  | _ -> failwith ("not a request: " ^ line)

let write_all out =
  let bytes = Buffer.to_bytes out in
  let rec write from =
    if from < Bytes.length bytes then write (from + Unix.write Unix.stdout bytes from (Bytes.length bytes - from))
  in
  write 0;
  Buffer.clear out

(* Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
   unwritten. If a decoder breaks the loop, the answers before it are still written. *)
let () =
  let held = Buffer.create 65536 (* The beginning of a line whose end has not arrived. *)
  and out = Buffer.create 65536
  and chunk = Bytes.create 65536 in
  let rec loop () =
    match Unix.read Unix.stdin chunk 0 (Bytes.length chunk) with
    | 0 -> ()
    | n ->
        let from = ref 0 in
        Fun.protect
          ~finally:(fun () -> write_all out)
          (fun () ->
            for i = 0 to n - 1 do
              if Bytes.get chunk i = '\n' then (
                Buffer.add_subbytes held chunk !from (i - !from);
                let line = Buffer.contents held in
                Buffer.clear held;
                from := i + 1;
                answer out line)
            done);
        Buffer.add_subbytes held chunk !from (n - !from);
        loop ()
  in
  loop ()
