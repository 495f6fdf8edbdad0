#include "app/lab/feature.hpp"

#include <algorithm>

namespace strata {
namespace {

struct AllFeatures {
  std::vector<const Feature*> list{own_features().begin(), own_features().end()};
  uint64_t version = 1;
};

AllFeatures& all() {
  static AllFeatures made;
  return made;
}

}  // namespace

std::span<const Feature* const> features() { return all().list; }

uint64_t features_version() { return all().version; }

GuestFeature::GuestFeature(const Feature& feature) : feature_(&feature) {
  all().list.push_back(feature_);
  ++all().version;
}

GuestFeature::~GuestFeature() {
  std::erase(all().list, feature_);
  ++all().version;
}

}  // namespace strata
