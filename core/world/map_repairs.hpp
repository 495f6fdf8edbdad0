// Purpose: MapRepairs is the structure of a world with the costs that LPA* and D* Lite keep of one query, so that they
//          repair them after an edit.
// Source: Koenig, Likhachev, Furcy 2004; Koenig, Likhachev 2002; core/search/incremental_search.hpp.
// How: `before_` holds the costs of the search before the last edit, or before the query changed last, and `edits_`
// what
//      has changed since. A plan repairs a copy of them, so that it may be asked again, and recorded. A job computes
//      `after_`, the costs of the present map and query, from which the next repair will begin. All edits of a stroke
//      are one repair, and so are edits that follow each other before the job has ended.
// Background: The job copies the moves. It waits for the end of a stroke.
// Shapes: 128 bytes a cell of the map at most: four pairs of searches with 16 bytes a cell each, one of which is the
//         job's, and one that of a plan.
// Errors: If memory runs out for the job, plans go on with repairs of the costs that are there.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/search/incremental_search.hpp"
#include "core/world/background_structure.hpp"

namespace strata {

struct Workspace;

struct RepairsOptions {
  std::optional<PlanQuery>
      query;  // the query whose costs are kept; nothing: none are, and every plan is a fresh search
  friend bool operator==(const RepairsOptions&, const RepairsOptions&) = default;
};

// What LPA* and D* Lite keep of a query.
struct KeptSearches {
  LpaStar lpa;
  DStarLite dstar;
  size_t memory_bytes() const { return lpa.memory_bytes() + dstar.memory_bytes(); }
};

// Repairs prepare nothing before they are installed.
struct NoRepairsPart {};

using SharedSearches = std::shared_ptr<const KeptSearches>;  // null: no search

class MapRepairs final : public BackgroundStructure<RepairsOptions, NoRepairsPart, SharedSearches,
                                                    std::pair<std::optional<PlanQuery>, uint64_t>> {
 public:
  static constexpr StructureId kId = StructureId::kRepairs;
  static constexpr std::string_view kName = "repairs", kTitle = "Repaired searches";
  static constexpr bool kAlways = false, kInBackground = true;
  static constexpr size_t kMaxBytes = size_t{1} << 30;
  static constexpr size_t kBytesPerCell = 128;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  // Plans with one of the two methods. It repairs the costs of the search before, if the query has the same ends as
  // that (D* Lite: the same goal), and is a fresh search otherwise. `trace` may be null. Returns what it did.
  RepairStats plan(IncrementalMethod method, const MoveGrid& grid, const PlanQuery& query, Workspace& workspace,
                   PlanResult& result, Trace* trace) const;
  // Returns the costs that a repair of this query begins with; unknown ones if the search would be a fresh one.
  CellCosts costs_before(IncrementalMethod method, const MoveGrid& grid, const PlanQuery& query, CellId cell) const;
  // Returns whether a plan of this query repairs costs.
  bool would_repair(IncrementalMethod method, const MoveGrid& grid, const PlanQuery& query) const;
  // Returns what the plan of the kept query did on the map as it is now; nothing while the job is at it, or without a
  // query.
  std::optional<RepairStats> last_repair(IncrementalMethod method, const BuildInputs& inputs) const;

  // Returns the areas whose moves have changed since the search from which a repair begins.
  std::span<const Rect> edits() const { return edits_; }

  bool fits(const GridMap& map, const AnyOptions& options) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void rebuild() override;  // forgets the costs: the next plan is a fresh search
  bool ready(const BuildInputs&) const override { return wanted(); }
  bool work_done(const BuildInputs&) const override { return true; }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override;
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  void start(const BuildInputs& inputs, bool at_once) override;
  bool is_current(const BuildInputs& inputs) const override { return job_key_ == key(inputs); }
  void take(const BuildInputs& inputs, SharedSearches output, double micros) override;

  std::pair<std::optional<PlanQuery>, uint64_t> key(const BuildInputs& inputs) const;
  // Repairs begin from `after_` from now on, if that is of the query and of this revision of the map.
  void advance(uint64_t revision);
  void forget();

  SharedSearches before_;
  std::vector<Rect> edits_;  // areas whose moves have changed since then
  bool in_stroke_ = false;   // the last of them belongs to a stroke that may go on
  SharedSearches after_;
  std::pair<std::optional<PlanQuery>, uint64_t> after_key_;  // query and revision of `after_`
  double micros_ = 0;                                        // time of the last job
  uint64_t version_ = 1;                                     // changes with everything that a repair begins with
  uint64_t taken_ = 0;                                       // number of results of jobs
};

}  // namespace strata
