// Batches in threads, on the CUDA device over the stand-in of its runtime and, where there is one, on a real device,
// against the planners for single queries and against each other.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "core/grid/clearance.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "gpu/batch.hpp"
#include "gpu/batch_device.hpp"
#include "gpu/device_emulated.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

// A map with everything that some kinds of agents plan on, edited together.
struct Town {
  struct Kind {
    Agent agent;
    Clearance clearance;
    MoveGrid grid;
    Hpa hpa;
    Tables tables;
    std::shared_ptr<const TableLabels> labels;
  };
  GridMap map;
  std::vector<std::unique_ptr<Kind>> kinds;

  Town(GridMap from, const Rules& rules, int cluster_size, const std::vector<Agent>& agents) : map(std::move(from)) {
    for (const Agent& agent : agents) {
      Kind& kind = *kinds.emplace_back(std::make_unique<Kind>());
      kind.agent = agent;
      Rules own = rules;
      own.agent_size = agent.size;
      own.capability = agent.capability;
      kind.clearance.build(map, own.capability);
      kind.grid.build(map, own, &kind.clearance);
      kind.hpa.build(kind.grid, {.cluster_size = cluster_size});
      kind.tables.build(kind.grid, kind.hpa, {});
    }
  }
  void edit(const Edit& edit) {
    const Rect changed = map.apply(edit).dirty;
    for (const auto& kind : kinds) {
      Rect dirty = changed;
      dirty.include(kind->clearance.update(map, changed));
      kind->hpa.update(kind->grid, kind->grid.update(map, dirty, &kind->clearance));
      kind->tables.update(kind->grid, kind->hpa);
    }
  }
  BatchMap without_labels() const {
    BatchMap batch_map;
    for (const auto& kind : kinds) batch_map.kinds.push_back({kind->agent, &kind->grid, &kind->tables, nullptr});
    return batch_map;
  }
  BatchMap with_labels() {
    BatchMap batch_map = without_labels();
    for (size_t k = 0; k < kinds.size(); ++k) {
      std::shared_ptr<const TableLabels>& labels = kinds[k]->labels;
      if (labels == nullptr || !labels->true_for(kinds[k]->tables))
        labels = TableLabels::build(kinds[k]->tables, labels.get(), nullptr);
      batch_map.kinds[k].labels = labels.get();
    }
    return batch_map;
  }
};

const std::vector<Agent> kSeveralKinds = {
    {1, Capability::walker()}, {2, Capability::walker()}, {1, Capability(0b1111)}, {3, Capability(0b0101)}};

// Mostly what makes sense; some on walls, off the map, standing still, or of a kind that nobody knows.
AgentBatch random_batch(const Town& town, size_t count, Rng& rng) {
  AgentBatch batch;
  for (size_t i = 0; i < count; ++i) {
    const Agent& agent = town.kinds[rng.below(static_cast<uint32_t>(town.kinds.size()))]->agent;
    BatchAgent member{town.map.id(test::random_cell(town.map, rng)), town.map.id(test::random_cell(town.map, rng)),
                      static_cast<uint8_t>(agent.size), agent.capability.bits()};
    if (rng.percent(3)) member.goal = member.start;
    if (rng.percent(1)) member.start = kNoCell;
    if (rng.percent(1)) member.goal = town.map.cell_count();
    if (rng.percent(1)) member.size = 7;
    batch.agents.push_back(member);
  }
  return batch;
}

GridMap random_town(int number, uint64_t seed) {
  Rng rng(seed);
  const int width = rng.between(1, 90), height = rng.between(1, 90);
  switch (number % 4) {
    case 0:
      return test::random_rooms(width, height, rng.between(4, 9), seed);
    case 1:
      return test::random_map(width, height, 5, seed);
    case 2:
      return test::random_map(width, height, static_cast<uint32_t>(rng.between(20, 40)), seed);
    default:
      return GridMap(width, height);
  }
}

bool same_answers(const BatchResult& a, const BatchResult& b) {
  return a.status == b.status && a.cost == b.cost && a.hop == b.hop && a.path_begin == b.path_begin &&
         a.path_cells == b.path_cells && a.solved == b.solved;
}

// Why the answers are not those of the planners for single queries; empty: they are. Of ways that cost the same, one by
// labels may be another one.
std::string fault_of(const Town& town, const AgentBatch& batch, const BatchOptions& options, const BatchResult& result,
                     bool by_labels) {
  if (result.size() != batch.agents.size() || result.cost.size() != result.size() ||
      result.hop.size() != result.size() || result.path_begin.size() != (options.paths ? result.size() + 1 : 0)) {
    return "sizes";
  }
  Workspace workspace;
  PlanResult single;
  size_t solved = 0;
  for (size_t i = 0; i < batch.agents.size(); ++i) {
    const BatchAgent& agent = batch.agents[i];
    const std::string who = "agent " + std::to_string(i) + ": ";
    const Town::Kind* kind = nullptr;
    for (const auto& k : town.kinds) {
      if (k->agent.size == agent.size && k->agent.capability.bits() == agent.capability) kind = k.get();
    }
    const bool start_on_map = agent.start < town.map.cell_count(), goal_on_map = agent.goal < town.map.cell_count();
    if (kind == nullptr) {
      single.clear(PlanStatus::kNoSuchAgent);
    } else if (!start_on_map || !kind->grid.passable(agent.start)) {
      single.clear(PlanStatus::kStartBlocked);
    } else if (!goal_on_map) {
      single.clear(PlanStatus::kGoalBlocked);
    } else {
      const Query query{town.map.cell(agent.start), town.map.cell(agent.goal)};
      const PlanOptions plan{.smooth = false, .levels = 1};
      if (options.method == BatchMethod::kAstar) {
        plan_on_grid(kind->grid, Guidance::kDistance, query, workspace, single);
      } else {
        kind->hpa.plan(kind->grid, query, plan, workspace, single);
      }
      if (options.method == BatchMethod::kTables && single.found()) {
        const Cost cost = single.raw_cost;
        kind->tables.plan(kind->grid, nullptr, query, plan, workspace, single);
        if (single.raw_cost != cost) return who + "the tables differ from HPA*";
      }
    }
    if (result.status[i] != single.status) return who + std::string(status_text(result.status[i]));
    const size_t begin = options.paths ? result.path_begin[i] : 0;
    const size_t length = options.paths ? result.path_begin[i + 1] - begin : 0;
    if (!single.found()) {
      if (result.cost[i] != kInfinite || result.hop[i] != kNoCell || length != 0) return who + "more than no way";
      continue;
    }
    ++solved;
    if (result.cost[i] != single.raw_cost) return who + "cost " + std::to_string(result.cost[i]);
    if (!options.paths) continue;
    const std::vector<CellId> path(result.path_cells.begin() + static_cast<std::ptrdiff_t>(begin),
                                   result.path_cells.begin() + static_cast<std::ptrdiff_t>(begin + length));
    if (path.empty() || path.front() != agent.start || path.back() != agent.goal) return who + "ends of the path";
    if (result.hop[i] != path[std::min<size_t>(1, length - 1)]) return who + "first hop";
    if (options.method == BatchMethod::kTables && !by_labels && path != single.abstract_path)
      return who + "another abstract path";
    std::vector<CellId> cells{agent.start};
    if (options.method == BatchMethod::kAstar) {
      cells = path;
    } else if (!append_moves(kind->tables.view(kind->grid), agent.start, path.data() + 1, length - 1, cells)) {
      return who + "the path cannot be walked";
    }
    if (const auto fault =
            path_fault(kind->grid, cells, town.map.cell(agent.start), town.map.cell(agent.goal), result.cost[i])) {
      return who + *fault;
    }
  }
  return solved == result.solved ? "" : "count of those solved";
}

BatchResult answers_of(BatchEngine& engine, const BatchMap& map, const AgentBatch& batch, const BatchOptions& options) {
  BatchResult result;
  const Status done = engine.plan(map, batch, options, result);
  REQUIRE_MESSAGE(done.ok(), (done.ok() ? "" : done.error().message()));
  return result;
}

std::unique_ptr<DeviceEngine> emulated(EmulatedDeviceOptions device_options = {},
                                       const DeviceEngineOptions& options = {}) {
  if (kRacesAreSeen) device_options.late = false;
  std::unique_ptr<Device> device;
  REQUIRE(open_emulated_device(device_options, device).ok());
  return make_device_engine(std::move(device), options);
}

constexpr std::array<BatchMethod, kBatchMethods> kAllMethods = {BatchMethod::kTables, BatchMethod::kHpa,
                                                                BatchMethod::kAstar};

}  // namespace

TEST_CASE("Names of methods and back ends are read back") {
  for (const BatchMethod method : kAllMethods) CHECK(batch_method_named(batch_method_name(method)) == method);
  CHECK_FALSE(batch_method_named("teleport"));
  CHECK(batch_backend_name(BatchBackend::kCpu) == "cpu");
  CHECK(batch_backend_name(BatchBackend::kCuda) == "cuda");
}

TEST_CASE("Batches cost what single queries cost and their paths can be walked, also after edits") {
  const std::vector<Rules> rules = test::all_rules();
  const auto engine = make_cpu_engine(2);
  size_t solved = 0, agents = 0;
  for (int round = 0; round < 27; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 1);
    const int cluster_size = rng.between(4, 20);
    Town town(random_town(round, static_cast<uint64_t>(round) + 50), rules[static_cast<size_t>(round) % rules.size()],
              cluster_size, kSeveralKinds);
    for (int edit = 0; edit < 3; ++edit) {
      const AgentBatch batch = random_batch(town, 300, rng);
      for (const BatchMethod method : kAllMethods) {
        CAPTURE(batch_method_name(method));
        const BatchOptions options{method, true};
        BatchResult result;
        for (const bool by_labels : {false, true}) {
          const BatchMap map = by_labels ? town.with_labels() : town.without_labels();
          result = answers_of(*engine, map, batch, options);
          CHECK(fault_of(town, batch, options, result, by_labels) == "");
          const BatchResult costs = answers_of(*engine, map, batch, {method, false});
          CHECK(costs.status == result.status);
          CHECK(costs.cost == result.cost);
          CHECK(costs.hop == result.hop);
          CHECK(costs.path_begin.empty());
        }
        solved += result.solved;
        agents += result.size();
      }
      town.edit(test::random_edit(town.map, cluster_size, rng));
    }
  }
  CHECK(solved > agents / 4);
}

TEST_CASE("Batches are the same in one thread and in two, with labels and by a search in their place") {
  for (int round = 0; round < 5; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 7);
    Town town(random_town(round, static_cast<uint64_t>(round) + 90), {}, rng.between(4, 16), kSeveralKinds);
    const BatchMap searched = town.without_labels(), all = town.with_labels();
    const AgentBatch batch = random_batch(town, 6000, rng);
    for (const BatchMethod method : kAllMethods) {
      if (method == BatchMethod::kAstar && round > 1) continue;
      CAPTURE(batch_method_name(method));
      for (const BatchMap* map : {&searched, &all}) {
        const BatchResult one = answers_of(*make_cpu_engine(1), *map, batch, {method, true});
        CHECK(same_answers(one, answers_of(*make_cpu_engine(2), *map, batch, {method, true})));
      }
      // Of ways that cost the same it may be another one.
      const BatchResult by_search = answers_of(*make_cpu_engine(2), searched, batch, {method, false});
      const BatchResult by_labels = answers_of(*make_cpu_engine(2), all, batch, {method, false});
      CHECK(by_search.status == by_labels.status);
      CHECK(by_search.cost == by_labels.cost);
    }
  }
}

TEST_CASE("Tables that are missing or out of date are told, and A* needs none") {
  Town town(test::random_rooms(40, 40, 8, 1), {}, 8, {{1, Capability::walker()}});
  BatchMap none = town.with_labels();
  none.kinds[0].tables = nullptr;
  Rng rng(1);
  const AgentBatch batch = random_batch(town, 100, rng);
  const MoveGrid before = town.kinds[0]->grid;
  const GridMap map_before = town.map;
  const BatchResult astar = answers_of(*make_cpu_engine(2), none, batch, {BatchMethod::kAstar, true});
  CHECK(astar.solved > 0);
  const auto device = emulated();
  CHECK(same_answers(astar, answers_of(*device, none, batch, {BatchMethod::kAstar, true})));
  for (const BatchMethod method : {BatchMethod::kTables, BatchMethod::kHpa}) {
    const BatchResult result = answers_of(*make_cpu_engine(2), none, batch, {method, true});
    CHECK(result.solved == 0);
    CHECK(std::count(result.status.begin(), result.status.end(), PlanStatus::kStale) > 90);
    CHECK(same_answers(result, answers_of(*device, none, batch, {method, true})));
  }
  // The moves have gone on, the tables have not.
  BatchMap stale = town.with_labels();
  GridMap later = map_before;
  later.apply(Edit{{{later.id({4, 4}), 1, '@'}}});
  MoveGrid moves = before;
  REQUIRE(!moves.update(later, {4, 4, 5, 5}).empty());
  stale.kinds[0].moves = &moves;
  CHECK(answers_of(*make_cpu_engine(1), stale, batch, {BatchMethod::kTables, false}).solved == 0);
}

TEST_CASE("Few agents on a map of many clusters get the answers of single queries, into a result that is used again") {
  Town town(test::random_rooms(170, 160, 9, 5), {}, 4, kSeveralKinds);
  REQUIRE(town.kinds[0]->tables.clusters() > 1500);
  Rng rng(8);
  const auto engine = make_cpu_engine(2);
  BatchResult again;
  for (const size_t agents : {size_t{3}, size_t{60}, size_t{1}}) {
    for (const BatchMethod method : kAllMethods) {
      CAPTURE(agents);
      CAPTURE(batch_method_name(method));
      const AgentBatch batch = random_batch(town, agents, rng);
      REQUIRE(engine->plan(town.with_labels(), batch, {method, true}, again).ok());
      CHECK(fault_of(town, batch, {method, true}, again, true) == "");
    }
  }
}

TEST_CASE("A batch that fails leaves nothing of the answer before it") {
  Town town(GridMap(30, 30), {}, 6, {{1, Capability::walker()}});
  Rng rng(8);
  const AgentBatch batch = random_batch(town, 40, rng);
  BatchResult result;
  REQUIRE(make_cpu_engine(1)->plan(town.with_labels(), batch, {BatchMethod::kTables, true}, result).ok());
  REQUIRE(result.solved > 0);
  const auto lost = emulated({.fault = {DeviceFailure::kLost, 5, true}});
  REQUIRE_FALSE(lost->plan(town.with_labels(), batch, {BatchMethod::kTables, true}, result).ok());
  CHECK(result.size() == 0);
  CHECK(result.solved == 0);
  CHECK(result.cost.empty());
  CHECK(result.hop.empty());
  CHECK(result.path_begin.empty());
  CHECK(result.path_cells.empty());
}

TEST_CASE("An empty batch has an empty answer") {
  Town town(GridMap(10, 10), {}, 5, {{1, Capability::walker()}});
  const auto device = emulated();
  for (BatchEngine* engine : {make_cpu_engine(2).release(), static_cast<BatchEngine*>(nullptr)}) {
    const std::unique_ptr<BatchEngine> own(engine);
    BatchEngine& used = own != nullptr ? *own : *device;
    const BatchResult result = answers_of(used, town.with_labels(), {}, {BatchMethod::kTables, true});
    CHECK(result.size() == 0);
    CHECK(result.path_begin == std::vector<uint64_t>{0});
    CHECK(result.path_cells.empty());
  }
}

TEST_CASE("A device answers as the threads do, bit for bit, also after edits") {
  const std::vector<Rules> rules = test::all_rules();
  const auto threads = make_cpu_engine(2);
  for (int round = 0; round < 12; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 31);
    const int cluster_size = rng.between(4, 20);
    Town town(random_town(round, static_cast<uint64_t>(round) + 150), rules[static_cast<size_t>(round) % rules.size()],
              cluster_size, kSeveralKinds);
    const auto device =
        emulated({.late = round % 4 < 2, .closes = round < 4}, {.chunk = round % 2 == 0 ? size_t{1} << 18 : 170});
    for (int edit = 0; edit < 3; ++edit) {
      const AgentBatch batch = random_batch(town, 600, rng);
      for (const BatchMethod method : kAllMethods) {
        for (const bool paths : {false, true}) {
          CAPTURE(batch_method_name(method));
          CAPTURE(paths);
          const BatchResult expected = answers_of(*threads, town.with_labels(), batch, {method, paths});
          CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {method, paths})));
        }
      }
      for (int i = 0; i < 3; ++i) town.edit(test::random_edit(town.map, cluster_size, rng));
    }
  }
}

TEST_CASE("After a stroke a device is sent what has changed, and after none nothing") {
  Town town(test::random_rooms(256, 256, 16, 5), {}, 16, {{1, Capability::walker()}});
  const auto device = emulated();
  Rng rng(1);
  const AgentBatch batch = random_batch(town, 200, rng);
  answers_of(*device, town.with_labels(), batch, {BatchMethod::kTables, true});
  const uint64_t first = device->counts().mirrored_bytes;
  CHECK(first > town.kinds[0]->tables.memory_bytes() / 2);
  answers_of(*device, town.with_labels(), batch, {BatchMethod::kTables, true});
  CHECK(device->counts().mirrored_bytes == 0);
  answers_of(*device, town.with_labels(), batch, {BatchMethod::kAstar, true});
  CHECK(device->counts().mirrored_bytes == 0);
  for (int stroke = 0; stroke < 20; ++stroke) {
    CAPTURE(stroke);
    const Cell at = test::random_cell(town.map, rng);
    town.edit(brush_line(town.map, at, at, Brush{2, BrushShape::kRound}, stroke % 2 == 0 ? '@' : '.'));
    const BatchResult expected =
        answers_of(*make_cpu_engine(2), town.with_labels(), batch, {BatchMethod::kTables, true});
    CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {BatchMethod::kTables, true})));
    CHECK(device->counts().mirrored_bytes < first / 8);
  }
}

TEST_CASE("Without labels a device has its agents searched for on the host, with the answers of threads") {
  Town town(test::random_rooms(64, 64, 8, 5), {}, 8, {{1, Capability::walker()}, {2, Capability::walker()}});
  Rng rng(3);
  const AgentBatch batch = random_batch(town, 500, rng);
  const auto device = emulated();
  BatchMap half = town.with_labels();
  half.kinds[1].labels = nullptr;
  const auto expected = [&](const BatchMap& map) {
    return answers_of(*make_cpu_engine(2), map, batch, {BatchMethod::kTables, true});
  };
  CHECK(same_answers(expected(half), answers_of(*device, half, batch, {BatchMethod::kTables, true})));
  const size_t on_host = device->counts().planned_on_host;
  CHECK(on_host > 50);
  CHECK(on_host < 450);
  const BatchMap none = town.without_labels(), all = town.with_labels();
  CHECK(same_answers(expected(none), answers_of(*device, none, batch, {BatchMethod::kTables, true})));
  CHECK(device->counts().planned_on_host > on_host);
  CHECK(same_answers(expected(all), answers_of(*device, all, batch, {BatchMethod::kTables, true})));
  CHECK(device->counts().planned_on_host == 0);
}

TEST_CASE("A mirror serves one map after another") {
  const auto device = emulated();
  for (int number = 0; number < 12; ++number) {
    CAPTURE(number);
    Rng rng(static_cast<uint64_t>(number));
    Town town(random_town(number, static_cast<uint64_t>(number) + 10), {}, rng.between(4, 20), kSeveralKinds);
    const AgentBatch batch = random_batch(town, 300, rng);
    const BatchMethod method = kAllMethods[rng.below(kBatchMethods)];
    const BatchResult expected = answers_of(*make_cpu_engine(2), town.with_labels(), batch, {method, true});
    CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {method, true})));
  }
}

TEST_CASE("Little memory means small chunks, and the same answers") {
  Town town(test::random_rooms(96, 96, 8, 5), {}, 8, {{1, Capability::walker()}, {2, Capability::walker()}});
  Rng rng(1);
  const AgentBatch batch = random_batch(town, 1000, rng);
  const auto threads = make_cpu_engine(2);
  for (const BatchMethod method : kAllMethods) {
    CAPTURE(batch_method_name(method));
    const BatchResult expected = answers_of(*threads, town.with_labels(), batch, {method, true});
    size_t failed = 0, answered = 0, most_chunks = 0;
    for (size_t memory = size_t{1} << 14; memory <= size_t{1} << 26; memory *= 2) {
      CAPTURE(memory);
      const auto device = emulated({.memory_bytes = memory, .fault = {}});
      for (int again = 0; again < 2; ++again) {
        BatchResult result;
        const Status done = device->plan(town.with_labels(), batch, {method, true}, result);
        if (!done.ok()) {
          ++failed;
          CHECK(done.error().message().find("out of memory") != std::string::npos);
          CHECK(result.size() == 0);
          CHECK(result.path_cells.empty());
          CHECK(device->memory_bytes() <= 1024);  // what sums are made in
          continue;
        }
        ++answered;
        CHECK(same_answers(expected, result));
        if (again > 0) continue;
        most_chunks = std::max(most_chunks, device->counts().chunks);
      }
    }
    CHECK(failed > 0);
    CHECK(answered > 4);
    CHECK(most_chunks > 2);
  }
}

TEST_CASE("Ways that do not fit on a device are unfolded on the host, in the order of the agents all the same") {
  Town town(test::random_rooms(96, 96, 8, 5), {}, 8, {{1, Capability::walker()}});
  Rng rng(4);
  const AgentBatch batch = random_batch(town, 2000, rng);
  for (const bool paths : {false, true}) {
    const BatchOptions options{BatchMethod::kTables, paths};
    const BatchResult expected = answers_of(*make_cpu_engine(2), town.with_labels(), batch, options);
    for (const uint32_t room : {1u, 2u, 4u, 96u}) {
      const auto device = emulated({}, {.chunk = 300, .walk_room = room});
      CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, options)));
      CHECK((device->counts().planned_on_host > 0) == (room < 96));
    }
  }
}

TEST_CASE("Chunks of any size answer the same") {
  Town town(test::random_rooms(96, 96, 8, 5), {}, 8, kSeveralKinds);
  Rng rng(2);
  const AgentBatch batch = random_batch(town, 13'000, rng);  // more than such a device has threads
  const BatchResult expected = answers_of(*make_cpu_engine(2), town.with_labels(), batch, {BatchMethod::kTables, true});
  for (const size_t chunk : {size_t{70}, size_t{500}, size_t{100'000}}) {
    const auto device = emulated({}, {.chunk = chunk});
    for (int again = 0; again < 2; ++again) {
      CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {BatchMethod::kTables, true})));
    }
    CHECK(device->counts().chunks >= 12'500 / chunk);
  }
}

TEST_CASE("Searches that do not fit on the device are made on the host") {
  Town town(test::random_rooms(80, 80, 8, 5), {}, 8, {{1, Capability::walker()}});
  Rng rng(3);
  const AgentBatch batch = random_batch(town, 500, rng);
  for (const BatchMethod method : {BatchMethod::kHpa, BatchMethod::kAstar}) {
    CAPTURE(batch_method_name(method));
    const BatchResult expected = answers_of(*make_cpu_engine(2), town.with_labels(), batch, {method, true});
    for (const uint32_t entries : {1u, 12u, 40u}) {
      const auto device = emulated({}, {.chunk = 100, .open_entries = entries});
      CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {method, true})));
      CHECK(device->counts().planned_on_host > 0);
    }
    const auto device = emulated();
    CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {method, true})));
    CHECK(device->counts().planned_on_host == 0);
  }
}

TEST_CASE("A device that is not there, or whose driver is too old, is told from others") {
  std::unique_ptr<Device> device;
  CHECK(open_emulated_device({.fault = *device_fault_named("no-device")}, device).failure == DeviceFailure::kNoDevice);
  CHECK(open_cuda_device(*device_fault_named("no-device"), device).failure == DeviceFailure::kNoDevice);
  CHECK(open_cuda_device(*device_fault_named("old-driver"), device).failure == DeviceFailure::kOldDriver);
  CHECK(device == nullptr);
  CHECK_FALSE(device_fault_named("out-of-memory"));
  CHECK_FALSE(device_fault_named("lost:soon"));
  CHECK(device_fault_named("lost:12")->after == 12);

  const auto engine_with = [](const char* fault) {
    setenv("STRATA_DEVICE_FAULT", fault, 1);
    auto engine = make_cuda_engine();
    unsetenv("STRATA_DEVICE_FAULT");
    return engine;
  };
  const auto none = engine_with("no-device"), old = engine_with("old-driver");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message() == "CUDA: there is no device (provoked)");
  REQUIRE_FALSE(old.ok());
  CHECK(old.error().message() == "CUDA: the driver is too old (provoked)");

  // Without a device, one can be emulated, and lost.
  setenv("STRATA_DEVICE", "emulated", 1);
  auto lost = engine_with("lost:5");
  unsetenv("STRATA_DEVICE");
  REQUIRE(lost.ok());
  CHECK(lost.value()->device() == "emulated device");
  CHECK(lost.value()->backend() == BatchBackend::kCuda);
  Town town(GridMap(20, 20), {}, 5, {{1, Capability::walker()}});
  Rng rng(1);
  BatchResult result;
  const Status done = lost.value()->plan(town.with_labels(), random_batch(town, 10, rng), {}, result);
  REQUIRE_FALSE(done.ok());
  CHECK(done.error().message() == "CUDA: the device was lost (provoked)");
}

TEST_CASE("Whatever allocation fails, a batch is answered rightly or not at all") {
  Town town(test::random_rooms(60, 60, 8, 5), {}, 8, {{1, Capability::walker()}, {2, Capability::walker()}});
  Rng rng(4);
  const AgentBatch batch = random_batch(town, 400, rng);
  for (const BatchMethod method : kAllMethods) {
    CAPTURE(batch_method_name(method));
    const BatchResult expected = answers_of(*make_cpu_engine(2), town.with_labels(), batch, {method, true});
    size_t failed = 0, restarted = 0;
    for (const bool lasting : {false, true}) {
      for (uint64_t after = 0; after < 80; ++after) {
        CAPTURE(after);
        const auto device = emulated({.fault = {DeviceFailure::kOutOfMemory, after, lasting}}, {.chunk = 150});
        BatchResult result;
        const Status done = device->plan(town.with_labels(), batch, {method, true}, result);
        if (done.ok()) {
          CHECK(same_answers(expected, result));
          restarted += device->counts().restarts;
        } else {
          ++failed;
          CHECK(lasting);
          CHECK(done.error().message() == "CUDA: out of memory (provoked)");
          CHECK(result.size() == 0);
          CHECK(result.path_begin.empty());
        }
        // A single failure is forgotten, and what was kept is still right.
        if (!lasting) CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {method, true})));
      }
    }
    CHECK(failed > 5);
    CHECK(restarted > 5);
  }
}

TEST_CASE("A device that is lost ends the batch, whenever it happens, and threads go on") {
  Town town(test::random_rooms(60, 60, 8, 5), {}, 8, {{1, Capability::walker()}, {2, Capability::walker()}});
  Rng rng(4);
  const AgentBatch batch = random_batch(town, 400, rng);
  const auto threads = make_cpu_engine(2);
  for (const BatchMethod method : kAllMethods) {
    CAPTURE(batch_method_name(method));
    const BatchResult expected = answers_of(*threads, town.with_labels(), batch, {method, true});
    // A call fails, or what was asked for fails later on.
    for (const bool later : {false, true}) {
      bool answered = false;
      for (uint64_t after = 0; !answered; after += 1 + after / 40) {
        CAPTURE(after);
        REQUIRE(after < 100'000);
        EmulatedDeviceOptions fails{.late = after % 3 != 0};
        if (later) fails.fails_at = after;
        if (!later) fails.fault = {DeviceFailure::kLost, after};
        const auto device = emulated(fails, {.chunk = 150});
        BatchResult result = expected;
        const Status done = device->plan(town.with_labels(), batch, {method, true}, result);
        if (done.ok()) {
          CHECK(same_answers(expected, result));
          answered = true;
          continue;
        }
        CHECK(done.error().message().starts_with("CUDA: the device was lost (" + std::string(later ? "a " : "prov")));
        CHECK(result.size() == 0);
        CHECK(result.path_cells.empty());
        CHECK_FALSE(device->plan(town.with_labels(), batch, {method, true}, result).ok());
        if (after % 10 != 0) continue;
        CHECK(same_answers(expected, answers_of(*threads, town.with_labels(), batch, {method, true})));
      }
    }
  }
}

TEST_CASE("A real device answers as the threads do, bit for bit, also after edits") {
  auto made = make_cuda_engine();
  if (!made.ok()) {
    MESSAGE("skipped: " << made.error().message());
    return;
  }
  BatchEngine& device = *made.value();
  MESSAGE("on " << device.device());
  const auto threads = make_cpu_engine(0);
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 500);
    Town town(round < 4 ? random_town(round, static_cast<uint64_t>(round) + 700)
                        : test::random_rooms(300, 200, 11, static_cast<uint64_t>(round)),
              {}, 8 + 4 * (round % 3), kSeveralKinds);
    for (int edit = 0; edit < 4; ++edit) {
      const AgentBatch batch = random_batch(town, edit == 0 ? 20'000 : 3000, rng);
      for (const BatchMethod method : kAllMethods) {
        for (const bool paths : {false, true}) {
          CAPTURE(batch_method_name(method));
          CAPTURE(paths);
          const BatchResult expected = answers_of(*threads, town.with_labels(), batch, {method, paths});
          CHECK(same_answers(expected, answers_of(device, town.with_labels(), batch, {method, paths})));
        }
      }
      for (int i = 0; i < 3; ++i) town.edit(test::random_edit(town.map, 8, rng));
    }
  }
}
