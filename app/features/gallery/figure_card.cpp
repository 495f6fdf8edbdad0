#include "app/features/gallery/figure_card.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "app/base/untrusted_commands.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// Words that count as numbers. "Two" does not: it often stands for a pair.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kNumberWords = {{{"three", "3"},
                                                                                         {"four", "4"},
                                                                                         {"five", "5"},
                                                                                         {"six", "6"},
                                                                                         {"seven", "7"},
                                                                                         {"eight", "8"},
                                                                                         {"nine", "9"},
                                                                                         {"ten", "10"},
                                                                                         {"eleven", "11"},
                                                                                         {"twelve", "12"}}};

std::string small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

// A statement in the head of a card that has one text as its argument.
struct CardHeaderField {
  std::string_view word;
  std::string FigureCard::*text;
  // The statement may occur several times; its texts are then joined.
  bool several;
};
constexpr std::array<CardHeaderField, 8> kHeadTexts = {{{"figure", &FigureCard::id, false},
                                                        {"number", &FigureCard::number, false},
                                                        {"title", &FigureCard::title, false},
                                                        {"bench", &FigureCard::bench, false},
                                                        {"caption", &FigureCard::caption, true},
                                                        {"look", &FigureCard::look, true},
                                                        {"differs", &FigureCard::differs, true},
                                                        {"printed", &FigureCard::printed, true}}};

// Adds a row to the table of a card: cells between bars.
Status take_table_row(FigureCard& card, std::string_view row) {
  std::vector<std::string> cells;
  for (bool more = true; more;) {
    const size_t end = row.find('|');
    std::string_view cell = row.substr(0, end);
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    cells.emplace_back(cell);
    more = end != row.npos;
    if (more) row.remove_prefix(end + 1);
  }
  if (cells.size() > kMaxCardColumns) {
    return error_at("", fmt::format("a table has {} columns at most", kMaxCardColumns));
  }
  if (!card.table.empty() && cells.size() != card.table.front().size()) {
    return error_at(
        "", fmt::format("the row has {} cells, the head of the table {}", cells.size(), card.table.front().size()));
  }
  card.table.push_back(std::move(cells));
  return success();
}

// Parses a statement of the head of a card. Returns false if the word begins no such statement.
Result<bool> take_head(FigureCard& card, const Command& statement) {
  const auto one_text = [&]() -> Status {
    if (statement.args.size() == 1 && !statement.args[0].empty()) return success();
    return error_at("", fmt::format("{} expects one text, in quotes if it has blanks", statement.name));
  };
  if (statement.name == "paper") {
    if (Status one = one_text(); !one) return one.error();
    for (size_t i = 0; i < kFigurePapers.size(); ++i) {
      if (kFigurePapers[i].name != statement.args[0]) continue;
      card.paper = i;
      return true;
    }
    std::string names;
    for (const FigurePaper& paper : kFigurePapers) names += fmt::format("{}{}", names.empty() ? "" : ", ", paper.name);
    return error_at("", fmt::format("unknown paper '{}': there are {}", statement.args[0], names));
  }
  if (statement.name == "table") {
    if (Status one = one_text(); !one) return one.error();
    if (Status row = take_table_row(card, statement.args[0]); !row) return row.error();
    return true;
  }
  for (const CardHeaderField& head : kHeadTexts) {
    if (head.word != statement.name) continue;
    if (Status one = one_text(); !one) return one.error();
    std::string& text = card.*head.text;
    if (!text.empty() && !head.several) return error_at("", fmt::format("{} is there twice", head.word));
    text += (text.empty() ? "" : " ") + statement.args[0];
    return true;
  }
  return false;
}

Status check_head(const FigureCard& card) {
  constexpr std::array<std::string_view, 4> kNeeded = {"figure", "number", "title", "caption"};
  for (const CardHeaderField& head : kHeadTexts) {
    if ((card.*head.text).empty() && std::ranges::find(kNeeded, head.word) != kNeeded.end()) {
      return error_at(card.file, fmt::format("the head has no {}", head.word));
    }
  }
  const FigurePaper& paper = kFigurePapers[card.paper];
  if (!card.id.starts_with(paper.begin)) {
    return error_at(card.file,
                    fmt::format("'{}' is no id of the paper {}: they begin with {}", card.id, paper.name, paper.begin));
  }
  return success();
}

// Returns a key by which cards are sorted: HPA-2 before HPA-10; figures before tables, listings and claims.
std::pair<int, std::string> order_of(const FigureCard& card) {
  const std::string_view rest = std::string_view(card.id).substr(kFigurePapers[card.paper].begin.size());
  const size_t kind = rest.empty() ? 0 : std::string_view("TLC").find(rest[0]);
  const bool figure = kind == std::string_view::npos;
  size_t at = figure ? 0 : 1;
  int number = 0;
  while (at < rest.size() && is_digit(rest[at])) number = number * 10 + (rest[at++] - '0');
  return {(figure ? 0 : static_cast<int>(kind) + 1) * 1000 + number, std::string(rest.substr(at))};
}

}  // namespace

bool opens_card_file(const Command& command) {
  const CommandInfo* info = command_named(command.name);
  return info != nullptr && opens_named_file(*info);
}

Status check_card_command(const Command& command, std::string_view of) {
  if (Status known = check_command(command); !known) return known;
  if (!may_give(UntrustedFileKind::kFigure, *command_named(command.name))) {
    return error_at(command.name, fmt::format("{} may not run this command", of));
  }
  if (Status sides = check_made_map(command, of); !sides) return sides;
  if (!opens_card_file(command)) return success();
  const std::string& name = command.args[0];
  if (command.args.size() == 1 && name.find('/') == name.npos && name != "..") return success();
  return error_at(command.name, fmt::format("{} opens a file beside it, by its name alone", of));
}

Result<FigureCard> read_figure_card(std::string_view whole, const std::string& file) {
  if (whole.size() > kMaxCardBytes) {
    return error_at(file, fmt::format("has {} bytes, a card {} at most", whole.size(), kMaxCardBytes));
  }
  const Result<PlainText> plain = PlainText::of(whole, file);
  if (!plain) return plain.error();
  std::string_view text = plain.value().view();
  FigureCard card;
  card.file = file;
  bool paper_named = false;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    Result<Command> read = parse_command(text.substr(0, end), file + ":" + std::to_string(number));
    if (!read) return read.error();
    text.remove_prefix(std::min(end + 1, text.size()));
    Command& command = read.value();
    if (command.name.empty()) continue;
    const Result<bool> head = take_head(card, command);
    if (!head) return error_at_line(file, number, head.error().message());
    if (head.value()) {
      if (!card.lines.empty()) return error_at_line(file, number, "the head comes before the commands");
      paper_named |= command.name == "paper";
      continue;
    }
    if (Status may = check_card_command(command); !may) return error_at_line(file, number, may.error().message());
    if (card.lines.size() == kMaxCardLines) {
      return error_at_line(file, number, fmt::format("a card has {} commands at most", kMaxCardLines));
    }
    const bool checks = command.name == "assert";
    card.lines.push_back({number, std::move(command), checks});
  }
  if (!paper_named) return error_at(file, "the head has no paper");
  if (Status complete = check_head(card); !complete) return complete.error();
  return card;
}

Result<std::vector<FigureCard>> read_figure_cards(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<FigureCard> cards;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() != ".figure") continue;
    const Result<std::string> text = read_file(entry.path().string(), kMaxCardBytes);
    if (!text) return text.error();
    Result<FigureCard> card = read_figure_card(text.value(), entry.path().string());
    if (!card) return card.error();
    cards.push_back(std::move(card.value()));
  }
  if (failed) return error_at(folder, failed.message());
  std::ranges::sort(cards, [](const FigureCard& a, const FigureCard& b) {
    return std::pair(a.paper, order_of(a)) < std::pair(b.paper, order_of(b));
  });
  for (size_t i = 1; i < cards.size(); ++i) {
    if (cards[i].id == cards[i - 1].id) {
      return error_at(cards[i].file, fmt::format("{} is in {} too", cards[i].id, cards[i - 1].file));
    }
  }
  return cards;
}

bool figure_card_has(const FigureCard& card, std::string_view words) {
  const std::string all =
      small_letters(fmt::format("{} {} {} {} {} {} {}", card.id, card.number, card.title, card.caption, card.look,
                                kFigurePapers[card.paper].title, card.bench));
  while (!words.empty()) {
    const std::string_view word = next_word(words);
    if (!word.empty() && all.find(small_letters(word)) == all.npos) return false;
  }
  return true;
}

std::vector<std::string> numbers_in_text(std::string_view text) {
  std::vector<std::string> numbers;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    if (is_letter(text[at])) {
      while (at < text.size() && is_letter(text[at])) ++at;
      const std::string word = small_letters(text.substr(begin, at - begin));
      for (const auto& [name, digits] : kNumberWords) {
        if (word == name) numbers.emplace_back(digits);
      }
      continue;
    }
    if (!is_digit(text[at])) {
      ++at;
      continue;
    }
    std::string number;
    while (at < text.size() && (is_digit(text[at]) || ((text[at] == '.' || text[at] == ',') && at + 1 < text.size() &&
                                                       is_digit(text[at + 1])))) {
      if (text[at] != ',') number += text[at];
      ++at;
    }
    const bool of_name = begin > 0 && (is_letter(text[begin - 1]) || text[begin - 1] == '_');
    const std::string_view before = text.substr(0, begin);
    if (of_name || before.ends_with("level ") || before.ends_with("levels ") || before.ends_with("Level ")) continue;
    numbers.push_back(std::move(number));
  }
  return numbers;
}

std::vector<std::string> unproven_numbers(const FigureCard& card) {
  std::set<std::string> asserted;
  for (const FigureCard::CardCommand& line : card.lines) {
    // The first two arguments do not count: numbers in them, such as the path of the value, prove nothing.
    for (size_t i = 2; line.checks && i < line.command.args.size(); ++i) {
      for (std::string& number : numbers_in_text(line.command.args[i])) asserted.insert(std::move(number));
    }
  }
  std::set<std::string> of_paper = asserted;
  for (std::string& number : numbers_in_text(card.printed)) of_paper.insert(std::move(number));
  std::vector<std::string> unproven;
  const auto check = [&](std::string_view text, const std::set<std::string>& proven) {
    for (std::string& number : numbers_in_text(text)) {
      if (!proven.contains(number)) unproven.push_back(std::move(number));
    }
  };
  check(card.caption, asserted);
  check(card.look, asserted);
  check(card.differs, of_paper);
  for (const std::vector<std::string>& row : card.table) {
    for (const std::string& cell : row) check(cell, of_paper);
  }
  return unproven;
}

}  // namespace strata
