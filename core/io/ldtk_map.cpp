#include "core/io/ldtk_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/files.hpp"
#include "core/io/json_tree.hpp"
#include "core/io/text.hpp"
#include "core/io/tiled_document.hpp"

namespace strata {
namespace {

using JsonKind = JsonValue::Kind;

constexpr size_t kMostLdtkCells = size_t{GridMap::kMaxSide} * GridMap::kMaxSide;
constexpr size_t kMostLdtkLayers = 4096;

std::string_view ldtk_text(const JsonValue& of, std::string_view key) {
  const JsonValue* value = of.find(key);
  return value != nullptr && value->is(JsonKind::kText) ? std::string_view(value->text) : std::string_view();
}
// Returns the objects of a list; none if there is no such list.
const std::vector<JsonValue>& ldtk_items(const JsonValue& of, std::string_view key) {
  static const std::vector<JsonValue> kNone;
  const JsonValue* value = of.find(key);
  return value != nullptr && value->is(JsonKind::kList) ? value->items : kNone;
}

// Reads one project.
class LdtkReader {
 public:
  LdtkReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Result<LdtkProject> read(const JsonValue& root) {
    if (!root.is(JsonKind::kObject) || root.find("defs") == nullptr || root.find("jsonVersion") == nullptr) {
      return at(root, "this is no project of LDtk: it has no \"jsonVersion\" and \"defs\"");
    }
    if (Status read = definitions(*root.find("defs")); !read) return read.error();
    if (Status read = levels(root); !read) return read.error();
    for (const JsonValue& world : ldtk_items(root, "worlds")) {
      if (Status read = levels(world); !read) return read.error();
    }
    if (project_.layers.empty()) return at(root, "no level of the project has an IntGrid layer");
    return std::move(project_);
  }

 private:
  struct EntityEnd {
    double x = 0, y = 0;  // pixels of the level
    bool start = false;
  };

  Error at(const JsonValue& value, std::string what) const {
    return error_at_line(name_, line_at(text_, value.begin), std::move(what));
  }
  Status whole(const JsonValue& of, std::string_view key, int least, int most, int& number) const {
    const JsonValue* value = of.find(key);
    if (value == nullptr) return at(of, fmt::format("\"{}\" is missing", key));
    if (!value->is(JsonKind::kNumber) || !value->whole) {
      return at(*value, fmt::format("\"{}\" is no whole number", key));
    }
    if (!(value->number >= least && value->number <= most)) {
      return at(*value,
                fmt::format("\"{}\" is {}, outside of what can be opened ({} to {})", key, value->number, least, most));
    }
    number = static_cast<int>(value->number);
    return success();
  }

  // Reads the names of values, by layer.
  Status definitions(const JsonValue& defs) {
    for (const JsonValue& layer : ldtk_items(defs, "layers")) {
      auto& names = names_[std::string(ldtk_text(layer, "identifier"))];
      for (const JsonValue& one : ldtk_items(layer, "intGridValues")) {
        int value = 0;
        if (Status read = whole(one, "value", 0, INT32_MAX, value); !read) return read;
        if (const auto named = ldtk_text(one, "identifier"); !named.empty()) {
          names[static_cast<uint32_t>(value)] = named;
        }
      }
    }
    return success();
  }

  Status levels(const JsonValue& of) {
    for (const JsonValue& level : ldtk_items(of, "levels")) {
      const JsonValue* layers = level.find("layerInstances");
      if (layers == nullptr || !layers->is(JsonKind::kList)) {
        return at(level, fmt::format("the level {} is in a file of its own: switch off \"Save levels to separate "
                                     "files\" in the project settings of LDtk and save it again",
                                     strata::quoted(ldtk_text(level, "identifier"))));
      }
      if (Status read = one_level(level); !read) return read;
    }
    return success();
  }

  Status one_level(const JsonValue& level) {
    const size_t first = project_.layers.size();
    std::vector<EntityEnd> ends;
    std::vector<int> grids;
    for (const JsonValue& layer : ldtk_items(level, "layerInstances")) {
      const std::string_view type = ldtk_text(layer, "__type");
      if (type == "Entities") {
        add_ends(layer, ends);
      } else if (type == "IntGrid") {
        int grid = 0;
        if (Status read = whole(layer, "__gridSize", 1, 1 << 20, grid); !read) return read;
        if (Status read = int_grid(layer, std::string(ldtk_text(level, "identifier"))); !read) return read;
        grids.push_back(grid);
      }
    }
    for (size_t i = first; i < project_.layers.size(); ++i) {
      for (const EntityEnd& end : ends) place(end, grids[i - first], project_.layers[i]);
    }
    return success();
  }

  void add_ends(const JsonValue& layer, std::vector<EntityEnd>& ends) const {
    const JsonValue* grid = layer.find("__gridSize");
    if (grid == nullptr || !grid->is(JsonKind::kNumber)) return;
    for (const JsonValue& entity : ldtk_items(layer, "entityInstances")) {
      const std::string_view name = ldtk_text(entity, "__identifier");
      const bool start = same_word(name, "start");
      const JsonValue* cell = entity.find("__grid");
      if ((!start && !same_word(name, "goal")) || cell == nullptr || cell->numbers.size() != 2) continue;
      ends.push_back({(cell->numbers[0] + 0.5) * grid->number, (cell->numbers[1] + 0.5) * grid->number, start});
    }
  }
  static void place(const EntityEnd& end, int grid, LdtkLayer& layer) {
    const double x = std::floor(end.x / grid), y = std::floor(end.y / grid);
    if (!(x >= 0 && y >= 0 && x < layer.width && y < layer.height)) return;
    std::optional<Cell>& cell = end.start ? layer.start : layer.goal;
    if (!cell) cell = Cell{static_cast<int>(x), static_cast<int>(y)};
  }

  Status int_grid(const JsonValue& one, std::string level) {
    LdtkLayer layer;
    layer.level = std::move(level);
    layer.name = ldtk_text(one, "__identifier");
    if (Status read = whole(one, "__cWid", 1, GridMap::kMaxSide, layer.width); !read) return read;
    if (Status read = whole(one, "__cHei", 1, GridMap::kMaxSide, layer.height); !read) return read;
    const size_t cells = static_cast<size_t>(layer.width) * static_cast<size_t>(layer.height);
    cells_ += cells;
    if (cells_ > kMostLdtkCells) {
      return at(one, fmt::format("the IntGrid layers have more than {} cells together", kMostLdtkCells));
    }
    if (project_.layers.size() == kMostLdtkLayers) {
      return at(one, fmt::format("the project has more than {} IntGrid layers", kMostLdtkLayers));
    }
    const JsonValue* values = one.find("intGridCsv");
    if (values == nullptr) return at(one, "\"intGridCsv\" is missing: save the project with LDtk 0.8 or later");
    if (!values->is(JsonKind::kList) || !values->items.empty()) {
      return at(*values, "\"intGridCsv\" is no list of values");
    }
    if (values->numbers.size() != cells) {
      return at(*values, fmt::format("expected {} values, got {}", cells, values->numbers.size()));
    }
    layer.values = values->numbers;
    if (const auto named = names_.find(layer.name); named != names_.end()) layer.names = named->second;
    project_.layers.push_back(std::move(layer));
    return success();
  }

  std::string_view text_;
  const std::string& name_;
  std::map<std::string, std::map<uint32_t, std::string>> names_;  // of values, by layer
  LdtkProject project_;
  size_t cells_ = 0;
};

// Returns names as "a, b and c", each once, shortened if there are many.
std::string name_list(const std::vector<std::string>& names) {
  constexpr size_t kMostNames = 8;
  std::vector<std::string> once;
  for (const std::string& name : names) {
    if (std::ranges::find(once, name) == once.end()) once.push_back(name);
  }
  std::string text;
  for (size_t i = 0; i < std::min(once.size(), kMostNames); ++i) {
    const bool last = i + 1 == std::min(once.size(), kMostNames) && once.size() <= kMostNames;
    text += fmt::format("{}{}", i == 0 ? "" : last ? " and " : ", ", strata::quoted(once[i]));
  }
  return once.size() > kMostNames ? text + fmt::format(" and {} more", once.size() - kMostNames) : text;
}

}  // namespace

Result<LdtkProject> read_ldtk(std::string_view text, const std::string& name) {
  if (const Result<PlainText> plain = PlainText::of(text, name); !plain) return plain.error();
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return error_at_line(name, 1, "the file is empty");
  const Result<JsonValue> root = parse_json(text, name);
  if (!root) return root.error();
  return LdtkReader(text, name).read(root.value());
}

Result<const LdtkLayer*> choose_ldtk_layer(const LdtkProject& project, const std::string& name,
                                           const LdtkOptions& options) {
  std::vector<std::string> levels, layers;
  bool level_there = options.level.empty();
  for (const LdtkLayer& layer : project.layers) {
    const bool in_level = options.level.empty() || same_word(layer.level, options.level);
    level_there |= in_level;
    if (in_level && (options.layer.empty() || same_word(layer.name, options.layer))) return &layer;
    levels.push_back(layer.level);
    if (in_level) layers.push_back(layer.name);
  }
  if (!level_there) {
    return error_at_line(name, 1,
                         fmt::format("the project has no level called {}: its levels with an IntGrid layer are {}",
                                     strata::quoted(options.level), name_list(levels)));
  }
  return error_at_line(name, 1,
                       fmt::format("there is no IntGrid layer called {}: there is {}", strata::quoted(options.layer),
                                   name_list(layers)));
}

std::optional<Terrain> named_ldtk_value(const LdtkLayer& layer, uint32_t value) {
  const auto named = layer.names.find(value);
  return named == layer.names.end() ? std::nullopt : terrain_by_layer_name(named->second);
}

Terrain terrain_of_ldtk_value(const LdtkLayer& layer, uint32_t value, const LdtkOptions& options) {
  for (const NumberRule& rule : options.rules) {
    if (value >= rule.least && value <= rule.most) return rule.terrain;
  }
  if (const auto named = named_ldtk_value(layer, value)) return *named;
  return value == 0 ? Terrain::kGround : options.other.value_or(Terrain::kOut);
}

Result<OpenedMap> parse_ldtk(std::string_view text, const std::string& name, const LdtkOptions& options,
                             const LetterTerrains& terrains) {
  const Result<LdtkProject> project = read_ldtk(text, name);
  if (!project) return project.error();
  const Result<const LdtkLayer*> chosen = choose_ldtk_layer(project.value(), name, options);
  if (!chosen) return chosen.error();
  const LdtkLayer& layer = *chosen.value();
  std::vector<char> letters;
  letters.reserve(layer.values.size());
  uint32_t last = 0;
  char letter = terrain_info(terrain_of_ldtk_value(layer, 0, options)).letter;
  for (const uint32_t value : layer.values) {
    if (value != last) letter = terrain_info(terrain_of_ldtk_value(layer, last = value, options)).letter;
    letters.push_back(letter);
  }
  OpenedMap opened;
  opened.loaded = map_of_terrains(layer.width, layer.height, std::move(letters), terrains);
  opened.start = layer.start;
  opened.goal = layer.goal;
  if (options.level.empty() && project.value().layers.size() > 1) {
    opened.notes.push_back(fmt::format("the level {} is open, with its layer {}, one of {} in the project",
                                       strata::quoted(layer.level), strata::quoted(layer.name),
                                       project.value().layers.size()));
  }
  return opened;
}

Result<OpenedMap> load_ldtk(const std::string& path, const LdtkOptions& options, const LetterTerrains& terrains) {
  const Result<std::string> text = read_file(path, kMaxLdtkBytes);
  if (!text) return text.error();
  return parse_ldtk(text.value(), path, options, terrains);
}

}  // namespace strata
