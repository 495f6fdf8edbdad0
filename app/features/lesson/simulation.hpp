// Purpose: A Simulation is an exercise in which the learner is the algorithm: the learner says, step by step, what a
//          recorded search, contraction or insertion does next, and each step is judged (docs/lessons.md, `simulate`).
// How: The recording decides what is right. A simulation is read from the recording again for each answer, so that
//      nothing of it can become outdated: an answer counts only if the step that is read is still the one that was
//      shown. After a wrong answer it goes on with the right one.
// Units: A moment is a cursor of the playback: the number of events before it. Costs in texts and answers are in
//        straight steps.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/features/lesson/shown_simulation.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/step_verdict.hpp"
#include "core/grid/cell.hpp"
#include "core/grid/cost.hpp"

namespace strata {

class Lab;

struct JudgedStep {
  StepVerdict verdict = StepVerdict::kWrong;
  std::string reason;  // names what is right, too
};

class Simulation {
 public:
  // The answers to the earlier steps, each with its words separated by blanks. Their number is that of the step.
  using Given = std::span<const std::string>;

  virtual ~Simulation() = default;
  virtual size_t size() const = 0;  // number of steps
  virtual SimulationStep step(Given given) const = 0;
  // Errors: the words are no answer, which does not count as a try.
  virtual Result<JudgedStep> judge(Given given, const std::vector<std::string>& words) const = 0;
  virtual size_t end() const = 0;  // the moment after the last step
  // Returns the cells that the answers have collected, together with those that were told after wrong ones.
  virtual std::vector<Cell> named(Given) const { return {}; }
};

// Reads a simulation from the recording that is stepped, from this moment on. Errors: nothing of the kind is recorded,
// or there are too few steps.
Result<std::unique_ptr<Simulation>> make_simulation(const Lab& lab, const LessonQuestion& ask, size_t from);

// Returns the model answers to all steps, as they are shown: "(4,15); (5,15)".
std::string model_answers(const Simulation& simulation);
// Returns an answer as it is shown: cells in parentheses, words and numbers as they are.
std::string shown_step_answer(const std::string& answer);

// --- For the forms of simulations --------------------------------------------------------------------------------

namespace simulation_parts {
// Maximum number of steps of a contraction or an insertion: more of them nobody would answer.
inline constexpr size_t kMostSteps = 60;
// Returns a cost in straight steps, as it is typed: "4", "2.41".
std::string step_number_text(uint64_t cost, Cost unit);
// Returns whether a typed number means this cost: it may differ by a hundredth, as far as it is shown.
bool is_cost(double number, uint64_t cost, Cost unit);
std::string cell_name(Cell cell);  // "(3,4)"
// Reads the words of a step whose answer is a cell of the map, or a number.
Result<Cell> cell_answer(const Lab& lab, const std::vector<std::string>& words);
Result<double> number_answer(const std::vector<std::string>& words);

struct ChosenAnswer {
  std::string word;
  double number = 0;  // if the choice has one
};
Result<ChosenAnswer> chosen_answer(const std::vector<SimulationChoice>& choices, const std::vector<std::string>& words);
}  // namespace simulation_parts

Result<std::unique_ptr<Simulation>> make_expansions(const Lab& lab, int count, size_t from);
Result<std::unique_ptr<Simulation>> make_relaxation(const Lab& lab, size_t from);
Result<std::unique_ptr<Simulation>> make_contraction(const Lab& lab, size_t from);
Result<std::unique_ptr<Simulation>> make_connecting(const Lab& lab, size_t from);

}  // namespace strata
