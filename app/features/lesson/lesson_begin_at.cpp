// A lesson that begins at a later step, for a run of show.
#include <utility>

#include "app/features/lesson/lesson.hpp"

namespace strata {

Status LessonController::begin_at(size_t step) {
  const bool before = std::exchange(resuming_, true);
  Status there = reset_all();
  while (there && step_ < step && !finished_) {
    if (!may_go_on()) there = tell();
    if (there) there = next();
  }
  resuming_ = before;
  return there;
}

}  // namespace strata
