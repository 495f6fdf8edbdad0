// Purpose: The sole owner of a map and of everything that was built from it. Edits enter here and fan out; plans leave
//          here; what is stale is refused.
// Background: Landmarks are rebuilt in a thread of their own on a copy of the moves; what was painted meanwhile is made
//          up for when they come in. So are contraction hierarchies, which are out of date until then; the customisable
//          one over sectors is true again with every edit. Tables are too, the distances between all their nodes
//             come from a thread. The abstractions are built in slices by `work`; moves,
//          clearances and the jump map, which take nanoseconds a cell, at once.
// Threads: Const calls with different workspaces may run together; the others need the world for themselves.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/alt/landmarks.hpp"
#include "core/base/job.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/ch/live_cch.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/history.hpp"
#include "core/grid/move_grid.hpp"
#include "core/haa/haa.hpp"
#include "core/hpa/hpa.hpp"
#include "core/rooms/rooms.hpp"
#include "core/search/jps.hpp"
#include "core/search/jump_map.hpp"
#include "core/search/plan.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/sectors/sectors.hpp"
#include "core/world/map_hierarchy.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/structures.hpp"
#include "core/world/world_setup.hpp"

namespace strata {

// What an edit cost one structure.
struct StructureReport {
  Structure structure = Structure::kMoves;
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
  RoomsUpdate rooms;
  SectorsUpdate sectors;
  LandmarkUpdate landmarks;
  LiveCchUpdate cch;
  TablesUpdate tables;
};

class World {
 public:
  explicit World(GridMap map, const Rules& rules = {}, const HpaOptions& hpa = {})
      : World(std::move(map), WorldSetup{.rules = rules, .hpa = hpa, .haa = {}, .sectors = {}}) {}
  World(GridMap map, const WorldSetup& setup);

  const GridMap& map() const { return map_; }
  template <class K>
  const K& get() const {
    return std::get<K>(kept_);
  }
  const MoveGrid& moves() const { return get<MapMoves>().moves(); }
  const Rules& rules() const { return moves().rules(); }
  const Hpa& hpa() const { return get<MapHpa>().hpa(); }
  // Clearances of the agent's capability; null unless the agent is larger than one cell or `want_clearance` was called.
  const Clearance* clearance() const { return get<MapMoves>().clearance(); }
  // Moves and HPA* always exist, the others once they were asked for.
  bool has(Structure structure) const;
  bool has_haa() const { return has(Structure::kHaa); }
  const Haa& haa() const { return get<MapHaa>().haa(); }
  const AgentGrids& agents() const { return get<MapHaa>().agents(); }
  const JumpMap& jumps() const { return get<MapJumps>().jumps(); }
  const Rooms& rooms() const { return get<MapRooms>().rooms(); }
  const Sectors& sectors() const { return get<MapSectors>().sectors(); }
  const Landmarks& landmarks() const { return landmarks_; }
  // Hierarchies built in the background. Over sectors the customisable one is `live_cch`.
  const MapHierarchy& ch() const { return ch_; }
  const MapHierarchy& cch() const { return cch_; }
  bool cch_is_live() const { return cch_options_ && cch_options_->graph == ChGraph::kSectors; }
  const LiveCch& live_cch() const { return live_cch_; }
  // Tables over level 1 of HPA*, for agents after the rules, and those for further kinds of agents.
  const Tables& tables() const { return get<MapTables>().tables(); }
  // Null while they are not true: rows are then computed on demand.
  const TableDistances* table_distances() const { return get<MapTables>().distances(); }
  const KindTables& map_tables() const { return get<MapTables>().own(); }
  const AgentKinds& agent_kinds() const { return get<MapTables>().kinds(); }
  const DrawnGraph& drawn_graph() const { return drawn_; }
  HierarchySources hierarchy_sources() const;
  // What structures read of it, as it is now.
  Ground ground() const;
  const History& history() const { return history_; }
  void mark_saved() { history_.mark_saved(); }

  // Abstractions are built in slices, so that a large map never blocks a frame: call until it returns true.
  // Edits finish at once whatever is pending if it fits `kLiveClusters`, and leave the rest to `work`.
  // What comes in from the background is taken over here too.
  bool work(double budget_ms);
  // Everything, now, the background's work included.
  void settle();
  // Nothing is left for `work` but to wait for the background.
  bool ready() const;
  bool ready(Structure structure) const;
  double progress() const;  // 0..1 of the build in slices under way
  double progress(Structure structure) const;

  // Landmarks in the background: they are rebuilt whenever they are missing or no longer exact, but not during a
  // stroke.
  bool landmarks_under_way() const { return landmark_job_.running(); }
  // A job has ended whose result `work` will take over.
  bool background_news() const;
  // Waits for the landmarks under way, for programs that must run the same every time.
  void finish_background();
  // The rebuild under way is given up; there is another after the next edit, or when asked for.
  void cancel_landmarks();
  void rebuild_landmarks();
  bool landmarks_cancelled() const { return landmarks_cancelled_; }
  bool landmarks_failed() const { return landmarks_failed_; }  // cancelled for want of memory
  uint64_t landmarks_version() const {
    return landmarks_version_ + get<MapSectors>().landmarks_version();
  }  // changes with every change of the fields

  // What is kept, changed as a whole: `prepare` builds what is missing and may run beside other const calls, `install`
  // puts it in and hands back what it replaced. Nothing else may change the world in between.
  WorldSetup setup() const;
  WorldParts prepare(const WorldSetup& setup) const;
  WorldParts install(const WorldSetup& setup, WorldParts parts);
  void change(const WorldSetup& setup);
  // One part of it.
  void set_rules(const Rules& rules);
  void set_hpa_options(const HpaOptions& options);
  // The sizes and capabilities HAA* knows; profile and weights are those of the rules. Nothing: HAA* is given up.
  void set_haa_options(const std::optional<HaaOptions>& options);
  void want_clearance(bool wanted);
  bool clearance_wanted() const { return get<MapMoves>().options()->clearance; }
  void want_jumps(bool wanted);
  void want_rooms(bool wanted);
  void set_sector_options(const std::optional<SectorOptions>& options);
  // False, with nothing changed, if the fields would take more memory than Landmarks::kMaxBytes.
  bool set_landmark_options(const std::optional<LandmarkOptions>& options);
  const std::optional<LandmarkOptions>& landmark_options() const { return landmark_options_; }

  void set_tables_options(const std::optional<TablesOptions>& options);
  // Kinds beside the one that the rules name, built while there are tables.
  void set_agent_kinds(std::vector<Agent> kinds);
  const std::vector<Agent>& wanted_kinds() const { return wanted_kinds_; }

  // Nothing: it is given up. Over sectors it waits until there are any.
  void set_ch_options(const std::optional<ChOptions>& options) { ch_.set_options(options); }
  const std::optional<ChOptions>& ch_options() const { return ch_.options(); }
  void set_cch_options(const std::optional<CchOptions>& options);
  const std::optional<CchOptions>& cch_options() const { return cch_options_; }
  void set_drawn_graph(DrawnGraph graph);  // without the nodes that lie outside of the map
  // The build under way is given up; there is another after the next edit, or when asked for.
  void cancel_ch() { ch_.cancel(hierarchy_sources()); }
  void rebuild_ch() { ch_.rebuild(); }
  bool ch_under_way() const { return ch_.under_way(); }
  bool ch_cancelled() const { return ch_.cancelled(); }
  bool ch_failed() const { return ch_.failed(); }  // cancelled for want of memory
  uint64_t ch_version() const { return ch_.version(); }
  void cancel_cch() { cch_.cancel(hierarchy_sources()); }
  void rebuild_cch();
  bool cch_under_way() const { return cch_.under_way(); }
  bool cch_cancelled() const { return cch_.cancelled(); }
  bool cch_failed() const { return cch_is_live() ? live_cch_.too_large() : cch_.failed(); }
  uint64_t cch_version() const { return cch_.version() + live_cch_version_; }

  // Edits. `name` is what the undo menu shows.
  void begin_stroke(std::string name) { history_.begin_stroke(std::move(name)); }
  void end_stroke() { history_.end_stroke(); }
  EditReport apply(const Edit& edit, const std::string& name = "Edit");
  std::optional<EditReport> undo();
  std::optional<EditReport> redo();

  // The last full build of a structure.
  double rebuild_micros(Structure structure) const;
  size_t memory_bytes() const;
  size_t memory_bytes(Structure structure) const;

 private:
  EditReport apply_unrecorded(const Edit& edit, Edit* inverse);
  template <class K>
  K& kept() {
    return std::get<K>(kept_);
  }
  GridMap map_;
  History history_;
  KeptStructures kept_;

  // A structure that is built in slices.
  struct Progress {
    double build_micros = 0;   // of the last full build
    double slices_micros = 0;  // of the build under way
    size_t all = 0;            // what was pending when it began
    bool full = false;         // a full build is under way
    void restart(double micros, size_t pending) { *this = {build_micros, micros, pending, true}; }
    void finish() {
      if (full) build_micros = slices_micros;
      full = false;
    }
  };
  Progress& progress_of(Structure structure) { return progress_[static_cast<size_t>(structure)]; }
  const Progress& progress_of(Structure structure) const { return progress_[static_cast<size_t>(structure)]; }
  size_t pending(Structure structure) const;

  std::array<Progress, kStructures> progress_{};

  std::optional<LandmarkOptions> landmark_options_;
  Landmarks landmarks_;
  bool landmarks_cancelled_ = false;
  bool landmarks_failed_ = false;
  bool rebuild_wanted_ = false;  // even if they are exact
  uint64_t landmarks_version_ = 1;
  std::vector<Rect> missed_by_landmarks_;  // what has changed since the job took its copy of the moves
  struct BuiltLandmarks {
    Landmarks landmarks;                                  // all of them,
    std::vector<std::pair<int, Landmarks::Field>> moved;  // or those that moved
    LandmarkOptions options;
    double micros = 0;
  };
  void start_landmarks();
  void take_landmarks(BuiltLandmarks built);
  void give_back(Landmarks fields);
  static constexpr uint32_t kMovableFields = 1u << 21;  // cells
  static constexpr size_t kLargeFields = size_t{16} << 20;
  Job<BuiltLandmarks> landmark_job_;
  Job<bool> disposal_job_;

  MapHierarchy ch_, cch_;
  std::optional<CchOptions> cch_options_;
  LiveCch live_cch_;
  uint64_t live_cch_version_ = 0;  // of its weights
  uint64_t live_cch_sectors_ = 0;  // sectors_version_ that it knows
  DrawnGraph drawn_;
  uint64_t drawn_version_ = 1;
  std::vector<Agent> wanted_kinds_;
  void reset_live_cch();
  bool in_background(Structure structure) const;
};

}  // namespace strata
