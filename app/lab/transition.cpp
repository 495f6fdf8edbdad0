#include "app/lab/transition.hpp"

#include <utility>

#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"

namespace strata {

TransitionScope::TransitionScope(Lab& lab)
    : task_(lab.large_map_task()), before_(std::exchange(task_.in_transition_, true)) {}

TransitionScope::~TransitionScope() { task_.in_transition_ = before_; }

}  // namespace strata
