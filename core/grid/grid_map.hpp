// Purpose: GridMap holds the terrain of a map and the links between its cells. `apply` changes them and returns the
//          bounds of the changed cells.
// Shapes: letters() is row-major, width * height bytes, (0,0) top left. The letters are those of the file.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/grid/letter_terrains.hpp"
#include "core/grid/terrain.hpp"

namespace strata {

// One run of an edit: `count` cells from `first` on, in row-major order, get `letter`.
struct CellRun {
  CellId first = 0;
  uint32_t count = 0;
  char letter = '@';
  friend bool operator==(const CellRun&, const CellRun&) = default;
};

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
  Rect dirty;                  // bounds of the cells whose letter or links changed; empty if nothing changed
  uint64_t changed_cells = 0;  // cells whose letter changed; a cell in several runs counts more than once
  Edit inverse;                // the edit that restores the earlier letters and links
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
  // These functions return and set the terrain of each letter. Another table changes the terrain of cells, but
  // not their letters.
  const LetterTerrains& letter_terrains() const { return terrains_; }
  void set_letter_terrains(const LetterTerrains& terrains);

  // Returns the links between cells; null if there are none. They never change: an edit makes new ones.
  const std::shared_ptr<const MapLinks>& links() const { return links_; }

  // Returns the number of changes of letters, of their terrains or of links; it starts at 1, so that 0 can stand
  // for "never built".
  uint64_t revision() const { return revision_; }

  // Applies an edit, whose runs and links must lie within the map. If memory runs out (std::bad_alloc) the map has not
  // changed.
  EditResult apply(const Edit& edit);
  // Undoes the last edit by its result and restores the revision before it. It allocates no memory.
  void take_back(const EditResult& last, uint64_t revision_before);

  friend bool operator==(const GridMap& a, const GridMap& b) {
    return a.width_ == b.width_ && a.height_ == b.height_ && a.letters_ == b.letters_ && a.terrains_ == b.terrains_ &&
           same_links(a.links_, b.links_);
  }

 private:
  int width_ = 0;
  int height_ = 0;
  uint64_t revision_ = 1;
  std::vector<char> letters_;
  LetterTerrains terrains_;
  std::shared_ptr<const MapLinks> links_;  // null: none
};

// Returns a map from text, one row per line; tests and stock maps use it. All rows must have the same length.
GridMap map_from_text(std::string_view rows);

}  // namespace strata
