// The steps of a query are: the regions of start and goal, A* on the highest level, the regions of level 1 along that
// path, and the cells along these regions, piece by piece.
#include <algorithm>

#include "core/base/check.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/refinement.hpp"
#include "core/search/trace.hpp"
#include "core/sectors/sector_space.hpp"
#include "core/sectors/sectors_code.hpp"

namespace strata {
namespace {

// Limit of abstract costs, so that g and f of any region fit into a Cost.
constexpr Cost kMaxAbstract = 1u << 31;

}  // namespace

template <class Observer>
struct SectorsQuery {
  const Sectors& sectors;
  const MoveGrid& grid;
  const PlanQuery query;
  const PlanOptions& options;
  Workspace& workspace;
  PlanResult& result;
  Observer observer;
  const GraphRouter* router = nullptr;  // replaces A* over the regions of level 1 if not null

  const int top = router != nullptr     ? 1
                  : options.levels <= 0 ? sectors.levels()
                                        : std::min(options.levels, sectors.levels());
  const CellId start_cell = grid.id(query.start);
  const CellId goal_cell = grid.id(query.goal);
  const uint32_t start_region = region_at(query.start);
  const uint32_t goal_region = region_at(query.goal);

  std::vector<uint32_t>& path_of(int level) { return workspace.level_paths[static_cast<size_t>(level) - 1]; }
  uint32_t region_at(Cell c) const {
    const Sectors::Level& level = sectors.at(1);
    return level.region_in(level.sector_at(c.x, c.y), c.x, c.y);
  }
  CellId centre(int level, uint32_t region) const { return sectors.at(level).nodes[region].region.centre; }
  Cost edge_cost(int level, uint32_t a, uint32_t b) const {
    if (const SectorLink* link = sectors.link_between(a, b, level)) return link->cost;
    const Sectors::RegionNode& from = sectors.at(level).nodes[a];
    const Sectors::RegionNode& to = sectors.at(level).nodes[b];
    return sectors.bound_(from.x - to.x, from.y - to.y);
  }

  // --- Regions -----------------------------------------------------------------------------------------------------

  template <class Space>
  PlanStatus search_in(Space&& space, uint32_t from, uint32_t to, PhaseStats& stats, const EventContext& context,
                       std::vector<uint32_t>& path) {
    space.begin(from);
    const PlanStatus status = best_first_search(
        space, from, from, kMaxAbstract, [to](uint32_t node, uint32_t) { return node == to; }, stats, observer,
        context);
    if (status == PlanStatus::kFound) space.append_path(from, to, path);
    return status;
  }
  // Searches with A* from region to region of a level, among all regions or those whose parents are in `within`.
  // Appends the path to `path`, without `from`.
  template <bool kLandmarks, bool kWithin>
  PlanStatus search_with(int level, uint32_t from, uint32_t to, const StampedSet* within, PhaseStats& stats,
                         const EventContext& context, std::vector<uint32_t>& path) {
    if (!sectors.at(level).links.empty()) {
      return search_in(LinkedSectorSpace<kWithin>(sectors, grid, level, to, workspace.nodes, workspace.queue, within),
                       from, to, stats, context, path);
    }
    return search_in(SectorSpace<kLandmarks, kWithin>(sectors, level, to, workspace.nodes, workspace.queue, within),
                     from, to, stats, context, path);
  }
  PlanStatus search(int level, uint32_t from, uint32_t to, Phase phase, std::vector<uint32_t>& path) {
    const auto l = static_cast<uint8_t>(level);
    const EventContext context{phase, l, sectors_code::kPop, sectors_code::kGenerate, sectors_code::kUpdate};
    // Landmarks belong to the graph of the highest level.
    if (level == sectors.levels() && !sectors.landmarks_.empty())
      return search_with<true, false>(level, from, to, nullptr, result.stats.of(phase), context, path);
    return search_with<false, false>(level, from, to, nullptr, result.stats.of(phase), context, path);
  }
  // Searches level 1 among the regions whose parents are in workspace.regions.
  PlanStatus search_restricted(uint32_t from, uint32_t to, std::vector<uint32_t>& path) {
    const uint8_t line = sectors_code::kRegions;
    return search_with<false, true>(1, from, to, &workspace.regions, result.stats.of(Phase::kRefine),
                                    {Phase::kRefine, 1, line, line, line}, path);
  }

  // Reports the edges of path_of(level) from element `begin` on as edges of the path.
  void report_edges(int level, size_t begin, Phase phase, uint8_t line) {
    if constexpr (Observer::kEnabled) {
      const std::vector<uint32_t>& path = path_of(level);
      for (size_t i = std::max<size_t>(begin, 1); i < path.size(); ++i) {
        observer.on({EventType::kPathEdge, phase, static_cast<uint8_t>(level), line, centre(level, path[i]),
                     centre(level, path[i - 1]), edge_cost(level, path[i - 1], path[i]), 0});
      }
    }
  }
  // Reports that the refinement of the edges path[i] -> path[i + 1], begin <= i < end, begins.
  void report_piece(int level, size_t begin, size_t end, uint8_t line) {
    if constexpr (Observer::kEnabled) {
      const std::vector<uint32_t>& path = path_of(level);
      for (size_t i = begin; i < end; ++i) {
        observer.on({EventType::kRefine, Phase::kRefine, static_cast<uint8_t>(level), line, centre(level, path[i + 1]),
                     centre(level, path[i]), edge_cost(level, path[i], path[i + 1]), 0});
      }
    }
  }

  bool search_top() {
    const Sectors::Level& lower = sectors.at(1);
    const uint32_t from = top == 1 ? start_region : lower.nodes[start_region].region.parent;
    const uint32_t to = top == 1 ? goal_region : lower.nodes[goal_region].region.parent;
    if (router != nullptr) {
      const NodeLink start{from, 0}, goal{to, 0};
      path_of(top).clear();
      const Cost cost = (*router)({&start, 1}, {&goal, 1}, grid.cell(centre(1, from)), grid.cell(centre(1, to)),
                                  kInfinite, workspace, result.stats, path_of(top));
      result.status = cost == kInfinite              ? PlanStatus::kNoPath
                      : cost == GraphRouter::kTooFar ? PlanStatus::kCostOverflow
                                                     : PlanStatus::kFound;
    } else {
      path_of(top).assign(1, from);
      result.status = search(top, from, to, Phase::kMain, path_of(top));
    }
    if (!result.found()) return false;
    report_edges(top, 1, Phase::kMain, sectors_code::kDone);
    return true;
  }

  // Restricts the next search to the regions path[begin..end] of a level.
  void enter_only(int level, size_t begin, size_t end) {
    const std::vector<uint32_t>& path = path_of(level);
    workspace.regions.begin(sectors.at(level).nodes.size());
    for (size_t i = begin; i <= end; ++i) workspace.regions.add(path[i]);
  }

  // Finds the path of level 1 along the path of level 2. A piece ends in the region that contains the centre of the
  // last large region; its part inside that large region is removed again (trimmed refinement).
  PlanStatus refine_regions() {
    const std::vector<uint32_t>& large = path_of(2);
    std::vector<uint32_t>& path = path_of(1);
    const Sectors::Level& lower = sectors.at(1);
    path.assign(1, start_region);
    const size_t last = large.size() - 1;
    for (size_t i = 0; path.back() != goal_region;) {
      const size_t end = options.segment == 0 ? last : std::min<size_t>(last, i + options.segment);
      const uint32_t to = end == last ? goal_region : region_at(grid.cell(centre(2, large[end])));
      const size_t begin = path.size();
      report_piece(2, i, end, sectors_code::kPiece);
      enter_only(2, i, end);
      PlanStatus status = search_restricted(path.back(), to, path);
      if (status == PlanStatus::kNoPath) {
        // The large regions are connected only over a small region whose centre lies in a third large region.
        status = search(1, path.back(), goal_region, Phase::kRefine, path);
      } else if (status == PlanStatus::kFound && end < last) {
        const auto in_last = [&](size_t k) { return lower.nodes[path[k]].region.parent == large[end]; };
        while (path.size() > begin + 1 && in_last(path.size() - 1) && in_last(path.size() - 2)) path.pop_back();
      }
      if (status != PlanStatus::kFound) return status;
      report_edges(1, begin, Phase::kRefine, sectors_code::kRegions);
      i = end;
    }
    return PlanStatus::kFound;
  }

  // --- Cells -------------------------------------------------------------------------------------------------------

  // Finds the cells along path_of(1), piece by piece: straight to the farthest centre of the piece with a free straight
  // path, else with A* inside the regions of the piece to the last centre. All pieces but the last are cut back to
  // where they enter their last region, so that the path need not visit the centres. A piece ends where the path goes
  // over a link, at the cell where the link begins, and is not cut back.
  template <bool kUniform>
  PlanStatus refine_cells() {
    const std::vector<uint32_t>& regions = path_of(1);
    const size_t last = regions.size() - 1;
    const auto target = [&](size_t k) { return k == last ? query.goal : grid.cell(centre(1, regions[k])); };
    uint64_t total = 0;
    result.path.assign(1, start_cell);
    for (size_t i = 0; i < last || result.path.back() != goal_cell;) {
      size_t piece = options.segment == 0 ? last : std::min<size_t>(last, i + options.segment);
      const SectorLink* const link = first_link(i, piece);
      const Cell piece_end = link != nullptr ? grid.cell(link->link.from) : target(piece);
      const Cell from = grid.cell(result.path.back());
      const size_t begin = result.path.size();
      size_t end = piece;
      Cost cost = walk_straight(from, piece_end);
      while (cost == kInfinite && options.segment > 0 && end > i + 1) cost = walk_straight(from, target(--end));
      if (cost == kInfinite) {
        end = piece;
        report_piece(1, i, end, sectors_code::kRefine);
        enter_only(1, i, end);
        const PlanStatus status = search_cells<kUniform>(from, piece_end, cost);
        if (status == PlanStatus::kCostOverflow) return status;
        STRATA_CHECK(status == PlanStatus::kFound);  // consecutive regions are adjacent, and regions are connected
      } else {
        report_piece(1, i, end, sectors_code::kRefine);
      }
      const bool over_link = link != nullptr && end == piece;
      const bool cut = end < last && !over_link;
      if (cut) cost -= cut_back(begin, regions[end]);
      total += cost;
      if (over_link) {
        report_piece(1, end, end + 1, sectors_code::kRefine);
        total += grid.link_cost(link->link);
        result.path.push_back(link->link.to);
        ++end;
      }
      if (total >= kInfinite) return PlanStatus::kCostOverflow;
      report_steps(grid, result.path, begin, observer, cut ? sectors_code::kTrim : sectors_code::kCells);
      i = end;
    }
    // A move may lead along a link between neighbours that is cheaper.
    result.cost = grid.links() != nullptr ? path_cost(grid, result.path).value() : static_cast<Cost>(total);
    return PlanStatus::kFound;
  }

  // Returns the link of the first edge over one among those between path_of(1)[begin..end], and sets `end` to the
  // region where it begins; null if there is none.
  const SectorLink* first_link(size_t begin, size_t& end) {
    const std::vector<uint32_t>& regions = path_of(1);
    for (size_t k = begin; k < end; ++k) {
      if (const SectorLink* link = sectors.link_between(regions[k], regions[k + 1])) {
        end = k;
        return link;
      }
    }
    return nullptr;
  }

  // Searches with A* over the cells of the regions in workspace.regions, and appends the path.
  template <bool kUniform>
  PlanStatus search_cells(Cell from, Cell to, Cost& cost) {
    const uint8_t line = sectors_code::kCells;
    CorridorSpace<kUniform> space(sectors, grid, workspace.regions, workspace.cells, workspace.queue, to);
    const uint32_t goal_id = space.id_of(to);
    const PlanStatus status =
        best_first_search(space, space.begin(from), CellRecords::kStart, cost_limit(grid),
                          [goal_id](uint32_t id, uint32_t) { return id == goal_id; }, result.stats.of(Phase::kRefine),
                          observer, {Phase::kRefine, 0, line, line, line});
    if (status != PlanStatus::kFound) return status;
    space.append_path(to, result.path);
    cost = workspace.cells.g(result.path.back());
    return status;
  }

  // Appends a free path of two straight lines whose cost is the distance bound, so that no path is shorter, and returns
  // its cost. Returns kInfinite if there is none.
  Cost walk_straight(Cell from, Cell to) {
    const int dx = to.x - from.x;
    const int dy = to.y - from.y;
    const int right = dx < 0 ? 6 : 2;
    const int down = dy < 0 ? 0 : 4;
    const int ax = std::abs(dx);
    const int ay = std::abs(dy);
    struct StraightRun {
      int direction, steps;
    };
    StraightRun one{right, ax};
    StraightRun two{down, ay};
    if (profile_info(grid.rules().profile).neighbours == 8) {
      const int diagonal = dx < 0 ? (dy < 0 ? 7 : 5) : (dy < 0 ? 1 : 3);
      two = ax > ay ? StraightRun{right, ax - ay} : StraightRun{down, ay - ax};
      one = {diagonal, std::min(ax, ay)};
    }
    PhaseStats& stats = result.stats.of(Phase::kRefine);
    const uint8_t* moves = grid.moves().data();
    std::vector<CellId>& path = result.path;
    const size_t begin = path.size();
    for (const bool swapped : {false, true}) {
      CellId at = path.back();
      bool free = true;
      for (const StraightRun& leg : {swapped ? two : one, swapped ? one : two}) {
        const auto offset = static_cast<CellId>(grid.offsets()[static_cast<size_t>(leg.direction)]);
        for (int i = 0; i < leg.steps && free; ++i) {
          free = (moves[at] >> leg.direction & 1) != 0;
          if (!free) break;
          at += offset;
          path.push_back(at);
        }
      }
      stats.touched += path.size() - begin;
      if (free) {
        const Cost least = grid.bound()(dx, dy);
        if (grid.uniform() || cost_from(begin) == least) return least;
      }
      path.resize(begin);
    }
    return kInfinite;
  }

  // Returns the cost of the steps to path[begin] and to all later cells.
  Cost cost_from(size_t begin) const {
    Cost cost = 0;
    const std::vector<CellId>& path = result.path;
    for (size_t i = begin; i < path.size(); ++i)
      cost += grid.step_cost(path[i - 1], grid.direction_between(path[i - 1], path[i]));
    return cost;
  }

  // Removes cells from the end of the path that are in `region`, except the first one in it. Returns the cost removed.
  Cost cut_back(size_t begin, uint32_t region) {
    std::vector<CellId>& path = result.path;
    Cost cost = 0;
    while (path.size() > begin && region_at(grid.cell(path[path.size() - 2])) == region) {
      const CellId last = path.back();
      path.pop_back();
      cost += grid.step_cost(path.back(), grid.direction_between(path.back(), last));
    }
    return cost;
  }

  // --- The query ---------------------------------------------------------------------------------------------------

  void fail(int level) {
    const PlanStats stats = result.stats;
    result.clear(result.status);
    result.stats = stats;
    observer.on(
        {EventType::kNoPath, Phase::kMain, static_cast<uint8_t>(level), sectors_code::kFail, goal_cell, kNoCell, 0, 0});
  }

  // Sets the result to the path of this level, without refinement.
  void answer_abstract(int level) {
    uint64_t cost = 0;
    const std::vector<uint32_t>& path = path_of(level);
    for (size_t i = 1; i < path.size(); ++i) cost += edge_cost(level, path[i - 1], path[i]);
    if (cost >= kInfinite) {
      result.status = PlanStatus::kCostOverflow;
      fail(level);
      return;
    }
    result.cost = static_cast<Cost>(cost);
    result.raw_cost = result.cost;
    result.complete = false;
    observer.on({EventType::kFound, Phase::kMain, static_cast<uint8_t>(level), sectors_code::kDone, goal_cell, kNoCell,
                 result.cost, 0});
  }

  void fill_abstract_path(int level) {
    for (const uint32_t region : path_of(level)) result.abstract_path.push_back(centre(level, region));
  }

  void run(bool regions_only) {
    if (workspace.level_paths.size() < static_cast<size_t>(top)) workspace.level_paths.resize(static_cast<size_t>(top));
    observer.on({EventType::kSource, Phase::kMain, 0, sectors_code::kInit, start_cell, kNoCell, 0, 0});
    observer.on({EventType::kDestination, Phase::kMain, 0, sectors_code::kInit, goal_cell, kNoCell, 0, 0});
    if (!search_top()) return fail(top);
    const bool stop_at_top = !options.refine || (regions_only && top == 1);
    if (stop_at_top || !regions_only) fill_abstract_path(top);
    if (stop_at_top) return answer_abstract(top);
    if (top == 2) result.status = refine_regions();
    if (!result.found()) return fail(1);
    if (regions_only) {
      fill_abstract_path(1);
      return answer_abstract(1);
    }
    result.status = grid.uniform() ? refine_cells<true>() : refine_cells<false>();
    if (!result.found()) return fail(0);
    result.raw_cost = result.cost;
    if (options.keep_raw_path) result.raw_path = result.path;
    if (options.smooth) smooth_result(grid, workspace, result, observer, sectors_code::kReplace);
    observer.on({EventType::kFound, options.smooth ? Phase::kSmooth : Phase::kRefine, 0,
                 options.smooth ? sectors_code::kSmooth : sectors_code::kRefine, goal_cell, kNoCell, result.cost, 0});
  }
};

namespace {

template <class Observer>
void plan_with(const Sectors& sectors, const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options,
               Workspace& workspace, PlanResult& result, Observer observer, bool regions_only,
               const GraphRouter* router = nullptr) {
  const FollowsLinks links = router == nullptr ? FollowsLinks::kYes : FollowsLinks::kNo;
  if (!begin_query(grid, query, sectors.built_for(), result, links)) return;
  SectorsQuery<Observer>{sectors, grid, query, options, workspace, result, observer, router}.run(regions_only);
}

}  // namespace

void Sectors::plan(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                   PlanResult& result, Trace* trace) const {
  with_observer(trace,
                [&](auto observer) { plan_with(*this, grid, query, options, workspace, result, observer, false); });
}

void Sectors::plan_over(const MoveGrid& grid, const PlanQuery& query, const GraphRouter& router,
                        const PlanOptions& options, Workspace& workspace, PlanResult& result, Trace* trace) const {
  with_observer(trace, [&](auto observer) {
    plan_with(*this, grid, query, options, workspace, result, observer, false, &router);
  });
}

void Sectors::plan_regions(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options,
                           Workspace& workspace, PlanResult& result) const {
  plan_with(*this, grid, query, options, workspace, result, NoObserver{}, true);
}

}  // namespace strata
