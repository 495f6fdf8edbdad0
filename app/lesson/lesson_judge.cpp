#include "app/lesson/lesson_judge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

#include "app/base/count_text.hpp"
#include "app/lesson/lesson_text.hpp"
#include "core/base/number_text.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

using WordList = std::vector<std::string>;
using CellPair = std::pair<Cell, Cell>;

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Reads a cell as people write it, or as the state dump has it: [3,4].
std::optional<Cell> cell_value(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  return cell_of(text);
}

std::optional<CellPair> edge_value(std::string_view text) {
  const size_t middle = text.find('-');
  if (middle == text.npos) return std::nullopt;
  const auto from = cell_of(text.substr(0, middle)), to = cell_of(text.substr(middle + 1));
  if (!from || !to) return std::nullopt;
  return CellPair(*from, *to);
}

// Returns by how much an answer may differ from the right one. Fractional numbers are shown with two decimals, so that
// a hundredth does not matter.
double tolerance(const LessonQuestion& ask, double truth) {
  return std::max(ask.within, truth == std::floor(truth) ? 0.0 : 0.01) + 1e-9;
}

bool near(Cell a, Cell b, double within) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) <= within; }

Result<Cell> cell_word(const std::string& word) {
  const auto cell = cell_of(word);
  if (!cell) return error_at("", fmt::format("expected a cell as X,Y, not {}", strata::quoted(word)));
  return *cell;
}

Error count_error(std::string_view wanted, size_t got) {
  return error_at("", fmt::format("expected {}, got {} words", wanted, got));
}

Result<bool> judge_order(const LessonSolution& truth, const WordList& answer) {
  if (answer.size() != truth.expansions.size()) {
    return count_error(fmt::format("{} cells as X,Y", truth.expansions.size()), answer.size());
  }
  for (const std::string& word : answer) {
    if (const Result<Cell> cell = cell_word(word); !cell) return cell.error();
  }
  return !first_wrong_expansion(truth, answer);
}

std::string cell_text(Cell cell) { return fmt::format("({},{})", cell.x, cell.y); }
std::string cell_words(Cell cell) { return fmt::format("{},{}", cell.x, cell.y); }

}  // namespace

std::optional<double> written_number(const WordList& words) {
  std::istringstream text(fmt::format("{}", fmt::join(words, " ")));
  std::string joined;
  for (std::string part; text >> part;) {
    if (part == "%" && text.peek() == std::istringstream::traits_type::eof()) break;
    if (!joined.empty() && !(part.size() >= 3 && all_digits(part.substr(0, 3)))) return std::nullopt;
    if (!joined.empty() && part.size() > 3 && all_digits(part.substr(0, 4))) return std::nullopt;
    joined += part;
  }
  if (joined.ends_with('%')) joined.pop_back();
  if (const size_t comma = joined.find(','); comma != joined.npos) {
    if (joined.size() - comma == 4) return std::nullopt;
    joined[comma] = '.';
  }
  return parse_finite(joined);
}

size_t place_of_choice(const LessonQuestion& ask, const std::string& word) {
  const auto named = std::ranges::find(ask.choices, word);
  if (named != ask.choices.end()) return static_cast<size_t>(named - ask.choices.begin());
  const size_t number = parse_number<size_t>(word).value_or(0);
  return number < 1 || number > ask.choices.size() ? ask.choices.size() : number - 1;
}

std::optional<size_t> first_wrong_expansion(const LessonSolution& truth, const WordList& answer) {
  std::vector<Cell> given;
  for (size_t i = 0; i < std::min(answer.size(), truth.expansions.size()); ++i) {
    const auto cell = cell_of(answer[i]);
    if (!cell) return i;
    bool allowed = std::ranges::find(truth.expansions[i], *cell) != truth.expansions[i].end();
    // A node that could have been expanded in an earlier place may stand here: it had the same key as
    // the node that was.
    for (size_t before = 0; before < i; ++before) allowed = allowed || truth.expansions[before].front() == *cell;
    if (!allowed || std::ranges::find(given, *cell) != given.end()) return i;
    given.push_back(*cell);
  }
  return std::nullopt;
}

std::string shown_value(const std::string& value) {
  const auto number = parse_finite(value);
  if (const auto whole = parse_number<uint64_t>(value)) return count_text(*whole);
  if (!number || value.find('.') == value.npos) return value;
  return *number == std::floor(*number) ? fmt::format("{:.0f}", *number) : fmt::format("{:.2f}", *number);
}

Result<bool> judge_lesson_answer(const LessonQuestion& ask, const LessonSolution& truth, const WordList& answer) {
  if (answer.empty()) return error_at("", "the answer is missing");
  switch (ask.kind) {
    case LessonQuestionKind::kChoice: {
      if (answer.size() != 1) return count_error("one choice", answer.size());
      const size_t place = place_of_choice(ask, answer[0]);
      if (place == ask.choices.size()) {
        return error_at(
            "", fmt::format("expected a choice from 1 to {}, not {}", ask.choices.size(), strata::quoted(answer[0])));
      }
      return ask.choices[place] == truth.value;
    }
    case LessonQuestionKind::kNumber: {
      const auto given = written_number(answer), right = parse_finite(truth.value);
      if (!given) {
        return error_at(
            "", fmt::format("expected a number, not {}", strata::quoted(fmt::format("{}", fmt::join(answer, " ")))));
      }
      return right && std::abs(*given - *right) <= tolerance(ask, *right);
    }
    case LessonQuestionKind::kCell:
    case LessonQuestionKind::kNode: {
      if (answer.size() != 1) return count_error("one cell as X,Y", answer.size());
      const Result<Cell> cell = cell_word(answer[0]);
      if (!cell) return cell.error();
      const auto right = cell_value(truth.value);
      return right && near(cell.value(), *right, ask.within);
    }
    case LessonQuestionKind::kEdge: {
      if (answer.size() > 2) return count_error("two cells as X,Y", answer.size());
      const auto given = edge_value(answer.size() == 2 ? answer[0] + "-" + answer[1] : answer[0]);
      if (!given) return error_at("", fmt::format("expected an edge as X,Y-X,Y, not {}", strata::quoted(answer[0])));
      const auto right = edge_value(truth.value);
      const auto same = [&](const CellPair& a, const CellPair& b) {
        return near(a.first, b.first, ask.within) && near(a.second, b.second, ask.within);
      };
      return right && (same(*given, *right) || same({given->second, given->first}, *right));
    }
    case LessonQuestionKind::kOrder:
    case LessonQuestionKind::kNext:
      return judge_order(truth, answer);
    case LessonQuestionKind::kSimulate:
      break;  // its steps are judged one by one (app/features/lesson/simulation.hpp)
  }
  return false;
}

std::string reason_of_choice(const LessonQuestion& ask, const WordList& answer) {
  if (ask.wrong.empty() || answer.size() != 1) return {};
  const size_t place = place_of_choice(ask, answer[0]);
  return place < ask.wrong.size() ? ask.wrong[place] : std::string();
}

std::string lesson_answer_text(const LessonQuestion& ask, const LessonSolution& truth) {
  switch (ask.kind) {
    case LessonQuestionKind::kNumber:
      return shown_value(truth.value);
    case LessonQuestionKind::kCell:
    case LessonQuestionKind::kNode: {
      const auto cell = cell_value(truth.value);
      return cell ? cell_text(*cell) : truth.value;
    }
    case LessonQuestionKind::kEdge: {
      const auto edge = edge_value(truth.value);
      return edge ? fmt::format("{} to {}", cell_text(edge->first), cell_text(edge->second)) : truth.value;
    }
    case LessonQuestionKind::kOrder:
    case LessonQuestionKind::kNext: {
      std::string text;
      for (const std::vector<Cell>& cells : truth.expansions) {
        text +=
            fmt::format("{}{}", text.empty() ? "" : ", then ", cells.empty() ? "nothing" : cell_text(cells.front()));
      }
      return text;
    }
    default:
      return truth.value;
  }
}

Status check_lesson_truth(const LessonQuestion& ask, const LessonSolution& truth) {
  const auto wrong = [&](std::string_view wanted) {
    return error_at("", fmt::format("the answer is {}, which is no {}", strata::quoted(truth.value), wanted));
  };
  switch (ask.kind) {
    case LessonQuestionKind::kChoice:
      if (std::ranges::find(ask.choices, truth.value) == ask.choices.end()) return wrong("choice");
      break;
    case LessonQuestionKind::kNumber:
      if (!parse_finite(truth.value)) return wrong("number");
      break;
    case LessonQuestionKind::kCell:
    case LessonQuestionKind::kNode:
      if (!cell_value(truth.value)) return wrong("cell");
      break;
    case LessonQuestionKind::kEdge:
      if (!edge_value(truth.value)) return wrong("edge");
      break;
    case LessonQuestionKind::kSimulate:
      break;
    default:
      if (truth.expansions.size() != static_cast<size_t>(ask.count)) {
        return error_at("", fmt::format("{} expansions are asked for, and the search has {} left", ask.count,
                                        truth.expansions.size()));
      }
      for (const std::vector<Cell>& cells : truth.expansions) {
        if (cells.empty()) return error_at("", "a node that is expanded lies in no cell");
      }
  }
  return success();
}

std::vector<std::string> right_lesson_words(const LessonQuestion& ask, const LessonSolution& truth) {
  if (ask.kind == LessonQuestionKind::kCell || ask.kind == LessonQuestionKind::kNode)
    return {cell_words(cell_value(truth.value).value_or(Cell{}))};
  WordList words;
  if (ask.simulates()) {
    std::istringstream text(truth.value);
    for (std::string word; text >> word;) words.push_back(word);
    return words;
  }
  if (ask.kind != LessonQuestionKind::kOrder && ask.kind != LessonQuestionKind::kNext) return {truth.value};
  for (const std::vector<Cell>& cells : truth.expansions) words.push_back(cell_words(cells.front()));
  return words;
}

std::vector<WordList> wrong_lesson_answers(const LessonQuestion& ask, const LessonSolution& truth) {
  std::vector<WordList> wrong;
  const int off = static_cast<int>(ask.within) + 1;
  switch (ask.kind) {
    case LessonQuestionKind::kChoice:
      for (const std::string& choice : ask.choices) {
        if (choice != truth.value) wrong.push_back({choice});
      }
      break;
    case LessonQuestionKind::kNumber: {
      const double right = parse_finite(truth.value).value_or(0);
      for (const double by : {1.0, -1.0}) {
        wrong.push_back({fmt::format("{:.6f}", right + by * (tolerance(ask, right) * 1.01 + 0.01))});
      }
      break;
    }
    case LessonQuestionKind::kCell:
    case LessonQuestionKind::kNode: {
      const Cell right = cell_value(truth.value).value_or(Cell{});
      wrong.push_back({cell_words({right.x + off, right.y})});
      wrong.push_back({cell_words({right.x, right.y + off})});
      break;
    }
    case LessonQuestionKind::kEdge: {
      const CellPair right = edge_value(truth.value).value_or(CellPair{});
      wrong.push_back({cell_words({right.first.x + off, right.first.y}), cell_words(right.second)});
      break;
    }
    case LessonQuestionKind::kOrder:
    case LessonQuestionKind::kNext: {
      WordList words = right_lesson_words(ask, truth);
      // A cell in which none of the nodes lie.
      int farthest = 0;
      for (const auto& cells : truth.expansions) {
        for (const Cell cell : cells) farthest = std::max(farthest, cell.x);
      }
      words.back() = cell_words({farthest + 1, truth.expansions.back().front().y});
      wrong.push_back(words);
      break;
    }
    case LessonQuestionKind::kSimulate:
      break;
  }
  return wrong;
}

}  // namespace strata
