#include "app/window/keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

namespace strata {

static_assert(key::kSpace == GLFW_KEY_SPACE && key::kEscape == GLFW_KEY_ESCAPE && key::kEnter == GLFW_KEY_ENTER &&
              key::kTab == GLFW_KEY_TAB && key::kBackspace == GLFW_KEY_BACKSPACE && key::kRight == GLFW_KEY_RIGHT &&
              key::kLeft == GLFW_KEY_LEFT && key::kDown == GLFW_KEY_DOWN && key::kUp == GLFW_KEY_UP &&
              key::kPageUp == GLFW_KEY_PAGE_UP && key::kPageDown == GLFW_KEY_PAGE_DOWN && key::kHome == GLFW_KEY_HOME &&
              key::kEnd == GLFW_KEY_END && key::kF10 == GLFW_KEY_F10);
static_assert(modifier::kShift == GLFW_MOD_SHIFT && modifier::kControl == GLFW_MOD_CONTROL &&
              modifier::kAlt == GLFW_MOD_ALT && modifier::kSuper == GLFW_MOD_SUPER);
static_assert(key_action::kRelease == GLFW_RELEASE && key_action::kPress == GLFW_PRESS &&
              key_action::kRepeat == GLFW_REPEAT);

namespace {

struct NamedKey {
  std::string_view name;
  int key;
};
constexpr NamedKey kNamedKeys[] = {
    {"space", GLFW_KEY_SPACE},
    {"left", GLFW_KEY_LEFT},
    {"right", GLFW_KEY_RIGHT},
    {"up", GLFW_KEY_UP},
    {"down", GLFW_KEY_DOWN},
    {"home", GLFW_KEY_HOME},
    {"end", GLFW_KEY_END},
    {"tab", GLFW_KEY_TAB},
    {"esc", GLFW_KEY_ESCAPE},
    {"escape", GLFW_KEY_ESCAPE},
    {"enter", GLFW_KEY_ENTER},
    {"delete", GLFW_KEY_DELETE},
    {"plus", GLFW_KEY_EQUAL},
    {"minus", GLFW_KEY_MINUS},
    {"pageup", GLFW_KEY_PAGE_UP},
    {"pagedown", GLFW_KEY_PAGE_DOWN},
    {"slash", GLFW_KEY_SLASH},
    {"←", GLFW_KEY_LEFT},
    {"→", GLFW_KEY_RIGHT},
    {"comma", GLFW_KEY_COMMA},
    {"period", GLFW_KEY_PERIOD},
    {"insert", GLFW_KEY_INSERT},
    {"backspace", GLFW_KEY_BACKSPACE},
};

}  // namespace

std::optional<KeyChord> parse_chord(std::string_view text) {
  KeyChord chord;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  std::string_view rest = lower;
  for (;;) {
    if (rest.starts_with("ctrl+")) {
      chord.mods |= GLFW_MOD_CONTROL;
      rest.remove_prefix(5);
    } else if (rest.starts_with("shift+")) {
      chord.mods |= GLFW_MOD_SHIFT;
      rest.remove_prefix(6);
    } else if (rest.starts_with("alt+")) {
      chord.mods |= GLFW_MOD_ALT;
      rest.remove_prefix(4);
    } else {
      break;
    }
  }
  for (const auto& named : kNamedKeys) {
    if (rest == named.name) {
      chord.key = named.key;
      return chord;
    }
  }
  if (rest.size() >= 2 && rest[0] == 'f' && std::isdigit(static_cast<unsigned char>(rest[1]))) {
    chord.key = GLFW_KEY_F1 + std::atoi(rest.data() + 1) - 1;
    return chord;
  }
  if (rest.size() != 1) return std::nullopt;
  const auto c = static_cast<unsigned char>(rest[0]);
  if (c == '?') {
    chord.key = GLFW_KEY_SLASH;
    chord.mods |= GLFW_MOD_SHIFT;
  } else if (c == '+') {
    chord.key = GLFW_KEY_EQUAL;
  } else {
    chord.key = std::toupper(c);  // GLFW names printable keys by their ASCII capital
  }
  return chord;
}

std::vector<KeyChord> parse_chords(std::string_view text) {
  std::vector<KeyChord> chords;
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = text.find(", ", begin);
    size_t skip = 2;
    const size_t slash = text.find(" / ", begin);
    if (slash < end) {
      end = slash;
      skip = 3;
    }
    if (const auto chord = parse_chord(text.substr(begin, end == text.npos ? text.npos : end - begin))) {
      chords.push_back(*chord);
    }
    if (end == text.npos) break;
    begin = end + skip;
  }
  return chords;
}

}  // namespace strata
