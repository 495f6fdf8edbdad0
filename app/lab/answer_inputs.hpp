// Purpose: AnswerInputs are the values in a lab on which answers, structures and layers depend: the query, the options
//          of planning, the setup of the world, the planners on the screen. The lab reads them after each command and
//          in each tick. One table says what must be done when a value has changed (QueryController::follow). So a
//          command that changes such a value need not do more.
// Threads: The lab's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/search/plan.hpp"

namespace strata {

class Lab;
class WorldSetup;

struct AnswerInputs {
  uint64_t world = 0;  // number of the open map
  // Revision of the map's cells.
  uint64_t revision = 0;
  // The setup of the world, without the structures that follow rows and layers. A setup that differs is stored in a new
  // object, so that pointers can be compared.
  std::shared_ptr<const WorldSetup> setup;
  // Stamp of the versions of all ready structures, and of whether the others are being built, were
  // cancelled or have failed.
  uint64_t results = 0;
  std::optional<PlanQuery> query;
  // The following members are versions.
  uint64_t drawn_graph = 0;
  uint64_t plan_options = 0;
  uint64_t terrain_looks = 0;
  uint64_t shown = 0;    // stamp of the planners that are compared
  uint64_t stepped = 0;  // stamp of the planners that the views show
  // Stamp of what rows and layers need that is not switched on by itself: clearances and jump points.
  uint64_t needs = 0;
  // A gesture is under way. Answers then follow it live, or are postponed to its end.
  bool gesture = false;
};

// The work that becomes due when a value has changed; one bit for each kind of work.
struct DueWork {
  enum : uint8_t {
    // Clearances and jump points must be built, or are no longer needed.
    kNeeds = 1,
    kRedraw = 2,  // everything that is drawn of structures is out of date
    // Features must be told that the query has changed, and the note on the query is removed.
    kTell = 4,
    // No row of the comparison has an answer to the present query any more.
    kOutdate = 8,
    // The planners must be asked, except those whose answers are up to date.
    kSolve = 16,
    kCount = 32,  // nodes, edges and bytes are counted again
    kQuery = kTell | kOutdate | kSolve,
  };
};
uint8_t due_between(const AnswerInputs& before, const AnswerInputs& now);

// Reads the present values. If `world_changed` is false, the world still has the setup of `before`. If the setup is the
// same, the object with the setup is taken over from `before`.
AnswerInputs answer_inputs(const Lab& lab, const AnswerInputs& before, bool world_changed);

}  // namespace strata
