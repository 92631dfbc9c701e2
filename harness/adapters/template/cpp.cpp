// An adapter for illformed. C++17, standard library only.
//
// It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// What a call of a decoder says. `incomplete` is for an API that says, as a thing of its own, that the input ends too
// early. The text is what `hex` makes of it, and absent for a validator or where an error comes without text; `at` is
// where the error is, and absent if the API does not say it.
enum class Answer { accept, reject, incomplete };
struct Said {
    Answer answer;
    std::optional<std::string> text = std::nullopt;
    std::optional<std::size_t> at = std::nullopt;
};

// The units as they are: of a u32string for "out":"utf32", a u16string for "utf16", a string for "utf8".
template <typename Unit> std::string hex(const std::basic_string<Unit>& text) {
    std::string digits;
    for (Unit unit : text)
        for (int shift = 8 * sizeof(Unit) - 4; shift >= 0; shift -= 4)
            digits += "0123456789abcdef"[static_cast<std::uint32_t>(unit) >> shift & 15];
    return digits;
}

// EDIT: include your decoders in place of this one, and add their sources or library to the command of the compiler.
// It returns the length of a character, 0 if the input ends within it, or minus the length of what is ill-formed.
int character(std::string_view bytes, char32_t& code) {
    auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    unsigned lead = byte(0);
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    int length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4) return -1;
    code = length == 1 ? lead : lead & 0x7Fu >> length;
    for (int i = 1; i < length; i++) {
        if (static_cast<std::size_t>(i) == bytes.size()) return 0;
        if (byte(i) < low || byte(i) > high) return -i;
        code = code << 6 | (byte(i) & 0x3F);
        low = 0x80, high = 0xBF;
    }
    return length;
}

// EDIT: gives a whole input to your decoder. If it throws where the input is ill-formed, catch that exception and no
// other: a crash is a finding, and not a rejection. If it takes a NUL in the place of a size, hand it
// std::string(bytes).c_str(), and claim "cannot":"00".
Said strict(std::string_view bytes) {
    std::u32string text;
    char32_t code = 0;
    for (std::size_t at = 0; at < bytes.size();) {
        int length = character(bytes.substr(at), code);
        if (length <= 0) return {length ? Answer::reject : Answer::incomplete, hex(text), at};
        text += code;
        at += length;
    }
    return {Answer::accept, hex(text)};
}

// EDIT: another decoder, as many as you have.
Said lossy(std::string_view bytes) {
    std::u32string text;
    char32_t code = 0;
    while (!bytes.empty()) {
        int length = character(bytes, code);
        text += length > 0 ? code : U'\uFFFD';
        bytes.remove_prefix(length ? std::abs(length) : bytes.size());
    }
    return {Answer::accept, hex(text)};
}

struct Stream {
    virtual ~Stream() = default;
    virtual Said feed(std::string_view chunk) = 0;
    virtual Said finish() = 0;
    virtual Said reset() = 0;
};

using Decode = Said (*)(std::string_view);
std::string_view place(std::string_view bytes);

// EDIT if a decoder takes chunks: write such a class, and claim a "script" for it. Each call returns the text that it
// puts out. This one collects the chunks for a decoder of whole inputs, so errors come late: claim no "script" for it.
template <Decode decode> struct Collected : Stream {
    std::string held;
    Said feed(std::string_view chunk) override { return held += chunk, Said{Answer::accept, ""}; }
    Said finish() override { return decode(place(held)); }
    Said reset() override { return held.clear(), Said{Answer::accept, ""}; }
};
template <typename Opened> std::unique_ptr<Stream> open() { return std::make_unique<Opened>(); }

struct Decoder {
    std::string name, claim;
    Decode decode;
    std::unique_ptr<Stream> (*stream)();
};

// EDIT: your decoders, and what the documentation of each promises. `illformed adapter contract` explains each word.
const std::vector<Decoder> decoders = {
    {"strict", R"("api":"strict","kind":"strict","profile":"rfc3629","policy":"fatal",)"
     R"("out":"utf32","at":"valid_up_to","bom":"keep","script":"none")", strict, open<Collected<strict>>},
    {"lossy", R"("api":"lossy","kind":"lossy","profile":"rfc3629","policy":"maximal-subpart",)"
     R"("out":"utf32","at":"none","bom":"keep","script":"none")", lossy, open<Collected<lossy>>},
};

// EDIT: whose decoders they are.
const std::string adapter = R"("adapter":"mine","protocol":1,"implementation":"C++","version":"unknown")";

// What is behind an input. No answer may follow it: `adapter check` sets it, to different values.
char canary() {
    const char* pattern = std::getenv("ILLFORMED_CANARY");
    return static_cast<char>(std::strtoul(pattern ? pattern : "5a", nullptr, 16));
}

// Copies bytes to where a decoder gets them. Their values choose how they are aligned, so that the same input is always
// met at the same place. Half of them end where their memory does, where a sanitizer sees a read beyond them; behind
// the others are canaries.
std::string_view place(std::string_view bytes) {
    static std::unique_ptr<char[]> memory;
    std::uint32_t hash = 2166136261u;
    for (char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
    std::size_t shift = hash >> 28, behind = hash >> 27 & 1 ? 16 : 0;
    memory.reset(new char[shift + bytes.size() + behind]);
    std::fill_n(std::copy(bytes.begin(), bytes.end(), &memory[0] + shift), behind, canary());
    return {&memory[0] + shift, bytes.size()};
}

std::string from_hex(std::string_view digits) {
    auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes += static_cast<char>(digit(digits[i]) << 4 | digit(digits[i + 1]));
    return bytes;
}

std::string verdict(const Said& said) {
    const char* words[] = {"accept", "reject", "incomplete"};
    std::string answer = "\"answer\":\"" + std::string(words[static_cast<int>(said.answer)]) + '"';
    return said.at ? answer + ",\"at\":" + std::to_string(*said.at) : answer;
}

std::string answer_decode(const Decoder& asked, std::string_view digits) {
    Said said = asked.decode(place(from_hex(digits)));
    return verdict(said) + (said.text ? ",\"out\":\"" + *said.text + '"' : "");
}

std::string answer_script(const Decoder& asked, const std::string& calls) {
    auto stream = asked.stream();
    std::istringstream words(calls);
    std::string answer, outs;
    bool failed = false;
    int number = 0;
    for (std::string call; words >> call; number++) {
        if (number) outs += ' ';
        if (failed && call != "~") {
            outs += 'x';  // After an error nothing is called until the next reset.
            continue;
        }
        Said said = call == "~" ? stream->reset()
            : call == "." ? stream->finish()
            : stream->feed(place(from_hex(call)));
        failed = said.answer != Answer::accept;
        if (failed && answer.empty()) answer = verdict(said) + ",\"call\":" + std::to_string(number);
        std::string text = said.text.value_or("");
        outs += failed ? '!' + text : text.empty() ? "-" : text;
    }
    return (answer.empty() ? verdict({Answer::accept}) : answer) + ",\"outs\":\"" + outs + '"';
}

// The value of a key. Requests have no spaces and no escapes, so that no JSON library is needed.
std::string value(const std::string& line, const std::string& key) {
    std::size_t from = line.find('"' + key + "\":") + key.size() + 3;
    if (line[from] == '"') from++;
    return line.substr(from, line.find_first_of("\",}", from) - from);
}

int main() {
    for (std::string line; std::getline(std::cin, line); std::cout.flush()) {
        if (value(line, "op") == "hello") {
            std::cout << '{' << adapter << ",\"decoders\":" << decoders.size() << "}\n";
            for (const Decoder& each : decoders)
                std::cout << "{\"decoder\":\"" << each.name << "\"," << each.claim << "}\n";
            continue;
        }
        auto is_asked = [&](const Decoder& each) { return each.name == value(line, "decoder"); };
        const Decoder& asked = *std::find_if(decoders.begin(), decoders.end(), is_asked);
        std::cout << "{\"seq\":" << value(line, "seq") << ','
                  << (value(line, "op") == "decode" ? answer_decode(asked, value(line, "bytes"))
                                                    : answer_script(asked, value(line, "calls"))) << "}\n";
    }
}
