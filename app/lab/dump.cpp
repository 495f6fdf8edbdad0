// The state as JSON, and assertions on it.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/lab/feature.hpp"
#include "app/lab/lab_parts.hpp"
#include "core/world/refusal.hpp"

namespace strata {

namespace {

using nlohmann::json;

// FNV-1a, 64 bits.
std::string hash_of(const GridMap& map) {
  uint64_t hash = 14695981039346656037ull;
  for (const char letter : map.letters()) {
    hash = (hash ^ static_cast<uint8_t>(letter)) * 1099511628211ull;
  }
  return fmt::format("{:016x}", hash);
}

json cell_json(Cell cell) { return json::array({cell.x, cell.y}); }

double rounded(double value) { return std::round(value * 1000) / 1000; }

json planner_json(const PlannerRow& row, Cost unit, bool durations) {
  json out;
  out["shown"] = row.shown;
  out["allowed"] = row.allowed;
  out["solved"] = row.solved;
  out["waiting"] = row.waiting;
  out["note"] = row.note;
  if (!row.solved) return out;
  const PlanResult& result = row.result;
  const PhaseStats total = result.stats.total();
  out["status"] = status_text(result.status);
  out["expanded"] = total.expanded;
  out["generated"] = total.generated;
  out["touched"] = total.touched;
  out["path_cells"] = result.path.size();
  out["abstract_cells"] = result.abstract_path.size();
  if (result.found()) {
    out["cost"] = result.cost;
    out["raw_cost"] = result.raw_cost;
    out["steps"] = rounded(result.cost / static_cast<double>(unit));
    if (row.percent_over >= 0) out["percent_over"] = rounded(row.percent_over);
  }
  if (durations) {
    out["micros"] = row.micros;
    out["runs"] = row.repeats;
    out["build_micros"] = row.build_micros;
  }
  return out;
}

json place_json(const NodePlace& place) {
  if (place.cell == kNoCell) return json::array({rounded(place.x), rounded(place.y)});
  return cell_json({static_cast<int>(place.x), static_cast<int>(place.y)});
}

json event_json(const SearchEvent& event, const NodePlaces& places) {
  json out;
  out["type"] = event_name(event.type);
  out["phase"] = phase_name(event.phase);
  out["level"] = event.level;
  out["line"] = event.line;
  if (event.node != kNoNodeId) out["cell"] = place_json(places.at(event.level, event.node));
  if (event.parent != kNoNodeId) out["parent"] = place_json(places.at(event.level, event.parent));
  out["g"] = event.g;
  out["h"] = event.h;
  return out;
}

json hpa_json(const LabState& state, const World& world) {
  const HpaOptions& options = world.get<MapHpa>().hpa().options();
  json out = {{"ready", world.get<MapHpa>().hpa().ready()},
              {"progress", rounded(state.build_progress)},
              {"cluster_size", options.cluster_size},
              {"levels", options.levels},
              {"factor", options.level_factor},
              {"threshold", options.entrance_threshold},
              {"spacing", options.transition_spacing},
              {"cache", options.cache_paths},
              {"memory_bytes", state.memory[static_cast<size_t>(Structure::kHpa)]},
              {"cache_bytes", state.hpa_cache}};
  out["level"] = json::object();
  for (size_t i = 0; i < state.hpa_counts.size(); ++i) {
    const HpaCounts& counts = state.hpa_counts[i];
    const json level = {{"clusters", counts.clusters},
                        {"nodes", counts.nodes},
                        {"exact_nodes", state.exact_nodes(static_cast<int>(i) + 1)},
                        {"inter_edges", counts.inter_edges},
                        {"intra_edges", counts.intra_edges}};
    out["level"][std::to_string(i + 1)] = level;
    if (i == 0) out.update(level);  // of the first level also without its number
  }
  return out;
}

json haa_json(const LabState& state, const World& world) {
  const HaaOptions& options = state.haa_options;
  json out = {{"on", world.has(Structure::kHaa)},
              {"ready", world.has(Structure::kHaa) && world.get<MapHaa>().haa().ready()},
              {"sizes", options.max_size},
              {"cluster_size", options.cluster_size},
              {"published", options.as_published},
              {"dominated", options.keep_dominated},
              {"memory_bytes", state.memory[static_cast<size_t>(Structure::kHaa)]}};
  out["capabilities"] = json::array();
  for (const Capability capability : options.capabilities) out["capabilities"].push_back(capability.to_string());
  if (!world.has(Structure::kHaa)) return out;
  static constexpr const char* kQualityNames[kHaaQualities] = {"initial", "high", "low"};
  for (size_t i = 0; i < kHaaQualities; ++i) {
    if (i == 0 && !options.keep_dominated) continue;  // not known
    const HaaCounts& counts = state.haa_counts[i];
    out[kQualityNames[i]] = {
        {"nodes", counts.nodes}, {"inter_edges", counts.inter_edges}, {"intra_edges", counts.intra_edges}};
  }
  return out;
}

json landmarks_json(const LabState& state, const World& world) {
  const Landmarks& landmarks = world.get<MapLandmarks>().landmarks();
  json out = {{"on", world.has(Structure::kLandmarks)},
              {"ready", world.ready(Structure::kLandmarks)},
              {"count", state.landmark_options.lanes()},
              {"automatic", state.landmark_options.placed.empty()},
              {"building", state.landmarks_building},
              {"exact", state.landmarks_exact},
              {"cancelled", state.landmarks_cancelled},
              {"set_aside", state.landmarks_set_aside},
              {"memory_bytes", state.memory[static_cast<size_t>(Structure::kLandmarks)]},
              {"cells", json::array()},
              {"heuristic",
               {{"kind", heuristic_name(state.heuristic.kind)},
                {"landmark", state.heuristic.landmark + 1},
                {"low", state.heuristic.low},
                {"high", state.heuristic.high}}}};
  for (const CellId cell : landmarks.cells()) out["cells"].push_back(cell_json(world.map().cell(cell)));
  if (state.landmark_drag) {
    out["dragged"] = {{"landmark", state.landmark_drag->landmark + 1}, {"at", cell_json(state.landmark_drag->at)}};
  }
  return out;
}

json playback_json(const Lab& lab) {
  const Playback& playback = lab.playback();
  json out = {{"events", playback.size()},
              {"cursor", playback.cursor()},
              {"truncated", playback.outline().truncated},
              {"playing", playback.clock().playing()},
              {"speed", playback.clock().speed()},
              {"heat", playback.heat().by == HeatBy::kOrder ? "order" : "cost"},
              {"breakpoints", json::array()},
              {"line", playback.current_line()},
              {"open", playback.counts().open},
              {"expanded", playback.counts().expanded},
              {"generated", playback.counts().generated},
              {"top_level", playback.outline().top_level},
              {"two_way", playback.outline().two_way},
              {"contracted", playback.before_cursor(playback.outline().contracted).size()},
              {"added_arcs", playback.before_cursor(playback.outline().added_arcs).size()}};
  for (size_t line = 0; line < lab.query().pseudo_code().lines.size(); ++line) {
    if (playback.breakpoints().at(static_cast<uint8_t>(line))) out["breakpoints"].push_back(line);
  }
  if (const NodeId meeting = playback.meeting(); meeting != kNoNodeId) {
    out["meeting"] = place_json(playback.place(playback.outline().two_way_level, meeting));
  }
  if (const SearchEvent* event = playback.current()) out["event"] = event_json(*event, playback.places());
  for (const PhaseSpan& span : playback.outline().phases) {
    out["phases"].push_back({{"phase", phase_name(span.phase)},
                             {"level", span.level},
                             {"title", span_title(span)},
                             {"begin", span.begin},
                             {"end", span.end}});
  }
  // The edge under way with what lies under it, and the path so far, by level.
  const SteppedEdge& edge = lab.inspector().stepped_edge();
  if (edge.level > 0) {
    out["edge"] = {{"level", edge.level},
                   {"from", place_json(playback.place(edge.level, edge.from))},
                   {"to", place_json(playback.place(edge.level, edge.to))},
                   {"cost", edge.cost},
                   {"cells", edge.chains[0].size()},
                   {"chains", json::array()}};
    for (const std::vector<NodeId>& chain : edge.chains) out["edge"]["chains"].push_back(chain.size());
  }
  out["path"] = json::object();
  std::vector<PathEdge> edges;
  for (int level = 0; level <= playback.outline().top_level; ++level) {
    playback.path_edges(level, edges);
    size_t refined = 0;
    for (const PathEdge& e : edges) refined += e.refined;
    out["path"][std::to_string(level)] = {{"edges", edges.size()}, {"refined", refined}};
  }
  return out;
}

json inspected_json(const Lab& lab, const Inspection& inspection) {
  const World& world = lab.world();
  const Cell cell = inspection.cell;
  const CellId id = world.map().id(cell);
  json out = {{"cell", cell_json(cell)},
              {"terrain", terrain_info(world.map().terrain(cell)).name},
              {"cluster", world.get<MapHpa>().hpa().clusters().cluster_of(cell)},
              {"events", inspection.events},
              {"clearance", inspection.clearance},
              {"fits", inspection.fits},
              {"why", inspection.why},
              {"hpa_level", inspection.hpa_level},
              {"hpa_edges", inspection.hpa_edges.size()},
              {"haa_node", inspection.haa_node},
              {"haa_edges", json::array()}};
  if (inspection.obstacle) out["obstacle"] = cell_json(inspection.obstacle->cell);
  for (const HaaEdge& edge : inspection.haa_edges) {
    out["haa_edges"].push_back({{"to", cell_json(world.map().cell(edge.to))},
                                {"cost", edge.cost},
                                {"capability", edge.capability.to_string()},
                                {"clearance", edge.clearance},
                                {"strong", edge.strongly_dominated},
                                {"weak", edge.weakly_dominated}});
  }
  for (const auto& [feature, desk] : lab.desks()) desk->dump_inspected(out);
  if (const LandmarkInspection& landmarks = inspection.landmarks; landmarks.known) {
    out["landmarks"] = {{"distance_bound", landmarks.distance_bound},
                        {"landmark_bound", landmarks.landmark_bound},
                        {"bound", landmarks.bound},
                        {"deciding", landmarks.deciding + 1},
                        {"separated", landmarks.separated},
                        {"set_aside", landmarks.set_aside}};
  }
  if (inspection.landmarks.landmark >= 0) out["landmark"] = inspection.landmarks.landmark + 1;
  const Playback& playback = lab.playback();
  const auto tell = [&](const NodeAt& node, std::string_view name) {
    if (node.state == NodeState::kUnseen) return;
    json& at = out[fmt::format("{}{}", name, node.level)];
    at = {{"state", node_state_name(node.state)}, {"g", node.g}, {"h", node.h}, {"f", node.f()}};
    if (node.parent != kNoNodeId) at["parent"] = place_json(playback.place(node.level, node.parent));
  };
  for (int level = 0; level <= std::max(1, playback.outline().top_level); ++level) {
    tell(playback.node_in(static_cast<uint8_t>(level), id), "level");
  }
  for (int level = 0; level <= 1; ++level) tell(playback.node_in(static_cast<uint8_t>(level), id, true), "backward");
  return out;
}

json meter_json(const Lab& lab, bool durations) {
  const LabState& state = lab.state();
  const MeterReading& meter = state.meter;
  using enum Structure;
  json out = {{"name", meter.name},
              {"edits", meter.edits},
              {"cells", meter.changed_cells},
              {"clusters", meter.parts(kHpa)},
              {"borders", meter.count(kHpa, "borders")},
              {"transitions", meter.count(kHpa, "transitions")},
              {"inter_edges", meter.count(kHpa, "inter_edges")},
              {"intra_edges", meter.count(kHpa, "intra_edges")},
              {"strokes", state.strokes},
              {"flashing", state.flashes.size()},
              {"upper", json::object()},
              {"haa",
               {{"clusters", meter.parts(kHaa)},
                {"borders", meter.count(kHaa, "borders")},
                {"inter_edges", meter.count(kHaa, "inter_edges")},
                {"intra_edges", meter.count(kHaa, "intra_edges")}}}};
  for (const auto& [feature, desk] : lab.desks()) desk->dump_meter(out);
  out["landmarks"] = {{"lowered", meter.count(kLandmarks, "lowered", 0)},
                      {"set_aside", meter.count(kLandmarks, "set_aside", 0)}};
  for (int level = 2; level <= meter.levels; ++level) {
    out["upper"][std::to_string(level)] = {{"clusters", meter.parts(kHpa, level)},
                                           {"redone", meter.redone(kHpa, level)},
                                           {"unchanged", meter.count(kHpa, "unchanged", level)},
                                           {"intra_edges", meter.count(kHpa, "intra_edges", level)}};
  }
  if (durations) {
    out["micros"] = meter.micros;
    out["rebuild_micros"] = meter.rebuild_micros;
  }
  return out;
}

json state_json(const Lab& lab, bool durations) {
  const World& world = lab.world();
  const LabState& state = lab.state();
  json out;
  out["map"] = {{"width", world.map().width()},
                {"height", world.map().height()},
                {"revision", world.map().revision()},
                {"hash", hash_of(world.map())},
                {"passable", world.moves().passable_count()},
                {"file", std::filesystem::path(state.map_path).filename().string()},
                {"title", state.map_title},
                {"unsaved", state.unsaved},
                {"warnings", json::array()}};
  for (const MapWarning& warning : state.map_warnings) {
    out["map"]["warnings"].push_back(
        {{"letter", fmt::format("{}", static_cast<int>(static_cast<uint8_t>(warning.letter)))},
         {"cells", warning.cells},
         {"line", warning.first_line}});
  }
  const Rules& rules = world.rules();
  out["rules"] = {{"profile", profile_info(rules.profile).name},
                  {"capability", rules.capability.to_string()},
                  {"agent_size", rules.agent_size},
                  {"weights", {rules.weights[0], rules.weights[1], rules.weights[2], rules.weights[3]}}};
  out["agent"] = {{"size", rules.agent_size}, {"capability", rules.capability.to_string()}};
  out["hpa"] = hpa_json(state, world);
  out["haa"] = haa_json(state, world);
  out["landmarks"] = landmarks_json(state, world);
  out["query"] = {{"set", state.has_query}, {"note", state.query_note}};
  if (state.has_query) {
    out["query"]["start"] = cell_json(state.query.start);
    out["query"]["goal"] = cell_json(state.query.goal);
  }
  out["plan"] = {{"smooth", state.plan_options.smooth},
                 {"first_moves", state.plan_options.first_moves},
                 {"stall", state.plan_options.stall},
                 {"potentials", state.plan_options.potentials},
                 {"traced", state.traced}};
  for (const PlannerRow& row : state.rows) {
    out["planners"][std::string(row.planner->name)] = planner_json(row, lab.query().row_unit(*row.planner), durations);
  }
  if (durations) out["comparison_note"] = state.comparison_note;  // it is about durations
  out["playback"] = playback_json(lab);
  out["meter"] = meter_json(lab, durations);
  out["history"] = {{"size", lab.undo_history().size()},
                    {"position", lab.undo_history().position()},
                    {"undo", lab.undo_history().can_undo() ? lab.undo_history().undo_name() : ""},
                    {"redo", lab.undo_history().can_redo() ? lab.undo_history().redo_name() : ""}};
  for (const auto& [feature, desk] : lab.desks()) desk->dump(out, durations);
  out["tool"] = {{"name", tool_name(state.tool)},
                 {"terrain", terrain_info(state.terrain).name},
                 {"radius", state.brush.radius},
                 {"shape", state.brush.shape == BrushShape::kRound ? "round" : "square"}};
  for (const Layer id : layers()) {
    const LayerState& layer = state.layer(id);
    out["layers"][std::string(layer_name(id))] = {
        {"on", layer.on}, {"opacity", rounded(layer.opacity)}, {"note", layer.note}};
  }
  out["view"] = {{"x", rounded(state.camera.center_x)}, {"y", rounded(state.camera.center_y)},
                 {"zoom", rounded(state.camera.zoom)},  {"scale", state.ui_scale},
                 {"presentation", state.presentation},  {"windows", state.windows}};
  out["view"]["split"] = state.view_count;
  out["view"]["pointer"] = state.pointer_view;
  out["view"]["levels"] = json::array();
  out["view"]["notes"] = json::array();
  for (int i = 0; i < state.view_count; ++i) {
    const ViewState& view = state.views[static_cast<size_t>(i)];
    out["view"]["levels"].push_back(view.level == kAllLevels ? json("all") : json(view.level));
    out["view"]["notes"].push_back(view.note);
  }
  if (state.hover) out["view"]["hover"] = cell_json(*state.hover);
  if (state.inspected) out["inspected"] = inspected_json(lab, *state.inspected);
  out["messages"] = json::array();
  for (const Message& message : state.messages) out["messages"].push_back(message.text);
  out["dialogs"] = json::array();
  for (const Dialog& dialog : state.dialogs) out["dialogs"].push_back({{"title", dialog.title}, {"text", dialog.text}});
  if (state.question) {
    out["question"] = {{"kind", state.question->kind == Question::Kind::kUnsaved ? "unsaved" : "recovery"},
                       {"title", state.question->title},
                       {"pending", state.question->pending}};
  }
  out["recent"] = json::array();
  for (const std::string& file : state.recent_files)
    out["recent"].push_back(std::filesystem::path(file).filename().string());
  out["quit"] = state.quit;
  return out;
}

// By a dotted path such as "planners.astar.cost" or "query.start.0"; "size" of a list is its length.
const json* find(const json& root, const std::string& key, json& made) {
  const json* at = &root;
  size_t begin = 0;
  while (begin <= key.size()) {
    const size_t dot = std::min(key.find('.', begin), key.size());
    const std::string word = key.substr(begin, dot - begin);
    begin = dot + 1;
    if (at->is_object()) {
      const auto it = at->find(word);
      if (it == at->end()) return nullptr;
      at = &*it;
    } else if (at->is_array()) {
      if (word == "size") {
        made = at->size();
        return &made;
      }
      size_t index = 0;
      const auto [rest, code] = std::from_chars(word.data(), word.data() + word.size(), index);
      if (code != std::errc{} || rest != word.data() + word.size() || index >= at->size()) return nullptr;
      at = &(*at)[index];
    } else {
      return nullptr;
    }
  }
  return at;
}

std::string text_of(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

bool number_of(const std::string& text, double& value) {
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value);
  return code == std::errc{} && rest == end && !text.empty();
}

}  // namespace

std::string Lab::dump_state(bool durations) {
  inspector().stepped_edge();
  return state_json(*this, durations).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Status Lab::check(const std::vector<std::string>& args) {
  const std::string& key = args[0];
  const std::string& op = args[1];
  inspector().stepped_edge();
  const json state = state_json(*this, false);
  json made;
  const json* found = find(state, key, made);
  if (op == "exists" || op == "missing") {
    if ((found != nullptr) == (op == "exists")) return success();
    return error_at("assert", key + (op == "exists" ? " does not exist" : " exists"));
  }
  if (args.size() < 3) return error_at("assert", "expects KEY OP VALUE");
  if (found == nullptr) return error_at("assert", "the state has no " + key);
  const std::string is = text_of(*found);
  const std::string& wanted = args[2];
  double a = 0, b = 0;
  const bool numbers = number_of(is, a) && number_of(wanted, b);
  bool holds = false;
  if (op == "==") {
    holds = numbers ? a == b : is == wanted;
  } else if (op == "!=") {
    holds = numbers ? a != b : is != wanted;
  } else if (op == "contains") {
    holds = is.find(wanted) != std::string::npos;
  } else if (op == "<" || op == "<=" || op == ">" || op == ">=") {
    if (!numbers)
      return error_at("assert",
                      fmt::format("{} is '{}', which cannot be compared with '{}' by {}", key, is, wanted, op));
    holds = op == "<" ? a < b : op == "<=" ? a <= b : op == ">" ? a > b : a >= b;
  } else {
    return error_at("assert", "unknown operator '" + op + "': == != < <= > >= contains exists missing");
  }
  if (holds) return success();
  return error_at("assert", fmt::format("{} is {}, expected {} {}", key, is, op, wanted));
}

Status Lab::remember_value(const std::string& name, const std::string& key) {
  inspector().stepped_edge();
  const json state = state_json(*this, false);
  json made;
  const json* found = find(state, key, made);
  if (found == nullptr) return error_at("remember", "the state has no " + key);
  remembered_[name] = text_of(*found);
  return success();
}

}  // namespace strata
