// Purpose: A KeyTable lists which keys run which command lines. It consists of the default bindings and the changes by
//          the user, which the settings store.
// Errors: Unknown keys, keys reserved for menus, and command lines that are invalid or refused.
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

// The changes: for a command line, its keys in place of the default ones, such as "Ctrl+J, F9". An empty text: the
// line has no keys.
using KeyBindingChanges = std::map<std::string, std::string>;

// Returns the default bindings of the command table and of the features, without the user's changes.
std::span<const KeyBinding> default_key_bindings();
uint64_t default_key_bindings_version();  // changes whenever the default bindings change

// A row in the list of keys: one key and the command line that it runs. If the user has removed all keys of a line, it
// has one row without a key.
struct KeyBindingRow {
  std::string keys;  // one chord; empty: the line has no key
  std::string line;
  std::string title;
  bool repeats = false;
  // The keys of the line are not the default ones.
  bool changed = false;
};
std::vector<KeyBindingRow> key_rows(const KeyBindingChanges& changes);

// The bindings that result from `changes`, which must outlive the table. The table notices when they change. Returned
// texts are valid until `changes` or the default bindings change.
class KeyTable {
 public:
  explicit KeyTable(const KeyBindingChanges& changes) : changes_(changes) {}
  KeyTable(const KeyTable&) = delete;
  KeyTable& operator=(const KeyTable&) = delete;

  const KeyBindingChanges& changes() const { return changes_; }
  // Returns a row for each key. Lines without keys have none.
  std::span<const KeyBinding> bindings() const;
  uint64_t version() const;  // changes when bindings() changes
  // Returns the keys of the command line; empty if it has no keys.
  std::string_view bound(std::string_view line) const;
  // Returns the keys of two related lines, such as "larger" and "smaller": "Plus, Minus". A line without
  // keys is left out.
  std::string bound_pair(std::string_view first, std::string_view second) const;

 private:
  void follow() const;

  const KeyBindingChanges& changes_;
  // The rows as they were computed last, and the changes and default bindings that they were computed from. The
  // bindings refer to the texts in the rows.
  mutable uint64_t version_ = 0, defaults_ = 0;
  mutable KeyBindingChanges listed_;
  mutable std::vector<KeyBindingRow> rows_;
  mutable std::vector<KeyBinding> bindings_;
};

// A key that was bound to a line and no longer is.
struct UnboundKey {
  std::string keys;
  std::string line;
  std::string title;
};
// Binds the keys to the line, in place of the keys that it had. Keys of other lines are taken from them; the
// result lists these.
Result<std::vector<UnboundKey>> bind_keys(KeyBindingChanges& changes, std::string_view keys, std::string_view line);
// Removes the keys from all lines. It is an error if none of them is bound.
Result<std::vector<UnboundKey>> unbind_keys(KeyBindingChanges& changes, std::string_view keys);

// Reads the changes from the settings file, an object that maps lines to keys. Invalid entries are skipped; `problem`
// then says which ones and why.
KeyBindingChanges key_changes_of(const nlohmann::json& kept, std::string& problem);

}  // namespace strata
