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
#include "app/lab/scene_state_provider.hpp"
#include "core/base/automatic_options.hpp"
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

class HpaController : public FeatureController, public SceneStateProvider {
 public:
  explicit HpaController(Lab& lab) : FeatureController(lab) {}

  const HpaOptions& options() const { return world_->get<MapHpa>().hpa().options(); }
  // Returns the number of levels when the graph was complete last; they are counted again at the end of a gesture.
  int counted_levels() const;
  size_t stored_bytes() const;  // bytes of the stored intra-cluster paths
  const HpaInspection& inspected() const { return inspected_; }

  // Returns the cluster size that the user has chosen for all maps; nullopt: each map has its own.
  std::optional<int> chosen_cluster_size() const { return chosen_cluster_size_; }
  void choose_cluster_size(std::optional<int> cells) { chosen_cluster_size_ = cells; }

  // Chooses whether each map that the user opens gets the options that suit it. Maps of scripts, lessons, cards and
  // workspaces never do, and the running example has options of its own. `kept`: also for the next start of the
  // program.
  void set_fits_maps(bool on, bool kept);
  // Returns whether a command runs that the user has given for his own map, and not for that of a lesson or a card.
  bool is_users_choice() const;
  // Leaves the open map with the options that it has: it is that of a workspace.
  void keep_options() { fit_due_ = false; }
  // Notes the options that were chosen all at once, and why.
  void note_chosen(const AutomaticOptions<HpaOptions>& chosen);
  // Returns why the present options were chosen, as a sentence; empty: they were set one by one.
  std::string_view reason() const;

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

  bool fits_maps_ = false;
  bool fit_due_ = false;     // the user has opened a map that has not got its options yet
  HpaOptions chosen_;        // the options that were chosen all at once
  std::string reason_;       // why
  uint64_t chosen_for_ = 0;  // LabState::world_version of the map for which they were chosen; 0: none were
  std::optional<int> chosen_cluster_size_;
  HpaInspection inspected_;
};

HpaController& hpa_controller(const Lab& lab);

// Applies the options. `then` is called once the world has them.
Status set_hpa_options(Lab& lab, const HpaOptions& options, std::function<void()> then);
// Carries out the command that sets all options at once: to those that suit the map, or to the published ones.
Status choose_hpa_options(Lab& lab, const Command& command);

// Called at the start of the program if a person sits at the window: unless the user has chosen the published options
// last, maps that he opens get the options of HPA* that suit them.
void begin_to_fit_maps(Lab& lab);

// If the cluster size came with the map, as that of the running example does, this function puts a line with the size
// in front of the lines. Otherwise a map saved as cells would get the default size when it is opened again.
void add_cluster_size(const Lab& lab, std::vector<std::string>& lines);

}  // namespace strata
