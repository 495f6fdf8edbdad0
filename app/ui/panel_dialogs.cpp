#include "app/ui/panel_dialogs.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/base/command.hpp"
#include "app/base/icons.hpp"
#include "app/base/user_folders.hpp"
#include "app/lab/document.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_exports.hpp"
#include "app/ui/panel_dialog.hpp"
#include "app/ui/panel_long_work.hpp"
#include "app/ui/panel_menu.hpp"
#include "app/ui/panel_notices.hpp"
#include "app/ui/panel_open_options.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/build_info.hpp"

namespace strata {

bool DialogFrame::button(Ui& ui, const char* label, const char* name, bool is_default) {
  if (is_default) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  const bool clicked = ImGui::Button(label, {std::max(ui.px(96), text_width(label) + ui.px(24)), 0});
  if (is_default) ImGui::PopStyleColor();
  ui.mark(name);
  const bool focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  if (is_default) {
    const bool entered = ui.enter_pressed() && !appearing && !other_button_focused_;
    other_button_focused_ = false;
    return clicked || entered;
  }
  if (focused) {
    other_button_focused_ = true;
    return clicked || ui.enter_pressed();
  }
  return clicked;
}

std::string_view DialogFrame::problem() const { return problem_ != nullptr ? problem_->text : std::string_view(); }

void DialogFrame::draw_problem(Ui& ui) const {
  if (problem_ == nullptr) return;
  if (ui.fonts().icons) {
    draw_text(theme().bad, icon::kError);
    ImGui::SameLine();
  }
  text_colored_wrapped(theme().bad, problem_->text);
  ui.mark("dialog.problem");
  if (problem_->offer.label.empty()) return;
  if (ImGui::Button(problem_->offer.label.c_str())) {
    const std::vector<std::string>& commands = problem_->offer.commands;
    for (size_t i = 0; i + 1 < commands.size(); ++i) ui.run(commands[i]);
    ui.run_for(problem_->window, commands.back());
  }
  ui.mark("error.offer");
}

namespace {

std::string wanted_dialog(const Lab& lab) {
  const LabState& s = lab.state();
  if (s.large.on) return "work";
  if (!s.dialogs.empty()) return "error";
  if (s.question) return "question";
  if (!s.windows.empty()) return s.windows.back();
  return {};
}

void draw_error(Ui& ui, const Lab& lab, DialogFrame& frame) {
  const Dialog& dialog = lab.state().dialogs.front();
  if (ui.fonts().icons) {
    draw_text(theme().bad, icon::kError);
    ImGui::SameLine();
  }
  ImGui::PushTextWrapPos(0);
  draw_text(dialog.text);
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, ui.px(8)});
  if (!dialog.offer.label.empty()) {
    if (frame.button(ui, dialog.offer.label.c_str(), "error.offer", true)) {
      const std::vector<std::string> commands = dialog.offer.commands;
      ui.run("dialog.close");
      for (const std::string& command : commands) ui.run(command);
      return;
    }
    ImGui::SameLine();
    if (frame.button(ui, "Cancel", "error.ok", false)) ui.run("dialog.close");
  } else if (frame.button(ui, "OK", "error.ok", true)) {
    ui.run("dialog.close");
  }
  if (lab.state().dialogs.size() > 1) {
    ImGui::SameLine();
    print_dim("{} more", lab.state().dialogs.size() - 1);
  }
}

// Returns the title of a dialog, with its key. It is the action that waits, has failed or is under way; otherwise
// `usual`. It is cut off at `width`.
Text title_of(std::string_view key, std::string_view usual, const LabState& s, float width) {
  const std::string_view said = key == "work"       ? std::string_view(s.large.title)
                                : key == "error"    ? std::string_view(s.dialogs.front().title)
                                : key == "question" ? std::string_view(s.question->title)
                                                    : std::string_view();
  if (said.empty()) return Text("{}", usual);
  return Text("{}###{}", shortened(said, width).view(), key);
}

// Draws the progress of work on a large map. The screen is updated meanwhile, but the map cannot be changed.
void draw_work(Ui& ui, const Lab& lab, DialogFrame& frame) {
  const LabState::LargeMapStatus& work = lab.state().large;
  draw_work_bar(ui, work.progress, lab.state().seconds);
  if (work.cancelled) {
    draw_dim("Ends as soon as it can be left ...");
  } else if (frame.button(ui, "Cancel", "work.cancel", false)) {
    ui.run("work.cancel");
  }
}

void draw_question(Ui& ui, const Lab& lab, DialogFrame& frame) {
  const Question& question = *lab.state().question;
  ImGui::TextWrapped("%s", question.text.c_str());
  ImGui::Dummy({0, ui.px(8)});
  if (question.kind == Question::Kind::kRecovery) {
    if (frame.button(ui, "Restore", "question.restore", true)) ui.run("recovery.restore");
    ImGui::SameLine();
    if (frame.button(ui, "Later", "question.later", false)) ui.run("recovery.later");
    ImGui::SameLine();
    if (frame.button(ui, "Discard", "question.discard", false)) ui.run("recovery.discard");
    return;
  }
  if (question.kind == Question::Kind::kScript) {
    if (frame.button(ui, "Run", "question.run", false)) ui.run("question.run");
    ImGui::SameLine();
    if (frame.button(ui, "Cancel", "question.cancel", true)) ui.run("question.cancel");
    return;
  }
  if (frame.button(ui, "Save", "question.save", true)) ui.run("question.save");
  ImGui::SameLine();
  if (frame.button(ui, "Discard", "question.discard", false)) ui.run("question.discard");
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "question.cancel", false)) ui.run("question.cancel");
}

void draw_about(Ui& ui, const Lab& lab, DialogFrame& frame) {
  print_bold(ui, "Strata {}", program_version());
  ImGui::TextWrapped(
      "A laboratory for hierarchical path-finding on grids: what the screen shows is what the library computes.");
  ImGui::Dummy({0, ui.px(4)});
  float widest = 0;
  for (const PlannerRow& row : lab.state().rows) widest = std::max(widest, text_width(row.planner->title));
  const float column = ImGui::GetCursorPosX() + widest + ui.px(12);
  for (const PlannerRow& row : lab.state().rows) {
    draw_text(row.planner->title);
    ui.mark("about.title");
    ImGui::SameLine(column);
    ImGui::PushTextWrapPos(0);
    text_colored_wrapped(theme().text_dim, row.planner->source.data());
    ImGui::PopTextWrapPos();
  }
  text_colored_wrapped(theme().text_dim,
                       "Maps: Sturtevant 2012, benchmarks for grid-based pathfinding. Colours: Okabe, Ito 2008.");
  ImGui::Dummy({0, ui.px(8)});
  if (frame.button(ui, "Close", "about.close", true)) ui.run("ui.show about off");
}

}  // namespace

// What a function needs to draw the content of a dialog.
struct DialogDrawArguments {
  Dialogs& dialogs;
  Ui& ui;
  Lab& lab;
  const MenuContext& context;
  DialogFrame& frame;
  // The dialog of a feature; null: it is none.
  const PanelDialog* own;
};

struct Dialogs::DialogContent {
  const char* key;
  const char* title;
  // Size in UI pixels; a height of 0 stands for that of the content.
  float width, height;
  // Draws the content; null: it is the file browser.
  void (*draw)(const DialogDrawArguments&);
  const PanelDialog* own = nullptr;  // the feature's dialog
};

const Dialogs::DialogContent* Dialogs::body_of(const std::string& key) {
  static constexpr DialogContent kBodies[] = {
      {"work", "One moment###work", 380, 0, [](const DialogDrawArguments& c) { draw_work(c.ui, c.lab, c.frame); }},
      {"error", "Problem###error", 480, 0, [](const DialogDrawArguments& c) { draw_error(c.ui, c.lab, c.frame); }},
      {"question", "Question###question", 460, 0,
       [](const DialogDrawArguments& c) { draw_question(c.ui, c.lab, c.frame); }},
      {"open", "Open map###open", 700, 540, nullptr},
      {"save_as", "Save map as###save_as", 680, 520, nullptr},
      {"save_workspace", "Save workspace as###save_workspace", 680, 520, nullptr},
      {"save_graph", "Save graph as###save_graph", 680, 520, nullptr},
      {"save_scen", "Save scenario as###save_scen", 680, 520, nullptr},
      {"save_csv", "Save results as CSV###save_csv", 680, 520, nullptr},
      {"new", "New map###new", 340, 0, [](const DialogDrawArguments& c) { c.dialogs.new_map_.draw(c.ui, c.frame); }},
      {"generate", "Generate map###generate", 380, 0,
       [](const DialogDrawArguments& c) { c.dialogs.generate_.draw(c.ui, c.frame); }},
      {"goto", "Go to cell###goto", 280, 0,
       [](const DialogDrawArguments& c) { c.dialogs.goto_.draw(c.ui, c.lab, c.frame); }},
      {"letters", "Letters of the map###letters", 400, 0,
       [](const DialogDrawArguments& c) { draw_letters(c.ui, c.lab, c.frame); }},
      {"open_options", "Open with options###open_options", 480, 0,
       [](const DialogDrawArguments& c) { draw_open_options(c.ui, c.lab, c.frame); }},
      {"terrains", "Terrains of the map###terrains", 460, 0,
       [](const DialogDrawArguments& c) { c.dialogs.terrains_.draw(c.ui, c.lab, c.frame); }},
      {"search", "Search commands###search", 620, 430,
       [](const DialogDrawArguments& c) { c.dialogs.search_.draw(c.ui, c.lab, c.context, c.frame); }},
      {"help", "Keys and mouse###help", 760, 560,
       [](const DialogDrawArguments& c) { c.dialogs.help_.draw(c.ui, c.lab, c.context, c.frame); }},
      {"glossary", "Glossary###glossary", 600, 560,
       [](const DialogDrawArguments& c) { c.dialogs.glossary_.draw(c.ui, c.frame); }},
      {"preferences", "Preferences###preferences", 700, 500,
       [](const DialogDrawArguments& c) { c.dialogs.preferences_.draw(c.ui, c.lab, c.context, c.frame); }},
      {"recent", "Recent files###recent", 640, 480,
       [](const DialogDrawArguments& c) { c.dialogs.recent_.draw(c.ui, c.lab, c.frame); }},
      {"about", "About Strata###about", 440, 0, [](const DialogDrawArguments& c) { draw_about(c.ui, c.lab, c.frame); }},
      {"export", "Export search or table###export", 520, 0,
       [](const DialogDrawArguments& c) { c.dialogs.export_.draw(c.ui, c.lab, c.frame); }},
  };
  for (const DialogContent& body : kBodies) {
    if (key == body.key) return &body;
  }
  static const std::vector<DialogContent> features = [] {
    std::vector<DialogContent> bodies;
    for (const PanelDialog& own : feature_dialogs()) {
      bodies.push_back({own.key, own.title, own.width, 0,
                        [](const DialogDrawArguments& c) { c.own->draw(c.ui, c.lab, c.frame); }, &own});
    }
    return bodies;
  }();
  for (const DialogContent& body : features) {
    if (key == body.key) return &body;
  }
  return nullptr;
}

Dialogs::Dialogs(const std::string& maps_folder, bool maps_there)
    : maps_folder_(maps_folder), maps_there_(maps_there) {}

void Dialogs::begin_browser(const std::string& wanted, const Lab& lab) {
  std::error_code ignored;
  const std::vector<FileKind> kinds = file_kinds(lab);
  // The dialog "save_graph" saves the document of the kind "graph", and so on.
  const auto documents = lab.documents();
  const auto found = std::ranges::find_if(
      documents, [&](const Document* one) { return wanted == fmt::format("save_{}", one->kind()); });
  const Document* document = found != documents.end() ? *found : nullptr;
  const bool own = document != nullptr && !document->path().empty();
  const std::string kind(document != nullptr          ? document->kind()
                         : wanted == "save_csv"       ? "csv"
                         : wanted == "save_workspace" ? "strata"
                                                      : "map");
  std::filesystem::path path = own ? document->path() : lab.state().map_path;
  if ((kind != "map" || is_level_file(path)) && !path.empty()) path.replace_extension(kind);
  std::string folder = path.parent_path().string();
  // Files of the program are never overwritten: a copy is saved in the user's folder.
  const std::string& of_file = document != nullptr ? document->path() : lab.state().map_path;
  const bool stock = of_file.empty() || lab.session().is_stock(of_file) || is_level_file(of_file);
  if (wanted == "save_csv") {
    folder = export_folder(lab, ".csv");
  } else if (wanted != "open" && (stock || !can_write_into(folder))) {
    folder = lab.session().folder_for_saving();
  }
  if (folder.empty() && !lab.state().recent_files.empty()) {
    folder = std::filesystem::path(lab.state().recent_files.front()).parent_path().string();
  }
  if (folder.empty()) {
    // If the working folder contains maps, it is that folder; otherwise the folder with the maps of the program.
    const auto here = std::filesystem::current_path(ignored);
    for (const auto& entry : std::filesystem::directory_iterator(here, ignored)) {
      if (kind_by_ending(kinds, entry.path().string()) != nullptr) folder = here.string();
    }
    if (folder.empty()) folder = maps_there_ ? maps_folder_ : here.string();
  }
  std::string name = path.filename().string();
  if (name.empty()) name = "untitled." + kind;
  browsers_[wanted].set_stock_folder(maps_folder_);
  browsers_[wanted].begin(wanted, folder, name, kinds);
}

void Dialogs::begin(const std::string& wanted, const Lab& lab) {
  open_ = wanted;
  const DialogContent& body = *body_of(wanted);
  ImGui::OpenPopup(body.title);
  frame_.other_button_focused_ = false;
  if (body.draw == nullptr && frame_.fresh) begin_browser(wanted, lab);
}

void Dialogs::draw(Ui& ui, Lab& lab, const MenuContext& context, float window_width, float window_height) {
  if (!lab.state().window_open("search")) search_.end();
  std::erase_if(begun_, [&](const std::string& window) { return !lab.state().window_open(window); });
  std::string wanted = wanted_dialog(lab);
  if (body_of(wanted) == nullptr) wanted.clear();
  if (!open_.empty() && open_ != wanted) {
    if (ImGui::BeginPopupModal(body_of(open_)->title, nullptr, ImGuiWindowFlags_NoSavedSettings)) {
      ImGui::CloseCurrentPopup();
      ImGui::EndPopup();
    }
    open_.clear();
  }
  ImGuiIO& io = ImGui::GetIO();
  if (wanted.empty()) {
    // The arrow keys belong to the timeline, except while a menu is open.
    if (popup_open()) {
      io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    } else {
      io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    }
    return;
  }
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  const DialogContent& body = *body_of(wanted);
  frame_.appearing = open_ != wanted;
  frame_.fresh = frame_.appearing && std::ranges::find(begun_, wanted) == begun_.end();
  const std::optional<DialogCommandError>& problem = lab.state().window_problem;
  frame_.problem_ = problem && problem->window == wanted ? &*problem : nullptr;
  if (frame_.appearing) begin(wanted, lab);
  if (frame_.fresh) begun_.push_back(wanted);
  const ImVec2 room(window_width - ui.px(16), window_height - ui.px(16));
  ImGui::SetNextWindowPos({window_width / 2, window_height / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  const float width = std::min(ui.px(body.width), room.x);
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                           ImGuiWindowFlags_NoResize;
  if (body.height > 0) {
    ImGui::SetNextWindowSize({width, std::min(ui.px(body.height), room.y)});
  } else {
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, room.y});
    flags |= ImGuiWindowFlags_AlwaysAutoResize;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(12)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  const Text title = title_of(wanted, body.title, lab.state(), width - ui.px(28));
  if (ImGui::BeginPopupModal(title, nullptr, flags)) {
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    ui.dump().mark("dialog." + wanted, at.x, at.y, at.x + size.x, at.y + size.y);
    if (body.draw != nullptr) {
      body.draw({*this, ui, lab, context, frame_, body.own});
    } else if (const auto path = browsers_[wanted].draw(ui, frame_, lab.session().level_options())) {
      // If the kind of the file is not known, map.open reports that.
      const Result<Command> opens = command_to_open(lab, std::vector{*path});
      ui.run_for(wanted, format_command({wanted == "open"             ? opens ? opens.value().name : "map.open"
                                         : wanted == "save_as"        ? "map.save_as"
                                         : wanted == "save_scen"      ? "scenario.save"
                                         : wanted == "save_csv"       ? "scenario.csv"
                                         : wanted == "save_workspace" ? "workspace.save"
                                                                      : "graph.save",
                                         {*path}}));
    }
    ImGui::EndPopup();
  } else {
    // Something in the dialog has closed it. If the lab still has it open, it is opened again.
    open_.clear();
  }
  ImGui::PopStyleVar(3);
  // While a row waits for a key, keys must not move the focus.
  if (wants_key()) io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

}  // namespace strata
