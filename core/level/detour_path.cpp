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
#include "core/level/detour_code.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

constexpr uint16_t kNoVertex = 0xffff;  // no further corner, or no neighbour

// The polygons in the form of Detour: numbered without gaps, and with their sides in opposite direction.
struct DetourInput {
  static constexpr size_t kSides = DT_VERTS_PER_POLYGON;
  std::vector<uint16_t> vertices, polygons, flags;
  std::vector<uint8_t> areas;
  std::vector<PolygonId> ids;       // our polygon number by Detour's number
  std::vector<uint32_t> number_of;  // Detour's number by our polygon number
  size_t vertex_count = 0;

  explicit DetourInput(const LevelMesh& level) {
    const NavMesh& mesh = level.mesh();
    number_of.assign(mesh.polygon_slots(), kNoPolygon);
    for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
      if (!mesh.has_polygon(id)) continue;
      number_of[id] = static_cast<uint32_t>(ids.size());
      ids.push_back(id);
    }
    const size_t count = ids.size();
    polygons.assign(2 * kSides * count, kNoVertex);
    flags.assign(count, 1);
    areas.assign(count, 0);
    std::map<std::tuple<int32_t, int32_t, float>, size_t> numbers;
    for (size_t number = 0; number < count; ++number) {
      const PolygonId id = ids[number];
      const std::span<const MeshSide> sides = mesh.sides(id);
      const size_t n = sides.size();
      STRATA_CHECK(n <= kSides);
      for (size_t i = 0; i < n; ++i) {
        // Corner i of Detour is the point where our side n - 1 - i begins, and side i of Detour is our
        // side that ends there.
        const size_t own = n - 1 - i, before = own == 0 ? n - 1 : own - 1;
        const HalfCellPoint at = sides[own].from;
        const float height = level.height(id, static_cast<int>(own));
        const auto [place, is_new] = numbers.try_emplace({at.x, at.y, height}, numbers.size());
        if (is_new) {
          const float voxels = (height - level.low()[1]) / level.options().cell_height;
          for (const int value : {at.x / 2, static_cast<int>(std::lround(voxels)), at.y / 2}) {
            vertices.push_back(static_cast<uint16_t>(value));
          }
        }
        polygons[2 * kSides * number + i] = static_cast<uint16_t>(place->second);
        if (sides[before].portal == kNoPortal) continue;
        const PolygonId next = mesh.portal(sides[before].portal).across(id);
        polygons[2 * kSides * number + kSides + i] = static_cast<uint16_t>(number_of[next]);
      }
    }
    vertex_count = numbers.size();
  }
};

Cost cost_of(double cells) {
  constexpr double kCostOfCell = 2 * double{kCostOfHalfCell};
  return static_cast<Cost>(std::lround(std::clamp(kCostOfCell * cells, 0.0, double{kInfinite} - 1)));
}

}  // namespace

struct DetourQuery::DetourObjects {
  struct DetourDeleter {
    void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
    void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
  };
  std::unique_ptr<dtNavMesh, DetourDeleter> mesh;
  std::unique_ptr<dtNavMeshQuery, DetourDeleter> query;
  dtQueryFilter filter;
  dtPolyRef first = 0;              // reference of Detour's polygon 0; the others are consecutive
  std::vector<PolygonId> ids;       // our polygon number by Detour's number
  std::vector<uint32_t> number_of;  // Detour's number by our polygon number; kNoPolygon: no such polygon
  std::vector<float> middles;       // heights of polygons, by Detour's number
  std::vector<dtPolyRef> polygons;
  std::vector<float> points;
  size_t bytes = 0;  // size of Detour's copy of the mesh

  bool has(PolygonId id) const { return id < number_of.size() && number_of[id] != kNoPolygon; }
  dtPolyRef reference(PolygonId id) const { return first + number_of[id]; }
  PolygonId id_of(dtPolyRef reference) const { return ids[reference - first]; }
  std::array<float, 3> place(const MeshEndpoint& end) const {
    return {static_cast<float>(end.at.x) / 2, middles[number_of[end.polygon]], static_cast<float>(end.at.y) / 2};
  }
};

DetourQuery::DetourQuery(std::unique_ptr<DetourObjects> state) : state_(std::move(state)) {}
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
  params.buildBvTree = false;  // not needed, because the polygons of start and goal are known
  unsigned char* data = nullptr;
  int bytes = 0;
  if (input.vertex_count >= kNoVertex || input.flags.size() >= kNoVertex ||
      !dtCreateNavMeshData(&params, &data, &bytes)) {
    return error_at("", fmt::format("Detour cannot take this mesh of {} polygons and {} corners", input.flags.size(),
                                    input.vertex_count));
  }
  auto state = std::make_unique<DetourObjects>();
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
  for (const PolygonId id : input.ids) {
    state->middles.push_back((level.mean_height(id) - level.low()[1]) / options.cell_size);
  }
  state->ids = input.ids;
  state->number_of = input.number_of;
  state->polygons.resize(input.flags.size());
  state->points.resize(3 * (input.flags.size() + 2));
  state->bytes = static_cast<size_t>(bytes);
  return DetourQuery(std::move(state));
}

void DetourQuery::plan(const MeshQuery& query, DetourPath& path) {
  DetourObjects& state = *state_;
  const auto exists = [&](const MeshEndpoint& end) { return state.has(end.polygon); };
  path.clear(PlanStatus::kNoPath);
  if (!exists(query.start) || !exists(query.goal)) {
    path.status = exists(query.start) ? PlanStatus::kGoalBlocked : PlanStatus::kStartBlocked;
    return;
  }
  const std::array<float, 3> start = state.place(query.start), goal = state.place(query.goal);
  int polygons = 0, points = 0;
  const dtStatus status = state.query->findPath(
      state.reference(query.start.polygon), state.reference(query.goal.polygon), start.data(), goal.data(),
      &state.filter, state.polygons.data(), &polygons, static_cast<int>(state.polygons.size()));
  // Inside one polygon Detour does not search, and its node pool is still that of the previous search.
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
    path.polygons.push_back(state.id_of(state.polygons[static_cast<size_t>(i)]));
  }
  for (size_t i = 0; i < static_cast<size_t>(points); ++i) {
    path.points.push_back({state.points[3 * i], state.points[3 * i + 2]});
    if (i == 0) continue;
    const DetourPoint &a = path.points[i - 1], &b = path.points[i];
    path.length += std::hypot(double{b.x} - a.x, double{b.y} - a.y);
  }
  if (path.points.size() == 2 && query.start.at == query.goal.at) path.points.pop_back();
}

// Reports an iteration of a search by comparing Detour's node pool before and after it.
struct DetourQuery::IterationReporter {
  DetourObjects& state;
  const MeshQuery& query;
  TraceObserver observer;
  std::vector<NodePlace>& places;
  // The state after the previous iteration: by node of the pool f = g + h, and the nodes in the open list.
  std::vector<float> totals;
  std::vector<unsigned> open;
  // A polygon of the path, and the cost of the path up to its place.
  struct PathPolygon {
    PolygonId polygon;
    Cost g;
  };
  std::vector<PathPolygon> way;  // path to the goal's polygon; empty: no path
  Cost cost = 0;                 // cost to the goal itself

  NodeId goal_node() const { return static_cast<NodeId>(state.number_of.size()); }
  void on(EventType type, uint8_t line, NodeId node, NodeId parent, Cost g, Cost h, Phase phase = Phase::kMain) {
    observer.on({type, phase, 0, line, node, parent, g, h});
  }
  static NodePlace place_of(const float* at) { return {at[0], at[2], kNoCell}; }

  void tell_node(EventType type, uint8_t line, const dtNode& node) {
    const dtNode* const parent = state.query->getNodePool()->getNodeAtIdx(node.pidx);
    const bool is_step = parent != nullptr && type != EventType::kExpand;
    on(type, line, state.id_of(node.id), is_step ? state.id_of(parent->id) : kNoNodeId, cost_of(node.cost),
       cost_of(node.total - node.cost));
  }

  void look_at(unsigned number) {
    const dtNode& node = *state.query->getNodePool()->getNodeAtIdx(number + 1);
    const bool is_new = number >= totals.size();
    if (!is_new && node.total >= totals[number]) return;
    if (is_new) {
      totals.push_back(0);
      places[state.id_of(node.id)] = place_of(node.pos);
      tell_node(EventType::kGenerate, number == 0 ? detour_code::kInit : detour_code::kGenerate, node);
    } else {
      tell_node(EventType::kUpdate, detour_code::kUpdate, node);
    }
    totals[number] = node.total;
    if (std::find(open.begin(), open.end(), number) == open.end()) open.push_back(number);
  }

  // Reports an iteration, in which one node was expanded, with its neighbours in the order of its links.
  void look() {
    dtNodePool& pool = *state.query->getNodePool();
    const auto taken = std::find_if(open.begin(), open.end(), [&](unsigned number) {
      return (pool.getNodeAtIdx(number + 1)->flags & DT_NODE_CLOSED) != 0;
    });
    if (taken == open.end()) return;
    const dtNode& node = *pool.getNodeAtIdx(*taken + 1);
    open.erase(taken);
    tell_node(EventType::kExpand, detour_code::kPop, node);
    const dtMeshTile* tile = nullptr;
    const dtPoly* polygon = nullptr;
    state.mesh->getTileAndPolyByRefUnsafe(node.id, &tile, &polygon);
    for (unsigned link = polygon->firstLink; link != DT_NULL_LINK; link = tile->links[link].next) {
      const dtNode* const neighbour = pool.findNode(tile->links[link].ref, 0);
      if (neighbour != nullptr) look_at(pool.getNodeIdx(neighbour) - 1);
    }
  }

  void take_way(const std::array<float, 3>& goal) {
    dtNodePool& pool = *state.query->getNodePool();
    const dtNode* node = pool.findNode(state.reference(query.goal.polygon), 0);
    if (node == nullptr) return;
    cost = cost_of(node->cost);
    // The cost of the node of the goal's polygon includes the rest up to the goal.
    const float rest = std::hypot(goal[0] - node->pos[0], goal[1] - node->pos[1], goal[2] - node->pos[2]);
    way.push_back({query.goal.polygon, cost_of(node->cost - rest)});
    for (node = pool.getNodeAtIdx(node->pidx); node != nullptr; node = pool.getNodeAtIdx(node->pidx)) {
      way.push_back({state.id_of(node->id), cost_of(node->cost)});
    }
    std::reverse(way.begin(), way.end());
  }

  void tell_corridor() {
    on(EventType::kFound, detour_code::kDone, goal_node(), kNoNodeId, cost, 0);
    Cost before = 0;  // floats may be rounded to slightly less than this
    for (size_t i = 1; i <= way.size(); ++i) {
      const bool last = i == way.size();
      const Cost g = std::max(before, last ? cost : way[i].g);
      on(EventType::kPathEdge, detour_code::kCorridor, last ? goal_node() : way[i].polygon, way[i - 1].polygon,
         g - before, 0, Phase::kRefine);
      before = g;
    }
  }

  // Runs the sliced search of Detour, which skips neighbours with the same parent as the node; findPath does not. If
  // rounding makes a detour over the node seem shorter, findPath uses it, and the reported path would differ from the
  // returned one. In 130,000 paths this did not happen.
  void search() {
    const std::array<float, 3> start = state.place(query.start), goal = state.place(query.goal);
    dtStatus status =
        state.query->initSlicedFindPath(state.reference(query.start.polygon), state.reference(query.goal.polygon),
                                        start.data(), goal.data(), &state.filter);
    if (dtStatusInProgress(status)) look_at(0);
    while (dtStatusInProgress(status)) {
      status = state.query->updateSlicedFindPath(1, nullptr);
      look();
    }
    take_way(goal);
  }
};

void DetourQuery::plan(const MeshQuery& query, DetourPath& path, Trace& trace, std::vector<NodePlace>& places) {
  DetourObjects& state = *state_;
  places.clear();
  if (!state.has(query.start.polygon) || !state.has(query.goal.polygon)) return plan(query, path);
  const NodeId start = query.start.polygon, goal = goal_node();
  const auto place_of = [](const DetourPoint& point) { return NodePlace{point.x, point.y, kNoCell}; };
  const auto place_of_end = [&](const MeshEndpoint& end) {
    return place_of({static_cast<float>(end.at.x) / 2, static_cast<float>(end.at.y) / 2});
  };
  places.resize(goal + 1);
  places[start] = place_of_end(query.start);
  places[goal] = place_of_end(query.goal);
  IterationReporter watch{state, query, {&trace}, places, {}, {}, {}, 0};
  watch.on(EventType::kSource, detour_code::kInit, start, kNoNodeId, 0, 0);
  watch.on(EventType::kDestination, detour_code::kInit, goal, kNoNodeId, 0, 0);
  const bool direct = query.start.polygon == query.goal.polygon;
  if (!direct) watch.search();
  plan(query, path);
  if (!path.found()) return watch.on(EventType::kNoPath, detour_code::kFail, goal, kNoNodeId, 0, 0);
  const auto length = [&](NodeId from, NodeId to) {
    return std::hypot(double{places[from].x} - places[to].x, double{places[from].y} - places[to].y);
  };
  if (direct) {
    watch.on(EventType::kFound, detour_code::kDirect, goal, kNoNodeId, cost_of(length(start, goal)), 0);
  } else {
    watch.tell_corridor();
  }
  NodeId last = start;
  for (size_t i = 1; i < path.points.size(); ++i) {
    NodeId node = goal;
    if (i + 1 < path.points.size()) {
      node = static_cast<NodeId>(places.size());
      places.push_back(place_of(path.points[i]));
    }
    watch.on(EventType::kStraight, detour_code::kTurn, node, last, cost_of(length(last, node)), 0, Phase::kSmooth);
    last = node;
  }
}

NodeId DetourQuery::goal_node() const { return static_cast<NodeId>(state_->number_of.size()); }

size_t DetourQuery::memory_bytes() const {
  const DetourObjects& state = *state_;
  return state.bytes + (state.ids.capacity() + state.number_of.capacity()) * sizeof(uint32_t) +
         static_cast<size_t>(state.query->getNodePool()->getMemUsed()) + state.polygons.capacity() * sizeof(dtPolyRef) +
         (state.points.capacity() + state.middles.capacity()) * sizeof(float);
}

}  // namespace strata
