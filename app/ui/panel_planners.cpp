#include "app/ui/panel_planners.hpp"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/lab/detail.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr const char* kGroupTitles[kPlannerGroups] = {"Plain search", "Grid hierarchies", "Graphs", "Meshes"};

// What the place keeps from frame to frame.
struct PlannersMemory {
  std::string_view host;  // the planner below which its feature's tab is unfolded
  std::string_view seen;  // the tab of the last frame
  char wanted[40] = "";   // text of the search field
  bool adding = false;    // the planners that are off are listed
  bool show_adding = false;
  std::vector<const Planner*> listed;  // the planners above those that are off, in this frame
  // The row that was clicked, which stays where it is while others fold and unfold; and for how many frames more.
  std::string_view held;
  float held_at = 0;
  int held_frames = 0;
  int shown_frames = 0;  // for how many frames more the settings that were unfolded are brought into sight
  // The tabs that are unfolded, and the planners below which they are.
  struct Unfolded {
    const PanelTab* tab;
    const Planner* planner;
    friend bool operator==(const Unfolded&, const Unfolded&) = default;
  };
  std::vector<Unfolded> unfolded;
  float host_y = 0;  // where the row of the host was drawn
};

constexpr int kHeldFrames = 6;
constexpr float kSettingsInSight = 170;  // of settings that unfold at least so much comes into sight: UI pixels

const Feature* feature_of(const Planner& planner) {
  for (const Feature* feature : features()) {
    for (const PlannerAppearance& one : feature->planners) {
      if (one.planner == planner.name) return feature;
    }
  }
  return nullptr;
}

// Returns the tab that unfolds below the planner; null: it has none.
const PanelTab* tab_of(const Planner& planner) {
  const Feature* feature = feature_of(planner);
  if (feature == nullptr) return nullptr;
  const PanelTab* tab = tab_named(full_name(feature->tab.empty() ? feature->name : feature->tab));
  return tab != nullptr && tab->place == ScreenPlace::kPlanners ? tab : nullptr;
}

PlannerGroup group_of(const Planner& planner) {
  const Feature* feature = feature_of(planner);
  return feature != nullptr ? feature->planner_group : PlannerGroup::kPlain;
}

bool contains_word(std::string_view text, std::string_view wanted) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(), same) != text.end();
}

bool is_wanted(const Planner& planner, std::string_view wanted) {
  return wanted.empty() || contains_word(planner.title, wanted) || contains_word(planner.name, wanted) ||
         contains_word(planner.source, wanted);
}

// Returns the planner below which the tab is unfolded: the one that was chosen, else the stepped one, else the first
// one that is compared, else the first one.
const Planner* host_of(const LabState& s, const PanelTab* tab, std::string_view chosen) {
  const PlannerRow* best = nullptr;
  const auto rank = [&](const PlannerRow& row) {
    return row.planner->name == chosen ? 3 : row.planner->name == s.traced ? 2 : row.shown ? 1 : 0;
  };
  for (const PlannerRow& row : s.rows) {
    if (tab == nullptr || tab_of(*row.planner) != tab) continue;
    if (best == nullptr || rank(row) > rank(*best)) best = &row;
  }
  return best != nullptr ? best->planner : nullptr;
}

class PlannerList {
 public:
  PlannerList(Ui& ui, Lab& lab)
      : ui_(ui),
        lab_(lab),
        memory_(ui.kept<PlannersMemory>()),
        open_(lab.state().simple ? nullptr : tab_named(ui.tab())),
        host_(host_of(lab.state(), open_, memory_.host)) {}

  void draw();

 private:
  bool listed(const PlannerRow& row) const {
    return std::ranges::find(memory_.listed, row.planner) != memory_.listed.end();
  }
  bool is_over() const {
    return ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  }
  bool is_unfolded(const PanelTab* tab, const Planner& planner) const {
    return tab != nullptr &&
           std::ranges::find(memory_.unfolded, PlannersMemory::Unfolded{tab, &planner}) != memory_.unfolded.end();
  }
  void list_rows();
  void list_unfolded();
  void hold(const PlannerRow& row, float y) {
    memory_.held = row.planner->name;
    memory_.held_at = y;
    memory_.held_frames = kHeldFrames;
  }
  void show_settings(float y);
  void draw_simple();
  void draw_group(PlannerGroup group, bool added);
  void draw_row(const PlannerRow& row, bool first_of_tab);
  // Draws the triangle that unfolds the tab. Returns whether it was clicked.
  bool draw_triangle(const PanelTab& tab, bool open, bool named);
  void draw_name(const PlannerRow& row, const PanelTab* tab);
  void unfold(const PlannerRow& row, const PanelTab* tab) {
    if (tab == nullptr) return;
    memory_.host = row.planner->name;
    ui_.show_tab(tab->name);
  }

  Ui& ui_;
  Lab& lab_;
  PlannersMemory& memory_;
  const PanelTab* open_;
  const Planner* host_;
};

// Sorts the planners into those that are listed and those that are off. While the pointer is over the list none moves
// from one part to the other: a click would hit another row than the one that was aimed at.
void PlannerList::list_rows() {
  const bool over = is_over();
  const bool others_in_sight = memory_.adding || memory_.wanted[0] != 0;
  if (!over || memory_.listed.empty()) memory_.listed.clear();
  const bool stays = over && !memory_.listed.empty() && others_in_sight;
  for (const PlannerRow& row : lab_.state().rows) {
    const bool wanted = row.shown || row.planner == host_ || row.planner->name == lab_.state().traced;
    if (wanted && !stays && !listed(row)) memory_.listed.push_back(row.planner);
  }
}

// Notes which tabs are unfolded. While the pointer is over the list none folds, and none goes to another planner: the
// row that was clicked would move away under the pointer.
void PlannerList::list_unfolded() {
  std::vector<PlannersMemory::Unfolded>& unfolded = memory_.unfolded;
  if (!is_over()) {
    const bool folds = std::ranges::any_of(unfolded, [&](const PlannersMemory::Unfolded& one) {
      return one != PlannersMemory::Unfolded{open_, host_};
    });
    unfolded.clear();
    // The pointer has left: the row that it chose stays where it is.
    if (folds && host_ != nullptr && open_ != nullptr && memory_.seen == open_->name) {
      memory_.held = host_->name;
      memory_.held_at = memory_.host_y;
      memory_.held_frames = kHeldFrames;
    }
  }
  if (open_ != nullptr && host_ != nullptr &&
      std::ranges::find(unfolded, open_, &PlannersMemory::Unfolded::tab) == unfolded.end()) {
    unfolded.push_back({open_, host_});
  }
}

// Brings the settings that were just unfolded into sight. The row that was clicked stays where it is if there is room
// below it, or else goes up as far as they need.
void PlannerList::show_settings(float y) {
  if (memory_.held_frames == 0) {
    memory_.shown_frames = 4;
    return;
  }
  const float top = ImGui::GetWindowPos().y, end = top + ImGui::GetWindowHeight() - ImGui::GetFrameHeight();
  memory_.held_at = std::clamp(y, top, std::max(top, end - ui_.px(kSettingsInSight)));
}

bool PlannerList::draw_triangle(const PanelTab& tab, bool open, bool named) {
  const float size = ui_.px(14), height = ImGui::GetFrameHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton("##unfold", {size, height});
  const bool hovered = ImGui::IsItemHovered();
  if (named) ui_.mark(tab.name);
  tooltip(ui_, tab.help, {}, open ? "Click to fold it" : "Click to unfold its settings and layers");
  const float r = ui_.px(4), x = at.x + size / 2, y = at.y + height / 2;
  const ImU32 ink = to_u32(hovered ? theme().text : theme().text_dim);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (open) {
    list->AddTriangleFilled({x - r, y - r * 0.6f}, {x + r, y - r * 0.6f}, {x, y + r * 0.8f}, ink);
  } else {
    list->AddTriangleFilled({x - r * 0.6f, y - r}, {x - r * 0.6f, y + r}, {x + r * 0.8f, y}, ink);
  }
  return clicked;
}

void PlannerList::draw_name(const PlannerRow& row, const PanelTab* tab) {
  const LabState& s = lab_.state();
  const bool traced = s.traced == row.planner->name && lab_.query().process() == nullptr;
  const std::string_view title = s.names.brief(*row.planner);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  if (ImGui::Selectable("##name", false, 0, {0, height})) {
    hold(row, at.y);
    if (row.within_reach && !traced) ui_.run("planner.trace {}", row.planner->name);
    if (row.within_reach && !row.shown) ui_.run("planner.show {} on", row.planner->name);
    unfold(row, tab);
  }
  ui_.mark("planners.{}", row.planner->name);
  tooltip(ui_, row.planner->title, {},
          Text("{}{}{}", row.planner->source, row.allowed ? "" : ". ", row.allowed ? "" : std::string_view(row.note)));
  const ImVec4& ink = traced ? theme().accent : row.shown && row.allowed ? theme().text : theme().text_dim;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddText({at.x, at.y + (height - ImGui::GetTextLineHeight()) / 2}, to_u32(ink), title.data(),
                title.data() + title.size());
}

void PlannerList::draw_row(const PlannerRow& row, bool first_of_tab) {
  const Planner& planner = *row.planner;
  const PanelTab* tab = lab_.state().simple ? nullptr : tab_of(planner);
  const bool open = is_unfolded(tab, planner);
  const IdScope id(planner.name.data());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool held = memory_.held_frames > 0 && memory_.held == planner.name;
  if (&planner == host_) memory_.host_y = at.y;
  if (held && std::abs(at.y - memory_.held_at) >= 1) ImGui::SetScrollY(ImGui::GetScrollY() + at.y - memory_.held_at);
  if (lab_.state().traced == planner.name) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    ImGui::GetWindowDrawList()->AddRectFilled(at, {right, at.y + ImGui::GetFrameHeight()}, to_u32(theme().accent_soft),
                                              ui_.px(3));
  }
  if (tab == nullptr) {
    ImGui::Dummy({ui_.px(14), ImGui::GetFrameHeight()});
  } else if (draw_triangle(*tab, open, tab == open_ ? open : first_of_tab)) {
    hold(row, at.y);
    if (!open) {
      unfold(row, tab);
    } else {
      std::erase(memory_.unfolded, PlannersMemory::Unfolded{tab, &planner});
      if (tab == open_) ui_.show_tab(place_name(ScreenPlace::kPlanners));
    }
  }
  ImGui::SameLine(0, ui_.px(3));
  bool shown = row.shown;
  {
    const DisabledScope disabled(ui_, row.within_reach || shown, why_not_within_reach(row));
    if (check_box(ui_, "##shown", &shown)) ui_.run("planner.show {} {}", planner.name, shown ? "on" : "off");
    describe(ui_, Text("planners.{}.show", planner.name),
             shown ? "Compared; click to leave it out" : "Left out; click to compare it", {}, row.note);
  }
  ImGui::SameLine(0, ui_.px(5));
  const PlannerStyle style = planner_style(planner.name);
  const ImVec2 line = ImGui::GetCursorPos();
  ImGui::SetCursorPosY(line.y + (ImGui::GetFrameHeight() - ImGui::GetTextLineHeight()) / 2);
  line_swatch(row.shown && row.allowed ? on_panel(style.color) : faded(on_panel(style.color), 0.4), ui_.px(3),
              style.dash, ui_.px(16));
  ImGui::SameLine(0, ui_.px(5));
  ImGui::SetCursorPosY(line.y);
  draw_name(row, tab);
  if (open) {
    if (tab == open_ && memory_.seen != tab->name) show_settings(at.y);
    // Again while the list grows by the settings: it cannot be scrolled further than it was long before.
    if (tab == open_ && memory_.shown_frames > 0) {
      --memory_.shown_frames;
      ImGui::SetScrollHereY(0.15f);
    }
    ImGui::Indent(ui_.px(6));
    ImGui::PushID(tab->name);
    tab->draw(ui_, lab_);
    ImGui::PopID();
    ImGui::Unindent(ui_.px(6));
    ImGui::Dummy({0, ui_.px(4)});
  }
}

void PlannerList::draw_group(PlannerGroup group, bool added) {
  bool titled = false;
  const PanelTab* last = nullptr;
  for (const PlannerRow& row : lab_.state().rows) {
    if (group_of(*row.planner) != group || listed(row) == added || !is_wanted(*row.planner, memory_.wanted)) continue;
    if (!std::exchange(titled, true)) {
      const FontScope small(ui_.fonts().small);
      draw_dim(kGroupTitles[static_cast<size_t>(group)]);
    }
    // The first planner of a tab stands for it, unless one that is compared does.
    const PanelTab* tab = tab_of(*row.planner);
    const bool first = tab != last && (!added || std::ranges::none_of(lab_.state().rows, [&](const PlannerRow& other) {
                         return listed(other) && tab_of(*other.planner) == tab;
                       }));
    last = tab;
    draw_row(row, first);
  }
}

// Draws the planners of the simple view, whether they are on or off, and how many others are on.
void PlannerList::draw_simple() {
  for (const PlannerRow& row : lab_.state().rows) {
    if (is_listed(lab_.state(), *row.planner)) draw_row(row, false);
  }
  draw_unlisted(ui_, lab_);
}

void PlannerList::draw() {
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui_.px(4), ui_.px(2)});
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {ui_.px(8), ui_.px(2)});
  if (memory_.held_frames > 0 && (--memory_.held_frames == 0 || ImGui::GetIO().MouseWheel != 0))
    memory_.held_frames = 0;
  if (lab_.state().simple) return draw_simple();
  list_rows();
  list_unfolded();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##wanted", "Find a planner", memory_.wanted, sizeof memory_.wanted);
  ui_.mark("planners.find");
  const bool searched = memory_.wanted[0] != 0;
  for (int i = 0; i < kPlannerGroups; ++i) draw_group(static_cast<PlannerGroup>(i), false);
  ImGui::Dummy({0, ui_.px(2)});
  ImGui::SetNextItemOpen(memory_.adding || searched);
  const bool adding = section(ui_, "Add a planner", "planners.add", false);
  if (!searched) memory_.adding = adding;
  if (std::exchange(memory_.show_adding, false)) ImGui::SetScrollHereY(0.3f);
  if (adding) {
    for (int i = 0; i < kPlannerGroups; ++i) draw_group(static_cast<PlannerGroup>(i), true);
  }
  ImGui::Dummy({0, ui_.px(2)});
  button(ui_, "Add your own...", "planners.own", "ui.show own_planners on",
         "Compares a program of yours with the planners here", {.width = kRestOfLine});
  memory_.seen = open_ != nullptr ? open_->name : std::string_view();
}

}  // namespace

void draw_unlisted(Ui& ui, const Lab& lab) {
  const size_t count = unlisted_planners(lab.state());
  const FontScope small(ui.fonts().small);
  ImGui::Dummy({0, ui.px(2)});
  ImGui::AlignTextToFramePadding();
  if (count == 0) {
    draw_dim("All planners, with settings:");
  } else {
    draw_text(Text("{} more planner{} on:", count, count == 1 ? " is" : "s are"));
  }
  ui.mark("detail.unlisted");
  ImGui::SameLine(0, ui.px(6));
  button(ui, "Full", "detail.full", "ui.detail full", "Shows all planners and their settings");
}

void draw_planners(Ui& ui, Lab& lab) { PlannerList(ui, lab).draw(); }

void offer_planners(Ui& ui) {
  PlannersMemory& memory = ui.kept<PlannersMemory>();
  memory.adding = memory.show_adding = true;
  ui.run("ui.panel left on");
  ui.show_tab(place_name(ScreenPlace::kPlanners));
}

}  // namespace strata
