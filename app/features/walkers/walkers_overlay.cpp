// The mesh crowd on the map, and the path of the followed walker.
#include <algorithm>
#include <bit>
#include <cmath>

#include "app/draw/overlay_tools.hpp"
#include "app/features/crowd/crowd_state.hpp"
#include "app/features/walkers/walkers.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// The nose of a walker, which shows its direction, is drawn if its radius is at least this many pixels on the screen.
constexpr double kNosePixels = 3;

const DrawListTag kWalkerPart{kWalkerLayer}, kNosePart{kWalkerLayer}, kWayPart{kWalkerLayer}, kMovesPart{kWalkerLayer};

// Draws the walkers as discs, with noses that show their directions. Noses are in a list of their own above the discs,
// as within one list markers cover lines.
void build_walkers(DrawList& list, DrawList& noses, const Lab& lab, const MeshCrowd& crowd, const Rect& visible) {
  const MeshCrowdController& controller = mesh_crowd_controller(lab);
  const double zoom = lab.state().camera.zoom;
  const Rect near = visible.grown(MeshCrowd::kMaxRadius / kFineCell);
  list.markers.reserve(crowd.count());
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    if (!near.contains(cell_at(crowd.place(i).at))) continue;
    const auto [x, y] = controller.spot(i);
    const float radius = static_cast<float>(crowd.radius(i)) / kFineCell;
    list.markers.push_back({x, y, 1.5f, radius, MarkerShape::kDisc, crowd_style(crowd.status(i)).color});
    const FixedPointPosition step = controller.step_of(i);
    const auto length = static_cast<float>(length_of(step));
    if (length < 1 || radius * zoom < kNosePixels) continue;
    noses.lines.push_back({x, y, x + radius * static_cast<float>(step.x) / length,
                           y + radius * static_cast<float>(step.y) / length, 1.6f, 0, palette::kWhite});
  }
}

// Draws lines from where walkers were before they were moved aside. They are in a list of their own, as walkers
// would cover them.
void build_moves(DrawList& list, const Lab& lab) {
  for (const MovedWalkerLine& trace : mesh_crowd_controller(lab).traces()) {
    const float left = 1 - trace.age / kMovedSeconds;
    list.lines.push_back({trace.from_x, trace.from_y, trace.to_x, trace.to_y, 4.5f, 0, faded(palette::kWhite, left)});
    list.lines.push_back(
        {trace.from_x, trace.from_y, trace.to_x, trace.to_y, 2.5f, 0, faded(palette::kVermilion, left)});
    list.markers.push_back({trace.from_x, trace.from_y, 4, 0, MarkerShape::kDisc, faded(palette::kVermilion, left)});
  }
}

void build_way(DrawList& out, const Lab& lab, const MeshCrowd& crowd) {
  const MeshCrowdController& controller = mesh_crowd_controller(lab);
  const std::optional<uint32_t> followed = controller.state().followed;
  if (!followed || *followed >= crowd.count()) return;
  std::vector<HalfCellPoint> points;
  const NavMesh* mesh = controller.mesh_of(*followed);
  if (mesh == nullptr) return;
  crowd.way(*mesh, *followed, points);
  const auto [x, y] = controller.spot(*followed);
  for (const bool ground : {true, false}) {
    float from_x = x, from_y = y;
    for (size_t i = 1; i < points.size(); ++i) {
      const auto to_x = static_cast<float>(mesh->in_cells(points[i].x));
      const auto to_y = static_cast<float>(mesh->in_cells(points[i].y));
      out.lines.push_back(
          {from_x, from_y, to_x, to_y, ground ? 3.2f : 1.6f, 0, ground ? palette::kBlack : palette::kYellow});
      from_x = to_x;
      from_y = to_y;
    }
  }
  const FixedPointPosition goal = crowd.goal_at(*followed);
  out.markers.push_back({static_cast<float>(goal.x) / kFineCell, static_cast<float>(goal.y) / kFineCell, 7, 0.5f,
                         MarkerShape::kDiamond, palette::kVermilion});
  const float ring = 1.5f * static_cast<float>(crowd.radius(*followed)) / kFineCell;
  out.markers.push_back({x, y, 11, ring, MarkerShape::kRing, palette::kBlack});
  out.markers.push_back({x, y, 9, ring * 0.85f, MarkerShape::kRing, palette::kYellow});
}

void show_walkers(Painter& painter, const Lab& lab) {
  const MeshCrowd* crowd = mesh_crowd_controller(lab).crowd();
  const LayerState& layer = painter.layer(kWalkerLayer);
  if (crowd == nullptr || !layer.on) {
    for (const DrawListTag* tag : {&kWayPart, &kWalkerPart, &kNosePart, &kMovesPart}) painter.forget_shared(*tag);
    return;
  }
  const MeshCrowdState& state = mesh_crowd_controller(lab).state();
  const Rect visible = painter.visible();
  DrawInputHash moving;
  moving << crowd->version() << visible << lab.state().world_version << std::bit_cast<uint32_t>(state.ahead)
         << std::bit_cast<uint64_t>(lab.state().camera.zoom) << (state.running ? 1u : 0u)
         << static_cast<uint64_t>(state.followed ? *state.followed + 1 : 0);
  const std::span<const MovedWalkerLine> traces = mesh_crowd_controller(lab).traces();
  if (!traces.empty()) moving << traces.size() << std::bit_cast<uint32_t>(traces.back().age);
  if (painter.renew_shared(kWayPart, moving.value())) build_way(painter.shared_list(kWayPart), lab, *crowd);
  painter.show_shared(kWayPart, layer.opacity);
  const bool walked = painter.renew_shared(kWalkerPart, moving.value());
  if (painter.renew_shared(kNosePart, moving.value()) || walked) {
    DrawList& noses = painter.shared_list(kNosePart);
    build_walkers(painter.shared_list(kWalkerPart), noses, lab, *crowd, visible);
  }
  painter.show_shared(kWalkerPart, layer.opacity);
  painter.show_shared(kNosePart, layer.opacity);
  if (painter.renew_shared(kMovesPart, moving.value())) build_moves(painter.shared_list(kMovesPart), lab);
  painter.show_shared(kMovesPart, layer.opacity);
}

}  // namespace

const std::array<PaintStep, 1> kWalkersPaint = {{{depth::kFlashes, show_walkers}}};

}  // namespace strata
