#include "app/lab/stops.hpp"

#include <fmt/format.h>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_desk.hpp"
#include "app/playback/playback.hpp"
#include "app/playback/search_kind.hpp"

namespace strata {

namespace {

// Why the algorithm never opens a node twice; empty: it may, and did not here.
std::string_view opens_once(const Lab& lab) {
  switch (search_kind(lab.query().pseudo_code())) {
    case SearchKind::kAStar: {
      const PlanOptions& options = lab.state().plan_options;
      const bool consistent = is_admissible(options.heuristic, lab.world().rules().profile, options.weight);
      return consistent ? "its heuristic is consistent" : "";
    }
    case SearchKind::kDijkstra:
      return "the smallest g is final";
    case SearchKind::kBreadth:
    case SearchKind::kGreedy:
      return "it keeps the first way to every node";
    case SearchKind::kTheta:
    case SearchKind::kDetour:
    case SearchKind::kCh:
    case SearchKind::kOther:
      return "";
    case SearchKind::kCch:
      return "it goes up from the least important node, so that g is final";
    case SearchKind::kLabels:
      return "it reads every label once and opens no nodes";
    case SearchKind::kTables:
      return "it looks up costs and opens no nodes";
    case SearchKind::kPolyanya:
      return "every interval that it finds is a node of its own";
    case SearchKind::kContraction:
      return "contraction has no open list of a search";
    default:
      return "its bound on the rest of the way is consistent";
  }
}

std::string stepped_title(const Lab& lab) {
  const Process* process = lab.query().process();
  return std::string(process != nullptr ? process->title : lab.query().traced_planner()->title);
}

}  // namespace

std::string never_stops(const Lab& lab, StopWhen when) {
  const Playback& playback = lab.playback();
  if (playback.empty() || first_stop(playback, playback.breakpoints().only(when))) return {};
  const std::string title = stepped_title(lab);
  switch (when) {
    case StopWhen::kFGrows:
      return playback.outline().expansions.size() < 2
                 ? fmt::format("f never grows here: {} opens {} in this search", title,
                               playback.outline().expansions.size() == 0 ? "no node" : "one node")
                 : "f never grows here: no node that is opened has a larger f than the one before";
    case StopWhen::kReopened: {
      const std::string_view reason = opens_once(lab);
      return reason.empty() ? fmt::format("No node is reopened in this search, though {} may do so", title)
                            : fmt::format("{} never reopens a node here: {}", title, reason);
    }
    case StopWhen::kLevelChanges:
      return fmt::format("The level never changes here: all events are of level {}", playback.outline().top_level);
    case StopWhen::kTouched: {
      const Cell cell = playback.breakpoints().watched();
      if (!lab.world().map().contains(cell)) return fmt::format("({},{}) lies outside of the map", cell.x, cell.y);
      return fmt::format("No event of this search concerns ({},{})", cell.x, cell.y);
    }
  }
  return {};
}

std::string line_never_stops(const Lab& lab, uint8_t line) {
  const Playback& playback = lab.playback();
  if (playback.empty() || first_stop(playback, playback.breakpoints().only(line))) return {};
  return fmt::format("No event of this search comes from line {}: playing will not stop there", line + 1);
}

}  // namespace strata
