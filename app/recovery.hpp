// Purpose: Copies of unsaved work, so that nothing the user made is lost by a crash.
// How: Each running lab writes its own pair of files, atomically; a pair whose process is gone is offered at the next
// start. Errors: "FILE: reason".
#pragma once

#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/grid/grid_map.hpp"
#include "core/search/plan.hpp"

namespace strata {

struct RecoveryCopy {
  std::string map_file;       // the copy
  std::string graph_file;     // of the drawn graph; empty: there was none
  std::string graph_path;     // its own file; empty: it was never saved
  std::string original_path;  // empty: the map was never saved
  std::string title;
  std::string saved_at;  // "2026-11-21 10:40"
  Query query;
  bool has_query = false;
};

class Recovery {
 public:
  explicit Recovery(std::string folder) : folder_(std::move(folder)) {}
  ~Recovery();
  Recovery(const Recovery&) = delete;
  Recovery& operator=(const Recovery&) = delete;
  bool enabled() const { return !folder_.empty(); }

  // The newest copy of a lab that ended without saving or discarding it; nothing if there is none. It belongs to this
  // lab from then on, so that two labs do not offer the same one.
  std::optional<RecoveryCopy> claim();
  Status keep(const GridMap& map, const DrawnGraph& graph, const RecoveryCopy& about);
  // Own copy: the work is saved, or the user discarded it.
  void drop();
  // The claimed copy: restored and kept under the own name, or discarded.
  void drop_claimed();

 private:
  struct Files {
    std::string stem;
    int lock = -1;  // held while the owner lives
  };
  void remove(Files& files);

  std::string folder_;
  Files own_;
  Files claimed_;
};

}  // namespace strata
