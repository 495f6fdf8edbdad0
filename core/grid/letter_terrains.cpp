#include "core/grid/letter_terrains.hpp"

#include <fmt/format.h>

namespace strata {
namespace {

constexpr char kFirstLetter = ' ', kLastLetter = '~';  // the printable letters
bool is_printable(char letter) { return letter >= kFirstLetter && letter <= kLastLetter; }
bool is_fixed(char letter) { return letter == '.' || letter == '@'; }

}  // namespace

std::string terrain_names() {
  std::string names;
  for (int i = 0; i < kTerrains; ++i) {
    names += i == 0 ? "" : i + 1 == kTerrains ? " or " : ", ";
    names += terrain_info(static_cast<Terrain>(i)).name;
  }
  return names;
}

Result<Terrain> terrain_word(std::string_view word) {
  if (const auto terrain = terrain_named(word)) return *terrain;
  return error_at("", fmt::format("unknown terrain '{}': {}", word, terrain_names()));
}

Result<char> letter_word(std::string_view word) {
  if (word.size() != 1 || !is_printable(word[0])) {
    return error_at("", fmt::format("a letter is one printable character, not '{}'", word));
  }
  if (is_fixed(word[0])) {
    return error_at("", fmt::format("'{}' is {} in every map: any other letter can be given a terrain", word,
                                    terrain_info(terrain_of(word[0])).name));
  }
  return word[0];
}

bool LetterTerrains::has_letter_for(Terrain terrain) const {
  for (char letter = kFirstLetter; letter <= kLastLetter; ++letter) {
    if (is_known(letter) && of(letter) == terrain) return true;
  }
  return false;
}

char LetterTerrains::letter_for(Terrain terrain) const {
  const char own = terrain_info(terrain).letter;
  if (of(own) == terrain) return own;
  // Letters of the format are preferred to letters that were given the terrain.
  for (const bool given : {false, true}) {
    for (char letter = kFirstLetter; letter <= kLastLetter; ++letter) {
      if (is_known(letter) && of(letter) == terrain && is_given(letter) == given) return letter;
    }
  }
  STRATA_CHECK(false);  // `check` rejects such tables
  return own;
}

Status LetterTerrains::put(char letter, Terrain terrain) {
  const Result<char> allowed = letter_word({&letter, 1});
  if (!allowed) return allowed.error();
  const bool as_usual = is_known_letter(letter) && terrain_of(letter) == terrain;
  terrains_[static_cast<uint8_t>(letter)] =
      static_cast<uint8_t>(static_cast<uint8_t>(terrain) | (as_usual ? 0 : kGiven));
  return success();
}

Status LetterTerrains::check() const {
  for (int i = 0; i < kTerrains; ++i) {
    const auto terrain = static_cast<Terrain>(i);
    if (has_letter_for(terrain)) continue;
    const std::string_view name = terrain_info(terrain).name;
    return error_at(
        "", fmt::format("no letter would be left to paint {} with: give {} to another letter first", name, name));
  }
  return success();
}

Status LetterTerrains::give(char letter, Terrain terrain) {
  LetterTerrains next = *this;
  if (Status done = next.put(letter, terrain); !done) return done;
  if (Status possible = next.check(); !possible) return possible;
  *this = next;
  return success();
}

Result<LetterTerrains> LetterTerrains::from_words(std::span<const std::string> words) {
  LetterTerrains letters;
  for (const std::string& word : words) {
    if (word.size() < 2 || word[1] != '=') {
      return error_at("", fmt::format("expected LETTER=TERRAIN, such as E=ground, not '{}'", word));
    }
    const Result<char> letter = letter_word(std::string_view(word).substr(0, 1));
    if (!letter) return letter.error();
    const Result<Terrain> terrain = terrain_word(std::string_view(word).substr(2));
    if (!terrain) return terrain.error();
    if (Status done = letters.put(letter.value(), terrain.value()); !done) return done.error();
  }
  if (Status possible = letters.check(); !possible) return possible.error();
  return letters;
}

std::vector<std::string> LetterTerrains::to_words() const {
  std::vector<std::string> words;
  for (char letter = kFirstLetter; letter <= kLastLetter; ++letter) {
    if (is_given(letter)) words.push_back(fmt::format("{}={}", letter, terrain_info(of(letter)).name));
  }
  return words;
}

}  // namespace strata
