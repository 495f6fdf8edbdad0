#include "app/lab/breakpoint_checks.hpp"

#include <fmt/format.h>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"
#include "core/search/plan_options.hpp"

namespace strata {

namespace {

std::string stepped_title(const Lab& lab) {
  const SteppedProcess* process = lab.state().process;
  return std::string(process != nullptr ? process->title : lab.state().traced_planner()->title);
}

}  // namespace

std::string never_stops(const Lab& lab, BreakCondition when) {
  const Playback& playback = lab.playback();
  if (playback.empty() || playback.future_hidden() || first_stop(playback, playback.breakpoints().only(when)))
    return {};
  const std::string title = stepped_title(lab);
  switch (when) {
    case BreakCondition::kFGrows:
      return playback.outline().expansions.size() < 2
                 ? fmt::format("f never grows here: {} opens {} in this search", title,
                               playback.outline().expansions.size() == 0 ? "no node" : "one node")
                 : "f never increases here: no node that is expanded has a larger f than the one before";
    case BreakCondition::kReopened: {
      const std::string_view reason =
          stepped_narration(lab).never_reopens(lab.state().plan_options(), lab.world().rules().profile);
      return reason.empty() ? fmt::format("No node is reopened in this search, though {} may do so", title)
                            : fmt::format("{} never reopens a node here: {}", title, reason);
    }
    case BreakCondition::kLevelChanges:
      return fmt::format("The level never changes here: all events are of level {}", playback.outline().top_level);
    case BreakCondition::kTouched: {
      const Cell cell = playback.breakpoints().watched();
      if (!lab.world().map().contains(cell)) return fmt::format("({},{}) lies outside of the map", cell.x, cell.y);
      return fmt::format("No event of this search concerns ({},{})", cell.x, cell.y);
    }
  }
  return {};
}

std::string line_never_stops(const Lab& lab, uint8_t line) {
  const Playback& playback = lab.playback();
  if (playback.empty() || playback.future_hidden() || first_stop(playback, playback.breakpoints().only(line)))
    return {};
  return fmt::format("No event of this search comes from line {}: playing will not stop there", line + 1);
}

}  // namespace strata
