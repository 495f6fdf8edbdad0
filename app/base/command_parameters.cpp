#include "app/base/command_parameters.hpp"

#include <algorithm>
#include <iterator>

#include "app/base/command.hpp"

namespace strata {
namespace {

struct ParameterWord {
  std::string_view word;
  ParameterType type;
};

using enum ParameterType;

// clang-format off
constexpr ParameterWord kParameterWords[] = {
    {"AGENT", kNumber}, {"AGENTS", kNumber}, {"CELLS", kNumber}, {"CLUSTERS", kNumber}, {"COLUMN", kNumber},
    {"COST", kNumber}, {"COUNT", kNumber}, {"DENSITY", kNumber}, {"DETAIL", kNumber}, {"DX", kNumber}, {"DY", kNumber},
    {"EDGES", kNumber}, {"EVENTS_PER_SECOND", kNumber}, {"FACTOR", kNumber}, {"FASTEST", kNumber}, {"FRAMES", kNumber},
    {"FROM", kNumber}, {"HEIGHT", kMapSide}, {"INDEX", kNumber}, {"LEVEL", kNumber}, {"LEVELS", kNumber},
    {"MOVES", kNumber}, {"N", kNumber}, {"PERCENT", kNumber}, {"PHASE", kNumber}, {"PLACE", kNumber},
    {"RADIUS", kNumber}, {"ROW", kNumber}, {"RUNS", kNumber}, {"SECONDS", kNumber}, {"SEED", kNumber}, {"SLOWEST", kNumber},
    {"STEP", kNumber}, {"STEPS", kNumber}, {"TICKS", kNumber}, {"TO", kNumber}, {"VIEW", kNumber}, {"WEIGHT", kNumber},
    {"WIDTH", kMapSide}, {"X", kNumber}, {"X0", kNumber}, {"X1", kNumber}, {"Y", kNumber},
    {"Y0", kNumber}, {"Y1", kNumber}, {"ZOOM", kNumber},

    {"COLOUR", kText}, {"ID", kText}, {"KEY", kText}, {"KEYS", kText}, {"LETTER", kText}, {"NAME", kText},
    {"OP", kText}, {"OPTIONS", kText}, {"SERIES", kText}, {"SETTING", kText}, {"TEXT", kText}, {"THREADS", kText},
    {"TITLE", kText}, {"VALUE", kText}, {"WALKER", kText}, {"WHAT", kText}, {"WORD", kText},

    {"CHART", kChart}, {"COMMAND", kCommand}, {"LAYER", kLayer}, {"LINE", kCodeLine}, {"MAP", kPath}, {"PATH", kPath},
    {"PLANNER", kPlanner}, {"PROGRAM", kProgram}, {"TERRAIN", kTerrain}, {"TOOL", kTool},
};
// clang-format on

bool stands_for_value(std::string_view word) { return !word.empty() && word[0] >= 'A' && word[0] <= 'Z'; }

// Calls `visit` with each word of the usage, and with the number of the argument that it is about. Returns whether a
// call has returned true; no more calls are made then.
template <class Visit>
bool any_word(std::string_view usage, const Visit& visit) {
  constexpr std::string_view kBetween = " []|,;.=";
  size_t argument = 0;
  for (size_t begin = 0; begin < usage.size();) {
    const size_t end = std::min(usage.find_first_of(kBetween, begin), usage.size());
    if (end > begin && visit(usage.substr(begin, end - begin), argument)) return true;
    if (end < usage.size() && usage[end] == ' ') ++argument;
    begin = end + 1;
  }
  return false;
}

}  // namespace

ParameterType parameter_type(std::string_view word) {
  const auto* const found = std::ranges::find(kParameterWords, word, &ParameterWord::word);
  return found != std::end(kParameterWords) ? found->type : kUnknown;
}

bool takes(const CommandInfo& info, ParameterType type) { return argument_position(info, type).has_value(); }

bool takes_word(const CommandInfo& info, std::string_view word) {
  return any_word(info.usage, [word](std::string_view one, size_t) { return one == word; });
}

std::vector<std::string_view> first_words(const CommandInfo& info) {
  std::vector<std::string_view> words;
  any_word(info.usage, [&words](std::string_view word, size_t argument) {
    if (argument == 0) words.push_back(word);
    return argument > 0;
  });
  return words;
}

std::optional<size_t> argument_position(const CommandInfo& info, ParameterType type) {
  std::optional<size_t> position;
  any_word(info.usage, [&position, type](std::string_view word, size_t argument) {
    if (stands_for_value(word) && parameter_type(word) == type) position = argument;
    return position.has_value();
  });
  return position;
}

std::string* path_word(Command& command) {
  const CommandInfo* info = command_named(command.name);
  const auto position = info != nullptr ? argument_position(*info, kPath) : std::nullopt;
  return position && *position < command.args.size() ? &command.args[*position] : nullptr;
}

}  // namespace strata
