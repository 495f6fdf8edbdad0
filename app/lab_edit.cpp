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
  const Hpa& hpa = world_->get<MapHpa>().hpa();
  const GridMap& map = world_->map();
  cluster_stamps_.resize(static_cast<size_t>(hpa.levels()));
  for (int level = 1; level <= hpa.levels(); ++level) {
    cluster_stamps_[static_cast<size_t>(level) - 1].assign(hpa.clusters(level).count(), stamp_);
  }
  const ClusterGrid blocks(map.width(), map.height(), kClearanceBlock);
  clearance_stamps_.assign(blocks.count(), stamp_);
  for (const Structure structure : {Structure::kHaa, Structure::kRooms, Structure::kSectors}) stamp(structure);
}

// All that overlays show of it is drawn anew.
void Lab::stamp(Structure structure) {
  ++stamp_;
  switch (structure) {
    case Structure::kHpa:
      for (std::vector<uint64_t>& stamps : cluster_stamps_) std::fill(stamps.begin(), stamps.end(), stamp_);
      break;
    case Structure::kHaa:
      haa_stamps_.assign(world_->has(Structure::kHaa) ? world_->get<MapHaa>().haa().clusters().count() : 0, stamp_);
      break;
    case Structure::kRooms:
      room_stamps_.assign(clearance_stamps_.size(), stamp_);
      break;
    case Structure::kSectors:
      for (int level = 1; level <= 2; ++level) {
        const Sectors& sectors = world_->get<MapSectors>().sectors();
        const bool there = world_->has(Structure::kSectors) && level <= sectors.levels();
        sector_stamps_[static_cast<size_t>(level) - 1].assign(there ? sectors.sectors(level).count() : 0, stamp_);
      }
      break;
    default:
      break;
  }
}

// Counting looks at whole graphs, so it is done once after a change and not while one follows the other; on large maps
// in the thread of the solver, when that has nothing else to do.
void Lab::count_graph() {
  if ((counted_stamp_ == stamp_ && !hierarchy_counts_due_) || live() || !world_->ready()) return;
  if (solves_in_thread()) {
    if (solver_.busy()) return;
    counting_stamp_ = stamp_;
    hierarchy_counts_due_ = false;
    solver_.submit(*world_, {.count = true});
    return;
  }
  count_graph_now();
}

void Lab::count_graph_now() {
  if ((counted_stamp_ == stamp_ && !hierarchy_counts_due_) || live() || !world_->ready()) return;
  counting_stamp_ = stamp_;
  hierarchy_counts_due_ = false;
  take_counts(count_graphs(*world_));
}

void Lab::take_counts(const GraphCounts& counts) {
  counted_stamp_ = counting_stamp_;
  state_.hpa_counts = counts.hpa;
  state_.hpa_cache = counts.hpa_cache;
  state_.haa_counts = counts.haa;
  state_.rooms_counts = counts.rooms;
  state_.sector_counts = counts.sectors;
  state_.memory = counts.memory;
  for (size_t i = 0; i < counts.hierarchies.size(); ++i) state_.hierarchies[i].counts = counts.hierarchies[i];
  for (PlannerRow& row : state_.rows) {
    if (row.planner->needs == Structure::kMoves) continue;
    row.memory_bytes = state_.memory[static_cast<size_t>(row.planner->needs)];
  }
}

void Lab::begin_reading(std::string name) {
  state_.meter = {};
  state_.meter.name = std::move(name);
  const Hpa& hpa = world_->get<MapHpa>().hpa();
  touched_clusters_.resize(static_cast<size_t>(hpa.levels()) + 1);
  touched_clusters_[0].assign(world_->has(Structure::kHaa) ? world_->get<MapHaa>().haa().clusters().count() : 0, 0);
  for (int level = 1; level <= hpa.levels(); ++level) {
    touched_clusters_[static_cast<size_t>(level)].assign(hpa.clusters(level).count(), 0);
  }
  state_.meter.upper.resize(static_cast<size_t>(hpa.levels()) - 1);
  for (size_t i = 0; i < touched_sectors_.size(); ++i) touched_sectors_[i].assign(sector_stamps_[i].size(), 0);
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
  meter.rooms_dissolved += report.rooms.dissolved;
  meter.rooms_built += report.rooms.built;
  meter.room_cells += report.rooms.cells;
  meter.sectors += note_new(report.sectors.sectors, touched_sectors_[0]);
  meter.upper_sectors += note_new(report.sectors.upper, touched_sectors_[1]);
  meter.cch_sectors += report.cch.sectors;
  meter.cch_recomputed += report.cch.arcs_recomputed;
  meter.cch_changed += report.cch.arcs_changed;
  meter.landmarks_lowered += report.landmarks.lowered;
  meter.landmarks_set_aside += static_cast<size_t>(report.landmarks.set_aside);
  meter.micros += report.micros;
  meter.worst_micros = std::max(meter.worst_micros, report.micros);
  meter.rebuild_micros = 0;
  for (const StructureReport& structure : report.structures) {
    meter.rebuild_micros += structure.rebuild_micros;
    const auto same = std::find_if(meter.structures.begin(), meter.structures.end(), [&](const StructureReport& other) {
      return other.structure == structure.structure;
    });
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
  const Hpa& hpa = world_->get<MapHpa>().hpa();
  for (int level = 1; level <= hpa.levels(); ++level) {
    std::vector<uint64_t>& stamps = cluster_stamps_[static_cast<size_t>(level) - 1];
    const ClusterGrid& clusters = hpa.clusters(level);
    // Entrances may have changed in length without a transition that moved.
    stamp_cells(clusters, moved, stamps);
    for (const uint32_t cluster : report.hpa.clusters) stamp_cells(clusters, hpa.clusters().rect(cluster), stamps);
    if (level == 1 || static_cast<size_t>(level) - 2 >= report.hpa.upper.size()) continue;
    for (const uint32_t cluster : report.hpa.upper[static_cast<size_t>(level) - 2].clusters) stamps[cluster] = stamp_;
  }
  if (world_->has(Structure::kHaa)) {
    // Whether an edge is dominated may depend on the clusters around it.
    const ClusterGrid& clusters = world_->get<MapHaa>().haa().clusters();
    const int around = 2 * clusters.cluster_size();
    for (const uint32_t cluster : report.haa.clusters) {
      stamp_cells(clusters, clusters.rect(cluster).grown(around), haa_stamps_);
    }
  }
  // Edges lead to the eight sectors around; where centres are improved they may move there too.
  const auto stamp_sectors = [&](int level, std::span<const uint32_t> redone) {
    const ClusterGrid& sectors = world_->get<MapSectors>().sectors().sectors(level);
    const int around = (world_->get<MapSectors>().sectors().options().improve_centres ? 2 : 1) * sectors.cluster_size();
    for (const uint32_t sector : redone) {
      stamp_cells(sectors, sectors.rect(sector).grown(around), sector_stamps_[static_cast<size_t>(level) - 1]);
    }
  };
  if (world_->has(Structure::kSectors)) {
    stamp_sectors(1, report.sectors.sectors);
    if (world_->get<MapSectors>().sectors().levels() > 1) stamp_sectors(2, report.sectors.upper);
  }
  const ClusterGrid blocks(bounds.x1, bounds.y1, kClearanceBlock);
  for (const Rect& area : report.rooms.areas) stamp_cells(blocks, area, room_stamps_);
  const Rect cleared{report.dirty.x0 - Clearance::kMaxClearance, report.dirty.y0 - Clearance::kMaxClearance,
                     report.dirty.x1, report.dirty.y1};
  stamp_cells(blocks, cleared, clearance_stamps_);
}

void Lab::flash(Structure structure, int level, std::span<const uint32_t> parts) {
  const auto alike = [&](const Flash& flash) { return flash.structure == structure && flash.level == level; };
  const bool many = parts.size() > kManyFlashes;
  if (many) std::erase_if(state_.flashes, alike);
  for (const uint32_t part : parts) {
    const auto same = many ? state_.flashes.rend()
                           : std::find_if(state_.flashes.rbegin(), state_.flashes.rend(),
                                          [&](const Flash& flash) { return alike(flash) && flash.cluster == part; });
    if (same == state_.flashes.rend()) {
      state_.flashes.push_back({.level = level, .cluster = part, .age = 0, .structure = structure, .area = {}});
    } else {
      same->age = 0;
    }
  }
}

void Lab::flash_rooms(std::span<const Rect> areas) {
  for (const Rect& area : areas) {
    const auto same = std::find_if(state_.flashes.rbegin(), state_.flashes.rend(), [&](const Flash& flash) {
      return flash.structure == Structure::kRooms && flash.area == area;
    });
    if (same != state_.flashes.rend()) {
      same->age = 0;
    } else {
      state_.flashes.push_back({.level = 0, .cluster = 0, .age = 0, .structure = Structure::kRooms, .area = area});
    }
  }
  // The oldest give way.
  const auto rooms = static_cast<size_t>(std::count_if(
      state_.flashes.begin(), state_.flashes.end(), [](const Flash& f) { return f.structure == Structure::kRooms; }));
  size_t excess = rooms - std::min(rooms, kManyFlashes);
  std::erase_if(state_.flashes,
                [&](const Flash& f) { return f.structure == Structure::kRooms && excess > 0 && excess-- > 0; });
}

// Adds what one edit did to the reading, flashes its clusters and makes everything follow that depends on the map.
void Lab::note_edit(const EditReport& report) {
  if (report.changed_cells == 0) return;
  read_meter(report);
  stamp_edit(report);
  flash(Structure::kHpa, 1, report.hpa.clusters);
  for (size_t i = 0; i < report.hpa.upper.size(); ++i) {
    flash(Structure::kHpa, static_cast<int>(i) + 2, report.hpa.upper[i].clusters);
  }
  flash(Structure::kSectors, 1, report.sectors.sectors);
  flash(Structure::kSectors, 2, report.sectors.upper);
  flash_rooms(report.rooms.areas);
  map_change_.dirty.include(report.dirty);
  recovery_.touched(report.dirty);
  crowd_edited(report);
  map_edited();
}

void Lab::map_edited() {
  note_unsaved();
  was_ready_ &= ready_structures();
  for (PlannerRow& row : state_.rows) row.solved = false;
  solve_due_ = true;
}

void Lab::paint(const Edit& edit, const std::string& name) { note_edit(gesture_world().apply(edit, name)); }

char Lab::paint_letter() const { return terrain_info(state_.terrain).letter; }

void Lab::stroke_begin(Cell cell, bool erase) {
  if (state_.painting) stroke_end();
  const Terrain terrain = erase ? Terrain::kGround : state_.terrain;
  stroke_letter_ = terrain_info(terrain).letter;
  const std::string name = terrain == Terrain::kGround ? "Erase" : fmt::format("Brush {}", terrain_info(terrain).name);
  stroke_line_ = fmt::format("paint.stroke {} {} {} {}", erase ? "erase" : "brush", terrain_info(terrain).name,
                             state_.brush.radius, state_.brush.shape == BrushShape::kRound ? "round" : "square");
  begin_reading(name);
  gesture_world().begin_stroke(name);
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
  gesture_world().end_stroke();
  state_.painting = false;
  if (state_.meter.edits > 0) {
    ++state_.strokes;
    forget_undone();
  }
  solve_due_ = true;  // what was put off while painting, also by a stroke that changed nothing
  note_unsaved();
  last_painted_ = stroke_last_;
  log_crowd_ticks();
  log_.push_back(stroke_line_);
}

}  // namespace strata
