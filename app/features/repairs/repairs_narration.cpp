// Sentences for the steps of LPA* and D* Lite: cells become inconsistent, and are lowered and raised.
#include <fmt/format.h>

#include "app/features/repairs/repairs.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/cell_without_node.hpp"
#include "app/playback/playback.hpp"
#include "core/search/incremental_code.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

// `Lines` are those of the method's pseudo-code.
template <IncrementalMethod kMethod, class Lines>
class RepairNarration : public Narration {
 public:
  std::string_view algorithm() const override { return kFromGoal ? "D* Lite" : "LPA*"; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }
  ExpansionOrder expansion_order(TieBreaking) const override {
    return {ExpansionOrder::OrderKey::kF, TieBreaking::kSmallG};
  }
  std::string_view purpose(const NarratedEvent& e) const override {
    if (e.event.line != Lines::kKept) return {};
    return "Now the search before is repaired, because an edit changes the costs of few cells.";
  }
  std::string stalled_because(const EventFormatter&, const SearchEvent&) const override {
    return "its g and rhs had become equal";
  }
  std::optional<std::string> end_of_search(const Playback& playback, const EventFormatter&, size_t,
                                           size_t end) const override {
    if (playback.outline().truncated && end == playback.size()) return std::nullopt;
    return fmt::format("no key was below that of the {} any more", target());
  }

 protected:
  std::string sentence(const NarratedEvent& e) const override {
    switch (e.event.type) {
      case EventType::kGenerate:
      case EventType::kUpdate:
        return queued(e);
      case EventType::kStall:
        return e.event.g == kInfinite
                   ? fmt::format("{} leaves the open list: its g and rhs are both infinite.", e.node)
                   : fmt::format("{} leaves the open list: its g and rhs are equal again, {}.", e.node, e.g);
      default:
        return Narration::sentence(e);
    }
  }
  std::string source(const NarratedEvent& e) const override {
    if (kFromGoal) return fmt::format("The start is {}: the search comes from the goal.", e.node);
    return fmt::format("The search begins at the start, {}.", e.node);
  }
  std::string destination(const NarratedEvent& e) const override {
    if (kFromGoal) return fmt::format("The goal is {}, from which D* Lite counts all costs.", e.node);
    return fmt::format("The goal is {}: the search ends when no key is below that of the goal.", e.node);
  }
  std::string expanded(const NarratedEvent& e) const override {
    const size_t open = e.open() + 1;
    const std::string because =
        open == 1
            ? fmt::format("{} is the only open {}, with the key f = {}", e.node, e.noun, e.f)
            : fmt::format("{} has the smallest key f = {} of {}", e.node, e.f, EventFormatter::count(open, e.noun));
    if (e.event.line == Lines::kLower) return fmt::format("{}: its g is lowered to its rhs, {}.", because, e.g);
    return fmt::format("{}: its g = {} is below its rhs, so that g is raised to infinity.", because, e.g);
  }
  std::string found(const NarratedEvent& e) const override {
    return fmt::format("No key is below that of the {}: the path to {} costs {}.", target(), e.node, e.g);
  }

 private:
  static constexpr bool kFromGoal = kMethod == IncrementalMethod::kDStarLite;
  static constexpr const char* target() { return kFromGoal ? "start" : "goal"; }

  // Returns the sentence for a cell that enters the open list or gets another key.
  static std::string queued(const NarratedEvent& e) {
    const bool lowers = e.event.parent != kNoNodeId;
    if (e.event.line == Lines::kFresh) {
      return fmt::format("{} is put into the open list: rhs = {}, h = {}.", e.node, e.g, e.h);
    }
    if constexpr (kFromGoal) {
      if (e.event.line == d_star_lite_code::kGrown) {
        return fmt::format("{} is put back with the key f = {}: the start has moved since it got its key.", e.node,
                           e.f);
      }
    }
    const std::string key = fmt::format("key f = {} with h = {}", e.f, e.h);
    if (e.event.line == Lines::kKept) {
      return fmt::format("{} is still open from the search before: {}.", e.node, key);
    }
    const std::string where = e.event.line == Lines::kEdited ? "Beside the edit: " : "";
    if (lowers) {
      return fmt::format("{}rhs of {} is {} over {}, and its g is larger: {}.", where, e.node, e.g, e.parent, key);
    }
    return fmt::format("{}rhs of {} has grown, and its g = {} is smaller: {}.", where, e.node, e.g, key);
  }
};

const RepairNarration<IncrementalMethod::kLpaStar, lpa_star_code::Lines> kLpaNarration;
const RepairNarration<IncrementalMethod::kDStarLite, d_star_lite_code::Lines> kDStarNarration;

template <IncrementalMethod kMethod>
std::string why_no_event(const CellWithoutNode& at) {
  const World& world = at.search.world;
  const MapRepairs& repairs = world.get<MapRepairs>();
  if (!repairs.would_repair(kMethod, world.moves(), at.search.query)) {
    return "Not reached: no cell beside it was lowered before the search ended.";
  }
  const CellCosts kept = repairs.costs_before(kMethod, world.moves(), at.search.query, at.id);
  if (kept.g == kInfinite) return "Not reached: neither this search nor those before have come here.";
  return fmt::format("Kept: the search before has found g = {} here, and the repair leaves it as it is.",
                     EventFormatter(at.search.playback, at.search.unit).cost(kept.g));
}

constexpr PlannerGuide kLpaGuide = {
    "Keep g of the last search, and after an edit compute only those again that matter for the path.",
    "The costs of the last query, which a job brings up to date after each edit.",
    "Cells beside the edit become inconsistent; they and those behind them are raised or lowered in the order of A*, "
    "until the goal is certain.",
    "The same query is asked again and again while the map changes a little, and the edits are near the goal.",
    "Start or goal change with each query, or edits lie near the start: it then searches as much as A*, or more."};
constexpr PlannerGuide kDStarGuide = {
    "Search from the goal and keep the costs, so that an agent that walks on can repair them wherever it stands.",
    "The costs of the last query, which a job brings up to date after each edit.",
    "As LPA*, but costs are counted from the goal, and keys stay valid when the start moves, as km grows.",
    "An agent walks towards a goal that stays, and finds out on its way that the map is another one.",
    "The goal changes with each query, or edits lie near the goal: it then searches as much as A*, or more."};

constexpr const FeatureLayer* kLayersOfPlanner[] = {&kRepairLayer};
constexpr std::string_view kCounted = "cells that are lowered or raised, not those whose costs are kept";

}  // namespace

const std::array<PlannerAppearance, 2> kRepairPlanners = {{
    {"lpa",
     &kLpaGuide,
     kCounted,
     {rgba(0x3c84f8), 3.0f, 1},
     &kLpaNarration,
     why_no_event<IncrementalMethod::kLpaStar>,
     kLayersOfPlanner},
    {"dlite",
     &kDStarGuide,
     kCounted,
     {rgba(0xf26a8c), 3.0f, 40},
     &kDStarNarration,
     why_no_event<IncrementalMethod::kDStarLite>,
     kLayersOfPlanner},
}};

}  // namespace strata
