#include "core/world/map_mesh_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace strata {

// --- One size class ------------------------------------------------------------------------------------------------

BuildInputs MeshClass::inputs(const BuildInputs& world) const {
  BuildInputs own = world;
  own.navmesh = navmesh_.options() ? &navmesh_.mesh() : nullptr;
  own.navmesh_ready = navmesh_.is_true();
  own.navmesh_given_up = navmesh_.given_up();
  own.navmesh_changes = &navmesh_.changes();
  own.mesh_costs = navmesh_.options() ? navmesh_.options()->costs : MeshCosts::kMidpoints;
  own.hna = hna_.options() ? &hna_.hna() : nullptr;
  own.hna_version = hna_.version();
  own.hna_ready = hna_.ready(own);
  return own;
}

void MeshClass::install(const MapMeshClassesOptions& options, const BuildInputs& world, RebuildFlags flags) {
  NavmeshOptions of_radius = options.navmesh;
  of_radius.mesh.radius = radius_;
  const std::optional navmesh(of_radius);
  NavmeshPart mesh_part;
  BuildInputs now = inputs(world);
  navmesh_.prepare(navmesh, now, flags, mesh_part);
  navmesh_.install(navmesh, inputs(world), flags, mesh_part);
  std::optional<Hna> hna_part;
  hna_.install(options.hna, inputs(world), flags, hna_part);
  MeshTablesPart tables_part;
  tables_.install(options.tables, inputs(world), flags, tables_part);
}

MeshBatchClass MeshClass::batch_class(const BuildInputs& world) const {
  // The mesh of a level keeps the whole radius from walls, up to Recast's contour tolerance.
  const LevelMesh* const level = navmesh_.level_mesh();
  const double kept = level != nullptr ? radius_.cells() : radius_.cells() - MeshRadius::kRounding;
  return {tables_.batch_map(inputs(world)), radius_.cells(), kept, level,
          !MapMeshClasses::rules_refusal(world).empty()};
}

// --- All size classes ----------------------------------------------------------------------------------------------

MapMeshClassesOptions MapMeshClasses::usual(const Rules&) {
  MapMeshClassesOptions options;
  options.radii = {MeshRadius::for_agents(0.25)};
  options.tables.tables = false;
  return options;
}

std::vector<MeshBatchClass> MapMeshClasses::batch_classes(const BuildInputs& inputs) const {
  std::vector<MeshBatchClass> all;
  for (const auto& one : classes_) all.push_back(one->batch_class(inputs));
  return all;
}

const MeshClass* MapMeshClasses::class_of(MeshRadius radius) const {
  const auto found = std::ranges::find_if(classes_, [&](const auto& one) { return one->radius() >= radius; });
  return found == classes_.end() ? nullptr : found->get();
}

bool MapMeshClasses::settled(const BuildInputs& inputs) const {
  return options_ && std::ranges::all_of(classes_, [&](const auto& one) { return one->settled(inputs); });
}

void MapMeshClasses::install(const std::optional<Options>& wanted, const BuildInputs& inputs,
                             RebuildFlags& rebuild_flags, Part& part) {
  if (wanted == options_ && !rebuild_flags.rules) return;
  ++version_;
  options_ = wanted;
  std::vector<std::unique_ptr<MeshClass>> before = std::exchange(classes_, {});
  if (wanted) {
    for (const MeshRadius radius : wanted->radii) {
      const auto kept =
          std::ranges::find_if(before, [&](const auto& one) { return one != nullptr && one->radius() == radius; });
      classes_.push_back(kept != before.end() ? std::move(*kept) : std::make_unique<MeshClass>(radius));
      classes_.back()->install(*wanted, inputs, rebuild_flags);
    }
  }
  std::erase(before, nullptr);
  part = std::move(before);
}

bool MapMeshClasses::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (!options_) return false;
  ++version_;
  touched_.clear();
  size_t tiles = 0, polygons = 0;
  for (const auto& one : classes_) {
    one->each(inputs, [&](Structure& structure, const BuildInputs& own) {
      if (!structure.map_changed(own, change) || structure.id() != StructureId::kNavmesh) return;
      tiles += structure.touched().count("tiles", 0);
      polygons += structure.touched().count("polygons", 0);
    });
  }
  touched_.add("tiles", 0, tiles);
  touched_.add("polygons", 0, polygons);
  return true;
}

void MapMeshClasses::work(const BuildInputs& inputs, WorkBudget& budget) {
  for (const auto& one : classes_) {
    one->each(inputs, [&](Structure& structure, const BuildInputs& own) { structure.work(own, budget); });
  }
}

void MapMeshClasses::poll(const BuildInputs& inputs) {
  for (const auto& one : classes_) {
    one->each(inputs, [](Structure& structure, const BuildInputs& own) { structure.poll(own); });
  }
}

void MapMeshClasses::finish(const BuildInputs& inputs) {
  for (const auto& one : classes_) {
    one->each(inputs, [](Structure& structure, const BuildInputs& own) { structure.finish(own); });
  }
}

void MapMeshClasses::cancel(const BuildInputs& inputs) {
  for (const auto& one : classes_) {
    one->each(inputs, [](Structure& structure, const BuildInputs& own) { structure.cancel(own); });
  }
}

void MapMeshClasses::rebuild() {
  for (const auto& one : classes_) {
    one->each({}, [](Structure& structure, const BuildInputs&) { structure.rebuild(); });
  }
}

bool MapMeshClasses::has_results() const {
  return std::ranges::any_of(classes_, [](const auto& one) {
    return one->navmesh().has_results() || one->hna().has_results() || one->tables().has_results();
  });
}

bool MapMeshClasses::ready(const BuildInputs& inputs) const {
  const auto is_ready = [&](const auto& one) {
    bool all = true;
    one->each(inputs, [&](const Structure& part, const BuildInputs& own) { all = all && part.ready(own); });
    return all;
  };
  return options_ && std::ranges::all_of(classes_, is_ready);
}

bool MapMeshClasses::work_done(const BuildInputs& inputs) const {
  return std::ranges::all_of(classes_, [&](const auto& one) {
    bool done = true;
    one->each(inputs, [&](const Structure& part, const BuildInputs& own) { done = done && part.work_done(own); });
    return done;
  });
}

StructureState MapMeshClasses::state(const BuildInputs& inputs) const {
  StructureState all{.wanted = options_.has_value(), .ready = ready(inputs), .version = version_};
  double parts = 0, progress = 0;
  for (const auto& one : classes_) {
    one->each(inputs, [&](const Structure& structure, const BuildInputs& own) {
      const StructureState part = structure.state(own);
      all.work_done = all.work_done && part.work_done;
      all.sliced = all.sliced || part.sliced;
      all.building = all.building || part.building;
      all.cancelled = all.cancelled || part.cancelled;
      all.failed = all.failed || part.failed;
      all.built_micros += part.built_micros;
      all.version += part.version;
      progress += part.progress;
      ++parts;
    });
  }
  all.progress = all.ready ? 1 : parts > 0 ? progress / parts : 0;
  return all;
}

size_t MapMeshClasses::memory_bytes() const {
  size_t bytes = 0;
  for (const auto& one : classes_) bytes += one->memory_bytes();
  return bytes;
}

std::string MapMeshClasses::stamp(const BuildInputs& inputs) const {
  if (!options_) return "none";
  std::string all = "mesh-classes";
  for (const auto& one : classes_) {
    one->each(inputs, [&](const Structure& part, const BuildInputs& own) { all += " | " + part.stamp(own); });
  }
  return all;
}

std::optional<std::string> MapMeshClasses::difference(const Structure& structure, const BuildInputs& inputs) const {
  const auto& fresh = static_cast<const MapMeshClasses&>(structure);
  if (classes_.size() != fresh.classes_.size()) return "another number of classes";
  for (size_t i = 0; i < classes_.size(); ++i) {
    const MeshClass &mine = *classes_[i], &other = *fresh.classes_[i];
    const BuildInputs own = mine.inputs(inputs);
    std::optional<std::string> found = mine.navmesh().difference(other.navmesh(), own);
    if (!found) found = mine.hna().difference(other.hna(), own);
    if (!found) found = mine.tables().difference(other.tables(), own);
    if (found) return fmt::format("radius {}: {}", mine.radius().cells(), *found);
  }
  return std::nullopt;
}

// Refuses rules with different terrain weights, because polygons of a mesh have none.
std::string MapMeshClasses::rules_refusal(const BuildInputs& inputs) {
  return inputs.moves->uniform() ? std::string() : "planners over the mesh need equal weights everywhere";
}

std::string MapMeshClasses::refusal(const BuildInputs& inputs) const {
  for (const auto& one : classes_) {
    std::string why;
    one->each(inputs, [&](const Structure& part, const BuildInputs& own) {
      if (why.empty()) why = part.refusal(own);
    });
    if (!why.empty()) return fmt::format("radius {}: {}", one->radius().cells(), why);
  }
  return {};
}

}  // namespace strata
