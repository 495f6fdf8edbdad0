// This file plans the paths of queued agents.
#include <algorithm>
#include <optional>

#include "core/batch/mesh_corridor.hpp"
#include "core/crowd/mesh_crowd_parts.hpp"

namespace strata {

namespace {

// Returns the method of planning: while the wanted method is not ready, searches find the same paths. Returns nothing
// if no method can plan.
std::optional<MeshBatchMethod> method_for(const MeshBatchMap& map, MeshBatchMethod wanted) {
  for (const MeshBatchMethod method : {wanted, MeshBatchMethod::kPccp, MeshBatchMethod::kAstar}) {
    if (map.has(method)) return method;
  }
  return std::nullopt;
}

}  // namespace

// Takes agents from the queue, and plans those of each mesh in one batch.
void MeshCrowd::plan() {
  times_.planned = 0;
  for (MeshState& ground : grounds_) {
    ground.batch.agents.clear();
    ground.planned.clear();
  }
  left_.clear();
  size_t taken = 0;
  while (queued() > 0 && taken < options_.plans_per_tick) {
    const uint32_t agent = queue_.take();
    MeshState& ground = ground_of(agent);
    if (stands_still(ground) || !method_for(ground.map, options_.method)) {
      left_.push_back(agent);
      continue;
    }
    queued_[agent] = 0;
    if (status(agent) != CrowdStatus::kPlanning) {
      if (reason_[agent] == kOfWave) --replan_stats_.pending;
      reason_[agent] = kUsual;
      continue;
    }
    ++taken;
    ground.planned.push_back(agent);
    ground.batch.agents.push_back({{coarse(*ground.map.mesh, at_[agent]), polygon_[agent]}, goal_[agent]});
  }
  queue_.put_back(left_);
  for (MeshState& ground : grounds_) plan_on(ground);
}

void MeshCrowd::plan_on(MeshState& ground) {
  const std::vector<uint32_t>& planned = ground.planned;
  if (planned.empty()) return;
  const MeshBatchMap& map = ground.map;
  const MeshBatchOptions options{*method_for(map, options_.method), true};
  if (ground.engine == nullptr && make_engine_ != nullptr) {
    Result<std::unique_ptr<MeshBatchEngine>> made = make_engine_();
    made ? void(ground.engine = std::move(made.value())) : void(note_ = made.error().message());
  }
  if (ground.engine == nullptr) ground.engine = make_cpu_mesh_engine(options_.threads);
  if (const Status done = ground.engine->plan(map, ground.batch, options, result_); !done) {
    note_ = done.error().message();
    ground.engine = make_cpu_mesh_engine(options_.threads);
    // If memory ran out, the agents stay queued.
    if (!ground.engine->plan(map, ground.batch, options, result_)) {
      for (const uint32_t agent : planned) want(agent, kUsual);
      return;
    }
  }
  if (found_.size() < planned.size()) found_.resize(planned.size());
  if (searches_.size() < threads_.count()) searches_.resize(threads_.count());
  constexpr size_t kCorridorGrain = 64;
  threads_.for_pieces(0, planned.size(), kCorridorGrain, [&](size_t begin, size_t end, size_t thread) {
    for (size_t i = begin; i < end; ++i) {
      found_[i].clear();
      if (result_.status[i] != PlanStatus::kFound) continue;
      const std::span<const uint32_t> nodes(result_.path_cells.data() + result_.path_begin[i],
                                            result_.path_begin[i + 1] - result_.path_begin[i]);
      append_corridor(map, ground.batch.agents[i], options, nodes, result_.hop[i], searches_[thread], found_[i]);
    }
  });
  for (size_t i = 0; i < planned.size(); ++i) take_plan(planned[i], result_.status[i], found_[i]);
  times_.planned += static_cast<uint32_t>(planned.size());
}

void MeshCrowd::take_plan(uint32_t agent, PlanStatus status, std::span<const uint32_t> steps) {
  if (reason_[agent] == kOfWave) --replan_stats_.pending;
  reason_[agent] = kUsual;
  if (status == PlanStatus::kFound) {
    // Some entries before the steps stay unused.
    const size_t needed = corridors_used_ + kSpare + steps.size();
    if (needed > corridors_.size()) {
      compact();
      corridors_.resize(std::max(corridors_.size(), 2 * (corridors_used_ + kSpare + steps.size())));
    }
    first_[agent] = static_cast<uint32_t>(corridors_used_ + kSpare);
    end_[agent] = first_[agent] + static_cast<uint32_t>(steps.size());
    std::copy(steps.begin(), steps.end(), corridors_.begin() + first_[agent]);
    corridors_used_ = end_[agent];
    spare_[agent] = kSpare;
    status_[agent] = static_cast<uint8_t>(CrowdStatus::kWalking);
    return;
  }
  if (status == PlanStatus::kNoPath && random_goal_[agent] != 0 && !has_common_goal_ && draw_goal(agent)) {
    want(agent, kUsual);  // replaced by another random goal
    return;
  }
  waiting_[agent] = 0;
  status_[agent] =
      static_cast<uint8_t>(status == PlanStatus::kGoalBlocked ? CrowdStatus::kBlockedEnd : CrowdStatus::kCutOff);
}

// Removes the steps that agents have made.
void MeshCrowd::compact() {
  spare_corridors_.clear();
  for (uint32_t agent = 0; agent < count(); ++agent) {
    const std::span<const uint32_t> left = corridor(agent);
    if (left.empty()) {
      first_[agent] = end_[agent] = 0;
      spare_[agent] = 0;
      continue;
    }
    const size_t first = spare_corridors_.size() + kSpare;
    spare_corridors_.resize(first);
    spare_corridors_.insert(spare_corridors_.end(), left.begin(), left.end());
    first_[agent] = static_cast<uint32_t>(first);
    end_[agent] = static_cast<uint32_t>(spare_corridors_.size());
    spare_[agent] = kSpare;
  }
  corridors_.swap(spare_corridors_);
  corridors_used_ = corridors_.size();
}

}  // namespace strata
