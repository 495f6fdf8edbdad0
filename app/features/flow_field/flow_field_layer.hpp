// Purpose: This header declares the layer of the flow field to the goal of the query: the integration field as a heat
//          map, and where cells are large enough an arrow in each for the direction of the cheapest path.
// Source: Emerson 2013; core/search/flow_field.hpp says what differs.
// How: The field exists only while the layer is on. An edit updates it in the next frames, a bounded number of cells a
//      frame; meanwhile the layer shows the field as it was.
#pragma once

#include <array>
#include <string>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/search/flow_field.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kFlowFieldFeature;
FeaturePanel flow_field_panel();

extern const FeatureLayer kFlowFieldLayer;
extern const std::array<PaintStep, 2> kFlowFieldPaint;

// Number of cells that the field visits, and that the heat map colours, in one frame.
inline constexpr uint64_t kFlowCells = uint64_t{1} << 17;
inline constexpr size_t kFlowHeatCells = size_t{3} << 17;
// Arrows are drawn if a cell has at least this size on the screen, in pixels.
inline constexpr double kFlowArrowPixels = 13;

class FlowFieldController : public FeatureController {
 public:
  explicit FlowFieldController(Lab& lab) : FeatureController(lab) {}

  const FlowField& field() const { return field_; }
  // Returns a number that changes whenever another field is complete; the directions belong to it.
  uint64_t version() const { return complete_; }
  // Returns why there is no field; empty if there is one, or it is being computed.
  std::string missing() const;
  // The range of the heat map; low > high: there is none yet. The layer writes it while it paints.
  struct HeatRange {
    Cost low = 1, high = 0;
    bool partial = false;  // the heat map is incomplete: every frame computes a part of it
  };
  HeatRange& heat() { return heat_; }

  void tick(double dt_seconds) override;
  void finish_updates() override;
  Activity activity() const override;
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void dump_inspected(nlohmann::json& out) const override;

 private:
  bool shown() const;
  void work(uint64_t cells);

  FlowField field_;
  HeatRange heat_;
  uint64_t complete_ = 0;
  uint64_t seen_ = 0;  // version of the field when `complete_` was increased last
};

FlowFieldController& flow_field_controller(const Lab& lab);

}  // namespace strata
