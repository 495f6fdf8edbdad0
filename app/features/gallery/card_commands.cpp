#include "app/features/gallery/card_commands.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "app/base/command_arguments.hpp"
#include "app/features/crowd/walk_limit.hpp"
#include "app/lab/document.hpp"
#include "app/lab/file_beside.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/setup.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/lesson/lesson.hpp"
#include "core/base/build_info.hpp"

namespace strata {
namespace {

// Returns the path of a file that a card names: beside the card, or among the stock maps, graphs and levels.
Result<std::string> file_of_card(const CardRun& card, const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(card.file).parent_path();
  Result<std::string> beside = file_beside(folder.string(), name, card.of);
  if (!beside) return beside;
  std::error_code ignored;
  if (fs::exists(beside.value(), ignored)) return beside;
  for (const char* stock : {"maps", "graphs", "levels"}) {
    const std::string there = (fs::path(assets_folder(stock)) / name).string();
    if (fs::exists(there, ignored)) return there;
  }
  return error_at("", fmt::format("there is no file {} beside {}, and no stock file of that name", name, card.of));
}

// Replaces the file name in the command by the path of the file, and checks the file. A file that a card opens is never
// overwritten by saving.
Status prepare_open(Lab& lab, const CardRun& card, Command& command) {
  const Result<std::string> file = file_of_card(card, command.args[0]);
  if (!file) return file.error();
  const bool opens_map = command_does(command.name, does::kOpensMap);
  command.args = {file.value(), opens_map ? "force" : "here"};
  suspended_work(lab).note_borrowed(file.value());
  if (!opens_map) return success();
  const std::vector<FileKind> kinds = file_kinds(lab);
  const FileKind* kind = kind_by_ending(kinds, file.value());
  if (kind == nullptr || kind->document == nullptr) return check_map_sides(file.value(), lesson_limits::kMapSide);
  // A drawn graph opens the map that it names.
  const Result<std::string> map = kind->document->map_of(file.value());
  if (!map) return map.error();
  if (map.value().empty()) return success();
  suspended_work(lab).note_borrowed(map.value());
  return check_map_sides(map.value(), lesson_limits::kMapSide);
}

}  // namespace

Status reset_for_card(Lab& lab) {
  if (Status done = lab.execute("map.new 8 8 ground force"); !done) return done;
  reset_settings(lab);
  for (const char* line : {"layer.reset", "layer walkers off", "layer crowd off", "ui.chart off"}) {
    if (Status done = lab.execute(line); !done) return done;
  }
  return success();
}

Status run_card_commands(Lab& lab, std::span<const FigureCard::CardCommand> lines, const CardRun& run,
                         UntrustedWalkLimit& walks) {
  LongWork::WorkScope work(lab, run.title, long_work(lab).limits_of_files(kLessonLimits));
  const TabRequest asked = lab.state().tab_request;
  for (const FigureCard::CardCommand& line : lines) {
    Command command = line.command;
    if (line.checks && !run.prove) continue;
    Status done = success();
    if (opens_card_file(command)) {
      done = prepare_open(lab, run, command);
    } else if (command_does(command.name, does::kOpensMap)) {
      command.args.emplace_back("force");
    }
    if (done) done = walks.allow(lab, command);
    if (done) done = lab.execute(command);
    // A scenario, for example, asks for its tab, which would open the left panel for all cards after this one.
    lab.mutable_state().tab_request = asked;
    if (done && !work.go_on()) done = work.status();
    if (!done) return error_at_line(run.file, line.number, done.error().message());
  }
  // If the last command opens a large map, waits until it is open.
  while (lab.large_map_task().under_way()) lab.large_map_task().finish();
  return success();
}

}  // namespace strata
