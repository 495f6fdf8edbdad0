// Purpose: Session has the map, its file and the settings file. It opens and saves, knows what is unsaved, and is the
//          only part that gives out the world for changes.
// Errors: Files that cannot be read or written, as "FILE: reason"; nothing has changed then.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/settings.hpp"
#include "app/lab/lab_part.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/map_letters.hpp"

namespace strata {

class MapQueries;
struct MapReading;
class RecentMapThumbnails;
struct MapSaveReport;
struct LevelOptions;

// The cells of the map that have changed since the renderer asked last.
struct DirtyMapCells {
  bool all = false;  // the map was replaced or has another size
  Rect dirty;
};

// How a map is opened.
struct MapOpening {
  // The file is that of the open map or level, so that start, goal and visible layers stay.
  bool again = false;
  // A file of somebody else names the map: it is read without what the user has chosen for it.
  bool of_others = false;
  // The options with which the file is read (core/io/map_options.hpp). If there are none and the user opens it, they
  // are those that the user has chosen for it before.
  std::vector<std::string> words = {};
};

// Returns whether the file is a level, by its ending (core/io/level_file.hpp). A level is opened like a map, and its
// map can be saved.
bool is_level_file(const std::string& path);

class Session : public LabPart {
 public:
  explicit Session(Lab& lab);
  ~Session();

  // The next functions open maps. `then` is called once the map is open.
  Status open_map(const std::string& path, std::function<void()> then = {}, MapOpening how = {});
  void replace_map(GridMap map, std::string path, std::string title, const PlanQuery* query);
  void open_running_example();
  void replace_world(LargeMapTask::PreparedWorld made, std::string path, std::string title);
  // Resizes the map: cell (0,0) moves to the cell `by`, and new cells get the letter `fill`. A resize is one undo step.
  // Content that depends on the size of the map, such as a crowd, is removed as when another map opens.
  Status resize(int width, int height, Cell by, char fill, const std::string& name);
  Status undo_or_redo_resize(bool back);   // undoes or redoes the resize that is the next step of the history
  std::string_view why_no_resize() const;  // why the map cannot be resized; empty: it can
  // A name that ends in .obj gets the geometry of the level that the map shows, any other one the map.
  Status save_map_as(const std::string& path);
  // Returns whether saving must ask for a file name: the map has no file; its file is a level or belongs to the
  // program, which are never overwritten; or the name comes from a recovery copy and the user has not confirmed it yet.
  bool save_needs_name() const {
    return state_.map_path.empty() || is_level_file(state_.map_path) || is_stock(state_.map_path) || files_.unconfirmed;
  }
  // Returns whether the open map is exactly what the file contains, so that opening the file would change nothing.
  bool is_open(const std::string& file) const;
  bool map_unsaved() const { return files_.restored || !world_->history().is_saved(); }
  void note_unsaved();
  // Returns whether something is unsaved, but only in documents of features that have files of their own.
  bool unsaved_without_map() const;
  Status save_documents();  // saves the unsaved documents
  // Called after a save. Executes the command that the user was asked about and that waited for the save.
  Status after_saving(const Status& saved);
  // Tells the user why saving asks for a file name.
  void say_copy();
  // Notes the warnings, the letters, the options and the file of the map that was loaded.
  void note_map(const LoadedMap& loaded, const std::string& file, const MapReading& reading);
  MapLetterTerrains& letters() { return letters_; }
  const MapLetterTerrains& letters() const { return letters_; }
  RecentMapThumbnails& pictures() const { return *pictures_; }  // thumbnails of recent files
  // Returns the options with which levels will be opened from now on.
  LevelOptions& level_options() const { return *level_options_; }
  // Returns another way to read the level that could not be opened; after that there is none until the next failure.
  DialogOffer take_offer() { return std::exchange(offer_, {}); }
  // Notes that no file has the content of the present map, as it was restored. `confirmed`: the user knows the map's
  // file; otherwise the next save asks for a name.
  void note_restored(bool confirmed) {
    files_.restored = true;
    files_.unconfirmed = !confirmed;
  }
  // What is known of the open map's file besides its name. A scene (app/lab/scene.hpp) stores and restores it.
  struct FileState {
    std::string opened_path;                         // path of the file that was opened last, as the user wrote it
    std::filesystem::file_time_type time{};          // time of the map's file when it was last read or written
    std::filesystem::file_time_type weights_time{};  // the same of the image with its weights; {}: there was none
    bool restored = false, unconfirmed = false;      // see note_restored()
    std::vector<std::string> options;                // with which the map's file was read, see core/io/map_options.hpp
    bool chosen = false;                             // the user has chosen the options, and no script
    bool query_restored = false;                     // the map got the start and goal that were used with it before
  };
  FileState& file_state() { return files_; }
  const FileState& file_state() const { return files_; }
  bool is_stock(const std::string& path) const;
  // Returns the folder that the dialog for saving a new file proposes: that of the last file that did not belong to the
  // program, or the user's documents.
  std::string folder_for_saving() const;
  Status refuse_stock(const std::string& path) const;
  // Returns a copy of the map that does not change. All callers share it, until the map changes.
  std::shared_ptr<const GridMap> shared_map() const;
  DirtyMapCells take_changed_letters();
  void note_change(const Rect& dirty) { changed_letters_.dirty.include(dirty); }

  // If there are unsaved changes, asks the user about them. Returns true if the command must wait for the answer.
  bool ask_unsaved(const Command& command, bool quits = false);
  // Returns whether the present command is waiting for an answer and has not run. After that it returns false.
  bool take_asked() { return std::exchange(asked_, false); }

  // These functions return the world for changes. change_world() first ends the gesture under way, as the change may
  // remove what the gesture works on: its touched cells, a landmark, a node.
  World& change_world();
  // For the edits of the gesture itself, and for builds that do not disturb it.
  World& edit_during_gesture();

  Settings& settings() { return settings_; }
  void save_settings();

 private:
  Status save_level_as(const std::string& path);
  // replace_world and resize call these functions at their beginning and end. They update everything that
  // depends on the map.
  void begin_replace(LargeMapTask::PreparedWorld& made, bool resized, Cell moved = {});
  void end_replace(const LargeMapTask::PreparedWorld& made);
  Status replace_by_resized(std::string title, std::function<GridMap()> make, Cell by, std::string name,
                            std::optional<bool> back);
  Status open_level(const std::string& file, std::function<void()> then, bool again);
  void take_level(const std::string& file, const std::shared_ptr<LargeMapTask::PreparedWorld>& made, bool again);
  void note_level(const std::string& file);
  Status note_saved(const std::string& path, const Status& written, std::string letters, const MapSaveReport& report);

  void note_file_time(const std::string& file);
  bool remembers_queries() const;
  void keep_query();
  friend void keep_query(Lab& lab);
  Status restore_query(const std::string& file, uint64_t hash, LargeMapTask::PreparedWorld& made);
  void offer_companion_files(const std::string& map);
  void tell_of_links(const std::string& path, bool lost);

  MapLetterTerrains letters_;
  Settings settings_;
  std::unique_ptr<LevelOptions> level_options_;    // never null
  std::unique_ptr<RecentMapThumbnails> pictures_;  // never null
  DialogOffer offer_;
  mutable std::shared_ptr<const GridMap> shared_map_;
  // LabState::world_version and the revision of the map, for which `shared_map_` was copied.
  mutable std::pair<uint64_t, uint64_t> shared_map_of_;
  DirtyMapCells changed_letters_{true, {}};
  FileState files_;
  std::unique_ptr<MapQueries> queries_;  // never null
  uint64_t file_hash_ = 0;               // hash of the cells in the map's file, see map_hash()
  bool asked_ = false;
};

// Stores start and goal for the next time that the file of the open map is opened.
void keep_query(Lab& lab);
// Returns why the open map cannot be read again from its file; empty: it can.
std::string_view why_not_reloaded(const Lab& lab);
// Adds a file to the list of recent files, unless it belongs to the program.
void note_own_file(Lab& lab, const std::string& path);

}  // namespace strata
