#include "core/world/map_hierarchy.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/stopwatch.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, kChGraphs> kGraphNames = {"corners", "cells", "hpa", "sectors", "drawn"};
constexpr std::array<std::string_view, kChGraphs> kGraphTitles = {"Corners", "Cells", "HPA* transitions", "Regions",
                                                                  "Drawn graph"};

}  // namespace

std::string_view ch_graph_name(ChGraph graph) { return kGraphNames[static_cast<size_t>(graph)]; }
std::string_view ch_graph_title(ChGraph graph) { return kGraphTitles[static_cast<size_t>(graph)]; }

std::optional<ChGraph> ch_graph_named(std::string_view name) {
  for (int i = 0; i < kChGraphs; ++i) {
    if (kGraphNames[static_cast<size_t>(i)] == name) return static_cast<ChGraph>(i);
  }
  return std::nullopt;
}

uint64_t HierarchySources::version(ChGraph graph) const {
  switch (graph) {
    case ChGraph::kHpa:
      return hpa_version;
    case ChGraph::kSectors:
      return sectors_version;
    case ChGraph::kDrawn:
      return drawn_version;
    case ChGraph::kCorners:
    case ChGraph::kCells:
      break;
  }
  return moves_version;
}

bool HierarchySources::ready(ChGraph graph) const {
  if (graph == ChGraph::kHpa) return hpa.ready();
  if (graph == ChGraph::kSectors) return sectors != nullptr && sectors->ready();
  return true;
}

std::optional<ChInput> hierarchy_input(const HierarchySources& sources, ChGraph graph) {
  if (!sources.ready(graph)) return std::nullopt;
  if (graph == ChGraph::kCells || graph == ChGraph::kCorners)
    return cell_ch_input(sources.moves, graph == ChGraph::kCorners);
  ChInput input;
  input.map_width = sources.moves.width();
  if (graph == ChGraph::kHpa) {
    input.graph = sources.hpa.graph();
    input.bound = sources.moves.bound();
    for (const HpaNode& node : sources.hpa.nodes()) input.cells.push_back(node.cell);
  } else if (graph == ChGraph::kSectors) {
    input.graph = sources.sectors->graph();
    input.bound = sources.moves.bound();
    for (uint32_t region = 0; region < sources.sectors->region_count(); ++region) {
      input.cells.push_back(sources.sectors->region(region).centre);
    }
  } else {
    input.graph = sources.drawn.csr();
    for (const Cell node : sources.drawn.nodes()) input.cells.push_back(sources.moves.id(node));
    input.order.assign(sources.drawn.order().begin(), sources.drawn.order().end());
  }
  return input;
}

void MapHierarchy::set_options(const std::optional<ChOptions>& options) {
  if (options == options_) return;
  options_ = options;
  allow();
  if (job_.running()) job_.cancel();
  gathering_ = false;
  gathered_ = {};
  if (!options) {
    cells_.reset();
    graph_.reset();
    built_with_.reset();
    ++version_;
  }
}

void MapHierarchy::cancel(const HierarchySources& sources) {
  if (!options_ || ready(sources)) return;
  job_.cancel();
  gathering_ = false;
  gathered_ = {};
  cancelled_ = true;
  cancelled_version_ = sources.version(options_->graph);
}

void MapHierarchy::rebuild() {
  allow();
  anew_ = true;
}

void MapHierarchy::keep(const HierarchySources& sources) {
  if (cells_ && built_version_ == sources.moves_version) cells_->keep(sources.moves.built_for());
}

bool MapHierarchy::ready(const HierarchySources& sources) const {
  return options_ && built_with_ == options_ && graph() != nullptr &&
         built_version_ == sources.version(options_->graph) && sources.ready(options_->graph);
}

// Reads a part of the graph of HPA*, which takes a quarter of a second on a map of 2048x2048. True when it is complete.
bool MapHierarchy::gather(const HierarchySources& sources, uint32_t most_nodes) {
  if (!gathering_ || gathering_version_ != sources.hpa_version) {
    gathering_ = true;
    gathering_version_ = sources.hpa_version;
    gathered_ = {};
    gathered_.map_width = sources.moves.width();
    gathered_.bound = sources.moves.bound();
  }
  const std::span<const HpaNode> nodes = sources.hpa.nodes();
  const auto first = static_cast<uint32_t>(gathered_.cells.size());
  const auto last = first + std::min(static_cast<uint32_t>(nodes.size()) - first, most_nodes);
  sources.hpa.append_rows(gathered_.graph, first, last);
  for (uint32_t node = first; node < last; ++node) gathered_.cells.push_back(nodes[node].cell);
  gathering_ = last < nodes.size();
  return !gathering_;
}

// What has failed or was cancelled may be tried again.
void MapHierarchy::allow() {
  cancelled_ = failed_ = false;
  refused_nodes_ = 0;
}

void MapHierarchy::fail(uint64_t version, uint32_t refused_nodes) {
  failed_ = cancelled_ = true;
  refused_nodes_ = refused_nodes;
  cancelled_version_ = version;
}

// For the job. What was cancelled is given back there, not where nobody may wait.
template <class Build>
MapHierarchy::Built MapHierarchy::timed(Build build, JobControl& control) {
  const Stopwatch watch;
  Built built;
  try {
    build(built);
  } catch (const TooManyNodes& refused) {
    built = {};
    built.refused_nodes = refused.nodes;
  }
  built.micros = watch.micros();
  if (control.cancelled()) built = {};
  return built;
}

void MapHierarchy::start(const HierarchySources& sources, bool in_stroke, uint32_t most_nodes) {
  if (!options_) return;
  const ChOptions options = *options_;
  const uint64_t version = sources.version(options.graph);
  if (job_.running()) {
    if (job_version_ != version || job_options_ != options_) job_.cancel();
    return;
  }
  if (cancelled_ && cancelled_version_ != version) allow();
  if (cancelled_ || in_stroke || !sources.ready(options.graph)) return;
  const bool still_true = ready(sources);
  if (still_true && !anew_) return;
  const bool over_cells = options.graph == ChGraph::kCells || options.graph == ChGraph::kCorners;
  const bool all_cells = over_cells && (options.graph == ChGraph::kCells || !CornerMap::possible(sources.moves));
  size_t known_nodes = 0;
  if (all_cells) known_nodes = sources.moves.passable_count();
  if (options.graph == ChGraph::kHpa) known_nodes = sources.hpa.node_count();
  if (known_nodes > kMaxChNodes) {
    cells_.reset();
    graph_.reset();
    return fail(version, static_cast<uint32_t>(known_nodes));
  }
  if (options.graph == ChGraph::kHpa && !gather(sources, most_nodes)) return;
  anew_ = false;
  job_version_ = version;
  job_options_ = options_;
  // What has been overtaken goes with the job: giving its memory back takes longer than a frame may.
  std::optional<CellCh> old_cells;
  std::optional<GraphCh> old_graph;
  if (!still_true) {
    old_cells = std::exchange(cells_, std::nullopt);
    old_graph = std::exchange(graph_, std::nullopt);
    ++version_;
  }
  if (over_cells) {
    job_.start([moves = sources.moves, options, old_cells = std::move(old_cells),
                old_graph = std::move(old_graph)](JobControl& control) mutable {
      old_cells.reset();
      old_graph.reset();
      const bool corners = options.graph == ChGraph::kCorners;
      return timed([&](Built& built) { built.cells = CellCh::build(moves, options.order, corners, &control); },
                   control);
    });
    return;
  }
  ChInput input =
      options.graph == ChGraph::kHpa ? std::exchange(gathered_, {}) : *hierarchy_input(sources, options.graph);
  job_.start([input = std::move(input), options, old_cells = std::move(old_cells),
              old_graph = std::move(old_graph)](JobControl& control) mutable {
    old_cells.reset();
    old_graph.reset();
    return timed([&](Built& built) { built.graph = GraphCh::build(input, options.order, &control); }, control);
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

void MapHierarchy::collect(std::optional<Built> built, const HierarchySources& sources) {
  if (built && built->refused_nodes > 0) {
    fail(job_version_, built->refused_nodes);
  } else if (built && options_ == job_options_ && job_version_ == sources.version(options_->graph)) {
    take(std::move(*built));
    keep(sources);  // the revision may have gone on meanwhile
  }
  if (job_.take_failure()) fail(job_version_, 0);
}

void MapHierarchy::poll(const HierarchySources& sources) { collect(job_.poll(), sources); }

bool MapHierarchy::wait(const HierarchySources& sources) {
  if (!job_.running()) return false;
  collect(job_.wait(), sources);
  return true;
}

size_t MapHierarchy::memory_bytes() const {
  if (cells_) return cells_->memory_bytes();
  return graph_ ? graph_->memory_bytes() : 0;
}

}  // namespace strata
