<?php // mb_check_encoding and mb_scrub.
mb_substitute_character(0xFFFD);
$rows = array_map(fn($line) => explode("\t", $line), array_slice(file("$argv[1]/utf8.tsv", FILE_IGNORE_NEW_LINES), 1));
$differs = function (array $row): bool {
    $data = hex2bin($row[1]);
    $valid = mb_check_encoding($data, 'UTF-8') ? 'true' : 'false';
    return $valid !== $row[2] || bin2hex(mb_scrub($data, 'UTF-8')) !== $row[7];
};
$differ = array_values(array_filter($rows, $differs));
printf("php short: %d vectors, %d differ %s\n", count($rows), count($differ), $differ[0][0] ?? '');
