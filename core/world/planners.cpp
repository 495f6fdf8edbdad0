#include "core/world/planners.hpp"

#include <array>

#include "core/search/grid_search.hpp"
#include "core/search/jps.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/world/hierarchy_planners.hpp"

namespace strata {
namespace {

template <Guidance kGuidance>
void plan_flat(const World& world, const Query& query, const PlanOptions&, Workspace& workspace, PlanResult& result,
               Trace* trace) {
  if (trace == nullptr) {
    plan_on_grid(world.moves(), kGuidance, query, workspace, result);
  } else {
    trace->clear();
    plan_on_grid(world.moves(), kGuidance, query, workspace, result, *trace);
  }
}

template <int kLevels>
void plan_hpa(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
              PlanResult& result, Trace* trace) {
  if (world.get<MapHpa>().hpa().levels() < kLevels) {
    result.clear(PlanStatus::kStale);
    return;
  }
  PlanOptions own = options;
  own.levels = kLevels;
  if (trace == nullptr) {
    world.get<MapHpa>().hpa().plan(world.moves(), query, own, workspace, result);
  } else {
    trace->clear();
    world.get<MapHpa>().hpa().plan(world.moves(), query, own, workspace, result, *trace);
  }
}

template <HaaQuality kQuality>
void plan_haa(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
              PlanResult& result, Trace* trace) {
  if (!world.has(Structure::kHaa)) {
    result.clear(PlanStatus::kStale);
    return;
  }
  const Agent agent{world.rules().agent_size, world.rules().capability};
  if (trace == nullptr) {
    world.get<MapHaa>().haa().plan(world.get<MapHaa>().agents(), agent, kQuality, query, options, workspace, result);
  } else {
    trace->clear();
    world.get<MapHaa>().haa().plan(world.get<MapHaa>().agents(), agent, kQuality, query, options, workspace, result,
                                   *trace);
  }
}

// A structure's own plan(grid, query, options, workspace, result[, trace]).
template <Structure kNeeds, class Built>
void plan_built(const World& world, const Built& built, const Query& query, const PlanOptions& options,
                Workspace& workspace, PlanResult& result, Trace* trace) {
  if (!world.has(kNeeds)) {
    result.clear(PlanStatus::kStale);
  } else if (trace == nullptr) {
    built.plan(world.moves(), query, options, workspace, result);
  } else {
    trace->clear();
    built.plan(world.moves(), query, options, workspace, result, *trace);
  }
}

void plan_rooms(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
                PlanResult& result, Trace* trace) {
  plan_built<Structure::kRooms>(world, world.get<MapRooms>().rooms(), query, options, workspace, result, trace);
}

void plan_sectors(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
                  PlanResult& result, Trace* trace) {
  plan_built<Structure::kSectors>(world, world.get<MapSectors>().sectors(), query, options, workspace, result, trace);
}

void plan_jumps(const World& world, const Query& query, const PlanOptions&, Workspace& workspace, PlanResult& result,
                Trace* trace) {
  if (trace == nullptr) {
    plan_jps(world.moves(), world.get<MapJumps>().jumps(), query, workspace, result);
  } else {
    trace->clear();
    plan_jps(world.moves(), world.get<MapJumps>().jumps(), query, workspace, result, *trace);
  }
}

void plan_landmarks(const World& world, const Query& query, const PlanOptions&, Workspace& workspace,
                    PlanResult& result, Trace* trace) {
  if (trace == nullptr) {
    world.get<MapLandmarks>().landmarks().plan(world.moves(), query, workspace, result);
  } else {
    trace->clear();
    world.get<MapLandmarks>().landmarks().plan(world.moves(), query, workspace, result, *trace);
  }
}

void plan_tables(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
                 PlanResult& result, Trace* trace) {
  if (!world.has(Structure::kTables)) {
    result.clear(PlanStatus::kStale);
  } else if (trace == nullptr) {
    world.get<MapTables>().tables().plan(world.moves(), world.get<MapTables>().distances(), query, options, workspace,
                                         result);
  } else {
    trace->clear();
    world.get<MapTables>().tables().plan(world.moves(), world.get<MapTables>().distances(), query, options, workspace,
                                         result, *trace);
  }
}

constexpr std::string_view kHpaSource = "Botea, Müller, Schaeffer 2004";
constexpr std::string_view kHaaSource = "Harabor, Botea 2008";

template <int kLevels>
constexpr Planner hpa_planner(std::string_view name, std::string_view title) {
  return {.name = name,
          .title = title,
          .source = kHpaSource,
          .optimal = false,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = Structure::kHpa,
          .hpa_levels = kLevels,
          .plan = plan_hpa<kLevels>,
          .pseudo_code = hpa_pseudo_code};
}

template <HaaQuality kQuality>
constexpr Planner haa_planner(std::string_view name, std::string_view title) {
  return {.name = name,
          .title = title,
          .source = kHaaSource,
          .optimal = false,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = Structure::kHaa,
          .hpa_levels = 0,
          .plan = plan_haa<kQuality>,
          .pseudo_code = haa_pseudo_code};
}

constexpr std::array kPlanners = {
    Planner{.name = "dijkstra",
            .title = "Dijkstra",
            .source = "Dijkstra 1959",
            .optimal = true,
            .profiles = {true, true, true},
            .uniform_only = false,
            .needs = Structure::kMoves,
            .hpa_levels = 0,
            .plan = plan_flat<Guidance::kNone>,
            .pseudo_code = []() -> const PseudoCode& { return grid_search_pseudo_code(false); }},
    Planner{.name = "astar",
            .title = "A*",
            .source = "Hart, Nilsson, Raphael 1968",
            .optimal = true,
            .profiles = {true, true, true},
            .uniform_only = false,
            .needs = Structure::kMoves,
            .hpa_levels = 0,
            .plan = plan_flat<Guidance::kDistance>,
            .pseudo_code = []() -> const PseudoCode& { return grid_search_pseudo_code(true); }},
    Planner{.name = "jps",
            .title = "Jump points",
            .source = "Harabor, Grastien 2011, 2014",
            .optimal = true,
            .profiles = {true, false, false},
            .uniform_only = true,
            .needs = Structure::kJumps,
            .hpa_levels = 0,
            .plan = plan_jumps,
            .pseudo_code = jps_pseudo_code},
    hpa_planner<1>("hpa1", "HPA* 1 level"),
    hpa_planner<2>("hpa2", "HPA* 2 levels"),
    hpa_planner<3>("hpa3", "HPA* 3 levels"),
    hpa_planner<4>("hpa4", "HPA* 4 levels"),
    haa_planner<HaaQuality::kHigh>("haa-high", "HAA* high"),
    haa_planner<HaaQuality::kLow>("haa-low", "HAA* low"),
    Planner{.name = "rooms",
            .title = "Room pruning",
            .source = "Harabor, Botea 2010",
            .optimal = true,
            .profiles = {false, false, true},
            .uniform_only = true,
            .needs = Structure::kRooms,
            .hpa_levels = 0,
            .plan = plan_rooms,
            .pseudo_code = rooms_pseudo_code},
    Planner{.name = "sectors",
            .title = "Sectors",
            .source = "Sturtevant, Geisberger 2010",
            .optimal = false,
            .profiles = {true, true, true},
            .uniform_only = false,
            .needs = Structure::kSectors,
            .hpa_levels = 0,
            .plan = plan_sectors,
            .pseudo_code = sectors_pseudo_code},
    Planner{.name = "alt",
            .title = "A* + landmarks",
            .source = "Goldberg, Harrelson 2005",
            .optimal = true,
            .profiles = {true, true, true},
            .uniform_only = false,
            .needs = Structure::kLandmarks,
            .hpa_levels = 0,
            .plan = plan_landmarks,
            .pseudo_code = alt_pseudo_code},
    Planner{.name = "ch",
            .title = "Contraction hierarchy",
            .source = "Sturtevant, Geisberger 2010",
            .optimal = true,
            .profiles = {true, true, true},
            .uniform_only = false,
            .needs = Structure::kCh,
            .hpa_levels = 0,
            .plan = plan_by_ch,
            .pseudo_code = ch_pseudo_code},
    Planner{.name = "cch",
            .title = "Customisable CH",
            .source = "Dibbelt, Strasser, Wagner 2014",
            .optimal = true,
            .profiles = {true, true, true},
            .uniform_only = false,
            .needs = Structure::kCch,
            .hpa_levels = 0,
            .plan = plan_by_cch,
            .pseudo_code = cch_pseudo_code},
    Planner{.name = "tables",
            .title = "Tables over HPA*",
            .source = "Strata, over Botea et al. 2004",
            .optimal = false,
            .profiles = {true, true, true},
            .uniform_only = false,
            .needs = Structure::kTables,
            .hpa_levels = 0,
            .plan = plan_tables,
            .pseudo_code = tables_pseudo_code},
};

}  // namespace

std::span<const Planner> planners() { return kPlanners; }

bool supports(const World& world, const Planner& planner) {
  return planner.profiles[static_cast<size_t>(world.rules().profile)] &&
         (!planner.uniform_only || world.moves().uniform());
}

bool available(const World& world, const Planner& planner) {
  return supports(world, planner) && world.has(planner.needs) &&
         world.get<MapHpa>().hpa().levels() >= planner.hpa_levels;
}

bool finds_optimum(const World& world, const Planner& planner) {
  const auto over_cells = [](ChGraph graph) { return graph == ChGraph::kCells || graph == ChGraph::kCorners; };
  if (planner.needs == Structure::kCh)
    return world.get<MapHierarchy>().options() && over_cells(world.get<MapHierarchy>().options()->graph);
  if (planner.needs == Structure::kCch)
    return world.get<MapCch>().options() && over_cells(world.get<MapCch>().options()->graph);
  return planner.optimal;
}

const Planner* planner_named(std::string_view name) {
  for (const Planner& planner : kPlanners) {
    if (planner.name == name) return &planner;
  }
  return nullptr;
}

}  // namespace strata
