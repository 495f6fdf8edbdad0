// Painting, undo, and the meter of what edits made the structures redo.
#include <fmt/format.h>
#include <algorithm>

#include "app/lab.hpp"

namespace strata {

namespace {
constexpr size_t kManyFlashes = 256;  // from here on older flashes give way
}  // namespace

void Lab::stamp_all() { cluster_stamps_.assign(world_->hpa().clusters().count(), ++stamp_); }

// Counting looks at the whole graph, so it is done once after a change and not while one follows the other.
void Lab::count_graph() {
  if (counted_stamp_ == stamp_ || live() || !world_->ready()) return;
  counted_stamp_ = stamp_;
  state_.hpa_counts = world_->hpa().counts();
  hpa_memory_ = world_->hpa().memory_bytes();
  for (PlannerRow& row : state_.rows) {
    if (row.planner->needs_hpa) row.memory_bytes = hpa_memory_;
  }
}

void Lab::begin_reading(std::string name) {
  state_.meter = {};
  state_.meter.name = std::move(name);
  touched_clusters_.assign(world_->hpa().clusters().count(), 0);
}

// Adds what one edit did to the reading, flashes its clusters and makes everything follow that depends on the map.
void Lab::note_edit(const EditReport& report) {
  if (report.changed_cells == 0) return;
  MeterReading& meter = state_.meter;
  ++meter.edits;
  meter.changed_cells += report.changed_cells;
  meter.dirty.include(report.dirty);
  meter.borders += report.hpa.borders;
  meter.transitions += report.hpa.transitions;
  meter.inter_edges += report.hpa.inter_edges;
  meter.intra_edges += report.hpa.intra_edges;
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
  ++stamp_;
  const ClusterGrid& clusters = world_->hpa().clusters();
  const bool many = report.hpa.clusters.size() > kManyFlashes;
  if (many) state_.flashes.clear();
  for (const uint32_t cluster : report.hpa.clusters) {
    cluster_stamps_[cluster] = stamp_;
    if (touched_clusters_[cluster] == 0) {
      touched_clusters_[cluster] = 1;
      ++meter.clusters;
    }
    const auto same = many ? state_.flashes.rend()
                           : std::find_if(state_.flashes.rbegin(), state_.flashes.rend(),
                                          [&](const Flash& flash) { return flash.cluster == cluster; });
    if (same == state_.flashes.rend()) {
      state_.flashes.push_back({cluster, 0});
    } else {
      same->age = 0;
    }
  }
  // Entrances may have changed in length without a transition that moved.
  const Rect touched = clusters.touched(report.dirty.grown(1).clipped(world_->map().bounds()));
  for (int y = touched.y0; y < touched.y1; ++y) {
    for (int x = touched.x0; x < touched.x1; ++x) {
      cluster_stamps_[static_cast<size_t>(y) * static_cast<size_t>(clusters.columns()) + static_cast<size_t>(x)] =
          stamp_;
    }
  }
  map_change_.dirty.include(report.dirty);
  map_edited();
}

void Lab::map_edited() {
  state_.unsaved = restored_ || !world_->history().is_saved();
  if (!world_->ready()) was_ready_ = false;
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
  if (state_.meter.edits > 0) {
    ++state_.strokes;
    solve_due_ = true;  // what was put off while painting
  }
  state_.unsaved = restored_ || !world_->history().is_saved();
  last_painted_ = stroke_last_;
  log_.push_back(stroke_line_);
}

}  // namespace strata
