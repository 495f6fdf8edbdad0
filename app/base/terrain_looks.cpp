#include "app/base/terrain_looks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/number_text.hpp"

namespace strata {
namespace {

// Maximum number of bytes of a name; a longer name has no room in the panels.
constexpr size_t kMostName = 24;

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

EditTitle edit_title_parts(const TerrainLooks& looks, std::string_view name) {
  const size_t blank = name.rfind(' ');
  if (blank == std::string_view::npos) return {name, {}};
  const std::optional<Terrain> terrain = terrain_named(name.substr(blank + 1));
  if (!terrain) return {name, {}};
  return {name.substr(0, blank + 1), terrain_title(looks, *terrain)};
}

std::string edit_title(const TerrainLooks& looks, std::string_view name) {
  const EditTitle title = edit_title_parts(looks, name);
  return fmt::format("{}{}", title.before, title.terrain);
}

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
  const auto value = parse_number<uint32_t>(word, 16);
  if (word.size() != 6 || !value) {
    return error_at("", fmt::format("a colour has six digits such as c9bd8f, red, green and blue, not '{}'", word));
  }
  return rgba(*value);
}

std::string color_text(Rgba color) {
  return fmt::format("{:02x}{:02x}{:02x}", color & 255, color >> 8 & 255, color >> 16 & 255);
}

}  // namespace strata
