// This file simulates one tick of a crowd, and the reaction of agents to changes of the map.
#include <algorithm>

#include "core/base/stopwatch.hpp"
#include "core/crowd/crowd.hpp"
#include "core/grid/map_links.hpp"

namespace strata {
namespace {

constexpr int kUsualSide = 16;  // side of the blocks in which changes are recorded if there are no clusters

// Returns the moves of a kind of agents; null if the map has none.
const MoveGrid* moves_of(const BatchMap& map, const Agent& agent) {
  const int number = map.kind_of(agent.size, agent.capability.bits());
  return number < 0 ? nullptr : map.kinds[static_cast<size_t>(number)].moves;
}

}  // namespace

CrowdKindView GridCrowd::kind_view(const BatchMap& map, const Agent& agent, CrowdMethod method, uint32_t straight,
                                   int width, int height) {
  CrowdKindView view;
  view.size = agent.size;
  view.tables.set_shape(width, height, 1);
  view.tables.straight = straight;
  const int number = map.kind_of(agent.size, agent.capability.bits());
  if (number < 0) return view;
  const BatchAgentKind& kind = map.kinds[static_cast<size_t>(number)];
  if (kind.moves == nullptr || kind.moves->width() != width || kind.moves->height() != height) return view;
  const bool abstract = needs_tables(method);
  if (abstract && kind.tables != nullptr && kind.tables->ready() &&
      kind.tables->built_for() == kind.moves->built_for()) {
    view.tables = kind.tables->view(*kind.moves);
    view.has_tables = true;
    view.ready = !kind.tables->too_many_links();
    const bool looks_up = method == CrowdMethod::kTables;
    view.labels_due = looks_up && kind.labels_due;
    view.searched = looks_up && kind.labels == nullptr && !kind.labels_due;
  } else {
    view.tables.moves = kind.moves->moves().data();
    view.tables.weights = kind.moves->weights().data();
    view.tables.straight = kind.moves->base(0);
    view.tables.diagonal = kind.moves->base(1);
    view.ready = !abstract;
  }
  // Agents that make way are led by distances between cells, also where links make the bound of the tables 0.
  const DistanceBound bound = kind.moves->bound();
  view.tables.least_straight = bound.straight;
  view.tables.least_diagonal = bound.straight + bound.extra;
  return view;
}

void GridCrowd::bind(const BatchMap& map) {
  if (!map.kinds.empty() && map.kinds.front().moves != nullptr) straight_ = map.kinds.front().moves->base(0);
  for (size_t i = 0; i < kinds_.size(); ++i) {
    AgentKindState& kind = kinds_[i];
    kind_views_[i] = kind_view(map, kind.agent, options_.method, straight_, width_, height_);
    if (kind_views_[i].tables.moves == nullptr) {
      kind.missed |= kind.known;
      kind.known = false;
    }
    if (kind_views_[i].tables.moves == nullptr) continue;
    take_links(kind, *moves_of(map, kind.agent));
    kind_views_[i].links = kind.links.data();
    kind_views_[i].link_count = static_cast<uint32_t>(kind.links.size());
    if (kind.known) continue;
    const size_t cells = visits_.size();
    kind.moves.assign(kind_views_[i].tables.moves, kind_views_[i].tables.moves + cells);
    kind.weights.assign(kind_views_[i].tables.weights, kind_views_[i].tables.weights + cells);
    kind.known = true;
    if (kind.missed) touch_all(kind);
    kind.missed = false;
  }
  too_many_links_ =
      std::ranges::any_of(kind_views_, [](const CrowdKindView& kind) { return kind.has_tables && !kind.ready; });
}

// Takes over the links of the map. If links have changed, their ends count as changed for the kind.
void GridCrowd::take_links(AgentKindState& kind, const MoveGrid& moves) {
  if (kind.links_of == moves.links()) return;
  if (kind.known) {
    for (const MapLink& link : changed_links(kind.links_of.get(), moves.links().get())) {
      touch(kind, link.from);
      touch(kind, link.to);
      kind.opened = true;
    }
  }
  kind.links_of = moves.links();
  kind.links.clear();
  if (moves.links() == nullptr) return;
  for (const MapLink& link : moves.links()->all()) kind.links.push_back({link.from, link.to, moves.link_cost(link)});
}

// Marks the cell as changed for the kind.
void GridCrowd::touch(AgentKindState& kind, CellId cell) {
  if (!kind.any_touched) {
    const int side = kind.side > 0 ? kind.side : kUsualSide;
    const auto blocks =
        static_cast<size_t>((width_ + side - 1) / side) * static_cast<size_t>((height_ + side - 1) / side);
    kind.touched.assign(blocks, 0);
    kind.any_touched = true;
  }
  kind.touched[block_of(kind, cell)] = 1;
  changes_ = true;
}

// Marks all cells as changed for the kind.
void GridCrowd::touch_all(AgentKindState& kind) {
  const int side = kind.side > 0 ? kind.side : kUsualSide;
  kind.touched.assign(
      static_cast<size_t>((width_ + side - 1) / side) * static_cast<size_t>((height_ + side - 1) / side), 1);
  kind.any_touched = kind.opened = true;
  changes_ = true;
}

CrowdView GridCrowd::view() {
  CrowdView v;
  v.count = count();
  v.tick = tick_;
  v.seed = options_.seed;
  v.era = era_;
  v.cell = cell_.data();
  v.next = next_.data();
  v.progress = progress_.data();
  v.step = step_.data();
  v.back = back_.data();
  v.pace = pace_.data();
  v.goal = goal_of_.data();
  v.kind = kind_.data();
  v.task = task_.data();
  v.status = status_.data();
  v.path_offset = path_offset_.data();
  v.path_length = path_length_.data();
  v.place = place_.data();
  v.waiting = waiting_.data();
  v.waited = waited_.data();
  v.draws = draws_.data();
  v.began = began_.data();
  v.entered = entered_.data();
  v.trail = trail_.data();
  v.path = path_.data();
  if (options_.method == CrowdMethod::kFlow) {
    v.flow_of = flow_.numbers();
    v.flows = flow_.views();
  }
  v.kinds = kind_views_.data();
  v.visits = visits_.data();
  v.waits = waits_.data();
  v.occupied = occupied_.data();
  v.flow_x = flow_x_.data();
  v.flow_y = flow_y_.data();
  v.totals = &totals_;
  return v;
}

void GridCrowd::tick(const BatchMap& map) {
  bind(map);
  replan_changed_map(map);
  replan_affected(map);
  const Stopwatch planning;
  if (options_.method == CrowdMethod::kFlow) work_on_flow(map);
  plan(map);
  times_.plan_ms = planning.micros() / 1000;
  const Stopwatch stepping;
  ++tick_;
  totals_.wanting = 0;
  if (holding_) {
    const CrowdView agents = view();
    name_kinds();
    holding_->guide().bind(kind_views_, step_kinds_, map, options_.method == CrowdMethod::kFlow ? &flow_ : nullptr);
    holding_->tick(agents, threads_);
  } else if (!step_by_engine(map)) {
    const CrowdView agents = view();
    each_agent(threads_, count(), kGrain, [&](uint32_t i) { crowd_advance(agents, i); });
  }
  if (on_device_) {
    take_wanting();
  } else {
    if (totals_.wanting > 0) queue_wanting();
    count_all();
  }
  times_.step_ms = stepping.micros() / 1000;
  if (replan_stats_.pending > 0) ++replan_stats_.ticks;
  ++version_;
}

void GridCrowd::name_kinds() {
  step_kinds_.clear();
  for (const AgentKindState& kind : kinds_) step_kinds_.push_back(kind.agent);
}

// Queues agents that have lost their path or have a new goal, in order of their numbers.
void GridCrowd::queue_wanting() {
  for (uint32_t i = 0; i < count(); ++i) {
    if (status(i) == CrowdStatus::kPlanning && queued_[i] == 0) queue_one(i, place_[i] < path_length_[i]);
  }
}

// Queues the agents in the list that a device has returned.
void GridCrowd::take_wanting() {
  for (const uint32_t one : wanting_) queue_one(one & ~kCrowdLostPath, (one & kCrowdLostPath) != 0);
}

// Queues an agent that has lost its path, or has a new goal because it has just arrived.
void GridCrowd::queue_one(uint32_t agent, bool lost_way) {
  if (!lost_way && task(agent) == CrowdTask::kWander) failed_[agent] = 0;
  want(agent, lost_way ? kAgain : kNewGoal);
}

// --- Changes of the map --------------------------------------------------------------------------------------------

size_t GridCrowd::block_of(const AgentKindState& kind, CellId cell) const {
  const int side = kind.side > 0 ? kind.side : kUsualSide;
  const auto columns = static_cast<size_t>((width_ + side - 1) / side);
  const auto x = static_cast<int>(cell % static_cast<CellId>(width_));
  const auto y = static_cast<int>(cell / static_cast<CellId>(width_));
  return static_cast<size_t>(y / side) * columns + static_cast<size_t>(x / side);
}

void GridCrowd::map_changed(const BatchMap& map, const Rect& cells, bool first) {
  bind(map);
  if (first) replan_stats_ = {};
  ++replan_stats_.edits;
  for (size_t k = 0; k < kinds_.size(); ++k) {
    AgentKindState& kind = kinds_[k];
    const TablesView& grid = kind_views_[k].tables;
    if (!kind.known || grid.moves == nullptr) continue;
    // The moves of a large agent change within its size to the left and above, and so do the moves of
    // cells beside these.
    const int reach = kind.agent.size;
    const Rect area =
        Rect{cells.x0 - reach, cells.y0 - reach, cells.x1 + 1, cells.y1 + 1}.clipped({0, 0, width_, height_});
    if (const MoveGrid* moves = moves_of(map, kind.agent)) flow_.map_changed(k, *moves, area);
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) {
        const CellId id = grid.id({x, y});
        const uint8_t moves = grid.moves[id], weight = grid.weights[id];
        if (moves == kind.moves[id] && weight == kind.weights[id]) continue;
        kind.opened |= (moves & ~kind.moves[id]) != 0 || (weight != 0 && weight != kind.weights[id]);
        kind.moves[id] = moves;
        kind.weights[id] = weight;
        touch(kind, id);
      }
    }
  }
}

void GridCrowd::rules_changed(const BatchMap& map) {
  bind(map);
  for (size_t k = 0; k < kinds_.size(); ++k) {
    AgentKindState& kind = kinds_[k];
    kind.known = false;
    kind.side = 0;
    kind.links_of = nullptr;  // links may have other costs
    kind.links.clear();
    touch_all(kind);
  }
  bind(map);
  replan_stats_ = {};
}

void GridCrowd::replan_affected(const BatchMap& map) {
  bind(map);
  // If the cluster size has changed, abstract paths are no longer valid.
  for (size_t k = 0; k < kinds_.size(); ++k) {
    AgentKindState& kind = kinds_[k];
    if (!kind_views_[k].has_tables || kind.side == 0 || kind_views_[k].tables.side == kind.side) continue;
    kind.side = 0;
    touch_all(kind);
  }
  if (!changes_) return;
  changes_ = false;
  ++era_;
  sync_to_host();
  for (uint32_t i = 0; i < count(); ++i) {
    if (kinds_[kind_[i]].any_touched) turn_back_if_blocked(i);
  }
  // Agents behind an agent that turned back have turned back, too. They are walled in if their own cell is now blocked.
  while (holding_) {
    const std::optional<uint32_t> agent = holding_->take_walled_in();
    if (!agent) break;
    wall_in(*agent);
  }
  for (uint32_t i = 0; i < count(); ++i) {
    if (kinds_[kind_[i]].any_touched && replan_changed_path(i)) ++replan_stats_.affected;
  }
  for (size_t k = 0; k < kinds_.size(); ++k) {
    if (kind_views_[k].tables.weights != nullptr) kinds_[k].any_touched = kinds_[k].opened = false;
  }
  replan_stats_.pending = 0;
  for (uint32_t i = 0; i < count(); ++i) replan_stats_.pending += queued_[i] != 0 && (reason_[i] & kOfWave) != 0;
  count_all();
  ++version_;
}

void GridCrowd::wall_in(uint32_t agent) {
  if (holding_) holding_->wall_in(view(), agent);
  reason_[agent] = static_cast<uint8_t>(reason_[agent] & ~kOfWave);
  next_[agent] = cell_[agent];
  progress_[agent] = 0;
  back_[agent] = 0;
  if (status(agent) != CrowdStatus::kWalledIn) ++replan_stats_.walled_in;
  status_[agent] = static_cast<uint8_t>(CrowdStatus::kWalledIn);
}

// Turns the agent back if its current step is no longer legal. Marks it as walled in if the cell that it stands on, or
// would go back to, is blocked.
void GridCrowd::turn_back_if_blocked(uint32_t agent) {
  const TablesView& grid = kind_views_[kind_[agent]].tables;
  if (status(agent) == CrowdStatus::kGone || grid.weights == nullptr) return;
  const CellId cell = cell_[agent], next = next_[agent];
  const bool stands = grid.weights[cell] != 0;
  if (next == cell) {
    if (!stands) wall_in(agent);
    return;
  }
  const bool legal = crowd_move_cost(kind_views_[kind_[agent]], cell, next) != kInfinite;
  if (back_[agent] != 0) {
    if (!stands) wall_in(agent);
  } else if (!legal && stands) {
    back_[agent] = 1;
    if (holding_) holding_->turn_back(view(), agent);
    ++replan_stats_.turned;
  } else if (!legal && grid.weights[next] == 0) {
    wall_in(agent);
  }
}

// Returns whether the agent must be replanned.
bool GridCrowd::replan_changed_path(uint32_t agent) {
  const AgentKindState& kind = kinds_[kind_[agent]];
  const TablesView& grid = kind_views_[kind_[agent]].tables;
  const CrowdStatus now = status(agent);
  if (now == CrowdStatus::kGone || grid.weights == nullptr) return false;
  const CellId cell = cell_[agent];
  const auto again = [&](uint8_t had_way) {
    want(agent, static_cast<uint8_t>(kAgain | kOfWave | had_way));
    failed_[agent] = 0;
    return true;
  };
  switch (now) {
    case CrowdStatus::kWalledIn:
      return grid.weights[cell] != 0 && again(0);
    case CrowdStatus::kCutOff:
    case CrowdStatus::kBlockedEnd:
      return kind.opened && again(0);
    case CrowdStatus::kWalking:
    case CrowdStatus::kWaiting: {
      // Agents that follow a flow field go on: the field is updated.
      if (flow_.of(agent) != kNoFlow) return false;
      bool touched = kind.touched[block_of(kind, cell)] != 0 || back_[agent] != 0;
      for (const CellId on_way : path_left(agent)) touched = touched || kind.touched[block_of(kind, on_way)] != 0;
      return touched && again(kHadWay);
    }
    default:
      return false;
  }
}

}  // namespace strata
