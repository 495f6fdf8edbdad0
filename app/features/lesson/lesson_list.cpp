#include "app/features/lesson/lesson_list.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

// Returns the place of each lesson in the list: the ids in assets/lessons/order.txt, one a line.
std::vector<std::string> lesson_order() {
  std::vector<std::string> ids;
  const Result<std::string> text = read_file(assets_folder("lessons") + "/order.txt", 1u << 16);
  if (!text) return ids;
  for (size_t begin = 0; begin < text.value().size();) {
    const size_t end = std::min(text.value().find('\n', begin), text.value().size());
    const std::string line = text.value().substr(begin, end - begin);
    if (!line.empty() && line[0] != '#') ids.push_back(line);
    begin = end + 1;
  }
  return ids;
}

}  // namespace

std::span<const LessonEntry> lesson_list() {
  static const std::vector<LessonEntry> kLessons = [] {
    std::vector<std::string> files;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(assets_folder("lessons"), ignored)) {
      if (entry.path().extension() == ".lesson") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    std::vector<LessonEntry> lessons;
    for (const std::string& file : files) {
      const Result<Lesson> read = load_lesson(file);
      if (!read) continue;
      const Lesson& lesson = read.value();
      lessons.push_back({lesson.id, lesson.title, file, lesson.minutes, lesson.questions()});
    }
    const std::vector<std::string> order = lesson_order();
    const auto place = [&](const LessonEntry& lesson) { return std::ranges::find(order, lesson.id) - order.begin(); };
    std::ranges::stable_sort(lessons, {}, place);
    return lessons;
  }();
  return kLessons;
}

std::string lesson_file(const std::string& name) {
  if (name.find('/') != name.npos || name.ends_with(".lesson")) return name;
  for (const LessonEntry& entry : lesson_list()) {
    if (entry.id == name) return entry.path;
  }
  return assets_folder("lessons") + "/" + name + ".lesson";
}

std::string record_key(const Lesson& lesson) {
  const auto is_it = [&](const LessonEntry& entry) {
    std::error_code failed;
    return entry.id == lesson.id && std::filesystem::equivalent(entry.path, lesson.file, failed);
  };
  return std::ranges::any_of(lesson_list(), is_it) ? lesson.id : lesson.id + " " + lesson.hash;
}

}  // namespace strata
