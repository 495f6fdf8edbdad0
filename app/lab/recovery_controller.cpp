// Copies of unsaved work, and their restoration at the next start.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/document.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/link_lines.hpp"
#include "app/lab/map_terrains.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/io/files.hpp"
#include "core/io/map_file.hpp"
#include "core/level/level.hpp"
#include "core/level/level_settings.hpp"

namespace strata {

namespace {

bool holds(const GridMap& map, const Rect& cells) {
  return cells.empty() || (cells.x0 >= 0 && cells.y0 >= 0 && cells.x1 <= map.width() && cells.y1 <= map.height());
}

// Adds the links in a file of the copy to the map.
Status add_links(const std::string& file, GridMap& map) {
  const Result<std::string> text = read_file(file);
  if (!text) return text.error();
  Result<std::vector<MapLink>> links = links_of_lines(text.value(), file, map);
  if (!links) return links.error();
  map.apply({{}, std::move(links.value())});
  return success();
}

// Reads the map of the copy and its links. Calls damaged(file, why) for a file that cannot be read. `of_map` becomes
// what is known of the map besides its cells.
std::optional<GridMap> map_of_copy(const RecoveryCopy& copy, const LetterTerrains& terrains, LoadedMap& of_map,
                                   const std::function<void(const std::string&, const Error&)>& damaged) {
  std::optional<GridMap> map;
  if (!copy.map_file.empty()) {
    Result<LoadedMap> loaded = load_map(copy.map_file, terrains);
    if (loaded) {
      map = std::move(loaded.value().map);
      of_map = std::move(loaded.value());
    } else {
      damaged(copy.map_file, loaded.error());
    }
  }
  // Links belong to the cells of the copy: without these they lead anywhere.
  const auto links = copy.documents.find(std::string(kLinksKind));
  if (links == copy.documents.end() || links->second.empty()) return map;
  const Status added = map ? add_links(links->second, *map) : Status(error_at(links->second, "its map is lost"));
  if (!added) damaged(links->second, added.error());
  return map;
}

bool same_size(const GridMap& a, const GridMap& b) { return a.width() == b.width() && a.height() == b.height(); }

// Returns the level that the work belongs to. Null: it belongs to none, or the level cannot be built again;
// `damage` then says why.
std::shared_ptr<const Level> level_of(const RecoveryInfo& about, const std::optional<GridMap>& map,
                                      std::string& damage) {
  if (about.level_path.empty()) return nullptr;
  const auto lost = [&](const std::string& reason) {
    damage = fmt::format("{}\nThe map of its cells was restored without the level.", reason);
    return nullptr;
  };
  const Result<LevelOptions> options = parse_level_options(about.level_options);
  if (!options) return lost(fmt::format("{}: {}", about.level_path, options.error().message()));
  JobControl control;
  Result<std::shared_ptr<const Level>> level = Level::load(about.level_path, options.value(), control);
  if (!level) return lost(level.error().message());
  if (map && !same_size(level.value()->map(), *map)) {
    return lost(fmt::format("{}: is another level by now, of {} x {} cells", about.level_path,
                            level.value()->map().width(), level.value()->map().height()));
  }
  return level.value();
}

}  // namespace

void RecoveryController::offer() {
  recovery_copy_ = recovery_.claim();
  if (!recovery_copy_) return;
  const RecoveryCopy& copy = *recovery_copy_;
  std::string text =
      fmt::format("Strata ended{} before {} was saved.", copy.saved_at.empty() ? "" : " on " + copy.saved_at,
                  copy.about.title.empty() ? "a map" : copy.about.title);
  if (!copy.damage.empty()) {
    text += fmt::format("\nWhat the work was of cannot be read:\n{}", copy.damage);
  } else if (copy.about.original_path.empty()) {
    text += "\nIt has no file yet.";
  } else {
    text += fmt::format("\nIts file is {}.", copy.about.original_path);
  }
  state_.question = Question{Question::Kind::kRecovery, "Restore unsaved work?", std::move(text), {}};
}

void RecoveryController::note_about() {
  recovery_about_.original_path = state_.map_path;
  for (const Document* document : lab_.documents()) {
    recovery_about_.paths[std::string(document->kind())] = document->path();
  }
  recovery_about_.title = state_.map_title;
  recovery_about_.level_path = state_.level_path;
  recovery_about_.level_options = world_->level() != nullptr ? level_options_text(world_->level()->options()) : "";
  recovery_about_.letters = world_->map().letter_terrains().to_words();
  recovery_about_.query = state_.query;
  recovery_about_.has_query = state_.has_query;
}

void RecoveryController::keep() {
  if (!recovery_.enabled()) return;
  if (!state_.unsaved || state_.quit) {
    // There is no unsaved work: it was saved, undone, or discarded when the program ended.
    recovery_.drop();
    return;
  }
  if (!state_.copies) return;
  note_about();
  recovery_.keep(world_->map(), lab_.documents(), recovery_about_);
  if (std::string message = recovery_.take_message(); !message.empty())
    lab_.say(MessageKind::kWarning, std::move(message));
}

// Copies the work even if the user has switched copies off, as nobody asks whether to save it.
Status RecoveryController::keep_last() {
  if (!recovery_.enabled() || !state_.unsaved || state_.quit) return success();
  note_about();
  return recovery_.flush(world_->map(), lab_.documents(), recovery_about_);
}

// Restores all that can be read. Files that cannot be read are reported and not deleted. The present map is not
// replaced before everything is read.
Status RecoveryController::restore() {
  const RecoveryCopy copy = *recovery_copy_;
  std::string damage;
  const auto set_aside = [&](const std::string& file, const std::string& reason) {
    const Result<std::string> kept = recovery_.set_aside(file);
    damage += fmt::format("{}{}\nThe damaged file is kept{}.", damage.empty() ? "" : "\n", reason,
                          kept ? " as " + kept.value() : "");
    return kept.ok();
  };
  const Result<LetterTerrains> given = LetterTerrains::from_words(copy.about.letters);
  const LetterTerrains terrains = given ? given.value() : LetterTerrains();
  // Warnings and letters of the map file, without its cells.
  LoadedMap of_map;
  // The documents that have content, and the cells that each covers.
  std::vector<std::pair<Document*, Rect>> read;
  // The bounding box of all these cells.
  Rect cells;
  bool all_kept = true;
  if (!copy.damage.empty()) all_kept &= set_aside(copy.damaged_file, copy.damage);
  std::optional<GridMap> map = map_of_copy(copy, terrains, of_map, [&](const std::string& file, const Error& why) {
    all_kept &= set_aside(file, why.message());
  });
  const auto file_of = [&](const Document& document) {
    const auto it = copy.documents.find(std::string(document.kind()));
    return it != copy.documents.end() ? it->second : std::string();
  };
  for (Document* document : lab_.documents()) {
    document->leave_copy();
    const std::string file = file_of(*document);
    if (file.empty()) continue;
    const Result<std::string> text = read_file(file);
    const Result<Rect> lies_on = text ? document->read_copy(text.value(), file) : Result<Rect>(text.error());
    if (!lies_on) {
      all_kept &= set_aside(file, lies_on.error().message());
    } else if (!lies_on.value().empty()) {
      read.emplace_back(document, lies_on.value());
      cells.include(lies_on.value());
    }
  }
  const bool map_lost = !map;
  std::string path = copy.about.original_path;
  std::string level_damage;
  const std::shared_ptr<const Level> level = level_of(copy.about, map, level_damage);
  if (map_lost && !read.empty()) {
    // The map in the copy is lost, and only documents are left. They are put on the map in its original file, if
    // they still fit there. Otherwise they are put on the smallest empty map that contains them, which must not be
    // saved to that file.
    std::optional<GridMap> original;
    if (level != nullptr && path == copy.about.level_path) {
      original = level->map();
    } else if (Result<OpenedMap> opened = open_map_file(path, {.letters = terrains})) {
      original = std::move(opened.value().loaded.map);
      of_map = std::move(opened.value().loaded);
    }
    const bool fits = original && holds(*original, cells);
    if (!fits) of_map = {};
    map = fits ? std::move(*original) : GridMap(std::max(cells.x1, 1), std::max(cells.y1, 1));
    if (!fits) path.clear();
  }
  if (!map) {
    // All files were moved to a safe place, so that the copy need not be offered again.
    if (all_kept) recovery_.drop_claimed();
    recovery_copy_.reset();
    state_.question.reset();
    return error_at("", damage.empty() ? "the unsaved work is gone" : damage);
  }
  for (const auto& [document, lies_on] : read) {
    if (holds(*map, lies_on)) continue;
    const std::string file = file_of(*document);
    all_kept &= set_aside(file, fmt::format("{}: has {} outside the map", file, document->parts()));
    document->leave_copy();
  }
  const PlanQuery& query = copy.about.query;
  const bool has_query = copy.about.has_query && map->contains(query.start) && map->contains(query.goal);
  // If the level cannot be built again, the map has only its cells, and must not have the file name of the level.
  const bool on_level = level != nullptr && same_size(level->map(), *map);
  if (!on_level && path == copy.about.level_path) path.clear();
  auto made = LargeMapTask::make_world(std::move(*map), lab_.large_map_task().next_setup(),
                                       has_query ? &query : nullptr, on_level ? level : nullptr);
  if (on_level) made.level_path = copy.about.level_path;
  lab_.session().replace_world(std::move(made), path, copy.about.title.empty() ? "restored map" : copy.about.title);
  if (on_level) {
    // The options of the level are restored, so that reloading it reads its file in the same way.
    lab_.session().level_options() = level->options();
    lab_.structures().apply_structure(StructureId::kNavmesh, true);
  }
  if (!level_damage.empty()) damage += (damage.empty() ? "" : "\n") + level_damage;
  lab_.session().letters().note(of_map);
  lab_.session().note_restored(false);
  for (Document* document : lab_.documents()) {
    const auto own = copy.about.paths.find(std::string(document->kind()));
    // Somebody may have changed the copy so that it names another file. So the user must confirm the name
    // before it is written.
    document->take_copy(own != copy.about.paths.end() ? own->second : std::string(), false);
  }
  state_.unsaved = true;
  state_.question.reset();
  lab_.log().begin_with(lab_.log().setting_lines());
  const Command letters{"terrain.next_letters", world_->map().letter_terrains().to_words()};
  if (!letters.args.empty()) lab_.log().add(format_command(letters));
  lab_.log().add("# The map was restored from unsaved work: open a copy of it here.");
  for (std::string& line : link_commands(world_->map())) lab_.log().add(std::move(line));
  for (std::string& line : lab_.session().letters().terrains().lines()) lab_.log().add(std::move(line));
  // The old copy is removed once this lab has written a new one. If a file could not be moved, the old copy stays.
  if (all_kept) recovery_.restored();
  recovery_copy_.reset();
  keep();
  if (!damage.empty()) state_.dialogs.push_back({"Not all of the unsaved work could be read", damage});
  lab_.say(MessageKind::kInfo, map_lost ? fmt::format("restored {}; save it to keep it", read.front().first->name())
                               : path.empty()
                                   ? std::string("restored; save it to keep it")
                                   : fmt::format("restored; saving asks for a name first. Its file was {}", path));
  return success();
}

}  // namespace strata
