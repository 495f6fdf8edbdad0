#include "app/lesson/lesson_judge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

#include "app/base/count_text.hpp"
#include "app/lesson/lesson_text.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

using Words = std::vector<std::string>;
using Edge = std::pair<Cell, Cell>;

std::optional<double> number_word(std::string_view word) {
  double value = 0;
  const char* end = word.data() + word.size();
  const auto [rest, code] = std::from_chars(word.data(), end, value);
  if (code != std::errc{} || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Reads a number as people write it: 46219, 46 219 as the panels show it, 80.7 or 80,7, and 6.5 %. A comma before three
// digits could mean thousands: that is no number.
std::optional<double> written_number(const Words& words) {
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
  return number_word(joined);
}

// Reads a cell as it is written, or as the state dump has it: [3,4].
std::optional<Cell> cell_value(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  return cell_of(text);
}

std::optional<Edge> edge_value(std::string_view text) {
  const size_t middle = text.find('-');
  if (middle == text.npos) return std::nullopt;
  const auto from = cell_of(text.substr(0, middle)), to = cell_of(text.substr(middle + 1));
  if (!from || !to) return std::nullopt;
  return Edge(*from, *to);
}

// Numbers that are no whole ones are shown with two digits after the point.
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

Result<bool> judge_order(const LessonTruth& truth, const Words& answer) {
  if (answer.size() != truth.expansions.size()) {
    return count_error(fmt::format("{} cells as X,Y", truth.expansions.size()), answer.size());
  }
  bool right = true;
  std::vector<Cell> given;
  for (size_t i = 0; i < answer.size(); ++i) {
    const Result<Cell> cell = cell_word(answer[i]);
    if (!cell) return cell.error();
    bool allowed = std::ranges::find(truth.expansions[i], cell.value()) != truth.expansions[i].end();
    // A node that was passed over for another one with the same f may still come.
    for (size_t before = 0; before < i; ++before) allowed = allowed || truth.expansions[before].front() == cell.value();
    right = right && allowed && std::ranges::find(given, cell.value()) == given.end();
    given.push_back(cell.value());
  }
  return right;
}

std::string cell_text(Cell cell) { return fmt::format("({}, {})", cell.x, cell.y); }
std::string cell_words(Cell cell) { return fmt::format("{},{}", cell.x, cell.y); }

}  // namespace

std::string shown_value(const std::string& value) {
  const auto number = number_word(value);
  uint64_t whole = 0;
  const auto [rest, code] = std::from_chars(value.data(), value.data() + value.size(), whole);
  if (code == std::errc{} && rest == value.data() + value.size()) return count_text(whole);
  if (!number || value.find('.') == value.npos) return value;
  return *number == std::floor(*number) ? fmt::format("{:.0f}", *number) : fmt::format("{:.2f}", *number);
}

Result<bool> judge_lesson_answer(const LessonQuestion& ask, const LessonTruth& truth, const Words& answer) {
  if (answer.empty()) return error_at("", "the answer is missing");
  switch (ask.kind) {
    case AskKind::kChoice: {
      if (answer.size() != 1) return count_error("one choice", answer.size());
      size_t number = 0;
      const std::string& word = answer[0];
      const auto [rest, code] = std::from_chars(word.data(), word.data() + word.size(), number);
      const bool whole = code == std::errc{} && rest == word.data() + word.size();
      const auto named = std::ranges::find(ask.choices, word);
      if (named != ask.choices.end()) return word == truth.value;
      if (!whole || number < 1 || number > ask.choices.size()) {
        return error_at(
            "", fmt::format("expected a choice from 1 to {}, not {}", ask.choices.size(), strata::quoted(word)));
      }
      return ask.choices[number - 1] == truth.value;
    }
    case AskKind::kNumber: {
      const auto given = written_number(answer), right = number_word(truth.value);
      if (!given) {
        return error_at(
            "", fmt::format("expected a number, not {}", strata::quoted(fmt::format("{}", fmt::join(answer, " ")))));
      }
      return right && std::abs(*given - *right) <= tolerance(ask, *right);
    }
    case AskKind::kCell:
    case AskKind::kNode: {
      if (answer.size() != 1) return count_error("one cell as X,Y", answer.size());
      const Result<Cell> cell = cell_word(answer[0]);
      if (!cell) return cell.error();
      const auto right = cell_value(truth.value);
      return right && near(cell.value(), *right, ask.within);
    }
    case AskKind::kEdge: {
      if (answer.size() > 2) return count_error("two cells as X,Y", answer.size());
      const auto given = edge_value(answer.size() == 2 ? answer[0] + "-" + answer[1] : answer[0]);
      if (!given) return error_at("", fmt::format("expected an edge as X,Y-X,Y, not {}", strata::quoted(answer[0])));
      const auto right = edge_value(truth.value);
      const auto same = [&](const Edge& a, const Edge& b) {
        return near(a.first, b.first, ask.within) && near(a.second, b.second, ask.within);
      };
      return right && (same(*given, *right) || same({given->second, given->first}, *right));
    }
    case AskKind::kOrder:
    case AskKind::kNext:
      return judge_order(truth, answer);
  }
  return false;
}

std::string lesson_answer_text(const LessonQuestion& ask, const LessonTruth& truth) {
  switch (ask.kind) {
    case AskKind::kNumber:
      return shown_value(truth.value);
    case AskKind::kCell:
    case AskKind::kNode: {
      const auto cell = cell_value(truth.value);
      return cell ? cell_text(*cell) : truth.value;
    }
    case AskKind::kEdge: {
      const auto edge = edge_value(truth.value);
      return edge ? fmt::format("{} to {}", cell_text(edge->first), cell_text(edge->second)) : truth.value;
    }
    case AskKind::kOrder:
    case AskKind::kNext: {
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

Status check_lesson_truth(const LessonQuestion& ask, const LessonTruth& truth) {
  const auto wrong = [&](std::string_view wanted) {
    return error_at("", fmt::format("the answer is {}, which is no {}", strata::quoted(truth.value), wanted));
  };
  switch (ask.kind) {
    case AskKind::kChoice:
      if (std::ranges::find(ask.choices, truth.value) == ask.choices.end()) return wrong("choice");
      break;
    case AskKind::kNumber:
      if (!number_word(truth.value)) return wrong("number");
      break;
    case AskKind::kCell:
    case AskKind::kNode:
      if (!cell_value(truth.value)) return wrong("cell");
      break;
    case AskKind::kEdge:
      if (!edge_value(truth.value)) return wrong("edge");
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

std::vector<std::string> right_lesson_words(const LessonQuestion& ask, const LessonTruth& truth) {
  if (ask.kind == AskKind::kCell || ask.kind == AskKind::kNode)
    return {cell_words(cell_value(truth.value).value_or(Cell{}))};
  if (ask.kind != AskKind::kOrder && ask.kind != AskKind::kNext) return {truth.value};
  Words words;
  for (const std::vector<Cell>& cells : truth.expansions) words.push_back(cell_words(cells.front()));
  return words;
}

std::vector<Words> wrong_lesson_answers(const LessonQuestion& ask, const LessonTruth& truth) {
  std::vector<Words> wrong;
  const int off = static_cast<int>(ask.within) + 1;
  switch (ask.kind) {
    case AskKind::kChoice:
      for (const std::string& choice : ask.choices) {
        if (choice != truth.value) wrong.push_back({choice});
      }
      break;
    case AskKind::kNumber: {
      const double right = number_word(truth.value).value_or(0);
      for (const double by : {1.0, -1.0}) {
        wrong.push_back({fmt::format("{:.6f}", right + by * (tolerance(ask, right) * 1.01 + 0.01))});
      }
      break;
    }
    case AskKind::kCell:
    case AskKind::kNode: {
      const Cell right = cell_value(truth.value).value_or(Cell{});
      wrong.push_back({cell_words({right.x + off, right.y})});
      wrong.push_back({cell_words({right.x, right.y + off})});
      break;
    }
    case AskKind::kEdge: {
      const Edge right = edge_value(truth.value).value_or(Edge{});
      wrong.push_back({cell_words({right.first.x + off, right.first.y}), cell_words(right.second)});
      break;
    }
    case AskKind::kOrder:
    case AskKind::kNext: {
      Words words = right_lesson_words(ask, truth);
      int farthest = 0;  // a cell that is none of the nodes
      for (const auto& cells : truth.expansions) {
        for (const Cell cell : cells) farthest = std::max(farthest, cell.x);
      }
      words.back() = cell_words({farthest + 1, truth.expansions.back().front().y});
      wrong.push_back(words);
      break;
    }
  }
  return wrong;
}

}  // namespace strata
