#include "app/base/key_chords.hpp"

#include <algorithm>
#include <cctype>

#include "core/base/number_text.hpp"

namespace strata {
namespace {

struct NamedKey {
  std::string_view name;
  int key;
};
// If a key has several names, the first one is displayed.
constexpr NamedKey kNamedKeys[] = {
    {"Space", key::kSpace},       {"Left", key::kLeft},     {"Right", key::kRight},   {"Up", key::kUp},
    {"Down", key::kDown},         {"Home", key::kHome},     {"End", key::kEnd},       {"Tab", key::kTab},
    {"Esc", key::kEscape},        {"Escape", key::kEscape}, {"Enter", key::kEnter},   {"Delete", key::kDelete},
    {"Insert", key::kInsert},     {"Plus", key::kEqual},    {"Minus", key::kMinus},   {"PageUp", key::kPageUp},
    {"PageDown", key::kPageDown}, {"Comma", key::kComma},   {"Period", key::kPeriod}, {"Backspace", key::kBackspace},
    {"/", key::kSlash},           {"Slash", key::kSlash},   {"+", key::kEqual},       {"←", key::kLeft},
    {"→", key::kRight},
};
constexpr std::string_view kPlainKeys = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789[];'`\\";

// Characters besides letters that name a key.
constexpr std::string_view kTypedSigns = "0123456789[];'`\\=-,./";

struct NamedModifier {
  std::string_view prefix;
  int bit;
};
constexpr NamedModifier kModifiers[] = {
    {"Ctrl+", modifier::kControl}, {"Shift+", modifier::kShift}, {"Alt+", modifier::kAlt}};

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](unsigned char x, unsigned char y) {
           return std::tolower(x) == std::tolower(y);
         });
}

// Returns the code of a function key such as "F5"; 0 if there is no such key.
int function_key(std::string_view name) {
  if (name.size() < 2 || (name[0] != 'F' && name[0] != 'f')) return 0;
  const int number = parse_number<int>(name.substr(1)).value_or(0);
  return number >= 1 && key::kF1 + number - 1 <= key::kF25 ? key::kF1 + number - 1 : 0;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

KeyChord typed_chord(int code, int mods, std::string_view name, uint32_t typed) {
  const auto letter = [](char sign) { return std::isalpha(static_cast<unsigned char>(sign)) != 0; };
  const char printed = name.size() == 1 ? name[0] : '\0';
  if (letter(printed)) return {std::toupper(static_cast<unsigned char>(printed)), mods};
  // The key types a character. Shift belongs to the chord only if the key types the same character without Shift, too.
  const char sign = typed > ' ' && typed < 127 ? static_cast<char>(typed) : '\0';
  if (sign == '?') return {key::kSlash, mods | modifier::kShift};
  if (sign == '+') return {key::kEqual, printed == '+' ? mods : mods & ~modifier::kShift};
  if (sign != '\0' && sign != printed && kTypedSigns.find(sign) != kTypedSigns.npos) {
    return {sign, mods & ~modifier::kShift};
  }
  // The key types no character, so that its label counts. Digit keys are named by position on layouts that need
  // Shift for digits.
  if (printed == '+') return {key::kEqual, mods};
  if (printed != '\0' && kTypedSigns.find(printed) != kTypedSigns.npos) return {printed, mods};
  if (code >= '0' && code <= '9') return {code, mods};
  // On layouts without Latin letters, letters and brackets are named by their positions on a US keyboard. A key with
  // any other label has no name.
  const bool foreign = name.size() > 1;
  const bool printable = code > key::kSpace && code < key::kEscape;
  if (printable && !name.empty() && !(foreign && (letter(static_cast<char>(code)) || code == '[' || code == ']'))) {
    return {0, mods};
  }
  return {code, mods};
}

std::optional<KeyChord> parse_chord(std::string_view text) {
  KeyChord chord;
  for (bool found = true; found;) {
    found = false;
    for (const NamedModifier& one : kModifiers) {
      if (text.size() <= one.prefix.size() || !same_word(text.substr(0, one.prefix.size()), one.prefix)) continue;
      chord.mods |= one.bit;
      text.remove_prefix(one.prefix.size());
      found = true;
    }
  }
  for (const NamedKey& named : kNamedKeys) {
    if (!same_word(text, named.name)) continue;
    chord.key = named.key;
    return chord;
  }
  if (const int number = function_key(text); number != 0) {
    chord.key = number;
    return chord;
  }
  if (text == "?") {
    chord.key = key::kSlash;
    chord.mods |= modifier::kShift;
    return chord;
  }
  if (text.size() != 1) return std::nullopt;
  const auto capital = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  if (kPlainKeys.find(capital) == kPlainKeys.npos) return std::nullopt;
  chord.key = capital;
  return chord;
}

std::string chord_text(const KeyChord& chord) {
  std::string name;
  const bool question = chord.key == key::kSlash && (chord.mods & modifier::kShift) != 0;
  for (const NamedKey& named : kNamedKeys) {
    if (name.empty() && named.key == chord.key) name = named.name;
  }
  if (question) name = "?";
  if (chord.key >= key::kF1 && chord.key <= key::kF25) name = "F" + std::to_string(chord.key - key::kF1 + 1);
  if (name.empty() && chord.key > 0 && chord.key < 128 &&
      kPlainKeys.find(static_cast<char>(chord.key)) != kPlainKeys.npos) {
    name = static_cast<char>(chord.key);
  }
  if (name.empty() || (chord.mods & modifier::kSuper) != 0) return {};
  std::string text;
  for (const NamedModifier& one : kModifiers) {
    if ((chord.mods & one.bit) == 0 || (question && one.bit == modifier::kShift)) continue;
    text += one.prefix;
  }
  return text + name;
}

Result<std::vector<KeyChord>> parse_chords(std::string_view text) {
  std::vector<KeyChord> chords;
  text = trimmed(text);
  while (!text.empty()) {
    const size_t end = std::min(text.find(", "), text.size());
    const std::string_view word = trimmed(text.substr(0, end));
    text = trimmed(text.substr(std::min(end + 2, text.size())));
    const std::optional<KeyChord> chord = parse_chord(word);
    if (!chord) {
      return error_at("", "unknown key '" + std::string(word) +
                              "': a key is A to Z, 0 to 9, F1 to F25, Space, Left, Right, Up, Down, Home, End, PageUp, "
                              "PageDown, Tab, Enter, Insert, Delete, Backspace, Plus, Minus, Comma, Period or one of "
                              "[ ] ; ' ` \\ / ?, with Ctrl+, Shift+ or Alt+ before it; several are separated by ', '");
    }
    if (std::find(chords.begin(), chords.end(), *chord) == chords.end()) chords.push_back(*chord);
  }
  return chords;
}

std::string chords_text(const std::vector<KeyChord>& chords) {
  std::string text;
  for (const KeyChord& chord : chords) text += (text.empty() ? "" : ", ") + chord_text(chord);
  return text;
}

}  // namespace strata
