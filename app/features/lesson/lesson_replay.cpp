#include "app/features/lesson/lesson_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command.hpp"
#include "app/base/command_parameters.hpp"
#include "app/base/untrusted_commands.hpp"
#include "app/features/external/external.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/lesson/lesson_truth.hpp"
#include "app/features/lesson/simulation.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/state_value.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "app/lesson/lesson_judge.hpp"
#include "app/playback/playback.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

std::string plural_tries(size_t count) { return fmt::format("{} {}", count, count == 1 ? "try" : "tries"); }

// Returns whether the command only moves the view or the cursor, or waits. Such lines are ignored when the student's
// log is compared with the lesson's.
bool is_of_moment(std::string_view line) {
  return command_does(line, does::kSetsCamera | does::kSetsMoment | does::kWaits);
}

// Returns whether both lines are the same, or open the same map from different folders, as folders differ
// between computers.
bool same_line(const std::string& a, const std::string& b) {
  if (a == b) return true;
  Result<Command> first = parse_command(a), second = parse_command(b);
  if (!first || !second || first.value().name != second.value().name) return false;
  const std::string *one = path_word(first.value()), *other = path_word(second.value());
  if (one == nullptr || other == nullptr) return false;
  return std::filesystem::path(*one).filename() == std::filesystem::path(*other).filename();
}

bool is_setting(const std::string& line) {
  const CommandInfo* info = command_named(line.substr(0, line.find(' ')));
  return info != nullptr && (info->keeps & keeps::kSetting) != 0;
}

// Returns whether a later command may have replaced this line in the student's log, so that the log lacks it.
bool may_be_replaced(const std::string& line) {
  const Result<Command> command = parse_command(line);
  const CommandInfo* info = command ? command_named(command.value().name) : nullptr;
  return info != nullptr &&
         ((info->keeps & (keeps::kLast | keeps::kLastOfFirst)) != 0 || info->group == CommandGroup::kCrowd);
}

std::vector<std::string> words_of(const LessonQuestion& ask, const std::string& answer) {
  if (ask.kind == LessonQuestionKind::kChoice) return {answer};
  std::vector<std::string> words;
  std::string_view rest = answer;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) words.emplace_back(word);
  return words;
}

}  // namespace

class LessonReplay {
 public:
  LessonReplay(const LessonResult& result, std::string lesson_file, const ReplayPlanners& planners)
      : result_(result),
        lesson_file_(std::move(lesson_file)),
        planners_(planners),
        lab_(lesson_check_options()),
        controller_(lesson_controller(lab_)) {}

  ResultGrade play() {
    grade_.file = result_.file;
    grade_.student = result_.student;
    grade_.lesson = result_.lesson;
    grade_.version = result_.version;
    grade_.seed = result_.seed;
    lab_.gestures().set_view_size(1000, 700);
    if (Status begun = begin(); !begun) {
      grade_.rows = unreadable_result(result_.file, begun.error()).rows;
      judge_planners();
      return std::move(grade_);
    }
    grade_.title = controller_.lesson().title;
    check_head();
    const size_t steps = controller_.lesson().steps.size(), last = std::min(result_.step, steps);
    for (size_t step = 0; step < last; ++step) {
      note_prepared();
      play_question();
      if (step + 1 == last) break;
      finish_step();
      if (Status next = controller_.next(); !next) {
        whole_file(0, next.error().message());
        break;
      }
    }
    for (size_t step = last; step < steps; ++step) {
      if (controller_.lesson().steps[step].asks()) unanswered(step);
    }
    check_end();
    check_claims();
    judge_planners();
    return std::move(grade_);
  }

 private:
  Status begin() {
    if (Status named = controller_.set_student(result_.student); !named) return named;
    if (Status added = add_planners(); !added) return added;
    if (Status opened = controller_.open(lesson_file_); !opened) return opened;
    const Lesson& lesson = controller_.lesson();
    if (lesson.id != result_.lesson || lesson.version != result_.version) {
      return error_at(result_.file, fmt::format("is a result of {} version {}; {} has {} version {}", result_.lesson,
                                                result_.version, lesson_file_, lesson.id, lesson.version));
    }
    return success();
  }

  // --- Planners of the student's own -------------------------------------------------------------------------------

  struct StartedPlanner {
    std::string name;
    // Says why the planner was not started; empty: it was started.
    std::string problem;
  };

  Status add_planners() {
    const Result<Lesson> lesson = load_lesson(lesson_file_);
    if (!lesson) return lesson.error();
    const Status limited = lab_.execute(Command{"external.limit", {fmt::format("{:g}", planners_.limit_seconds)}});
    if (!limited) return limited;
    for (const GradedPlanner& one : planners_.planners) {
      if (!uses_planner(lesson.value(), one.program.name)) continue;
      StartedPlanner& added = added_.emplace_back(StartedPlanner{one.program.name, one.problem});
      if (!added.problem.empty()) continue;
      // The query is removed first, so that the program is not asked about the map that is open at present.
      if (Status cleared = lab_.execute("query.clear"); !cleared) return cleared;
      if (Status begun = add_own_program(lab_, one.program); !begun) added.problem = begun.error().message();
    }
    for (const LessonPlanner& needed : lesson.value().planners) {
      if (std::ranges::find(added_, needed.name, &StartedPlanner::name) != added_.end()) continue;
      added_.push_back({needed.name, fmt::format("{}:{}: the lesson needs a planner of the student's own: --planner "
                                                 "\"{}=COMMAND\" names it",
                                                 lesson_file_, needed.line, needed.name)});
    }
    return success();
  }

  // Returns why a planner that the step needs was not started; empty: all were, or the step needs none.
  std::string missing_planner(const LessonStep& step) const {
    for (const StartedPlanner& added : added_) {
      if (!added.problem.empty() && uses_planner(step, added.name)) return added.problem;
    }
    return {};
  }

  void judge_planners() {
    for (const StartedPlanner& added : added_) {
      ReplayedItem row;
      row.what = "planner";
      row.question = added.name;
      row.reason = added.problem;
      if (const UserPlannerEntry* entry = external_controller(lab_).entry(added.name); entry != nullptr) {
        row.answer = own_state_text(*entry);
        row.reason = own_failure(*entry);
      }
      row.right = row.reason.empty();
      row.verdict = *row.right ? GradeVerdict::kHolds : GradeVerdict::kDoesNotHold;
      grade_.rows.push_back(std::move(row));
    }
  }

  std::string at(size_t line) const { return fmt::format("{}:{}", result_.file, line); }
  // Returns the reason with its line in the file, unless it has one already.
  std::string located(size_t line, const std::string& what) const {
    if (what.starts_with(result_.file + ":")) return what;
    return fmt::format("{}: {}", line > 0 ? at(line) : result_.file, what);
  }

  void whole_file(size_t line, const std::string& what) {
    ReplayedItem row;
    row.what = "file";
    row.verdict = GradeVerdict::kDiffers;
    row.reason = located(line, what);
    grade_.rows.push_back(std::move(row));
  }

  void check_head() {
    const Lesson& lesson = controller_.lesson();
    if (lesson.by_student) {
      const uint32_t seed = lesson_seed(lesson.id, result_.student);
      if (!result_.seed) whole_file(0, "has no seed, and the lesson gives each student a map of their own");
      if (result_.seed && *result_.seed != seed) {
        whole_file(0, fmt::format("the seed {} is not that of the student, which is {}", *result_.seed, seed));
      }
    }
    for (const ResultQuestion& one : result_.questions) {
      const bool fits = one.step <= lesson.steps.size() && lesson.steps[one.step - 1].asks();
      if (!fits) whole_file(one.line, fmt::format("step {} of the lesson asks nothing", one.step));
    }
    if (result_.step > lesson.steps.size()) whole_file(0, fmt::format("the lesson has no step {}", result_.step));
  }

  const ResultQuestion* question_of(size_t step) const {
    const auto found = std::ranges::find(result_.questions, step + 1, &ResultQuestion::step);
    return found == result_.questions.end() ? nullptr : &*found;
  }

  // --- The student's changes -----------------------------------------------------------------------------------------

  void note_prepared() {
    prepared_.clear();
    for (const std::string& line : script_of(lab_).lines) {
      if (!is_of_moment(line)) prepared_.push_back(line);
    }
  }

  // Executes the student's commands, if they start from the state that the lesson has prepared.
  Status bring(const ResultCommands& work) {
    std::vector<std::string> lines;
    size_t same = 0;
    // `goes_on`: all lines so far are those that the lesson has executed itself. `opened`: the lesson
    // has opened its map.
    bool goes_on = true, opened = false;
    for (size_t i = 0; i < work.commands.size(); ++i) {
      const std::string& line = work.commands[i];
      const auto wrong = [&](std::string what) { return Status(error_at(at(work.lines[i]), std::move(what))); };
      if (goes_on && same < prepared_.size() && same_line(line, prepared_[same])) {
        opened = opened || command_does(line, does::kOpensMap);
        lines.push_back(prepared_[same++]);
        continue;
      }
      if (Status allowed = check_result_command(line); !allowed) {
        const bool opens = command_does(line, does::kOpensMap);
        return wrong(allowed.error().message() + (opens ? ", except where the lesson has it" : ""));
      }
      // Before the lesson opens its map, the student's settings may differ from those of the replay.
      if (goes_on && !is_of_moment(line) && (opened || !is_setting(line))) {
        goes_on = false;
        const bool replaced = same + 1 == prepared_.size() && may_be_replaced(prepared_.back());
        if (same < prepared_.size() && !replaced) {
          return wrong(fmt::format("does not go on from the step of the lesson: {} is in the place of {}",
                                   strata::quoted(line), strata::quoted(prepared_[same])));
        }
      }
      lines.push_back(line);
    }
    if (goes_on && same < prepared_.size()) {
      return error_at(at(work.line), fmt::format("does not go on from the step of the lesson: {} is missing",
                                                 strata::quoted(prepared_[same])));
    }
    lab_.gestures().finish();
    const bool before = std::exchange(controller_.working_, true);
    const Status done = return_to(lab_, {std::move(lines)}, StructureFreshness::kUpToDate);
    controller_.working_ = before;
    return done ? success() : Status(error_at(at(work.line), done.error().message()));
  }

  // The same, for work on a step, which must leave alone what the step holds. If it is refused, the step begins again.
  Status bring_to_step(const ResultCommands& work) {
    Status brought = bring(work);
    if (brought) {
      if (Status held = controller_.check_held(); !held) brought = error_at(at(work.line), held.error().what);
    }
    if (!brought) (void)controller_.reset_step();
    return brought;
  }

  std::string map_hash() { return state_value(state_json(lab_), "map.hash").value_or(""); }

  // --- Questions -------------------------------------------------------------------------------------------------

  void differs(ReplayedItem& row, size_t line, const std::string& what) {
    // Only the first difference is reported, as it tells most.
    if (std::exchange(row.verdict, GradeVerdict::kDiffers) == GradeVerdict::kDiffers) return;
    row.reason = located(line, what);
  }

  ReplayedItem row_of(size_t step) const {
    const LessonStep& now = controller_.lesson().steps[step];
    ReplayedItem row;
    row.step = step + 1;
    row.what = now.ask ? std::string(ask_name(now.ask->kind)) : "build";
    row.question = now.ask ? now.ask->text : now.build;
    return row;
  }

  void unanswered(size_t step) {
    ReplayedItem row = row_of(step);
    row.verdict = GradeVerdict::kDoesNotHold;
    row.right = false;
    row.reason = "was not answered";
    const ResultQuestion* claimed = question_of(step);
    if (claimed != nullptr && (claimed->done || claimed->tries > 0)) {
      differs(row, claimed->line,
              fmt::format("is answered in step {}, and the student has come to step {}", step + 1, result_.step));
    }
    grade_.rows.push_back(std::move(row));
  }

  void play_question() {
    const size_t step = controller_.step_index();
    if (!controller_.step().asks()) return;
    const ResultQuestion* claimed = question_of(step);
    if (claimed == nullptr) {
      ReplayedItem row = row_of(step);
      row.right = false;
      differs(row, 1, fmt::format("has no question for step {}", step + 1));
      grade_.rows.push_back(std::move(row));
      return;
    }
    ReplayedItem row = row_of(step);
    row.tries = static_cast<int>(claimed->answers.size());
    row.seconds = claimed->seconds;
    if (claimed->asks != row.what)
      differs(row, claimed->line,
              fmt::format("step {} asks {}, not {}", step + 1, row.what, strata::quoted(claimed->asks)));
    if (claimed->answers.size() != static_cast<size_t>(claimed->tries)) {
      differs(row, claimed->line,
              fmt::format("says {}, and its log has {}", plural_tries(static_cast<size_t>(claimed->tries)),
                          plural_tries(claimed->answers.size())));
    }
    if (!claimed->answers.empty()) row.answer = chosen_text(claimed->answers.back());
    if (std::string missing = missing_planner(controller_.step()); !missing.empty()) {
      row.right = false;
      row.verdict = GradeVerdict::kDoesNotHold;
      row.reason = std::move(missing);
      grade_.rows.push_back(std::move(row));
      return;
    }
    std::vector<ReplayedItem> tests;
    const bool simulates = controller_.step().ask && controller_.step().ask->simulates();
    const Status played = simulates                ? play_simulation(*claimed, row, tests)
                          : controller_.step().ask ? play_answers(*claimed, row)
                                                   : play_build(*claimed, row, tests);
    if (!played) differs(row, claimed->line, played.error().message());
    const LessonAnswerState& is = controller_.answer_state();
    const size_t simulated = controller_.simulation() ? controller_.simulation()->steps : is.steps.size();
    row.right = is.done && !is.told && (!simulates || is.first);
    row.expected = controller_.shown().answer;
    row.told = is.told;
    row.score = simulates ? share_of_right(is.steps, simulated) : is.first ? 1 : 0;
    if (played) compare(*claimed, is, row);
    if (row.verdict != GradeVerdict::kDiffers) {
      row.verdict = *row.right ? GradeVerdict::kHolds : GradeVerdict::kDoesNotHold;
      if (simulates && row.reason.empty() && !is.first) row.reason = simulation_reason(is.steps, simulated);
      if (row.reason.empty() && !is.done) row.reason = "was not answered";
      if (row.reason.empty() && is.told) row.reason = "the lesson gave the answer";
      if (row.reason.empty() && !is.first) row.reason = "right, but not at the first try";
    }
    if (row.verdict == GradeVerdict::kDiffers) row.score = 0;
    grade_.rows.push_back(std::move(row));
    for (ReplayedItem& test : tests) grade_.rows.push_back(std::move(test));
  }

  // Returns the text of the choice that is answered by its number; other answers as they are.
  std::string chosen_text(const std::string& answer) const {
    const LessonStep& now = controller_.step();
    if (now.ask && now.ask->simulates()) return shown_step_answer(answer);
    if (!now.ask || now.ask->kind != LessonQuestionKind::kChoice) return answer;
    const std::vector<std::string>& choices = controller_.shown().choices;
    const size_t place = place_of_choice(*now.ask, answer);
    return place < choices.size() ? choices[place] : answer;
  }

  // Returns an answer as it is listed if it is wrong: of expansions, where they leave the rules of the search.
  std::string listed_answer(const LessonQuestion& ask, const std::string& answer) {
    if (ask.kind != LessonQuestionKind::kOrder && ask.kind != LessonQuestionKind::kNext) return chosen_text(answer);
    const auto truth = lesson_truth(lab_, controller_.lesson(), controller_.step(), controller_.folder());
    const std::vector<std::string> words = words_of(ask, answer);
    const auto place = truth ? first_wrong_expansion(truth.value(), words) : std::nullopt;
    if (!place) return answer;
    constexpr size_t kMostCells = 4;
    const std::vector<Cell>& allowed = truth.value().expansions[*place];
    std::string expected;
    for (size_t i = 0; i < std::min(allowed.size(), kMostCells); ++i) {
      expected += fmt::format("{}{},{}", i == 0 ? "" : " or ", allowed[i].x, allowed[i].y);
    }
    if (allowed.size() > kMostCells) expected += fmt::format(" or {} others", allowed.size() - kMostCells);
    const std::string which =
        ask.count > 1 ? fmt::format(", expansion {} of {}", *place + 1, ask.count) : std::string();
    return fmt::format("step {} of the search{}: {} in place of {}", lab_.playback().cursor(), which, words[*place],
                       expected);
  }

  static std::string outcome(bool done, bool first, bool told) {
    if (!done) return "not right";
    return told ? "given by the lesson" : first ? "right at the first try" : "right at a later try";
  }

  void compare(const ResultQuestion& claimed, const LessonAnswerState& is, ReplayedItem& row) {
    // Of the tries at a task only the last one is replayed.
    const bool build = controller_.step().builds();
    const bool first = build ? is.first && claimed.answers.size() == 1 : is.first;
    if (claimed.done != is.done || claimed.told != is.told || claimed.first != first) {
      differs(row, claimed.line,
              fmt::format("the file says {}, the replay says {}", outcome(claimed.done, claimed.first, claimed.told),
                          outcome(is.done, first, is.told)));
    }
    if (build && !first) row.score = 0;
    for (size_t i = 0; build && i < claimed.answers.size(); ++i) {
      const bool holds = is.done && !is.told && i + 1 == claimed.answers.size();
      if (claimed.answers[i] == (holds ? "holds" : "does not hold")) continue;
      differs(row, claimed.line,
              fmt::format("the log says {} of try {}, which {}", strata::quoted(claimed.answers[i]), i + 1,
                          holds ? "holds in the replay" : "did not end the task"));
    }
    if (build && !is.told) {
      if (claimed.tries > 0 && is.map_hash != claimed.map_hash) {
        differs(row, claimed.line,
                fmt::format("the map that was built has the hash {}, and the file says {}", is.map_hash,
                            strata::quoted(claimed.map_hash)));
      }
    }
  }

  Status play_answers(const ResultQuestion& claimed, ReplayedItem& row) {
    const LessonQuestion& ask = *controller_.step().ask;
    if (claimed.work.size() != claimed.answers.size()) {
      differs(row, claimed.line,
              fmt::format("its log has {} and {} lists of work", plural_tries(claimed.answers.size()),
                          claimed.work.size()));
    }
    for (size_t i = 0; i < claimed.answers.size(); ++i) {
      if (controller_.answer_state().done) {
        differs(row, claimed.line,
                fmt::format("the question was done after {}, and the file has more answers", plural_tries(i)));
        break;
      }
      if (i < claimed.work.size() && !claimed.work[i].commands.empty()) {
        if (Status brought = bring_to_step(claimed.work[i]); !brought) return brought;
      }
      std::string given = listed_answer(ask, claimed.answers[i]);
      if (Status answered = controller_.answer(words_of(ask, claimed.answers[i])); !answered) return answered;
      if (controller_.verdict() != LessonVerdict::kRight) row.wrong.push_back(std::move(given));
    }
    return claimed.told && !controller_.answer_state().done ? controller_.tell() : success();
  }

  // --- Simulations -------------------------------------------------------------------------------------------------

  // Gives the answers to a simulation one by one, and compares the verdict on each with that of the file.
  Status play_simulation(const ResultQuestion& claimed, ReplayedItem& row, std::vector<ReplayedItem>& steps) {
    if (claimed.work.size() != claimed.answers.size()) {
      differs(row, claimed.line,
              fmt::format("its log has {} and {} lists of work", plural_tries(claimed.answers.size()),
                          claimed.work.size()));
    }
    if (!claimed.has_steps) differs(row, claimed.line, "has no steps: the verdicts on the steps of the simulation");
    const std::vector<std::string>& is = controller_.answer_state().steps;
    for (size_t i = 0; i < claimed.answers.size(); ++i) {
      if (controller_.answer_state().done) {
        differs(row, claimed.line,
                fmt::format("the simulation has {} steps, and the file has {} answers", i, claimed.answers.size()));
        break;
      }
      if (i < claimed.work.size() && !claimed.work[i].commands.empty()) {
        if (Status brought = bring_to_step(claimed.work[i]); !brought) return brought;
      }
      if (!controller_.simulation()) return error_at(at(claimed.line), "the simulation cannot be read");
      const SimulationStep asked = controller_.simulation()->now;
      const Status answered = controller_.answer(words_of(*controller_.step().ask, claimed.answers[i]));
      if (!answered) {
        return error_at(at(claimed.line), fmt::format("step {} of the simulation: {}", i + 1, answered.error().what));
      }
      steps.push_back(graded_step(controller_.step_index() + 1, asked, claimed.answers[i], is.back()));
      if (!*steps.back().right && row.wrong.empty()) {
        row.wrong.push_back(
            fmt::format("step {}: {} in place of {}", i + 1, steps.back().answer, steps.back().expected));
      }
    }
    if (claimed.told && !controller_.answer_state().done) {
      // The student gave up at this step.
      if (controller_.simulation()) {
        const std::string_view told = step_verdict_name(StepVerdict::kTold);
        steps.push_back(
            graded_step(controller_.step_index() + 1, controller_.simulation()->now, "", std::string(told)));
      }
      if (Status told = controller_.tell(); !told) return told;
    }
    for (size_t i = 0; i < std::min(is.size(), claimed.steps.size()); ++i) {
      if (claimed.steps[i] == is[i]) continue;
      differs(row, claimed.line,
              fmt::format("step {} of the simulation: the file says {}, the replay says {}", i + 1, claimed.steps[i],
                          is[i]));
    }
    if (claimed.has_steps && claimed.steps.size() != is.size()) {
      differs(row, claimed.line,
              fmt::format("says that {} steps of the simulation are done, and the replay {}", claimed.steps.size(),
                          is.size()));
    }
    return success();
  }

  Status play_build(const ResultQuestion& claimed, ReplayedItem& row, std::vector<ReplayedItem>& tests) {
    row.answer.clear();
    if (claimed.tries == 0 && !claimed.told) return success();
    if (claimed.tries > 0) {
      if (claimed.work.empty()) return error_at(at(claimed.line), "has no work: the commands of what was built");
      if (Status brought = bring_to_step(claimed.work.back()); !brought) return brought;
      test_build(tests);
      if (Status done = controller_.done(); !done) return done;
      if (controller_.verdict() == LessonVerdict::kWrong) {
        row.reason = controller_.reason();
        constexpr std::string_view kNotYet = "Not yet. ";
        row.wrong.push_back(row.reason.substr(row.reason.starts_with(kNotYet) ? kNotYet.size() : 0));
      }
    }
    return claimed.told && !controller_.answer_state().done ? controller_.tell() : success();
  }

  // Adds an item to the grade for each condition of the task.
  void test_build(std::vector<ReplayedItem>& tests) {
    const LessonStep& now = controller_.step();
    const Result<nlohmann::json> state = lesson_state(lab_, controller_.lesson(), {}, controller_.folder());
    for (const auto* list : {&now.limits, &now.checks}) {
      for (const LessonTest& test : *list) {
        ReplayedItem row;
        row.step = controller_.step_index() + 1;
        row.what = list == &now.limits ? "limit" : "check";
        row.question = fmt::format("{} {} {}", test.key, test.op, test.value);
        row.answer = state ? state_value(state.value(), test.key).value_or("") : std::string();
        const Status holds = state ? check_state(state.value(), test.words()) : Status(state.error());
        row.right = holds.ok();
        row.verdict = holds ? GradeVerdict::kHolds : GradeVerdict::kDoesNotHold;
        if (!holds) row.reason = holds.error().message();
        tests.push_back(std::move(row));
      }
    }
  }

  // --- Between steps, and at the end -----------------------------------------------------------------------------

  void finish_step() {
    // A question that the replay cannot answer is shown, so that the later questions can still be graded.
    if (!controller_.may_go_on()) {
      if (Status told = controller_.tell(); !told) whole_file(0, told.error().message());
    }
    for (const auto& [step, commands] : result_.left) {
      if (step != controller_.step_index() + 1) continue;
      if (Status brought = bring_to_step(commands); !brought) whole_file(commands.line, brought.error().message());
    }
  }

  void check_end() {
    if (map_hash() == result_.map_hash) return;
    if (Status brought = bring(result_.commands); !brought) {
      return whole_file(result_.commands.line, "the map at the end: " + brought.error().what);
    }
    if (const std::string is = map_hash(); is != result_.map_hash) {
      whole_file(result_.commands.line, fmt::format("the map at the end has the hash {}, and the file says {}", is,
                                                    strata::quoted(result_.map_hash)));
    }
  }

  void check_claims() {
    const size_t steps = controller_.lesson().steps.size();
    const auto first = static_cast<size_t>(std::ranges::count(result_.questions, true, &ResultQuestion::first));
    if (result_.right_at_first_try && *result_.right_at_first_try != first) {
      whole_file(
          0, fmt::format("says {} right at the first try, and its questions {}", *result_.right_at_first_try, first));
    }
    if (result_.finished && result_.step != steps) {
      whole_file(0, fmt::format("is finished at step {} of {}", result_.step, steps));
    } else if (result_.finished && !controller_.may_go_on() && missing_planner(controller_.step()).empty()) {
      whole_file(0, "is finished, and the question of the last step is open in the replay");
    }
    if (result_.commands.commands.empty()) {
      whole_file(result_.commands.line, "has no commands: those that bring a fresh lab to the end");
    }
  }

  const LessonResult& result_;
  const std::string lesson_file_;
  const ReplayPlanners& planners_;
  // The planners that the lesson is about.
  std::vector<StartedPlanner> added_;
  Lab lab_;
  LessonController& controller_;
  ResultGrade grade_;
  // The log of the lab at the beginning of the step.
  std::vector<std::string> prepared_;
};

ResultGrade replay_result(const LessonResult& result, const std::string& lesson_file, const ReplayPlanners& planners) {
  return LessonReplay(result, lesson_file, planners).play();
}

}  // namespace strata
