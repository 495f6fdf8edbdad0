#include "app/features/lesson/lesson_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "app/base/glossary.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_leaks.hpp"
#include "app/features/lesson/lesson_needs.hpp"
#include "app/features/lesson/lesson_screen.hpp"
#include "app/features/lesson/lesson_truth.hpp"
#include "app/features/lesson/simulation.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/state_value.hpp"
#include "app/lesson/lesson_text.hpp"
#include "app/lesson/lesson_variant.hpp"
#include "app/playback/playback.hpp"
#include "core/base/build_info.hpp"

namespace strata {
namespace {

constexpr size_t kMostProblems = 50;

// Returns what the screen shows at a step. It must be the same when the learner returns to the step.
std::string picture_of(Lab& lab) {
  const nlohmann::json state = state_json(lab);
  std::string text;
  for (const char* key : {"map.hash", "query", "playback.cursor", "playback.events", "plan", "rules", "layers"}) {
    text += fmt::format("{}={}\n", key, state_value(state, key).value_or("-"));
  }
  return text;
}

class LessonChecker {
 public:
  LessonChecker(const std::string& path, std::span<const UserPlannerProgram> programs, double limit_seconds)
      : path_(path), programs_(programs), limit_seconds_(limit_seconds) {}

  LessonReport check(std::span<const std::string> students) {
    const Result<Lesson> read = load_lesson(path_);
    if (!read) {
      for (std::string& mistake : lesson_mistakes(path_)) add(std::move(mistake));
      return report_;
    }
    report_.steps = read.value().steps.size();
    report_.questions = read.value().questions();
    report_.title = read.value().title;
    for (const LessonPlanner& planner : read.value().planners) {
      if (std::ranges::find(programs_, planner.name, &UserPlannerProgram::name) != programs_.end()) continue;
      problem(planner.line, fmt::format("the lesson needs a planner of your own that is called {0}: check it with "
                                        "--planner \"{0}=COMMAND\"",
                                        planner.name));
      needs_ = true;
    }
    if (needs_) return report_;
    const std::vector<std::string> all = students_of_all_variants(read.value());
    for (const std::string& student : students.empty() ? std::span(all) : students) check_for(student);
    return report_;
  }

 private:
  void check_for(const std::string& student) {
    student_ = student;
    const bool first = report_.answers.empty();
    report_.answers.emplace_back();
    const Result<Lesson> variant = load_lesson(path_, student);
    if (!variant) {
      for (std::string& mistake : lesson_mistakes(path_, student)) add(std::move(mistake));
      return;
    }
    check_terms(variant.value());
    // Each variant takes the same right and wrong words in the same way: one of them is tried with wrong answers, too.
    if (play(true, first) && first) play(false, first);
  }

  // The lesson is played several times, which finds some problems several times.
  void add(std::string text) {
    if (report_.problems.size() >= kMostProblems || !told_.insert(text).second) return;
    if (!student_.empty()) text += fmt::format(" (for the student {})", student_);
    report_.problems.push_back(std::move(text));
  }
  void problem(size_t line, const std::string& what) { add(fmt::format("{}:{}: {}", path_, line, what)); }
  void failed(const Status& status) {
    if (!status) add(status.error().message());
  }

  // The words of glossary() must be in the glossary.
  void check_terms(const Lesson& lesson) {
    for (const LessonStep& step : lesson.steps) {
      std::vector<std::string> texts = step.texts;
      texts.insert(texts.end(), {step.build, step.hint, step.because});
      for (const auto* tests : {&step.limits, &step.checks}) {
        for (const LessonTest& test : *tests) texts.push_back(test.saying);
      }
      if (step.ask) {
        texts.push_back(step.ask->text);
        texts.insert(texts.end(), step.ask->wrong.begin(), step.ask->wrong.end());
      }
      for (const std::string& text : texts) {
        const auto pieces = read_text(text);
        if (!pieces) continue;
        for (const TextPiece& piece : pieces.value()) {
          if (piece.kind != TextPiece::Kind::kGlossary || glossary_of(piece.text) != nullptr) continue;
          problem(step.line, fmt::format("glossary({}) is no term of the glossary", piece.text));
        }
      }
    }
  }

  // Plays the whole lesson; all answers are right, or all are wrong. `thorough`: steps are also gone back to. Returns
  // whether its end was reached.
  bool play(bool right, bool thorough) {
    LessonLeaks leaks;
    Lab lab(lesson_check_options());
    lab.gestures().set_view_size(1000, 700);
    LessonController& controller = lesson_controller(lab);
    const std::string before = state_json(lab)["map"]["hash"];
    for (const UserPlannerProgram& program : programs_) {
      if (Status added = add_own_program(lab, program); !added) return ends(added);
    }
    if (Status limited = lab.execute(fmt::format("external.limit {:g}", limit_seconds_)); !limited)
      return ends(limited);
    if (Status named = controller.set_student(student_); !named) return ends(named);
    if (Status opened = controller.open(path_); !opened) return ends(opened);
    for (;;) {
      const LessonStep& step = controller.step();
      const std::string first = picture_of(lab);
      if (right) {
        check_facts(lab, controller, step);
        check_values(controller, step);
        if (thorough) check_again(lab, controller, step, first);
        note_solution(step);
      }
      if (step.ask) right ? check_right(lab, controller, step, leaks) : check_wrong(lab, controller, step);
      if (step.builds()) {
        builds_planner(controller.lesson(), step) ? check_planner(lab, controller, step, right)
                                                  : check_build(lab, controller, step);
      }
      // After a mistake the answer is shown, so that those of the steps behind it are found as well.
      if (!controller.may_go_on()) {
        if (Status told = controller.tell(); !told) return ends(told);
      }
      check_value(step, "because", controller.shown().because);
      if (right) leaks.note_told(step, controller.step_index() + 1, state_json(lab));
      if (Status next = controller.next(); !next) return ends(next);
      if (controller.finished()) break;
    }
    const size_t questions = controller.lesson().questions();
    if (controller.asked() != questions) problem(1, "not every question was asked");
    if (Status closed = controller.close(); !closed) return ends(closed);
    if (state_json(lab)["map"]["hash"] != before) problem(1, "the map before the lesson does not come back");
    return true;
  }
  // Notes the model solution of a task. The answer of a question is noted where it is computed.
  void note_solution(const LessonStep& step) {
    if (!step.builds()) return;
    std::string solution;
    for (const LessonAction& action : step.after) {
      if (action.kind == LessonAction::Kind::kCommand) solution += format_command(action.command) + "\n";
    }
    report_.answers.back().push_back(std::move(solution));
  }
  bool ends(const Status& why) {
    failed(why);
    return false;
  }

  void check_value(const LessonStep& step, std::string_view what, const std::string& text) {
    if (text.find(kNoLessonValue) == text.npos) return;
    problem(step.line, fmt::format("{} names a value that the state does not have: {}", what, text));
  }

  void check_facts(Lab& lab, const LessonController& controller, const LessonStep& step) {
    if (step.builds() || step.checks.empty()) return;
    const Result<nlohmann::json> state = lesson_state(lab, controller.lesson(), {}, controller.folder());
    if (!state) return failed(state.error());
    for (const LessonTest& test : step.checks) {
      if (Status holds = check_state(state.value(), test.words()); !holds) problem(test.line, holds.error().what);
    }
  }

  void check_values(const LessonController& controller, const LessonStep& step) {
    const StepPanelContent& shown = controller.shown();
    std::vector<std::string> texts = shown.texts;
    texts.insert(texts.end(), shown.choices.begin(), shown.choices.end());
    texts.insert(texts.end(), {shown.question, shown.hint});
    for (const std::string& text : texts) check_value(step, "a text", text);
  }

  // Restarts the step, and also goes to the previous step and forward again. Each time the step must look the same.
  void check_again(Lab& lab, LessonController& controller, const LessonStep& step, const std::string& first) {
    if (Status again = controller.reset_step(); !again) return failed(again);
    if (picture_of(lab) != first) problem(step.line, "the step is not the same when it is begun again");
    if (controller.step_index() == 0) return;
    if (Status back = controller.back(); !back) return failed(back);
    if (Status next = controller.next(); !next) return failed(next);
    if (picture_of(lab) != first) problem(step.line, "the step is not the same when it is gone back to");
  }

  // The answer must not stand on the screen, wherever the search can be brought to before it is given.
  void check_leaks(Lab& lab, LessonController& controller, const LessonSolution& truth, LessonLeaks& leaks) {
    const bool goes_on = hidden_names(lab).hides("future");
    if (goes_on) (void)lab.execute("step.last");
    const size_t line = controller.step().ask->line;
    const nlohmann::json shown = shown_state(lab);
    for (const std::string& leak : leaks.before(controller, truth, shown, screen_.read(lab))) problem(line, leak);
    if (!goes_on) return;
    if (Status again = controller.reset_step(); !again) failed(again);
  }

  // Plays a simulation with its model answers, or with wrong ones. None of its steps may be reached by stepping.
  void check_simulation(Lab& lab, LessonController& controller, size_t line, bool right) {
    std::string given;
    while (!controller.answer_state().done) {
      if (!controller.simulation()) return problem(line, "the simulation cannot be read");
      const SimulationStep asked = controller.simulation()->now;
      (void)lab.execute("step.last");
      if (lab.playback().cursor() != asked.moment) {
        problem(line, "the search can be stepped on before the answer is given");
      }
      const std::vector<std::string>& answer = right ? asked.right : asked.wrong;
      given += fmt::format("{}{}", given.empty() ? "" : ", ", fmt::join(answer, " "));
      if (Status done = controller.answer(answer); !done) return failed(done);
      if (is_right_step(controller.answer_state().steps.back()) == right) continue;
      return problem(line, fmt::format("{}: {}", right ? "the right answer is refused" : "a wrong answer is taken",
                                       fmt::join(answer, " ")));
    }
    if (right) report_.answers.back().push_back(std::move(given));
  }

  void check_right(Lab& lab, LessonController& controller, const LessonStep& step, LessonLeaks& leaks) {
    const LessonQuestion& ask = *step.ask;
    if (ask.simulates()) {
      (void)leaks.before(controller, {}, shown_state(lab), {});
      check_simulation(lab, controller, ask.line, true);
      for (const std::string& leak : leaks.after(step, state_json(lab))) problem(ask.line, leak);
      return;
    }
    const Result<LessonSolution> truth = lesson_truth(lab, controller.lesson(), step, controller.folder());
    if (!truth) return failed(truth.error());
    report_.answers.back().push_back(lesson_answer_text(ask, truth.value()));
    check_leaks(lab, controller, truth.value(), leaks);
    for (const auto& wrong : wrong_lesson_answers(ask, truth.value())) {
      const Result<bool> judged = judge_lesson_answer(ask, truth.value(), wrong);
      if (judged && judged.value()) problem(ask.line, "a wrong answer is taken: " + wrong.front());
    }
    if (Status done = controller.answer(right_lesson_words(ask, truth.value())); !done) return failed(done);
    if (controller.verdict() != LessonVerdict::kRight) {
      problem(ask.line, fmt::format("the right answer {} is refused", lesson_answer_text(ask, truth.value())));
    }
    for (const std::string& leak : leaks.after(step, state_json(lab))) problem(ask.line, leak);
    check_because(lab, controller, step, truth.value());
  }

  // After the commands of `reveal` the value that the question asks for must be the right answer.
  void check_because(Lab& lab, const LessonController& controller, const LessonStep& step,
                     const LessonSolution& truth) {
    if (!step.ask->is_key) return;
    const Result<nlohmann::json> state = lesson_state(lab, controller.lesson(), {}, controller.folder());
    if (!state) return failed(state.error());
    const std::string now = state_value(state.value(), step.ask->answer).value_or("nothing");
    if (now != truth.value) {
      problem(step.ask->line,
              fmt::format("the answer is {}, but after reveal {} is {}", truth.value, step.ask->answer, now));
    }
  }

  void check_wrong(Lab& lab, LessonController& controller, const LessonStep& step) {
    if (step.ask->simulates()) return check_simulation(lab, controller, step.ask->line, false);
    const Result<LessonSolution> truth = lesson_truth(lab, controller.lesson(), step, controller.folder());
    if (!truth) return failed(truth.error());
    const std::vector<std::string> wrong = wrong_lesson_answers(*step.ask, truth.value()).front();
    const int tries = step.ask->tries();
    for (int i = 0; i < tries; ++i) {
      if (Status done = controller.answer(wrong); !done) return failed(done);
      const LessonVerdict expected = i + 1 < tries ? LessonVerdict::kWrong : LessonVerdict::kTold;
      if (controller.verdict() != expected) return problem(step.ask->line, "a wrong answer is taken: " + wrong.front());
    }
  }

  // The task must not be solved at its start. The model solution must pass its checks.
  void check_build(Lab& lab, LessonController& controller, const LessonStep& step) {
    if (Status done = controller.done(); !done) return failed(done);
    check_value(step, "what is said of a limit or check", controller.reason());
    if (controller.answer_state().done) return problem(step.build_line, "the checks hold before anything is built");
    if (Status told = controller.tell(); !told) return failed(told);
    if (Status held = controller.check_held(true); !held) {
      problem(step.build_line, "the model solution changes what the step holds: " + held.error().what);
    }
    const Result<nlohmann::json> state = lesson_state(lab, controller.lesson(), {}, controller.folder());
    if (!state) return failed(state.error());
    for (const auto* tests : {&step.limits, &step.checks}) {
      for (const LessonTest& test : *tests) {
        if (Status holds = check_state(state.value(), test.words()); !holds) {
          problem(test.line, "the model solution does not pass: " + holds.error().what);
        }
      }
    }
  }

  // The checks must hold with the learner's planner, and must fail without it.
  void check_planner(Lab& lab, LessonController& controller, const LessonStep& step, bool right) {
    const Lesson& lesson = controller.lesson();
    const size_t found = report_.problems.size();
    if (Status there = planners_of_step(lab, lesson, step); !there) return failed(there);
    Result<nlohmann::json> state = lesson_state(lab, lesson, {}, controller.folder());
    if (!state) return failed(state.error());
    bool holds_without = true;
    nlohmann::json without = state.value();
    for (const LessonPlanner& planner : lesson.planners) {
      without["planners"].erase(planner.name);
      without["external"].erase(planner.name);
    }
    for (const auto* tests : {&step.limits, &step.checks}) {
      for (const LessonTest& test : *tests) {
        if (Status holds = check_state(state.value(), test.words()); !holds) {
          problem(test.line, "the planner does not pass: " + holds.error().what);
        }
        holds_without = holds_without && check_state(without, test.words());
      }
    }
    if (holds_without) problem(step.build_line, "the checks hold without the planner that the lesson needs");
    if (report_.problems.size() > found) return;
    if (Status done = right ? controller.done() : controller.tell(); !done) return failed(done);
    if (!controller.answer_state().done) problem(step.build_line, "the planner does not pass: " + controller.reason());
  }

  const std::string path_;
  const std::span<const UserPlannerProgram> programs_;
  const double limit_seconds_;
  LessonReport report_;
  LessonScreen screen_;
  std::string student_;         // for whom the lesson is played
  std::set<std::string> told_;  // the problems of the report, without the student
  bool needs_ = false;          // a planner that the lesson needs was not given
};

}  // namespace

LabOptions lesson_check_options() {
  LabOptions options;
  options.fixed_clock = true;
  options.stock_folders = {assets_folder("maps"), assets_folder("graphs"), assets_folder("levels")};
  return options;
}

LessonReport check_lesson(const std::string& path, std::span<const UserPlannerProgram> programs, double limit_seconds,
                          std::span<const std::string> students) {
  return LessonChecker(path, programs, limit_seconds).check(students);
}

}  // namespace strata
