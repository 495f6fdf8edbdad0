#include "app/features/lesson/lesson_leaks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include "app/features/lesson/lesson.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/state_value.hpp"
#include "app/lesson/lesson_text.hpp"
#include "core/base/number_text.hpp"

namespace strata {
namespace {

using nlohmann::json;

// The parts of the state that panels show as numbers or sentences, besides the facts of structures.
constexpr std::array<std::string_view, 6> kShownParts = {"planners", "meter",    "inspected",
                                                         "xray",     "messages", "notices"};
// Their values that are settings, or stand on no panel.
constexpr std::array<std::string_view, 8> kNotShown = {"memory_bytes", "cost", "raw_cost", "micros",
                                                       "cluster_size", "mu",   "size",     "edits"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// Returns how many bytes at the beginning of the text are a number with its groups of three digits; 0: none.
size_t number_length(std::string_view text) {
  size_t end = 0;
  const auto digits = [&](size_t from) {
    size_t count = 0;
    while (from + count < text.size() && is_digit(text[from + count])) ++count;
    return count;
  };
  end = digits(0);
  while (end > 0 && end < text.size() && text[end] == ' ' && digits(end + 1) == 3) end += 4;
  if (end > 0 && end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1])) end += 1 + digits(end + 1);
  return end;
}

// Returns how many bytes at the beginning of the text are a cell in parentheses; 0: none.
size_t cell_length(std::string_view text) {
  if (text.empty() || text[0] != '(') return 0;
  const size_t x = number_length(text.substr(1));
  size_t at = 1 + x;
  if (x == 0 || at >= text.size() || text[at] != ',') return 0;
  if (++at < text.size() && text[at] == ' ') ++at;
  const size_t y = number_length(text.substr(std::min(at, text.size())));
  at += y;
  return y > 0 && at < text.size() && text[at] == ')' ? at + 1 : 0;
}

// Whole numbers below 10 are not looked for in texts.
bool is_telling(double answer) { return std::abs(answer) >= 10 || answer != std::floor(answer); }

bool same_number(double shown, double answer) {
  return answer == std::floor(answer) ? shown == answer : std::abs(shown - answer) < 0.006;
}

std::set<std::string> keys_in(const std::string& text) {
  std::set<std::string> keys;
  const auto pieces = read_text(text);
  if (!pieces) return keys;
  for (const TextPiece& piece : pieces.value()) {
    if (piece.kind == TextPiece::Kind::kValue) keys.insert(piece.text);
  }
  return keys;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Returns whether the words stand in the text as whole words.
bool has_words(const std::string& text, const std::string& words) {
  const std::string in = lower(text), of = lower(words);
  const auto is_part = [](char c) { return is_letter(c) || is_digit(c); };
  for (size_t at = in.find(of); at != in.npos; at = in.find(of, at + 1)) {
    const size_t end = at + of.size();
    if ((at == 0 || !is_part(in[at - 1])) && (end == in.size() || !is_part(in[end]))) return true;
  }
  return false;
}

// Returns the place of the number in a part of the state, such as "hpa.nodes"; empty: it is not there.
std::string place_of(const json& part, const std::string& path, double answer) {
  if (part.is_object() || part.is_array()) {
    for (const auto& [name, value] : part.items()) {
      if (std::ranges::find(kNotShown, name) != kNotShown.end()) continue;
      if (std::string found = place_of(value, path + "." + name, answer); !found.empty()) return found;
    }
    return {};
  }
  if (part.is_number()) return same_number(part.get<double>(), answer) ? path : "";
  if (!part.is_string()) return {};
  const std::vector<double> numbers = numbers_in(part.get_ref<const std::string&>());
  return std::ranges::any_of(numbers, [&](double one) { return same_number(one, answer); }) ? path : "";
}

// Returns where the number stands on the screen outside of the lesson's texts; empty: nowhere.
std::string place_on_screen(const json& state, double answer) {
  std::vector<std::string_view> parts(kShownParts.begin(), kShownParts.end());
  for (const Feature* feature : features()) {
    if (!feature->facts.key.empty()) parts.push_back(feature->facts.key);
  }
  for (const std::string_view name : parts) {
    const auto part = state.find(name);
    // What is off stands on no panel.
    if (part == state.end() || (part->is_object() && !part->value("on", true))) continue;
    if (std::string found = place_of(*part, std::string(name), answer); !found.empty()) return found;
  }
  for (const char* key : {"playback.sentence", "query.note"}) {
    const auto text = state_value(state, key);
    if (text && !place_of(json(*text), key, answer).empty()) return key;
  }
  return {};
}

bool hides_table(const json& state) {
  const json& hidden = state["hidden"];
  return std::ranges::find(hidden, json("table")) != hidden.end();
}

std::string on_screen(const std::string& key, const std::string& value) {
  return fmt::format("{} is {} on the screen before the question is answered: hide what shows it", key,
                     shown_value(value));
}

// Returns the numbers of the right choice that stand in no other choice.
std::vector<double> numbers_of_choice(const LessonQuestion& ask, const std::string& answer) {
  std::vector<double> numbers = numbers_in(answer);
  for (const std::string& choice : ask.choices) {
    if (choice == answer) continue;
    const std::vector<double> others = numbers_in(choice);
    std::erase_if(numbers, [&](double one) { return std::ranges::find(others, one) != others.end(); });
  }
  std::erase_if(numbers, [](double one) { return !is_telling(one); });
  return numbers;
}

// Returns whether the text has the words of the right choice, and those of no other one.
bool tells_choice(const std::string& text, const LessonQuestion& ask, const std::string& answer) {
  constexpr size_t kLeastLetters = 4;
  const auto stands = [&](const std::string& choice) { return has_words(text, choice); };
  return answer.size() >= kLeastLetters && stands(answer) && std::ranges::count_if(ask.choices, stands) == 1;
}

// Returns whether the answer is a cost: the sum of the steps of a path, which is written with two decimals.
bool asks_cost(const LessonQuestion& ask) {
  return ask.is_key && (ask.answer.ends_with(".steps") || ask.answer.ends_with("cost"));
}

// Returns whether the number stands in the text. Costs are written with a fraction, counts without one.
bool has_number(std::string_view text, double number, bool cost) {
  const std::vector<double> all = numbers_in(text);
  if (std::ranges::none_of(all, [&](double one) { return same_number(one, number); })) return false;
  return cost || number != std::floor(number) || text.find(fmt::format("{}.", number)) == text.npos;
}

std::string_view last_word(std::string_view key) { return key.substr(key.rfind('.') + 1); }

}  // namespace

json shown_state(Lab& lab) {
  lab.finish_updates();
  json state = state_json(lab);
  json rows = json::object();
  for (const auto& [name, row] : state["planners"].items()) {
    // What the stepped planner has done stands at the steps as well.
    if (name == lab.state().traced || (row.value("shown", false) && !hides_table(state))) rows[name] = row;
  }
  state["planners"] = std::move(rows);
  return state;
}

std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  for (size_t at = 0; at < text.size();) {
    if (const size_t cell = cell_length(text.substr(at)); cell > 0) {
      at += cell;
      continue;
    }
    const size_t length = number_length(text.substr(at));
    if (length == 0) {
      ++at;
      continue;
    }
    const bool in_word = (at > 0 && (is_letter(text[at - 1]) || text[at - 1] == '.')) ||
                         (at + length < text.size() && is_letter(text[at + length]));
    std::string number(text.substr(at, length));
    std::erase(number, ' ');
    const auto value = parse_finite(number);
    if (!in_word && value) numbers.push_back(*value);
    at += length;
  }
  return numbers;
}

std::vector<std::string> LessonLeaks::before(const LessonController& lesson, const LessonSolution& truth, json shown,
                                             std::span<const ScreenText> screen) {
  const LessonQuestion& ask = *lesson.step().ask;
  shown_ = std::move(shown);
  texts_ = lesson.shown().texts;
  std::vector<std::string> leaks;
  if (ask.kind == LessonQuestionKind::kNumber) {
    if (const auto answer = parse_finite(truth.value); answer && is_telling(*answer)) find_number(ask, *answer, leaks);
  }
  if (ask.kind == LessonQuestionKind::kChoice) find_choice(ask, truth.value, leaks);
  find_drawn(ask, truth.value, screen, leaks);
  if (ask.is_key && state_value(shown_, ask.answer) == truth.value) {
    leaks.push_back(on_screen(ask.answer, truth.value));
  }
  return leaks;
}

void LessonLeaks::find_number(const LessonQuestion& ask, double answer, std::vector<std::string>& leaks) const {
  const auto is_answer = [&](double number) { return same_number(number, answer); };
  for (const std::string& text : texts_) {
    if (std::ranges::any_of(numbers_in(text), is_answer)) {
      leaks.push_back(fmt::format("the answer {} stands in a text of the step: {}", answer, text));
    }
  }
  if (const std::string place = place_on_screen(shown_, answer); !place.empty()) {
    leaks.push_back(fmt::format("the answer {} stands on the screen before it is given: {}", answer, place));
  }
  if (!ask.is_key) return;
  // What is asked for again may be remembered, but something else of this name must not have the answer.
  const auto told = std::ranges::find_if(told_, [&](const ToldValue& one) {
    return one.key != ask.answer && last_word(one.key) == last_word(ask.answer) &&
           std::abs(one.value - answer) <= ask.within + 0.006;
  });
  if (told == told_.end()) return;
  leaks.push_back(
      fmt::format("step {} has told {} for {}, which is taken as the answer", told->step, told->value, told->key));
}

void LessonLeaks::find_choice(const LessonQuestion& ask, const std::string& answer,
                              std::vector<std::string>& leaks) const {
  const std::vector<double> numbers = numbers_of_choice(ask, answer);
  for (const std::string& text : texts_) {
    if (tells_choice(text, ask, answer)) {
      leaks.push_back(fmt::format("the right choice stands in a text of the step: {}", answer));
    }
    for (const double shown : numbers_in(text)) {
      if (std::ranges::find(numbers, shown) == numbers.end()) continue;
      leaks.push_back(fmt::format("the number {} of the right choice stands in a text of the step", shown));
    }
  }
  for (const double number : numbers) {
    const std::string place = place_on_screen(shown_, number);
    if (place.empty()) continue;
    leaks.push_back(fmt::format("the number {} of the right choice stands on the screen: {}", number, place));
  }
}

void LessonLeaks::find_drawn(const LessonQuestion& ask, const std::string& answer, std::span<const ScreenText> screen,
                             std::vector<std::string>& leaks) const {
  std::vector<double> numbers;
  const bool chooses = ask.kind == LessonQuestionKind::kChoice;
  if (chooses) numbers = numbers_of_choice(ask, answer);
  if (const auto number = parse_finite(answer);
      ask.kind == LessonQuestionKind::kNumber && number && is_telling(*number)) {
    numbers.push_back(*number);
  }
  std::set<std::string> places;
  for (const ScreenText& one : screen) {
    // The cells and nodes of a map have all numbers of a range, among them those of a rough choice.
    const bool counts = !chooses || one.place != "on the map";
    const auto stands = [&](double number) { return counts && has_number(one.text, number, asks_cost(ask)); };
    const bool tells = std::ranges::any_of(numbers, stands) || (chooses && tells_choice(one.text, ask, answer));
    if (!tells || !places.insert(one.place).second) continue;
    leaks.push_back(fmt::format("the answer {} stands {}: {}", answer, one.place, one.text));
  }
}

std::vector<std::string> LessonLeaks::after(const LessonStep& step, const json& now) const {
  std::set<std::string> told = keys_in(step.ask->text), keys = keys_in(step.because);
  told.merge(keys_in(step.hint));
  for (const std::string& text : step.texts) told.merge(keys_in(text));
  std::erase_if(keys, [&](const std::string& key) { return told.contains(key) || key.starts_with("map."); });
  std::vector<std::string> leaks;
  for (const std::string& key : keys) {
    const auto before = state_value(shown_, key);
    if (!before || before != state_value(now, key)) continue;
    leaks.push_back(on_screen(key, *before));
  }
  for (const LessonTest& fact : step.checks) {
    const auto value = state_value(now, fact.key);
    const auto number = value ? parse_finite(*value) : std::nullopt;
    if (!number || !is_telling(*number) || told.contains(fact.key) || !fact.key.starts_with("planners.")) continue;
    for (size_t i = 0; i < compared_.size(); ++i) {
      if (state_value(compared_[i], fact.key) != value) continue;
      leaks.push_back(fmt::format("step {} has shown {} in the comparison: {}", i + 1, fact.key, shown_value(*value)));
      break;
    }
  }
  for (size_t i = 0; i < step.texts.size() && step.ask->is_key; ++i) {
    const bool tells = keys_in(step.texts[i]).contains(step.ask->answer);
    if (!tells || with_state_values(step.texts[i], now) != texts_[i]) continue;
    leaks.push_back(fmt::format("a text of the step tells the answer: value({})", step.ask->answer));
  }
  return leaks;
}

void LessonLeaks::note_told(const LessonStep& step, size_t number, const json& now) {
  json rows = json::object();
  for (const auto& [name, row] : now["planners"].items()) {
    if (row.value("shown", false) && !hides_table(now)) rows["planners"][name] = row;
  }
  compared_.push_back(std::move(rows));
  std::set<std::string> keys = keys_in(step.because);
  for (const std::string& text : step.texts) keys.merge(keys_in(text));
  for (const std::string& key : keys) {
    const auto value = state_value(now, key);
    const auto told = value ? parse_finite(*value) : std::nullopt;
    if (told && is_telling(*told)) told_.push_back({number, key, *told});
  }
}

}  // namespace strata
