// Searches side by side: the places that all understand, and what two of them do differently.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "app/base/palette.hpp"
#include "app/playback/search_progress.hpp"
#include "app/playback/trace_difference.hpp"
#include "core/base/rng.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"

using namespace strata;

namespace {

struct RecordedTrace {
  Trace trace;
  Playback playback;
};

// Searches of several planners for one query on a generated map.
struct SideBySide {
  World world;
  PlanQuery query;
  std::vector<std::unique_ptr<RecordedTrace>> searches;

  explicit SideBySide(const SceneSpec& spec, std::initializer_list<const char*> planners) : world(generate(spec)) {
    world.finish_updates();
    const auto suggested = suggested_query(world.map(), spec.seed);
    REQUIRE(suggested.has_value());
    query = *suggested;
    Workspace workspace;
    PlanResult result;
    for (const char* planner : planners) {
      auto own = std::make_unique<RecordedTrace>();
      plan(world, *planner_named(planner), query, {}, workspace, result, &own->trace);
      own->playback.load(&own->trace, world.map().width(), world.map().height());
      searches.push_back(std::move(own));
    }
  }
};

const SceneSpec kScenes[] = {
    {SceneKind::kForest, 60, 50, 3}, {SceneKind::kCity, 70, 64, 5}, {SceneKind::kMaze, 40, 40, 2}};

// Cells that have been expanded before the cursor, from the events alone. What happens to a cell later, in the same
// search or in the next one of the same planner, does not undo its expansion.
std::set<CellId> expanded_cells(const Trace& trace, size_t cursor, size_t* abstract = nullptr) {
  std::set<CellId> cells;
  for (size_t i = 0; i < cursor; ++i) {
    const SearchEvent& event = trace.events()[i];
    if (event.level > 0) {
      if (abstract != nullptr) *abstract += event.type == EventType::kExpand;
      continue;
    }
    if (event.type == EventType::kExpand) cells.insert(event.node);
  }
  return cells;
}

}  // namespace

TEST_CASE("places ascend with the events, and the cursor of a place is the last moment that stands there") {
  for (const SceneSpec& spec : kScenes) {
    const SideBySide all(spec, {"astar", "hpa1", "best-first", "dijkstra"});
    for (const auto& own : all.searches) {
      SearchProgress pace;
      pace.read(own->playback);
      for (const ProgressMeasure by : {ProgressMeasure::kExpansions, ProgressMeasure::kTime, ProgressMeasure::kPhase}) {
        for (const double micros : {0.0, 730.0}) {
          CHECK(pace.place(0, by, micros) == SearchProgress::kBeginning);
          double last = SearchProgress::kBeginning;
          for (size_t cursor = 1; cursor <= own->trace.events().size(); ++cursor) {
            const double place = pace.place(cursor, by, micros);
            CHECK(place >= last);
            // The next place follows the last one, and the one before comes before.
            if (place > last) {
              CHECK(pace.next(last, by, micros) == place);
              CHECK(pace.previous(place, by, micros) == last);
              CHECK(pace.cursor(last, by, micros) == cursor - 1);
            }
            last = place;
          }
          CHECK(pace.end(by, micros) == last);
          CHECK(pace.cursor(last, by, micros) == own->trace.events().size());
          CHECK(pace.cursor(1e15, by, micros) == own->trace.events().size());
          CHECK(pace.cursor(-2, by, micros) == 0);
          CHECK_FALSE(pace.next(last, by, micros).has_value());
          CHECK_FALSE(pace.previous(SearchProgress::kBeginning, by, micros).has_value());
        }
      }
      CHECK(pace.end(ProgressMeasure::kExpansions, 0) ==
            static_cast<double>(own->playback.outline().expansions.size()));
      CHECK(pace.end(ProgressMeasure::kTime, 730) == doctest::Approx(730));
    }
  }
}

TEST_CASE("at the same place searches have expanded as many nodes, or are in the same phase") {
  SideBySide all(kScenes[1], {"astar", "hpa1"});
  Playback& first = all.searches[0]->playback;
  Playback& second = all.searches[1]->playback;
  SearchProgress one, other;
  one.read(first);
  other.read(second);
  const size_t least = std::min(first.outline().expansions.size(), second.outline().expansions.size());
  for (size_t expansions = 1; expansions <= least; ++expansions) {
    const auto place = static_cast<double>(expansions);
    first.jump(one.cursor(place, ProgressMeasure::kExpansions, 0));
    second.jump(other.cursor(place, ProgressMeasure::kExpansions, 0));
    CHECK(first.counts().expanded == expansions);
    CHECK(second.counts().expanded == expansions);
  }
  // A* knows no insertion and no refinement: it waits, and it has ended.
  second.jump(second.outline().phase_end(Phase::kInsertGoal, second.outline().top_level));
  CHECK(one.cursor(other.place(second.cursor(), ProgressMeasure::kPhase, 0) - 1e-6, ProgressMeasure::kPhase, 0) == 0);
  second.jump(second.outline().phase_end(Phase::kRefine));
  CHECK(one.cursor(other.place(second.cursor(), ProgressMeasure::kPhase, 0), ProgressMeasure::kPhase, 0) ==
        first.size());
}

TEST_CASE("a difference is what the two traces say, at every pair of moments") {
  Rng rng(7);
  for (const SceneSpec& spec : kScenes) {
    SideBySide all(spec, {"astar", "dijkstra", "hpa1", "best-first"});
    for (size_t a = 0; a < all.searches.size(); ++a) {
      for (size_t b = 0; b < all.searches.size(); ++b) {
        RecordedTrace &first = *all.searches[a], &second = *all.searches[b];
        for (int i = 0; i < 12; ++i) {
          first.playback.jump(i == 0 ? first.playback.size()
                                     : rng.below(static_cast<uint32_t>(first.playback.size() + 1)));
          second.playback.jump(i == 0 ? second.playback.size()
                                      : rng.below(static_cast<uint32_t>(second.playback.size() + 1)));
          DifferenceCounts told;
          const auto in_first = expanded_cells(first.trace, first.playback.cursor(), &told.abstract_first);
          const auto in_second = expanded_cells(second.trace, second.playback.cursor(), &told.abstract_second);
          for (const CellId cell : in_first) (in_second.contains(cell) ? told.both : told.only_first) += 1;
          told.only_second = in_second.size() - told.both;
          CHECK(count_difference(first.playback, second.playback) == told);
        }
      }
    }
  }
}

TEST_CASE("the next divergence is where a scan of both traces finds one") {
  for (const SceneSpec& spec : kScenes) {
    SideBySide all(spec, {"astar", "dijkstra", "best-first", "hpa1"});
    for (size_t a = 0; a < all.searches.size(); ++a) {
      for (size_t b = 0; b < all.searches.size(); ++b) {
        const std::vector<SearchEvent>&one = all.searches[a]->trace.events(), &other = all.searches[b]->trace.events();
        TraceDifference difference;
        difference.read(all.searches[a]->playback, all.searches[b]->playback);
        if (a == b) {
          CHECK(difference.same());
          CHECK_FALSE(difference.next_divergence(0).has_value());
          continue;
        }
        // In slices of any size the same comes out.
        TraceDifference sliced;
        Rng rng(a * 8 + b);
        for (sliced.begin(); !sliced.done();) {
          sliced.go_on(all.searches[a]->playback, all.searches[b]->playback, rng.below(100));
        }
        CHECK(sliced.first_event() == difference.first_event());
        CHECK(sliced.partings() == difference.partings());
        std::set<size_t> moments;
        std::optional<size_t> first_event;
        for (size_t i = 0; i <= std::min(one.size(), other.size()); ++i) {
          const bool ends = i == one.size() || i == other.size();
          const bool differ = ends ? one.size() != other.size()
                                   : one[i].type != other[i].type || one[i].node != other[i].node ||
                                         one[i].level != other[i].level || one[i].g != other[i].g ||
                                         one[i].h != other[i].h;
          if (!differ) continue;
          first_event = i;
          break;
        }
        CHECK(difference.first_event() == first_event);
        std::vector<size_t> expansions_one, expansions_other;
        for (size_t i = 0; i < one.size(); ++i) {
          if (one[i].type == EventType::kExpand) expansions_one.push_back(i);
        }
        for (size_t i = 0; i < other.size(); ++i) {
          if (other[i].type == EventType::kExpand) expansions_other.push_back(i);
        }
        bool together = true;
        for (size_t k = 0; k < std::min(expansions_one.size(), expansions_other.size()); ++k) {
          const SearchEvent &left = one[expansions_one[k]], &right = other[expansions_other[k]];
          const bool same = left.node == right.node && left.level == right.level;
          if (together && !same) moments.insert(expansions_one[k] + 1);
          together = same;
        }
        const size_t shared = std::min(expansions_one.size(), expansions_other.size());
        if (together && expansions_one.size() != expansions_other.size()) {
          moments.insert(shared < expansions_one.size() ? expansions_one[shared] + 1 : one.size());
        }
        // Only searches without a parting differ in events that are no expansions.
        if (moments.empty() && first_event) moments.insert(std::min(*first_event + 1, one.size()));
        for (size_t cursor = 0; cursor <= one.size(); ++cursor) {
          const auto next = moments.upper_bound(cursor);
          const std::optional<size_t> told = difference.next_divergence(cursor);
          CHECK(told.has_value() == (next != moments.end()));
          if (told && next != moments.end()) CHECK(*told == *next);
        }
      }
    }
  }
}
