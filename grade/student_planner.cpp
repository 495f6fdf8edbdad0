#include "grade/student_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/io/text.hpp"
#include "core/world/planners.hpp"
#include "external/child_process.hpp"
#include "external/external_planner.hpp"

namespace strata::bench {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostStudentLetters = 60;
constexpr std::string_view kStudent = "{student}", kFolder = "{folder}", kFile = "{file}";

// Returns the first thing in braces that looks like a name; empty: there is none.
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

}  // namespace

bool is_plain_student(std::string_view student) {
  return !student.empty() && student.size() <= kMostStudentLetters && student[0] != '.' && student[0] != '-' &&
         std::ranges::all_of(student, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                  c == '.';
         });
}

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
    for (std::string_view name = braced(word, 0); !name.empty();) {
      if (name != kStudent && name != kFolder && name != kFile) {
        return wrong(fmt::format("{} is not known: there are {{student}}, {{folder}} and {{file}}", name));
      }
      name = braced(word, static_cast<size_t>(name.data() - word.data()) + name.size());
    }
  }
  return made;
}

Result<OwnProgram> PlannerTemplate::program_for(const std::string& file, const std::string& student) const {
  std::error_code failed;
  const std::string folder = fs::absolute(fs::path(file).parent_path(), failed).lexically_normal().string();
  const std::string stem = fs::path(file).stem().string();
  std::vector<std::string> words;
  for (const std::string& word : words_) {
    std::string made;
    size_t at = 0;
    for (std::string_view name = braced(word, 0); !name.empty(); name = braced(word, at)) {
      const auto begin = static_cast<size_t>(name.data() - word.data());
      made.append(word, at, begin - at);
      at = begin + name.size();
      if (name == kStudent && !is_plain_student(student)) {
        return error_at(name_, fmt::format("the student {} cannot stand in a command: letters, digits, - _ and dots "
                                           "can, the first no dot and no -; {{file}} is the name of the file",
                                           strata::quoted(student)));
      }
      if (name == kFile && stem.starts_with('-')) return error_at(name_, "the name of the file begins with -");
      made += name == kStudent ? student : name == kFolder ? folder : stem;
    }
    made.append(word, at);
    if (!is_shown(made)) return error_at(name_, "the name of the file or its folder has a letter that cannot be shown");
    // What a student hands in is named by its place. A link would lead out of the folder.
    if (word.starts_with("{folder}/")) {
      if (fs::is_symlink(fs::symlink_status(made, failed))) return error_at(made, "is a link");
      if (!fs::exists(made, failed)) return error_at(made, "there is no such file");
    }
    words.push_back(std::move(made));
  }
  return OwnProgram{name_, join_command(words)};
}

}  // namespace strata::bench
