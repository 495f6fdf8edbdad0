// Purpose: LessonLeaks finds answers that stand on the screen before they are given. A lesson is played with it step by
//          step (lesson_check.cpp).
// How: What is on the screen are the texts of the step and what the state dump tells at that moment: tables, sizes of
//      structures, meter, inspector, the sentence of the search, notes and messages. The dump leaves out what the step
//      hides, as the panels do. How panels are laid out in a window does not matter. LessonScreen reads the rest: texts
//      on the map, the legend, and the log.
// Differs: Whole numbers below 10 stand everywhere: they are found only as the value that the question asks for. On the
//          map and in the log costs have two decimals, so that a count is found there without a fraction alone.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/features/lesson/lesson_screen.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_judge.hpp"

namespace strata {

class Lab;
class LessonController;

class LessonLeaks {
 public:
  // Reads the screen before the question of the step is answered, and returns the leaks of `truth`. `shown` is the
  // state that is dumped then, `screen` are the other texts that are drawn.
  std::vector<std::string> before(const LessonController& lesson, const LessonSolution& truth, nlohmann::json shown,
                                  std::span<const ScreenText> screen);
  // Returns the leaks that are known once the question is answered: what was told before the question and is still so
  // once it is answered: numbers of the reason that stood on the screen, texts with the value that is asked for, and
  // facts of the step that the comparison of an earlier step showed.
  std::vector<std::string> after(const LessonStep& step, const nlohmann::json& now) const;
  // Notes the values that the step has told. Called at the end of each step.
  void note_told(const LessonStep& step, size_t number, const nlohmann::json& now);

 private:
  void find_number(const LessonQuestion& ask, double answer, std::vector<std::string>& leaks) const;
  void find_choice(const LessonQuestion& ask, const std::string& answer, std::vector<std::string>& leaks) const;
  void find_drawn(const LessonQuestion& ask, const std::string& answer, std::span<const ScreenText> screen,
                  std::vector<std::string>& leaks) const;

  struct ToldValue {
    size_t step;
    std::string key;
    double value;
  };
  std::vector<ToldValue> told_;
  nlohmann::json compared_ = nlohmann::json::array();  // by step: the rows of planners at its end
  std::vector<std::string> texts_;                     // of the step
  nlohmann::json shown_;
};

// Returns the state as the screen tells it: without the planners whose numbers stand in the hidden comparison alone.
nlohmann::json shown_state(Lab& lab);
// Returns the numbers in a text: "46 219", "80.70". Cells such as (3,15) and numbers inside of words are left out.
std::vector<double> numbers_in(std::string_view text);

}  // namespace strata
