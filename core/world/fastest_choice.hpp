// Purpose: FastestChoice is the arithmetic behind the planner "fastest": which of several planners is asked, and which
//          of their structures are worth being kept. It learns how long queries, builds and updates take, and how many
//          queries come between two changes of the map. Before a time is measured it uses a model of it.
// Units: Integer nanoseconds, as in core/world/break_even.hpp.
// Exact: It reads no clock. The same calls give the same answers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/world/break_even.hpp"

namespace strata {

// The planners that may be asked, in the order in which they are asked where nothing is measured.
enum class FastestCandidate : uint8_t { kLabels, kCh, kJumpDistances, kJumps, kCells };
inline constexpr size_t kFastestCandidates = 5;

template <class T>
using ByCandidate = std::array<T, kFastestCandidates>;

class FastestChoice {
 public:
  // @param cells  number of passable cells of the map, which the modelled times depend on
  explicit FastestChoice(size_t cells);

  void note_query(FastestCandidate asked, int64_t nanos);
  // A full build, and an update after a change, have taken so long.
  void note_build(FastestCandidate built, int64_t nanos);
  void note_update(FastestCandidate updated, int64_t nanos);
  // The map has changed.
  void note_change();

  // Returns what is known of a candidate: measured where possible, else modelled. Candidates that jobs build have to be
  // built again after a change, so that both times are the same.
  const PlannerTimes& times(FastestCandidate of) const { return times_[index_of(of)]; }
  // Returns the number of queries that are expected until the next change: a moving average of those between the last
  // changes, or, if it is larger, the number since the last one. At least 1.
  uint64_t queries_between_changes() const;
  bool changes() const { return changes_ > 0; }  // whether the map has ever changed

  // Returns the candidate to ask next, among those that are ready; nothing if none is. It is the one with the fastest
  // queries, or, on some turns, one whose time is not measured well enough and may turn out smaller.
  std::optional<FastestCandidate> ask(const ByCandidate<bool>& ready) const;

  // Returns whose structures are worth being kept, among those that are possible. Of the candidates that jobs build
  // there is at most one: while it is built after a change, one of the others is asked. Jump distances may take several
  // slices of work after a change, so that the jump map is kept beside them.
  // @param on  candidates whose structures are switched on now
  ByCandidate<bool> keep(const ByCandidate<bool>& possible, const ByCandidate<bool>& on) const;

  static bool is_built_by_job(FastestCandidate one) { return index_of(one) < 2; }
  static bool has_structure(FastestCandidate one) { return one != FastestCandidate::kCells; }

 private:
  static constexpr size_t index_of(FastestCandidate one) { return static_cast<size_t>(one); }
  PlannerTimes costs_of_keeping(size_t candidate, bool on) const;

  ByCandidate<PlannerTimes> times_;
  ByCandidate<uint64_t> measured_{};  // number of measured queries
  uint64_t queries_ = 0, since_change_ = 0, changes_ = 0;
  double mean_between_ = 0;  // queries between two changes
};

}  // namespace strata
