// Painting, undo, and the meter of what edits made the structures rebuild.
#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "app/base/terrain_looks.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/undo_history.hpp"
#include "core/grid/map_piece.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {

namespace {
// If more areas than this flash, the oldest ones stop.
constexpr size_t kManyFlashes = 256;
}  // namespace

void Strokes::invalidate_overlays() {
  for (int i = 0; i < kStructures; ++i) stamp(static_cast<StructureId>(i));
}

// Marks everything that overlays show of the structure as changed.
void Strokes::stamp(StructureId structure) {
  ++stamp_;
  const std::vector<ClusterGrid> grids = world_->structure(structure).grids(world_->inputs());
  std::vector<ClusterStamps>& levels = stamps_[static_cast<size_t>(structure)];
  levels.resize(grids.size());
  for (size_t i = 0; i < grids.size(); ++i) levels[i].reset(grids[i], stamp_);
  for (const auto& [feature, controller] : lab_.controllers()) {
    if (feature->structure == structure) controller->structure_event(structure, StructureEvent::kRedrawn);
  }
}

void Strokes::begin_reading(std::string name) {
  state_.meter = {};
  state_.meter.name = std::move(name);
  state_.meter.levels = world_->get<MapHpa>().hpa().levels();
  for (std::vector<std::vector<uint8_t>>& levels : redone_) {
    for (std::vector<uint8_t>& parts : levels) parts.clear();
  }
}

// Adds to the meter which parts of a structure the edit has rebuilt.
void Strokes::read_touched(const StructureReport& done, UpdateMeterStructure& meter) {
  std::vector<std::vector<uint8_t>>& redone = redone_[static_cast<size_t>(done.structure)];
  for (const RebuiltPart& part : done.touched.parts) {
    UpdateMeterLevel& level = meter.at(part.level);
    ++level.redone;
    if (part.number == RebuiltPart::kNoNumber) {
      ++level.parts;
      continue;
    }
    const auto l = static_cast<size_t>(part.level);
    if (redone.size() <= l) redone.resize(l + 1);
    if (redone[l].size() <= part.number) redone[l].resize(part.number + 1, 0);
    level.parts += redone[l][part.number] == 0;
    redone[l][part.number] = 1;
  }
  for (const RebuiltCount& one : done.touched.counts) meter.at(one.key, one.level).count += one.count;
}

void Strokes::read_meter(const EditReport& report) {
  UpdateMeterReading& meter = state_.meter;
  ++meter.edits;
  meter.changed_cells += report.changed_cells;
  meter.dirty.include(report.dirty);
  meter.micros += report.micros;
  meter.worst_micros = std::max(meter.worst_micros, report.micros);
  for (const StructureReport& done : report.structures) {
    if (report.moves_changed || done.touched.any()) meter.rebuild_micros += done.rebuild_micros;
    UpdateMeterStructure& structure = meter.at(done.structure);
    structure.micros += done.micros;
    structure.rebuild_micros = done.rebuild_micros;
    read_touched(done, structure);
  }
}

// Marks those parts of structures as changed that the edit has changed, so that overlays redraw them.
void Strokes::stamp_edit(const EditReport& report) {
  ++stamp_;
  for (const StructureReport& done : report.structures) {
    std::vector<ClusterStamps>& levels = stamps_[static_cast<size_t>(done.structure)];
    for (size_t i = 0; i < levels.size(); ++i) {
      const int level = static_cast<int>(i) + 1;
      levels[i].touch(done.touched.seen, stamp_);
      for (const RebuiltPart& part : done.touched.parts) {
        if (part.level <= level && level <= part.highest) levels[i].touch(part.seen, stamp_);
      }
    }
  }
  const MapChange change{.what = MapChange::Kind::kEdit, .cells = report.dirty, .report = &report};
  for (const auto& [feature, controller] : lab_.controllers()) controller->map_changed(change);
}

void Strokes::flash(StructureId structure, std::span<const RebuiltPart> parts) {
  if (parts.empty()) return;
  const int level = parts.front().level;
  const auto alike = [&](const Flash& flash) { return flash.structure == structure && flash.level == level; };
  const bool numbered = parts.front().number != RebuiltPart::kNoNumber;
  const bool many = numbered && parts.size() > kManyFlashes;
  if (many) std::erase_if(state_.flashes, alike);
  for (const RebuiltPart& part : parts) {
    const auto same = many ? state_.flashes.rend()
                           : std::find_if(state_.flashes.rbegin(), state_.flashes.rend(), [&](const Flash& flash) {
                               return alike(flash) && flash.cells == part.cells;
                             });
    if (same == state_.flashes.rend()) {
      state_.flashes.push_back(
          {.structure = structure, .level = level, .part = part.number, .cells = part.cells, .age = 0});
    } else {
      same->age = 0;
    }
  }
  if (numbered) return;
  // Parts without a number are areas, which are others after every edit. The oldest ones are removed.
  const auto areas = static_cast<size_t>(std::count_if(state_.flashes.begin(), state_.flashes.end(), alike));
  size_t excess = areas - std::min(areas, kManyFlashes);
  std::erase_if(state_.flashes, [&](const Flash& flash) { return alike(flash) && excess > 0 && excess-- > 0; });
}

// Adds an edit to the meter, lets the parts that it has rebuilt flash, and updates everything that depends on the map.
void Strokes::note_edit(const EditReport& report) {
  if (report.dirty.empty()) return;
  read_meter(report);
  stamp_edit(report);
  for (const FlashingStructure& flashing : flashing_structures()) {
    const RebuiltParts* touched = report.touched(flashing.structure);
    if (touched == nullptr) continue;
    std::span<const RebuiltPart> parts = touched->parts;
    while (!parts.empty()) {
      const auto above = std::find_if(parts.begin(), parts.end(),
                                      [&](const RebuiltPart& part) { return part.level != parts.front().level; });
      const auto count = static_cast<size_t>(above - parts.begin());
      flash(flashing.structure, parts.first(count));
      parts = parts.subspan(count);
    }
  }
  lab_.session().note_change(report.dirty);
  lab_.recovery().recovery().touched(report.dirty);
  map_edited();
}

void Strokes::map_edited() { lab_.structures().keep_ready(); }

void Strokes::gesture_begins() {
  for (const auto& [feature, controller] : lab_.controllers())
    controller->map_changes({.what = MapChange::Kind::kGesture});
}

void Strokes::gesture_ended() {
  for (const auto& [feature, controller] : lab_.controllers())
    controller->map_changed({.what = MapChange::Kind::kGesture});
}

// Tells the features which cells the edit is about to change.
void Strokes::announce(const Edit& edit) {
  Rect cells;
  for (const CellRun& run : edit.runs) {
    if (run.count == 0) continue;
    const Cell first = world_->map().cell(run.first), last = world_->map().cell(run.first + run.count - 1);
    cells.include(first.y == last.y ? first : Cell{0, first.y});
    cells.include(first.y == last.y ? last : Cell{world_->map().width() - 1, last.y});
  }
  for (const MapLink& link : edit.links) {
    cells.include(world_->map().cell(link.from));
    cells.include(world_->map().cell(link.to));
  }
  const MapChange change{.what = MapChange::Kind::kEdit, .cells = cells};
  for (const auto& [feature, controller] : lab_.controllers()) controller->map_changes(change);
}

void Strokes::paint(const Edit& edit, const std::string& name) {
  announce(edit);
  note_edit(lab_.session().edit_during_gesture().apply(edit, name));
}

void Strokes::open(World& world, const std::string& name) {
  begin_reading(name);
  world.begin_stroke(name);
  gesture_begins();
}

void Strokes::close(World& world) {
  world.end_stroke();
  gesture_ended();
  if (state_.meter.edits == 0) return;
  ++state_.strokes;
  lab_.undo_history().forget_undone();
}

void Strokes::whole(const std::string& name, const std::function<void()>& edits) {
  World& world = lab_.session().change_world();
  open(world, name);
  edits();
  close(world);
  map_edited();
}

// The edits form one stroke in the undo history. They count as one gesture even if they take several frames, as no
// other command is possible before their end.
Status Strokes::whole_in_parts(const std::string& name, std::vector<Edit> edits, std::function<void()> then) {
  struct RemainingEdits {
    std::vector<Edit> edits;
    size_t done = 0;
  };
  const auto rest = std::make_shared<RemainingEdits>(RemainingEdits{std::move(edits), 0});
  open(lab_.session().change_world(), name);
  const auto end = [this, then = std::move(then)] {
    close(lab_.session().edit_during_gesture());
    map_edited();
    if (then) then();
  };
  LargeMapTask::SlicedWork slices;
  slices.next = [this, rest, name, end]() -> double {
    if (rest->done < rest->edits.size()) paint(rest->edits[rest->done++], name);
    if (rest->done < rest->edits.size())
      return static_cast<double>(rest->done) / static_cast<double>(rest->edits.size());
    end();
    return 1;
  };
  slices.cancelled = [this, rest] {
    World& world = lab_.session().edit_during_gesture();
    close(world);
    if (rest->done > 0 && world.history().can_undo()) {
      (void)travel(true);
      History history = world.take_history();
      history.forget_undone();
      world.set_history(std::move(history));
    }
  };
  const bool large = rest->edits.size() > 1 && lab_.large_map_task().is_large(world_->map().cell_count());
  return lab_.large_map_task().run_slices(large, name, std::move(slices));
}

Status Strokes::travel_in_parts(bool back, std::string title) {
  LargeMapTask::SlicedWork slices;
  slices.next = [this, back, all = world_->history().next_cells(back), done = uint64_t{0}]() mutable -> double {
    World& world = lab_.session().edit_during_gesture();
    announce(world.history().next_part(back));
    const EditReport report = world.travel_part(back);
    note_edit(report);
    done += report.changed_cells;
    if (world.history().in_travel()) return 0.99 * static_cast<double>(done) / static_cast<double>(std::max(all, done));
    gesture_ended();
    map_edited();
    return 1;
  };
  gesture_begins();
  const bool large = lab_.large_map_task().is_large(world_->map().cell_count());
  return lab_.large_map_task().run_slices(large, std::move(title), std::move(slices));
}

Status Strokes::travel(bool back) {
  World& world = lab_.session().change_world();
  begin_reading(fmt::format("{} {}", back ? "Undo" : "Redo",
                            back ? lab_.undo_history().undo_name() : lab_.undo_history().redo_name()));
  if (world.history().next_cells(back) > kPartCells) return travel_in_parts(back, state_.meter.name);
  gesture_begins();
  announce(back ? world.history().next_undo() : world.history().next_redo());
  if (const auto report = back ? world.undo() : world.redo()) note_edit(*report);
  gesture_ended();
  map_edited();
  return success();
}

char Strokes::letter_of(Terrain terrain) const { return world_->map().letter_terrains().letter_for(terrain); }

void Strokes::stroke_begin(Cell cell, bool erase) {
  if (state_.painting) stroke_end();
  const Terrain terrain = erase ? Terrain::kGround : state_.terrain;
  stroke_letter_ = letter_of(terrain);
  stroke_weights_.reset();
  const std::string_view title = terrain_info(terrain).name;
  begin_gesture(cell, terrain == Terrain::kGround ? "Erase" : fmt::format("Brush {}", title),
                fmt::format("{} {}", erase ? "erase" : "brush", title));
}

void Strokes::stroke_begin(Cell cell, const WeightChange& change) {
  if (state_.painting) stroke_end();
  stroke_weights_.emplace(change);
  begin_gesture(cell, weight_change_title(change), "weight " + weight_change_word(change));
}

// Begins the stroke. `painted` are the arguments of its command that say what it paints.
void Strokes::begin_gesture(Cell cell, const std::string& name, std::string_view painted) {
  if (refuse_held(lab_, "paint.stroke")) return;
  stroke_line_ = fmt::format("paint.stroke {} {:g} {}", painted, state_.brush.exact_radius(),
                             state_.brush.shape == BrushShape::kRound ? "round" : "square");
  World& world = lab_.session().edit_during_gesture();
  state_.painting = true;
  open(world, name);
  stroke_last_ = cell;
  stroke_line_ += fmt::format(" {},{}", cell.x, cell.y);
  paint_piece(cell, cell);
}

void Strokes::paint_piece(Cell from, Cell to) {
  Edit cells = brush_line(world_->map(), from, to, state_.brush, stroke_letter_);
  if (stroke_weights_) cells = stroke_weights_->next(world_->map(), world_->rules().weights, std::move(cells));
  paint(cells, state_.meter.name);
}

void Strokes::stroke_to(Cell cell) {
  if (!state_.painting || cell == stroke_last_) return;
  stroke_line_ += fmt::format(" {},{}", cell.x, cell.y);
  paint_piece(stroke_last_, cell);
  stroke_last_ = cell;
}

void Strokes::stroke_end() {
  if (!state_.painting) return;
  World& world = lab_.session().edit_during_gesture();
  state_.painting = false;
  stroke_weights_.reset();
  close(world);
  last_painted_ = stroke_last_;
  lab_.log().catch_up();
  lab_.log().add(stroke_line_);
}

void Strokes::apply_shape() {
  const ShapePreview shape = *state_.shape;
  state_.shape.reset();
  const bool line = shape.tool == Tool::kLine;
  lab_.run(fmt::format("paint.{} {} {} {} {}{}", tool_name(shape.tool), shape.from.x, shape.from.y, shape.to.x,
                       shape.to.y, line || state_.filled ? "" : " outline"));
}

}  // namespace strata
