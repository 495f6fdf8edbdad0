#include "app/features/lesson/lesson_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "app/features/hpa/hpa.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/document.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_home.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/saved_content.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
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

// Whether the line changes what the map has: a recording cannot do without it.
bool changes_map(const std::string& line) {
  const CommandInfo* info = command_named(line.substr(0, line.find(' ')));
  return info != nullptr && (info->group == "Paint" || info->name == "graph.open" || info->name.starts_with("map.") ||
                             info->name.starts_with("edit."));
}

// Returns the commands that draw the graph of a .graph file.
std::vector<std::string> graph_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const bool draws = line.starts_with("node ") || line.starts_with("edge ") || line.starts_with("order ");
    if (draws) lines.push_back("graph." + line);
  }
  return lines;
}

// Whether a file of that name holds something else than the text.
bool is_taken(const std::string& path, const std::string& text) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return false;
  const Result<std::string> there = read_file(path);
  return !there || there.value() != text;
}

// Names the maps that are in no file after the lesson: the first name that no other file in the folder has.
void name_maps(LessonRecording& recording, const fs::path& folder, const std::string& id) {
  std::set<std::string> names;
  for (const RecordedMap& map : recording.maps) names.insert(map.opened);
  for (RecordedMap& map : recording.maps) {
    if (!map.path.empty()) continue;
    std::string name = id + ".map";
    for (int i = 2; names.contains(name) || is_taken((folder / name).string(), map.text); ++i) {
      name = fmt::format("{}-{}.map", id, i);
    }
    names.insert(name);
    const std::string before = format_command({"map.open", {map.opened}}), now = format_command({"map.open", {name}});
    for (RecordedStep& step : recording.steps) {
      std::ranges::replace(step.before, before, now);
      std::ranges::replace(step.after, before, now);
    }
    map.opened = name;
  }
}

// Writes a map beside the lesson, unless it lies there already.
Status write_map(const RecordedMap& map, const std::string& there) {
  std::error_code ignored;
  if (!map.path.empty() && fs::equivalent(map.path, there, ignored)) return success();
  std::string cells = map.text;
  if (!map.path.empty()) {
    Result<std::string> read = read_file(map.path);
    if (!read) return read.error();
    cells = std::move(read.value());
  }
  if (is_taken(there, cells)) return error_at(there, "is another map of the same name: choose another folder");
  return fs::exists(there, ignored) ? success() : write_file_atomic(there, cells);
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
    if (CommandLog::says_moment(line)) {
      position = line;
    } else if (line != "wait.ready") {
      lines.push_back(std::move(line));
    }
  }
  if (std::exchange(into.opened, false)) {
    Result<std::vector<std::string>> opening = opening_lines(into, lines);
    if (!opening) {
      into.opened = true;
      return opening.error();
    }
    fresh = std::move(opening.value());
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

Result<std::vector<std::string>> LessonRecorder::opening_lines(LessonRecording& into,
                                                               const std::vector<std::string>& log) const {
  if (world_->level() != nullptr) return error_at("", "a lesson opens no level: open a map first");
  const auto opening = std::ranges::find_if(log, opens_a_map);
  if (opening == log.end() || log.size() > kMostRecorded) return own_map_lines(into);
  for (auto line = opening; line != log.end(); ++line) {
    if (changes_map(*line) && !may_record(*line)) return own_map_lines(into);
  }
  const Command command = parse_command(*opening).value();
  if (command.name == "map.open") {
    const std::string path = lab_.scripts().resolve(command.args[0]);
    if (!lab_.session().is_stock(path)) {
      into.maps.push_back({fs::path(path).filename().string(), fs::absolute(path).string(), {}});
    }
  }
  // The map comes before the settings that were made before it.
  std::vector<std::string> lines = log;
  const auto at = lines.begin() + (opening - log.begin());
  std::rotate(lines.begin(), at, at + 1);
  return lines;
}

Result<std::vector<std::string>> LessonRecorder::own_map_lines(LessonRecording& into) const {
  const GridMap& map = world_->map();
  if (std::max(map.width(), map.height()) > lesson_limits::kMapSide) {
    return error_at("", fmt::format("a lesson has maps of at most {0} × {0} cells, and this one has {1} × {2}",
                                    lesson_limits::kMapSide, map.width(), map.height()));
  }
  RecordedMap own{fmt::format("%{}.map", into.maps.size() + 1), {}, format_map(map)};
  // The lesson opens it with the usual letters of terrains.
  if (const LetterTerrains& letters = map.letter_terrains(); letters.any_given()) {
    for (size_t i = own.text.find("map\n") + 4; i < own.text.size(); ++i) {
      if (letters.is_given(own.text[i])) own.text[i] = terrain_info(letters.of(own.text[i])).letter;
    }
  }
  std::vector<std::string> lines = {format_command({"map.open", {own.opened}})};
  into.maps.push_back(std::move(own));
  for (std::string& line : lab_.log().setting_lines()) lines.push_back(std::move(line));
  add_cluster_size(lab_, lines);
  const Query& query = state_.query;
  lines.push_back(state_.has_query
                      ? fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y)
                      : std::string("query.clear"));
  SavedContent content;
  for (const auto& [feature, controller] : lab_.controllers()) {
    if (const LogContributor* keeper = controller->log_contributor()) keeper->content_lines(content);
  }
  lines.insert(lines.end(), content.agents.begin(), content.agents.end());
  for (const Document* document : lab_.documents()) {
    if (document->empty()) continue;
    const std::vector<std::string> drawn = document->kind() == "graph" ? graph_lines(document->text()) : lines;
    if (document->kind() == "graph" && lines.size() + drawn.size() <= kMostRecorded) {
      lines.insert(lines.end(), drawn.begin(), drawn.end());
    } else {
      into.left_out.push_back(fmt::format("the {} on the map", document->name()));
    }
  }
  return lines;
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
  const fs::path folder = fs::absolute(path).parent_path();
  name_maps(all, folder, id_of(path));
  const std::string text = recorded_lesson_text(all, id_of(path));
  if (const Result<Lesson> read = parse_lesson(text, path); !read) return read.error();
  // The maps first: a lesson never lies there without them.
  for (const RecordedMap& map : all.maps) {
    if (Status copied = write_map(map, (folder / map.opened).string()); !copied) return copied;
  }
  if (Status written = write_file_atomic(path, text); !written) return written;
  note_own_file(lab_, path);
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
