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
  size_t height = 0;  // entries of the longest label
};

// What the labels hold for the inspected cell.
struct LabelInspection {
  bool known = false;       // the labels are on and ready
  uint32_t rank = kNoRank;  // kNoRank: the cell is no node
  struct Ancestor {
    CellId cell = kNoCell;
    Cost cost = 0;           // kInfinite: no path leads only up to the ancestor
    CellId over = kNoCell;   // the first node on that path
    uint32_t separator = 0;  // level of the ancestor's separator
  };
  uint32_t depth = 0, separator = 0;
  std::vector<Ancestor> ancestors;  // nearest ancestor first
  // Labels from the cell to the start and to the goal of the query. None of these cells need be a node.
  LabelMeeting to_start, to_goal;
};

struct LabelsView {
  int levels = 6;  // number of separator levels that are drawn
};

class LabelsController : public FeatureController {
 public:
  explicit LabelsController(Lab& lab) : FeatureController(lab) {}

  static constexpr int kLevelLimit = 20;
  // Labels of a graph with more nodes are not read for the screen.
  static constexpr uint32_t kNodeLimit = 100'000;

  const LabelsOptions& options() const { return options_; }
  void set(const LabelsOptions& options);
  const LabelsView& view() const { return view_; }
  void set_view(const LabelsView& view) { view_ = view; }
  const LabelCounts& counts() const { return counts_; }
  const StructureState& kept() const { return kept_; }
  Cost unit() const;  // cost of a straight step

  // Returns the tree of the labels, read again if they have changed; empty if they are not ready or too large.
  const LabelTree& tree();
  bool too_large() const;
  // Returns where the labels of the query's start and goal meet.
  const LabelMeeting& meeting();
  const LabelInspection& inspected() const { return inspected_; }
  uint64_t inspected_stamp() const { return inspected_stamp_; }  // changes with inspected()
  uint64_t stamp() const;                                        // changes with the labels that are drawn

  void apply_options();  // sets the options in the world; switches sectors on if needed
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
  LabelsView view_;
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
