#include "app/features/weights/weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/icons.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/strokes.hpp"
#include "core/grid/shapes.hpp"

namespace strata {
namespace {

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kWeightsLayer};

std::string weights_scale(const Lab& lab) {
  const WeightsController::HeatRange& heat = weights_controller(lab).heat();
  return heat.low > heat.high ? std::string() : fmt::format("{} to {}", heat.low, heat.high);
}

std::span<const LabSetting> weight_settings() {
  static constexpr std::array<std::string_view, 5> kShapes = {"brush", "line", "rectangle", "ellipse", "fill"};
  static const std::vector<LabSetting> all = with_texts(
      {{.row = {.name = "weights.mode",
                .title = "What the weight tool does",
                .help = "Whether it gives cells a weight, adds to what they cost, subtracts from it, gives them back "
                        "the weight of their terrain, or the mean of what the cells around them cost",
                .words = kWeightModes,
                .kind = SettingKind::kChoice},
        .usual = 0,
        .value = [](const Lab& lab) { return static_cast<double>(weights_controller(lab).change().mode); },
        .set =
            [](Lab& lab, double value) {
              weights_controller(lab).change().mode = static_cast<WeightChange::Mode>(value);
              return success();
            },
        .group = CommandGroup::kPaint,
        .does = does::kRepeats},
       {.row = {.name = "weights.value",
                .title = "Weight of the tool",
                .label = "Weight",
                .word = "WEIGHT",
                .range = {1, kMaxCellWeight},
                .logarithmic = true,
                .help = "The weight that the tool gives, or by how much it raises or lowers what cells cost"},
        .usual = static_cast<double>(WeightChange{}.value),
        .value = [](const Lab& lab) { return static_cast<double>(weights_controller(lab).change().value); },
        .set =
            [](Lab& lab, double value) {
              weights_controller(lab).change().value = static_cast<int>(value);
              return success();
            },
        .group = CommandGroup::kPaint,
        .does = does::kRepeats},
       {.row = {.name = "weights.shape",
                .title = "What the weight tool draws",
                .help = "Whether it paints with the brush, draws lines or shapes, or fills an area of one terrain",
                .words = kShapes,
                .kind = SettingKind::kChoice},
        .usual = 0,
        .value =
            [](const Lab& lab) {
              return static_cast<double>(std::ranges::find(kWeightShapes, weights_controller(lab).shape()) -
                                         kWeightShapes.begin());
            },
        .set =
            [](Lab& lab, double value) {
              weights_controller(lab).shape() = kWeightShapes[static_cast<size_t>(value)];
              return success();
            },
        .group = CommandGroup::kPaint,
        .does = does::kRepeats}});
  return all;
}

}  // namespace

const FeatureLayer kWeightsLayer = {{.name = "weights",
                                     .title = "Weights of cells",
                                     .legend = "Dark to light: cells with a weight of their own, from near as numbers",
                                     .term = "terrain weight",
                                     .order = 6,
                                     .general = true,
                                     .heat_map = true,
                                     .scale = weights_scale}};

const FeatureTool kWeightTool = {
    .name = "weight",
    .title = "Paint weights",
    .icon = icon::kWeight,
    .bar_name = "toolbar.weight",
    .line = "tool.select weight",
    .hint = "Drag to set, raise, lower or smooth what cells cost; Alt gives them back the weight of their terrain",
    .status_hint =
        "Drag: paint weights   Alt: back to the weight of the terrain   right click: take the weight of the cell",
    .short_hint = "Drag: paint weights   Alt: clear",
    .tab = "tab.map",
    .edits = true,
    .layer = &kWeightsLayer,
    .draws_like = [](const Lab& lab) { return weights_controller(lab).shape(); }};

const Feature kWeightsFeature = {
    .name = "weights",
    .title = "Weights of cells",
    .layers = kLayers,
    .layer_group = "map",
    .settings = weight_settings,
    .paint = kWeightsPaint,
    .labels = kWeightsLabels,
    .tool = &kWeightTool,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<WeightsController>(lab);
    },
};

WeightsController& weights_controller(const Lab& lab) {
  return static_cast<WeightsController&>(lab.controller(kWeightsFeature));
}

// Begins a stroke, which goes on as one of the brush (Gestures), or a shape.
PressResult WeightsController::press(const PointerEvent& event, Cell cell) {
  if (state_.tool != kWeightTool) return PressResult::kIgnored;
  const GridMap& map = world_->map();
  if (event.button == 1) {
    // A blocked cell has a weight only of its own.
    if (!map.contains(cell) || cell_cost(map, world_->rules().weights, map.id(cell)) == 0) return PressResult::kDone;
    lab_.run(fmt::format("weights.value {}", cell_cost(map, world_->rules().weights, map.id(cell))));
    return PressResult::kDone;
  }
  if (lab_.gestures().marker_at(event) != DraggedMarker::kNone) return PressResult::kIgnored;
  WeightChange change = change_;
  if (event.alt) change.mode = WeightChange::Mode::kClear;
  if (shape_ == Tool::kFill) {
    if (!map.contains(cell)) return PressResult::kDone;
    if (map.terrain(cell) == Terrain::kOut && change.mode != WeightChange::Mode::kClear) {
      lab_.say(MessageKind::kInfo, "Blocked cells get no weight");
    } else {
      lab_.run(fmt::format("paint.fill {} {} weight {}", cell.x, cell.y, weight_change_word(change)));
    }
    return PressResult::kDone;
  }
  if (shape_ != Tool::kBrush) {
    state_.shape = ShapePreview{shape_, cell, cell};
    drawn_ = change;
    return PressResult::kDrag;
  }
  Strokes& strokes = lab_.strokes();
  if (const std::optional<Cell> from = strokes.last_painted(); event.shift && from) {
    strokes.stroke_begin(*from, change);
    strokes.stroke_to(cell);
  } else {
    strokes.stroke_begin(cell, change);
  }
  return PressResult::kDone;
}

void WeightsController::drag(const PointerEvent&, Cell cell, bool) {
  if (state_.shape) state_.shape->to = cell;
}

void WeightsController::drop(bool keep) {
  const std::optional<ShapePreview> shape = std::exchange(state_.shape, std::nullopt);
  if (!shape || !keep) return;
  lab_.run(fmt::format("paint.{} {} {} {} {}{} weight {}", tool_name(shape->tool), shape->from.x, shape->from.y,
                       shape->to.x, shape->to.y, shape->tool == Tool::kLine || state_.filled ? "" : " outline",
                       weight_change_word(drawn_)));
}

Activity WeightsController::activity() const {
  return state_.layer(kWeightsLayer).on && heat_.partial ? Activity::kWorks : Activity::kIdle;
}

void WeightsController::setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, weight_settings(), lines);
}

void WeightsController::dump(nlohmann::json& out) const {
  const std::span<const uint8_t> weights = world_->map().weights();
  uint64_t cells = 0;
  int lowest = 0, highest = 0;
  for (const uint8_t weight : weights) {
    if (weight == 0) continue;
    lowest = cells == 0 ? weight : std::min<int>(lowest, weight);
    highest = std::max<int>(highest, weight);
    ++cells;
  }
  out["weights"] = {{"cells", cells},         {"lowest", lowest},           {"highest", highest},
                    {"value", change_.value}, {"shape", tool_name(shape_)}, {"change", weight_change_word(change_)}};
}

void WeightsController::dump_inspected(nlohmann::json& out) const {
  if (!state_.inspected || !world_->map().contains(state_.inspected->cell)) return;
  if (const int weight = world_->map().weight(state_.inspected->cell); weight != 0) out["weight"] = weight;
}

}  // namespace strata
