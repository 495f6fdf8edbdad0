// Purpose: Copies of unsaved work, so that nothing the user made is lost by a crash.
// How: Each running lab writes its own pair of files, atomically; a pair whose process is gone is offered at the next
// start. Errors: "FILE: reason".
#pragma once

#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"
#include "core/search/plan.hpp"

namespace strata {

struct RecoveryCopy {
  std::string map_file;       // the copy
  std::string original_path;  // empty: the map was never saved
  std::string title;
  std::string saved_at;  // "2026-11-21 10:40"
  Query query;
  bool has_query = false;
};

class Recovery {
 public:
  Recovery() = default;
  explicit Recovery(std::string folder) : folder_(std::move(folder)) {}
  bool enabled() const { return !folder_.empty(); }

  // The copy of a lab that ended without saving or discarding it; nothing if there is none.
  std::optional<RecoveryCopy> find() const;
  Status keep(const GridMap& map, const RecoveryCopy& about);
  // Own copy: the work is saved, or the user discarded it.
  void drop();
  void drop(const RecoveryCopy& copy);

 private:
  std::string own_stem() const;
  std::string folder_;
  bool kept_ = false;
};

}  // namespace strata
