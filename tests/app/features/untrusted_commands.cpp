// What files from other people may have done: one table, held against every command of the program.
#include "app/base/untrusted_commands.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/base/command.hpp"
#include "app/features/gallery/figure_card.hpp"
#include "app/features/lesson/lesson_replay.hpp"
#include "app/features/workspace/workspace_file.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/preferences.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "external/messages.hpp"
#include "tests/app/lab/random_commands.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;

namespace {

constexpr std::array<UntrustedFileKind, kForeignFiles> kEveryForeignFile = {
    UntrustedFileKind::kLesson, UntrustedFileKind::kFigure, UntrustedFileKind::kWorkspace, UntrustedFileKind::kResult};

bool may_be_given(const CommandInfo& info) {
  return std::ranges::any_of(kEveryForeignFile, [&](UntrustedFileKind file) { return may_give(file, info); });
}

// Returns whether the reader of any kind of file accepts the command with these arguments.
bool is_taken(const Command& command) {
  if (!check_command(command)) return false;
  const CommandInfo& info = *command_named(command.name);
  return check_lesson_command(command).ok() || check_card_command(command).ok() || is_allowed_in_workspace(command) ||
         may_give(UntrustedFileKind::kResult, info);
}

// The command with as many arguments as it must have, and the name of a file where it opens one.
Command sample_of(const CommandInfo& info) {
  Command command{std::string(info.name), std::vector<std::string>(static_cast<size_t>(info.min_args), "1")};
  if (opens_named_file(info)) {
    const std::string_view kind = info.name.substr(0, info.name.find('.'));
    command.args = {kind == "map" ? "a.map" : kind == "graph" ? "a.graph" : "a.scen"};
  }
  return command;
}

bool may_stand_in_lesson(const std::string& line) {
  const std::string begin = "lesson a 1\ntitle \"A\"\nstep \"A\"\nsetup map.scene running-example\n";
  const std::string ask = "ask number \"How wide?\" map.width\nbecause \"So.\"\n";
  const bool before = parse_lesson(begin + "setup " + line + "\n" + ask, "a.lesson").ok();
  // After the question no lesson opens another map; else the same commands may stand there.
  const bool after = parse_lesson(begin + ask + "reveal " + line + "\n", "a.lesson").ok();
  CHECK(after == (before && !line.starts_with("map.")));
  return before;
}

bool may_stand_in_card(const std::string& line) {
  return read_figure_card("figure HPA-9\npaper hpa\nnumber \"9\"\ntitle \"A\"\ncaption \"A\"\n" + line + "\n",
                          "a.figure")
      .ok();
}

bool may_stand_in_workspace(const std::string& line) {
  const std::string map = "type octile\nheight 1\nwidth 2\nmap\n..\n";
  return parse_workspace("workspace 1\ncells 5\n" + map + line + "\n", "a.strata").ok();
}

// Notes every file of a folder that is opened, made, changed, renamed or removed.
class FolderWatch {
 public:
  explicit FolderWatch(const std::string& folder) : watch_(::inotify_init1(IN_NONBLOCK)) {
    REQUIRE(::inotify_add_watch(watch_, folder.c_str(), IN_OPEN | IN_CREATE | IN_MODIFY | IN_MOVE | IN_DELETE) >= 0);
  }
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;
  ~FolderWatch() { ::close(watch_); }

  bool touched() {
    bool any = false;
    alignas(inotify_event) std::array<char, 4096> events{};
    while (::read(watch_, events.data(), events.size()) > 0) any = true;
    return any;
  }

 private:
  int watch_;
};

}  // namespace

TEST_CASE("every row of the table of foreign commands names a command that there is, and none stands there twice") {
  std::vector<std::string_view> seen;
  for (const UntrustedCommandRow& row : foreign_rows()) {
    CAPTURE(std::string(row.command));
    CHECK(command_named(row.command) != nullptr);
    CHECK(row.files != 0);
    CHECK(std::ranges::find(seen, row.command) == seen.end());
    seen.push_back(row.command);
  }
}

TEST_CASE("every command is tried in every kind of file, and may stand where the list of tests says that it may") {
  std::map<std::string, std::vector<std::string>, std::less<>> decided;
  std::istringstream list(read_file(test::source_path("tests/app/features/untrusted_commands.txt")).value());
  for (std::string line; std::getline(list, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string command;
    words >> command;
    std::vector<std::string>& files = decided[command];
    CHECK_MESSAGE(files.empty(), command << " is there twice");
    for (std::string word; words >> word;) files.push_back(word);
    REQUIRE_MESSAGE(files.size() == 5, line);
  }
  const std::vector<std::string> kinds = {"lesson", "card", "workspace", "result", "script"};
  for (const std::string& line : test::structure_switches()) decided.try_emplace(line.substr(0, line.find(' ')), kinds);
  for (const CommandInfo& info : commands()) {
    CAPTURE(std::string(info.name));
    const auto found = decided.find(info.name);
    if (found == decided.end()) {
      FAIL_CHECK("nobody has decided which files of other people may give this command: see untrusted_commands.txt");
      continue;
    }
    const std::string line = format_command(sample_of(info));
    const std::vector<bool> may = {may_stand_in_lesson(line), may_stand_in_card(line), may_stand_in_workspace(line),
                                   check_result_command(line).ok(), (info.does & does::kStartsProgram) == 0};
    for (size_t i = 0; i < kinds.size(); ++i) {
      CAPTURE(kinds[i]);
      CHECK((found->second[i] == kinds[i] || found->second[i] == "-"));
      CHECK(may[i] == (found->second[i] == kinds[i]));
    }
    // The program of a planner that says commands says nothing.
    CHECK_FALSE(read_ready(line).ok());
    CHECK_FALSE(read_answer(line, 1, 8, 8).ok());
    decided.erase(found);
  }
  for (const auto& [command, files] : decided)
    FAIL_CHECK(command << " is in untrusted_commands.txt, and does not exist");
}

TEST_CASE("a command that nobody has decided about may stand in no file of another person") {
  const CommandInfo fresh{.name = "paint.something_new",
                          .usage = "X Y",
                          .title = "Something new",
                          .group = CommandGroup::kPaint,
                          .help = "",
                          .keeps = keeps::kSetting};
  for (const UntrustedFileKind file : kEveryForeignFile) CHECK_FALSE(may_give(file, fresh));
}

TEST_CASE("every kind of file of another person may say the moment of a search") {
  int moments = 0;
  for (const CommandInfo& info : commands()) {
    if ((info.does & does::kSetsMoment) == 0) continue;
    CAPTURE(std::string(info.name));
    ++moments;
    for (const UntrustedFileKind file : {UntrustedFileKind::kLesson, UntrustedFileKind::kFigure,
                                         UntrustedFileKind::kWorkspace, UntrustedFileKind::kResult}) {
      CHECK(may_give(file, info));
    }
  }
  CHECK(moments == 3);
}

TEST_CASE("no file of another person may give a command of files, of the program, or of a person's preferences") {
  Lab lab;
  for (const CommandInfo& info : commands()) {
    if (!may_be_given(info)) continue;
    CAPTURE(std::string(info.name));
    for (const char* word : {"PATH", "FILE", "FOLDER", "PROGRAM", "COMMAND"}) {
      if (info.usage.find(word) != info.usage.npos) CHECK(opens_named_file(info));
    }
    for (const CommandGroup group : {CommandGroup::kScript, CommandGroup::kLesson, CommandGroup::kHelp}) {
      const bool harmless = info.name == "wait.ready" || info.name == "assert" || info.name == "remember";
      if (info.group == group) CHECK(harmless);
    }
    for (const char* begin : {"export.", "recovery.", "script.", "external", "preferences.", "key.", "lab.", "app.",
                              "screenshot", "dump.", "workspace.", "lesson.", "recent.", "copy.", "record."}) {
      CHECK_FALSE(info.name.starts_with(begin));
    }
    for (const Preference& one : preferences(lab)) {
      if (one.command == info.name) CHECK_FALSE(may_give(UntrustedFileKind::kFigure, info));
    }
  }
  // A result goes on from the map of its lesson.
  for (const char* name : {"map.open", "map.new", "map.generate", "map.scene", "graph.open", "scenario.open"}) {
    CHECK_FALSE(may_give(UntrustedFileKind::kResult, *command_named(name)));
    CHECK_FALSE(may_give(UntrustedFileKind::kWorkspace, *command_named(name)));
  }
}

TEST_CASE("whatever the arguments of a command that other people's files may give, it touches no file outside") {
  const test::TempFolder inside, outside;
  REQUIRE(write_file_atomic(outside.file("a.map"), "type octile\nheight 1\nwidth 3\nmap\n...\n").ok());
  const std::string program = outside.file("program");
  REQUIRE(write_file_atomic(program, "#!/bin/sh\ntouch \"$0.ran\"\n").ok());
  REQUIRE(::chmod(program.c_str(), 0755) == 0);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(inside.path());
  FolderWatch watch_inside(inside.path()), watch_outside(outside.path());
  {
    Lab lab;
    test::run(lab, test::open_line(outside.file("a.map")));
  }
  CHECK(watch_outside.touched());  // the watch sees what the test is about
  (void)watch_inside.touched();

  Rng rng(20);
  size_t carried_out = 0;
  for (const CommandInfo& info : commands()) {
    if (!may_be_given(info)) continue;
    CAPTURE(std::string(info.name));
    Lab lab;
    lab.finish_updates();
    const auto give = [&](const Command& command) {
      if (!is_taken(command) || opens_named_file(info)) return;
      carried_out += lab.execute(command).ok() ? 1 : 0;
      lab.finish_updates();
      if (watch_outside.touched()) FAIL_CHECK(fmt::format("{} reaches outside", format_command(command)));
      if (watch_inside.touched()) FAIL_CHECK(fmt::format("{} opens or writes a file", format_command(command)));
    };
    for (const std::string& path : {outside.file("a.map"), program}) {
      const auto line = parse_command(test::line_by_usage(rng, lab, info, path));
      if (!line) continue;
      give(line.value());
      // The path in the place of each argument.
      for (size_t i = 0; i < line.value().args.size(); ++i) {
        Command other = line.value();
        other.args[i] = path;
        give(other);
      }
      Command all{std::string(info.name), {}};
      for (int i = 0; i < std::max(info.min_args, 1); ++i) all.args.push_back(path);
      give(all);
    }
  }
  CHECK(carried_out > 100);
  std::filesystem::current_path(before);
  CHECK(std::filesystem::exists(program));
  CHECK_FALSE(std::filesystem::exists(program + ".ran"));
}
