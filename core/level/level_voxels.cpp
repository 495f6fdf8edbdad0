#include "core/level/level_voxels.hpp"

#include <Recast.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "core/base/stopwatch.hpp"

namespace strata {
namespace {

struct Release {
  void operator()(rcHeightfield* field) const { rcFreeHeightField(field); }
  void operator()(rcCompactHeightfield* field) const { rcFreeCompactHeightfield(field); }
  void operator()(rcContourSet* contours) const { rcFreeContourSet(contours); }
  void operator()(rcPolyMesh* mesh) const { rcFreePolyMesh(mesh); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

// Recast hands its messages to a class derived from its context.
class Context final : public rcContext {
 public:
  Context() : rcContext(true) { enableTimer(false); }
  size_t messages = 0;
  std::string first, last;

 private:
  void doLog(const rcLogCategory category, const char* text, const int length) override {
    if (category == RC_LOG_PROGRESS) return;
    // It makes room for more contours, which harms nothing.
    if (std::string_view(text).find("Expanding max contours") != std::string_view::npos) return;
    last.assign(text, static_cast<size_t>(std::max(length, 0)));
    if (messages++ == 0) first = last;
  }
};

constexpr int kNarrowest = 3;                    // agents' heights in voxels, Recast's own limit
constexpr int kWidest = 127;                     // agents' radius in cells: Recast doubles it in a byte
constexpr int kHighest = 255;                    // agents' heights and steps in voxels
constexpr uint32_t kMostSpans = (1u << 24) - 1;  // Recast numbers them with 24 bits
constexpr double kBatchCells = 1 << 22;
constexpr size_t kBatch = 4096;  // triangles between two looks at whether the work is still wanted

int up(float length, float unit) { return static_cast<int>(std::ceil(length / unit)); }
int down(float length, float unit) { return static_cast<int>(std::floor(length / unit)); }

// All steps from triangles to polygons. Each returns why it could not be done.
struct Voxeliser {
  const ObjMesh& obj;
  const LevelOptions& options;
  JobControl& control;
  LevelLimits limits;
  LevelVoxels out;
  Context context;
  Owned<rcHeightfield> solid;
  Owned<rcCompactHeightfield> open;
  Owned<rcContourSet> contours;
  Owned<rcPolyMesh> mesh;

  Status failure(const char* step) const {
    return error_at("", context.last.empty() ? fmt::format("Recast ran out of memory while it {}", step)
                                             : fmt::format("Recast stopped while it {}: {}", step, context.last));
  }
  Status done(uint64_t steps) const {
    control.set_done(steps);
    return control.cancelled() ? Status(error_at("", "the work was cancelled")) : success();
  }

  Status check_size() {
    const auto& [low, high] = std::pair(obj.low, obj.high);
    const double width = std::floor((double{high[0]} - low[0]) / options.cell_size + 0.5);
    const double height = std::floor((double{high[2]} - low[2]) / options.cell_size + 0.5);
    const double layers = (double{high[1]} - low[1]) / options.cell_height;
    if (std::max(width, height) > limits.side || width * height > limits.cells) {
      return error_at("",
                      fmt::format("the level takes {:.0f} x {:.0f} cells of {}; at most {} a side and {} in all can "
                                  "be handled: use larger cells",
                                  width, height, options.cell_size, limits.side, limits.cells));
    }
    if (layers > RC_SPAN_MAX_HEIGHT) {
      return error_at(
          "", fmt::format("the level is {:.0f} voxels of {} high; at most {} can be handled: use higher ones", layers,
                          options.cell_height, RC_SPAN_MAX_HEIGHT));
    }
    rcCalcGridSize(obj.low.data(), obj.high.data(), options.cell_size, &out.width, &out.height);
    if (out.width < 1 || out.height < 1) {
      return error_at("", fmt::format("the level is smaller than a cell of {}", options.cell_size));
    }
    return success();
  }

  // How many triangles from this one on are voxelised before it is asked whether that is still wanted and what it took.
  size_t batch_from(size_t first) const {
    double cells = 0;
    size_t count = 0;
    for (; count < kBatch && first + count < obj.triangle_count() && cells < kBatchCells; ++count) {
      std::array<float, 2> low{}, high{};
      for (size_t i = 0; i < 3; ++i) {
        const auto vertex = static_cast<size_t>(obj.triangles[3 * (first + count) + i]);
        for (size_t axis = 0; axis < 2; ++axis) {
          const float value = obj.vertices[3 * vertex + 2 * axis];
          low[axis] = i == 0 ? value : std::min(low[axis], value);
          high[axis] = i == 0 ? value : std::max(high[axis], value);
        }
      }
      const double size = options.cell_size;
      cells += ((double{high[0]} - low[0]) / size + 1) * ((double{high[1]} - low[1]) / size + 1);
    }
    return count;
  }

  Status raster() {
    const int climb = down(options.agent_climb, options.cell_height);
    const int height = up(options.agent_height, options.cell_height);
    solid.reset(rcAllocHeightfield());
    if (!solid || !rcCreateHeightfield(&context, *solid, out.width, out.height, obj.low.data(), obj.high.data(),
                                       options.cell_size, options.cell_height)) {
      return failure("made the grid");
    }
    const auto vertices = static_cast<int>(obj.vertex_count());
    std::vector<unsigned char> areas;
    for (size_t first = 0, count = 0; first < obj.triangle_count(); first += count) {
      count = batch_from(first);
      const int* const triangles = obj.triangles.data() + 3 * first;
      areas.assign(count, RC_NULL_AREA);
      rcMarkWalkableTriangles(&context, options.slope, obj.vertices.data(), vertices, triangles,
                              static_cast<int>(count), areas.data());
      if (!rcRasterizeTriangles(&context, obj.vertices.data(), vertices, triangles, areas.data(),
                                static_cast<int>(count), *solid, climb)) {
        return failure("voxelised the triangles");
      }
      size_t columns = 0;
      for (const rcSpanPool* pool = solid->pools; pool != nullptr; pool = pool->next) columns += RC_SPANS_PER_POOL;
      if (columns > limits.columns) {
        return error_at(
            "", fmt::format("the level takes more than {} columns of voxels: use larger cells", limits.columns));
      }
      if (Status status = done(1 + 299 * (first + count) / obj.triangle_count()); !status) return status;
    }
    rcFilterLowHangingWalkableObstacles(&context, climb, *solid);
    rcFilterLedgeSpans(&context, height, climb, *solid);
    rcFilterWalkableLowHeightSpans(&context, height, *solid);
    return done(350);
  }

  // The ground, each cell of each floor with its neighbours. Heights of what is no ground are noted first: they go.
  Status find_ground() {
    if (static_cast<uint32_t>(rcGetHeightFieldSpanCount(&context, *solid)) > kMostSpans) {
      return error_at("", fmt::format("the level has more than {} cells of ground: use larger ones", kMostSpans));
    }
    const size_t cells = static_cast<size_t>(out.width) * static_cast<size_t>(out.height);
    out.cell_heights.assign(cells, 0);
    for (size_t i = 0; i < cells; ++i) {
      for (const rcSpan* span = solid->spans[i]; span != nullptr; span = span->next) {
        out.cell_heights[i] = static_cast<uint16_t>(span->smax);
      }
    }
    open.reset(rcAllocCompactHeightfield());
    if (!open || !rcBuildCompactHeightfield(&context, up(options.agent_height, options.cell_height),
                                            down(options.agent_climb, options.cell_height), *solid, *open)) {
      return failure("looked for the ground");
    }
    solid.reset();
    return done(400);
  }

  // Partitions by rows have memory for as many pieces of ground in a row as the grid is wide or high, and write beyond
  // it where floors above one another have more: they do not look themselves.
  bool rows_are_wide_enough() const {
    const int most = std::max(open->width, open->height);
    for (int z = 0; z < open->height; ++z) {
      int sweeps = 1;
      for (int x = 0; x < open->width; ++x) {
        const rcCompactCell& cell = open->cells[x + z * open->width];
        const unsigned begin = cell.index, end = begin + cell.count;
        for (unsigned i = begin; i < end; ++i) {
          if (open->areas[i] == RC_NULL_AREA) continue;
          bool goes_on = false;
          if (x > 0 && rcGetCon(open->spans[i], 0) != RC_NOT_CONNECTED) {
            const unsigned left =
                open->cells[x - 1 + z * open->width].index + static_cast<unsigned>(rcGetCon(open->spans[i], 0));
            goes_on = open->areas[left] == open->areas[i];
          }
          sweeps += !goes_on;
        }
      }
      if (sweeps >= most) return false;
    }
    return true;
  }

  Status find_regions() {
    if (!rcErodeWalkableArea(&context, up(options.agent_radius, options.cell_size), *open)) {
      return failure("kept the agent's distance from walls");
    }
    if (Status status = done(450); !status) return status;
    const int least = options.region_min * options.region_min, merge = options.region_merge * options.region_merge;
    bool parted = false;
    if (options.partition == LevelPartition::kWatershed) {
      parted = rcBuildDistanceField(&context, *open) && rcBuildRegions(&context, *open, 0, least, merge);
    } else if (!rows_are_wide_enough()) {
      return error_at("",
                      "there are too many floors side by side and above one another for a partition by rows: use "
                      "watershed");
    } else if (options.partition == LevelPartition::kMonotone) {
      parted = rcBuildRegionsMonotone(&context, *open, 0, least, merge);
    } else {
      parted = rcBuildLayerRegions(&context, *open, 0, least);
    }
    if (!parted) return failure("parted the ground into regions");
    take_map();
    return done(700);
  }

  void take_map() {
    out.letters.assign(out.cell_heights.size(), '@');
    out.cell_regions.assign(out.cell_heights.size(), 0);
    for (size_t i = 0; i < out.letters.size(); ++i) {
      const rcCompactCell& cell = open->cells[i];
      if (cell.count == 0) continue;
      const unsigned top = cell.index + cell.count - 1;
      if (open->areas[top] == RC_NULL_AREA) continue;
      out.letters[i] = '.';
      out.cell_heights[i] = open->spans[top].y;
      out.cell_regions[i] = open->spans[top].reg;
    }
  }

  Status find_contours() {
    contours.reset(rcAllocContourSet());
    const int longest = static_cast<int>(options.edge_max / options.cell_size);
    if (!contours || !rcBuildContours(&context, *open, options.max_error, longest, *contours)) {
      return failure("drew the contours");
    }
    open.reset();
    if (contours->nconts == 0) {
      return error_at("",
                      "there is nowhere in the level for the agent to stand: its ground is too steep, too low, too "
                      "narrow or too small");
    }
    return done(800);
  }

  Status find_polygons() {
    mesh.reset(rcAllocPolyMesh());
    if (!mesh || !rcBuildPolyMesh(&context, *contours, options.max_corners, *mesh)) {
      return failure("made the polygons");
    }
    const auto vertices = static_cast<size_t>(mesh->nverts);
    out.polygons.max_corners = mesh->nvp;
    out.polygons.vertices.resize(vertices);
    for (size_t i = 0; i < vertices; ++i) std::copy_n(mesh->verts + 3 * i, 3, out.polygons.vertices[i].begin());
    out.polygons.regions.assign(mesh->regs, mesh->regs + mesh->npolys);
    out.polygons.polygons.assign(mesh->polys, mesh->polys + 2 * mesh->nvp * mesh->npolys);
    if (context.messages > 0) {
      out.notes.push_back(context.messages == 1
                              ? fmt::format("Recast warned: {}", context.first)
                              : fmt::format("Recast warned {} times, first: {}", context.messages, context.first));
    }
    return done(900);
  }
};

}  // namespace

std::optional<std::string> options_fault(const LevelOptions& options) {
  const auto within = [](float value, float low, float high) { return value >= low && value <= high; };
  if (!within(options.cell_size, 1e-4f, 1e4f)) return "the size of cells is from 0.0001 to 10000";
  if (!within(options.cell_height, 1e-4f, 1e4f)) return "the height of cells is from 0.0001 to 10000";
  if (!within(options.agent_height / options.cell_height, 0, kHighest) ||
      up(options.agent_height, options.cell_height) < kNarrowest) {
    return fmt::format("the agent is from {} to {} cells high", kNarrowest, kHighest);
  }
  if (!within(options.agent_radius / options.cell_size, 0, kWidest)) {
    return fmt::format("the agent's radius is from 0 to {} cells", kWidest);
  }
  if (!within(options.agent_climb / options.cell_height, 0, kHighest)) {
    return fmt::format("the agent climbs from 0 to {} cells", kHighest);
  }
  if (!within(options.slope, 0, 89.9f)) return "the steepest slope is from 0 to 89.9 degrees";
  if (options.region_min < 0 || options.region_min > 1000) return "the least region is from 0 to 1000 cells a side";
  if (options.region_merge < 0 || options.region_merge > 1000) {
    return "the regions that are joined are from 0 to 1000 cells a side";
  }
  if (!within(options.edge_max / options.cell_size, 0, 10000)) return "the longest side is from 0 to 10000 cells";
  if (!within(options.max_error, 0, 1000)) return "the largest error is from 0 to 1000 cells";
  if (options.max_corners < 3 || options.max_corners > kMaxLevelCorners) {
    return fmt::format("polygons have from 3 to {} corners", kMaxLevelCorners);
  }
  return std::nullopt;
}

Result<LevelVoxels> voxelise_level(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                   const LevelLimits& limits) {
  if (const auto fault = options_fault(options)) return error_at("", *fault);
  if (obj.triangles.empty()) return error_at("", "the level has no faces");
  control.set_total(kLevelSteps);
  Voxeliser voxeliser{obj, options, control, limits, {}, {}, {}, {}, {}, {}};
  LevelTimes& times = voxeliser.out.times;
  if (Status status = voxeliser.check_size(); !status) return status.error();
  const struct {
    Status (Voxeliser::*run)();
    double& took;
  } steps[] = {{&Voxeliser::raster, times.raster_ms},
               {&Voxeliser::find_ground, times.raster_ms},
               {&Voxeliser::find_regions, times.regions_ms},
               {&Voxeliser::find_contours, times.contours_ms},
               {&Voxeliser::find_polygons, times.polygons_ms}};
  for (const auto& step : steps) {
    const Stopwatch watch;
    if (Status status = (voxeliser.*step.run)(); !status) return status.error();
    step.took += watch.micros() / 1000;
  }
  return std::move(voxeliser.out);
}

}  // namespace strata
