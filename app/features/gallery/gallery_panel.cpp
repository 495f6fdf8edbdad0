// The gallery in the interface: the window with all cards, and the open card at the top of the right panel.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "app/features/gallery/gallery.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_dialog.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr float kListHeight = 400;  // UI pixels

// What the user has entered into the window. It stays for the next time that the window opens.
struct GalleryWindow {
  std::array<char, 128> words{};
  std::vector<const FigureCard*> found;
  std::string found_for = "\n";  // impossible search words, so that the first search runs
  bool to_open_card = false;     // scroll the list to the open card
};

void find_cards(GalleryController& gallery, GalleryWindow& window) {
  if (window.found_for == window.words.data()) return;
  window.found_for = window.words.data();
  window.found.clear();
  for (const FigureCard& card : gallery.cards()) {
    if (figure_card_has(card, window.found_for)) window.found.push_back(&card);
  }
}

// Draws a row of the list: number, title and caption of a card. Returns whether it was chosen.
bool draw_card(Ui& ui, const FigureCard& card, bool open) {
  const float width = ImGui::GetContentRegionAvail().x, pad = ui.px(8), room = width - 2 * pad;
  const float number_width = text_size(ui.fonts().bold, card.number).x + ui.px(10);
  const float title = text_size(ui.fonts().text, card.title, room - number_width).y;
  const ImVec2 caption = text_size(ui.fonts().small, card.caption, room);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(card.id.c_str());
  const bool chosen = ImGui::Selectable("##card", open, 0, {width, title + caption.y + pad + ui.px(6)});
  ImGui::PopID();
  ui.mark("gallery.card.{}", card.id);
  ImDrawList* list = ImGui::GetWindowDrawList();
  add_text(list, ui.fonts().bold, {at.x + pad, at.y + pad / 2}, to_u32(theme().accent), card.number);
  add_text(list, ui.fonts().text, {at.x + pad + number_width, at.y + pad / 2}, to_u32(theme().text), card.title,
           room - number_width);
  add_text(list, ui.fonts().small, {at.x + pad, at.y + pad / 2 + title + ui.px(2)}, to_u32(theme().text_dim),
           card.caption, room);
  return chosen;
}

void draw_gallery(Ui& ui, const Lab& lab, DialogFrame& frame) {
  GalleryController& gallery = gallery_controller(lab);
  auto& window = ui.kept<GalleryWindow>();
  if (frame.appearing) ImGui::SetKeyboardFocusHere();
  if (frame.fresh) {
    window.words[0] = 0;
    window.to_open_card = gallery.open_card() != nullptr;
  }
  ImGui::SetNextItemWidth(ui.px(300));
  ImGui::InputTextWithHint("##words", "Search the figures", window.words.data(), window.words.size());
  ui.mark("gallery.search");
  find_cards(gallery, window);
  ImGui::SameLine();
  draw_dim(counted(window.found.size(), "card"));
  if (!gallery.problem().empty()) text_colored_wrapped(theme().bad, gallery.problem());
  frame.draw_problem(ui);
  const FigureCard* chosen = nullptr;
  const float room = ImGui::GetIO().DisplaySize.y - ui.px(190);  // height for the list in a low window
  ImGui::BeginChild("cards", {0, std::clamp(room, ui.px(80), ui.px(kListHeight))});
  for (size_t paper = 0; paper < kFigurePapers.size(); ++paper) {
    bool titled = false;
    for (const FigureCard* card : window.found) {
      if (card->paper != paper) continue;
      if (!titled) {
        ImGui::Dummy({0, ui.px(2)});
        print_bold(ui, "{}", kFigurePapers[paper].title);
        titled = true;
      }
      const bool open = card == gallery.open_card();
      if (draw_card(ui, *card, open)) chosen = card;
      if (open && window.to_open_card) ImGui::SetScrollHereY(0.3f);
    }
  }
  window.to_open_card = false;
  if (window.found.empty() && gallery.problem().empty()) draw_dim("No card has these words.");
  ImGui::EndChild();
  ImGui::Dummy({0, ui.px(4)});
  if (frame.button(ui, "Close", "gallery.close", false)) ui.run("ui.show gallery off");
  // The Enter key opens the first card that was found.
  const bool searching = window.words[0] != 0 && ui.enter_pressed() && !frame.appearing;
  if (chosen == nullptr && searching && !window.found.empty()) chosen = window.found.front();
  if (chosen == nullptr) return;
  ui.run_for("gallery", fmt::format("figure.open {}", chosen->id));
}

void wrapped(const ImVec4& color, std::string_view text) {
  if (!text.empty()) text_colored_wrapped(color, text);
}

// Draws the table of a card: its first row is the head.
void draw_card_table(Ui& ui, const FigureCard& card) {
  if (card.table.empty()) return;
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_NoSavedSettings;
  if (!ImGui::BeginTable("figure.table", static_cast<int>(card.table.front().size()), kFlags)) return;
  for (const std::vector<std::string>& row : card.table) {
    ImGui::TableNextRow();
    for (const std::string& cell : row) {
      ImGui::TableNextColumn();
      text_colored_wrapped(&row == &card.table.front() ? theme().text_dim : theme().text, cell);
    }
  }
  ImGui::EndTable();
  ui.mark("figure.table");
}

// Draws the open card.
void draw_open_card(Ui& ui, const Lab& lab) {
  const FigureCard* card = gallery_controller(lab).open_card();
  if (card == nullptr || !section(ui, "Figure", "section.figure")) return;
  {
    const FontScope bold(ui.fonts().bold);
    wrapped(theme().accent, Text("{}: {}", card->number, card->title));
  }
  ui.mark("figure.title");
  note(ui, kFigurePapers[card->paper].title);
  wrapped(theme().text, card->caption);
  ui.mark("figure.caption_text");
  draw_card_table(ui, *card);
  if (!card->look.empty()) {
    ImGui::Dummy({0, ui.px(2)});
    wrapped(theme().good, card->look);
  }
  if (!card->differs.empty()) {
    note(ui, "Other than in the paper:");
    note(ui, card->differs);
  }
  if (!card->bench.empty()) note(ui, Text("Measured by: strata-bench paper {}", card->bench));
  button(ui, "Previous", "figure.previous", "figure.previous", "The card before this one",
         {.keys = ui.keys_of("figure.previous")});
  ImGui::SameLine();
  button(ui, "Next", "figure.next", "figure.next", "The card after this one", {.keys = ui.keys_of("figure.next")});
  ImGui::SameLine();
  button(ui, "All...", "figure.all", "ui.show gallery on", "All figures of the papers");
  ImGui::SameLine();
  button(ui, "Leave", "figure.leave", "figure.leave", "Brings back what was open before the first figure",
         {.why_not = gallery_controller(lab).can_leave() ? std::string_view()
                                                         : std::string_view("The figure belongs to the run of show")});
  ImGui::Dummy({0, ui.px(4)});
}

std::optional<OpenText> text_of_card(const Lab& lab) {
  const FigureCard* card = gallery_controller(lab).open_card();
  if (card == nullptr) return {};
  // Of a card without a query the comparison has empty rows alone.
  const auto names = [&](std::string_view word) {
    return card->caption.find(word) != std::string::npos || card->look.find(word) != std::string::npos;
  };
  return OpenText{.comparison = lab.state().has_query && (names("table") || names("Compare") || names("compare")),
                  .legend = names("legend") || names("Legend"),
                  .steps = names("pseudo-code"),
                  .figure = true};
}

// Draws the tab of the left panel with the figures of the papers.
void draw_figures_tab(Ui& ui, Lab& lab) {
  GalleryController& gallery = gallery_controller(lab);
  button(ui, "Search the figures...", "learn.figures", "ui.show gallery on", "Shows all figures with their captions",
         {.width = kRestOfLine});
  const FigurePaper* titled = nullptr;
  for (const FigureCard& card : gallery.cards()) {
    const FigurePaper* paper = &kFigurePapers[card.paper];
    if (std::exchange(titled, paper) != paper) note(ui, paper->title);
    const IdScope id(card.id.c_str());
    const Text title("{}  {}", card.number, card.title);
    const float room = ImGui::GetContentRegionAvail().x - ui.px(4);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = text_size(ui.fonts().text, title, room).y;
    if (ImGui::Selectable("##card", &card == gallery.open_card(), 0, {0, height})) ui.run("figure.open {}", card.id);
    describe(ui, Text("learn.figure.{}", card.id), card.title, {}, card.caption);
    add_text(ImGui::GetWindowDrawList(), ui.fonts().text, at, to_u32(theme().text), title, room);
  }
  if (!gallery.problem().empty()) text_colored_wrapped(theme().bad, gallery.problem());
}

}  // namespace

PanelDialog gallery_dialog() { return {"gallery", "Figures of the papers###gallery", 760, draw_gallery}; }

FeaturePanel gallery_panel() {
  FeaturePanel panel{.feature = "gallery",
                     .tab = {"Figures", "tab.figures", "The figures of the papers, as scenes that can be changed",
                             LeftPanelSection::kLearn, draw_figures_tab},
                     .section = draw_open_card,
                     .place = kFirstPlace};
  panel.text = text_of_card;
  return panel;
}

}  // namespace strata
