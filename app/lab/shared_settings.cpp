// The settings that belong to no feature: of the rules of movement, of queries, of tools, of playing and of views.
#include <array>
#include <utility>

#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/world/plan_settings.hpp"

namespace strata {
namespace {

using namespace setting_rows;

Status set_plan(Lab& lab, const Setting&, const PlanOptions& options) {
  lab.mutable_state().plan_options = options;
  lab.query().query_changed();
  return success();
}
const PlanOptions& plan_of(const Lab& lab) { return lab.state().plan_options; }

constexpr std::array<std::string_view, 2> kShapes = {"round", "square"}, kForms = {"filled", "outline"},
                                          kHeats = {"order", "cost"};
constexpr int kMostRadius = 64;

LabSetting setting(const Setting& row, std::string_view group, double (*value)(const Lab&), Status (*set)(Lab&, double),
                   double usual) {
  LabSetting made{.row = row, .usual = usual, .value = value, .set = set};
  made.group = group;
  return made;
}

LabSetting brush_radius() {
  return setting(
      {.name = "brush.radius",
       .title = "Brush size",
       .word = "CELLS",
       .unit = "cells",
       .range = {0, kMostRadius},
       .slider = {0, 20},
       .zero = "one cell",
       .help = "Radius of the brush"},
      "Paint", [](const Lab& lab) { return static_cast<double>(lab.state().brush.radius); },
      [](Lab& lab, double value) {
        lab.mutable_state().brush.radius = static_cast<int>(value);
        return success();
      },
      1);
}

LabSetting brush_shape() {
  return setting(
      {.name = "brush.shape",
       .title = "Brush shape",
       .help = "Round or square",
       .words = kShapes,
       .kind = SettingKind::kChoice},
      "Paint", [](const Lab& lab) { return static_cast<double>(lab.state().brush.shape); },
      [](Lab& lab, double value) {
        lab.mutable_state().brush.shape = static_cast<BrushShape>(value);
        return success();
      },
      static_cast<double>(BrushShape::kRound));
}

LabSetting paint_form() {
  return setting(
      {.name = "paint.form",
       .title = "Form of shapes",
       .help = "Whether the mouse draws filled rectangles and ellipses, or their outline",
       .words = kForms,
       .kind = SettingKind::kChoice},
      "Paint", [](const Lab& lab) { return lab.state().filled ? 0.0 : 1.0; },
      [](Lab& lab, double value) {
        lab.mutable_state().filled = value == 0;
        return success();
      },
      0);
}

LabSetting playing_speed() {
  return setting(
      {.name = "step.speed",
       .title = "Playing speed",
       .word = "EVENTS_PER_SECOND",
       .unit = "events per second",
       .range = {0.25, 1e6},
       .logarithmic = true,
       .help = "How fast a recorded search is played",
       .kind = SettingKind::kReal},
      "Playback", [](const Lab& lab) { return lab.playback().clock().speed(); },
      [](Lab& lab, double value) {
        lab.playback().clock().set_speed(value);
        return success();
      },
      Playback{}.clock().speed());
}

LabSetting heat() {
  LabSetting made = setting(
      {.name = "step.heat",
       .title = "Colour searched cells by",
       .help = "Order of expansion, or g",
       .words = kHeats,
       .kind = SettingKind::kChoice},
      "Playback", [](const Lab& lab) { return lab.playback().heat().by == HeatBy::kOrder ? 0.0 : 1.0; },
      [](Lab& lab, double value) {
        for (int i = 0; i < lab.view_searches().count(); ++i) {
          lab.view_searches().playback(i).set_heat_by(value == 0 ? HeatBy::kOrder : HeatBy::kCost);
        }
        return success();
      },
      0);
  made.page = "colours";
  return made;
}

LabSetting difference() {
  return setting(
      {.name = "view.difference",
       .title = "Difference",
       .help = "The views beside the first show which cells only one of the two searches has expanded, and "
               "which both",
       .kind = SettingKind::kSwitch},
      "View", [](const Lab& lab) { return lab.state().difference ? 1.0 : 0.0; },
      [](Lab& lab, double value) -> Status {
        if (value != 0 && !lab.state().views_compare()) {
          return error_at("", "the views show one search: compare two or four searches first");
        }
        lab.mutable_state().difference = value != 0;
        return success();
      },
      0);
}

LabSetting pace() {
  static const auto words = words_of<ProgressBy, kPaces>(progress_by_name);
  return setting(
      {.name = "view.pace",
       .title = "Pace of compared searches",
       .help = "What the play head counts by that moves them together",
       .words = words,
       .kind = SettingKind::kChoice},
      "View", [](const Lab& lab) { return static_cast<double>(lab.state().pace); },
      [](Lab& lab, double value) {
        lab.view_searches().set_pace(static_cast<ProgressBy>(value));
        return success();
      },
      static_cast<double>(ProgressBy::kExpansions));
}

}  // namespace

std::span<const LabSetting> shared_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(plan_settings(), {}, plan_of, set_plan);
    for (LabSetting (*one)() : {brush_radius, brush_shape, paint_form, playing_speed, heat, pace, difference}) {
      made.push_back(one());
    }
    return with_texts(std::move(made));
  }();
  return all;
}

std::span<const LabSetting> rules_of_movement() { return Lab::Handlers::rule_settings(); }

}  // namespace strata
