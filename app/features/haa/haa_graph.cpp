#include "app/features/haa/haa_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

#include "app/features/haa/haa.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/view_searches.hpp"
#include "core/world/map_haa.hpp"

namespace strata {
namespace {

using nlohmann::json;

constexpr float kEdgesApart = 0.2f;  // distance between parallel edges of the same two cells, in cells
constexpr float kBend = 0.2f;        // where an edge that lies aside is bent, as a share of its length from each end

constexpr std::array<std::string_view, 1 + kHaaQualities> kHaaGraphWords = {"planner", "initial", "high", "low"};

double shown_graph(const Lab& lab) {
  const std::optional<HaaQuality> shown = haa_graph_controller(lab).shown();
  return shown ? 1 + static_cast<double>(*shown) : 0;
}

Status show_graph(Lab& lab, double value) {
  if (value == 0) {
    haa_graph_controller(lab).show(std::nullopt);
    return success();
  }
  const auto quality = static_cast<HaaQuality>(value - 1);
  haa_graph_controller(lab).show(quality);
  HaaOptions options = haa_controller(lab).options();
  if (quality != HaaQuality::kInitial || options.keep_dominated) return success();
  options.keep_dominated = true;
  haa_controller(lab).set(options);
  return success();
}

// Returns whether the later command leaves an effect of the earlier one: "initial" has made HAA* store dominated edges,
// and the later command does not stop it.
bool keeps_edges(const Lab&, const Command& earlier, const Command& later) {
  return earlier.args[0] == "initial" && later.args[0] != "initial";
}

std::span<const LabSetting> haa_graph_lab_settings() {
  static const std::vector<LabSetting> all = with_texts(
      {{.row = {.name = "haa.graph",
                .title = "Graph of HAA* on the map",
                .help = "Which graph is drawn; planner: the one that the stepped planner searches. initial: keeps "
                        "dominated edges",
                .words = kHaaGraphWords,
                .kind = SettingKind::kChoice},
        .value = shown_graph,
        .set = show_graph,
        .leaves = keeps_edges}});
  return all;
}

constexpr std::array<const FeatureLayer*, 1> kGraphLayers = {&kHaaEntranceLayer};

}  // namespace

const FeatureLayer kHaaEntranceLayer = {
    {.name = "haa-entrances",
     .title = "HAA* entrances",
     .legend = "Bars along borders, one for each capability in its colour; stronger where larger agents fit",
     .order = 104,
     .structure = StructureId::kHaa,
     .general = true}};

const Feature kHaaGraphFeature = {
    .name = "haa-graph",
    .title = "HAA* entrances",
    .tab = "haa",
    .structure = StructureId::kHaa,
    .layers = kGraphLayers,
    .settings = haa_graph_lab_settings,
    .paint = kHaaGraphPaint,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<HaaGraphController>(lab);
    },
};

HaaGraphController& haa_graph_controller(const Lab& lab) {
  return static_cast<HaaGraphController&>(lab.controller(kHaaGraphFeature));
}

std::string_view haa_quality_name(HaaQuality quality) {
  return quality == HaaQuality::kInitial ? "initial" : quality == HaaQuality::kHigh ? "high" : "low";
}

HaaQuality drawn_quality(const Painter& painter, const Lab& lab) {
  const std::optional<HaaQuality> shown = haa_graph_controller(lab).shown();
  const bool beside = lab.view_searches().active() && painter.index() > 0;
  if (shown && !beside) return *shown;
  return painter.planner(lab).name == "haa-low" ? HaaQuality::kLow : HaaQuality::kHigh;
}

void sort_for_places(std::vector<HaaEdge>& edges) {
  const auto key = [](const HaaEdge& edge) {
    return std::tuple(edge.from, edge.to, edge.capability.bits(), edge.clearance, edge.cost);
  };
  std::ranges::sort(edges, {}, key);
}

HaaEdgeLine place_of_edge(std::span<const HaaEdge> edges, size_t i, int map_width) {
  const HaaEdge& edge = edges[i];
  int order = 0;  // number of preceding edges between the same two cells
  while (i > 0 && edges[i - 1].from == edge.from && edges[i - 1].to == edge.to) {
    ++order;
    --i;
  }
  const auto width = static_cast<CellId>(map_width);
  const auto middle_of = [](CellId coordinate) { return static_cast<float>(coordinate) + 0.5f; };
  HaaEdgeLine place{middle_of(edge.from % width), middle_of(edge.from / width), middle_of(edge.to % width),
                    middle_of(edge.to / width)};
  place.from_x = place.x0;
  place.from_y = place.y0;
  place.to_x = place.x1;
  place.to_y = place.y1;
  if (order == 0) return place;
  const float dx = place.x1 - place.x0;
  const float dy = place.y1 - place.y0;
  const float length = std::max(std::hypot(dx, dy), 0.001f);
  // Edge 0 lies in the middle. The edges 1, 2, 3, 4, ... are moved aside by 1, -1, 2, -2, ... times kEdgesApart.
  const float side = static_cast<float>((order + 1) / 2) * (order % 2 == 1 ? kEdgesApart : -kEdgesApart);
  const float ox = -dy / length * side;
  const float oy = dx / length * side;
  place.x0 += ox + kBend * dx;
  place.y0 += oy + kBend * dy;
  place.x1 += ox - kBend * dx;
  place.y1 += oy - kBend * dy;
  return place;
}

void add_edge_line(DrawList& out, const HaaEdgeLine& at, float width, float dash, Rgba color) {
  float before = 0;
  const auto add = [&](float x0, float y0, float x1, float y1) {
    out.lines.push_back({x0, y0, x1, y1, width, dash, color, before});
    before += std::hypot(x1 - x0, y1 - y0);
  };
  if (!at.aside()) return add(at.x0, at.y0, at.x1, at.y1);
  add(at.from_x, at.from_y, at.x0, at.y0);
  add(at.x0, at.y0, at.x1, at.y1);
  add(at.x1, at.y1, at.to_x, at.to_y);
}

namespace {

bool same_edge(const HaaEdge& a, const HaaEdge& b) {
  const bool ends = (a.from == b.from && a.to == b.to) || (a.from == b.to && a.to == b.from);
  return ends && a.capability == b.capability && a.clearance == b.clearance && a.cost == b.cost;
}

}  // namespace

std::string haa_edge_name(const Lab& lab, const HaaEdge& edge) {
  const std::vector<HaaEdge>& own = haa_controller(lab).inspected().edges;
  const std::vector<HaaDominatingEdge>& dominators = haa_graph_controller(lab).dominators();
  const auto number = [&](const HaaEdge& wanted) {
    const auto at = std::ranges::find_if(own, [&](const HaaEdge& one) { return same_edge(one, wanted); });
    return static_cast<size_t>(at - own.begin());
  };
  if (const size_t at = number(edge); at < own.size()) {
    std::string name = fmt::format("E{}", at + 1);
    if (at >= dominators.size() || !dominators[at].by) return name;
    const size_t by = number(*dominators[at].by);
    return by < own.size() ? fmt::format("{} by E{}", name, by + 1) : name + " weak";
  }
  for (size_t i = 0; i < dominators.size(); ++i) {
    if (dominators[i].by && same_edge(*dominators[i].by, edge)) return fmt::format("dominates E{}", i + 1);
  }
  return {};
}

void append_haa_entrances(const MapHaa& map, uint32_t cluster, Side side, int capability, int size,
                          std::vector<Entrance>& entrances) {
  const ClusterGrid& clusters = map.haa().clusters();
  const bool east = side == Side::kEast;
  if (east ? !clusters.has_right(cluster) : !clusters.has_below(cluster)) return;
  const Clearance& clearance = map.agents().clearance(capability);
  const Rect rect = clusters.rect(cluster);
  const int length = east ? rect.height() : rect.width();
  const auto along = [&](int t) { return east ? Cell{rect.x1 - 1, rect.y0 + t} : Cell{rect.x0 + t, rect.y1 - 1}; };
  const auto open = [&](int t) {
    const Cell here = along(t);
    const Cell there = east ? Cell{here.x + 1, here.y} : Cell{here.x, here.y + 1};
    return std::min(clearance.at(here), clearance.at(there)) >= size;
  };
  for (int t = 0; t < length; ++t) {
    if (!open(t)) continue;
    const int first = t;
    while (t + 1 < length && open(t + 1)) ++t;
    entrances.push_back({along(first), along(t), cluster, side});
  }
}

// HaaController::inspect_cell has already been called for this cell, as its feature comes first in the
// list of features.
void HaaGraphController::inspect_cell(Cell cell) {
  const bool ready = world_->has(StructureId::kHaa) && world_->get<MapHaa>().haa().ready();
  if (is_same_inspection(cell, ready ? 1 : 2)) return;
  dominators_.clear();
  reasons_.clear();
  if (!ready) return;
  const MapHaa& map = world_->get<MapHaa>();
  for (const HaaEdge& edge : haa_controller(lab_).inspected().edges) {
    dominators_.push_back(dominator_of(map.haa(), edge));
    reasons_.push_back(dominance_text(edge, dominators_.back(), world_->map().width()));
  }
}

void HaaGraphController::dump(json& out) const { out["haa"]["graph"] = shown_ ? haa_quality_name(*shown_) : "planner"; }

void HaaGraphController::dump_inspected(json& out) const {
  json& edges = out["haa_edges"];
  for (size_t i = 0; i < dominators_.size() && i < edges.size(); ++i) {
    const HaaDominatingEdge& dominator = dominators_[i];
    if (dominator.end_lost) edges[i]["end_lost"] = true;
    if (!dominator.by) continue;
    const auto cell = [&](CellId id) {
      const Cell at = world_->map().cell(id);
      return json{at.x, at.y};
    };
    edges[i]["by"] = {{"from", cell(dominator.by->from)},
                      {"to", cell(dominator.by->to)},
                      {"capability", dominator.by->capability.to_string()},
                      {"clearance", dominator.by->clearance}};
  }
}

void HaaGraphController::setting_lines(std::vector<std::string>& lines) const {
  if (!shown_) return;
  // The line "haa.graph initial" makes HAA* store dominated edges. If the user has switched that off since, another
  // line must do so, too.
  lines.push_back(fmt::format("haa.graph {}", haa_quality_name(*shown_)));
  if (shown_ == HaaQuality::kInitial && !haa_controller(lab_).options().keep_dominated) {
    lines.push_back("haa.dominated off");
  }
}

}  // namespace strata
