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

// Cells in a row, in the order of their ids, and what each of them costs.
struct CellRange {
  CellId first = 0;
  uint32_t count = 0;
  uint8_t cost = 0;
};

// The cells that an edit touches, with their costs before it.
class CostsBefore {
 public:
  // Keeps the costs of all cells of the ranges, which may overlap.
  CostsBefore(std::vector<CellRange> ranges, const std::vector<uint8_t>& cost) {
    std::ranges::sort(ranges, {}, &CellRange::first);
    for (const CellRange& range : ranges) {
      const CellId end = range.first + range.count;
      if (!parts_.empty() && range.first <= parts_.back().first + parts_.back().count) {
        CellRange& last = parts_.back();
        last.count = std::max(last.first + last.count, end) - last.first;
      } else if (range.count > 0) {
        parts_.push_back(range);
      }
    }
    for (const CellRange& part : parts_) {
      costs_.insert(costs_.end(), cost.begin() + part.first, cost.begin() + part.first + part.count);
    }
  }

  void restore(std::vector<uint8_t>& cost) const {
    auto from = costs_.begin();
    for (const CellRange& part : parts_) {
      std::copy_n(from, part.count, cost.begin() + part.first);
      from += part.count;
    }
  }

  // Calls changed(cell, before) for every cell that costs something else now.
  template <class Changed>
  void each_change(const std::vector<uint8_t>& cost, Changed&& changed) const {
    size_t at = 0;
    for (const CellRange& part : parts_) {
      for (CellId cell = part.first; cell < part.first + part.count; ++cell, ++at) {
        if (costs_[at] != cost[cell]) changed(cell, costs_[at]);
      }
    }
  }

 private:
  std::vector<CellRange> parts_;  // disjoint, ascending
  std::vector<uint8_t> costs_;    // of their cells
};

void add_cell(std::vector<CellRange>& to, CellId cell, uint8_t cost) {
  if (!to.empty() && to.back().first + to.back().count == cell && to.back().cost == cost) {
    ++to.back().count;
  } else {
    to.push_back({cell, 1, cost});
  }
}

Edit edit_for(const AgentSpec& agent, const std::vector<CellRange>& cells, const std::vector<MapLink>& links) {
  Edit edit;
  edit.runs.reserve(cells.size());
  for (const CellRange& range : cells) {
    edit.runs.push_back(run_of_cost(range.first, range.count, range.cost, agent.max_cost));
  }
  edit.links = links;
  return edit;
}

// Applies an edit to the world of one kind of agents. What was up to date before is so again, but for structures that
// jobs build again; what was being built goes on in the background.
void change(AgentWorld& agent, const std::vector<CellRange>& cells, const std::vector<MapLink>& links) {
  World& world = agent.world;
  StructureSet live;
  for (const StructureId one : kAllStructures) {
    if (world.has(one) && world.ready(one) && !world.structure(one).rebuilt_after_edits()) live.insert(one);
  }
  const EditReport report = world.apply(edit_for(agent.spec, cells, links));
  agent.keeper.note_change(report);
  if (!world.ready(live)) (void)world.work(1e9, live);
  NavigatorState::note_ready(agent);
}

}  // namespace

void MapEdit::add(const Part& part) {
  try {
    parts_.push_back(part);
  } catch (const std::bad_alloc&) {
    out_of_memory_ = true;
  }
}

void MapEdit::refuse(std::string why) {
  if (wrong_.empty()) wrong_ = std::move(why);
}

MapEdit& MapEdit::fill(CellBox box, int cost) {
  if (cost < 0 || cost > 255) refuse(fmt::format("a cell cannot cost {}: 0 to 255", cost));
  add({box, std::clamp(cost, 0, 255), 0});
  return *this;
}

MapEdit& MapEdit::cells(std::span<const Cell> cells, std::span<const uint8_t> costs) {
  if (costs.size() != 1 && costs.size() != cells.size()) {
    refuse(fmt::format("{} cells and {} costs", cells.size(), costs.size()));
    return *this;
  }
  for (size_t i = 0; i < cells.size(); ++i) {
    const Cell cell = cells[i];
    if (state_ != nullptr && !state_->contains(cell)) refuse(fmt::format("({},{}) is off the map", cell.x, cell.y));
    add({{cell, cell}, costs[costs.size() == 1 ? 0 : i], 0});
  }
  return *this;
}

MapEdit& MapEdit::link(Cell from, Cell to, double length) {
  const double hundredths = std::round(length * kLinkUnit);
  const bool possible = hundredths >= 1 && hundredths <= kMaxLinkLength;  // no number is not
  if (!possible) {
    refuse(fmt::format("the length of a link is {}, not 0.01 to {}", length, kMaxLinkLength / kLinkUnit));
  }
  add({{from, to}, -1, possible ? static_cast<uint32_t>(hundredths) : 0});
  return *this;
}

MapEdit& MapEdit::unlink(Cell from, Cell to) {
  add({{from, to}, -1, 0});
  return *this;
}

Result<Edited> MapEdit::commit() {
  if (state_ == nullptr) return moved_from("edit");
  NavigatorState& state = *state_;
  if (!wrong_.empty()) return wrong_argument("edit", wrong_);
  if (out_of_memory_) return no_memory("edit");
  try {
    std::vector<CellRange> ranges;
    std::vector<MapLink> links;
    for (const Part& part : parts_) {
      const auto [a, b] = part.box;
      if (part.cost < 0) {
        if (!state.contains(a) || !state.contains(b)) return wrong_argument("edit", "a link has an end off the map");
        if (a == b) return wrong_argument("edit", "a link joins two different cells");
        links.push_back({state.id(a), state.id(b), part.length});
        continue;
      }
      const int left = std::max(std::min(a.x, b.x), 0), right = std::min(std::max(a.x, b.x), state.width - 1);
      const int top = std::max(std::min(a.y, b.y), 0), bottom = std::min(std::max(a.y, b.y), state.height - 1);
      for (int y = top; y <= bottom && left <= right; ++y) {
        const auto count = static_cast<uint32_t>(right - left + 1);
        ranges.push_back({state.id({left, y}), count, static_cast<uint8_t>(part.cost)});
      }
    }
    state.gate.give_way();
    const Gate::Writer inside(state.gate);
    const Stopwatch watch;
    const CostsBefore before(ranges, state.cost);
    auto joined = state.links == nullptr ? std::make_shared<MapLinks>() : std::make_shared<MapLinks>(*state.links);
    const std::vector<MapLink> links_before = joined->set(links);
    std::vector<CellRange> now, then;  // changed cells, with their costs after and before the edit
    size_t done = 0;                   // number of agents whose worlds may have changed
    Rect bounds;
    Edited edited;
    try {
      for (const CellRange& range : ranges) std::fill_n(state.cost.begin() + range.first, range.count, range.cost);
      before.each_change(state.cost, [&](CellId cell, uint8_t old) {
        add_cell(now, cell, state.cost[cell]);
        add_cell(then, cell, old);
        const auto width = static_cast<CellId>(state.width);
        bounds.include(Cell{static_cast<int>(cell % width), static_cast<int>(cell / width)});
        ++edited.changed_cells;
      });
      while (done < state.agents.size()) change(*state.agents[done++], now, links);
    } catch (const std::bad_alloc&) {
      before.restore(state.cost);
      for (size_t i = 0; i < done; ++i) {
        try {
          change(*state.agents[i], then, links_before);
        } catch (const std::bad_alloc&) {
          state.agents[i]->broken = true;
        }
      }
      state.wake();
      return no_memory("edit");
    }
    if (!links_before.empty()) state.links = std::move(joined);
    if (edited.changed_cells > 0 || !links_before.empty()) ++state.revision;
    parts_.clear();
    edited.revision = state.revision;
    if (!bounds.empty()) edited.bounds = {{bounds.x0, bounds.y0}, {bounds.x1 - 1, bounds.y1 - 1}};
    edited.micros = watch.micros();
    state.wake();
    return edited;
  } catch (const std::bad_alloc&) {
    return no_memory("edit");
  }
}

}  // namespace strata
