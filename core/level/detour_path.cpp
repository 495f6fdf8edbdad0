#include "core/level/detour_path.hpp"

#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <DetourNode.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"

namespace strata {
namespace {

struct Release {
  void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
  void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
};

constexpr uint16_t kNoVertex = 0xffff;  // no more corners, no neighbour

// The polygons as Detour wants them: its sides go round the other way.
struct DetourInput {
  static constexpr size_t kSides = DT_VERTS_PER_POLYGON;
  std::vector<uint16_t> vertices, polygons, flags;
  std::vector<uint8_t> areas;
  size_t vertex_count = 0;

  explicit DetourInput(const LevelMesh& level) {
    const NavMesh& mesh = level.mesh();
    const size_t count = mesh.polygon_slots();
    polygons.assign(2 * kSides * count, kNoVertex);
    flags.assign(count, 1);
    areas.assign(count, 0);
    std::map<std::tuple<int32_t, int32_t, float>, size_t> numbers;
    for (PolygonId id = 0; id < count; ++id) {
      const std::span<const MeshSide> sides = mesh.sides(id);
      const size_t n = sides.size();
      STRATA_CHECK(n <= kSides);
      for (size_t i = 0; i < n; ++i) {
        // Detour's corner i is where our side n - 1 - i begins, and its side i the one that leads here.
        const size_t own = n - 1 - i, before = own == 0 ? n - 1 : own - 1;
        const LatticePoint at = sides[own].from;
        const float height = level.height(id, static_cast<int>(own));
        const auto [place, is_new] = numbers.try_emplace({at.x, at.y, height}, numbers.size());
        if (is_new) {
          const float voxels = (height - level.low()[1]) / level.options().cell_height;
          for (const int value : {at.x / 2, static_cast<int>(std::lround(voxels)), at.y / 2}) {
            vertices.push_back(static_cast<uint16_t>(value));
          }
        }
        polygons[2 * kSides * id + i] = static_cast<uint16_t>(place->second);
        if (sides[before].portal == kNoPortal) continue;
        const PolygonId next = mesh.portal(sides[before].portal).across(id);
        polygons[2 * kSides * id + kSides + i] = static_cast<uint16_t>(next);
      }
    }
    vertex_count = numbers.size();
  }
};

}  // namespace

struct DetourQuery::State {
  std::unique_ptr<dtNavMesh, Release> mesh;
  std::unique_ptr<dtNavMeshQuery, Release> query;
  dtQueryFilter filter;
  dtPolyRef first = 0;         // of polygon 0; the others follow
  std::vector<float> middles;  // heights of polygons
  std::vector<dtPolyRef> polygons;
  std::vector<float> points;
  size_t bytes = 0;  // of what Detour keeps of the mesh
  int polygon_count = 0;
};

DetourQuery::DetourQuery(std::unique_ptr<State> state) : state_(std::move(state)) {}
DetourQuery::DetourQuery(DetourQuery&&) noexcept = default;
DetourQuery& DetourQuery::operator=(DetourQuery&&) noexcept = default;
DetourQuery::~DetourQuery() = default;

void DetourPath::clear(PlanStatus with) {
  status = with;
  partial = out_of_nodes = false;
  polygons.clear();
  points.clear();
  length = 0;
  nodes = 0;
}

Result<DetourQuery> DetourQuery::make(const LevelMesh& level, int nodes) {
  STRATA_CHECK(nodes >= kMinNodes && nodes <= kMaxNodes);
  const DetourInput input(level);
  const LevelOptions& options = level.options();
  dtNavMeshCreateParams params{};
  params.verts = input.vertices.data();
  params.vertCount = static_cast<int>(input.vertex_count);
  params.polys = input.polygons.data();
  params.polyFlags = input.flags.data();
  params.polyAreas = input.areas.data();
  params.polyCount = static_cast<int>(input.flags.size());
  params.nvp = DetourInput::kSides;
  params.cs = 1;
  params.ch = options.cell_height / options.cell_size;
  params.bmax[0] = static_cast<float>(level.map().width());
  params.bmax[1] = (level.high()[1] - level.low()[1]) / options.cell_size;
  params.bmax[2] = static_cast<float>(level.map().height());
  params.walkableHeight = options.agent_height / options.cell_size;
  params.walkableRadius = options.agent_radius / options.cell_size;
  params.walkableClimb = options.agent_climb / options.cell_size;
  params.buildBvTree = false;  // ends are given with their polygons
  unsigned char* data = nullptr;
  int bytes = 0;
  if (input.vertex_count >= kNoVertex || input.flags.size() >= kNoVertex ||
      !dtCreateNavMeshData(&params, &data, &bytes)) {
    return error_at("", fmt::format("Detour cannot take this mesh of {} polygons and {} corners", input.flags.size(),
                                    input.vertex_count));
  }
  auto state = std::make_unique<State>();
  state->mesh.reset(dtAllocNavMesh());
  if (!state->mesh || dtStatusFailed(state->mesh->init(data, bytes, DT_TILE_FREE_DATA))) {
    dtFree(data);
    return error_at("", "Detour refused the mesh");
  }
  state->query.reset(dtAllocNavMeshQuery());
  if (!state->query || dtStatusFailed(state->query->init(state->mesh.get(), nodes))) {
    return error_at("", "Detour ran out of memory");
  }
  const dtNavMesh& mesh = *state->mesh;
  state->first = mesh.getPolyRefBase(mesh.getTile(0));
  for (PolygonId id = 0; id < input.flags.size(); ++id) {
    state->middles.push_back((level.mean_height(id) - level.low()[1]) / options.cell_size);
  }
  state->polygon_count = params.polyCount;
  state->polygons.resize(input.flags.size());
  state->points.resize(3 * (input.flags.size() + 2));
  state->bytes = static_cast<size_t>(bytes);
  return DetourQuery(std::move(state));
}

void DetourQuery::plan(const MeshQuery& query, DetourPath& path) {
  State& state = *state_;
  const auto exists = [&](const MeshEnd& end) { return end.polygon < static_cast<PolygonId>(state.polygon_count); };
  path.clear(PlanStatus::kNoPath);
  if (!exists(query.start) || !exists(query.goal)) {
    path.status = exists(query.start) ? PlanStatus::kGoalBlocked : PlanStatus::kStartBlocked;
    return;
  }
  const auto place = [&](const MeshEnd& end) {
    return std::array{static_cast<float>(end.at.x) / 2, state.middles[end.polygon], static_cast<float>(end.at.y) / 2};
  };
  const std::array<float, 3> start = place(query.start), goal = place(query.goal);
  int polygons = 0, points = 0;
  const dtStatus status = state.query->findPath(state.first + query.start.polygon, state.first + query.goal.polygon,
                                                start.data(), goal.data(), &state.filter, state.polygons.data(),
                                                &polygons, static_cast<int>(state.polygons.size()));
  // Within one polygon Detour does not search, and its pool is still that of the search before.
  const bool searched = query.start.polygon != query.goal.polygon;
  path.nodes = searched ? static_cast<uint32_t>(state.query->getNodePool()->getNodeCount()) : 0;
  path.out_of_nodes = dtStatusDetail(status, DT_OUT_OF_NODES);
  path.partial = dtStatusDetail(status, DT_PARTIAL_RESULT);
  count_work(path.nodes);
  interruption_point();
  if (dtStatusFailed(status) || path.partial || polygons == 0) return;
  const dtStatus straight =
      state.query->findStraightPath(start.data(), goal.data(), state.polygons.data(), polygons, state.points.data(),
                                    nullptr, nullptr, &points, static_cast<int>(state.points.size() / 3));
  if (dtStatusFailed(straight) || dtStatusDetail(straight, DT_PARTIAL_RESULT | DT_BUFFER_TOO_SMALL)) {
    path.partial = true;
    return;
  }
  path.status = PlanStatus::kFound;
  for (int i = 0; i < polygons; ++i) {
    path.polygons.push_back(static_cast<PolygonId>(state.polygons[static_cast<size_t>(i)] - state.first));
  }
  for (size_t i = 0; i < static_cast<size_t>(points); ++i) {
    path.points.push_back({state.points[3 * i], state.points[3 * i + 2]});
    if (i == 0) continue;
    const DetourPoint &a = path.points[i - 1], &b = path.points[i];
    path.length += std::hypot(double{b.x} - a.x, double{b.y} - a.y);
  }
  if (path.points.size() == 2 && query.start.at == query.goal.at) path.points.pop_back();
}

size_t DetourQuery::memory_bytes() const {
  const State& state = *state_;
  return state.bytes + static_cast<size_t>(state.query->getNodePool()->getMemUsed()) +
         state.polygons.capacity() * sizeof(dtPolyRef) +
         (state.points.capacity() + state.middles.capacity()) * sizeof(float);
}

}  // namespace strata
