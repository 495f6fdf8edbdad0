#include "app/lesson/lesson_commands.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/base/command_parameters.hpp"
#include "app/base/untrusted_commands.hpp"
#include "app/lesson/lesson.hpp"
#include "core/base/number_text.hpp"

namespace strata {
namespace {

Status check_sides(const Command& command, size_t first, std::string_view of) {
  for (size_t i = first; i < first + 2 && i < command.args.size(); ++i) {
    const std::string& word = command.args[i];
    const auto side = parse_number<int>(word);
    if (!side || *side < 1 || *side > lesson_limits::kMapSide) {
      return error_at(command.name, fmt::format("{} makes maps of 1 to {} cells a side, not '{}'", of,
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

Status check_made_map(const Command& command, std::string_view of) {
  const CommandInfo& info = *command_named(command.name);
  const auto first = argument_position(info, ParameterType::kMapSide);
  return first && (info.keeps & keeps::kSetting) == 0 ? check_sides(command, *first, of) : success();
}

bool is_seed_word(std::string_view word) {
  constexpr std::string_view kSeed = "$SEED";
  if (!word.starts_with(kSeed)) return false;
  word.remove_prefix(kSeed.size());
  return word.empty() || (word.size() == 1 && word[0] >= '1' && word[0] <= '9');
}

Status check_lesson_command(const Command& command) {
  if (Status known = check_command(command); !known) return known;
  const CommandInfo& info = *command_named(command.name);
  if (!may_give(UntrustedFileKind::kLesson, info)) return error_at(command.name, "a lesson may not give this command");
  for (const std::string& word : command.args) {
    if (word.starts_with('$') && !is_seed_word(word)) {
      return error_at(command.name,
                      fmt::format("'{}' is not known in a lesson: $SEED and $SEED1 to $SEED9 alone are", word));
    }
  }
  if (Status sides = check_made_map(command, "a lesson"); !sides) return sides;
  if (!opens_named_file(info)) return success();
  const std::string& file = command.args[0];
  if (!is_plain_file_name(file) || !file.ends_with(".map")) {
    return error_at(command.name, fmt::format("expected the name of a .map file beside the lesson or of a stock map, "
                                              "without a folder, not '{}'",
                                              file));
  }
  // A map of letters has no options but its letters, which a lesson takes as the format has them.
  for (size_t i = 1; i < command.args.size(); ++i) {
    if (command.args[i].find('=') != std::string::npos) {
      return error_at(command.name,
                      fmt::format("a lesson opens a map without settings, not with '{}'", command.args[i]));
    }
  }
  return success();
}

}  // namespace strata
