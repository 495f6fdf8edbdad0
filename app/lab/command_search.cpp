#include "app/lab/command_search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "app/base/key_bindings.hpp"
#include "app/lab/command_fields.hpp"
#include "app/lab/command_synonyms.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_errors.hpp"

namespace strata {
namespace {

// Adds a suggestion. If the list has one with the same effect, adds only the new title to the words by which
// that one is found.
void add(std::vector<CommandSuggestion>& list, CommandSuggestion offer) {
  const auto same = std::find_if(list.begin(), list.end(), [&](const CommandSuggestion& other) {
    return other.complete == offer.complete && other.lines == offer.lines;
  });
  if (same != list.end()) {
    same->words += lower(" " + offer.title);
    if (same->why_not.empty()) same->why_not = std::move(offer.why_not);
    return;
  }
  for (const std::string& line : offer.lines) {
    const std::string_view words = synonyms_of(line);
    if (!words.empty()) offer.synonyms += fmt::format("{}{}", offer.synonyms.empty() ? "" : " ", words);
  }
  offer.words = lower(fmt::format("{} {} {} {}", offer.title, fmt::join(offer.lines, " "), offer.help, offer.synonyms));
  list.push_back(std::move(offer));
}

// What the command search offers beside keys, menus and tool bar: windows that a button of a panel opens.
constexpr std::pair<std::string_view, std::string_view> kFurther[] = {
    {"ui.show own_planners on", "Planners of your own..."}};

CommandSuggestion of_line(const KeyTable& table, std::string line, std::string title) {
  const CommandInfo* info = command_named(std::string_view(line).substr(0, line.find(' ')));
  const std::string keys(table.bound(line));
  return {{std::move(line)}, std::move(title), keys, info != nullptr ? std::string(info->help) : "", true, {}};
}

void add_menu(const KeyTable& keys, std::vector<CommandSuggestion>& list, std::span<const MenuEntry> entries) {
  std::vector<std::string> around;  // titles of the submenus that contain the entry
  for (const MenuEntry& entry : entries) {
    if (entry.kind == MenuEntry::Kind::kBegin) around.push_back(entry.title);
    if (entry.kind == MenuEntry::Kind::kEnd) around.pop_back();
    if (entry.kind != MenuEntry::Kind::kCommand) continue;
    std::string title;
    for (const std::string& menu : around) title += menu + ": ";
    CommandSuggestion offer = of_line(keys, entry.lines.front(), title + entry.title);
    offer.lines = entry.lines;
    offer.why_not = entry.why_not;
    add(list, std::move(offer));
  }
}

// Adds one suggestion for each possible value of a preference that has a few fixed values, such as the theme.
void add_choices(const KeyTable& keys, std::vector<CommandSuggestion>& list, const CommandInfo& info) {
  // Values that are names, such as those of layers, are already listed in menus.
  if (std::any_of(info.usage.begin(), info.usage.end(), [](unsigned char c) { return std::isupper(c) != 0; })) return;
  const std::vector<CommandUsage> ways = command_usages(info);
  if (ways.size() != 1 || ways[0].fields.size() != 1) return;
  const CommandField& field = ways[0].fields[0];
  if (field.kind != FieldKind::kChoice || field.optional || field.choices.size() < 2) return;
  for (const std::string& choice : field.choices) {
    if (choice == "toggle") continue;
    add(list, of_line(keys, fmt::format("{} {}", info.name, choice), fmt::format("{}: {}", info.title, choice)));
  }
}

}  // namespace

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

bool matches(std::string_view text, std::string_view words) {
  size_t begin = 0;
  while (begin < words.size()) {
    const size_t end = std::min(words.find(' ', begin), words.size());
    if (end > begin && text.find(words.substr(begin, end - begin)) == text.npos) return false;
    begin = end + 1;
  }
  return true;
}

std::vector<CommandSuggestion> command_suggestions(const Lab& lab, const MenuContext& context) {
  std::vector<CommandSuggestion> list;
  const KeyTable& keys = lab.keys();
  for (const KeyBinding& binding : keys.bindings()) {
    add(list, of_line(keys, std::string(binding.line), std::string(binding.title)));
  }
  for (size_t menu = 0; menu < menus().size(); ++menu) add_menu(keys, list, menu_entries(lab, context, menu));
  std::vector<ToolbarItem> items;
  toolbar_items(lab, items);
  for (const ToolbarItem& item : items) add(list, of_line(keys, item.line, item.title));
  for (const Layer layer : layers()) {
    add(list, of_line(keys, fmt::format("layer {} toggle", layer_name(layer)),
                      fmt::format("Layers: {}", layer_title(layer))));
  }
  for (const ToolbarItem& item : toolbar_panels(context)) add(list, of_line(keys, item.line, item.title));
  for (const auto& [line, title] : kFurther) add(list, of_line(keys, std::string(line), std::string(title)));
  for (const CommandInfo& info : commands()) {
    add(list, {{std::string(info.name)}, std::string(info.title), {}, std::string(info.help), info.min_args == 0, {}});
  }
  for (const CommandInfo& info : commands()) add_choices(keys, list, info);
  return list;
}

std::vector<CommandSuggestion> command_line_suggestions() {
  std::vector<CommandSuggestion> list;
  for (const CommandInfo& info : commands()) {
    add(list, {.lines = {std::string(info.name)},
               .title = fmt::format("{}{}{}", info.name, info.usage.empty() ? "" : " ", info.usage),
               .keys = {},
               .help = fmt::format("{}: {}", info.title, info.help),
               .complete = info.min_args == 0,
               .words = {}});
  }
  return list;
}

std::optional<std::string> typed_line(std::string_view typed) {
  if (!typed.starts_with('>')) return std::nullopt;
  typed.remove_prefix(1);
  return std::string(typed.substr(std::min(typed.find_first_not_of(' '), typed.size())));
}

std::vector<size_t> find_suggestions(std::span<const CommandSuggestion> offers, std::string_view words) {
  std::string wanted = lower(words);
  wanted.erase(wanted.find_last_not_of(' ') + 1);
  const std::string first_word = wanted.substr(0, wanted.find(' '));
  std::vector<size_t> hits;
  for (size_t i = 0; i < offers.size(); ++i) {
    const CommandSuggestion& offer = offers[i];
    if (matches(offer.words, wanted) || (!offer.complete && offer.lines.front() == first_word)) hits.push_back(i);
  }
  // The best match is the command whose name is being typed, then titles that begin with the typed words.
  const auto rank = [&](size_t i) {
    const std::string title = lower(offers[i].title);
    if (!wanted.empty() && !offers[i].complete && offers[i].lines.front().starts_with(wanted)) return 0;
    if (title.starts_with(wanted)) return 1;
    return title.find(wanted) != title.npos || offers[i].synonyms.find(wanted) != std::string::npos ? 2 : 3;
  };
  std::stable_sort(hits.begin(), hits.end(), [&](size_t a, size_t b) { return rank(a) < rank(b); });
  return hits;
}

bool is_runnable(const std::string& typed) {
  const Result<Command> parsed = parse_command(typed);
  return parsed.ok() && !parsed.value().name.empty() && check_command(parsed.value()).ok();
}

std::string search_reason(const std::string& typed) {
  const Result<Command> parsed = parse_command(typed);
  return parsed ? fmt::format("Nothing matches '{}'", typed) : error_text(parsed.error());
}

}  // namespace strata
