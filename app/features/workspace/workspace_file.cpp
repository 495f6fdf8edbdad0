#include "app/features/workspace/workspace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "app/base/command_parameters.hpp"
#include "app/base/untrusted_commands.hpp"
#include "core/base/number_text.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr size_t kMaxMapLines = 20'000;
constexpr size_t kMaxDocumentLines = 1'000'000;

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

  Status statement(Command command) {
    if (command.name == "title" && command.args.size() == 1) {
      file_.title = command.args[0];
      return success();
    }
    if (command.name == "map" || command.name == "cells") {
      if (!file_.map.empty() || !file_.cells.empty()) return bad("has a second map");
      return command.name == "map" ? map(command) : cells(command);
    }
    if (command.name == "document") return document(command);
    const CommandInfo* info = command_named(command.name);
    if (info == nullptr)
      return bad(fmt::format("there is no command {}", strata::quoted(std::string_view(command.name))));
    if (!is_allowed_in_workspace(command)) {
      return bad(fmt::format("{} is not allowed in a workspace", command.name));
    }
    if (const Status checked = check_command(command); !checked) return bad(checked.error().message());
    if (opens_named_file(*info)) {
      const std::string* file = path_word(command);
      if (file == nullptr) return bad(fmt::format("expected {} FILE", command.name));
      if (!is_inside(*file)) return bad("the scenario must lie in the folder of the workspace");
    }
    if (file_.commands.size() >= kMaxWorkspaceCommands) {
      return bad(fmt::format("has more than {} commands", kMaxWorkspaceCommands));
    }
    file_.commands.push_back(std::move(command));
    file_.lines.push_back(line_);
    return success();
  }
  Status map(const Command& command) {
    if (command.args.size() != 2) return bad("expected map FILE HASH");
    if (!is_inside(command.args[0])) return bad("the map must lie in the folder of the workspace");
    file_.map = command.args[0];
    return hash(command.args[1], file_.hash);
  }
  Status hash(const std::string& digits, uint64_t& value) const {
    const auto read = parse_number<uint64_t>(digits, 16);
    if (!read || digits.size() != 16) return bad("expected a hash of 16 digits");
    value = *read;
    return success();
  }
  static bool is_inside(const std::string& file) {
    const std::filesystem::path path(file);
    return !file.empty() && !path.is_absolute() &&
           std::ranges::none_of(path, [](const auto& part) { return part == ".."; });
  }
  Status document(const Command& command) {
    const size_t words = command.args.size();
    if (words != 2 && words != 3) return bad("expected document KIND FILE HASH, or document KIND LINES");
    WorkspaceDocument read{.kind = command.args[0], .line = line_};
    for (const WorkspaceDocument& other : file_.documents) {
      if (other.kind == read.kind) return bad(fmt::format("has a second document '{}'", read.kind));
    }
    if (words == 3) {
      if (!is_inside(command.args[1])) return bad("the document must lie in the folder of the workspace");
      read.file = command.args[1];
      if (Status hashed = hash(command.args[2], read.hash); !hashed) return hashed;
    } else if (Status there = lines(command.args[1], kMaxDocumentLines, "document KIND", "document", read.text);
               !there) {
      return there;
    }
    file_.documents.push_back(std::move(read));
    return success();
  }
  Status cells(const Command& command) {
    return lines(command.args.size() == 1 ? command.args[0] : std::string(), kMaxMapLines, "cells", "map", file_.cells);
  }
  // Reads a block of text. `digits` is the number of its lines as given in the statement.
  Status lines(const std::string& digits, size_t most, std::string_view statement, std::string_view what,
               std::string& text) {
    size_t count = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), count);
    if (count == 0 || count > most) {
      return bad(fmt::format("expected {} LINES, with 1 to {} lines of a {} after it", statement, most,
                             what == "map" ? ".map" : what));
    }
    const char* const begin = rest_.data();
    const size_t at = line_;
    for (size_t i = 0; i < count; ++i) {
      if (rest_.empty()) {
        return error_at_line(name_, at, fmt::format("the {} ends after {} of {} lines", what, i, count));
      }
      (void)next_line();
    }
    const char* const end = rest_.empty() ? begin + size_to_end(begin) : rest_.data();
    text.assign(begin, end);
    if (!text.ends_with('\n')) text += '\n';
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
  const CommandInfo* info = command_named(command.name);
  return info != nullptr && may_give(UntrustedFileKind::kWorkspace, *info);
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
  for (const WorkspaceDocument& document : file.documents) {
    if (!document.file.empty()) {
      const std::vector<std::string> words = {document.kind, document.file, fmt::format("{:016x}", document.hash)};
      text += format_command({"document", words}) + "\n";
    } else {
      text += fmt::format("document {} {}\n{}", document.kind, std::ranges::count(document.text, '\n'), document.text);
    }
  }
  for (const Command& command : file.commands) text += format_command(command) + "\n";
  return text;
}

}  // namespace strata
