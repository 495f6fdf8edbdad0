#include "app/base/key_bindings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace strata {
namespace {

// Returns the chords of a text; none if the text is invalid. Texts of the command table are always valid.
std::vector<KeyChord> chords_of(std::string_view keys) {
  Result<std::vector<KeyChord>> chords = parse_chords(keys);
  return chords ? std::move(chords.value()) : std::vector<KeyChord>{};
}

std::vector<KeyChord> default_chords(std::string_view line) {
  std::vector<KeyChord> chords;
  for (const KeyBinding& binding : default_key_bindings()) {
    if (binding.line != line) continue;
    for (const KeyChord& chord : chords_of(binding.keys)) chords.push_back(chord);
  }
  return chords;
}

std::vector<KeyChord> chords_of_line(const KeyBindingChanges& changes, const std::string& line) {
  const auto changed = changes.find(line);
  return changed != changes.end() ? chords_of(changed->second) : default_chords(line);
}

void put(KeyBindingChanges& changes, const std::string& line, const std::vector<KeyChord>& chords) {
  if (chords == default_chords(line)) {
    changes.erase(line);
  } else {
    changes[line] = chords_text(chords);
  }
}

// Removes the chord from all lines except the line `but`. Appends the lines that had it to `taken`.
void take(KeyBindingChanges& changes, const KeyChord& chord, std::string_view but, std::vector<UnboundKey>& taken) {
  const std::string keys = chord_text(chord);
  for (const KeyBindingRow& row : key_rows(changes)) {
    if (row.keys != keys || row.line == but) continue;
    std::vector<KeyChord> left = chords_of_line(changes, row.line);
    std::erase(left, chord);
    put(changes, row.line, left);
    taken.push_back({keys, row.line, row.title});
  }
}

bool has_key(std::string_view list, const std::string& keys) {
  const std::vector<KeyChord> chords = chords_of(list);
  return std::any_of(chords.begin(), chords.end(), [&](const KeyChord& one) { return chord_text(one) == keys; });
}

// Returns a title for a line that the table of commands does not have: the title of its command, followed
// by its arguments.
std::string title_of(const std::string& line) {
  const Result<Command> command = parse_command(line);
  const CommandInfo* info = command ? command_named(command.value().name) : nullptr;
  if (info == nullptr) return line;
  std::string title(info->title);
  for (const std::string& word : command.value().args) title += (&word == &command.value().args[0] ? ": " : " ") + word;
  return title;
}

Status check_chord(const KeyChord& chord) {
  const bool letter = chord.key >= 'A' && chord.key <= 'Z';
  if (chord == KeyChord{key::kEscape, 0}) return error_at("", "Esc closes what is open and cannot do anything else");
  if (chord == KeyChord{key::kF10, 0} || (letter && chord.mods == modifier::kAlt)) {
    return error_at("", chord_text(chord) + " is for opening menus");
  }
  return success();
}

// Returns the line as the program itself would write it.
Result<std::string> plain_line(std::string_view line) {
  const Result<Command> command = parse_command(line);
  if (!command) return command.error();
  if (command.value().name.empty()) return error_at("", "no command is named that the keys should run");
  if (Status checked = check_command(command.value()); !checked) return checked.error();
  return format_command(command.value());
}

}  // namespace

void KeyTable::follow() const {
  if (version_ > 0 && defaults_ == default_key_bindings_version() && listed_ == changes_) return;
  ++version_;
  defaults_ = default_key_bindings_version();
  listed_ = changes_;
  rows_ = key_rows(changes_);
  bindings_.clear();
  for (const KeyBindingRow& row : rows_) {
    if (!row.keys.empty()) bindings_.push_back({row.keys, row.line, row.title, row.repeats});
  }
}

std::span<const KeyBinding> KeyTable::bindings() const {
  follow();
  return bindings_;
}

uint64_t KeyTable::version() const {
  follow();
  return version_;
}

std::string_view KeyTable::bound(std::string_view line) const {
  for (const KeyBinding& binding : bindings()) {
    if (binding.line == line) return binding.keys;
  }
  return {};
}

std::string KeyTable::bound_pair(std::string_view first, std::string_view second) const {
  std::string keys(bound(first));
  const std::string_view more = bound(second);
  if (!keys.empty() && !more.empty()) keys += ", ";
  return keys.append(more);
}

std::vector<KeyBindingRow> key_rows(const KeyBindingChanges& changes) {
  std::vector<KeyBindingRow> rows;
  const auto add = [&](const std::string& line, const std::string& title, bool repeats) {
    const bool changed = changes.contains(line);
    const std::vector<KeyChord> chords = chords_of_line(changes, line);
    for (const KeyChord& chord : chords) rows.push_back({chord_text(chord), line, title, repeats, changed});
    if (chords.empty()) rows.push_back({{}, line, title, repeats, changed});
  };
  std::vector<std::string_view> done;
  for (const KeyBinding& binding : default_key_bindings()) {
    if (std::find(done.begin(), done.end(), binding.line) != done.end()) continue;
    done.push_back(binding.line);
    add(std::string(binding.line), std::string(binding.title), binding.repeats);
  }
  for (const auto& [line, keys] : changes) {
    if (std::find(done.begin(), done.end(), line) == done.end()) add(line, title_of(line), false);
  }
  return rows;
}

Result<std::vector<UnboundKey>> bind_keys(KeyBindingChanges& changes, std::string_view keys, std::string_view line) {
  const Result<std::vector<KeyChord>> chords = parse_chords(keys);
  if (!chords) return chords.error();
  for (const KeyChord& chord : chords.value()) {
    if (Status possible = check_chord(chord); !possible) return possible.error();
  }
  const Result<std::string> plain = plain_line(line);
  if (!plain) return plain.error();
  std::vector<UnboundKey> taken;
  for (const KeyChord& chord : chords.value()) take(changes, chord, plain.value(), taken);
  put(changes, plain.value(), chords.value());
  return taken;
}

Result<std::vector<UnboundKey>> unbind_keys(KeyBindingChanges& changes, std::string_view keys) {
  const Result<std::vector<KeyChord>> chords = parse_chords(keys);
  if (!chords) return chords.error();
  if (chords.value().empty()) return error_at("", "no key is named");
  KeyBindingChanges after = changes;
  std::vector<UnboundKey> taken;
  for (const KeyChord& chord : chords.value()) {
    const size_t before = taken.size();
    take(after, chord, {}, taken);
    if (taken.size() == before) return error_at("", "nothing has the key " + chord_text(chord));
  }
  changes = std::move(after);
  return taken;
}

KeyBindingChanges key_changes_of(const nlohmann::json& stored, std::string& problem) {
  KeyBindingChanges changes;
  if (!stored.is_object()) {
    problem = "keys is not an object from command lines to keys; the usual keys are used";
    return changes;
  }
  const auto leave_out = [&](const std::string& line, const std::string& why) {
    if (problem.empty()) problem = "keys: '" + line + "' is left out: " + why;
  };
  for (const auto& [line, keys] : stored.items()) {
    if (!keys.is_string()) {
      leave_out(line, "its keys are not a text");
      continue;
    }
    KeyBindingChanges with = changes;
    const Result<std::vector<UnboundKey>> taken = bind_keys(with, keys.get<std::string>(), line);
    if (!taken) {
      leave_out(line, taken.error().message());
      continue;
    }
    // If a stored line has the key of a default binding, the default binding loses it. If two stored lines have the
    // same key, that is an error.
    const auto twice = std::find_if(taken.value().begin(), taken.value().end(), [&](const UnboundKey& one) {
      const auto other = stored.find(one.line);
      return other != stored.end() && other->is_string() && has_key(other->get<std::string>(), one.keys);
    });
    if (twice != taken.value().end()) {
      leave_out(line, twice->keys + " is given to '" + twice->line + "' too");
      continue;
    }
    changes = std::move(with);
  }
  return changes;
}

}  // namespace strata
