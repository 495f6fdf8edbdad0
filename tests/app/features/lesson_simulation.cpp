// Exercises in which the learner is the algorithm: what is asked and judged_step step by step, played right and wrong,
// and the model answers against searches of the test's own.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/lesson/lesson_replay.hpp"
#include "app/features/lesson/simulation.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/planners.hpp"
#include "tests/lab_support.hpp"
#include "tests/lesson_support.hpp"
#include "tests/rounds.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr int kSimulatedMaps = kSanitized ? 8 : 50;

std::vector<std::string> given_to(const Simulation& simulation, size_t steps) {
  std::vector<std::string> given;
  while (given.size() < steps) given.push_back(fmt::format("{}", fmt::join(simulation.step(given).right, " ")));
  return given;
}

StepVerdict judged_step(const Simulation& simulation, const std::vector<std::string>& given,
                        const std::vector<std::string>& words) {
  return must(simulation.judge(given, words)).verdict;
}

// Steps a search of A* on a random map. Returns the number of its expansions.
size_t step_random_search(Lab& lab, int seed) {
  run_settled(lab, {fmt::format("map.generate random 20 16 {} 25 force", seed), fmt::format("query.random {}", seed),
                    "planner.trace astar"});
  const auto& events = lab.trace().events();
  return static_cast<size_t>(std::ranges::count(events, EventType::kExpand, &SearchEvent::type));
}

// The test's own relaxation: what is known of cells after some expansions.
struct OwnRelaxation {
  std::map<CellId, Cost> g;
  std::set<CellId> closed;

  void expand(const MoveGrid& grid, CellId cell) {
    closed.insert(cell);
    for (int direction = 0; direction < kDirections; ++direction) {
      if ((grid.moves(cell) >> direction & 1) == 0) continue;
      const CellId next = grid.neighbour(cell, direction);
      const Cost over = g.at(cell) + grid.step_cost(cell, direction);
      if (!g.contains(next) || over < g[next]) g[next] = over;
    }
  }
};

double last_number(const std::vector<std::string>& words) { return std::stod(words.back()); }

// The least costs over the edges from a node, without another one.
std::map<int, int> costs_without_node(const std::map<std::pair<int, int>, int>& edges, int from, int without) {
  std::map<int, int> cost{{from, 0}};
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [ends, weight] : edges) {
      for (const auto& [a, b] : {ends, std::pair(ends.second, ends.first)}) {
        if (a == without || b == without || !cost.contains(a)) continue;
        if (cost.contains(b) && cost[b] <= cost[a] + weight) continue;
        cost[b] = cost[a] + weight;
        changed = true;
      }
    }
  }
  return cost;
}

nlohmann::json shown_simulation(Lab& lab) { return lesson_dump(lab)["simulation"]; }

// Answers the present step rightly or wrongly.
void answer_step(Lab& lab, bool right) {
  const SimulationStep asked = lesson_controller(lab).simulation()->now;
  run(lab, format_command({"lesson.answer", right ? asked.right : asked.wrong}));
}

}  // namespace

TEST_CASE("the expansions of a simulation are those of the recorded search, with the least f of the test's own list") {
  size_t steps = 0;
  for (int seed = 1; seed <= kSimulatedMaps; ++seed) {
    CAPTURE(seed);
    Lab lab;
    const size_t expansions = std::min<size_t>(step_random_search(lab, seed), 12);
    if (expansions == 0) continue;
    LessonQuestion ask;
    ask.kind = LessonQuestionKind::kSimulate;
    ask.count = static_cast<int>(expansions);
    const auto simulation = must(make_simulation(lab, ask, 0));
    REQUIRE(simulation->size() == expansions);
    const MoveGrid& grid = lab.world().moves();
    OwnRelaxation own;
    own.g[grid.id(lab.state().query.start)] = 0;
    std::vector<std::string> given;
    for (const SearchEvent& event : lab.trace().events()) {
      if (event.type != EventType::kExpand || given.size() == expansions) continue;
      const Cell cell = grid.cell(event.node);
      const SimulationStep step = simulation->step(given);
      CHECK(step.right == std::vector<std::string>{fmt::format("{},{}", cell.x, cell.y)});
      const auto f = [&](CellId id) { return own.g.at(id) + grid.bound()(grid.cell(id), lab.state().query.goal); };
      for (const auto& [id, g] : own.g) {
        if (own.closed.contains(id)) continue;
        CHECK(f(id) >= f(event.node));
        const Cell open = grid.cell(id);
        const StepVerdict verdict = judged_step(*simulation, given, {fmt::format("{},{}", open.x, open.y)});
        CHECK((verdict == StepVerdict::kWrong) == (f(id) > f(event.node)));
        CHECK((verdict == StepVerdict::kRight) == (id == event.node));
      }
      own.expand(grid, event.node);
      given.push_back(step.right[0]);
      ++steps;
    }
  }
  CHECK(steps > static_cast<size_t>(kSimulatedMaps) * 3);
}

TEST_CASE("what becomes of neighbours is what the test's own relaxation gives") {
  std::map<std::string, size_t> outcomes;
  for (int seed = 1; seed <= kSimulatedMaps; ++seed) {
    CAPTURE(seed);
    Lab lab;
    const size_t expansions = step_random_search(lab, seed);
    const MoveGrid& grid = lab.world().moves();
    const double unit = static_cast<double>(grid.base(0)) * grid.unit_weight();
    OwnRelaxation own;
    own.g[grid.id(lab.state().query.start)] = 0;
    size_t done = 0;
    for (size_t i = 0; i < lab.trace().events().size() && done + 1 < expansions; ++i) {
      const SearchEvent event = lab.trace().events()[i];
      if (event.type != EventType::kExpand) continue;
      ++done;
      const auto simulation = make_relaxation(lab, i);
      REQUIRE(simulation.ok());
      std::vector<std::string> given;
      for (int direction = 0; direction < kDirections; ++direction) {
        if ((grid.moves(event.node) >> direction & 1) == 0) continue;
        const CellId next = grid.neighbour(event.node, direction);
        const Cost over = own.g.at(event.node) + grid.step_cost(event.node, direction);
        const char* outcome = own.closed.contains(next) ? "closed"
                              : !own.g.contains(next)   ? "new"
                              : over < own.g[next]      ? "improved"
                                                        : "unchanged";
        const SimulationStep step = simulation.value()->step(given);
        CHECK(step.cells == std::vector<Cell>{grid.cell(next)});
        CHECK(step.right[0] == outcome);
        if (step.right.size() > 1) CHECK(last_number(step.right) == doctest::Approx(over / unit).epsilon(0.01));
        CHECK(judged_step(*simulation.value(), given, step.wrong) == StepVerdict::kWrong);
        ++outcomes[outcome];
        given.push_back(fmt::format("{}", fmt::join(step.right, " ")));
      }
      CHECK(given.size() == simulation.value()->size());
      own.expand(grid, event.node);
    }
  }
  CHECK(outcomes.size() >= 3);
}

TEST_CASE("shortcuts and witnesses are those of the test's own searches without the node") {
  size_t shortcuts = 0, witnesses = 0;
  for (int seed = 1; seed <= kSimulatedMaps; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(static_cast<uint32_t>(seed));
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    Lab lab;
    run(lab, "map.new 30 10 force");
    std::map<std::pair<int, int>, int> edges;
    std::string order = "graph.order";
    const auto cell = [](int node) { return fmt::format("{},{}", 2 + node * 3, 2 + node % 3 * 2); };
    for (int node = 0; node < 7; ++node) {
      run(lab, "graph.node " + cell(node));
      order += " " + cell(node);
    }
    for (int a = 0; a < 7; ++a) {
      for (int b = a + 1; b < 7; ++b) {
        if (b > a + 1 && pick(0, 99) < 45) continue;
        edges[{a, b}] = pick(1, 9);
        run(lab, fmt::format("graph.edge {} {} {}", cell(a), cell(b), edges[{a, b}]));
      }
    }
    run_settled(lab, {order, "query.set 2 2 20 2", "ch.graph drawn", "ch.order own", "ch on", "planner.trace ch"});
    run_settled(lab, "ch.contract on");
    size_t from = 0;
    for (int node = 0; node < 5; ++node) {
      const auto read = make_contraction(lab, from);
      std::vector<int> neighbours;
      for (const auto& [ends, weight] : edges) {
        if (ends.first == node) neighbours.push_back(ends.second);
        if (ends.second == node) neighbours.push_back(ends.first);
      }
      if (neighbours.size() < 2) break;
      REQUIRE(read.ok());
      const Simulation& simulation = *read.value();
      CHECK(simulation.size() == neighbours.size() * (neighbours.size() - 1) / 2);
      const auto weight = [&](int a, int b) { return edges.at({std::min(a, b), std::max(a, b)}); };
      std::map<std::pair<int, int>, int> added;
      std::vector<std::string> given;
      while (given.size() < simulation.size()) {
        const SimulationStep step = simulation.step(given);
        const int a = (step.cells.at(0).x - 2) / 3, b = (step.cells.at(1).x - 2) / 3;
        const int over = weight(node, a) + weight(node, b);
        const std::map<int, int> around = costs_without_node(edges, a, node);
        const bool witness = around.contains(b) && around.at(b) <= over;
        CHECK(step.right[0] == (witness ? "witness" : "shortcut"));
        CHECK(last_number(step.right) == (witness ? around.at(b) : over));
        CHECK(judged_step(simulation, given, step.wrong) == StepVerdict::kWrong);
        CHECK(judged_step(simulation, given, {step.right[0], "77"}) == StepVerdict::kWrong);
        if (!witness) added[{std::min(a, b), std::max(a, b)}] = over;
        ++(witness ? witnesses : shortcuts);
        given.push_back(fmt::format("{}", fmt::join(step.right, " ")));
      }
      std::erase_if(edges, [&](const auto& edge) { return edge.first.first == node || edge.first.second == node; });
      for (const auto& [ends, cost] : added) edges[ends] = edges.contains(ends) ? std::min(edges[ends], cost) : cost;
      from = simulation.end();
    }
  }
  CHECK(shortcuts > 10);
  CHECK(witnesses > 10);
}

TEST_CASE("the links of S are the nodes that the test's own search inside the cluster reaches, at its costs") {
  size_t links = 0;
  for (int seed = 1; seed <= kSimulatedMaps; ++seed) {
    CAPTURE(seed);
    Lab lab;
    run_settled(lab, {fmt::format("map.generate random 24 24 {} 25 force", seed), fmt::format("query.random {}", seed),
                      "hpa.levels 1", "hpa.cluster_size 8", "planner.trace hpa1"});
    const MoveGrid& grid = lab.world().moves();
    const Hpa& hpa = lab.world().get<MapHpa>().hpa();
    const Cell start = lab.state().query.start;
    const uint32_t cluster = hpa.clusters().cluster_of(start);
    const Rect rect = hpa.clusters().rect(cluster);
    std::map<CellId, Cost> g{{grid.id(start), 0}};
    std::set<std::pair<Cost, CellId>> queue{{0, grid.id(start)}};
    while (!queue.empty()) {
      const CellId cell = queue.begin()->second;
      queue.erase(queue.begin());
      for (int direction = 0; direction < kDirections; ++direction) {
        if ((grid.moves(cell) >> direction & 1) == 0) continue;
        const CellId next = grid.neighbour(cell, direction);
        const Cost over = g[cell] + grid.step_cost(cell, direction);
        if (!rect.contains(grid.cell(next)) || (g.contains(next) && g[next] <= over)) continue;
        g[next] = over;
        queue.emplace(over, next);
      }
    }
    std::map<CellId, Cost> expected;
    for (const CellId node : hpa.nodes_of(cluster)) {
      if (g.contains(node)) expected[node] = g[node];
    }
    const auto read = make_connecting(lab, 0);
    CHECK(read.ok() == !expected.empty());
    if (!read) continue;
    const Simulation& simulation = *read.value();
    REQUIRE(simulation.size() == expected.size() + 1);
    for (CellId id = 0; id < grid.cell_count(); ++id) {
      const Cell cell = grid.cell(id);
      const std::vector<std::string> words = {fmt::format("{},{}", cell.x, cell.y)};
      CHECK(simulation.judge({}, words).ok() == (hpa.node_at(id) >= 0));
      if (hpa.node_at(id) < 0) continue;
      CHECK((judged_step(simulation, {}, words) == StepVerdict::kRight) == expected.contains(id));
    }
    const SimulationStep last = simulation.step(given_to(simulation, expected.size()));
    CHECK(last.number);
    const double cost = expected.at(grid.id(last.cells.at(0)));
    CHECK(last_number(last.right) == doctest::Approx(cost / grid.base(0) / grid.unit_weight()).epsilon(0.01));
    links += expected.size();
  }
  CHECK(links > static_cast<size_t>(kSimulatedMaps));
}

TEST_CASE("a simulation that is played right counts as right, and each step shows only what is answered") {
  Lab lab(lesson_check_options());
  run(lab, {"lesson.student Ann", "lesson.open be-astar", "lesson.next"});
  const LessonController& lesson = lesson_controller(lab);
  REQUIRE(lesson.simulation());
  CHECK(shown_simulation(lab)["steps"] == 10);
  CHECK(lesson.waits_for_cells());
  for (int step = 1; step <= 10; ++step) {
    CHECK(shown_simulation(lab)["step"] == step);
    CHECK(shown_simulation(lab)["open"].get<size_t>() > 0);
    const auto& rows = lesson.simulation()->open;
    CHECK(std::ranges::is_sorted(rows, {}, [](const auto& row) { return std::pair(row.cell.y, row.cell.x); }));
    const size_t moment = lab.playback().cursor();
    for (const char* line : {"step.last", "step.forward 100", "step.next_expansion"}) (void)lab.execute(line);
    CHECK(lab.playback().cursor() == moment);
    answer_step(lab, true);
  }
  CHECK(lesson_dump(lab)["verdict"] == "right");
  CHECK(lesson_dump(lab)["first"] == 1);
  CHECK(failure(lab, "lesson.answer 3,4") == "lesson.answer: the question is answered already");
}

TEST_CASE(
    "a wrong step is told with f, g and h of both nodes, has one try, and the search goes on with the right one") {
  Lab lab(lesson_check_options());
  run(lab, {"lesson.student Ann", "lesson.open be-astar", "lesson.next"});
  const LessonController& lesson = lesson_controller(lab);
  // The open node with the largest f.
  const auto& rows = lesson.simulation()->open;
  const auto most = std::ranges::max_element(rows, {}, [](const auto& row) { return row.g + row.h; });
  const SimulationStep asked = lesson.simulation()->now;
  run(lab, fmt::format("lesson.answer {},{}", most->cell.x, most->cell.y));
  const std::string reason = lesson_dump(lab)["reason"];
  CHECK(reason.starts_with("Not right. "));
  CHECK(reason.find("is not the smallest") != std::string::npos);
  CHECK(reason.find(fmt::format("({}) is expanded with f =", asked.right[0])) != std::string::npos);
  CHECK(shown_simulation(lab)["verdicts"] == nlohmann::json({"wrong"}));
  CHECK(shown_simulation(lab)["step"] == 2);
  // What is no answer is no try, and the step that is begun again is the same.
  CHECK(failure(lab, "lesson.answer here").find("expected a cell as X,Y") != std::string::npos);
  CHECK(failure(lab, "lesson.answer 99,99").find("does not lie on the map") != std::string::npos);
  const size_t moment = lab.playback().cursor();
  run(lab, "lesson.reset");
  CHECK(lab.playback().cursor() == moment);
  CHECK(shown_simulation(lab)["step"] == 2);
  while (!lesson.answer_state().done) answer_step(lab, false);
  CHECK(lesson_dump(lab)["verdict"] == "wrong");
  CHECK(lesson_dump(lab)["reason"].get<std::string>().find("0 of 10 steps are right; step 1 is the first") !=
        std::string::npos);
  CHECK(lesson_dump(lab)["first"] == 0);
  run(lab, "lesson.next");
  run(lab, "lesson.back");
  CHECK(lesson_dump(lab)["verdict"] == "wrong");
  CHECK(shown_simulation(lab)["steps"] == 10);
}

TEST_CASE("an open node with the same f is right, too, and the sentence says which one the tie-breaking takes") {
  const TempFolder folder;
  const std::string path = folder.file("ties.lesson");
  REQUIRE(write_file_atomic(
              path,
              "lesson ties 1\ntitle \"Ties\"\nstep \"One\"\nsetup map.new 9 9\nsetup query.set 4 4 8 4\n"
              "setup brush.radius 0\nsetup paint.line 5 3 5 5 blocked\nsetup planner.trace astar\nsetup step.first\n"
              "setup step.next_expansion\nhide path future table open-order\n"
              "ask simulate \"Expand.\" expansions 2\nbecause \"So.\"\nshow future\n")
              .ok());
  Lab lab;
  run(lab, "lesson.open " + path);
  const LessonController& lesson = lesson_controller(lab);
  const auto f = [](const ShownSimulation::OpenRow& row) { return row.g + row.h; };
  const auto rows = lesson.simulation()->open;
  const double least = f(*std::ranges::min_element(rows, {}, f));
  const auto tie = std::ranges::find_if(rows, [&](const auto& row) {
    return f(row) < least + 1e-6 && fmt::format("{},{}", row.cell.x, row.cell.y) != lesson.simulation()->now.right[0];
  });
  REQUIRE(tie != rows.end());
  run(lab, fmt::format("lesson.answer {},{}", tie->cell.x, tie->cell.y));
  CHECK(shown_simulation(lab)["verdicts"] == nlohmann::json({"also right"}));
  CHECK(lesson_dump(lab)["reason"].get<std::string>().starts_with("Also right: "));
  CHECK(lesson_dump(lab)["reason"].get<std::string>().find("The tie-breaking takes") != std::string::npos);
  run(lab, "lesson.tell");
  CHECK(shown_simulation(lab)["verdicts"] == nlohmann::json({"also right", "told"}));
  CHECK(lesson_dump(lab)["verdict"] == "told");
}

TEST_CASE("a simulation is refused where the recording would tell its answers, or has nothing of the kind") {
  const TempFolder folder;
  const std::string path = folder.file("bad.lesson"),
                    head =
                        "lesson bad 1\ntitle \"Bad\"\nstep \"One\"\nsetup map.new 9 9\nsetup query.set 1 4 8 4\n"
                        "setup planner.trace astar\nsetup step.first\n",
                    tail = "\nbecause \"So.\"\n";
  const auto problem = [&](const std::string& lines) {
    REQUIRE(write_file_atomic(path, head + lines + tail).ok());
    Lab lab;
    return failure(lab, "lesson.open " + path);
  };
  const auto tells = [&](const std::string& lines, const std::string& said) {
    const std::string is = problem(lines);
    CHECK_MESSAGE(is.find(said) != std::string::npos, is);
  };
  tells("ask simulate \"Expand.\" expansions 3", "a simulation needs hide future");
  tells("hide future\nask simulate \"Expand.\" expansions 3", "hide open-order");
  tells("hide future open-order\nask simulate \"Expand.\" expansions 20", "the search has");
  tells("hide future\nask simulate \"Contract.\" contract", "no contraction is stepped");
  tells("hide future\nask simulate \"Connect.\" connect", "setup planner.trace hpa1");
  tells(
      "setup planner.trace bidirectional\nsetup wait.ready\nsetup step.to 12\nhide future open-order\nask simulate "
      "\"Expand.\" expansions 1",
      "the search goes on from both sides");
  tells(
      "setup planner.trace bidirectional\nsetup wait.ready\nsetup step.to 12\nhide future\nask simulate \"Relax.\" "
      "relax",
      "the search goes on from both sides");
  tells("hide future\nask simulate \"Connect.\" links",
        "bad.lesson:9: expected expansions, relax, contract or connect");
  tells("hide future\nask simulate \"Expand.\" expansions", "bad.lesson:9: the number of expansions is missing");
  tells("hide future\nask simulate \"Expand.\" expansions 21", "bad.lesson:9: expected 1 to 20 expansions");
  tells("hide future\nask simulate \"Relax.\" relax 3", "bad.lesson:9: '3' is not expected here");
  tells("setup paint.line 1 1 2 $SEED3", "'$SEED3' is not known in a lesson");
}

TEST_CASE("the pairs of a node with many neighbours, and the links of planners other than HPA*, are not asked for") {
  Lab lab;
  run(lab, {"map.new 50 10 force", "graph.node 2,2"});
  std::string order = "graph.order 2,2";
  for (int i = 0; i < 12; ++i) {
    const std::string cell = fmt::format("{},6", 2 + 3 * i);
    run(lab, {"graph.node " + cell, fmt::format("graph.edge 2,2 {} {}", cell, i + 1)});
    order += " " + cell;
  }
  run_settled(lab, {order, "query.set 2 2 2 6", "ch.graph drawn", "ch.order own", "ch on", "planner.trace ch"});
  run_settled(lab, "ch.contract on");
  const auto many = make_contraction(lab, 0);
  REQUIRE_FALSE(many.ok());
  CHECK(many.error().message() ==
        "the next node that is contracted has 66 pairs of neighbours, and 60 at most can be asked for");
  run_settled(lab, {"ch.contract off", "map.generate random 24 24 3 25 force", "haa on", "tables on"});
  for (const Planner& planner : planners()) {
    if (planner.needs != StructureId::kHaa && planner.needs != StructureId::kTables) continue;
    CAPTURE(std::string(planner.name));
    run_settled(lab, fmt::format("planner.trace {}", planner.name));
    const auto links = make_connecting(lab, 0);
    REQUIRE_FALSE(links.ok());
    CHECK(links.error().message().find("planner.trace hpa1") != std::string::npos);
  }
}

namespace {

// Lets the learner paint while the neighbours of S are asked for.
std::string walled_lesson(const TempFolder& folder) {
  const std::string path = folder.file("walled.lesson");
  REQUIRE(write_file_atomic(path,
                            "lesson walled 1\ntitle \"Walled\"\nstep \"One\"\nsetup map.new 9 9\n"
                            "setup query.set 4 4 8 4\nsetup brush.radius 0\nsetup planner.trace astar\n"
                            "setup step.first\nhide path future table\nmay paint.line\n"
                            "ask simulate \"Relax.\" relax\nbecause \"So.\"\nshow future\n")
              .ok());
  return path;
}

}  // namespace

TEST_CASE("an answer to a recording that the learner has changed is refused, and the step can be begun again") {
  const TempFolder folder;
  Lab lab(lesson_check_options());
  run(lab, open_line(walled_lesson(folder), "lesson.open"));
  const LessonController& lesson = lesson_controller(lab);
  REQUIRE(lesson.simulation());
  const size_t steps = lesson.simulation()->steps;
  REQUIRE(steps == 8);
  for (int i = 0; i < 5; ++i) answer_step(lab, true);
  // Of the eight neighbours two are left.
  run(lab, {"paint.line 3 3 5 3 blocked", "paint.line 3 5 5 5 blocked"});
  const SimulationStep asked = lesson.simulation()->now;
  const std::string changed = "the recording has changed: begin the step again";
  CHECK(failure(lab, format_command({"lesson.answer", asked.right})).find(changed) != std::string::npos);
  CHECK(failure(lab, "lesson.tell").find(changed) != std::string::npos);
  CHECK_FALSE(lesson.answer_state().done);
  CHECK(lesson.answer_state().steps.size() == 5);
  run(lab, "lesson.reset");
  CHECK(lesson.simulation()->now == asked);
  while (!lesson.answer_state().done) answer_step(lab, true);
  CHECK(lesson.answer_state().steps.size() == steps);
  CHECK(lesson_dump(lab)["verdict"] == "right");
}

TEST_CASE("stored answers to a simulation that is shorter now are forgotten, and its step begins anew") {
  const TempFolder folder;
  const LabOptions options{.settings_path = folder.file("settings.json")};
  const std::string open = open_line(walled_lesson(folder), "lesson.open");
  {
    Lab lab(options);
    run(lab, open);
    answer_step(lab, true);
    run(lab, {"lesson.reset all", "lesson.close"});
  }
  const nlohmann::json stored = nlohmann::json::parse(read_file(folder.file("lessons.json")).value());
  REQUIRE(stored.size() == 1);
  for (const bool done : {false, true}) {
    for (const size_t verdicts : {1, 9}) {
      CAPTURE(done);
      CAPTURE(verdicts);
      nlohmann::json forged = stored;
      nlohmann::json& answer = forged.front()["answers"][0];
      answer["answers"] = std::vector<std::string>(9, "new 1");
      answer["steps"] = std::vector<std::string>(verdicts, "right");
      answer["done"] = done;
      REQUIRE(write_file_atomic(folder.file("lessons.json"), forged.dump()).ok());
      Lab lab(options);
      run(lab, open);
      CHECK(shown_simulation(lab)["step"] == 1);
      CHECK(lesson_controller(lab).answer_state().answers.empty());
      answer_step(lab, true);
      CHECK(lesson_dump(lab)["verdict"] == "right");
    }
  }
}

TEST_CASE("a simulation with a wrong step has less than a full share, however many steps are right") {
  std::vector<std::string> verdicts(200, "right");
  CHECK(share_of_right(verdicts, verdicts.size()) == 1);
  verdicts[77] = "wrong";
  CHECK(share_of_right(verdicts, verdicts.size()) == 0.99);
  CHECK(share_of_right({}, 5) == 0);
}

TEST_CASE("the lessons with simulations pass their check for many students, and give them graphs of their own") {
  std::set<std::string> answers;
  for (int student = 0; student < (kSanitized ? 3 : 12); ++student) {
    for (const char* id : {"be-astar", "be-contraction", "be-connecting"}) {
      CAPTURE(id);
      CAPTURE(student);
      Lab lab(lesson_check_options());
      run(lab, {fmt::format("lesson.student S{}", student), fmt::format("lesson.open {}", id)});
      const LessonController& lesson = lesson_controller(lab);
      while (!lesson.finished()) {
        while (!lesson.may_go_on()) answer_step(lab, true);
        answers.insert(lesson.shown().answer);
        run(lab, "lesson.next");
      }
      CHECK(lesson.first_right() == lesson.lesson().questions());
    }
  }
  CHECK(answers.size() > (kSanitized ? 6u : 24u));
}
