// Purpose: An Entry answers the queries of a track of the Grid-Based Path Planning Competition with a planner of
//          Strata: the one that the environment variable STRATA_PLANNER names, or the track's usual one.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "core/search/workspace.hpp"
#include "core/strata.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"

namespace strata::competition {

// Returns the name of the planner of this run.
inline std::string planner_name(const char* usual) {
  const char* const asked = std::getenv("STRATA_PLANNER");
  return asked != nullptr ? asked : usual;
}

// Returns a map from its cells, row by row; is_free(cell) says whether an agent can stand there.
template <class IsFree>
GridMap map_of(int width, int height, IsFree is_free) {
  std::vector<char> letters(static_cast<size_t>(width) * static_cast<size_t>(height));
  for (size_t cell = 0; cell < letters.size(); ++cell) letters[cell] = is_free(cell) ? '.' : '@';
  return GridMap(width, height, std::move(letters));
}

class Entry {
 public:
  // Builds what the planner needs. Ends the program with the reason if that is refused: the competition's programs
  // have no other way to say it.
  Entry(GridMap map, const std::string& planner) : finder_(std::move(map)) {
    const Result<FoundPath> built = finder_.find({0, 0}, {0, 0}, planner);
    if (!built) give_up(built.error().message());
    planner_ = planner_named(planner);
    if (planner_ == nullptr) give_up("there is no planner " + planner);
    wait();
  }

  const World& world() const { return finder_.world(); }
  Workspace& workspace() { return workspace_; }

  // Plans a path. The answer holds until the next call.
  const PlanResult& plan(Cell start, Cell goal) {
    strata::plan(finder_.world(), *planner_, {start, goal}, {}, workspace_, result_);
    return result_;
  }

  // Changes the map, and waits until the planner is right again.
  void change(const Edit& edit) {
    (void)finder_.world().apply(edit);
    wait();
  }

 private:
  void wait() {
    World& world = finder_.world();
    const StructureSet own = depends_on(world, *planner_);
    for (const StructureId id : kAllStructures) {
      while (own.contains(id) && !world.ready(id)) {
        if (const std::string why = why_not(world, *planner_); !why.empty()) give_up(why);
        world.work(1e3, own);
      }
    }
  }

  [[noreturn]] static void give_up(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(2);
  }

  Pathfinder finder_;
  const Planner* planner_ = nullptr;
  Workspace workspace_;
  PlanResult result_;
};

}  // namespace strata::competition
