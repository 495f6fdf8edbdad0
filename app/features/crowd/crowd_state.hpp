// Purpose: CrowdState holds the settings and the displayed state of the grid crowd as plain data. Only the
//          lab writes it.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
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
// The note of a crowd that would be planned on a CUDA device if there were one.
inline constexpr std::string_view kOnCpu = "Planned on the CPU (no CUDA device)";

// What the heat map of the crowd shows for each cell: how often agents have entered it, whether agents are there now,
// or how long they have waited there.
enum class CrowdHeat : uint8_t { kVisits, kNow, kWaits };
inline constexpr int kCrowdHeats = 3;
std::string_view crowd_heat_name(CrowdHeat heat);   // "visits", "now", "waits"
std::string_view crowd_heat_title(CrowdHeat heat);  // title in the interface

// How agents of one status look. Each status has a shape of its own, so that it is recognised without colour. The
// shader of the agents numbers the shapes: 0 arrow, 1 square, 2 ring, 3 disc, 4 cross, 5 diamond, 6 triangle.
struct CrowdStyle {
  Rgba color = palette::kBlack;
  uint32_t shape = 0;
};
CrowdStyle crowd_style(CrowdStatus status);
Rgba crowd_group_color(uint8_t group);

// Settings for adding and simulating agents.
struct CrowdSettings {
  int count = 1000;                  // agents per spawn
  int density = 25;                  // agents per 100 painted cells
  double slowest = 6, fastest = 12;  // speeds in straight steps over terrain of weight 1 per nominal second
  Agent agent;
  CrowdTask task = CrowdTask::kWander;
  CrowdBackend backend = CrowdBackend::kAuto;
  double rate = GridCrowd::kTicksPerSecond;  // ticks per second
  GridCrowdOptions options;
  CrowdHeat heat = CrowdHeat::kVisits;
  bool on_mesh = false;   // the tab shows the mesh crowd; false: the grid crowd
  bool by_group = false;  // agents are coloured by group; false: by status
};

// The position at which an agent is drawn, possibly between two cells.
struct DrawnAgentPosition {
  float x = 0, y = 0;  // position on the map, in cells
  // Direction of movement, one of 0..7; 8: the agent stands still.
  uint32_t heading = 8;
};

// Returns whether an agent steps from one cell to the other; else it moves over a link, and no line is drawn between
// the two.
inline bool are_beside(Cell a, Cell b) { return std::abs(a.x - b.x) <= 1 && std::abs(a.y - b.y) <= 1; }

// The state of the followed agent.
struct FollowedAgent {
  uint32_t agent = 0;
  CrowdStatus status = CrowdStatus::kPlanning;
  float x = 0, y = 0;  // position on the map, in cells
  // The cells that the agent still has to walk through.
  std::vector<CellId> way;
  Cost cost_left = kInfinite;
  uint64_t stamp = 0;  // version of the crowd for which the path was read
};

// Times of the last frames, as a ring buffer.
struct FrameTimesBuffer {
  static constexpr size_t kFrames = 240;
  struct FrameTime {
    float plan_ms = 0, step_ms = 0;
    uint16_t ticks = 0;
  };
  std::array<FrameTime, kFrames> frames{};
  size_t next = 0;
  size_t seen = 0;  // number of stored frames, up to kFrames
  // Milliseconds of planning and of moving per tick, as moving averages.
  double plan_ms = 0, step_ms = 0;
  // `label_ms` is the duration of the last update of the hub labels. `labels_due`: hub labels are being updated in the
  // background, so that plans wait in a queue.
  double label_ms = 0;
  bool labels_due = false;
  void add(const FrameTime& frame) {
    frames[next] = frame;
    next = (next + 1) % kFrames;
    seen = seen < kFrames ? seen + 1 : kFrames;
  }
};

struct CrowdState {
  CrowdSettings settings;
  // There is a crowd. It may have no agents.
  bool there = false;
  bool running = false;
  // A frame has not enough time for all the ticks that are due.
  bool slow = false;
  uint32_t agents = 0;  // number of agents on the map
  uint32_t ticks = 0;
  std::array<uint32_t, kCrowdStatuses> counts{};
  CrowdTotals totals;
  ReplanStats replan_stats;
  uint32_t queued = 0;
  // The longest time that an agent has waited, in successive ticks. It is counted only if a cell holds
  // at most one agent.
  uint32_t longest_wait = 0;
  CrowdJamCounts jams;
  size_t memory = 0;
  // The processor or device that plans the paths: "2 threads".
  std::string device;
  // Says why another device than the chosen one plans, or why agents do not walk; empty: there is nothing to say.
  std::string note;
  std::vector<CellId> exits;
  std::optional<FollowedAgent> followed;
  bool camera_follows = false;
  FrameTimesBuffer scope;
  // Fraction of a tick, 0..1, that has passed since the last tick.
  float ahead = 0;
  // A number that changes whenever something that is drawn of the crowd changes.
  uint64_t version = 0;
  // The count of a cell that gets the lightest colour of the heat map.
  uint32_t heat_most = 0;
};

}  // namespace strata
