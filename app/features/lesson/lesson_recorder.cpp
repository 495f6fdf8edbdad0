#include "app/features/lesson/lesson_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "app/base/command_parameters.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/recorded_settings.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/document.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/saved_content.hpp"
#include "app/lab/saved_user_work.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "core/io/cell_weights.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

// A recorded step has fewer commands than a step may have: the teacher has room to add some.
constexpr size_t kMostRecorded = lesson_limits::kStepActions - 10;

std::string next_title(const LessonRecording& recording) { return fmt::format("Step {}", recording.steps.size() + 1); }

bool opens_a_map(const std::string& line) { return command_does(line, does::kOpensMap); }

// Adds a command to the last step, or to a new step if the last one is full.
void add_line(LessonRecording& into, std::string line) {
  const RecordedStep& last = into.steps.back();
  if (last.before.size() + last.after.size() >= kMostRecorded && into.steps.size() < lesson_limits::kSteps) {
    into.steps.push_back({next_title(into), {}, {}, false});
  }
  RecordedStep& step = into.steps.back();
  (step.asks ? step.after : step.before).push_back(std::move(line));
}

// Returns the line as a lesson file has it: with the name of the map, without its folder.
std::string lesson_line(const Command& command) {
  Command kept = command;
  if (std::string* path = path_word(kept)) *path = fs::path(*path).filename().string();
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

// Returns whether the line changes the content of the map, so that the recording must contain it.
bool changes_map(const std::string& line) {
  const CommandInfo* info = command_named(line.substr(0, line.find(' ')));
  return info != nullptr && (info->group == CommandGroup::kPaint || info->group == CommandGroup::kEdit ||
                             (info->does & does::kOpensMap) != 0);
}

// Returns whether the open map was read with options, or has an image of weights beside it: a lesson opens a map by its
// file alone.
bool needs_more_than_its_map(const Lab& lab) {
  if (!lab.session().file_state().options.empty()) return true;
  const std::string& path = lab.state().map_path;
  std::error_code ignored;
  return !path.empty() && fs::exists(weights_image_path(path), ignored);
}

// Returns the commands that draw the graph of this .graph file.
std::vector<std::string> graph_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const bool draws = line.starts_with("node ") || line.starts_with("edge ") || line.starts_with("order ");
    if (draws) lines.push_back("graph." + line);
  }
  return lines;
}

// Returns whether the file exists with another content than the text.
bool is_taken(const std::string& path, const std::string& text) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return false;
  const Result<std::string> there = read_file(path);
  return !there || there.value() != text;
}

// Gives a file name to each map that has none. Names begin with that of the lesson, and no other file in the
// folder has them.
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

// Writes a map beside the lesson, unless it is there already.
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
const std::array<FeatureCommand, 7> kRecorderCommands = {{
    {{"lesson.record.start", "", "Record a lesson", CommandGroup::kLesson, 0, 0, "Notes from now on what is done by hand, as the steps of a lesson"}, run_recorder<&LessonRecorder::start>},
    {{"lesson.record.step", "[TITLE]", "New step of the recording", CommandGroup::kLesson, 0, 1, "What is done from now on belongs to another step of the lesson"},
     [](Lab& lab, const Command& command) { return lesson_recorder(lab).step(command.args.empty() ? std::string() : command.args[0]); }},
    {{"lesson.record.ask", "", "Ask here", CommandGroup::kLesson, 0, 0, "Puts a question here, whose text is written later; what comes next is done once it is answered"}, run_recorder<&LessonRecorder::ask>},
    {{"lesson.record.write", "title|text|question|answer|wrong|hint|reason|hide|lesson TEXT", "Write text of the step", CommandGroup::kLesson, 2, 2, "Writes a text of the step that is recorded; answer is the right one, wrong is another choice; lesson is the title of the lesson; hide on or off hides the answer or not"},
     [](Lab& lab, const Command& command) { return lesson_recorder(lab).write(command.args[0], command.args[1]); }},
    {{"lesson.record.discard", "", "Discard recorded lesson", CommandGroup::kLesson, 0, 0, "Forgets what was recorded; a file that was saved stays"}, run_recorder<&LessonRecorder::discard>},
    {{"lesson.record.stop", "", "End the recording", CommandGroup::kLesson, 0, 0, "Notes nothing more; what was recorded can still be saved"}, run_recorder<&LessonRecorder::stop>},
    {{"lesson.record.save", "PATH", "Save recorded lesson", CommandGroup::kLesson, 1, 1, "Writes what was recorded as a .lesson file, with the maps beside it that it opens"},
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
  saved_.clear();
  on_ = true;
  lab_.say(MessageKind::kInfo, "What you do from now on is recorded");
  return success();
}

Status LessonRecorder::take(LessonRecording& into) const {
  lab_.gestures().finish();
  std::vector<std::string> lines, fresh;
  std::string position;
  for (std::string& line : work_of(lab_)) {
    if (command_does(line, does::kSetsMoment)) {
      position = line;
    } else if (!command_does(line, does::kWaits)) {
      lines.push_back(std::move(line));
    }
  }
  // An undo that goes back to before the recording cannot be repeated: the map as it is now begins a step.
  const bool as_it_is = into.seen.empty() || lab_.undo_history().position() < into.begun_at;
  if (std::exchange(into.opened, false) || as_it_is) {
    if (world_->level() != nullptr) {
      into.opened = true;
      return error_at("", "a lesson opens no level: open a map first");
    }
    Result<std::vector<std::string>> opening = as_it_is ? state_lines(into, lines) : opening_lines(into, lines);
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
  std::vector<std::string> needed;
  take_settings_that_matter(lab_, fresh, into.held, needed);
  fresh.insert(fresh.begin() + (fresh.empty() || !opens_a_map(fresh.front()) ? 0 : 1), needed.begin(), needed.end());
  into.settings = lab_.log().setting_lines();
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

Result<std::vector<std::string>> LessonRecorder::state_lines(LessonRecording& into,
                                                             const std::vector<std::string>& log) const {
  into.begun_at = lab_.undo_history().position();
  const auto opening = std::ranges::find_if(log, opens_a_map);
  const bool changed = opening != log.end() && std::any_of(opening + 1, log.end(), changes_map);
  // A lesson opens maps as their format has them.
  const bool letters = world_->map().letter_terrains().any_given();
  if (opening == log.end() || letters || needs_more_than_its_map(lab_) || (changed && lab_.undo_history().can_undo()) ||
      !may_record(*opening)) {
    return own_map_lines(into);
  }
  std::vector<std::string> lines = {take_along(into, *opening)};
  for (std::string& line : content_lines(into)) lines.push_back(std::move(line));
  return lines;
}

// Notes the file that the line opens, which is copied beside the lesson unless it is a stock map. Returns the line.
std::string LessonRecorder::take_along(LessonRecording& into, const std::string& line) const {
  Command command = parse_command(line).value();
  const std::string* const file = path_word(command);
  if (file == nullptr) return line;
  const std::string path = lab_.scripts().resolve(*file);
  if (!lab_.session().is_stock(path)) {
    into.maps.push_back({fs::path(path).filename().string(), fs::absolute(path).string(), {}});
  }
  return line;
}

Result<std::vector<std::string>> LessonRecorder::opening_lines(LessonRecording& into,
                                                               const std::vector<std::string>& log) const {
  const auto opening = std::ranges::find_if(log, opens_a_map);
  if (opening == log.end() || needs_more_than_its_map(lab_) || log.size() > kMostRecorded) return own_map_lines(into);
  for (auto line = opening; line != log.end(); ++line) {
    if (changes_map(*line) && !may_record(*line)) return own_map_lines(into);
  }
  // The line that opens the map must come first; settings that opening it has changed follow.
  std::vector<std::string> lines = {take_along(into, *opening)};
  for (auto line = log.begin(); line != opening; ++line) {
    if (std::ranges::find(into.settings, *line) == into.settings.end()) lines.push_back(*line);
  }
  lines.insert(lines.end(), opening + 1, log.end());
  return lines;
}

Result<std::vector<std::string>> LessonRecorder::own_map_lines(LessonRecording& into) const {
  const GridMap& map = world_->map();
  if (std::max(map.width(), map.height()) > lesson_limits::kMapSide) {
    return error_at("", fmt::format("a lesson has maps of at most {0} × {0} cells, and this one has {1} × {2}",
                                    lesson_limits::kMapSide, map.width(), map.height()));
  }
  if (map.has_weights()) return error_at("", "a lesson's map cannot hold weights of cells, which this one has");
  RecordedMap own{fmt::format("%{}.map", into.maps.size() + 1), {}, format_map(map)};
  // The lesson reads the map with the default terrain of each letter, so that letters with another
  // terrain are rewritten.
  if (const LetterTerrains& letters = map.letter_terrains(); letters.any_given()) {
    for (size_t i = own.text.find("map\n") + 4; i < own.text.size(); ++i) {
      if (letters.is_given(own.text[i])) own.text[i] = terrain_info(letters.of(own.text[i])).letter;
    }
  }
  std::vector<std::string> lines = {format_command({"map.open", {own.opened}})};
  into.maps.push_back(std::move(own));
  for (std::string& line : content_lines(into)) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> LessonRecorder::other_settings(const LessonRecording& recording) const {
  std::vector<std::string> lines = lab_.log().setting_lines();
  add_cluster_size(lab_, lines);
  std::erase_if(lines, [&](const std::string& line) {
    return std::ranges::find(recording.settings, line) != recording.settings.end();
  });
  return lines;
}

std::vector<std::string> LessonRecorder::content_lines(LessonRecording& into) const {
  SavedContent content;
  for (const auto& [feature, controller] : lab_.controllers()) {
    if (auto* keeper = dynamic_cast<LogContributor*>(controller.get())) keeper->content_lines(content);
  }
  std::vector<std::string> lines = content.map_lines, settings = other_settings(into);
  take_settings_that_matter(lab_, content.agents, settings, lines);
  for (std::string& line : settings) into.held.push_back(std::move(line));
  const PlanQuery& query = state_.query;
  lines.push_back(state_.has_query
                      ? fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y)
                      : std::string("query.clear"));
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
  if (const SteppedProcess* process = lab_.state().process) lines.emplace_back(process->begin_line);
  if (const auto& inspected = state_.inspected) {
    lines.push_back(fmt::format("inspect {} {}", inspected->cell.x, inspected->cell.y));
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
  next.steps.back().asks = next.steps.back().hides = true;
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

Status LessonRecorder::write(const std::string& field, const std::string& text) {
  if (empty()) return error_at("", "no lesson was recorded: lesson.record.start begins one");
  if (text.size() > lesson_limits::kTextBytes) {
    return error_at("", fmt::format("a text of a lesson has at most {} bytes", lesson_limits::kTextBytes));
  }
  RecordedStep& step = recorded_.steps.back();
  if (field == "hide") {
    if (text != "on" && text != "off") return error_at("", "hide is on or off, not '" + text + "'");
    if (!step.asks) return error_at("", "this step has no question: lesson.record.ask puts one");
    step.hides = text == "on";
    return success();
  }
  const std::pair<std::string_view, std::string*> fields[] = {
      {"title", &step.title},         {"text", &step.texts.text},   {"question", &step.texts.question},
      {"answer", &step.texts.answer}, {"wrong", &step.texts.wrong}, {"hint", &step.texts.hint},
      {"reason", &step.texts.reason}, {"lesson", &recorded_.title}};
  const auto found = std::ranges::find(fields, field, &std::pair<std::string_view, std::string*>::first);
  if (found == std::end(fields)) return error_at("", "a step has no text '" + field + "'");
  if (text.empty() && field == "title") return error_at("", "a step needs a title");
  *found->second = text;
  return success();
}

Status LessonRecorder::discard() {
  if (empty()) return error_at("", "no lesson was recorded: lesson.record.start begins one");
  recorded_ = {};
  saved_.clear();
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
  // The maps are written before the lesson file, so that a lesson never lacks a map.
  for (const RecordedMap& map : all.maps) {
    if (Status copied = write_map(map, (folder / map.opened).string()); !copied) return copied;
  }
  if (Status written = write_file_atomic(path, text); !written) return written;
  note_own_file(lab_, path);
  saved_ = path;
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

// Before another map opens, what was done on this map is recorded into the present step.
void LessonRecorder::map_changes(const MapChange& change) {
  if (!on_ || change.what != MapChange::Kind::kOther || change.resized || recorded_.opened) return;
  LessonRecording before = recorded_;
  if (take(before)) recorded_ = std::move(before);
}

void LessonRecorder::map_changed(const MapChange& change) {
  if (!on_ || change.what != MapChange::Kind::kOther || change.resized) return;
  recorded_.opened = true;
  recorded_.begun_at = 0;
}

void LessonRecorder::dump(nlohmann::json& out) const {
  size_t asks = 0;
  for (const RecordedStep& step : recorded_.steps) asks += step.asks ? 1 : 0;
  out["recording"] = {{"on", on_}, {"steps", recorded_.steps.size()}, {"asks", asks}};
}

std::string recorded_lesson_text(const LessonRecording& recording, const std::string& id) {
  std::string text = fmt::format(
      "# Recorded by hand. Replace the texts in quotes; `strata --check-lesson FILE` checks the lesson.\n"
      "lesson {} 1\n{}\n",
      id, format_command({"title", {recording.title.empty() ? id : recording.title}}));
  const bool asks = std::ranges::any_of(recording.steps, &RecordedStep::asks);
  for (const RecordedStep& step : recording.steps) {
    text += fmt::format("\n{}\n", format_command({"step", {step.title}}));
    for (const std::string& line : step.before) text += fmt::format("setup {}\n", line);
    if (step.hides) text += "hide table future\n";
    const RecordedTexts& own = step.texts;
    const auto or_else = [](const std::string& written, const char* placeholder) {
      return written.empty() ? std::string(placeholder) : written;
    };
    text += format_command({"text", {or_else(own.text, "Write here what is seen.")}}) + "\n";
    const bool last = &step == &recording.steps.back();
    if (!step.asks && (asks || !last)) continue;
    const std::string answer = or_else(own.answer, "The right answer");
    text += format_command({"ask",
                            {"choice", or_else(own.question, "Write the question here."), answer, "choices", answer,
                             or_else(own.wrong, "A wrong answer")}}) +
            "\n" + format_command({"hint", {or_else(own.hint, "Write a hint here.")}}) + "\n";
    // A search that is made while the future is hidden begins at its first event, so that it is shown before.
    if (step.hides) text += "show table future\n";
    for (const std::string& line : step.after) text += fmt::format("reveal {}\n", line);
    text += format_command({"because", {or_else(own.reason, "Write the reason here.")}}) + "\n";
  }
  return text;
}

}  // namespace strata
