// Runs of show in the interface: the list under Learn, and the presenter's notes at the top of the right panel. In a
// presentation the notes are not drawn.
#include <fmt/format.h>
#include <imgui.h>

#include <string>

#include "app/features/lesson/lesson.hpp"
#include "app/features/show/show.hpp"
#include "app/features/show/show_commands.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_buttons(Ui& ui, const Lab& lab, const ShowController& controller) {
  const float gap = ui.px(6);
  button(ui, "Back", "show.back", "show.back", "The stop before",
         {.why_not = controller.at_first() ? std::string_view("This is the first stop") : std::string_view(),
          .keys = ui.keys_of("show.back")});
  ImGui::SameLine(0, gap);
  button(ui, "Sheet", "show.sheet", sheet_line(lab), "Writes times, notes and questions as a page to print");
  ImGui::SameLine(0, gap);
  button(ui, "Leave", "show.close", "show.close", "Opens the map again that was open before");
  ImGui::SameLine(0, gap);
  const ColorScope ground(ImGuiCol_Button, theme().accent_soft);
  button(ui, "Next", "show.next", "show.next", "The next stop",
         {.width = kRestOfLine,
          .why_not = controller.at_last() ? std::string_view("This is the last stop") : std::string_view(),
          .keys = ui.keys_of("show.next")});
}

// Returns the title of the stop that comes next; empty: there is none.
std::string_view next_title(const ShowController& controller) {
  const ShowItem& item = controller.item();
  if (controller.stop_index() + 1 < item.stops.size()) return item.stops[controller.stop_index() + 1].title;
  const auto& items = controller.show().items;
  return controller.item_index() + 1 < items.size() ? std::string_view(items[controller.item_index() + 1].title)
                                                    : std::string_view();
}

void draw_notes(Ui& ui, const Lab& lab) {
  const ShowController& controller = show_controller(lab);
  if (!controller.is_open() || lab.state().presentation || !section(ui, "Notes", "section.show")) return;
  {
    const FontScope bold(ui.fonts().bold);
    text_colored_wrapped(theme().accent, controller.item().title);
  }
  ui.mark("show.title");
  note(ui, controller.place_text());
  draw_buttons(ui, lab, controller);
  ImGui::Dummy({0, ui.px(2)});
  const ShowStop& stop = controller.stop();
  if (!stop.title.empty()) text_colored_wrapped(theme().text_dim, stop.title);
  for (const std::string& text : stop.notes) {
    text_colored_wrapped(theme().text, text);
    ui.mark("show.note");
  }
  for (const std::string& question : stop.questions) {
    text_colored_wrapped(theme().good, Text("Ask: {}", question).view());
    ui.mark("show.ask");
  }
  if (const std::string_view next = next_title(controller); !next.empty()) note(ui, Text("Next: {}", next).view());
  if (!controller.sheet().empty()) note(ui, Text("The sheet was written to {}", controller.sheet()).view());
  ImGui::Dummy({0, ui.px(4)});
}

// The comparison and the legend stay unfolded beside notes. A chart of an item takes the place of the map, as a card's.
std::optional<OpenText> text_of_show(const Lab& lab) {
  if (!show_controller(lab).is_open()) return {};
  return OpenText{.comparison = true, .legend = true, .figure = true};
}

std::optional<StatusBarWork> place_of_show(const Lab& lab) {
  const ShowController& controller = show_controller(lab);
  if (!controller.is_open()) return {};
  const bool last = controller.at_last();
  return StatusBarWork{.text = controller.short_place_text().c_str(),
                       .name = "status.show",
                       .help = "The item of the run of show, and the minutes that are planned for it",
                       .button = last ? "leave" : "next",
                       .line = last ? "show.close" : "show.next",
                       .width = 290};
}

// Draws the tab of the left panel with the runs of show of the program.
void draw_shows_tab(Ui& ui, Lab& lab) {
  text_colored_wrapped(theme().text_dim, "A lecture as a list of stops, with notes for whoever gives it.");
  const ShowController& controller = show_controller(lab);
  for (const ShowEntry& entry : show_list()) {
    const IdScope id(entry.id.c_str());
    const Text title("{}, {} min", entry.title, entry.minutes);
    const float room = ImGui::GetContentRegionAvail().x - ui.px(4);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = text_size(ui.fonts().text, title, room).y;
    const bool open = controller.is_open() && controller.show().file == entry.path;
    if (ImGui::Selectable("##show", open, 0, {0, height})) ui.run(format_command({"show.open", {entry.id}}));
    describe(ui, Text("learn.show.{}", entry.id), entry.title, {},
             "Click to begin the run of show; what is open now comes back");
    add_text(ImGui::GetWindowDrawList(), ui.fonts().text, at, to_u32(theme().text), title, room);
  }
  if (show_list().empty()) draw_dim("No runs of show lie in the folder of the program.");
}

}  // namespace

FeaturePanel show_panel() {
  FeaturePanel panel{.feature = kShowFeature.name,
                     .tab = {"Shows", "tab.shows", "Runs of show: lectures that a key goes through, with notes",
                             LeftPanelSection::kLearn, draw_shows_tab},
                     .section = draw_notes,
                     .work = place_of_show,
                     .place = kFirstPlace};
  panel.text = text_of_show;
  return panel;
}

}  // namespace strata
