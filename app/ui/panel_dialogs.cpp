// Dialogs: one at a time, the most urgent first. All of them work from the keyboard: Tab and arrows move, Enter is the
// button on the left, Esc closes.

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "app/base/icons.hpp"
#include "app/lab/lab_parts.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"
#include "core/world/scenes.hpp"

namespace strata {

std::string Gui::wanted_modal() const {
  const LabState& s = state();
  if (s.large.on) return "work";
  if (!s.dialogs.empty()) return "error";
  if (s.question) return "question";
  if (!s.windows.empty()) return s.windows.back();
  return {};
}

void Gui::draw_dialogs() {
  struct Body {
    const char* key;
    const char* title;
    float width, height;  // UI pixels; height 0: as needed
    void (Gui::*draw)();
  };
  static constexpr Body kBodies[] = {
      {"work", "One moment###work", 380, 0, &Gui::draw_work},
      {"error", "Problem###error", 480, 0, &Gui::draw_error_dialog},
      {"question", "Question###question", 460, 0, &Gui::draw_question},
      {"open", "Open map###open", 680, 520, nullptr},
      {"save_as", "Save map as###save_as", 680, 520, nullptr},
      {"save_graph", "Save graph as###save_graph", 680, 520, nullptr},
      {"new", "New map###new", 340, 0, &Gui::draw_new_map},
      {"generate", "Generate map###generate", 380, 0, &Gui::draw_generate},
      {"goto", "Go to cell###goto", 280, 0, &Gui::draw_goto},
      {"search", "Search commands###search", 620, 430, &Gui::draw_command_search},
      {"help", "Keys and mouse###help", 760, 560, &Gui::draw_help},
      {"about", "About Strata###about", 440, 0, &Gui::draw_about},
      {"export", "Export###export", 520, 0, &Gui::draw_export},
  };
  const auto body_of = [](const std::string& key) -> const Body* {
    for (const Body& body : kBodies) {
      if (key == body.key) return &body;
    }
    return nullptr;
  };
  std::string wanted = wanted_modal();
  if (body_of(wanted) == nullptr) wanted.clear();
  if (!modal_.empty() && modal_ != wanted) {
    if (ImGui::BeginPopupModal(body_of(modal_)->title, nullptr, ImGuiWindowFlags_NoSavedSettings)) {
      ImGui::CloseCurrentPopup();
      ImGui::EndPopup();
    }
    modal_.clear();
  }
  ImGuiIO& io = ImGui::GetIO();
  if (wanted.empty()) {
    // Arrow keys belong to the timeline, except in an open menu.
    if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) {
      io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    } else {
      io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    }
    return;
  }
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  const Body& body = *body_of(wanted);
  modal_appearing_ = modal_ != wanted;
  if (modal_appearing_) {
    modal_ = wanted;
    ImGui::OpenPopup(body.title);
    other_button_focused_ = false;
    if (wanted == "open" || wanted == "save_as" || wanted == "save_graph") {
      std::error_code ignored;
      const bool graph = wanted == "save_graph";
      std::filesystem::path path = graph && !state().graph_path.empty() ? state().graph_path : state().map_path;
      if (graph && !path.empty()) path.replace_extension(".graph");
      std::string folder = path.parent_path().string();
      // What comes with Strata is left as it is: copies go to where the user works.
      if (wanted != "open" && (graph ? lab_.graph().save_needs_name() : lab_.session().save_needs_name()) &&
          !folder.empty()) {
        folder = std::filesystem::current_path(ignored).string();
      }
      if (folder.empty() && !state().recent_files.empty()) {
        folder = std::filesystem::path(state().recent_files.front()).parent_path().string();
      }
      if (folder.empty()) {
        // The working folder if it has maps, else the stock maps.
        const auto here = std::filesystem::current_path(ignored);
        for (const auto& entry : std::filesystem::directory_iterator(here, ignored)) {
          if (entry.path().extension() == ".map") folder = here.string();
        }
        if (folder.empty()) folder = stock_maps_.empty() ? here.string() : options_.maps_folder;
      }
      std::string name = path.filename().string();
      if (name.empty()) name = graph ? "untitled.graph" : "untitled.map";
      browser_.begin(wanted, folder, name);
    }
  }
  const ImVec2 room(width_ - px(16), height_ - px(16));
  ImGui::SetNextWindowPos({width_ / 2, height_ / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  const float width = std::min(px(body.width), room.x);
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                           ImGuiWindowFlags_NoResize;
  if (body.height > 0) {
    ImGui::SetNextWindowSize({width, std::min(px(body.height), room.y)});
  } else {
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, room.y});
    flags |= ImGuiWindowFlags_AlwaysAutoResize;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), px(12)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  if (ImGui::BeginPopupModal(body.title, nullptr, flags)) {
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    dump_.mark("dialog." + wanted, at.x, at.y, at.x + size.x, at.y + size.y);
    if (body.draw != nullptr) {
      (this->*body.draw)();
    } else if (const auto path = browser_.draw(*this, modal_appearing_)) {
      run("ui.show " + wanted + " off");
      run(format_command({wanted == "open"      ? "map.open"
                          : wanted == "save_as" ? "map.save_as"
                                                : "graph.save",
                          {*path}}));
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(3);
}

bool Gui::modal_button(const char* label, const char* name, bool is_default) {
  if (is_default) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  const bool clicked = ImGui::Button(label, {std::max(px(96), ImGui::CalcTextSize(label).x + px(24)), 0});
  if (is_default) ImGui::PopStyleColor();
  dump_.mark(name);
  const bool focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  if (is_default) {
    const bool entered = enter_pressed_ && !modal_appearing_ && !other_button_focused_;
    other_button_focused_ = false;
    return clicked || entered;
  }
  if (focused) {
    other_button_focused_ = true;
    return clicked || enter_pressed_;
  }
  return clicked;
}

void Gui::draw_error_dialog() {
  const Dialog& dialog = state().dialogs.front();
  if (fonts_->icons) {
    ImGui::TextColored(theme().bad, "%s", icon::kError);
    ImGui::SameLine();
  }
  ImGui::PushFont(fonts_->bold);
  ImGui::TextWrapped("%s", dialog.title.c_str());
  ImGui::PopFont();
  ImGui::Dummy({0, px(2)});
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(dialog.text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, px(8)});
  if (modal_button("OK", "error.ok", true)) run("dialog.close");
  if (state().dialogs.size() > 1) {
    ImGui::SameLine();
    text_dim("%zu more", state().dialogs.size() - 1);
  }
}

// What a large map takes long for. The screen goes on; the map waits.
void Gui::draw_work() {
  const LabState::LargeStatus& work = state().large;
  ImGui::TextWrapped("%s", work.title.c_str());
  ImGui::Dummy({0, px(4)});
  // Without a known end the bar goes to and fro.
  const double phase = std::fmod(state().seconds, 2.0);
  const auto swing = static_cast<float>(phase < 1 ? phase : 2 - phase);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(6);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), px(3));
  const bool known = work.progress > 0;
  const float from = known ? 0 : swing * 0.75f * width;
  const float to = known ? static_cast<float>(work.progress) * width : from + 0.25f * width;
  list->AddRectFilled({at.x + from, at.y}, {at.x + to, at.y + height}, to_u32(theme().accent), px(3));
  ImGui::Dummy({width, height + px(8)});
  if (work.cancelled) {
    text_dim("Ends as soon as it can be left ...");
  } else if (modal_button("Cancel", "work.cancel", false)) {
    run("work.cancel");
  }
}

void Gui::draw_question() {
  const Question& question = *state().question;
  ImGui::PushFont(fonts_->bold);
  ImGui::TextWrapped("%s", question.title.c_str());
  ImGui::PopFont();
  ImGui::Dummy({0, px(2)});
  ImGui::TextWrapped("%s", question.text.c_str());
  ImGui::Dummy({0, px(8)});
  if (question.kind == Question::Kind::kRecovery) {
    if (modal_button("Restore", "question.restore", true)) run("recovery.restore");
    ImGui::SameLine();
    if (modal_button("Later", "question.later", false)) run("recovery.later");
    ImGui::SameLine();
    if (modal_button("Discard", "question.discard", false)) run("recovery.discard");
    return;
  }
  if (modal_button("Save", "question.save", true)) {
    // A map without a file needs a name first; the question stays until it has one.
    const bool graph_alone = state().graph_unsaved && !lab_.graph().save_needs_name() && !lab_.session().map_unsaved();
    if (lab_.session().save_needs_name() && !graph_alone) {
      run("question.cancel");
      run("map.save");
    } else {
      run("question.save");
    }
  }
  ImGui::SameLine();
  if (modal_button("Discard", "question.discard", false)) run("question.discard");
  ImGui::SameLine();
  if (modal_button("Cancel", "question.cancel", false)) run("question.cancel");
}

void Gui::draw_new_map() {
  ImGui::PushItemWidth(px(140));
  if (modal_appearing_) ImGui::SetKeyboardFocusHere();
  ImGui::InputInt("Width, cells", &new_map_.width);
  dump_.mark("new.width");
  ImGui::InputInt("Height, cells", &new_map_.height);
  dump_.mark("new.height");
  static constexpr const char* kNames[] = {"ground", "swamp", "water", "trees", "blocked"};
  ImGui::Combo("Terrain", &new_map_.terrain, kNames, kTerrains);
  ImGui::PopItemWidth();
  const bool fits = new_map_.width >= 1 && new_map_.height >= 1 && new_map_.width <= GridMap::kMaxSide &&
                    new_map_.height <= GridMap::kMaxSide;
  if (!fits) text_colored_wrapped(theme().warn, "Both sides must be 1 to 8192 cells.");
  ImGui::Dummy({0, px(8)});
  ImGui::BeginDisabled(!fits);
  const bool create = modal_button("Create", "new.create", true) && fits;
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (modal_button("Cancel", "new.cancel", false)) run("ui.show new off");
  if (create) {
    run("ui.show new off");
    run(format_command(
        {"map.new", {std::to_string(new_map_.width), std::to_string(new_map_.height), kNames[new_map_.terrain]}}));
  }
}

void Gui::draw_generate() {
  ImGui::PushItemWidth(px(160));
  if (modal_appearing_) ImGui::SetKeyboardFocusHere();
  const auto kind = static_cast<SceneKind>(generate_.kind);
  if (ImGui::BeginCombo("Kind", scene_kind_name(kind).data())) {
    for (int i = 0; i < kSceneKinds; ++i) {
      if (ImGui::Selectable(scene_kind_name(static_cast<SceneKind>(i)).data(), i == generate_.kind)) generate_.kind = i;
    }
    ImGui::EndCombo();
  }
  dump_.mark("generate.kind");
  ImGui::InputInt("Width, cells", &generate_.width);
  dump_.mark("generate.width");
  ImGui::InputInt("Height, cells", &generate_.height);
  dump_.mark("generate.height");
  ImGui::InputInt("Seed", &generate_.seed);
  dump_.mark("generate.seed");
  static constexpr const char* kDetail[] = {"Room side, cells", "Corridor width, cells", "Percent blocked",
                                            "Percent blocked",  "Percent trees",         "Block side, cells"};
  ImGui::InputInt(kDetail[generate_.kind], &generate_.detail);
  dump_.mark("generate.detail");
  ImGui::PopItemWidth();
  text_colored_wrapped(theme().text_dim, "The same seed gives the same map. 0: the kind's own default.");
  generate_.seed = std::max(generate_.seed, 0);
  generate_.detail = std::max(generate_.detail, 0);
  const bool fits = generate_.width >= 8 && generate_.height >= 8 && generate_.width <= GridMap::kMaxSide &&
                    generate_.height <= GridMap::kMaxSide;
  if (!fits) text_colored_wrapped(theme().warn, "Both sides must be 8 to 8192 cells.");
  ImGui::Dummy({0, px(8)});
  ImGui::BeginDisabled(!fits);
  const bool create = modal_button("Generate", "generate.create", true) && fits;
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (modal_button("Next seed", "generate.next", false)) ++generate_.seed;
  ImGui::SameLine();
  if (modal_button("Cancel", "generate.cancel", false)) run("ui.show generate off");
  if (create) {
    run("ui.show generate off");
    Command command{
        "map.generate",
        {std::string(scene_kind_name(static_cast<SceneKind>(generate_.kind))), std::to_string(generate_.width),
         std::to_string(generate_.height), std::to_string(generate_.seed)}};
    if (generate_.detail > 0) command.args.push_back(std::to_string(generate_.detail));
    run(format_command(command));
  }
}

void Gui::draw_goto() {
  const GridMap& map = lab_.world().map();
  ImGui::PushItemWidth(px(140));
  if (modal_appearing_) {
    ImGui::SetKeyboardFocusHere();
    goto_x_ = state().inspected ? state().inspected->cell.x : static_cast<int>(state().camera.center_x);
    goto_y_ = state().inspected ? state().inspected->cell.y : static_cast<int>(state().camera.center_y);
  }
  ImGui::InputInt("x", &goto_x_);
  dump_.mark("goto.x");
  ImGui::InputInt("y", &goto_y_);
  dump_.mark("goto.y");
  ImGui::PopItemWidth();
  const bool inside = map.contains({goto_x_, goto_y_});
  text_dim("x 0 to %d, y 0 to %d", map.width() - 1, map.height() - 1);
  ImGui::Dummy({0, px(8)});
  ImGui::BeginDisabled(!inside);
  const bool go = modal_button("Go", "goto.go", true) && inside;
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (modal_button("Cancel", "goto.cancel", false)) run("ui.show goto off");
  if (go) {
    run("ui.show goto off");
    run("view.goto " + std::to_string(goto_x_) + " " + std::to_string(goto_y_));
  }
}

void Gui::draw_about() {
  ImGui::PushFont(fonts_->bold);
  ImGui::Text("Strata %s", STRATA_VERSION);
  ImGui::PopFont();
  ImGui::TextWrapped(
      "A laboratory for hierarchical path-finding on grids: what the screen shows is what the library computes.");
  ImGui::Dummy({0, px(4)});
  for (const PlannerRow& row : state().rows) {
    ImGui::Text("%.*s", static_cast<int>(row.planner->title.size()), row.planner->title.data());
    ImGui::SameLine(px(110));
    ImGui::PushTextWrapPos(0);
    text_colored_wrapped(theme().text_dim, row.planner->source.data());
    ImGui::PopTextWrapPos();
  }
  text_colored_wrapped(theme().text_dim,
                       "Maps: Sturtevant 2012, benchmarks for grid-based pathfinding. Colours: Okabe, Ito 2008.");
  ImGui::Dummy({0, px(8)});
  if (modal_button("Close", "about.close", true)) run("ui.show about off");
}

void Gui::draw_export() {
  if (modal_appearing_) {
    std::filesystem::path base = state().map_path;
    std::error_code ignored;
    if (base.empty()) base = "untitled";
    if (lab_.session().save_needs_name()) base = std::filesystem::current_path(ignored) / base.filename();
    base.replace_extension(export_kind_ == 0 ? ".trace.json" : ".csv");
    std::snprintf(export_path_.data(), export_path_.size(), "%s", base.string().c_str());
  }
  const auto kind = [this](const char* label, const char* name, int value, const char* extension) {
    if (radio_button(*this, label, export_kind_ == value) && export_kind_ != value) {
      export_kind_ = value;
      std::string path = export_path_.data();
      for (const char* old : {".trace.json", ".csv"}) {
        if (path.ends_with(old)) path.resize(path.size() - std::string_view(old).size());
      }
      std::snprintf(export_path_.data(), export_path_.size(), "%s%s", path.c_str(), extension);
    }
    dump_.mark(name);
  };
  kind("The search being stepped, as a Posthoc trace (JSON)", "export.trace", 0, ".trace.json");
  kind("The comparison table (CSV)", "export.table", 1, ".csv");
  ImGui::SetNextItemWidth(-1);
  if (modal_appearing_) ImGui::SetKeyboardFocusHere();
  ImGui::InputText("##path", export_path_.data(), export_path_.size());
  dump_.mark("export.path");
  std::error_code ignored;
  if (std::filesystem::exists(export_path_.data(), ignored)) {
    text_colored_wrapped(theme().warn, "The file exists and will be replaced.");
  }
  ImGui::Dummy({0, px(8)});
  if (modal_button("Export", "export.go", true) && export_path_[0] != 0) {
    run("ui.show export off");
    run(format_command({export_kind_ == 0 ? "export.trace" : "export.table", {std::string(export_path_.data())}}));
  }
  ImGui::SameLine();
  if (modal_button("Cancel", "export.cancel", false)) run("ui.show export off");
}

}  // namespace strata
