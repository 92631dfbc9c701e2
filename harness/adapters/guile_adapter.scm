;; Adapter for the UTF-8 decoders of Guile; protocol 1 (CONTRACT.md beside this file).
;;
;; Build it with `guild compile -o guile_adapter.go guile_adapter.scm`, since it is slow without, and run it as
;; `guile -L . -C . -c '(use-modules (guile_adapter))'`: Guile 3.0 or 2.2, nothing else.
;;
;; - Ill-formed is what raises `decoding-error`, or of R6RS an &i/o-decoding condition. Any other error ends this process.
;; - utf8->string is R6RS's and documents no way to replace; bytevector->string takes one: 'error or 'substitute. A port has a
;;   conversion strategy, of which the manual says that 'substitute puts U+FFFD (for decoding) for what is ill-formed. How
;;   many of them is not documented: the policy is none.
;; - The transcoder of R6RS has raise, and replace: "the replacement character U+FFFD is injected". Guile knows no ignore.
;; - A port "consumes" a byte order mark at the start (manual, "BOM Handling"), and so does a transcoded port. Of
;;   bytevector->string nothing is said.
;; - A port does not say where an error is.
;; - Nothing tells an input that ends too early from one that is ill-formed.
;; - ILLFORMED_CANARY is not read: no procedure here has an output argument.
;; - There are no scripts: a custom port reads on until it has what it was asked for.

(define-module (guile_adapter)
  #:use-module (rnrs bytevectors)
  #:use-module (rnrs exceptions)
  #:use-module (ice-9 iconv)
  #:use-module (ice-9 rdelim)
  #:use-module (srfi srfi-1)
  #:use-module ((rnrs io ports)
                #:select (make-transcoder utf-8-codec eol-style error-handling-mode transcoded-port
                          open-bytevector-input-port get-string-all i/o-decoding-error?)))

;; ---- One procedure a decoder: bytevector -> string; it throws decoding-error.

(define (port-with strategy)
  (lambda (data)
    (let ((port (open-bytevector-input-port data)))
      (set-port-encoding! port "UTF-8")
      (set-port-conversion-strategy! port strategy)
      (let ((text (read-string port)))
        (if (eof-object? text) "" text)))))

(define (transcoded mode)
  (lambda (data)
    (let* ((transcoder (make-transcoder (utf-8-codec) (eol-style none) mode))
           (text (get-string-all (transcoded-port (open-bytevector-input-port data) transcoder))))
      (if (eof-object? text) "" text))))

;; ---- What there is and what it claims: name, API, the keys, procedure.

(define strict "\"kind\":\"strict\",\"policy\":\"fatal\",\"bom\":\"keep\"")
(define lossy "\"kind\":\"lossy\",\"policy\":\"none\",\"bom\":\"keep\"")

(define (strip keys) (string-append (substring keys 0 (string-rindex keys #\:)) ":\"strip\""))

(define decoders
  `(("utf8-to-string" "(utf8->string bytes)" ,strict ,utf8->string)
    ("bytevector-to-string" "(bytevector->string bytes \\\"UTF-8\\\" 'error)" ,strict
     ,(lambda (data) (bytevector->string data "UTF-8" 'error)))
    ("bytevector-to-string-substitute" "(bytevector->string bytes \\\"UTF-8\\\" 'substitute)" ,lossy
     ,(lambda (data) (bytevector->string data "UTF-8" 'substitute)))
    ("port" "(read-string port), conversion strategy 'error" ,(strip strict) ,(port-with 'error))
    ("port-substitute" "(read-string port), conversion strategy 'substitute" ,(strip lossy) ,(port-with 'substitute))
    ("transcoder-raise" "(get-string-all (transcoded-port port transcoder)), raise" ,(strip strict)
     ,(transcoded (error-handling-mode raise)))
    ("transcoder-replace" "(get-string-all (transcoded-port port transcoder)), replace" ,(strip lossy)
     ,(transcoded (error-handling-mode replace)))))

;; ---- The answers.

(define (hex32 text)
  (let ((out (make-string (* 8 (string-length text)))))
    (let loop ((i 0))
      (when (< i (string-length text))
        (let digits ((place 7) (code (char->integer (string-ref text i))))
          (string-set! out (+ (* 8 i) place) (string-ref "0123456789abcdef" (logand code 15)))
          (when (> place 0) (digits (- place 1) (ash code -4))))
        (loop (+ i 1))))
    out))

(define (value digit)
  (let ((code (char->integer digit)))
    (if (< code 58) (- code 48) (- code 87))))

(define (unhex hex)
  (let ((data (make-bytevector (quotient (string-length hex) 2))))
    (let loop ((i 0))
      (if (< i (bytevector-length data))
          (let ((high (value (string-ref hex (* 2 i)))) (low (value (string-ref hex (+ (* 2 i) 1)))))
            (bytevector-u8-set! data i (+ (* 16 high) low))
            (loop (+ i 1)))
          data))))

(define (put . texts) (for-each display texts))

(define (hello)
  (put "{\"adapter\":\"guile\",\"protocol\":1,\"implementation\":\"Guile\",\"version\":\"" (version) "\",\"decoders\":"
       (length decoders) "}\n")
  (for-each
   (lambda (decoder)
     (put "{\"decoder\":\"" (first decoder) "\",\"api\":\"" (second decoder) "\"," (third decoder)
          ",\"profile\":\"rfc3629\",\"out\":\"utf32\",\"at\":\"none\",\"script\":\"none\"}\n"))
   decoders))

(define (decode seq decoder data)
  (let ((text (guard (condition ((i/o-decoding-error? condition) #f))
                (catch 'decoding-error
                  (lambda () ((fourth decoder) data))
                  (lambda _ #f)))))
    (if text
        (put "{\"seq\":" seq ",\"answer\":\"accept\",\"out\":\"" (hex32 text) "\"}\n")
        (put "{\"seq\":" seq ",\"answer\":\"reject\"}\n"))))

(define (answer line)
  ;; The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"port","bytes":"41"}
  (let* ((fields (list->vector (string-split line #\")))
         (op (vector-ref fields 3)))
    (if (string=? op "hello")
        (hello)
        (let ((seq (string-trim-both (vector-ref fields 6) (char-set #\: #\,)))
              (decoder (assoc (vector-ref fields 9) decoders)))
          (if (and decoder (string=? op "decode"))
              (decode seq decoder (unhex (vector-ref fields 13)))
              (put "{\"seq\":" seq ",\"answer\":\"skip\",\"why\":\"no such op or decoder, or it takes no chunks\"}\n"))))))

;; Writes the answers before it waits: never waits with an answer unwritten.
(set-port-encoding! (current-input-port) "ISO-8859-1")
(set-port-encoding! (current-output-port) "ISO-8859-1")
(setvbuf (current-input-port) 'block 65536)
(setvbuf (current-output-port) 'block 65536)
(let loop ()
  (let ((line (read-line)))
    (unless (eof-object? line)
      (answer line)
      (unless (char-ready?) (force-output))
      (loop))))
(force-output)
