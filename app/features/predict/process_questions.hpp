// Purpose: This header has what all questions about the construction of a structure share
//          (app/lab/predicted_process.hpp), and the question for the next entrance between two clusters.
// Shapes: Events are counted from 0.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/predicted_process.hpp"

namespace strata {

class Lab;
class World;

// Returns the questions about the construction that is stepped; null: there are none.
const ProcessQuestions* asked_of_process(const Lab& lab);
// Returns all events of the stepped recording, also those after the cursor that are hidden from the learner.
const std::vector<SearchEvent>& recorded_events(const Lab& lab);
// Returns the first event at or after `from` with a question; nullopt: there is none.
std::optional<size_t> next_question(const Lab& lab, const ProcessQuestions& questions, size_t from);

// The question for the next entrance on the border of two clusters: a run of cell pairs that can be crossed.
struct BorderQuestion {
  // Returns why an agent that the entrance is built for cannot stand in a cell; empty: it can.
  using BlockedReasonFunction = std::string (*)(const Lab&, const SearchEvent& entrance, Cell cell);
  // `by_agents`: entrances are built for several kinds of agents, and the event's h says for which.
  BorderQuestion(const Lab& of, size_t at, int cluster_size, BlockedReasonFunction why, bool by_agents);

  // Names both clusters: "the clusters from (0,0) to (9,9) and from (10,0) to (19,9)".
  std::string both_clusters() const;
  StepJudgement judge(Cell answer) const;
  StepSolution solve() const;

  const Lab& lab;
  const World& world;
  const std::vector<SearchEvent>& events;
  size_t event;
  Rect other;         // cells of the second cluster
  Rect own;           // cells of the first cluster
  bool east = false;  // the border is on its right side; false: its lower side
  BlockedReasonFunction blocked;
  bool by_agents;

 private:
  Cell across(Cell cell) const { return east ? Cell{cell.x + 1, cell.y} : Cell{cell.x, cell.y + 1}; }
  Rect pairs(const SearchEvent& entrance) const;  // cells of the entrance on both sides of the border
};

}  // namespace strata
