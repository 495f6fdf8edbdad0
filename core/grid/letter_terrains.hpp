// Purpose: LetterTerrains says which terrain each letter of a map stands for: that of the format, or another one that
//          the user gave it. So maps of other programs are read with their meaning, such as the emitters (E) and
//          stations (S) of the League of Robot Runners.
// Source: Sturtevant 2012 (letters of the format); Chan et al. 2024, "The League of Robot Runners Competition" (E, S).
// Errors: A message without a place that lists the possible letters and terrains.
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
  // Whether the letter was given a terrain, which for a letter of the format differs from the usual one.
  constexpr bool is_given(char letter) const { return (terrains_[static_cast<uint8_t>(letter)] & kGiven) != 0; }
  // Whether it is a letter of the format, or was given a terrain. Other letters count as blocked.
  constexpr bool is_known(char letter) const { return is_given(letter) || is_known_letter(letter); }
  bool any_given() const { return *this != LetterTerrains(); }
  // Returns a letter for newly painted cells of the terrain.
  char letter_for(Terrain terrain) const;

  // Gives a letter a terrain: any printable letter but `.` and `@`, with which every map has ground and blocked cells.
  // Refused if no letter would be left to paint some terrain with.
  Status give(char letter, Terrain terrain);
  // Reads words such as "E=ground", in any order; of several for one letter the last one counts.
  static Result<LetterTerrains> from_words(std::span<const std::string> words);
  // Returns such words for all letters that were given a terrain, by letter.
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

// Read "E" as a letter and "ground" as a terrain.
Result<char> letter_word(std::string_view word);
Result<Terrain> terrain_word(std::string_view word);
// Returns "ground, swamp, water, trees or blocked".
std::string terrain_names();

}  // namespace strata
