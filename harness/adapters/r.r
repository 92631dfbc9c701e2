# Adapter for the UTF-8 decoders of R; protocol 1 (CONTRACT.md beside this file).
#
# Run it as `Rscript --vanilla r.r`: R 4.0 or newer, package base.
#
# - Ill-formed is what the API documents for it: validUTF8 is FALSE, utf8ToInt gives NA ("Invalid and NA inputs are mapped to
#   NA output"), iconv without `sub` gives NULL in the place of bytes, nchar with allowNA gives NA.
# - `sub` of iconv "is used to replace any non-convertible bytes in the input": per-byte with U+FFFD, and drop with "".
# - Strings of R have no NUL, so those that take a string `cannot` be given one. iconv takes raw vectors, too.
# - No API here names an offset, nor tells an input that ends too early from one that is ill-formed.
# - ILLFORMED_CANARY is not read: no function here has an output argument.
# - There are no scripts: no function takes chunks. A connection converts with iconv and replaces nothing that it documents.

invisible(Sys.setlocale("LC_CTYPE", "C.UTF-8"))

# A string with these bytes, which is marked as UTF-8.
marked <- function(data) {
  text <- rawToChar(data)
  Encoding(text) <- "UTF-8"
  text
}

hex32 <- function(codes) paste(sprintf("%08x", codes), collapse = "")
hex <- function(bytes) paste(as.character(bytes), collapse = "")

# ---- One function a decoder: raw vector -> text as hex, TRUE without text, FALSE where it refuses the bytes.

# `as` makes what iconv is given of the bytes.
converted <- function(as, to, sub = NA) function(data) {
  text <- iconv(as(data), "UTF-8", to, sub = sub, toRaw = TRUE)[[1]]
  if (is.null(text)) FALSE else hex(text)
}

code_points <- function(data) {
  codes <- utf8ToInt(marked(data))
  if (length(codes) == 1 && is.na(codes)) FALSE else hex32(codes)
}

# ---- What there is and what it claims.

claims <- character()
whole <- list()

add <- function(name, api, kind, policy, out, decode, more = "") {
  claims[[length(claims) + 1]] <<- sprintf(
    '{"decoder":"%s","api":"%s","kind":"%s","profile":"rfc3629","policy":"%s","out":"%s","at":"none","bom":"keep","script":"none"%s}',
    name, api, kind, policy, out, more)
  whole[[name]] <<- decode
}

no_nul <- ',"cannot":"00"'
add("valid-utf8", "validUTF8(x)", "validate", "fatal", "none", function(data) validUTF8(rawToChar(data)), no_nul)
add("utf8-to-int", "utf8ToInt(x)", "strict", "fatal", "utf32", code_points, no_nul)
# It counts or gives NA: asked as one that validates.
add("nchar", "nchar(x, 'chars', allowNA = TRUE)", "validate", "fatal", "none",
  function(data) !is.na(nchar(marked(data), "chars", allowNA = TRUE)), no_nul)
add("iconv", "iconv(x, 'UTF-8', 'UTF-32BE', toRaw = TRUE)", "strict", "fatal", "utf32", converted(rawToChar, "UTF-32BE"), no_nul)
add("iconv-sub", "iconv(x, 'UTF-8', 'UTF-8', sub = U+FFFD)", "lossy", "per-byte", "utf8", converted(rawToChar, "UTF-8", "\ufffd"), no_nul)
add("iconv-sub-empty", "iconv(x, 'UTF-8', 'UTF-8', sub = '')", "lossy", "drop", "utf8", converted(rawToChar, "UTF-8", ""), no_nul)
# "whose elements are either NULL (if conversion fails) or a raw vector"
add("iconv-list", "iconv(list(raw), 'UTF-8', 'UTF-8', toRaw = TRUE)", "strict", "fatal", "utf8", converted(list, "UTF-8"))

# ---- The answers.

introduction <- c(
  sprintf('{"adapter":"r","protocol":1,"implementation":"R","version":"%s","decoders":%d}', getRversion(), length(claims)),
  claims)

digit_of <- integer(256)
digit_of[utf8ToInt("0123456789abcdef") + 1] <- 0:15

unhex <- function(digits) {
  values <- digit_of[as.integer(charToRaw(digits)) + 1]
  high <- seq(1, by = 2, length.out = length(values) / 2)
  as.raw(values[high] * 16 + values[high + 1])
}

skip <- function(seq) {
  paste0('{"seq":', seq, ',"answer":"skip","why":"no such op or decoder, or it takes no chunks"}')
}

answer <- function(line) {
  # The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"iconv","bytes":"41"}
  fields <- strsplit(line, '"', fixed = TRUE)[[1]]
  if (fields[4] == "hello") return(introduction)
  seq <- substr(fields[7], 2, nchar(fields[7]) - 1)
  decode <- whole[[fields[10]]]
  if (fields[4] != "decode" || is.null(decode)) return(skip(seq))
  text <- decode(unhex(fields[14]))
  if (isFALSE(text)) return(paste0('{"seq":', seq, ',"answer":"reject"}'))
  if (isTRUE(text)) return(paste0('{"seq":', seq, ',"answer":"accept"}'))
  paste0('{"seq":', seq, ',"answer":"accept","out":"', text, '"}')
}

# R cannot tell whether more input waits: each answer is written at once.
requests <- file("stdin", "r")
while (length(line <- readLines(requests, n = 1)) > 0) {
  writeLines(answer(line))
  flush(stdout())
}
