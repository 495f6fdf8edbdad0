// Purpose: A Lesson is a file that teaches an idea in a few steps: each step prepares the map, shows texts, and asks a
//          question or lets the learner build something. This header declares its parts and its reader.
// Format: One statement per line, in words like a command; # starts a comment. docs/lessons.md lists the statements.
//         The head comes first; each `step` begins a step. Actions before a step's question (`ask` or `build`) are
//         executed when the step is shown, actions after it once it is answered.
// Errors: "FILE:LINE: reason" or "FILE:LINE:COLUMN: reason". A file with an error is rejected completely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "core/grid/cell.hpp"

namespace strata {

// Limits on every lesson. They are needed as a lesson may come from anybody.
namespace lesson_limits {
inline constexpr size_t kFileBytes = size_t{1} << 18;
inline constexpr size_t kSteps = 32;
inline constexpr size_t kStatements = 2000;
// Maximum number of bytes of one text.
inline constexpr size_t kTextBytes = 2000;
// Maximum number of commands in one step.
inline constexpr size_t kStepActions = 100;
inline constexpr size_t kChoices = 8;
// Maximum number of limits and checks in one step.
inline constexpr size_t kTests = 20;
// Maximum number of planners of the learner that a lesson needs.
inline constexpr size_t kPlanners = 5;
// Maximum numbers of statements `pick`, and of the alternatives of one.
inline constexpr size_t kPicks = 16;
inline constexpr size_t kAlternatives = 32;
// Maximum numbers of bytes of a value of `pick`, of a line into which values are filled, and of all lines together.
inline constexpr size_t kPickedBytes = 200, kFilledLineBytes = size_t{1} << 16, kFilledBytes = size_t{1} << 20;
inline constexpr int kOrder = 20;      // maximum number of expansions in one question, also of a simulation
inline constexpr int kMapSide = 1024;  // maximum side of generated maps
}  // namespace lesson_limits

struct LessonAction {
  enum class Kind : uint8_t { kCommand, kHide, kShow };
  Kind kind = Kind::kCommand;
  size_t line = 0;
  // The command; for kHide and kShow its arguments are the names of what is hidden or shown.
  Command command;
};

enum class LessonQuestionKind : uint8_t { kChoice, kNumber, kCell, kNode, kEdge, kOrder, kNext, kSimulate };
inline constexpr int kLessonQuestionKinds = 8;
std::string_view ask_name(LessonQuestionKind kind);

// What the learner does in place of the algorithm, step by step (app/features/lesson/simulation.hpp).
enum class SimulationForm : uint8_t {
  kExpansions,  // clicks the next expansions, one after the other
  kRelax,       // says for each neighbour of the node that is expanded next what becomes of it
  kContract,    // says for each pair of neighbours of the node that is contracted next: shortcut or witness
  kConnect,     // clicks the abstract nodes that S is connected to, and says the cost of one connection
};
inline constexpr int kSimulationForms = 4;
std::string_view simulation_name(SimulationForm form);

struct LessonQuestion {
  LessonQuestionKind kind = LessonQuestionKind::kChoice;
  size_t line = 0;
  std::string text;
  // The right answer as the file gives it, or, if `is_key`, its key in the state dump. It is empty for `order`,
  // `next` and `simulate`, whose answers come from the stepped recording.
  std::string answer;
  bool is_key = false;
  // Tolerance of the answer: of a number, or, for a cell, in cells.
  double within = 0;
  std::vector<std::string> choices;
  // Why a choice is wrong, in the order of the choices; empty: nothing is said of it.
  std::vector<std::string> wrong = {};
  // For kOrder, and for kSimulate with expansions: the number of expansions that the learner is asked for.
  int count = 1;
  // For kSimulate.
  SimulationForm form = SimulationForm::kExpansions;

  bool simulates() const { return kind == LessonQuestionKind::kSimulate; }
  // Returns after how many wrong answers the lesson shows the right one. Two tries would make a guess of three choices.
  // A simulation has one try for each of its steps.
  int tries() const { return kind == LessonQuestionKind::kChoice && choices.size() <= 3 ? 1 : 2; }
};

// A condition on a value of the state dump, with the operators of `assert`. In a step with the task to build something
// it checks what was built; in any other step it checks a fact that the step assumes.
struct LessonTest {
  size_t line = 0;
  std::string key, op, value;
  // The message if the condition does not hold; empty: one is made of the actual and the expected value.
  std::string saying;

  std::vector<std::string> words() const { return {key, op, value}; }
};

struct LessonStep {
  size_t line = 0;
  std::string title;
  // These actions are executed when the step is shown.
  std::vector<LessonAction> before;
  std::vector<std::string> texts;
  std::optional<LessonQuestion> ask;
  // The task, if the learner has to build something; empty: there is none.
  std::string build;
  size_t build_line = 0;
  std::vector<LessonTest> limits, checks;
  // Names of commands from the statements `may`: the learner may give them, besides those of the model solution.
  std::vector<std::string> may;
  // From the statements `cells`: the rectangles in which the learner may paint; empty: painting has no bounds.
  std::vector<Rect> cells;
  std::string hint, because;
  // These actions are executed once the question is answered. For a task to build something they are
  // the model solution.
  std::vector<LessonAction> after;

  bool builds() const { return !build.empty(); }
  bool asks() const { return ask.has_value() || builds(); }
};

// A planner that the learner has to write for this lesson.
struct LessonPlanner {
  size_t line = 0;
  std::string name;
};

// A statement `pick`: one of its alternatives is chosen by the name of the student.
struct LessonPick {
  std::string names;  // as the file has them
  size_t count = 0;   // of alternatives
};

struct Lesson {
  // Path of the file as the user has given it.
  std::string file;
  // The text of the file, from which other variants are read.
  std::string text;
  // A hash of the text of the file (64-bit FNV-1a).
  std::string hash;
  std::string id, title, figure;
  int version = 1;
  // Duration of the lesson in minutes: the author's statement `time`, or else estimated_minutes().
  int minutes = 0;
  // The lesson says `variant seed student`: $SEED and what `pick` chooses depend on the student.
  bool by_student = false;
  // A command of the lesson has $SEED.
  bool by_seed = false;
  std::vector<LessonPick> picks;        // from the statements `pick`
  std::vector<LessonPlanner> planners;  // from the statements `planner NAME`
  std::vector<LessonStep> steps;

  // Returns the number of steps that have a question or a task.
  size_t questions() const;
};

// Parses the variant of a lesson for a student. `file` names the lesson in messages.
Result<Lesson> parse_lesson(std::string_view text, const std::string& file, std::string_view student = {});
Result<Lesson> load_lesson(const std::string& path, std::string_view student = {});
// Returns all mistakes for which load_lesson() rejects the file, as it tells the first of them.
std::vector<std::string> lesson_mistakes(const std::string& path, std::string_view student = {});
// Returns how many minutes a learner needs for the texts, questions and tasks of the lesson.
int estimated_minutes(const Lesson& lesson);

// Returns whether a question, condition or command of the step concerns the planner.
bool uses_planner(const LessonStep& step, std::string_view name);
// Returns whether any step of the lesson concerns the planner, or a statement `planner` of the lesson names it.
bool uses_planner(const Lesson& lesson, std::string_view name);
// Returns whether the step has a task that concerns a planner of the learner.
bool builds_planner(const Lesson& lesson, const LessonStep& step);

// Returns the seed for a student's maps. So a student gets the same maps whenever the lesson is opened.
uint32_t lesson_seed(std::string_view lesson, std::string_view student);

}  // namespace strata
