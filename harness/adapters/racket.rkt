#lang racket/base
;; Adapter for the UTF-8 decoders of Racket; protocol 1 (CONTRACT.md beside this file).
;;
;; Run it as `racket racket.rkt`: Racket 7 or newer, racket/base.
;;
;; - Ill-formed is what raises exn:fail:contract of bytes->string/utf-8, the #f of bytes-utf-8-length, and 'error of
;;   bytes-convert. Any other exception ends this process.
;; - bytes-convert says 'aborts where "the input stopped part-way through an encoding": that is `incomplete`. It returns how many
;;   bytes it consumed, so `at` is that number, and the text before is handed out.
;; - Its chunks are those of its documentation: what was not consumed is given again with the next one. A script ends with what
;;   the last call left.
;; - A port decodes "bytes that form an invalid UTF-8 encoding" as U+FFFD, and bytes->string/utf-8 as its error character. How
;;   many come out, a reader cannot tell: the policy is none.
;; - ILLFORMED_CANARY is not read: no function here has an output argument.

(require racket/port racket/string racket/list)

;; ---- One function a decoder: bytes -> (values answer at text), text is bytes or a string, #f where there is none.

(define (accept text) (values "accept" #f text))

(define (strict data)
  (with-handlers ([exn:fail:contract? (lambda (_) (values "reject" #f #f))])
    (accept (bytes->string/utf-8 data))))

(define (replacing data) (accept (bytes->string/utf-8 data #\uFFFD)))

(define (count-or-false data)
  (values (if (bytes-utf-8-length data) "accept" "reject") #f #f))

(define (port data) (accept (port->string (open-input-bytes data))))

(define (convert converter data)
  (define-values (text consumed status) (bytes-convert converter data))
  (case status
    [(complete) (values "accept" #f text)]
    [(aborts) (values "incomplete" consumed text)]
    [(error) (values "reject" consumed text)]
    [else (error "bytes-convert says" status)]))

(define (convert-whole data)
  (define converter (bytes-open-converter "UTF-8" "UTF-8"))
  (define-values (answer at text) (convert converter data))
  (bytes-close-converter converter)
  (values answer at text))

;; ---- What there is and what it claims: name, API, the keys, function, whether it takes chunks.

(define fatal "\"kind\":\"strict\",\"policy\":\"fatal\"")
(define lossy "\"kind\":\"lossy\",\"policy\":\"none\"")
(define text32 ",\"out\":\"utf32\",\"at\":\"none\",\"script\":\"none\"")

(define decoders
  (list (list "bytes-to-string" "(bytes->string/utf-8 bytes)" (string-append fatal text32) strict #f)
        (list "bytes-to-string-error-char" "(bytes->string/utf-8 bytes #\\\\uFFFD)" (string-append lossy text32) replacing #f)
        (list "bytes-utf-8-length" "(bytes-utf-8-length bytes)"
              "\"kind\":\"validate\",\"policy\":\"fatal\",\"out\":\"none\",\"at\":\"none\",\"script\":\"none\"" count-or-false #f)
        (list "port" "(port->string port)" (string-append lossy text32) port #f)
        (list "bytes-convert" "(bytes-convert (bytes-open-converter \\\"UTF-8\\\" \\\"UTF-8\\\") bytes)"
              (string-append fatal ",\"out\":\"utf8\",\"at\":\"valid_up_to\",\"script\":\"finish\"") convert-whole #t)))

;; ---- The answers.

(define digits #"0123456789abcdef")

;; The units of a text, each as so many digits.
(define (hex text)
  (define width (if (bytes? text) 2 8))
  (define size (if (bytes? text) (bytes-length text) (string-length text)))
  (define out (make-bytes (* width size)))
  (for ([i (in-range size)])
    (let loop ([place (sub1 width)] [code (if (bytes? text) (bytes-ref text i) (char->integer (string-ref text i)))])
      (bytes-set! out (+ (* width i) place) (bytes-ref digits (bitwise-and 15 code)))
      (unless (zero? place) (loop (sub1 place) (arithmetic-shift code -4)))))
  (bytes->string/latin-1 out))

(define (value digit)
  (define code (char->integer digit))
  (if (< code 58) (- code 48) (- code 87)))

(define (unhex digits)
  (define data (make-bytes (quotient (string-length digits) 2)))
  (for ([i (in-range (bytes-length data))])
    (bytes-set! data i (+ (* 16 (value (string-ref digits (* 2 i)))) (value (string-ref digits (add1 (* 2 i)))))))
  data)

(define (put . texts) (for-each display texts))

(define (hello)
  (put "{\"adapter\":\"racket\",\"protocol\":1,\"implementation\":\"Racket\",\"version\":\"" (version) "\",\"decoders\":"
       (length decoders) "}\n")
  (for ([decoder decoders])
    (put "{\"decoder\":\"" (first decoder) "\",\"api\":\"" (second decoder) "\"," (third decoder)
         ",\"profile\":\"rfc3629\",\"bom\":\"keep\"}\n")))

(define (place at) (if at (format ",\"at\":~a" at) ""))

(define (decode seq decoder data)
  (define-values (answer at text) ((fourth decoder) data))
  (put "{\"seq\":" seq ",\"answer\":\"" answer "\"" (place at) (if text (string-append ",\"out\":\"" (hex text) "\"") "") "}\n"))

;; The calls of a script share a converter, what it has not consumed, and how much it has.
(define (run seq calls)
  (define converter (bytes-open-converter "UTF-8" "UTF-8"))
  (define-values (outs verdict)
    (for/fold ([outs '()] [verdict #f] [left #""] [consumed 0]
               #:result (values (reverse outs) verdict))
              ([call calls] [number (in-naturals)])
      (define (failed answer at text)
        (values (cons (string-append "!" (hex text)) outs)
                (format "\"~a\",\"call\":~a~a" answer number (place at))
                left consumed))
      (cond
        [verdict (values (cons "x" outs) verdict left consumed)] ; No reset here.
        [(equal? call ".")
         (if (equal? left #"") (values (cons "-" outs) #f left consumed) (failed "incomplete" consumed #""))]
        [else
         (define data (bytes-append left (if (equal? call "-") #"" (unhex call))))
         (define-values (answer at text) (convert converter data))
         (if (equal? answer "reject")
             (failed answer (+ consumed at) text)
             (let ([used (or at (bytes-length data))])
               (values (cons (if (equal? text #"") "-" (hex text)) outs) #f (subbytes data used) (+ consumed used))))])))
  (bytes-close-converter converter)
  (put "{\"seq\":" seq ",\"answer\":" (or verdict "\"accept\"") ",\"outs\":\"" (string-join outs " ") "\"}\n"))

(define (answer line)
  ;; The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"port","bytes":"41"}
  (define fields (string-split line "\"" #:trim? #f))
  (define op (list-ref fields 3))
  (if (equal? op "hello")
      (hello)
      (let ([seq (string-trim (list-ref fields 6) #rx"[:,]")]
            [decoder (assoc (list-ref fields 9) decoders)])
        (cond
          [(and decoder (equal? op "decode")) (decode seq decoder (unhex (list-ref fields 13)))]
          [(and decoder (fifth decoder) (equal? op "script")) (run seq (string-split (list-ref fields 13) " "))]
          [else (put "{\"seq\":" seq ",\"answer\":\"skip\",\"why\":\"no such op or decoder, or it takes no chunks\"}\n")]))))

;; Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
;; unwritten. `held` has the pieces of a line whose end has not arrived, the last first.
(file-stream-buffer-mode (current-output-port) 'block)
(define chunk (make-bytes 65536))
(let loop ([held '()])
  (define size (read-bytes-avail! chunk))
  (unless (eof-object? size)
    (define pieces (regexp-split #rx#"\n" (subbytes chunk 0 size)))
    (cond
      [(null? (rest pieces)) (loop (cons (first pieces) held))]
      [else
       (answer (bytes->string/latin-1 (apply bytes-append (reverse (cons (first pieces) held)))))
       (for ([line (drop-right (rest pieces) 1)]) (answer (bytes->string/latin-1 line)))
       (flush-output)
       (loop (list (last pieces)))])))
