// Purpose: LetterTerrains maps each letter of a map to a terrain: that of the MovingAI format, or one that the user
//          chose. It lets maps of other programs be read with their meaning, such as the emitters (E) and stations (S)
//          of the League of Robot Runners.
// Source: Sturtevant 2012 (letters of the format); Chan et al. 2024, "The League of Robot Runners Competition" (E, S).
// Errors: A message without a place, which lists the possible letters and terrains.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/terrain.hpp"

namespace strata {

class LetterTerrains {
 public:
  constexpr LetterTerrains() {
    for (int i = 0; i < 256; ++i) terrains_[static_cast<size_t>(i)] = usual(static_cast<char>(i));
  }

  constexpr Terrain of(char letter) const {
    return static_cast<Terrain>(terrains_[static_cast<uint8_t>(letter)] & kTerrainBits);
  }
  // Returns whether the user gave the letter a terrain. A letter of the format with its default terrain does not count.
  constexpr bool is_given(char letter) const { return (terrains_[static_cast<uint8_t>(letter)] & kGiven) != 0; }
  // Returns whether the letter is one of the format, or the user gave it a terrain. Other letters count as blocked.
  constexpr bool is_known(char letter) const { return is_given(letter) || is_known_letter(letter); }
  bool any_given() const { return *this != LetterTerrains(); }
  // Returns the letter with which cells of this terrain are painted.
  char letter_for(Terrain terrain) const;

  // Gives a printable letter a terrain. `.` and `@` stay ground and blocked on every map. Fails if some terrain would
  // be left without a letter to paint it with.
  Status give(char letter, Terrain terrain);
  // Parses words such as "E=ground", in any order; if a letter occurs more than once its last word counts.
  static Result<LetterTerrains> from_words(std::span<const std::string> words);
  // Returns the words that `from_words` reads, for all letters with a terrain of the user, in the order of the letters.
  std::vector<std::string> to_words() const;

  friend bool operator==(const LetterTerrains&, const LetterTerrains&) = default;

 private:
  static constexpr uint8_t kTerrainBits = 0x07, kGiven = 0x80;
  static constexpr uint8_t usual(char letter) { return static_cast<uint8_t>(terrain_of(letter)); }
  bool has_letter_for(Terrain terrain) const;
  Status put(char letter, Terrain terrain);
  Status check() const;

  std::array<uint8_t, 256> terrains_{};
};

// These functions parse a letter, such as "E", and the name of a terrain, such as "ground".
Result<char> letter_word(std::string_view word);
Result<Terrain> terrain_word(std::string_view word);
// Returns the names of all terrains: "ground, swamp, water, trees or blocked".
std::string terrain_names();

}  // namespace strata
