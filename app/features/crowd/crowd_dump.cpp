// The crowd's part of the state dump.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/features/crowd/crowd.hpp"
#include "app/lab/lab.hpp"
#include "core/base/hash.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

using json = nlohmann::json;

// Returns a hash of the positions of all agents: equal runs have equal hashes.
uint64_t hash_of(const GridCrowd& crowd) {
  Fnv1a hash;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    hash.add(crowd.cell(i));
    hash.add(crowd.next(i));
    hash.add(static_cast<uint64_t>(crowd.along(i, 0) * 1e6f));
    hash.add(crowd.goal(i));
    hash.add(static_cast<uint64_t>(crowd.status(i)));
  }
  return hash.value();
}

json sums_json(std::span<const uint32_t> cells) {
  uint64_t sum = 0;
  uint32_t most = 0;
  for (const uint32_t value : cells) {
    sum += value;
    most = std::max(most, value);
  }
  return {{"sum", sum}, {"most", most}};
}

}  // namespace

void GridCrowdController::dump(json& all) const {
  all["tables"] = {{"on", world_->has(StructureId::kTables)},
                   {"ready", world_->ready(StructureId::kTables)},
                   {"refusal", refusal(*world_, StructureId::kTables)}};
  const CrowdState& state = own_;
  const CrowdSettings& settings = state.settings;
  const GridMap& map = world_->map();
  const auto cell_json = [&map](CellId id) {
    const Cell cell = map.cell(id);
    return json::array({cell.x, cell.y});
  };
  json& out = all["crowd"];
  out = {{"there", state.there},
         {"running", state.running},
         {"agents", state.agents},
         {"ticks", state.ticks},
         {"queued", state.queued},
         {"note", state.note},
         {"on", settings.on_mesh ? "mesh" : "cells"},
         {"count", settings.count},
         {"density", settings.density},
         {"goals", crowd_task_name(settings.task)},
         {"speed", {settings.slowest, settings.fastest}},
         {"size", settings.agent.size},
         {"capability", settings.agent.capability.to_string()},
         {"seed", settings.options.seed},
         {"holding", settings.options.holding},
         {"method", crowd_method_name(settings.options.method)},
         {"backend", crowd_backend_name(settings.backend)},
         {"plans", settings.options.plans_per_tick},
         {"rate", settings.rate},
         {"heat", crowd_heat_name(settings.heat)},
         {"colour", settings.by_group ? "group" : "status"},
         {"exits", json::array()}};
  for (const CellId exit : state.exits) out["exits"].push_back(cell_json(exit));
  for (int i = 0; i < kCrowdStatuses; ++i) {
    out["status"][std::string(crowd_status_name(static_cast<CrowdStatus>(i)))] = state.counts[static_cast<size_t>(i)];
  }
  const CrowdTotals& totals = state.totals;
  out["arrivals"] = totals.arrivals;
  out["mean_ticks"] = totals.arrivals > 0 ? totals.travel_ticks / totals.arrivals : 0;
  out["waited"] = totals.waited;
  out["entered"] = totals.entered;
  out["longest_wait"] = state.longest_wait;
  out["jams"] = {
      {"under_way", state.jams.under_way}, {"solved", state.jams.solved}, {"hopeless", state.jams.unsolvable}};
  const ReplanStats& replan_stats = state.replan_stats;
  out["wave"] = {{"edits", replan_stats.edits},         {"affected", replan_stats.affected},
                 {"pending", replan_stats.pending},     {"turned", replan_stats.turned},
                 {"walled_in", replan_stats.walled_in}, {"cut_off", replan_stats.cut_off},
                 {"ticks", replan_stats.ticks}};
  const GridCrowd* crowd = crowd_.get();
  if (crowd == nullptr) return;
  if (const BatchEngine* engine = crowd->engine()) out["engine"] = batch_backend_name(engine->backend());
  out["hash"] = fmt::format("{:016x}", hash_of(*crowd));
  out["visits"] = sums_json(crowd->visits());
  out["now"] = sums_json(crowd->occupied());
  out["waits"] = sums_json(crowd->waits());
  if (state.followed) {
    const uint32_t i = state.followed->agent;
    out["followed"] = {{"agent", i + 1},
                       {"status", crowd_status_name(crowd->status(i))},
                       {"cell", cell_json(crowd->cell(i))},
                       {"cells_left", state.followed->way.size()},
                       {"waited", crowd->waited(i)},
                       {"hopeless", crowd->unsolvable(i)},
                       {"replans", crowd->replans(i)},
                       {"travelled", crowd->travelled(i)},
                       {"camera", state.camera_follows}};
    if (state.followed->cost_left != kInfinite) out["followed"]["cost_left"] = state.followed->cost_left;
    if (crowd->goal(i) != kNoCell) out["followed"]["goal"] = cell_json(crowd->goal(i));
  }
}

}  // namespace strata
