// Purpose: The sole owner of a map and of everything that was built from it. Edits enter here and fan out; plans leave
//          here; what is stale is refused.
// Threads: Const calls with different workspaces may run together; the others need the world for themselves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/grid_map.hpp"
#include "core/grid/history.hpp"
#include "core/grid/move_grid.hpp"
#include "core/haa/haa.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/plan.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"

namespace strata {

// What an edit cost one structure.
struct StructureReport {
  std::string_view name;      // "moves", "hpa", "haa"; clearances count to "moves", agents' moves to "haa"
  double micros = 0;          // spent on this edit
  double rebuild_micros = 0;  // what the last full build took
};

// What one edit changed and what was redone.
struct EditReport {
  uint64_t revision = 0;
  Rect dirty;  // cells whose letter changed
  uint64_t changed_cells = 0;
  double micros = 0;  // all structures together
  std::vector<StructureReport> structures;
  HpaUpdate hpa;
  HaaUpdate haa;
};

class World {
 public:
  explicit World(GridMap map, const Rules& rules = {}, const HpaOptions& hpa = {});

  const GridMap& map() const { return map_; }
  const MoveGrid& moves() const { return moves_; }
  const Rules& rules() const { return moves_.rules(); }
  const Hpa& hpa() const { return hpa_; }
  // Clearances of the agent's capability; null unless the agent is larger than one cell or `want_clearance` was called.
  const Clearance* clearance() const { return clearance_ ? &*clearance_ : nullptr; }
  // HAA* exists only after set_haa_options.
  bool has_haa() const { return haa_options_.has_value(); }
  const Haa& haa() const { return haa_; }
  const AgentGrids& agents() const { return agents_; }
  const History& history() const { return history_; }
  void mark_saved() { history_.mark_saved(); }

  // Abstractions are built in slices, so that a large map never blocks a frame: call until it returns true.
  // Edits finish at once whatever is pending if it fits `kLiveClusters`, and leave the rest to `work`.
  bool work(double budget_ms);
  // Everything, now.
  void settle();
  bool ready() const { return hpa_.ready() && (!has_haa() || haa_.ready()); }
  double progress() const;  // 0..1 of the clusters of the build under way

  void set_rules(const Rules& rules);
  void set_hpa_options(const HpaOptions& options);
  // The sizes and capabilities HAA* knows; profile and weights are those of the rules. Nothing: HAA* is given up.
  void set_haa_options(const std::optional<HaaOptions>& options);
  void want_clearance(bool wanted);

  // Edits. `name` is what the undo menu shows.
  void begin_stroke(std::string name) { history_.begin_stroke(std::move(name)); }
  void end_stroke() { history_.end_stroke(); }
  EditReport apply(const Edit& edit, const std::string& name = "Edit");
  std::optional<EditReport> undo();
  std::optional<EditReport> redo();

  // Build times of the structures, as measured last.
  double rebuild_micros(std::string_view structure) const;
  size_t memory_bytes() const;

  static constexpr size_t kLiveClusters = 512;  // of HPA*
  static constexpr size_t kLiveHaaClusters = 256;

 private:
  EditReport apply_unrecorded(const Edit& edit, Edit* inverse);
  bool needs_clearance() const { return clearance_wanted_ || rules().agent_size > 1; }
  void build_moves(const Rules& rules);
  void build_agents();

  GridMap map_;
  History history_;
  MoveGrid moves_;
  std::optional<Clearance> clearance_;
  bool clearance_wanted_ = false;
  Hpa hpa_;
  std::optional<HaaOptions> haa_options_;
  AgentGrids agents_;
  Haa haa_;

  // A structure that is built in slices.
  struct Progress {
    double build_micros = 0;   // of the last full build
    double slices_micros = 0;  // of the build under way
    bool full = false;         // a full build is under way
    void restart(double micros) { *this = {build_micros, micros, true}; }
    void finish() {
      if (full) build_micros = slices_micros;
      full = false;
    }
  };
  double moves_build_micros_ = 0;
  Progress hpa_progress_, haa_progress_;
};

}  // namespace strata
