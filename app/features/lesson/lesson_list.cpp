#include "app/features/lesson/lesson_list.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "core/base/build_info.hpp"

namespace strata {

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

}  // namespace strata
