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
#include "core/io/printable.hpp"

namespace strata {

namespace {

bool asks_the_same(const LessonStep& a, const LessonStep& b) {
  if (a.asks() != b.asks() || a.ask.has_value() != b.ask.has_value()) return false;
  return !a.ask || (a.ask->kind == b.ask->kind && a.ask->form == b.ask->form);
}

}  // namespace

std::string why_not_student(std::string_view name) {
  if (!is_utf8(name)) return "the name is not UTF-8";
  const auto letters =
      std::ranges::count_if(name, [](char byte) { return (static_cast<uint8_t>(byte) & 0xC0) != 0x80; });
  if (static_cast<size_t>(letters) <= kMostStudentLetters) return {};
  return fmt::format("a student's name has at most {} letters", kMostStudentLetters);
}

Status LessonController::read_variant() {
  if (!lesson_->by_student) return success();
  Result<Lesson> variant = parse_lesson(lesson_->text, lesson_->file, student_);
  if (!variant) return variant.error();
  // The answers, and the progress that is stored, are those to the questions of all variants.
  const std::vector<LessonStep>&steps = lesson_->steps, &read = variant.value().steps;
  for (size_t i = 0; i < std::min(steps.size(), read.size()); ++i) {
    if (asks_the_same(steps[i], read[i])) continue;
    return error_at_line(lesson_->file, read[i].line, "this step asks something else of another student");
  }
  if (steps.size() != read.size()) {
    return error_at(lesson_->file, fmt::format("the lesson has {} steps for this student, and {} for another one",
                                               read.size(), steps.size()));
  }
  lesson_ = std::move(variant.value());
  return success();
}

Status LessonController::set_student(const std::string& id) {
  if (std::string why_not = why_not_student(id); !why_not.empty()) return error_at("", std::move(why_not));
  const bool changes = is_open() && lesson_->by_student && id != student_;
  const bool answered =
      std::ranges::any_of(answers_, [](const LessonAnswerState& one) { return one.tries > 0 || one.done; });
  if (changes && answered) {
    return error_at("", "this lesson has begun: what it asks depends on the student. Begin it again first");
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
