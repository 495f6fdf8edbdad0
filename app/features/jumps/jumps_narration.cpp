// Sentences for the steps of JPS+: those of jump point search, with the stored distances.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "app/features/jumps/jumps.hpp"
#include "app/features/plain/jump_narration.hpp"
#include "app/lab/cell_without_node.hpp"
#include "core/search/jps_code.hpp"
#include "core/search/jps_plus_code.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

static_assert(jps_plus_code::kLink == jps_code::kLink, "JumpNarration tells steps over links by their line");

class JumpDistanceNarration : public JumpNarration {
 public:
  std::string_view algorithm() const override { return "JPS+"; }

 protected:
  std::string new_node(const NarratedEvent& e) const override {
    return JumpNarration::new_node(e) + (over_link(e) ? std::string() : used_distances(e));
  }

 private:
  // Returns which stored distances led the jump to its end. A jump goes diagonally as far as the distances of the cells
  // on the diagonal allow, and then straight by the distance of the cell where it turns.
  static std::string used_distances(const NarratedEvent& e) {
    if (e.about.world == nullptr) return {};
    const GridMap& map = e.about.world->map();
    Cell at = map.cell(e.event.parent);
    const Cell to = map.cell(e.event.node);
    const auto distance_of = [&](Cell cell, int direction) {
      const auto all = jump_distances_at(*e.about.world, cell);
      return all ? (*all)[static_cast<size_t>(direction)] : 0;
    };
    const auto left = [&] { return std::max(std::abs(to.x - at.x), std::abs(to.y - at.y)); };
    const auto slanted = [&] { return std::min(std::abs(to.x - at.x), std::abs(to.y - at.y)); };
    const Cell slant{to.x > at.x ? 1 : -1, to.y > at.y ? 1 : -1};
    while (slanted() > 0) {
      const int distance = distance_of(at, direction_of(slant));
      if (slanted() == left() && std::abs(distance) >= left()) break;
      const int steps = distance > 0 ? std::min(distance, slanted()) : slanted();
      at = {at.x + steps * slant.x, at.y + steps * slant.y};
    }
    const int direction = direction_of(last_step(at, to));
    if (direction < 0) return {};
    const int distance = distance_of(at, direction);
    if (distance > 0 && distance < left()) return {};  // past a jump point, along the free line to the goal
    if (distance > 0) {
      return fmt::format(" The distance of {} to the {} is {}.", cell_text(at), direction_name(direction), distance);
    }
    if (distance == 0) return {};  // the distances are being computed again
    return fmt::format(" {} has {} free step{} to the {}.", cell_text(at), -distance, distance == -1 ? "" : "s",
                       direction_name(direction));
  }
};

const JumpDistanceNarration kNarration;

constexpr const FeatureLayer* kLayersOfPlanner[] = {&kJumpLayer};

constexpr PlannerGuide kJpsPlusGuide = {
    "Jump point search whose jumps are looked up.",
    "In each cell, for each of eight directions, how far a jump goes; an edit updates the lines that it crosses.",
    "A jump is read in place of a scan; the jump points and the cost are those of JPS.",
    "Queries are many, edits few, and there is memory for eight numbers a cell.",
    "Memory is short, terrain has weights or moves are not octile."};

}  // namespace

const std::array<PlannerAppearance, 1> kJumpPlanners = {
    {{"jps+",
      &kJpsPlusGuide,
      "jump points taken from the open list, not the distances that are looked up to find them",
      {rgba(0x3044a6), 3.0f, 2},
      &kNarration,
      why_no_jump_point,
      kLayersOfPlanner}}};

}  // namespace strata
