#include "app/features/lesson/lesson_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_home.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "core/io/files.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

// A step takes a few commands less than a lesson allows, for those that a teacher adds.
constexpr size_t kMostRecorded = lesson_limits::kStepActions - 10;

std::string next_title(const LessonRecording& recording) { return fmt::format("Step {}", recording.steps.size() + 1); }

bool opens_a_map(const std::string& line) { return line.starts_with("map."); }

// Adds a command to the last step, or to another one if that is full.
void add_line(LessonRecording& into, std::string line) {
  const RecordedStep& last = into.steps.back();
  if (last.before.size() + last.after.size() >= kMostRecorded && into.steps.size() < lesson_limits::kSteps) {
    into.steps.push_back({next_title(into), {}, {}, false});
  }
  RecordedStep& step = into.steps.back();
  (step.asks ? step.after : step.before).push_back(std::move(line));
}

// Returns the line as a lesson has it: a map is named without its folder.
std::string lesson_line(const Command& command) {
  Command kept = command;
  if (kept.name == "map.open") kept.args[0] = fs::path(kept.args[0]).filename().string();
  return format_command(kept);
}

Status may_record(const std::string& line) {
  const Result<Command> command = parse_command(line);
  if (!command) return command.error();
  const Result<Command> kept = parse_command(lesson_line(command.value()));
  return kept ? check_lesson_command(kept.value()) : Status(kept.error());
}

std::string id_of(const std::string& path) {
  std::string id;
  for (const char c : fs::path(path).stem().string()) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 && byte < 128)
      id += static_cast<char>(std::tolower(byte));
    else if (!id.empty() && id.back() != '-')
      id += '-';
  }
  while (id.ends_with('-')) id.pop_back();
  return id.empty() ? "lesson" : id.substr(0, 40);
}

template <Status (LessonRecorder::*kRun)()>
Status run_recorder(Lab& lab, const Command&) {
  return (lesson_recorder(lab).*kRun)();
}

// clang-format off
const std::array<FeatureCommand, 5> kRecorderCommands = {{
    {{"lesson.record.start", "", "Record a lesson", "Lesson", 0, 0, "Notes from now on what is done by hand, as the steps of a lesson"}, run_recorder<&LessonRecorder::start>},
    {{"lesson.record.step", "[TITLE]", "New step of the recording", "Lesson", 0, 1, "What is done from now on belongs to another step of the lesson"},
     [](Lab& lab, const Command& command) { return lesson_recorder(lab).step(command.args.empty() ? std::string() : command.args[0]); }},
    {{"lesson.record.ask", "", "Ask here", "Lesson", 0, 0, "Puts a question here, whose text is written later; what comes next is done once it is answered"}, run_recorder<&LessonRecorder::ask>},
    {{"lesson.record.stop", "", "End the recording", "Lesson", 0, 0, "Notes nothing more; what was recorded can still be saved"}, run_recorder<&LessonRecorder::stop>},
    {{"lesson.record.save", "PATH", "Save recorded lesson", "Lesson", 1, 1, "Writes what was recorded as a .lesson file, with the maps beside it that it opens"},
     [](Lab& lab, const Command& command) { return lesson_recorder(lab).save(command.args[0]); }},
}};
// clang-format on

}  // namespace

const Feature kLessonRecorderFeature = {.name = "record",
                                        .title = "Recorded lesson",
                                        .commands = kRecorderCommands,
                                        .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
                                          return std::make_unique<LessonRecorder>(lab);
                                        }};

LessonRecorder& lesson_recorder(const Lab& lab) {
  return static_cast<LessonRecorder&>(lab.controller(kLessonRecorderFeature));
}

Status LessonRecorder::needs_recording() const {
  return on_ ? success() : Status(error_at("", "no lesson is recorded: lesson.record.start begins one"));
}

Status LessonRecorder::start() {
  if (on_) return error_at("", "a lesson is recorded already: lesson.record.stop ends it");
  if (lesson_controller(lab_).is_open()) return error_at("", "a lesson is open: leave it first");
  if (world_->level() != nullptr) return error_at("", "a lesson opens no level: open a map first");
  LessonRecording begun;
  begun.steps.push_back({next_title(begun), {}, {}, false});
  begun.opened = true;
  if (Status taken = take(begun); !taken) return taken;
  if (!begun.left_out.empty()) {
    return error_at(
        "", fmt::format("a lesson cannot begin with what is open, because of {}: save the map, and open it again",
                        begun.left_out.front()));
  }
  if (begun.steps.size() > 1) return error_at("", "too much was done on this map: save it, and open it again");
  recorded_ = std::move(begun);
  on_ = true;
  lab_.say(MessageKind::kInfo, "What you do from now on is recorded");
  return success();
}

Status LessonRecorder::take(LessonRecording& into) const {
  lab_.gestures().finish();
  std::vector<std::string> lines, fresh;
  std::string position;
  for (std::string& line : work_of(lab_)) {
    if (line.starts_with("step.to ") || line.starts_with("step.head ")) {
      position = line;
    } else if (line != "wait.ready") {
      lines.push_back(std::move(line));
    }
  }
  if (std::exchange(into.opened, false)) {
    // The map comes before the settings that were made before it.
    const auto opening = std::ranges::find_if(lines, opens_a_map);
    if (opening == lines.end()) return error_at("", "this map was opened by no command that a lesson has");
    if (Status allowed = may_record(*opening); !allowed) return allowed;
    const Command command = parse_command(*opening).value();
    if (command.name == "map.open") {
      const std::string path = lab_.scripts().resolve(command.args[0]);
      if (!lab_.session().is_stock(path)) into.maps.push_back(fs::absolute(path).string());
    }
    fresh = lines;
    std::rotate(fresh.begin(), fresh.begin() + (opening - lines.begin()),
                fresh.begin() + (opening - lines.begin()) + 1);
    into.position.clear();
    const RecordedStep& last = into.steps.back();
    if ((last.asks || !last.before.empty()) && into.steps.size() < lesson_limits::kSteps) {
      into.steps.push_back({next_title(into), {}, {}, false});
    }
  } else {
    const auto [old, now] = std::ranges::mismatch(into.seen, lines);
    fresh.assign(now, lines.end());
  }
  for (const std::string& line : fresh) {
    if (may_record(line)) {
      add_line(into, lesson_line(parse_command(line).value()));
    } else {
      into.left_out.push_back(line.substr(0, line.find(' ')));
    }
  }
  if (position != into.position) {
    if (!position.empty()) add_line(into, "wait.ready");
    add_line(into, position.empty() ? std::string("step.last") : position);
    into.position = position;
  }
  into.seen = std::move(lines);
  return success();
}

Status LessonRecorder::step(const std::string& title) {
  if (Status on = needs_recording(); !on) return on;
  if (title.size() > 200) return error_at("", "a title has at most 200 bytes");
  LessonRecording next = recorded_;
  if (Status taken = take(next); !taken) return taken;
  if (next.steps.size() == lesson_limits::kSteps) {
    return error_at("", fmt::format("a lesson has at most {} steps", lesson_limits::kSteps));
  }
  next.steps.push_back({title.empty() ? next_title(next) : title, {}, {}, false});
  recorded_ = std::move(next);
  return success();
}

Status LessonRecorder::ask() {
  if (Status on = needs_recording(); !on) return on;
  LessonRecording next = recorded_;
  if (Status taken = take(next); !taken) return taken;
  if (next.steps.back().asks) return error_at("", "this step has a question: lesson.record.step begins another step");
  next.steps.back().asks = true;
  recorded_ = std::move(next);
  return success();
}

Status LessonRecorder::stop() {
  if (Status on = needs_recording(); !on) return on;
  LessonRecording last = recorded_;
  if (take(last)) recorded_ = std::move(last);
  on_ = false;
  return success();
}

Status LessonRecorder::save(const std::string& path) {
  if (empty()) return error_at("", "no lesson was recorded: lesson.record.start begins one");
  if (!path.ends_with(".lesson")) return error_at(path, "the name of a lesson ends in .lesson");
  if (Status refused = lab_.session().refuse_stock(path); !refused) return refused;
  LessonRecording all = recorded_;
  if (on_) {
    if (Status taken = take(all); !taken) return taken;
  }
  const std::string text = recorded_lesson_text(all, id_of(path));
  if (const Result<Lesson> read = parse_lesson(text, path); !read) return read.error();
  // The maps first: a lesson never lies there without them.
  for (const std::string& map : all.maps) {
    const std::string there = (fs::absolute(path).parent_path() / fs::path(map).filename()).string();
    std::error_code ignored;
    if (fs::equivalent(map, there, ignored)) continue;
    const Result<std::string> cells = read_file(map);
    if (!cells) return cells.error();
    if (fs::exists(there, ignored)) {
      const Result<std::string> other = read_file(there);
      if (!other) return other.error();
      if (other.value() != cells.value())
        return error_at(there, "is another map of the same name: choose another folder");
      continue;
    }
    if (Status copied = write_file_atomic(there, cells.value()); !copied) return copied;
  }
  if (Status written = write_file_atomic(path, text); !written) return written;
  if (all.left_out.empty()) {
    lab_.say(MessageKind::kInfo, "The lesson was written to " + path);
    return success();
  }
  const size_t more = all.left_out.size() - 1;
  lab_.say(MessageKind::kWarning,
           fmt::format("The lesson was written to {}; left out, as a lesson may not give it: {}{}", path,
                       all.left_out.front(), more > 0 ? fmt::format(" and {} more", more) : std::string()));
  return success();
}

// What was done on a map belongs to the step before another one is opened.
void LessonRecorder::map_changes(const MapChange& change) {
  if (!on_ || change.what != MapChange::What::kOther || change.resized || recorded_.opened) return;
  LessonRecording before = recorded_;
  if (take(before)) recorded_ = std::move(before);
}

void LessonRecorder::map_changed(const MapChange& change) {
  if (on_ && change.what == MapChange::What::kOther && !change.resized) recorded_.opened = true;
}

void LessonRecorder::dump(nlohmann::json& out) const {
  size_t asks = 0;
  for (const RecordedStep& step : recorded_.steps) asks += step.asks ? 1 : 0;
  out["recording"] = {{"on", on_}, {"steps", recorded_.steps.size()}, {"asks", asks}};
}

std::string recorded_lesson_text(const LessonRecording& recording, const std::string& id) {
  std::string text = fmt::format(
      "# Recorded by hand. Replace the texts in quotes; `strata --check-lesson FILE` checks the lesson.\n"
      "lesson {} 1\n{}\ntime 10\n",
      id, format_command({"title", {id}}));
  const bool asks = std::ranges::any_of(recording.steps, &RecordedStep::asks);
  for (const RecordedStep& step : recording.steps) {
    text += fmt::format("\n{}\n", format_command({"step", {step.title}}));
    for (const std::string& line : step.before) text += fmt::format("setup {}\n", line);
    text += "text \"Write here what is seen.\"\n";
    const bool last = &step == &recording.steps.back();
    if (!step.asks && (asks || !last)) continue;
    text +=
        "ask choice \"Write the question here.\" \"The right answer\" choices \"The right answer\" \"A wrong answer\"\n"
        "hint \"Write a hint here.\"\n";
    for (const std::string& line : step.after) text += fmt::format("reveal {}\n", line);
    text += "because \"Write the reason here.\"\n";
  }
  return text;
}

}  // namespace strata
