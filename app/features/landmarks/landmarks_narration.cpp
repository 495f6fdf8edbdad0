// Sentences for the steps of searches with landmarks.
#include "app/features/landmarks/landmarks.hpp"

#include <fmt/format.h>

#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

class LandmarksNarration : public Narration {
 public:
  RemainingCostBound rest_bound() const override { return RemainingCostBound::kDistance; }

 protected:
  std::string first_node(const NarratedEvent& e) const override { return with_landmark(e, Narration::first_node(e)); }
  std::string new_node(const NarratedEvent& e) const override { return with_landmark(e, Narration::new_node(e)); }
  std::string no_path(const NarratedEvent& e) const override {
    if (!e.playback.outline().expansions.empty()) return Narration::no_path(e);
    return fmt::format("A landmark reaches only one of start and goal, so no search is needed: there is no path to {}.",
                       e.node);
  }

 private:
  // Adds to the sentence which landmark gives the value of h.
  static std::string with_landmark(const NarratedEvent& e, std::string text) {
    if (e.about.world == nullptr || e.event.h == 0) return text;
    const World& world = *e.about.world;
    const Landmarks& landmarks = world.get<MapLandmarks>().landmarks();
    const NodeId goal = e.playback.outline().goal;
    const int landmark = landmarks.deciding(e.event.node, goal);
    const Cost here = landmark < 0 ? 0 : landmarks.distance(e.event.node, landmark);
    const Cost there = landmark < 0 ? 0 : landmarks.distance(goal, landmark);
    // The full stop is removed, as the sentence goes on.
    text.pop_back();
    if (landmark < 0 || (here > there ? here - there : there - here) != e.event.h) {
      return text + "; the distance on an empty map decides h.";
    }
    return text + fmt::format("; landmark {} at {} decides h = |{} - {}|.", landmark + 1,
                              e.words.node(0, landmarks.cells()[static_cast<size_t>(landmark)]), e.words.cost(here),
                              e.words.cost(there));
  }
};

const LandmarksNarration kNarration;

constexpr const FeatureLayer* kLandmarkPlannerLayers[] = {&kLandmarkLayer};

constexpr PlannerGuide kAltGuide = {
    "Bound the remaining cost by stored distances: by the triangle inequality, that of two cells is at least their "
    "difference.",
    "The distances of all cells from each landmark.", "A* over cells with this larger h.",
    "Walls make the straight distance a bad estimate, as in mazes and caves.",
    "The map changes with every query: until the distances are exact again they help less. Each landmark takes a "
    "number a cell."};

}  // namespace

const std::array<PlannerAppearance, 1> kLandmarkPlanners = {
    {{"alt",
      &kAltGuide,
      "cells taken from the open list, not the landmarks that are asked for each",
      {rgba(0x19ab91), 3.0f, 0},
      &kNarration,
      nullptr,
      kLandmarkPlannerLayers}}};

}  // namespace strata
