#include "app/features/ends_of_query/ends_of_query.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "app/draw/overlay_tools.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/view_searches.hpp"

namespace strata {

const FeatureLayer kEndLinkLayer = {{.name = "links",
                                     .title = "Connections of start and goal",
                                     .legend = "Dashed: temporary edges to nodes of the graph. Green: start, red: goal",
                                     .order = 235,
                                     .usual = true,
                                     .general = true}};

namespace {

// The list is a static object inside a function, as static objects of several files add their sources to
// it before main().
std::vector<const TemporaryEdgeSource*>& end_link_sources() {
  static std::vector<const TemporaryEdgeSource*> all;
  return all;
}

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kEndLinkLayer};

class TemporaryEdgesController : public FeatureController {
 public:
  explicit TemporaryEdgesController(Lab& lab) : FeatureController(lab) {}

  void dump(nlohmann::json& out) const override {
    const ViewSearches& searches = lab_.view_searches();
    TemporaryEdges read;
    read.read(lab_, searches.playback(0), searches.planner(0), searches.up_to_date(0));
    nlohmann::json& all = out["links"];
    all = {{"start", 0}, {"goal", 0}, {"edges", nlohmann::json::array()}};
    for (const TemporaryEdge& link : read.links()) {
      nlohmann::json& count = all[link.of_goal ? "goal" : "start"];
      count = count.get<int>() + 1;
      all["edges"].push_back({{"of", link.of_goal ? "goal" : "start"},
                              {"level", link.level},
                              {"to", {link.node.x, link.node.y}},
                              {"cost", link.cost}});
    }
  }
};

}  // namespace

const Feature kEndsOfQueryFeature = {
    .name = "links",
    .title = "Connections of start and goal",
    .layers = kLayers,
    .layer_group = "search",
    .paint = kEndsOfQueryPaint,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<TemporaryEdgesController>(lab);
    },
};

TemporaryEdgeSource::TemporaryEdgeSource(StructureId structure, Add adder) : structure_(structure), add_(adder) {
  end_link_sources().push_back(this);
}

const TemporaryEdgeSource* TemporaryEdgeSource::of(StructureId structure) {
  for (const TemporaryEdgeSource* source : end_link_sources()) {
    if (source->structure() == structure) return source;
  }
  return nullptr;
}

void TemporaryEdges::read(const Lab& lab, const Playback& playback, const Planner& planner, bool current) {
  if (trace_ != playback.trace_version()) {
    trace_ = playback.trace_version();
    events_.clear();
    // The temporary edges are looked for only in the phases that insert start and goal, as these have few events.
    for (const PhaseSpan& span : playback.outline().phases) {
      if (span.phase != Phase::kInsertStart && span.phase != Phase::kInsertGoal) continue;
      for (size_t i = span.begin; i < span.end; ++i) {
        if (playback.event(i)->type == EventType::kLink) events_.push_back(static_cast<uint32_t>(i));
      }
    }
  }
  const size_t added = playback.before_cursor(events_).size();
  const bool begun = current && playback.cursor() > 0;
  const uint64_t stamp = (overlay_tools::DrawInputHash()
                          << trace_ << added << static_cast<uint64_t>(begun) << lab.state().world_version
                          << static_cast<uint64_t>(&planner - planners().data()) << lab.world().map().revision()
                          << lab.state().rules_version << static_cast<uint64_t>(lab.world().ready(planner.needs)))
                             .value();
  if (stamp == stamp_) return;
  stamp_ = stamp;
  links_.clear();
  const TemporaryEdgeSource* source = TemporaryEdgeSource::of(planner.needs);
  if (source != nullptr) {
    if (begun) source->add(lab, planner, links_);
    return;
  }
  for (size_t i = 0; i < added; ++i) {
    const SearchEvent& event = *playback.event(events_[i]);
    links_.push_back({event.level, event.phase == Phase::kInsertGoal, playback.place(event.level, event.parent),
                      playback.place(event.level, event.node), event.g});
  }
}

}  // namespace strata
