// Purpose: History holds the undo and redo entries of map edits. One gesture, such as a brush stroke, is one entry,
//          even if it made many edits.
// Threads: One thread uses a History.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/grid/grid_map.hpp"

namespace strata {

class History {
 public:
  // Switches the recording of edits on (the default) or off. Switching it off deletes all entries.
  void keep(bool on);
  bool keeps() const { return keeps_; }
  void forget();  // deletes all entries of undo and redo
  // Begins an entry that collects all edits up to end_stroke(). Strokes do not nest; a stroke without
  // edits leaves no entry.
  void begin_stroke(std::string name);
  void end_stroke();
  bool in_stroke() const { return in_stroke_; }
  // Records an edit and its `inverse`, which GridMap::apply returned. Outside a stroke the edit becomes
  // an entry of its own.
  void record(const Edit& edit, const Edit& inverse, const std::string& name);

  bool can_undo() const { return !in_stroke_ && position_ > 0; }
  bool can_redo() const { return !in_stroke_ && position_ < entries_.size(); }
  const std::string& undo_name() const { return entries_[position_ - 1].name; }
  const std::string& redo_name() const { return entries_[position_].name; }
  // Return the edit that undoes (or redoes) the next entry; the position in the history stays.
  Edit next_undo() const;
  Edit next_redo() const;
  void pass(bool back) { position_ = back ? position_ - 1 : position_ + 1; }  // moves the position by one entry
  // Return the edit as next_undo and next_redo do, and move the position. The caller applies the edit.
  Edit take_undo();
  Edit take_redo();
  // Undo or redo an entry in steps of one edit each: `next_part` returns the next edit, `take_part` marks it as
  // applied. The position moves with the last edit; before that, nothing else may be done with the history.
  const Edit& next_part(bool back) const;
  void take_part(bool back);
  bool in_travel() const { return part_ > 0; }
  uint64_t next_cells(bool back) const;  // upper bound of the cells that the next entry changes
  void forget_undone();                  // deletes the entries of redo

  size_t size() const { return entries_.size(); }
  size_t position() const { return position_; }
  // Marks the current position as the saved one.
  void mark_saved() { saved_ = position_; }
  bool is_saved() const { return saved_ == position_ && !(in_stroke_ && !open_.forward.empty()); }
  size_t memory_bytes() const;

  // A change of the size of the map is an entry of its own. It stores the map on the other side of the change, with the
  // start and goal there, and the offset by which the change moves the cells.
  struct ResizeEntry {
    std::shared_ptr<const GridMap> other;
    Cell by;
    std::optional<std::pair<Cell, Cell>> ends = {};
  };
  void record_resize(std::string name, ResizeEntry resize);
  const ResizeEntry* next_resize(bool back) const;  // null: the next entry consists of edits
  // Moves the position past the change of size. `now` is the map before that, `ends` its start and goal.
  void take_resize(bool back, std::shared_ptr<const GridMap> now, std::optional<std::pair<Cell, Cell>> ends = {});

 private:
  struct HistoryEntry {
    std::string name;
    std::vector<Edit> forward = {};
    std::vector<Edit> backward = {};  // in the order of `forward`; undo applies them in reverse order
    ResizeEntry resize = {};
  };
  static constexpr size_t kNeverSaved = static_cast<size_t>(-1);

  void push(HistoryEntry entry);

  std::vector<HistoryEntry> entries_;
  HistoryEntry open_;
  size_t position_ = 0;
  size_t saved_ = 0;
  size_t part_ = 0;  // edits of the next entry that are already undone or redone
  bool in_stroke_ = false;
  bool keeps_ = true;
};

}  // namespace strata
