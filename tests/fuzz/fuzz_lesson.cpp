// Any bytes as a lesson: an error that names a line, or a lesson within its limits, whose commands are all allowed and
// whose texts can be shown.
#include <cstddef>
#include <cstdint>

#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "app/lesson/lesson_judge.hpp"
#include "app/lesson/lesson_text.hpp"
#include "core/base/check.hpp"

namespace {

using namespace strata;

void check_shown(const std::string& text) {
  const auto pieces = read_text(text);
  STRATA_CHECK(pieces.ok());
  const std::string filled = with_values(text, [](const std::string& key) {
    STRATA_CHECK(is_state_key(key));
    return std::string("1");
  });
  STRATA_CHECK(filled.size() <= text.size());
}

void check_step(const LessonStep& step) {
  for (const auto* actions : {&step.before, &step.after}) {
    for (const LessonAction& action : *actions) {
      if (action.kind == LessonAction::Kind::kCommand) STRATA_CHECK(check_lesson_command(action.command).ok());
    }
  }
  for (const std::string& text : step.texts) check_shown(text);
  if (!step.ask) return;
  const LessonQuestion& ask = *step.ask;
  check_shown(ask.text);
  if (ask.is_key || ask.kind == LessonQuestionKind::kOrder || ask.kind == LessonQuestionKind::kNext ||
      ask.simulates()) {
    return;
  }
  const LessonSolution truth{ask.answer, {}};
  STRATA_CHECK(check_lesson_truth(ask, truth).ok());
  const auto right = judge_lesson_answer(ask, truth, right_lesson_words(ask, truth));
  STRATA_CHECK(right.ok() && right.value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto parsed = parse_lesson({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!parsed) {
    STRATA_CHECK(parsed.error().where.starts_with("fuzz"));
    STRATA_CHECK(!parsed.error().what.empty());
    return 0;
  }
  const Lesson& lesson = parsed.value();
  STRATA_CHECK(!lesson.id.empty() && !lesson.title.empty());
  STRATA_CHECK(!lesson.steps.empty() && lesson.steps.size() <= lesson_limits::kSteps);
  for (const LessonStep& step : lesson.steps) check_step(step);
  return 0;
}
