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

// Of command lines whose keys are not the usual ones: "Ctrl+J, F9"; empty: none.
using KeyChanges = std::map<std::string, std::string>;

// Without changes: those of the table and of features.
std::span<const KeyBinding> default_key_bindings();
const KeyChanges& key_changes();
void set_key_changes(KeyChanges changes);
uint64_t key_changes_version();   // changes with them
uint64_t key_bindings_version();  // changes with the list key_bindings()

// Keys of two lines that belong together, such as "larger" and "smaller": "Plus, Minus". One that has none is left out.
std::string bound_keys_of_pair(std::string_view first, std::string_view second);

// A row of a list of keys: a key and what it runs. Lines that have lost their keys have a row without one.
struct KeyRow {
  std::string keys;  // of one chord; empty: none
  std::string line;
  std::string title;
  bool repeats = false;
  bool changed = false;  // the keys of the line are not the usual ones
};
std::vector<KeyRow> key_rows(const KeyChanges& changes);

// A key that a line has lost.
struct UnboundKey {
  std::string keys;
  std::string line;
  std::string title;
};
// The line has these keys from now on, in place of those it had; they are taken from other lines.
Result<std::vector<UnboundKey>> bind_keys(KeyChanges& changes, std::string_view keys, std::string_view line);
// Nothing has these keys from now on. An error if nothing had one of them.
Result<std::vector<UnboundKey>> unbind_keys(KeyChanges& changes, std::string_view keys);

// As settings keep them: an object from line to keys. What is of no use in it is left out; `problem` says what and why.
KeyChanges key_changes_of(const nlohmann::json& kept, std::string& problem);

}  // namespace strata
