#include "app/features/navmesh/mesh_gap.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

void NarrowestGapCache::follow(const PlanQuery& query, const MoveGrid& moves, MeshRadius radius, uint64_t revision,
                               bool wait) {
  const Key wanted{query.start, query.goal, radius, revision};
  if (key_ != wanted) {
    forget();
    key_ = wanted;
    ++version_;
    job_.start([cells = std::vector<uint8_t>(moves.weights().begin(), moves.weights().end()), width = moves.width(),
                wanted](JobControl& control) {
      return narrowest_gap(cells, width, wanted.start, wanted.goal, wanted.radius, control);
    });
  }
  if (auto done = wait ? job_.wait() : job_.poll()) {
    gap_ = *done;
    ++version_;
  }
  if (job_.take_failure()) {
    failed_ = true;
    ++version_;
  }
}

void NarrowestGapCache::forget() {
  if (!key_) return;
  job_.abandon();
  key_.reset();
  gap_.reset();
  failed_ = false;
  ++version_;
}

std::string NarrowestGapCache::text() const {
  if (!key_) return {};
  const std::string radius = fmt::format("no path for radius {}", key_->radius.cells());
  if (failed_) return radius;
  if (!gap_) return radius + ": looking for the gap that is too narrow";
  const auto fits = [](const std::optional<MeshRadius>& there) { return there ? there->cells() : 0; };
  const Cell cell = gap_->cell;
  switch (gap_->reason) {
    case NarrowestGap::Reason::kAtStart:
      return fmt::format("{}: the start is too near to a wall, radius {} fits there", radius, fits(gap_->at_start));
    case NarrowestGap::Reason::kAtGoal:
      return fmt::format("{}: the goal is too near to a wall, radius {} fits there", radius, fits(gap_->at_goal));
    case NarrowestGap::Reason::kGap:
      return fmt::format("{}: the gap at ({},{}) is {} {} wide, radius {} fits through", radius, cell.x, cell.y,
                         gap_->width, gap_->width == 1 ? "cell" : "cells", gap_->widest.cells());
    default:
      return {};
  }
}

void NarrowestGapCache::dump(nlohmann::json& out) const {
  if (!gap_) {
    out["gap"] = nullptr;
    return;
  }
  static constexpr const char* kReasons[] = {"fits", "no way", "start", "goal", "gap"};
  out["gap"] = {{"reason", kReasons[static_cast<size_t>(gap_->reason)]},
                {"width", gap_->width},
                {"widest", gap_->widest.cells()},
                {"cell", {gap_->cell.x, gap_->cell.y}}};
}

}  // namespace strata
