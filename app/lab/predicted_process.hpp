// Purpose: A learner may predict a process, such as the construction of a structure, while its future is hidden. A
//          PredictedProcess says which structures would reveal the future, and what the learner is asked. The
//          controller of the process's feature derives from it.
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
struct SteppedProcess;

// The judgement of a learner's answer, with its reason. The reason for a wrong answer does not reveal the right one.
struct StepJudgement {
  AnswerKind kind = AnswerKind::kNotOpen;
  std::string reason;
};
struct StepSolution {
  Cell cell;  // a cell that is a right answer
  // A sentence with the right answer and its reason.
  std::string text;
};

// The questions about the next event of a process. A question is asked while the cursor is just before its event; the
// recording decides whether an answer is right.
struct ProcessQuestions {
  // Returns whether a question is asked about this event.
  bool (*about)(const SearchEvent& event);
  std::string (*ask)(const Lab&, size_t event);
  StepJudgement (*judge)(const Lab&, size_t event, Cell answer);
  StepSolution (*solve)(const Lab&, size_t event);
};

class PredictedProcess {
 public:
  virtual ~PredictedProcess() = default;
  virtual const SteppedProcess& predicted() const = 0;
  // Returns the questions about the process; null: there are none.
  virtual const ProcessQuestions* questions() const { return nullptr; }
  // Returns the structures that the process builds, or that would reveal its future.
  virtual std::span<const StructureId> builds() const = 0;
};

// Returns the process that is stepped. Null: a search is stepped, or a process whose future cannot be hidden.
const PredictedProcess* predicted_process(const Lab& lab);

}  // namespace strata
