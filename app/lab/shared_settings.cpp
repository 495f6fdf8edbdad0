// Settings that belong to no feature: rules of movement, queries, tools, playback and views.
#include <array>
#include <optional>
#include <utility>

#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/plan_settings.hpp"

namespace strata {
namespace {

using namespace setting_rows;

Status set_plan(Lab& lab, const Setting&, const PlanOptions& options) {
  lab.mutable_state().set_plan_options(options);
  return success();
}
const PlanOptions& plan_of(const Lab& lab) { return lab.state().plan_options(); }

constexpr std::array<std::string_view, 2> kShapes = {"round", "square"}, kForms = {"filled", "outline"},
                                          kHeats = {"order", "cost"};
constexpr int kMostRadius = 64;

LabSetting setting(const Setting& row, CommandGroup group, double (*value)(const Lab&), Status (*set)(Lab&, double),
                   double usual, uint32_t does = 0) {
  LabSetting made{.row = row, .usual = usual, .value = value, .set = set};
  made.group = group;
  made.does = does;
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
       .help = "Radius of the brush, in half cells: 0, 0.5, 1 and 1.5 are brushes of 1, 2, 3 and 4 cells",
       .kind = SettingKind::kReal,
       .digits = 1},
      CommandGroup::kPaint, [](const Lab& lab) { return lab.state().brush.exact_radius(); },
      [](Lab& lab, double value) -> Status {
        Brush& brush = lab.mutable_state().brush;
        const std::optional<Brush> wanted = brush_of_radius(value, brush.shape);
        if (!wanted) return error_at("", "the radius of the brush is a multiple of 0.5");
        brush = *wanted;
        return success();
      },
      1, does::kRepeats);
}

LabSetting brush_shape() {
  return setting(
      {.name = "brush.shape",
       .title = "Brush shape",
       .help = "Round or square",
       .words = kShapes,
       .kind = SettingKind::kChoice},
      CommandGroup::kPaint, [](const Lab& lab) { return static_cast<double>(lab.state().brush.shape); },
      [](Lab& lab, double value) {
        lab.mutable_state().brush.shape = static_cast<BrushShape>(value);
        return success();
      },
      static_cast<double>(BrushShape::kRound), does::kRepeats);
}

LabSetting paint_form() {
  return setting(
      {.name = "paint.form",
       .title = "Form of shapes",
       .help = "Whether the mouse draws filled rectangles and ellipses, or their outline",
       .words = kForms,
       .kind = SettingKind::kChoice},
      CommandGroup::kPaint, [](const Lab& lab) { return lab.state().filled ? 0.0 : 1.0; },
      [](Lab& lab, double value) {
        lab.mutable_state().filled = value == 0;
        return success();
      },
      0);
}

LabSetting playing_speed() {
  LabSetting made = setting(
      {.name = "step.speed",
       .title = "Playing speed",
       .word = "EVENTS_PER_SECOND",
       .unit = "events per second",
       .range = {0, 1e6},
       .least = 0.25,
       .logarithmic = true,
       .zero = "as suits its length",
       .help =
           "How fast a recorded search is played; as suits its length: 20 events a second, or as many more as let it "
           "end after 30 seconds",
       .kind = SettingKind::kReal},
      CommandGroup::kPlayback, [](const Lab& lab) { return lab.playback().clock().chosen(); },
      [](Lab& lab, double value) {
        lab.playback().clock().set_speed(value);
        return success();
      },
      0, does::kRepeats);
  made.in_effect = [](const Lab& lab) { return lab.playback().clock().speed(); };
  return made;
}

LabSetting heat() {
  LabSetting made = setting(
      {.name = "step.heat",
       .title = "Colour searched cells by",
       .help = "Order of expansion, or g",
       .words = kHeats,
       .kind = SettingKind::kChoice},
      CommandGroup::kPlayback,
      [](const Lab& lab) { return lab.playback().heat().by == HeatMapQuantity::kOrder ? 0.0 : 1.0; },
      [](Lab& lab, double value) {
        for (int i = 0; i < lab.view_searches().count(); ++i) {
          lab.view_searches().playback(i).set_heat_by(value == 0 ? HeatMapQuantity::kOrder : HeatMapQuantity::kCost);
        }
        return success();
      },
      0, does::kRepeats);
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
      CommandGroup::kView, [](const Lab& lab) { return lab.state().difference ? 1.0 : 0.0; },
      [](Lab& lab, double value) -> Status {
        if (value != 0 && !lab.state().views_compare()) {
          return error_at("", "the views show one search: compare two or four searches first");
        }
        lab.mutable_state().difference = value != 0;
        return success();
      },
      0, does::kRepeats);
}

LabSetting levels_apart() {
  return setting(
      {.name = "planner.levels_apart",
       .title = "Compare levels",
       .help = "Each number of levels of HPA* and HNA* has its own row and path, in place of one row with a choice",
       .kind = SettingKind::kSwitch},
      CommandGroup::kSearch, [](const Lab& lab) { return lab.state().levels_apart ? 1.0 : 0.0; },
      [](Lab& lab, double value) {
        lab.mutable_state().levels_apart = value != 0;
        return success();
      },
      0);
}

LabSetting only_stepped() {
  return setting(
      {.name = "planner.only",
       .title = "Only the stepped planner",
       .help = "Draws the path and the search of the planner that is stepped, and no path of another one",
       .kind = SettingKind::kSwitch},
      CommandGroup::kSearch, [](const Lab& lab) { return lab.state().only_stepped ? 1.0 : 0.0; },
      [](Lab& lab, double value) {
        lab.mutable_state().only_stepped = value != 0;
        return success();
      },
      0);
}

LabSetting pace() {
  static const auto words = words_of<ProgressMeasure, kPaces>(progress_by_name);
  return setting(
      {.name = "view.pace",
       .title = "Pace of compared searches",
       .help = "What the play head counts by that moves them together",
       .words = words,
       .kind = SettingKind::kChoice},
      CommandGroup::kView, [](const Lab& lab) { return static_cast<double>(lab.state().pace); },
      [](Lab& lab, double value) {
        lab.view_searches().set_pace(static_cast<ProgressMeasure>(value));
        return success();
      },
      static_cast<double>(ProgressMeasure::kExpansions), does::kRepeats);
}

}  // namespace

std::span<const LabSetting> shared_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(plan_settings(), {}, plan_of, set_plan);
    for (LabSetting (*one)() :
         {brush_radius, brush_shape, paint_form, playing_speed, heat, levels_apart, only_stepped, pace, difference}) {
      made.push_back(one());
    }
    return with_texts(std::move(made));
  }();
  return all;
}

std::span<const LabSetting> rules_of_movement() { return Lab::Handlers::rule_settings(); }

}  // namespace strata
