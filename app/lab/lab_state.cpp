#include "app/lab/lab_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/lab/feature.hpp"
#include "core/world/partial_path.hpp"

namespace strata {

namespace {

struct Names {
  std::string_view name, title;
};

constexpr std::array<Names, kSharedTools> kToolNames = {{
    {"select", "Select and move"},
    {"brush", "Brush"},
    {"erase", "Erase"},
    {"line", "Line"},
    {"rectangle", "Rectangle"},
    {"ellipse", "Ellipse"},
    {"fill", "Fill"},
    {"pick", "Pick terrain"},
    {"ends", "Place start and goal"},
}};

}  // namespace

int tool_count() {
  int count = kSharedTools;
  for (const Feature* feature : features()) count += feature->tool != nullptr;
  return count;
}

std::string_view tool_name(Tool tool) {
  const FeatureTool* own = feature_tool(tool);
  return own != nullptr ? own->name : kToolNames[static_cast<size_t>(tool)].name;
}

std::string_view tool_title(Tool tool) {
  const FeatureTool* own = feature_tool(tool);
  return own != nullptr ? own->title : kToolNames[static_cast<size_t>(tool)].title;
}

std::optional<Tool> tool_named(std::string_view name) {
  for (int i = 0; i < tool_count(); ++i) {
    if (tool_name(static_cast<Tool>(i)) == name) return static_cast<Tool>(i);
  }
  return std::nullopt;
}

void LabState::switch_layer(Layer layer, bool on) {
  if (on && layer_info(layer).heat_map) {
    for (const Layer other : strata::layers()) {
      if (layer_info(other).heat_map) layers[static_cast<size_t>(other)].on = false;
    }
  }
  layers[static_cast<size_t>(layer)].on = on;
}

bool LabState::window_open(std::string_view name) const {
  return std::find(windows.begin(), windows.end(), name) != windows.end();
}

std::string_view why_not_within_reach(const PlannerRow& row) {
  return row.note.empty() ? "the planner cannot answer with these settings" : std::string_view(row.note);
}

bool share_path(const PlannerRow& a, const PlannerRow& b) {
  return a.planner->family == b.planner->family && a.planner->family->hierarchical && a.result.path == b.result.path &&
         a.result.points == b.result.points && a.result.units == b.result.units;
}

Query searched_query(const LabState& state, const Planner& planner) {
  const PlannerRow* row = state.row(planner.name);
  return row != nullptr && row->solved ? answered_query(state.query, row->result) : state.query;
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

MeterStructure& MeterReading::at(StructureId structure) {
  for (MeterStructure& one : structures) {
    if (one.structure == structure) return one;
  }
  structures.push_back({.structure = structure, .levels = {}, .counts = {}});
  return structures.back();
}

const MeterLevel* MeterReading::find(StructureId structure, int level) const {
  for (const MeterStructure& one : structures) {
    if (one.structure != structure) continue;
    for (const MeterLevel& reading : one.levels) {
      if (reading.level == level) return &reading;
    }
  }
  return nullptr;
}

size_t MeterReading::parts(StructureId structure, int level) const {
  const MeterLevel* reading = find(structure, level);
  return reading == nullptr ? 0 : reading->parts;
}

size_t MeterReading::redone(StructureId structure, int level) const {
  const MeterLevel* reading = find(structure, level);
  return reading == nullptr ? 0 : reading->redone;
}

size_t MeterReading::count(StructureId structure, std::string_view key, int level) const {
  for (const MeterStructure& one : structures) {
    if (one.structure != structure) continue;
    for (const TouchedCount& count : one.counts) {
      if (count.key == key && count.level == level) return count.count;
    }
  }
  return 0;
}

std::string view_title(int level) {
  if (level == kAllLevels) return "All levels";
  return level == 0 ? std::string("L0 cells") : fmt::format("L{}", level);
}

std::string_view notice_name(Notice::Kind kind) { return kind == Notice::Kind::kLetters ? "letters" : "beside"; }

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

void note_drawn(LabState& state, std::span<const LayerState> layers, std::span<const std::string> views,
                bool truncated) {
  for (size_t i = 0; i < layers.size(); ++i) state.layers[i].note = layers[i].note;
  for (size_t i = 0; i < views.size(); ++i) state.views[i].note = views[i];
  state.overlay_truncated = truncated;
}

}  // namespace strata
