// Lists the changes that might make a path cheaper: other options of the abstraction, and for HPA* two transitions
// at one entrance.
#include <fmt/format.h>

#include <algorithm>

#include "app/features/xray/xray.hpp"
#include "core/base/count_of.hpp"
#include "core/haa/haa.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/planner_costs.hpp"

namespace strata {
namespace {

class RemedyCollector {
 public:
  RemedyCollector(const World& world, const Planner& planner, const PlanOptions& options, const PathXray& found)
      : world_(world), planner_(planner), options_(options), found_(found) {}

  std::vector<XrayRemedy> all() {
    const StructureSet under = depends_on(world_, planner_);
    if (under.contains(StructureId::kHpa)) hpa();
    if (under.contains(StructureId::kHaa)) haa();
    if (under.contains(StructureId::kSectors)) sectors();
    return std::move(all_);
  }

 private:
  XrayRemedy& add(std::string_view name, std::string title, std::string help, std::string apply) {
    return all_.emplace_back(XrayRemedy{name, std::move(title), std::move(help), std::move(apply), std::nullopt,
                                        setup_under(world_, planner_), options_, &planner_});
  }

  void hpa() {
    const HpaOptions& now = world_.get<MapHpa>().hpa().options();
    if (const std::optional<Entrance> entrance = blamed_entrance(); entrance && entrance->width() > 1) {
      transitions(now, *entrance);
    }
    if (const std::optional<uint32_t> cluster = blamed_cluster(); cluster && can_quarter(now)) {
      local("smaller", "Smaller clusters here",
            "Cuts this cluster alone into four, on level 1; HPA* has no setting to keep it",
            {.two_at = {}, .quarter = cluster});
    }
    HpaOptions smaller = now;
    smaller.cluster_size = std::max(now.cluster_size / 2, Hpa::kMinClusterSize);
    if (smaller.cluster_size < now.cluster_size && smaller.valid()) {
      add("clusters", fmt::format("Clusters of {0} x {0} cells", smaller.cluster_size),
          "Makes all clusters of the map half as wide as now", fmt::format("hpa.cluster_size {}", smaller.cluster_size))
          .setup->get<MapHpa>() = smaller;
    }
  }

  void local(std::string_view name, std::string title, std::string help, const LocalGraphChange& change) {
    XrayRemedy& offer = add(name, std::move(title), std::move(help), "");
    offer.local = change;
  }

  // Returns the cluster that is entered by the part with the largest loss.
  std::optional<uint32_t> blamed_cluster() const {
    const auto worst = found_.worst();
    if (!worst) return std::nullopt;
    return world_.get<MapHpa>().hpa().clusters().cluster_of(world_.map().cell(found_.parts[*worst].to));
  }

  // Returns the entrance of the part with the largest loss.
  std::optional<Entrance> blamed_entrance() const {
    const auto worst = found_.worst();
    if (!worst) return std::nullopt;
    const auto crossing = crossing_at(world_.moves(), found_, *worst);
    if (!crossing) return std::nullopt;
    return entrance_at(world_.moves(), world_.get<MapHpa>().hpa().clusters(), *crossing);
  }

  void transitions(const HpaOptions& now, const Entrance& entrance) {
    std::vector<Cell> cells;
    append_transitions(entrance, now.entrance_threshold, now.transition_spacing, cells);
    if (cells.size() == 1) {
      local("here", "Two transitions here",
            "Puts a transition at both ends of this entrance alone, on level 1; HPA* has no setting to keep it",
            {.two_at = entrance, .quarter = {}});
      HpaOptions two = now;
      two.entrance_threshold = entrance.width();
      add("transitions", fmt::format("Two from width {}", entrance.width()),
          "Two transitions at every entrance of the map that is as wide as this one, or wider",
          fmt::format("hpa.threshold {}", two.entrance_threshold))
          .setup->get<MapHpa>() = two;
      return;
    }
    HpaOptions closer = now;
    const int gap =
        now.transition_spacing > 0 ? std::min(now.transition_spacing, entrance.width() - 1) : entrance.width() - 1;
    closer.transition_spacing = std::clamp(gap / 2, 1, 64);
    if (closer.transition_spacing >= gap) return;
    add("transitions",
        fmt::format("A transition every {}", count_of(static_cast<uint64_t>(closer.transition_spacing), "cell")),
        "Adds transitions between the ends of all wide entrances of the map",
        fmt::format("hpa.spacing {}", closer.transition_spacing))
        .setup->get<MapHpa>() = closer;
  }

  void haa() {
    const HaaOptions now = world_.get<MapHaa>().options().value_or(HaaOptions{});
    if (now.as_published) {
      add("transitions", "All transitions of an entrance",
          "Keeps every transition; in the paper an entrance without obstacles has one", "haa.published off")
          .setup->get<MapHaa>()
          ->as_published = false;
    }
    if (const Planner* high = planner_named("haa-high"); high != &planner_) {
      add("quality", "The graph of high quality", "Searches the graph that keeps weakly dominated edges",
          "planner.trace haa-high")
          .planner = high;
    }
    const int half = std::max(now.cluster_size / 2, Haa::kMinClusterSize);
    if (half < now.cluster_size) {
      add("clusters", fmt::format("Clusters of {0} x {0} cells", half),
          "Makes all clusters of the map half as wide as now", fmt::format("haa.cluster_size {}", half))
          .setup->get<MapHaa>()
          ->cluster_size = half;
    }
  }

  void sectors() {
    const SectorOptions now = world_.get<MapSectors>().options().value_or(SectorOptions{});
    if (!now.improve_centres) {
      add("centres", "Better centres",
          "Moves the centres of regions to where edge weights are closest to the real costs", "sectors.improve on")
          .setup->get<MapSectors>()
          ->improve_centres = true;
    }
    if (options_.segment != 0) {
      add("segment", "Refine all at once", "Refines all edges of the path together, which takes longer",
          "plan.segment 0")
          .options.segment = 0;
    }
    const int half = std::max(now.sector_size / 2, SectorOptions::kMinSize);
    if (half < now.sector_size) {
      add("clusters", fmt::format("Sectors of {0} x {0} cells", half),
          "Makes all sectors of the map half as wide as now", fmt::format("sectors.size {}", half))
          .setup->get<MapSectors>()
          ->sector_size = half;
    }
  }

  const World& world_;
  const Planner& planner_;
  const PlanOptions& options_;
  const PathXray& found_;
  std::vector<XrayRemedy> all_;
};

}  // namespace

std::vector<XrayRemedy> xray_remedies(const World& world, const Planner& planner, const PlanOptions& options,
                                      const PathXray& found) {
  if (found.cost == found.optimum) return {};
  return RemedyCollector(world, planner, options, found).all();
}

}  // namespace strata
