// Purpose: What the screen says of the crowd and how it is to be made, as plain data. Only Lab writes it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/palette.hpp"
#include "core/crowd/crowd.hpp"

namespace strata {

enum class CrowdBackend : uint8_t { kAuto, kCuda, kCpu };
inline constexpr int kCrowdBackends = 3;
std::string_view crowd_backend_name(CrowdBackend backend);  // "auto", "cuda", "cpu"

// What layer kCrowdHeat shows of every cell.
enum class CrowdHeat : uint8_t { kVisits, kNow, kWaits };
inline constexpr int kCrowdHeats = 3;
std::string_view crowd_heat_name(CrowdHeat heat);   // "visits", "now", "waits"
std::string_view crowd_heat_title(CrowdHeat heat);  // for people

// Of the agents of a crowd, by what becomes of them; the shape goes with the colour as a second cue. Shapes as the
// shader of agents numbers them: 0 arrow, 1 square, 2 ring, 3 disc, 4 cross, 5 diamond, 6 triangle.
struct CrowdStyle {
  Rgba color = palette::kBlack;
  uint32_t shape = 0;
};
CrowdStyle crowd_style(CrowdStatus status);
Rgba crowd_group_color(uint8_t group);

// How agents are made and moved.
struct CrowdSettings {
  int count = 1000;                  // of a spawn
  int density = 25;                  // agents per 100 cells of a stroke
  double slowest = 6, fastest = 12;  // straight steps over terrain of weight 1 in a nominal second
  Agent agent;
  CrowdTask task = CrowdTask::kWander;
  CrowdBackend backend = CrowdBackend::kAuto;
  double rate = GridCrowd::kTicksPerSecond;  // ticks in a second
  GridCrowdOptions options;
  CrowdHeat heat = CrowdHeat::kVisits;
  bool by_group = false;  // colours tell who started together, not what becomes of them
};

// Where an agent is shown: somewhere between two cells.
struct AgentSpot {
  float x = 0, y = 0;    // map
  uint32_t heading = 8;  // a direction; 8: it stands
};

// What became of the agent that is followed.
struct FollowedAgent {
  uint32_t agent = 0;
  CrowdStatus status = CrowdStatus::kPlanning;
  float x = 0, y = 0;       // on the map
  std::vector<CellId> way;  // cells ahead
  Cost cost_left = kInfinite;
  uint64_t stamp = 0;  // of what it was looked up in
};

// Times of the last ticks, a ring.
struct CrowdScope {
  static constexpr size_t kFrames = 240;
  struct Frame {
    float plan_ms = 0, step_ms = 0;
    uint16_t ticks = 0;
  };
  std::array<Frame, kFrames> frames{};
  size_t next = 0;
  size_t seen = 0;                  // up to kFrames
  double plan_ms = 0, step_ms = 0;  // of a tick, smoothed
  // What it took to make labels true again, the last time; they are made beside the frames, while plans wait for them.
  double label_ms = 0;
  bool labels_due = false;
  void add(const Frame& frame) {
    frames[next] = frame;
    next = (next + 1) % kFrames;
    seen = seen < kFrames ? seen + 1 : kFrames;
  }
};

struct CrowdState {
  CrowdSettings settings;
  bool there = false;  // there are agents, or were until they were gone
  bool running = false;
  bool slow = false;    // fewer ticks than wanted fit into the frames
  uint32_t agents = 0;  // on the map
  uint32_t ticks = 0;
  std::array<uint32_t, kCrowdStatuses> counts{};
  CrowdTotals totals;
  ReplanStats replan_stats;
  uint32_t queued = 0;
  uint32_t longest_wait = 0;  // ticks in a row, while one agent is on a cell
  CrowdJams jams;
  size_t memory = 0;
  std::string device;  // that plans: "2 threads"
  std::string note;    // why it is another than was asked for, or why the crowd does not walk; empty: all is well
  std::vector<CellId> exits;
  std::optional<FollowedAgent> followed;
  bool camera_follows = false;
  CrowdScope scope;
  float ahead = 0;         // of a tick, since the last one
  uint64_t version = 0;    // changes with what is drawn of it
  uint32_t heat_most = 0;  // what the lightest colour of the heat map stands for
};

}  // namespace strata
