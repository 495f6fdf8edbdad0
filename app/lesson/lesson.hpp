// Purpose: A Lesson is a file that leads a learner through one idea in a few steps: each step prepares the map, says
//          something, and asks or has something built. This header has its parts and its reader.
// Format: One statement a line, in words like a command; # starts a comment. docs/lessons.md has all statements. The
//         head comes first; `step` begins a step, which ends where the next one begins. In a step, what stands before
//         the question (`ask` or `build`) happens when the step is shown, what stands after it once it is answered.
// Errors: "FILE:LINE: reason" or "FILE:LINE:COLUMN: reason". Nothing is taken over from a file with a mistake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"

namespace strata {

// These limits hold for every lesson, as lessons come from anybody's hand.
namespace lesson_limits {
inline constexpr size_t kFileBytes = size_t{1} << 18;
inline constexpr size_t kSteps = 32;
inline constexpr size_t kStatements = 2000;
inline constexpr size_t kTextBytes = 2000;   // of one text
inline constexpr size_t kStepActions = 100;  // commands of one step
inline constexpr size_t kChoices = 8;
inline constexpr size_t kTests = 20;    // limits and checks of one step
inline constexpr size_t kPlanners = 5;  // of the learner's own
inline constexpr int kOrder = 20;       // expansions that one question asks for
inline constexpr int kMapSide = 1024;   // of maps that are made
}  // namespace lesson_limits

// The number of tries after which a question is answered for the learner.
inline constexpr int kLessonTries = 2;

struct LessonAction {
  enum class Kind : uint8_t { kCommand, kHide, kShow };
  Kind kind = Kind::kCommand;
  size_t line = 0;
  Command command;  // kHide and kShow: its arguments are what is hidden or shown
};

enum class AskKind : uint8_t { kChoice, kNumber, kCell, kNode, kEdge, kOrder, kNext };
inline constexpr int kAskKinds = 7;
std::string_view ask_name(AskKind kind);

struct LessonQuestion {
  AskKind kind = AskKind::kChoice;
  size_t line = 0;
  std::string text;
  // The answer as it is written, or the key of the state dump under which it stands. Of `order` and `next` it is empty:
  // the search that is stepped has the answer.
  std::string answer;
  bool is_key = false;
  double within = 0;  // a number may be off by so much, a cell by so many cells
  std::vector<std::string> choices;
  int count = 1;  // kOrder: so many expansions
};

// A condition on a value of the state dump, with the operators of the command `assert`. A check in a step without
// `build` is a fact that the step relies on.
struct LessonTest {
  size_t line = 0;
  std::string key, op, value;
  std::string saying;  // what is said where it does not hold; empty: the value, and what was expected

  std::vector<std::string> words() const { return {key, op, value}; }
};

struct LessonStep {
  size_t line = 0;
  std::string title;
  std::vector<LessonAction> before;  // when the step is shown
  std::vector<std::string> texts;
  std::optional<LessonQuestion> ask;
  std::string build;  // what the learner is to build; empty: nothing
  size_t build_line = 0;
  std::vector<LessonTest> limits, checks;
  std::string hint, because;
  std::vector<LessonAction> after;  // once the question is answered; of a build: the model solution

  bool builds() const { return !build.empty(); }
  bool asks() const { return ask.has_value() || builds(); }
};

// A planner of the learner's own that the lesson needs.
struct LessonPlanner {
  size_t line = 0;
  std::string name;
};

struct Lesson {
  std::string file;  // as it was named
  std::string hash;  // FNV-1a of its text, 64 bits
  std::string id, title, figure;
  int version = 1;
  int minutes = 0;                      // 0: not said
  bool by_student = false;              // `variant seed student`: $SEED depends on the student
  std::vector<LessonPlanner> planners;  // `planner NAME`
  std::vector<LessonStep> steps;

  size_t questions() const;  // steps that ask or have something built
};

// Reads a lesson from its text. `file` names it in messages.
Result<Lesson> parse_lesson(std::string_view text, const std::string& file);
Result<Lesson> load_lesson(const std::string& path);

// Whether a question, condition or command of the step concerns the planner of that name.
bool uses_planner(const LessonStep& step, std::string_view name);
// The same for any step of the lesson; also whether it says that it needs the planner.
bool uses_planner(const Lesson& lesson, std::string_view name);
// Whether something is to be built in the step that concerns a planner that the lesson needs.
bool builds_planner(const Lesson& lesson, const LessonStep& step);

// Returns the seed of a student: the same student gets the same maps in the same lesson.
uint32_t lesson_seed(std::string_view lesson, std::string_view student);

}  // namespace strata
