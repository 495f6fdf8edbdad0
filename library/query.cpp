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

void note_time(AgentWorld& agent, NavigatorState& state, const Planner& planner, double micros) {
  bool many = false;
  {
    const std::lock_guard lock(agent.times_mutex);
    if (agent.times.size() < AgentWorld::kMostTimes) agent.times.push_back({&planner, micros});
    many = agent.times.size() == AgentWorld::kMostTimes / 4;
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

Path Paths::operator[](size_t request) const {
  Path path;
  path.status = status[request];
  path.length = length[request];
  path.turning_cells = std::span(turns).subspan(begin[request], begin[request + 1] - begin[request]);
  path.links_at = std::span(links_at).subspan(links_begin[request], links_begin[request + 1] - links_begin[request]);
  path.revision = revision;
  return path;
}

struct Query::Memory {
  explicit Memory(std::shared_ptr<NavigatorState> of) : state(std::move(of)) {}

  std::shared_ptr<NavigatorState> state;
  PlanMemory own;
  AgentId last;  // the kind of agents of the last call of `find`
  GoalCosts costs;
  Reach reach;
  std::vector<double> lengths;
  std::vector<CellAt> cells;
  // Of find_all: memory of each thread, and what each piece of the requests has found.
  int thread_count = 0;
  std::unique_ptr<Threads> threads;
  std::vector<std::unique_ptr<PlanMemory>> of_threads;
  struct Piece {
    size_t first = 0;
    std::vector<Cell> turns;
    std::vector<uint32_t> links_at;
    std::vector<uint32_t> turn_counts, link_counts;  // by request of the piece
  };
  std::vector<Piece> pieces;
};

Query::Query(const Navigator& navigator) : memory_(std::make_unique<Memory>(navigator.state_)) {}
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;
Query::~Query() = default;

Result<Path> Query::find(AgentId id, Cell start, Cell goal, const FindOptions& options) {
  NavigatorState& state = *memory_->state;
  try {
    const Gate::Reader inside(state.gate);
    AgentWorld* const agent = state.agent(id);
    if (agent == nullptr) return no_such_agent("find");
    if (agent->broken) return no_memory("find");
    const Result<const Planner*> planner = asked_planner(*agent, options);
    if (!planner) return planner.error();
    memory_->last = id;
    const Stopwatch watch;
    Result<Path> path = find_on(state, *agent, **planner, start, goal, options, memory_->own);
    if (candidate_of(**planner)) note_time(*agent, state, **planner, watch.micros());
    return path;
  } catch (const std::bad_alloc&) {
    return no_memory("find");
  }
}

Status Query::find_all(AgentId id, std::span<const Request> requests, Paths& paths, const FindAllOptions& options) {
  NavigatorState& state = *memory_->state;
  Memory& own = *memory_;
  if (options.threads < 0 || options.threads > 1024) {
    return wrong_argument("find_all", fmt::format("{} threads: 0 to 1024", options.threads));
  }
  try {
    if (own.threads == nullptr || own.thread_count != options.threads) {
      own.threads = std::make_unique<Threads>(options.threads);
      own.thread_count = options.threads;
      own.of_threads.clear();
      while (own.of_threads.size() < own.threads->count()) own.of_threads.push_back(std::make_unique<PlanMemory>());
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
    paths.revision = state.revision;
    own.pieces.resize((count + kPiece - 1) / kPiece);
    std::mutex failed_mutex;
    std::optional<Error> failed;
    const Stopwatch watch;
    own.threads->for_pieces(0, own.pieces.size(), 1, [&](size_t from, size_t to, size_t thread) {
      for (size_t number = from; number < to; ++number) {
        Memory::Piece& piece = own.pieces[number];
        piece.first = number * kPiece;
        piece.turns.clear();
        piece.links_at.clear();
        piece.turn_counts.clear();
        piece.link_counts.clear();
        for (size_t i = piece.first; i < std::min(piece.first + kPiece, count); ++i) {
          const Result<Path> path = find_on(state, *agent, **planner, requests[i].start, requests[i].goal, options.find,
                                            *own.of_threads[thread]);
          if (!path) {
            const std::lock_guard lock(failed_mutex);
            failed = path.error();
            return;
          }
          paths.status[i] = path->status;
          paths.length[i] = path->length;
          piece.turns.insert(piece.turns.end(), path->turning_cells.begin(), path->turning_cells.end());
          piece.links_at.insert(piece.links_at.end(), path->links_at.begin(), path->links_at.end());
          piece.turn_counts.push_back(static_cast<uint32_t>(path->turning_cells.size()));
          piece.link_counts.push_back(static_cast<uint32_t>(path->links_at.size()));
        }
      }
    });
    if (failed) return *failed;
    if (count > 0 && candidate_of(**planner)) {
      note_time(*agent, state, **planner,
                watch.micros() * static_cast<double>(own.threads->count()) / static_cast<double>(count));
    }
    paths.begin.assign(1, 0);
    paths.links_begin.assign(1, 0);
    paths.turns.clear();
    paths.links_at.clear();
    for (const Memory::Piece& piece : own.pieces) {
      paths.turns.insert(paths.turns.end(), piece.turns.begin(), piece.turns.end());
      paths.links_at.insert(paths.links_at.end(), piece.links_at.begin(), piece.links_at.end());
      for (const uint32_t turns : piece.turn_counts) paths.begin.push_back(paths.begin.back() + turns);
      for (const uint32_t links : piece.link_counts) paths.links_begin.push_back(paths.links_begin.back() + links);
    }
    return success();
  } catch (const std::bad_alloc&) {
    return no_memory("find_all");
  }
}

Result<GoalPath> Query::nearest(AgentId id, Cell start, std::span<const Cell> goals) {
  NavigatorState& state = *memory_->state;
  try {
    const Gate::Reader inside(state.gate);
    const AgentWorld* const agent = state.agent(id);
    if (agent == nullptr) return no_such_agent("nearest");
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
  NavigatorState& state = *memory_->state;
  try {
    const Gate::Reader inside(state.gate);
    const AgentWorld* const agent = state.agent(id);
    if (agent == nullptr) return no_such_agent("lengths");
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
  NavigatorState& state = *memory_->state;
  if (!(limit >= 0)) return wrong_argument("within", fmt::format("the limit is {}, not a length", limit));
  try {
    const Gate::Reader inside(state.gate);
    const AgentWorld* const agent = state.agent(id);
    if (agent == nullptr) return no_such_agent("within");
    const MoveGrid& moves = agent->world.moves();
    const double straight = profile_info(state.profile).straight;
    const double cost = std::floor(limit * straight + 1e-6);
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
  NavigatorState& state = *memory_->state;
  const Gate::Reader inside(state.gate);
  const AgentWorld* const agent = state.agent(memory_->last);
  return agent != nullptr && agent->keeper.asked() ? agent->keeper.why(agent->world) : std::string();
}

}  // namespace strata
