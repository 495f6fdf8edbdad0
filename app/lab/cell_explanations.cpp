#include "app/lab/cell_explanations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/event_words.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"
#include "app/playback/sentence.hpp"
#include "core/ch/contraction_code.hpp"
#include "core/search/heuristic.hpp"
#include "core/search/plan_options.hpp"

namespace strata {

namespace {

// If more nodes than this lie in a cell, the others are not explained.
constexpr size_t kShownNodes = 4;

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Returns the cost of the cheapest path, if a planner that is optimal on the map has answered.
std::optional<Cost> known_optimum(const Lab& lab) {
  const World& world = lab.world();
  const PlanOptions& options = lab.state().plan_options();
  for (const PlannerRow& row : lab.state().rows) {
    const Planner& planner = *row.planner;
    if (!row.solved || !row.result.found() || planner.any_angle || plans_own_graph(world, planner)) continue;
    const bool astar = &planner == &optimum_planner();
    if (astar ? is_admissible(options.heuristic, world.rules().profile, options.weight)
              : finds_optimum(world, planner)) {
      return row.result.cost;
    }
  }
  return std::nullopt;
}

// Returns what a node is: "an inter-edge". Between portals, start and goal are none themselves.
std::string node_words(const ExplainedSearch& search, const NodeKey& key) {
  const Playback& playback = search.playback;
  if (!playback.places().are_cells()) {
    const NodePlace place = playback.place(key.level, key.node);
    const SearchEvent& first = *playback.event(0);
    if (first.type == EventType::kSource && place == playback.place(0, first.node)) return "the start";
    if (place == playback.place(0, playback.outline().goal)) return "the goal";
  }
  const std::string noun = search.narration.node_noun(key.level);
  const bool vowel = std::string_view("aeiouL").find(noun[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + noun;
}

}  // namespace

ExplainedSearch explained_search(const Lab& lab) {
  const QueryController& controller = lab.query();
  return {.world = lab.world(),
          .planner = controller.searched_planner(),
          .playback = lab.playback(),
          .appearance = planner_appearance(lab.state(), controller.searched_planner().name),
          .narration = stepped_narration(lab),
          .looks = lab.state().terrain_looks,
          .query = searched_query(lab.state(), *lab.state().traced_planner()),
          .ties = lab.state().plan_options().ties,
          .unit = controller.trace_unit(),
          .up_to_date = lab.state().process != nullptr || controller.trace_key() == controller.recorded_key(),
          .process = lab.state().process != nullptr,
          .note = lab.state().query_note,
          .options = &lab.state().plan_options(),
          .optimum = known_optimum(lab),
          .path_hidden = hidden_names(lab).hides("path")};
}

std::string explained_step(const Lab& lab) {
  // Without start and goal there is nothing to say: a card may show a graph alone.
  if (!lab.state().has_query && lab.playback().empty()) return {};
  const ExplainedSearch search = explained_search(lab);
  return sentence(search.playback, search.narration, search.unit, search.narrated());
}

std::string_view explained_phase(const Lab& lab, Phase phase) {
  const ExplainedSearch search = explained_search(lab);
  return phase_purpose(search.playback, search.narration, phase, search.unit, search.narrated());
}

void CellExplanations::begin(const ExplainedSearch& search) {
  nodes_.begin(search.playback, search.narration, search.narration.expansion_order(search.ties), search.unit);
  if (version_ == search.playback.trace_version()) return;
  version_ = search.playback.trace_version();
  ended_.clear();
  // Number of events that may be read. It is 0 while the future is hidden, as the end of the search is then unknown.
  const size_t known = search.playback.future_hidden() ? 0 : search.playback.size();
  for (size_t i = known; i-- > 0;) {
    const SearchEvent& event = *search.playback.event(i);
    if (event.type == EventType::kNoPath) break;
    if (event.type != EventType::kExpand || TraceOutline::joined(event.phase) != Phase::kMain) continue;
    const EventFormatter words(search.playback, search.unit);
    const auto& meetings = search.playback.outline().meetings;
    ended_ = meetings.empty() ? fmt::format("event {} ended the search by expanding {} with f = {}", i + 1,
                                            words.node(event.level, event.node), words.sum(event.g, event.h))
                              : fmt::format("the search ended with the best path, which costs {}",
                                            words.cost(search.playback.event(meetings.back())->g));
    break;
  }
  follow_path(search);
  follow_smoothing(search);
}

// Collects the cells of the path by going from the goal to the start along parents.
void CellExplanations::follow_path(const ExplainedSearch& search) {
  path_.clear();
  const Playback& playback = search.playback;
  if (search.narration.rest_bound() == RemainingCostBound::kNotOfCells || playback.outline().two_way ||
      playback.size() == 0)
    return;
  if (playback.event(playback.size() - 1)->type != EventType::kFound) return;
  std::vector<size_t> events;
  for (NodeId node = playback.outline().goal; node != kNoNodeId && path_.size() < playback.size();) {
    path_.push_back(playback.place(0, node).cell);
    nodes_.nodes().events_of(playback, {0, false, node}, events);
    node = kNoNodeId;
    for (const size_t i : events) {
      if (playback.event(i)->type != EventType::kExpand) node = playback.event(i)->parent;
    }
  }
  std::sort(path_.begin(), path_.end());
}

// Repeats the smoothing of a path of cells, and collects the cells that it takes off the path.
void CellExplanations::follow_smoothing(const ExplainedSearch& search) {
  smoothed_.clear();
  const Playback& playback = search.playback;
  const TraceOutline& outline = playback.outline();
  const std::vector<uint32_t>& edges = outline.paths[0].edges;
  if (edges.empty() || outline.phase_end(Phase::kSmooth) == 0 || !playback.places().are_cells()) return;
  std::vector<CellId> path = {playback.event(edges.front())->parent};
  for (const uint32_t i : edges) {
    const SearchEvent& edge = *playback.event(i);
    if (edge.parent != path.back()) return;  // the edges are not in the order of the path
    path.push_back(edge.node);
  }
  // Replaces the cells path[begin] to path[end - 1].
  const auto replace = [&](size_t begin, size_t end, const std::vector<CellId>& by, size_t event) {
    for (size_t i = begin; i < end; ++i) smoothed_.push_back({path[i], event});
    const auto at =
        path.erase(path.begin() + static_cast<std::ptrdiff_t>(begin), path.begin() + static_cast<std::ptrdiff_t>(end));
    path.insert(at, by.begin(), by.end());
  };
  const auto last_place = [&](CellId cell) {
    const auto found = std::find(path.rbegin(), path.rend(), cell);
    return static_cast<size_t>(path.rend() - found);  // 1 more than the index; 0: not on the path
  };
  const GridMap& map = search.world.map();
  std::vector<CellId> line;
  for (size_t i = edges.back() + 1; i < playback.size(); ++i) {
    const SearchEvent& event = *playback.event(i);
    if (event.phase != Phase::kSmooth) continue;
    if (event.type == EventType::kStraight) {
      const size_t from = last_place(event.parent), to = last_place(event.node);
      if (from == 0 || to <= from) continue;
      if (std::max(event.parent, event.node) >= map.cell_count()) return smoothed_.clear();
      const Cell cell = map.cell(event.parent), end = map.cell(event.node);
      const int wide = std::abs(end.x - cell.x), high = std::abs(end.y - cell.y);
      // The recording is of a map of another size.
      if (wide != 0 && high != 0 && wide != high) return smoothed_.clear();
      const int right = (end.x > cell.x) - (end.x < cell.x), down = (end.y > cell.y) - (end.y < cell.y);
      const int steps = std::max(wide, high);
      line.clear();
      for (int step = 1; step < steps; ++step) line.push_back(map.id({cell.x + step * right, cell.y + step * down}));
      replace(from, to - 1, line, i);
    } else if (event.type == EventType::kFound) {
      // Smoothing removes loops without an event of their own.
      std::vector<CellId> sorted = path;
      std::sort(sorted.begin(), sorted.end());
      if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) continue;
      for (size_t at = 0; at < path.size(); ++at) {
        if (const size_t again = last_place(path[at]); again > at + 1) replace(at + 1, again, {}, i);
      }
    }
  }
  std::sort(path.begin(), path.end());
  std::erase_if(smoothed_,
                [&](const SmoothedCell& one) { return std::binary_search(path.begin(), path.end(), one.cell); });
  // Of several events that removed a cell, the last one counts.
  std::sort(smoothed_.begin(), smoothed_.end(), [](const SmoothedCell& a, const SmoothedCell& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.event > b.event;
  });
}

std::string CellExplanations::why(const ExplainedSearch& search, Cell cell, bool rivals) {
  begin(search);
  if (!search.world.map().contains(cell)) return "The cell lies outside of the map.";
  if (search.playback.empty()) {
    return search.note.empty() ? "No search is recorded." : fmt::format("No search is recorded: {}.", search.note);
  }
  const CellId id = search.world.map().id(cell);
  std::vector<std::string> lines;
  if (const auto* own = dynamic_cast<const ConstructionNarration*>(&search.narration);
      search.process && own != nullptr) {
    own->tell_cell(ConstructionCell(search.world, search.looks, search.playback, cell, search.unit), lines);
    if (lines.empty()) {
      lines.emplace_back(search.playback.at_end() ? "The construction has not looked at this cell."
                                                  : "The construction has not looked at this cell yet.");
    }
    return fmt::format("{}", fmt::join(lines, "\n"));
  }
  // A process that gets here is a contraction, the search of a question, or a trace or plan of another program. Of the
  // last three only the events are told.
  if (!search.process || search.playback.outline().contracting) add_nodes(search, id, rivals, lines);
  add_recorded(search, id, lines);
  if (lines.empty()) lines.push_back(unnamed(search, cell));
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

void CellExplanations::add_nodes(const ExplainedSearch& search, CellId cell, bool rivals,
                                 std::vector<std::string>& lines) {
  nodes_.nodes().nodes_in(search.playback, cell, keys_);
  const std::vector<NodeKey> keys = keys_;
  for (size_t i = 0; i < std::min(keys.size(), kShownNodes); ++i) {
    const std::string why = nodes_.why(keys[i], rivals);
    const bool plain = keys[i].level == 0 && keys.size() == 1;
    lines.push_back(plain ? capital(why) : fmt::format("As {}: {}", node_words(search, keys[i]), why));
  }
  if (keys.size() > kShownNodes) {
    lines.push_back(fmt::format("{} more nodes of the search lie in this cell.", keys.size() - kShownNodes));
  }
}

void CellExplanations::add_recorded(const ExplainedSearch& search, CellId cell, std::vector<std::string>& lines) const {
  const Playback& playback = search.playback;
  const auto tell = [&](EventType type, auto&& say) {
    const TraceNodes::EventsInCell told = nodes_.nodes().events_in_cell(playback, cell, type);
    if (told.count > 0) lines.push_back(say(told, told.first < playback.cursor()));
  };
  using EventsInCell = TraceNodes::EventsInCell;
  tell(EventType::kContract, [&](const EventsInCell& told, bool past) {
    const SearchEvent& event = *playback.event(told.first);
    const uint64_t rank = uint64_t{event.g} + 1;
    const std::string got =
        fmt::format("Event {} {} it, with rank {}", told.first + 1, past ? "contracted" : "contracts", rank);
    if (event.line == contraction_code::kGiven) return got + ": it is the next in the given order.";
    return got + fmt::format(": its priority, {}, {} the smallest.", contracted_priority(event), past ? "was" : "is");
  });
  tell(EventType::kSource, [](const EventsInCell&, bool) { return std::string("The search starts here."); });
  tell(EventType::kDestination, [](const EventsInCell&, bool) { return std::string("The goal lies here."); });
  if (lines.empty() && !search.process) {
    tell(EventType::kLink, [](const EventsInCell& told, bool past) {
      return fmt::format("Event {} {} it to the start or the goal.", told.first + 1, past ? "connected" : "connects");
    });
  }
  if (!search.path_hidden && std::binary_search(path_.begin(), path_.end(), cell)) {
    lines.push_back(fmt::format("The path {} over it.", playback.at_end() ? "goes" : "will go"));
  }
  if (search.path_hidden) return;
  tell(EventType::kPathEdge, [&](const EventsInCell& told, bool past) {
    const auto smoothed = std::lower_bound(smoothed_.begin(), smoothed_.end(), cell,
                                           [](const SmoothedCell& one, CellId id) { return one.cell < id; });
    if (smoothed != smoothed_.end() && smoothed->cell == cell && smoothed->event < playback.cursor()) {
      return fmt::format("It was on the path from event {} until it was smoothed (event {}).", told.first + 1,
                         smoothed->event + 1);
    }
    return fmt::format("It {} on the path: event {} {} it there.", past ? "is" : "will be", told.first + 1,
                       past ? "put" : "puts");
  });
  tell(EventType::kStraight, [](const EventsInCell& told, bool past) {
    return fmt::format("A smoothed segment of the path {} here, by event {}.", past ? "ends" : "will end",
                       told.first + 1);
  });
}

}  // namespace strata
