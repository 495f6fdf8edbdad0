// Purpose: These helpers execute commands of a lab in tests: commands that must succeed, and commands that must fail.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/base/command.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "core/world/structure_id.hpp"
#include "tests/must.hpp"

namespace strata::test {

// A lab whose view of the map has this size in pixels.
struct LabInView : Lab {
  LabInView(int width, int height, LabOptions options = {}) : Lab(std::move(options)) {
    gestures().set_view_size(width, height);
  }
};

inline void run(Lab& lab, std::string_view line) {
  CAPTURE(std::string(line));
  const Status status = lab.execute(line);
  if (!status) FAIL(status.error().message());
}
inline void run(Lab& lab, std::initializer_list<std::string_view> lines) {
  for (const std::string_view line : lines) run(lab, line);
}

// The same, after which nothing that the lines have changed is still to be updated.
inline void run_settled(Lab& lab, std::string_view line) {
  run(lab, line);
  lab.finish_updates();
}
inline void run_settled(Lab& lab, std::initializer_list<std::string_view> lines) {
  run(lab, lines);
  lab.finish_updates();
}

// Returns the lines that switch on every structure that has a switch, except these ones.
inline std::vector<std::string> structure_switches(std::initializer_list<std::string_view> except = {}) {
  std::vector<std::string> lines;
  for (const StructureId structure : kAllStructures) {
    const std::string_view name = structure_name(structure);
    if (command_named(name) == nullptr || std::ranges::find(except, name) != except.end()) continue;
    lines.push_back(std::string(name) + " on");
  }
  return lines;
}

// Returns the line "map.open PATH", or another command with a file, whose name may contain blanks.
inline std::string open_line(const std::string& path, const std::string& command = "map.open") {
  return format_command({command, {path}});
}

// Draws a small graph that hierarchies can contract, with a query on it.
inline void draw_graph(Lab& lab) {
  for (const char* node : {"5,5", "10,5", "15,5", "10,10"}) run(lab, "graph.node " + std::string(node));
  for (const char* edge : {"5,5 10,5", "10,5 15,5", "5,5 10,10 9", "10,10 15,5 9", "10,5 10,10"}) {
    run(lab, "graph.edge " + std::string(edge));
  }
  run_settled(lab, {"query.start 5 5", "query.goal 15 5", "ch.graph drawn", "cch.graph drawn", "ch on", "cch on"});
}

// Runs frames until the query thread has answered the query and recorded the stepped search.
inline void wait_for_answers(Lab& lab) {
  for (int i = 0; i < 100'000 && lab.state().solving; ++i) {
    lab.tick(1e-4);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  CHECK_FALSE(lab.state().solving);
}

// Runs frames until the thread of large maps has ended its work.
inline void wait_for_work(Lab& lab) {
  for (int i = 0; i < 300'000 && lab.state().large.on; ++i) {
    lab.tick(1e-4);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  CHECK_FALSE(lab.state().large.on);
}

// Returns the cells of the open map as text.
inline std::string letters(const Lab& lab) {
  const auto all = lab.world().map().letters();
  return {all.begin(), all.end()};
}

// Returns a pointer event at a position of the map.
inline PointerEvent pointer_at(const Lab& lab, PointerEvent::Kind kind, double x, double y, int button = 0) {
  return {.kind = kind, .x = lab.state().camera.screen_x(x), .y = lab.state().camera.screen_y(y), .button = button};
}

// Executes a line that must fail, and returns the error.
inline std::string failure(Lab& lab, std::string_view line) {
  const Status status = lab.execute(line);
  REQUIRE_FALSE(status.ok());
  return status.error().message();
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace strata::test
