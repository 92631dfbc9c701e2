<?php
// Adapter for the UTF-8 decoders of PHP and of the extensions that it has here; protocol 1 (CONTRACT.md beside this file).
//
// Run it as `php php.php`: PHP 8.0 or newer. What an extension is missing for (mbstring, iconv, intl) is not declared.
//
// - Ill-formed is what the API documents for it: mb_check_encoding returns false, iconv false, json_decode and json_encode
//   leave JSON_ERROR_UTF8, preg_split PREG_BAD_UTF8_ERROR, htmlspecialchars returns an empty string. Any other error is
//   nobody's verdict and ends this process.
// - That the input ends too early, iconv says in the text of a notice only: the answer is `reject`, not `incomplete`. No
//   API here names an offset.
// - json and ICU put U+FFFD for what is ill-formed, and mbstring where it is told to (its default is `?`); how many of them is
//   not documented: the policy is none. JSON_INVALID_UTF8_IGNORE, ENT_IGNORE and mb_substitute_character('none') leave it
//   out: drop.
// - htmlspecialchars writes references for & < >, and with ENT_NOQUOTES nothing else: these it `cannot` be asked.
// - utf8_decode turns UTF-8 into ISO-8859-1, which is no text of ours; strlen(utf8_decode(s)) counts characters.
// - ILLFORMED_CANARY is not read: no API here has an output argument.
// - There are no scripts: PHP has stream filters that convert, and none that says what it does with an ill-formed sequence.
// - Left out: iconv with //IGNORE, which returns false; mb_substr and its kin, which hand out bytes as they are.

declare(strict_types=1);

error_reporting(E_ALL & ~E_NOTICE & ~E_DEPRECATED); // iconv tells of ill-formed input by a notice, besides its value.
ini_set('display_errors', 'stderr');

// ---- One function a decoder: bytes -> text as the API returns it, false where it refuses them.

function iconv_to(string $data): string|false
{
    return @iconv('UTF-8', 'UTF-32BE', $data);
}

/** `$value` unless the last JSON error is that of ill-formed bytes. */
function json_text(mixed $value): string|bool
{
    return match (json_last_error()) {
        JSON_ERROR_NONE => $value,
        JSON_ERROR_UTF8 => false,
        default => throw new Exception(json_last_error_msg()),
    };
}

// What JSON forbids in a string, and the escapes for it.
define('JSON_ESCAPES', (function () {
    $escapes = ['"' => '\"', '\\' => '\\\\'];
    for ($byte = 0; $byte < 0x20; $byte++) {
        $escapes[chr($byte)] = sprintf('\u%04x', $byte);
    }
    return $escapes;
})());

/**
 * Everything can be conveyed: what JSON forbids in a string is escaped. The escapes are ASCII put for ASCII: they neither
 * mend an ill-formed sequence nor break a well-formed one, and form no pair of surrogates.
 */
function json_in_string(int $flags): Closure
{
    return fn(string $data) => json_text(json_decode('"' . strtr($data, JSON_ESCAPES) . '"', false, 1, $flags));
}

function split_characters(string $data): string|false
{
    $characters = preg_split('//u', $data, -1, PREG_SPLIT_NO_EMPTY);
    return $characters === false ? regex_failed() : implode('', $characters);
}

function regex_failed(): false
{
    return preg_last_error() === PREG_BAD_UTF8_ERROR ? false : throw new Exception(preg_last_error_msg());
}

function html(int $flags): Closure
{
    return fn(string $data) => htmlspecialchars($data, ENT_NOQUOTES | $flags, 'UTF-8');
}

function html_or_empty(string $data): string|false
{
    $text = html(0)($data);
    return $text === '' && $data !== '' ? false : $text;
}

/** Whether there is a result. The error code is looked at where there is none: a success may leave an earlier one. */
function intl_verdict(mixed $result): bool
{
    if ($result !== false && $result !== null) {
        return true;
    }
    return intl_get_error_code() === U_INVALID_CHAR_FOUND ? false : throw new Exception(intl_get_error_message());
}

// ---- What there is and what it claims.

$claims = []; // The answers to hello.
$whole = []; // name -> function of bytes
$out = []; // name -> the form of its text

function add(string $name, string $api, Closure $decode, array $claim = []): void
{
    global $claims, $whole, $out;
    $claim += ['kind' => 'strict', 'profile' => 'rfc3629', 'policy' => 'fatal', 'out' => 'utf8', 'at' => 'none',
        'bom' => 'keep', 'script' => 'none'];
    $claims[] = ['decoder' => $name, 'api' => $api] + $claim;
    $whole[$name] = $decode;
    $out[$name] = $claim['out'];
}

const VALIDATE = ['kind' => 'validate', 'out' => 'none'];
const LOSSY = ['kind' => 'lossy', 'policy' => 'none'];
const DROP = ['kind' => 'lossy', 'policy' => 'drop'];
const COUNT = ['kind' => 'count', 'policy' => 'none', 'out' => 'count'];
const HTML = ['cannot' => '263c3e'];

if (extension_loaded('mbstring')) {
    mb_substitute_character(0xFFFD);
    add('mb-check-encoding', "mb_check_encoding(s, 'UTF-8')", fn($data) => mb_check_encoding($data, 'UTF-8'), VALIDATE);
    // strict: "false will be returned" where the string is not valid in any of the encodings.
    add('mb-detect-encoding', "mb_detect_encoding(s, ['UTF-8'], true)",
        fn($data) => mb_detect_encoding($data, ['UTF-8'], true) !== false, VALIDATE);
    // "Replace ill-formed byte sequences with the substitute character".
    add('mb-scrub', "mb_scrub(s, 'UTF-8'), substitute U+FFFD", fn($data) => mb_scrub($data, 'UTF-8'), LOSSY);
    add('mb-scrub-none', "mb_scrub(s, 'UTF-8'), substitute 'none'", function ($data) {
        mb_substitute_character('none');
        $text = mb_scrub($data, 'UTF-8');
        mb_substitute_character(0xFFFD);
        return $text;
    }, DROP);
    add('mb-convert-encoding', "mb_convert_encoding(s, 'UTF-16BE', 'UTF-8'), substitute U+FFFD",
        fn($data) => mb_convert_encoding($data, 'UTF-16BE', 'UTF-8'), ['out' => 'utf16'] + LOSSY);
    add('mb-convert-encoding-utf-32', "mb_convert_encoding(s, 'UTF-32BE', 'UTF-8'), substitute U+FFFD",
        fn($data) => mb_convert_encoding($data, 'UTF-32BE', 'UTF-8'), ['out' => 'utf32'] + LOSSY);
    add('mb-strlen', "mb_strlen(s, 'UTF-8')", fn($data) => mb_strlen($data, 'UTF-8'), COUNT);
}
if (extension_loaded('iconv')) {
    // Returns "the converted string, or false on failure". Which iconv it is, is that of the C library.
    add('iconv', "iconv('UTF-8', 'UTF-32BE', s)", iconv_to(...),
        ['out' => 'utf32', 'implementation' => 'iconv ' . ICONV_IMPL, 'version' => ICONV_VERSION]);
}
// "This function only works with UTF-8 encoded strings."
add('json-decode', 'json_decode(s), in a JSON string', json_in_string(0));
// "Convert invalid UTF-8 characters to \0xfffd", "Ignore invalid UTF-8 characters".
add('json-decode-substitute', 'json_decode(s), JSON_INVALID_UTF8_SUBSTITUTE', json_in_string(JSON_INVALID_UTF8_SUBSTITUTE),
    LOSSY);
add('json-decode-ignore', 'json_decode(s), JSON_INVALID_UTF8_IGNORE', json_in_string(JSON_INVALID_UTF8_IGNORE), DROP);
// "All string data must be UTF-8 encoded."
add('json-encode', 'json_encode(s)', function ($data) {
    json_encode($data);
    return json_text(true);
}, VALIDATE);
// "an invalid code unit sequence [...] an empty string will be returned, unless either the ENT_IGNORE or ENT_SUBSTITUTE
// flags are set"; ENT_SUBSTITUTE is for "a Unicode Replacement Character".
add('htmlspecialchars', 'htmlspecialchars(s, ENT_NOQUOTES)', html_or_empty(...), HTML);
add('htmlspecialchars-substitute', 'htmlspecialchars(s, ENT_NOQUOTES | ENT_SUBSTITUTE)', html(ENT_SUBSTITUTE), LOSSY + HTML);
add('htmlspecialchars-ignore', 'htmlspecialchars(s, ENT_NOQUOTES | ENT_IGNORE)', html(ENT_IGNORE), DROP + HTML);
// "u: Pattern and subject strings are treated as UTF-8. An invalid subject will cause the preg_* function to match nothing".
$pcre = ['implementation' => 'PCRE', 'version' => explode(' ', PCRE_VERSION)[0]];
add('preg-split', "preg_split('//u', s)", split_characters(...), $pcre);
add('preg-match', "preg_match('//u', s)", fn($data) => preg_match('//u', $data) === 1 ?: regex_failed(), VALIDATE + $pcre);
if (function_exists('utf8_decode')) {
    // "If the string is not valid UTF-8", bytes "are replaced with ?": how many, it does not say.
    add('utf8-decode', 'strlen(utf8_decode(s))', fn($data) => strlen(utf8_decode($data)), COUNT);
}
if (extension_loaded('intl')) {
    $icu = ['implementation' => 'ICU', 'version' => INTL_ICU_VERSION];
    add('uconverter', "UConverter::transcode(s, 'UTF-16BE', 'UTF-8')",
        fn($data) => UConverter::transcode($data, 'UTF-16BE', 'UTF-8'), ['out' => 'utf16'] + LOSSY + $icu);
    add('normalizer', 'Normalizer::normalize(s, FORM_C)', fn($data) => intl_verdict(Normalizer::normalize($data)), VALIDATE + $icu);
    add('grapheme-strlen', 'grapheme_strlen(s)', fn($data) => intl_verdict(grapheme_strlen($data)), VALIDATE + $icu);
}

// ---- The answers.

function hello(): string
{
    global $claims;
    $first = ['adapter' => 'php', 'protocol' => 1, 'implementation' => 'PHP', 'version' => PHP_VERSION,
        'decoders' => count($claims)];
    return implode('', array_map(fn($line) => json_encode($line, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES) . "\n",
        [$first, ...$claims]));
}

function answer(string $line): string
{
    global $whole, $out;
    // The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"iconv","bytes":"41"}
    $fields = explode('"', $line);
    $op = $fields[3];
    if ($op === 'hello') {
        return hello();
    }
    $seq = trim($fields[6], ':,}');
    if ($op !== 'decode') {
        return "{\"seq\":$seq,\"answer\":\"skip\",\"why\":\"no decoder here takes chunks, or no such op\"}\n";
    }
    $name = $fields[9];
    if (!isset($whole[$name])) {
        return "{\"seq\":$seq,\"answer\":\"skip\",\"why\":\"no such decoder\"}\n";
    }
    $text = $whole[$name](hex2bin($fields[13]));
    if ($text === false) {
        return "{\"seq\":$seq,\"answer\":\"reject\"}\n";
    }
    return match ($out[$name]) {
        'none' => "{\"seq\":$seq,\"answer\":\"accept\"}\n",
        'count' => "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"$text\"}\n",
        default => "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"" . bin2hex($text) . "\"}\n",
    };
}

// Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
// unwritten. If a decoder breaks the loop, the answers before it are still written.
$held = ''; // The beginning of a line whose end has not arrived.
while (($data = fread(STDIN, 1 << 16)) !== false && $data !== '') {
    $held .= $data;
    if (!str_contains($data, "\n")) {
        continue;
    }
    $lines = explode("\n", $held);
    $held = array_pop($lines);
    $answers = '';
    try {
        foreach ($lines as $line) {
            $answers .= answer($line);
        }
    } finally {
        fwrite(STDOUT, $answers);
    }
}
