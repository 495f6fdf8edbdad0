// Purpose: What questions on a process share (app/lab/predicted_process.hpp): its recording, and the question for the
//          next entrance between two clusters.
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

// Returns the questions of the process that is stepped; null: nothing is asked.
const ProcessQuestions* asked_of_process(const Lab& lab);
// The events of the whole recording that is stepped, those of a hidden future too.
const std::vector<SearchEvent>& recorded_events(const Lab& lab);
// Returns the first event at or after `from` that a question belongs to; nullopt: nothing is asked any more.
std::optional<size_t> next_question(const Lab& lab, const ProcessQuestions& questions, size_t from);

// The question for the next entrance of a border between two clusters: a run of pairs of cells that can be crossed.
struct BorderQuestion {
  // Returns why an agent for which an entrance is found does not stand at a cell; empty: it can.
  using Blocked = std::string (*)(const World&, const SearchEvent& entrance, Cell cell);
  // `by_agents`: h of an entrance tells the agents for which it is one.
  BorderQuestion(const Lab& of, size_t at, int cluster_size, Blocked why, bool by_agents);

  StepAnswer judge(Cell answer) const;
  StepSolution solve() const;

  const Lab& lab;
  const World& world;
  const std::vector<SearchEvent>& events;
  size_t event;
  uint32_t clusters[2] = {};
  Rect own;           // the first cluster
  bool east = false;  // the border is its right one, else its lower one
  Blocked blocked;
  bool by_agents;

 private:
  Cell across(Cell cell) const { return east ? Cell{cell.x + 1, cell.y} : Cell{cell.x, cell.y + 1}; }
  Rect pairs(const SearchEvent& entrance) const;  // with the cells across the border
};

}  // namespace strata
