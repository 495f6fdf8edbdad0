// What the program says is true: sentences of steps, lit lines of the pseudo-code, explanations of cells and the
// comparison of two searches are held against recordings of random queries, for every planner.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/features/ask/ask.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/link_lines.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/ch_graphs.hpp"
#include "core/world/hierarchy_view.hpp"
#include "core/world/map_cch.hpp"
#include "core/world/map_hierarchy.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/planners.hpp"
#include "core/world/world_setup.hpp"
#include "tests/app/playback/speech.hpp"
#include "tests/lab_support.hpp"
#include "tests/links_support.hpp"
#include "tests/rounds.hpp"
#include "tests/source_path.hpp"
#include "tests/support.hpp"
#include "tests/walls_support.hpp"

namespace strata::test {
namespace {

// Returns whether the planner is heard on maps with links.
bool speaks_of_links(const Planner& planner) {
  return planner.name == "astar" || planner.name == "dijkstra" || planner.family == planner_named("jps")->family;
}

// A small map with structures, and how many random queries are asked on it.
struct SpeechScene {
  enum class Kind : uint8_t { kCells, kDrawn, kLevel, kLinks };
  std::vector<std::string> lines;
  int queries = 0;
  Kind kind = Kind::kCells;
};

std::vector<SpeechScene> speech_scenes() {
  const std::string cave = "map.generate cave 24 18 ", rooms = "map.generate rooms 24 20 ",
                    random = "map.generate random 20 16 ", forest = "map.generate forest 22 18 ";
  std::vector<SpeechScene> scenes = {
      {{cave + "1"}, 26},
      {{rooms + "2", "hpa.cache on", "ch.graph hpa", "cch.graph hpa", "labels.graph hpa", "plan.weight 2",
        "plan.ties fifo"},
       26},
      {{random + "3", "ch.graph sectors", "cch.graph sectors", "labels.graph sectors", "plan.potentials off",
        "hna.links per-portal", "plan.heuristic manhattan"},
       26},
      {{cave + "4", "plan.smooth off", "ch.graph cells", "ch.order large", "cch.graph corners", "labels.graph cells",
        "plan.ties small-g", "plan.heuristic euclid"},
       26},
      {{rooms + "5", "ch.graph cells", "ch.order small", "cch.graph cells", "plan.stall off", "plan.segment 0",
        "hna.centres on"},
       26},
      {{cave + "6", "agent.size 2", "hna.links rows", "navmesh.costs centres", "haa.sizes 3"}, 26},
      {{"map.generate cave 20 20 13", "hna.links rows"}, 30},
      {{random + "11", "paint.line 10 0 10 15 blocked"}, 30},
      {{rooms + "7", "rules.profile paper"}, 10},
      {{forest + "7", "terrain.weight swamp 3", "terrain.weight trees 2", "rules.capability ground,swamp,trees"}, 16},
      {{forest + "8", "terrain.weight swamp 2", "haa.capabilities ground;ground,swamp", "rules.capability ground"}, 10},
      {{rooms + "9", "rules.profile four", "rooms on"}, 70},
      {{cave + "10", "rules.profile four", "rooms on"}, 70},
      {{"map.new 24 20", "paint.rectangle 8 4 14 9 filled blocked", "paint.rectangle 16 12 20 12 filled blocked",
        "rules.profile four", "rooms on", "plan.interleave 5"},
       60},
      {{rooms + "12", "rules.profile four", "rooms.search published", "rooms on"}, 50},
      {{cave + "14", "rules.profile four", "rooms on", "rooms.search published"}, 50},
      {{"map.new 24 18"}, 40, SpeechScene::Kind::kDrawn},
      {{open_line(source_path("assets/levels/courtyard.obj"))}, 210, SpeechScene::Kind::kLevel},
      {{rooms + "15"}, 30, SpeechScene::Kind::kLinks},
      {{random + "16"}, 30, SpeechScene::Kind::kLinks},
  };
  for (SpeechScene& scene : scenes) {
    if (scene.kind == SpeechScene::Kind::kLevel) continue;
    for (const char* line : {"hpa.cluster_size 5", "hpa.levels 4", "haa.cluster_size 6", "sectors.size 4",
                             "sectors.second 8", "hna.levels 3", "plan.ida_expansions 150"}) {
      scene.lines.push_back(line);
    }
    for (std::string& line : structure_switches({"rooms", "mesh-classes"})) scene.lines.push_back(std::move(line));
  }
  return scenes;
}

// Adds random links between cells.
void add_random_links(Lab& lab, uint64_t seed) {
  Rng rng(seed);
  for (int i = 0; i < 12; ++i) {
    const GridMap& map = lab.world().map();
    const MapLink link = random_link(map, rng);
    run(lab, link_command({map.cell(link.from), map.cell(link.to), link.length, rng.percent(40)}));
  }
}

// Draws a random graph, over which the hierarchies answer queries.
void draw_random_graph(Lab& lab, uint64_t seed) {
  Rng rng(seed);
  for (int i = 0; i < 16; ++i)
    static_cast<void>(lab.execute(fmt::format("graph.node {},{}", rng.below(24), rng.below(18))));
  const std::vector<Cell> nodes(lab.world().drawn_graph().nodes().begin(), lab.world().drawn_graph().nodes().end());
  for (size_t i = 0; i < 26; ++i) {
    const Cell a = nodes[rng.below(static_cast<uint32_t>(nodes.size()))],
               b = nodes[rng.below(static_cast<uint32_t>(nodes.size()))];
    if (a != b) run(lab, fmt::format("graph.edge {},{} {},{} {}", a.x, a.y, b.x, b.y, 1 + rng.below(9)));
  }
  for (const char* graph : {"ch.graph drawn", "cch.graph drawn", "ch.order large"}) run(lab, graph);
}

struct SpeechHearing {
  SpeechReport report;
  Workspace workspace;
  PlanResult result;
  Rng rng{77};
  std::vector<std::vector<Cost>> landmark_rows;
  std::map<std::array<int, 5>, std::vector<Cost>> inside_before;
  int least_weight = 1;
  bool centroid_costs = false;
  std::map<StructureId, std::unordered_map<CellId, uint32_t>> ranks;
  std::map<StructureId, std::map<std::pair<CellId, CellId>, CellId>> middles;

  void begin(const World& world) {
    landmark_rows.clear();
    for (const CellId cell : world.get<MapLandmarks>().landmarks().cells()) {
      landmark_rows.push_back(plain_dijkstra(world.map(), world.rules(), world.map().cell(cell)));
    }
    const WorldSetup setup = world.setup();
    const auto& mesh = setup.get<MapNavmesh>();
    centroid_costs = mesh && mesh->costs == MeshCosts::kCentroids;
    ranks.clear();
    middles.clear();
    inside_before.clear();
    least_weight = kMaxTerrainWeight;
    for (CellId id = 0; id < world.map().cell_count(); ++id) {
      const Cell cell = world.map().cell(id);
      if (!can_stand(world.map(), world.rules(), cell)) continue;
      least_weight = std::min(least_weight, highest_weight(world.map(), world.rules(), cell));
    }
  }

  const std::unordered_map<CellId, uint32_t>& ranks_of(const World& world, const Planner& planner) {
    const auto [place, fresh] = ranks.try_emplace(planner.needs);
    const bool hierarchy = planner.needs == StructureId::kCh || planner.needs == StructureId::kCch ||
                           planner.needs == StructureId::kLabels;
    if (fresh && hierarchy) {
      std::vector<HierarchyNode> nodes;
      append_hierarchy_nodes(world, planner.needs, nodes);
      for (const HierarchyNode& node : nodes) place->second[node.cell] = node.rank;
    }
    return place->second;
  }

  // Returns null if there is no hierarchy, or if its arcs are not those of one graph.
  const std::map<std::pair<CellId, CellId>, CellId>* middles_of(const World& world, const Planner& planner) {
    if (planner.needs != StructureId::kCh && planner.needs != StructureId::kCch) return nullptr;
    const auto [place, fresh] = middles.try_emplace(planner.needs);
    std::vector<HierarchyArc> arcs;
    if (fresh) append_hierarchy_arcs(world, planner.needs, arcs);
    for (const HierarchyArc& arc : arcs) place->second[std::minmax(arc.lower, arc.upper)] = arc.middle;
    return &place->second;
  }

  static GraphUnderneath graph_of(const World& world, const Planner& planner) {
    const WorldSetup setup = world.setup();
    const auto named = [](ChGraph graph) {
      return graph == ChGraph::kCells ? GraphUnderneath::kCells
             : graph == ChGraph::kHpa ? GraphUnderneath::kHpa
                                      : GraphUnderneath::kOther;
    };
    if (planner.needs == StructureId::kCh && setup.get<MapHierarchy>()) return named(setup.get<MapHierarchy>()->graph);
    if (planner.needs == StructureId::kCch && setup.get<MapCch>()) return named(setup.get<MapCch>()->graph);
    return GraphUnderneath::kOther;
  }

  // Records the search and calls use(recording).
  template <class Use>
  void record(const Lab& lab, const Planner& planner, const PlanQuery& query, const std::vector<Cost>& from_start,
              const std::vector<Cost>& from_goal, Use&& use) {
    const World& world = lab.world();
    const PlanOptions& options = lab.state().plan_options();
    std::optional<Cost> optimum;
    if (!from_start.empty() && from_start[world.map().id(query.goal)] != kInfinite) {
      optimum = from_start[world.map().id(query.goal)];
    }
    Trace trace;
    PlanResult found;
    plan(world, planner, query, options, workspace, found, &trace);
    if (trace.events().empty()) return;
    Playback playback;
    playback.load(&trace, world.map().width(), world.map().height());
    const PlannerAppearance& appearance = planner_appearance(lab.state(), planner.name);
    const ExplainedSearch search{.world = world,
                                 .planner = planner,
                                 .playback = playback,
                                 .appearance = appearance,
                                 .narration = *appearance.narration,
                                 .looks = lab.state().terrain_looks,
                                 .query = query,
                                 .ties = options.ties,
                                 .unit = search_unit(lab, planner),
                                 .options = &options,
                                 .optimum = optimum};
    static const std::vector<Cost> kNone;
    const bool own_costs = planner.any_angle || plans_own_graph(world, planner) || planner.name == "detour";
    use(SpeechRecording{.search = search,
                        .options = options,
                        .result = found,
                        .playback = playback,
                        .events = trace.events(),
                        .from_start = own_costs ? kNone : from_start,
                        .from_goal = own_costs ? kNone : from_goal,
                        .landmark_rows = &landmark_rows,
                        .ranks = &ranks_of(world, planner),
                        .inside_before = &inside_before,
                        .middles = middles_of(world, planner),
                        .graph = graph_of(world, planner),
                        .least_weight = least_weight,
                        .centroid_costs = centroid_costs});
  }

  // Explains some cells at a random moment, among them one that the search names.
  void explain(const SpeechRecording& rec) {
    const GridMap& map = rec.world().map();
    std::vector<Cell> cells;
    for (int i = 0; i < 2; ++i) cells.push_back(random_cell(map, rng));
    for (int i = 0; i < 2; ++i) {
      const SearchEvent& event = rec.events[rng.below(static_cast<uint32_t>(rec.events.size()))];
      const NodePlace at = rec.place(event.level, event.node);
      const Cell cell{static_cast<int>(at.x), static_cast<int>(at.y)};
      if (map.contains(cell)) cells.push_back(cell);
    }
    const bool whole = rng.below(2) == 0;
    rec.playback.jump(whole ? rec.events.size() : rng.below(static_cast<uint32_t>(rec.events.size())) + 1);
    check_explanations(rec, cells, report);
  }

  void hear(const Lab& lab, const Planner& planner, const PlanQuery& query, const std::vector<Cost>& from_start,
            const std::vector<Cost>& from_goal) {
    record(lab, planner, query, from_start, from_goal, [&](const SpeechRecording& rec) {
      check_speech(rec, report);
      explain(rec);
    });
  }

  void compare(const Lab& lab, const Planner& a, const Planner& b, const PlanQuery& query,
               const std::vector<Cost>& from_start, const std::vector<Cost>& from_goal) {
    record(lab, a, query, from_start, from_goal, [&](const SpeechRecording& first) {
      record(lab, b, query, from_start, from_goal, [&](const SpeechRecording& second) {
        first.playback.jump(rng.below(static_cast<uint32_t>(first.events.size())) + 1);
        second.playback.jump(rng.below(static_cast<uint32_t>(second.events.size())) + 1);
        check_comparison(first, second, report);
      });
    });
  }
};

PlanQuery random_query(const World& world, SpeechScene::Kind kind, Rng& rng) {
  const auto end = [&] {
    if (kind == SpeechScene::Kind::kDrawn) {
      const std::span<const Cell> nodes = world.drawn_graph().nodes();
      return nodes[rng.below(static_cast<uint32_t>(nodes.size()))];
    }
    Cell cell = random_cell(world.map(), rng);
    for (int tries = 0; tries < 500; ++tries, cell = random_cell(world.map(), rng)) {
      if (kind == SpeechScene::Kind::kLevel ? world.get<MapNavmesh>().end_at(cell).polygon != kNoPolygon
                                            : can_stand(world.map(), world.rules(), cell)) {
        break;
      }
    }
    return cell;
  };
  return {end(), end()};
}

// Steps through the contraction of the graph that is drawn.
void hear_contraction(SpeechHearing& hearing, Lab& lab, const char* order) {
  run(lab, order);
  run_settled(lab, "ch.contract on");
  const ExplainedSearch search = explained_search(lab);
  static const std::vector<Cost> kNone;
  const SpeechRecording rec{.search = search,
                            .options = lab.state().plan_options(),
                            .result = hearing.result,
                            .playback = lab.playback(),
                            .events = lab.trace().events(),
                            .from_start = kNone,
                            .from_goal = kNone,
                            .landmark_rows = nullptr,
                            .ranks = nullptr,
                            .process_code = lab.state().process->code,
                            .order_given = std::string_view(order) == "ch.order own"};
  check_speech(rec, hearing.report);
  run(lab, "ch.contract off");
}

// Steps through the searches of questions, that off walls only on a map without links.
void hear_questions(SpeechHearing& hearing, Lab& lab, Rng& rng) {
  const World& world = lab.world();
  static const std::vector<Cost> kNone;
  run(lab, "planner.trace astar");
  for (int i = 0; i < 9; ++i) {
    const PlanQuery query = random_query(world, SpeechScene::Kind::kCells, rng);
    run_settled(lab, fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y));
    const bool walls = i % 3 == 2 && world.map().links() == nullptr;
    if (walls) {
      run(lab, {"ask.question walls", fmt::format("ask.wall_distance {}", rng.between(1, 4)),
                fmt::format("ask.wall_cost {}", rng.between(0, 300))});
    } else if (i % 3 == 0) {
      std::vector<Cell> goals;
      std::string line = "ask.goals";
      for (uint32_t left = 1 + rng.below(12); left > 0; --left) {
        const Cell goal = random_cell(world.map(), rng);
        if (std::ranges::find(goals, goal) != goals.end()) continue;
        goals.push_back(goal);
        line += fmt::format(" {},{}", goal.x, goal.y);
      }
      run(lab, {"ask.question nearest", line});
    } else {
      run(lab, {"ask.question reach", fmt::format("ask.limit {}", 1 + rng.below(30))});
    }
    run_settled(lab, "ask.step on");
    if (!lab.trace().events().empty()) {
      const WallOptions options = ask_controller(lab).settings().walls();
      const std::vector<uint32_t> wall_weights = plain_wall_weights(world.map(), world.rules(), options);
      const std::vector<Cost> from_start = walls ? plain_walls(world.map(), world.rules(), options, query.start)
                                                 : linked_dijkstra(world.map(), world.rules(), query.start);
      const bool found = lab.trace().events().back().type == EventType::kFound;
      PlanResult result;
      result.status = found ? PlanStatus::kFound : PlanStatus::kNoPath;
      if (found) result.cost = lab.trace().events().back().g;
      const ExplainedSearch search = explained_search(lab);
      check_speech({.search = search,
                    .options = lab.state().plan_options(),
                    .result = result,
                    .playback = lab.playback(),
                    .events = lab.trace().events(),
                    .from_start = from_start,
                    .from_goal = kNone,
                    .landmark_rows = nullptr,
                    .ranks = nullptr,
                    .process_code = lab.state().process->code,
                    .wall_weights = walls ? &wall_weights : nullptr},
                   hearing.report);
    }
    run(lab, "ask.step off");
  }
  run(lab, "ask.question shortest");
}

// Edits the map and moves the start, and steps through the repairs.
void hear_repairs(SpeechHearing& hearing, Lab& lab, Rng& rng) {
  const World& world = lab.world();
  for (int i = 0; i < 8; ++i) {
    if (i % 4 == 0) {
      const PlanQuery query = random_query(world, SpeechScene::Kind::kCells, rng);
      run_settled(lab, fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y));
    } else if (i % 4 == 2) {
      const Cell start = random_query(world, SpeechScene::Kind::kCells, rng).start;
      run_settled(lab, fmt::format("query.start {} {}", start.x, start.y));
    }
    const Cell at = random_cell(world.map(), rng);
    run_settled(lab, fmt::format("paint.rectangle {} {} {} {} filled {}", at.x, at.y,
                                 std::min(at.x + 2, world.map().width() - 1),
                                 std::min(at.y + 3, world.map().height() - 1), i % 3 == 0 ? "ground" : "blocked"));
    hearing.begin(world);
    const PlanQuery query = lab.state().query;
    const std::vector<Cost> from_start = plain_dijkstra(world.map(), world.rules(), query.start),
                            from_goal = plain_dijkstra(world.map(), world.rules(), query.goal);
    for (const char* name : {"lpa", "dlite"}) hearing.hear(lab, *planner_named(name), query, from_start, from_goal);
  }
}

void hear_scene(SpeechHearing& hearing, const SpeechScene& scene, uint64_t seed) {
  CAPTURE(scene.lines.front());
  Lab lab;
  for (const std::string& line : scene.lines) run(lab, line);
  const bool level = scene.kind == SpeechScene::Kind::kLevel;
  if (level) {
    for (const char* line : {"hna on", "hna.levels 3"}) run(lab, line);
  }
  const bool links = scene.kind == SpeechScene::Kind::kLinks;
  if (scene.kind == SpeechScene::Kind::kDrawn) draw_random_graph(lab, seed);
  if (links) add_random_links(lab, seed);
  lab.finish_updates();
  const World& world = lab.world();
  hearing.begin(world);
  Rng rng(seed);
  for (int i = 0; i < scene.queries; ++i) {
    const PlanQuery query = random_query(world, scene.kind, rng);
    std::vector<Cost> from_start, from_goal;
    if (!level) {
      from_start = linked_dijkstra(world.map(), world.rules(), query.start);
      from_goal = linked_dijkstra(world.map(), world.rules(), query.goal, true);
    }
    for (const Planner& planner : planners()) {
      if (planner.asks != nullptr) continue;  // it speaks as the planner that it asks
      if (links && !speaks_of_links(planner)) continue;
      if (!available(world, planner) || (level && !planner.any_angle && !planner.levels_only)) continue;
      if (level && !planner.levels_only && i % 8 != 0) continue;
      if (world.rules().profile == Profile::kFour && i >= 20 && planner.name != "rooms") continue;
      if (scene.kind == SpeechScene::Kind::kDrawn && !plans_own_graph(world, planner)) continue;
      hearing.hear(lab, planner, query, from_start, from_goal);
    }
    const char* others[] = {"dijkstra", "hpa1", "jps", "best-first"};
    const Planner& other = *planner_named(others[rng.below(4)]);
    if (!level && !links && available(world, other)) {
      hearing.compare(lab, optimum_planner(), other, query, from_start, from_goal);
    }
  }
  if (scene.kind == SpeechScene::Kind::kCells) hear_repairs(hearing, lab, rng);
  if (scene.kind == SpeechScene::Kind::kCells || links) hear_questions(hearing, lab, rng);
  if (scene.kind == SpeechScene::Kind::kDrawn) {
    for (const char* order : {"ch.order large", "ch.order small", "ch.order own"})
      hear_contraction(hearing, lab, order);
  }
}

}  // namespace

TEST_CASE("a sentence that counts one thing in the plural is found") {
  CHECK(counts_one_as_many("It has 1 shortcuts."));
  CHECK(counts_one_as_many("1 edges lead there"));
  CHECK(counts_one_as_many("its 1 interior cells are left out"));
  CHECK_FALSE(counts_one_as_many("11 nodes, 1 edge, 4.1 cells, of level 1 nodes, sizes 1 cells, 1 of its nodes, 1 is"));
}

TEST_CASE("what is said of a recorded search is true of its moment, for every planner") {
  SpeechHearing hearing;
  uint64_t seed = 1;
  for (const SpeechScene& scene : speech_scenes()) {
    if (!test::kSanitized || seed % 8 == 0) hear_scene(hearing, scene, seed);
    ++seed;
  }
  const SpeechReport& report = hearing.report;
  size_t queries = 0;
  std::string by_planner;
  for (const auto& [planner, count] : report.queries) {
    queries += count;
    by_planner += fmt::format(" {} {}", planner, count);
  }
  for (const Planner& planner : planners()) {
    if (test::kSanitized) break;
    if (planner.asks != nullptr) continue;
    CAPTURE(std::string(planner.name));
    CHECK(report.queries.contains(std::string(planner.name)));
    if (report.queries.contains(std::string(planner.name))) CHECK(report.queries.at(std::string(planner.name)) >= 200);
  }
  MESSAGE("queries: " << queries << by_planner);
  MESSAGE("sentences: " << report.sentences << " of steps and " << report.explanations << " of cells, of "
                        << report.heard.size() << " kinds; claims: " << report.claims << "; lit lines: " << report.lines
                        << "; comparisons: " << report.comparisons);
  for (const std::string& kind : report.unchecked) MESSAGE("no claim of this kind is checked: " << kind);
  CHECK(report.unchecked.empty());
  for (const auto* list : {&speech_kinds_of_nodes(), &speech_kinds_of_paths(), &speech_kinds_of_repairs()}) {
    for (const SpeechKind& kind : *list) {
      if (!report.heard.contains(std::string(kind.pattern))) MESSAGE("never heard: " << kind.pattern);
    }
  }
  for (const SpeechPurpose& purpose : speech_purposes()) {
    if (test::kSanitized) break;
    CAPTURE(std::string(purpose.text));
    CHECK(report.heard.contains(std::string(purpose.text)));
  }
  for (const auto& [kind, fault] : report.faults) {
    MESSAGE(fault.count << " x " << kind << "\n      " << fault.example);
  }
  CHECK(report.faults.empty());
}

}  // namespace strata::test
