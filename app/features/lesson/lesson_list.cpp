#include "app/features/lesson/lesson_list.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/base/user_folders.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_exports.hpp"
#include "app/lesson/lesson.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

struct OrderedLesson {
  std::string id, group;
};

// Returns the order of the lessons: the ids in assets/lessons/order.txt, one per line. A line such as "= HPA*" names
// the group of those that follow.
std::vector<OrderedLesson> lesson_order() {
  std::vector<OrderedLesson> ids;
  std::string group;
  const Result<std::string> text = read_file(assets_folder("lessons") + "/order.txt", 1u << 16);
  if (!text) return ids;
  for (size_t begin = 0; begin < text.value().size();) {
    const size_t end = std::min(text.value().find('\n', begin), text.value().size());
    const std::string line = text.value().substr(begin, end - begin);
    if (line.starts_with("= ")) {
      group = line.substr(2);
    } else if (!line.empty() && line[0] != '#') {
      ids.push_back({line, group});
    }
    begin = end + 1;
  }
  return ids;
}

constexpr size_t kMostOwn = 100;  // maximum number of the user's lessons in the list

// Returns the key under which the progress in a lesson is stored that does not come with the program.
std::string own_key(const Lesson& lesson) { return lesson.id + " " + lesson.hash; }

// Returns the list entry of a lesson file; nullopt if the file has an error. The error is reported when
// the file is opened.
std::optional<LessonEntry> entry_of(const std::string& file) {
  const Result<Lesson> read = load_lesson(file);
  if (!read) return std::nullopt;
  const Lesson& lesson = read.value();
  return LessonEntry{.id = lesson.id,
                     .title = lesson.title,
                     .path = file,
                     .record = own_key(lesson),
                     .minutes = lesson.minutes,
                     .questions = lesson.questions()};
}

std::vector<std::string> lesson_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".lesson") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::vector<LessonEntry> own_lessons(const Lab& lab) {
  std::vector<std::string> files;
  for (const std::string& file : lab.state().recent_files) {
    if (file.ends_with(".lesson")) files.push_back(file);
  }
  for (const std::string& folder : {export_folder(lab, ".lesson"), documents_folder()}) {
    for (const std::string& file : lesson_files(folder)) files.push_back(Settings::full_path(file));
  }
  std::vector<LessonEntry> lessons;
  std::set<std::string> seen;
  for (const std::string& file : files) {
    if (lessons.size() == kMostOwn) break;
    if (!seen.insert(file).second || lab.session().is_stock(file)) continue;
    if (std::optional<LessonEntry> entry = entry_of(file)) lessons.push_back(std::move(*entry));
  }
  return lessons;
}

std::span<const LessonEntry> lesson_list() {
  static const std::vector<LessonEntry> kLessons = [] {
    std::vector<LessonEntry> lessons;
    for (const std::string& file : lesson_files(assets_folder("lessons"))) {
      if (std::optional<LessonEntry> entry = entry_of(file)) lessons.push_back(std::move(*entry));
    }
    const std::vector<OrderedLesson> order = lesson_order();
    const auto place = [&](const LessonEntry& lesson) {
      return std::ranges::find(order, lesson.id, &OrderedLesson::id) - order.begin();
    };
    for (LessonEntry& lesson : lessons) {
      const auto at = static_cast<size_t>(place(lesson));
      lesson.record = lesson.id;
      lesson.group = at < order.size() ? order[at].group : "Others";
    }
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
  return std::ranges::any_of(lesson_list(), is_it) ? lesson.id : own_key(lesson);
}

}  // namespace strata
