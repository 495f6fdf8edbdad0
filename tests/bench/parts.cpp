// What fails on the way - a back end, a map of a set, a structure, a file - costs no row of the others, is told, and
// shows in the exit code; and a row names the device on which it was computed.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>

#include "bench/agent_rows.hpp"
#include "bench/commands.hpp"
#include "bench/sweep.hpp"
#include "bench/tasks.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "papers/all.hpp"
#include "tests/bench/reports.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::bench;

namespace {

// Sets a variable of the environment for a while.
class EnvironmentScope {
 public:
  EnvironmentScope(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value, 1);
  }
  ~EnvironmentScope() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  EnvironmentScope(const EnvironmentScope&) = delete;
  EnvironmentScope& operator=(const EnvironmentScope&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

bool any_has(const std::vector<std::string>& texts, std::string_view part) {
  return std::ranges::any_of(texts, [&](const std::string& text) { return text.find(part) != text.npos; });
}

std::string small_map(const TempFolder& folder, const std::string& name = "m.map") {
  REQUIRE(save_map(generate({SceneKind::kRooms, 48, 40, 4, 0}), folder.file(name)).ok());
  return folder.file(name);
}

AgentOptions few_agents(const std::string& map) {
  return {.map = map,
          .agents = {60},
          .methods = {BatchMethod::kAstar, BatchMethod::kTables},
          .mesh_methods = {MeshBatchMethod::kAstar, MeshBatchMethod::kPccp},
          .backends = {BatchBackend::kCpu, BatchBackend::kCuda},
          .threads = 2,
          .rounds = 1};
}

// Every row of the processor is measured, every row of the device says why it is not.
void check_only_device_fails(const Report& report, const std::string& why) {
  REQUIRE(report.rows.size() == 8);
  size_t refused = 0;
  for (const ReportRow& row : report.rows) {
    CAPTURE(row.dump());
    if (row.at("backend") == "cpu") {
      CHECK(row.at("device") == "2 threads");
      CHECK(row.at("solved") > 0);
      CHECK(row.at("speedup").is_number());
      CHECK_FALSE(row.contains("refused"));
      continue;
    }
    ++refused;
    CHECK(row.at("refused").get<std::string>().find(why) != std::string::npos);
    for (const char* key : {"device", "solved", "plan_ms", "agents_per_s", "speedup"}) CHECK(row.at(key).is_null());
  }
  CHECK(refused == 4);
  CHECK(report.failures.size() == 4);  // the exit code is 1
  CHECK(any_has(report.failures, "m.map, mesh-astar on cuda, 60 agents: "));
}

}  // namespace

TEST_CASE("bench agents: a back end that is not there, or fails on the way, costs no row of the other") {
  const TempFolder folder;
  const AgentOptions options = few_agents(small_map(folder));
  for (const auto& [fault, why] :
       {std::pair{"no-device", "device"}, {"lost:9", "lost"}, {"out-of-memory:2", "out of memory"}}) {
    CAPTURE(fault);
    const EnvironmentScope emulated("STRATA_DEVICE", "emulated");
    const EnvironmentScope fails("STRATA_DEVICE_FAULT", fault);
    const Report report = must(run_agents(options));
    check_only_device_fails(report, why);
  }
  // One that works is named.
  const EnvironmentScope emulated("STRATA_DEVICE", "emulated");
  const Report report = held_report(run_agents(options));
  for (const ReportRow& row : report.rows) CHECK((row.at("device") == "2 threads") == (row.at("backend") == "cpu"));
}

TEST_CASE("bench agents: rows without memory, and maps where nobody can stand, have the reason") {
  const std::string map = "m.map";
  const auto run = [&](size_t agents, bool baseline) {
    return AgentRun{baseline ? "astar" : "tables", BatchBackend::kCpu, map, agents, 8, baseline};
  };
  Report report;
  const Status done = measure_rows(
      {run(10, true), run(10, false), run(20, true), run(20, false)}, {},
      [](size_t i) -> Result<AgentRow> {
        if (i == 2) throw std::bad_alloc();
        const bool baseline = i % 2 == 0;
        return AgentRow{{{"backend", "cpu"}, {"row", i}}, baseline ? 10.0 : 40.0, baseline, {}};
      },
      report);
  REQUIRE(done.ok());
  REQUIRE(report.rows.size() == 4);
  CHECK(report.rows[1]["speedup"] == 4);
  CHECK(report.rows[2]["refused"] == "memory: there is not enough of it");
  CHECK_FALSE(report.rows[3].contains("speedup"));  // never against the baseline of another size
  CHECK(report.failures ==
        std::vector<std::string>{"m.map, astar on cpu, 20 agents: memory: there is not enough of it"});

  const TempFolder folder;
  REQUIRE(save_map(GridMap(20, 20, '@'), folder.file("walls.map")).ok());
  AgentOptions options = few_agents(folder.file("walls.map"));
  options.backends = {BatchBackend::kCpu};
  const auto walls = run_agents(options);
  REQUIRE_MESSAGE(walls.ok(), walls.error().message());
  CHECK(walls.value().rows.size() == 4);
  for (const ReportRow& row : walls.value().rows) CHECK(row.contains("refused"));
  CHECK_FALSE(walls.value().checks_held());
}

TEST_CASE("bench agents: a file of answers over the mesh that is of another command costs no row over cells") {
  const TempFolder folder;
  AgentOptions options = few_agents(small_map(folder));
  options.backends = {BatchBackend::kCpu};
  options.keep.file = folder.file("answers");
  options.keep.resume = true;
  REQUIRE(write_file_atomic(options.keep.file + ".mesh", "{\"command\":\"another\"}\n").ok());
  const Report report = must(run_agents(options));
  CHECK(report.rows.size() == 2);
  REQUIRE(report.failures.size() == 1);
  CHECK(report.failures[0].starts_with("over the mesh: "));
  CHECK(report.failures[0].find("answers.mesh:1: was kept by another command") != std::string::npos);
}

TEST_CASE("bench crowd: a device that is lost is named no longer than it has worked, and the exit code tells") {
  const TempFolder folder;
  CrowdRunOptions options{
      .map = small_map(folder), .agents = 40, .ticks = 400, .backend = BatchBackend::kCuda, .threads = 2};
  const EnvironmentScope emulated("STRATA_DEVICE", "emulated");
  for (const bool mesh : {false, true}) {
    CAPTURE(mesh);
    if (mesh) options.mesh_method = MeshBatchMethod::kPccp;
    const Report whole = held_report(run_crowd(options));
    const std::string device = whole.rows.at(0).at("device");
    CHECK(device.find("threads") == std::string::npos);
    // Lost at whatever call: in the first tick, on the way, or not at all.
    size_t at_once = 0, under_way = 0;
    for (int calls = 8; calls < 4000; calls += calls / 2) {
      CAPTURE(calls);
      const EnvironmentScope fails("STRATA_DEVICE_FAULT", ("lost:" + std::to_string(calls)).c_str());
      const Report ran = must(run_crowd(options));
      const ReportRow& row = ran.rows.at(0);
      const std::string named = row.at("device");
      CAPTURE(named);
      CHECK(row.at("arrivals") == whole.rows.at(0).at("arrivals"));
      CHECK(any_has(ran.failures, "on cuda: ") == (named != device));
      if (named == device) break;
      at_once += named == "2 threads";
      under_way += named.starts_with(device + ", from tick ") && named.ends_with(" on 2 threads");
      CHECK((named == "2 threads" || named.starts_with(device + ", from tick ")));
    }
    CHECK(at_once > 0);
    CHECK(under_way > 0);
  }
}

TEST_CASE("bench paper: a device that is lost costs no row of the processor") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.file("dao"));
  small_map(folder, "dao/a.map");
  PaperOptions options{.table = "hna-agents", .maps = folder.path(), .pairs = 50, .rounds = 1};
  const EnvironmentScope emulated("STRATA_DEVICE", "emulated");
  const Report whole = must(run_paper(options));
  const EnvironmentScope fails("STRATA_DEVICE_FAULT", "lost:20");
  const auto lost = run_paper(options);
  REQUIRE_MESSAGE(lost.ok(), lost.error().message());
  CHECK(any_has(lost.value().failures, "a.map on "));
  const auto of = [](const Report& report, bool device) {
    std::vector<std::string> items;
    for (const ReportRow& row : report.rows) {
      const std::string item = row["item"];
      if ((item.find("cuda_") != item.npos) == device) items.push_back(item);
    }
    return items;
  };
  CHECK(of(lost.value(), false) == of(whole, false));
  CHECK(of(lost.value(), true).size() < of(whole, true).size());
}

TEST_CASE("bench paper: a map that cannot be read costs no other map of its set") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.file("bg"));
  std::filesystem::create_directory(folder.file("dao"));
  for (const char* name : {"bg/a.map", "bg/c.map", "dao/a.map"}) small_map(folder, name);
  PaperOptions options;
  options.maps = folder.path();
  options.pairs = 3;
  options.rounds = 1;
  for (const char* table : {"hpa-2", "sectors-1", "rooms-fig5", "hna-memory"}) {
    CAPTURE(table);
    options.table = table;
    if (options.table == "rooms-fig5") {
      std::filesystem::create_directory(folder.file("adaptive-depth"));
      small_map(folder, "adaptive-depth/a.map");
    }
    std::filesystem::remove(folder.file("bg/b.map"));
    std::filesystem::remove(folder.file("dao/b.map"));
    const Report without = held_report(run_paper(options));
    for (const char* name : {"bg/b.map", "dao/b.map"}) {
      REQUIRE(write_file_atomic(folder.file(name), "type octile\nheight x\n").ok());
    }
    const Report with = must(run_paper(options));
    CHECK(with.rows.size() == without.rows.size());
    CHECK(with.failures.size() == 1);
    CHECK(any_has(with.failures, "b.map:2: expected 'height <n>'"));
  }
  PaperAllOptions all;
  all.tables = options;
  all.only = {"hpa-2", "hpa-fig7"};
  const Report report = must(run_all_papers(all));
  for (const ReportRow& row : report.rows) CHECK(row["rows"] > 0);
  CHECK(report.failures.size() == 2);
  // Where no map can be read there is nothing to say.
  for (const char* name : {"bg/a.map", "bg/c.map"}) REQUIRE(write_file_atomic(folder.file(name), "none").ok());
  options.table = "hpa-2";
  const auto none = run_paper(options);
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message().find("none of its maps can be read; the first: ") != std::string::npos);
  const Report none_of_all = must(run_all_papers(all));
  CHECK_FALSE(none_of_all.checks_held());
}

TEST_CASE("bench queries and pay: a structure that is too large and a map that cannot be read cost no other row") {
  const TempFolder folder;
  small_map(folder, "a.map");
  small_map(folder, "b.map");
  QueryOptions options{
      .set = folder.path(), .planners = {"astar", "alt"}, .rounds = 1, .pairs = 5, .landmarks = 4'000'000};
  const Report report = must(run_queries(options));
  for (const ReportRow& row : report.rows) {
    CAPTURE(row.dump());
    if (row["planner"] == "astar") {
      CHECK(row["solved"] > 0);
    } else {
      CHECK(row["refused"] == "4000000 landmarks on 1920 cells take more memory than they may");
    }
  }
  // The totals are over the maps that could be read.
  REQUIRE(write_file_atomic(folder.file("b.map"), "none").ok());
  BreakEvenOptions pay{.queries = options};
  pay.queries.landmarks = 4;
  const Report paid = must(run_break_even(pay));
  CHECK_FALSE(paid.checks_held());
  bool total = false;
  for (const ReportRow& row : paid.rows) {
    if (row["map"] != "*") continue;
    total = true;
    CHECK(row.dump().find("null,\"query_us\"") == std::string::npos);
    CHECK(row["query_us"].is_number());
  }
  CHECK(total);
}

TEST_CASE("bench edits: a structure that is refused costs no row of the others") {
  const TempFolder folder;
  EditOptions options{.map = small_map(folder), .strokes = 4};
  options.hpa.cluster_size = 40;
  options.tables = options.table_labels = true;
  options.hna = MapHnaOptions{};  // without a mesh
  options.sectors = SectorOptions{};
  const Report report = must(run_edits(options));
  std::vector<std::string> measured, refused;
  for (const ReportRow& row : report.rows) {
    (row.contains("refused") ? refused : measured).push_back(row["structure"]);
    CHECK(row["strokes"].is_null() == row.contains("refused"));
  }
  CHECK(measured == std::vector<std::string>{"moves", "hpa", "sectors", "all"});
  CHECK(refused == std::vector<std::string>{"tables", "hna"});
  CHECK(any_has(report.failures, "hna: waits for the navigation mesh: switch it on"));
  CHECK(any_has(report.failures, "tables: clusters of 40 cells"));
}

TEST_CASE("bench: answers that can no longer be kept are in the report all the same") {
  const TempFolder folder;
  ResultFileOptions keep{.file = folder.file("answers"), .command = "a command"};
  std::vector<std::string> failures, taken;
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const Status done = do_tasks(
      5, keep, [](size_t i) { return std::string(100, 'x') + std::to_string(i); },
      [&](size_t, const std::string& answer) {
        taken.push_back(answer);
        rlimit full = before;
        full.rlim_cur = 200;
        if (taken.size() == 1) ::setrlimit(RLIMIT_FSIZE, &full);
      },
      failures);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(done.ok());
  CHECK(taken.size() == 5);
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].find("answers: File too large") != std::string::npos);
}

TEST_CASE("bench frame and generate: what was measured and written before a fault is in the report") {
  const TempFolder folder;
  FrameOptions frames{.app = folder.file("app"), .map = "x.map"};
  std::ofstream(frames.app) << "#!/bin/sh\necho '{\"p50_ms\": 1}'\nexit 3\n";
  std::filesystem::permissions(frames.app, std::filesystem::perms::owner_all);
  const EnvironmentScope display("DISPLAY", ":0");
  const Report timed = must(run_frames(frames));
  CHECK(timed.rows.size() == 1);
  CHECK(any_has(timed.failures, "ended with status 3"));

  const std::string blocked(stock_maps().front().file);
  std::filesystem::create_directories(folder.file("stock/" + blocked + "/full"));
  GenerateOptions options;
  options.stock = folder.file("stock");
  const auto stock = run_generate(options);
  REQUIRE_MESSAGE(stock.ok(), stock.error().message());
  CHECK(stock.value().rows.size() == stock_maps().size());  // with the running example
  REQUIRE(stock.value().failures.size() == 1);
  CHECK(stock.value().failures[0].find(blocked) != std::string::npos);
  CHECK(std::filesystem::exists(folder.file("stock/" + std::string(kRunningExampleFile))));
  std::filesystem::create_directories(folder.file("own.map.scen/full"));
  options = {};
  options.spec = {SceneKind::kRooms, 48, 40, 4, 0};
  options.out = folder.file("own.map");
  options.queries = 5;
  const auto own = run_generate(options);
  REQUIRE(own.ok());
  CHECK(own.value().rows.size() == 1);
  CHECK_FALSE(own.value().checks_held());
}
