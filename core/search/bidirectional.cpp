#include "core/search/bidirectional.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/search/linked_space.hpp"
#include "core/search/plain_code.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

using namespace bidirectional_code;

// BidirectionalSearch runs one query. Its nodes are those of CellSpace: y << 13 | x. Moves and their costs are the same
// in both directions; links are followed against their direction from the goal.
template <class Space, class Observer>
class BidirectionalSearch {
 public:
  BidirectionalSearch(const MoveGrid& grid, std::array<Space, 2> spaces, const PlanQuery& query, PlanStats& stats,
                      Observer observer)
      : spaces_(std::move(spaces)), query_(query), limit_(cost_limit(grid)), stats_(stats), observer_(observer) {}

  PlanStatus run() {
    const PlanStatus status = search();
    for (size_t side = 0; side < 2; ++side) {
      PhaseStats& sum = stats_.of(phase_of(side));
      sum.expanded += counts_[side].expanded;
      sum.generated += counts_[side].generated;
      sum.touched += counts_[side].touched;
    }
    return status;
  }

  Cost best() const { return best_; }

  // Appends the cells of the path that was found.
  void append_path(std::vector<CellId>& path) const {
    const Cell meeting{Space::x_of(meeting_), Space::y_of(meeting_)};
    path.push_back(spaces_[0].cell(Space::id_of(query_.start)));
    spaces_[0].append_path(meeting, path);
    if (meeting == query_.goal) return;
    path.pop_back();
    const size_t turn = path.size();
    spaces_[1].append_path(meeting, path);
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(turn), path.end());
    path.push_back(spaces_[1].cell(Space::id_of(query_.goal)));
  }

 private:
  static constexpr Phase phase_of(size_t side) { return side == 0 ? Phase::kForward : Phase::kBackward; }

  void report(EventType type, size_t side, uint8_t line, uint32_t id, CellId parent, Cost g, Cost h) {
    if constexpr (Observer::kEnabled) {
      observer_.on({type, phase_of(side), 0, line, spaces_[side].cell(id), parent, g, h});
    }
  }

  PlanStatus search() {
    const uint32_t ends[2] = {spaces_[0].begin(query_.start), spaces_[1].begin(query_.goal)};
    for (size_t side = 0; side < 2; ++side) {
      reach(side, ends[side], spaces_[side].index(ends[side]), kNoCell, 0, CellRecords::kStart);
    }
    for (;;) {
      const size_t side = waiting_[0] <= waiting_[1] ? 0 : 1;
      BucketQueue::Entry entry;
      if (!spaces_[side].queue.pop(entry)) break;
      --waiting_[side];
      const Cost f = entry.g + spaces_[side].h(entry.id);
      if (f >= best_) break;
      const uint32_t index = spaces_[side].index(entry.id);
      // Outdated: a shorter path was found after this entry was pushed.
      if (spaces_[side].records.g(index) != entry.g) continue;
      reached_f_[side] = f;
      if (closed_by(1 - side, entry.id, index)) {
        report(EventType::kStall, side, kSkip, entry.id, kNoCell, entry.g, spaces_[side].h(entry.id));
        continue;
      }
      ++counts_[side].expanded;
      report(EventType::kExpand, side, kPop, entry.id, kNoCell, entry.g, spaces_[side].h(entry.id));
      if (entry.g > limit_) return PlanStatus::kCostOverflow;
      spaces_[side].successors(entry.id, index, [&](uint32_t next, uint32_t next_index, Cost step, uint32_t token) {
        ++counts_[side].touched;
        reach(side, next, next_index, spaces_[side].cell(entry.id), entry.g + step, token);
      });
    }
    if (best_ != kInfinite) return PlanStatus::kFound;
    return overflow_ ? PlanStatus::kCostOverflow : PlanStatus::kNoPath;
  }

  // Returns whether a side has closed a node. Nodes with a smaller f than the last expanded node are closed for good,
  // because f never decreases.
  bool closed_by(size_t side, uint32_t id, uint32_t index) const {
    const CellRecords& records = spaces_[side].records;
    return records.seen(index) && records.g(index) + spaces_[side].h(id) < reached_f_[side];
  }

  // Relaxes a node, and updates the best path if the other side has reached it.
  void reach(size_t side, uint32_t id, uint32_t index, CellId parent, Cost g, uint32_t token) {
    CellRecords& own = spaces_[side].records;
    const bool seen = own.seen(index);
    if (seen && own.g(index) <= g) return;
    const Cost h = spaces_[side].h(id);
    if (g + h >= best_) return;
    own.set(index, g, token);
    spaces_[side].queue.push(g + h, g, id);
    ++waiting_[side];
    ++counts_[side].generated;
    report(seen ? EventType::kUpdate : EventType::kGenerate, side, seen ? kUpdate : kGenerate, id, parent, g, h);
    const CellRecords& other = spaces_[1 - side].records;
    if (!other.seen(index)) return;
    const uint64_t sum = uint64_t{g} + other.g(index);
    overflow_ = overflow_ || sum >= kInfinite;
    if (sum >= best_) return;
    best_ = static_cast<Cost>(sum);
    meeting_ = id;
    report(EventType::kMeet, side, kMeet, id, kNoCell, best_, 0);
  }

  std::array<Space, 2> spaces_;  // the search from the start, and that from the goal
  const PlanQuery& query_;
  Cost limit_;
  PlanStats& stats_;
  Observer observer_;
  std::array<PhaseStats, 2> counts_{};
  std::array<uint64_t, 2> waiting_{};  // numbers of entries in the open lists
  std::array<Cost, 2> reached_f_{};    // f of the last expanded node
  Cost best_ = kInfinite;
  bool overflow_ = false;  // the sides have met, but the cost exceeds 32 bits
  uint32_t meeting_ = 0;
};

template <class Space, class Observer>
[[gnu::noinline]] void search_spaces(const MoveGrid& grid, std::array<Space, 2> spaces, const PlanQuery& query,
                                     PlanResult& result, Observer observer) {
  BidirectionalSearch<Space, Observer> search(grid, std::move(spaces), query, result.stats, observer);
  result.status = search.run();
  if (!result.found()) return;
  result.cost = search.best();
  result.raw_cost = result.cost;
  search.append_path(result.path);
}

template <bool kUniform, class Observer>
void search_between(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result,
                    Observer observer) {
  using Space = CellSpace<false, kUniform>;
  Space forward(grid, grid.bounds(), workspace.cells, workspace.queue, grid.bound(), query.goal);
  Space backward(grid, grid.bounds(), workspace.backward_cells, workspace.backward_queue, grid.bound(), query.start);
  if (grid.links() == nullptr) {
    search_spaces(grid, std::array{forward, backward}, query, result, observer);
  } else {
    using Linked = LinkedSpace<Space>;
    search_spaces(grid,
                  std::array{Linked(forward, grid, grid.bound()),
                             Linked(backward, grid, grid.bound(), LinkDirection::kFromStart)},
                  query, result, observer);
  }
}

template <class Observer>
void search(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result, Observer observer) {
  result.clear(check_ends(grid, query));
  if (!result.found()) return;
  const CellId start = grid.id(query.start);
  const CellId goal = grid.id(query.goal);
  observer.on({EventType::kSource, Phase::kForward, 0, kInit, start, kNoCell, 0, 0});
  observer.on({EventType::kDestination, Phase::kForward, 0, kInit, goal, kNoCell, 0, 0});
  if (grid.uniform()) {
    search_between<true>(grid, query, workspace, result, observer);
  } else {
    search_between<false>(grid, query, workspace, result, observer);
  }
  if (result.found()) {
    observer.on({EventType::kFound, Phase::kForward, 0, kDone, goal, kNoCell, result.cost, 0});
  } else {
    observer.on({EventType::kNoPath, Phase::kForward, 0, kFail, goal, kNoCell, 0, 0});
  }
}

}  // namespace

void plan_bidirectional(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result) {
  search(grid, query, workspace, result, NoObserver{});
}

void plan_bidirectional(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result,
                        Trace& trace) {
  search(grid, query, workspace, result, TraceObserver{&trace});
}

}  // namespace strata
