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

const PlannerRow* LabState::hpa_row(int levels) const {
  for (const PlannerRow& row : rows) {
    if (row.planner->needs == Structure::kHpa && row.planner->abstract_level == levels) return &row;
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
