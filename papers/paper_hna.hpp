// Purpose: This header has what the tables of Rahmani, Pelechano 2020 share: maps that stand in for the paper's levels,
//          which are not public, and their rows.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/grid/move_grid.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "papers/paper.hpp"

namespace strata::bench {

// The map with the most polygons of a set.
struct SubstituteMap {
  std::string set;
  std::string map;
  MoveGrid moves;
  GridMesh mesh;
  double polygons() const { return static_cast<double>(mesh.mesh().polygon_count()); }
};

// Calls visit(stand-in) for every set whose folder exists.
Result<size_t> for_each_substitute(const PaperOptions& options, const std::function<void(const SubstituteMap&)>& visit);

struct PrintedLevel;

// The rows of one stand-in, which begin with its mesh. A figure that the paper printed for the level that it stands in
// for is put into the row.
class SubstituteRows {
 public:
  SubstituteRows(PaperRows& rows, const SubstituteMap& substitute);
  void add(const std::string& item, double measured, std::string_view note = {});
  // Adds a row with a printed figure of a level that the paper does not name.
  void add_printed(const std::string& item, double paper, double measured, std::string_view note) {
    rows_.add_printed(set_ + "_" + item, paper, measured, note);
  }

 private:
  PaperRows& rows_;
  std::string set_;
  const PrintedLevel& level_;
};

}  // namespace strata::bench
