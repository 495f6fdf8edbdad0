// Planning of agents that are queued for a path.
#include <algorithm>

#include "core/batch/mesh_corridor.hpp"
#include "core/crowd/mesh_crowd_parts.hpp"

namespace strata {

void MeshCrowd::plan(const MeshBatchMap& map) {
  times_.planned = 0;
  if (queued() == 0) return;
  MeshBatchOptions options{options_.method, true};
  // Until the method has what it needs, searches find the same paths.
  if (!map.has(options.method)) options.method = MeshBatchMethod::kPccp;
  if (!map.has(options.method)) options.method = MeshBatchMethod::kAstar;
  if (!map.has(options.method)) return;
  if (engine_ == nullptr) engine_ = make_cpu_mesh_engine(options_.threads);
  batch_.agents.clear();
  planned_.clear();
  while (queued() > 0 && planned_.size() < options_.plans_per_tick) {
    const uint32_t agent = queue_.take();
    queued_[agent] = 0;
    if (status(agent) != CrowdStatus::kPlanning) {
      if (reason_[agent] == kOfWave) --replan_stats_.pending;
      reason_[agent] = kUsual;
      continue;
    }
    planned_.push_back(agent);
    batch_.agents.push_back({{coarse(at_[agent]), polygon_[agent]}, goal_[agent]});
  }
  queue_.put_back({});
  if (planned_.empty()) return;
  if (const Status planned = engine_->plan(map, batch_, options, result_); !planned) {
    note_ = planned.error().message();
    engine_ = make_cpu_mesh_engine(options_.threads);
    // Memory may run out again: the agents stay queued.
    if (!engine_->plan(map, batch_, options, result_)) {
      for (const uint32_t agent : planned_) want(agent, kUsual);
      return;
    }
  }
  if (found_.size() < planned_.size()) found_.resize(planned_.size());
  if (searches_.size() < threads_.count()) searches_.resize(threads_.count());
  constexpr size_t kCorridorGrain = 64;
  threads_.for_pieces(0, planned_.size(), kCorridorGrain, [&](size_t begin, size_t end, size_t thread) {
    for (size_t i = begin; i < end; ++i) {
      found_[i].clear();
      if (result_.status[i] != PlanStatus::kFound) continue;
      const std::span<const uint32_t> nodes(result_.path_cells.data() + result_.path_begin[i],
                                            result_.path_begin[i + 1] - result_.path_begin[i]);
      append_corridor(map, batch_.agents[i], options, nodes, result_.hop[i], searches_[thread], found_[i]);
    }
  });
  for (size_t i = 0; i < planned_.size(); ++i) take_plan(map, planned_[i], result_.status[i], found_[i]);
  times_.planned = static_cast<uint32_t>(planned_.size());
}

void MeshCrowd::take_plan(const MeshBatchMap& map, uint32_t agent, PlanStatus status,
                          std::span<const PortalId> portals) {
  if (reason_[agent] == kOfWave) --replan_stats_.pending;
  reason_[agent] = kUsual;
  if (status == PlanStatus::kFound) {
    // Some entries in front of the portals stay free.
    const size_t needed = corridors_used_ + kSpare + portals.size();
    if (needed > corridors_.size()) {
      compact();
      corridors_.resize(std::max(corridors_.size(), 2 * (corridors_used_ + kSpare + portals.size())));
    }
    first_[agent] = static_cast<uint32_t>(corridors_used_ + kSpare);
    end_[agent] = first_[agent] + static_cast<uint32_t>(portals.size());
    std::copy(portals.begin(), portals.end(), corridors_.begin() + first_[agent]);
    corridors_used_ = end_[agent];
    spare_[agent] = kSpare;
    status_[agent] = static_cast<uint8_t>(CrowdStatus::kWalking);
    return;
  }
  if (status == PlanStatus::kNoPath && random_goal_[agent] != 0 && common_goal_.polygon == kNoPolygon &&
      draw_goal(map, agent)) {
    want(agent, kUsual);  // another random goal replaces it
    return;
  }
  waiting_[agent] = 0;
  status_[agent] =
      static_cast<uint8_t>(status == PlanStatus::kGoalBlocked ? CrowdStatus::kBlockedEnd : CrowdStatus::kCutOff);
}

// Drops the portals that agents have passed.
void MeshCrowd::compact() {
  spare_corridors_.clear();
  for (uint32_t agent = 0; agent < count(); ++agent) {
    const std::span<const PortalId> left = corridor(agent);
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
