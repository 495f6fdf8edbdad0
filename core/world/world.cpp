#include "core/world/world.hpp"

#include <algorithm>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/stopwatch.hpp"

namespace strata {

std::string_view structure_name(Structure structure) {
  constexpr std::array<std::string_view, kStructures> kNames = {"moves",   "jps",       "hpa", "haa", "rooms",
                                                                "sectors", "landmarks", "ch",  "cch", "tables"};
  return kNames[static_cast<size_t>(structure)];
}

std::string_view structure_title(Structure structure) {
  constexpr std::array<std::string_view, kStructures> kTitles = {
      "Moves",           "Jump map", "HPA*", "HAA*", "Rooms", "Sectors", "Landmarks", "Contraction hierarchy",
      "Customisable CH", "Tables"};
  return kTitles[static_cast<size_t>(structure)];
}

namespace {

constexpr size_t kMostMissed = 4096;  // pieces that were painted while landmarks were under way

// Rectangles that cover the runs closely: a long diagonal stroke must not make its whole bounding box dirty.
std::vector<Rect> dirty_pieces(const GridMap& map, const std::vector<CellRun>& runs) {
  std::vector<Rect> pieces;
  int64_t cells = 0;  // of the runs in the last piece
  for (const CellRun& run : runs) {
    const Cell a = map.cell(run.first);
    const Cell b = map.cell(run.first + run.count - 1);
    const Rect row = a.y == b.y ? Rect{a.x, a.y, b.x + 1, b.y + 1} : Rect{0, a.y, map.width(), b.y + 1};
    if (!pieces.empty()) {
      Rect merged = pieces.back();
      merged.include(row);
      if (static_cast<int64_t>(merged.width()) * merged.height() <= 2 * (cells + run.count)) {
        pieces.back() = merged;
        cells += run.count;
        continue;
      }
    }
    pieces.push_back(row);
    cells = run.count;
  }
  return pieces;
}

}  // namespace

bool World::has(Structure structure) const {
  switch (structure) {
    case Structure::kMoves:
    case Structure::kHpa:
      return true;
    case Structure::kJumps:
      return get<MapJumps>().options().has_value();
    case Structure::kHaa:
      return get<MapHaa>().options().has_value();
    case Structure::kRooms:
      return get<MapRooms>().options().has_value();
    case Structure::kSectors:
      return get<MapSectors>().options().has_value();
    case Structure::kLandmarks:
      return landmark_options_.has_value();
    case Structure::kCh:
      return ch_.wanted();
    case Structure::kCch:
      return cch_options_.has_value();
    case Structure::kTables:
      return get<MapTables>().options().has_value();
  }
  return false;
}

void World::set_tables_options(const std::optional<TablesOptions>& options) {
  Renewed renewed;
  MapTables::Part old;
  std::optional<AgentTablesOptions> wanted;
  if (options) wanted = AgentTablesOptions{*options, wanted_kinds_};
  kept<MapTables>().install(wanted, ground(), renewed, old);
}

void World::set_agent_kinds(std::vector<Agent> kinds) {
  if (kinds == wanted_kinds_) return;
  wanted_kinds_ = std::move(kinds);
  if (has(Structure::kTables)) set_tables_options(get<MapTables>().options()->tables);
}

Ground World::ground() const {
  return {.map = &map_,
          .rules = &rules(),
          .moves = &moves(),
          .clearance = clearance(),
          .hpa = &hpa(),
          .sectors = has(Structure::kSectors) ? &sectors() : nullptr,
          .drawn = &drawn_,
          .in_stroke = history_.in_stroke(),
          .moves_version = get<MapMoves>().version(),
          .hpa_version = get<MapHpa>().version(),
          .sectors_version = get<MapSectors>().version(),
          .drawn_version = drawn_version_,
          .sector_landmarks_version = get<MapSectors>().landmarks_version()};
}

void World::settle() {
  work(1e12);
  finish_background();
}

// Built by jobs, or waiting for what does not come by itself.
bool World::in_background(Structure structure) const {
  if (structure == Structure::kCch) return !cch_is_live() || live_cch_.too_large() || !has(Structure::kSectors);
  return structure == Structure::kLandmarks || structure == Structure::kCh;
}

bool World::ready() const {
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<Structure>(i);
    if (in_background(structure) || !has(structure) || ready(structure)) continue;
    if (structure == Structure::kTables && get<MapTables>().settled(ground())) continue;
    return false;
  }
  return true;
}

bool World::ready(Structure structure) const {
  switch (structure) {
    case Structure::kMoves:
      return true;
    case Structure::kJumps:
      return get<MapJumps>().ready(ground());
    case Structure::kHpa:
      return hpa().ready();
    case Structure::kHaa:
      return get<MapHaa>().ready(ground());
    case Structure::kRooms:
      return get<MapRooms>().ready(ground());
    case Structure::kSectors:
      return get<MapSectors>().ready(ground());
    case Structure::kLandmarks:
      return landmarks_.ready();
    case Structure::kCh:
      return ch_.ready(hierarchy_sources());
    case Structure::kCch:
      return cch_is_live()
                 ? ready(Structure::kSectors) && live_cch_.ready() && live_cch_sectors_ == get<MapSectors>().version()
                 : cch_.ready(hierarchy_sources());
    case Structure::kTables:
      return get<MapTables>().ready(ground());
  }
  return false;
}

size_t World::pending(Structure structure) const {
  if (!has(structure) || ready(structure) || structure != Structure::kCch) return 0;
  return live_cch_.pending();
}

double World::progress(Structure structure) const {
  if (structure == Structure::kHpa) return get<MapHpa>().state(ground()).progress;
  if (structure == Structure::kTables) return get<MapTables>().state(ground()).progress;
  if (structure == Structure::kHaa) return get<MapHaa>().state(ground()).progress;
  if (structure == Structure::kRooms) return get<MapRooms>().state(ground()).progress;
  if (structure == Structure::kSectors) return get<MapSectors>().state(ground()).progress;
  if (structure == Structure::kLandmarks) return landmark_job_.running() ? landmark_job_.progress() : ready(structure);
  if (structure == Structure::kCh) return ch_.under_way() ? ch_.progress() : ready(structure);
  if (structure == Structure::kCch && !cch_is_live()) return cch_.under_way() ? cch_.progress() : ready(structure);
  if (structure == Structure::kCch && (live_cch_sectors_ != get<MapSectors>().version() || live_cch_.too_large()))
    return 0;
  if (ready(structure)) return 1;
  const auto left = static_cast<double>(pending(structure));
  const auto all = static_cast<double>(progress_of(structure).all);
  return 1 - left / std::max({1.0, left, all});
}

// Of all slices together; every structure counts the same.
double World::progress() const {
  double sum = 0, count = 0;
  for (const Structure structure : {Structure::kHpa, Structure::kHaa, Structure::kSectors, Structure::kRooms,
                                    Structure::kCch, Structure::kTables}) {
    if (!has(structure) || in_background(structure)) continue;
    sum += progress(structure);
    ++count;
  }
  return ready() ? 1 : sum / count;
}

EditReport World::apply_unrecorded(const Edit& edit, Edit* inverse) {
  EditReport report;
  const Stopwatch watch;
  Change change;
  change.before = map_.revision();
  EditResult result = map_.apply(edit);
  report.revision = map_.revision();
  report.dirty = result.dirty;
  report.changed_cells = result.changed_cells;
  if (result.dirty.empty()) {
    report.micros = watch.micros();
    if (inverse != nullptr) *inverse = {};
    return report;
  }

  const std::vector<Rect> pieces = dirty_pieces(map_, result.inverse.runs);
  change.dirty = result.dirty;
  change.letters = pieces;
  for_each_structure([&]<class K>(std::type_identity<K>) {
    const Stopwatch structure_watch;
    K& structure = kept<K>();
    if (!structure.map_changed(ground(), change)) return;
    const double micros = structure_watch.micros();
    report.structures.push_back({structure_of<K>(), micros, structure.state(ground()).built_micros});
  });
  report.hpa = get<MapHpa>().update();
  report.tables = get<MapTables>().update();
  const std::vector<Rect>& changed = change.moves;
  report.haa = get<MapHaa>().update();
  report.rooms = get<MapRooms>().update();
  report.sectors = get<MapSectors>().update();
  const bool cch_was_true = live_cch_sectors_ == change.sectors_version;
  if (changed.empty()) {
    ch_.keep(hierarchy_sources());
    cch_.keep(hierarchy_sources());
  }
  // Otherwise `work` begins anew when the sectors are ready.
  if (cch_is_live() && ready(Structure::kSectors) && cch_was_true) {
    const Stopwatch cch_watch;
    const bool was_ready = live_cch_.ready();
    report.cch = live_cch_.update(sectors(), change.sectors);
    live_cch_sectors_ = get<MapSectors>().version();
    ++live_cch_version_;
    const double micros = cch_watch.micros();
    report.structures.push_back({Structure::kCch, micros, progress_of(Structure::kCch).build_micros});
    if (!was_ready) progress_of(Structure::kCch).slices_micros += micros;
  }
  if (landmark_options_) {
    const Stopwatch landmarks_watch;
    if (!changed.empty()) {
      landmarks_cancelled_ = false;
      ++landmarks_version_;
    }
    if (landmark_job_.running()) {
      missed_by_landmarks_.insert(missed_by_landmarks_.end(), changed.begin(), changed.end());
      // What could only be set aside when it comes in is not worth waiting for.
      if (missed_by_landmarks_.size() > kMostMissed) landmark_job_.cancel();
    }
    report.landmarks = landmarks_.update(moves(), changed);
    report.structures.push_back(
        {Structure::kLandmarks, landmarks_watch.micros(), progress_of(Structure::kLandmarks).build_micros});
  }
  report.micros = watch.micros();
  if (inverse != nullptr) *inverse = std::move(result.inverse);
  return report;
}

EditReport World::apply(const Edit& edit, const std::string& name) {
  Edit inverse;
  EditReport report = apply_unrecorded(edit, &inverse);
  history_.record(edit, inverse, name);
  return report;
}

std::optional<EditReport> World::undo() {
  if (!history_.can_undo()) return std::nullopt;
  return apply_unrecorded(history_.take_undo(), nullptr);
}

std::optional<EditReport> World::redo() {
  if (!history_.can_redo()) return std::nullopt;
  return apply_unrecorded(history_.take_redo(), nullptr);
}

double World::rebuild_micros(Structure structure) const {
  if (structure == Structure::kMoves) return get<MapMoves>().state(ground()).built_micros;
  if (structure == Structure::kJumps) return get<MapJumps>().state(ground()).built_micros;
  if (structure == Structure::kHpa) return get<MapHpa>().state(ground()).built_micros;
  if (structure == Structure::kTables) return get<MapTables>().state(ground()).built_micros;
  if (structure == Structure::kHaa) return get<MapHaa>().state(ground()).built_micros;
  if (structure == Structure::kRooms) return get<MapRooms>().state(ground()).built_micros;
  if (structure == Structure::kSectors) return get<MapSectors>().state(ground()).built_micros;
  if (structure == Structure::kCh) return ch_.build_micros();
  if (structure == Structure::kCch && !cch_is_live()) return cch_.build_micros();
  return progress_of(structure).build_micros;
}

size_t World::memory_bytes(Structure structure) const {
  switch (structure) {
    case Structure::kMoves:
      return get<MapMoves>().memory_bytes();
    case Structure::kJumps:
      return get<MapJumps>().memory_bytes();
    case Structure::kHpa:
      return get<MapHpa>().memory_bytes();
    case Structure::kHaa:
      return get<MapHaa>().memory_bytes();
    case Structure::kRooms:
      return get<MapRooms>().memory_bytes();
    case Structure::kSectors:
      return get<MapSectors>().memory_bytes();
    case Structure::kLandmarks:
      return landmarks_.memory_bytes();
    case Structure::kCh:
      return ch_.memory_bytes();
    case Structure::kCch:
      return cch_is_live() ? live_cch_.memory_bytes() : cch_.memory_bytes();
    case Structure::kTables:
      return get<MapTables>().memory_bytes();
  }
  return 0;
}

size_t World::memory_bytes() const {
  size_t bytes = map_.cell_count() + history_.memory_bytes();
  for (int i = 0; i < kStructures; ++i) {
    if (has(static_cast<Structure>(i))) bytes += memory_bytes(static_cast<Structure>(i));
  }
  return bytes;
}

}  // namespace strata
