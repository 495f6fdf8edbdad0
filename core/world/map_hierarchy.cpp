#include "core/world/map_hierarchy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/byte_text.hpp"
#include "core/base/enum_names.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/world/hierarchy_settings.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_sectors.hpp"

namespace strata {
namespace {

constexpr uint32_t kNodesRead = 4000;  // nodes of HPA* that are read per call

// Returns what `build` has built, or why it was refused.
template <class Build>
BuiltHierarchy built_or_refused(Build build) {
  try {
    return build();
  } catch (const TooManyNodesError& refused) {
    return {.cells = {}, .graph = {}, .refused_nodes = refused.nodes};
  } catch (const LabelsTooLargeError& refused) {
    return {.cells = {}, .graph = {}, .refused_bytes = refused.bytes};
  }
}

}  // namespace

std::string_view ch_graph_name(ChGraph graph) { return kChGraphNames[static_cast<size_t>(graph)]; }

std::optional<ChGraph> ch_graph_named(std::string_view name) { return enum_named(kChGraphs, ch_graph_name, name); }

uint64_t graph_version(const BuildInputs& inputs, ChGraph graph) {
  switch (graph) {
    case ChGraph::kHpa:
      return inputs.hpa_version;
    case ChGraph::kSectors:
      return inputs.sectors_version;
    case ChGraph::kDrawn:
      return inputs.drawn_version;
    case ChGraph::kCorners:
    case ChGraph::kCells:
      break;
  }
  return inputs.moves_version;
}

bool graph_ready(const BuildInputs& inputs, ChGraph graph) {
  if (graph == ChGraph::kHpa) return inputs.hpa->ready();
  if (graph == ChGraph::kSectors) return inputs.sectors != nullptr && inputs.sectors->ready();
  return true;
}

std::string graph_stamp(const BuildInputs& inputs, ChGraph graph) {
  if (graph == ChGraph::kHpa) return hpa_stamp(*inputs.hpa);
  if (graph == ChGraph::kSectors) return sectors_stamp(inputs);
  return graph == ChGraph::kDrawn ? fmt::format("drawn {}", inputs.drawn_version) : "cells";
}

StructureSet structures_under(ChGraph graph) {
  if (graph == ChGraph::kHpa) return {StructureId::kHpa};
  if (graph == ChGraph::kSectors) return {StructureId::kSectors};
  return {};
}

std::optional<ChInput> hierarchy_input(const BuildInputs& inputs, ChGraph graph) {
  if (!graph_ready(inputs, graph)) return std::nullopt;
  if (graph == ChGraph::kCells || graph == ChGraph::kCorners)
    return cell_ch_input(*inputs.moves, graph == ChGraph::kCorners);
  ChInput input;
  input.map_width = inputs.moves->width();
  if (graph == ChGraph::kHpa) {
    input.graph = inputs.hpa->graph();
    input.bound = inputs.moves->bound();
    for (const HpaNode& node : inputs.hpa->nodes()) input.cells.push_back(node.cell);
  } else if (graph == ChGraph::kSectors) {
    input.graph = inputs.sectors->graph();
    input.bound = inputs.moves->bound();
    for (uint32_t region = 0; region < inputs.sectors->region_count(); ++region) {
      input.cells.push_back(inputs.sectors->region(region).centre);
    }
  } else {
    input.graph = inputs.drawn->csr();
    for (const Cell node : inputs.drawn->nodes()) input.cells.push_back(inputs.moves->id(node));
    input.order.assign(inputs.drawn->order().begin(), inputs.drawn->order().end());
  }
  return input;
}

StructureSet MapHierarchy::depends_on() const { return options_ ? structures_under(options_->graph) : StructureSet(); }

StructureHierarchy MapHierarchy::contracted() const {
  return {.graph = graph(), .by_importance = options_ && options_->order != ChOrder::kNested};
}

void MapHierarchy::install(const std::optional<Options>& wanted, const BuildInputs&, RebuildFlags&, Part& part) {
  if (wanted == options_) return;
  options_ = wanted;
  allow();
  if (job_.running()) job_.cancel();
  gathering_ = false;
  gathered_ = {};
  if (wanted) return;
  part.cells = std::exchange(cells_, std::nullopt);
  part.graph = std::exchange(graph_, std::nullopt);
  built_with_.reset();
  ++version_;
}

bool MapHierarchy::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (change.moves.empty()) keep(inputs);
  allow_after_edit(false);
  return false;
}

void MapHierarchy::cancel(const BuildInputs& inputs) {
  if (!options_ || ready(inputs)) return;
  job_.cancel();
  gathering_ = false;
  gathered_ = {};
  cancelled_ = true;
  job_key_ = graph_version(inputs, options_->graph);
}

void MapHierarchy::rebuild() {
  allow();
  anew_ = true;
}

void MapHierarchy::keep(const BuildInputs& inputs) {
  if (cells_ && built_version_ == inputs.moves_version) cells_->keep(inputs.moves->built_for());
}

bool MapHierarchy::ready(const BuildInputs& inputs) const {
  return options_ && built_with_ == options_ && graph() != nullptr &&
         built_version_ == graph_version(inputs, options_->graph) && graph_ready(inputs, options_->graph);
}

// Reads a part of the HPA* graph, because reading all of it takes a quarter of a second on a map of 2048x2048. Returns
// true when the graph is complete.
bool MapHierarchy::gather(const BuildInputs& inputs, uint32_t most_nodes) {
  if (!gathering_ || gathering_version_ != inputs.hpa_version) {
    gathering_ = true;
    gathering_version_ = inputs.hpa_version;
    gathered_ = {};
    gathered_.map_width = inputs.moves->width();
    gathered_.bound = inputs.moves->bound();
  }
  const std::span<const HpaNode> nodes = inputs.hpa->nodes();
  const auto first = static_cast<uint32_t>(gathered_.cells.size());
  const auto last = first + std::min(static_cast<uint32_t>(nodes.size()) - first, most_nodes);
  inputs.hpa->append_rows(gathered_.graph, first, last);
  for (uint32_t node = first; node < last; ++node) gathered_.cells.push_back(nodes[node].cell);
  gathering_ = last < nodes.size();
  return !gathering_;
}

// Allows a new build after a failed or cancelled one.
void MapHierarchy::allow() {
  BackgroundStructure::allow();
  refused_nodes_ = 0;
  refused_bytes_ = 0;
}

void MapHierarchy::refuse(uint32_t nodes, size_t bytes) {
  failed_ = cancelled_ = true;
  refused_nodes_ = nodes;
  refused_bytes_ = bytes;
}

void MapHierarchy::start(const BuildInputs& inputs, bool at_once) {
  if (!options_) return;
  const ChOptions options = *options_;
  const uint64_t version = graph_version(inputs, options.graph);
  if (job_.running()) {
    if (job_key_ != version) job_.cancel();
    return;
  }
  if (cancelled_ && job_key_ != version) allow();
  if (cancelled_ || inputs.in_stroke || !graph_ready(inputs, options.graph)) return;
  const bool still_true = ready(inputs);
  if (still_true && !anew_) return;
  const bool over_cells = options.graph == ChGraph::kCells || options.graph == ChGraph::kCorners;
  const bool all_cells = over_cells && (options.graph == ChGraph::kCells || !CornerMap::possible(*inputs.moves));
  size_t known_nodes = 0;
  if (all_cells) known_nodes = inputs.moves->passable_count();
  if (options.graph == ChGraph::kHpa) known_nodes = inputs.hpa->node_count();
  if (known_nodes > max_ch_nodes(options.order)) {
    cells_.reset();
    graph_.reset();
    job_key_ = version;
    return refuse(static_cast<uint32_t>(known_nodes), 0);
  }
  if (options.graph == ChGraph::kHpa && !gather(inputs, at_once ? UINT32_MAX : kNodesRead)) return;
  anew_ = false;
  HierarchyPart old;  // the outdated hierarchy
  if (!still_true) {
    old = {std::exchange(cells_, std::nullopt), std::exchange(graph_, std::nullopt)};
    ++version_;
  }
  if (over_cells) {
    start_job(
        version,
        [moves = *inputs.moves, options](JobControl& control) {
          const bool corners = options.graph == ChGraph::kCorners;
          return built_or_refused([&]() -> BuiltHierarchy {
            return {.cells = CellCh::build(moves, options.order, corners, options.label_bytes, &control,
                                           options.full_label_bytes),
                    .graph = {}};
          });
        },
        std::move(old));
    return;
  }
  ChInput input =
      options.graph == ChGraph::kHpa ? std::exchange(gathered_, {}) : *hierarchy_input(inputs, options.graph);
  start_job(
      version,
      [input = std::move(input), options](JobControl& control) {
        return built_or_refused([&]() -> BuiltHierarchy {
          return {
              .cells = {},
              .graph = GraphCh::build(input, options.order, options.label_bytes, &control, options.full_label_bytes)};
        });
      },
      std::move(old));
}

void MapHierarchy::take(const BuildInputs& inputs, BuiltHierarchy built, double micros) {
  if (!is_current(inputs)) return;
  if (built.refused_nodes > 0 || built.refused_bytes > 0) return refuse(built.refused_nodes, built.refused_bytes);
  cells_ = std::move(built.cells);
  graph_ = std::move(built.graph);
  built_with_ = options_;
  built_version_ = job_key_;
  micros_ = micros;
  ++version_;
  keep(inputs);  // the map's revision may have changed since the start of the job
}

StructureState MapHierarchy::state(const BuildInputs& inputs) const {
  StructureState state = job_state(ready(inputs), micros_, version_);
  state.building = state.building || gathering_;
  state.progress = state.building ? job_.progress() : state.ready ? 1 : 0;
  return state;
}

size_t MapHierarchy::memory_bytes() const {
  if (cells_) return cells_->memory_bytes();
  return graph_ ? graph_->memory_bytes() : 0;
}

std::string MapHierarchy::stamp(const BuildInputs& inputs) const {
  if (!options_) return "none";
  const auto& [graph, order, label_bytes, full_label_bytes] = *options_;
  return fmt::format("ch {} {} {} {} {} ({})", static_cast<int>(graph), static_cast<int>(order), label_bytes,
                     full_label_bytes, version_, graph_stamp(inputs, graph));
}

std::string MapHierarchy::refusal(const BuildInputs& inputs) const {
  if (refused_nodes_ > 0) {
    return fmt::format("its graph has {} nodes, {} at most: another graph has fewer", refused_nodes_,
                       max_ch_nodes(options_->order));
  }
  if (refused_bytes_ > 0) {
    return fmt::format("labels would take {}, {} at most: another graph has fewer nodes", bytes_text(refused_bytes_),
                       bytes_text(options_->label_bytes));
  }
  if (failed_) {
    return fmt::format("memory ran out, or it does not fit into {}: another graph has fewer nodes, or rebuild",
                       bytes_text(Cch::kMaxBytes));
  }
  if (cancelled_) return "the build was cancelled: rebuild it";
  if (options_->graph == ChGraph::kSectors && inputs.sectors == nullptr) return "waits for sectors: switch them on";
  return {};
}

std::optional<std::string> MapHierarchy::difference(const Structure& structure, const BuildInputs&) const {
  const auto& fresh = static_cast<const MapHierarchy&>(structure);
  const GraphCh &own = *graph(), &other = *fresh.graph();
  return difference_unless(own.ch() == other.ch() && own.cch() == other.cch() && own.labels() == other.labels());
}

std::span<const SettingOf<MapHierarchy::Options>> MapHierarchy::settings() { return ch_settings(); }

}  // namespace strata
