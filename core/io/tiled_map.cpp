#include "core/io/tiled_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "core/base/xml_text.hpp"
#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxTiledBytes = size_t{128} << 20;
constexpr uint32_t kTileNumber = 0x0fffffff;  // the other bits say how a tile is flipped
constexpr uint8_t kSaysNothing = 0xff;
constexpr int kAnyWeight = -1;
constexpr std::string_view kBlanks = " \t\r\n";

std::string_view without_mark(std::string_view text) {
  return text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
}

// Returns whether the text, which is not empty, is that of a .tmj file.
bool is_json(std::string_view text) { return text[text.find_first_not_of(kBlanks)] == '{'; }

Result<TiledDocument> read_document(std::string_view text, const std::string& name, const TilesetSource& tileset,
                                    const TiledOptions& options) {
  if (const Result<PlainText> plain = PlainText::of(text, name); !plain) return plain.error();
  if (text.find_first_not_of(kBlanks) == std::string_view::npos) return error_at_line(name, 1, "the file is empty");
  const TiledInput input{text, name, options.property, tileset};
  Result<TiledDocument> document = is_json(text) ? read_tiled_json(input) : read_tiled_xml(input);
  if (document) std::ranges::stable_sort(document.value().tilesets, {}, &Tileset::first);
  return document;
}

// The cells of a document: its tiles by layer, and the terrains that they stand for.
class TiledCells {
 public:
  static Result<TiledCells> of(TiledDocument document, const std::string& name, const TiledOptions& options) {
    TiledCells cells(std::move(document));
    if (Status chosen = cells.choose_layers(name, options.layer); !chosen) return chosen.error();
    if (Status placed = cells.place(name); !placed) return placed.error();
    cells.read_layers();
    return cells;
  }

  const TiledDocument& document() const { return document_; }
  TiledDocument& document() { return document_; }
  int width() const { return bounds_.width; }
  int height() const { return bounds_.height; }
  Cell origin() const { return {bounds_.x, bounds_.y}; }
  bool says_anything() const { return says_anything_; }

  Terrain terrain(Cell cell) const {
    const auto id = static_cast<size_t>(cell.y) * static_cast<size_t>(bounds_.width) + static_cast<size_t>(cell.x);
    return terrain_by_id(id);
  }
  Terrain terrain_by_id(size_t id) const {
    if (decided_[id] != kSaysNothing) return static_cast<Terrain>(decided_[id]);
    return has_tile_[id] || !void_is_blocked_ ? Terrain::kGround : Terrain::kOut;
  }

  // Returns the weights of the cells; empty: no tile, tileset or layer has a weight.
  const std::vector<uint8_t>& weights() const { return weights_; }
  int weight_by_id(size_t id) const { return weights_.empty() ? 0 : weights_[id]; }
  std::vector<std::string> notes() const {
    std::vector<std::string> notes = document_.notes;
    for (const Tileset& set : document_.tilesets) {
      if (!set.other_weight.empty()) notes.push_back(other_weight_note(set.other_weight));
    }
    return notes;
  }

  // Gives the cell tiles that stand for the terrain, and for the weight unless that is kAnyWeight. Returns whether
  // there are such tiles.
  bool set(Cell cell, Terrain terrain, int weight) {
    if (!set_tiles(cell, {terrain, weight})) return false;
    const auto id = static_cast<size_t>(cell.y) * static_cast<size_t>(bounds_.width) + static_cast<size_t>(cell.x);
    decided_[id] = static_cast<uint8_t>(terrain);
    if (weight != kAnyWeight && !weights_.empty()) weights_[id] = static_cast<uint8_t>(weight);
    return true;
  }

 private:
  struct Bounds {
    int x = 0, y = 0, width = 0, height = 0;
  };
  struct Spot {
    size_t layer;
    uint32_t* tile;
  };

  // What a cell is to be. A weight of kAnyWeight leaves open what it weighs.
  struct WantedCell {
    Terrain terrain;
    int weight;
  };

  bool set_tiles(Cell cell, WantedCell wanted) {
    std::vector<Spot> spots;  // the topmost first
    for (size_t i = layers_.size(); i-- > 0;) {
      if (uint32_t* tile = tile_at(document_.layers[layers_[i]], cell)) spots.push_back({layers_[i], tile});
    }
    const auto decides = std::ranges::find_if(
        spots, [&](const Spot& spot) { return meaning(spot.layer, *spot.tile & kTileNumber) != kSaysNothing; });
    const auto erase = [&] { return decides != spots.end() && put(spots, *decides, 0, wanted); };
    if (decides != spots.end() && document_.layers[decides->layer].terrain && erase()) return true;
    if (decides != spots.end() && put(spots, *decides, tile_for(decides->layer, wanted), wanted)) return true;
    for (const Spot& spot : spots) {
      if (put(spots, spot, tile_for(spot.layer, wanted), wanted)) return true;
    }
    return erase();
  }

  explicit TiledCells(TiledDocument document) : document_(std::move(document)) {}

  Status choose_layers(const std::string& name, const std::string& only) {
    for (size_t i = 0; i < document_.layers.size(); ++i) {
      if (only.empty() || same_word(document_.layers[i].name, only)) layers_.push_back(i);
    }
    if (layers_.empty()) {
      return error_at_line(name, 1,
                           only.empty() ? "the map has no tile layer"
                                        : fmt::format("the map has no tile layer called {}", strata::quoted(only)));
    }
    if (only.empty()) return success();
    for (const size_t i : layers_) {
      TiledTileLayer& layer = document_.layers[i];
      if (!layer.terrain && !has_meaning(i)) layer.terrain = Terrain::kOut;
    }
    return success();
  }

  bool has_meaning(size_t layer) {
    for (const TiledTiles& part : document_.layers[layer].parts) {
      for (const uint32_t tile : part.tiles) {
        if (meaning(layer, tile & kTileNumber) != kSaysNothing) return true;
      }
    }
    return false;
  }

  Status place(const std::string& name) {
    if (!document_.infinite) {
      bounds_ = {0, 0, document_.width, document_.height};
      return success();
    }
    int left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
    for (const TiledTileLayer& layer : document_.layers) {
      for (const TiledTiles& part : layer.parts) {
        left = std::min(left, part.x);
        top = std::min(top, part.y);
        right = std::max(right, part.x + part.width);
        bottom = std::max(bottom, part.y + part.height);
      }
    }
    if (left > right) return error_at_line(name, 1, "the infinite map has no chunks");
    bounds_ = {left, top, right - left, bottom - top};
    if (bounds_.width > GridMap::kMaxSide || bounds_.height > GridMap::kMaxSide) {
      return error_at_line(
          name, 1,
          fmt::format("the chunks of the infinite map span {} x {} tiles, outside of what can be opened "
                      "(1 to {})",
                      bounds_.width, bounds_.height, GridMap::kMaxSide));
    }
    return success();
  }

  void read_layers() {
    const size_t cells = static_cast<size_t>(bounds_.width) * static_cast<size_t>(bounds_.height);
    decided_.assign(cells, kSaysNothing);
    has_tile_.assign(cells, false);
    const bool weighs =
        std::ranges::any_of(document_.tilesets,
                            [](const Tileset& set) { return set.weight != 0 || !set.weights.empty(); }) ||
        std::ranges::any_of(document_.layers, [](const TiledTileLayer& layer) { return layer.weight != 0; });
    if (weighs) weights_.assign(cells, 0);
    for (const size_t layer : layers_) {
      bool any = false;
      for (const TiledTiles& part : document_.layers[layer].parts) any |= read_part(layer, part);
      if (any && document_.layers[layer].terrain != Terrain::kOut) void_is_blocked_ = true;
    }
  }
  // Returns whether the part has any tile.
  bool read_part(size_t layer, const TiledTiles& part) {
    bool any = false;
    uint32_t last = 0;
    uint8_t last_meaning = kSaysNothing;
    for (size_t i = 0; i < part.tiles.size(); ++i) {
      const uint32_t tile = part.tiles[i] & kTileNumber;
      if (tile == 0) continue;
      any = true;
      if (tile != last) last_meaning = meaning(layer, last = tile);
      const size_t x = static_cast<size_t>(part.x - bounds_.x) + i % static_cast<size_t>(part.width);
      const size_t y = static_cast<size_t>(part.y - bounds_.y) + i / static_cast<size_t>(part.width);
      const size_t id = y * static_cast<size_t>(bounds_.width) + x;
      has_tile_[id] = true;
      if (!weights_.empty()) {
        if (const int weight = weight_of_tile(layer, tile); weight != 0) weights_[id] = static_cast<uint8_t>(weight);
      }
      if (last_meaning == kSaysNothing) continue;
      decided_[id] = last_meaning;
      says_anything_ = true;
    }
    return any;
  }

  // Returns the terrain that a tile stands for in a layer, or kSaysNothing.
  uint8_t meaning(size_t layer, uint32_t tile) const {
    if (tile == 0) return kSaysNothing;
    const auto above = std::ranges::upper_bound(document_.tilesets, tile, {}, &Tileset::first);
    if (above != document_.tilesets.begin()) {
      const Tileset& set = *std::prev(above);
      const auto found = set.tiles.find(tile - set.first);
      if (found != set.tiles.end()) return static_cast<uint8_t>(found->second);
      if (set.terrain) return static_cast<uint8_t>(*set.terrain);
    }
    const auto& terrain = document_.layers[layer].terrain;
    return terrain ? static_cast<uint8_t>(*terrain) : kSaysNothing;
  }

  // Returns the weight that a tile gives its cell in a layer; 0: none.
  int weight_of_tile(size_t layer, uint32_t tile) const {
    if (tile == 0) return 0;
    const auto above = std::ranges::upper_bound(document_.tilesets, tile, {}, &Tileset::first);
    if (above != document_.tilesets.begin()) {
      const Tileset& set = *std::prev(above);
      const auto found = set.weights.find(tile - set.first);
      if (found != set.weights.end()) return found->second;
      if (set.weight != 0) return set.weight;
    }
    return document_.layers[layer].weight;
  }

  static uint32_t* tile_at(TiledTileLayer& layer, Cell cell, Cell origin) {
    for (TiledTiles& part : layer.parts) {
      const int x = cell.x + origin.x - part.x, y = cell.y + origin.y - part.y;
      if (x < 0 || y < 0 || x >= part.width || y >= part.height) continue;
      return &part.tiles[static_cast<size_t>(y) * static_cast<size_t>(part.width) + static_cast<size_t>(x)];
    }
    return nullptr;
  }
  uint32_t* tile_at(TiledTileLayer& layer, Cell cell) const { return tile_at(layer, cell, origin()); }

  // Returns the tile of a layer that stands for a terrain: the most frequent one, else the first of a tileset, else the
  // lowest in any layer; 0: there is none.
  uint32_t tile_for(size_t layer, WantedCell wanted) {
    auto& known = tiles_for_[{layer, wanted.weight}];
    if (known.empty()) known = tiles_by_terrain(layer, wanted.weight);
    return known[static_cast<size_t>(wanted.terrain)];
  }
  std::vector<uint32_t> tiles_by_terrain(size_t layer, int weight) const {
    std::unordered_map<uint32_t, size_t> uses;
    for (const TiledTiles& part : document_.layers[layer].parts) {
      for (const uint32_t tile : part.tiles) ++uses[tile & kTileNumber];
    }
    std::vector<uint32_t> tiles(kTerrains, 0);
    std::vector<size_t> most(kTerrains, 0);
    const auto offer = [&](uint32_t tile, size_t used) {
      const uint8_t stands_for = tile > 0 && tile <= kTileNumber ? meaning(layer, tile) : kSaysNothing;
      if (stands_for == kSaysNothing) return;
      if (weight != kAnyWeight && weight_of_tile(layer, tile) != weight) return;
      uint32_t& best = tiles[stands_for];
      if (best != 0 && (used < most[stands_for] || (used == most[stands_for] && tile > best))) return;
      best = tile;
      most[stands_for] = used;
    };
    for (const auto& [tile, used] : uses) offer(tile, used);
    for (const Tileset& set : document_.tilesets) {
      for (const auto& [id, terrain] : set.tiles) {
        if (id <= kTileNumber - std::min(set.first, kTileNumber)) offer(set.first + id, 0);
      }
    }
    // Where a layer gives all its tiles their meaning, any tile does.
    const auto whole = document_.layers[layer].terrain;
    if (whole && tiles[static_cast<size_t>(*whole)] == 0 && !document_.tilesets.empty()) {
      offer(document_.tilesets.front().first, 0);
    }
    return tiles;
  }

  // Puts a tile if the cell then has the terrain. Returns whether it has.
  bool put(const std::vector<Spot>& spots, const Spot& spot, uint32_t tile, WantedCell wanted) const {
    const uint32_t before = *spot.tile;
    if (tile == 0 && before == 0) return false;
    *spot.tile = tile;
    const bool has_weight = wanted.weight == kAnyWeight || weight_of_spots(spots) == wanted.weight;
    if (has_weight && terrain_of_spots(spots) == wanted.terrain) return true;
    *spot.tile = before;
    return false;
  }
  int weight_of_spots(const std::vector<Spot>& spots) const {
    for (const Spot& spot : spots) {
      if (const int weight = weight_of_tile(spot.layer, *spot.tile & kTileNumber); weight != 0) return weight;
    }
    return 0;
  }
  Terrain terrain_of_spots(const std::vector<Spot>& spots) const {
    bool any = false;
    for (const Spot& spot : spots) {
      const uint32_t tile = *spot.tile & kTileNumber;
      any |= tile != 0;
      const uint8_t stands_for = meaning(spot.layer, tile);
      if (stands_for != kSaysNothing) return static_cast<Terrain>(stands_for);
    }
    return any || !void_is_blocked_ ? Terrain::kGround : Terrain::kOut;
  }

  TiledDocument document_;
  std::vector<size_t> layers_;  // those that decide, the lowest first
  Bounds bounds_;
  std::vector<uint8_t> decided_;  // by cell
  std::vector<bool> has_tile_;    // by cell
  std::vector<uint8_t> weights_;  // by cell, or empty
  bool void_is_blocked_ = false, says_anything_ = false;
  std::map<std::pair<size_t, int>, std::vector<uint32_t>> tiles_for_;  // by layer and weight, then by terrain
};

TiledPlaces places_of(const TiledCells& cells) {
  const TiledDocument& document = cells.document();
  return {document.isometric ? document.tile_height : document.tile_width, document.tile_height, cells.origin(),
          cells.width(), cells.height()};
}

// Returns the cell under the middle of an object; nothing if that is outside of the map.
std::optional<Cell> cell_of(const TiledObject& object, const TiledCells& cells) {
  const double middle = object.tile ? object.y - object.height / 2 : object.y + object.height / 2;
  return places_of(cells).cell_at({object.x + object.width / 2, middle});
}

void read_ends(const TiledCells& cells, OpenedMap& opened) {
  for (const auto& [word, end] : {std::pair("start", &opened.start), std::pair("goal", &opened.goal)}) {
    for (const TiledObject& object : cells.document().objects) {
      if (*end || !(same_word(object.name, word) || same_word(object.class_name, word))) continue;
      *end = cell_of(object, cells);
      if (!*end) opened.notes.push_back(fmt::format("the object {} is outside of the map", strata::quoted(word)));
    }
  }
}

Result<TiledCells> read_cells(std::string_view text, const std::string& name, const TilesetSource& tileset,
                              const TiledOptions& options) {
  Result<TiledDocument> document = read_document(text, name, tileset, options);
  if (!document) return document.error();
  return TiledCells::of(std::move(document.value()), name, options);
}

// Returns the edits that give all parts that have changed their tiles.
std::vector<TextEdit> tile_edits(std::string_view text, const TiledDocument& before, const TiledDocument& after) {
  std::vector<TextEdit> edits;
  for (size_t i = 0; i < before.layers.size(); ++i) {
    for (size_t j = 0; j < before.layers[i].parts.size(); ++j) {
      const TiledTiles &old_part = before.layers[i].parts[j], &new_part = after.layers[i].parts[j];
      if (old_part.tiles == new_part.tiles) continue;
      const std::string_view written = text.substr(old_part.begin, old_part.end - old_part.begin);
      edits.push_back(
          {old_part.begin, old_part.end, encode_tiles(written, old_part.format, old_part.tiles, new_part.tiles)});
    }
  }
  return edits;
}

std::string tile_rows(const GridMap& map, const std::vector<TileKind>& kinds) {
  std::array<std::array<int, kMaxCellWeight + 1>, kTerrains> number_of{};
  for (size_t i = 0; i < kinds.size(); ++i) {
    number_of[static_cast<size_t>(kinds[i].terrain)][static_cast<size_t>(kinds[i].weight)] = static_cast<int>(i) + 1;
  }
  std::string rows;
  for (CellId cell = 0; cell < map.cell_count(); ++cell) {
    if (cell > 0) rows += cell % static_cast<CellId>(map.width()) == 0 ? ",\n" : ",";
    const int number = number_of[static_cast<size_t>(map.terrain(cell))][static_cast<size_t>(map.weight(cell))];
    fmt::format_to(std::back_inserter(rows), "{}", number);
  }
  return rows;
}

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

constexpr int kTileSide = 16;  // pixels

// The links of a new file, and where its cells are.
std::vector<LinkText> new_links(const GridMap& map) {
  return map.links() != nullptr ? link_texts(*map.links(), map.width()) : std::vector<LinkText>();
}
TiledPlaces new_places(const GridMap& map) { return {kTileSide, kTileSide, {}, map.width(), map.height()}; }

int tile_kind_rows(const std::vector<TileKind>& kinds) {
  return (static_cast<int>(kinds.size()) + kTileColumns - 1) / kTileColumns;
}

}  // namespace

Result<OpenedMap> parse_tiled(std::string_view text, const std::string& name, const TilesetSource& tileset,
                              const TiledOptions& options, const LetterTerrains& terrains) {
  const Result<TiledCells> read = read_cells(without_mark(text), name, tileset, options);
  if (!read) return read.error();
  const TiledCells& cells = read.value();
  std::array<char, kTerrains> letter_of{};
  for (int i = 0; i < kTerrains; ++i) letter_of[static_cast<size_t>(i)] = terrain_info(static_cast<Terrain>(i)).letter;
  std::vector<char> letters(static_cast<size_t>(cells.width()) * static_cast<size_t>(cells.height()));
  for (size_t id = 0; id < letters.size(); ++id) {
    letters[id] = letter_of[static_cast<size_t>(cells.terrain_by_id(id))];
  }
  OpenedMap opened;
  opened.loaded = map_of_terrains(cells.width(), cells.height(), std::move(letters), terrains);
  if (!cells.weights().empty()) opened.loaded.map.set_weights(cells.weights());
  opened.notes = cells.notes();
  if (!cells.says_anything()) {
    opened.notes.emplace_back("no tile and no layer says which terrain it is: cells with tiles are read as ground");
  }
  read_ends(cells, opened);
  const Result<std::vector<LinkText>> links =
      tiled_link_texts(cells.document().links, places_of(cells), without_mark(text), name);
  if (!links) return links.error();
  Edit edit;
  for (const LinkText& link : links.value())
    std::ranges::copy(links_of(link, cells.width()), std::back_inserter(edit.links));
  opened.loaded.map.apply(edit);
  return opened;
}

TilesetSource tilesets_beside(const std::string& path) {
  return [folder = fs::path(path).parent_path()](const std::string& file) -> std::optional<Result<std::string>> {
    fs::path at = fs::path(file).lexically_normal();
    // A file of someone else cannot name one in another folder: only the name counts then.
    if (at.is_absolute() || at.begin() == at.end() || *at.begin() == "..") at = at.filename();
    std::error_code unknown;
    if (at.empty() || !fs::is_regular_file(folder / at, unknown)) return std::nullopt;
    return read_file((folder / at).string(), kMaxTiledBytes);
  };
}

Result<OpenedMap> load_tiled(const std::string& path, const TiledOptions& options, const LetterTerrains& terrains) {
  const Result<std::string> text = read_file(path, kMaxTiledBytes);
  if (!text) return text.error();
  return parse_tiled(text.value(), path, tilesets_beside(path), options, terrains);
}

Result<TiledContents> tiled_contents(const std::string& path, const TiledOptions& options) {
  const Result<std::string> text = read_file(path, kMaxTiledBytes);
  if (!text) return text.error();
  const Result<TiledCells> read = read_cells(without_mark(text.value()), path, tilesets_beside(path), options);
  if (!read) return read.error();
  TiledContents contents{
      .width = read.value().width(), .height = read.value().height(), .layers = {}, .says_anything = false};
  contents.says_anything = read.value().says_anything();
  for (const TiledTileLayer& layer : read.value().document().layers) {
    uint64_t tiles = 0;
    for (const TiledTiles& part : layer.parts) {
      tiles += part.tiles.size() - static_cast<size_t>(std::ranges::count(part.tiles, 0u));
    }
    contents.layers.push_back({layer.name, tiles, layer.terrain});
  }
  return contents;
}

namespace {

// Gives all cells with another terrain tiles that stand for theirs. With `weighs` they must also stand for the weights;
// returns false if there are no such tiles for some weight.
Result<bool> put_tiles(TiledCells& cells, const std::string& name, const GridMap& map, bool weighs) {
  for (CellId id = 0; id < map.cell_count(); ++id) {
    // The terrain that the letter of a cell in this file has in the map may be one that a person gave it.
    const Terrain is = map.letter_terrains().of(terrain_info(cells.terrain_by_id(id)).letter);
    const bool weighs_otherwise = weighs && map.weight(id) != cells.weight_by_id(id);
    if (map.terrain(id) == is && !weighs_otherwise) continue;
    const Cell cell = map.cell(id);
    if (cells.set(cell, map.terrain(id), weighs ? map.weight(id) : kAnyWeight)) continue;
    if (weighs) return false;
    return error_at(
        name, fmt::format("no tile for cell {},{} stands for {}: give a tile of the tileset the property "
                          "terrain = {} in Tiled, or save the map under another name",
                          cell.x, cell.y, terrain_info(map.terrain(id)).name, terrain_info(map.terrain(id)).name));
  }
  return true;
}

}  // namespace

Result<std::string> edit_tiled(std::string_view text, const std::string& name, const GridMap& map,
                               const TilesetSource& tileset, const TiledOptions& options, bool* holds_weights) {
  const std::string_view mark = text.substr(0, text.size() - without_mark(text).size());
  text.remove_prefix(mark.size());
  Result<TiledCells> read = read_cells(text, name, tileset, options);
  if (!read) return read.error();
  if (read.value().width() != map.width() || read.value().height() != map.height()) {
    return error_at(name, fmt::format("has {} x {} tiles, the map to save {} x {} cells: save it under another name",
                                      read.value().width(), read.value().height(), map.width(), map.height()));
  }
  const TiledDocument before = read.value().document();
  bool weighs = map.has_weights() || !read.value().weights().empty();
  if (holds_weights != nullptr) *holds_weights = true;
  if (weighs) {
    Result<bool> held = put_tiles(read.value(), name, map, true);
    if (!held) return held.error();
    weighs = held.value();
    if (!weighs) {
      if (holds_weights != nullptr) *holds_weights = false;
      read = read_cells(text, name, tileset, options);
    }
  }
  if (!weighs) {
    if (const Result<bool> put = put_tiles(read.value(), name, map, false); !put) return put.error();
  }
  const TiledCells& cells = read.value();
  const Result<std::vector<LinkText>> links = tiled_link_texts(before.links, places_of(cells), text, name);
  if (!links) return links.error();
  std::vector<TextEdit> edits = tile_edits(text, before, cells.document());
  if (const TiledLinkChanges changes = tiled_link_changes(before.links, links.value(), map); !changes.empty()) {
    std::vector<TextEdit> of_links = is_json(text) ? json_link_edits(text, changes, places_of(cells))
                                                   : xml_link_edits(text, changes, places_of(cells));
    std::ranges::move(of_links, std::back_inserter(edits));
  }
  std::string edited = with_edits(text, std::move(edits));
  // What a cell without tiles is depends on all others (see the header).
  const Result<TiledCells> again = read_cells(edited, name, tileset, options);
  if (!again) return again.error();
  for (CellId id = 0; id < map.cell_count(); ++id) {
    if (again.value().terrain_by_id(id) == cells.terrain(map.cell(id))) continue;
    return error_at(name, "its layers would have no floor left: save the map under another name");
  }
  return std::string(mark) + edited;
}

std::vector<TileKind> tile_kinds(const GridMap& map) {
  std::vector<TileKind> kinds;
  for (int i = 0; i < kTerrains; ++i) kinds.push_back({static_cast<Terrain>(i), 0});
  if (!map.has_weights()) return kinds;
  std::array<std::array<bool, kMaxCellWeight + 1>, kTerrains> used{};
  for (CellId cell = 0; cell < map.cell_count(); ++cell) {
    used[static_cast<size_t>(map.terrain(cell))][static_cast<size_t>(map.weight(cell))] = true;
  }
  for (int i = 0; i < kTerrains; ++i) {
    for (int weight = 1; weight <= kMaxCellWeight; ++weight) {
      if (used[static_cast<size_t>(i)][static_cast<size_t>(weight)]) kinds.push_back({static_cast<Terrain>(i), weight});
    }
  }
  return kinds;
}

std::string format_tmj(const GridMap& map, const std::string& picture) {
  const std::vector<TileKind> kinds = tile_kinds(map);
  const std::vector<LinkText> links = new_links(map);
  std::string tiles;
  for (size_t i = 0; i < kinds.size(); ++i) {
    tiles += fmt::format(
        "{}    {{ \"id\": {}, \"properties\": [{{ \"name\": \"terrain\", \"type\": \"string\", \"value\": \"{}\" }}",
        i == 0 ? "" : ",\n", i, terrain_info(kinds[i].terrain).name);
    if (kinds[i].weight != 0) {
      tiles += fmt::format(", {{ \"name\": \"weight\", \"type\": \"int\", \"value\": {} }}", kinds[i].weight);
    }
    tiles += "] }";
  }
  return fmt::format(
      "{{ \"type\": \"map\", \"version\": \"1.8\", \"tiledversion\": \"1.8.2\", \"orientation\": \"orthogonal\",\n"
      "  \"renderorder\": \"right-down\", \"compressionlevel\": -1, \"infinite\": false,\n"
      "  \"width\": {0}, \"height\": {1}, \"tilewidth\": {2}, \"tileheight\": {2}, \"nextlayerid\": {10}, "
      "\"nextobjectid\": {11},\n"
      "  \"tilesets\": [{{ \"firstgid\": 1, \"name\": \"terrains\", \"tilewidth\": {2}, \"tileheight\": {2}, "
      "\"tilecount\": {8}, \"columns\": {3},\n"
      "    \"image\": {4}, \"imagewidth\": {5}, \"imageheight\": {9}, \"margin\": 0, \"spacing\": 0, \"tiles\": [\n"
      "{6}] }}],\n"
      "  \"layers\": [{{ \"type\": \"tilelayer\", \"id\": 1, \"name\": \"cells\", \"x\": 0, \"y\": 0, \"width\": {0}, "
      "\"height\": {1}, \"opacity\": 1, \"visible\": true,\n"
      "    \"data\": [\n{7}] }}{12}] }}\n",
      map.width(), map.height(), kTileSide, kTileColumns, json_text(picture), kTileSide * kTileColumns, tiles,
      tile_rows(map, kinds), kinds.size(), kTileSide * tile_kind_rows(kinds), links.empty() ? 2 : 3, links.size() + 1,
      links.empty() ? "" : ",\n  " + json_link_layer(links, new_places(map), 2, 1));
}

std::string format_tmx(const GridMap& map, const std::string& picture) {
  const std::vector<TileKind> kinds = tile_kinds(map);
  const std::vector<LinkText> links = new_links(map);
  std::string tiles;
  for (size_t i = 0; i < kinds.size(); ++i) {
    tiles += fmt::format("  <tile id=\"{}\">\n   <properties>\n    <property name=\"terrain\" value=\"{}\"/>\n", i,
                         terrain_info(kinds[i].terrain).name);
    if (kinds[i].weight != 0) {
      tiles += fmt::format("    <property name=\"weight\" type=\"int\" value=\"{}\"/>\n", kinds[i].weight);
    }
    tiles += "   </properties>\n  </tile>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<map version=\"1.8\" tiledversion=\"1.8.2\" orientation=\"orthogonal\" renderorder=\"right-down\" width=\"{0}\" "
      "height=\"{1}\" tilewidth=\"{2}\" tileheight=\"{2}\" infinite=\"0\" nextlayerid=\"{10}\" nextobjectid=\"{11}\">\n"
      " <tileset firstgid=\"1\" name=\"terrains\" tilewidth=\"{2}\" tileheight=\"{2}\" tilecount=\"{8}\" "
      "columns=\"{3}\">\n"
      "  <image source=\"{4}\" width=\"{5}\" height=\"{9}\"/>\n{6} </tileset>\n"
      " <layer id=\"1\" name=\"cells\" width=\"{0}\" height=\"{1}\">\n  <data encoding=\"csv\">\n{7}\n</data>\n"
      " </layer>\n{12}</map>\n",
      map.width(), map.height(), kTileSide, kTileColumns, xml_text(picture), kTileSide * kTileColumns, tiles,
      tile_rows(map, kinds), kinds.size(), kTileSide * tile_kind_rows(kinds), links.empty() ? 2 : 3, links.size() + 1,
      links.empty() ? "" : xml_link_layer(links, new_places(map), 2, 1));
}

}  // namespace strata
