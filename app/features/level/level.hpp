// Purpose: This header declares the feature of 3D levels (.obj files): the options with which their navigation meshes
//          are built, and the shading of the map by height.
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

  // Returns the options that are used for the next level that is opened.
  const LevelOptions& options() const;
  // Returns whether the open level was built with options other than the present ones.
  bool is_outdated() const;
  // Returns the lightness of each cell by its height, from 1 to 255; empty if the map shows no level. The first
  // call computes it.
  const std::vector<uint8_t>& shade();
  uint64_t shade_version() const { return shade_version_; }

  void map_changed(const MapChange& change) override;
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
