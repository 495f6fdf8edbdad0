// Purpose: Commands of the lab in tests: those that must work, and those that must not.
#pragma once

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <thread>

#include "app/base/command.hpp"
#include "app/lab/lab.hpp"

namespace strata::test {

inline void run(Lab& lab, std::string_view line) {
  CAPTURE(std::string(line));
  const Status status = lab.execute(line);
  if (!status) FAIL(status.error().message());
}

// "map.open PATH", or another command that takes a file, whose name may have blanks.
inline std::string open_line(const std::string& path, const std::string& command = "map.open") {
  return format_command({command, {path}});
}

// A small graph that hierarchies contract and answer the query over.
inline void draw_graph(Lab& lab) {
  for (const char* node : {"5,5", "10,5", "15,5", "10,10"}) run(lab, "graph.node " + std::string(node));
  for (const char* edge : {"5,5 10,5", "10,5 15,5", "5,5 10,10 9", "10,10 15,5 9", "10,5 10,10"}) {
    run(lab, "graph.edge " + std::string(edge));
  }
  for (const char* line :
       {"query.start 5 5", "query.goal 15 5", "ch.graph drawn", "cch.graph drawn", "ch on", "cch on"}) {
    run(lab, line);
  }
  lab.finish_updates();
}

// Frames until a thread has answered the query, and recorded the search that is stepped.
inline void wait_for_answers(Lab& lab) {
  for (int i = 0; i < 100'000 && lab.state().solving; ++i) {
    lab.tick(1e-4);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  CHECK_FALSE(lab.state().solving);
}

// The cells of the open map.
inline std::string letters(const Lab& lab) {
  const auto all = lab.world().map().letters();
  return {all.begin(), all.end()};
}

// The pointer at a place of the map.
inline PointerEvent pointer_at(const Lab& lab, PointerEvent::Kind kind, double x, double y, int button = 0) {
  PointerEvent event;
  event.kind = kind;
  event.button = button;
  event.x = lab.state().camera.screen_x(x);
  event.y = lab.state().camera.screen_y(y);
  return event;
}

// What it says is wrong.
inline std::string failure(Lab& lab, std::string_view line) {
  const Status status = lab.execute(line);
  REQUIRE_FALSE(status.ok());
  return status.error().message();
}

}  // namespace strata::test
