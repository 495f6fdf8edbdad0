// Grades of results, and those of the steps of simulations in them; which commands may stand in a result.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/base/untrusted_commands.hpp"
#include "app/features/lesson/lesson_replay.hpp"
#include "app/features/lesson/simulation.hpp"
#include "app/lab/lab.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, 4> kGradeVerdictNames = {"holds", "does not hold", "file and replay differ",
                                                                "unreadable"};

}  // namespace

std::string_view grade_verdict_name(GradeVerdict verdict) { return kGradeVerdictNames[static_cast<size_t>(verdict)]; }

double ResultGrade::score() const {
  double sum = 0;
  for (const ReplayedItem& row : rows) sum += row.score;
  return sum;
}

bool ResultGrade::verified() const { return std::ranges::all_of(rows, &ReplayedItem::verified); }

Status check_result_command(const std::string& line) {
  const Result<Command> read = parse_command(line);
  if (!read) return read.error();
  const Command& command = read.value();
  if (command.name.empty()) return success();
  if (Status known = check_command(command); !known) return known;
  if (!may_give(UntrustedFileKind::kResult, *command_named(command.name))) {
    return error_at("", fmt::format("{} may not stand in a result", command.name));
  }
  for (const std::string& word : command.args) {
    if (word.starts_with('$')) return error_at("", fmt::format("{} is not known in a result", strata::quoted(word)));
  }
  return check_made_map(command, "a lesson");
}

ResultGrade unreadable_result(const std::string& file, const Error& error) {
  ResultGrade grade;
  grade.file = file;
  ReplayedItem row;
  row.what = "file";
  row.verdict = GradeVerdict::kUnreadable;
  row.reason = error.message();
  grade.rows.push_back(std::move(row));
  return grade;
}

double share_of_right(std::span<const std::string> verdicts, size_t steps) {
  const auto right = static_cast<double>(std::ranges::count_if(verdicts, is_right_step));
  return steps == 0 ? 0 : std::floor(100 * right / static_cast<double>(steps)) / 100;
}

std::string simulation_reason(std::span<const std::string> verdicts, size_t steps) {
  std::string text = fmt::format("{} of {} steps are right", std::ranges::count_if(verdicts, is_right_step), steps);
  const auto left = std::ranges::find_if_not(verdicts, is_right_step);
  if (left != verdicts.end()) {
    text += fmt::format("; the algorithm was left at step {}", left - verdicts.begin() + 1);
  }
  return text;
}

ReplayedItem graded_step(size_t step, const SimulationStep& asked, const std::string& answer,
                         const std::string& verdict) {
  ReplayedItem row;
  row.step = step;
  row.what = "step";
  row.question = asked.question;
  row.answer = shown_step_answer(answer);
  for (const std::string& word : asked.right) row.expected += row.expected.empty() ? word : " " + word;
  row.expected = shown_step_answer(row.expected);
  const bool told = verdict == step_verdict_name(StepVerdict::kTold);
  row.tries = told ? 0 : 1;
  row.right = is_right_step(verdict);
  row.verdict = *row.right ? GradeVerdict::kHolds : GradeVerdict::kDoesNotHold;
  if (!*row.right) {
    if (!told) row.wrong.push_back(row.answer);
    row.reason = fmt::format("{} is right", row.expected);
  }
  return row;
}

}  // namespace strata
