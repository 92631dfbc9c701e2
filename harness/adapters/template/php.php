<?php
// An adapter for illformed. PHP 8.0 or newer, no extension.
//
// It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

declare(strict_types=1);

// EDIT: require your decoder here.

// EDIT: the exception that says "ill-formed". No other is caught: a crash is a finding, and not a rejection.
class IllFormed extends Exception
{
}

/** EDIT: gives the bytes to your decoder and returns its text. */
function strict(string $data): string
{
    $characters = preg_split('//u', $data, -1, PREG_SPLIT_NO_EMPTY);
    if ($characters === false) {
        throw preg_last_error() === PREG_BAD_UTF8_ERROR ? new IllFormed() : new Exception(preg_last_error_msg());
    }
    return implode('', $characters);
}

/** EDIT: another decoder, as many as you have. */
function lossy(string $data): string
{
    return htmlspecialchars_decode(htmlspecialchars($data, ENT_NOQUOTES | ENT_SUBSTITUTE, 'UTF-8'), ENT_NOQUOTES);
}

/**
 * EDIT if a decoder takes chunks, and say so under "script" below. Each call returns the text that it puts out.
 * PHP has no such decoder: this one collects its chunks.
 */
class Stream
{
    private string $held = '';

    public function __construct(private Closure $decode)
    {
    }

    public function feed(string $chunk): string
    {
        $this->held .= $chunk;
        return '';
    }

    public function finish(): string
    {
        return ($this->decode)($this->held);
    }

    public function reset(): string
    {
        $this->held = '';
        return '';
    }
}

/** EDIT: where the error is, as the API reports it, such as ['at' => 3]; declare what `at` means below. */
function place(IllFormed $error): array
{
    return [];
}

// EDIT: each decoder: its claim, which is what its documentation promises (`illformed adapter contract` explains each
// word), and its function.
const DECODERS = [
    'strict' => [['decoder' => 'strict', 'api' => "preg_split('//u', bytes)", 'kind' => 'strict',
        'profile' => 'rfc3629', 'policy' => 'fatal', 'out' => 'utf8', 'at' => 'none', 'bom' => 'keep',
        'script' => 'none'], 'strict'],
    'lossy' => [['decoder' => 'lossy', 'api' => 'htmlspecialchars(bytes, ENT_SUBSTITUTE)', 'kind' => 'lossy',
        'profile' => 'rfc3629', 'policy' => 'none', 'out' => 'utf8', 'at' => 'none', 'bom' => 'keep',
        'script' => 'none'], 'lossy'],
];

// EDIT: whose decoders they are.
const ADAPTER = ['adapter' => 'mine', 'protocol' => 1, 'implementation' => 'PHP', 'version' => PHP_VERSION];

function answer_decode(array $request, callable $decode): array
{
    try {
        return ['seq' => $request['seq'], 'answer' => 'accept', 'out' => bin2hex($decode(hex2bin($request['bytes'])))];
    } catch (IllFormed $error) {
        return ['seq' => $request['seq'], 'answer' => 'reject'] + place($error);
    }
}

function answer_script(array $request, Stream $stream): array
{
    $answer = ['seq' => $request['seq'], 'answer' => 'accept'];
    $outs = [];
    $failed = false;
    foreach (explode(' ', $request['calls']) as $number => $call) {
        if ($failed && $call !== '~') {
            $outs[] = 'x'; // After an error nothing is called until the next reset.
            continue;
        }
        $failed = false;
        try {
            $text = match ($call) {
                '~' => $stream->reset(),
                '.' => $stream->finish(),
                '-' => $stream->feed(''),
                default => $stream->feed(hex2bin($call)),
            };
            $outs[] = $text === '' ? '-' : bin2hex($text);
        } catch (IllFormed) {
            $failed = true;
            $outs[] = '!';
            if ($answer['answer'] === 'accept') {
                $answer = ['answer' => 'reject', 'call' => $number] + $answer;
            }
        }
    }
    return $answer + ['outs' => implode(' ', $outs)];
}

while (($line = fgets(STDIN)) !== false) {
    $request = json_decode($line, true, 2, JSON_THROW_ON_ERROR);
    $decode = DECODERS[$request['decoder'] ?? ''][1] ?? null;
    $answers = match ($request['op']) {
        'hello' => [ADAPTER + ['decoders' => count(DECODERS)], ...array_column(DECODERS, 0)],
        'decode' => [answer_decode($request, $decode)],
        default => [answer_script($request, new Stream($decode(...)))],
    };
    foreach ($answers as $answer) {
        fwrite(STDOUT, json_encode($answer, JSON_THROW_ON_ERROR) . "\n");
    }
}
