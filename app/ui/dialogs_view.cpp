#include "app/ui/dialogs_view.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include "app/base/command.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_exports.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/scenes.hpp"

namespace strata {
namespace {

constexpr int kLeastGenerated = 8;  // minimum cells per side

void sides_note(int least) {
  text_colored_wrapped(theme().warn, Text("Both sides must be {} to {} cells.", least, GridMap::kMaxSide));
}

bool side_fits(int side, int least) { return side >= least && side <= GridMap::kMaxSide; }

constexpr std::string_view kWrongSide = "a side is too short or too long";

void number_field(Ui& ui, const char* label, const char* name, int& value) {
  ImGui::InputInt(label, &value);
  ui.mark(name);
}

}  // namespace

void NewMapDialog::draw(Ui& ui, DialogFrame& frame) {
  ImGui::PushItemWidth(ui.px(140));
  if (frame.appearing) ImGui::SetKeyboardFocusHere();
  ImGui::InputInt("Width, cells", &width_);
  ui.mark("new.width");
  ImGui::InputInt("Height, cells", &height_);
  ui.mark("new.height");
  static constexpr const char* kNames[kTerrains] = {"ground", "swamp", "water", "trees", "blocked"};
  ImGui::Combo("Terrain", &terrain_, kNames, kTerrains);
  ImGui::PopItemWidth();
  const bool fits = side_fits(width_, 1) && side_fits(height_, 1);
  if (!fits) sides_note(1);
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  bool create = false;
  {
    const DisabledScope disabled(ui, fits, kWrongSide);
    create = frame.button(ui, "Create", "new.create", true) && fits;
  }
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "new.cancel", false)) ui.run("ui.show new off");
  if (create) {
    ui.run_for("new", format_command({"map.new", {std::to_string(width_), std::to_string(height_), kNames[terrain_]}}));
  }
}

void GenerateDialog::draw(Ui& ui, DialogFrame& frame) {
  ImGui::PushItemWidth(ui.px(160));
  if (frame.appearing) ImGui::SetKeyboardFocusHere();
  const auto kind = static_cast<SceneKind>(kind_);
  if (ImGui::BeginCombo("Kind", scene_kind_name(kind).data())) {
    for (int i = 0; i < kSceneKinds; ++i) {
      if (ImGui::Selectable(scene_kind_name(static_cast<SceneKind>(i)).data(), i == kind_)) kind_ = i;
    }
    ImGui::EndCombo();
  }
  ui.mark("generate.kind");
  ImGui::InputInt("Width, cells", &width_);
  ui.mark("generate.width");
  ImGui::InputInt("Height, cells", &height_);
  ui.mark("generate.height");
  number_field(ui, "Seed", "generate.seed", seed_);
  static constexpr const char* kDetail[] = {"Side of a room, cells", "Corridor width, cells", "Percent blocked",
                                            "Percent blocked",       "Percent trees",         "Side of a block, cells"};
  number_field(ui, kDetail[kind_], "generate.detail", detail_);
  ImGui::PopItemWidth();
  text_colored_wrapped(theme().text_dim,
                       "The same seed gives the same map. The value 0 takes the default of this kind of map.");
  seed_ = std::max(seed_, 0);
  detail_ = std::max(detail_, 0);
  const bool fits = side_fits(width_, kLeastGenerated) && side_fits(height_, kLeastGenerated);
  if (!fits) sides_note(kLeastGenerated);
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  bool create = false;
  {
    const DisabledScope disabled(ui, fits, kWrongSide);
    create = frame.button(ui, "Generate", "generate.create", true) && fits;
  }
  ImGui::SameLine();
  if (frame.button(ui, "Next seed", "generate.next", false)) ++seed_;
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "generate.cancel", false)) ui.run("ui.show generate off");
  if (create) {
    Command command{"map.generate",
                    {std::string(scene_kind_name(static_cast<SceneKind>(kind_))), std::to_string(width_),
                     std::to_string(height_), std::to_string(seed_)}};
    if (detail_ > 0) command.args.push_back(std::to_string(detail_));
    ui.run_for("generate", format_command(command));
  }
}

void GotoDialog::draw(Ui& ui, const Lab& lab, DialogFrame& frame) {
  const GridMap& map = lab.world().map();
  ImGui::PushItemWidth(ui.px(140));
  if (frame.appearing) ImGui::SetKeyboardFocusHere();
  if (frame.fresh) {
    const LabState& s = lab.state();
    x_ = s.inspected ? s.inspected->cell.x : static_cast<int>(s.camera.center_x);
    y_ = s.inspected ? s.inspected->cell.y : static_cast<int>(s.camera.center_y);
  }
  number_field(ui, "x", "goto.x", x_);
  number_field(ui, "y", "goto.y", y_);
  ImGui::PopItemWidth();
  const bool inside = map.contains({x_, y_});
  print_dim("x 0 to {}, y 0 to {}", map.width() - 1, map.height() - 1);
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  bool go = false;
  {
    const DisabledScope disabled(ui, inside, "the cell is outside the map");
    go = frame.button(ui, "Go", "goto.go", true) && inside;
  }
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "goto.cancel", false)) ui.run("ui.show goto off");
  if (go) {
    ui.run_for("goto", fmt::format("view.goto {} {}", x_, y_));
  }
}

void ExportDialog::choose_kind(Ui& ui, const char* label, const char* name, int value, const char* extension) {
  if (radio_button(ui, label, kind_ == value) && kind_ != value) {
    kind_ = value;
    std::string path = path_.data();
    for (const char* old : {".trace.json", ".csv"}) {
      if (path.ends_with(old)) path.resize(path.size() - std::string_view(old).size());
    }
    std::snprintf(path_.data(), path_.size(), "%s%s", path.c_str(), extension);
  }
  ui.mark(name);
}

void ExportDialog::draw(Ui& ui, const Lab& lab, DialogFrame& frame) {
  if (frame.fresh) {
    const std::string path = proposed_export(lab, kind_ == 0 ? ".trace.json" : ".csv");
    std::snprintf(path_.data(), path_.size(), "%s", path.c_str());
  }
  choose_kind(ui, "The search being stepped, as a Posthoc trace (JSON)", "export.trace", 0, ".trace.json");
  choose_kind(ui, "The comparison table (CSV)", "export.table", 1, ".csv");
  frame.path_field(ui, path_, "export");
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  if (frame.button(ui, "Export", "export.go", true) && path_[0] != 0) {
    ui.run_for("export", format_command({kind_ == 0 ? "export.trace" : "export.table", {std::string(path_.data())}}));
  }
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "export.cancel", false)) ui.run("ui.show export off");
}

}  // namespace strata
