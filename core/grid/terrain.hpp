// Purpose: This header defines the terrains and their letters in the MovingAI format, capabilities (sets of
//          terrains that an agent can enter), and terrain weights. core/grid/letter_terrains.hpp maps letters to
//          terrains for one map.
// Source: Sturtevant 2012 (letters); Harabor, Botea 2008, section 3 (capabilities).
// Units: Weights of terrains are integers 1..16, weights of single cells (core/grid/grid_map.hpp) 1..255; a step costs
//        base * (weight(from) + weight(to)) / 2.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace strata {

enum class Terrain : uint8_t { kGround, kSwamp, kWater, kTrees, kOut };
inline constexpr int kTerrains = 5;

struct TerrainInfo {
  std::string_view name;
  char letter;  // letter of newly painted cells
};
constexpr TerrainInfo terrain_info(Terrain terrain) {
  switch (terrain) {
    case Terrain::kGround:
      return {"ground", '.'};
    case Terrain::kSwamp:
      return {"swamp", 'S'};
    case Terrain::kWater:
      return {"water", 'W'};
    case Terrain::kTrees:
      return {"trees", 'T'};
    case Terrain::kOut:
      break;
  }
  return {"blocked", '@'};
}

// Letters outside the format are read as kOut; `is_known_letter` tells these from letters of the format.
constexpr Terrain terrain_of(char letter) {
  switch (letter) {
    case '.':
    case 'G':
    case 'g':
      return Terrain::kGround;
    case 'S':
    case 's':
      return Terrain::kSwamp;
    case 'W':
    case 'w':
      return Terrain::kWater;
    case 'T':
    case 't':
      return Terrain::kTrees;
    default:
      return Terrain::kOut;
  }
}
constexpr bool is_known_letter(char letter) {
  return terrain_of(letter) != Terrain::kOut || letter == '@' || letter == 'O' || letter == 'o';
}
inline std::optional<Terrain> terrain_named(std::string_view name) {
  for (int i = 0; i < kTerrains; ++i) {
    if (terrain_info(static_cast<Terrain>(i)).name == name) return static_cast<Terrain>(i);
  }
  return std::nullopt;
}

// A capability is the set of terrains that an agent can enter. It never contains kOut.
class Capability {
 public:
  constexpr Capability() = default;
  constexpr explicit Capability(uint8_t bits) : bits_(bits & 0x0f) {}
  static constexpr Capability walker() { return Capability(0b0011); }  // ground and swamp

  constexpr bool has(Terrain terrain) const { return (bits_ >> static_cast<int>(terrain)) & 1; }
  constexpr Capability with(Terrain terrain) const {
    return Capability(static_cast<uint8_t>(bits_ | (1 << static_cast<int>(terrain))));
  }
  constexpr uint8_t bits() const { return bits_; }
  constexpr bool includes(Capability other) const { return (bits_ & other.bits_) == other.bits_; }
  // Returns the names of the terrains, such as "ground,swamp".
  std::string to_string() const {
    std::string text;
    for (int i = 0; i < kTerrains; ++i) {
      const auto terrain = static_cast<Terrain>(i);
      if (!has(terrain)) continue;
      if (!text.empty()) text += ',';
      text += terrain_info(terrain).name;
    }
    return text;
  }
  static std::optional<Capability> from_string(std::string_view text) {
    Capability capability;
    while (!text.empty()) {
      const auto comma = text.find(',');
      const auto terrain = terrain_named(text.substr(0, comma));
      if (!terrain || *terrain == Terrain::kOut) return std::nullopt;
      capability = capability.with(*terrain);
      text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    }
    if (capability.bits() == 0) return std::nullopt;
    return capability;
  }
  friend bool operator==(const Capability&, const Capability&) = default;

 private:
  uint8_t bits_ = 0;
};

inline constexpr int kMaxTerrainWeight = 16;
inline constexpr int kMaxCellWeight = 255;
using TerrainWeights = std::array<uint8_t, 4>;  // weights by Terrain, without kOut; each 1..16
inline constexpr TerrainWeights kUniformWeights = {1, 1, 1, 1};

}  // namespace strata
