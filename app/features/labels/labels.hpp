// Purpose: This header declares the feature of hub labels: their layer, commands, settings, state dump and inspection.
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
extern const FeatureLayer kLabelLayer;  // separators as nested curves, ancestors and hubs
extern const std::array<PaintStep, 2> kLabelPaint;

// What the hub labels know about the inspected cell.
struct LabelInspection {
  // Hub labels are switched on and up to date; otherwise the other members mean nothing.
  bool known = false;
  // Rank of the node in the order of contraction; kNoRank: the cell is no node.
  uint32_t rank = kNoRank;
  struct Ancestor {
    CellId cell = kNoCell;
    // Cost of the cheapest upward path to the ancestor; kInfinite: no upward path leads there.
    Cost cost = 0;
    // The second node of the upward path to the ancestor.
    CellId over = kNoCell;
    uint32_t separator = 0;  // level of the separator that contains the ancestor
  };
  uint32_t depth = 0, separator = 0;
  // The ancestors of the node in the tree, nearest first.
  std::vector<Ancestor> ancestors;
  // The hub over which a path from the cell to the start is joined, and the hub for the goal of the query. None of
  // these cells need be nodes.
  LabelMeeting to_start, to_goal;
};

struct LabelsViewSettings {
  int levels = 6;  // number of separator levels that are drawn
};

class LabelsController : public FeatureController {
 public:
  explicit LabelsController(Lab& lab) : FeatureController(lab) {}

  static constexpr int kLevelLimit = 20;
  // Labels of a graph with more nodes than this are not read for drawing.
  static constexpr uint32_t kNodeLimit = 100'000;

  const LabelsOptions& options() const { return options_; }
  void set(const LabelsOptions& options);
  const LabelsViewSettings& view() const { return view_; }
  void set_view(const LabelsViewSettings& view) { view_ = view; }
  const StructureState& kept() const { return kept_; }
  // Returns the cost of a straight step in the costs of the labels.
  Cost unit() const;

  // Returns the tree of the labels. It is read again if the labels have changed; it is empty if they are not
  // ready or too large.
  const LabelTree& tree();
  bool too_large() const;
  // Returns the hub at which the labels of start and goal meet.
  const LabelMeeting& meeting();
  const LabelInspection& inspected() const { return inspected_; }
  uint64_t inspected_stamp() const { return inspected_stamp_; }  // changes with inspected()
  uint64_t stamp() const;                                        // changes with the drawn labels

  void apply_options();  // applies the options to the world, and switches sectors on if the labels need them
  void structure_event(StructureId, StructureEvent news) override {
    if (news == StructureEvent::kWanted) apply_options();
  }
  void choose(WorldSetup& setup, ChosenFor) const override { setup.get<MapLabels>() = options_; }
  void read_world() override;
  Activity activity() const override { return kept_.wanted && kept_.building ? Activity::kWorks : Activity::kIdle; }
  void inspect_cell(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  uint64_t query_stamp(const PlanQuery& query) const;

  LabelsOptions options_;
  LabelsViewSettings view_;
  StructureState kept_;
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
