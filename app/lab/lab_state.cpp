#include "app/lab/lab_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/lab/feature.hpp"
#include "core/base/enum_names.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/partial_path.hpp"

namespace strata {

namespace {

struct NameAndTitle {
  std::string_view name, title;
};

constexpr std::array<NameAndTitle, kSharedTools> kToolNames = {{
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

std::optional<Tool> tool_named(std::string_view name) { return enum_named(tool_count(), tool_name, name); }

void LabState::set_terrain_looks(TerrainLooks looks) {
  if (looks == terrain_looks) return;
  terrain_looks = std::move(looks);
  ++terrain_looks_version;
}

void LabState::switch_layer(Layer layer, bool on) {
  const auto set = [this](Layer one, bool to) {
    LayerState& own = layers[static_cast<size_t>(one)];
    own.on = to;
    own.pinned = own.pinned && to;
  };
  if (on && layer_info(layer).heat_map) {
    for (const Layer other : strata::layers()) {
      if (layer_info(other).heat_map) set(other, false);
    }
  }
  set(layer, on);
}

std::shared_ptr<const PlanOptions> usual_plan_options() {
  static const auto usual = std::make_shared<const PlanOptions>();
  return usual;
}

void LabState::set_plan_options(const PlanOptions& options) {
  plan_options_ = std::make_shared<const PlanOptions>(options);
  ++plan_options_version_;
}

bool LabState::window_open(std::string_view name) const {
  return std::find(windows.begin(), windows.end(), name) != windows.end();
}

std::string_view why_not_within_reach(const PlannerRow& row) {
  return row.note.empty() ? "the planner cannot answer with these settings" : std::string_view(row.note);
}

bool share_path(const PlannerRow& a, const PlannerRow& b) {
  return a.planner->family == b.planner->family && a.planner->family->hierarchical && a.result.path == b.result.path &&
         a.result.points == b.result.points && a.result.units == b.result.units &&
         a.result.links_at == b.result.links_at;
}

PlanQuery searched_query(const LabState& state, const Planner& planner) {
  const PlannerRow* row = state.row(planner.name);
  return row != nullptr && row->solved ? answered_query(state.query, row->result) : state.query;
}

UpdateMeterLevel& UpdateMeterStructure::at(int level) {
  for (UpdateMeterLevel& one : levels) {
    if (one.level == level) return one;
  }
  return levels.emplace_back(UpdateMeterLevel{.level = level});
}

RebuiltCount& UpdateMeterStructure::at(std::string_view key, int level) {
  for (RebuiltCount& one : counts) {
    if (one.key == key && one.level == level) return one;
  }
  return counts.emplace_back(RebuiltCount{key, level, 0});
}

UpdateMeterStructure& UpdateMeterReading::at(StructureId structure) {
  for (UpdateMeterStructure& one : structures) {
    if (one.structure == structure) return one;
  }
  structures.push_back({.structure = structure, .levels = {}, .counts = {}});
  return structures.back();
}

const UpdateMeterLevel* UpdateMeterReading::find(StructureId structure, int level) const {
  for (const UpdateMeterStructure& one : structures) {
    if (one.structure != structure) continue;
    for (const UpdateMeterLevel& reading : one.levels) {
      if (reading.level == level) return &reading;
    }
  }
  return nullptr;
}

size_t UpdateMeterReading::parts(StructureId structure, int level) const {
  const UpdateMeterLevel* reading = find(structure, level);
  return reading == nullptr ? 0 : reading->parts;
}

size_t UpdateMeterReading::redone(StructureId structure, int level) const {
  const UpdateMeterLevel* reading = find(structure, level);
  return reading == nullptr ? 0 : reading->redone;
}

size_t UpdateMeterReading::count(StructureId structure, std::string_view key, int level) const {
  for (const UpdateMeterStructure& one : structures) {
    if (one.structure != structure) continue;
    for (const RebuiltCount& count : one.counts) {
      if (count.key == key && count.level == level) return count.count;
    }
  }
  return 0;
}

std::string view_title(int level) {
  if (level == kStepLevel) return "Step level";
  if (level == kAllLevels) return "All levels";
  return level == 0 ? std::string("L0 cells") : fmt::format("L{}", level);
}

std::string level_word(int level) {
  if (level == kStepLevel) return "step";
  return level == kAllLevels ? "all" : std::to_string(level);
}

std::string_view notice_name(Notice::Kind kind) {
  constexpr std::string_view kNames[] = {"letters", "beside", "links"};
  return kNames[static_cast<size_t>(kind)];
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

void note_drawn(LabState& state, std::span<const LayerState> layers, std::span<const std::string> views,
                std::span<const LegendEntry> entries, bool truncated) {
  for (size_t i = 0; i < layers.size(); ++i) state.layers[i].note = layers[i].note;
  for (size_t i = 0; i < views.size(); ++i) state.views[i].note = views[i];
  state.drawn_entries.assign(entries.begin(), entries.end());
  state.overlay_truncated = truncated;
}

}  // namespace strata
