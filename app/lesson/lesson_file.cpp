// The parser of lessons. Each statement has a function, listed in kStatements.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "app/lesson/lesson_text.hpp"
#include "app/lesson/lesson_variant.hpp"
#include "app/lesson/student_name.hpp"
#include "core/base/hash.hpp"
#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/text.hpp"
#include "core/world/planners.hpp"
#include "external/external_planner.hpp"

namespace strata {
namespace {

using WordList = std::vector<std::string>;

constexpr std::array<std::string_view, kLessonQuestionKinds> kAskNames = {"choice", "number", "cell", "node",
                                                                          "edge",   "order",  "next", "simulate"};
constexpr std::array<std::string_view, kSimulationForms> kSimulationNames = {"expansions", "relax", "contract",
                                                                             "connect"};
constexpr std::array<std::string_view, 9> kOperators = {"==", "!=",       "<",      "<=",     ">",
                                                        ">=", "contains", "exists", "missing"};

std::optional<int> whole_in(std::string_view word, int low, int high) {
  const auto value = parse_number<int>(word);
  return value && *value >= low && *value <= high ? value : std::nullopt;
}

Error wrong(std::string what) { return error_at("", std::move(what)); }

Status check_text(const std::string& text) {
  if (text.empty()) return wrong("the text is empty");
  if (text.size() > lesson_limits::kTextBytes) {
    return wrong(fmt::format("a text has at most {} bytes, this one has {}", lesson_limits::kTextBytes, text.size()));
  }
  const auto pieces = read_text(text);
  return pieces ? success() : Status(pieces.error());
}

bool is_id(std::string_view word) {
  return !word.empty() && word.size() <= 40 && word.front() != '-' &&
         std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

class LessonReader {
 public:
  LessonReader(const std::string& file, std::string_view student) : student_(student) { lesson_.file = file; }

  Result<Lesson> read(std::string_view text) {
    const Result<PlainText> plain = PlainText::of(text, lesson_.file);
    if (!plain) return plain.error();
    std::string_view rest = plain.value().view();
    size_t statements = 0;
    for (line_ = 1; !rest.empty(); ++line_) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      const Result<Command> words = words_of(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (!words) {
        if (!collected(words.error())) return words.error();
        continue;
      }
      if (words.value().name.empty()) continue;
      if (++statements > lesson_limits::kStatements) {
        return at_line(line_, fmt::format("a lesson has at most {} statements", lesson_limits::kStatements));
      }
      if (Status done = read_statement(words.value()); !done) return done.error();
    }
    if (Status whole = end_step(); !whole && !collected(whole.error())) return whole.error();
    Result<Lesson> lesson = finish();
    if (!lesson) (void)collected(lesson.error());
    return lesson;
  }

  // From now on statements with mistakes are left out, and the mistakes are added to the list.
  void collect(std::vector<std::string>& mistakes) { mistakes_ = &mistakes; }

 private:
  struct StatementSyntax {
    std::string_view name;
    std::string_view usage;
    // Minimum and maximum number of words after the name of the statement.
    size_t least, most;
    Status (LessonReader::*read)(const WordList&);
    // The statement is allowed only before the first step.
    bool head;
  };
  static std::span<const StatementSyntax> statements();

  // Reads the words of a line, and puts chosen values in place of their names. The statement itself cannot be chosen,
  // as all students have the same steps; nor what `pick` chooses from.
  Result<Command> words_of(std::string_view line) {
    const std::string where = fmt::format("{}:{}", lesson_.file, line_);
    Result<Command> plain = parse_command(line, where);
    if (!plain || plain.value().name == "pick") return plain;
    if (plain.value().name.find('$') != std::string::npos) {
      return at_line(line_, fmt::format("the statement {} cannot be picked", strata::quoted(plain.value().name)));
    }
    const Result<std::string> filled = variants_.filled_in(line);
    if (!filled) return at_line(line_, filled.error().what);
    return parse_command(filled.value(), where);
  }

  Error at_line(size_t line, std::string what) const { return error_at_line(lesson_.file, line, std::move(what)); }
  LessonStep& step() { return lesson_.steps.back(); }

  // Returns whether mistakes are collected. After one in the question of a step its other statements miss that, so that
  // what is wrong with them is not told.
  bool collected(const Error& error) {
    if (mistakes_ == nullptr) return false;
    if (!broken_) mistakes_->push_back(error.message());
    return true;
  }
  Status read_statement(const Command& command) {
    const Status done = statement(command);
    if (done) return done;
    const Error error = at_line(line_, done.error().message());
    // Without the first line nothing else can be read.
    if (!collected(error) || lesson_.id.empty()) return error;
    const bool opens = command.name == "setup" && lesson_.steps.size() == 1 && step().before.empty();
    broken_ = broken_ || opens || command.name == "ask" || command.name == "build" || command.name == "step";
    return success();
  }

  Status statement(const Command& command) {
    for (const StatementSyntax& one : statements()) {
      if (one.name != command.name) continue;
      if (lesson_.id.empty() && one.name != "lesson") return wrong("a lesson begins with: lesson ID VERSION");
      if (one.head && !lesson_.steps.empty()) return wrong(fmt::format("{} stands before the first step", one.name));
      if (!one.head && one.name != "step" && lesson_.steps.empty()) {
        return wrong(fmt::format("{} belongs to a step: step \"TITLE\" begins one", one.name));
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

  Status once(std::string& field, const std::string& word, std::string_view name) {
    if (!field.empty()) return wrong(fmt::format("{} is given twice", name));
    if (Status fine = check_text(word); !fine) return fine;
    field = word;
    return success();
  }

  Status read_lesson(const WordList& words) {
    if (!lesson_.id.empty()) return wrong("a file has one lesson");
    if (!is_id(words[0])) return wrong("an ID has up to 40 small letters, digits and hyphens");
    const auto version = whole_in(words[1], 1, 1'000'000);
    if (!version) return wrong(fmt::format("expected a version from 1 on, not {}", strata::quoted(words[1])));
    lesson_.id = words[0];
    lesson_.version = *version;
    return success();
  }
  Status read_title(const WordList& words) { return once(lesson_.title, words[0], "title"); }
  Status read_figure(const WordList& words) { return once(lesson_.figure, words[0], "figure"); }
  Status read_time(const WordList& words) {
    const auto minutes = whole_in(words[0], 1, 120);
    if (!minutes) return wrong(fmt::format("expected 1 to 120 minutes, not {}", strata::quoted(words[0])));
    if (lesson_.minutes > 0) return wrong("time is given twice");
    lesson_.minutes = *minutes;
    return success();
  }
  Status read_variant(const WordList& words) {
    if (words[0] != "seed" || words[1] != "student") return wrong("expected variant seed student");
    lesson_.by_student = true;
    return success();
  }

  Status read_pick(const WordList& words) {
    if (!lesson_.by_student) return wrong("pick needs the statement: variant seed student");
    if (variants_.picks().size() == lesson_limits::kPicks) {
      return wrong(fmt::format("a lesson has at most {} statements pick", lesson_limits::kPicks));
    }
    return variants_.add(words, lesson_.id, student_);
  }

  Status read_planner(const WordList& words) {
    if (!is_planner_name(words[0])) {
      return wrong(fmt::format("expected a name of up to {} letters, digits, - and _, not {}", kMostPlannerNameLetters,
                               strata::quoted(words[0])));
    }
    if (planner_named(words[0]) != nullptr) {
      return wrong(fmt::format("{} is a planner of Strata: a lesson has it anyway", words[0]));
    }
    if (std::ranges::find(lesson_.planners, words[0], &LessonPlanner::name) != lesson_.planners.end()) {
      return wrong(fmt::format("planner {} is given twice", words[0]));
    }
    if (lesson_.planners.size() == lesson_limits::kPlanners) {
      return wrong(fmt::format("a lesson needs at most {} planners", lesson_limits::kPlanners));
    }
    lesson_.planners.push_back({line_, words[0]});
    return success();
  }

  Status read_step(const WordList& words) {
    if (Status whole = end_step(); !whole && !collected(whole.error())) return whole;
    broken_ = false;
    if (lesson_.steps.size() == lesson_limits::kSteps) {
      return wrong(fmt::format("a lesson has at most {} steps", lesson_limits::kSteps));
    }
    if (Status fine = check_text(words[0]); !fine) return fine;
    lesson_.steps.emplace_back();
    step().line = line_;
    step().title = words[0];
    return success();
  }

  Status add_action(LessonAction::Kind kind, Command command, std::string_view statement) {
    std::vector<LessonAction>& list = step().asks() ? step().after : step().before;
    if (statement == "setup" && step().asks()) {
      return wrong("setup stands before the question of its step; reveal is run after the answer");
    }
    if (statement == "reveal" && !step().asks()) return wrong("reveal stands after ask or build");
    if (step().before.size() + step().after.size() >= lesson_limits::kStepActions) {
      return wrong(fmt::format("a step has at most {} commands", lesson_limits::kStepActions));
    }
    list.push_back({kind, line_, std::move(command)});
    return success();
  }
  Status add_command(const WordList& words, std::string_view statement) {
    Command command{words[0], {words.begin() + 1, words.end()}};
    if (Status allowed = check_lesson_command(command); !allowed) return allowed;
    const bool by_seed = std::ranges::find(command.args, "$SEED") != command.args.end();
    if (by_seed && !lesson_.by_student) return wrong("$SEED needs the statement: variant seed student");
    lesson_.by_seed = lesson_.by_seed || by_seed;
    const bool opens = command_does(command.name, does::kOpensMap);
    if (statement == "reveal" && opens) return wrong("reveal opens no map: the next step does");
    if (lesson_.steps.size() == 1 && step().before.empty() && !opens) {
      return wrong("the first setup opens a map: map.scene, map.open, map.new or map.generate");
    }
    return add_action(LessonAction::Kind::kCommand, std::move(command), statement);
  }
  Status read_setup(const WordList& words) { return add_command(words, "setup"); }
  Status read_reveal(const WordList& words) { return add_command(words, "reveal"); }
  Status read_hide(const WordList& words) { return add_action(LessonAction::Kind::kHide, {"hide", words}, "hide"); }
  Status read_show(const WordList& words) { return add_action(LessonAction::Kind::kShow, {"show", words}, "show"); }

  Status read_text(const WordList& words) {
    if (step().asks()) return wrong("text stands before the question of its step; because is said after the answer");
    if (Status fine = check_text(words[0]); !fine) return fine;
    step().texts.push_back(words[0]);
    return success();
  }
  Status read_hint(const WordList& words) {
    if (!step().asks()) return wrong("hint stands after ask or build");
    return once(step().hint, words[0], "hint");
  }
  // wrong "CHOICE" "REASON"
  Status read_wrong(const WordList& words) {
    if (!step().ask || step().ask->kind != LessonQuestionKind::kChoice) return wrong("wrong stands after ask choice");
    LessonQuestion& ask = *step().ask;
    const auto choice = std::ranges::find(ask.choices, words[0]);
    if (choice == ask.choices.end()) return wrong(fmt::format("{} is none of the choices", strata::quoted(words[0])));
    if (words[0] == ask.answer) return wrong(fmt::format("{} is the right choice", strata::quoted(words[0])));
    ask.wrong.resize(ask.choices.size());
    return once(ask.wrong[static_cast<size_t>(choice - ask.choices.begin())], words[1], "the reason of this choice");
  }
  Status read_because(const WordList& words) {
    if (!step().asks()) return wrong("because stands after ask or build");
    return once(step().because, words[0], "because");
  }

  Status read_ask(const WordList& words);
  Status read_answer(LessonQuestion& ask, const std::string& word) const;
  static Status read_count(LessonQuestion& ask, const std::string& word);
  static Status read_simulation(LessonQuestion& ask, const WordList& words, size_t& next);

  Status read_build(const WordList& words) {
    if (step().asks()) return wrong("a step has one question: begin another step");
    if (Status fine = check_text(words[0]); !fine) return fine;
    step().build = words[0];
    step().build_line = line_;
    return success();
  }
  Status add_test(std::vector<LessonTest>& list, const WordList& words) {
    if (!is_state_key(words[0]))
      return wrong(fmt::format("expected a key of the state dump, not {}", strata::quoted(words[0])));
    if (std::ranges::find(kOperators, words[1]) == kOperators.end()) {
      return wrong(
          fmt::format("unknown operator {}: == != < <= > >= contains exists missing", strata::quoted(words[1])));
    }
    const size_t values = words[1] == "exists" || words[1] == "missing" ? 0 : 1;
    if (words.size() < 2 + values) return wrong("the value is missing");
    if (words.size() > 3 + values) return wrong(fmt::format("{} is not expected here", strata::quoted(words.back())));
    const std::string saying = words.size() == 3 + values ? words.back() : std::string();
    if (words.size() == 3 + values) {
      if (Status fine = check_text(saying); !fine) return fine;
    }
    if (list.size() >= lesson_limits::kTests) {
      return wrong(fmt::format("a step has at most {} limits and as many checks", lesson_limits::kTests));
    }
    list.push_back({line_, words[0], words[1], values == 0 ? std::string() : words[2], saying});
    return success();
  }
  Status read_limit(const WordList& words) {
    if (!step().builds()) return wrong("limit stands after build");
    return add_test(step().limits, words);
  }
  Status read_check(const WordList& words) { return add_test(step().checks, words); }

  Status read_may(const WordList& words) {
    for (const std::string& word : words) {
      if (command_named(word) == nullptr) {
        return wrong(fmt::format("expected names of commands that the learner may give, not {}", strata::quoted(word)));
      }
      step().may.push_back(word);
    }
    return success();
  }
  Status read_cells(const WordList& words) {
    const auto a = cell_of(words[0]), b = cell_of(words[1]);
    const auto inside = [](const std::optional<Cell>& cell) {
      return cell && cell->x < lesson_limits::kMapSide && cell->y < lesson_limits::kMapSide;
    };
    if (!inside(a) || !inside(b)) {
      return wrong("expected cells X,Y X,Y: two corners of the rectangle in which the learner may paint");
    }
    step().cells.push_back(
        {std::min(a->x, b->x), std::min(a->y, b->y), std::max(a->x, b->x) + 1, std::max(a->y, b->y) + 1});
    return success();
  }

  Status end_step() {
    if (lesson_.steps.empty() || broken_) return success();
    const LessonStep& last = step();
    const auto missing = [&](std::string what) {
      return Status(at_line(last.line, fmt::format("the step \"{}\" {}", last.title, what)));
    };
    if (last.texts.empty() && !last.asks()) return missing("says and asks nothing");
    if (last.builds() && last.checks.empty()) return missing("has something built, but no check of it");
    if (last.builds() && last.after.empty() && !builds_planner(lesson_, last))
      return missing("has something built, but no reveal that builds it");
    if (last.asks() && last.because.empty()) return missing("has a question without because, the reason of its answer");
    if (lesson_.steps.size() == 1 && last.before.empty()) return missing("opens no map: the first setup does");
    return success();
  }
  Result<Lesson> finish() {
    if (lesson_.id.empty()) return at_line(1, "the file is empty: a lesson begins with lesson ID VERSION");
    if (lesson_.title.empty()) return at_line(line_, "the lesson has no title");
    if (lesson_.steps.empty()) return at_line(line_, "the lesson has no step");
    if (lesson_.questions() == 0) return at_line(line_, "the lesson asks nothing and has nothing built");
    lesson_.picks = variants_.picks();
    return std::move(lesson_);
  }

  Lesson lesson_;
  std::string student_;
  LessonVariants variants_;
  size_t line_ = 1;
  std::vector<std::string>* mistakes_ = nullptr;
  // The present step has a mistake without which its other statements cannot be judged.
  bool broken_ = false;
};

auto LessonReader::statements() -> std::span<const StatementSyntax> {
  using R = LessonReader;
  static constexpr size_t kMany = 1000;
  static constexpr StatementSyntax kStatements[] = {
      {"lesson", "ID VERSION", 2, 2, &R::read_lesson, true},
      {"title", "\"TEXT\"", 1, 1, &R::read_title, true},
      {"figure", "\"TEXT\"", 1, 1, &R::read_figure, true},
      {"time", "MINUTES", 1, 1, &R::read_time, true},
      {"variant", "seed student", 2, 2, &R::read_variant, true},
      {"pick", "NAMES VALUES VALUES...", 3, 1 + lesson_limits::kAlternatives, &R::read_pick, true},
      {"planner", "NAME", 1, 1, &R::read_planner, true},
      {"step", "\"TITLE\"", 1, 1, &R::read_step, false},
      {"setup", "COMMAND", 1, kMany, &R::read_setup, false},
      {"hide", "WHAT...", 1, 40, &R::read_hide, false},
      {"show", "WHAT...", 1, 40, &R::read_show, false},
      {"text", "\"TEXT\"", 1, 1, &R::read_text, false},
      {"ask", "KIND \"TEXT\" [ANSWER] [within N] [choices \"A\" \"B\"...]", 2, 30, &R::read_ask, false},
      {"build", "\"TEXT\"", 1, 1, &R::read_build, false},
      {"limit", "KEY OP [VALUE] [\"SAYING\"]", 2, 4, &R::read_limit, false},
      {"check", "KEY OP [VALUE] [\"SAYING\"]", 2, 4, &R::read_check, false},
      {"may", "COMMAND...", 1, 40, &R::read_may, false},
      {"cells", "X,Y X,Y", 2, 2, &R::read_cells, false},
      {"hint", "\"TEXT\"", 1, 1, &R::read_hint, false},
      {"because", "\"TEXT\"", 1, 1, &R::read_because, false},
      {"wrong", "\"CHOICE\" \"TEXT\"", 2, 2, &R::read_wrong, false},
      {"reveal", "COMMAND", 1, kMany, &R::read_reveal, false},
  };
  return kStatements;
}

// Reads the right answer, or the key under which it stands in the state dump.
Status LessonReader::read_answer(LessonQuestion& ask, const std::string& word) const {
  ask.answer = word;
  switch (ask.kind) {
    case LessonQuestionKind::kChoice:
      ask.is_key = std::ranges::find(ask.choices, word) == ask.choices.end();
      if (ask.is_key && !is_state_key(word)) {
        return wrong(fmt::format("the answer {} is none of the choices", strata::quoted(word)));
      }
      return success();
    case LessonQuestionKind::kNumber:
      ask.is_key = !parse_finite(word);
      break;
    case LessonQuestionKind::kCell:
    case LessonQuestionKind::kNode:
      ask.is_key = !cell_of(word);
      break;
    case LessonQuestionKind::kEdge: {
      const size_t middle = word.find('-');
      ask.is_key = false;
      if (middle != word.npos && cell_of(word.substr(0, middle)) && cell_of(word.substr(middle + 1))) return success();
      return wrong(fmt::format("expected an edge as X,Y-X,Y, not {}", strata::quoted(word)));
    }
    default:
      return success();
  }
  if (!ask.is_key || is_state_key(word)) return success();
  return wrong(fmt::format("expected {} or a key of the state dump, not {}",
                           ask.kind == LessonQuestionKind::kNumber ? "a number" : "a cell as X,Y",
                           strata::quoted(word)));
}

Status LessonReader::read_count(LessonQuestion& ask, const std::string& word) {
  const auto count = whole_in(word, 1, lesson_limits::kOrder);
  if (!count) {
    return wrong(fmt::format("expected 1 to {} expansions, not {}", lesson_limits::kOrder, strata::quoted(word)));
  }
  ask.count = *count;
  return success();
}

// Reads the form of a simulation; `next` is the index of the word after it.
Status LessonReader::read_simulation(LessonQuestion& ask, const WordList& words, size_t& next) {
  const auto form = std::ranges::find(kSimulationNames, words[2]);
  if (form == kSimulationNames.end()) {
    return wrong(fmt::format("expected expansions, relax, contract or connect, not {}", strata::quoted(words[2])));
  }
  ask.form = static_cast<SimulationForm>(form - kSimulationNames.begin());
  if (ask.form != SimulationForm::kExpansions) return success();
  if (words.size() == 3) return wrong("the number of expansions is missing");
  ++next;
  return read_count(ask, words[3]);
}

Status LessonReader::read_ask(const WordList& words) {
  if (step().asks()) return wrong("a step has one question: begin another step");
  LessonQuestion ask;
  const auto kind = std::ranges::find(kAskNames, words[0]);
  if (kind == kAskNames.end()) {
    return wrong(fmt::format("unknown kind of question {}: choice, number, cell, node, edge, order, next or simulate",
                             strata::quoted(words[0])));
  }
  ask.kind = static_cast<LessonQuestionKind>(kind - kAskNames.begin());
  ask.line = line_;
  ask.text = words[1];
  if (Status fine = check_text(ask.text); !fine) return fine;
  size_t i = 2;
  const bool answered = ask.kind != LessonQuestionKind::kNext;
  if (answered && words.size() == 2) return wrong("the answer is missing");
  if (answered) ++i;
  if (ask.simulates()) {
    if (Status read = read_simulation(ask, words, i); !read) return read;
  }
  if (i < words.size() && words[i] == "within") {
    const auto within = i + 1 < words.size() ? parse_finite(words[i + 1]) : std::nullopt;
    if (!within || *within < 0) return wrong("within needs a number from 0 on");
    const bool counts = ask.kind == LessonQuestionKind::kNumber || ask.kind == LessonQuestionKind::kCell ||
                        ask.kind == LessonQuestionKind::kNode || ask.kind == LessonQuestionKind::kEdge;
    if (!counts) return wrong(fmt::format("within is not for {}", ask_name(ask.kind)));
    ask.within = *within;
    i += 2;
  } else if (ask.kind == LessonQuestionKind::kNode || ask.kind == LessonQuestionKind::kEdge) {
    // Nodes are small on the map. A click may miss by one cell.
    ask.within = 1;
  }
  if (i < words.size() && words[i] == "choices") {
    if (ask.kind != LessonQuestionKind::kChoice) return wrong("choices are for ask choice");
    ask.choices.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
    i = words.size();
    for (const std::string& choice : ask.choices) {
      if (Status fine = check_text(choice); !fine) return fine;
      if (std::ranges::count(ask.choices, choice) > 1)
        return wrong(fmt::format("{} is a choice twice", strata::quoted(choice)));
    }
  }
  if (i < words.size()) return wrong(fmt::format("{} is not expected here", strata::quoted(words[i])));
  if (ask.kind == LessonQuestionKind::kChoice &&
      (ask.choices.size() < 2 || ask.choices.size() > lesson_limits::kChoices)) {
    return wrong(fmt::format("ask choice has 2 to {} choices", lesson_limits::kChoices));
  }
  if (ask.kind == LessonQuestionKind::kOrder) {
    if (Status read = read_count(ask, words[2]); !read) return read;
  } else if (answered && !ask.simulates()) {
    if (Status read = read_answer(ask, words[2]); !read) return read;
  }
  step().ask = std::move(ask);
  return success();
}

}  // namespace

std::string_view ask_name(LessonQuestionKind kind) { return kAskNames[static_cast<size_t>(kind)]; }
std::string_view simulation_name(SimulationForm form) { return kSimulationNames[static_cast<size_t>(form)]; }

size_t Lesson::questions() const {
  return static_cast<size_t>(std::ranges::count_if(steps, [](const LessonStep& step) { return step.asks(); }));
}

Result<Lesson> parse_lesson(std::string_view text, const std::string& file, std::string_view student) {
  Result<Lesson> lesson = LessonReader(file, student).read(text);
  if (!lesson) return lesson;
  lesson.value().text = text;
  lesson.value().hash = fmt::format("{:016x}", fnv1a(text));
  if (lesson.value().minutes == 0) lesson.value().minutes = estimated_minutes(lesson.value());
  return lesson;
}

int estimated_minutes(const Lesson& lesson) {
  constexpr double kWordsAMinute = 200, kStep = 1.0 / 6, kQuestion = 0.5, kTask = 1.5,
                   kSimulation = 2.5;  // the last four in minutes
  double minutes = 0;
  const auto read = [&](std::string_view text) {
    const auto blanks = std::ranges::count(text, ' ');
    if (!text.empty()) minutes += static_cast<double>(blanks + 1) / kWordsAMinute;
  };
  for (const LessonStep& step : lesson.steps) {
    minutes += kStep + (step.ask ? step.ask->simulates() ? kSimulation : kQuestion : 0) + (step.builds() ? kTask : 0);
    for (const std::string& text : step.texts) read(text);
    if (step.ask) read(step.ask->text);
    for (const std::string* text : {&step.build, &step.hint, &step.because}) read(*text);
  }
  return std::max(1, static_cast<int>(std::ceil(minutes)));
}

Result<Lesson> load_lesson(const std::string& path, std::string_view student) {
  const Result<std::string> text = read_file(path, lesson_limits::kFileBytes);
  if (!text) return text.error();
  return parse_lesson(text.value(), path, student);
}

std::vector<std::string> lesson_mistakes(const std::string& path, std::string_view student) {
  const Result<std::string> text = read_file(path, lesson_limits::kFileBytes);
  if (!text) return {text.error().message()};
  std::vector<std::string> mistakes;
  LessonReader reader(path, student);
  reader.collect(mistakes);
  const Result<Lesson> lesson = reader.read(text.value());
  if (mistakes.empty() && !lesson) mistakes.push_back(lesson.error().message());
  return mistakes;
}

uint32_t lesson_seed(std::string_view lesson, std::string_view student) {
  uint32_t hash = 2166136261u;  // FNV-1a
  const auto add = [&hash](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
  };
  add(lesson);
  add("\n");
  add(compared_name(student));
  return hash % 1'000'000'000;  // map seeds have at most nine digits
}

}  // namespace strata
