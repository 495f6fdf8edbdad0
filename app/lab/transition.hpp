// Purpose: While a TransitionScope lives, a lab goes from one state to another as a whole. The world that opens first
//          in the scope has its final setup: settings that are applied afterwards change the lab, but build nothing.
//          What depends on the changes is done once, by the first Lab::finish_updates or Lab::tick after the scope:
//          features are told of the new query, the planners are asked, and the search is recorded. Within the scope
//          Lab::finish_updates only finishes the builds.
// Threads: The lab's thread.
#pragma once

namespace strata {

class Lab;
class LargeMapTask;

class TransitionScope {
 public:
  explicit TransitionScope(Lab& lab);
  ~TransitionScope();
  TransitionScope(const TransitionScope&) = delete;
  TransitionScope& operator=(const TransitionScope&) = delete;

 private:
  LargeMapTask& task_;
  bool before_;
};

}  // namespace strata
