#include "app/lab/feature.hpp"

#include <algorithm>
#include <utility>

#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"

namespace strata {
namespace {

struct AllFeatures {
  std::vector<const Feature*> list{own_features().begin(), own_features().end()};
  uint64_t version = 1;

  AllFeatures() { number_tools(); }
  void number_tools() const {
    int next = kSharedTools;
    for (const Feature* feature : list) {
      if (feature->tool != nullptr) feature->tool->number = static_cast<Tool>(next++);
    }
  }
};

AllFeatures& all() {
  static AllFeatures made;
  return made;
}

}  // namespace

bool FeatureController::is_same_inspection(Cell cell, uint64_t version) {
  const uint64_t stamp =
      (world_->map().revision() << 20 ^ lab_.state().rules_version << 3 ^ lab_.state().world_version << 44 ^ version) +
      1;
  const bool same = std::exchange(looked_stamp_, stamp) == stamp && cell == looked_at_;
  looked_at_ = cell;
  return same;
}

std::span<const Feature* const> features() { return all().list; }

uint64_t features_version() { return all().version; }

const FeatureTool* feature_tool(Tool tool) {
  for (const Feature* feature : features()) {
    if (feature->tool != nullptr && feature->tool->number == tool) return feature->tool;
  }
  return nullptr;
}

Tool drawing_tool(const Lab& lab) {
  const Tool tool = lab.state().tool;
  const FeatureTool* own = feature_tool(tool);
  return own != nullptr && own->draws_like != nullptr ? own->draws_like(lab) : tool;
}

std::span<const FlashingStructure> flashing_structures() {
  static std::vector<FlashingStructure> flashing;
  static uint64_t made_of = 0;
  if (std::exchange(made_of, features_version()) == features_version()) return flashing;
  flashing.clear();
  for (const Feature* feature : features()) {
    if (feature->flash.color != nullptr) flashing.push_back({feature->structure, feature->flash});
  }
  std::stable_sort(flashing.begin(), flashing.end(), [](const FlashingStructure& a, const FlashingStructure& b) {
    return a.style.depth < b.style.depth;
  });
  return flashing;
}

FeatureRegistration::FeatureRegistration(const Feature& feature) : feature_(&feature) {
  all().list.push_back(feature_);
  all().number_tools();
  ++all().version;
}

FeatureRegistration::~FeatureRegistration() {
  std::erase(all().list, feature_);
  all().number_tools();
  ++all().version;
}

}  // namespace strata
