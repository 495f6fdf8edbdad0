// The variant of an open lesson: its values depend on the name of the student.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/silent_commands.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/setup.hpp"
#include "app/lesson/lesson.hpp"

namespace strata {

Status LessonController::read_variant() {
  if (!lesson_->by_student) return success();
  Result<Lesson> variant = parse_lesson(lesson_->text, lesson_->file, student_);
  if (!variant) return variant.error();
  lesson_ = std::move(variant.value());
  return success();
}

Status LessonController::set_student(const std::string& id) {
  const auto letters = std::ranges::count_if(id, [](char byte) { return (static_cast<uint8_t>(byte) & 0xC0) != 0x80; });
  if (static_cast<size_t>(letters) > kMostStudentLetters || id.size() > kMostStudentBytes) {
    return error_at("", fmt::format("a student's name has at most {} letters", kMostStudentLetters));
  }
  const bool changes = is_open() && lesson_->by_student && id != student_;
  const bool answered =
      std::ranges::any_of(answers_, [](const LessonAnswerState& one) { return one.tries > 0 || one.done; });
  if (changes && answered) {
    return error_at("", "this lesson has begun: its map depends on the student. Begin it again first");
  }
  const std::string before = std::exchange(student_, id);
  ++version_;
  if (!changes) return success();
  if (Status varied = read_variant(); !varied) {
    student_ = before;
    return varied;
  }
  finished_ = false;
  const SilentCommandScope quiet(lab_, working_);
  lab_.gestures().finish();
  reset_settings(lab_);
  return enter(0);
}

}  // namespace strata
