#include "app/features/workspace/workspace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <utility>

#include "core/io/text.hpp"

namespace strata {
namespace {

// Commands of a workspace that are no settings, and settings that are not in the log.
constexpr std::array<std::string_view, 14> kAllowed = {
    "query.set",    "query.clear",    "view.center",          "view.compare", "view.planner",
    "view.split",   "view.level",     "view.difference",      "view.pace",    "step.to",
    "terrain.name", "terrain.colour", "terrain.next_letters", "wait.ready"};
// Settings whose words could name a file, or that reach beyond the screen.
constexpr std::array<std::string_view, 2> kRefused = {"recovery.copies", "lab.threads"};

class WorkspaceReader {
 public:
  WorkspaceReader(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  Result<WorkspaceFile> read() {
    bool begun = false;
    while (!rest_.empty()) {
      const std::string_view line = next_line();
      const std::string_view words = trimmed(line);
      if (words.empty() || words.front() == '#') continue;
      const Result<Command> parsed = parse_command(line, fmt::format("{}:{}", name_, line_));
      if (!parsed) return parsed.error();
      if (!begun) {
        if (parsed.value() != Command{"workspace", {"1"}}) return bad("expected 'workspace 1' in the first line");
        begun = true;
        continue;
      }
      if (Status read = statement(parsed.value()); !read) return read.error();
    }
    if (!begun) return error_at(name_, "is no workspace: it is empty");
    if (file_.map.empty() && file_.cells.empty()) return error_at(name_, "has no map: neither 'map' nor 'cells'");
    return std::move(file_);
  }

 private:
  Error bad(std::string what) const { return error_at_line(name_, line_, std::move(what)); }
  std::string_view next_line() {
    const size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++line_;
    return line;
  }

  Status statement(const Command& command) {
    if (command.name == "title" && command.args.size() == 1) {
      file_.title = command.args[0];
      return success();
    }
    if (command.name == "map" || command.name == "cells") {
      if (!file_.map.empty() || !file_.cells.empty()) return bad("has a second map");
      return command.name == "map" ? map(command) : cells(command);
    }
    const CommandInfo* info = command_named(command.name);
    if (info == nullptr)
      return bad(fmt::format("there is no command {}", strata::quoted(std::string_view(command.name))));
    if (!is_allowed_in_workspace(command)) {
      return bad(fmt::format("{} is not allowed in a workspace", command.name));
    }
    if (const Status checked = check_command(command); !checked) return bad(checked.error().message());
    if (file_.commands.size() >= kMaxWorkspaceCommands) {
      return bad(fmt::format("has more than {} commands", kMaxWorkspaceCommands));
    }
    file_.commands.push_back(command);
    file_.lines.push_back(line_);
    return success();
  }
  Status map(const Command& command) {
    if (command.args.size() != 2) return bad("expected map FILE HASH");
    const std::filesystem::path path(command.args[0]);
    const bool outside = path.is_absolute() || std::ranges::any_of(path, [](const auto& part) { return part == ".."; });
    if (command.args[0].empty() || outside) return bad("the map must lie in the folder of the workspace");
    const std::string& digits = command.args[1];
    const char* const end = digits.data() + digits.size();
    const auto [stopped, failed] = std::from_chars(digits.data(), end, file_.hash, 16);
    if (failed != std::errc() || stopped != end || digits.size() != 16) return bad("expected a hash of 16 digits");
    file_.map = command.args[0];
    return success();
  }
  Status cells(const Command& command) {
    size_t count = 0;
    if (command.args.size() == 1) {
      const std::string& digits = command.args[0];
      std::from_chars(digits.data(), digits.data() + digits.size(), count);
    }
    if (count == 0 || count > 10'000) return bad("expected cells LINES, with 1 to 10000 lines of a .map after it");
    const char* const begin = rest_.data();
    const size_t at = line_;
    for (size_t i = 0; i < count; ++i) {
      if (rest_.empty()) {
        return error_at_line(name_, at, fmt::format("the map ends after {} of {} lines", i, count));
      }
      (void)next_line();
    }
    const char* const end = rest_.empty() ? begin + size_to_end(begin) : rest_.data();
    file_.cells.assign(begin, end);
    if (!file_.cells.ends_with('\n')) file_.cells += '\n';
    return success();
  }
  size_t size_to_end(const char* from) const { return static_cast<size_t>(end_ - from); }

  std::string_view rest_;
  const char* end_ = rest_.data() + rest_.size();
  const std::string& name_;
  WorkspaceFile file_;
  size_t line_ = 0;
};

}  // namespace

bool is_allowed_in_workspace(const Command& command) {
  const auto among = [&](const auto& names) { return std::ranges::find(names, command.name) != std::end(names); };
  if (among(kAllowed)) return true;
  const CommandInfo* info = command_named(command.name);
  if (info == nullptr || among(kRefused)) return false;
  // What names a file is no setting, whatever it keeps.
  const bool names_file = info->usage.find("PATH") != std::string_view::npos || info->group == "File";
  return (info->keeps & keeps::kSetting) != 0 && !names_file;
}

uint64_t workspace_hash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3ull;
  return hash;
}

Result<WorkspaceFile> parse_workspace(std::string_view text, const std::string& name) {
  if (text.size() > kMaxWorkspaceBytes) return error_at(name, "is too large for a workspace");
  const Result<PlainText> plain = PlainText::of(text, name);
  if (!plain) return plain.error();
  return WorkspaceReader(plain.value().view(), name).read();
}

std::string format_workspace(const WorkspaceFile& file) {
  std::string text = "workspace 1\n";
  if (!file.title.empty()) text += format_command({"title", {file.title}}) + "\n";
  if (!file.map.empty()) {
    text += format_command({"map", {file.map, fmt::format("{:016x}", file.hash)}}) + "\n";
  } else {
    text += fmt::format("cells {}\n{}", std::ranges::count(file.cells, '\n'), file.cells);
  }
  for (const Command& command : file.commands) text += format_command(command) + "\n";
  return text;
}

}  // namespace strata
