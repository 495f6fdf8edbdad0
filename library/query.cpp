#include "strata/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "core/base/parallel.hpp"
#include "core/base/stopwatch.hpp"
#include "core/grid/map_links.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/reach.hpp"
#include "core/search/several_goals.hpp"
#include "core/search/workspace.hpp"
#include "core/world/partial_path.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "library/navigator_state.hpp"

namespace strata {
namespace {

PathStatus status_of(PlanStatus status) {
  switch (status) {
    case PlanStatus::kFound:
      return PathStatus::kFound;
    case PlanStatus::kStartBlocked:
      return PathStatus::kStartBlocked;
    case PlanStatus::kGoalBlocked:
      return PathStatus::kGoalBlocked;
    case PlanStatus::kCostOverflow:
      return PathStatus::kTooLong;
    case PlanStatus::kTooManyExpansions:
      return PathStatus::kTooManyExpanded;
    default:
      return PathStatus::kNoPath;
  }
}

bool is_answer(PlanStatus status) {
  return status != PlanStatus::kStale && status != PlanStatus::kNoSuchAgent && status != PlanStatus::kUnsupported &&
         status != PlanStatus::kRefused;
}

// A batch counts as so many queries at most for `fastest`, which learns from their time.
constexpr size_t kMostCounted = 4096;
// Costs of diagonal steps are whole numbers, and longer than sqrt(2) by less than this.
constexpr double kRounded = 2e-6;

// Memory with which one thread plans.
struct PlanMemory {
  Workspace workspace;
  PlanResult result;
  std::vector<Cell> turns;
  std::vector<Point> points;
};

// Returns the planner that a query asks; an error says why there is none.
Result<const Planner*> asked_planner(const AgentWorld& agent, const FindOptions& options) {
  static const PlannerSpec kFastest = fastest();
  const PlannerSpec& spec = options.planner == nullptr ? kFastest : *options.planner;
  if (spec.row() == nullptr) {
    return Error{std::string(spec.name()), "there is no planner of this name", ErrorCode::kUnknownPlanner};
  }
  if (spec.row()->asks == nullptr) return spec.row();
  const std::optional<FastestCandidate> one = agent.keeper.choice().ask(agent.ready);
  return one ? &fastest_candidate(*one) : &optimum_planner();
}

// Returns whether `fastest` was asked, which chooses among exact planners.
bool asks_fastest(const FindOptions& options) {
  return options.planner == nullptr || (options.planner->row() != nullptr && options.planner->row()->asks != nullptr);
}

// Returns why the planner has not answered.
Error no_answer(const AgentWorld& agent, const Planner& planner) {
  const std::string name(planner.name);
  if (std::string rule = unsupported(agent.world, planner); !rule.empty()) {
    return {name, std::move(rule), ErrorCode::kUnsupported};
  }
  if (!agent.world.has(planner.needs)) {
    const std::string& why = agent.refused[static_cast<size_t>(planner.needs)];
    return {name, why.empty() ? "it was not prepared: see Navigator::prepare" : why, ErrorCode::kNotReady};
  }
  if (std::string why = why_not(agent.world, planner); !why.empty())
    return {name, std::move(why), ErrorCode::kNotReady};
  return {name, waiting_for(agent.world, planner), ErrorCode::kNotReady};
}

// Plans with one planner. The path refers to the memory.
Result<Path> find_on(const NavigatorState& state, const AgentWorld& agent, const Planner& planner, Cell start,
                     Cell goal, const FindOptions& options, PlanMemory& memory) {
  const World& world = agent.world;
  PlanOptions asked;
  asked.smooth = options.smooth;
  asked.partial = options.partial;
  // The length of a path at any angle is that of its lines.
  asked.answer = options.only_length && !planner.any_angle ? Answer::kCost : Answer::kTurns;
  PlanResult& result = memory.result;
  plan(world, planner, {start, goal}, asked, memory.workspace, result);
  if (!is_answer(result.status)) return no_answer(agent, planner);
  Path path;
  path.status = status_of(result.status);
  path.revision = state.revision;
  path.planner = planner.name;
  path.expanded = result.stats.total().expanded;
  path.partial = !result.found() && result.has_partial_path();
  if (path.partial) path.distance_left = distance_left({start, goal}, result);
  if (!result.found() && !path.partial) return path;
  memory.turns.clear();
  memory.points.clear();
  for (const CellId turn : result.turns) memory.turns.push_back(world.map().cell(turn));
  const double straight = profile_info(world.rules().profile).straight;
  path.length = static_cast<double>(result.cost) / straight;
  if (planner.any_angle) {
    // Costs of these planners are rounded; links count what they cost.
    double lines = 0, links = 0;
    for (const HalfCellPoint& point : result.points) {
      memory.points.push_back({point.x / (2.0 * result.units), point.y / (2.0 * result.units)});
    }
    for (size_t i = 1; i < memory.points.size(); ++i) {
      const Point a = memory.points[i - 1], b = memory.points[i];
      if (std::ranges::binary_search(result.links_at, static_cast<uint32_t>(i - 1))) {
        const auto cell = [&](Point at) { return world.map().id({static_cast<int>(at.x), static_cast<int>(at.y)}); };
        links += world.map().links()->length(cell(a), cell(b)) / double{kLinkUnit};
      } else {
        lines += std::hypot(b.x - a.x, b.y - a.y);
      }
    }
    path.length = lines + links;
  }
  if (options.only_length) return path;
  path.turning_cells = memory.turns;
  path.points = memory.points;
  path.links_at = result.links_at;
  return path;
}

// The same by `fastest`: a hierarchy counts costs only up to a fifth of what A* does.
Result<Path> find_exactly(const NavigatorState& state, const AgentWorld& agent, const Planner& planner, Cell start,
                          Cell goal, const FindOptions& options, PlanMemory& memory) {
  Result<Path> path = find_on(state, agent, planner, start, goal, options, memory);
  if (path && path->status == PathStatus::kTooLong && asks_fastest(options) && &planner != &optimum_planner()) {
    return find_on(state, agent, optimum_planner(), start, goal, options, memory);
  }
  return path;
}

void note_time(AgentWorld& agent, NavigatorState& state, const Planner& planner, double micros, uint32_t count) {
  bool many = false;
  {
    const std::lock_guard lock(agent.times_mutex);
    if (agent.times.size() < AgentWorld::kMostTimes) agent.times.push_back({&planner, micros, count});
    many = count > 1 || agent.times.size() == AgentWorld::kFewTimes;
  }
  if (many) state.wake();
}

}  // namespace

std::string_view path_status_text(PathStatus status) {
  switch (status) {
    case PathStatus::kFound:
      return "found";
    case PathStatus::kNoPath:
      return "no path";
    case PathStatus::kStartBlocked:
      return "the start is blocked or off the map";
    case PathStatus::kGoalBlocked:
      return "the goal is blocked or off the map";
    case PathStatus::kTooLong:
      return "the length is beyond what can be counted";
    case PathStatus::kTooManyExpanded:
      break;
  }
  return "the search has expanded the most nodes that it may";
}

void Paths::clear() {
  status.clear();
  length.clear();
  distance_left.clear();
  begin.assign(1, 0);
  turns.clear();
  points.clear();
  links_begin.assign(1, 0);
  links_at.clear();
  revision = 0;
}

Path Paths::operator[](size_t request) const {
  Path path;
  path.status = status[request];
  path.length = length[request];
  const size_t first = begin[request], count = begin[request + 1] - first;
  if (!turns.empty()) path.turning_cells = std::span(turns).subspan(first, count);
  if (!points.empty()) path.points = std::span(points).subspan(first, count);
  path.links_at = std::span(links_at).subspan(links_begin[request], links_begin[request + 1] - links_begin[request]);
  path.partial = !path.found() && count > 0;
  if (path.partial) path.distance_left = distance_left[request];
  path.revision = revision;
  return path;
}

struct Query::Memory {
  explicit Memory(std::shared_ptr<NavigatorState> of) : state(std::move(of)) {}

  std::shared_ptr<NavigatorState> state;
  PlanMemory own;
  // Whom `fastest` has asked in the last call of `find`, and for which agents.
  struct Asked {
    AgentId agent;
    const Planner* planner = nullptr;
  };
  Asked asked;
  GoalCosts costs;
  Reach reach;
  std::vector<double> lengths;
  std::vector<CellAt> cells;
  // Of find_all: memory of each thread, and what each piece of the requests has found.
  int thread_count = 0;
  std::unique_ptr<Threads> threads;
  std::vector<std::unique_ptr<PlanMemory>> of_threads;
  struct Piece {
    std::vector<Cell> turns;
    std::vector<Point> points;
    std::vector<uint32_t> links_at;
    std::vector<uint32_t> turn_counts, link_counts;  // by request of the piece
    void clear() {
      turns.clear();
      points.clear();
      links_at.clear();
      turn_counts.clear();
      link_counts.clear();
    }
  };
  std::vector<Piece> pieces;
};

Query::Query(const Navigator& navigator) : memory_(std::make_unique<Memory>(navigator.state_)) {}
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;
Query::~Query() = default;

Result<Path> Query::find(AgentId id, Cell start, Cell goal, const FindOptions& options) {
  if (memory_ == nullptr) return moved_from("find");
  NavigatorState& state = *memory_->state;
  try {
    const Gate::Reader inside(state.gate);
    AgentWorld* const agent = state.agent(id);
    if (agent == nullptr) return no_such_agent("find");
    if (agent->broken) return no_memory("find");
    const Result<const Planner*> planner = asked_planner(*agent, options);
    if (!planner) return planner.error();
    const Stopwatch watch;
    Result<Path> path = find_exactly(state, *agent, **planner, start, goal, options, memory_->own);
    if (!path) return path;
    if (candidate_of(**planner)) note_time(*agent, state, **planner, watch.micros(), 1);
    if (asks_fastest(options)) memory_->asked = {id, *planner};
    return path;
  } catch (const std::bad_alloc&) {
    return no_memory("find");
  }
}

Status Query::find_all(AgentId id, std::span<const Request> requests, Paths& paths, const FindAllOptions& options) {
  paths.clear();
  if (memory_ == nullptr) return moved_from("find_all");
  if (options.threads < 0 || options.threads > 1024) {
    return wrong_argument("find_all", fmt::format("{} threads: 0 to 1024", options.threads));
  }
  try {
    const Status done = find_all_in_memory(id, requests, paths, options);
    if (!done) paths.clear();
    return done;
  } catch (const std::bad_alloc&) {
    paths.clear();
    return no_memory("find_all");
  }
}

Status Query::find_all_in_memory(AgentId id, std::span<const Request> requests, Paths& paths,
                                 const FindAllOptions& options) {
  Memory& own = *memory_;
  NavigatorState& state = *own.state;
  if (own.threads == nullptr || own.thread_count != options.threads) {
    auto threads = std::make_unique<Threads>(options.threads);
    std::vector<std::unique_ptr<PlanMemory>> memories;
    while (memories.size() < threads->count()) memories.push_back(std::make_unique<PlanMemory>());
    own.threads = std::move(threads);
    own.of_threads = std::move(memories);
    own.thread_count = options.threads;
  }
  const Gate::Reader inside(state.gate);
  AgentWorld* const agent = state.agent(id);
  if (agent == nullptr) return no_such_agent("find_all");
  if (agent->broken) return no_memory("find_all");
  const Result<const Planner*> planner = asked_planner(*agent, options.find);
  if (!planner) return planner.error();
  constexpr size_t kPiece = 64;
  const size_t count = requests.size();
  paths.status.assign(count, PathStatus::kNoPath);
  paths.length.assign(count, 0);
  paths.distance_left.assign(options.find.partial ? count : 0, 0);
  own.pieces.resize((count + kPiece - 1) / kPiece);
  std::mutex failed_mutex;
  std::optional<Error> failed;
  const Stopwatch watch;
  own.threads->for_pieces(0, own.pieces.size(), 1, [&](size_t from, size_t to, size_t thread) {
    for (size_t number = from; number < to; ++number) {
      Memory::Piece& piece = own.pieces[number];
      piece.clear();
      for (size_t i = number * kPiece; i < std::min((number + 1) * kPiece, count); ++i) {
        const Result<Path> path = find_exactly(state, *agent, **planner, requests[i].start, requests[i].goal,
                                               options.find, *own.of_threads[thread]);
        if (!path) {
          const std::lock_guard lock(failed_mutex);
          failed = path.error();
          return;
        }
        paths.status[i] = path->status;
        paths.length[i] = path->length;
        if (path->partial) paths.distance_left[i] = path->distance_left;
        piece.turns.insert(piece.turns.end(), path->turning_cells.begin(), path->turning_cells.end());
        piece.points.insert(piece.points.end(), path->points.begin(), path->points.end());
        piece.links_at.insert(piece.links_at.end(), path->links_at.begin(), path->links_at.end());
        const size_t turns = std::max(path->turning_cells.size(), path->points.size());
        piece.turn_counts.push_back(static_cast<uint32_t>(turns));
        piece.link_counts.push_back(static_cast<uint32_t>(path->links_at.size()));
      }
    }
  });
  if (failed) return *failed;
  if (count > 0 && candidate_of(**planner)) {
    const double micros = watch.micros() * static_cast<double>(own.threads->count()) / static_cast<double>(count);
    note_time(*agent, state, **planner, micros, static_cast<uint32_t>(std::min<size_t>(count, kMostCounted)));
  }
  paths.begin.assign(1, 0);
  paths.links_begin.assign(1, 0);
  for (const Memory::Piece& piece : own.pieces) {
    paths.turns.insert(paths.turns.end(), piece.turns.begin(), piece.turns.end());
    paths.points.insert(paths.points.end(), piece.points.begin(), piece.points.end());
    paths.links_at.insert(paths.links_at.end(), piece.links_at.begin(), piece.links_at.end());
    for (const uint32_t turns : piece.turn_counts) paths.begin.push_back(paths.begin.back() + turns);
    for (const uint32_t links : piece.link_counts) paths.links_begin.push_back(paths.links_begin.back() + links);
  }
  paths.revision = state.revision;
  return success();
}

Result<GoalPath> Query::nearest(AgentId id, Cell start, std::span<const Cell> goals) {
  if (memory_ == nullptr) return moved_from("nearest");
  NavigatorState& state = *memory_->state;
  try {
    const Gate::Reader inside(state.gate);
    const AgentWorld* const agent = state.agent(id);
    if (agent == nullptr) return no_such_agent("nearest");
    if (agent->broken) return no_memory("nearest");
    PlanMemory& memory = memory_->own;
    const uint32_t goal = plan_to_nearest(agent->world.moves(), start, goals, memory.workspace, memory.result);
    GoalPath found;
    if (goal == kNoGoal) {
      found.path.status = status_of(memory.result.status);
      found.path.revision = state.revision;
      return found;
    }
    Result<Path> path = find_on(state, *agent, optimum_planner(), start, goals[goal], {}, memory);
    if (!path) return path.error();
    found.path = *path;
    found.goal = goal;
    return found;
  } catch (const std::bad_alloc&) {
    return no_memory("nearest");
  }
}

Result<std::span<const double>> Query::lengths(AgentId id, Cell start, std::span<const Cell> goals) {
  if (memory_ == nullptr) return moved_from("lengths");
  NavigatorState& state = *memory_->state;
  try {
    const Gate::Reader inside(state.gate);
    const AgentWorld* const agent = state.agent(id);
    if (agent == nullptr) return no_such_agent("lengths");
    if (agent->broken) return no_memory("lengths");
    costs_to_goals(agent->world.moves(), start, goals, memory_->own.workspace, memory_->costs);
    const double straight = profile_info(state.profile).straight;
    memory_->lengths.clear();
    for (const Cost cost : memory_->costs.costs) {
      memory_->lengths.push_back(cost == kInfinite ? kNoLength : static_cast<double>(cost) / straight);
    }
    return std::span<const double>(memory_->lengths);
  } catch (const std::bad_alloc&) {
    return no_memory("lengths");
  }
}

Result<std::span<const CellAt>> Query::within(AgentId id, Cell start, double limit) {
  if (memory_ == nullptr) return moved_from("within");
  NavigatorState& state = *memory_->state;
  if (!(limit >= 0)) return wrong_argument("within", fmt::format("the limit is {}, not a length", limit));
  try {
    const Gate::Reader inside(state.gate);
    const AgentWorld* const agent = state.agent(id);
    if (agent == nullptr) return no_such_agent("within");
    if (agent->broken) return no_memory("within");
    const MoveGrid& moves = agent->world.moves();
    const double straight = profile_info(state.profile).straight;
    const double cost = std::floor(limit * straight * (1 + kRounded) + kRounded);
    reach_within(moves, start, cost < kInfinite - 1.0 ? static_cast<Cost>(cost) : kInfinite - 1, memory_->own.workspace,
                 memory_->reach);
    memory_->cells.clear();
    for (size_t i = 0; i < memory_->reach.cells.size(); ++i) {
      memory_->cells.push_back(
          {moves.cell(memory_->reach.cells[i]), static_cast<double>(memory_->reach.costs[i]) / straight});
    }
    return std::span<const CellAt>(memory_->cells);
  } catch (const std::bad_alloc&) {
    return no_memory("within");
  }
}

std::string Query::why_fastest() const {
  if (memory_ == nullptr || memory_->asked.planner == nullptr) return {};
  NavigatorState& state = *memory_->state;
  const Gate::Reader inside(state.gate);
  const Planner& asked = *memory_->asked.planner;
  const AgentWorld* const agent = state.agent(memory_->asked.agent);
  const std::optional<FastestCandidate> candidate = candidate_of(asked);
  if (agent == nullptr || !candidate) return fmt::format("Asked {}.", asked.title);
  const double micros = static_cast<double>(agent->keeper.choice().times(*candidate).query) / 1000;
  return fmt::format("Asked {}, which is up to date with the map: about {:.3g} µs a query.", asked.title, micros);
}

}  // namespace strata
