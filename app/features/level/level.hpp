// Purpose: Levels (.obj files) in the lab: the options that they are built with, and their heights as shade under the
//          map.
// Source: core/level/level.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "core/level/level_options.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kLevelFeature;
FeaturePanel level_panel();
extern const std::array<PlannerAppearance, 1> kLevelPlanners;
extern const FeatureLayer kHeightLayer;
extern const std::array<PaintStep, 1> kLevelPaint;

class LevelController : public FeatureController, public LogContributor {
 public:
  explicit LevelController(Lab& lab) : FeatureController(lab) {}

  // Options that the next level is built with when it is opened.
  const LevelOptions& options() const;
  // Whether the level that the map shows was built with other options.
  bool is_outdated() const;
  // Returns how light each cell is, from 1 to 255; empty if the map shows no level. Computed on the first call.
  const std::vector<uint8_t>& shade();
  uint64_t shade_version() const { return shade_version_; }

  void map_changed(const MapChange& change) override;
  LogContributor* log_contributor() override { return this; }
  void rewrite_for_log(Command& command) const override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  std::vector<uint8_t> shade_;
  bool shaded_ = false;
  uint64_t shade_version_ = 1;
};

LevelController& level_controller(const Lab& lab);

}  // namespace strata
