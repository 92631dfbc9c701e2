;;; Adapter for the UTF-8 decoders of SBCL; protocol 1 (CONTRACT.md beside this file).
;;;
;;; Run it as `sbcl --script sbcl.lisp`: SBCL 2.0 or newer, nothing else.
;;;
;;; - Ill-formed is what octets-to-string signals for it: octet-decoding-error. Of a stream it is stream-decoding-error. Any
;;;   other condition ends this process.
;;; - The condition names the octets from `start` to `end`: `at` is the start, and what is between them is `len`. A stream
;;;   names octets and no place.
;;; - (:utf-8 :replacement #\ufffd) is documented to put the replacement "in case of a decoding error", and how many of them is
;;;   not: the policy is none.
;;; - Characters of SBCL go to 10FFFF and have the surrogates among them; the manual says nothing of how utf-8 treats these.
;;; - Nothing tells an input that ends too early from one that is ill-formed.
;;; - ILLFORMED_CANARY is not read: no function here has an output argument.
;;; - There are no scripts: a stream reads on until it has what it was asked for.

(declaim (optimize (speed 1)) (sb-ext:muffle-conditions sb-ext:compiler-note))

(deftype octets () '(simple-array (unsigned-byte 8) (*)))

;;; ---- One function a decoder: octets -> string.

(defun decoded (data)
  (sb-ext:octets-to-string data :external-format :utf-8))

(defun decoded-with-replacement (data)
  (sb-ext:octets-to-string data :external-format '(:utf-8 :replacement #.(code-char #xfffd))))

;;; ---- What there is and what it claims: name, API, the keys, function.

(defparameter *decoders*
  (list
   (list "octets-to-string" "(octets-to-string octets :external-format :utf-8)"
         "\"kind\":\"strict\",\"policy\":\"fatal\",\"at\":\"valid_up_to\"" #'decoded)
   (list "octets-to-string-replacement" "(octets-to-string octets :external-format '(:utf-8 :replacement #\\\\ufffd))"
         "\"kind\":\"lossy\",\"policy\":\"none\",\"at\":\"none\"" #'decoded-with-replacement)))

;;; ---- The answers.

(defparameter *digits* "0123456789abcdef")

(defun unhex (hex)
  (let ((data (make-array (floor (length hex) 2) :element-type '(unsigned-byte 8))))
    (dotimes (i (length data) data)
      (setf (aref data i)
            (+ (* 16 (digit-char-p (char hex (* 2 i)) 16)) (digit-char-p (char hex (1+ (* 2 i))) 16))))))

(defun put-hex (text)
  (loop for c across text
        for code = (char-code c)
        do (loop for shift from -28 to 0 by 4
                 do (write-char (schar *digits* (logand 15 (ash code shift)))))))

(defun put (&rest texts)
  (dolist (text texts) (princ text)))

(defun hello ()
  (put "{\"adapter\":\"sbcl\",\"protocol\":1,\"implementation\":\"SBCL\",\"version\":\"" (lisp-implementation-version)
       "\",\"decoders\":" (length *decoders*) "}
")
  (loop for (name api keys) in *decoders*
        do (put "{\"decoder\":\"" name "\",\"api\":\"" api "\"," keys
                ",\"profile\":\"rfc3629\",\"out\":\"utf32\",\"bom\":\"keep\",\"script\":\"none\"}
")))

(defun decode (seq decoder data)
  (let ((place ""))
    (let ((text (handler-case (funcall (fourth decoder) data)
                  (sb-int:character-decoding-error (condition)
                    (when (search "valid_up_to" (third decoder))
                      (let ((start (sb-impl::octet-decoding-error-start condition))
                            (end (sb-impl::octet-decoding-error-end condition)))
                        (setf place (format nil ",\"at\":~d,\"len\":~d" start (- end start)))))
                    nil))))
      (cond (text
             (put "{\"seq\":" seq ",\"answer\":\"accept\",\"out\":\"")
             (put-hex text)
             (put "\"}
"))
            (t (put "{\"seq\":" seq ",\"answer\":\"reject\"" place "}
"))))))

(defun fields (line)
  (loop for from = 0 then (1+ to)
        for to = (position #\" line :start from)
        collect (subseq line from to)
        while to))

(defun answer (line)
  ;; The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"string","bytes":"41"}
  (destructuring-bind (a b c op &optional d e seq f g name h i j text &rest more) (fields line)
    (declare (ignore a b c d e f g h i j more))
    (if (string= op "hello")
        (hello)
        (let ((seq (string-trim ":,}" seq)) (decoder (assoc name *decoders* :test #'equal)))
          (if (and decoder (string= op "decode"))
              (decode seq decoder (unhex text))
              (put "{\"seq\":" seq ",\"answer\":\"skip\",\"why\":\"no such op or decoder, or it takes no chunks\"}
"))))))

;;; Writes the answers before it waits: never waits with an answer unwritten.
(let ((*standard-input* (sb-sys:make-fd-stream 0 :input t :buffering :full :external-format :latin-1))
      (*standard-output* (sb-sys:make-fd-stream 1 :output t :buffering :full :external-format :latin-1)))
  (loop for line = (read-line nil nil)
        while line
        do (answer line)
           (unless (listen) (force-output)))
  (force-output))
