// Purpose: MapQueries remembers, between runs, the start and the goal that were used last with each map file, as a map
//          file contains neither. They are found by the path of the file, or by the hash of its cells if it was moved.
// Errors: "FILE: reason" if they cannot be stored. A file that cannot be read counts as empty.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/search/plan.hpp"

namespace strata {

class GridMap;

struct RememberedQuery {
  std::string file;   // absolute path of the map
  uint64_t hash = 0;  // hash of its cells, see map_hash() in core/grid/grid_map.hpp
  PlanQuery query;
  friend bool operator==(const RememberedQuery&, const RememberedQuery&) = default;
};

class MapQueries {
 public:
  static constexpr size_t kMost = 200;  // the maps that were used longest ago are forgotten

  // `path` is the file that the queries are stored in; empty: nothing is remembered.
  explicit MapQueries(std::string path) : path_(std::move(path)) {}

  bool on() const { return !path_.empty(); }
  // Returns the query of the file with this path; if there is none, that of a file with these cells.
  std::optional<RememberedQuery> of(const std::string& file, uint64_t hash) const;
  Status note(const RememberedQuery& query) const;

 private:
  std::string path_;
};

}  // namespace strata
