// Purpose: History is the undo and redo of map edits. One gesture, such as a stroke, is one entry, however many edits
//          it took.
// Threads: Not shared.
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
  // Whether edits are kept for undo, as they are at first. A history that keeps none forgets what it had.
  void keep(bool on);
  bool keeps() const { return keeps_; }
  void forget();  // there is nothing to undo or redo any more
  // Begins an entry of all edits up to end_stroke(). Strokes do not nest; a stroke without effect leaves no entry.
  void begin_stroke(std::string name);
  void end_stroke();
  bool in_stroke() const { return in_stroke_; }
  // Records an edit: `edit` and its `inverse` from GridMap::apply. Outside a stroke the edit is an entry of its own.
  void record(const Edit& edit, const Edit& inverse, const std::string& name);

  bool can_undo() const { return !in_stroke_ && position_ > 0; }
  bool can_redo() const { return !in_stroke_ && position_ < entries_.size(); }
  const std::string& undo_name() const { return entries_[position_ - 1].name; }
  const std::string& redo_name() const { return entries_[position_].name; }
  // Return the edit that takes the map back (or forward) by one entry.
  Edit next_undo() const;
  Edit next_redo() const;
  void pass(bool back) { position_ = back ? position_ - 1 : position_ + 1; }  // moves the position by that entry
  // Do both; the caller applies the edit.
  Edit take_undo();
  Edit take_redo();
  // The same for an entry of many edits, one edit a call: `next_part` returns it, and `take_part` passes it. The
  // position moves with the last one; until then nothing else may be done with the history.
  const Edit& next_part(bool back) const;
  void take_part(bool back);
  bool in_travel() const { return part_ > 0; }
  uint64_t next_cells(bool back) const;  // cells that the next entry names, at least those that it changes
  void forget_undone();                  // there is nothing to redo any more

  size_t size() const { return entries_.size(); }
  size_t position() const { return position_; }
  // Notes that the file holds the current map.
  void mark_saved() { saved_ = position_; }
  bool is_saved() const { return saved_ == position_ && !(in_stroke_ && !open_.forward.empty()); }
  size_t memory_bytes() const;

  // A change of the map's sides is an entry of its own. It keeps the map on the other side of the change with start and
  // goal there, and how far the change moves the cells.
  struct Resize {
    std::shared_ptr<const GridMap> other;
    Cell by;
    std::optional<std::pair<Cell, Cell>> ends = {};
  };
  void record_resize(std::string name, Resize resize);
  const Resize* next_resize(bool back) const;  // null: the next entry is of edits
  // Moves the position past the resize. `now` is the map as it is before that, with its start and goal.
  void take_resize(bool back, std::shared_ptr<const GridMap> now, std::optional<std::pair<Cell, Cell>> ends = {});

 private:
  struct Entry {
    std::string name;
    std::vector<Edit> forward = {};
    std::vector<Edit> backward = {};  // in the order of `forward`; undo applies them from the last to the first
    Resize resize = {};
  };
  static constexpr size_t kNeverSaved = static_cast<size_t>(-1);

  void push(Entry entry);

  std::vector<Entry> entries_;
  Entry open_;
  size_t position_ = 0;
  size_t saved_ = 0;
  size_t part_ = 0;  // edits of the next entry that were passed, on the way back or forward
  bool in_stroke_ = false;
  bool keeps_ = true;
};

}  // namespace strata
