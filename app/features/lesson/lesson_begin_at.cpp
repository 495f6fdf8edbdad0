// A lesson that begins at a later step, for a run of show.
#include "app/features/lesson/lesson.hpp"

namespace strata {

Status LessonController::begin_at(size_t step) {
  stores_progress_ = false;
  Status there = reset_all();
  while (there && step_ < step && !finished_) {
    if (!may_go_on()) there = tell();
    if (there) there = next();
  }
  return there;
}

}  // namespace strata
