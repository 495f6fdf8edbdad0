// Purpose: Sectors in the lab: their commands, menu, painting, settings and dump.
// Source: Sturtevant 2007; core/sectors/sectors.hpp.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kSectorsFeature;

extern const TileSource kSectorTiles;
extern const std::array<PaintStep, 3> kSectorPaint;

class SectorsDesk : public Desk {
 public:
  explicit SectorsDesk(Lab& lab) : Desk(lab) {}

  void dump(nlohmann::json& out, bool durations) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;
};

}  // namespace strata
