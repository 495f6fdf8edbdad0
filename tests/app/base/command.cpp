#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/base/command.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/lab_handlers.hpp"
#include "core/base/rng.hpp"

using namespace strata;

namespace {
Command parsed(std::string_view line) {
  const Result<Command> command = parse_command(line);
  REQUIRE(command.ok());
  return command.value();
}
std::string parse_error(std::string_view line, const std::string& where = {}) {
  const Result<Command> command = parse_command(line, where);
  REQUIRE_FALSE(command.ok());
  return command.error().message();
}
}  // namespace

TEST_CASE("a command line is split at blanks, and quotes keep blanks") {
  CHECK(parsed("map.open \"my maps/a b.map\" force") == Command{"map.open", {"my maps/a b.map", "force"}});
  CHECK(parsed("  step.forward\t3  # on") == Command{"step.forward", {"3"}});
  CHECK(parsed("# only a comment").name.empty());
  CHECK(parsed("").name.empty());
  CHECK(parsed(R"(map.open "a \"b\" \\ \n")") == Command{"map.open", {"a \"b\" \\ \n"}});
}

TEST_CASE("whatever is formatted parses to the same command") {
  Rng rng(7);
  const std::string letters = "ab #\"\\\n\t.,/";
  for (int round = 0; round < 2000; ++round) {
    Command command{"map.open", {}};
    const uint32_t words = rng.below(5);
    for (uint32_t w = 0; w < words; ++w) {
      std::string word;
      const uint32_t length = rng.below(8);
      for (uint32_t i = 0; i < length; ++i) word += letters[rng.below(static_cast<uint32_t>(letters.size()))];
      command.args.push_back(word);
    }
    CHECK(parsed(format_command(command)) == command);
  }
}

TEST_CASE("a line that cannot be read is an error with its column") {
  CHECK(parse_error("map.open \"never closed", "tour.script:3") == "tour.script:3:10: the quote is never closed");
  CHECK(parse_error("map.open a\"b") == "column 11: a quote inside a word; quote the whole word");
  CHECK(parse_error(R"(map.open "a\x")") == "column 12: unknown escape \\x");
}

TEST_CASE("every listed command is carried out by something, and nothing else is") {
  std::set<std::string_view> listed, handled;
  for (const CommandInfo& info : commands()) {
    CHECK_MESSAGE(listed.insert(info.name).second, info.name, " is listed twice");
    CHECK_FALSE(info.title.empty());
    CHECK_FALSE(info.help.empty());
  }
  for (const std::string_view name : Lab::Handlers::names()) CHECK_MESSAGE(handled.insert(name).second, name, " twice");
  CHECK(listed == handled);
}

TEST_CASE("every key runs a line that the lab takes") {
  std::set<std::string_view> keys;
  for (const KeyBinding& binding : default_key_bindings()) {
    CHECK_MESSAGE(keys.insert(binding.keys).second, binding.keys, " is bound twice");
    const Command command = parsed(binding.line);
    const Status status = check_command(command);
    CHECK_MESSAGE(status.ok(), binding.line);
  }
  CHECK(keys.contains("Ctrl+Z"));
  // The window of keys lists those of a group in this order: first those that everybody needs.
  const auto place = [](std::string_view key) {
    return std::ranges::find(default_key_bindings(), key, &KeyBinding::keys) - default_key_bindings().begin();
  };
  CHECK(place("Space") < place("Shift+Right"));
  CHECK(place("Shift+Right") < place("F7"));
}

TEST_CASE("unknown commands and wrong numbers of arguments are refused with the usage") {
  CHECK(check_command({"map.oben", {}}).error().message() == "map.oben: no such command");
  CHECK(check_command({"step.to", {}}).error().message() == "step.to: expects N, got 0 arguments");
  CHECK(check_command({"edit.undo", {"2"}}).error().message() == "edit.undo: expects no arguments, got 1 argument");
}
