// Purpose: This feature is the tool that paints weights of single cells with the brush, lines and other shapes, and the
// layer that shows them:
//          a heat map, and where cells are large enough the weight of each as a number.
// How: The layer exists only while it is on and some cell has a weight of its own. On a large map its colours follow an
//      edit over some frames.
// Units: app/lab/weight_change.hpp.
#pragma once

#include <array>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/weight_change.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kWeightsFeature;
FeaturePanel weights_panel();
extern const FeatureTool kWeightTool;
extern const FeatureLayer kWeightsLayer;
extern const std::array<PaintStep, 1> kWeightsPaint;
extern const std::array<LabelStep, 1> kWeightsLabels;

// Number of cells that the heat map reads and colours in one frame.
inline constexpr size_t kWeightHeatCells = size_t{1} << 20;
// Numbers are drawn if a cell has at least this size on the screen, in pixels.
inline constexpr double kWeightNumberPixels = 18;

// Words for WeightChange::Mode, in its order.
inline constexpr std::array<std::string_view, 5> kWeightModes = {"set", "raise", "lower", "clear", "smooth"};
inline constexpr std::array kWeightShapes = {Tool::kBrush, Tool::kLine, Tool::kRectangle, Tool::kEllipse, Tool::kFill};

class WeightsController : public FeatureController, public MapInputHandler {
 public:
  explicit WeightsController(Lab& lab) : FeatureController(lab) {}

  // Returns what the tool does to the cells under the brush.
  WeightChange& change() { return change_; }
  // Returns the tool for terrain that this one draws like, one of kWeightShapes.
  Tool& shape() { return shape_; }
  // The weights of the darkest and the lightest colour; low > high: there are none. The layer writes them while it
  // paints.
  struct HeatRange {
    int low = 1, high = 0;
    bool partial = false;  // some colours are not those of the present weights: the next frames compute them
  };
  HeatRange& heat() { return heat_; }

  PressResult press(const PointerEvent& event, Cell cell) override;
  void drag(const PointerEvent& event, Cell cell, bool moved) override;
  void drop(bool keep) override;
  Activity activity() const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;

 private:
  WeightChange change_;
  Tool shape_ = Tool::kBrush;
  WeightChange drawn_;  // what the shape does that is being drawn
  HeatRange heat_;
};

WeightsController& weights_controller(const Lab& lab);

}  // namespace strata
