#include "core/level/level_voxels.hpp"

#include <Recast.h>
#include <RecastAlloc.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <string_view>

#include "core/base/check.hpp"
#include "core/base/stopwatch.hpp"
#include "core/io/obj_file.hpp"
#include "core/level/level_guess.hpp"

namespace strata {
namespace {

struct RecastDeleter {
  void operator()(rcHeightfield* field) const { rcFreeHeightField(field); }
  void operator()(rcContourSet* contours) const { rcFreeContourSet(contours); }
  void operator()(rcPolyMesh* mesh) const { rcFreePolyMesh(mesh); }
};
template <class T>
using RecastPtr = std::unique_ptr<T, RecastDeleter>;
using HeightfieldPtr = std::unique_ptr<rcCompactHeightfield, VoxelGround::HeightfieldDeleter>;

// Receives the messages of Recast, which passes them to a class derived from its context.
class RecastMessages final : public rcContext {
 public:
  RecastMessages() : rcContext(true) { enableTimer(false); }
  size_t messages = 0;
  std::string first, last;

 private:
  void doLog(const rcLogCategory category, const char* text, const int length) override {
    if (category == RC_LOG_PROGRESS) return;
    // The message reports memory for more contours and is harmless.
    if (std::string_view(text).find("Expanding max contours") != std::string_view::npos) return;
    last.assign(text, static_cast<size_t>(std::max(length, 0)));
    if (messages++ == 0) first = last;
  }
};

constexpr int kNarrowest = 3;                   // smallest height of an agent in voxels, a limit of Recast
constexpr int kWidest = 127;                    // largest radius of an agent in cells: its double must fit into a byte
constexpr int kHighest = 255;                   // largest height and step of an agent in voxels
constexpr uint32_t kMaxSpans = (1u << 24) - 1;  // Recast numbers spans with 24 bits
constexpr double kBatchCells = 1 << 22;
// Marks flat faces that point down, until all triangles are voxelised.
constexpr unsigned char kDownArea = 1;
constexpr int kLeastLeftOut = 50;  // a note is written if at least one in this many walkable cells is removed
constexpr size_t kBatch = 4096;    // triangles between two checks for a cancel

int up(float length, float unit) { return static_cast<int>(std::ceil(length / unit)); }
int down(float length, float unit) { return static_cast<int>(std::floor(length / unit)); }

std::string radius_fault() { return fmt::format("the agent's radius is from 0 to {} cells", kWidest); }
Error failure(const RecastMessages& context, const char* step) {
  return error_at("", context.last.empty() ? fmt::format("Recast ran out of memory while it {}", step)
                                           : fmt::format("Recast stopped while it {}: {}", step, context.last));
}
Status done(JobControl& control, uint64_t steps) {
  control.set_done(steps);
  return control.cancelled() ? Status(error_at("", "the work was cancelled")) : success();
}

// Calls the steps in order until one fails, and measures their times.
template <class Stage>
struct TimedStep {
  Status (Stage::*run)();
  double& took;
};
template <class Stage>
Status run_steps(Stage& stage, std::initializer_list<TimedStep<Stage>> steps) {
  for (const TimedStep<Stage>& step : steps) {
    const Stopwatch watch;
    if (Status status = (stage.*step.run)(); !status) return status;
    step.took += watch.micros() / 1000;
  }
  return success();
}

// GroundFinder runs the first stage, from triangles to ground. Each step returns the reason if it fails.
struct GroundFinder {
  const ObjMesh& obj;
  const LevelOptions& options;
  JobControl& control;
  LevelLimits limits;
  VoxelGround out;
  RecastMessages context;
  RecastPtr<rcHeightfield> solid;

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

  // Returns the number of triangles to voxelise, from this one on, before the next check for a cancel
  // and of the memory.
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

  // Marks the triangles that would be walkable ground if they did not point down.
  void mark_faces_down(const int* triangles, std::vector<unsigned char>& areas) const {
    const double steepest = std::cos(double{options.slope} / 180 * 3.14159265358979323846);
    for (size_t i = 0; i < areas.size(); ++i) {
      if (areas[i] != RC_NULL_AREA) continue;
      std::array<const float*, 3> at{};
      for (size_t k = 0; k < 3; ++k) at[k] = obj.vertices.data() + 3 * static_cast<size_t>(triangles[3 * i + k]);
      std::array<double, 3> u{}, v{};
      for (size_t axis = 0; axis < 3; ++axis) {
        u[axis] = double{at[1][axis]} - at[0][axis];
        v[axis] = double{at[2][axis]} - at[0][axis];
      }
      const double up_part = u[2] * v[0] - u[0] * v[2];
      const double length = std::hypot(u[1] * v[2] - u[2] * v[1], up_part, u[0] * v[1] - u[1] * v[0]);
      if (up_part < -steepest * length) areas[i] = kDownArea;
    }
  }

  // Counts cells whose only ground is the back of faces that point down, and cells with other ground. Removes the
  // marks, because agents do not stand on such faces.
  void count_faces_down() {
    size_t down = 0, ground = 0;
    const size_t cells = static_cast<size_t>(out.width) * static_cast<size_t>(out.height);
    for (size_t i = 0; i < cells; ++i) {
      bool has_down = false, has_ground = false;
      for (rcSpan* span = solid->spans[i]; span != nullptr; span = span->next) {
        has_down |= span->area == kDownArea;
        has_ground |= span->area == RC_WALKABLE_AREA;
        if (span->area == kDownArea) span->area = RC_NULL_AREA;
      }
      ground += has_ground;
      down += has_down && !has_ground;
    }
    const size_t all = std::accumulate(obj.faces_facing.begin(), obj.faces_facing.end(), size_t{0});
    const size_t faces = obj.faces(FaceDirection::kDown);
    const auto guess = guess_import(obj, options);
    const bool rescaled = guess && guess->import.scale != options.import.scale;
    if (guess) {
      out.doubt = fmt::format("{}: {}", guess->because, guess->question);
    } else if (down > ground && faces > 0) {
      out.doubt = fmt::format("{}: is the winding turned?", faces_pointing(faces, all, "down"));
    }
    const auto least = static_cast<size_t>(options.region_min) * static_cast<size_t>(options.region_min);
    if (faces > 0 && down >= std::max<size_t>(least, 1) && down * kLeastLeftOut >= down + ground) {
      const double square = double{options.cell_size} * options.cell_size;
      out.notes.push_back(fmt::format(
          "{}, and nobody can stand on {:.4g} of {:.4g} square metres because of that: is their winding turned?",
          faces_pointing(faces, all, "down"), square * static_cast<double>(down),
          square * static_cast<double>(down + ground)));
    } else if (!out.doubt.empty() && !rescaled) {
      out.notes.push_back(out.doubt);
    }
  }

  Status raster() {
    const int climb = down(options.agent_climb, options.cell_height);
    const int height = up(options.agent_height, options.cell_height);
    solid.reset(rcAllocHeightfield());
    if (!solid || !rcCreateHeightfield(&context, *solid, out.width, out.height, obj.low.data(), obj.high.data(),
                                       options.cell_size, options.cell_height)) {
      return failure(context, "made the grid");
    }
    const auto vertices = static_cast<int>(obj.vertex_count());
    std::vector<unsigned char> areas;
    for (size_t first = 0, count = 0; first < obj.triangle_count(); first += count) {
      count = batch_from(first);
      const int* const triangles = obj.triangles.data() + 3 * first;
      areas.assign(count, RC_NULL_AREA);
      rcMarkWalkableTriangles(&context, options.slope, obj.vertices.data(), vertices, triangles,
                              static_cast<int>(count), areas.data());
      mark_faces_down(triangles, areas);
      if (!rcRasterizeTriangles(&context, obj.vertices.data(), vertices, triangles, areas.data(),
                                static_cast<int>(count), *solid, climb)) {
        return failure(context, "voxelised the triangles");
      }
      size_t columns = 0;
      for (const rcSpanPool* pool = solid->pools; pool != nullptr; pool = pool->next) columns += RC_SPANS_PER_POOL;
      if (columns > limits.columns) {
        return error_at(
            "", fmt::format("the level takes more than {} columns of voxels: use larger cells", limits.columns));
      }
      if (Status status = done(control, 1 + 299 * (first + count) / obj.triangle_count()); !status) return status;
    }
    count_faces_down();
    rcFilterLowHangingWalkableObstacles(&context, climb, *solid);
    rcFilterLedgeSpans(&context, height, climb, *solid);
    rcFilterWalkableLowHeightSpans(&context, height, *solid);
    return done(control, 350);
  }

  // Builds the ground: each cell of each floor with its neighbours. Heights of other voxels are saved first,
  // because they are freed.
  Status find_ground() {
    if (static_cast<uint32_t>(rcGetHeightFieldSpanCount(&context, *solid)) > kMaxSpans) {
      return error_at("", fmt::format("the level has more than {} cells of ground: use larger ones", kMaxSpans));
    }
    const size_t cells = static_cast<size_t>(out.width) * static_cast<size_t>(out.height);
    out.cell_heights.assign(cells, 0);
    for (size_t i = 0; i < cells; ++i) {
      for (const rcSpan* span = solid->spans[i]; span != nullptr; span = span->next) {
        out.cell_heights[i] = static_cast<uint16_t>(span->smax);
      }
    }
    out.field.reset(rcAllocCompactHeightfield());
    if (!out.field || !rcBuildCompactHeightfield(&context, up(options.agent_height, options.cell_height),
                                                 down(options.agent_climb, options.cell_height), *solid, *out.field)) {
      return failure(context, "looked for the ground");
    }
    solid.reset();
    return done(control, 400);
  }

  Status keep_distance() {
    out.areas.assign(out.field->areas, out.field->areas + out.field->spanCount);
    if (!rcErodeWalkableArea(&context, up(options.agent_radius, options.cell_size), *out.field)) {
      return failure(context, "kept the agent's distance from walls");
    }
    return done(control, kGroundSteps);
  }

  Status run() {
    if (Status status = check_size(); !status) {
      const auto guess = guess_import(obj, options);
      if (!guess) return status;
      return error_at("", fmt::format("{} ({}: {})", status.error().what, guess->because, guess->question));
    }
    out.options = options;
    out.low = obj.low;
    out.high = obj.high;
    out.notes = obj.notes;
    const Status status = run_steps<GroundFinder>(*this, {{&GroundFinder::raster, out.times.raster_ms},
                                                          {&GroundFinder::find_ground, out.times.raster_ms},
                                                          {&GroundFinder::keep_distance, out.times.regions_ms}});
    out.warnings = context.messages;
    out.first_warning = context.first;
    return status;
  }
};

template <class T>
bool copy_array(const T* from, size_t count, T*& to) {
  to = static_cast<T*>(rcAlloc(std::max<size_t>(count, 1) * sizeof(T), RC_ALLOC_PERM));
  if (to == nullptr) return false;
  if (count > 0) std::memcpy(to, from, count * sizeof(T));
  return true;
}

// Returns null if memory runs out. Distances from walls are not copied: they are computed with the regions.
HeightfieldPtr copy_of(const rcCompactHeightfield& from) {
  HeightfieldPtr copy(rcAllocCompactHeightfield());
  if (!copy) return nullptr;
  copy->width = from.width;
  copy->height = from.height;
  copy->spanCount = from.spanCount;
  copy->walkableHeight = from.walkableHeight;
  copy->walkableClimb = from.walkableClimb;
  copy->borderSize = from.borderSize;
  copy->maxDistance = from.maxDistance;
  copy->maxRegions = from.maxRegions;
  std::copy_n(from.bmin, 3, copy->bmin);
  std::copy_n(from.bmax, 3, copy->bmax);
  copy->cs = from.cs;
  copy->ch = from.ch;
  const size_t cells = static_cast<size_t>(from.width) * static_cast<size_t>(from.height);
  const auto spans = static_cast<size_t>(from.spanCount);
  const bool copied = copy_array(from.cells, cells, copy->cells) && copy_array(from.spans, spans, copy->spans) &&
                      copy_array(from.areas, spans, copy->areas);
  return copied ? std::move(copy) : nullptr;
}

// GroundPartitioner runs the second stage, from ground to polygons. Each step returns the reason if it fails.
struct GroundPartitioner {
  const VoxelGround& ground;
  std::span<const CellId> blocked;
  std::optional<double> radius;
  JobControl& control;
  uint64_t first_step;
  const LevelOptions& options = ground.options;
  LevelVoxels out;
  RecastMessages context;
  HeightfieldPtr open;
  std::vector<uint8_t> shrunk_areas;  // by span: its area before cells were blocked; only with a radius
  RecastPtr<rcContourSet> contours;
  RecastPtr<rcPolyMesh> mesh;

  Status done(uint64_t steps) const { return strata::done(control, first_step + steps); }

  Status block_cells() {
    out.width = ground.width;
    out.height = ground.height;
    out.cell_heights = ground.cell_heights;
    context.messages = ground.warnings;
    context.first = ground.first_warning;
    open = copy_of(*ground.field);
    if (!open) return error_at("", "there is not enough memory for a copy of the ground");
    if (radius) {
      // Shrinking changes only areas.
      std::copy(ground.areas.begin(), ground.areas.end(), open->areas);
      if (!rcErodeWalkableArea(&context, static_cast<int>(std::ceil(*radius)), *open)) {
        return failure(context, "kept the agent's distance from walls");
      }
      shrunk_areas.assign(open->areas, open->areas + open->spanCount);
    }
    for (const CellId id : blocked) {
      STRATA_CHECK(id < out.cell_heights.size());
      const rcCompactCell& cell = open->cells[id];
      if (cell.count > 0) open->areas[cell.index + cell.count - 1] = RC_NULL_AREA;
    }
    return done(0);
  }

  // Returns whether a partition by rows fits into its memory: Recast allocates it for as many pieces of ground per row
  // as the grid is wide or high. With more pieces, on several floors, it would write beyond it without a check.
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
    if (!parted) return failure(context, "parted the ground into regions");
    take_map();
    return done(250);
  }

  void take_map() {
    const uint8_t* const areas = radius ? shrunk_areas.data() : ground.field->areas;
    out.letters.assign(out.cell_heights.size(), '@');
    out.cell_regions.assign(out.cell_heights.size(), 0);
    for (size_t i = 0; i < out.letters.size(); ++i) {
      const rcCompactCell& cell = open->cells[i];
      if (cell.count == 0) continue;
      const unsigned top = cell.index + cell.count - 1;
      if (areas[top] != RC_NULL_AREA) {
        out.cell_heights[i] = open->spans[top].y;
        if (open->areas[top] != RC_NULL_AREA) {  // else the cell is blocked
          out.letters[i] = '.';
          out.cell_regions[i] = open->spans[top].reg;
        }
      }
      for (unsigned span = cell.index; span <= top; ++span) {
        if (span == top && out.cell_regions[i] != 0) continue;
        out.lower.push_back({static_cast<CellId>(i), open->spans[span].y, open->spans[span].reg});
      }
    }
  }

  Status find_contours() {
    contours.reset(rcAllocContourSet());
    const int longest = static_cast<int>(options.edge_max / options.cell_size);
    if (!contours || !rcBuildContours(&context, *open, options.max_error, longest, *contours)) {
      return failure(context, "drew the contours");
    }
    open.reset();
    out.anywhere = contours->nconts > 0;
    return done(350);
  }

  Status find_polygons() {
    if (!out.anywhere) return done(450);
    mesh.reset(rcAllocPolyMesh());
    if (!mesh || !rcBuildPolyMesh(&context, *contours, options.max_corners, *mesh)) {
      return failure(context, "made the polygons");
    }
    const auto vertices = static_cast<size_t>(mesh->nverts);
    out.polygons.max_corners = mesh->nvp;
    out.polygons.vertices.resize(vertices);
    for (size_t i = 0; i < vertices; ++i) std::copy_n(mesh->verts + 3 * i, 3, out.polygons.vertices[i].begin());
    out.polygons.regions.assign(mesh->regs, mesh->regs + mesh->npolys);
    out.polygons.polygons.assign(mesh->polys, mesh->polys + 2 * mesh->nvp * mesh->npolys);
    return done(450);
  }

  Status run() {
    Status status = run_steps<GroundPartitioner>(*this, {{&GroundPartitioner::block_cells, out.times.regions_ms},
                                                         {&GroundPartitioner::find_regions, out.times.regions_ms},
                                                         {&GroundPartitioner::find_contours, out.times.contours_ms},
                                                         {&GroundPartitioner::find_polygons, out.times.polygons_ms}});
    if (context.messages > 0) {
      out.notes.push_back(context.messages == 1
                              ? fmt::format("Recast warned: {}", context.first)
                              : fmt::format("Recast warned {} times, first: {}", context.messages, context.first));
    }
    return status;
  }
};

}  // namespace

std::optional<std::string> options_fault(const LevelOptions& options) {
  const auto within = [](float value, float low, float high) { return value >= low && value <= high; };
  if (!within(options.import.scale, 1e-6f, 1e6f)) return "the scale is from 0.000001 to 1000000";
  if (!within(options.cell_size, 1e-4f, 1e4f)) return "the size of cells is from 0.0001 to 10000";
  if (!within(options.cell_height, 1e-4f, 1e4f)) return "the height of cells is from 0.0001 to 10000";
  if (!within(options.agent_height / options.cell_height, 0, kHighest) ||
      up(options.agent_height, options.cell_height) < kNarrowest) {
    return fmt::format("the agent is from {} to {} cells high", kNarrowest, kHighest);
  }
  if (!within(options.agent_radius / options.cell_size, 0, kWidest)) return radius_fault();
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

void VoxelGround::HeightfieldDeleter::operator()(rcCompactHeightfield* ground) const {
  rcFreeCompactHeightfield(ground);
}

size_t VoxelGround::memory_bytes() const {
  const size_t cells = static_cast<size_t>(width) * static_cast<size_t>(height);
  const auto spans = static_cast<size_t>(field ? field->spanCount : 0);
  return cells * sizeof(rcCompactCell) + spans * (sizeof(rcCompactSpan) + 1) + areas.capacity() +
         cell_heights.capacity() * sizeof(uint16_t);
}

Result<VoxelGround> find_ground(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                const LevelLimits& limits) {
  if (const auto fault = options_fault(options)) return error_at("", *fault);
  if (obj.triangles.empty()) return error_at("", "the level has no faces");
  GroundFinder finder{obj, options, control, limits, {}, {}, {}};
  if (Status status = finder.run(); !status) return status.error();
  return std::move(finder.out);
}

Result<LevelVoxels> part_ground(const VoxelGround& ground, std::span<const CellId> blocked,
                                std::optional<double> radius, JobControl& control, uint64_t first_step) {
  if (radius && !(*radius >= 0 && *radius <= kWidest)) return error_at("", radius_fault());
  GroundPartitioner parter{.ground = ground,
                           .blocked = blocked,
                           .radius = radius,
                           .control = control,
                           .first_step = first_step,
                           .out = {},
                           .context = {},
                           .open = {},
                           .shrunk_areas = {},
                           .contours = {},
                           .mesh = {}};
  if (Status status = parter.run(); !status) return status.error();
  return std::move(parter.out);
}

}  // namespace strata
