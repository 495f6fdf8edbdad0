#include "app/lesson/lesson_variant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr size_t kMostNames = 12;
constexpr size_t kMostNameLetters = 20;
// So many students of a lesson with $SEED in its commands are tried, as their maps cannot be listed.
constexpr size_t kSeededStudents = 4;

bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool is_name(std::string_view word) {
  return !word.empty() && word.size() <= kMostNameLetters && word.front() >= 'a' && word.front() <= 'z' &&
         std::ranges::all_of(word, is_name_letter);
}

// A value must not end the text or the statement in which it stands.
bool is_value(std::string_view word) {
  return !word.empty() && std::ranges::none_of(word, [](unsigned char c) {
    return c < ' ' || c == 127 || c == '"' || c == '\\' || c == '#' || c == '$' || c == '\'';
  });
}

std::vector<std::string> parts_of(std::string_view word, bool several) {
  std::vector<std::string> parts;
  while (several) {
    const size_t comma = word.find(',');
    if (comma == word.npos) break;
    parts.emplace_back(word.substr(0, comma));
    word.remove_prefix(comma + 1);
  }
  parts.emplace_back(word);
  return parts;
}

// Without a name the first alternative is chosen. Those of different statements are chosen independently. The low bits
// of the seed alone would depend on those of the letters alone.
size_t choice_of(std::string_view id, std::string_view names, std::string_view student, size_t count) {
  if (student.empty()) return 0;
  const uint64_t seed = lesson_seed(fmt::format("{} {}", id, names), student);
  return static_cast<size_t>((seed * 0x9E3779B97F4A7C15U >> 32) % count);
}

}  // namespace

Status LessonVariants::add(const std::vector<std::string>& words, std::string_view id, std::string_view student) {
  const auto wrong = [](std::string what) { return Status(error_at("", std::move(what))); };
  const std::vector<std::string> names = parts_of(words.front(), true);
  if (names.size() > kMostNames) return wrong(fmt::format("pick has at most {} names", kMostNames));
  for (size_t i = 0; i < names.size(); ++i) {
    if (!is_name(names[i])) {
      return wrong(fmt::format("expected a name of up to {} small letters and digits, not {}", kMostNameLetters,
                               strata::quoted(names[i])));
    }
    const bool again = std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
                       names.begin() + static_cast<std::ptrdiff_t>(i);
    if (again || std::ranges::find(chosen_, names[i], &ChosenValue::name) != chosen_.end()) {
      return wrong(fmt::format("${} is picked twice", names[i]));
    }
  }
  const size_t count = words.size() - 1;
  std::set<std::string> different;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::vector<std::string> values = parts_of(words[i], names.size() > 1);
    if (values.size() != names.size()) {
      return wrong(
          fmt::format("expected {} values with commas between them, not {}", names.size(), strata::quoted(words[i])));
    }
    for (const std::string& value : values) {
      if (!is_value(value)) return wrong(fmt::format("{} cannot be picked", strata::quoted(value)));
      if (value.size() > lesson_limits::kPickedBytes) {
        return wrong(
            fmt::format("a value has at most {} bytes, this one has {}", lesson_limits::kPickedBytes, value.size()));
      }
    }
    if (!different.insert(words[i]).second) return wrong(fmt::format("{} stands twice", strata::quoted(words[i])));
  }
  const size_t choice = choice_of(id, words.front(), student, count);
  std::vector<std::string> values = parts_of(words[1 + choice], names.size() > 1);
  for (size_t i = 0; i < names.size(); ++i) chosen_.push_back({names[i], std::move(values[i])});
  picks_.push_back({words.front(), count});
  return success();
}

Result<std::string> LessonVariants::filled_in(std::string_view line) {
  std::string out;
  while (!line.empty()) {
    const size_t dollar = std::min(line.find('$'), line.size());
    out += line.substr(0, dollar);
    line.remove_prefix(dollar);
    if (line.empty()) break;
    size_t end = 1;
    while (end < line.size() && is_name_letter(line[end])) ++end;
    const std::string_view name = line.substr(1, end - 1);
    const auto chosen = std::ranges::find(chosen_, name, &ChosenValue::name);
    out += chosen == chosen_.end() ? line.substr(0, end) : std::string_view(chosen->value);
    line.remove_prefix(end);
    if (out.size() > lesson_limits::kFilledLineBytes) {
      return error_at("",
                      fmt::format("with its values the line has more than {} bytes", lesson_limits::kFilledLineBytes));
    }
  }
  filled_bytes_ += out.size();
  if (filled_bytes_ > lesson_limits::kFilledBytes) {
    return error_at(
        "", fmt::format("with its values the lesson has more than {} bytes up to here", lesson_limits::kFilledBytes));
  }
  return out;
}

std::vector<std::string> students_of_all_variants(const Lesson& lesson) {
  std::set<std::pair<size_t, size_t>> missing;
  for (size_t i = 0; i < lesson.picks.size(); ++i) {
    for (size_t k = 0; k < lesson.picks[i].count; ++k) missing.emplace(i, k);
  }
  const size_t least = lesson.by_seed ? kSeededStudents : 1;
  std::vector<std::string> students;
  for (size_t number = 0; students.size() < least || !missing.empty(); ++number) {
    const std::string student = number == 0 ? std::string() : std::to_string(number);
    bool adds = students.size() < least;
    for (size_t i = 0; i < lesson.picks.size(); ++i) {
      const LessonPick& pick = lesson.picks[i];
      if (missing.erase({i, choice_of(lesson.id, pick.names, student, pick.count)}) > 0) adds = true;
    }
    if (adds) students.push_back(student);
  }
  return students;
}

}  // namespace strata
