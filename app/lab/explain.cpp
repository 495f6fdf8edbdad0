#include "app/lab/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/lab/hidden.hpp"
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

namespace strata {

namespace {

constexpr size_t kShownNodes = 4;  // nodes of one cell that are explained

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Returns the cost of the cheapest path over the map, if a planner that finds it has answered.
std::optional<Cost> known_optimum(const Lab& lab) {
  const World& world = lab.world();
  const PlanOptions& options = lab.state().plan_options;
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

std::string with_article(const std::string& noun) {
  const bool vowel = std::string_view("aeiouL").find(noun[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + noun;
}

}  // namespace

ExplainedSearch explained_search(const Lab& lab) {
  const QueryController& controller = lab.query();
  return {.world = lab.world(),
          .planner = *controller.traced_planner(),
          .playback = lab.playback(),
          .appearance = planner_appearance(controller.traced_planner()->name),
          .narration = stepped_narration(lab),
          .query = searched_query(lab.state(), *controller.traced_planner()),
          .ties = lab.state().plan_options.ties,
          .unit = controller.trace_unit(),
          .up_to_date = controller.process() != nullptr || controller.trace_key() == controller.recorded_key(),
          .process = controller.process() != nullptr,
          .note = lab.state().query_note,
          .options = &lab.state().plan_options,
          .optimum = known_optimum(lab),
          .path_hidden = hidden_names(lab).hides("path")};
}

std::string explained_step(const Lab& lab) {
  const ExplainedSearch search = explained_search(lab);
  return sentence(search.playback, search.narration, search.unit, search.narrated());
}

void CellExplanations::begin(const ExplainedSearch& search) {
  nodes_.begin(search.playback, search.narration, search.narration.expansion_order(search.ties), search.unit);
  if (version_ == search.playback.trace_version()) return;
  version_ = search.playback.trace_version();
  ended_.clear();
  const size_t known = search.playback.future_hidden() ? 0 : search.playback.size();  // events of a search that ended
  for (size_t i = known; i-- > 0;) {
    const SearchEvent& event = *search.playback.event(i);
    if (event.type == EventType::kNoPath) break;
    if (event.type != EventType::kExpand || TraceOutline::joined(event.phase) != Phase::kMain) continue;
    const EventWords words(search.playback, search.unit);
    const auto& meetings = search.playback.outline().meetings;
    ended_ = meetings.empty() ? fmt::format("event {} ended the search by expanding {} with f = {}", i + 1,
                                            words.node(event.level, event.node), words.sum(event.g, event.h))
                              : fmt::format("the search ended with the best path, which costs {}",
                                            words.cost(search.playback.event(meetings.back())->g));
    break;
  }
  follow_path(search);
}

// Follows the path back from the goal over parents.
void CellExplanations::follow_path(const ExplainedSearch& search) {
  path_.clear();
  const Playback& playback = search.playback;
  if (!search.narration.searches_cells() || playback.outline().two_way || playback.size() == 0) return;
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
    own->tell_cell(BuiltCell(search.world, search.playback, cell, search.unit), lines);
    if (lines.empty()) {
      lines.emplace_back(search.playback.at_end() ? "The construction has not looked at this cell."
                                                  : "The construction has not looked at this cell yet.");
    }
    return fmt::format("{}", fmt::join(lines, "\n"));
  }
  // Of another program it is not known why it does what it does.
  if (!search.process || search.playback.outline().contracting) add_nodes(search, id, rivals, lines);
  add_told(search, id, lines);
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
    lines.push_back(plain ? capital(why)
                          : fmt::format("As {}: {}", with_article(search.narration.node_noun(keys[i].level)), why));
  }
  if (keys.size() > kShownNodes) {
    lines.push_back(fmt::format("{} more nodes of the search lie in this cell.", keys.size() - kShownNodes));
  }
}

void CellExplanations::add_told(const ExplainedSearch& search, CellId cell, std::vector<std::string>& lines) const {
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
    return got + fmt::format(": its priority, {}, {} the smallest.",
                             event.h == 0 ? "0 or less" : std::to_string(event.h), past ? "was" : "is");
  });
  tell(EventType::kSource, [](const EventsInCell&, bool) { return std::string("The search starts here."); });
  tell(EventType::kDestination, [](const EventsInCell&, bool) { return std::string("The goal lies here."); });
  if (lines.empty() && !search.process) {
    tell(EventType::kLink, [](const EventsInCell& told, bool past) {
      return fmt::format("Event {} {} it to the start or the goal.", told.first + 1, past ? "linked" : "links");
    });
  }
  if (!search.path_hidden && std::binary_search(path_.begin(), path_.end(), cell)) {
    lines.push_back(fmt::format("The path {} over it.", playback.at_end() ? "goes" : "will go"));
  }
  if (search.path_hidden) return;
  tell(EventType::kPathEdge, [](const EventsInCell& told, bool past) {
    return fmt::format("It {} on the path: event {} {} it there.", past ? "is" : "will be", told.first + 1,
                       past ? "put" : "puts");
  });
  tell(EventType::kStraight, [](const EventsInCell& told, bool past) {
    return fmt::format("A smoothed segment of the path {} here, by event {}.", past ? "ends" : "will end",
                       told.first + 1);
  });
}

}  // namespace strata
