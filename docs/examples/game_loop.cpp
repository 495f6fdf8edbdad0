// A game: 500 units of two sizes cross a wall whose doors open and close. A thread plans, within a budget of time for
// each frame, and the game never waits for it. The program ends when all units have arrived.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <random>
#include <strata/strata.hpp>
#include <thread>
#include <utility>
#include <vector>

namespace {

constexpr int kSide = 128, kWallX = 64, kDoorHeight = 6, kUnits = 500;
constexpr int kDoors[] = {10, 61, 112};  // upper end of each door

template <class T>
T must(strata::Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().message().c_str());
  std::exit(1);
}

// Plans in a thread of its own. It has a Query, whose memory no other thread uses.
class PathService {
 public:
  struct Order {
    size_t unit;
    strata::AgentId agent;
    strata::Cell start, goal;
  };
  struct Answer {
    size_t unit;
    std::vector<strata::Cell> cells;  // empty: no path
    uint64_t revision;
  };

  explicit PathService(const strata::Navigator& navigator) : query_(navigator), thread_([this] { run(); }) {}
  ~PathService() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  void ask(const Order& order) {
    const std::lock_guard lock(mutex_);
    orders_.push_back(order);
  }
  // Begins a frame, in which the thread plans for so long; orders that are left wait for the next frame.
  void begin_frame(std::chrono::microseconds budget) {
    {
      const std::lock_guard lock(mutex_);
      budget_ = budget;
    }
    wake_.notify_one();
  }
  std::vector<Answer> take_answers() {
    const std::lock_guard lock(mutex_);
    return std::exchange(answers_, {});
  }

 private:
  void run() {
    using Clock = std::chrono::steady_clock;
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return ends_ || (!orders_.empty() && budget_.count() > 0); });
      if (ends_) return;
      const Order order = orders_.front();
      orders_.pop_front();
      lock.unlock();
      const auto begin = Clock::now();
      // The path is a view of the query's memory: what is kept of it is copied.
      const strata::Path path = must(query_.find(order.agent, order.start, order.goal));
      Answer answer{order.unit, {}, path.revision};
      if (path.found()) answer.cells.assign(path.cells().begin(), path.cells().end());
      const auto spent = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
      lock.lock();
      budget_ -= spent;
      answers_.push_back(std::move(answer));
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Order> orders_;
  std::vector<Answer> answers_;
  std::chrono::microseconds budget_{0};
  bool ends_ = false;
  strata::Query query_;
  std::thread thread_;
};

struct Unit {
  int size = 1;
  strata::Cell at, goal;
  std::vector<strata::Cell> ahead;  // cells of its path that it has not entered, the next one last
  bool asked = false;
  bool arrived() const { return at == goal; }
};

// Returns whether a unit whose upper left cell is `cell` touches the box, or passes a corner of it.
bool is_near(strata::Cell cell, int size, const strata::CellBox& box) {
  return cell.x + size >= box.corner.x && cell.x <= box.opposite.x + 1 && cell.y + size >= box.corner.y &&
         cell.y <= box.opposite.y + 1;
}

class Game {
 public:
  Game()
      : navigator_(must(strata::Navigator::create(
            {.width = kSide, .height = kSide, .cost = cost_, .memory_limit = size_t{64} << 20}))),
        small_(must(navigator_.add_agent({.size = 1}))),
        large_(must(navigator_.add_agent({.size = 2}))),
        service_(navigator_) {
    std::mt19937 random(1);
    const auto up_to = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    for (int i = 0; i < kUnits; ++i) {
      const int size = 1 + i % 2;
      const strata::Cell at{up_to(kWallX - 4), up_to(kSide - size)};
      units_.push_back({size, at, {kWallX + 2 + up_to(kSide - kWallX - 4), up_to(kSide - size)}, {}});
    }
  }

  bool ended() const { return std::ranges::all_of(units_, &Unit::arrived); }
  int door_changes() const { return door_changes_; }
  int steps_into_walls() const { return steps_into_walls_; }
  int planned() const { return planned_; }

  void frame(int number) {
    service_.begin_frame(std::chrono::microseconds(2000));
    for (PathService::Answer& answer : service_.take_answers()) take(std::move(answer));
    if (number % 20 == 0) move_doors(number / 20);
    for (size_t i = 0; i < units_.size(); ++i) {
      Unit& unit = units_[i];
      if (unit.arrived()) continue;
      if (!unit.ahead.empty()) {
        step(unit);
      } else if (!unit.asked) {
        unit.asked = true;
        service_.ask({i, unit.size == 1 ? small_ : large_, unit.at, unit.goal});
      }
    }
  }

 private:
  static std::vector<uint8_t> walls() {
    std::vector<uint8_t> cost(kSide * kSide, 1);
    for (int y = 0; y < kSide; ++y) cost[static_cast<size_t>(y * kSide + kWallX)] = 0;
    for (const int door : kDoors) {
      for (int y = door; y < door + kDoorHeight; ++y) cost[static_cast<size_t>(y * kSide + kWallX)] = 1;
    }
    return cost;
  }
  void take(PathService::Answer answer) {
    Unit& unit = units_[answer.unit];
    unit.asked = false;
    // A path of an older map may lead through a door that is closed by now: the unit asks again.
    if (answer.revision != navigator_.revision() || answer.cells.empty()) return;
    ++planned_;
    unit.ahead.assign(answer.cells.rbegin(), answer.cells.rend() - 1);  // without the cell where it stands
  }

  void step(Unit& unit) {
    unit.at = unit.ahead.back();
    unit.ahead.pop_back();
    for (int dy = 0; dy < unit.size; ++dy) {
      for (int dx = 0; dx < unit.size; ++dx) {
        if (cost_[static_cast<size_t>((unit.at.y + dy) * kSide + unit.at.x + dx)] == 0) ++steps_into_walls_;
      }
    }
  }

  // One door is closed at a time. A door in which a unit stands stays open.
  void move_doors(int turn) {
    const auto box = [](int door) { return strata::CellBox{{kWallX, door}, {kWallX, door + kDoorHeight - 1}}; };
    const strata::CellBox closing = box(kDoors[turn % 3]), opening = box(kDoors[(turn + 2) % 3]);
    for (const Unit& unit : units_) {
      if (is_near(unit.at, unit.size, closing)) return;
    }
    // Both changes are one edit: no query sees the map between them.
    const strata::Edited edited = must(navigator_.edit().fill(opening, 1).fill(closing, 0).commit());
    if (edited.changed_cells == 0) return;
    ++door_changes_;
    for (int y = 0; y < kDoorHeight; ++y) {
      cost_[static_cast<size_t>((opening.corner.y + y) * kSide + kWallX)] = 1;
      cost_[static_cast<size_t>((closing.corner.y + y) * kSide + kWallX)] = 0;
    }
    for (Unit& unit : units_) {
      const auto touches = [&](strata::Cell cell) { return is_near(cell, unit.size, edited.bounds); };
      if (std::ranges::any_of(unit.ahead, touches)) unit.ahead.clear();
    }
  }

  std::vector<uint8_t> cost_ = walls();  // the game's own map
  strata::Navigator navigator_;
  strata::AgentId small_, large_;
  std::vector<Unit> units_;
  int door_changes_ = 0, steps_into_walls_ = 0, planned_ = 0;
  PathService service_;  // ends before the rest
};

}  // namespace

int main() {
  Game game;
  int frames = 0;
  while (!game.ended() && frames < 20000) {
    game.frame(frames++);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // drawing, in a game
  }
  std::printf("%s after %d frames: %d units, %d changes of doors, %d paths, %d steps into walls\n",
              game.ended() ? "all arrived" : "some did not arrive", frames, kUnits, game.door_changes(), game.planned(),
              game.steps_into_walls());
  return game.ended() && game.steps_into_walls() == 0 ? 0 : 1;
}
