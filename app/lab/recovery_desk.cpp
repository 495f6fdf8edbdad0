// Unsaved work: its copies while it is made, and how it comes back at the next start.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/lab/lab_parts.hpp"
#include "core/io/graph_file.hpp"
#include "core/io/movingai.hpp"

namespace strata {

namespace {

// The smallest empty map that holds the graph.
GridMap map_around(const DrawnGraph& graph) {
  int width = 1, height = 1;
  for (const Cell cell : graph.nodes()) {
    width = std::max(width, cell.x + 1);
    height = std::max(height, cell.y + 1);
  }
  return GridMap(width, height);
}

bool holds(const GridMap& map, const DrawnGraph& graph) {
  return std::all_of(graph.nodes().begin(), graph.nodes().end(), [&](Cell cell) { return map.contains(cell); });
}

}  // namespace

void RecoveryDesk::offer() {
  recovery_copy_ = recovery_.claim();
  if (!recovery_copy_) return;
  const RecoveryCopy& copy = *recovery_copy_;
  std::string text =
      fmt::format("Strata ended{} before {} was saved.", copy.saved_at.empty() ? "" : " on " + copy.saved_at,
                  copy.about.title.empty() ? "a map" : copy.about.title);
  if (!copy.damage.empty()) {
    text += fmt::format("\nWhat the work was of cannot be read:\n{}", copy.damage);
  } else if (copy.about.original_path.empty()) {
    text += "\nIt has no file yet.";
  } else {
    text += fmt::format("\nIts file is {}.", copy.about.original_path);
  }
  state_.question = Question{Question::Kind::kRecovery, "Unsaved work was found", std::move(text), {}};
}

void RecoveryDesk::note_about() {
  recovery_about_.original_path = state_.map_path;
  recovery_about_.graph_path = state_.graph_path;
  recovery_about_.title = state_.map_title;
  recovery_about_.query = state_.query;
  recovery_about_.has_query = state_.has_query;
}

void RecoveryDesk::keep() {
  if (!recovery_.enabled()) return;
  if (!state_.unsaved) {
    recovery_.drop();  // saved, or undone to what the file holds
    return;
  }
  note_about();
  recovery_.keep(world_->map(), state_.drawn, lab_.graph().version(), recovery_about_);
  if (std::string message = recovery_.take_message(); !message.empty())
    lab_.say(MessageKind::kWarning, std::move(message));
}

Status RecoveryDesk::keep_last() {
  if (!recovery_.enabled() || !state_.unsaved) return success();
  note_about();
  return recovery_.flush(world_->map(), state_.drawn, lab_.graph().version(), recovery_about_);
}

// What can be read comes back; what cannot is said and kept. Nothing of the present map changes before all is read.
Status RecoveryDesk::restore() {
  const RecoveryCopy copy = *recovery_copy_;
  std::string damage;
  const auto set_aside = [&](const std::string& file, const std::string& reason) {
    const Result<std::string> kept = recovery_.set_aside(file);
    damage += fmt::format("{}{}\nThe damaged file is kept{}.", damage.empty() ? "" : "\n", reason,
                          kept ? " as " + kept.value() : "");
    return kept.ok();
  };
  std::optional<GridMap> map;
  DrawnGraph graph;
  bool all_kept = true;
  if (!copy.damage.empty()) all_kept &= set_aside(copy.damaged_file, copy.damage);
  if (!copy.map_file.empty()) {
    Result<LoadedMap> loaded = load_map(copy.map_file);
    if (loaded) {
      map = std::move(loaded.value().map);
    } else {
      all_kept &= set_aside(copy.map_file, loaded.error().message());
    }
  }
  if (!copy.graph_file.empty()) {
    const Result<GraphFile> loaded = load_graph(copy.graph_file);
    if (loaded) {
      graph = loaded.value().graph;
    } else {
      all_kept &= set_aside(copy.graph_file, loaded.error().message());
    }
  }
  const bool map_lost = !map;
  std::string path = copy.about.original_path;
  if (map_lost && !graph.empty()) {
    // The graph alone: over the map as its file has it, if that is still the one. Else over an empty map, which must
    // not be saved over that file.
    Result<LoadedMap> original = load_map(path);
    const bool fits = original && holds(original.value().map, graph);
    map = fits ? std::move(original.value().map) : map_around(graph);
    if (!fits) path.clear();
  }
  if (!map) {
    // The files are out of the way, so that they are not offered again and again.
    if (all_kept) recovery_.drop_claimed();
    recovery_copy_.reset();
    state_.question.reset();
    return error_at("", damage.empty() ? "the unsaved work is gone" : damage);
  }
  if (!holds(*map, graph)) {
    all_kept &= set_aside(copy.graph_file, copy.graph_file + ": has nodes outside the map");
    graph = {};
  }
  const Query& query = copy.about.query;
  const bool has_query = copy.about.has_query && map->contains(query.start) && map->contains(query.goal);
  lab_.session().replace_map(std::move(*map), path, copy.about.title.empty() ? "restored map" : copy.about.title,
                             has_query ? &query : nullptr);
  lab_.session().note_restored();
  // What the graph's own file holds tells whether the graph is unsaved, also if all its nodes were removed.
  const Result<GraphFile> saved =
      copy.about.graph_path.empty() ? Result<GraphFile>(GraphFile{}) : load_graph(copy.about.graph_path);
  if (saved) lab_.graph().set_saved(saved.value().graph);
  state_.graph_path = copy.about.graph_path;
  lab_.graph().set(std::move(graph));
  state_.unsaved = true;
  state_.question.reset();
  lab_.log().begin_with(lab_.log().setting_lines());
  lab_.log().add("# The map was restored from unsaved work: open a copy of it here.");
  // The old copy goes only when the new one is on disk. What could not be moved out of the way keeps it there.
  if (all_kept) recovery_.restored();
  recovery_copy_.reset();
  keep();
  if (!damage.empty()) state_.dialogs.push_back({"Not all of the unsaved work could be read", damage});
  lab_.say(MessageKind::kInfo,
           map_lost ? "restored the drawn graph; save it to keep it" : "restored; save it to keep it");
  return success();
}

}  // namespace strata
