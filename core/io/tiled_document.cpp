#include "core/io/tiled_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>

#include "core/base/number_text.hpp"
#include "core/grid/grid_map.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr int kLargestTile = 1'000'000;

constexpr char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::array<std::string_view, 9> kBlockedWords = {"blocked",  "blocking", "collision", "collides",  "collide",
                                                           "obstacle", "solid",    "wall",      "impassable"};
constexpr std::array<std::string_view, 4> kFreeWords = {"walkable", "passable", "free", "walk"};
constexpr std::array<std::string_view, 12> kBlockedLayers = {"blocked", "blocking", "collision", "collisions",
                                                             "solid",   "obstacle", "obstacles", "wall",
                                                             "walls",   "collide",  "collides",  "impassable"};

bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::any_of(words, [&](std::string_view one) { return same_word(one, word); });
}

// Returns what a switch says; nothing if the value is not one of a switch.
std::optional<bool> switch_value(std::string_view value) {
  if (is_one_of(std::array<std::string_view, 4>{"true", "1", "yes", "on"}, value)) return true;
  if (is_one_of(std::array<std::string_view, 4>{"false", "0", "no", "off"}, value)) return false;
  return std::nullopt;
}

}  // namespace

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, small_letter, small_letter);
}

std::optional<Terrain> terrain_by_word(std::string_view word) {
  struct Word {
    std::string_view word;
    Terrain terrain;
  };
  constexpr Word kOthers[] = {{"floor", Terrain::kGround}, {"grass", Terrain::kGround}, {"free", Terrain::kGround},
                              {"mud", Terrain::kSwamp},    {"forest", Terrain::kTrees}, {"tree", Terrain::kTrees},
                              {"wall", Terrain::kOut},     {"out", Terrain::kOut}};
  if (word.size() == 1 && is_known_letter(word[0])) return terrain_of(word[0]);
  for (int i = 0; i < kTerrains; ++i) {
    if (same_word(word, terrain_info(static_cast<Terrain>(i)).name)) return static_cast<Terrain>(i);
  }
  for (const Word& other : kOthers) {
    if (same_word(word, other.word)) return other.terrain;
  }
  return std::nullopt;
}

std::optional<Terrain> terrain_by_layer_name(std::string_view name) {
  if (is_one_of(kBlockedLayers, name)) return Terrain::kOut;
  return name.size() > 1 ? terrain_by_word(name) : std::nullopt;
}

void TerrainHints::property(std::string_view name, std::string_view value) {
  if (same_word(name, "weight")) {
    const auto weight = parse_number<int>(value);
    if (weight && *weight >= 1 && *weight <= kMaxCellWeight) {
      weight_ = *weight;
    } else if (value != "0") {
      other_weight_ = value;
    }
  }
  if (same_word(name, "terrain") || (!own_.empty() && name == own_)) {
    if (const auto terrain = terrain_by_word(value)) named_ = terrain;
    if (same_word(name, "terrain") || named_) return;
  }
  const bool own = !own_.empty() && name == own_;
  const bool blocks = own || is_one_of(kBlockedWords, name);
  const auto on = switch_value(value);
  // "walkable" and "blocked" on one tile: blocked holds.
  if (!on || !(blocks || is_one_of(kFreeWords, name)) || switched_ == Terrain::kOut) return;
  switched_ = *on == blocks ? Terrain::kOut : Terrain::kGround;
}

std::string other_weight_note(std::string_view value) {
  return fmt::format("a property weight is {}, not 1 to {}: it is left out", strata::quoted(value), kMaxCellWeight);
}

void TerrainHints::class_name(std::string_view name) {
  if (name.size() > 1) by_class_ = terrain_by_word(name);
}

Result<Tileset> read_tileset(std::string_view text, const std::string& name, std::string_view property) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{' ? read_tileset_json(text, name, property)
                                                               : read_tileset_xml(text, name, property);
}

Status add_external_tileset(const TiledInput& input, const std::string& file, uint32_t first, TiledDocument& document) {
  const auto text = input.tileset(file);
  Tileset tileset;
  if (!text) {
    document.notes.push_back(fmt::format("the tileset {} is not beside the map: what its tiles stand for is not known",
                                         strata::quoted(file)));
  } else {
    if (!*text) return text->error();
    Result<Tileset> read = read_tileset(text->value(), file, input.property);
    if (!read) return read.error();
    tileset = std::move(read.value());
  }
  tileset.first = first;
  document.tilesets.push_back(std::move(tileset));
  return success();
}

Status check_tiled_map(std::string_view orientation, TiledDocument& document) {
  if (orientation != "orthogonal" && orientation != "isometric") {
    return error_at("",
                    fmt::format("a map with the orientation {} cannot be opened, only orthogonal and isometric ones",
                                strata::quoted(orientation)));
  }
  document.isometric = orientation == "isometric";
  const auto is_side = [](int side) { return side >= 1 && side <= GridMap::kMaxSide; };
  if (!document.infinite && (!is_side(document.width) || !is_side(document.height))) {
    return error_at("", fmt::format("a map of {} x {} tiles is outside of what can be opened (1 to {})", document.width,
                                    document.height, GridMap::kMaxSide));
  }
  const auto is_tile_side = [](double side) { return side >= 1 && side <= kLargestTile; };
  if (!is_tile_side(document.tile_width) || !is_tile_side(document.tile_height)) {
    return error_at(
        "", fmt::format("the sides of a tile, tilewidth and tileheight, are not given, or not 1 to {}", kLargestTile));
  }
  return success();
}

Status check_tiled_part(const TiledTiles& part, const TiledDocument& document, size_t& tiles_so_far) {
  constexpr size_t kMostTiles = size_t{GridMap::kMaxSide} * GridMap::kMaxSide;
  constexpr int kFarthestTile = 1 << 24;
  const auto is_side = [](int side) { return side >= 1 && side <= GridMap::kMaxSide; };
  if (!is_side(part.width) || !is_side(part.height)) {
    return error_at("", fmt::format("a layer of {} x {} tiles is outside of what can be opened (1 to {})", part.width,
                                    part.height, GridMap::kMaxSide));
  }
  if (!document.infinite && (part.width != document.width || part.height != document.height)) {
    return error_at("", fmt::format("the layer has {} x {} tiles, the map {} x {}", part.width, part.height,
                                    document.width, document.height));
  }
  if (!document.infinite && (part.x != 0 || part.y != 0))
    return error_at("", "the layer of a finite map is not at 0,0");
  if (std::abs(part.x) > kFarthestTile || std::abs(part.y) > kFarthestTile) {
    return error_at("", fmt::format("a chunk at {},{} is too far from 0,0", part.x, part.y));
  }
  tiles_so_far += static_cast<size_t>(part.width) * static_cast<size_t>(part.height);
  if (tiles_so_far > kMostTiles) {
    return error_at("", fmt::format("the layers have more than {} tiles together", kMostTiles));
  }
  return success();
}

}  // namespace strata
