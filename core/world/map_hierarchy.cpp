#include "core/world/map_hierarchy.hpp"

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
    for (const Cell node : sources.drawn.nodes()) {
      // A node may have been drawn where the map no longer reaches.
      input.cells.push_back(sources.moves.contains(node) ? sources.moves.id(node) : kNoCell);
    }
    input.order.assign(sources.drawn.order().begin(), sources.drawn.order().end());
  }
  return input;
}

void MapHierarchy::set_options(const std::optional<ChOptions>& options) {
  if (options == options_) return;
  options_ = options;
  cancelled_ = failed_ = false;
  if (job_.running()) job_.cancel();
  if (!options) {
    cells_.reset();
    graph_.reset();
    built_with_.reset();
    ++version_;
  }
}

void MapHierarchy::cancel() {
  job_.cancel();
  cancelled_ = true;
  cancelled_version_ = job_version_;
}

void MapHierarchy::rebuild() {
  cancelled_ = failed_ = false;
  anew_ = true;
}

void MapHierarchy::keep(uint64_t revision) {
  if (cells_) cells_->keep(revision);
}

bool MapHierarchy::ready(const HierarchySources& sources) const {
  return options_ && built_with_ == options_ && graph() != nullptr &&
         built_version_ == sources.version(options_->graph) && sources.ready(options_->graph);
}

void MapHierarchy::start(const HierarchySources& sources, bool in_stroke) {
  if (!options_) return;
  const uint64_t version = sources.version(options_->graph);
  if (job_.running()) {
    if (job_version_ != version || job_options_ != options_) job_.cancel();
    return;
  }
  if (cancelled_ && cancelled_version_ != version) cancelled_ = failed_ = false;
  if (cancelled_ || in_stroke || !sources.ready(options_->graph)) return;
  if (ready(sources) && !anew_) return;
  anew_ = false;
  job_version_ = version;
  job_options_ = options_;
  const ChOptions options = *options_;
  if (options.graph == ChGraph::kCells || options.graph == ChGraph::kCorners) {
    job_.start([moves = sources.moves, options](JobControl& control) {
      const Stopwatch watch;
      Built built;
      built.cells = CellCh::build(moves, options.order, options.graph == ChGraph::kCorners, &control);
      built.micros = watch.micros();
      return built;
    });
  } else {
    job_.start([input = *hierarchy_input(sources, options.graph), options](JobControl& control) {
      const Stopwatch watch;
      Built built;
      built.graph = GraphCh::build(input, options.order, &control);
      built.micros = watch.micros();
      return built;
    });
  }
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
  if (built && options_ == job_options_ && job_version_ == sources.version(options_->graph)) take(std::move(*built));
  if (job_.take_failure()) {
    failed_ = cancelled_ = true;
    cancelled_version_ = job_version_;
  }
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
