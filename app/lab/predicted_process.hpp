// Purpose: A PredictedProcess is a process whose future can be hidden from a learner: it says which structures would
// give
//          it away, and what the learner is asked. The controller of the process's feature derives from it.
// Shapes: Events are counted from 0.
#pragma once

#include <span>
#include <string>

#include "app/playback/next_expansion.hpp"
#include "core/grid/cell.hpp"
#include "core/search/observer.hpp"
#include "core/world/structure_id.hpp"

namespace strata {

class Lab;
struct Process;

// How an answer is judged, and why. The reason of a wrong answer does not give the right one away.
struct StepAnswer {
  AnswerKind kind = AnswerKind::kNotOpen;
  std::string reason;
};
struct StepSolution {
  Cell cell;         // a cell that answers the question
  std::string text;  // the right answer with its reason
};

// The questions of a process: what comes next. A question belongs to the moment just before an event, and the recording
// says whether an answer is right.
struct ProcessQuestions {
  // Returns whether a question belongs to an event of the recording.
  bool (*about)(const SearchEvent& event);
  std::string (*ask)(const Lab&, size_t event);
  StepAnswer (*judge)(const Lab&, size_t event, Cell answer);
  StepSolution (*solve)(const Lab&, size_t event);
};

class PredictedProcess {
 public:
  virtual ~PredictedProcess() = default;
  virtual const Process& predicted() const = 0;
  virtual const ProcessQuestions* questions() const { return nullptr; }  // null: nothing is asked
  // Returns the structures that it builds, or that tell how it goes on.
  virtual std::span<const StructureId> builds() const = 0;
};

// Returns the process that is stepped; null: a search is, or a process without a future to hide.
const PredictedProcess* predicted_process(const Lab& lab);

}  // namespace strata
