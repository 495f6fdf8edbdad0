// This file plans the paths of a crowd: the choice of the agents of a tick, the batch, and the use of its results.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/sort_unique.hpp"
#include "core/base/stopwatch.hpp"
#include "core/crowd/crowd.hpp"
#include "core/crowd/scoped_plan_stop.hpp"

namespace strata {
namespace {

constexpr uint8_t kMaxDraws = 8;         // number of random goals that are tried
constexpr size_t kSparePath = 1u << 16;  // cells of unused paths that may remain before compaction

}  // namespace

void GridCrowd::plan(const BatchMap& map) {
  times_.planned = 0;
  if (queued() == 0) return;
  const bool any_ready =
      std::any_of(kind_views_.begin(), kind_views_.end(), [](const CrowdKindView& kind) { return kind.ready; });
  if (!any_ready) return;
  later_.clear();
  static thread_local std::vector<uint32_t> chosen;
  chosen.clear();
  const size_t most = plans_allowed();
  uint32_t by_flow = 0;
  flow_full_ = false;
  while (queued() > 0 && chosen.size() < most && by_flow < options_.plans_per_tick) {
    const uint32_t agent = queue_.take();
    // An agent that is no longer planning leaves the queue.
    if (status_[agent] != static_cast<uint8_t>(CrowdStatus::kPlanning)) {
      queued_[agent] = 0;
      continue;
    }
    const CrowdKindView& kind = kind_views_[kind_[agent]];
    if (options_.method == CrowdMethod::kFlow && kind.ready) {
      const FlowPlan planned = plan_by_flow(map, agent);
      by_flow += planned == FlowPlan::kDone;
      if (planned == FlowPlan::kWaits) later_.push_back(agent);
      if (planned != FlowPlan::kSearch) continue;
    }
    (kind.ready && !kind.labels_due ? chosen : later_).push_back(agent);
  }
  // Plans `planned_` in one batch. Returns false if no engine can plan.
  const auto plan_piece = [&] {
    batch_.agents.clear();
    to_exits_.clear();
    for (size_t i = 0; i < planned_.size(); ++i) {
      queued_[planned_[i]] = 0;
      flow_.follow(planned_[i], kNoFlow);
      if (task(planned_[i]) == CrowdTask::kEvacuate && exits_.size() > 1) to_exits_.push_back(static_cast<uint32_t>(i));
    }
    const Stopwatch watch;
    ask_for(planned_);
    for (const uint32_t agent : planned_) {
      const Agent& kind = kinds_[kind_[agent]].agent;
      const CellId start = back_[agent] != 0 ? cell_[agent] : next_[agent];
      batch_.agents.push_back({start, goal_of_[agent], static_cast<uint8_t>(kind.size), kind.capability.bits()});
    }
    choose_exits(map);
    const Status done = run_engine(map, {batch_method(options_.method), true}, result_);
    if (!done) {
      note_ = done.error().message();
      for (const uint32_t agent : planned_) want(agent, kAgain);
      return false;
    }
    uint32_t of_wave = 0;
    for (const uint32_t agent : planned_) of_wave += (reason_[agent] & kOfWave) != 0;
    for (size_t i = 0; i < planned_.size(); ++i) {
      const size_t first = result_.path_begin[i];
      take_plan(planned_[i], result_.status[i],
                std::span(result_.path_cells).subspan(first, result_.path_begin[i + 1] - first));
    }
    times_.planned += static_cast<uint32_t>(planned_.size());
    replan_stats_.plan_ms += watch.micros() / 1000 * of_wave / static_cast<double>(planned_.size());
    compact();
    return true;
  };
  // If the tick may be stopped early, searches are done in pieces: the path of an agent does not depend on the others.
  // Look-ups take hardly any time.
  constexpr size_t kPiece = 64;
  const bool searches = options_.method != CrowdMethod::kTables ||
                        std::any_of(kind_views_.begin(), kind_views_.end(),
                                    [](const CrowdKindView& kind) { return kind.ready && kind.searched; });
  const size_t piece = ScopedPlanStop::any() && searches ? kPiece : chosen.size();
  size_t done = 0;
  while (done < chosen.size() && (done == 0 || ScopedPlanStop::go_on())) {
    const auto first = chosen.begin() + static_cast<std::ptrdiff_t>(done);
    planned_.assign(first, first + static_cast<std::ptrdiff_t>(std::min(piece, chosen.size() - done)));
    done += planned_.size();
    if (!plan_piece()) break;
  }
  later_.insert(later_.end(), chosen.begin() + static_cast<std::ptrdiff_t>(done), chosen.end());
  queue_.put_back(later_);  // agents beyond the limit of this tick
}

// --- Flow fields ----------------------------------------------------------------------------------------------------

// Goes on with the fields. Costs that were cached while they were out of date are dropped.
void GridCrowd::work_on_flow(const BatchMap& map) {
  std::array<const MoveGrid*, kMaxKinds> grids{};
  for (size_t k = 0; k < kinds_.size(); ++k) {
    const int number = map.kind_of(kinds_[k].agent.size, kinds_[k].agent.capability.bits());
    if (number >= 0 && kind_views_[k].ready) grids[k] = map.kinds[static_cast<size_t>(number)].moves;
  }
  if (flow_.count() > 0 && flow_.work(std::span(grids).first(kinds_.size()), flows_in_use(), tick_)) ++era_;
}

// Returns whether enough agents of the same kind have the agent's own goal.
bool GridCrowd::shares_goal(uint32_t agent) {
  const auto key = [&](uint32_t i) { return uint64_t{kind_[i]} << 32 | own_goal_[i]; };
  if (std::exchange(shared_goals_due_, false)) {
    std::vector<uint64_t> all;
    for (uint32_t i = 0; i < count(); ++i) {
      if (task(i) == CrowdTask::kOwn && status_[i] != static_cast<uint8_t>(CrowdStatus::kGone)) all.push_back(key(i));
    }
    std::ranges::sort(all);
    shared_goals_.clear();
    for (size_t begin = 0; begin < all.size();) {
      size_t end = begin;
      while (end < all.size() && all[end] == all[begin]) ++end;
      if (end - begin >= CrowdFlow::kLeastShare) shared_goals_.push_back(all[begin]);
      begin = end;
    }
  }
  return std::ranges::binary_search(shared_goals_, key(agent));
}

// Returns a mask of the fields that agents follow or wait for.
uint32_t GridCrowd::flows_in_use() const {
  static_assert(CrowdFlow::kMaxFields <= 32);
  uint32_t used = 0;
  for (uint32_t i = 0; i < count(); ++i) {
    const auto now = static_cast<CrowdStatus>(status_[i]);
    const bool uses = now == CrowdStatus::kPlanning || now == CrowdStatus::kWalking || now == CrowdStatus::kWaiting;
    if (uses && flow_.of(i) != kNoFlow) used |= 1u << flow_.of(i);
  }
  return used;
}

GridCrowd::FlowPlan GridCrowd::plan_by_flow(const BatchMap& map, uint32_t agent) {
  flow_goals_.clear();
  switch (task(agent)) {
    case CrowdTask::kEvacuate:
      flow_goals_.assign(exits_.begin(), exits_.end());
      break;
    case CrowdTask::kWander:
      return FlowPlan::kSearch;
    case CrowdTask::kOwn:
      if (!shares_goal(agent)) return FlowPlan::kSearch;
      flow_goals_.push_back(goal_of_[agent]);
      break;
    case CrowdTask::kGoal:
      flow_goals_.push_back(goal_of_[agent]);
      break;
  }
  const TablesView& grid = kind_views_[kind_[agent]].tables;
  std::erase_if(flow_goals_, [&](CellId goal) { return !grid.contains(goal); });
  sort_unique(flow_goals_);
  const CellId start = back_[agent] != 0 ? cell_[agent] : next_[agent];
  const auto done = [&](PlanStatus status) {
    queued_[agent] = 0;
    if (status != PlanStatus::kFound) flow_.follow(agent, kNoFlow);
    take_plan(agent, status, {});
    ++times_.planned;
    return FlowPlan::kDone;
  };
  if (grid.weights[start] == 0) return done(PlanStatus::kStartBlocked);
  if (std::ranges::none_of(flow_goals_, [&](CellId goal) { return grid.weights[goal] != 0; })) {
    return done(PlanStatus::kGoalBlocked);
  }
  const size_t kind = kind_[agent];
  uint8_t number = flow_.find(kind, flow_goals_);
  if (number == kNoFlow && !flow_full_) {
    const Agent& own = kinds_[kind].agent;
    const auto of_map = static_cast<size_t>(map.kind_of(own.size, own.capability.bits()));
    number = flow_.add(kind, flow_goals_, *map.kinds[of_map].moves, flows_in_use());
    flow_full_ = number == kNoFlow;
  }
  if (number == kNoFlow) return FlowPlan::kSearch;
  flow_.follow(agent, number);
  const FlowField& field = flow_.field(number);
  if (!field.up_to_date()) return FlowPlan::kWaits;
  if (field.cost(start) == kInfinite) return done(PlanStatus::kNoPath);
  if (flow_goals_.size() > 1) {
    // The exit to which the field leads is the agent's goal.
    const Agent& own = kinds_[kind].agent;
    const MoveGrid& moves = *map.kinds[static_cast<size_t>(map.kind_of(own.size, own.capability.bits()))].moves;
    for (CellId at = start; at != kNoCell; at = field.next_cell(moves, at)) goal_of_[agent] = at;
  }
  return done(PlanStatus::kFound);
}

// --- The batch ------------------------------------------------------------------------------------------------------

// Returns the limit of plans per tick: lower for searches than for look-ups, and lower on larger maps. It does not
// depend on the engine, so that a run is the same with every engine, and after an engine fails.
size_t GridCrowd::plans_allowed() const {
  const bool looked_up = std::none_of(kind_views_.begin(), kind_views_.end(),
                                      [](const CrowdKindView& kind) { return kind.ready && kind.searched; });
  if (options_.method == CrowdMethod::kTables && looked_up) return options_.plans_per_tick;
  const size_t cells_for_one = needs_tables(options_.method) ? 8192 : 1024;
  return std::max<size_t>(options_.plans_per_tick / std::max<size_t>(visits_.size() / cells_for_one, 1), 1);
}

// Chooses the exit with the lowest path cost (the first of equal ones) for agents with several exits.
void GridCrowd::choose_exits(const BatchMap& map) {
  if (to_exits_.empty()) return;
  exit_batch_.agents.clear();
  for (const uint32_t at : to_exits_) {
    for (const CellId exit : exits_) {
      exit_batch_.agents.push_back(batch_.agents[at]);
      exit_batch_.agents.back().goal = exit;
    }
  }
  batch_.agents.swap(exit_batch_.agents);
  const Status done = run_engine(map, {batch_method(options_.method), false}, exit_result_);
  batch_.agents.swap(exit_batch_.agents);
  if (!done) return;  // the agents keep the first exit
  for (size_t i = 0; i < to_exits_.size(); ++i) {
    const auto first = exit_result_.cost.begin() + static_cast<std::ptrdiff_t>(i * exits_.size());
    const auto nearest = std::min_element(first, first + static_cast<std::ptrdiff_t>(exits_.size()));
    const CellId exit = exits_[static_cast<size_t>(nearest - first)];
    batch_.agents[to_exits_[i]].goal = exit;
    goal_of_[planned_[to_exits_[i]]] = exit;
  }
}

// Plans `batch_`. If a device fails, the processor takes over.
Status GridCrowd::run_engine(const BatchMap& map, const BatchOptions& options, BatchResult& result) {
  if (!engine_) engine_ = make_cpu_engine(options_.threads);
  Status done = engine_->plan(map, batch_, options, result);
  if (!done && engine_->backend() != BatchBackend::kCpu) {
    fall_back(done.error());
    done = engine_->plan(map, batch_, options, result);
  }
  return done;
}

void GridCrowd::fall_back(const Error& error) {
  replay_ticks();
  note_ = fmt::format("{} failed: {}. The processor works instead", engine_->device(), error.message());
  set_engine(make_cpu_engine(options_.threads));
}

void GridCrowd::take_plan(uint32_t agent, PlanStatus status, std::span<const CellId> path) {
  const uint8_t reason = reason_[agent];
  const auto become = [&](CrowdStatus now) { status_[agent] = static_cast<uint8_t>(now); };
  if (status == PlanStatus::kStale) {
    want(agent, reason);
    return;
  }
  reason_[agent] = 0;
  path_used_ -= path_length_[agent];
  path_length_[agent] = 0;
  place_[agent] = 0;
  if ((reason & kAgain) != 0) ++replans_[agent];
  if ((reason & kOfWave) != 0 && replan_stats_.pending > 0) --replan_stats_.pending;
  if (status == PlanStatus::kFound) {
    failed_[agent] = 0;
    if (path_.size() + path.size() > UINT32_MAX) clear_away();
    if (path_.size() + path.size() > UINT32_MAX) {
      note_ = "The paths of so many agents take too much memory: some of them stand still";
      become(CrowdStatus::kCutOff);
      return;
    }
    path_offset_[agent] = static_cast<uint32_t>(path_.size());
    path_length_[agent] = static_cast<uint32_t>(path.size());
    path_.insert(path_.end(), path.begin(), path.end());
    path_used_ += path.size();
    AgentKindState& kind = kinds_[kind_[agent]];
    const CrowdKindView& view = kind_views_[kind_[agent]];
    if (kind.side == 0 && view.has_tables) kind.side = view.tables.side;
    become(CrowdStatus::kWalking);
    return;
  }
  // An unreachable random goal is replaced by another.
  const bool random = task(agent) == CrowdTask::kWander || (task(agent) == CrowdTask::kOwn && random_goal_[agent] != 0);
  const CrowdKindView& kind = kind_views_[kind_[agent]];
  if (random && status != PlanStatus::kStartBlocked && failed_[agent] < kMaxDraws) {
    const CellId goal = crowd_random_cell(kind, options_.seed, agent, draws_[agent], cell_[agent]);
    if (goal != kNoCell) {
      ++failed_[agent];
      goal_of_[agent] = goal;
      if (random_goal_[agent] != 0) {
        own_goal_[agent] = goal;
        shared_goals_due_ = true;
      }
      want(agent, kNewGoal);
      return;
    }
  }
  if ((reason & kHadWay) != 0 && (reason & kOfWave) != 0) ++replan_stats_.cut_off;
  if (status == PlanStatus::kStartBlocked) {
    become(kind.tables.weights[cell_[agent]] == 0 ? CrowdStatus::kWalledIn : CrowdStatus::kCutOff);
  } else {
    become(status == PlanStatus::kGoalBlocked ? CrowdStatus::kBlockedEnd : CrowdStatus::kCutOff);
  }
}

// Removes unused paths if they take more than about half of the store.
void GridCrowd::compact() {
  if (path_.size() > 2 * path_used_ + kSparePath) clear_away();
}

void GridCrowd::clear_away() {
  sync_to_host();
  paths_anew_ = true;
  spare_path_.clear();
  for (uint32_t i = 0; i < count(); ++i) {
    const auto first = path_.begin() + path_offset_[i];
    path_offset_[i] = static_cast<uint32_t>(spare_path_.size());
    spare_path_.insert(spare_path_.end(), first, first + path_length_[i]);
  }
  path_.swap(spare_path_);
}

}  // namespace strata
