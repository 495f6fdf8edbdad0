#include "app/features/lesson/lesson_home.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/session.hpp"

namespace strata {
namespace {

// Commands with their usual values. Switches are not among them: "NAME off" takes "NAME on" back.
struct UsualValue {
  std::string_view command, value;
};
// clang-format off
constexpr UsualValue kUsualValues[] = {
    {"rules.profile", "octile"},
    {"rules.capability", "ground,swamp"},
    {"agent.size", "1"},
    {"plan.first_moves", "0"},
    {"plan.heuristic", "octile"},
    {"plan.weight", "1"},
    {"plan.ties", "large-g"},
    {"plan.segment", "2"},
    {"plan.interleave", "0"},
    {"tool.select", "select"},
    {"terrain.select", "blocked"},
    {"paint.form", "filled"},
    {"brush.radius", "1"},
    {"brush.shape", "round"},
    {"step.heat", "order"},
    {"step.speed", "60"},
    {"planner.trace", "astar"},
    {"view.compare", "off"},
    {"view.split", "1"},
    {"view.pace", "expansions"},
    {"hpa.levels", "3"},
    {"hpa.factor", "2"},
    {"hpa.cluster_size", "usual"},
    {"hpa.threshold", "6"},
    {"hpa.spacing", "0"},
    {"haa.cluster_size", "10"},
    {"haa.sizes", "2"},
    {"haa.capabilities", "ground,swamp"},
    {"sectors.size", "16"},
    {"sectors.second", "0"},
    {"sectors.landmarks", "0"},
    {"landmarks.count", "10"},
    {"heuristic.show", "bound"},
    {"ch.graph", "corners"},
    {"ch.order", "nested"},
    {"ch.importance", "colour"},
    {"ch.top", "100"},
    {"cch.graph", "sectors"},
    {"labels.graph", "corners"},
    {"labels.levels", "6"},
    {"hna.levels", "2"},
    {"hna.mu", "10"},
    {"hna.links", "dijkstra"},
    {"navmesh.tile", "32"},
    {"navmesh.radius", "0"},
    {"navmesh.source", "level"},
    {"navmesh.costs", "middles"},
    {"pay.scale", "log"},
    {"pay.against", "astar"},
    {"crowd.count", "1000"},
    {"crowd.density", "25"},
    {"crowd.goals", "wander"},
    {"crowd.seed", "1"},
    {"crowd.heat", "visits"},
    {"crowd.on", "cells"},
    {"crowd.colour", "status"},
    {"crowd.speed", "6 12"},
    {"crowd.size", "1"},
    {"crowd.capability", "ground,swamp"},
    {"crowd.rate", "60"},
    {"crowd.method", "tables"},
    {"crowd.plans", "4000"},
    {"crowd.backend", "auto"},
    {"walkers.count", "500"},
    {"walkers.radius", "0.25"},
    {"walkers.speed", "3"},
    {"walkers.goal", "random"},
    {"walkers.method", "pccp"},
    {"walkers.seed", "1"},
};
// clang-format on

// Returns the line that takes a setting line back; empty if none is known.
std::string taking_back(const std::string& line) {
  const Result<Command> parsed = parse_command(line);
  if (!parsed || parsed.value().args.empty()) return {};
  Command command = parsed.value();
  if (command.name == "predict.hide") return "predict.show all";
  if (command.name == "landmarks.place") return "landmarks.auto";
  if (command.name == "layer.pin") return "layer.reset";
  if (command.name == "terrain.weight") return format_command({command.name, {command.args[0], "1"}});
  if (command.name == "view.level" || command.name == "view.planner") return {};  // they go with the split
  if (command.name == "layer.opacity") {
    const auto layer = layer_named(command.args[0]);
    if (!layer) return {};
    command.args[1] = std::to_string(static_cast<int>(100 * default_opacity(*layer) + 0.5f));
    return format_command(command);
  }
  for (const auto& [name, value] : kUsualValues) {
    if (name == command.name) return std::string(name) + " " + std::string(value);
  }
  for (std::string& word : command.args) {
    if (word != "on" && word != "off") continue;
    word = word == "on" ? "off" : "on";
    return format_command(command);
  }
  return {};
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin && text[begin] != '#') lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

constexpr size_t kMostLines = 1000;  // more work is not repeated

}  // namespace

void reset_settings(Lab& lab) {
  // Settings depend on each other: what one pass cannot change, the next one can.
  std::vector<std::string> before;
  for (int pass = 0; pass < 4; ++pass) {
    std::vector<std::string> lines = lab.log().setting_lines();
    if (lines.empty() || lines == before) return;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
      // The source of the mesh and whether it is that of a level are set by one command.
      if (line->starts_with("navmesh.source")) (void)lab.execute("navmesh.source triangles");
      if (const std::string back = taking_back(*line); !back.empty()) (void)lab.execute(back);
    }
    before = std::move(lines);
  }
}

LabMoment moment_of(const Lab& lab) { return {lines_in(lab.log().reproduction())}; }

Status carry_out(Lab& lab, const LabMoment& moment) {
  Status first = success();
  for (const std::string& line : moment.lines) {
    const Result<Command> parsed = parse_command(line);
    if (!parsed) continue;
    Command command = parsed.value();
    if (command.name.starts_with("map.") && command_named(command.name) != nullptr &&
        command_named(command.name)->usage.find("[force]") != std::string_view::npos) {
      command.args.push_back("force");
    }
    const Status status = lab.execute(command);
    if (!status && first) first = error_at(line, status.error().message());
  }
  lab.finish_updates();
  return first;
}

Status return_to(Lab& lab, const LabMoment& moment) {
  reset_settings(lab);
  return carry_out(lab, moment);
}

struct LessonHome::Kept {
  LabMoment moment;
  std::vector<std::string> settings, log;
  GridMap map;
  std::string path, title, level_path;
  std::shared_ptr<const Level> level;
  std::optional<Query> query;
  Camera camera;
  bool unsaved = false;
  std::vector<std::string> recent_files;
  std::vector<int64_t> opened_at;
};

LessonHome::LessonHome(const Lab& lab)
    : kept_(new Kept{moment_of(lab), lab.log().setting_lines(), lab.log().lines(), lab.world().map(),
                     lab.state().map_path, lab.state().map_title, lab.state().level_path, lab.world().level(),
                     lab.state().has_query ? std::optional(lab.state().query) : std::nullopt, lab.state().camera,
                     lab.session().map_unsaved(), lab.session().settings().recent_files,
                     lab.session().settings().opened_at}) {}
LessonHome::~LessonHome() = default;
LessonHome::LessonHome(LessonHome&&) noexcept = default;
LessonHome& LessonHome::operator=(LessonHome&&) noexcept = default;

const LabMoment& LessonHome::moment() const { return kept_->moment; }

void LessonHome::restore(Lab& lab) const {
  const Kept& kept = *kept_;
  bool same = false;
  if (kept.moment.lines.size() <= kMostLines) {
    // A command that fails, because a file is gone, is left out of the log as well.
    (void)return_to(lab, kept.moment);
    const std::optional<Query> query = lab.state().has_query ? std::optional(lab.state().query) : std::nullopt;
    same = std::ranges::equal(lab.world().map().letters(), kept.map.letters()) &&
           lab.world().map().width() == kept.map.width() && query == kept.query;
  }
  if (!same) {
    reset_settings(lab);
    for (const std::string& line : kept.settings) (void)lab.execute(line);
    const Query* query = kept.query ? &*kept.query : nullptr;
    LargeMapTask::PreparedWorld made =
        LargeMapTask::make_world(kept.map, lab.large_map_task().next_setup(), query, kept.level);
    if (!kept.query) made.query.reset();
    made.level_path = kept.level_path;
    lab.session().replace_world(std::move(made), kept.path, kept.title);
    lab.log().begin_with(kept.log);
    lab.finish_updates();
  }
  LabState& state = lab.mutable_state();
  state.map_path = kept.path;
  state.map_title = kept.title;
  if (kept.unsaved && !lab.session().map_unsaved()) lab.session().note_restored();
  if (!kept.unsaved && lab.session().map_unsaved()) lab.session().change_world().mark_saved();
  lab.session().note_unsaved();
  const int width = state.camera.view_width, height = state.camera.view_height;
  state.camera = kept.camera;
  state.camera.view_width = width;
  state.camera.view_height = height;
  lab.session().settings().recent_files = kept.recent_files;
  lab.session().settings().opened_at = kept.opened_at;
  lab.session().save_settings();
}

}  // namespace strata
