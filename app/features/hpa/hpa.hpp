// Purpose: This header declares the feature of HPA*: its layers, commands, settings, state dump and inspection. HPA* is
//          always switched on.
// Source: Botea, Müller, Schaeffer 2004; core/hpa/hpa.hpp.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/features/hpa/hpa_layers.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/fitted_options.hpp"
#include "app/lab/scene_state_provider.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kHpaFeature;
FeaturePanel hpa_panel();
extern const std::array<PlannerAppearance, 4> kHpaPlanners;

// The tiles in which one level is drawn.
extern const TileSource kLevelTiles;
// The tiles in which all levels up to that of the layer are drawn together.
extern const TileSource kTogetherTiles;
// Returns how many levels a view of all levels draws for the planner: the levels that it searches, if it is a
// planner over HPA*.
int shown_hpa_levels(const Lab& lab, const Planner& planner);
extern const std::array<PaintStep, 2> kHpaPaint;

// What HPA* knows about the inspected cell.
struct HpaInspection {
  // The highest level on which the cell is a node; 0: it is a node on no level.
  int level = 0;
  // The edges of the cell's node on level 1; the cell is their `from`. The last `links` of them are links.
  std::vector<HpaEdge> edges;
  size_t links = 0;
};

class HpaController : public FeatureController, public SceneStateProvider, public FitsMaps {
 public:
  explicit HpaController(Lab& lab) : FeatureController(lab), fitted_(lab, "hpa") {}

  const HpaOptions& options() const { return world_->get<MapHpa>().hpa().options(); }
  // Returns the number of levels when the graph was complete last; they are counted again at the end of a gesture.
  int counted_levels() const;
  size_t stored_bytes() const;  // bytes of the stored intra-cluster paths
  const HpaInspection& inspected() const { return inspected_; }

  // Returns the cluster size that the user has chosen for all maps; nullopt: each map has its own.
  std::optional<int> chosen_cluster_size() const { return chosen_cluster_size_; }
  void choose_cluster_size(std::optional<int> cells) { chosen_cluster_size_ = cells; }

  // The running example has options of its own, whatever the user has chosen.
  MapFitting& fitting() override { return fitted_; }
  FittedOptions<HpaOptions>& fitted() { return fitted_; }
  // Returns why the present options were chosen, as a sentence; empty: they were set one by one.
  std::string_view reason() const { return fitted_.reason(options()); }

  void tick(double dt_seconds) override;
  void map_changed(const MapChange& change) override;
  // The content is the cluster size that the user has chosen for all maps, and why the options were chosen, so that
  // leaving a lesson brings that back, too.
  std::any content() const override;
  void take_content(const std::any& content) override;
  void choose(WorldSetup& setup, ChosenFor map) const override;
  void inspect_cell(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  // Returns the lines that set the present options, but with this cluster size as the user's choice; nullopt:
  // with none chosen.
  std::vector<std::string> lines_with(std::optional<int> cluster_size) const;

 private:
  struct SceneState;

  FittedOptions<HpaOptions> fitted_;
  std::optional<int> chosen_cluster_size_;
  HpaInspection inspected_;
};

HpaController& hpa_controller(const Lab& lab);

// Applies the options. `then` is called once the world has them.
Status set_hpa_options(Lab& lab, const HpaOptions& options, std::function<void()> then);
// Carries out the command that sets all options at once: to those that suit the map, or to the published ones.
Status choose_hpa_options(Lab& lab, const Command& command);

// If the cluster size came with the map, as that of the running example does, this function puts a line with the size
// in front of the lines. Otherwise a map saved as cells would get the default size when it is opened again.
void add_cluster_size(const Lab& lab, std::vector<std::string>& lines);

}  // namespace strata
