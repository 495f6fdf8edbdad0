// This file holds the agents of a crowd and their goals. Ticks are in crowd_tick.cpp, planning is in crowd_plan.cpp.
#include "core/crowd/crowd.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/enum_names.hpp"
#include "core/base/rng.hpp"
#include "core/crowd/crowd_engine.hpp"

namespace strata {
namespace {

struct NameAndTitle {
  std::string_view name, title;
};
constexpr std::array<NameAndTitle, kCrowdStatuses> kStatusNames = {{{"planning", "planning"},
                                                                    {"walking", "walking"},
                                                                    {"waiting", "waiting for a cell"},
                                                                    {"arrived", "arrived"},
                                                                    {"no_way", "no path"},
                                                                    {"blocked_end", "goal is blocked"},
                                                                    {"walled_in", "walled in"},
                                                                    {"gone", "gone"}}};
constexpr std::array<std::string_view, kCrowdTasks> kTaskNames = {"goal", "evacuate", "wander", "own"};

}  // namespace

std::string_view crowd_status_name(CrowdStatus status) { return kStatusNames[static_cast<size_t>(status)].name; }
std::string_view crowd_status_title(CrowdStatus status) { return kStatusNames[static_cast<size_t>(status)].title; }
std::string_view crowd_method_name(CrowdMethod method) {
  return method == CrowdMethod::kFlow ? "flow" : batch_method_name(static_cast<BatchMethod>(method));
}
std::optional<CrowdMethod> crowd_method_named(std::string_view name) {
  return enum_named(kCrowdMethods, crowd_method_name, name);
}
std::string_view crowd_task_name(CrowdTask task) { return kTaskNames[static_cast<size_t>(task)]; }
std::optional<CrowdTask> crowd_task_named(std::string_view name) {
  return enum_named(kCrowdTasks, crowd_task_name, name);
}

uint32_t GridCrowd::pace(double cells_per_second) {
  return static_cast<uint32_t>(
      std::lround(std::clamp(cells_per_second, 0.01, kMaxCellsPerSecond) / kTicksPerSecond * 65536));
}
double GridCrowd::cells_per_second(uint32_t pace) { return pace * kTicksPerSecond / 65536; }

GridCrowd::GridCrowd(int width, int height, const GridCrowdOptions& options)
    : width_(width), height_(height), options_(options), threads_(options.threads) {
  const size_t cells = static_cast<size_t>(width) * static_cast<size_t>(height);
  for (std::vector<uint32_t>* of_cell : {&visits_, &waits_, &occupied_, &flow_x_, &flow_y_}) of_cell->assign(cells, 0);
  if (options_.holding) holding_ = std::make_unique<PibtStepper>(view(), cells);
}

GridCrowd::GridCrowd(const GridCrowd&) = default;
GridCrowd::~GridCrowd() = default;

std::unique_ptr<GridCrowd> GridCrowd::copy() {
  sync_to_host();
  std::unique_ptr<GridCrowd> made(new GridCrowd(*this));
  made->away_engine_ = nullptr;
  made->asked_.clear();
  return made;
}

void GridCrowd::set_engine(std::unique_ptr<BatchEngine> engine) {
  sync_to_host();
  asked_.clear();
  engine_ = std::move(engine);
  away_engine_ = dynamic_cast<CrowdEngine*>(engine_.get());
}

std::string_view GridCrowd::note() const {
  if (!too_many_links_) return note_;
  return "Agents stand still: the links of the map have too many ends for HPA* and next-hop tables. A* and flow follow "
         "them";
}

// Returns the number of the agent's kind; -1 if there are already too many kinds.
int GridCrowd::kind_number(const Agent& agent) {
  for (size_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i].agent == agent) return static_cast<int>(i);
  }
  if (kinds_.size() == kMaxKinds) return -1;
  kinds_.emplace_back().agent = agent;
  kind_views_.emplace_back();
  return static_cast<int>(kinds_.size()) - 1;
}

bool GridCrowd::add(const BatchMap& map, const GridCrowdMember& member) {
  sync_to_host();
  const int kind = kind_number(member.agent);
  if (kind < 0) return false;
  bind(map);
  return place(static_cast<size_t>(kind), member);
}

bool GridCrowd::place(size_t kind, const GridCrowdMember& member) {
  if (count() >= options_.max_agents) return false;
  const CrowdKindView& kind_view = kind_views_[kind];
  const TablesView& grid = kind_view.tables;
  if (grid.weights == nullptr || !grid.contains(member.at) || grid.weights[member.at] == 0) return false;
  const uint32_t agent = count();
  if (holding_ && !holding_->free(kind_view, member.at)) return false;
  const auto fresh = [](std::vector<uint32_t>& values) { values.push_back(0); };
  for (auto* values : {&progress_, &step_, &path_offset_, &path_length_, &place_, &waiting_, &waited_, &draws_,
                       &entered_, &replans_}) {
    fresh(*values);
  }
  for (auto* values : {&back_, &queued_, &reason_, &failed_}) values->push_back(0);
  cell_.push_back(member.at);
  next_.push_back(member.at);
  trail_.insert(trail_.end(), CrowdView::kTrail, kNoCell);
  pace_.push_back(std::max(member.pace, 1u));
  began_.push_back(tick_);
  kind_.push_back(static_cast<uint8_t>(kind));
  task_.push_back(static_cast<uint8_t>(member.task));
  group_.push_back(member.group);
  status_.push_back(static_cast<uint8_t>(CrowdStatus::kPlanning));
  random_goal_.push_back(member.goal == kNoCell);
  flow_.add_agent();
  shared_goals_due_ = true;
  own_goal_.push_back(member.goal != kNoCell
                          ? member.goal
                          : crowd_random_cell(kind_view, options_.seed, agent, draws_.back(), member.at));
  goal_of_.push_back(kNoCell);
  ++visits_[member.at];
  ++occupied_[member.at];
  if (holding_) holding_->add(view(), agent);
  ++counts_[static_cast<size_t>(CrowdStatus::kPlanning)];
  ++version_;
  retarget(agent);
  return true;
}

uint32_t GridCrowd::add_random(const BatchMap& map, GridCrowdMember member, uint32_t fastest, uint32_t count) {
  sync_to_host();
  const int kind = kind_number(member.agent);
  if (kind < 0) return 0;
  bind(map);
  const TablesView& grid = kind_views_[static_cast<size_t>(kind)].tables;
  if (grid.weights == nullptr) return 0;
  Rng rng(options_.seed * 0x9e3779b97f4a7c15ull + ++added_);
  const auto cells = static_cast<uint32_t>(static_cast<size_t>(width_) * static_cast<size_t>(height_));
  const uint32_t slowest = std::min(member.pace, fastest);
  member.goal = kNoCell;
  uint32_t added = 0;
  // On a crowded map fewer agents than requested may be added.
  for (uint64_t tries = 0; added < count && tries < uint64_t{200} * count + 1000; ++tries) {
    member.at = rng.below(cells);
    if (grid.weights[member.at] == 0) continue;
    member.pace = slowest + rng.below(fastest - slowest + 1);
    GridCrowdMember one = member;
    if (member.group == kAnyGroup) one.group = static_cast<uint8_t>(added % kGroups);
    added += place(static_cast<size_t>(kind), one) ? 1 : 0;
  }
  return added;
}

// Queues the agent for a path to its goal, which has changed.
void GridCrowd::retarget(uint32_t agent) {
  const CrowdStatus now = status(agent);
  if (now == CrowdStatus::kGone) return;
  switch (task(agent)) {
    case CrowdTask::kGoal:
      goal_of_[agent] = goal_;
      break;
    case CrowdTask::kEvacuate:
      goal_of_[agent] = exits_.empty() ? kNoCell : exits_.front();
      break;
    case CrowdTask::kWander:
    case CrowdTask::kOwn:
      goal_of_[agent] = own_goal_[agent];
      break;
  }
  began_[agent] = tick_;
  failed_[agent] = 0;
  flow_.follow(agent, kNoFlow);
  if (now == CrowdStatus::kWalledIn) return;
  want(agent, kNewGoal);
}

void GridCrowd::want(uint32_t agent, uint8_t reason) {
  status_[agent] = static_cast<uint8_t>(CrowdStatus::kPlanning);
  waiting_[agent] = 0;
  reason_[agent] |= reason;
  if (reason == kNewGoal) reason_[agent] &= kOfWave;
  if (queued_[agent] != 0) return;
  queued_[agent] = 1;
  queue_.push(agent);
}

void GridCrowd::set_task(CrowdTask task) {
  sync_to_host();
  for (uint32_t i = 0; i < count(); ++i) {
    task_[i] = static_cast<uint8_t>(task);
    retarget(i);
  }
  count_all();
  ++version_;
}

void GridCrowd::set_goal(CellId goal) {
  if (goal == goal_) return;
  sync_to_host();
  goal_ = goal;
  for (uint32_t i = 0; i < count(); ++i) {
    if (task(i) == CrowdTask::kGoal) retarget(i);
  }
  count_all();
  ++version_;
}

void GridCrowd::set_exits(std::vector<CellId> exits) {
  sync_to_host();
  exits_ = std::move(exits);
  for (uint32_t i = 0; i < count(); ++i) {
    if (task(i) == CrowdTask::kEvacuate) retarget(i);
  }
  count_all();
  ++version_;
}

void GridCrowd::set_paces(uint32_t slowest, uint32_t fastest) {
  sync_to_host();
  slowest = std::clamp(slowest, 1u, std::max(fastest, 1u));
  fastest = std::max(slowest, fastest);
  for (uint32_t i = 0; i < count(); ++i) {
    pace_[i] = slowest + crowd_below(crowd_random(~options_.seed, i, 0), fastest - slowest + 1);
  }
  ++version_;
}

void GridCrowd::set_method(CrowdMethod method) {
  if (method == options_.method) return;
  sync_to_host();
  options_.method = method;
  flow_.clear();
  // Paths of one method are not valid for the others: they are abstract or go from cell to cell.
  for (uint32_t i = 0; i < count(); ++i) {
    const CrowdStatus now = status(i);
    if (now == CrowdStatus::kWalking || now == CrowdStatus::kWaiting || now == CrowdStatus::kCutOff) want(i, kAgain);
  }
  count_all();
}

void GridCrowd::set_holding(bool holding) {
  if (holding == options_.holding) return;
  sync_to_host();
  options_.holding = holding;
  holding_ = holding ? std::make_unique<PibtStepper>(view(), visits_.size()) : nullptr;
  for (uint32_t i = 0; i < count(); ++i) waiting_[i] = 0;
  ++version_;
}

void GridCrowd::count_all() { counts_ = count_statuses(status_); }

void GridCrowd::forget_statistics() {
  sync_to_host();
  for (auto* of_cell : {&visits_, &waits_, &flow_x_, &flow_y_}) std::fill(of_cell->begin(), of_cell->end(), 0);
  totals_ = {};
  ++version_;
}

uint32_t CrowdAgents::longest_wait() const {
  if (count(CrowdStatus::kWaiting) == 0) return 0;
  need(CrowdDownloadParts::kInner);
  uint32_t longest = 0;
  for (uint32_t i = 0; i < count(); ++i) {
    if (status(i) == CrowdStatus::kWaiting) longest = std::max(longest, waiting_[i]);
  }
  return longest;
}

void CrowdAgents::trail(uint32_t agent, std::vector<CellId>& cells) const {
  need(CrowdDownloadParts::kTrail | CrowdDownloadParts::kInner);
  cells.clear();
  const uint32_t entered = entered_[agent];
  for (uint32_t i = 1; i <= std::min(entered, CrowdView::kTrail); ++i) {
    cells.push_back(trail_[static_cast<size_t>(agent) * CrowdView::kTrail + (entered - i) % CrowdView::kTrail]);
  }
}

std::span<const CellId> GridCrowd::path_left(uint32_t agent) const {
  need(CrowdDownloadParts::kSeen | CrowdDownloadParts::kInner);
  const CrowdStatus now = status(agent);
  if (now != CrowdStatus::kWalking && now != CrowdStatus::kWaiting) return {};
  const size_t done = std::min(place_[agent], path_length_[agent]);
  return std::span(path_).subspan(path_offset_[agent] + done, path_length_[agent] - done);
}

Cost GridCrowd::way(const BatchMap& map, uint32_t agent, std::vector<CellId>& cells) const {
  cells.clear();
  const std::span<const CellId> path = path_left(agent);
  const bool by_flow =
      flow_.of(agent) != kNoFlow && (status(agent) == CrowdStatus::kWalking || status(agent) == CrowdStatus::kWaiting);
  if (path.empty() && !by_flow) return kInfinite;
  CrowdKindView kind = kind_view(map, kinds_[kind_[agent]].agent, options_.method, straight_, width_, height_);
  if (!kind.ready) return kInfinite;
  kind.links = kinds_[kind_[agent]].links.data();
  kind.link_count = static_cast<uint32_t>(kinds_[kind_[agent]].links.size());
  Cost cost = 0;
  CellId at = back_[agent] != 0 ? cell_[agent] : next_[agent];
  cells.push_back(at);
  if (by_flow) {
    const Agent& own = kinds_[kind_[agent]].agent;
    const auto number = static_cast<size_t>(map.kind_of(own.size, own.capability.bits()));
    return flow_.walk(flow_.of(agent), *map.kinds[number].moves, at, cells);
  }
  for (const CellId to : path) {
    while (at != to) {
      const CellId next = crowd_next_cell(kind, at, to);
      if (next == kNoCell || cells.size() > visits_.size()) return kInfinite;
      cost += crowd_move_cost(kind, at, next);
      at = next;
      cells.push_back(at);
    }
  }
  return cost;
}

size_t GridCrowd::memory_bytes() const {
  size_t bytes = queue_.memory_bytes();
  for (const auto* v :
       {&cell_,        &next_,   &goal_of_, &own_goal_, &trail_,  &progress_, &step_,    &pace_,    &path_offset_,
        &path_length_, &place_,  &waiting_, &waited_,   &draws_,  &began_,    &entered_, &replans_, &path_,
        &spare_path_,  &visits_, &waits_,   &occupied_, &flow_x_, &flow_y_,   &later_}) {
    bytes += v->capacity() * sizeof(uint32_t);
  }
  for (const auto* v : {&kind_, &task_, &status_, &group_, &back_, &queued_, &reason_, &failed_}) {
    bytes += v->capacity();
  }
  for (const AgentKindState& kind : kinds_)
    bytes += kind.moves.capacity() + kind.weights.capacity() + kind.touched.capacity() +
             kind.links.capacity() * sizeof(CrowdLink);
  bytes += flow_.memory_bytes() + shared_goals_.capacity() * sizeof(uint64_t);
  return bytes + (holding_ ? holding_->memory_bytes() : 0) + (checkpoint_ ? checkpoint_->bytes() : 0);
}

}  // namespace strata
