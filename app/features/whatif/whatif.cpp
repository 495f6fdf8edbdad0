#include "app/features/whatif/whatif.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "core/grid/areas.hpp"

namespace strata {

namespace {

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kWhatifLayer};

// Returns for each pair of start and goal in each group whether a path connects them.
std::vector<std::vector<bool>> joined_pairs(const ConnectedAreas& areas, const std::vector<StartGoalGroup>& groups) {
  std::vector<std::vector<bool>> joined;
  for (const StartGoalGroup& group : groups) {
    std::vector<bool>& own = joined.emplace_back();
    own.reserve(group.ways.size());
    for (const auto& [start, goal] : group.ways) own.push_back(areas.joined(start, goal));
  }
  return joined;
}

std::string change_text(const WhatifCost& cost, std::string_view title, Cost unit) {
  if (cost.before == kInfinite && cost.now == kInfinite) return fmt::format("{}: no path, as before", title);
  if (cost.now == kInfinite) return fmt::format("{}: {} before, no path any more", title, cost_text(cost.before, unit));
  if (cost.before == kInfinite) return fmt::format("{}: a path opens, {}", title, cost_text(cost.now, unit));
  if (cost.before == cost.now) return fmt::format("{}: {}, as before", title, cost_text(cost.now, unit));
  const bool more = cost.now > cost.before;
  return fmt::format("{}: {} \xe2\x86\x92 {} ({}{})", title, cost_text(cost.before, unit), cost_text(cost.now, unit),
                     more ? "+" : "\xe2\x80\x93",
                     cost_text(more ? cost.now - cost.before : cost.before - cost.now, unit));
}

}  // namespace

const FeatureLayer kWhatifLayer = {{.name = "stroke",
                                    .title = "What a stroke does",
                                    .legend = "While painting: the path before, transitions that vanish or appear",
                                    .term = "update",
                                    .order = 345,
                                    .usual = true,
                                    .general = true}};

const Feature kWhatifFeature = {.name = "whatif",
                                .title = "What a stroke does",
                                .layers = kLayers,
                                .layer_group = "map",
                                .paint = kWhatifPaint,
                                .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
                                  return std::make_unique<WhatifController>(lab);
                                }};

WhatifController& whatif_controller(const Lab& lab) {
  return static_cast<WhatifController&>(lab.controller(kWhatifFeature));
}

void WhatifController::forget() {
  job_.stop();
  under_way_ = ways_known_ = ways_due_ = false;
  costs_.clear();
  ways_.clear();
  path_before_.clear();
  transitions_before_.clear();
  vanished_.clear();
  appeared_.clear();
  groups_.reset();
  moves_before_.reset();
  joined_before_.reset();
  ++version_;
}

void WhatifController::map_changes(const MapChange& change) {
  switch (change.what) {
    case MapChange::Kind::kOther:
      return forget();
    case MapChange::Kind::kGesture:
      return begin_stroke();
    case MapChange::Kind::kEdit:
      return note_transitions(change.cells);
  }
}

void WhatifController::begin_stroke() {
  forget();
  under_way_ = true;
  ++stroke_;
  query_ = state_.query;
  for (const PlannerRow& row : state_.rows) {
    if (!lab_.view_searches().wants(row) || !row.solved) continue;
    costs_.push_back({row.planner, row.result.found() ? row.result.cost : kInfinite, kInfinite, false});
    if (row.planner->name == state_.traced && row.result.found()) path_before_ = row.result.path;
  }
  costs_of_ = lab_.query().plan_version();
  cluster_size_ = hpa().ready() ? hpa().clusters().cluster_size() : 0;
  clusters_ = hpa().ready() ? hpa().clusters().count() : 0;
  auto groups = std::make_shared<std::vector<StartGoalGroup>>();
  for (const auto& [feature, controller] : lab_.controllers()) controller->add_trips(*groups);
  std::erase_if(*groups, [](const StartGoalGroup& group) { return group.ways.empty(); });
  if (groups->empty()) return;
  groups_ = std::move(groups);
  moves_before_ = std::make_shared<const MoveGrid>(world_->moves());
}

bool WhatifController::same_clusters() const {
  return cluster_size_ > 0 && hpa().ready() && hpa().clusters().cluster_size() == cluster_size_ &&
         hpa().clusters().count() == clusters_;
}

namespace {

void read_transitions(const Hpa& hpa, uint32_t cluster, std::vector<WhatifController::InterEdgeCells>& transitions) {
  std::vector<HpaEdge> edges;
  hpa.append_inter_edges(cluster, edges);
  for (const HpaEdge& edge : edges) {
    transitions.emplace_back(std::min(edge.from, edge.to), std::max(edge.from, edge.to));
  }
}

}  // namespace

// Stores the transitions of all clusters that the edit may change: the clusters of its cells, and their neighbours. If
// the agent is large, an edit blocks more cells than it paints.
void WhatifController::note_transitions(const Rect& cells) {
  if (!under_way_ || !same_clusters()) return;
  const Rect reached = cells.grown(world_->rules().agent_size + 1).clipped(world_->map().bounds());
  if (reached.empty()) return;
  const ClusterGrid& clusters = hpa().clusters();
  const Rect touched = clusters.touched(reached);
  for (int row = touched.y0; row < touched.y1; ++row) {
    for (int column = touched.x0; column < touched.x1; ++column) {
      const auto cluster = static_cast<uint32_t>(row * clusters.columns() + column);
      const auto [place, fresh] = transitions_before_.try_emplace(cluster);
      if (fresh) read_transitions(hpa(), cluster, place->second);
    }
  }
}

// A transition between two clusters is listed in both; it is counted once.
void WhatifController::compare_transitions() {
  vanished_.clear();
  appeared_.clear();
  if (!same_clusters()) return;
  std::vector<InterEdgeCells> before, now;
  for (const auto& [cluster, transitions] : transitions_before_) {
    before.insert(before.end(), transitions.begin(), transitions.end());
    read_transitions(hpa(), cluster, now);
  }
  for (std::vector<InterEdgeCells>* list : {&before, &now}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  std::set_difference(before.begin(), before.end(), now.begin(), now.end(), std::back_inserter(vanished_));
  std::set_difference(now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(appeared_));
}

void WhatifController::map_changed(const MapChange& change) {
  if (change.what == MapChange::Kind::kGesture) {
    under_way_ = false;
    ++version_;
  }
  if (change.what != MapChange::Kind::kEdit || !under_way_ || change.report->dirty.empty()) return;
  compare_transitions();
  for (WhatifCost& cost : costs_) cost.known = false;
  ways_due_ = groups_ != nullptr;
  ways_known_ = false;
  ++version_;
}

void WhatifController::read_costs() {
  if (costs_of_ == lab_.query().plan_version()) return;
  costs_of_ = lab_.query().plan_version();
  // The stored costs belong to another query, and say nothing about the stroke.
  if (!state_.has_query || query_ != state_.query) {
    costs_.clear();
    path_before_.clear();
  }
  for (WhatifCost& cost : costs_) {
    const PlannerRow* row = state_.row(cost.planner->name);
    if (row == nullptr || !row->solved) continue;  // an external planner may have been removed
    cost.now = row->result.found() ? row->result.cost : kInfinite;
    cost.known = true;
  }
  ++version_;
}

// Starts a job that computes the paths. Only one runs at a time; if the stroke goes on meanwhile, the next job
// begins after it.
void WhatifController::ask_paths() {
  if (!ways_due_ || job_.running()) return;
  ways_due_ = false;
  asked_stroke_ = stroke_;
  job_.start([groups = groups_, before_moves = moves_before_, before = joined_before_,
              now = std::make_shared<const MoveGrid>(world_->moves()),
              revision = world_->map().revision()](JobControl& control) mutable {
    ConnectedAreas areas;
    PathComparison found;
    found.revision = revision;
    if (before == nullptr) {
      if (!areas.find(*before_moves, &control)) return found;
      before = std::make_shared<const std::vector<std::vector<bool>>>(joined_pairs(areas, *groups));
    }
    found.before = before;
    if (!areas.find(*now, &control)) return found;
    const std::vector<std::vector<bool>> joined = joined_pairs(areas, *groups);
    for (size_t i = 0; i < groups->size(); ++i) {
      WhatifPaths ways{(*groups)[i].of, (*groups)[i].ways.size(), 0, 0};
      for (size_t pair = 0; pair < ways.all; ++pair) {
        ways.lost += (*before)[i][pair] && !joined[i][pair];
        ways.found += !(*before)[i][pair] && joined[i][pair];
      }
      found.ways.push_back(std::move(ways));
    }
    return found;
  });
}

void WhatifController::take_found_paths(PathComparison found) {
  if (asked_stroke_ != stroke_) return;
  joined_before_ = std::move(found.before);
  ways_ = std::move(found.ways);
  ways_known_ = found.revision == world_->map().revision();
  ++version_;
}

void WhatifController::tick(double) {
  if (costs_.empty() && groups_ == nullptr) return;
  read_costs();
  if (std::optional<PathComparison> found = job_.poll()) take_found_paths(std::move(*found));
  ask_paths();
}

void WhatifController::finish_updates() {
  read_costs();
  while (ways_due_ || job_.running()) {
    if (std::optional<PathComparison> found = job_.wait()) take_found_paths(std::move(*found));
    ask_paths();
  }
}

std::vector<std::string> WhatifController::lines() const {
  std::vector<std::string> lines;
  // If the costs of several planners of one family change in the same way, only the first one is mentioned.
  for (size_t i = 0; i < costs_.size() && !future_hidden(lab_); ++i) {
    const WhatifCost& cost = costs_[i];
    const bool again =
        std::any_of(costs_.begin(), costs_.begin() + static_cast<std::ptrdiff_t>(i), [&](const auto& one) {
          return one.planner->family == cost.planner->family && one.known && one.before == cost.before &&
                 one.now == cost.now;
        });
    if (again || !cost.known || lines.size() == 3) continue;
    lines.push_back(change_text(cost, state_.names.brief(*cost.planner), lab_.query().row_unit(*cost.planner)));
  }
  if ((!vanished_.empty() || !appeared_.empty()) && !hides_structure(lab_, StructureId::kHpa)) {
    lines.push_back(fmt::format("Transitions: {} vanish, {} appear", vanished_.size(), appeared_.size()));
  }
  for (const WhatifPaths& ways : ways_) {
    if (ways.lost > 0) lines.push_back(fmt::format("{} of {} {} lose their path", ways.lost, ways.all, ways.of));
    if (ways.found > 0) lines.push_back(fmt::format("{} of {} {} find a path", ways.found, ways.all, ways.of));
  }
  return lines;
}

std::any WhatifController::content() const {
  return SceneState{costs_, query_, path_before_, vanished_, appeared_, ways_, ways_known_};
}

void WhatifController::take_content(const std::any& content) {
  const auto& own = std::any_cast<const SceneState&>(content);
  forget();
  costs_ = own.costs;
  query_ = own.query;
  path_before_ = own.path_before;
  vanished_ = own.vanished;
  appeared_ = own.appeared;
  ways_ = own.ways;
  ways_known_ = own.ways_known;
  ++version_;
}

void WhatifController::dump(nlohmann::json& out) const {
  nlohmann::json& own = out["stroke"];
  const bool hidden = hides_structure(lab_, StructureId::kHpa);
  own = {{"under_way", under_way_},
         {"vanished", hidden ? 0 : vanished_.size()},
         {"appeared", hidden ? 0 : appeared_.size()},
         {"costs", nlohmann::json::object()},
         {"ways", nlohmann::json::array()},
         {"lines", lines()}};
  for (const WhatifCost& cost : costs_) {
    // The costs would reveal the result of the search that is being predicted.
    if (future_hidden(lab_)) break;
    const auto value = [](Cost c) { return c == kInfinite ? nlohmann::json(nullptr) : nlohmann::json(c); };
    own["costs"][std::string(cost.planner->name)] = {{"before", value(cost.before)}, {"now", value(cost.now)}};
  }
  for (const WhatifPaths& ways : ways_) {
    own["ways"].push_back({{"of", ways.of}, {"all", ways.all}, {"lost", ways.lost}, {"found", ways.found}});
  }
}

}  // namespace strata
