// Keys by name, and which lines have which keys once the user has changed some.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/base/key_bindings.hpp"

using namespace strata;

namespace {

std::vector<std::string> keys_of(const KeyBindingChanges& changes, const std::string& line) {
  std::vector<std::string> keys;
  for (const KeyBindingRow& row : key_rows(changes)) {
    if (row.line == line && !row.keys.empty()) keys.push_back(row.keys);
  }
  return keys;
}

using KeyNames = std::vector<std::string>;

}  // namespace

TEST_CASE("a chord is written as it is read, for all keys that have a name") {
  int named = 0;
  for (int code = 0; code < 400; ++code) {
    for (int mods = 0; mods < 8; ++mods) {
      const std::string text = chord_text({code, mods});
      if (text.empty()) continue;
      ++named;
      CAPTURE(text);
      const auto again = parse_chord(text);
      REQUIRE(again.has_value());
      CHECK(*again == KeyChord{code, mods});
    }
  }
  CHECK(named > 80 * 8);
  CHECK(parse_chord("ctrl+shift+s") == KeyChord{'S', modifier::kControl | modifier::kShift});
  CHECK(parse_chord("Shift+Ctrl+s") == parse_chord("Ctrl+Shift+S"));
  CHECK(chord_text(*parse_chord("Shift+/")) == "?");
  CHECK(chord_text(*parse_chord("Ctrl++")) == "Ctrl+Plus");
  CHECK(chord_text({340, modifier::kShift}).empty());  // Shift alone
  for (const char* text : {"", "Ctrl+", "F0", "F26", "F1x", "Foo", "!", "ß", "Hyper+A"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_chord(text).has_value());
  }
}

TEST_CASE("several keys are separated by commas, and an unknown one is told with those that there are") {
  REQUIRE(parse_chords("Ctrl+J, F9").ok());
  CHECK(chords_text(parse_chords("ctrl+j,  f9, F9").value()) == "Ctrl+J, F9");
  CHECK(parse_chords("").value().empty());
  const auto failed = parse_chords("Ctrl+J, Foo");
  REQUIRE_FALSE(failed.ok());
  CHECK(failed.error().message().find("unknown key 'Foo'") != std::string::npos);
  CHECK(failed.error().message().find("PageDown") != std::string::npos);
}

TEST_CASE("the usual keys can all be read and are written in one way") {
  for (const KeyBinding& binding : default_key_bindings()) {
    CAPTURE(std::string(binding.keys));
    const auto chords = parse_chords(binding.keys);
    REQUIRE(chords.ok());
    REQUIRE(chords.value().size() == 1);
    CHECK(chord_text(chords.value()[0]) == binding.keys);
  }
}

TEST_CASE("a line gets keys, others lose them, and nothing has one twice") {
  KeyBindingChanges changes;
  auto taken = bind_keys(changes, "Ctrl+G", "edit.undo");
  REQUIRE(taken.ok());
  REQUIRE(taken.value().size() == 1);
  CHECK(taken.value()[0].line == "layer grid toggle");
  CHECK(taken.value()[0].title == "Grid");
  CHECK(keys_of(changes, "edit.undo") == KeyNames{"Ctrl+G"});
  CHECK(keys_of(changes, "layer grid toggle").empty());
  // A row without a key remains, so that it can get one.
  const auto rows = key_rows(changes);
  const auto grid =
      std::find_if(rows.begin(), rows.end(), [](const KeyBindingRow& row) { return row.line == "layer grid toggle"; });
  REQUIRE(grid != rows.end());
  CHECK(grid->keys.empty());
  CHECK(grid->changed);

  // Of two keys of a line one is taken, the other stays.
  REQUIRE(bind_keys(changes, "Ctrl+Y", "query.swap").ok());
  CHECK(keys_of(changes, "edit.redo") == KeyNames{"Ctrl+Shift+Z"});
  // A line of its own, with two keys.
  REQUIRE(bind_keys(changes, "F9, Ctrl+J", "plan.smooth   off").ok());
  CHECK(keys_of(changes, "plan.smooth off") == KeyNames{"F9", "Ctrl+J"});
  std::set<std::string> all;
  for (const KeyBindingRow& row : key_rows(changes)) {
    if (!row.keys.empty()) CHECK_MESSAGE(all.insert(row.keys).second, row.keys);
  }

  // Back to what is usual, line by line: nothing is changed any more.
  for (const auto& [keys, line] : {std::pair{"Ctrl+Z", "edit.undo"},
                                   {"Ctrl+G", "layer grid toggle"},
                                   {"X", "query.swap"},
                                   {"Ctrl+Y, Ctrl+Shift+Z", "edit.redo"}}) {
    REQUIRE(bind_keys(changes, keys, line).ok());
  }
  REQUIRE(unbind_keys(changes, "F9, Ctrl+J").ok());
  CHECK(changes.empty());
}

TEST_CASE(
    "keys that are needed otherwise, unknown ones and lines that nothing takes are refused, and nothing changes") {
  KeyBindingChanges changes;
  const auto reason = [&](const char* keys, const char* line) {
    const auto taken = bind_keys(changes, keys, line);
    REQUIRE_FALSE(taken.ok());
    return taken.error().message();
  };
  CHECK(reason("Esc", "edit.undo").find("Esc closes") != std::string::npos);
  CHECK(reason("F10", "edit.undo").find("menus") != std::string::npos);
  CHECK(reason("Alt+F", "edit.undo").find("menus") != std::string::npos);
  CHECK(reason("Hyper+Q", "edit.undo").find("unknown key 'Hyper+Q'") != std::string::npos);
  CHECK(reason("F9", "edit.unto") == "edit.unto: no such command");
  CHECK(reason("F9", "query.start 1") == "query.start: expects X Y [more], got 1 argument");
  CHECK(reason("F9", "inspect \"1").find("never closed") != std::string::npos);
  CHECK(reason("F9", "# nothing").find("no command is named") != std::string::npos);
  const auto none = unbind_keys(changes, "Ctrl+Z, F9");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message() == "nothing has the key F9");
  CHECK(changes.empty());
}

TEST_CASE("the list of bindings follows the changes, also the places that show a key") {
  KeyBindingChanges changes;
  const KeyTable keys(changes);
  const uint64_t before = keys.version();
  CHECK(keys.version() == before);
  CHECK(keys.bound("edit.undo") == "Ctrl+Z");
  REQUIRE(bind_keys(changes, "Ctrl+J", "edit.undo").ok());
  REQUIRE(bind_keys(changes, "F9", "view.zoom 3").ok());
  REQUIRE(unbind_keys(changes, "Ctrl+G").ok());
  CHECK(keys.version() != before);
  CHECK(keys.bound("edit.undo") == "Ctrl+J");
  CHECK(keys.bound("view.zoom 3") == "F9");
  CHECK(keys.bound_pair("edit.undo", "edit.redo") == "Ctrl+J, Ctrl+Y");
  CHECK(keys.bound_pair("layer grid toggle", "edit.redo") == "Ctrl+Y");
  CHECK(keys.bound_pair("layer grid toggle", "view.zoom 7").empty());
  CHECK(keys.bound("layer grid toggle").empty());
  const auto bindings = keys.bindings();
  const auto added = std::ranges::find(bindings, "F9", &KeyBinding::keys);
  REQUIRE(added != bindings.end());
  CHECK(added->title == "Zoom: 3");
  for (const KeyBinding& binding : bindings) CHECK_FALSE(binding.keys.empty());
  changes.clear();
  CHECK(keys.bound("edit.undo") == "Ctrl+Z");
  CHECK(keys.bindings().size() == default_key_bindings().size());
}

TEST_CASE("changes in a file: what is of no use is left out and told, the rest holds") {
  std::string problem;
  const auto read = [&](const char* text) {
    problem.clear();
    return key_changes_of(nlohmann::json::parse(text), problem);
  };
  CHECK(read(R"({"edit.undo": "Ctrl+J", "layer grid toggle": ""})") ==
        KeyBindingChanges{{"edit.undo", "Ctrl+J"}, {"layer grid toggle", ""}});
  CHECK(problem.empty());
  // Two lines that change keys with each other.
  CHECK(read(R"({"edit.undo": "X", "query.swap": "Ctrl+Z"})") ==
        KeyBindingChanges{{"edit.undo", "X"}, {"query.swap", "Ctrl+Z"}});
  CHECK(problem.empty());
  CHECK(read("[1, 2]").empty());
  CHECK(problem.find("not an object") != std::string::npos);
  CHECK(read(R"({"edit.undo": 7, "query.swap": "F9"})") == KeyBindingChanges{{"query.swap", "F9"}});
  CHECK(problem == "keys: 'edit.undo' is left out: its keys are not a text");
  CHECK(read(R"({"edit.undo": "Foo", "query.swap": "F9"})") == KeyBindingChanges{{"query.swap", "F9"}});
  CHECK(problem.find("'edit.undo' is left out: unknown key 'Foo'") != std::string::npos);
  CHECK(read(R"({"no.such thing": "F9"})").empty());
  CHECK(problem.find("no such command") != std::string::npos);
  CHECK(read(R"({"edit.undo": "F9", "query.swap": "F9"})") == KeyBindingChanges{{"edit.undo", "F9"}});
  CHECK(problem.find("F9 is given to 'edit.undo' too") != std::string::npos);
}

namespace {

// What a key of a layout types: alone, and with Shift. `place`: the key of the US layout at its place, as GLFW names
// it.
struct LayoutKey {
  int place;
  const char* name;
  uint32_t shifted;
};

// The chord of a key of a layout with modifiers, and with AltGr if `third` is what it types then.
KeyChord pressed(const LayoutKey& key, int mods, uint32_t third = 0) {
  const std::string_view name = key.name;
  uint32_t plain = static_cast<unsigned char>(name[0]);
  if (name.size() == 2) plain = (plain & 0x1fu) << 6 | (static_cast<unsigned char>(name[1]) & 0x3fu);
  const uint32_t typed = third != 0 ? third : (mods & modifier::kShift) != 0 ? key.shifted : plain;
  return typed_chord(key.place, mods, name, typed);
}

}  // namespace

TEST_CASE("keys go by what is typed, on keyboards of the US, Germany and France") {
  constexpr int kShift = modifier::kShift, kControl = modifier::kControl;
  const KeyChord plus = *parse_chord("Plus"), minus = *parse_chord("Minus"), question = *parse_chord("?");
  const KeyChord zoom_in = *parse_chord("Ctrl+Plus"), zoom_out = *parse_chord("Ctrl+Minus");
  const KeyChord fit = *parse_chord("Ctrl+/"), slower = *parse_chord("["), faster = *parse_chord("]");
  // US: plus is Shift with the key of "=".
  CHECK(pressed({'=', "=", '+'}, kShift) == plus);
  CHECK(pressed({'=', "=", '+'}, 0) == plus);
  CHECK(pressed({'=', "=", '+'}, kControl | kShift) == zoom_in);
  CHECK(pressed({'=', "=", '+'}, kControl) == zoom_in);
  CHECK(pressed({'-', "-", '_'}, 0) == minus);
  CHECK(pressed({'-', "-", '_'}, kControl) == zoom_out);
  CHECK(pressed({'/', "/", '?'}, kShift) == question);
  CHECK(pressed({'/', "/", '?'}, kControl) == fit);
  CHECK(pressed({'[', "[", '{'}, 0) == slower);
  CHECK(pressed({'[', "[", '{'}, kShift) == *parse_chord("Shift+["));
  CHECK(pressed({'1', "1", '!'}, 0) == *parse_chord("1"));
  CHECK(pressed({'1', "1", '!'}, kControl | kShift) == *parse_chord("Ctrl+Shift+1"));
  CHECK(pressed({'Z', "z", 'Z'}, kControl | kShift) == *parse_chord("Ctrl+Shift+Z"));
  // Germany: plus is a key of its own at the place of "]", minus at that of "/", and Y and Z have changed places.
  CHECK(pressed({']', "+", '*'}, 0) == plus);
  CHECK(pressed({']', "+", '*'}, kControl) == zoom_in);
  CHECK(pressed({'/', "-", '_'}, 0) == minus);
  CHECK(pressed({'/', "-", '_'}, kControl) == zoom_out);
  CHECK(pressed({'-', "\u00df", '?'}, kShift) == question);
  CHECK(pressed({'-', "\u00df", '?'}, 0).key == 0);
  CHECK(pressed({'7', "7", '/'}, kControl | kShift) == fit);
  CHECK(pressed({'7', "7", '/'}, 0) == *parse_chord("7"));
  CHECK(pressed({'8', "8", '('}, 0, '[') == slower);
  CHECK(pressed({'9', "9", ')'}, 0, ']') == faster);
  CHECK(pressed({'Y', "z", 'Z'}, kControl) == *parse_chord("Ctrl+Z"));
  // France: digits are typed with Shift, minus is at the place of 6, and M at that of ";".
  CHECK(pressed({'=', "=", '+'}, kShift) == plus);
  CHECK(pressed({'=', "=", '+'}, kControl | kShift) == zoom_in);
  CHECK(pressed({'6', "-", '6'}, 0) == minus);
  CHECK(pressed({'6', "-", '6'}, kControl) == zoom_out);
  CHECK(pressed({'6', "-", '6'}, kControl | kShift) == *parse_chord("Ctrl+6"));
  CHECK(pressed({'1', "&", '1'}, kShift) == *parse_chord("1"));
  CHECK(pressed({'1', "&", '1'}, kControl) == *parse_chord("Ctrl+1"));
  CHECK(pressed({'2', "\u00e9", '2'}, 0) == *parse_chord("2"));
  CHECK(pressed({'M', ",", '?'}, kShift) == question);
  CHECK(pressed({'.', ":", '/'}, kControl | kShift) == fit);
  CHECK(pressed({'-', ")", 0xb0}, 0).key == 0);
  CHECK(pressed({'5', "(", '5'}, 0, '[') == slower);
  CHECK(pressed({';', "m", 'M'}, 0) == *parse_chord("M"));
  CHECK(pressed({'Q', "a", 'A'}, kControl) == *parse_chord("Ctrl+A"));
  // Keys that type nothing, and layouts of other scripts, whose letters keep the places of Latin ones.
  CHECK(typed_chord(key::kF1, kShift, "", 0) == KeyChord{key::kF1, kShift});
  CHECK(typed_chord(key::kSpace, 0, "", ' ') == KeyChord{key::kSpace, 0});
  CHECK(pressed({'Z', "\u044f", 0x42f}, kControl) == *parse_chord("Ctrl+Z"));
}
