// Purpose: This header has the commands of the bench program as functions: options in, report or error out.
// Errors: A Result error means unusable arguments or input (exit 2); failed checks are in the report (exit 1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/defaults.hpp"
#include "bench/report.hpp"
#include "bench/tasks.hpp"
#include "core/batch/batch.hpp"
#include "core/batch/mesh_batch.hpp"
#include "core/crowd/crowd.hpp"
#include "core/grid/letter_terrains.hpp"
#include "core/grid/move_grid.hpp"
#include "core/hna/hna_query.hpp"
#include "core/sectors/sectors.hpp"
#include "core/world/break_even.hpp"
#include "core/world/ch_graphs.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/scenes.hpp"
#include "core/world/structure_id.hpp"

namespace strata::bench {

Report list_planners();

// Returns why these clusters cannot have these levels, as the error of a command.
Error too_wide(const std::string& command, const HpaOptions& hpa);

struct QueryOptions {
  std::string map;                    // one map, with `scen` or random pairs
  std::string scen;                   // empty: MAP.scen
  std::string set;                    // or a folder: every X.map with X.map.scen beside it
  std::string mesh;                   // or a level, an .obj file, with random pairs
  LetterTerrains letters = {};        // terrains of the maps' letters
  std::vector<std::string> planners;  // empty: all
  int every = 1;                      // rows used: the first and every Nth after it
  int rounds = kRounds;
  int pairs = 0;  // > 0: so many random solvable pairs a map instead of scenario rows; on levels 0 means kLevelPairs
  uint64_t seed = kSeed;
  Rules rules;
  HpaOptions hpa = kHpaDefaults;  // `levels` is ignored: each planner sets its own
  int haa_cluster = kHaaCluster;
  SectorOptions sectors;                     // as a game would set them: sectors of 16, one level
  uint32_t segment = PlanOptions{}.segment;  // sectors: edges refined at once; 0: all
  bool refine = true;                        // sectors; false: abstract paths only
  int landmarks = kLandmarks;                // A* with landmarks
  ChOptions ch;                              // contraction hierarchies
  CchOptions cch;
  LabelsOptions labels;
  NavmeshOptions navmesh;                    // for all planners over a mesh
  LevelOptions level;                        // how the level is made
  MapHnaOptions hna;                         // `levels` is that of pccp, which searches the highest level
  HnaLinks links = HnaLinks::kDijkstra;      // HNA*: how ends are linked; pccp looks them up
  bool from_centres = false;                 // pccp: as published, paths begin and end at the centres of polygons
  Heuristic heuristic = Heuristic::kOctile;  // A*: the heuristic,
  uint16_t weight = kWeightOne;              // its weight in hundredths,
  TieBreaking ties = TieBreaking::kLargeG;   // and the order of equal nodes
  uint64_t interleave = 0;                   // room pruning: seed; 0: off
  bool smooth = kSmooth;
  uint32_t first_moves = 0;                // HPA*: refine until this many moves are known; 0: whole paths
  bool amortise = false;                   // HPA*: also link every goal once and plan to it from several starts
  bool partial = false;                    // also measure partial paths, on queries without a path
  std::vector<std::string> external = {};  // further planners, programs of their own: "NAME=PROGRAM ARGUMENTS"
  int external_ms = 1000;                  // time that they have for a query
  bool check_dijkstra = false;             // compare A*'s cost with Dijkstra's on every row, not only in doubt
  KeepOptions keep = {};                   // where answers are kept, one for each map
};                                         // namespace strata::bench
Result<Report> run_queries(const QueryOptions& options);

struct BreakEvenOptions {
  QueryOptions queries;
  int strokes = 0;  // random strokes that time an edit; 0: none
  int radius = 3;   // of a stroke
};
Result<Report> run_break_even(const BreakEvenOptions& options);
// A planner and its times. append_break_even adds a row for every ordered pair of planners.
struct TimedPlanner {
  std::string planner;
  PlannerTimes times;
};
void append_break_even(const std::string& map, const std::vector<TimedPlanner>& planners, Report& report);

struct EditOptions {
  std::string map;
  LetterTerrains letters = {};  // terrains of the maps' letters
  int strokes = 1000;
  int radius = 3;
  uint64_t seed = kSeed;
  int check_every = 50;  // strokes between comparisons with a fresh build; the last stroke is always compared
  Rules rules;
  HpaOptions hpa = kHpaDefaults;
  int haa_sizes = 0;  // > 0: also keeps HAA* up to date, for agents of sizes 1 to this
  int haa_cluster = kHaaCluster;
  std::vector<StructureId> also = {};  // further structures, with default options, that are kept up to date,
  std::optional<SectorOptions> sectors;
  int landmarks = 0;                    // number of landmarks, rebuilt in the background; 0: none
  bool cch = false;                     // a customisable hierarchy over sectors, which have to be kept too
  std::optional<ChOptions> ch;          // rebuilt in the background
  std::optional<LabelsOptions> labels;  // rebuilt in the background
  bool tables = false;                  // keeps tables up to date; clusters of at most Tables::kMaxClusterSize
  bool table_labels = false;            // with the labels of the tables, which every stroke waits for
  std::optional<NavmeshOptions> navmesh;
  std::optional<MapHnaOptions> hna;  // over the mesh, which has to be kept too; polygons are grouped in the background
};
Result<Report> run_edits(const EditOptions& options);

struct AgentOptions {
  std::string map;              // a map,
  std::string mesh;             // or a level, an .obj file
  LetterTerrains letters = {};  // terrains of the maps' letters
  std::vector<int> agents = {10'000};
  std::vector<BatchMethod> methods = {BatchMethod::kAstar, BatchMethod::kHpa, BatchMethod::kTables};
  std::vector<MeshBatchMethod> mesh_methods = {};  // over the navigation mesh of the map or the level
  std::vector<BatchBackend> backends = {BatchBackend::kCpu};
  int threads = 0;  // of the cpu back end; 0: as many as the processor has
  int check = 100;  // agents compared with the planners for single queries
  int rounds = kRounds;
  uint64_t seed = kSeed;
  Rules rules;
  HpaOptions hpa = kTablesHpaDefaults;
  TablesOptions tables;
  NavmeshOptions navmesh;
  LevelOptions level;         // how the level is made
  MapHnaOptions hna;          // methods over the mesh search its highest level
  bool from_centres = false;  // over the mesh: ends count as centres of their polygons
  MeshTablesOptions mesh_tables;
  KeepOptions keep = {};  // where answers are kept, one for each row
};
Result<Report> run_agents(const AgentOptions& options);

struct CrowdRunOptions {
  std::string map;
  std::string mesh;             // or a level, an .obj file
  LetterTerrains letters = {};  // terrains of the maps' letters
  int agents = 10'000;
  int ticks = 300;
  CrowdTask task = CrowdTask::kWander;
  bool holding = false;
  std::optional<BatchMethod> method;           // over cells; none: kTables, or a mesh method on a level
  std::optional<MeshBatchMethod> mesh_method;  // over the navigation mesh, to random places for ever
  double radius = 0.25;                        // of agents on the mesh, in cells
  LevelOptions level;                          // how the level is made
  MapHnaOptions hna;
  BatchBackend backend = BatchBackend::kCpu;
  uint32_t plans = GridCrowdOptions{}.plans_per_tick;
  double slowest = 6, fastest = 12;  // cells in a nominal second
  int threads = 0;                   // 0: as many as the processor has
  uint64_t seed = kSeed;
  Rules rules;
  HpaOptions hpa = kTablesHpaDefaults;
  TablesOptions tables;
  KeepOptions keep = {};  // where answers are kept, one for each row
};
Result<Report> run_crowd(const CrowdRunOptions& options);

struct FrameOptions {
  std::string app;  // the desktop program
  std::string map;
  LetterTerrains letters = {};  // terrains of the maps' letters
  std::string layers = "all";
  std::string script;  // run first, to set up what is timed; may be empty
  int frames = 300;
};
Result<Report> run_frames(const FrameOptions& options);

struct GenerateOptions {
  SceneSpec spec;
  std::string out;          // one map
  int queries = 0;          // with `out`: a scenario of as many random pairs beside it, lengths by A*
  std::string stock;        // or a folder: every stock map
  std::string stock_level;  // or a folder: the stock level
};
Result<Report> run_generate(const GenerateOptions& options);

}  // namespace strata::bench
