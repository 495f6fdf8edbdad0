#include "core/world/map_repairs.hpp"

#include <fmt/format.h>

#include "core/base/interruption.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"

namespace strata {
namespace {

// More areas than this share a rectangle.
constexpr size_t kMostEdits = 64;

template <class Planner>
const Planner& kept_of(const KeptSearches& searches) {
  if constexpr (std::is_same_v<Planner, LpaStar>) {
    return searches.lpa;
  } else {
    return searches.dstar;
  }
}

// Calls use(std::type_identity<Planner>()) with the planner of the method.
template <class Use>
auto with_planner(IncrementalMethod method, Use&& use) {
  return method == IncrementalMethod::kLpaStar ? use(std::type_identity<LpaStar>())
                                               : use(std::type_identity<DStarLite>());
}

template <class Planner>
void report_edits(Planner& planner, const MoveGrid& grid, std::span<const Rect> edits) {
  planner.update(grid, {});  // takes note of the revision, though no move may have changed
  for (const Rect& edit : edits) planner.update(grid, edit);
}

// Returns the answer of a planner to the query: its status, and its cost.
template <class Planner>
std::pair<PlanStatus, Cost> answer_after(const SharedSearches& before, std::span<const Rect> edits,
                                         const MoveGrid& grid, const PlanQuery& query) {
  Planner planner;
  if (before != nullptr) planner = kept_of<Planner>(*before);
  report_edits(planner, grid, edits);
  PlanResult result;
  planner.plan(grid, query, result);
  return {result.status, result.cost};
}

}  // namespace

RepairStats MapRepairs::plan(IncrementalMethod method, const MoveGrid& grid, const PlanQuery& query,
                             Workspace& workspace, PlanResult& result, Trace* trace) const {
  return with_planner(method, [&]<class Planner>(std::type_identity<Planner>) {
    auto& planner = workspace.own.of<Planner>();
    if (would_repair(method, grid, query)) {
      planner = kept_of<Planner>(*before_);
      report_edits(planner, grid, edits_);
    } else {
      planner.forget();
    }
    if (trace == nullptr) {
      planner.plan(grid, query, result);
    } else {
      planner.plan(grid, query, result, *trace);
    }
    return planner.last_repair();
  });
}

bool MapRepairs::would_repair(IncrementalMethod method, const MoveGrid& grid, const PlanQuery& query) const {
  if (before_ == nullptr) return false;
  return with_planner(method, [&]<class Planner>(std::type_identity<Planner>) {
    return kept_of<Planner>(*before_).would_repair(grid, query);
  });
}

CellCosts MapRepairs::costs_before(IncrementalMethod method, const MoveGrid& grid, const PlanQuery& query,
                                   CellId cell) const {
  if (!would_repair(method, grid, query)) return {};
  return with_planner(
      method, [&]<class Planner>(std::type_identity<Planner>) { return kept_of<Planner>(*before_).costs(cell); });
}

std::optional<RepairStats> MapRepairs::last_repair(IncrementalMethod method, const BuildInputs& inputs) const {
  if (after_ == nullptr || after_key_ != key(inputs) || !after_key_.first) return std::nullopt;
  return with_planner(
      method, [&]<class Planner>(std::type_identity<Planner>) { return kept_of<Planner>(*after_).last_repair(); });
}

bool MapRepairs::fits(const GridMap& map, const AnyOptions&) const {
  return map.cell_count() <= kMaxBytes / kBytesPerCell;
}

std::pair<std::optional<PlanQuery>, uint64_t> MapRepairs::key(const BuildInputs& inputs) const {
  return {options_ ? options_->query : std::nullopt, inputs.moves->built_for()};
}

void MapRepairs::advance(uint64_t revision) {
  if (after_ == nullptr || after_key_ != std::pair(options_->query, revision)) return;
  before_ = std::exchange(after_, nullptr);
  edits_.clear();
}

void MapRepairs::forget() {
  job_.cancel();
  before_ = after_ = nullptr;
  edits_.clear();
  in_stroke_ = false;
  ++version_;
}

void MapRepairs::install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                         Part&) {
  const bool other = wanted != options_;
  if (rebuild_flags.rules || (other && !wanted)) {
    forget();
  } else if (other && options_) {
    advance(inputs.moves->built_for());
    ++version_;
  }
  if (rebuild_flags.rules || other) allow();
  options_ = wanted;
}

bool MapRepairs::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (!options_) return false;
  allow_after_edit(!change.moves.empty());
  touched_.clear();
  if (!in_stroke_ || !inputs.in_stroke) advance(change.before);
  in_stroke_ = inputs.in_stroke;
  for (const Rect& edit : change.moves) {
    if (edits_.size() < kMostEdits) {
      edits_.push_back(edit);
    } else {
      edits_.back().include(edit);
    }
  }
  ++version_;
  return true;
}

void MapRepairs::rebuild() {
  allow();
  forget();
}

// Starts a job if the costs of the present map and query are missing.
void MapRepairs::start(const BuildInputs& inputs, bool /*at_once*/) {
  if (!options_ || job_.running() || cancelled_ || inputs.in_stroke) return;
  in_stroke_ = false;
  if (after_ != nullptr && after_key_ == key(inputs)) return;
  if (!options_->query) {  // there is nothing to search
    const Stopwatch watch;
    after_ = std::make_shared<KeptSearches>();
    after_key_ = key(inputs);
    micros_ = watch.micros();
    return;
  }
  auto search = [before = before_, edits = edits_, grid = *inputs.moves,
                 query = *options_->query](const JobControl& control) -> SharedSearches {
    auto next = before != nullptr ? std::make_shared<KeptSearches>(*before) : std::make_shared<KeptSearches>();
    PlanResult result;
    const auto repair = [&](auto& planner) {
      report_edits(planner, grid, edits);
      planner.plan(grid, query, result, control);
    };
    try {
      repair(next->lpa);
      repair(next->dstar);
    } catch (const SearchStopped&) {
      return nullptr;
    }
    return next;
  };
  start_job(key(inputs), std::move(search), std::exchange(after_, nullptr));
}

// The result of a job for another map or query is dropped, and `start` begins another one.
void MapRepairs::take(const BuildInputs& inputs, SharedSearches output, double micros) {
  if (!is_current(inputs)) return;
  after_ = std::move(output);
  after_key_ = job_key_;
  micros_ = micros;
  ++taken_;
}

StructureState MapRepairs::state(const BuildInputs&) const { return job_state(wanted(), micros_, version_ + taken_); }

size_t MapRepairs::memory_bytes() const {
  size_t bytes = 0;
  for (const SharedSearches& one : {before_, after_ != before_ ? after_ : nullptr}) {
    if (one != nullptr) bytes += one->memory_bytes();
  }
  return bytes;
}

std::string MapRepairs::stamp(const BuildInputs&) const {
  return options_ ? fmt::format("{} {}", kName, version_) : "none";
}

// The costs of cells off the path may differ, because a repair leaves out those that the path does not need. Compares
// the answers.
std::optional<std::string> MapRepairs::difference(const Structure& structure, const BuildInputs& inputs) const {
  const auto& fresh = static_cast<const MapRepairs&>(structure);
  if (!options_ || !options_->query) return std::nullopt;
  const MoveGrid& grid = *inputs.moves;
  const auto same = [&]<class Planner>(std::type_identity<Planner>) {
    return answer_after<Planner>(before_, edits_, grid, *options_->query) ==
           answer_after<Planner>(fresh.before_, fresh.edits_, grid, *options_->query);
  };
  if (!same(std::type_identity<LpaStar>())) return "LPA* answers otherwise";
  if (!same(std::type_identity<DStarLite>())) return "D* Lite answers otherwise";
  return std::nullopt;
}

}  // namespace strata
