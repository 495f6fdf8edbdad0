#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

#include "core/base/stopwatch.hpp"
#include "core/grid/map_links.hpp"
#include "library/navigator_state.hpp"
#include "strata/navigator.hpp"

namespace strata {
namespace {

// A row of cells that get one cost.
struct CostRun {
  CellId first = 0;
  uint32_t count = 0;
  uint8_t cost = 0;
};

Edit edit_for(const AgentWorld& agent, const std::vector<CostRun>& runs, const std::vector<MapLink>& links) {
  Edit edit;
  edit.runs.reserve(runs.size());
  for (const CostRun& run : runs) edit.runs.push_back(run_of_cost(run.first, run.count, run.cost, agent.spec.max_cost));
  edit.links = links;
  return edit;
}

// Calls whatever of the agent's structures are not ready to finish, but for those that a job builds again.
void finish_slices(World& world) {
  StructureSet live;
  for (const StructureId one : kAllStructures) {
    if (world.has(one) && !world.ready(one) && !world.structure(one).rebuilt_after_edits()) live.insert(one);
  }
  if (!live.empty()) (void)world.work(1e9, live);
}

}  // namespace

MapEdit& MapEdit::fill(CellBox box, int cost) {
  if (wrong_.empty() && (cost < 0 || cost > 255)) wrong_ = fmt::format("a cell cannot cost {}: 0 to 255", cost);
  parts_.push_back({box, std::clamp(cost, 0, 255), -1});
  return *this;
}

MapEdit& MapEdit::cells(std::span<const Cell> cells, std::span<const uint8_t> costs) {
  if (costs.size() != 1 && costs.size() != cells.size()) {
    if (wrong_.empty()) wrong_ = fmt::format("{} cells and {} costs", cells.size(), costs.size());
    return *this;
  }
  for (size_t i = 0; i < cells.size(); ++i) {
    const Cell cell = cells[i];
    if (wrong_.empty() && (cell.x < 0 || cell.y < 0 || cell.x >= state_->width || cell.y >= state_->height)) {
      wrong_ = fmt::format("({},{}) is off the map", cell.x, cell.y);
    }
    parts_.push_back({{cell, cell}, costs[costs.size() == 1 ? 0 : i], -1});
  }
  return *this;
}

MapEdit& MapEdit::link(Cell from, Cell to, double length) {
  const double hundredths = std::round(length * kLinkUnit);
  if (wrong_.empty() && !(hundredths >= 1 && hundredths <= kMaxLinkLength)) {
    wrong_ = fmt::format("the length of a link is {}, not 0.01 to {}", length, kMaxLinkLength / kLinkUnit);
  }
  parts_.push_back({{from, to}, -1, length});
  return *this;
}

MapEdit& MapEdit::unlink(Cell from, Cell to) {
  parts_.push_back({{from, to}, -1, -1});
  return *this;
}

Result<Edited> MapEdit::commit() {
  NavigatorState& state = *state_;
  if (!wrong_.empty()) return wrong_argument("edit", std::move(wrong_));
  try {
    const auto on_map = [&](Cell cell) {
      return cell.x >= 0 && cell.y >= 0 && cell.x < state.width && cell.y < state.height;
    };
    const auto id = [&](Cell cell) {
      return static_cast<CellId>(cell.y) * static_cast<CellId>(state.width) + static_cast<CellId>(cell.x);
    };
    std::vector<CostRun> runs;
    std::vector<MapLink> links;
    for (const Part& part : parts_) {
      const auto [a, b] = part.box;
      if (part.cost < 0) {
        if (!on_map(a) || !on_map(b)) return wrong_argument("edit", "a link has an end off the map");
        if (a == b) return wrong_argument("edit", "a link joins two different cells");
        const double hundredths = part.length < 0 ? 0 : std::round(part.length * kLinkUnit);
        links.push_back({id(a), id(b), static_cast<uint32_t>(hundredths)});
        continue;
      }
      const Rect box =
          Rect{std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x) + 1, std::max(a.y, b.y) + 1}.clipped(
              {0, 0, state.width, state.height});
      for (int y = box.y0; y < box.y1 && !box.empty(); ++y) {
        runs.push_back({id({box.x0, y}), static_cast<uint32_t>(box.width()), static_cast<uint8_t>(part.cost)});
      }
    }
    parts_.clear();

    const Gate::Writer inside(state.gate);
    const Stopwatch watch;
    Edited edited;
    // The cells as they were, by which a failed edit is taken back.
    std::vector<CostRun> before;
    Rect bounds;
    for (const CostRun& run : runs) {
      for (CellId cell = run.first; cell < run.first + run.count; ++cell) {
        if (state.cost[cell] == run.cost) continue;
        before.push_back({cell, 1, state.cost[cell]});
        state.cost[cell] = run.cost;
        const auto width = static_cast<CellId>(state.width);
        bounds.include(Cell{static_cast<int>(cell % width), static_cast<int>(cell / width)});
      }
    }
    std::ranges::reverse(before);
    size_t done = 0;
    const auto change = [&](AgentWorld& agent, const std::vector<CostRun>& to, const std::vector<MapLink>& joined) {
      const EditReport report = agent.world.apply(edit_for(agent, to, joined));
      agent.keeper.note_change(report);
      finish_slices(agent.world);
      NavigatorState::note_ready(agent);
    };
    std::vector<MapLink> links_before;
    try {
      auto joined = state.links == nullptr ? std::make_shared<MapLinks>() : std::make_shared<MapLinks>(*state.links);
      links_before = joined->set(links);
      for (; done < state.agents.size(); ++done) change(*state.agents[done], runs, links);
      if (!links_before.empty()) state.links = std::move(joined);
      if (!before.empty() || !links_before.empty()) ++state.revision;
    } catch (const std::bad_alloc&) {
      for (const CostRun& run : before) state.cost[run.first] = run.cost;
      for (size_t i = 0; i < done; ++i) {
        try {
          change(*state.agents[i], before, links_before);
        } catch (const std::bad_alloc&) {
          state.agents[i]->broken = true;
        }
      }
      return no_memory("edit");
    }
    edited.revision = state.revision;
    edited.changed_cells = before.size();
    if (!bounds.empty()) edited.bounds = {{bounds.x0, bounds.y0}, {bounds.x1 - 1, bounds.y1 - 1}};
    edited.micros = watch.micros();
    state.wake();
    return edited;
  } catch (const std::bad_alloc&) {
    return no_memory("edit");
  }
}

}  // namespace strata
