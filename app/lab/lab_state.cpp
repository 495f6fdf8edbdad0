#include "app/lab/lab_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace strata {

namespace {

struct Names {
  std::string_view name, title, legend;
};

constexpr std::array<Names, kTools> kToolNames = {{
    {"select", "Select and move", ""},
    {"brush", "Brush", ""},
    {"erase", "Erase", ""},
    {"line", "Line", ""},
    {"rectangle", "Rectangle", ""},
    {"fill", "Fill", ""},
    {"pick", "Pick terrain", ""},
    {"graph", "Draw a graph", ""},
    {"crowd", "Place agents", ""},
}};

constexpr std::array<Names, kLayers> kLayerNames = {{
    {"heuristic", "Heuristic",
     "Dark to light: what landmarks tell of the cost to the goal, or from one of them. See its settings"},
    {"crowd-heat", "Crowd heat map", "Dark to light: where the crowd has been, is now, or has waited. See its tab"},
    {"search", "Searched cells",
     "Purple: in the open list. Dark to light: expanded, early to late. Discs: abstract nodes"},
    {"regions", "Regions", "Connected cells of a sector, each region in a colour other than those of its neighbours"},
    {"rooms", "Rooms", "Empty rectangles, each in a colour other than those that touch it"},
    {"pruned", "Pruned cells", "Hatched: the interiors of rooms, which searches leave out"},
    {"clearance", "Clearance", "Shades: the largest agent that can stand there, 1 to 8 cells. Numbers when near"},
    {"grid", "Grid", "Cell borders"},
    {"clusters", "Clusters", "Borders of the clusters of HPA*, thicker on higher levels"},
    {"sectors", "Sectors", "Green dots: borders of the sectors"},
    {"entrances", "Entrances", "Orange bars: free runs along a cluster border"},
    {"transitions", "Transitions",
     "Abstract nodes. Blue square: level 1, red diamond: 2, green triangle: 3, black ring: 4"},
    {"inter-edges", "Inter-edges", "Edges across borders, in colour and dash of their level"},
    {"intra-edges", "Intra-edges", "Lines between the nodes of a cluster. Blue: level 1, red dashes: 2, green: 3"},
    {"haa-intra", "HAA* intra-edges", "Inside clusters of HAA*, with terrains and clearance when near"},
    {"haa-inter", "HAA* inter-edges", "Across borders of HAA*, with terrains and clearance when near"},
    {"haa-dominated", "Dominated edges", "Red cross: left out of high quality. Black cross: left out of low quality"},
    {"sector-edges", "Sector edges", "Green lines between the centres of regions that touch"},
    {"centres", "Centres", "Green discs: centres of regions. Small ring: the centroid that a centre was moved from"},
    {"sectors-2", "Second level", "Brown: borders, centres and edges of the large sectors"},
    {"macro-edges", "Macro edges", "Across rooms, from the cell under the pointer and from the inspected one"},
    {"drawn", "Drawn graph", "Your own graph: nodes, and edges with their weights in straight steps"},
    {"cch", "Customisable CH", "Squares and dashed arcs: the same of the customisable hierarchy"},
    {"ch", "Contraction hierarchy",
     "Nodes dark to light by importance, or small to large; shortcuts as arcs above their ways"},
    {"tree", "Search tree", "From each searched cell to its parent"},
    {"abstract-path", "Abstract path", "Purple: the path over abstract nodes"},
    {"raw-path", "Refined path", "Thin dots: the refined path before smoothing"},
    {"path", "Path", "The final path of each planner, in its colour and dash"},
    {"drill-down", "Drill-down", "While stepping: the path as each level knows it; what is refined fades"},
    {"flow", "Crowd flow", "Arrows: where the steps of the crowd have led, longer for more of them"},
    {"trails", "Trails", "Lines behind the agents: the last cells that they came over"},
    {"jams", "Jams", "Orange rings: agents that have waited for a cell, larger for longer"},
    {"crowd", "Crowd",
     "Agents: arrows walk, squares wait, discs have arrived, rings are being planned, crosses have no way"},
    {"agent", "Agent", "Its square where it is larger than a cell; the corner marks its position"},
    {"flash", "Rebuilt parts", "Flash: clusters, sectors and rooms that an edit made compute anew"},
    {"landmarks", "Landmarks", "Numbered squares; struck out: set aside until the rebuild. Drag one to move it"},
}};

template <class T, size_t N>
std::optional<T> named(const std::array<Names, N>& names, std::string_view name) {
  for (size_t i = 0; i < N; ++i) {
    if (names[i].name == name) return static_cast<T>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view tool_name(Tool tool) { return kToolNames[static_cast<size_t>(tool)].name; }
std::string_view tool_title(Tool tool) { return kToolNames[static_cast<size_t>(tool)].title; }
std::optional<Tool> tool_named(std::string_view name) { return named<Tool>(kToolNames, name); }

std::string_view layer_name(Layer layer) { return kLayerNames[static_cast<size_t>(layer)].name; }
std::string_view layer_title(Layer layer) { return kLayerNames[static_cast<size_t>(layer)].title; }
std::string_view layer_legend(Layer layer) { return kLayerNames[static_cast<size_t>(layer)].legend; }
std::optional<Layer> layer_named(std::string_view name) { return named<Layer>(kLayerNames, name); }

float usual_opacity(Layer layer) { return layer == Layer::kIntraEdges ? 0.7f : 1.0f; }

Structure layer_structure(Layer layer) {
  switch (layer) {
    case Layer::kHaaIntra:
    case Layer::kHaaInter:
    case Layer::kHaaDominated:
      return Structure::kHaa;
    case Layer::kRooms:
    case Layer::kPruned:
    case Layer::kMacroEdges:
      return Structure::kRooms;
    case Layer::kRegions:
    case Layer::kSectors:
    case Layer::kSectorEdges:
    case Layer::kCentres:
    case Layer::kSectors2:
      return Structure::kSectors;
    case Layer::kLandmarks:
    case Layer::kHeuristic:
      return Structure::kLandmarks;
    case Layer::kCh:
      return Structure::kCh;
    case Layer::kCch:
      return Structure::kCch;
    case Layer::kCrowdHeat:
    case Layer::kFlow:
    case Layer::kTrails:
    case Layer::kJams:
    case Layer::kCrowd:
      return Structure::kTables;
    default:
      return Structure::kMoves;
  }
}

std::string_view heuristic_name(HeuristicKind kind) {
  static constexpr std::array<std::string_view, kHeuristicKinds> kNames = {"bound", "gain", "distance"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view heuristic_title(HeuristicKind kind) {
  static constexpr std::array<std::string_view, kHeuristicKinds> kTitles = {
      "Lower bound to the goal", "Gain over the distance", "Distance from a landmark"};
  return kTitles[static_cast<size_t>(kind)];
}

std::string_view crowd_backend_name(CrowdBackend backend) {
  static constexpr std::array<std::string_view, kCrowdBackends> kNames = {"auto", "cuda", "cpu"};
  return kNames[static_cast<size_t>(backend)];
}

std::string_view crowd_heat_name(CrowdHeat heat) {
  static constexpr std::array<std::string_view, kCrowdHeats> kNames = {"visits", "now", "waits"};
  return kNames[static_cast<size_t>(heat)];
}

std::string_view crowd_heat_title(CrowdHeat heat) {
  static constexpr std::array<std::string_view, kCrowdHeats> kTitles = {"Visits so far", "Agents now", "Ticks waited"};
  return kTitles[static_cast<size_t>(heat)];
}

bool LabState::window_open(std::string_view name) const {
  return std::find(windows.begin(), windows.end(), name) != windows.end();
}

std::span<const FlashStyle> flash_styles() {
  constexpr auto kDashed = [](int) { return 5.0f; };
  static constexpr FlashStyle kStyles[] = {
      {Structure::kHpa, [](int level) { return level <= 1 ? palette::kFlash : level_style(level).color; },
       [](int level) { return level_style(level).dash; }},
      {Structure::kSectors, sector_color, kDashed},
      {Structure::kRooms, [](int) { return palette::kPurple; }, kDashed}};
  return kStyles;
}

MeterLevel& MeterStructure::at(int level) {
  for (MeterLevel& one : levels) {
    if (one.level == level) return one;
  }
  return levels.emplace_back(MeterLevel{.level = level});
}

TouchedCount& MeterStructure::at(std::string_view key, int level) {
  for (TouchedCount& one : counts) {
    if (one.key == key && one.level == level) return one;
  }
  return counts.emplace_back(TouchedCount{key, level, 0});
}

MeterStructure& MeterReading::at(Structure structure) {
  for (MeterStructure& one : structures) {
    if (one.structure == structure) return one;
  }
  structures.push_back({.structure = structure, .levels = {}, .counts = {}});
  return structures.back();
}

const MeterLevel* MeterReading::find(Structure structure, int level) const {
  for (const MeterStructure& one : structures) {
    if (one.structure != structure) continue;
    for (const MeterLevel& reading : one.levels) {
      if (reading.level == level) return &reading;
    }
  }
  return nullptr;
}

size_t MeterReading::parts(Structure structure, int level) const {
  const MeterLevel* reading = find(structure, level);
  return reading == nullptr ? 0 : reading->parts;
}

size_t MeterReading::redone(Structure structure, int level) const {
  const MeterLevel* reading = find(structure, level);
  return reading == nullptr ? 0 : reading->redone;
}

size_t MeterReading::count(Structure structure, std::string_view key, int level) const {
  for (const MeterStructure& one : structures) {
    if (one.structure != structure) continue;
    for (const TouchedCount& count : one.counts) {
      if (count.key == key && count.level == level) return count.count;
    }
  }
  return 0;
}

size_t LabState::exact_nodes(int level) const {
  const auto at = static_cast<size_t>(level);
  if (level < 1 || at > hpa_counts.size()) return 0;
  return hpa_counts[at - 1].nodes - (at < hpa_counts.size() ? hpa_counts[at].nodes : 0);
}

std::string view_title(int level) {
  if (level == kAllLevels) return "All levels";
  return level == 0 ? std::string("L0 cells") : fmt::format("L{}", level);
}

const PlannerRow* LabState::row(std::string_view name) const {
  for (const PlannerRow& row : rows) {
    if (row.planner->name == name) return &row;
  }
  return nullptr;
}

std::string micros_text(const LabState& state, double micros) {
  if (state.fixed_clock) return "–";
  if (micros < 100) return fmt::format("{:.1f} µs", micros);
  if (micros < 1000) return fmt::format("{:.0f} µs", micros);
  if (micros < 100'000) return fmt::format("{:.2f} ms", micros / 1000);
  if (micros < 1'000'000) return fmt::format("{:.0f} ms", micros / 1000);
  return fmt::format("{:.2f} s", micros / 1e6);
}

std::string cost_text(Cost cost, Cost unit) {
  if (cost == kInfinite) return "–";
  return fmt::format("{:.2f}", cost / static_cast<double>(unit));
}

}  // namespace strata
