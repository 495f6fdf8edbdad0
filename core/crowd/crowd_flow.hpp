// Purpose: CrowdFlow holds the flow fields of a crowd whose agents are planned by the method `flow`: agents of a kind
//          with common goals share a field and follow its directions, without paths of their own.
// Source: Emerson 2013, see core/search/flow_field.hpp.
// How: The goal marker has a field, and so have the exits together. A goal of their own has a field if at least
//      kLeastShare agents of a kind share it. Agents with other goals, and those beyond the limits below, are planned
//      by A*, one search each. A field that no agent uses is given away when another is needed.
// Shapes: At most kMaxFields fields, 5 bytes a cell each, and kMaxBytes together (one field is always allowed).
// Ties: Fields are worked on in turns that depend on the tick alone, for a fixed number of cells, so that a run is the
//       same with any number of threads and on any machine.
// Threads: One thread changes the fields. While the agents of a tick step, threads only read.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/batch/batch.hpp"
#include "core/crowd/crowd_step.hpp"
#include "core/search/flow_field.hpp"

namespace strata {

class CrowdFlow {
 public:
  static constexpr size_t kMaxFields = 16;
  static constexpr size_t kMaxBytes = size_t{1} << 30;
  static constexpr uint32_t kLeastShare = 16;
  // Number of cells that a tick visits to build and to update fields.
  static constexpr uint64_t kCellsPerTick = uint64_t{1} << 16;

  // Ends all fields; no agent follows one.
  void clear();
  void add_agent() { of_agent_.push_back(kNoFlow); }
  // Returns the number of the field that an agent follows or waits for; kNoFlow: none.
  uint8_t of(uint32_t agent) const { return of_agent_[agent]; }
  void follow(uint32_t agent, uint8_t number) { of_agent_[agent] = number; }
  const uint8_t* numbers() const { return of_agent_.data(); }  // of(agent), by agent
  size_t count() const { return fields_.size(); }
  const FlowField& field(uint8_t number) const { return fields_[number].field; }
  size_t kind(uint8_t number) const { return fields_[number].kind; }

  // Returns the field of a kind of agents to these goals, which are ascending; kNoFlow if there is none.
  uint8_t find(size_t kind, std::span<const CellId> goals) const;
  // Begins such a field. `in_use` has bit i set if agents follow field i. Returns kNoFlow if there is no room for it.
  uint8_t add(size_t kind, std::span<const CellId> goals, const MoveGrid& grid, uint32_t in_use);
  // Reports an edit; `grid` has the new moves of the kind, which differ inside `cells` alone.
  void map_changed(size_t kind, const MoveGrid& grid, const Rect& cells);
  // Goes on with fields that are not up to date and that agents follow, see `add`. grids[i] belongs to kind i; null:
  // its moves are not known at present. Returns whether any field was completed.
  bool work(std::span<const MoveGrid* const> grids, uint32_t in_use, uint32_t tick);
  // Returns the fields as agents read them. The pointer is valid until the next call that changes a field.
  const CrowdFlowView* views();

  // Returns whether the cost to the goal is known exactly from every cell.
  bool knows(size_t kind, CellId goal) const { return up_to_date_to(kind, goal) != nullptr; }
  // Returns the cost from a cell to the goal, or to the nearest of the goals that share its field; kInfinite: there is
  // no path. Only if the field `knows` the goal.
  Cost left(size_t kind, CellId from, CellId goal) const;
  // Appends the cells of the path from a cell, which is left out, to its goal. Returns its cost; kInfinite: no path.
  Cost walk(uint8_t number, const MoveGrid& grid, CellId from, std::vector<CellId>& cells) const;
  size_t memory_bytes() const;

 private:
  struct OwnedField {
    size_t kind = 0;
    FlowField field;
  };
  const FlowField* up_to_date_to(size_t kind, CellId goal) const;

  std::vector<OwnedField> fields_;
  std::vector<uint8_t> of_agent_;
  std::array<CrowdFlowView, kMaxFields> views_{};
};

}  // namespace strata
