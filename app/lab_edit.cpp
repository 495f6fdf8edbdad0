// Painting, undo, and the meter of what edits made the structures redo.
#include <fmt/format.h>
#include <algorithm>

#include "app/lab.hpp"

namespace strata {

namespace {
constexpr size_t kManyFlashes = 256;  // from here on older flashes give way
}  // namespace

void Lab::stamp_all() {
  ++stamp_;
  const Hpa& hpa = world_->hpa();
  const GridMap& map = world_->map();
  cluster_stamps_.resize(static_cast<size_t>(hpa.levels()));
  for (int level = 1; level <= hpa.levels(); ++level) {
    cluster_stamps_[static_cast<size_t>(level) - 1].assign(hpa.clusters(level).count(), stamp_);
  }
  const ClusterGrid blocks(map.width(), map.height(), kClearanceBlock);
  clearance_stamps_.assign(blocks.count(), stamp_);
  stamp_haa();
}

void Lab::stamp_haa() { haa_stamps_.assign(world_->has_haa() ? world_->haa().clusters().count() : 0, ++stamp_); }

// Counting looks at the whole graph, so it is done once after a change and not while one follows the other.
void Lab::count_graph() {
  if (counted_stamp_ == stamp_ || live() || !world_->ready()) return;
  counted_stamp_ = stamp_;
  const Hpa& hpa = world_->hpa();
  state_.hpa_counts.clear();
  for (int level = 1; level <= hpa.levels(); ++level) state_.hpa_counts.push_back(hpa.counts(level));
  state_.hpa_memory = hpa.memory_bytes();
  state_.hpa_cache = hpa.cache_bytes();
  state_.haa_counts = {};
  state_.haa_memory = 0;
  if (world_->has_haa()) {
    const Haa& haa = world_->haa();
    for (const HaaQuality quality : {HaaQuality::kInitial, HaaQuality::kHigh, HaaQuality::kLow}) {
      if (quality == HaaQuality::kInitial && !haa.options().keep_dominated) continue;
      state_.haa_counts[static_cast<size_t>(quality)] = haa.counts(quality);
    }
    state_.haa_memory = haa.memory_bytes() + world_->agents().memory_bytes();
  }
  for (PlannerRow& row : state_.rows) {
    if (row.planner->hpa_levels > 0) row.memory_bytes = state_.hpa_memory;
    if (row.planner->needs_haa) row.memory_bytes = state_.haa_memory;
  }
}

void Lab::begin_reading(std::string name) {
  state_.meter = {};
  state_.meter.name = std::move(name);
  const Hpa& hpa = world_->hpa();
  touched_clusters_.resize(static_cast<size_t>(hpa.levels()) + 1);
  touched_clusters_[0].assign(world_->has_haa() ? world_->haa().clusters().count() : 0, 0);
  for (int level = 1; level <= hpa.levels(); ++level) {
    touched_clusters_[static_cast<size_t>(level)].assign(hpa.clusters(level).count(), 0);
  }
  state_.meter.upper.resize(static_cast<size_t>(hpa.levels()) - 1);
}

namespace {
// How many of them were not noted before.
size_t note_new(std::span<const uint32_t> clusters, std::vector<uint8_t>& seen) {
  size_t count = 0;
  for (const uint32_t cluster : clusters) {
    count += seen[cluster] == 0;
    seen[cluster] = 1;
  }
  return count;
}
}  // namespace

void Lab::read_meter(const EditReport& report) {
  MeterReading& meter = state_.meter;
  ++meter.edits;
  meter.changed_cells += report.changed_cells;
  meter.dirty.include(report.dirty);
  meter.clusters += note_new(report.hpa.clusters, touched_clusters_[1]);
  meter.borders += report.hpa.borders;
  meter.transitions += report.hpa.transitions;
  meter.inter_edges += report.hpa.inter_edges;
  meter.intra_edges += report.hpa.intra_edges;
  for (size_t i = 0; i < report.hpa.upper.size() && i < meter.upper.size(); ++i) {
    const HpaLevelUpdate& done = report.hpa.upper[i];
    MeterLevel& level = meter.upper[i];
    level.clusters += note_new(done.clusters, touched_clusters_[i + 2]);
    level.redone += done.clusters.size();
    level.unchanged += done.unchanged;
    level.intra_edges += done.intra_edges;
  }
  meter.haa_clusters += note_new(report.haa.clusters, touched_clusters_[0]);
  meter.haa_borders += report.haa.borders;
  meter.haa_inter_edges += report.haa.inter_edges;
  meter.haa_intra_edges += report.haa.intra_edges;
  meter.micros += report.micros;
  meter.worst_micros = std::max(meter.worst_micros, report.micros);
  meter.rebuild_micros = 0;
  for (const StructureReport& structure : report.structures) {
    meter.rebuild_micros += structure.rebuild_micros;
    const auto same = std::find_if(meter.structures.begin(), meter.structures.end(),
                                   [&](const StructureReport& other) { return other.name == structure.name; });
    if (same == meter.structures.end()) {
      meter.structures.push_back(structure);
    } else {
      same->micros += structure.micros;
      same->rebuild_micros = structure.rebuild_micros;
    }
  }
}

// What overlays show of the clusters that an edit reached is drawn anew.
void Lab::stamp_edit(const EditReport& report) {
  ++stamp_;
  const Rect bounds = world_->map().bounds();
  const auto stamp_cells = [&](const ClusterGrid& clusters, const Rect& cells, std::vector<uint64_t>& stamps) {
    const Rect inside = cells.clipped(bounds);
    if (inside.empty()) return;
    const Rect touched = clusters.touched(inside);
    for (int y = touched.y0; y < touched.y1; ++y) {
      for (int x = touched.x0; x < touched.x1; ++x) {
        stamps[static_cast<size_t>(y) * static_cast<size_t>(clusters.columns()) + static_cast<size_t>(x)] = stamp_;
      }
    }
  };
  // A large agent's moves change as far to the left and above as it is wide.
  const int reach = world_->rules().agent_size;
  const Rect moved{report.dirty.x0 - reach, report.dirty.y0 - reach, report.dirty.x1 + 1, report.dirty.y1 + 1};
  const Hpa& hpa = world_->hpa();
  for (int level = 1; level <= hpa.levels(); ++level) {
    std::vector<uint64_t>& stamps = cluster_stamps_[static_cast<size_t>(level) - 1];
    const ClusterGrid& clusters = hpa.clusters(level);
    // Entrances may have changed in length without a transition that moved.
    stamp_cells(clusters, moved, stamps);
    for (const uint32_t cluster : report.hpa.clusters) stamp_cells(clusters, hpa.clusters().rect(cluster), stamps);
    if (level == 1 || static_cast<size_t>(level) - 2 >= report.hpa.upper.size()) continue;
    for (const uint32_t cluster : report.hpa.upper[static_cast<size_t>(level) - 2].clusters) stamps[cluster] = stamp_;
  }
  if (world_->has_haa()) {
    // Whether an edge is dominated may depend on the clusters around it.
    const ClusterGrid& clusters = world_->haa().clusters();
    const int around = 2 * clusters.cluster_size();
    for (const uint32_t cluster : report.haa.clusters) {
      stamp_cells(clusters, clusters.rect(cluster).grown(around), haa_stamps_);
    }
  }
  const Rect cleared{report.dirty.x0 - Clearance::kMaxClearance, report.dirty.y0 - Clearance::kMaxClearance,
                     report.dirty.x1, report.dirty.y1};
  stamp_cells(ClusterGrid(bounds.x1, bounds.y1, kClearanceBlock), cleared, clearance_stamps_);
}

void Lab::flash(int level, std::span<const uint32_t> clusters) {
  const bool many = clusters.size() > kManyFlashes;
  if (many) std::erase_if(state_.flashes, [&](const Flash& flash) { return flash.level == level; });
  for (const uint32_t cluster : clusters) {
    const auto same = many ? state_.flashes.rend()
                           : std::find_if(state_.flashes.rbegin(), state_.flashes.rend(), [&](const Flash& flash) {
                               return flash.level == level && flash.cluster == cluster;
                             });
    if (same == state_.flashes.rend()) {
      state_.flashes.push_back({level, cluster, 0});
    } else {
      same->age = 0;
    }
  }
}

// Adds what one edit did to the reading, flashes its clusters and makes everything follow that depends on the map.
void Lab::note_edit(const EditReport& report) {
  if (report.changed_cells == 0) return;
  read_meter(report);
  stamp_edit(report);
  flash(1, report.hpa.clusters);
  for (size_t i = 0; i < report.hpa.upper.size(); ++i) flash(static_cast<int>(i) + 2, report.hpa.upper[i].clusters);
  map_change_.dirty.include(report.dirty);
  map_edited();
}

void Lab::map_edited() {
  state_.unsaved = restored_ || !world_->history().is_saved();
  if (!world_->hpa().ready()) hpa_was_ready_ = false;
  if (world_->has_haa() && !world_->haa().ready()) haa_was_ready_ = false;
  for (PlannerRow& row : state_.rows) row.solved = false;
  solve_due_ = true;
}

void Lab::paint(const Edit& edit, const std::string& name) { note_edit(world_->apply(edit, name)); }

char Lab::paint_letter() const { return terrain_info(state_.terrain).letter; }

void Lab::stroke_begin(Cell cell, bool erase) {
  if (state_.painting) stroke_end();
  // The first cell decides: on what the brush would paint anyway, the stroke clears.
  Terrain terrain = erase ? Terrain::kGround : state_.terrain;
  if (!erase && world_->map().contains(cell) && world_->map().terrain(cell) == terrain) terrain = Terrain::kGround;
  stroke_letter_ = terrain_info(terrain).letter;
  const std::string name = terrain == Terrain::kGround ? "Erase" : fmt::format("Brush {}", terrain_info(terrain).name);
  stroke_line_ = fmt::format("paint.stroke {} {} {} {}", erase ? "erase" : "brush", terrain_info(terrain).name,
                             state_.brush.radius, state_.brush.shape == BrushShape::kRound ? "round" : "square");
  begin_reading(name);
  world_->begin_stroke(name);
  state_.painting = true;
  stroke_last_ = cell;
  stroke_line_ += fmt::format(" {},{}", cell.x, cell.y);
  paint(brush_line(world_->map(), cell, cell, state_.brush, stroke_letter_), name);
}

void Lab::stroke_to(Cell cell) {
  if (!state_.painting || cell == stroke_last_) return;
  stroke_line_ += fmt::format(" {},{}", cell.x, cell.y);
  paint(brush_line(world_->map(), stroke_last_, cell, state_.brush, stroke_letter_), state_.meter.name);
  stroke_last_ = cell;
}

void Lab::stroke_end() {
  if (!state_.painting) return;
  world_->end_stroke();
  state_.painting = false;
  if (state_.meter.edits > 0) ++state_.strokes;
  solve_due_ = true;  // what was put off while painting, also by a stroke that changed nothing
  state_.unsaved = restored_ || !world_->history().is_saved();
  last_painted_ = stroke_last_;
  log_.push_back(stroke_line_);
}

}  // namespace strata
