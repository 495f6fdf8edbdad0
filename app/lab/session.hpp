// Purpose: Session keeps the map and its file: it opens and saves, knows what is unsaved, is the only way to change the
//          world, and keeps the settings that outlive the program.
// Errors: Files that cannot be read or written, as "FILE: reason"; nothing has changed then.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/settings.hpp"
#include "app/lab/lab_part.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/map_letters.hpp"

namespace strata {

class MapPictures;
struct LevelOptions;

// Map letters that changed since the renderer's last call.
struct ChangedLetters {
  bool all = false;  // another map or another size
  Rect dirty;
};

class Session : public LabPart {
 public:
  explicit Session(Lab& lab);
  ~Session();

  // Maps.
  // `again`: it is the file of the open map or level; start, goal and the layers that are shown stay.
  Status open_map(const std::string& path, std::function<void()> then = {}, bool again = false);
  void replace_map(GridMap map, std::string path, std::string title, const Query* query);
  void open_running_example();
  void replace_world(LargeMapTask::PreparedWorld made, std::string path, std::string title);
  // Gives the map other sides: `by` is where its upper left cell comes to lie, and new cells get `fill`. It is one step
  // of the undo history. What belongs to the sides of the map, such as a crowd, ends as with another map.
  Status resize(int width, int height, Cell by, char fill, const std::string& name);
  Status travel_resize(bool back);         // undoes or redoes a resize, which must be next
  std::string_view why_no_resize() const;  // empty: the map can get other sides
  Status save_map_as(const std::string& path);
  // Whether the file is a level (.obj). Levels are opened like maps. Their map can be saved, but not to a file of that
  // kind.
  static bool is_level_file(const std::string& path);
  // Whether saving asks for a name: the map has no file, or the file of a level or of a stock map, which are never
  // overwritten, or one that a recovery copy has named and nobody has confirmed yet.
  bool save_needs_name() const {
    return state_.map_path.empty() || is_level_file(state_.map_path) || is_stock(state_.map_path) || unconfirmed_;
  }
  // Whether the open map is what this file holds: opening it again would change nothing.
  bool is_open(const std::string& file) const;
  bool map_unsaved() const { return restored_ || !world_->history().is_saved(); }
  void note_unsaved();
  // Whether the only unsaved work is in documents of features that have files of their own.
  bool unsaved_without_map() const;
  Status save_documents();                                          // saves the unsaved documents
  Status after_saving(const Status& saved);                         // goes on with what was queued for the save
  void say_copy();                                                  // says why a name is asked for
  void note_map(const LoadedMap& loaded, const std::string& file);  // without its cells
  MapLetters& letters() { return letters_; }
  const MapLetters& letters() const { return letters_; }
  MapPictures& pictures() const { return *pictures_; }  // pictures of recent files
  // Returns the options for levels that are opened from now on.
  LevelOptions& level_options() const { return *level_options_; }
  // Takes another way to read the level that could not be opened; a second call returns an empty offer.
  DialogOffer take_offer() { return std::exchange(offer_, {}); }
  // Notes that the map is work that no file holds. `confirmed`: the user knows of the map's file; otherwise saving asks
  // for a name once.
  void note_restored(bool confirmed) {
    restored_ = true;
    unconfirmed_ = !confirmed;
  }
  bool is_stock(const std::string& path) const;
  // Returns the folder in which a new file is saved: that of the last file that is not stock, or the user's documents.
  std::string folder_for_saving() const;
  Status refuse_stock(const std::string& path) const;
  uint64_t world_version() const { return world_version_; }  // changes when another map is opened
  ChangedLetters take_changed_letters();
  void note_change(const Rect& dirty) { changed_letters_.dirty.include(dirty); }
  const std::string& opened_path() const { return opened_path_; }  // the file that was opened last, as it was named
  void note_opened(std::string path) { opened_path_ = std::move(path); }

  // Asks about unsaved changes. Returns true if the command must wait for the answer.
  bool ask_unsaved(const Command& command);
  // Whether the command under way is queued until an answer and has done nothing yet. Returns true only once.
  bool take_asked() { return std::exchange(asked_, false); }

  // The two ways to get the world for a change. The first ends any gesture under way: what the gesture refers to (cells
  // touched so far, a landmark, a node) may be gone afterwards.
  World& change_world();
  World& edit_during_gesture();  // for the gesture itself, and for builds beside it

  Settings& settings() { return settings_; }
  const Settings& settings() const { return settings_; }
  void save_settings();

 private:
  // Between these calls of replace_world and of a resize, they note what else becomes different.
  void begin_replace(LargeMapTask::PreparedWorld& made, bool resized);
  void end_replace(const LargeMapTask::PreparedWorld& made);
  Status exchange_sides(std::string title, std::function<GridMap()> make, Cell by, std::string name,
                        std::optional<bool> back);
  Status open_level(const std::string& file, std::function<void()> then, bool again);
  void take_level(const std::string& file, const std::shared_ptr<LargeMapTask::PreparedWorld>& made, bool again);
  void note_level(const std::string& file);
  Status note_saved(const std::string& path, const Status& written, std::string letters);

  void note_file_time(const std::string& file);
  void look_beside(const std::string& map);

  MapLetters letters_;
  Settings settings_;
  std::unique_ptr<LevelOptions> level_options_;  // never null
  std::unique_ptr<MapPictures> pictures_;        // never null
  DialogOffer offer_;
  uint64_t world_version_ = 1;
  ChangedLetters changed_letters_{true, {}};
  std::string opened_path_;
  std::filesystem::file_time_type file_time_{};  // of the map's file when it was read or written
  bool asked_ = false;
  bool restored_ = false;
  bool unconfirmed_ = false;
};

// Puts a file on the list of recent files, unless it is a stock file.
void note_own_file(Lab& lab, const std::string& path);

}  // namespace strata
