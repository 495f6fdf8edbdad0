// This file handles a crowd whose agents a device simulates: downloads from the device, and the
// continuation without it.
#include "core/crowd/crowd_device_state.hpp"

#include <algorithm>

#include "core/crowd/crowd.hpp"
#include "core/crowd/crowd_engine.hpp"

namespace strata {
namespace {

constexpr size_t kMaxTicks = 256;  // limit of the ticks to replay

template <class T>
void put(std::vector<std::byte>& to, const T* from, size_t count) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(from);
  to.assign(bytes, bytes + count * sizeof(T));
}
template <class T>
void point(T*& to, std::vector<std::byte>& from) {
  to = reinterpret_cast<T*>(from.data());
}

}  // namespace

size_t CrowdCheckpoint::bytes() const {
  size_t bytes = 0;
  for (const std::vector<std::byte>& column : written) bytes += column.capacity();
  for (const std::vector<std::byte>& column : given) bytes += column.capacity();
  for (const SentPatches& one : sent) bytes += one.patches.capacity() * sizeof(AgentPlanPatch);
  return bytes;
}

CrowdView CrowdCheckpoint::view(const CrowdView& crowd, size_t cells) {
  CrowdView view = crowd;
  for_written(view, cells, [&](int number, uint8_t, auto*& values, size_t) {
    point(values, written[static_cast<size_t>(number)]);
    return true;
  });
  for_given(view, [&](int number, auto*& values, size_t) {
    point(values, given[static_cast<size_t>(number)]);
    return true;
  });
  return view;
}

void CrowdCheckpoint::take(CrowdView crowd, size_t cells) {
  // Columns that only the host writes get the sent patches, because `crowd` may already have newer values.
  CrowdView own = view(crowd, cells);
  for (const SentPatches& one : sent) {
    for (const AgentPlanPatch& patch : one.patches) crowd_patch(own, patch);
  }
  sent.clear();
  for_written(crowd, cells, [&](int number, uint8_t, auto*& values, size_t count) {
    put(written[static_cast<size_t>(number)], values, count);
    return true;
  });
}

// --- GridCrowd ------------------------------------------------------------------------------------------------------

void GridCrowd::download(uint8_t parts) const {
  // Only the host's copy changes, not the state of the crowd.
  const_cast<GridCrowd*>(this)->fetch(parts);
}

void GridCrowd::fetch(uint8_t parts) {
  if ((stale_ & parts) == 0) return;
  if (!away_engine_->holds_crowd()) {
    replay_ticks();
    return;
  }
  const std::vector<AgentPlanPatch> patches = own_patches();
  const CrowdView own = view();
  const Status done = away_engine_->fetch(own, visits_.size(), static_cast<uint8_t>(stale_ & parts));
  for (const AgentPlanPatch& patch : patches) crowd_patch(own, patch);  // the device has not yet received these patches
  if (done) {
    stale_ = static_cast<uint8_t>(stale_ & ~parts);
  } else {
    fall_back(done.error());
  }
}

void GridCrowd::sync_to_host() {
  if (!on_device_) return;
  fetch(CrowdDownloadParts::kAll);
  if (!on_device_) return;
  // Patches of agents that are being planned are sent again with the next tick, when their plans exist.
  checkpoint_->take(view(), visits_.size());
  on_device_ = false;
}

// Returns the patches for agents that were planned since the last tick.
std::vector<AgentPlanPatch> GridCrowd::own_patches() const {
  std::vector<AgentPlanPatch> patches;
  patches.reserve(asked_.size());
  for (const uint32_t i : asked_) {
    patches.push_back({i, goal_of_[i], place_[i], draws_[i], path_offset_[i], path_length_[i], status_[i]});
  }
  return patches;
}

// Replays the ticks since the checkpoint on the host, because the state on the device is lost.
void GridCrowd::replay_ticks() {
  if (!on_device_) return;
  const std::vector<AgentPlanPatch> patches = own_patches();
  CrowdView again = checkpoint_->view(view(), visits_.size());
  CrowdTotals totals;  // not used, because the real totals are already known
  again.totals = &totals;
  constexpr auto kPlanning = static_cast<uint8_t>(CrowdStatus::kPlanning);
  for (const CrowdCheckpoint::SentPatches& sent : checkpoint_->sent) {
    for (const AgentPlanPatch& patch : sent.patches) crowd_patch(again, patch);
    again.tick = sent.tick;
    each_agent(threads_, count(), kGrain, [&](uint32_t i) {
      crowd_advance(again, i);
      if (again.status[i] == kPlanning) again.waiting[i] = 0;
    });
  }
  CrowdView own = view();
  for_written(own, visits_.size(), [&](int number, uint8_t, auto*& values, size_t size) {
    std::memcpy(values, checkpoint_->written[static_cast<size_t>(number)].data(), size * sizeof *values);
    return true;
  });
  for (const AgentPlanPatch& patch : patches) crowd_patch(own, patch);
  checkpoint_->sent.clear();
  asked_.clear();
  on_device_ = false;
  stale_ = 0;
}

// Downloads the rows of agents that are about to be planned. Their patches are sent with the next tick.
void GridCrowd::ask_for(std::span<const uint32_t> agents) {
  if (!on_device_ || agents.empty()) return;
  if (!away_engine_->holds_crowd()) {
    replay_ticks();
    return;
  }
  const Status done = away_engine_->fetch_rows(agents, rows_);
  if (!done) {
    fall_back(done.error());
    return;
  }
  for (size_t k = 0; k < agents.size(); ++k) {
    const uint32_t i = agents[k];
    const AgentPlanRow& row = rows_[k];
    cell_[i] = row.cell;
    next_[i] = row.next;
    goal_of_[i] = row.goal;
    place_[i] = row.place;
    draws_[i] = row.draws;
    status_[i] = row.status;
    back_[i] = row.back;
    asked_.push_back(i);
  }
}

// Takes a new checkpoint if the map has changed, because earlier ticks cannot be replayed on it, or after many ticks.
void GridCrowd::replan_changed_map(const BatchMap& map) {
  std::vector<uint64_t> seen;
  for (size_t k = 0; k < kinds_.size(); ++k) {
    const CrowdKindView& kind = kind_views_[k];
    seen.push_back((kind.ready ? 1u : 0u) | (kind.has_tables ? 2u : 0u));
    const int number = map.kind_of(kinds_[k].agent.size, kinds_[k].agent.capability.bits());
    if (number < 0 || kind.tables.moves == nullptr) continue;
    const BatchAgentKind& own = map.kinds[static_cast<size_t>(number)];
    seen.push_back(own.moves->built_for());
    if (kind.has_tables) seen.push_back(own.tables->version());
  }
  if (on_device_ && (seen != map_seen_ || checkpoint_->sent.size() >= kMaxTicks)) sync_to_host();
  map_seen_ = std::move(seen);
}

// Lets the engine simulate a tick of the agents if it runs on a device. Returns false if the host has to simulate them.
bool GridCrowd::step_by_engine(const BatchMap& map) {
  // Fields and links are on the host.
  if (away_engine_ == nullptr || count() == 0 || options_.method == CrowdMethod::kFlow) return false;
  if (std::ranges::any_of(kind_views_, [](const CrowdKindView& kind) { return kind.link_count > 0; })) {
    sync_to_host();
    return false;
  }
  if (on_device_ && !away_engine_->holds_crowd()) replay_ticks();
  if (!checkpoint_) checkpoint_ = std::make_unique<CrowdCheckpoint>();
  name_kinds();
  std::vector<AgentPlanPatch> patches = own_patches();
  if (!on_device_) count_all();
  CrowdTickReport report;
  report.totals = totals_;
  std::copy(counts_.begin(), counts_.end(), report.counts);
  const CrowdView agents = view();
  const CrowdTickInput tick{agents,      step_kinds_, visits_.size(), path_.size(), !on_device_,
                            paths_anew_, patches,     *checkpoint_,   report,       wanting_};
  const Status done = away_engine_->step(map, batch_method(options_.method), tick);
  if (!done) {
    fall_back(done.error());
    return false;
  }
  if (!on_device_) checkpoint_->sent.clear();
  checkpoint_->sent.push_back({tick_, std::move(patches)});
  asked_.clear();
  on_device_ = true;
  paths_anew_ = false;
  stale_ = CrowdDownloadParts::kAll;
  totals_ = report.totals;
  std::copy_n(report.counts, counts_.size(), counts_.begin());
  return true;
}

}  // namespace strata
