#!/usr/bin/env python3
"""Checks a file of `illformed identify DECODER --answers FILE`, and shares no code with what wrote it.

    python3 check_answers.py FILE [FORMAT]

It makes the automaton of FORMAT (by default the one that the file names) from the rows below, works out the complete
suite for it, and looks every word of that suite up in the file. If all are answered as the automaton has it, then any
decoder that looks at nothing but the bytes so far, and has at most as many states as the automaton, accepts exactly
the strings of the format: the suite is that of the HSI method (Luo, Petrenko and von Bochmann, 1994). All other
answers in the file are checked too. Of a decoder that replaces errors each text is compared with that of Python.

Exit codes: 0 all of it holds; 1 an answer differs; 2 wrong usage or file; 3 words of the suite are not answered.
"""

import json
import sys
from collections import deque

# The characters of each format: a range of bytes at each place. RFC 3629, section 4; UTR 26, 3.1; the Java
# documentation of DataInput; "generalized" is RFC 3629 with surrogates.
ASCII, TWO = ["00-7F"], ["C2-DF 80-BF"]
THREE = ["E0 A0-BF 80-BF", "E1-EC 80-BF 80-BF", "ED 80-9F 80-BF", "EE-EF 80-BF 80-BF"]
FOUR = ["F0 90-BF 80-BF 80-BF", "F1-F3 80-BF 80-BF 80-BF", "F4 80-8F 80-BF 80-BF"]
SURROGATES = ["ED A0-BF 80-BF"]
FORMATS = {
    "utf8": ASCII + TWO + THREE + FOUR,
    "cesu8": ASCII + TWO + THREE + ["ED A0-AF 80-BF ED B0-BF 80-BF"],
    "mutf8": ["01-7F", "C0 80"] + TWO + THREE + SURROGATES,
    "generalized": ASCII + TWO + THREE + SURROGATES + FOUR,
}


ERRORS = {"maximal-subpart": "replace", "drop": "ignore", "utf8b": "surrogateescape"}  # Python's names of policies.


def rows_of(name):
    """The rows of a format, each a list of the first and the last byte at each place."""
    def ends(text):
        first, _, last = text.partition("-")
        return int(first, 16), int(last or first, 16)
    return [[ends(part) for part in row.split()] for row in FORMATS[name]]


class Automaton:
    """The smallest automaton of the strings of a format. State 0 is where it starts."""

    def __init__(self, rows):
        # A state is a set of places within rows; the start, and what follows a whole character, is the set of all rows.
        start = frozenset((number, 0) for number in range(len(rows)))
        numbers, reached, steps = {start: 0}, [start], []
        for state in reached:
            step = []
            for byte in range(256):
                inside = [(number, place + 1) for number, place in state
                          if rows[number][place][0] <= byte <= rows[number][place][1]]
                # No row is the beginning of another, so that a character that is whole is all there is.
                whole = any(place == len(rows[number]) for number, place in inside)
                following = start if whole else frozenset(inside)
                if following not in numbers:
                    numbers[following] = len(reached)
                    reached.append(following)
                step.append(numbers[following])
            steps.append(step)
        self._merge([state == start for state in reached], steps)

    def _merge(self, accepting, steps):
        """Puts together the states that no string tells apart."""
        parts = [int(is_accepting) for is_accepting in accepting]
        while True:
            numbers = {}
            refined = [numbers.setdefault((parts[state], *(parts[following] for following in steps[state])), len(numbers))
                       for state in range(len(steps))]
            if len(numbers) == len(set(parts)):
                break
            parts = refined
        one_of = [refined.index(part) for part in range(len(numbers))]
        self.accepting = [accepting[one] for one in one_of]
        self.steps = [[refined[following] for following in steps[one]] for one in one_of]
        self.classes = sorted({tuple(step[byte] for step in self.steps): byte for byte in range(255, -1, -1)}.values())

    def walk(self, word, state=0):
        for byte in word:
            state = self.steps[state][byte]
        return state

    def accepts(self, word):
        return self.accepting[self.walk(word)]

    def accesses(self):
        """The shortest word to each state, of those the least."""
        words, queue = {0: b""}, deque([0])
        while queue:
            state = queue.popleft()
            for byte in range(256):
                following = self.steps[state][byte]
                if following not in words:
                    words[following] = words[state] + bytes([byte])
                    queue.append(following)
        return words

    def identifiers(self):
        """For each state the words that tell it from the others: for two states the shortest, of those the least."""
        states = range(len(self.steps))
        words = {(one, other): b"" for one in states for other in states
                 if self.accepting[one] != self.accepting[other]}
        while len(words) < len(states) * (len(states) - 1):
            found = {}
            for one in states:
                for other in states:
                    if one == other or (one, other) in words:
                        continue
                    for byte in self.classes:
                        word = words.get((self.steps[one][byte], self.steps[other][byte]))
                        if word is not None:
                            found[one, other] = bytes([byte]) + word
                            break
            words.update(found)
        return [{words[one, other] for other in states if other != one} | {b""} for one in states]

    def suite(self):
        """The words that every decoder with at most as many states answers rightly only if it accepts the same."""
        identifiers = self.identifiers()
        ends = list(self.accesses().values())
        ends += [end + bytes([byte]) for end in ends for byte in range(256)]
        return {end + word for end in ends for word in identifiers[self.walk(end)]}


def shown(word):
    return word.hex(" ").upper() or "the empty string"


def fail(code, words):
    print(words)
    sys.exit(code)


def read(path):
    """The first line of the file, and the answer to each word: True, False, or None where there was none."""
    answers = {}
    known = {"accept": True, "reject": False, "unasked": None}
    number = 1
    try:
        with open(path, encoding="utf-8") as file:
            head = json.loads(file.readline())
            if head["kind"] != "illformed-answers" or head["schema"] != 1:
                raise ValueError("another kind or schema")
            head = {key: head[key] for key in "decoder implementation version os arch format replaces".split()}
            for number, line in enumerate(file, 2):
                one = json.loads(line)
                word = bytes.fromhex(one["input"])
                if word in answers:
                    raise ValueError(f"{shown(word)} is answered twice")
                answers[word] = one["text"] if "text" in one else known[one["answer"]]
    except OSError as error:
        fail(2, f"{path}: {error.strerror}")
    except KeyError as error:
        fail(2, f"{path}:{number}: no answers of illformed: {error} is missing or not known")
    except (ValueError, TypeError, AttributeError) as error:
        fail(2, f"{path}:{number}: no answers of illformed: {error}")
    return head, answers


def check_texts(head, answers):
    """Compares the text of each word, code points in hex, with what Python makes of it."""
    errors = ERRORS.get(head["replaces"]) or fail(2, f"Python has no decoder like {head['replaces']}")
    wrong = sorted((len(word), word) for word, text in answers.items() if text is not None
                   and text != " ".join(f"{ord(code):04x}" for code in word.decode("utf-8", errors)))
    if wrong:
        fail(1, f"{len(wrong)} texts are not those of {errors!r}, such as that of {shown(wrong[0][1])}")
    asked = sum(text is not None for text in answers.values())
    words = f"all {asked}" if asked == len(answers) else f"{asked} of {len(answers)}"
    print(f"{head['decoder']}: the texts of {words} words are those of bytes.decode('utf-8', {errors!r})")


def main():
    if len(sys.argv) not in (2, 3):
        fail(2, __doc__)
    head, answers = read(sys.argv[1])
    if head["replaces"] is not None:
        return check_texts(head, answers)
    name = sys.argv[2] if len(sys.argv) == 3 else head["format"]
    if name not in FORMATS:
        fail(2, f"{head['decoder']}: no format {name or 'was found for it'}: known are {', '.join(FORMATS)}")
    automaton = Automaton(rows_of(name))
    states, suite = len(automaton.steps), automaton.suite()
    print(f"{head['decoder']}, {head['implementation']} {head['version']}, on {head['os']} {head['arch']}")
    print(f"{name}: {states} states, {len(suite)} words in the suite; {len(answers)} words in the file")
    wrong = sorted((word for word, answer in answers.items() if answer not in (None, automaton.accepts(word))),
                   key=lambda word: (len(word), word))
    for word in wrong[:10]:
        print(f"  {'accepts' if answers[word] else 'refuses'} {shown(word)}")
    if wrong:
        fail(1, f"{len(wrong)} answers are not as {name} has it")
    missing = sorted(word for word in suite if answers.get(word) is None)
    if missing:
        fail(3, f"{len(missing)} words of the suite are not answered, such as {shown(missing[0])}: nothing is proved")
    print(f"proved: if it looks at nothing but the bytes so far and has at most {states} states, it accepts exactly {name}")
    print("not covered: its text, offsets and chunks; decoders with more states; other versions, processors, platforms")


if __name__ == "__main__":
    main()
