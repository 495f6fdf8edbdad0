// Purpose: This header declares the commands of the bench program as functions that take options and return a report.
// Errors: An Error means unusable arguments or input (exit code 2); failed checks are in the report (exit code 1).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/defaults.hpp"
#include "bench/report.hpp"
#include "bench/tasks.hpp"
#include "core/batch/batch.hpp"
#include "core/batch/mesh_batch.hpp"
#include "core/crowd/crowd.hpp"
#include "core/grid/letter_terrains.hpp"
#include "core/grid/map_links.hpp"
#include "core/grid/move_grid.hpp"
#include "core/hna/hna_query.hpp"
#include "core/search/plan_options.hpp"
#include "core/sectors/sectors.hpp"
#include "core/world/break_even.hpp"
#include "core/world/ch_graphs.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/scenes.hpp"
#include "core/world/structure_id.hpp"

namespace strata::bench {

Report list_planners();

// Returns the error of a command whose clusters are too wide for that number of levels.
Error too_wide(const std::string& command, const HpaOptions& hpa);

// Where the options of structures come from: they are those that are given, or those that suit the map.
enum class ChosenSettings : uint8_t { kPublished, kAuto };
inline constexpr std::array<std::string_view, 2> kChosenSettingsNames = {"published", "auto"};

struct QueryOptions {
  std::string map = {};                    // one map file, with `scen` or random pairs
  std::string scen = {};                   // scenario file; empty: MAP.scen
  std::string set = {};                    // folder, instead of `map`: every X.map with its X.map.scen; empty: none
  std::string mesh = {};                   // level (.obj file), instead of `map`, with random pairs; empty: none
  LetterTerrains letters = {};             // terrains of letters in map files
  std::vector<LinkText> map_links = {};    // links between cells of the map
  std::vector<std::string> planners = {};  // names of planners; empty: all
  int every = 1;                           // the first row and every Nth after it are used
  int rounds = kRounds;
  int pairs = 0;  // above 0: random solvable pairs per map instead of scenario rows; on levels 0 means kLevelPairs
  uint64_t seed = kSeed;
  Rules rules = {};
  ChosenSettings settings = ChosenSettings::kPublished;
  HpaOptions hpa = kHpaDefaults;  // `levels` is ignored, because each planner sets its own
  int haa_cluster = kHaaCluster;
  SectorOptions sectors = {};                // typical of games: sectors of 16, one level
  uint32_t segment = PlanOptions{}.segment;  // sectors: edges of the abstract path that are refined together; 0: all
  bool refine = true;                        // sectors; false: abstract paths only
  int landmarks = kLandmarks;                // ALT: number of landmarks
  ChOptions ch = {};                         // options of contraction hierarchies
  CchOptions cch = {};
  LabelsOptions labels = {};
  NavmeshOptions navmesh = {};                     // options of the mesh, for all planners over it
  LevelOptions level = {};                         // voxelisation of the level
  MapHnaOptions hna = {};                          // `levels` is the number for pccp, which searches the highest level
  HnaLinkMethod links = HnaLinkMethod::kDijkstra;  // HNA*: method of linking start and goal; pccp uses look-ups
  bool from_centres = false;                       // pccp: paths begin and end at centroids, as published
  Heuristic heuristic = Heuristic::kOctile;        // A*: heuristic
  uint16_t weight = kWeightOne;                    // A*: weight of the heuristic in hundredths
  TieBreaking ties = TieBreaking::kLargeG;         // A*: tie-breaking
  uint64_t interleave = 0;                         // room pruning: seed for shuffling moves; 0: off
  bool smooth = kSmooth;
  uint32_t first_moves = 0;                // HPA*: refine until this many moves are known; 0: whole paths
  bool amortise = false;                   // HPA*: also link every goal once and plan to it from several starts
  bool automatic = false;                  // HPA*: also compare automatic options with the published ones
  Answer answer = Answer::kCells;          // how much of a path is asked for
  bool partial = false;                    // also measure partial paths, on queries without a path
  int update_strokes = 0;                  // random strokes that measure updates at last; not with `external`
  std::vector<std::string> external = {};  // further planners, programs of their own: "NAME=PROGRAM ARGUMENTS"
  int external_ms = 1000;                  // time that they have for a query
  bool check_dijkstra = false;             // compare A*'s cost with Dijkstra's on every row, not only in doubt
  ResultFileOptions keep = {};             // where answers are kept, one for each map
  std::string rows_file = {};              // table with a row for each query and planner; empty: none
};                                         // namespace strata::bench
Result<Report> run_queries(const QueryOptions& options);

struct BreakEvenOptions {
  QueryOptions queries;
  int strokes = 0;  // number of random strokes that are timed; 0: none
  int radius = 3;   // radius of the brush
};
Result<Report> run_break_even(const BreakEvenOptions& options);
// A planner and its times, as input of append_break_even, which adds a row for every ordered pair of planners.
struct TimedPlanner {
  std::string planner;
  PlannerTimes times;
};
void append_break_even(const std::string& map, const std::vector<TimedPlanner>& planners, Report& report);

struct EditOptions {
  std::string map = {};
  LetterTerrains letters = {};  // terrains of letters in map files
  int strokes = 1000;
  int radius = 3;
  uint64_t seed = kSeed;
  int check_every = 50;  // strokes between comparisons with a fresh build; after the last stroke there is always one
  Rules rules = {};
  HpaOptions hpa = kHpaDefaults;
  int haa_sizes = 0;  // above 0: also update HAA*, for agents of sizes 1 to haa_sizes
  int haa_cluster = kHaaCluster;
  std::vector<StructureId> also = {};  // further structures to update, with default options
  std::optional<SectorOptions> sectors = {};
  int landmarks = 0;                         // number of landmarks, which are rebuilt in the background; 0: none
  bool cch = false;                          // update a CCH over sectors, which must be switched on, too
  std::optional<ChOptions> ch = {};          // a contraction hierarchy, rebuilt in the background
  std::optional<LabelsOptions> labels = {};  // hub labels, rebuilt in the background
  bool tables = false;                       // update next-hop tables; clusters of at most Tables::kMaxClusterSize
  bool table_labels = false;                 // also update the labels of the tables; every stroke waits for them
  std::optional<NavmeshOptions> navmesh = {};
  // HNA* over the mesh, which must be switched on, too. Polygons are grouped in the background.
  std::optional<MapHnaOptions> hna = {};
};
Result<Report> run_edits(const EditOptions& options);

struct AgentOptions {
  std::string map = {};                  // a map file
  std::string mesh = {};                 // level (.obj file), instead of `map`; empty: none
  LetterTerrains letters = {};           // terrains of letters in map files
  std::vector<LinkText> map_links = {};  // links between cells of the map
  std::vector<int> agents = {10'000};
  std::vector<BatchMethod> methods = {BatchMethod::kAstar, BatchMethod::kHpa, BatchMethod::kTables};
  std::vector<MeshBatchMethod> mesh_methods = {};  // methods over the navigation mesh of the map or the level
  std::vector<BatchBackend> backends = {BatchBackend::kCpu};
  int threads = 0;  // threads of the cpu back end; 0: the number of hardware threads
  int check = 100;  // number of agents that are compared with single queries
  int rounds = kRounds;
  uint64_t seed = kSeed;
  Rules rules = {};
  HpaOptions hpa = kTablesHpaDefaults;
  bool turns = false;  // over cells: paths hold turning points
  TablesOptions tables = {};
  NavmeshOptions navmesh = {};
  LevelOptions level = {};    // voxelisation of the level
  MapHnaOptions hna = {};     // methods over the mesh search its highest level
  bool from_centres = false;  // over the mesh: ends count as centroids of their polygons
  MeshTablesOptions mesh_tables = {};
  ResultFileOptions keep = {};  // file in which the results of single rows are kept
};
Result<Report> run_agents(const AgentOptions& options);

struct CrowdRunOptions {
  std::string map = {};
  std::string mesh = {};        // level (.obj file), instead of `map`; empty: none
  LetterTerrains letters = {};  // terrains of letters in map files
  int agents = 10'000;
  int ticks = 300;
  CrowdTask task = CrowdTask::kWander;
  bool holding = false;
  std::optional<CrowdMethod> method = {};  // method over cells; none: kTables, or a mesh method on a level
  // Method over the navigation mesh, where agents go to one random place after another.
  std::optional<MeshBatchMethod> mesh_method = {};
  double radius = 0.25;     // radius of agents on the mesh, in cells
  LevelOptions level = {};  // voxelisation of the level
  MapHnaOptions hna = {};
  BatchBackend backend = BatchBackend::kCpu;
  uint32_t plans = GridCrowdOptions{}.plans_per_tick;
  double slowest = 6, fastest = 12;  // limits of the agents' paces, in cells per second of simulated time
  int threads = 0;                   // 0: the number of hardware threads
  uint64_t seed = kSeed;
  Rules rules = {};
  HpaOptions hpa = kTablesHpaDefaults;
  TablesOptions tables = {};
  ResultFileOptions keep = {};  // file in which the results of single rows are kept
};
Result<Report> run_crowd(const CrowdRunOptions& options);

struct FrameOptions {
  std::string app = {};  // path of the desktop program
  std::string map = {};
  LetterTerrains letters = {};  // terrains of letters in map files
  std::string layers = "all";
  std::string script = {};  // script that sets up the scene that is timed; may be empty
  int frames = 300;
};
Result<Report> run_frames(const FrameOptions& options);

struct GenerateOptions {
  SceneSpec spec;
  std::string out;          // file of one generated map
  int queries = 0;          // with `out`: also write a scenario with this number of random pairs, with lengths by A*
  std::string stock;        // folder for all stock maps, instead of `out`; empty: none
  std::string stock_level;  // folder for the stock level, instead of `out`; empty: none
};
Result<Report> run_generate(const GenerateOptions& options);

}  // namespace strata::bench
