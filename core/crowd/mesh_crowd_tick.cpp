// This file simulates a tick of a crowd on a mesh: agents steer, are moved apart, and step.
#include <algorithm>

#include "core/base/stopwatch.hpp"
#include "core/crowd/mesh_crowd_parts.hpp"

namespace strata {
namespace {

// Returns the direction to the right of `v`, with y downwards.
FixedPointPosition right_of(FixedPointPosition v) { return {-v.y, v.x}; }

// Returns whether an agent has priority over another: it set out earlier or, at a tie, has the lower number.
bool goes_first(uint32_t began, uint32_t agent, uint32_t other_began, uint32_t other) {
  return began != other_began ? began < other_began : agent < other;
}

FixedPointPosition no_longer_than(FixedPointPosition v, int32_t length) {
  return dot(v, v) > int64_t{length} * length ? resized(v, length) : v;
}

// Moves `point` away from walls of the polygon that are closer than the radius, but not backwards along `ahead`:
// otherwise an agent between two close walls would stand for ever.
FixedPointPosition away_from_walls(const NavMesh& mesh, PolygonId polygon, FixedPointPosition point, int32_t radius,
                                   FixedPointPosition ahead) {
  const std::span<const MeshSide> sides = mesh.sides(polygon);
  FixedPointPosition away{};
  for (size_t s = 0; s < sides.size(); ++s) {
    if (sides[s].portal != kNoPortal) continue;
    const FixedPointPosition a = fine(mesh, sides[s].from),
                             b = fine(mesh, sides[s + 1 == sides.size() ? 0 : s + 1].from);
    const FixedPointPosition along = b - a;
    const int32_t length = length_of(along);
    if (length == 0) continue;
    const int64_t on = dot(point - a, along);
    if (on < 0 || on > dot(along, along)) continue;  // the point is beyond an end of the wall
    const auto far = static_cast<int32_t>(turn(a, b, point) / length);
    // A point behind the line of the wall lies in another polygon: the path leads round the end of the wall. Walls that
    // block a step are detected by the step itself.
    if (far < 0) continue;
    if (far < radius) away = away + resized({-along.y, along.x}, radius - far);
  }
  const int64_t back = -dot(away, ahead), whole = dot(ahead, ahead);
  if (back > 0) {
    const double part = static_cast<double>(back) / static_cast<double>(whole);
    away = away + FixedPointPosition{static_cast<int32_t>(part * ahead.x), static_cast<int32_t>(part * ahead.y)};
  }
  return point + away;
}

}  // namespace

// Returns where the agent would be after this tick if there were no other agents.
FixedPointPosition MeshCrowd::aim(uint32_t agent) const {
  const NavMesh& mesh = mesh_of(agent);
  const std::span<const uint32_t> steps = corridor(agent), ahead = portals_ahead(agent);
  FixedPointPosition goal = goal_at_[agent];
  if (ahead.size() > kAhead) {
    goal = fine(mesh, mesh.portal_middle(ahead[kAhead]));
  } else if (ahead.size() < steps.size()) {
    goal = fine(mesh, mesh.links()[mesh_link_of(steps[ahead.size()])].from.at);
  }
  const FixedPointPosition turn_at =
      first_turn(mesh, place(agent), ahead.first(std::min(ahead.size(), kAhead)), goal, off_walls(agent));
  return at_[agent] + no_longer_than(turn_at - at_[agent], pace_[agent]);
}

// Sorts agents into squares of such a size that an agent touches only agents in its own and the eight adjacent squares.
void MeshCrowd::sort_in() {
  FixedPointPosition low{INT32_MAX, INT32_MAX}, high{INT32_MIN, INT32_MIN};
  for (const FixedPointPosition at : at_) {
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
  squares_low_ = low;
  square_ = 2 * most_radius_ + 3 * most_pace_;
  const size_t most = 4 * size_t{count()} + 4096;
  for (;;) {
    square_columns_ = (high.x - low.x) / square_ + 1;
    square_rows_ = (high.y - low.y) / square_ + 1;
    if (static_cast<size_t>(square_columns_) * static_cast<size_t>(square_rows_) <= most) break;
    square_ *= 2;
  }
  const auto square_of = [&](FixedPointPosition at) {
    return static_cast<size_t>((at.y - low.y) / square_ * square_columns_ + (at.x - low.x) / square_);
  };
  square_ends_.assign(static_cast<size_t>(square_columns_) * static_cast<size_t>(square_rows_) + 1, 0);
  for (const FixedPointPosition at : at_) ++square_ends_[square_of(at) + 1];
  for (size_t s = 1; s < square_ends_.size(); ++s) square_ends_[s] += square_ends_[s - 1];
  sorted_.resize(count());
  // From the last agent to the first: each square's end becomes its beginning, and is shifted back below.
  for (uint32_t agent = count(); agent-- > 0;) sorted_[--square_ends_[square_of(at_[agent]) + 1]] = agent;
  std::copy(square_ends_.begin() + 1, square_ends_.end(), square_ends_.begin());
  square_ends_.back() = count();
}

// Returns whether nothing is between the two agents, so that they may touch. The mesh of narrower agents
// contains the other mesh.
bool MeshCrowd::sees(uint32_t agent, uint32_t other) const {
  const auto leads_to = [&](uint32_t from, uint32_t to) {
    const FixedPointPlace end = step_over(mesh_of(from), place(from), at_[to]).end;
    return ground_[from] == ground_[to] ? end == place(to) : is_at(from, end, at_[to], height_[to]);
  };
  if (ground_[agent] == ground_[other]) {
    return polygon_[agent] == polygon_[other] || leads_to(agent, other) || leads_to(other, agent);
  }
  return ground_of(agent).widest < ground_of(other).widest ? leads_to(agent, other) : leads_to(other, agent);
}

// Returns the wanted position of the agent, moved aside for other agents, and sets `touches` to the kinds of
// agents that it touches.
FixedPointPosition MeshCrowd::parted(uint32_t agent, uint8_t& touches) const {
  const NavMesh& mesh = mesh_of(agent);
  const FixedPointPosition wanted = wanted_[agent], ahead = wanted - at_[agent];
  FixedPointPosition moved{};
  int32_t touching = 0;
  touches = kTouchesNobody;
  each_near(agent, [&](uint32_t other) {
    const FixedPointPosition apart = wanted - wanted_[other];
    const int32_t room = radius_[agent] + radius_[other];
    const int64_t squared = dot(apart, apart);
    if (squared >= int64_t{room} * room) return;
    // Agents do not touch through walls or from floor to floor.
    if (!sees(agent, other)) return;
    touches |= kTouchesAgent;
    if (walks(agent) && status(other) == CrowdStatus::kArrived &&
        is_at(agent, {goal_at_[other], goal_[agent].polygon}, goal_at_[agent], goal_height_[other])) {
      touches |= kTouchesHome;
    }
    if (ignores_others_[agent] != 0 || ignores_others_[other] != 0) return;
    const int32_t distance = length_of(apart), overlap = room - distance;
    const FixedPointPosition other_ahead = wanted_[other] - at_[other];
    const bool towards = dot(ahead, apart) < 0, met = towards && dot(ahead, other_ahead) < 0;
    // The share of the overlap that this agent corrects, in quarters.
    int32_t share = 2;
    if (walks(agent) != walks(other)) {
      share = walks(agent) ? 1 : 3;
    } else if (met) {
      share = goes_first(began_[agent], agent, began_[other], other) ? 1 : 3;
    }
    const FixedPointPosition away =
        distance > 0 ? resized(apart, overlap * share / 4)
                     : FixedPointPosition{agent < other ? overlap * share / 4 : -overlap * share / 4, 0};
    moved = moved + away;
    if (walks(agent) && towards) {
      FixedPointPosition aside = right_of(ahead);
      int32_t by = overlap / 2;
      if (met && share == 3) {
        // An agent that must give way moves to the side with more space.
        const auto reach = [&](FixedPointPosition way) {
          return length_of(step_over(mesh, place(agent), at_[agent] + resized(way, room)).end.at - at_[agent]);
        };
        const FixedPointPosition left{-aside.x, -aside.y};
        const int32_t on_right = reach(aside), on_left = reach(left);
        if (on_left > on_right) aside = left;
        if (std::max(on_left, on_right) >= room / 2) by = pace_[agent];
      }
      moved = moved + resized(aside, by);
    }
    ++touching;
  });
  if (touching > 2) moved = {moved.x * 2 / touching, moved.y * 2 / touching};
  const FixedPointPosition to = away_from_walls(mesh, polygon_[agent], wanted + moved, off_walls(agent), ahead);
  return at_[agent] + no_longer_than(to - at_[agent], walks(agent) ? pace_[agent] * 3 / 2 : most_pace_);
}

// Updates the agent's corridor after a step into another polygon. Returns false if the agent has left its corridor.
bool MeshCrowd::follow(uint32_t agent, PolygonId from) {
  const NavMesh& mesh = mesh_of(agent);
  const PolygonId now = polygon_[agent];
  if (now == from) return true;
  const std::span<const PortalId> way = portals_ahead(agent);
  PolygonId polygon = from;
  for (size_t i = 0; i < way.size() && i < kAhead; ++i) {
    polygon = mesh.portal(way[i]).across(polygon);
    if (polygon != now) continue;
    first_[agent] += static_cast<uint32_t>(i + 1);
    spare_[agent] = static_cast<uint8_t>(std::min<size_t>(spare_[agent] + i + 1, 255));
    return true;
  }
  // The agent was pushed into a neighbouring polygon: the portal back is put in front of its corridor.
  if (spare_[agent] == 0) return false;
  for (const MeshSide& side : mesh.sides(now)) {
    if (side.portal == kNoPortal || mesh.portal(side.portal).across(now) != from) continue;
    --spare_[agent];
    corridors_[--first_[agent]] = side.portal;
    return true;
  }
  return false;
}

// Lets an agent stand where the next link of its path begins, and puts it to the link's other end when the time of the
// link is over. Returns false if the agent is not there.
bool MeshCrowd::follow_link(uint32_t agent, int32_t near) {
  const std::span<const uint32_t> steps = corridor(agent);
  const NavMesh& mesh = mesh_of(agent);
  if (steps.empty() || !is_mesh_link(steps.front())) {
    on_link_[agent] = 0;
    return false;
  }
  const MeshLink& link = mesh.links()[mesh_link_of(steps.front())];
  const FixedPointPosition rest = fine(mesh, link.from.at) - at_[agent];
  if (dot(rest, rest) > int64_t{near} * near) {
    on_link_[agent] = 0;
    return false;
  }
  const uint64_t length = uint64_t{link.cost} * kFineCell / (2 * kCostOfHalfCell * static_cast<uint64_t>(mesh.units()));
  ignores_others_[agent] = 1;
  waiting_[agent] = 0;
  status_[agent] = static_cast<uint8_t>(CrowdStatus::kWalking);
  if (++on_link_[agent] * static_cast<uint64_t>(pace_[agent]) < length) return true;
  on_link_[agent] = 0;
  ++first_[agent];
  spare_[agent] = static_cast<uint8_t>(std::min(spare_[agent] + 1, 255));
  ignores_others_[agent] = 0;
  at_[agent] = before_[agent] = waits_at_[agent] = fine(mesh, link.to.at);
  polygon_[agent] = link.to.polygon;
  const MeshHeights* const heights = ground_of(agent).heights;
  if (heights != nullptr) height_[agent] = heights->ground_height(link.to.polygon, link.to.at);
  return true;
}

void MeshCrowd::move(uint32_t agent) {
  lost_[agent] = kNothing;
  before_[agent] = at_[agent];
  if (!present(agent) || stands_still(ground_of(agent))) return;
  const NavMesh& mesh = mesh_of(agent);
  const FixedPointPlace from = place(agent);
  const FixedPointStep step = walk_over(mesh, from, separated_[agent]);
  stand_at(agent, step.end);
  if (!walks(agent)) return;
  if (!follow(agent, from.polygon)) {
    lost_[agent] = kHasLostItsPath;
    return;
  }
  const FixedPointPosition rest = goal_at_[agent] - at_[agent];
  const int32_t near = std::max(pace_[agent], radius_[agent] / 2);
  if (follow_link(agent, near)) return;
  if (dot(rest, rest) <= int64_t{near} * near &&
      (polygon_[agent] == goal_[agent].polygon ||
       is_at(agent, step_over(mesh, place(agent), goal_at_[agent]).end, goal_at_[agent], goal_height_[agent]))) {
    lost_[agent] = kIsThere;
    return;
  }
  if ((touches_[agent] & kTouchesHome) != 0) {
    lost_[agent] = kIsThere;
    return;
  }
  // An agent that steps back and forth makes no progress.
  const FixedPointPosition came = at_[agent] - waits_at_[agent];
  const int64_t far = 2 * pace_[agent];
  if (dot(came, came) >= far * far) {
    waits_at_[agent] = at_[agent];
    waiting_[agent] = 0;
  } else {
    ++waiting_[agent];
  }
  if (waiting_[agent] >= kJammed) ignores_others_[agent] = 1;
  if (waiting_[agent] == 0 && touches_[agent] == kTouchesNobody) ignores_others_[agent] = 0;
  status_[agent] = static_cast<uint8_t>(waiting_[agent] >= kStuck ? CrowdStatus::kWaiting : CrowdStatus::kWalking);
  // An agent without progress loses its priority after some seconds.
  if (waiting_[agent] % kPatience == kPatience - 1) began_[agent] = tick_;
  // An agent without progress is replanned every second, from its present position.
  if (waiting_[agent] % 60 == 59) lost_[agent] = kHasLostItsPath;
}

void MeshCrowd::arrive(uint32_t agent) {
  ++arrivals_;
  first_[agent] = end_[agent];
  waiting_[agent] = 0;
  status_[agent] = static_cast<uint8_t>(CrowdStatus::kArrived);
  if (random_goal_[agent] == 0 || has_common_goal_) return;
  began_[agent] = tick_;
  if (draw_goal(agent)) want(agent, kUsual);
}

void MeshCrowd::tick(const CrowdMeshes& grounds) {
  mesh_changed(grounds, true);
  ++tick_;
  const Stopwatch planning;
  plan();
  times_.plan_ms = planning.micros() / 1000;
  const Stopwatch stepping;
  if (count() > 0) {
    each_agent(threads_, count(), kGrain,
               [&](uint32_t agent) { wanted_[agent] = walks(agent) && present(agent) ? aim(agent) : at_[agent]; });
    sort_in();
    each_agent(threads_, count(), kGrain, [&](uint32_t agent) {
      touches_[agent] = kTouchesNobody;
      separated_[agent] = present(agent) ? parted(agent, touches_[agent]) : at_[agent];
    });
    each_agent(threads_, count(), kGrain, [&](uint32_t agent) { move(agent); });
    for (uint32_t agent = 0; agent < count(); ++agent) {
      if (lost_[agent] == kHasLostItsPath) want(agent, kUsual);
      if (lost_[agent] == kIsThere) arrive(agent);
    }
  }
  times_.step_ms = stepping.micros() / 1000;
  if (replan_stats_.pending > 0) ++replan_stats_.ticks;
  count_all();
}

}  // namespace strata
