// Purpose: The settings of the crowd, and what the screen shows of it, as plain data. Only Lab writes it.
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

// The count of each cell that layer kCrowdHeat shows.
enum class CrowdHeat : uint8_t { kVisits, kNow, kWaits };
inline constexpr int kCrowdHeats = 3;
std::string_view crowd_heat_name(CrowdHeat heat);   // "visits", "now", "waits"
std::string_view crowd_heat_title(CrowdHeat heat);  // as the interface shows it

// Appearance of agents by status; the shape is a second cue beside the colour. The shader of agents numbers shapes: 0
// arrow, 1 square, 2 ring, 3 disc, 4 cross, 5 diamond, 6 triangle.
struct CrowdStyle {
  Rgba color = palette::kBlack;
  uint32_t shape = 0;
};
CrowdStyle crowd_style(CrowdStatus status);
Rgba crowd_group_color(uint8_t group);

// How agents are added and simulated.
struct CrowdSettings {
  int count = 1000;                  // agents per spawn
  int density = 25;                  // agents per 100 cells of a stroke
  double slowest = 6, fastest = 12;  // straight steps over terrain of weight 1 per nominal second
  Agent agent;
  CrowdTask task = CrowdTask::kWander;
  CrowdBackend backend = CrowdBackend::kAuto;
  double rate = GridCrowd::kTicksPerSecond;  // ticks per second
  GridCrowdOptions options;
  CrowdHeat heat = CrowdHeat::kVisits;
  bool on_mesh = false;   // the tab shows the crowd on the mesh, not that on cells
  bool by_group = false;  // colours tell the groups of agents, not their status
};

// Where an agent is drawn, possibly between two cells.
struct AgentSpot {
  float x = 0, y = 0;    // position on the map, in cells
  uint32_t heading = 8;  // direction; 8: the agent stands
};

// State of the agent that is followed.
struct FollowedAgent {
  uint32_t agent = 0;
  CrowdStatus status = CrowdStatus::kPlanning;
  float x = 0, y = 0;       // position on the map, in cells
  std::vector<CellId> way;  // cells of the path ahead
  Cost cost_left = kInfinite;
  uint64_t stamp = 0;  // version of the crowd that the path was read from
};

// Times of the last frames, in a ring buffer.
struct CrowdScope {
  static constexpr size_t kFrames = 240;
  struct Frame {
    float plan_ms = 0, step_ms = 0;
    uint16_t ticks = 0;
  };
  std::array<Frame, kFrames> frames{};
  size_t next = 0;
  size_t seen = 0;                  // number of frames, up to kFrames
  double plan_ms = 0, step_ms = 0;  // per tick, smoothed
  // Duration of the last update of labels. Labels are updated in the background, and plans are queued until then.
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
  bool there = false;  // there is a crowd, even if all its agents are gone
  bool running = false;
  bool slow = false;    // fewer ticks than wanted fit into a frame
  uint32_t agents = 0;  // number on the map
  uint32_t ticks = 0;
  std::array<uint32_t, kCrowdStatuses> counts{};
  CrowdTotals totals;
  ReplanStats replan_stats;
  uint32_t queued = 0;
  uint32_t longest_wait = 0;  // longest wait of an agent, in ticks in a row, if agents hold their cells
  CrowdJams jams;
  size_t memory = 0;
  std::string device;  // device that plans: "2 threads"
  std::string note;    // why another device plans than was asked for, or why agents do not walk; may be empty
  std::vector<CellId> exits;
  std::optional<FollowedAgent> followed;
  bool camera_follows = false;
  CrowdScope scope;
  float ahead = 0;         // part of a tick since the last one
  uint64_t version = 0;    // changes with what is drawn of the crowd
  uint32_t heat_most = 0;  // count that the lightest colour of the heat map stands for
};

}  // namespace strata
