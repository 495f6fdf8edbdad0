// The commands, keys and list of runs of show.
#include "app/features/show/show_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/base/command_arguments.hpp"
#include "app/features/gallery/gallery.hpp"
#include "app/features/show/show.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_exports.hpp"
#include "core/base/build_info.hpp"
#include "core/base/number_text.hpp"

namespace strata {
namespace {

// Returns the file of a run of show: those of the program are given by name, others by path.
std::string show_file(const std::string& name) {
  if (name.find('/') != name.npos || name.ends_with(".show")) return name;
  return assets_folder("shows") + "/" + name + ".show";
}

Status run_open(Lab& lab, const Command& command) {
  const auto args = without_force(command.args);
  if (args.size() != 1) return error_at(command.name, "expects NAME|PATH [force]");
  const std::string path = lab.scripts().resolve(show_file(args[0]));
  Result<RunOfShow> show = load_run_of_show(path);
  if (!show) return show.error();
  // Nobody is asked about unsaved work: it comes back when the run of show is left. What was painted over an open card
  // does not.
  if (asks_about_open_card(lab, command)) return success();
  Status opened = show_controller(lab).open(std::move(show.value()));
  if (opened) note_own_file(lab, path);
  return opened;
}

Status run_go(Lab& lab, const Command& command) {
  const auto item = parse_number<size_t>(command.args[0]);
  if (!item || *item == 0)
    return error_at("", fmt::format("expected the number of an item, not '{}'", command.args[0]));
  return show_controller(lab).go_to(*item - 1);
}

template <Status (ShowController::*kRun)()>
Status run_plain(Lab& lab, const Command&) {
  return (show_controller(lab).*kRun)();
}

// clang-format off
const std::array<FeatureCommand, 6> kCommands = {{
    {{"show.open", "NAME|PATH [force]", "Open run of show", CommandGroup::kLesson, 1, 2, "Begins a run of show: one that comes with Strata by its name, or a .show file"}, run_open},
    {{"show.next", "", "Next stop of the run of show", CommandGroup::kLesson, 0, 0, "Shows the next stop, or the next item"}, run_plain<&ShowController::next>},
    {{"show.back", "", "Stop of the run of show before", CommandGroup::kLesson, 0, 0, "Begins the item again, up to the stop before"}, run_plain<&ShowController::back>},
    {{"show.go", "N", "Go to item of the run of show", CommandGroup::kLesson, 1, 1, "Shows the opening of this item; the first is 1"}, run_go},
    {{"show.close", "", "Leave the run of show", CommandGroup::kLesson, 0, 0, "Opens the map again that was open before"}, run_plain<&ShowController::close>},
    {{"show.notes", "PATH", "Write presenter's sheet", CommandGroup::kLesson, 1, 1, "Writes times, notes and questions of the run of show as a page to print (*.html)"},
     [](Lab& lab, const Command& command) { return show_controller(lab).write_sheet(command.args[0]); }},
}};
// clang-format on

}  // namespace

const std::array<KeyBinding, 2> kShowKeys = {{{"Ctrl+PageDown", "show.next", "Next stop of the run of show"},
                                              {"Ctrl+PageUp", "show.back", "Stop of the run of show before"}}};

std::span<const FeatureCommand> show_commands() { return kCommands; }

std::string sheet_line(const Lab& lab) {
  const std::string& id = show_controller(lab).show().id;
  return format_command({"show.notes", {fmt::format("{}/{}.html", export_folder(lab, ".html"), id)}});
}

void add_show_menu(const Lab& lab, const MenuContext&, MenuList& list, MenuSection section) {
  if (section != MenuSection::kSave || !show_controller(lab).is_open()) return;
  list.command("Write presenter's sheet", "menu.file.sheet", sheet_line(lab));
}

std::span<const ShowEntry> show_list() {
  static const std::vector<ShowEntry> kShows = [] {
    std::vector<ShowEntry> shows;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(assets_folder("shows"), ignored)) {
      if (entry.path().extension() != ".show") continue;
      const Result<RunOfShow> read = load_run_of_show(entry.path().string());
      if (!read) continue;
      const RunOfShow& show = read.value();
      shows.push_back({.id = show.id, .title = show.title, .path = show.file, .minutes = show.minutes});
    }
    std::ranges::sort(shows, {}, &ShowEntry::id);
    return shows;
  }();
  return kShows;
}

}  // namespace strata
