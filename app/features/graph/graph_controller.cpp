// The drawn graph: edits with undo, its file, and drawing with the mouse.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/features/graph/graph.hpp"
#include "app/lab/file_beside.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/map_letters.hpp"
#include "app/lab/open_options.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/undo_history.hpp"
#include "core/io/drawn_import.hpp"
#include "core/io/file_graph.hpp"
#include "core/io/graph_file.hpp"
#include "core/io/map_file.hpp"

namespace strata {

namespace {

namespace fs = std::filesystem;

// A node can be grabbed within this distance on the screen, whatever the zoom.
constexpr double kNodePixels = 12;
constexpr double kEdgePixels = 6;

double distance_to_segment(double x, double y, double x0, double y0, double x1, double y1) {
  const double dx = x1 - x0, dy = y1 - y0;
  const double length = dx * dx + dy * dy;
  const double t = length > 0 ? std::clamp(((x - x0) * dx + (y - y0) * dy) / length, 0.0, 1.0) : 0;
  return std::hypot(x - x0 - t * dx, y - y0 - t * dy);
}

}  // namespace

// --- Edits -------------------------------------------------------------------------------------------------------
void GraphController::edit(DrawnGraph graph, std::string name) {
  if (graph == graph_) return;
  // `other` is the graph to change to at the next call: the one before the edit, or, after an undo, the one after it.
  lab_.undo_history().add(std::move(name), [this, other = graph_]() mutable {
    DrawnGraph before = graph_;
    set(std::exchange(other, std::move(before)));
  });
  if (graph_.empty()) state_.switch_layer(kDrawnLayer, true);
  set(std::move(graph));
}

void GraphController::set(DrawnGraph graph) {
  // If start or goal lies on a node that moves, it moves with the node.
  const DrawnGraph& before = graph_;
  if (graph.node_count() == before.node_count()) {
    PlanQuery query = state_.query;
    for (uint32_t node = 0; node < graph.node_count(); ++node) {
      if (state_.query.start == before.nodes()[node]) query.start = graph.nodes()[node];
      if (state_.query.goal == before.nodes()[node]) query.goal = graph.nodes()[node];
    }
    state_.query = query;
  }
  graph_ = std::move(graph);
  drag_.reset();
  ++version_;
  unsaved_ = graph_ != saved_;
  lab_.session().change_world().set_drawn_graph(graph_);
  lab_.structures().keep_ready();
}

// Drops the graph when another map opens. A map with a graph cannot be resized (Session::why_no_resize).
void GraphController::map_changed(const MapChange& change) {
  if (change.what != MapChange::Kind::kOther) return;
  if (change.resized) {
    drag_.reset();
    return;
  }
  graph_ = {};
  path_.clear();
  unsaved_ = false;
  drag_.reset();
  saved_ = {};
  ++version_;
}

// --- Files -------------------------------------------------------------------------------------------------------

std::vector<std::pair<std::string_view, std::string_view>> GraphController::other_kinds() const {
  std::vector<std::pair<std::string_view, std::string_view>> kinds;
  for (const GraphFileEnding& one : graph_file_endings()) kinds.emplace_back(one.ending, one.title);
  return kinds;
}

bool GraphController::path_has_own_format() const { return !graph_format_of(path_); }

Result<GraphFile> GraphController::load(const std::string& path, std::vector<std::string>& notes) const {
  if (!graph_format_of(path)) return load_graph(path);
  const Result<FileGraph> file = load_graph_file(path, drawn_graph_limits());
  if (!file) return file.error();
  Result<DrawnImport> drawn = drawn_of(file.value(), world_->map().width(), world_->map().height());
  if (!drawn) return error_at(path, drawn.error().what);
  notes = std::move(drawn.value().notes);
  return GraphFile{.graph = std::move(drawn.value().graph), .map = {}, .start = {}, .goal = {}};
}

Result<std::string> GraphController::map_of(const std::string& path) const {
  // Files of other programs name no map.
  if (graph_format_of(path)) return std::string();
  const Result<GraphFile> graph = load_graph(path);
  if (!graph) return graph.error();
  return map_named(path, graph.value().map);
}

// Returns the path of the map that the graph names: the file beside the graph, or else the map of this name that comes
// with the program. If neither exists, returns the path beside the graph. Empty: the graph names no map.
Result<std::string> GraphController::map_named(const std::string& path, const std::string& name) const {
  if (name.empty()) return std::string();
  const Result<std::string> beside = file_beside(fs::path(path).parent_path().string(), name, "the graph");
  std::error_code ignored;
  if (!beside || fs::exists(beside.value(), ignored)) return beside;
  for (const std::string& stock : options_.stock_folders) {
    if (const fs::path file = fs::path(stock) / name; fs::exists(file, ignored)) return file.string();
  }
  return beside;
}

Status GraphController::open_here(const std::string& path, bool here) {
  const std::string file = lab_.scripts().resolve(path);
  lab_.session().file_state().opened_path = file;
  std::vector<std::string> notes;
  const Result<GraphFile> loaded = load(file, notes);
  if (!loaded) return loaded.error();
  const GraphFile& found = loaded.value();
  std::optional<LoadedMap> map;
  std::string map_file;
  MapReading reading;
  if (!found.map.empty() && !here) {
    const Result<std::string> named = map_named(file, found.map);
    if (!named) return named.error();
    map_file = named.value();
    std::error_code ignored;
    if (!fs::exists(map_file, ignored)) {
      return error_at(file, fmt::format("was drawn on the map {}, which does not lie beside it: open that first, then "
                                        "the graph on it (graph.open PATH here)",
                                        found.map));
    }
    if (!lab_.session().is_open(map_file)) {
      if (is_level_file(map_file)) {
        return error_at(file, fmt::format("was drawn on the level {}: open that first, then the graph", map_file));
      }
      const Result<MapReading> how = lab_.session().letters().question().reading_of(map_file, {});
      if (!how) return how.error();
      reading = how.value();
      Result<OpenedMap> read = open_map_file(map_file, reading.options);
      if (!read) return read.error();
      map = std::move(read.value().loaded);
    }
  }
  const GridMap& on = map ? map->map : world_->map();
  for (const Cell cell : found.graph.nodes()) {
    if (on.contains(cell)) continue;
    return error_at(file, fmt::format("the node at {},{} is outside the map of {} x {} cells", cell.x, cell.y,
                                      on.width(), on.height()));
  }
  if (map) {
    lab_.session().replace_map(std::move(map->map), map_file, fs::path(map_file).filename().string(), nullptr);
    lab_.session().note_map(*map, map_file, reading);
  }
  saved_ = found.graph;
  path_ = file;
  unconfirmed_ = false;
  if (map) {
    set(found.graph);
  } else {
    edit(found.graph, "Open graph");
    // The graph has no unsaved changes now. This holds also if the file has the same graph as before, for which
    // edit() does nothing.
    unsaved_ = false;
  }
  state_.switch_layer(kDrawnLayer, true);
  if (found.start && found.goal) {
    state_.query = {*found.start, *found.goal};
    state_.has_query = true;
  }
  lab_.settings().add_recent(file);
  lab_.session().save_settings();
  lab_.say(MessageKind::kInfo, fmt::format("{}: {} nodes, {} edges", fs::path(file).filename().string(),
                                           found.graph.node_count(), found.graph.edges().size()));
  if (!notes.empty()) {
    lab_.say(MessageKind::kWarning,
             fmt::format("{}: {}", fs::path(file).filename().string(), fmt::join(notes, ". Also: ")));
  }
  if (found.rounded_weights > 0) {
    lab_.say(
        MessageKind::kWarning,
        fmt::format("{}: {} {} kept otherwise than written, as weights are multiples of {}; the first {}",
                    fs::path(file).filename().string(), found.rounded_weights,
                    found.rounded_weights == 1 ? "weight is" : "weights are", format_weight(1), found.first_rounded));
  }
  return success();
}

std::string GraphController::default_path() const {
  if (!save_needs_name()) return path_;
  // Chooses an unused file name beside the map.
  fs::path path = state_.map_path;
  const std::string stem = path.stem().string();
  std::error_code ignored;
  path.replace_extension(".graph");
  for (int i = 2; fs::exists(path, ignored) && i < 1000; ++i)
    path.replace_filename(fmt::format("{}-{}.graph", stem, i));
  return path.string();
}

Status GraphController::save_as(const std::string& path) {
  if (Status refused = lab_.session().refuse_stock(path); !refused) return refused;
  if (graph_format_of(path)) return save_other(path);
  GraphFile file{.graph = graph_, .map = {}, .start = {}, .goal = {}};
  if (!state_.map_path.empty()) {
    file.map = fs::path(state_.map_path).filename().string();
  }
  if (state_.has_query && graph_.node_at(state_.query.start) && graph_.node_at(state_.query.goal)) {
    file.start = state_.query.start;
    file.goal = state_.query.goal;
  }
  if (Status saved = save_graph(file, path); !saved) return saved;
  note_saved(path);
  std::error_code ignored;
  const bool beside = file.map.empty() || fs::exists(fs::path(path).parent_path() / file.map, ignored);
  lab_.say(beside ? MessageKind::kInfo : MessageKind::kWarning,
           "saved " + path +
               (beside ? "" : fmt::format("; {} does not lie beside it: open that first, then the graph", file.map)));
  return success();
}

Status GraphController::save_other(const std::string& path) {
  const bool whole = graph_format_of(path) == GraphFormat::kDimacs;
  if (Status saved = save_graph_file(file_graph_of(graph_, whole), path); !saved) return saved;
  note_saved(path);
  lab_.say(MessageKind::kInfo,
           fmt::format("saved {}: nodes, edges and weights. Only a .graph file keeps the order of the nodes, the map, "
                       "start and goal",
                       path));
  return success();
}

void GraphController::note_saved(const std::string& path) {
  saved_ = graph_;
  path_ = path;
  unconfirmed_ = false;
  unsaved_ = false;
  lab_.settings().add_recent(path);
  lab_.session().save_settings();
}

// --- The mouse ---------------------------------------------------------------------------------------------------

std::optional<uint32_t> GraphController::node_at(const PointerEvent& event) const {
  const Camera& camera = state_.camera;
  const double reach = std::max(kNodePixels, camera.zoom / 2);
  std::optional<uint32_t> nearest;
  double best = reach;
  for (uint32_t node = 0; node < graph_.node_count(); ++node) {
    const Cell cell = graph_.nodes()[node];
    const double away = std::hypot(event.x - camera.screen_x(cell.x + 0.5), event.y - camera.screen_y(cell.y + 0.5));
    if (away > best) continue;
    best = away;
    nearest = node;
  }
  return nearest;
}

const DrawnGraphEdge* GraphController::edge_at(const PointerEvent& event) const {
  const Camera& camera = state_.camera;
  const DrawnGraphEdge* nearest = nullptr;
  double best = kEdgePixels;
  for (const DrawnGraphEdge& edge : graph_.edges()) {
    const Cell a = graph_.nodes()[edge.a], b = graph_.nodes()[edge.b];
    const double away = distance_to_segment(event.x, event.y, camera.screen_x(a.x + 0.5), camera.screen_y(a.y + 0.5),
                                            camera.screen_x(b.x + 0.5), camera.screen_y(b.y + 0.5));
    if (away > best) continue;
    best = away;
    nearest = &edge;
  }
  return nearest;
}

// Removes the node under the pointer, else the edge under it. Returns false if there is neither.
bool GraphController::remove_at(const PointerEvent& event) {
  if (const auto node = node_at(event)) {
    const Cell cell = graph_.nodes()[*node];
    lab_.run(fmt::format("graph.remove {},{}", cell.x, cell.y));
    return true;
  }
  if (const DrawnGraphEdge* edge = edge_at(event)) {
    const Cell a = graph_.nodes()[edge->a], b = graph_.nodes()[edge->b];
    lab_.run(fmt::format("graph.remove {},{} {},{}", a.x, a.y, b.x, b.y));
    return true;
  }
  return false;
}

PressResult GraphController::press(const PointerEvent& event, Cell) {
  if (event.button == 0 && state_.tool == Tool::kErase) {
    return state_.layer(kDrawnLayer).on && remove_at(event) ? PressResult::kDone : PressResult::kIgnored;
  }
  if (state_.tool != kGraphTool) return PressResult::kIgnored;
  if (event.button == 1) {
    (void)remove_at(event);
    return PressResult::kDone;
  }
  const auto node = node_at(event);
  if (!node) return PressResult::kClickPending;
  drag_ = GraphDrag{*node, graph_.nodes()[*node], {}};
  drag_event_ = event;
  drag_moved_ = false;
  return PressResult::kDrag;
}

void GraphController::drag(const PointerEvent& event, Cell cell, bool moved) {
  if (!drag_) return;
  drag_event_ = event;
  drag_moved_ = moved;
  if (!moved) return;
  const Rect bounds = world_->map().bounds();
  drag_->at = {std::clamp(cell.x, 0, bounds.x1 - 1), std::clamp(cell.y, 0, bounds.y1 - 1)};
  const auto other = node_at(event);
  drag_->to = other != drag_->node ? other : std::nullopt;
}

// Ends a drag that began at a node. Over another node the drag adds an edge, elsewhere it moves the node; without
// movement it counts as a click.
void GraphController::drop(bool keep) {
  const std::optional<GraphDrag> drag = std::exchange(drag_, std::nullopt);
  if (!drag || !keep || drag->node >= graph_.node_count()) return;
  const Cell from = graph_.nodes()[drag->node];
  if (!drag_moved_) return lab_.gestures().click(drag_event_, from);
  if (drag->to) {
    if (graph_.edge(drag->node, *drag->to) != nullptr) {
      lab_.say(MessageKind::kInfo, "There is an edge already: its weight is in the Graph tab");
      return;
    }
    const Cell to = graph_.nodes()[*drag->to];
    lab_.run(fmt::format("graph.edge {},{} {},{}", from.x, from.y, to.x, to.y));
  } else if (drag->at != from && !graph_.node_at(drag->at)) {
    lab_.run(fmt::format("graph.move {},{} {},{}", from.x, from.y, drag->at.x, drag->at.y));
  }
}

// With the graph tool, a click on a cell without a node adds a node there.
bool GraphController::click(const PointerEvent&, Cell cell) {
  if (state_.tool != kGraphTool || graph_.node_at(cell)) return false;
  if (world_->map().contains(cell)) lab_.run(fmt::format("graph.node {},{}", cell.x, cell.y));
  return true;
}

// --- The recovery copy -------------------------------------------------------------------------------------------

std::string GraphController::text() const {
  return graph_.empty() ? std::string() : format_graph({.graph = graph_, .map = {}, .start = {}, .goal = {}});
}

// Returns the bounding box of the nodes' cells.
Result<Rect> GraphController::read_copy(std::string_view text, const std::string& name) {
  copy_ = {};
  const Result<GraphFile> loaded = parse_graph(text, name);
  if (!loaded) return loaded.error();
  copy_ = loaded.value().graph;
  Rect cells;
  for (const Cell cell : copy_.nodes()) cells.include({cell.x, cell.y, cell.x + 1, cell.y + 1});
  return cells;
}

// To know whether the copy has unsaved changes, compares it with the graph's own file, even if the copy has no nodes.
void GraphController::take_copy(const std::string& path, bool confirmed) {
  std::vector<std::string> notes;
  const Result<GraphFile> saved = path.empty() ? Result<GraphFile>(GraphFile{}) : load(path, notes);
  saved_ = saved ? saved.value().graph : DrawnGraph();
  path_ = path;
  unconfirmed_ = !confirmed;
  set(std::exchange(copy_, {}));
}

std::any GraphController::content() const {
  if (graph_.empty() && path_.empty()) return {};
  return SceneState{graph_, saved_, path_, unconfirmed_};
}

void GraphController::take_content(const std::any& content) {
  const auto& own = std::any_cast<const SceneState&>(content);
  saved_ = own.saved;
  path_ = own.path;
  unconfirmed_ = own.unconfirmed;
  set(own.graph);
}

bool GraphController::save_needs_name() const {
  // A file of another program may hold more than a drawn graph, so that it is not overwritten unasked.
  return path_.empty() || unconfirmed_ || !path_has_own_format() || lab_.session().is_stock(path_);
}

}  // namespace strata
