#include "app/ui/panel_planners.hpp"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/simple_view.hpp"
#include "app/ui/level_choice.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr const char* kGroupTitles[kPlannerGroups] = {"Plain search", "Grid hierarchies", "Graphs", "Meshes"};

// What the list of planners stores between frames.
struct PlannersPanelState {
  // Name of the planner below which the tab of its feature is open.
  std::string_view host;
  // Name of the tab that was open in the last frame.
  std::string_view seen;
  char wanted[40] = "";  // text of the search field
  // The list of planners that are off is shown.
  bool adding = false;
  bool show_adding = false;
  // The planners that are in the upper list in this frame.
  std::vector<const Planner*> listed;
  // The row that was clicked. It stays where it is on the screen for a number of frames, while tabs above
  // it open and close.
  std::string_view held;
  float held_at = 0;
  int held_frames = 0;
  // For this number of frames the list is still scrolled so that the opened settings are visible.
  int shown_frames = 0;
  // The tabs that are open, and the planners below which they are.
  struct OpenTab {
    const PanelTab* tab;
    const Planner* planner;
  };
  std::vector<OpenTab> unfolded;
  // Vertical position of the row below which the tab is open.
  float host_y = 0;
};

constexpr int kHeldFrames = 6;
// When settings are opened, at least this height of them becomes visible, in UI pixels.
constexpr float kSettingsInSight = 170;

// Draws what the planner is good for.
void draw_guide(Ui& ui, const Lab& lab, const Planner& planner) {
  const PlannerGuide* guide = planner_appearance(lab.state(), planner.name).guide;
  if (guide == nullptr || !fold(ui, Text("About {}", planner.title), Text("guide.{}", planner.name))) return;
  const FontScope small(ui.fonts().small);
  const auto part = [](std::string_view title, std::string_view text) {
    draw_dim(title);
    text_colored_wrapped(theme().text, text);
  };
  part("Idea", guide->idea);
  part("Before the first query", guide->prepares);
  part("A query", guide->query);
  part("Choose it where", guide->choose);
  part("Choose another where", guide->avoid);
  text_colored_wrapped(theme().text_dim, planner.source);
}

const Feature* feature_of(const Planner& planner) {
  for (const Feature* feature : features()) {
    for (const PlannerAppearance& one : feature->planners) {
      if (one.planner == planner.name) return feature;
    }
  }
  return nullptr;
}

// Returns the tab that opens below the planner; null: there is none.
const PanelTab* tab_of(const Planner& planner) {
  const Feature* feature = feature_of(planner);
  if (feature == nullptr) return nullptr;
  const PanelTab* tab = tab_named(full_name(feature->tab.empty() ? feature->name : feature->tab));
  return tab != nullptr && tab->place == LeftPanelSection::kPlanners ? tab : nullptr;
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

bool is_named(const Planner& planner, std::string_view wanted) {
  return contains_word(planner.title, wanted) || contains_word(planner.name, wanted) ||
         contains_word(planner.source, wanted);
}

// Returns the planner below which the tab is open. It is the chosen one; otherwise the stepped one, the first one that
// is compared, or simply the first one.
const Planner* host_of(const LabState& s, const PanelTab* tab, std::string_view chosen) {
  const PlannerRow* best = nullptr;
  const auto rank = [&](const PlannerRow& row) {
    return row.planner->name == chosen ? 3 : row.planner->name == s.traced ? 2 : row.shown ? 1 : 0;
  };
  for (const PlannerRow& row : s.rows) {
    if (tab == nullptr || tab_of(*row.planner) != tab) continue;
    if (best == nullptr || rank(row) > rank(*best)) best = &row;
  }
  return best != nullptr ? listed_row(s, *best).planner : nullptr;
}

class PlannerList {
 public:
  PlannerList(Ui& ui, Lab& lab)
      : ui_(ui),
        lab_(lab),
        memory_(ui.kept<PlannersPanelState>()),
        open_(lab.state().simple ? nullptr : tab_named(ui.tab())),
        host_(host_of(lab.state(), open_, memory_.host)) {}

  void draw();

 private:
  bool listed(const PlannerRow& row) const {
    return std::ranges::any_of(memory_.listed,
                               [&](const Planner* one) { return share_row(lab_.state(), *one, *row.planner); });
  }
  bool is_over() const {
    return ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  }
  bool is_unfolded(const PanelTab* tab, const Planner& planner) const {
    return tab != nullptr && std::ranges::any_of(memory_.unfolded, [&](const PlannersPanelState::OpenTab& one) {
             return one.tab == tab && share_row(lab_.state(), *one.planner, planner);
           });
  }
  // Returns whether the list has the row, and the text of the search field names one of its planners.
  bool is_wanted(const PlannerRow& row) const {
    const LabState& s = lab_.state();
    if (!has_own_row(s, row)) return false;
    return memory_.wanted[0] == 0 || std::ranges::any_of(s.rows, [&](const PlannerRow& other) {
             return share_row(lab_.state(), *row.planner, *other.planner) && is_named(*other.planner, memory_.wanted);
           });
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
  // Draws the triangle that opens the tab. Returns whether it was clicked.
  bool draw_triangle(const PanelTab& tab, bool open, bool named);
  void draw_searched_levels(ImDrawList* list, const ImVec2& at) const;
  void draw_name(const PlannerRow& row, const PanelTab* tab);
  void unfold(const PlannerRow& row, const PanelTab* tab) {
    if (tab == nullptr) return;
    memory_.host = row.planner->name;
    ui_.show_tab(tab->name);
  }

  Ui& ui_;
  Lab& lab_;
  PlannersPanelState& memory_;
  const PanelTab* open_;
  const Planner* host_;
};

// Divides the planners into those of the upper list and those that are off. While the pointer is over the list, no
// planner moves from one to the other: a click would hit another row.
void PlannerList::list_rows() {
  const bool over = is_over();
  const bool others_in_sight = memory_.adding || memory_.wanted[0] != 0;
  if (!over || memory_.listed.empty()) memory_.listed.clear();
  const bool stays = over && !memory_.listed.empty() && others_in_sight;
  for (const PlannerRow& row : lab_.state().rows) {
    if (!has_own_row(lab_.state(), row)) continue;
    const bool wanted = row.shown || row.planner == host_ || row.planner->name == lab_.state().traced;
    if (wanted && !stays && !listed(row)) memory_.listed.push_back(row.planner);
  }
}

// Updates which tabs are open. While the pointer is over the list, no tab closes or moves: the row under the pointer
// would move away.
void PlannerList::list_unfolded() {
  std::vector<PlannersPanelState::OpenTab>& unfolded = memory_.unfolded;
  if (!is_over()) {
    const bool folds = std::ranges::any_of(unfolded, [&](const PlannersPanelState::OpenTab& one) {
      return one.tab != open_ || host_ == nullptr || !share_row(lab_.state(), *one.planner, *host_);
    });
    unfolded.clear();
    // The pointer has left the list, so that tabs may close. The chosen row stays where it is on the screen.
    if (folds && host_ != nullptr && open_ != nullptr && memory_.seen == open_->name) {
      memory_.held = host_->name;
      memory_.held_at = memory_.host_y;
      memory_.held_frames = kHeldFrames;
    }
  }
  if (open_ != nullptr && host_ != nullptr &&
      std::ranges::find(unfolded, open_, &PlannersPanelState::OpenTab::tab) == unfolded.end()) {
    unfolded.push_back({open_, host_});
  }
}

// Scrolls so that the opened settings are visible. The clicked row stays where it is if there is room below it;
// otherwise it moves up as far as needed.
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

// Writes behind the numbers of levels what they mean, if there is room for it.
void PlannerList::draw_searched_levels(ImDrawList* list, const ImVec2& at) const {
  static constexpr const char* kMeaning = "searched";
  const FontScope small(ui_.fonts().small);
  const float x = at.x + ui_.px(6);
  if (x + text_width(kMeaning) > ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) return;
  list->AddText({x, at.y + (ImGui::GetFrameHeight() - ImGui::GetTextLineHeight()) / 2}, to_u32(theme().text_dim),
                kMeaning);
}

void PlannerList::draw_name(const PlannerRow& row, const PanelTab* tab) {
  const LabState& s = lab_.state();
  const bool traced = s.traced == row.planner->name && lab_.state().process == nullptr;
  const std::string_view title = row_title(s, row);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  const int levels = offered_levels(s, row);
  const float width = levels > 0 ? text_width(title) + ui_.px(6) : 0;  // 0: up to the end of the line
  bool clicked = false;
  {
    // A name does not reach over the number beside it, as names are made wider by the spacing.
    const ImVec2 apart = ImGui::GetStyle().ItemSpacing;
    const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {levels > 0 ? 0 : apart.x, apart.y});
    clicked = ImGui::Selectable("##name", false, 0, {width, height});
  }
  if (clicked) {
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
  if (levels == 0) return;
  ImGui::SetCursorScreenPos({at.x + width, at.y});
  const PlannerRow* picked = draw_level_choice(ui_, s, row, "planners.", {}, ui_.px(18), height);
  draw_searched_levels(ImGui::GetWindowDrawList(), {at.x + width + ui_.px(18) * static_cast<float>(levels), at.y});
  if (picked == nullptr) return;
  hold(*picked, at.y);
  run_lines(ui_, lines_to_choose_levels(s, *picked));
  unfold(*picked, tab);
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
      std::erase_if(memory_.unfolded, [&](const PlannersPanelState::OpenTab& one) {
        return one.tab == tab && share_row(lab_.state(), *one.planner, planner);
      });
      if (tab == open_) ui_.show_tab(place_name(LeftPanelSection::kPlanners));
    }
  }
  ImGui::SameLine(0, ui_.px(3));
  bool shown = row.shown;
  {
    const DisabledScope disabled(ui_, row.within_reach || shown, why_not_within_reach(row));
    if (check_box(ui_, "##shown", &shown)) run_lines(ui_, lines_to_compare(lab_.state(), row, shown));
    describe(ui_, Text("planners.{}.show", planner.name),
             shown ? "Compared; click to leave it out" : "Left out; click to compare it", {}, row.note);
  }
  ImGui::SameLine(0, ui_.px(5));
  const PlannerStyle style = planner_style(lab_.state(), planner.name);
  const ImVec2 line = ImGui::GetCursorPos();
  ImGui::SetCursorPosY(line.y + (ImGui::GetFrameHeight() - ImGui::GetTextLineHeight()) / 2);
  line_swatch(row.shown && row.allowed ? on_panel(style.color) : faded(on_panel(style.color), 0.4), ui_.px(3),
              style.dash, ui_.px(16));
  ImGui::SameLine(0, ui_.px(5));
  ImGui::SetCursorPosY(line.y);
  draw_name(row, tab);
  if (open) {
    if (tab == open_ && memory_.seen != tab->name) show_settings(at.y);
    // This is done in several frames, as the list can be scrolled only as far as it was long in the last frame.
    if (tab == open_ && memory_.shown_frames > 0) {
      --memory_.shown_frames;
      ImGui::SetScrollHereY(0.15f);
    }
    ImGui::Indent(ui_.px(6));
    ImGui::PushID(tab->name);
    draw_guide(ui_, lab_, planner);
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
    if (group_of(*row.planner) != group || listed(row) == added || !is_wanted(row)) continue;
    if (!std::exchange(titled, true)) {
      const FontScope small(ui_.fonts().small);
      draw_dim(kGroupTitles[static_cast<size_t>(group)]);
    }
    // Of several planners with one tab, the tab's triangle stands at the first one that is compared, or
    // at the first one.
    const PanelTab* tab = tab_of(*row.planner);
    const bool first = tab != last && (!added || std::ranges::none_of(lab_.state().rows, [&](const PlannerRow& other) {
                         return listed(other) && tab_of(*other.planner) == tab;
                       }));
    last = tab;
    draw_row(row, first);
  }
}

// Draws the list of the simple view: its planners, whether on or off, and the number of others that are on.
void PlannerList::draw_simple() {
  for (const PlannerRow& row : lab_.state().rows) {
    if (is_listed(lab_.state(), *row.planner) && has_own_row(lab_.state(), row)) draw_row(row, false);
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

bool unfolds_in_list(const PanelTab& tab) {
  static const std::vector<const PanelTab*> inside = [] {
    std::vector<const PanelTab*> tabs;
    for (const Planner& planner : planners()) tabs.push_back(tab_of(planner));
    return tabs;
  }();
  return std::ranges::find(inside, &tab) != inside.end();
}

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
  PlannersPanelState& memory = ui.kept<PlannersPanelState>();
  memory.adding = memory.show_adding = true;
  ui.run("ui.panel left on");
  ui.show_tab(place_name(LeftPanelSection::kPlanners));
}

}  // namespace strata
