// One query: A* on what no room has pruned, across rooms in one step.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "core/base/check.hpp"
#include "core/base/rng.hpp"
#include "core/rooms/rooms.hpp"
#include "core/search/astar.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/search/refinement.hpp"

namespace strata {
namespace {

constexpr uint8_t kStraight = 0b01010101;

// By the sides of its room that a cell is on (bit d: the side in direction d): the directions along the perimeter.
constexpr std::array<uint8_t, 128> kAlong = [] {
  std::array<uint8_t, 128> along{};
  for (size_t sides = 0; sides < along.size(); ++sides) {
    const uint8_t across = ((sides & 0b00010001) != 0) ? 0b01000100 : 0;
    const uint8_t down = ((sides & 0b01000100) != 0) ? 0b00010001 : 0;
    along[sides] = static_cast<uint8_t>((across | down) & ~sides);
  }
  return along;
}();

constexpr uint32_t kShift = 13;
constexpr uint32_t kMask = (1u << kShift) - 1;
static_assert(GridMap::kMaxSide == 1 << kShift);

}  // namespace

// The cells that are left and the macro edges, for best_first_search. The token of a cell is the direction that led to
// it (even), 1 more if that was a macro edge.
class RoomsSpace {
 public:
  CellRecords& records;

  RoomsSpace(const Rooms& rooms, const MoveGrid& grid, const Query& query, Workspace& workspace)
      : records(workspace.cells),
        rooms_(rooms),
        queue_(workspace.queue),
        marks_(rooms.marks_.data()),
        width_(static_cast<uint32_t>(grid.width())),
        step_(grid.base(0) * static_cast<Cost>(grid.min_weight())),
        bound_(grid.bound()),
        start_(query.start),
        goal_(query.goal),
        start_inside_(rooms.pruned(grid.id(query.start))),
        goal_inside_(rooms.pruned(grid.id(query.goal))) {
    for (size_t d = 0; d < 8; ++d) {
      id_offset_[d] = static_cast<uint32_t>(kDirY[d] * (1 << kShift) + kDirX[d]);
      index_offset_[d] = static_cast<uint32_t>(kDirY[d] * grid.width() + kDirX[d]);
    }
    if (start_inside_) from_start_ = projections(start_);
    if (goal_inside_) to_goal_ = projections(goal_);
  }

  uint32_t begin() {
    records.begin(rooms_.marks_.size());
    queue_.begin(4 * step_, h(id_of(start_)));
    return id_of(start_);
  }

  static uint32_t id_of(Cell c) { return static_cast<uint32_t>(c.y) << kShift | static_cast<uint32_t>(c.x); }
  static Cell place(uint32_t id) { return {static_cast<int>(id & kMask), static_cast<int>(id >> kShift)}; }
  uint32_t index(uint32_t id) const { return (id >> kShift) * width_ + (id & kMask); }
  CellId cell(uint32_t id) const { return index(id); }
  Cost h(uint32_t id) const {
    const Cell c = place(id);
    return bound_(c.x - goal_.x, c.y - goal_.y);
  }
  void push(Cost f, Cost g, uint32_t id) { queue_.push(f, g, id); }
  bool pop(uint32_t& id, Cost& g) {
    BucketQueue::Entry entry;
    if (!queue_.pop(entry)) return false;
    id = entry.id;
    g = entry.g;
    return true;
  }

  Cost distance(Cell a, Cell b) const { return step_ * static_cast<Cost>(std::abs(a.x - b.x) + std::abs(a.y - b.y)); }

  template <class Visit>
  void successors(uint32_t id, uint32_t index, Visit&& visit) const {
    const uint32_t token = records.token(index);
    if (token == CellRecords::kStart && start_inside_) {
      for (uint32_t d = 0; d < 8; d += 2) {
        const uint32_t to = from_start_[d / 2];
        visit(to, this->index(to), distance(start_, place(to)), d + 1);
      }
      return;
    }
    const uint32_t marks = marks_[index];
    const uint32_t sides = marks >> 1 & kStraight;
    const uint32_t came = token == CellRecords::kStart ? 0 : 1u << ((token & 6u) ^ 4u);
    for (uint32_t mask = ((marks & kStraight) | kAlong[sides]) & ~came; mask != 0; mask &= mask - 1) {
      const auto d = static_cast<uint32_t>(std::countr_zero(mask));
      visit(id + id_offset_[d], index + index_offset_[d], step_, d);
    }
    if (goal_inside_) {
      for (uint32_t d = 0; d < 8; d += 2) {
        if (to_goal_[d / 2] != id) continue;
        const uint32_t to = id_of(goal_);
        visit(to, this->index(to), distance(goal_, place(id)), (d ^ 4u) + 1);
      }
    }
    if (std::has_single_bit(sides)) {  // no corner
      const uint32_t d = static_cast<uint32_t>(std::countr_zero(sides)) ^ 4u;
      if (came == 1u << d) return;  // from the other side
      const Rect& room = room_at(index);
      const auto far = static_cast<uint32_t>(((d & 2) != 0 ? room.width() : room.height()) - 1);
      visit(id + far * id_offset_[d], index + far * index_offset_[d], far * step_, d + 1);
    }
  }

  // The cell that the way to `id` came from.
  uint32_t parent(uint32_t id) const {
    const uint32_t at = index(id);
    const uint32_t token = records.token(at);
    if ((token & 1) == 0) return id - id_offset_[token];
    const uint32_t d = token - 1;
    if (goal_inside_ && id == id_of(goal_)) return to_goal_[(d ^ 4u) / 2];
    // From the start, where it is nearer than the other side.
    if (start_inside_ && from_start_[d / 2] == id && records.g(at) == distance(start_, place(id))) return id_of(start_);
    const Rect& room = room_at(at);
    return id - static_cast<uint32_t>(((d & 2) != 0 ? room.width() : room.height()) - 1) * id_offset_[d];
  }

  const std::array<uint32_t, 4>& from_start() const { return from_start_; }
  const std::array<uint32_t, 4>& to_goal() const { return to_goal_; }
  bool start_inside() const { return start_inside_; }
  bool goal_inside() const { return goal_inside_; }

 private:
  const Rect& room_at(uint32_t index) const { return rooms_.rooms_[static_cast<size_t>(rooms_.room_of_[index])].cells; }
  // The perimeter cells straight north, east, south and west of an interior cell.
  std::array<uint32_t, 4> projections(Cell c) const {
    const Rect& room = room_at(index(id_of(c)));
    return {id_of({c.x, room.y0}), id_of({room.x1 - 1, c.y}), id_of({c.x, room.y1 - 1}), id_of({room.x0, c.y})};
  }

  const Rooms& rooms_;
  BucketQueue& queue_;
  const uint8_t* marks_;
  uint32_t width_;
  Cost step_;
  DistanceBound bound_;
  Cell start_, goal_;
  bool start_inside_, goal_inside_;
  std::array<uint32_t, 8> id_offset_{}, index_offset_{};
  std::array<uint32_t, 4> from_start_{}, to_goal_{};
};

template <class Observer>
struct RoomsQuery {
  const Rooms& rooms;
  const MoveGrid& grid;
  const Query query;
  const PlanOptions& options;
  Workspace& workspace;
  PlanResult& result;
  Observer observer;

  const CellId start = grid.id(query.start);
  const CellId goal = grid.id(query.goal);

  // Section 3: inside one room any path without a detour is optimal.
  bool answer_directly() {
    const int64_t room = rooms.room_of(start);
    if (room < 0 || room != rooms.room_of(goal)) return false;
    result.cost = grid.bound()(query.start, query.goal);
    result.abstract_path.push_back(start);
    const CellId corner = grid.id({query.goal.x, query.start.y});
    if (corner != start && corner != goal) result.abstract_path.push_back(corner);
    if (goal != start) result.abstract_path.push_back(goal);
    return true;
  }

  void report_links(Phase phase, uint8_t line, CellId end, const std::array<uint32_t, 4>& projections,
                    const RoomsSpace& space) {
    result.stats.of(phase).touched += projections.size();
    if constexpr (Observer::kEnabled) {
      for (const uint32_t id : projections) {
        const Cost cost = space.distance(grid.cell(end), RoomsSpace::place(id));
        observer.on({EventType::kLink, phase, 0, line, space.cell(id), end, cost, 0});
      }
    }
  }

  bool search() {
    RoomsSpace space(rooms, grid, query, workspace);
    if (space.start_inside())
      report_links(Phase::kInsertStart, code_line::kRoomsInsertStart, start, space.from_start(), space);
    if (space.goal_inside())
      report_links(Phase::kInsertGoal, code_line::kRoomsInsertGoal, goal, space.to_goal(), space);
    const EventContext context{Phase::kMain, 0, code_line::kRoomsPop, code_line::kRoomsGenerate,
                               code_line::kRoomsUpdate};
    const uint32_t goal_id = RoomsSpace::id_of(query.goal);
    const auto is_goal = [goal_id](uint32_t id, uint32_t) { return id == goal_id; };
    result.status = best_first_search(space, space.begin(), CellRecords::kStart, cost_limit(grid), is_goal,
                                      result.stats.of(Phase::kMain), observer, context);
    if (!result.found()) return false;
    result.cost = workspace.cells.g(goal);
    std::vector<CellId>& nodes = result.abstract_path;
    const uint32_t start_id = RoomsSpace::id_of(query.start);
    for (uint32_t id = goal_id; id != start_id; id = space.parent(id)) nodes.push_back(space.cell(id));
    nodes.push_back(start);
    std::reverse(nodes.begin(), nodes.end());
    return true;
  }

  // Every edge of the path is a straight line of cells.
  void expand_path() {
    const std::vector<CellId>& nodes = result.abstract_path;
    result.path.push_back(start);
    for (size_t i = 1; i < nodes.size(); ++i) {
      const auto delta = static_cast<int64_t>(nodes[i]) - static_cast<int64_t>(nodes[i - 1]);
      const int64_t row = std::abs(delta) < grid.width() ? 1 : grid.width();
      const int64_t step = delta < 0 ? -row : row;
      for (auto cell = static_cast<int64_t>(nodes[i - 1]); cell != static_cast<int64_t>(nodes[i]);) {
        cell += step;
        result.path.push_back(static_cast<CellId>(cell));
      }
    }
  }

  // Mixes the moves of every piece of the path inside one room. All moves of a piece go in at most two directions, or
  // the piece would not be a shortest path; any order of them stays between its ends, and so in the room.
  void interleave() {
    std::vector<CellId>& path = result.path;
    for (size_t begin = 0; begin < path.size();) {
      const int64_t room = rooms.room_of(path[begin]);
      size_t end = begin + 1;
      while (end < path.size() && rooms.room_of(path[end]) == room) ++end;
      if (room >= 0) {
        const Cell from = grid.cell(path[begin]);
        const Cell to = grid.cell(path[end - 1]);
        auto across = static_cast<uint32_t>(std::abs(to.x - from.x));
        auto down = static_cast<uint32_t>(std::abs(to.y - from.y));
        const int step_x = to.x < from.x ? -1 : 1;
        const int step_y = to.y < from.y ? -grid.width() : grid.width();
        Rng rng(options.interleave ^ uint64_t{path[begin]} << 32);
        for (size_t i = begin + 1; i < end; ++i) {
          const bool go_across = rng.below(across + down) < across;
          go_across ? --across : --down;
          path[i] = static_cast<CellId>(static_cast<int64_t>(path[i - 1]) + (go_across ? step_x : step_y));
        }
      }
      begin = end;
    }
  }

  void run() {
    observer.on({EventType::kSource, Phase::kMain, 0, code_line::kRoomsInit, start, kNoCell, 0, 0});
    observer.on({EventType::kDestination, Phase::kMain, 0, code_line::kRoomsInit, goal, kNoCell, 0, 0});
    const bool direct = answer_directly();
    if (!direct && !search()) {
      observer.on({EventType::kNoPath, Phase::kMain, 0, code_line::kRoomsFail, goal, kNoCell, 0, 0});
      return;
    }
    observer.on({EventType::kFound, Phase::kMain, 0, direct ? code_line::kRoomsDirect : code_line::kRoomsDone, goal,
                 kNoCell, result.cost, 0});
    result.raw_cost = result.cost;
    expand_path();
    if (options.keep_raw_path) result.raw_path = result.path;
    if (options.interleave != 0) interleave();
    report_steps(grid, result.path, 1, observer,
                 options.interleave != 0 ? code_line::kRoomsInterleave : code_line::kRoomsRefine);
  }
};

namespace {

template <class Observer>
void plan_with(const Rooms& rooms, const MoveGrid& grid, const Query& query, const PlanOptions& options,
               Workspace& workspace, PlanResult& result, Observer observer) {
  result.clear(check_ends(grid, query));
  if (!result.found()) return;
  if (!Rooms::supports(grid)) {
    result.status = PlanStatus::kUnsupported;
  } else if (rooms.built_for() != grid.built_for()) {
    result.status = PlanStatus::kStale;
  } else {
    RoomsQuery<Observer>{rooms, grid, query, options, workspace, result, observer}.run();
  }
}

}  // namespace

bool Rooms::supports(const MoveGrid& grid) { return grid.rules().profile == Profile::kFour && grid.uniform(); }

void Rooms::plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
                 PlanResult& result) const {
  plan_with(*this, grid, query, options, workspace, result, NoObserver{});
}

void Rooms::plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
                 PlanResult& result, Trace& trace) const {
  plan_with(*this, grid, query, options, workspace, result, TraceObserver{&trace});
}

}  // namespace strata
