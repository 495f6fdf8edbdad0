// Purpose: The planner "fastest" asks the fastest planner that is ready: hub labels, CH, jump point search or A*. These
//          functions say which one that is, and why. A FastestKeeper also switches on the structures that pay, for
//          programs whose users do not switch structures themselves.
// Background: Nothing is built while a query waits. `prepare` starts jobs and does one slice of work at a time; until a
//             structure is ready, another planner is asked. None is asked whose structure is out of date.
// Areas: Queries without a path make a planner search all that the start can reach. Where they take longer than to find
//        the connected areas of the map, a FastestKeeper finds these, and answers such queries without a planner. That
//        one query waits for the areas, at most for about the time of a few queries without a path.
#pragma once

#include <optional>
#include <string>

#include "core/grid/areas.hpp"
#include "core/world/fastest_choice.hpp"
#include "core/world/planners.hpp"

namespace strata {

struct EditReport;
struct PlanOptions;
struct PlanResult;
struct PlanQuery;
struct Workspace;
class World;

const Planner& fastest_candidate(FastestCandidate one);
// Returns the candidate of a planner; nothing if it is none.
std::optional<FastestCandidate> candidate_of(const Planner& planner);
// Returns the structures of all candidates that have one.
StructureSet fastest_structures();

// Returns the candidates that can answer a query now, with a path as short as that of A*. A* always can.
ByCandidate<bool> ready_candidates(const World& world);
// Returns the first candidate that is ready. It depends on the world alone, and on no clock.
const Planner& fastest_ready(const World& world);
// Returns in a sentence which planner `fastest_ready` is, and why not one of those before it.
std::string why_fastest(const World& world);

// Returns the options with which the planner is asked: A* has its default heuristic, so that no path is longer.
PlanOptions exact_options(const PlanOptions& options);

// Learns from the queries and changes of one world, see FastestChoice.
class FastestKeeper {
 public:
  static constexpr double kAreasMicrosPerCell = 0.002;
  FastestKeeper() = default;
  // @param areas_micros_per_cell  the time that connected areas are assumed to take until it is measured
  explicit FastestKeeper(double areas_micros_per_cell) : areas_micros_per_cell_(areas_micros_per_cell) {}

  // Prepares, plans and learns from the time that this takes. Returns the planner that has answered, or, if the areas
  // say that there is no path, the one that would have. The answer is as short as that of A* with its default
  // heuristic, whatever the options say of A*.
  const Planner& plan(World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                      PlanResult& result);
  // Learns from a change of the map.
  void note_change(const EditReport& done);

  // These are the parts of `plan`. `prepare` switches on structures that pay, and off those that no longer do, and
  // works on those that are not ready. Structures that it has not switched on itself are left alone. It returns the
  // planner to ask.
  const Planner& prepare(World& world);
  void note_query(const Planner& asked, double micros);
  // Leaves a structure alone from now on: another has asked for it.
  void leave(StructureId structure);

  // Returns in a sentence which planner `prepare` has returned last, and why; or that the areas have answered.
  std::string why(const World& world) const;
  bool asked() const { return asked_ != nullptr; }  // whether it was ever called
  const FastestChoice& choice() const { return choice_; }

 private:
  StructureSet switch_structures(World& world);
  void note_builds(const World& world);
  const Planner& ask(const World& world);
  bool areas_part(const World& world, const PlanQuery& query, const PlanOptions& options);

  static constexpr int kQueriesPerDecision = 16;

  FastestChoice choice_{0};
  double areas_micros_per_cell_ = kAreasMicrosPerCell;
  uint64_t world_number_ = 0;  // of the world of the last call
  const Planner* asked_ = nullptr;
  ByCandidate<bool> own_{};      // switched on here
  ByCandidate<bool> refused_{};  // their structures were refused since the last change
  ByCandidate<double> built_micros_{};
  // The time that the structure updated in slices has taken for the last change; nothing: it was off.
  std::optional<double> update_micros_;
  ConnectedAreas areas_;
  uint64_t areas_for_ = 0;     // revision of the map to which the areas belong; 0: none
  Rules areas_rules_;          // rules to which they belong
  double areas_micros_ = 0;    // time to find them; 0: never found
  double no_path_micros_ = 0;  // time of the last query without a path that a planner has answered
  // Time that planners have lost on queries without a path since the areas were out of date. After a change it begins
  // with what the areas have saved before it.
  double lost_micros_ = 0;
  double saved_micros_ = 0;
  bool parted_ = false;  // whether the areas have answered the last query
  // Which candidates were ready at the last decision, for which revision of the map it was taken, and how many queries
  // it still holds for.
  ByCandidate<bool> ready_{};
  uint64_t decided_for_ = 0;
  int decided_queries_ = 0;
};

}  // namespace strata
