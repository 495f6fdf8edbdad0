#include "app/lab/dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/base/terrain_looks.hpp"
#include "app/lab/answer_status.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/fact.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/first_run.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/open_options.hpp"
#include "app/lab/preferences.hpp"
#include "app/lab/presentation.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/simple_view.hpp"
#include "app/lab/undo_history.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/base/hash.hpp"
#include "core/grid/map_links.hpp"
#include "core/io/movingai.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/fastest_planner.hpp"
#include "core/world/partial_path.hpp"
#include "core/world/refusal.hpp"

namespace strata {

namespace {

using nlohmann::json;

std::string hash_of(const GridMap& map) {
  const std::span<const char> letters = map.letters();
  if (!map.has_weights() && map.links() == nullptr)
    return fmt::format("{:016x}", fnv1a({letters.data(), letters.size()}));
  Fnv1a hash;
  for (const char letter : letters) hash.add(static_cast<uint8_t>(letter));
  for (const uint8_t weight : map.weights()) hash.add(weight);
  if (map.links() != nullptr) {
    for (const MapLink& link : map.links()->all()) {
      for (const uint32_t number : {link.from, link.to, link.length}) hash.add(number);
    }
  }
  return fmt::format("{:016x}", hash.value());
}

json cell_json(Cell cell) { return json::array({cell.x, cell.y}); }

double rounded(double value) { return std::round(value * 1000) / 1000; }

json planner_json(const PlannerRow& row, const PlanQuery& query, const PlannerNames& names, Cost unit) {
  json out;
  out["title"] = names.title(*row.planner);
  out["shown"] = row.shown;
  out["path_hidden"] = row.path_hidden;
  out["allowed"] = row.allowed;
  out["solved"] = row.solved;
  out["waiting"] = row.waiting;
  out["note"] = row.note;
  if (!row.solved) return out;
  const PlanResult& result = row.result;
  const PhaseStats total = result.stats.total();
  out["status"] = answer_status_text(*row.planner, result.status);
  out["expanded"] = total.expanded;
  out["generated"] = total.generated;
  out["touched"] = total.touched;
  out["path_cells"] = result.path.size();
  if (row.planner->any_angle) out["path_points"] = result.points.size();
  out["abstract_cells"] = result.abstract_path.size();
  if (result.found()) {
    out["cost"] = result.cost;
    out["raw_cost"] = result.raw_cost;
    out["steps"] = rounded(result.cost / static_cast<double>(unit));
    if (row.percent_over) out["percent_over"] = rounded(*row.percent_over);
  }
  if (result.has_partial_path()) {
    out["partial"] = {{"at", json::array({rounded(result.nearest.at.x / (2.0 * result.units)),
                                          rounded(result.nearest.at.y / (2.0 * result.units))})},
                      {"distance", rounded(distance_left(query, result))},
                      {"cost", result.cost},
                      {"steps", rounded(result.cost / static_cast<double>(unit))},
                      {"visited", result.nearest_visited}};
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
  out["h"] = event.type == EventType::kContract ? int64_t{contracted_priority(event)} : int64_t{event.h};
  return out;
}

json playback_json(const Lab& lab) {
  const Playback& playback = lab.playback();
  json out = {
      {"events", playback.size()},
      {"cursor", playback.cursor()},
      {"truncated", playback.outline().truncated},
      {"playing", playback.clock().playing()},
      {"speed", playback.clock().speed()},
      {"heat", playback.heat().by == HeatMapQuantity::kOrder ? "order" : "cost"},
      {"breakpoints", json::array()},
      {"line", current_line(playback)},
      {"open", playback.counts().open},
      {"open_backward", playback.counts().open_backward},
      {"expanded", playback.counts().expanded},
      {"generated", playback.counts().generated},
      {"top_level", playback.outline().top_level},
      {"two_way", playback.outline().two_way},
      {"contracted", playback.outline().contracting ? playback.before_cursor(playback.outline().contracted).size() : 0},
      {"added_arcs", playback.before_cursor(playback.outline().added_arcs).size()}};
  for (size_t line = 0; line < lab.query().pseudo_code().lines.size(); ++line) {
    if (playback.breakpoints().at(static_cast<uint8_t>(line))) out["breakpoints"].push_back(line);
  }
  out["conditions"] = json::array();
  for (size_t i = 0; i < kBreakConditionNames.size(); ++i) {
    if (playback.breakpoints().at(static_cast<BreakCondition>(i))) out["conditions"].push_back(kBreakConditionNames[i]);
  }
  if (playback.breakpoints().at(BreakCondition::kTouched)) out["watched"] = cell_json(playback.breakpoints().watched());
  out["sentence"] = explained_step(lab);
  if (const NodeId meeting = playback.meeting(); meeting != kNoNodeId) {
    out["meeting"] = place_json(playback.place(playback.outline().two_way_level, meeting));
  }
  if (const SearchEvent* event = playback.current()) out["event"] = event_json(*event, playback.places());
  const std::vector<uint32_t>& expansions = playback.outline().expansions;
  for (const PhaseSpan& span : playback.outline().phases) {
    const auto begin = std::ranges::lower_bound(expansions, span.begin);
    const auto end = std::ranges::lower_bound(expansions, span.end);
    out["phases"].push_back({{"phase", phase_name(span.phase)},
                             {"level", span.level},
                             {"title", span_title(span, lab.query().pseudo_code())},
                             {"begin", span.begin},
                             {"end", span.end},
                             {"expanded", end - begin}});
  }
  // Adds the abstract edge at the cursor with the paths into which it is refined; and the path as far as it is
  // known, by level.
  const AbstractEdgeAtCursor& edge = lab.inspector().stepped_edge();
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

// Returns the searches that are shown side by side, and how each of them differs from the first one.
json searches_json(Lab& lab) {
  ViewSearches& searches = lab.view_searches();
  const LabState& state = lab.state();
  json out = {
      {"compared", searches.active()}, {"pace", progress_by_name(state.pace)}, {"difference", state.difference}};
  if (!searches.active()) return out;
  out["head"] = searches.head();
  out["beyond"] = searches.beyond();
  out["views"] = json::array();
  for (int view = 0; view < searches.count(); ++view) {
    const Playback& playback = searches.playback(view);
    json own = {{"planner", searches.planner(view).name},
                {"events", playback.size()},
                {"cursor", playback.cursor()},
                {"expanded", playback.counts().expanded},
                {"generated", playback.counts().generated},
                {"open", playback.counts().open},
                {"note", searches.note(view)}};
    if (view > 0) {
      const DifferenceCounts counts = searches.counts(view);
      const TraceDifference& difference = searches.difference(view);
      own["only_first"] = counts.only_first;
      own["only_own"] = counts.only_second;
      own["both"] = counts.both;
      own["abstract"] = counts.abstract_second;
      own["same"] = difference.same();
      if (difference.first_event()) own["first_difference"] = *difference.first_event();
      if (!difference.partings().empty()) own["same_expansions"] = difference.partings().front();
    }
    out["views"].push_back(std::move(own));
  }
  return out;
}

json inspected_json(const Lab& lab, const Inspection& inspection) {
  const World& world = lab.world();
  const Cell cell = inspection.cell;
  const CellId id = world.map().id(cell);
  json out = {{"cell", cell_json(cell)},     {"terrain", terrain_info(world.map().terrain(cell)).name},
              {"events", inspection.events}, {"clearance", inspection.clearance},
              {"fits", inspection.fits},     {"why", inspection.why}};
  if (inspection.obstacle) out["obstacle"] = cell_json(inspection.obstacle->cell);
  for (const auto& [feature, controller] : lab.controllers()) {
    if (!hides_feature(lab, *feature)) controller->dump_inspected(out);
  }
  CellExplanations explanations;
  out["explained"] = explanations.why(explained_search(lab), cell);
  const Playback& playback = lab.playback();
  const auto tell = [&](const NodeAtCursor& node, std::string_view name) {
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

json meter_json(const Lab& lab) {
  const LabState& state = lab.state();
  const UpdateMeterReading& meter = state.meter;
  using enum StructureId;
  json out = {{"name", meter.name},
              {"edits", meter.edits},
              {"cells", meter.changed_cells},
              {"strokes", state.strokes},
              {"flashing", state.flashes.size()}};
  for (const auto& [feature, controller] : lab.controllers()) {
    if (hides_counts(lab, *feature)) continue;
    controller->dump_meter(out);
    for (const std::string_view key : feature->facts.rebuilt) {
      out[std::string(feature->facts.key)][std::string(key)] = meter.count(feature->structure, key, 0);
    }
  }
  return out;
}

// The dialog that asks with which options a map file is read.
json open_options_json(const OpenOptions& asked) {
  json out = {{"file", std::filesystem::path(asked.path).filename().string()},
              {"width", asked.summary.width},
              {"height", asked.summary.height},
              {"open", asked.summary.open},
              {"words", asked.words},
              {"problem", asked.problem},
              {"reading", asked.reading}};
  for (size_t i = 0; i < asked.cells.size(); ++i) {
    out["cells"][std::string(terrain_info(static_cast<Terrain>(i)).name)] = asked.cells[i];
  }
  return out;
}

json map_json(const Lab& lab) {
  const World& world = lab.world();
  const LabState& state = lab.state();
  json out = {{"width", world.map().width()},
              {"height", world.map().height()},
              {"revision", world.map().revision()},
              {"hash", hash_of(world.map())},
              {"passable", world.moves().passable_count()},
              {"file", std::filesystem::path(state.map_path).filename().string()},
              {"title", state.map_title},
              {"unsaved", state.unsaved},
              {"letters", world.map().letter_terrains().to_words()},
              {"options", lab.session().file_state().options},
              {"warnings", json::array()}};
  for (const MapWarning& warning : state.map_warnings) {
    out["warnings"].push_back({{"letter", fmt::format("{}", static_cast<int>(static_cast<uint8_t>(warning.letter)))},
                               {"cells", warning.cells},
                               {"line", warning.first_line}});
  }
  return out;
}

json terrains_json(const LabState& state, const World& world) {
  json out;
  for (size_t i = 0; i < kTerrains; ++i) {
    const TerrainLook& look = state.terrain_looks[i];
    json own = {{"name", look.name}, {"colour", color_text(look.color)}};
    if (static_cast<Terrain>(i) != Terrain::kOut) own["weight"] = world.rules().weights[i];
    out[std::string(terrain_info(static_cast<Terrain>(i)).name)] = std::move(own);
  }
  return out;
}

json tool_json(const LabState& state) {
  return {{"name", tool_name(state.tool)},
          {"terrain", terrain_info(state.terrain).name},
          {"radius", state.brush.even ? json(state.brush.exact_radius()) : json(state.brush.radius)},
          {"size", state.brush.size()},
          {"filled", state.filled},
          {"shape", state.brush.shape == BrushShape::kRound ? "round" : "square"}};
}

}  // namespace

nlohmann::json state_json(Lab& lab) {
  hidden_names(lab).follow();
  const World& world = lab.world();
  const LabState& state = lab.state();
  json out = {{"map", map_json(lab)}};
  out["terrains"] = terrains_json(state, world);
  const Rules& rules = world.rules();
  out["rules"] = {{"profile", profile_info(rules.profile).name},
                  {"capability", rules.capability.to_string()},
                  {"agent_size", rules.agent_size},
                  {"weights", {rules.weights[0], rules.weights[1], rules.weights[2], rules.weights[3]}}};
  out["agent"] = {{"size", rules.agent_size}, {"capability", rules.capability.to_string()}};
  out["query"] = {{"set", state.has_query}, {"note", state.query_note}, {"partial", state.plan_options().partial}};
  if (state.has_query) {
    out["query"]["start"] = cell_json(state.query.start);
    out["query"]["goal"] = cell_json(state.query.goal);
  }
  out["plan"] = {{"smooth", state.plan_options().smooth},
                 {"first_moves", state.plan_options().first_moves},
                 {"stall", state.plan_options().stall},
                 {"potentials", state.plan_options().potentials},
                 {"heuristic", heuristic_name(state.plan_options().heuristic)},
                 {"weight", state.plan_options().weight / static_cast<double>(kWeightOne)},
                 {"ties", tie_breaking_name(state.plan_options().ties)},
                 {"ida_expansions", state.plan_options().ida_expansions},
                 {"traced", state.traced},
                 {"only", state.only_stepped},
                 {"levels_apart", state.levels_apart}};
  for (const PlannerRow& row : state.rows) {
    out["planners"][std::string(row.planner->name)] =
        planner_json(row, state.query, state.names, lab.query().row_unit(*row.planner));
    if (row.planner->asks == nullptr) continue;
    out["planners"][std::string(row.planner->name)]["asked"] = row.planner->asks(world).name;
    out["planners"][std::string(row.planner->name)]["why"] = why_fastest(world);
  }
  out["playback"] = playback_json(lab);
  out["meter"] = meter_json(lab);
  out["history"] = {{"size", lab.undo_history().size()},
                    {"position", lab.undo_history().position()},
                    {"undo", lab.undo_history().can_undo() ? lab.undo_history().undo_name() : ""},
                    {"redo", lab.undo_history().can_redo() ? lab.undo_history().redo_name() : ""}};
  for (const auto& [feature, controller] : lab.controllers()) controller->dump(out);
  dump_facts(lab, out);
  lab.charts().dump(out);
  out["preferences"] = preferences_json(lab);
  out["tool"] = tool_json(state);
  for (const Layer id : layers()) {
    const LayerState& layer = state.layer(id);
    out["layers"][std::string(layer_name(id))] = {
        {"on", layer.on}, {"opacity", rounded(layer.opacity)}, {"note", layer.note}};
  }
  out["view"] = {{"x", rounded(state.camera.center_x)},
                 {"y", rounded(state.camera.center_y)},
                 {"zoom", rounded(state.camera.zoom)},
                 {"scale", state.ui_scale},
                 {"presentation", state.presentation},
                 {"windows", state.windows},
                 {"place", state.screen_place},
                 {"unfolded", state.screen_tab},
                 {"strip",
                  {{"height", rounded(state.strip_height)},
                   {"code", rounded(state.strip_code)},
                   {"code_whole", state.strip_code_whole}}},
                 {"legend", state.legend},
                 {"large_code", state.large_code},
                 {"presented", json::object()},
                 {"detail", state.simple ? "simple" : "full"},
                 {"hidden_planners", unlisted_planners(state)},
                 {"first_run", state.first_run}};
  for (const PresentationPart& part : presentation_parts()) {
    if (part.part != nullptr) out["view"]["presented"][std::string(part.name)] = part.on(state);
  }
  out["view"]["hints"] = {{"on", state.hints}, {"done", json::array()}, {"shown", hint_name(hint_now(lab))}};
  for (int i = 0; i < kHints; ++i) {
    if (state.hints_done[static_cast<size_t>(i)])
      out["view"]["hints"]["done"].push_back(hint_name(static_cast<Hint>(i)));
  }
  out["view"]["split"] = state.view_count;
  out["view"]["pointer"] = state.pointer_view;
  out["view"]["levels"] = json::array();
  out["view"]["notes"] = json::array();
  for (int i = 0; i < state.view_count; ++i) {
    const ViewState& view = state.views[static_cast<size_t>(i)];
    out["view"]["levels"].push_back(view.level < 0 ? json(level_word(view.level)) : json(view.level));
    out["view"]["notes"].push_back(view.note);
  }
  out["view"]["searches"] = searches_json(lab);
  if (state.hover) out["view"]["hover"] = cell_json(*state.hover);
  if (state.inspected) out["inspected"] = inspected_json(lab, *state.inspected);
  out["notices"] = json::array();
  for (const Notice& notice : state.notices) {
    out["notices"].push_back({{"kind", notice_name(notice.kind)}, {"text", notice.text}, {"closed", notice.closed}});
  }
  out["messages"] = json::array();
  for (const Message& message : state.messages) out["messages"].push_back(message.text);
  out["dialogs"] = json::array();
  for (const Dialog& dialog : state.dialogs) {
    out["dialogs"].push_back({{"title", dialog.title}, {"text", dialog.text}, {"offer", dialog.offer.label}});
  }
  if (const auto& problem = state.window_problem) {
    out["problem"] = {{"window", problem->window}, {"text", problem->text}, {"offer", problem->offer.label}};
  }
  if (state.question) {
    constexpr std::array<const char*, 3> kKinds = {"unsaved", "recovery", "script"};
    out["question"] = {{"kind", kKinds[static_cast<size_t>(state.question->kind)]},
                       {"title", state.question->title},
                       {"pending", state.question->pending}};
  }
  if (state.open_options && state.window_open("open_options")) {
    out["open_options"] = open_options_json(*state.open_options);
  }
  out["recent"] = json::array();
  for (const std::string& file : state.recent_files)
    out["recent"].push_back(std::filesystem::path(file).filename().string());
  out["quit"] = state.quit;
  return out;
}

std::string dump_state(Lab& lab) { return state_json(lab).dump(2, ' ', false, json::error_handler_t::replace) + "\n"; }

}  // namespace strata
