// An external planner in a thread of its own: whoever waits for it can be interrupted, edits are told together, and a
// failure stays until the program is started again.
#include "external/external_service.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "core/base/interruption.hpp"
#include "tests/must.hpp"
#include "tests/source_path.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace std::chrono_literals;

namespace {

GridMap service_map() { return GridMap(12, 9, std::vector<char>(12 * 9, '.')); }

ExternalProgram program_of(const std::string& kind) {
  return {.name = "mine",
          .command = {"python3", "-S", "-E", test::source_path("tests/external/misbehave.py"), kind},
          .start_limit = 5s,
          .query_limit = 1500ms};
}

ExternalProgram example() {
  return {.name = "mine", .command = {"python3", test::source_path("examples/planners/astar.py")}, .query_limit = 10s};
}

PlanQuery over_field() { return {{1, 4}, {10, 6}}; }

double seconds_of(const std::function<void()>& action) {
  const auto began = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

// Asks in a thread whose waiting is interrupted after a while. Returns whether it was.
bool gives_up(ExternalService& service, const MoveGrid& moves, std::chrono::milliseconds after) {
  Interruption interruption;
  bool stopped = false;
  interruption.open();
  std::atomic<bool> entered = false;
  std::thread asker([&] {
    Interruption::of_this_thread() = &interruption;
    if (!interruption.enter()) return;
    entered = true;
    try {
      (void)service.ask(moves, over_field(), false);
    } catch (const SearchStopped&) {
      stopped = true;
    }
    interruption.leave();
  });
  while (!entered) std::this_thread::yield();
  std::this_thread::sleep_for(after);
  CHECK(seconds_of([&] { interruption.stop(); }) < 0.5);  // not the second and a half of the query
  asker.join();
  return stopped;
}

pid_t process_of(const std::string& log) { return log.starts_with("child ") ? std::atoi(log.c_str() + 6) : 0; }

bool process_lives(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/stat", process));
  std::string number, name, state;
  status >> number >> name >> state;
  return !state.empty() && state != "Z";
}

}  // namespace

TEST_CASE("external service: several threads are answered one after the other") {
  const GridMap map = service_map();
  const MoveGrid moves = test::moves_on(map);
  ExternalService service(program_of("behaves"));
  CHECK(service.report().state == ExternalService::State::kNotAsked);
  std::atomic<int> right = 0;
  std::vector<std::thread> askers;
  for (int i = 0; i < 4; ++i) {
    askers.emplace_back([&] {
      for (int k = 0; k < 20; ++k) {
        const auto reply = service.ask(moves, over_field(), false);
        if (reply && reply.value().path.size() == 12) ++right;
      }
    });
  }
  for (std::thread& asker : askers) asker.join();
  CHECK(right == 80);
  const auto report = service.report();
  CHECK(report.state == ExternalService::State::kReady);
  CHECK(report.answers == 80);
  CHECK(report.starts == 1);
  CHECK(report.said_name == "misbehave");
}

TEST_CASE("external service: who waits for a program that hangs can leave at any time") {
  const GridMap map = service_map();
  const MoveGrid moves = test::moves_on(map);
  ExternalService service(program_of("hang"));
  CHECK(gives_up(service, moves, 50ms));
  CHECK(gives_up(service, moves, 5ms));
  // The question that was given up is taken up again: it is not asked once more, and fails in its time.
  const auto reply = service.ask(moves, over_field(), false);
  REQUIRE_FALSE(reply.ok());
  CHECK(reply.error().what == "does not answer within 1500 ms");
  CHECK(service.report().state == ExternalService::State::kFailed);
}

TEST_CASE("external service: a failure stays, and a restart ends it") {
  const GridMap map = service_map();
  const MoveGrid moves = test::moves_on(map);
  ExternalService service(program_of("exit"));
  for (int i = 0; i < 3; ++i) {
    const auto reply = service.ask(moves, over_field(), false);
    REQUIRE_FALSE(reply.ok());
    CHECK(reply.error().what.find("exit status 7") != std::string::npos);
  }
  CHECK(service.report().starts == 1);
  const uint64_t version = service.version();
  service.restart();
  CHECK(service.version() != version);
  CHECK(service.restarts() == 1);
  CHECK_FALSE(service.ask(moves, over_field(), false).ok());
  CHECK(service.report().starts == 2);
}

TEST_CASE("external service: a restart ends the program that hangs at once") {
  const GridMap map = service_map();
  const MoveGrid moves = test::moves_on(map);
  ExternalProgram program = program_of("start-hang");
  program.start_limit = 60s;
  ExternalService service(program);
  std::thread asker([&] { CHECK_FALSE(service.ask(moves, over_field(), false).ok()); });
  while (service.report().state != ExternalService::State::kStarting) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(300ms);  // it reads nothing, and says nothing
  service.restart();
  CHECK(seconds_of([&] { asker.join(); }) < 20);
  CHECK(service.report().state != ExternalService::State::kFailed);
}

TEST_CASE(
    "external service: a program that is stopped has failed with the reason, and is asked again after a restart") {
  const GridMap map = service_map();
  const MoveGrid moves = test::moves_on(map);
  ExternalProgram program = program_of("hang");
  program.query_limit = 60s;
  ExternalService service(program);
  CHECK(service.busy_seconds() == 0);
  std::thread asker([&] {
    const auto reply = service.ask(moves, over_field(), false);
    REQUIRE_FALSE(reply.ok());
    CHECK(reply.error().what == "was stopped");
  });
  while (service.report().state != ExternalService::State::kPlanning) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(50ms);
  CHECK(service.busy_seconds() >= 0.05);
  CHECK(seconds_of([&] {
          service.stop("was stopped");
          asker.join();
        }) < 20);
  CHECK(service.report().state == ExternalService::State::kFailed);
  CHECK(service.ask(moves, over_field(), false).error().what == "was stopped");
  for (int i = 0; i < 500 && service.busy_seconds() > 0; ++i) std::this_thread::sleep_for(10ms);
  CHECK(service.busy_seconds() == 0);
  service.restart();
  service.set_query_limit(100ms);
  CHECK(service.ask(moves, over_field(), false).error().what == "does not answer within 100 ms");
  CHECK(service.report().starts == 2);
  // One that has never been asked may be stopped, too.
  ExternalService idle(program_of("behaves"));
  idle.stop("was stopped");
  CHECK_FALSE(idle.ask(moves, over_field(), false).ok());
  CHECK(idle.report().starts == 0);
  idle.restart();
  CHECK(idle.ask(moves, over_field(), false).ok());
}

TEST_CASE("external service: edits reach the program together with the next question") {
  GridMap map = service_map();
  MoveGrid moves = test::moves_on(map);
  ExternalService service(example());
  const auto before = service.ask(moves, over_field(), false);
  REQUIRE_MESSAGE(before.ok(), (before.ok() ? "" : before.error().message()));
  for (int y = 1; y < 9; ++y) {
    map.apply({{{map.id({5, y}), 1, '@'}}});
    moves.update(map, {5, y, 6, y + 1});
  }
  const auto after = test::must(service.ask(moves, over_field(), false));
  CHECK(after.cost > before.value().cost);
  CHECK(judged(after, moves, over_field()).fault == "");
  CHECK(service.report().starts == 1);
  // Other rules are another map.
  const MoveGrid four = test::moves_on(map, {.profile = Profile::kFour});
  const auto other = test::must(service.ask(four, over_field(), false));
  CHECK(judged(other, four, over_field()).fault == "");
  CHECK(service.report().starts == 2);
}

TEST_CASE("external service: events come if they are asked for") {
  const GridMap map = service_map();
  const MoveGrid moves = test::moves_on(map);
  ExternalService service(example());
  CHECK(service.ask(moves, over_field(), false).value().events.empty());
  const std::string events = service.ask(moves, over_field(), true).value().events;
  CHECK(events.starts_with("[{"));
  CHECK(events.find("\"expanding\"") != std::string::npos);
  ExternalService silent(program_of("behaves"));
  CHECK(silent.ask(moves, over_field(), true).value().events.empty());
}

TEST_CASE("external service: the program, and what it has started, ends with the service") {
  const GridMap map = service_map();
  const MoveGrid moves = test::moves_on(map);
  pid_t child = 0;
  {
    ExternalService service(program_of("child-goes-on"));
    std::thread asker([&] { CHECK_FALSE(service.ask(moves, over_field(), false).ok()); });
    std::this_thread::sleep_for(700ms);
    CHECK(seconds_of([&] { service.end(); }) < 20);
    asker.join();
    CHECK(service.report().state == ExternalService::State::kEnded);
    CHECK(service.ask(moves, over_field(), false).error().what == "has ended");
    child = process_of(service.report().log);
  }
  if (child > 1) {
    for (int i = 0; i < 500 && process_lives(child); ++i) std::this_thread::sleep_for(10ms);
    CHECK_FALSE(process_lives(child));
  }
}

TEST_CASE("external service: what has left the program's group and session, and has no parent, ends with it as well") {
  const GridMap map = service_map();
  const MoveGrid moves = test::moves_on(map);
  pid_t child = 0;
  {
    ExternalService service(program_of("forks-twice"));
    CHECK(service.ask(moves, over_field(), false).ok());
    for (int i = 0; i < 300 && child == 0; ++i) {
      CHECK(service.ask(moves, over_field(), false).ok());
      child = process_of(service.report().log);
      if (child == 0) std::this_thread::sleep_for(10ms);
    }
    REQUIRE(child > 1);
    CHECK(process_lives(child));
  }
  for (int i = 0; i < 500 && process_lives(child); ++i) std::this_thread::sleep_for(10ms);
  CHECK_FALSE(process_lives(child));
}
