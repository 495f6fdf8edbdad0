#include "app/base/command.hpp"

namespace strata {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool needs_quotes(const std::string& word) {
  if (word.empty() || word[0] == '#') return true;
  for (const char c : word) {
    if (is_blank(c) || c == '"' || c == '\n' || c == '\\') return true;
  }
  return false;
}

}  // namespace

Result<Command> parse_command(std::string_view line, const std::string& where) {
  const auto error = [&](size_t column, std::string what) {
    return error_at((where.empty() ? std::string("column ") : where + ":") + std::to_string(column + 1),
                    std::move(what));
  };
  std::vector<std::string> words;
  size_t i = 0;
  while (i < line.size()) {
    if (is_blank(line[i])) {
      ++i;
      continue;
    }
    if (line[i] == '#') break;
    std::string word;
    if (line[i] == '"') {
      const size_t opened = i++;
      bool closed = false;
      while (i < line.size() && !closed) {
        const char c = line[i++];
        if (c == '"') {
          closed = true;
        } else if (c == '\\') {
          if (i == line.size()) return error(i - 1, "a backslash must be followed by \", \\ or n");
          const char escaped = line[i++];
          if (escaped == 'n') {
            word += '\n';
          } else if (escaped == '"' || escaped == '\\') {
            word += escaped;
          } else {
            return error(i - 2, std::string("unknown escape \\") + escaped);
          }
        } else {
          word += c;
        }
      }
      if (!closed) return error(opened, "the quote is never closed");
      if (i < line.size() && !is_blank(line[i])) return error(i, "expected a blank after the closing quote");
    } else {
      while (i < line.size() && !is_blank(line[i])) {
        if (line[i] == '"') return error(i, "a quote inside a word; quote the whole word");
        word += line[i++];
      }
    }
    words.push_back(std::move(word));
  }
  Command command;
  if (words.empty()) return command;
  command.name = std::move(words.front());
  words.erase(words.begin());
  command.args = std::move(words);
  return command;
}

std::string format_command(const Command& command) {
  std::string line = command.name;
  for (const std::string& word : command.args) {
    line += ' ';
    if (!needs_quotes(word)) {
      line += word;
      continue;
    }
    line += '"';
    for (const char c : word) {
      if (c == '\n') {
        line += "\\n";
        continue;
      }
      if (c == '"' || c == '\\') line += '\\';
      line += c;
    }
    line += '"';
  }
  return line;
}

const CommandInfo* command_named(std::string_view name) {
  for (const CommandInfo& info : commands()) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

bool command_does(std::string_view name_or_line, uint32_t what) {
  const CommandInfo* info = command_named(name_or_line.substr(0, name_or_line.find(' ')));
  return info != nullptr && (info->does & what) != 0;
}

Command with_usual(const Command& command) {
  const CommandInfo* info = command_named(command.name);
  if (info == nullptr || info->usual.empty() || command.args.empty() || command.args.back() != "usual") return command;
  Command meant{command.name, {command.args.begin(), command.args.end() - 1}};
  const Command words = parse_command(std::string(info->name) + " " + std::string(info->usual)).value();
  meant.args.insert(meant.args.end(), words.args.begin(), words.args.end());
  return meant;
}

Status check_command(const Command& command) {
  const CommandInfo* info = command_named(command.name);
  if (info == nullptr) return error_at(command.name, "no such command");
  const auto count = static_cast<int>(command.args.size());
  if (count < info->min_args || (info->max_args >= 0 && count > info->max_args)) {
    const std::string usage = info->usage.empty() ? "no arguments" : std::string(info->usage);
    return error_at(command.name,
                    "expects " + usage + ", got " + std::to_string(count) + (count == 1 ? " argument" : " arguments"));
  }
  return success();
}

}  // namespace strata
