// Purpose: This header declares the feature of any-angle labels, hub labels over the corners of walls: their layers,
//          commands, setting, facts, state dump and inspection.
// Source: core/anyangle/mesh_labels.hpp, core/anyangle/mesh_labels_view.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/anyangle/mesh_labels_view.hpp"
#include "core/world/map_mesh_labels.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kMeshLabelsFeature;
FeaturePanel mesh_labels_panel();
extern const std::array<PlannerAppearance, 1> kMeshLabelsPlanners;
extern const FeatureLayer kCornerLayer;     // corners of walls, and the taut edges of the nearest one
extern const FeatureLayer kCornerHubLayer;  // the hub of the query, and both legs of its path
extern const std::array<PaintStep, 3> kMeshLabelsPaint;

// Colours of the corners and of their taut edges.
inline constexpr Rgba kCornerColor = rgba(0x24405c);
inline constexpr Rgba kTautColor = rgba(0x24405c, 150);

struct MeshLabelsCounts {
  size_t corners = 0, taut_edges = 0, entries = 0, listed_corners = 0, region_side = 0, bytes_per_cell = 0;
};

// What the labels know about the inspected cell.
struct MeshLabelsInspection {
  bool known = false;          // the labels are up to date; otherwise the other members mean nothing
  std::vector<uint32_t> seen;  // the corners that the cell sees
  size_t entries = 0;          // entries of their labels
  size_t useful = 0;           // those that are stored for the region of the cell
};

class MeshLabelsController : public FeatureController {
 public:
  explicit MeshLabelsController(Lab& lab) : FeatureController(lab) {}

  const MeshLabelsOptions& options() const { return options_; }
  void set(const MeshLabelsOptions& options);
  const StructureState& kept() const { return kept_; }
  // Returns the labels of the world; null unless they are up to date and fit into the budget.
  const MeshLabels* labels() const;
  // Returns the hub of start and goal. It is read again if the labels or the query have changed.
  const MeshLabelsHub& hub();
  // Returns whether the hub tells a learner what is hidden: the path, or how the search goes on.
  bool hides_hub() const;
  const MeshLabelsInspection& inspected() const { return inspected_; }
  uint64_t stamp() const;  // changes with the drawn labels

  void structure_event(StructureId which, StructureEvent news) override;
  void choose(WorldSetup& setup, ChosenFor) const override { setup.get<MapMeshLabels>() = options_; }
  void read_world() override;
  Activity activity() const override { return kept_.wanted && kept_.building ? Activity::kWorks : Activity::kIdle; }
  void inspect_cell(Cell cell) override;
  void end_inspection() override { inspected_ = {}; }
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  MeshLabelsOptions options_;
  StructureState kept_;
  uint64_t version_ = 0;
  MeshLabelsHub hub_;
  uint64_t hub_stamp_ = 0;
  MeshLabelsInspection inspected_;
};

MeshLabelsController& mesh_labels_controller(const Lab& lab);

// Returns a point in cells: "(12,7)", "(12.5,7.5)".
std::string corner_text(HalfCellPoint at);

}  // namespace strata
