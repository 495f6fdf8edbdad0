// Purpose: Labels in the lab: their layer, commands, settings, dump and inspection.
// Source: core/ch/labels.hpp, core/world/labels_view.hpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/search/workspace.hpp"
#include "core/world/labels_view.hpp"
#include "core/world/map_labels.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kLabelsFeature;
FeaturePanel labels_panel();
extern const std::array<PlannerAppearance, 1> kLabelPlanners;
extern const FeatureLayer kLabelLayer;  // separators as nested curves, ancestors, hubs
extern const std::array<PaintStep, 2> kLabelPaint;

struct LabelCounts {
  size_t nodes = 0;
  size_t entries = 0;
  size_t height = 0;  // of the longest label
};

// What the inspected cell is among the nodes.
struct LabelInspection {
  bool known = false;       // there are labels, and they are ready
  uint32_t rank = kNoRank;  // kNoRank: the cell is no node
  struct Ancestor {
    CellId cell = kNoCell;
    Cost cost = 0;           // kInfinite: there is no way that only goes up
    CellId over = kNoCell;   // the first node on that way
    uint32_t separator = 0;  // level
  };
  uint32_t depth = 0, separator = 0;
  std::vector<Ancestor> ancestors;  // the nearest first
  // From the cell to the start and to the goal of the query, which need not be nodes, as the cell need not.
  LabelMeeting to_start, to_goal;
};

class LabelsController : public FeatureController {
 public:
  explicit LabelsController(Lab& lab) : FeatureController(lab) {}

  static constexpr int kLevelLimit = 20;
  // A graph of more nodes is not read for the screen.
  static constexpr uint32_t kNodeLimit = 100'000;

  const LabelsOptions& options() const { return options_; }
  void set(const LabelsOptions& options);
  int levels() const { return levels_; }  // so many levels of separators are drawn
  void set_levels(int levels) { levels_ = levels; }
  const LabelCounts& counts() const { return counts_; }
  const StructureState& kept() const { return kept_; }
  Cost unit() const;  // a straight step in their costs

  // Read when they have changed since the last look; empty: they are not ready, or too large.
  const LabelTree& tree();
  bool too_large() const;
  // Of start and goal of the query.
  const LabelMeeting& meeting();
  const LabelInspection& inspected() const { return inspected_; }
  uint64_t inspected_stamp() const { return inspected_stamp_; }  // changes with it
  uint64_t stamp() const;                                        // of what is drawn of them

  void apply_options();  // to the world, with the sectors that they need
  void structure_event(StructureId, StructureEvent news) override {
    if (news == StructureEvent::kWanted) apply_options();
  }
  void choose(WorldSetup& setup, bool) const override { setup.get<MapLabels>() = options_; }
  void read_world() override;
  Activity activity() const override { return kept_.wanted && kept_.building ? Activity::kWorks : Activity::kRests; }
  void look_at(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  uint64_t query_stamp(const Query& query) const;

  LabelsOptions options_;
  int levels_ = 6;
  StructureState kept_;
  LabelCounts counts_;
  uint64_t version_ = 0;
  LabelTree tree_;
  uint64_t tree_stamp_ = 0;
  LabelMeeting meeting_;
  uint64_t meeting_stamp_ = 0;
  LabelInspection inspected_;
  uint64_t inspected_stamp_ = 0;
  Workspace workspace_;
};

LabelsController& labels_controller(const Lab& lab);

}  // namespace strata
