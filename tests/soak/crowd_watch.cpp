#include "tests/soak/crowd_watch.hpp"

#include <fmt/format.h>

#include "app/features/crowd/grid_crowd_controller.hpp"
#include "app/features/walkers/mesh_crowd_controller.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "core/world/map_navmesh.hpp"
#include "tests/support.hpp"

namespace strata::soak {
namespace {

std::string cell_text(const GridMap& map, CellId id) {
  const Cell cell = map.cell(id);
  return fmt::format("({},{})", cell.x, cell.y);
}

// The direction that leads from one cell to another beside it; kDirections: none does.
int direction_between(Cell from, Cell to) {
  for (int d = 0; d < kDirections; ++d) {
    const auto i = static_cast<size_t>(d);
    if (from.x + kDirX[i] == to.x && from.y + kDirY[i] == to.y) return d;
  }
  return kDirections;
}

}  // namespace

MaybeFault CrowdWatch::look(Lab& lab) {
  const uint64_t world = lab.state().world_version, revision = lab.world().map().revision();
  const bool edited = world != world_ || revision != revision_;
  if (world != world_) crowd_ = walkers_ = {};
  world_ = world;
  revision_ = revision;
  MaybeFault fault = look_at_crowd(lab, edited);
  return fault ? fault : look_at_walkers(lab, edited);
}

MaybeFault CrowdWatch::look_at_crowd(const Lab& lab, bool edited) {
  const GridCrowd* crowd = grid_crowd_controller(lab).crowd();
  if (crowd == nullptr) {
    crowd_ = {};
    return std::nullopt;
  }
  const GridMap& map = lab.world().map();
  const bool walked = !edited && crowd->ticks() > crowd_.ticks && lab.world().ready(StructureId::kTables);
  if (crowd->ticks() < crowd_.ticks || crowd->count() < crowd_.cells.size()) crowd_ = {};
  const size_t known = crowd_.cells.size();
  crowd_.cells.resize(crowd->count(), kNoCell);
  crowd_.statuses.resize(crowd->count(), CrowdStatus::kPlanning);
  crowd_.ticks = crowd->ticks();
  for (uint32_t i = 0; i < crowd->count(); ++i) {
    const CrowdStatus status = crowd->status(i), status_before = crowd_.statuses[i];
    const CellId cell = crowd->cell(i), before = crowd_.cells[i];
    crowd_.cells[i] = cell;
    crowd_.statuses[i] = status;
    if (status == CrowdStatus::kGone) continue;
    const Agent& agent = crowd->agent(i);
    const bool stands = test::square_is_free(map, agent.capability, map.cell(cell), agent.size);
    const std::string who = fmt::format("agent {} of size {} ({})", i + 1, agent.size, crowd_status_name(status));
    if (!edited && cell != before && !stands) {
      return Fault{"an agent of the crowd enters what is blocked for it",
                   fmt::format("{} is at {} now", who, cell_text(map, cell))};
    }
    const bool walled_in = status == CrowdStatus::kWalledIn;
    if (!edited && i < known && walled_in && status_before != status && stands) {
      return Fault{"an agent of the crowd is walled in where it can stand",
                   fmt::format("{} at {}", who, cell_text(map, cell))};
    }
    const CellId next = crowd->next(i);
    if (!walked || walled_in || crowd->turned_back(i)) continue;
    if (next == cell) {
      if (stands) continue;
      return Fault{"an agent of the crowd stands on what is blocked for it",
                   fmt::format("{} at {}", who, cell_text(map, cell))};
    }
    const Rules rules{lab.world().rules().profile, agent.capability, kUniformWeights, agent.size};
    const int direction = direction_between(map.cell(cell), map.cell(next));
    // Who stands on what was painted over may still leave it.
    if (stands && (direction == kDirections || !test::step_is_legal(map, rules, map.cell(cell), direction))) {
      return Fault{"an agent of the crowd makes a step that is not legal",
                   fmt::format("{} from {} to {}", who, cell_text(map, cell), cell_text(map, next))};
    }
  }
  return std::nullopt;
}

namespace {

bool is_on(const NavMesh* mesh, FixedPointPosition point) {
  for (PolygonId id = 0; mesh != nullptr && id < mesh->polygon_slots(); ++id) {
    if (mesh->has_polygon(id) && holds(*mesh, id, point)) return true;
  }
  return false;
}

}  // namespace

MaybeFault CrowdWatch::look_at_walkers(const Lab& lab, bool edited) {
  const MeshCrowd* crowd = mesh_crowd_controller(lab).crowd();
  if (crowd == nullptr) {
    walkers_ = {};
    return std::nullopt;
  }
  const World& world = lab.world();
  const bool walked = !edited && crowd->ticks() > walkers_.ticks && mesh_crowd_controller(lab).can_walk();
  if (crowd->ticks() < walkers_.ticks || crowd->count() < walkers_.statuses.size()) walkers_ = {};
  const size_t known = walkers_.statuses.size();
  walkers_.statuses.resize(crowd->count(), CrowdStatus::kPlanning);
  walkers_.ticks = crowd->ticks();
  // What a point lies on is known by the letters where walkers are points on cells.
  const bool plain = world.level() == nullptr && world.rules().agent_size == 1;
  for (uint32_t i = 0; i < crowd->count(); ++i) {
    const CrowdStatus status = crowd->status(i), before = walkers_.statuses[i];
    walkers_.statuses[i] = status;
    const FixedPointPlace place = crowd->place(i);
    const NavMesh* mesh = mesh_crowd_controller(lab).mesh_of(i);
    const Cell cell{place.at.x / kFineCell, place.at.y / kFineCell};
    const bool inside = place.at.x % kFineCell != 0 && place.at.y % kFineCell != 0;
    const bool free = world.map().contains(cell) && world.rules().capability.has(world.map().terrain(cell));
    const std::string who =
        fmt::format("walker {} ({}) at {},{} in polygon {}, cell ({},{})", i + 1, crowd_status_name(status), place.at.x,
                    place.at.y, place.polygon, cell.x, cell.y);
    if (status == CrowdStatus::kWalledIn) {
      if (walked && i < known && before != status && is_on(mesh, place.at)) {
        return Fault{"a walker is walled in where it can stand", who};
      }
      continue;
    }
    if (!walked) continue;
    if (mesh == nullptr) continue;
    if (!mesh->has_polygon(place.polygon) || !holds(*mesh, place.polygon, place.at)) {
      return Fault{"a walker is off the mesh", who};
    }
    if (plain && inside && !free) return Fault{"a walker is on what is blocked for it", who};
  }
  return std::nullopt;
}

}  // namespace strata::soak
