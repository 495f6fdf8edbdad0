#include "app/features/show/run_of_show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>

#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

using WordList = std::vector<std::string>;

Error wrong(std::string what) { return error_at("", std::move(what)); }

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

// Returns whether the word can be the id of a run of show, a card or a lesson. No path is one.
bool is_id(std::string_view word) {
  return !word.empty() && word.size() <= 40 && word.front() != '-' && std::ranges::all_of(word, is_letter_or_digit);
}

Status check_text(const std::string& text) {
  if (text.empty()) return wrong("the text is empty");
  if (text.size() <= show_limits::kTextBytes) return success();
  return wrong(fmt::format("a text has at most {} bytes, this one has {}", show_limits::kTextBytes, text.size()));
}

Result<int> whole_in(const std::string& word, int low, int high, std::string_view what) {
  const auto value = parse_number<int>(word);
  if (value && *value >= low && *value <= high) return *value;
  return wrong(fmt::format("expected {} from {} to {}, not {}", what, low, high, strata::quoted(word)));
}

// Reads a run of show statement by statement.
class ShowReader {
 public:
  explicit ShowReader(const std::string& file) { show_.file = file; }

  Result<RunOfShow> read(std::string_view whole) {
    if (whole.size() > show_limits::kBytes) {
      return error_at(show_.file,
                      fmt::format("has {} bytes, a run of show {} at most", whole.size(), show_limits::kBytes));
    }
    const Result<PlainText> plain = PlainText::of(whole, show_.file);
    if (!plain) return plain.error();
    std::string_view text = plain.value().view();
    for (line_ = 1; !text.empty(); ++line_) {
      const size_t end = std::min(text.find('\n'), text.size());
      const Result<Command> words = parse_command(text.substr(0, end), fmt::format("{}:{}", show_.file, line_));
      if (!words) return words.error();
      text.remove_prefix(std::min(end + 1, text.size()));
      if (words.value().name.empty()) continue;
      if (Status done = statement(words.value()); !done) {
        return error_at_line(show_.file, line_, done.error().message());
      }
    }
    if (Status whole_item = end_item(); !whole_item) return whole_item.error();
    if (Status head = check_head(); !head) return head.error();
    return std::move(show_);
  }

 private:
  enum class Place : uint8_t { kHead, kItems, kStops };  // before the items, between them, in a stop
  struct StatementSyntax {
    std::string_view name, usage;
    size_t least, most;  // number of words after the name of the statement
    Place place;
    Status (ShowReader::*read)(const WordList&);
  };
  static std::span<const StatementSyntax> statements();

  ShowItem& item() { return show_.items.back(); }
  ShowStop& stop() { return item().stops.back(); }

  Status statement(const Command& command) {
    for (const StatementSyntax& one : statements()) {
      if (one.name != command.name) continue;
      if (show_.id.empty() && one.name != "show") return wrong("a run of show begins with: show ID VERSION");
      if (one.place == Place::kHead && !show_.items.empty()) {
        return wrong(fmt::format("{} stands before the first item", one.name));
      }
      if (one.place == Place::kStops && show_.items.empty()) {
        return wrong(fmt::format("{} belongs to an item: item \"TITLE\" MINUTES begins one", one.name));
      }
      if (command.args.size() < one.least || command.args.size() > one.most) {
        return wrong(fmt::format("expected {} {}", one.name, one.usage));
      }
      return (this->*one.read)(command.args);
    }
    std::string names;
    for (const StatementSyntax& one : statements()) names += fmt::format("{}{}", names.empty() ? "" : ", ", one.name);
    return wrong(fmt::format("unknown statement {}: there are {}", strata::quoted(command.name), names));
  }

  Status read_show(const WordList& words) {
    if (!show_.id.empty()) return wrong("a file has one run of show");
    if (!is_id(words[0])) return wrong("an ID has up to 40 letters, digits and hyphens");
    const Result<int> version = whole_in(words[1], 1, 1'000'000, "a version");
    if (!version) return version.error();
    show_.id = words[0];
    show_.version = version.value();
    return success();
  }
  Status read_title(const WordList& words) {
    if (!show_.title.empty()) return wrong("title is given twice");
    show_.title = words[0];
    return check_text(words[0]);
  }
  Status read_minutes(const WordList& words) {
    if (show_.minutes > 0) return wrong("minutes is given twice");
    const Result<int> minutes = whole_in(words[0], 1, show_limits::kMinutes, "minutes");
    if (!minutes) return minutes.error();
    show_.minutes = minutes.value();
    return success();
  }
  Status read_item(const WordList& words) {
    if (Status whole = end_item(); !whole) return whole;
    if (show_.items.size() == show_limits::kItems) {
      return wrong(fmt::format("a run of show has at most {} items", show_limits::kItems));
    }
    if (Status fine = check_text(words[0]); !fine) return fine;
    const Result<int> minutes = whole_in(words[1], 1, show_limits::kMinutes, "minutes");
    if (!minutes) return minutes.error();
    ShowItem next;
    next.line = line_;
    next.title = words[0];
    next.minutes = minutes.value();
    show_.items.push_back(std::move(next));
    return begin_stop("");
  }
  Status begin_stop(const std::string& title) {
    if (++stops_ > show_limits::kStops) {
      return wrong(fmt::format("a run of show has at most {} stops", show_limits::kStops));
    }
    ShowStop next;
    next.line = line_;
    next.title = title;
    item().stops.push_back(std::move(next));
    return success();
  }
  Status read_stop(const WordList& words) {
    if (Status fine = check_text(words[0]); !fine) return fine;
    return begin_stop(words[0]);
  }
  // Checks that the item may open a card or a lesson at this place.
  Status check_opening(std::string_view statement) {
    if (!item().card.empty() || !item().lesson.empty()) return wrong("an item opens one card or one lesson");
    if (item().stops.size() > 1 || !stop().lines.empty()) {
      return wrong(fmt::format("{} stands before the commands of its item", statement));
    }
    return success();
  }
  Status read_card(const WordList& words) {
    if (Status fine = check_opening("card"); !fine) return fine;
    if (!is_id(words[0])) return wrong(fmt::format("expected the id of a card, not {}", strata::quoted(words[0])));
    item().card = words[0];
    return success();
  }
  Status read_lesson(const WordList& words) {
    if (Status fine = check_opening("lesson"); !fine) return fine;
    if (!is_id(words[0])) return wrong(fmt::format("expected the name of a lesson, not {}", strata::quoted(words[0])));
    if (words.size() == 2 || (words.size() == 3 && words[1] != "step")) return wrong("expected lesson NAME [step N]");
    if (words.size() == 3) {
      const Result<int> step = whole_in(words[2], 1, 100, "a step");
      if (!step) return step.error();
      item().lesson_step = step.value();
    }
    item().lesson = words[0];
    return success();
  }
  Status add_command(Command command, bool checks) {
    if (Status may = check_card_command(command, "a run of show"); !may) return may;
    if (++commands_ > show_limits::kCommands) {
      return wrong(fmt::format("a run of show has at most {} commands", show_limits::kCommands));
    }
    stop().lines.push_back({line_, std::move(command), checks});
    return success();
  }
  Status read_do(const WordList& words) {
    if (!item().lesson.empty()) return wrong("a lesson runs its own commands: do stands in other items");
    if (words[0] == "assert") return wrong("assert is a statement of its own");
    Command command{words[0], {words.begin() + 1, words.end()}};
    const bool first = item().card.empty() && item().stops.size() == 1 && stop().lines.empty();
    if (first && !command_does(command.name, does::kOpensMap)) {
      if (Status known = check_card_command(command, "a run of show"); !known) return known;
      return wrong("the first do of an item without a card opens a map: map.open, map.scene, map.new or map.generate");
    }
    return add_command(std::move(command), false);
  }
  Status read_assert(const WordList& words) { return add_command({"assert", words}, true); }
  Status add_text(std::vector<std::string>& texts, const std::string& text) {
    if (Status fine = check_text(text); !fine) return fine;
    if (++texts_ > show_limits::kTexts) {
      return wrong(fmt::format("a run of show has at most {} notes and questions", show_limits::kTexts));
    }
    texts.push_back(text);
    return success();
  }
  Status read_note(const WordList& words) { return add_text(stop().notes, words[0]); }
  Status read_ask(const WordList& words) { return add_text(stop().questions, words[0]); }

  Status end_item() {
    if (show_.items.empty()) return success();
    const auto acts = [](const FigureCard::CardCommand& line) { return !line.checks; };
    const bool opens =
        !item().card.empty() || !item().lesson.empty() || std::ranges::any_of(item().stops[0].lines, acts);
    if (opens) return success();
    return error_at_line(show_.file, item().line,
                         "the item shows nothing: it needs card, lesson or a do in its opening");
  }
  Status check_head() const {
    if (show_.id.empty()) return error_at(show_.file, "a run of show begins with: show ID VERSION");
    if (show_.title.empty()) return error_at(show_.file, "the head has no title");
    if (show_.minutes == 0) return error_at(show_.file, "the head has no minutes");
    if (show_.items.empty()) return error_at(show_.file, "there is no item: item \"TITLE\" MINUTES begins one");
    const int sum = minutes_before(show_, show_.items.size());
    if (sum == show_.minutes) return success();
    return error_at(show_.file,
                    fmt::format("the items take {} minutes together, the head says {}", sum, show_.minutes));
  }

  RunOfShow show_;
  size_t line_ = 0, stops_ = 0, commands_ = 0, texts_ = 0;
};

std::span<const ShowReader::StatementSyntax> ShowReader::statements() {
  static constexpr std::array<StatementSyntax, 11> kStatements = {
      {{"show", "ID VERSION", 2, 2, Place::kHead, &ShowReader::read_show},
       {"title", "\"TEXT\"", 1, 1, Place::kHead, &ShowReader::read_title},
       {"minutes", "NUMBER", 1, 1, Place::kHead, &ShowReader::read_minutes},
       {"item", "\"TITLE\" MINUTES", 2, 2, Place::kItems, &ShowReader::read_item},
       {"card", "ID", 1, 1, Place::kStops, &ShowReader::read_card},
       {"lesson", "NAME [step N]", 1, 3, Place::kStops, &ShowReader::read_lesson},
       {"do", "COMMAND", 1, 100, Place::kStops, &ShowReader::read_do},
       {"note", "\"TEXT\"", 1, 1, Place::kStops, &ShowReader::read_note},
       {"ask", "\"TEXT\"", 1, 1, Place::kStops, &ShowReader::read_ask},
       {"assert", "KEY OP VALUE", 2, 100, Place::kStops, &ShowReader::read_assert},
       {"stop", "\"TITLE\"", 1, 1, Place::kStops, &ShowReader::read_stop}}};
  return kStatements;
}

}  // namespace

Result<RunOfShow> read_run_of_show(std::string_view text, const std::string& file) {
  return ShowReader(file).read(text);
}

Result<RunOfShow> load_run_of_show(const std::string& path) {
  const Result<std::string> text = read_file(path, show_limits::kBytes);
  if (!text) return text.error();
  return read_run_of_show(text.value(), path);
}

int minutes_before(const RunOfShow& show, size_t item) {
  int sum = 0;
  for (size_t i = 0; i < item; ++i) sum += show.items[i].minutes;
  return sum;
}

std::vector<std::string> unproven_numbers(const ShowItem& item) {
  std::set<std::string> proven;
  for (const ShowStop& stop : item.stops) {
    for (const FigureCard::CardCommand& line : stop.lines) {
      // The first two words do not count: numbers in them, such as the path of the value, prove nothing.
      for (size_t i = 2; line.checks && i < line.command.args.size(); ++i) {
        for (std::string& number : numbers_in_text(line.command.args[i])) proven.insert(std::move(number));
      }
    }
  }
  std::vector<std::string> unproven;
  const auto look = [&](const std::string& text) {
    for (std::string& number : numbers_in_text(text)) {
      if (!proven.contains(number)) unproven.push_back(std::move(number));
    }
  };
  look(item.title);
  for (const ShowStop& stop : item.stops) {
    look(stop.title);
    for (const auto* texts : {&stop.notes, &stop.questions}) std::ranges::for_each(*texts, look);
  }
  return unproven;
}

}  // namespace strata
