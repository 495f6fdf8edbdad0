// Purpose: key_bindings() lists which keys run which command lines: those of the command table, with the changes that
//          the user has made. The changes are kept with the settings. The list belongs to the program, not to a lab.
// Errors: Unknown keys, keys that the menus need, command lines that cannot be read or are refused.
// Threads: The main thread.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "app/base/key_chords.hpp"

namespace strata {

// Maps command lines to keys that differ from the default keys: "Ctrl+J, F9". An empty text: the line has no keys.
using KeyChanges = std::map<std::string, std::string>;

// Returns the bindings of the command table and of the features, without the user's changes.
std::span<const KeyBinding> default_key_bindings();
const KeyChanges& key_changes();
void set_key_changes(KeyChanges changes);
uint64_t key_changes_version();   // changes when key_changes() changes
uint64_t key_bindings_version();  // changes when the list key_bindings() changes

// Returns the keys of two lines that belong together, such as "larger" and "smaller": "Plus, Minus". A line without
// keys is left out.
std::string bound_keys_of_pair(std::string_view first, std::string_view second);

// A row of the list of keys: a key and the line that it runs. A line that has lost its keys has a row without a key.
struct KeyRow {
  std::string keys;  // one chord; empty: the line has no key
  std::string line;
  std::string title;
  bool repeats = false;
  bool changed = false;  // the keys of the line differ from the default keys
};
std::vector<KeyRow> key_rows(const KeyChanges& changes);

// A key that a line has lost.
struct UnboundKey {
  std::string keys;
  std::string line;
  std::string title;
};
// Gives the line these keys in place of the keys that it had. Other lines lose them; the result lists those lines.
Result<std::vector<UnboundKey>> bind_keys(KeyChanges& changes, std::string_view keys, std::string_view line);
// Takes these keys away from all lines. It is an error if no line had any of them.
Result<std::vector<UnboundKey>> unbind_keys(KeyChanges& changes, std::string_view keys);

// Reads changes from settings: an object from line to keys. Entries that are of no use are left out; `problem` says
// which and why.
KeyChanges key_changes_of(const nlohmann::json& kept, std::string& problem);

}  // namespace strata
