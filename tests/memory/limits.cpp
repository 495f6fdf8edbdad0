// Purpose: strata_memory_limits plans with every planner, builds every structure and edits the map in processes that
//          may take only so much memory, and checks that each answers rightly or says that memory ran out.
//
//   strata_memory_limits [SIDE]   side of the map in cells
// Exit codes: 0 all held; 1 a process ended otherwise, or an answer was wrong; 2 unusable arguments
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/strata.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

constexpr rlim_t kMegabyte = 1u << 20;
// What a process may take besides what it has at its beginning, in quarters of a megabyte.
constexpr rlim_t kLimits[] = {1, 2, 4, 8, 16, 32, 64, 128, 512, 8192};
constexpr int kTooFew = 3, kWrong = 4, kThrown = 5;  // exit codes of a process

struct ExpectedLengths {
  std::map<std::string, std::vector<double>, std::less<>> length;  // by planner, before and after the edit; 0: no path
};

const PlanQuery kQueries[] = {{{1, 1}, {60, 58}}, {{5, 40}, {50, 3}}};

Rules rules_of(const Planner& planner) {
  Rules rules;
  if (!planner.profiles[static_cast<size_t>(rules.profile)]) rules.profile = Profile::kFour;
  return rules;
}

bool says_so(const Error& error) {
  for (const char* words : {"memory", "does not fit"}) {
    if (error.message().find(words) != std::string::npos) return true;
  }
  return false;
}

// Plans with one planner before and after an edit. Returns the lengths of the paths; a fault where an answer is neither
// a path nor says that memory ran out. `refused`: how many did.
struct PlanLengths {
  std::vector<double> lengths;
  std::string fault;
  int refused = 0;
};

template <class Find>
void ask(PlanLengths& answers, Find find) {
  const auto found = find();
  if (found) {
    for (const double length : found.value()) answers.lengths.push_back(length);
    return;
  }
  ++answers.refused;
  for (size_t i = 0; i < std::size(kQueries); ++i) answers.lengths.push_back(-1);
  if (!says_so(found.error())) answers.fault = found.error().message();
}

PlanLengths plan_all(Pathfinder& finder, const Planner* planner) {
  PlanLengths answers;
  using Lengths = std::vector<double>;
  const auto each = [&]() -> Result<Lengths> {
    Lengths lengths;
    for (const PlanQuery& query : kQueries) {
      auto path = finder.find(query.start, query.goal, planner->name);
      if (!path) return path.error();
      lengths.push_back(path.value().length);
    }
    return lengths;
  };
  const auto at_once = [&]() -> Result<Lengths> {
    auto paths = finder.find_all(kQueries, 2);
    if (!paths) return paths.error();
    return paths.value().length;
  };
  for (int edit = 0; edit < 2; ++edit) {
    if (planner != nullptr) ask(answers, each);
    if (planner == nullptr) ask(answers, at_once);
    if (edit == 1) break;
    if (finder.paint({20, 20}, {24, 40}, Terrain::kOut)) continue;
    // Nothing was painted: there are no answers to compare.
    ++answers.refused;
    break;
  }
  return answers;
}

// Runs in a process of its own. Returns its exit code.
int work_within(const GridMap& map, const ExpectedLengths& expected, rlim_t bytes) {
  if (bytes > 0) {
    rlim_t now = 0;
    std::ifstream("/proc/self/statm") >> now;
    const rlim_t limit = now * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + bytes;
    const rlimit wanted{limit, limit};
    if (setrlimit(RLIMIT_AS, &wanted) != 0) return kTooFew;
  }
  int refused = 0;
  const auto compare = [&](const char* name, const PlanLengths& answers, const std::vector<double>& right) {
    if (!answers.fault.empty()) {
      std::fprintf(stderr, "%s: %s\n", name, answers.fault.c_str());
      return false;
    }
    for (size_t i = 0; i < answers.lengths.size(); ++i) {
      if (answers.lengths[i] < 0 || std::abs(answers.lengths[i] - right[i]) < 1e-6) continue;
      std::fprintf(stderr, "%s: length %f in place of %f\n", name, answers.lengths[i], right[i]);
      return false;
    }
    refused += answers.refused;
    return true;
  };
  const auto with_finder = [&](const Rules& rules, auto use) {
    auto copied = [&]() -> Result<Pathfinder> {
      try {
        return Pathfinder::create(map, rules);
      } catch (const std::bad_alloc&) {  // for the copy of the map
        return error_at("map", "memory");
      }
    }();
    if (!copied) return ++refused, true;
    return use(copied.value());
  };
  for (const Planner& planner : planners()) {
    if (planner.levels_only) continue;
    const std::string name(planner.name);
    if (!with_finder(rules_of(planner), [&](Pathfinder& finder) {
          return compare(name.c_str(), plan_all(finder, &planner), expected.length.find(name)->second);
        })) {
      return kWrong;
    }
  }
  // All structures in one world: what is given up leaves the others as they are.
  const bool held = with_finder({}, [&](Pathfinder& finder) {
    World& world = finder.world();
    for (const StructureId one : kAllStructures) {
      if (!world.has(one) && !world.set(one, default_options(one, world.rules()))) ++refused;
    }
    world.finish_updates();
    for (const StructureId one : kAllStructures) {
      if (world.ready(one) || out_of_memory(world, one) || !refusal(world, one).empty() || !world.has(one)) continue;
      std::fprintf(stderr, "%s is neither ready nor refused\n", std::string(structure_name(one)).c_str());
      return false;
    }
    return compare("find_all", plan_all(finder, nullptr), expected.length.find("find_all")->second) &&
           compare("astar", plan_all(finder, planner_named("astar")), expected.length.find("astar beside")->second);
  });
  if (!held) return kWrong;
  std::printf("%d answers and structures refused\n", refused);
  std::fflush(stdout);
  return 0;
}

int run_limited(const GridMap& map, const ExpectedLengths& expected, rlim_t bytes) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    try {
      _exit(work_within(map, expected, bytes));
    } catch (const std::exception& thrown) {
      std::fprintf(stderr, "thrown: %s\n", thrown.what());
      _exit(kThrown);
    }
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  if (WIFSIGNALED(status)) std::fprintf(stderr, "ended by signal %d\n", WTERMSIG(status));
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Without a limit, in a process of its own: this one starts no thread, as processes are forked from it.
ExpectedLengths expect(const GridMap& map) {
  ExpectedLengths expected;
  int ends[2];
  if (pipe(ends) != 0) return expected;
  if (const pid_t child = fork(); child == 0) {
    std::string text;
    const auto note = [&](const std::string& name, const PlanLengths& answers) {
      for (const double length : answers.lengths) text += fmt::format("{};{}\n", name, length);
    };
    for (const Planner& planner : planners()) {
      if (planner.levels_only) continue;
      Pathfinder finder(map, rules_of(planner));
      note(std::string(planner.name), plan_all(finder, &planner));
    }
    Pathfinder finder(map);
    note("find_all", plan_all(finder, nullptr));
    note("astar beside", plan_all(finder, planner_named("astar")));
    const bool written = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::FILE* read = fdopen(ends[0], "r");
  char line[200];
  while (std::fgets(line, sizeof line, read) != nullptr) {
    const std::string text(line);
    const size_t at = text.find(';');
    expected.length[text.substr(0, at)].push_back(std::strtod(text.c_str() + at + 1, nullptr));
  }
  std::fclose(read);
  while (wait(nullptr) > 0) {
  }
  return expected;
}

}  // namespace
}  // namespace strata

int main(int argc, char** argv) {
  using namespace strata;
  const int side = argc > 1 ? std::atoi(argv[1]) : 96;
  if (side < 64 || side > 1024) return std::fprintf(stderr, "strata_memory_limits [SIDE], from 64 to 1024\n"), 2;
  const GridMap map = generate({.kind = SceneKind::kRooms, .width = side, .height = side, .seed = 4});
  const ExpectedLengths expected = expect(map);
  if (expected.length.empty()) return std::fprintf(stderr, "nothing answers\n"), 1;
  int faults = 0;
  for (const rlim_t quarters : kLimits) {
    std::printf("%8.2f MB: ", static_cast<double>(quarters) / 4);
    const int code = run_limited(map, expected, quarters * kMegabyte / 4);
    if (code == 0) continue;
    std::printf("FAILED, code %d\n", code);
    ++faults;
  }
  return faults == 0 ? 0 : 1;
}
