<?php // mb_check_encoding, mb_scrub, PCRE's //u, and what htmlspecialchars and json_encode replace.
function check(string $name, string $file, callable $agrees): void {
    global $argv;
    $lines = array_slice(file("$argv[1]/$file", FILE_IGNORE_NEW_LINES), 1);
    $rows = array_map(fn($line) => explode("\t", $line), $lines);
    $differ = array_values(array_filter($rows, fn($row) => !$agrees(hex2bin($row[1]), $row)));
    printf("php %s: %d vectors, %d differ %s\n", $name, count($rows), count($differ), $differ[0][0] ?? '');
}
mb_substitute_character(0xFFFD);
$valid = fn(bool $valid, array $row) => $row[2] === ($valid ? 'true' : 'false');
check('mb_check_encoding', 'utf8.tsv', fn($in, $row) => $valid(mb_check_encoding($in, 'UTF-8'), $row));
check('mb_scrub', 'utf8.tsv', fn($in, $row) => bin2hex(mb_scrub($in, 'UTF-8')) === $row[7]);
check('preg_match', 'utf8.tsv', fn($in, $row) => $valid(preg_match('//u', $in) === 1, $row));
check('json_encode', 'utf8.tsv', fn($in, $row) =>
    bin2hex(json_decode(json_encode($in, JSON_INVALID_UTF8_SUBSTITUTE))) === $row[7]);
check('htmlspecialchars', 'utf8.tsv', fn($in, $row) =>
    bin2hex(htmlspecialchars_decode(htmlspecialchars($in, ENT_QUOTES | ENT_SUBSTITUTE))) === $row[7]);
