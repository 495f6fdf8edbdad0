#include "app/lab/command_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "app/base/command_parameters.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/layers.hpp"
#include "core/world/planners.hpp"

namespace strata {
namespace {

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> words;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(at, begin), text.size());
    if (end > begin) words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// Returns whether a word of a usage stands for a value: it begins with a capital letter. Other words are
// typed as they are.
bool stands_for(std::string_view word) { return !word.empty() && word[0] >= 'A' && word[0] <= 'Z'; }

// Returns the names that can be typed for a placeholder of a usage, such as those of planners; none if it stands
// for something else.
std::vector<std::string> known_names(std::string_view word) {
  std::vector<std::string> names;
  switch (parameter_type(word)) {
    case ParameterType::kTerrain:
      for (int i = 0; i < kTerrains; ++i) names.emplace_back(terrain_info(static_cast<Terrain>(i)).name);
      break;
    case ParameterType::kTool:
      for (int i = 0; i < tool_count(); ++i) names.emplace_back(tool_name(static_cast<Tool>(i)));
      break;
    case ParameterType::kLayer:
      for (const Layer layer : layers()) names.emplace_back(layer_name(layer));
      break;
    case ParameterType::kPlanner:
      for (const Planner& planner : planners()) names.emplace_back(planner.name);
      break;
    case ParameterType::kChart:
      for (const FeatureChart* chart : charts()) names.emplace_back(chart->name);
      break;
    case ParameterType::kCommand:
      for (const CommandInfo& info : commands()) names.emplace_back(info.name);
      break;
    default:
      break;
  }
  return names;
}

// Returns the kind of field for a placeholder; `usual` if any text can be typed for it.
FieldKind kind_of(std::string_view word, FieldKind usual) {
  switch (parameter_type(word)) {
    case ParameterType::kPath:
      return FieldKind::kPath;
    case ParameterType::kNumber:
    case ParameterType::kMapSide:
    case ParameterType::kCodeLine:
      return FieldKind::kNumber;
    default:
      return usual;
  }
}

// Returns a placeholder in a readable form: "EVENTS_PER_SECOND" as "Events per second".
std::string readable(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string lower_word(std::string_view word) {
  std::string text = readable(word);
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string label_of(const CommandInfo& info, const CommandField& field, std::string_view plain, bool alone) {
  if (plain == "on|off" || plain == "on|off|toggle") return "On or off";
  const std::vector<std::string_view> words = split(plain, '|');
  if (words.size() == 1 && stands_for(plain)) {
    if (plain == "X,Y") return field.repeats ? "Cells, each as X,Y" : "Cell as X,Y";
    if (plain == "X0" || plain == "Y0") return fmt::format("{} of the first cell", plain == "X0" ? "x" : "y");
    if (plain == "X1" || plain == "Y1") return fmt::format("{} of the other cell", plain == "X1" ? "x" : "y");
    if (plain.size() <= 2) return lower_word(plain);
    const std::string text = readable(plain);
    return field.kind == FieldKind::kList ? text + "s" : text;
  }
  if (alone) return std::string(info.title);
  if (words.size() > 2) return "Which";
  std::string text;
  for (const std::string_view word : words) {
    text += text.empty() ? "" : " or ";
    text += stands_for(word) ? lower_word(word) : std::string(word);
  }
  return readable(text);
}

CommandField field_of(const CommandInfo& info, std::string_view word, bool optional, bool alone) {
  CommandField field;
  field.word = word;
  field.optional = optional;
  std::string_view plain = word;
  if (plain == "TERRAIN,...") {
    plain = "TERRAIN";
    field.kind = FieldKind::kList;
  } else if (plain.find(";...") != plain.npos) {
    // The placeholder stands for several lists, which the form shows as one text field.
    plain = plain.substr(0, plain.find(';'));
    plain = plain.substr(0, plain.find(','));
  } else if (plain.ends_with("...")) {
    field.repeats = true;
    plain.remove_suffix(3);
  }
  bool all_known = true;
  for (const std::string_view one : split(plain, '|')) {
    if (!stands_for(one)) {
      field.choices.emplace_back(one);
      continue;
    }
    const std::vector<std::string> names = known_names(one);
    field.choices.insert(field.choices.end(), names.begin(), names.end());
    all_known = all_known && !names.empty();
  }
  if (field.kind != FieldKind::kList && plain == word && all_known) {
    field.kind = FieldKind::kChoice;
  } else {
    field.kind = kind_of(plain, field.kind);
  }
  field.label = label_of(info, field, plain, alone);
  return field;
}

CommandUsage way_of(const CommandInfo& info, std::string_view usage) {
  CommandUsage way{std::string(usage), {}};
  const std::vector<std::string_view> words = split(usage, ' ');
  std::string before;
  bool optional = false;
  for (std::string_view word : words) {
    const bool begins = word.starts_with('[');
    if (begins) word.remove_prefix(1);
    optional = optional || begins;
    const bool ends = word.ends_with(']');
    if (ends) word.remove_suffix(1);
    if (begins && !ends) {
      // This word is typed as it is, in front of the next value.
      before = word;
    } else {
      CommandField field = field_of(info, word, optional, words.size() == 1);
      field.before = std::exchange(before, {});
      way.fields.push_back(std::move(field));
    }
    if (ends) optional = false;
  }
  return way;
}

// The field for a setting that is a number accepts numbers, whatever the usage of the command says.
CommandUsage way_of_setting(const CommandInfo& info, const LabSetting& setting) {
  CommandUsage way = way_of(info, info.usage);
  CommandField& field = way.fields.front();
  field.setting = &setting.row;
  if (!setting.row.word.empty()) field.kind = FieldKind::kNumber;
  return way;
}

}  // namespace

std::vector<CommandUsage> command_usages(const CommandInfo& info) {
  if (const LabSetting* setting = lab_setting_named(info.name)) return {way_of_setting(info, *setting)};
  std::vector<CommandUsage> ways;
  std::string_view rest = info.usage;
  for (size_t bar = rest.find(" | "); bar != rest.npos; bar = rest.find(" | ")) {
    ways.push_back(way_of(info, rest.substr(0, bar)));
    rest.remove_prefix(bar + 3);
  }
  ways.push_back(way_of(info, rest));
  return ways;
}

Result<std::string> field_value(const CommandField& field, std::string_view value) {
  while (value.starts_with(' ')) value.remove_prefix(1);
  while (value.ends_with(' ')) value.remove_suffix(1);
  if (value.empty()) {
    if (field.optional) return std::string();
    return error_at(field.label, "must be filled in");
  }
  if (field.setting != nullptr && field.kind == FieldKind::kNumber) {
    const double low = field.setting->range.low;
    const Result<double> read = read_setting(*field.setting, std::string(value), low, low);
    if (!read) return error_at(field.label, read.error().what);
  }
  if (field.kind != FieldKind::kChoice) return std::string(value);
  std::vector<std::string> fitting;
  for (const std::string& choice : field.choices) {
    if (choice == value) return choice;
    if (choice.starts_with(value)) fitting.push_back(choice);
  }
  if (fitting.size() == 1) return fitting.front();
  const std::vector<std::string>& offered = fitting.empty() ? field.choices : fitting;
  return error_at(field.label, fmt::format("'{}' is {}: {}", value, fitting.empty() ? "none of these" : "not clear",
                                           fmt::join(offered, ", ")));
}

Result<std::string> line_of_fields(const CommandInfo& info, const CommandUsage& way,
                                   std::span<const std::string> values) {
  Command command{std::string(info.name), {}};
  for (size_t i = 0; i < way.fields.size(); ++i) {
    const CommandField& field = way.fields[i];
    const Result<std::string> value = field_value(field, i < values.size() ? std::string_view(values[i]) : "");
    if (!value) return value.error();
    if (value.value().empty()) continue;
    if (!field.before.empty()) command.args.push_back(field.before);
    if (!field.repeats) {
      command.args.push_back(value.value());
      continue;
    }
    const Result<Command> words = parse_command("words " + value.value());
    if (!words) return error_at(field.label, words.error().what);
    command.args.insert(command.args.end(), words.value().args.begin(), words.value().args.end());
  }
  if (Status checked = check_command(command); !checked) return checked.error();
  return format_command(command);
}

}  // namespace strata
