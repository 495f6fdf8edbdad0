// Purpose: JumpNarration describes jump point searches in words, and explains cells that are no jump points.
#pragma once

#include <string>

#include "app/playback/narration.hpp"
#include "core/grid/cell.hpp"

namespace strata {

class CellWithoutNode;

class JumpNarration : public Narration {
 public:
  std::string_view algorithm() const override { return "Jump point search"; }
  std::string node_noun(int level) const override { return level > 0 ? Narration::node_noun(level) : "jump point"; }
  // The start is no jump point.
  std::string open_noun(int) const override { return "node"; }

 protected:
  std::string new_node(const NarratedEvent& e) const override;
  std::string path_edge(const NarratedEvent& e) const override;
  // A jump may join the ends of a link, too.
  bool over_link(const NarratedEvent& e) const override;
  // Returns where a jump has ended, in words: "the goal", "a cell from which a link leads", or "a jump point with the
  // forced neighbour (5,4), as (4,4) is blocked".
  static std::string end_of_jump(const NarratedEvent& e);
};

// Returns the last cell before `to` on the jump from `from`. A jump moves diagonally first and then straight.
Cell last_step(Cell from, Cell to);
// Returns why no jump of the recording ended in the cell.
std::string why_no_jump_point(const CellWithoutNode& at);

}  // namespace strata
