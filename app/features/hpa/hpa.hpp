// Purpose: HPA* in the lab: its layers, commands, settings, dump and inspection. HPA* is always switched on.
// Source: Botea, Müller, Schaeffer 2004; core/hpa/hpa.hpp.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/features/hpa/hpa_layers.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kHpaFeature;
FeaturePanel hpa_panel();
extern const std::array<PlannerAppearance, 4> kHpaPlanners;

extern const TileSource kLevelTiles;     // tiles of one level
extern const TileSource kTogetherTiles;  // tiles of all levels at once, up to that of the layer
// Returns how many levels a view of all levels shows beside the planner: those that it has, if it is one over HPA*.
int shown_hpa_levels(const Lab& lab, const Planner& planner);
extern const std::array<PaintStep, 2> kHpaPaint;

// What HPA* holds for the inspected cell.
struct HpaInspection {
  int level = 0;               // the highest level on which the cell is a node; 0: on no level
  std::vector<HpaEdge> edges;  // edges of the node on level 1; `from` is the cell
};

class HpaController : public FeatureController, public LogContributor {
 public:
  explicit HpaController(Lab& lab) : FeatureController(lab) {}

  const HpaOptions& options() const { return world_->get<MapHpa>().hpa().options(); }
  // Counts of the last finished graphs, indexed by level - 1; updated at the end of a gesture.
  const std::vector<HpaCounts>& counts() const { return counts_; }
  size_t exact_nodes(int level) const;                   // number of nodes whose highest level this is
  size_t stored_bytes() const { return stored_bytes_; }  // bytes of the stored paths alone
  void set_counts(std::vector<HpaCounts> counts, size_t stored_bytes);
  const HpaInspection& inspected() const { return inspected_; }

  // Returns the cluster size that the user has chosen, for all maps; nullopt: each map has its own.
  std::optional<int> chosen_cluster_size() const { return chosen_cluster_size_; }
  void choose_cluster_size(std::optional<int> cells) { chosen_cluster_size_ = cells; }

  void choose(WorldSetup& setup, bool other_map) const override;
  void look_at(Cell cell) override;
  LogContributor* log_contributor() override { return this; }
  bool adds_planner_row(const PlannerRow& row) const override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  std::vector<HpaCounts> counts_;
  size_t stored_bytes_ = 0;
  std::optional<int> chosen_cluster_size_;
  HpaInspection inspected_;
};

HpaController& hpa_controller(const Lab& lab);

// Puts the cluster size before the lines if it came with the map alone, as that of the running example does: the cells
// by themselves would get the usual one.
void add_cluster_size(const Lab& lab, std::vector<std::string>& lines);

}  // namespace strata
