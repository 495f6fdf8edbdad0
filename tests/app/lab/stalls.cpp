// How long commands and ticks keep the main thread on the largest maps.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "core/base/work_count.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// The command, then ticks until all is done (or some seconds have passed): the longest of each.
void measure(Lab& lab, OverlayBuilder& builder, const std::string& line, double seconds = 20) {
  const auto begin = Clock::now();
  lab.run(line);  // as a user's: it does not wait for what goes on in a thread
  const double command = ms_since(begin);
  double slowest = 0, drawing = 0;
  int ticks = 0, slow = 0;
  const auto start = Clock::now();
  do {
    auto at = Clock::now();
    lab.tick(1.0 / 60);
    const double tick = ms_since(at);
    slowest = std::max(slowest, tick);
    slow += tick > 30;
    ++ticks;
    at = Clock::now();
    test::draw_views(builder, lab);
    drawing = std::max(drawing, ms_since(at));
  } while (ms_since(start) < seconds * 1000 &&
           (ticks < 5 || lab.state().building || lab.state().solving || lab.state().large.on));
  MESSAGE(line, ": command ", command, " ms; slowest tick ", slowest, " ms of ", ticks, " (", slow,
          " above 30 ms); overlay ", drawing, " ms; after ", ms_since(start) / 1000, " s",
          lab.state().dialogs.empty() ? "" : " (refused: " + lab.state().dialogs.front().text + ")");
}

}  // namespace

// STRATA_STALLS=8192 prints them for a map of that size.
TEST_CASE("commands on a very large map, and what they take of the main thread") {
  const char* set = std::getenv("STRATA_STALLS");
  const int side = set != nullptr ? std::atoi(set) : 0;
  if (side == 0) return;
  LabInView lab(1000, 700);
  OverlayBuilder builder;
  measure(lab, builder, fmt::format("map.generate city {} {} 1 force", side, side), 120);
  for (const char* line : {"tool.select brush",
                           "paint.stroke brush blocked 3 round 500,500 600,550",
                           "edit.undo",
                           "query.goal 700 700",
                           "sectors on",
                           "rooms on",
                           "rooms off",
                           "sectors off",
                           "haa on",
                           "haa off",
                           "agent.size 2",
                           "agent.size 1",
                           "rules.profile four",
                           "rules.profile octile",
                           "terrain.weight swamp 3",
                           "terrain.weight swamp 1",
                           "landmarks.count 2",
                           "landmarks on",
                           "landmarks off",
                           "hpa.cluster_size 16",
                           "hpa.levels 4",
                           "layer clearance on",
                           "layer clearance off",
                           "planner.show jps off",
                           "planner.show jps on",
                           "ch on",
                           "ch off",
                           "cch on",
                           "cch off",
                           "tables on",
                           "tables off",
                           "paint.fill 500 500 water",
                           "edit.undo",
                           "paint.rectangle 0 0 8191 8191 filled swamp",
                           "edit.undo",
                           "map.save_as /tmp/strata-stall.map",
                           "map.open /tmp/strata-stall.map force",
                           "select.all",
                           "piece.copy",
                           "piece.move 5 5",
                           "piece.rotate right",
                           "piece.mirror vertical",
                           "piece.fill water",
                           "piece.drop",
                           "edit.undo",
                           "piece.paste",
                           "piece.discard",
                           "select.none",
                           "map.new 8192 8192 force"}) {
    measure(lab, builder, line);
  }
}

TEST_CASE("however large the map, no command and no frame goes through more of it than a fraction") {
  constexpr int kSide = 1024;
  constexpr uint64_t kMost = 250'000;  // units of work; the map has a million cells
  LabOptions options{.slice_ms = 1};
  LabInView lab(1000, 700, options);
  // What is copied also goes to the clipboard of the system, as a text.
  std::string clipboard;
  LabHost host;
  host.set_clipboard = [&](const std::string& text) { clipboard = text; };
  host.get_clipboard = [&] { return clipboard; };
  lab.set_host(std::move(host));
  OverlayBuilder builder;
  const auto most_of = [&](const std::string& line) {
    uint64_t most = 0;
    const auto counted = [&](const auto& work) {
      const uint64_t before = work_of_this_thread();
      work();
      most = std::max(most, work_of_this_thread() - before);
    };
    counted([&] { lab.run(line); });
    for (int i = 0; i < 200'000; ++i) {
      const LabState& s = lab.state();
      if (i > 3 && !s.building && !s.solving && !s.large.on) break;
      counted([&] { lab.tick(1.0 / 60); });
      if (s.large.on || s.solving) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    counted([&] { test::draw_views(builder, lab); });
    while (!lab.state().dialogs.empty()) lab.run("dialog.close");
    return most;
  };
  for (const char* line : {"map.generate random 1024 1024 1 20",
                           "query.random 3",
                           "query.goal 900 900",
                           "paint.line 700 700 760 720",
                           "edit.undo",
                           "haa on",
                           "haa off",
                           "sectors on",
                           "rooms on",
                           "landmarks on",
                           "layer clearance on",
                           "hpa.cluster_size 16",
                           "hpa.levels 2",
                           "agent.size 2",
                           "agent.size 1",
                           "rules.profile four",
                           "rules.profile octile",
                           "terrain.weight swamp 3",
                           "terrain.letter T ground",
                           "planner.trace dijkstra",
                           "planner.show jps off",
                           "planner.show jps on",
                           "select.rectangle 5 5 1000 1018",
                           "piece.copy",
                           "piece.move 3 -2",
                           "piece.mirror horizontal",
                           "piece.rotate right",
                           "piece.fill water",
                           "piece.copy",
                           "piece.discard",
                           "piece.paste 7,7",
                           "piece.discard",
                           "select.inverse",
                           "select.all",
                           "map.new 1024 1024 force",
                           "select.all",
                           "piece.cut",
                           "piece.paste",
                           "piece.discard"}) {
    CAPTURE(line);
    const uint64_t most = most_of(line);
    CAPTURE(most);
    CHECK(most <= kMost);
    if (std::string_view(line) == "piece.copy") CHECK(clipboard.size() > 1'000'000);
  }
  CHECK(lab.world().map().width() == kSide);
}
