#include "core/world/map_hierarchy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/byte_text.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/world/hierarchy_settings.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_sectors.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, kChGraphs> kGraphTitles = {"Corners", "Cells", "HPA* transitions", "Regions",
                                                                  "Drawn graph"};

}  // namespace

std::string_view ch_graph_name(ChGraph graph) { return kChGraphNames[static_cast<size_t>(graph)]; }
std::string_view ch_graph_title(ChGraph graph) { return kGraphTitles[static_cast<size_t>(graph)]; }

std::optional<ChGraph> ch_graph_named(std::string_view name) {
  for (int i = 0; i < kChGraphs; ++i) {
    if (kChGraphNames[static_cast<size_t>(i)] == name) return static_cast<ChGraph>(i);
  }
  return std::nullopt;
}

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

Contracted MapHierarchy::contracted() const {
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
  if (cancelled_ && !failed_) allow();
  return false;
}

void MapHierarchy::poll(const BuildInputs& inputs) {
  constexpr uint32_t kNodeLimit = 4000;  // nodes of HPA* read in one call
  collect(job_.poll(), inputs);
  start(inputs, kNodeLimit);
}

void MapHierarchy::finish(const BuildInputs& inputs) {
  for (;;) {
    start(inputs, UINT32_MAX);
    if (!job_.running()) return;
    collect(job_.wait(), inputs);
  }
}

void MapHierarchy::cancel(const BuildInputs& inputs) {
  if (!options_ || ready(inputs)) return;
  job_.cancel();
  gathering_ = false;
  gathered_ = {};
  cancelled_ = true;
  cancelled_version_ = graph_version(inputs, options_->graph);
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

// Reads a part of the HPA* graph: reading all of it takes a quarter of a second on a map of 2048x2048. Returns true
// when the graph is complete.
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

// Allows a build that failed or was cancelled to be tried again.
void MapHierarchy::allow() {
  cancelled_ = failed_ = false;
  refused_nodes_ = 0;
  refused_bytes_ = 0;
}

void MapHierarchy::fail(uint64_t version, uint32_t refused_nodes, size_t refused_bytes) {
  failed_ = cancelled_ = true;
  refused_nodes_ = refused_nodes;
  refused_bytes_ = refused_bytes;
  cancelled_version_ = version;
}

// Runs in the job. A cancelled result is freed there, as the main thread must not wait for it.
template <class Build>
MapHierarchy::Built MapHierarchy::timed(Build build, JobControl& control) {
  const Stopwatch watch;
  Built built;
  try {
    build(built);
  } catch (const TooManyNodes& refused) {
    built = {};
    built.refused_nodes = refused.nodes;
  } catch (const TooManyBytes& refused) {
    built = {};
    built.refused_bytes = refused.bytes;
  }
  built.micros = watch.micros();
  if (control.cancelled()) built = {};
  return built;
}

void MapHierarchy::start(const BuildInputs& inputs, uint32_t most_nodes) {
  if (!options_) return;
  const ChOptions options = *options_;
  const uint64_t version = graph_version(inputs, options.graph);
  if (job_.running()) {
    if (job_version_ != version || job_options_ != options_) job_.cancel();
    return;
  }
  if (cancelled_ && cancelled_version_ != version) allow();
  if (cancelled_ || inputs.in_stroke || !graph_ready(inputs, options.graph)) return;
  const bool still_true = ready(inputs);
  if (still_true && !anew_) return;
  const bool over_cells = options.graph == ChGraph::kCells || options.graph == ChGraph::kCorners;
  const bool all_cells = over_cells && (options.graph == ChGraph::kCells || !CornerMap::possible(*inputs.moves));
  size_t known_nodes = 0;
  if (all_cells) known_nodes = inputs.moves->passable_count();
  if (options.graph == ChGraph::kHpa) known_nodes = inputs.hpa->node_count();
  if (known_nodes > kMaxChNodes) {
    cells_.reset();
    graph_.reset();
    return fail(version, static_cast<uint32_t>(known_nodes));
  }
  if (options.graph == ChGraph::kHpa && !gather(inputs, most_nodes)) return;
  anew_ = false;
  job_version_ = version;
  job_options_ = options_;
  // The job frees the outdated hierarchy: that takes longer than a frame.
  std::optional<CellCh> old_cells;
  std::optional<GraphCh> old_graph;
  if (!still_true) {
    old_cells = std::exchange(cells_, std::nullopt);
    old_graph = std::exchange(graph_, std::nullopt);
    ++version_;
  }
  if (over_cells) {
    job_.start_in_turn([moves = *inputs.moves, options, old_cells = std::move(old_cells),
                        old_graph = std::move(old_graph)](JobControl& control) mutable {
      old_cells.reset();
      old_graph.reset();
      const bool corners = options.graph == ChGraph::kCorners;
      return timed(
          [&](Built& built) {
            built.cells = CellCh::build(moves, options.order, corners, options.label_bytes, &control);
          },
          control);
    });
    return;
  }
  ChInput input =
      options.graph == ChGraph::kHpa ? std::exchange(gathered_, {}) : *hierarchy_input(inputs, options.graph);
  job_.start_in_turn([input = std::move(input), options, old_cells = std::move(old_cells),
                      old_graph = std::move(old_graph)](JobControl& control) mutable {
    old_cells.reset();
    old_graph.reset();
    return timed(
        [&](Built& built) { built.graph = GraphCh::build(input, options.order, options.label_bytes, &control); },
        control);
  });
}

void MapHierarchy::take(Built built) {
  cells_ = std::move(built.cells);
  graph_ = std::move(built.graph);
  built_with_ = job_options_;
  built_version_ = job_version_;
  micros_ = built.micros;
  ++version_;
}

void MapHierarchy::collect(std::optional<Built> built, const BuildInputs& inputs) {
  if (built && (built->refused_nodes > 0 || built->refused_bytes > 0)) {
    fail(job_version_, built->refused_nodes, built->refused_bytes);
  } else if (built && options_ == job_options_ && job_version_ == graph_version(inputs, options_->graph)) {
    take(std::move(*built));
    keep(inputs);  // the map's revision may have changed since the job began
  }
  if (job_.take_failure()) fail(job_version_, 0);
}

StructureState MapHierarchy::state(const BuildInputs& inputs) const {
  const bool there = ready(inputs);
  const bool building = gathering_ || (job_.running() && !job_.cancelled());
  return {.wanted = options_.has_value(),
          .ready = there,
          .building = building,
          .cancelled = cancelled_,
          .failed = failed_,
          .progress = building ? job_.progress()
                      : there  ? 1.0
                               : 0.0,
          .built_micros = micros_,
          .version = version_};
}

size_t MapHierarchy::memory_bytes() const {
  if (cells_) return cells_->memory_bytes();
  return graph_ ? graph_->memory_bytes() : 0;
}

std::string MapHierarchy::stamp(const BuildInputs& inputs) const {
  if (!options_) return "none";
  const auto& [graph, order, label_bytes] = *options_;
  return fmt::format("ch {} {} {} {} ({})", static_cast<int>(graph), static_cast<int>(order), label_bytes, version_,
                     graph_stamp(inputs, graph));
}

std::string MapHierarchy::refusal(const BuildInputs& inputs) const {
  if (refused_nodes_ > 0) {
    return fmt::format("its graph has {} nodes, {} at most: another graph has fewer", refused_nodes_, kMaxChNodes);
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
