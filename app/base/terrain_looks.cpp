#include "app/base/terrain_looks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace strata {
namespace {

constexpr size_t kMostName = 24;  // bytes: a longer name does not fit the panels

struct Looks {
  TerrainLooks looks = usual_terrain_looks();
  uint64_t version = 1;
};
Looks& looks_now() {
  static Looks looks;
  return looks;
}

}  // namespace

const TerrainLooks& usual_terrain_looks() {
  static const TerrainLooks kUsual = [] {
    constexpr std::array<Rgba, kTerrains> kColors = {rgba(0xf4f1ea), rgba(0xc9bd8f), rgba(0x9cc4e4), rgba(0x6f9a7d),
                                                     rgba(0x39424e)};
    TerrainLooks usual;
    for (size_t i = 0; i < usual.size(); ++i) {
      usual[i] = {std::string(terrain_info(static_cast<Terrain>(i)).name), kColors[i]};
    }
    return usual;
  }();
  return kUsual;
}

const TerrainLooks& terrain_looks() { return looks_now().looks; }

void set_terrain_looks(TerrainLooks looks) {
  if (looks == looks_now().looks) return;
  looks_now().looks = std::move(looks);
  ++looks_now().version;
}

uint64_t terrain_looks_version() { return looks_now().version; }

std::string_view terrain_title(Terrain terrain) { return terrain_looks()[static_cast<size_t>(terrain)].name; }

EditTitle edit_title_parts(std::string_view name) {
  const size_t blank = name.rfind(' ');
  if (blank == std::string_view::npos) return {name, {}};
  const std::optional<Terrain> terrain = terrain_named(name.substr(blank + 1));
  if (!terrain) return {name, {}};
  return {name.substr(0, blank + 1), terrain_title(*terrain)};
}

std::string edit_title(std::string_view name) {
  const EditTitle title = edit_title_parts(name);
  return fmt::format("{}{}", title.before, title.terrain);
}

Rgba terrain_color(Terrain terrain) { return terrain_looks()[static_cast<size_t>(terrain)].color; }

Result<std::string> terrain_name_word(const TerrainLooks& looks, Terrain terrain, const std::string& word) {
  const bool printable = std::ranges::none_of(word, [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (word.empty() || word.size() > kMostName || !printable || word.front() == ' ' || word.back() == ' ') {
    return error_at("",
                    fmt::format("the name of a terrain has 1 to {} letters, without blanks around them", kMostName));
  }
  for (size_t i = 0; i < looks.size(); ++i) {
    if (static_cast<Terrain>(i) == terrain) continue;
    if (looks[i].name == word || usual_terrain_looks()[i].name == word) {
      return error_at("", fmt::format("'{}' is the name of another terrain", word));
    }
  }
  return word;
}

Result<Rgba> color_word(const std::string& word) {
  uint32_t value = 0;
  const auto [rest, code] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
  if (word.size() != 6 || code != std::errc{} || rest != word.data() + word.size()) {
    return error_at("", fmt::format("a colour has six digits such as c9bd8f, red, green and blue, not '{}'", word));
  }
  return rgba(value);
}

std::string color_text(Rgba color) {
  return fmt::format("{:02x}{:02x}{:02x}", color & 255, color >> 8 & 255, color >> 16 & 255);
}

}  // namespace strata
