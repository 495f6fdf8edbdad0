// A* as an external planner for Strata: it reads the map once, then answers queries, one line of JSON each.
// Build it with any C++17 compiler and nlohmann-json; it needs no code of Strata. docs/external-planners.md
// describes the messages.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <queue>
#include <string>
#include <vector>

using nlohmann::json;

// Returns the letters of a row. The letters of some weights are not ASCII and take several bytes of UTF-8.
std::vector<std::string> letters_of(const std::string& row) {
  std::vector<std::string> letters;
  for (const char byte : row) {
    const bool goes_on = (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
    if (!goes_on) letters.emplace_back();
    letters.back() += byte;
  }
  return letters;
}

struct Grid {
  int width = 0, height = 0, needed = 2;
  double diagonal = 0;  // 0: four neighbours
  double least = 1;
  json terrains;
  std::vector<double> weight;  // 0: blocked

  explicit Grid(const json& hello) {
    width = hello["map"]["width"];
    height = hello["map"]["height"];
    terrains = hello["map"]["terrains"];
    for (const auto& row : hello["map"]["rows"]) {
      for (const std::string& letter : letters_of(row.get<std::string>())) weight.push_back(weight_of(letter));
    }
    diagonal = hello["rules"].value("diagonal", 0.0);
    needed = hello["rules"]["corner_cutting"].get<bool>() ? 1 : 2;
    least = std::numeric_limits<double>::infinity();
    for (const auto& [letter, one] : terrains.items()) least = std::min(least, one.get<double>());
  }
  double weight_of(const std::string& letter) const { return terrains.value(letter, 0.0); }
  double at(int x, int y) const {
    return x < 0 || y < 0 || x >= width || y >= height ? 0 : weight[static_cast<size_t>(y) * width + x];
  }
  double heuristic(int x, int y, int goal_x, int goal_y) const {
    const double dx = std::abs(x - goal_x), dy = std::abs(y - goal_y);
    if (diagonal == 0) return (dx + dy) * least;
    return (std::max(dx, dy) + (diagonal - 1) * std::min(dx, dy)) * least;
  }
};

// Plans a path. `events` receives the list of events; null if none are requested.
json plan(const Grid& grid, int start_x, int start_y, int goal_x, int goal_y, json* events) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const auto id = [&](int x, int y) { return y * grid.width + x; };
  const int start = id(start_x, start_y), goal = id(goal_x, goal_y);
  std::vector<double> g(grid.weight.size(), kFar);
  std::vector<int> parent(grid.weight.size(), -1);
  std::vector<char> closed(grid.weight.size(), 0);
  const auto tell = [&](const char* type, int cell) {
    if (events == nullptr) return;
    const double h = grid.heuristic(cell % grid.width, cell / grid.width, goal_x, goal_y);
    const double cost = g[cell] == kFar ? 0 : g[cell];
    json event = {{"type", type}, {"id", cell}, {"x", cell % grid.width}, {"y", cell / grid.width}};
    event.update({{"g", cost}, {"h", h}, {"f", cost + h}});
    if (parent[cell] != -1) event["pId"] = parent[cell];
    events->push_back(std::move(event));
  };
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  g[start] = 0;
  open.emplace(grid.heuristic(start_x, start_y, goal_x, goal_y), start);
  long expanded = 0, generated = 1;
  tell("source", start);
  tell("destination", goal);
  tell("generating", start);
  while (!open.empty()) {
    const int cell = open.top().second;
    open.pop();
    if (closed[cell]) continue;
    closed[cell] = 1;
    ++expanded;
    tell("expanding", cell);
    if (cell == goal) {
      json path = json::array();
      for (int at = goal; at != -1; at = parent[at]) path.push_back({at % grid.width, at / grid.width});
      std::reverse(path.begin(), path.end());
      return {{"path", path}, {"cost", g[goal]}, {"expanded", expanded}, {"generated", generated}};
    }
    const int x = cell % grid.width, y = cell / grid.width;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const double there = grid.at(x + dx, y + dy);
        if ((dx == 0 && dy == 0) || there == 0) continue;
        double length = 1;
        if (dx != 0 && dy != 0) {
          const int free = (grid.at(x + dx, y) > 0) + (grid.at(x, y + dy) > 0);
          if (grid.diagonal == 0 || free < grid.needed) continue;
          length = grid.diagonal;
        }
        // The cost of a step is its length times the mean weight of both cells.
        const int other = id(x + dx, y + dy);
        const double cost = g[cell] + length * (grid.at(x, y) + there) / 2;
        if (cost >= g[other] - 1e-9) continue;
        const bool known = g[other] != kFar;
        generated += !known;
        g[other] = cost;
        parent[other] = cell;
        tell(known ? "updating" : "generating", other);
        open.emplace(cost + grid.heuristic(x + dx, y + dy, goal_x, goal_y), other);
      }
    }
  }
  return {{"path", nullptr}, {"expanded", expanded}, {"generated", generated}};
}

int main() {
  std::ios::sync_with_stdio(false);
  std::string line;
  if (!std::getline(std::cin, line)) return 1;
  Grid grid(json::parse(line));
  std::cout << json{{"ready", true}, {"name", "A* in C++"}, {"edits", true}}.dump() << std::endl;
  while (std::getline(std::cin, line)) {
    const json message = json::parse(line);
    if (message.contains("edit")) {
      for (const auto& cell : message["edit"]) {
        grid.weight[cell[1].get<size_t>() * grid.width + cell[0].get<size_t>()] =
            grid.weight_of(cell[2].get<std::string>());
      }
      continue;
    }
    json events = json::array();
    const bool asked = message.value("events", false);
    json answer = plan(grid, message["start"][0], message["start"][1], message["goal"][0], message["goal"][1],
                       asked ? &events : nullptr);
    if (asked) answer["events"] = std::move(events);
    answer["id"] = message["id"];
    std::cout << answer.dump() << std::endl;
  }
}
