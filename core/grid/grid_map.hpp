// Purpose: GridMap holds the terrain of a map, the weights of cells that do not cost what their terrain costs, and the
//          links between its cells. `apply` changes them and returns the bounds of the changed cells.
// Units: The weight of a cell is 1..kMaxCellWeight and stands in place of its terrain's weight (core/grid/terrain.hpp).
//        0 stands for the weight of the terrain. A weight does not make a blocked cell passable; it stays when the
//        letter of its cell changes.
// Shapes: letters() is row-major, width * height bytes, (0,0) top left. The letters are those of the file. weights()
//         is the same, or empty if no cell has a weight of its own.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/grid/letter_terrains.hpp"
#include "core/grid/terrain.hpp"

namespace strata {

// One run of an edit: `count` cells from `first` on, in row-major order, get `letter` and `weight`. Each of the two may
// stay as it is.
struct CellRun {
  static constexpr char kSameLetter = 0;
  static constexpr int16_t kSameWeight = -1;

  CellId first = 0;
  uint32_t count = 0;
  char letter = '@';
  int16_t weight = kSameWeight;  // 0: that of the terrain
  friend bool operator==(const CellRun&, const CellRun&) = default;
};

static_assert(sizeof(CellRun) == 12);
// Returns the run that gives cells a weight of their own, 1..kMaxCellWeight, or takes it from them (0).
constexpr CellRun weight_run(CellId first, uint32_t count, int weight) {
  return {first, count, CellRun::kSameLetter, static_cast<int16_t>(weight)};
}

// A link from one cell to another, see core/grid/map_links.hpp. In an edit a link without a length removes the one
// between its cells.
struct MapLink {
  CellId from = kNoCell;
  CellId to = kNoCell;
  uint32_t length = 0;  // 1..kMaxLinkLength
  friend bool operator==(const MapLink&, const MapLink&) = default;
};
class MapLinks;
// Returns whether two maps have the same links. Null stands for none.
bool same_links(const std::shared_ptr<const MapLinks>& a, const std::shared_ptr<const MapLinks>& b);

// An edit of a map: its runs are applied in order, and so are its links.
struct Edit {
  std::vector<CellRun> runs;
  std::vector<MapLink> links = {};
  bool empty() const { return runs.empty() && links.empty(); }
};

struct EditResult {
  Rect dirty;                  // bounds of the cells whose letter, weight or links changed; empty if nothing changed
  uint64_t changed_cells = 0;  // cells whose letter or weight changed; a cell in several runs counts more than once
  Edit inverse;                // the edit that restores the earlier letters, weights and links
  std::shared_ptr<const MapLinks> links_before;
};

class GridMap {
 public:
  static constexpr int kMaxSide = 8192;

  GridMap() = default;
  // Makes a map whose cells all have the letter `fill`. 1 <= width, height <= kMaxSide.
  GridMap(int width, int height, char fill = '.');
  // Makes a map from its letters, row by row. letters.size() == width * height.
  GridMap(int width, int height, std::vector<char> letters, const LetterTerrains& terrains = {});

  int width() const { return width_; }
  int height() const { return height_; }
  uint32_t cell_count() const { return static_cast<uint32_t>(letters_.size()); }
  Rect bounds() const { return {0, 0, width_, height_}; }
  bool contains(Cell c) const { return bounds().contains(c); }
  CellId id(Cell c) const { return static_cast<CellId>(c.y) * static_cast<CellId>(width_) + static_cast<CellId>(c.x); }
  Cell cell(CellId id) const {
    return {static_cast<int>(id % static_cast<CellId>(width_)), static_cast<int>(id / static_cast<CellId>(width_))};
  }
  char letter(CellId id) const { return letters_[id]; }
  char letter(Cell c) const { return letters_[id(c)]; }
  Terrain terrain(CellId id) const { return terrains_.of(letters_[id]); }
  Terrain terrain(Cell c) const { return terrains_.of(letters_[id(c)]); }
  std::span<const char> letters() const { return letters_; }
  bool has_weights() const { return !weights_.empty(); }  // whether some cell has a weight of its own
  int weight(CellId id) const { return weights_.empty() ? 0 : weights_[id]; }
  int weight(Cell c) const { return weight(id(c)); }
  std::span<const uint8_t> weights() const { return weights_; }
  // Sets the weights of all cells; empty, or width * height values.
  void set_weights(std::vector<uint8_t> weights);
  // These functions return and set the terrain of each letter. Another table changes the terrain of cells, but
  // not their letters.
  const LetterTerrains& letter_terrains() const { return terrains_; }
  void set_letter_terrains(const LetterTerrains& terrains);

  // Returns the links between cells; null if there are none. They never change: an edit makes new ones.
  const std::shared_ptr<const MapLinks>& links() const { return links_; }

  // Returns the number of changes of letters, of their terrains, of weights or of links; it starts at 1, so that 0 can
  // stand for "never built".
  uint64_t revision() const { return revision_; }

  // Applies an edit, whose runs and links must lie within the map. If memory runs out (std::bad_alloc) the map has not
  // changed.
  EditResult apply(const Edit& edit);
  // Undoes the last edit by its result and restores the revision before it. It allocates no memory.
  void take_back(const EditResult& last, uint64_t revision_before);

  friend bool operator==(const GridMap& a, const GridMap& b) {
    return a.width_ == b.width_ && a.height_ == b.height_ && a.letters_ == b.letters_ && a.terrains_ == b.terrains_ &&
           a.weights_ == b.weights_ && same_links(a.links_, b.links_);
  }
  size_t memory_bytes() const { return letters_.size() + weights_.capacity(); }

 private:
  void put(const CellRun& run);
  template <class Holds>
  void apply_run(const CellRun& run, EditResult& result, Holds holds);

  int width_ = 0;
  int height_ = 0;
  uint64_t revision_ = 1;
  uint32_t weighted_cells_ = 0;  // number of cells with a weight of their own
  std::vector<char> letters_;
  std::vector<uint8_t> weights_;  // empty: weighted_cells_ == 0
  LetterTerrains terrains_;
  std::shared_ptr<const MapLinks> links_;  // null: none
};

// Returns a hash of the size and the letters of a map, by which maps with the same cells are recognised.
uint64_t map_hash(const GridMap& map);

// Returns a map from text, one row per line; tests and stock maps use it. All rows must have the same length.
GridMap map_from_text(std::string_view rows);

}  // namespace strata
