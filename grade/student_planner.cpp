#include "grade/student_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/lesson/student_name.hpp"
#include "core/io/text.hpp"
#include "core/world/planners.hpp"
#include "external/child_process.hpp"
#include "external/external_planner.hpp"
#include "grade/student_name.hpp"

namespace strata::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStudent = "{student}", kFolder = "{folder}", kFile = "{file}";

// Returns the first text in braces that looks like a name; empty if there is none.
std::string_view braced(std::string_view word, size_t from) {
  for (size_t begin = word.find('{', from); begin != word.npos; begin = word.find('{', begin + 1)) {
    const size_t end = word.find('}', begin);
    if (end == word.npos) return {};
    const std::string_view inside = word.substr(begin + 1, end - begin - 1);
    const bool name = !inside.empty() && std::ranges::all_of(inside, [](char c) { return c >= 'a' && c <= 'z'; });
    if (name) return word.substr(begin, end - begin + 1);
  }
  return {};
}

bool is_shown(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 127; });
}

// Returns the file name in the folder that equals `name` in normal form C; `name` itself if there is none.
std::string name_in(const fs::path& folder, const std::string& name) {
  std::error_code failed;
  const bool plain = std::ranges::all_of(name, [](unsigned char c) { return c < 128; });
  if (plain || fs::exists(fs::symlink_status(folder / name, failed))) return name;
  const std::string wanted = compared_name(name);
  for (fs::directory_iterator at(folder, failed); !failed && at != fs::directory_iterator(); at.increment(failed)) {
    std::string there = at->path().filename().string();
    if (compared_name(there) == wanted) return there;
  }
  return name;
}

// Returns the path of a file below the folder. No part of it may be a symbolic link, which could lead
// out of the folder.
Result<std::string> path_below(const std::string& folder, const std::string& below, bool must_exist) {
  std::error_code failed;
  fs::path at = folder;
  for (const fs::path& part : fs::path(below)) {
    at /= name_in(at, part.string());
    const fs::file_status is = fs::symlink_status(at, failed);
    if (fs::is_symlink(is)) return error_at(at.string(), "is a link");
    if (must_exist && !fs::exists(is)) return error_at(at.string(), "there is no such file");
  }
  return at.string();
}

}  // namespace

Result<PlannerTemplate> PlannerTemplate::from_text(const std::string& text) {
  const auto wrong = [&](std::string what) { return error_at("--planner " + text, std::move(what)); };
  auto program = ExternalProgram::from_text(text);
  if (!program) return wrong(program.error().what);
  PlannerTemplate made;
  made.name_ = program.value().name;
  made.words_ = std::move(program.value().command);
  if (!is_planner_name(made.name_)) {
    return wrong(fmt::format("expected a name of up to {} letters, digits, - and _, not '{}'", kMostPlannerNameLetters,
                             made.name_));
  }
  if (planner_named(made.name_) != nullptr) return wrong(fmt::format("'{}' is a planner of Strata", made.name_));
  for (const std::string& word : made.words_) {
    int folders = 0;
    for (std::string_view name = braced(word, 0); !name.empty();) {
      if (name != kStudent && name != kFolder && name != kFile) {
        return wrong(fmt::format("{} is not known: there are {{student}}, {{folder}} and {{file}}", name));
      }
      folders += name == kFolder ? 1 : 0;
      name = braced(word, static_cast<size_t>(name.data() - word.data()) + name.size());
    }
    if (folders > 1) return wrong("a word has {folder} twice");
  }
  return made;
}

Result<UserPlannerProgram> PlannerTemplate::program_for(const std::string& file, const std::string& student) const {
  std::error_code failed;
  const std::string folder = fs::absolute(fs::path(file).parent_path(), failed).lexically_normal().string();
  const std::string stem = fs::path(file).stem().string();
  const std::optional<std::string> student_word = word_of_student(student);
  std::vector<std::string> words;
  for (const std::string& word : words_) {
    std::string made;
    size_t at = 0, below_folder = std::string::npos;  // position where the part below {folder} begins
    for (std::string_view name = braced(word, 0); !name.empty(); name = braced(word, at)) {
      const auto begin = static_cast<size_t>(name.data() - word.data());
      made.append(word, at, begin - at);
      at = begin + name.size();
      if (name == kStudent && !student_word) {
        return error_at(name_, fmt::format("the student {} cannot stand in a command: up to {} letters and digits of "
                                           "any script, blanks, - _ and dots can, with a letter, a digit or _ in "
                                           "front; {{file}} is the name of the file",
                                           strata::quoted(student), kMostStudentLetters));
      }
      if (name == kFile && stem.starts_with('-')) return error_at(name_, "the name of the file begins with -");
      made += name == kStudent ? *student_word : name == kFolder ? folder : stem;
      if (name == kFolder && word.substr(at).starts_with('/')) below_folder = made.size();
    }
    made.append(word, at);
    if (!is_shown(made)) return error_at(name_, "the name of the file or its folder has a letter that cannot be shown");
    if (below_folder != made.npos) {
      const bool is_file = below_folder == folder.size();  // the word is only {folder} and a file below it
      const Result<std::string> path = path_below(folder, made.substr(below_folder + 1), is_file);
      if (!path) return path.error();
      made = made.substr(0, below_folder - folder.size()) + path.value();
    }
    words.push_back(std::move(made));
  }
  return UserPlannerProgram{name_, join_command(words)};
}

}  // namespace strata::bench
