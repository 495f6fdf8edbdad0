// Recovery copies by themselves: when they are written, what is handed over, what is on disk after a failure.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/lab/recovery.hpp"
#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "core/io/graph_file.hpp"
#include "core/io/movingai.hpp"
#include "tests/rounds.hpp"
#include "tests/temp_folder.hpp"

namespace fs = std::filesystem;
using namespace strata;
using namespace strata::test;

namespace {

using Seconds = std::chrono::duration<double>;

RecoveryTime at(double seconds) {
  return RecoveryTime() + std::chrono::duration_cast<RecoveryTime::duration>(Seconds(1000 + seconds));
}

// Moved by hand; the thread of the copies looks at it too.
class ManualClock {
 public:
  RecoveryClock clock() {
    return [this] { return at(seconds_.load()); };
  }
  void pass(double seconds) { seconds_.store(seconds_.load() + seconds); }

 private:
  std::atomic<double> seconds_ = 0;
};

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

GridMap noise(int width, int height, uint64_t seed) {
  Rng rng(seed);
  std::vector<char> letters(static_cast<size_t>(width) * static_cast<size_t>(height));
  for (char& letter : letters) letter = ".@TSW"[rng.below(5)];
  return GridMap(width, height, std::move(letters));
}

// A drawn graph, without the lab around it.
struct GraphDocument : Document {
  DrawnGraph graph;
  uint64_t changes = 1;

  std::string_view kind() const override { return "graph"; }
  std::string_view open_command() const override { return "graph.open"; }
  std::string_view name() const override { return "the drawn graph"; }
  Status open(const std::string&) override { return success(); }
  const std::string& path() const override { return own_path; }
  bool save_needs_name() const override { return true; }
  bool unsaved() const override { return true; }
  bool empty() const override { return text().empty(); }
  Status save() override { return success(); }
  uint64_t version() const override { return changes; }
  std::string text() const override {
    return graph.empty() ? std::string() : format_graph({.graph = graph, .map = {}, .start = {}, .goal = {}});
  }
  std::string_view parts() const override { return "nodes"; }
  Result<Rect> read_copy(std::string_view, const std::string&) override { return Rect{}; }
  void leave_copy() override {}
  void take_copy(const std::string&, bool) override {}

  std::string own_path;
};

// What a lab hands over where its only document is such a graph.
struct RecoveryInputs {
  GraphDocument document;
  std::array<const Document*, 1> list = {&document};

  RecoveryInputs() = default;
  RecoveryInputs(DrawnGraph graph, uint64_t changes) {
    document.graph = std::move(graph);
    document.changes = changes;
  }
  RecoveryInputs(const RecoveryInputs&) = delete;
  RecoveryInputs& operator=(const RecoveryInputs&) = delete;
};

DrawnGraph two_nodes(int x) {
  DrawnGraph graph;
  graph.add_node({x, 1});
  graph.add_node({x + 1, 2});
  graph.set_edge(0, 1, 1000);
  return graph;
}

// What a lab would be offered next.
std::optional<RecoveryCopy> offered(const std::string& folder) {
  Recovery other(folder, 3, {});
  return other.claim();
}

struct RecoveredWork {
  GridMap map;
  DrawnGraph graph;
  std::string title;
};

RecoveredWork read(const std::string& folder) {
  const auto copy = offered(folder);
  REQUIRE(copy.has_value());
  const auto map = load_map(copy->map_file);
  REQUIRE(map.ok());
  RecoveredWork found{map.value().map, {}, copy->about.title};
  if (const auto file = copy->documents.find("graph"); file != copy->documents.end()) {
    const auto graph = load_graph(file->second);
    REQUIRE(graph.ok());
    found.graph = graph.value().graph;
  }
  return found;
}

void paint(GridMap& map, Recovery& recovery, CellId first, uint32_t count, char letter) {
  recovery.touched(map.apply(Edit{{{first, count, letter}}}).dirty);
}

}  // namespace

TEST_CASE("recovery: however long writing takes, a change is on disk within the promised time") {
  // The disk is slow, changes never end, and ticks are late: what counts is the age of the oldest change without a
  // copy.
  for (const double slow : {0.0, 0.3, 1.0, 1.5}) {
    RecoverySchedule schedule(kRecoverySeconds);
    schedule.expect(static_cast<size_t>(slow * 45e6));  // as on the largest map
    Rng rng(7);
    double worst = 0;
    std::optional<double> oldest;
    for (double now = 0; now < 300;) {
      schedule.changed(at(now));
      if (!oldest) oldest = now;
      const auto due = schedule.due(rng.below(4) != 0);  // sometimes a large change is under way
      REQUIRE(due.has_value());
      if (at(now) < *due) {
        now += 0.016 + 0.0004 * rng.between(0, 1000);
        continue;
      }
      schedule.begun();
      const double began = now, first = *oldest;
      now += slow * (0.8 + 0.0004 * rng.between(0, 1000));
      schedule.changed(at(began + 0.01));  // painting goes on meanwhile
      oldest = began + 0.01;
      schedule.succeeded(at(began), at(now));
      worst = std::max(worst, now - first);
    }
    CAPTURE(slow);
    CHECK(worst <= 5);
    CHECK(worst >= 2);  // and no more is written than that takes
  }
}

TEST_CASE("recovery: a failed copy is tried again soon, and nothing is due at rest") {
  RecoverySchedule schedule(3);
  CHECK_FALSE(schedule.due(true).has_value());
  schedule.changed(at(0));
  CHECK(*schedule.due(true) == at(3));
  CHECK(*schedule.due(false) == at(4));
  schedule.changed(at(2));
  CHECK(*schedule.due(true) == at(3));
  schedule.begun();
  schedule.failed(at(3));
  CHECK(*schedule.due(true) == at(3 + RecoverySchedule::kRetrySeconds));
  schedule.begun();
  schedule.succeeded(at(5), at(5.5));
  CHECK_FALSE(schedule.due(true).has_value());
  schedule.changed(at(9));
  CHECK(*schedule.due(true) == at(11.5));
  // A slow copy is remembered for a while, and the first one of a large map is guessed to be slow.
  schedule.begun();
  schedule.succeeded(at(12), at(12.1));
  schedule.changed(at(20));
  CHECK(*schedule.due(true) > at(22.6));
  CHECK(*schedule.due(true) < at(22.7));
  RecoverySchedule large(3);
  large.expect(size_t{64} << 20);
  large.changed(at(0));
  CHECK(*large.due(true) < at(1));
}

TEST_CASE("recovery: what is handed over at a time is bounded on the largest map, and all of it arrives") {
  const TempFolder folder;
  ManualClock clock;
  constexpr int kSide = test::kSanitized ? 2048 : GridMap::kMaxSide;
  GridMap map(kSide, kSide);
  const RecoveryInputs graph;
  RecoveryInfo about;
  Recovery recovery(folder.path(), 3, clock.clock());
  map.apply(Edit{{{12345, 1000, 'W'}}});
  size_t before = 0, ticks = 0;
  for (; before < map.cell_count(); ++ticks) {
    REQUIRE(ticks < 1000);
    recovery.keep(map, graph.list, about);
    // In a tick of 1/60 s no more than 4 MiB and a band.
    CHECK(recovery.handed_bytes() - before <= (size_t{4} << 20) + Recovery::kBandBytes);
    before = recovery.handed_bytes();
    clock.pass(1.0 / 60);
  }
  CHECK(ticks <= 20);
  // A dab costs its rows, and rest costs nothing.
  paint(map, recovery, map.id({kSide / 2, kSide / 2}), 5, 'T');
  recovery.keep(map, graph.list, about);
  CHECK(recovery.handed_bytes() - before <= 2 * Recovery::kBandBytes);
  before = recovery.handed_bytes();
  for (int i = 0; i < 10; ++i) recovery.keep(map, graph.list, about);
  CHECK(recovery.handed_bytes() == before);
  // After a frame of several seconds it is still bounded.
  paint(map, recovery, 0, map.cell_count(), 'S');
  clock.pass(10);
  recovery.keep(map, graph.list, about);
  CHECK(recovery.handed_bytes() - before <= Recovery::kByteLimit + Recovery::kBandBytes);
  REQUIRE(recovery.flush(map, graph.list, about).ok());
  CHECK(recovery.handed_bytes() - before == map.cell_count());
}

TEST_CASE("recovery: the copy is the map as it was last, after any edits") {
  const TempFolder folder;
  Rng rng(11);
  bool held_back = false;
  struct Sides {
    int width, height;
    bool weighs;
  };
  for (const auto& [width, height, weighs] : std::initializer_list<Sides>{{1, 1, false},
                                                                          {7, 300, false},
                                                                          {7, 300, true},
                                                                          {300, 7, true},
                                                                          {513, 511, false},
                                                                          {513, 511, true},
                                                                          {GridMap::kMaxSide, 20, false}}) {
    const std::string own = folder.file(fmt::format("{}x{} {}", width, height, weighs));
    GridMap map = noise(width, height, 5);
    RecoveryInputs graph;
    RecoveryInfo about;
    // Hardly any time passes between the edits, so that the limits hold back a part of them. In the last step there is
    // time for all of them, and nobody but the end of the recovery waits for these.
    ManualClock clock;
    {
      Recovery recovery(own, 0, clock.clock());
      for (int i = 0; i < 60; ++i) {
        clock.pass(i == 59 ? 1 : 1e-4);
        const auto first = static_cast<CellId>(rng.below(map.cell_count()));
        const auto count = static_cast<uint32_t>(rng.below(map.cell_count() - first) + 1);
        paint(map, recovery, first, i % 3 == 0 ? count : std::min(count, 9u), ".@TSW"[rng.below(5)]);
        if (weighs) {
          const Edit weights{{weight_run(first, count, rng.percent(30) ? 0 : rng.between(1, kMaxCellWeight))}};
          recovery.touched(map.apply(weights).dirty);
        }
        if (i % 10 == 3) graph.document.graph = two_nodes(i), ++graph.document.changes;
        about.title = "step " + std::to_string(i);
        recovery.keep(map, graph.list, about);
        if (i == 30) {
          const size_t before = recovery.handed_bytes();
          REQUIRE(recovery.flush(map, graph.list, about).ok());
          held_back |= recovery.handed_bytes() > before;
          for (const std::string& name : names_in(own)) {
            if (name.ends_with(".map")) CHECK(load_map((fs::path(own) / name).string()).value().map == map);
          }
          // Another lab leaves it alone while this one lives.
          CHECK_FALSE(offered(own).has_value());
        }
      }
    }
    const RecoveredWork found = read(own);
    CHECK(found.map == map);
    CHECK(found.graph == graph.document.graph);
    CHECK(found.title == "step 59");
    CHECK(names_in(own).size() == 4);  // lock, map, graph, what it is of
  }
  CHECK(held_back);
}

TEST_CASE("recovery: weights that are all taken away leave none in the copy, and neither does another map") {
  const TempFolder folder;
  const RecoveryInputs none({}, 1);
  RecoveryInfo about;
  GridMap map = noise(30, 700, 3);
  {
    Recovery recovery(folder.path(), 0.01, {});
    recovery.touched(map.apply({{weight_run(0, map.cell_count(), 9)}}).dirty);
    REQUIRE(recovery.flush(map, none.list, about).ok());
    recovery.touched(map.apply({{weight_run(0, map.cell_count() - 1, 0)}}).dirty);
    REQUIRE(recovery.flush(map, none.list, about).ok());
    recovery.touched(map.apply({{weight_run(0, map.cell_count(), 0)}}).dirty);
    paint(map, recovery, 3, 1, 'T');
    REQUIRE(recovery.flush(map, none.list, about).ok());
  }
  CHECK_FALSE(map.has_weights());
  CHECK(read(folder.path()).map == map);
}

TEST_CASE("recovery: another map takes the place of the one before, and a copy that is dropped leaves nothing") {
  const TempFolder folder;
  RecoveryInfo about;
  {
    Recovery recovery(folder.path(), 0.01, {});
    const GridMap first = noise(20, 30, 1), second = noise(70, 5, 2);
    const RecoveryInputs some(two_nodes(3), 1), none({}, 2), other({}, 3);
    REQUIRE(recovery.flush(first, some.list, about).ok());
    recovery.drop();
    REQUIRE(recovery.flush(second, none.list, about).ok());
    // Without a graph there is no file of one.
    CHECK(names_in(folder.path()).size() == 3);
    // Dropped while a copy is being written, or just before: nothing may come after it.
    for (int i = 0; i < 50; ++i) {
      GridMap map = noise(300, 300, static_cast<uint64_t>(i));
      recovery.keep(map, other.list, about);
      if (i % 2 == 0) ::usleep(static_cast<useconds_t>(i * 300));
      recovery.drop();
    }
  }
  CHECK(names_in(folder.path()).empty());
  CHECK_FALSE(offered(folder.path()).has_value());
}

TEST_CASE("recovery: when writing fails the old copy stays, nothing else is left, it is said once, and tried again") {
  const TempFolder folder;
  ManualClock clock;
  GridMap map = noise(200, 200, 1);
  const GridMap before = map;
  RecoveryInfo about;
  make_write_signals_errors();
  Recovery recovery(folder.path(), 3, clock.clock());
  const RecoveryInputs old_graph(two_nodes(1), 1), new_graph(two_nodes(7), 2);
  REQUIRE(recovery.flush(map, old_graph.list, about).ok());
  const auto there = names_in(folder.path());
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &limit) == 0);
  const rlimit small{20'000, limit.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  paint(map, recovery, 0, 5000, 'W');
  Status failed = recovery.flush(map, new_graph.list, about);
  // Each further attempt fails as well and is not said again.
  std::vector<std::string> said;
  for (int i = 0; i < 3; ++i) {
    recovery.keep(map, new_graph.list, about);
    if (std::string text = recovery.take_message(); !text.empty()) said.push_back(text);
    (void)recovery.flush(map, new_graph.list, about);
  }
  const auto after = names_in(folder.path());
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  REQUIRE_FALSE(failed.ok());
  CHECK(failed.error().message().find("File too large") != std::string::npos);
  CHECK(after == there);
  REQUIRE(said.size() == 1);
  CHECK(said[0].find("File too large") != std::string::npos);
  const std::string kept = folder.file(there[1].ends_with(".map") ? there[1] : there[3]);
  CHECK(kept.ends_with(".map"));
  CHECK(load_map(kept).value().map == before);
  // By itself, as time passes; and that it works again is said, once.
  for (int i = 0; i < 2000 && said.size() < 2; ++i) {
    clock.pass(0.1);
    ::usleep(5000);
    recovery.keep(map, new_graph.list, about);
    if (std::string text = recovery.take_message(); !text.empty()) said.push_back(text);
  }
  REQUIRE(said.size() == 2);
  CHECK(said[1].find("protected again") != std::string::npos);
  REQUIRE(recovery.flush(map, new_graph.list, about).ok());
  const auto now = names_in(folder.path());
  CHECK(now.size() == there.size());
  for (const std::string& name : now) {
    if (name.ends_with(".map")) CHECK(load_map(folder.file(name)).value().map == map);
  }
}

TEST_CASE("recovery: what a program left that died between two files goes together, and the rest is removed") {
  const TempFolder folder;
  const GridMap old_map = noise(9, 9, 1), new_map = noise(9, 9, 2);
  const auto file = [&](const std::string& name, const std::string& text) {
    REQUIRE(write_file_atomic(folder.file(name), text).ok());
  };
  const auto graph_text = [](int x) {
    return format_graph({.graph = two_nodes(x), .map = {}, .start = {}, .goal = {}});
  };
  file("4000000-0.lock", "");
  file("4000000-0.3.map", format_map(old_map));
  file("4000000-0.3.graph", graph_text(1));
  file("4000000-0.4.map", format_map(new_map));
  file("4000000-0.4.map.Ab12Cd", "half of a fi");
  file("other.map", "not of this program");
  SUBCASE("the newest map is not paired with the graph of the one before") {
    file("4000000-0.json", R"({"map": "4000000-0.3.map", "graph": "4000000-0.3.graph", "title": "t"})");
    const RecoveredWork found = read(folder.path());
    CHECK(found.map == old_map);
    CHECK(found.graph == two_nodes(1));
  }
  SUBCASE("without what it is of, the newest of each comes back") {
    const RecoveredWork found = read(folder.path());
    CHECK(found.map == new_map);
    CHECK(found.graph == two_nodes(1));
  }
  SUBCASE("what it is of is damaged: that is said, with its place") {
    file("4000000-0.json", "{\"map\": \"4000");
    const auto copy = offered(folder.path());
    REQUIRE(copy.has_value());
    CHECK(copy->map_file == folder.file("4000000-0.4.map"));
    CHECK(copy->damage == folder.file("4000000-0.json") + ": is not a JSON object");
  }
  SUBCASE("a name that leads elsewhere is not followed") {
    file("4000000-0.json", R"({"map": "../other.map", "graph": "other.map"})");
    CHECK(offered(folder.path())->map_file == folder.file("4000000-0.4.map"));
  }
  SUBCASE("a copy of an earlier program") {
    fs::remove(folder.file("4000000-0.4.map"));
    fs::remove(folder.file("4000000-0.3.graph"));
    fs::rename(folder.file("4000000-0.3.map"), folder.file("4000000-0.map"));
    file("4000000-0.json", R"({"title": "t", "original_path": "/x.map"})");
    CHECK(read(folder.path()).map == old_map);
  }
  SUBCASE("nothing of use is removed") {
    fs::remove(folder.file("4000000-0.3.map"));
    fs::remove(folder.file("4000000-0.4.map"));
    fs::remove(folder.file("4000000-0.3.graph"));
    CHECK_FALSE(offered(folder.path()).has_value());
    CHECK(names_in(folder.path()) == std::vector<std::string>{"other.map"});
  }
  SUBCASE("discarded, all of it goes and nothing else") {
    Recovery recovery(folder.path(), 3, {});
    REQUIRE(recovery.claim().has_value());
    recovery.drop_claimed();
    CHECK(names_in(folder.path()) == std::vector<std::string>{"other.map"});
  }
}

TEST_CASE("recovery: a copy in pieces is waited for, and written at last even if the pieces never end") {
  const TempFolder folder;
  ManualClock clock;
  RecoveryWriter writer(folder.path(), 3, clock.clock());
  RecoveryChanges all;
  all.size = {4, 2};
  all.about = RecoveryInfo{};
  all.bands[0] = "....";
  writer.hand_over(all, 1, false);
  // Rows are missing: that is never written.
  clock.pass(100);
  ::usleep(400'000);
  CHECK(writer.written() == 0);
  RecoveryChanges rest;
  rest.bands[1] = "SSSS";
  writer.hand_over(rest, 2, true);
  REQUIRE(writer.flush().ok());
  CHECK(writer.written() == 2);
  // All rows are there, but a change has come in part only.
  RecoveryChanges part;
  part.bands[0] = "WWWW";
  writer.hand_over(part, 3, false);
  clock.pass(3.5);
  ::usleep(400'000);
  CHECK(writer.written() == 2);
  clock.pass(1);
  for (int i = 0; i < 2000 && writer.written() < 3; ++i) ::usleep(5000);
  CHECK(writer.written() == 3);
}

TEST_CASE("recovery: the end of the writer writes all that it was given, but no map of which rows are missing") {
  const TempFolder folder;
  ManualClock clock;
  RecoveryChanges map;
  map.size = {4, 2};
  map.about = RecoveryInfo{};
  map.bands[0] = "....";
  RecoveryChanges row;
  row.bands[1] = "WWWW";
  {
    RecoveryWriter writer(folder.path(), 3, clock.clock());
    writer.hand_over(map, 1, false);
  }
  CHECK(names_in(folder.path()).empty());
  map.bands[1] = "SSSS";
  {
    RecoveryWriter writer(folder.path(), 3, clock.clock());
    writer.hand_over(map, 1, true);
    writer.hand_over(row, 2, false);
  }
  const GridMap found = read(folder.path()).map;
  CHECK(std::string(found.letters().begin(), found.letters().end()) == "....WWWW");
}

TEST_CASE("recovery: nothing of the work before is added to another map") {
  RecoveryChanges inbox;
  inbox.bands[0] = "..";
  inbox.weights[0] = {1, 2};
  inbox.documents[std::string(kLinksKind)] = "links of the map before";
  RecoveryChanges other;
  other.size = {3, 1};
  other.bands[0] = "...";
  other.about = RecoveryInfo{};
  inbox.add(std::move(other));
  CHECK(inbox.size == std::pair(3, 1));
  CHECK(inbox.bands.at(0) == "...");
  CHECK(inbox.weights.empty());
  CHECK(inbox.documents.empty());
}
