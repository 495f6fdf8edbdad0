// Purpose: A Query finds paths on a Navigator. It owns all memory that searches need and uses it again: after a few
//          calls it allocates none. `find_all` finds many paths in several threads.
// Errors: A Result with a code: an agent that the Navigator does not have, a planner that is unknown, unsupported or
//         not ready. A missing path is no error but a status.
// Threads: A Query serves one thread at a time; each thread has its own. It may outlive the Navigator.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "strata/navigator.hpp"
#include "strata/path.hpp"

namespace strata {

struct FindOptions {
  const PlannerSpec* planner = nullptr;  // null: the fastest exact planner that is ready
  bool partial = false;                  // without a path, find one to the nearest place that can be reached
  bool smooth = true;                    // planners over abstractions: smooth the path
  bool only_length = false;              // leave the turning points out
};

// What is asked of find_all for one agent.
struct Request {
  Cell start;
  Cell goal;
};

struct FindAllOptions {
  FindOptions find = {};
  int threads = 0;  // 0: as many as the processor has
};

// The answers of find_all, by request in the order of the call. Use one object again: it keeps its memory.
struct Paths {
  std::vector<PathStatus> status;
  std::vector<double> length;         // 0 without a path and without a partial one
  std::vector<double> distance_left;  // of partial paths, where they were asked for; else 0
  // One entry more than requests: the turning points of request i are turns[begin[i]] to turns[begin[i + 1]], or, of
  // planners that go at any angle, points[begin[i]] to points[begin[i + 1]].
  std::vector<size_t> begin = {0};
  std::vector<Cell> turns;
  std::vector<Point> points;
  std::vector<size_t> links_begin = {0};  // the same for `links_at`
  std::vector<uint32_t> links_at;
  uint64_t revision = 0;  // number of the map that all of them are of

  size_t size() const { return status.size(); }
  Path operator[](size_t request) const;
  void clear();
};

// A path to one of several goals.
struct GoalPath {
  Path path;
  std::optional<size_t> goal;  // its index; none: no path leads to any of them
};

// A cell, and the length of the shortest path to it.
struct CellAt {
  Cell cell;
  double length = 0;
};

class Query {
 public:
  explicit Query(const Navigator& navigator);
  Query(Query&&) noexcept;
  Query& operator=(Query&&) noexcept;
  ~Query();

  Result<Path> find(AgentId agent, Cell start, Cell goal, const FindOptions& options = {});
  // Finds the paths of many agents of one kind, each on its own: they do not avoid one another. All are of the same
  // state of the map, for which edits wait. After an error `paths` is empty.
  Status find_all(AgentId agent, std::span<const Request> requests, Paths& paths, const FindAllOptions& options = {});

  // The following functions search by themselves and need no structure.
  // Finds the nearest of several goals by the lengths of the paths; of equally near ones the first. Goals that are
  // blocked or off the map are ignored.
  Result<GoalPath> nearest(AgentId agent, Cell start, std::span<const Cell> goals);
  // Returns the lengths of the shortest paths to all goals, infinite where there is none; valid until the next call.
  Result<std::span<const double>> lengths(AgentId agent, Cell start, std::span<const Cell> goals);
  // Returns all cells whose shortest path is no longer than `limit`, the nearest first; valid until the next call.
  // @errors  a limit that is no number, or below 0
  Result<std::span<const CellAt>> within(AgentId agent, Cell start, double limit);

  // Returns which planner `fastest` has asked in the last call of `find` that used it, and how fast it is, in a
  // sentence; empty before.
  std::string why_fastest() const;

 private:
  struct Memory;
  Status find_all_in_memory(AgentId agent, std::span<const Request> requests, Paths& paths,
                            const FindAllOptions& options);
  std::unique_ptr<Memory> memory_;
};

inline constexpr double kNoLength = std::numeric_limits<double>::infinity();

}  // namespace strata
