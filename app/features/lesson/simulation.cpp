#include "app/features/lesson/simulation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/lab/lab.hpp"
#include "app/lesson/lesson_judge.hpp"
#include "app/lesson/lesson_text.hpp"
#include "core/io/text.hpp"

namespace strata {

Result<std::unique_ptr<Simulation>> make_simulation(const Lab& lab, const LessonQuestion& ask, size_t from) {
  switch (ask.form) {
    case SimulationForm::kExpansions:
      return make_expansions(lab, ask.count, from);
    case SimulationForm::kRelax:
      return make_relaxation(lab, from);
    case SimulationForm::kContract:
      return make_contraction(lab, from);
    case SimulationForm::kConnect:
      break;
  }
  return make_connecting(lab, from);
}

std::string shown_step_answer(const std::string& answer) {
  const auto cell = cell_of(answer);
  return cell ? simulation_parts::cell_name(*cell) : answer;
}

std::string model_answers(const Simulation& simulation) {
  std::vector<std::string> given;
  std::string text;
  while (given.size() < simulation.size()) {
    std::string answer;
    for (const std::string& word : simulation.step(given).right) answer += answer.empty() ? word : " " + word;
    text += fmt::format("{}{}", text.empty() ? "" : "; ", shown_step_answer(answer));
    given.push_back(std::move(answer));
  }
  return text;
}

namespace simulation_parts {

std::string step_number_text(uint64_t cost, Cost unit) {
  if (cost % unit == 0) return fmt::format("{}", cost / unit);
  return fmt::format("{:.2f}", static_cast<double>(cost) / static_cast<double>(unit));
}

bool is_cost(double number, uint64_t cost, Cost unit) {
  const double tolerance = cost % unit == 0 ? 0.0 : 0.01;
  return std::abs(number - static_cast<double>(cost) / static_cast<double>(unit)) <= tolerance + 1e-9;
}

std::string cell_name(Cell cell) { return fmt::format("({},{})", cell.x, cell.y); }

Result<Cell> cell_answer(const Lab& lab, const std::vector<std::string>& words) {
  const auto cell = words.size() == 1 ? cell_of(words[0]) : std::nullopt;
  if (!cell) return error_at("", fmt::format("expected a cell as X,Y, not {}", strata::quoted(words.at(0))));
  if (!lab.world().map().contains(*cell)) {
    return error_at("", fmt::format("the cell {} does not lie on the map", cell_name(*cell)));
  }
  return *cell;
}

Result<double> number_answer(const std::vector<std::string>& words) {
  const auto number = written_number(words);
  if (!number) return error_at("", fmt::format("expected a number, not {}", strata::quoted(words.at(0))));
  return *number;
}

Result<ChosenAnswer> chosen_answer(const std::vector<SimulationChoice>& choices,
                                   const std::vector<std::string>& words) {
  std::string names;
  for (const SimulationChoice& choice : choices) {
    names += fmt::format("{}{}{}", names.empty() ? "" : ", ", choice.word, choice.has_number ? " NUMBER" : "");
    if (choice.word != words.at(0)) continue;
    ChosenAnswer answer{choice.word, 0};
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (!choice.has_number) {
      if (rest.empty()) return answer;
      return error_at("", fmt::format("{} has no number", choice.word));
    }
    if (rest.empty()) return error_at("", fmt::format("type the cost first: \"{}\" needs a number", choice.label));
    const Result<double> number = number_answer(rest);
    if (!number) return number.error();
    answer.number = number.value();
    return answer;
  }
  return error_at("", fmt::format("expected {}, not {}", names, strata::quoted(words.at(0))));
}

}  // namespace simulation_parts

}  // namespace strata
