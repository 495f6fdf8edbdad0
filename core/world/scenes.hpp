// Purpose: This header declares the stock maps and the map generators. App, tests and benchmarks use the same ones. A
//          kind, a size and a seed give the same map on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/grid_map.hpp"
#include "core/search/plan.hpp"

namespace strata {

enum class SceneKind : uint8_t { kRooms, kMaze, kCave, kRandom, kForest, kCity };
inline constexpr int kSceneKinds = 6;

std::string_view scene_kind_name(SceneKind kind);  // "rooms", "maze", "cave", "random", "forest", "city"
std::optional<SceneKind> scene_kind_named(std::string_view name);

struct SceneSpec {
  SceneKind kind = SceneKind::kRooms;
  int width = 128;  // 8..GridMap::kMaxSide
  int height = 128;
  uint64_t seed = 1;
  // Parameter of the kind: room side, corridor width, percentage of obstacles, block size and so on; 0: its default.
  int detail = 0;
};
GridMap generate(const SceneSpec& spec);

// The maps in assets/maps, one per file; `strata-bench generate --stock DIR` writes them.
struct StockMap {
  std::string_view file;  // "rooms-128.map"
  std::string_view title;
  SceneSpec spec;
};
std::span<const StockMap> stock_maps();
inline constexpr std::string_view kRunningExampleFile = "running-example.map";

// Our own 40x40 running example, with a long detour and one dead-end room. With clusters of this side, three levels of
// HPA* have 8x8, 4x4 and 2x2 clusters. The path of the example query takes the detour.
inline constexpr int kRunningExampleClusters = 5;
GridMap running_example();
PlanQuery running_example_query();

// Returns a start and a goal far apart with a path between them (octile walkers), chosen by `seed`. Returns nothing if
// no two passable cells are connected.
std::optional<PlanQuery> suggested_query(const GridMap& map, uint64_t seed);

}  // namespace strata
