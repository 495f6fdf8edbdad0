#include "core/world/map_mesh_labels.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/base/setting.hpp"

namespace strata {

std::span<const SettingOf<MeshLabelsOptions>> MapMeshLabels::settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      number<&MeshLabelsOptions::bytes_per_cell>({.name = "mesh-labels.memory", .title = "Memory per cell",
          .of = "Any-angle labels", .word = "BYTES", .unit = "bytes",
          .range = {MeshLabelsOptions::kMinBytes, MeshLabelsOptions::kMaxBytes}, .slider = {8, 4096},
          .logarithmic = true, .option = "mesh-labels-memory",
          .help = "Memory budget of the any-angle labels: larger regions share their lists of visible corners until "
                  "all fit"}),
  };
  // clang-format on
  return kRows;
}

void MapMeshLabels::install(const std::optional<Options>& wanted, const BuildInputs&, RebuildFlags& rebuild_flags,
                            Part& part) {
  const bool other = wanted != options_;
  if (!other && !rebuild_flags.rules) return;
  options_ = wanted;
  job_.cancel();
  allow();
  ++version_;
  built_with_.reset();
  part.labels = std::exchange(labels_, nullptr);
}

bool MapMeshLabels::map_changed(const BuildInputs&, EditChanges& change) {
  const bool moved = !change.moves.empty();
  if (moved && job_.running()) job_.cancel();
  allow_after_edit(moved);
  return false;  // a job builds the labels again
}

void MapMeshLabels::cancel(const BuildInputs& inputs) {
  if (!options_ || is_built(inputs)) return;
  job_.cancel();
  cancelled_ = true;
}

void MapMeshLabels::rebuild() {
  allow();
  built_with_.reset();
}

bool MapMeshLabels::ready(const BuildInputs& inputs) const { return is_built(inputs) && labels_; }

void MapMeshLabels::start(const BuildInputs& inputs, bool /*at_once*/) {
  if (!options_ || job_.running() || cancelled_ || inputs.in_stroke || is_built(inputs)) return;
  const auto work = [grid = *inputs.moves, options = *options_](JobControl& control) {
    auto labels = std::make_shared<MeshLabels>();
    labels->build(grid, options, control);
    BuiltMeshLabels built{.labels = nullptr, .built_for = labels->built_for(), .bytes = labels->memory_bytes()};
    if (labels->within_budget()) built.labels = std::move(labels);
    return built;
  };
  start_job(key(inputs), work, std::exchange(labels_, nullptr));
}

void MapMeshLabels::take(const BuildInputs& inputs, BuiltMeshLabels built, double micros) {
  if (!is_current(inputs) || built.built_for == 0) return;
  labels_ = std::move(built.labels);
  needed_bytes_ = built.bytes;
  built_with_ = job_key_;
  micros_ = micros;
  ++version_;
}

StructureState MapMeshLabels::state(const BuildInputs& inputs) const {
  return job_state(ready(inputs), micros_, version_);
}

std::string MapMeshLabels::stamp(const BuildInputs&) const {
  return options_ ? fmt::format("mesh-labels {} {}", options_->bytes_per_cell, version_) : "none";
}

std::string MapMeshLabels::refusal(const BuildInputs& inputs) const {
  if (failed_) return "not enough memory for the any-angle labels: rebuild them, or plan by Polyanya";
  if (cancelled_) return "the any-angle labels were cancelled: rebuild them";
  if (!is_built(inputs) || labels_) return {};
  return fmt::format("the any-angle labels need {} bytes a cell: raise their memory",
                     needed_bytes_ / inputs.moves->cell_count() + 1);
}

std::optional<std::string> MapMeshLabels::difference(const Structure& structure, const BuildInputs&) const {
  const auto& fresh = static_cast<const MapMeshLabels&>(structure);
  return difference_unless(*labels_ == *fresh.labels_);
}

}  // namespace strata
