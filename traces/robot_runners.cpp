// Parses plans of the League of Robot Runners: the starts and the moves of the agents, from which
// their positions follow.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/io/text.hpp"
#include "traces/mapf_plan.hpp"

namespace strata {
namespace {

constexpr double kFarRow = 32'000;
constexpr std::array<Cell, 4> kAhead = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};  // east, south, west, north

struct AgentStart {
  int x = 0, y = 0;
  uint8_t heading = 0;
};

class RobotRunnersReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  void begin_object() override {
    if (depth() == 1) is_object_ = true;
  }
  void end_object() override {}
  void begin_list() override {
    if (depth() == 3 && key_ == "start") {
      start_ = {};
      words_ = 0;
    }
    if (depth() == 3 && key_ == "errors") ++plan_.claimed_errors;
  }
  void end_list() override {
    if (depth() != 3 || key_ != "start") return;
    if (words_ != 3) return refuse("expected a start such as [row, column, \"E\"]");
    if (starts_.size() >= limits().items) return refuse(fmt::format("has more than {} agents", limits().items));
    starts_.push_back(start_);
  }
  void key(std::string_view name) override {
    if (depth() == 1) key_ = name;
  }
  void text(std::string_view value) override {
    if (depth() == 2 && (key_ == "actualPaths" || key_ == "plannerPaths")) return path(value);
    if (depth() == 3 && key_ == "start") return heading(value);
    if (depth() == 1 && key_ == "actionModel" && value != "MAPF_T") {
      refuse(fmt::format("the action model {} is not read; MAPF_T is", quoted(value)));
    }
  }
  void number(double value, std::string_view digits) override {
    if (depth() == 3 && key_ == "start") return coordinate(value, digits);
    if (depth() != 1) return;
    if (key_ == "teamSize") team_size_ = value;
    if (key_ == "makespan") plan_.claimed_makespan = value;
    if (key_ == "sumOfCost") plan_.claimed_costs = value;
  }
  void null() override {}

  Result<MapfPlan> finish() {
    const bool actual = !actual_.empty();
    std::vector<std::string>& paths = actual ? actual_ : planner_;
    if (!is_object_ || starts_.empty() || paths.empty()) {
      return error_at(name(), "is no plan of the League of Robot Runners: it has no start or no actualPaths");
    }
    if (team_size_ && *team_size_ != static_cast<double>(starts_.size())) {
      return error_at(name(), fmt::format("says teamSize {}, but has {} starts", *team_size_, starts_.size()));
    }
    if (paths.size() != starts_.size()) {
      return error_at(name(), fmt::format("has {} paths for {} starts", paths.size(), starts_.size()));
    }
    size_t longest = 0;
    for (const std::string& path : paths) longest = std::max(longest, path.size());
    if ((longest + 1) * starts_.size() > limits().cells) {
      return error_at(name(), fmt::format("has more than {} places", limits().cells));
    }
    plan_.format = MapfPlan::Format::kRobotRunners;
    plan_.agents = static_cast<uint32_t>(starts_.size());
    plan_.steps = static_cast<uint32_t>(longest + 1);
    plan_.places.resize(size_t{plan_.steps} * plan_.agents);
    plan_.headings.resize(plan_.places.size());
    for (uint32_t agent = 0; agent < plan_.agents; ++agent) {
      if (!walk(agent, paths[agent])) {
        return error_at(name(), fmt::format("agent {} walks to where no map is", agent));
      }
    }
    return std::move(plan_);
  }

 private:
  void path(std::string_view value) {
    std::string moves;
    bool comma = true;  // a move may follow
    for (const char c : value) {
      if (is_blank(c)) continue;
      if (c == ',') {
        if (comma) return refuse("a path has two commas in a row");
        comma = true;
        continue;
      }
      if (!comma || std::string_view("FRCWT").find(c) == std::string_view::npos) {
        return refuse(fmt::format("a path has {} where F, R, C, W or T is expected", quoted(std::string_view(&c, 1))));
      }
      comma = false;
      moves += c;
    }
    std::vector<std::string>& paths = key_ == "actualPaths" ? actual_ : planner_;
    moves_ += moves.size() + 1;
    if (moves_ > limits().cells) return refuse(fmt::format("has more than {} moves", limits().cells));
    paths.push_back(std::move(moves));
  }
  // Reads a coordinate of a start. A start is [row, column, heading]; [x, y, heading] in older files has the same order
  // of rows and columns.
  void coordinate(double value, std::string_view digits) {
    if (words_ > 1 || value != std::floor(value) || std::abs(value) > kFarRow) {
      return refuse(fmt::format("expected a start such as [row, column, \"E\"], not {}", quoted(digits)));
    }
    (words_ == 0 ? start_.y : start_.x) = static_cast<int>(value);
    ++words_;
  }
  void heading(std::string_view value) {
    const size_t which = value.size() == 1 ? std::string_view("ESWN").find(value[0]) : std::string_view::npos;
    if (words_ != 2 || which == std::string_view::npos) {
      return refuse(fmt::format("expected a heading E, S, W or N as the third word, not {}", quoted(value)));
    }
    start_.heading = static_cast<uint8_t>(which);
    ++words_;
  }
  // Computes the positions of an agent. Returns false if a position exceeds the range of PlanCell.
  bool walk(uint32_t agent, const std::string& moves) {
    AgentStart at = starts_[agent];
    for (uint32_t step = 0; step < plan_.steps; ++step) {
      if (step > 0 && step <= moves.size()) {
        switch (moves[step - 1]) {
          case 'F':
            at.x += kAhead[at.heading].x;
            at.y += kAhead[at.heading].y;
            break;
          case 'R':
            at.heading = static_cast<uint8_t>((at.heading + 1) % 4);
            break;
          case 'C':
            at.heading = static_cast<uint8_t>((at.heading + 3) % 4);
            break;
          default:
            break;
        }
      }
      if (std::abs(at.x) > kFarRow || std::abs(at.y) > kFarRow) return false;
      const size_t index = size_t{step} * plan_.agents + agent;
      plan_.places[index] = {static_cast<int16_t>(at.x), static_cast<int16_t>(at.y)};
      plan_.headings[index] = at.heading;
    }
    return true;
  }

  MapfPlan plan_;
  std::string key_;
  bool is_object_ = false;
  std::optional<double> team_size_;
  std::vector<AgentStart> starts_;
  AgentStart start_;
  int words_ = 0;  // number of words read of the current start
  std::vector<std::string> actual_, planner_;
  size_t moves_ = 0;
};

}  // namespace

Result<MapfPlan> parse_robot_runners(std::string_view text, const std::string& name, const ReadLimits& limits) {
  RobotRunnersReader reader(name, limits);
  if (Status read = read_json(text, reader); !read) return read.error();
  return reader.finish();
}

bool begins_as_robot_runners(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  return has("\"actualPaths\"") || has("\"plannerPaths\"") || has("\"teamSize\"") || has("\"actionModel\"");
}

}  // namespace strata
