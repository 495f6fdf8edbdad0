#include "app/lesson/lesson_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/lesson/lesson.hpp"

namespace strata {
namespace {

// Commands that change nothing but the map on the screen, what is computed on it, and how it is shown: all commands
// whose names begin with one of these words, up to a dot.
constexpr std::array<std::string_view, 35> kFamilies = {
    "agent",  "brush",   "canvas",    "cch",     "ch",      "crowd",     "edit",  "graph",   "haa",
    "hna",    "hpa",     "heuristic", "inspect", "labels",  "landmarks", "layer", "navmesh", "paint",
    "pay",    "piece",   "plan",      "planner", "predict", "query",     "rooms", "rules",   "scenario",
    "select", "sectors", "step",      "tables",  "terrain", "tool",      "view",  "xray"};
// Of these families alone, commands with files of their own are among them.
constexpr std::array<std::string_view, 6> kOthers = {"map.open",  "map.new", "map.generate",
                                                     "map.scene", "walkers", "wait.ready"};
// These commands use files, run on a device, or are remembered in the settings of the learner.
constexpr std::array<std::string_view, 10> kNever = {
    "terrain.next_letters", "terrain.letter", "terrain.name",  "terrain.colour", "graph.open",
    "graph.save",           "scenario.open",  "scenario.save", "scenario.csv",   "crowd.backend"};

bool is_listed(std::string_view name) {
  if (std::ranges::find(kNever, name) != kNever.end()) return false;
  if (std::ranges::find(kOthers, name) != kOthers.end()) return true;
  const std::string_view family = name.substr(0, name.find('.'));
  return family == "walkers" || std::ranges::find(kFamilies, family) != kFamilies.end();
}

Status check_sides(const Command& command, size_t first) {
  for (size_t i = first; i < first + 2 && i < command.args.size(); ++i) {
    int side = 0;
    const std::string& word = command.args[i];
    const auto [rest, code] = std::from_chars(word.data(), word.data() + word.size(), side);
    if (code != std::errc{} || rest != word.data() + word.size() || side < 1 || side > lesson_limits::kMapSide) {
      return error_at(command.name, fmt::format("a lesson makes maps of 1 to {} cells a side, not '{}'",
                                                lesson_limits::kMapSide, word));
    }
  }
  return success();
}

}  // namespace

bool is_plain_file_name(std::string_view name) {
  return !name.empty() && name[0] != '.' && name.size() <= 100 && std::ranges::all_of(name, [](unsigned char c) {
    return c > ' ' && c != '/' && c != '\\' && c != ':' && c < 127;
  });
}

Status check_lesson_command(const Command& command) {
  if (Status known = check_command(command); !known) return known;
  const CommandInfo& info = *command_named(command.name);
  const bool opens_map = command.name == "map.open";
  const bool of_files = info.group == "File" && std::ranges::find(kOthers, command.name) == kOthers.end();
  if (!is_listed(command.name) || of_files || (info.usage.find("PATH") != info.usage.npos && !opens_map)) {
    return error_at(command.name, "a lesson may not give this command");
  }
  for (const std::string& word : command.args) {
    if (word.starts_with('$') && word != "$SEED") {
      return error_at(command.name, fmt::format("'{}' is not known in a lesson: $SEED alone is", word));
    }
  }
  if (command.name == "map.new") return check_sides(command, 0);
  if (command.name == "map.generate") return check_sides(command, 1);
  if (command.name == "canvas.resize") return check_sides(command, 0);
  if (!opens_map) return success();
  const std::string& file = command.args[0];
  if (!is_plain_file_name(file) || !file.ends_with(".map")) {
    return error_at(command.name, fmt::format("expected the name of a .map file beside the lesson or of a stock map, "
                                              "without a folder, not '{}'",
                                              file));
  }
  return success();
}

}  // namespace strata
