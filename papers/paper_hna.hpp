// Purpose: This header holds the code that the tables of Rahmani, Pelechano 2020 share: substitute maps, because the
//          levels of the paper are not public, and their rows.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/grid/move_grid.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "papers/paper.hpp"

namespace strata::bench {

// The map with the most polygons in a set.
struct SubstituteMap {
  std::string set;
  std::string map;
  MoveGrid moves;
  GridMesh mesh;
  double polygons() const { return static_cast<double>(mesh.mesh().polygon_count()); }
};

// Calls visit(substitute) for every set whose folder exists. Returns their number.
Result<size_t> for_each_substitute(const PaperOptions& options, const std::function<void(const SubstituteMap&)>& visit);

struct PrintedLevel;

// The rows of one substitute map, which begin with the size of its mesh. A row gets the figure that the paper printed
// for the level in whose place the map is measured.
class SubstituteRows {
 public:
  SubstituteRows(PaperRows& rows, const SubstituteMap& substitute);
  void add(const std::string& item, double measured, std::string_view note = {});
  // Adds a row with a printed figure of an unnamed level.
  void add_printed(const std::string& item, double paper, double measured, std::string_view note) {
    rows_.add_printed(set_ + "_" + item, paper, measured, note);
  }

 private:
  PaperRows& rows_;
  std::string set_;
  const PrintedLevel& level_;
};

}  // namespace strata::bench
