// What the table of planners says is true: every figure of every row is recomputed from a recording, from the path or
// by a plain Dijkstra, and every superlative is held against all other rows.
#include "app/lab/comparison.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/base/count_text.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "core/base/byte_text.hpp"
#include "core/base/rng.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"
#include "tests/lab_support.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

// The figures of a row, found without what the row says.
struct TrueFigures {
  bool searched = false, found = false;
  uint64_t expanded = 0, generated = 0;
  double cost = 0;  // straight steps
  double unsmoothed = 0;
};

class ComparisonTruth {
 public:
  explicit ComparisonTruth(Lab& lab) : lab_(lab), world_(lab.world()) {}

  void check() {
    const LabState& s = lab_.state();
    comparison_.read(lab_);
    from_start_.clear();
    if (can_stand(world_.map(), world_.rules(), s.query.start))
      from_start_ = plain_dijkstra(world_.map(), world_.rules(), s.query.start);
    figures_.clear();
    for (const PlannerRow& row : s.rows) {
      if (row.shown && row.solved) figures_[row.planner] = true_figures(*row.planner);
    }
    for (const PlannerRow& row : s.rows) {
      if (!row.shown) continue;
      CAPTURE(std::string(row.planner->name));
      CAPTURE(row.note);
      row.solved ? check_row(row) : check_unsolved(row);
    }
    check_note();
  }
  const std::set<std::string>& heard() const { return heard_; }
  size_t rows() const { return rows_; }

 private:
  bool drawn(const Planner& planner) const { return plans_own_graph(world_, planner); }

  double unit(const Planner& planner) const {
    return drawn(planner) ? kDrawnUnit : static_cast<double>(profile_info(world_.rules().profile).straight);
  }

  // Returns the length of a path over cells or over nodes of the drawn graph, by the rules alone.
  double length_of(const Planner& planner, const PlanResult& result) const {
    const GridMap& map = world_.map();
    if (!result.points.empty()) {
      double length = 0;
      for (size_t i = 1; i < result.points.size(); ++i) {
        length += std::hypot(result.points[i].x - result.points[i - 1].x, result.points[i].y - result.points[i - 1].y);
      }
      return length / 2 / result.units;
    }
    const std::vector<CellId>& path = drawn(planner) ? result.abstract_path : result.path;
    uint64_t sum = 0;
    for (size_t i = 1; i < path.size(); ++i) {
      const Cell a = map.cell(path[i - 1]), b = map.cell(path[i]);
      sum += drawn(planner) ? drawn_edge(a, b) : step(a, b);
    }
    return static_cast<double>(sum) / unit(planner);
  }
  Cost step(Cell a, Cell b) const {
    const std::vector<Cost>& known = steps_[{a.x, a.y, b.x, b.y}];
    if (!known.empty()) return known.front();
    const Cost cost = plain_step(world_.map(), world_.rules(), a, b).value_or(kInfinite);
    CHECK_MESSAGE(cost != kInfinite, "a step that is not legal");
    steps_[{a.x, a.y, b.x, b.y}] = {cost};
    return cost;
  }
  Cost drawn_edge(Cell a, Cell b) const {
    const DrawnGraph& graph = world_.drawn_graph();
    for (const DrawnGraphEdge& edge : graph.edges()) {
      const Cell u = graph.nodes()[edge.a], v = graph.nodes()[edge.b];
      if ((u == a && v == b) || (u == b && v == a)) return edge.weight;
    }
    CHECK_MESSAGE(false, "no edge of the drawn graph");
    return 0;
  }

  TrueFigures true_figures(const Planner& planner) {
    Trace trace;
    PlanResult result;
    plan(world_, planner, lab_.state().query, lab_.state().plan_options(), workspace_, result, &trace);
    REQUIRE_FALSE(trace.truncated());
    const Planner& searched = recorded_planner(trace, planner);
    TrueFigures out{.searched = result.found() || result.status == PlanStatus::kNoPath, .found = result.found()};
    uint64_t edges = 0, nodes_of_path = 1;
    // Planners that climb an elimination tree, or look up, have an open list where they link and refine alone.
    const bool has_open_list = searched.needs != StructureId::kTables && searched.needs != StructureId::kCch &&
                               searched.needs != StructureId::kLabels;
    for (const SearchEvent& event : trace.events()) {
      out.expanded += event.type == EventType::kExpand;
      const bool listed = has_open_list || event.phase == Phase::kRefine || event.phase == Phase::kInsertStart ||
                          event.phase == Phase::kInsertGoal;
      out.generated += listed && (event.type == EventType::kGenerate || event.type == EventType::kUpdate);
      if (event.type == EventType::kPathEdge && event.level == 0) edges += event.g;
      nodes_of_path += event.type == EventType::kPathEdge && event.level > 0;
    }
    // Of what is looked up, the nodes of the path count.
    if (planner.needs == StructureId::kTables) out.expanded = result.found() ? nodes_of_path : 0;
    // A recording of any-angle labels reads all corners in sight; the search leaves out those that are too far.
    if (planner.needs == StructureId::kMeshLabels) {
      CHECK(out.expanded >= result.stats.total().expanded);
      out.expanded = result.stats.total().expanded;
      out.generated = result.stats.total().generated;
    }
    if (!result.found()) return out;
    out.cost = length_of(planner, result);
    out.unsmoothed = static_cast<double>(edges) / unit(planner);
    return out;
  }

  // Rows whose figures may be compared answer the same query on the same graph.
  bool comparable(const Planner& a, const Planner& b, size_t figure) const {
    if (drawn(a) != drawn(b)) return false;
    return figure != kCostFigure || a.any_angle == b.any_angle;
  }
  double figure_of(const PlannerRow& row, size_t figure) const {
    const TrueFigures& own = figures_.at(row.planner);
    switch (figure) {
      case kExpandedFigure:
        return static_cast<double>(own.expanded);
      case kGeneratedFigure:
        return static_cast<double>(own.generated);
      case kTimeFigure:
        return row.micros;
      default:
        return own.cost;
    }
  }

  // Returns the smallest value over rows that may be compared, and how many have one.
  std::pair<double, int> least(const Planner& of, size_t figure) const {
    std::pair<double, int> found{1e300, 0};
    for (const PlannerRow& row : lab_.state().rows) {
      const auto own = figures_.find(row.planner);
      if (own == figures_.end() || !comparable(of, *row.planner, figure)) continue;
      if (figure == kCostFigure ? !own->second.found : !own->second.searched) continue;
      found.first = std::min(found.first, figure_of(row, figure));
      ++found.second;
    }
    return found;
  }

  void say(std::string_view what) const { heard_.insert(std::string(what)); }

  void check_row(const PlannerRow& row) {
    ++rows_;
    const TrueFigures& own = figures_.at(row.planner);
    const Planner& planner = *row.planner;
    if (!own.searched) {
      CHECK_FALSE(row_reason(row, true).empty());
      return say("no search");
    }
    check_status(row, own);
    for (const size_t figure : {kExpandedFigure, kTimeFigure, kCostFigure, kGeneratedFigure}) {
      CAPTURE(figure);
      const ComparisonTableCell cell = comparison_.cell(lab_, row, figure);
      if (!own.found && figure != kExpandedFigure && figure != kTimeFigure) {
        CHECK(cell.kind == ComparisonTableCell::Kind::kReason);
        continue;
      }
      REQUIRE(cell.kind == ComparisonTableCell::Kind::kValue);
      if (figure == kExpandedFigure) CHECK(cell.text == count_text(own.expanded));
      if (figure == kGeneratedFigure) CHECK(cell.text == count_text(own.generated));
      if (figure == kTimeFigure) CHECK(cell.text == micros_text(lab_.state(), row.micros));
      if (figure == kCostFigure) CHECK(std::abs(std::stod(cell.text) - own.cost) <= tolerance(planner));
      const auto [smallest, count] = least(planner, figure);
      const double value = figure_of(row, figure);
      const bool same = figure == kCostFigure ? value <= smallest + tolerance(planner) : value == smallest;
      if (cell.best) CHECK_MESSAGE((same && count > 1), "it is the smallest of several");
      if (!cell.best)
        CHECK_MESSAGE((!same || count == 1 || figure == kCostFigure), "a smaller one is there, or no other");
      if (cell.best) say("best");
    }
    check_above(row, own);
    check_lines(row, own);
  }

  // Paths at any angle are made of roots of whole numbers, cut off at some place.
  static double tolerance(const Planner& planner) { return planner.any_angle ? 0.03 : 0.00501; }

  void check_status(const PlannerRow& row, const TrueFigures& own) {
    const Planner& planner = *row.planner;
    if (own.found || drawn(planner) || planner.any_angle || from_start_.empty()) return;
    if (row.note != "no path") return;
    CHECK(from_start_[world_.map().id(lab_.state().query.goal)] == kInfinite);
    say("no path");
  }

  void check_above(const PlannerRow& row, const TrueFigures& own) {
    if (!own.found) return;
    const Planner& planner = *row.planner;
    const ComparisonTableCell cell = comparison_.cell(lab_, row, kPercentFigure);
    if (drawn(planner)) {
      CHECK(cell.kind == ComparisonTableCell::Kind::kDash);
      return;
    }
    if (!planner.any_angle) {
      REQUIRE(cell.kind == ComparisonTableCell::Kind::kValue);
      const double optimum = from_start_[world_.map().id(lab_.state().query.goal)] / unit(planner);
      const double percent = optimum == 0 ? 0 : 100 * (own.cost - optimum) / optimum;
      say(own.cost == optimum ? "optimal" : "above");
      CHECK(cell.text == (own.cost == optimum ? "optimal" : fmt::format("+{:.2f} %", percent)));
      return;
    }
    const auto polyanya = figures_.find(planner_named("polyanya"));
    if (polyanya == figures_.end() || !polyanya->second.found) {
      CHECK(cell.kind == ComparisonTableCell::Kind::kUnrated);
      CHECK(cell.text == "any angle");
      return say("any angle");
    }
    REQUIRE(cell.kind == ComparisonTableCell::Kind::kValue);
    const double best = polyanya->second.cost;
    const double percent = best == 0 ? 0 : 100 * (own.cost - best) / best, off = best == 0 ? 0 : 100 * 0.01 / best;
    if (cell.text == "shortest") {
      say("shortest");
      CHECK(percent <= off + 0.005);
      return;
    }
    const double said = (cell.text[0] == '+' ? 1 : -1) * std::stod(cell.text.substr(cell.text[0] == '+' ? 1 : 3));
    say("above at any angle");
    CHECK(std::abs(said - percent) <= off + 0.005);
  }

  void check_lines(const PlannerRow& row, const TrueFigures& own) {
    const Planner& planner = *row.planner;
    const ComparisonTooltipLines lines = comparison_.lines(lab_, row);
    bool smoothing = false;
    for (size_t i = 0; i < lines.count; ++i) {
      const ComparisonTooltipLine& line = lines.lines[i];
      const std::string title = line.title;
      CAPTURE(title);
      const size_t figure = title == "Expanded" ? kExpandedFigure : kTimeFigure;
      if (line.times_best != 0) {
        REQUIRE((title == "Expanded" || title == "Time"));
        const double smallest = least(planner, figure).first;
        CHECK(figure_of(row, figure) > smallest);
        CHECK(line.times_best == doctest::Approx(figure_of(row, figure) / std::max(smallest, 1e-3)));
        say("times the best");
      } else if (title == "Expanded" || title == "Time") {
        CHECK(figure_of(row, figure) <= least(planner, figure).first);
      }
      if (title == "Runs") {
        CHECK(line.text == (row.repeats == 1 ? "one: no median" : fmt::format("median of {}", row.repeats)));
        CHECK(row.repeats >= 1);
      } else if (title == "Unsmoothed") {
        smoothing = true;
        if (planner.name.starts_with("hpa")) CHECK(std::abs(std::stod(line.text) - own.unsmoothed) <= 0.00501);
        CHECK(std::stod(line.text) + 0.00501 >= own.cost);
        say("unsmoothed");
      } else if (title == "Memory") {
        CHECK(line.text == bytes_text(memory_of(planner, row.memory_bytes)));
      }
    }
    if (planner.name.starts_with("hpa") && own.found && lab_.state().plan_options().first_moves == 0)
      CHECK(smoothing == (std::abs(own.unsmoothed - own.cost) > 1e-9));
  }

  // Returns the moves, and all of the structure if it has no levels and is built from nothing else.
  size_t memory_of(const Planner& planner, size_t otherwise) const {
    if (planner.asks != nullptr) return memory_of(planner.asks(world_), otherwise);
    const size_t moves = world_.moves().memory_bytes();
    CHECK((otherwise >= moves || world_.structure(planner.needs).has_own_moves()));
    if (planner.needs == StructureId::kMoves) return moves;
    if (planner.name == "alt" || planner.name == "rooms" || planner.family == baseline_planner().family) {
      say("memory of a structure");
      return moves + memory_bytes(world_, planner.needs);
    }
    return otherwise;
  }

  void check_unsolved(const PlannerRow& row) {
    const std::string_view reason = row_reason(row, true);
    CHECK_FALSE(reason.empty());
    CHECK(comparison_.cell(lab_, row, kExpandedFigure).kind == ComparisonTableCell::Kind::kReason);
    say("a reason");
  }

  // The sentence below the table names the fastest hierarchy, and is there only if plain jump points beat it.
  void check_note() {
    const LabState& s = lab_.state();
    const PlannerRow* jps = s.row("jps");
    if (world_.level() != nullptr) return;
    const PlannerRow* fastest = nullptr;
    bool over_mesh = false, over_graph = false;
    for (const PlannerRow& row : s.rows) {
      over_graph = over_graph || (drawn(*row.planner) && row.shown && row.solved && row.result.found());
      const auto own = figures_.find(row.planner);
      if (!row.planner->family->hierarchical || drawn(*row.planner) || own == figures_.end() || !own->second.found)
        continue;
      over_mesh = over_mesh || row.planner->any_angle;
      if (fastest == nullptr || row.micros < fastest->micros) fastest = &row;
    }
    const bool beaten = !over_mesh && !over_graph && jps->shown && jps->solved && jps->result.found() &&
                        fastest != nullptr && fastest->micros > jps->micros && !s.fixed_clock;
    CHECK(s.comparison_note.empty() != beaten);
    if (!beaten) return;
    CHECK(s.comparison_note ==
          fmt::format("{} ({}) is faster here than every hierarchy that is compared; the fastest of them is {} ({})",
                      jps->planner->title, micros_text(s, jps->micros), fastest->planner->title,
                      micros_text(s, fastest->micros)));
    say("note");
  }

  Lab& lab_;
  const World& world_;
  Workspace workspace_;
  Comparison comparison_;
  std::vector<Cost> from_start_;
  std::map<const Planner*, TrueFigures> figures_;
  mutable std::map<std::array<int, 4>, std::vector<Cost>> steps_;
  mutable std::set<std::string> heard_;
  size_t rows_ = 0;
};

const std::vector<std::vector<std::string>>& compared_scenes() {
  static const std::vector<std::vector<std::string>> kScenes = {
      {"map.generate cave 44 32 1"},
      {"map.generate rooms 40 36 2", "plan.weight 2", "plan.ties fifo", "ch.graph hpa"},
      {"map.generate random 36 30 3", "plan.heuristic manhattan", "cch.graph sectors", "plan.potentials off"},
      {"map.generate city 48 40 4", "plan.smooth off", "ch.graph cells", "planner.show polyanya off"},
      {"map.generate forest 34 30 5", "terrain.weight swamp 3", "rules.capability ground,swamp,trees"},
      {"map.generate rooms 40 30 6", "rules.profile four"},
      {"map.generate cave 36 30 7", "agent.size 2", "hna.links rows", "hpa.spacing 6"},
      {"map.generate random 40 30 8", "rules.profile paper", "paint.line 20 0 20 29 blocked"},
  };
  return kScenes;
}

void show_all_planners(Lab& lab) {
  for (const char* line : {"hpa.cluster_size 6", "hpa.levels 3", "haa.sizes 2"}) static_cast<void>(lab.execute(line));
  for (const std::string& line : structure_switches({"mesh-classes"})) static_cast<void>(lab.execute(line));
  run(lab, "planner.levels_apart on");
  for (const Planner& planner : planners())
    static_cast<void>(lab.execute(fmt::format("planner.show {} on", planner.name)));
}

}  // namespace

TEST_CASE("every figure of the comparison is what a recording, the path and a plain search say, for every planner") {
  std::set<std::string> heard;
  size_t rows = 0;
  for (const std::vector<std::string>& scene : compared_scenes()) {
    CAPTURE(scene.front());
    Lab lab;
    run(lab, scene.front());
    show_all_planners(lab);
    for (size_t i = 1; i < scene.size(); ++i) run(lab, scene[i]);
    lab.finish_updates();
    Rng rng(scene.size() * 7 + scene.front().size());
    ComparisonTruth truth(lab);
    for (int i = 0; i < rounds(8); ++i) {
      PlanQuery query{random_cell(lab.world().map(), rng), random_cell(lab.world().map(), rng)};
      for (int tries = 0; tries < 200 && i > 0 && !can_stand(lab.world().map(), lab.world().rules(), query.start);
           ++tries)
        query.start = random_cell(lab.world().map(), rng);
      for (int tries = 0; tries < 200 && i > 1 && !can_stand(lab.world().map(), lab.world().rules(), query.goal);
           ++tries)
        query.goal = random_cell(lab.world().map(), rng);
      run(lab, fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y));
      CAPTURE(fmt::format("{},{} to {},{}", query.start.x, query.start.y, query.goal.x, query.goal.y));
      lab.finish_updates();
      truth.check();
    }
    rows += truth.rows();
    heard.insert(truth.heard().begin(), truth.heard().end());
  }
  MESSAGE(rows, " rows");
  if (kSanitized) return;
  for (const char* what : {"best", "times the best", "optimal", "above", "shortest", "above at any angle", "any angle",
                           "unsmoothed", "no path", "no search", "a reason", "memory of a structure"}) {
    CHECK_MESSAGE(heard.contains(what), "never heard: " << what);
  }
}

TEST_CASE("planners that answer on the drawn graph are compared with each other alone") {
  Lab lab;
  run(lab, "map.generate cave 40 30 2");
  show_all_planners(lab);
  draw_graph(lab);
  ComparisonTruth truth(lab);
  truth.check();
  // CH answers over four nodes, A* over all cells: neither is the best of both.
  Comparison comparison;
  comparison.read(lab);
  REQUIRE(lab.state().row("ch")->result.found());
  const PlannerRow& astar = *lab.state().row("astar");
  for (const size_t figure : {kExpandedFigure, kGeneratedFigure, kCostFigure}) {
    int best = 0;
    for (const PlannerRow& row : lab.state().rows) {
      if (row.shown && !plans_own_graph(lab.world(), *row.planner)) best += comparison.cell(lab, row, figure).best;
    }
    if (astar.result.found()) CHECK(best > 0);
  }
}

TEST_CASE("while answers are outstanding, none of those that are there is called the best") {
  Lab lab({.wait_cells = 0});
  run_settled(lab, {"map.generate cave 90 70 3", "planner.levels_apart on"});
  Rng rng(5);
  int waiting = 0, complete = 0;
  for (int i = 0; i < 12; ++i) {
    const Cell goal = random_cell(lab.world().map(), rng);
    run(lab, fmt::format("query.goal {} {}", goal.x, goal.y));
    for (int frame = 0; frame < 6; ++frame) {
      lab.tick(1.0 / 60);
      Comparison comparison;
      comparison.read(lab);
      const bool outstanding =
          std::ranges::any_of(lab.state().rows, [](const PlannerRow& r) { return r.shown && r.waiting; });
      ++(outstanding ? waiting : complete);
      if (!outstanding) continue;
      for (const PlannerRow& row : lab.state().rows) {
        if (!row.shown) continue;
        for (size_t figure = 0; figure < kComparedMeasures; ++figure)
          CHECK_FALSE(comparison.cell(lab, row, figure).best);
        const ComparisonTooltipLines lines = comparison.lines(lab, row);
        for (size_t k = 0; k < lines.count; ++k) CHECK(lines.lines[k].times_best == 0);
      }
    }
    lab.finish_updates();
  }
  CHECK(waiting > 0);
}

TEST_CASE("a planner that is hidden answers when its levels are set anew, also if there are as many already") {
  Lab lab;
  run_settled(lab, "planner.show hpa3 off");
  run_settled(lab, "hpa.levels 3");
  CHECK(lab.state().row("hpa3")->shown);
  CHECK(lab.state().row("hpa3")->solved);
}

}  // namespace strata::test
