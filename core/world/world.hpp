// Purpose: The sole owner of a map and of everything that was built from it. Edits enter here and fan out; plans leave
//          here; what is stale is refused.
// Background: What an edit leaves undone is built in slices by `work`, or by jobs whose results `work` takes over; each
//             structure says of itself which.
// Threads: Const calls with different workspaces may run together; the others need the world for themselves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/grid/grid_map.hpp"
#include "core/grid/history.hpp"
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
  explicit World(GridMap map, const Rules& rules = {}, const HpaOptions& hpa = {});
  World(GridMap map, const WorldSetup& setup);

  const GridMap& map() const { return map_; }
  const MoveGrid& moves() const { return get<MapMoves>().moves(); }
  const Rules& rules() const { return moves().rules(); }
  const DrawnGraph& drawn_graph() const { return drawn_; }
  const History& history() const { return history_; }
  // One of the list, by its class.
  template <class K>
  const K& get() const {
    return std::get<K>(kept_);
  }
  // What structures read of it, as it is now.
  Ground ground() const;

  KeptState state(Structure structure) const;
  bool has(Structure structure) const;    // it was asked for
  bool ready(Structure structure) const;  // it is true for the map as it is
  // Nothing is left for `work` but to wait for the background.
  bool ready() const;

  // What is kept, changed as a whole: `prepare` builds what is missing and may run beside other const calls, `install`
  // puts it in and hands back what it replaced. Nothing else may change the world in between.
  WorldSetup setup() const;
  WorldParts prepare(const WorldSetup& setup) const;
  WorldParts install(const WorldSetup& setup, WorldParts parts);
  void change(const WorldSetup& setup);
  // One part of it; nothing: it is given up, if it need not always be there. False, with nothing changed, if it would
  // take more memory than it may.
  template <class K>
  bool set(const std::optional<typename K::Options>& options) {
    if constexpr (requires { K::fits(map_, *options); }) {
      if (options && !K::fits(map_, *options)) return false;
    }
    WorldSetup next = setup();
    next.get<K>() = options;
    change(next);
    if constexpr (requires { kept<K>().ask_again(); }) kept<K>().ask_again();
    return true;
  }
  void set_drawn_graph(DrawnGraph graph);  // without the nodes that lie outside of the map

  // Structures are built in slices, so that a large map never blocks a frame: call until it returns true. Edits finish
  // at once what is pending if it is little, and leave the rest to `work`. What comes in from the background is taken
  // over here too.
  bool work(double budget_ms);
  // Everything, now, the background's work included.
  void settle();
  // Waits for the background, for programs that must run the same every time.
  void finish_background();
  // A job has ended whose result `work` will take over.
  bool background_news() const;
  // Of what is built in the background: the build under way is given up, and there is another after the next edit, or
  // when it is asked for.
  void cancel(Structure structure);
  void rebuild(Structure structure);

  // Edits. `name` is what the undo menu shows.
  void begin_stroke(std::string name) { history_.begin_stroke(std::move(name)); }
  void end_stroke() { history_.end_stroke(); }
  EditReport apply(const Edit& edit, const std::string& name = "Edit");
  std::optional<EditReport> undo();
  std::optional<EditReport> redo();
  void mark_saved() { history_.mark_saved(); }

  // --- by their old names
  const Hpa& hpa() const { return get<MapHpa>().hpa(); }
  const Clearance* clearance() const { return get<MapMoves>().clearance(); }
  bool has_haa() const { return has(Structure::kHaa); }
  const Haa& haa() const { return get<MapHaa>().haa(); }
  const AgentGrids& agents() const { return get<MapHaa>().agents(); }
  const JumpMap& jumps() const { return get<MapJumps>().jumps(); }
  const Rooms& rooms() const { return get<MapRooms>().rooms(); }
  const Sectors& sectors() const { return get<MapSectors>().sectors(); }
  const Landmarks& landmarks() const { return get<MapLandmarks>().landmarks(); }
  const MapHierarchy& ch() const { return get<MapHierarchy>(); }
  const MapHierarchy& cch() const { return get<MapCch>().hierarchy(); }
  bool cch_is_live() const { return get<MapCch>().is_live(); }
  const LiveCch& live_cch() const { return get<MapCch>().live(); }
  const Tables& tables() const { return get<MapTables>().tables(); }
  const TableDistances* table_distances() const { return get<MapTables>().distances(); }
  const KindTables& map_tables() const { return get<MapTables>().own(); }
  const AgentKinds& agent_kinds() const { return get<MapTables>().kinds(); }
  double progress() const;
  double progress(Structure structure) const { return state(structure).progress; }
  bool landmarks_under_way() const { return state(Structure::kLandmarks).building; }
  void cancel_landmarks() { cancel(Structure::kLandmarks); }
  void rebuild_landmarks() { rebuild(Structure::kLandmarks); }
  bool landmarks_cancelled() const { return state(Structure::kLandmarks).cancelled; }
  bool landmarks_failed() const { return state(Structure::kLandmarks).failed; }
  uint64_t landmarks_version() const { return get<MapLandmarks>().version() + get<MapSectors>().landmarks_version(); }
  void set_rules(const Rules& rules) {
    WorldSetup next = setup();
    next.rules = rules;
    change(next);
  }
  void set_hpa_options(const HpaOptions& options) { set<MapHpa>(options); }
  void set_haa_options(const std::optional<HaaOptions>& options) { set<MapHaa>(options); }
  void want_clearance(bool wanted) { set<MapMoves>(MovesOptions{wanted}); }
  bool clearance_wanted() const { return get<MapMoves>().options()->clearance; }
  void want_jumps(bool wanted) { set<MapJumps>(wanted ? std::optional(JumpsOptions{}) : std::nullopt); }
  void want_rooms(bool wanted) { set<MapRooms>(wanted ? std::optional(RoomsOptions{}) : std::nullopt); }
  void set_sector_options(const std::optional<SectorOptions>& options) { set<MapSectors>(options); }
  bool set_landmark_options(const std::optional<LandmarkOptions>& options) { return set<MapLandmarks>(options); }
  const std::optional<LandmarkOptions>& landmark_options() const { return get<MapLandmarks>().options(); }
  void set_tables_options(const std::optional<TablesOptions>& options) {
    std::optional<AgentTablesOptions> wanted;
    if (options) wanted = AgentTablesOptions{*options, wanted_kinds_};
    set<MapTables>(wanted);
  }
  void set_agent_kinds(std::vector<Agent> kinds) {
    wanted_kinds_ = std::move(kinds);
    if (has(Structure::kTables)) set_tables_options(get<MapTables>().options()->tables);
  }
  const std::vector<Agent>& wanted_kinds() const { return wanted_kinds_; }
  void set_ch_options(const std::optional<ChOptions>& options) { set<MapHierarchy>(options); }
  const std::optional<ChOptions>& ch_options() const { return ch().options(); }
  void set_cch_options(const std::optional<CchOptions>& options) { set<MapCch>(options); }
  const std::optional<CchOptions>& cch_options() const { return get<MapCch>().options(); }
  void cancel_ch() { cancel(Structure::kCh); }
  void rebuild_ch() { rebuild(Structure::kCh); }
  bool ch_under_way() const { return state(Structure::kCh).building; }
  bool ch_cancelled() const { return state(Structure::kCh).cancelled; }
  bool ch_failed() const { return state(Structure::kCh).failed; }
  uint64_t ch_version() const { return state(Structure::kCh).version; }
  void cancel_cch() { cancel(Structure::kCch); }
  void rebuild_cch() { rebuild(Structure::kCch); }
  bool cch_under_way() const { return state(Structure::kCch).building; }
  bool cch_cancelled() const { return state(Structure::kCch).cancelled; }
  bool cch_failed() const { return state(Structure::kCch).failed; }
  uint64_t cch_version() const { return state(Structure::kCch).version; }
  double rebuild_micros(Structure structure) const { return state(structure).built_micros; }
  size_t memory_bytes() const;
  size_t memory_bytes(Structure structure) const;

 private:
  template <class K>
  K& kept() {
    return std::get<K>(kept_);
  }
  EditReport apply_unrecorded(const Edit& edit, Edit* inverse);

  GridMap map_;
  History history_;
  Structures kept_;
  DrawnGraph drawn_;
  uint64_t drawn_version_ = 1;
  std::vector<Agent> wanted_kinds_;
};

}  // namespace strata
