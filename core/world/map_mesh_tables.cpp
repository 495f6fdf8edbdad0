#include "core/world/map_mesh_tables.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/hna/hna.hpp"
#include "core/navmesh/navmesh.hpp"
#include "core/world/map_navmesh.hpp"

namespace strata {

MapMeshTables::PackInputVersions MapMeshTables::now(const BuildInputs& inputs) {
  return {inputs.navmesh_changes->generation, inputs.navmesh->version(), inputs.hna_version};
}

bool MapMeshTables::has_pack(const BuildInputs& inputs) const {
  return pack_ != nullptr && inputs.hna_ready && pack_known_ == now(inputs);
}

bool MapMeshTables::has_tables(const BuildInputs& inputs) const {
  return has_pack(inputs) && tables_ != nullptr && tables_serial_ == pack_->serial();
}

bool MapMeshTables::wants_job(const BuildInputs& inputs) const {
  return options_ && options_->tables && !cancelled_ && !failed_ && has_pack(inputs) && !has_tables(inputs);
}

MeshBatchMap MapMeshTables::batch_map(const BuildInputs& inputs) const {
  if (!has_pack(inputs)) return {inputs.navmesh_ready ? inputs.navmesh : nullptr, nullptr, nullptr};
  return {inputs.navmesh, pack_.get(), has_tables(inputs) ? tables_.get() : nullptr};
}

bool MapMeshTables::settled(const BuildInputs& inputs) const {
  return options_ && has_pack(inputs) && !wants_job(inputs);
}

void MapMeshTables::install(const std::optional<Options>& wanted, const BuildInputs&, RebuildFlags&, Part& part) {
  if (wanted == options_) return;
  const bool drops_tables = !wanted || !wanted->tables || (options_ && wanted->limits != options_->limits);
  options_ = wanted;
  ++version_;
  allow();
  if (drops_tables) {
    job_.abandon();
    part.tables = std::exchange(tables_, nullptr);
    tables_serial_ = 0;
  }
  if (wanted) return;
  part.pack = std::exchange(pack_, nullptr);
  pack_known_ = {};
}

bool MapMeshTables::map_changed(const BuildInputs&, EditChanges& change) {
  allow_after_edit(!change.moves.empty());
  return false;  // `work` builds the pack again when its graph is ready
}

void MapMeshTables::build_pack(const BuildInputs& inputs) {
  const Stopwatch watch;
  auto pack = std::make_shared<PackedMesh>();
  pack->build(*inputs.navmesh, *inputs.hna, inputs.hna->levels());
  pack_ = std::move(pack);
  pack_known_ = now(inputs);
  pack_micros_ = watch.micros();
  ++version_;
}

void MapMeshTables::work(const BuildInputs& inputs, WorkBudget& budget) {
  if (options_ && inputs.hna_ready && !has_pack(inputs) && budget.more()) build_pack(inputs);
}

void MapMeshTables::start(const BuildInputs& inputs, bool at_once) {
  if (at_once && options_ && inputs.hna_ready && !has_pack(inputs)) build_pack(inputs);
  if (job_.running() || !wants_job(inputs)) return;
  start_job(pack_->serial(), [pack = pack_, options = *options_](JobControl&) {
    auto tables = std::make_shared<MeshTables>();
    Threads threads(options.threads);
    tables->build(*pack, options.limits, threads);
    return std::shared_ptr<const MeshTables>(std::move(tables));
  });
}

bool MapMeshTables::is_current(const BuildInputs&) const {
  return options_ && options_->tables && pack_ != nullptr && job_key_ == pack_->serial();
}

void MapMeshTables::take(const BuildInputs& inputs, std::shared_ptr<const MeshTables> tables, double micros) {
  if (!is_current(inputs)) return;
  tables_ = std::move(tables);
  tables_serial_ = job_key_;
  tables_micros_ = micros;
  ++version_;
}

void MapMeshTables::rebuild() {
  allow();
  tables_serial_ = 0;
}

bool MapMeshTables::ready(const BuildInputs& inputs) const {
  if (!options_ || !has_pack(inputs)) return false;
  return !options_->tables || (has_tables(inputs) && tables_->refusal().empty());
}

bool MapMeshTables::work_done(const BuildInputs& inputs) const {
  return !options_ || !inputs.hna_ready || has_pack(inputs);
}

StructureState MapMeshTables::state(const BuildInputs& inputs) const {
  const double micros = pack_micros_ + tables_micros_;
  if (!options_) return {.built_micros = micros, .version = version_};
  StructureState state = job_state(ready(inputs), micros, version_);
  state.work_done = work_done(inputs);
  state.sliced = !state.work_done;
  state.progress = state.ready ? 1 : 0;
  return state;
}

size_t MapMeshTables::memory_bytes() const {
  return (pack_ ? pack_->memory_bytes() : 0) + (tables_ ? tables_->memory_bytes() : 0);
}

std::string MapMeshTables::stamp(const BuildInputs&) const {
  return options_ ? fmt::format("mesh-tables {}", version_) : "none";
}

std::string MapMeshTables::refusal(const BuildInputs& inputs) const {
  if (inputs.navmesh == nullptr) return "waits for the navigation mesh: switch it on";
  if (inputs.hna == nullptr) return "waits for the navigation graph: switch it on";
  if (failed_) return "not enough memory for the tables: rebuild them, or plan by another method";
  if (cancelled_) return "the build of the tables was cancelled: rebuild them";
  return has_tables(inputs) ? tables_->refusal() : std::string();
}

// Compares the pack with one that is built now from the same graph: the groups depend on the history of edits, so that
// a fresh world may have others.
std::optional<std::string> MapMeshTables::difference(const Structure&, const BuildInputs& inputs) const {
  PackedMesh pack;
  pack.build(*inputs.navmesh, *inputs.hna, inputs.hna->levels());
  if (!pack_->same_content(pack)) return "pack";
  if (!options_->tables) return std::nullopt;
  MeshTables tables;
  Threads threads(options_->threads);
  tables.build(pack, options_->limits, threads);
  return difference_unless(tables_->same_content(tables), "tables");
}

}  // namespace strata
