#include "app/lab/map_terrains.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "app/base/command.hpp"
#include "app/base/settings.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/map_thumbnails.hpp"
#include "app/lab/session.hpp"

namespace strata {
namespace {

// An entry in the settings, such as "swamp colour ff5500": the terrain by its name in map files, a word and a value.
struct TerrainPreference {
  Terrain terrain = Terrain::kGround;
  std::string what, value;
};

std::optional<TerrainPreference> kept_word(const std::string& text) {
  const size_t first = text.find(' '), second = first == text.npos ? text.npos : text.find(' ', first + 1);
  if (second == text.npos) return std::nullopt;
  const auto terrain = terrain_named(text.substr(0, first));
  if (!terrain) return std::nullopt;
  return TerrainPreference{*terrain, text.substr(first + 1, second - first - 1), text.substr(second + 1)};
}

}  // namespace

Status MapTerrains::rename(Terrain terrain, const std::string& word) {
  const auto i = static_cast<size_t>(terrain);
  TerrainLooks looks = state_.terrain_looks;
  const Result<std::string> name =
      terrain_name_word(looks, terrain, word == "usual" ? usual_terrain_looks()[i].name : word);
  if (!name) return name.error();
  looks[i].name = name.value();
  looks_changed(std::move(looks));
  return success();
}

Status MapTerrains::recolour(Terrain terrain, const std::string& word) {
  const auto i = static_cast<size_t>(terrain);
  TerrainLooks looks = state_.terrain_looks;
  if (word == "usual") {
    looks[i].color = usual_terrain_looks()[i].color;
  } else {
    const Result<Rgba> color = color_word(word);
    if (!color) return color.error();
    looks[i].color = color.value();
  }
  looks_changed(std::move(looks));
  return success();
}

void MapTerrains::looks_changed(TerrainLooks looks) {
  state_.set_terrain_looks(std::move(looks));
  if (state_.map_path.empty()) return;
  remember(state_.map_path);
  lab_.session().save_settings();
  lab_.session().pictures().changed(state_.map_path);
}

void MapTerrains::opened(const std::string& file) {
  state_.set_terrain_looks(file.empty() ? usual_terrain_looks() : looks_of(file));
}

TerrainLooks MapTerrains::looks_of(const std::string& file) const {
  TerrainLooks looks = usual_terrain_looks();
  const auto& kept = lab_.settings().terrains;
  const auto own = kept.find(Settings::full_path(file));
  if (own == kept.end()) return looks;
  // Entries that cannot be read are skipped.
  for (const std::string& text : own->second) {
    const std::optional<TerrainPreference> word = kept_word(text);
    if (!word) continue;
    TerrainLook& look = looks[static_cast<size_t>(word->terrain)];
    if (word->what == "name") {
      if (const auto name = terrain_name_word(looks, word->terrain, word->value)) look.name = name.value();
    } else if (word->what == "colour") {
      if (const auto color = color_word(word->value)) look.color = color.value();
    }
  }
  return looks;
}

std::optional<TerrainWeights> MapTerrains::weights_of(const std::string& file) const {
  const auto& kept = lab_.settings().terrains;
  const auto own = kept.find(Settings::full_path(file));
  if (own == kept.end()) return std::nullopt;
  std::optional<TerrainWeights> weights;
  for (const std::string& text : own->second) {
    const std::optional<TerrainPreference> word = kept_word(text);
    if (!word || word->what != "weight" || word->terrain == Terrain::kOut) continue;
    int weight = 0;
    (void)std::from_chars(word->value.data(), word->value.data() + word->value.size(), weight);
    if (weight < 1 || weight > kMaxTerrainWeight) continue;
    if (!weights) weights = kUniformWeights;
    (*weights)[static_cast<size_t>(word->terrain)] = static_cast<uint8_t>(weight);
  }
  return weights;
}

void MapTerrains::remember(const std::string& file) {
  auto& kept = lab_.settings().terrains;
  const std::string path = Settings::full_path(file);
  if (state_.terrain_looks == usual_terrain_looks()) {
    kept.erase(path);
    return;
  }
  std::vector<std::string> words;
  for (size_t i = 0; i < kTerrains; ++i) {
    const auto terrain = static_cast<Terrain>(i);
    const TerrainLook &look = state_.terrain_looks[i], &usual = usual_terrain_looks()[i];
    const std::string_view name = terrain_info(terrain).name;
    if (look.name != usual.name) words.push_back(fmt::format("{} name {}", name, look.name));
    if (look.color != usual.color) words.push_back(fmt::format("{} colour {}", name, color_text(look.color)));
    if (terrain != Terrain::kOut) words.push_back(fmt::format("{} weight {}", name, world_->rules().weights[i]));
  }
  kept[path] = std::move(words);
}

std::vector<std::string> MapTerrains::lines() const {
  std::vector<std::string> lines;
  for (size_t i = 0; i < kTerrains; ++i) {
    const TerrainLook &look = state_.terrain_looks[i], &usual = usual_terrain_looks()[i];
    const std::string name(terrain_info(static_cast<Terrain>(i)).name);
    if (look.name != usual.name) lines.push_back(format_command({"terrain.name", {name, look.name}}));
    if (look.color != usual.color) lines.push_back(format_command({"terrain.colour", {name, color_text(look.color)}}));
  }
  return lines;
}

}  // namespace strata
