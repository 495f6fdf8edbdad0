#include "tests/soak/player.hpp"
#include "tests/draw_support.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/features/graph/graph.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/features/selection/selection.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"
#include "tests/app/lab/promised_state.hpp"
#include "tests/rounds.hpp"

namespace strata::soak {
namespace {

using json = nlohmann::ordered_json;

// Bytes that a process may have grown by when a lab is closed, against the first that was.
constexpr size_t kMaxGrowth = size_t{256} << 20;

double number_in(const Command& command, size_t at) {
  return at < command.args.size() ? std::atof(command.args[at].c_str()) : 0;
}

bool has_word(const Command& command, std::string_view word) {
  return std::find(command.args.begin(), command.args.end(), word) != command.args.end();
}

// Ground with a bridge over it and a way up.
constexpr const char* kBridge =
    "v 0 0 0\nv 0 0 18\nv 24 0 18\nv 24 0 0\nf 1 2 3 4\n"
    "v 9 4 0\nv 9 4 18\nv 13 4 18\nv 13 4 0\nf 5 6 7 8\n"
    "v 13 4 7\nv 13 4 11\nv 22 0 11\nv 22 0 7\nf 9 10 11 12\n";

std::string letters_of(const Lab& lab) {
  const auto letters = lab.world().map().letters();
  return {letters.begin(), letters.end()};
}

// Of the state only what is kept when a map is opened again.
json kept_state(Lab& lab) {
  json state = test::promised_state(lab), kept;
  for (const char* key : {"map", "rules", "agent", "plan", "tool"}) kept[key] = state[key];
  // On a map of cells nothing is recorded of what searches levels alone.
  if (lab.state().traced_planner()->levels_only) kept["plan"]["traced"] = optimum_planner().name;
  return kept;
}

}  // namespace

CommandPlayer::CommandPlayer() { (void)write_file_atomic(folder_.file("1.obj"), kBridge); }

MaybeFault CommandPlayer::play(const std::string& line) {
  const Result<Command> read = parse_command(line);
  if (!read) return Fault{"a line that cannot be read", line + ": " + read.error().message()};
  if (read.value().name.empty()) return std::nullopt;
  if (!lab_ && read.value().name != "@lab") {
    if (MaybeFault fault = open(false, false)) return fault;
  }
  MaybeFault fault = read.value().name.starts_with('@') ? play_own(read.value()) : command(line);
  if (!fault) fault = crowd_watch_.look(*lab_);
  if (!fault) fault = answer_watch_.look(*lab_);
  if (!fault && lab_->state().quit) fault = open(options_.fixed_clock, options_.large_cells == 0);
  return fault;
}

MaybeFault CommandPlayer::play_own(const Command& command) {
  const std::string& name = command.name;
  if (name == "@lab") return open(has_word(command, "fixed"), has_word(command, "threads"));
  if (name == "@check") return check();
  if (name == "@undo_redo") return undo_redo();
  if (name == "@reopen") return reopen();
  if (name == "@workspace") return workspace();
  rested_ = false;
  if (name == "@size") {
    lab_->gestures().set_view_size(static_cast<int>(number_in(command, 0)), static_cast<int>(number_in(command, 1)));
  } else if (name == "@tick") {
    lab_->tick(number_in(command, 0));
    rested_ = true;
  } else if (name == "@draw") {
    return overlay_fault(test::draw_views(*builder_, *lab_));
  } else if (name == "@abort") {
    std::abort();
  } else if (name == "@escape") {
    lab_->gestures().cancel();
    held_ = -1;
  } else if (name == "@press" || name == "@move" || name == "@release" || name == "@wheel") {
    pointer(command);
  } else if (name == "@person" || name == "@must") {
    const std::string line =
        format_command({command.args.empty() ? "" : command.args[0],
                        {command.args.begin() + (command.args.empty() ? 0 : 1), command.args.end()}});
    if (name == "@must") return must(line);
    lab_->run(line);
    while (!lab_->state().dialogs.empty()) (void)lab_->execute("dialog.close");
  } else {
    return Fault{"a line that cannot be read", name + ": there is no such line"};
  }
  return std::nullopt;
}

MaybeFault CommandPlayer::open(bool fixed_clock, bool threads) {
  if (MaybeFault fault = close()) return fault;
  options_ = {};
  options_.fixed_clock = fixed_clock;
  // What the lab before left unsaved is offered to this one.
  options_.recovery_folder = folder_.file("recovery");
  options_.recovery_seconds = 0.05;
  // Figures, lessons and runs of show open maps that come with the program: nothing may be saved over them.
  for (const char* stock : {"maps", "graphs", "levels", "figures", "lessons", "shows"}) {
    options_.stock_folders.push_back(assets_folder(stock));
  }
  if (threads) options_.wait_cells = options_.large_cells = 0;
  lab_ = std::make_unique<Lab>(options_);
  builder_.emplace();
  // Without a window the lab's pictures are files like others.
  LabHost host;
  host.screenshot = host.dump_ui = [](const std::string& path) { return write_file_atomic(path, "a file"); };
  host.set_clipboard = [](const std::string&) {};
  host.arrange = [](LayoutChange, const std::vector<std::string>&) { return success(); };
  lab_->set_host(std::move(host));
  lab_->scripts().remember("OUT", folder_.path());
  return std::nullopt;
}

MaybeFault CommandPlayer::close() {
  held_ = -1;
  rested_ = false;
  crowd_watch_.forget();
  answer_watch_.forget();
  builder_.reset();
  if (!lab_) return std::nullopt;
  lab_.reset();
  // A sanitizer keeps what was given back.
  if (test::kSanitized) return std::nullopt;
  const size_t now = resident_bytes();
  if (first_resident_ == 0) first_resident_ = now;
  if (now <= first_resident_ + kMaxGrowth) return std::nullopt;
  return Fault{"memory is not given back", fmt::format("{} MiB are resident after a lab was closed, {} after the first",
                                                       now >> 20, first_resident_ >> 20)};
}

// --- The pointer ---------------------------------------------------------------------------------------------------

void CommandPlayer::pointer(const Command& command) {
  PointerEvent event;
  const LabState& state = lab_->state();
  const auto at_cell = [&](Cell cell) {
    x_ = state.camera.screen_x(cell.x + 0.5);
    y_ = state.camera.screen_y(cell.y + 0.5);
  };
  const std::string place = command.args.empty() ? "" : command.args[0];
  const auto read_pair = [](std::string_view text, double& x, double& y) {
    const size_t comma = std::min(text.find(','), text.size());
    x = std::atof(std::string(text.substr(0, comma)).c_str());
    y = std::atof(std::string(text.substr(std::min(comma + 1, text.size()))).c_str());
  };
  if (place == "start" || place == "goal") {
    at_cell(place == "start" ? state.query.start : state.query.goal);
  } else if (place.starts_with("cell:")) {
    double x = 0, y = 0;
    read_pair(std::string_view(place).substr(5), x, y);
    at_cell({static_cast<int>(x), static_cast<int>(y)});
  } else if (!place.empty()) {
    read_pair(place, x_, y_);
  }
  event.x = x_;
  event.y = y_;
  event.shift = has_word(command, "shift");
  event.ctrl = has_word(command, "ctrl");
  event.alt = has_word(command, "alt");
  event.space = has_word(command, "space");
  event.button = std::max(held_, 0);
  if (command.name == "@press") {
    if (held_ >= 0) return;
    held_ = event.button = static_cast<int>(number_in(command, 1));
    event.view = static_cast<int>(number_in(command, 2));
    event.kind = PointerEvent::Kind::kPress;
  } else if (command.name == "@release") {
    if (held_ < 0) return;
    held_ = -1;
    event.kind = PointerEvent::Kind::kRelease;
  } else if (command.name == "@wheel") {
    event.kind = PointerEvent::Kind::kWheel;
    event.wheel = number_in(command, 1);
  }
  lab_->gestures().pointer(event);
}

void CommandPlayer::let_go() {
  if (held_ >= 0) pointer({"@release", {}});
}

// --- Commands ------------------------------------------------------------------------------------------------------

// Nothing is under way: a command that is refused has nothing to bring to its end first.
bool CommandPlayer::at_rest() const {
  const LabState& state = lab_->state();
  // An answer to the question carries out the command that waits for it as well.
  if (state.question || state.after_save) return false;
  // Some commands finish first what is built in the background.
  for (int i = 0; i < kStructures; ++i) {
    const StructureState kept = lab_->world().state(static_cast<StructureId>(i));
    if (kept.building || (kept.wanted && !kept.ready)) return false;
  }
  return rested_ && held_ < 0 && lab_->world().ready() && !state.solving && !state.trace_waiting && !state.large.on &&
         std::none_of(lab_->controllers().begin(), lab_->controllers().end(),
                      [](const auto& controller) { return controller.second->activity() != Activity::kIdle; });
}

std::string CommandPlayer::state_text() {
  return state_json(*lab_).dump(-1, ' ', false, json::error_handler_t::replace);
}

MaybeFault CommandPlayer::command(const std::string& line) {
  const std::string name = line.substr(0, line.find(' '));
  const CommandInfo* info = command_named(name);
  // What another command does on the way is not taken back, nor is the floating piece lifted again.
  const bool puts_down = info != nullptr && selection_controller(*lab_).floating().has_value() &&
                         SelectionController::puts_down_before(*info);
  const bool compares =
      at_rest() && info != nullptr && info->usage.find("COMMAND...") == info->usage.npos && !puts_down;
  const std::string before = compares ? state_text() : std::string();
  const Status status = lab_->execute(line);
  ++(status ? done_ : refused_)[name];
  rested_ = line == "wait.ready";
  if (status || !compares) return std::nullopt;
  const std::string difference = state_difference(before, state_text());
  if (difference.empty()) return std::nullopt;
  return Fault{fmt::format("'{}' is refused and changes something", name),
               fmt::format("{}\nrefused: {}\n{}", line, status.error().message(), difference)};
}

MaybeFault CommandPlayer::must(const std::string& line) {
  if (const Status status = lab_->execute(line); !status) {
    return Fault{fmt::format("'{}' is refused", line.substr(0, line.find(' '))),
                 line + ": " + status.error().message()};
  }
  return std::nullopt;
}

// --- What is looked at now and then --------------------------------------------------------------------------------

// Everything that is wanted is built.
void CommandPlayer::finish_updates() {
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<StructureId>(i);
    const std::string line = fmt::format("{}.rebuild", structure_name(structure));
    if (lab_->world().state(structure).cancelled && command_named(line) != nullptr) (void)lab_->execute(line);
  }
  lab_->finish_updates();
}

MaybeFault CommandPlayer::check() {
  finish_updates();
  rested_ = true;
  if (MaybeFault fault = structures_fault(*lab_)) return fault;
  return answer_watch_.look(*lab_, true);
}

MaybeFault CommandPlayer::undo_redo() {
  let_go();
  (void)lab_->execute("step.pause");
  // The graph without the edit may be one in which there is nothing to step.
  if (const SteppedProcess* process = lab_->state().process) (void)lab_->execute(process->end_line());
  (void)lab_->execute("piece.drop");  // undo would put a floating piece down first
  finish_updates();
  if (!lab_->undo_history().can_undo()) return std::nullopt;
  const auto state = [&] {
    json all = test::promised_state(*lab_);
    // A search that is recorded anew is shown at its end, wherever the play head was.
    for (const char* key : {"playback", "inspected"}) all.erase(key);
    all["view"].erase("searches");
    // A planner that only a view has shown keeps its answer until the next edit.
    for (const PlannerRow& row : lab_->state().rows) {
      if (!row.shown) all["planners"].erase(std::string(row.planner->name));
    }
    return all.dump();
  };
  std::string before = state();
  const std::string letters = letters_of(*lab_);
  const auto sides = [&] { return std::pair(lab_->world().map().width(), lab_->world().map().height()); };
  const auto sides_before = sides();
  for (const char* line : {"edit.undo", "edit.redo"}) {
    if (MaybeFault fault = must(line)) return fault;
    // What lay on cells that are gone, such as an exit or a selection, does not come back with them.
    if (sides() != sides_before) before.clear();
    finish_updates();
    if (MaybeFault fault = answer_watch_.look(*lab_, true)) return fault;
  }
  rested_ = true;
  if (letters_of(*lab_) != letters) return Fault{"undo and redo make another map", "its letters are others"};
  const std::string difference = before.empty() ? std::string() : state_difference(before, state());
  if (difference.empty()) return std::nullopt;
  return Fault{"undo and redo lead to another state", difference};
}

MaybeFault CommandPlayer::reopen() {
  let_go();
  // The cells of a level are saved, not the level.
  if (lab_->world().level() != nullptr || !is_small(*lab_)) return check();
  finish_updates();
  // What waits for an answer, or for the map to be saved, would be done in between.
  if (lab_->state().question) (void)lab_->execute("question.cancel");
  (void)lab_->execute("ui.show save_as off");
  if (MaybeFault fault = reopen_documents()) return fault;
  if (MaybeFault fault = must("map.save_as $OUT/kept.map")) return fault;
  if (lab_->session().map_unsaved()) return Fault{"the map is unsaved after it was saved", "map.save_as"};
  if (lab_->world().map().links() != nullptr) {  // the file of a map keeps no links
    const bool told = std::ranges::any_of(lab_->state().notices,
                                          [](const Notice& notice) { return notice.kind == Notice::Kind::kLinks; });
    return told ? check() : Fault{"a map with links is saved without a word about them", "map.save_as"};
  }
  const json before = kept_state(*lab_);
  const std::string letters = letters_of(*lab_);
  const LabState& state = lab_->state();
  const bool had_query = state.has_query;
  const PlanQuery query = state.query;
  if (MaybeFault fault = must("map.open $OUT/kept.map force")) return fault;
  for (const auto& [line, cell] : {std::pair("query.start", query.start), {"query.goal", query.goal}}) {
    if (!had_query) break;
    if (MaybeFault fault = must(fmt::format("{} {} {}", line, cell.x, cell.y))) return fault;
  }
  finish_updates();
  rested_ = true;
  if (letters_of(*lab_) != letters) return Fault{"a map that is opened again is another one", "its letters are others"};
  const std::string difference = state_difference(before.dump(), kept_state(*lab_).dump());
  if (!difference.empty()) return Fault{"a map that is opened again leads to another state", difference};
  if (MaybeFault fault = structures_fault(*lab_)) return fault;
  return answer_watch_.look(*lab_, true);
}

MaybeFault CommandPlayer::workspace() {
  let_go();
  if (lab_->world().level() != nullptr || !is_small(*lab_)) return check();
  if (const SteppedProcess* process = lab_->state().process) (void)lab_->execute(process->end_line());
  finish_updates();
  if (lab_->state().question) (void)lab_->execute("question.cancel");
  const auto kept = [&] {
    json state = test::promised_state(*lab_), own;
    for (const char* key : {"map", "rules", "agent", "plan", "tool", "query", "drawn", "layers"}) own[key] = state[key];
    for (const char* key : {"rows", "current"}) own["scenario"][key] = state["scenario"][key];
    // How a path fails is found out by what is asked, and the last answers may be of planners that are hidden by now.
    own["query"].erase("note");
    return own.dump();
  };
  if (MaybeFault fault = must("workspace.save $OUT/kept.strata")) return fault;
  const std::string before = kept();
  if (MaybeFault fault = must("workspace.open $OUT/kept.strata force")) return fault;
  finish_updates();
  rested_ = true;
  const std::string difference = state_difference(before, kept());
  if (!difference.empty()) return Fault{"a workspace that is opened again leads to another state", difference};
  if (MaybeFault fault = structures_fault(*lab_)) return fault;
  return answer_watch_.look(*lab_, true);
}

MaybeFault CommandPlayer::reopen_documents() {
  if (!graph_controller(*lab_).graph().empty()) {
    const DrawnGraph graph = graph_controller(*lab_).graph();
    for (const char* line : {"graph.save $OUT/kept.graph", "graph.open $OUT/kept.graph here force"}) {
      if (MaybeFault fault = must(line)) return fault;
    }
    if (graph_controller(*lab_).graph() != graph) return Fault{"a graph that is opened again is another one", {}};
  }
  if (!scenarios_controller(*lab_).rows().empty() && !lab_->state().map_path.empty()) {
    const std::string text = scenarios_controller(*lab_).text();
    if (MaybeFault fault = must("scenario.save $OUT/kept.scen")) return fault;
    const Result<std::string> file = read_file(folder_.file("kept.scen"));
    if (!file || file.value() != text) return Fault{"a scenario that was saved is another one", text};
  }
  return std::nullopt;
}

}  // namespace strata::soak
