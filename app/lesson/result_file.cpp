// The parser of lesson results: it first builds a tree of values with their lines, then reads the fields.
#include "app/lesson/result_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "app/lesson/lesson.hpp"
#include "app/lesson/step_verdict.hpp"
#include "core/io/text.hpp"
#include "traces/document_reader.hpp"

namespace strata {
namespace {

struct ResultTreeNode {
  enum class Kind : uint8_t { kNull, kText, kNumber, kList, kObject };
  Kind kind = Kind::kNull;
  size_t line = 0;
  std::string text;
  double number = 0;
  std::vector<std::string> keys;  // for kObject
  std::vector<ResultTreeNode> items;
};

class ResultTree : public DocumentReader {
 public:
  explicit ResultTree(const std::string& file)
      : DocumentReader(file, {.bytes = result_limits::kFileBytes, .depth = 8, .seconds = 10}) {}

  void begin_object() override { begin(ResultTreeNode::Kind::kObject); }
  void end_object() override { open_.pop_back(); }
  void begin_list() override { begin(ResultTreeNode::Kind::kList); }
  void end_list() override { open_.pop_back(); }
  void key(std::string_view name) override {
    std::vector<std::string>& keys = here().keys;
    if (std::ranges::find(keys, name) != keys.end())
      return refuse(fmt::format("{} is there twice", strata::quoted(name)));
    if (keys.size() == kMostKeys) return refuse(fmt::format("an object has at most {} fields", kMostKeys));
    keys.emplace_back(name);
  }
  void text(std::string_view value) override {
    add({ResultTreeNode::Kind::kText, line(), std::string(value), 0, {}, {}});
  }
  void number(double value, std::string_view) override {
    add({ResultTreeNode::Kind::kNumber, line(), {}, value, {}, {}});
  }
  void null() override { add({ResultTreeNode::Kind::kNull, line(), {}, 0, {}, {}}); }

  const ResultTreeNode& root() const { return document_.items.front(); }

 private:
  static constexpr size_t kMostKeys = 40;

  // Returns the value that is being read. It is looked up by its path each time, as values move in memory
  // when lists grow.
  ResultTreeNode& here() {
    ResultTreeNode* part = &document_;
    for (const size_t item : open_) part = &part->items[item];
    return *part;
  }
  void begin(ResultTreeNode::Kind kind) {
    add({kind, line(), {}, 0, {}, {}});
    open_.push_back(here().items.size() - 1);
  }
  void add(ResultTreeNode part) {
    if (++parts_ > result_limits::kParts) refuse(fmt::format("has more than {} values", result_limits::kParts));
    here().items.push_back(std::move(part));
  }

  // The root; its only item is the whole document.
  ResultTreeNode document_;
  std::vector<size_t> open_;
  size_t parts_ = 0;
};

// Reads fields from the tree of values, and stores the first error.
class ResultFields {
 public:
  explicit ResultFields(const std::string& file) : file_(file) {}

  Result<LessonResult> read(const ResultTreeNode& root) {
    LessonResult out;
    out.file = file_;
    if (root.kind != ResultTreeNode::Kind::kObject || find(root, "strata_result") == nullptr) {
      return error_at(file_, "is no result of a lesson: it has no strata_result");
    }
    const int format = whole(root, "strata_result", 0, 1'000'000);
    if (!failed_ && format != kResultFormat) {
      const std::string_view why = format < kResultFormat
                                       ? "which no released version has written: open the lesson again and hand it in"
                                       : "which a later version has written";
      return error_at_line(file_, find(root, "strata_result")->line,
                           fmt::format("has format {}, {}; this program reads format {}", format, why, kResultFormat));
    }
    only(root, {"strata_result", "lesson", "program", "student", "seed", "finished", "step", "right_at_first_try",
                "questions", "left", "commands", "map_hash"});
    const ResultTreeNode& lesson = part(root, "lesson", ResultTreeNode::Kind::kObject, "an object with id and version");
    only(lesson, {"id", "version"});
    out.lesson = text(lesson, "id");
    out.version = whole(lesson, "version", 1, 1'000'000);
    out.program = text(root, "program");
    out.student = text(root, "student");
    if (find(root, "seed") != nullptr) out.seed = static_cast<uint32_t>(whole(root, "seed", 0, 1'000'000'000));
    out.finished = truth(root, "finished");
    out.step = static_cast<size_t>(whole(root, "step", 1, 1000));
    if (find(root, "right_at_first_try") != nullptr) {
      out.right_at_first_try = static_cast<size_t>(whole(root, "right_at_first_try", 0, 1000));
    }
    for (const ResultTreeNode& one : part(root, "questions", ResultTreeNode::Kind::kList, "a list").items) {
      if (failed_) break;
      out.questions.push_back(question(one));
      const size_t count = out.questions.size();
      if (count > 1 && out.questions[count - 2].step >= out.questions[count - 1].step) {
        fail(one.line, "questions stand in the order of their steps");
      }
    }
    if (find(root, "left") != nullptr) {
      for (const ResultTreeNode& one : part(root, "left", ResultTreeNode::Kind::kList, "a list").items) {
        if (failed_) break;
        only(one, {"step", "commands"});
        const auto step = static_cast<size_t>(whole(one, "step", 1, 1000));
        out.left.emplace_back(step, commands(part(one, "commands", ResultTreeNode::Kind::kList, "a list of commands")));
      }
    }
    out.commands = commands(part(root, "commands", ResultTreeNode::Kind::kList, "a list of commands"));
    out.map_hash = text(root, "map_hash");
    if (failed_) return *failed_;
    return out;
  }

 private:
  void fail(size_t line, std::string what) {
    if (!failed_) failed_ = error_at_line(file_, line, std::move(what));
  }

  static const ResultTreeNode* find(const ResultTreeNode& of, std::string_view name) {
    if (of.kind != ResultTreeNode::Kind::kObject) return nullptr;
    const auto at = std::ranges::find(of.keys, name);
    const auto index = static_cast<size_t>(at - of.keys.begin());
    return at == of.keys.end() || index >= of.items.size() ? nullptr : &of.items[index];
  }
  const ResultTreeNode& part(const ResultTreeNode& of, std::string_view name, ResultTreeNode::Kind kind,
                             std::string_view expected) {
    static const ResultTreeNode kNone;
    const ResultTreeNode* found = find(of, name);
    if (found == nullptr) {
      fail(of.line, fmt::format("{} is missing", name));
    } else if (found->kind != kind) {
      fail(found->line, fmt::format("expected {} as {}", expected, name));
    } else {
      return *found;
    }
    return kNone;
  }
  // Refuses fields that no program has written.
  void only(const ResultTreeNode& of, std::initializer_list<std::string_view> names) {
    for (size_t i = 0; i < std::min(of.keys.size(), of.items.size()); ++i) {
      if (std::ranges::find(names, of.keys[i]) != names.end()) continue;
      fail(of.items[i].line, fmt::format("{} is no field of a result", strata::quoted(of.keys[i])));
    }
  }
  std::string text(const ResultTreeNode& of, std::string_view name) {
    const ResultTreeNode& found = part(of, name, ResultTreeNode::Kind::kText, "a text");
    if (found.text.size() > result_limits::kTextBytes) {
      fail(found.line, fmt::format("{} has more than {} bytes", name, result_limits::kTextBytes));
    }
    return found.text;
  }
  double number(const ResultTreeNode& of, std::string_view name, double low, double high) {
    const ResultTreeNode& found = part(of, name, ResultTreeNode::Kind::kNumber, "a number");
    if (!(found.number >= low && found.number <= high)) {
      fail(found.line, fmt::format("expected {} from {} to {}, not {}", name, low, high, found.number));
      return low;
    }
    return found.number;
  }
  int whole(const ResultTreeNode& of, std::string_view name, int low, int high) {
    const double value = number(of, name, low, high);
    if (value != std::floor(value)) fail(of.line, fmt::format("expected a whole number as {}, not {}", name, value));
    return static_cast<int>(value);
  }
  bool truth(const ResultTreeNode& of, std::string_view name) {
    const ResultTreeNode& found = part(of, name, ResultTreeNode::Kind::kText, "true or false");
    if (found.text != "true" && found.text != "false")
      fail(found.line, fmt::format("expected true or false as {}", name));
    return found.text == "true";
  }

  ResultCommands commands(const ResultTreeNode& list) {
    ResultCommands out;
    out.line = list.line;
    for (const ResultTreeNode& one : list.items) {
      if (one.kind != ResultTreeNode::Kind::kText) fail(one.line, "expected a command as text");
      if (one.text.size() > result_limits::kCommandBytes) {
        fail(one.line, fmt::format("a command has at most {} bytes", result_limits::kCommandBytes));
      }
      if (++commands_ > result_limits::kCommands) {
        fail(one.line, fmt::format("has more than {} commands", result_limits::kCommands));
      }
      if (failed_) break;
      out.commands.push_back(one.text);
      out.lines.push_back(one.line);
    }
    return out;
  }

  ResultQuestion question(const ResultTreeNode& from) {
    ResultQuestion out;
    out.line = from.line;
    if (from.kind != ResultTreeNode::Kind::kObject) {
      fail(from.line, "expected an object for each question");
      return out;
    }
    only(from, {"step", "asks", "answers", "tries", "done", "first", "told", "seconds", "steps", "work", "map_hash"});
    out.step = static_cast<size_t>(whole(from, "step", 1, 1000));
    out.asks = text(from, "asks");
    for (const ResultTreeNode& one : part(from, "answers", ResultTreeNode::Kind::kList, "a list of texts").items) {
      if (one.kind != ResultTreeNode::Kind::kText || one.text.size() > result_limits::kTextBytes) {
        fail(one.line, fmt::format("expected an answer as a text of up to {} bytes", result_limits::kTextBytes));
      }
      out.answers.push_back(one.text);
    }
    if (const ResultTreeNode* steps = find(from, "steps"); steps != nullptr) {
      out.has_steps = true;
      if (out.asks != ask_name(LessonQuestionKind::kSimulate)) {
        fail(steps->line,
             fmt::format("steps are of a simulation, and this question asks {}", strata::quoted(out.asks)));
      }
      for (const ResultTreeNode& one : part(from, "steps", ResultTreeNode::Kind::kList, "a list of texts").items) {
        if (one.kind != ResultTreeNode::Kind::kText || !is_step_verdict(one.text)) {
          fail(one.line, "expected right, also right, wrong or told for each step of a simulation");
        }
        out.steps.push_back(one.text);
      }
    }
    out.tries = whole(from, "tries", 0, 1'000'000);
    out.done = truth(from, "done");
    out.first = truth(from, "first");
    out.told = truth(from, "told");
    out.seconds = number(from, "seconds", 0, 1e9);
    for (const ResultTreeNode& one :
         part(from, "work", ResultTreeNode::Kind::kList, "a list of lists of commands").items) {
      if (one.kind != ResultTreeNode::Kind::kList) fail(one.line, "expected a list of commands for each try");
      out.work.push_back(commands(one));
    }
    if (find(from, "map_hash") != nullptr) out.map_hash = text(from, "map_hash");
    return out;
  }

  const std::string& file_;
  std::optional<Error> failed_;
  size_t commands_ = 0;
};

}  // namespace

std::string result_file_name(std::string_view lesson, std::string_view student) {
  std::string name(lesson);
  if (!student.empty()) name += "-";
  for (const char c : student) {
    const auto byte = static_cast<unsigned char>(c);
    name += std::isalnum(byte) != 0 || c == '-' || byte >= 128 ? c : '_';
  }
  if (name.size() > result_limits::kNameBytes) {
    size_t end = result_limits::kNameBytes;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
    name.resize(end);
  }
  return name + ".json";
}

Result<LessonResult> parse_lesson_result(std::string_view whole, const std::string& file) {
  if (whole.size() > result_limits::kFileBytes) {
    return error_at(file, fmt::format("has {} bytes, a result {} at most", whole.size(), result_limits::kFileBytes));
  }
  ResultTree tree(file);
  if (Status read = read_json(whole, tree); !read) return read.error();
  return ResultFields(file).read(tree.root());
}

}  // namespace strata
