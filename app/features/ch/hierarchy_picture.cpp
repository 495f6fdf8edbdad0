#include "app/features/ch/hierarchy_picture.hpp"

#include <algorithm>
#include <cmath>

namespace strata {

namespace {

constexpr float kBend = 0.24f;  // distance of a curve's middle from the straight line, relative to its length
constexpr int kDistanceSteps = 12;

}  // namespace

ArcCurve::ArcCurve(const NodePlace& from, const NodePlace& to, bool is_bent)
    : x0(from.x), y0(from.y), x1(to.x), y1(to.y), cx((x0 + x1) / 2), cy((y0 + y1) / 2), bent(is_bent) {
  if (!bent) return;
  // The curve is bent at a right angle to the arc, always to the same side whichever end comes first.
  float nx = -(y1 - y0) * kBend * 2, ny = (x1 - x0) * kBend * 2;
  if (ny > 0 || (ny == 0 && nx > 0)) {
    nx = -nx;
    ny = -ny;
  }
  cx += nx;
  cy += ny;
}

double ArcCurve::distance(double px, double py) const {
  double best = INFINITY;
  const int steps = bent ? kDistanceSteps : 1;
  for (int i = 0; i < steps; ++i) {
    const auto t0 = static_cast<float>(i) / static_cast<float>(steps);
    const auto t1 = static_cast<float>(i + 1) / static_cast<float>(steps);
    const double ax = x(t0), ay = y(t0), dx = x(t1) - ax, dy = y(t1) - ay;
    const double length = dx * dx + dy * dy;
    const double t = length > 0 ? std::clamp(((px - ax) * dx + (py - ay) * dy) / length, 0.0, 1.0) : 0;
    best = std::min(best, std::hypot(px - ax - t * dx, py - ay - t * dy));
  }
  return best;
}

bool HierarchyPicture::refresh(const World& world, StructureId structure, uint64_t world_version) {
  const bool ready = world.ready(structure);
  const uint64_t version = ready ? world.state(structure).version : 0;
  if (version == read_version_ && world_version == world_version_) return ready;
  read_version_ = version;
  world_version_ = world_version;
  ++version_;
  nodes_.clear();
  arcs_.clear();
  too_large_ = hierarchy_nodes(world, structure) > kNodeLimit;
  if (!too_large_) {
    append_hierarchy_nodes(world, structure, nodes_);
    append_hierarchy_arcs(world, structure, arcs_);
  }
  places_.resize(nodes_.size());
  for (uint32_t place = 0; place < nodes_.size(); ++place) places_[place] = {nodes_[place].cell, place};
  std::sort(places_.begin(), places_.end(), [](const NodeOfCell& a, const NodeOfCell& b) { return a.cell < b.cell; });
  first_.assign(nodes_.size() + 1, 0);
  down_.assign(nodes_.size(), 0);
  // Sorts the arcs by the places of their lower ends (counting sort).
  std::vector<HierarchyArc> found;
  found.swap(arcs_);
  std::vector<uint32_t> lower(found.size());
  for (size_t i = 0; i < found.size(); ++i) {
    lower[i] = place_of(found[i].lower);
    const uint32_t upper = place_of(found[i].upper);
    STRATA_CHECK(lower[i] != kNoPlace && upper != kNoPlace);
    ++first_[lower[i] + 1];
    ++down_[upper];
  }
  for (size_t place = 1; place < first_.size(); ++place) first_[place] += first_[place - 1];
  arcs_.resize(found.size());
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  for (size_t i = 0; i < found.size(); ++i) arcs_[next[lower[i]]++] = found[i];
  return ready;
}

uint32_t HierarchyPicture::place_of(CellId cell) const {
  const auto it =
      std::lower_bound(places_.begin(), places_.end(), cell, [](const NodeOfCell& a, CellId b) { return a.cell < b; });
  return it == places_.end() || it->cell != cell ? kNoPlace : it->place;
}

const HierarchyArc* HierarchyPicture::arc(CellId a, CellId b) const {
  uint32_t lower = place_of(a), upper = place_of(b);
  if (lower == kNoPlace || upper == kNoPlace) return nullptr;
  if (lower > upper) {
    std::swap(lower, upper);
    std::swap(a, b);
  }
  for (const HierarchyArc& found : arcs_up(lower)) {
    if (found.upper == b) return &found;
  }
  return nullptr;
}

}  // namespace strata
