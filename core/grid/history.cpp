#include "core/grid/history.hpp"

#include <utility>

#include "core/base/check.hpp"
#include "core/grid/map_links.hpp"

namespace strata {
namespace {

void append(Edit& edit, const Edit& next) {
  edit.runs.insert(edit.runs.end(), next.runs.begin(), next.runs.end());
  edit.links.insert(edit.links.end(), next.links.begin(), next.links.end());
}

}  // namespace

void History::keep(bool on) {
  STRATA_CHECK(!in_stroke_);
  keeps_ = on;
  if (!on) forget();
}

void History::forget() {
  saved_ = is_saved() ? 0 : kNeverSaved;
  position_ = part_ = 0;
  entries_ = std::vector<HistoryEntry>();
  open_.forward = {};
  open_.backward = {};
}

void History::begin_stroke(std::string name) {
  STRATA_CHECK(!in_stroke_);
  open_ = HistoryEntry{.name = std::move(name)};
  in_stroke_ = true;
}

void History::end_stroke() {
  STRATA_CHECK(in_stroke_);
  in_stroke_ = false;
  if (!open_.forward.empty()) push(std::move(open_));
  open_ = {};
}

void History::record(const Edit& edit, const Edit& inverse, const std::string& name) {
  if (inverse.empty()) return;  // nothing changed
  if (!keeps_) {
    saved_ = kNeverSaved;
    return;
  }
  if (in_stroke_) {
    open_.forward.push_back(edit);
    open_.backward.push_back(inverse);
  } else {
    push(HistoryEntry{.name = name, .forward = {edit}, .backward = {inverse}});
  }
}

void History::push(HistoryEntry entry) {
  // The saved state was among the deleted entries.
  if (saved_ != kNeverSaved && saved_ > position_) saved_ = kNeverSaved;
  entries_.resize(position_);
  entries_.push_back(std::move(entry));
  ++position_;
}

Edit History::next_undo() const {
  STRATA_CHECK(can_undo());
  const HistoryEntry& entry = entries_[position_ - 1];
  Edit edit;
  for (size_t i = entry.backward.size(); i-- > 0;) append(edit, entry.backward[i]);
  return edit;
}

Edit History::next_redo() const {
  STRATA_CHECK(can_redo());
  const HistoryEntry& entry = entries_[position_];
  Edit edit;
  for (const Edit& piece : entry.forward) append(edit, piece);
  return edit;
}

Edit History::take_undo() {
  Edit edit = next_undo();
  --position_;
  return edit;
}

Edit History::take_redo() {
  Edit edit = next_redo();
  ++position_;
  return edit;
}

const Edit& History::next_part(bool back) const {
  STRATA_CHECK(back ? can_undo() : can_redo());
  const HistoryEntry& entry = entries_[back ? position_ - 1 : position_];
  return back ? entry.backward[entry.backward.size() - 1 - part_] : entry.forward[part_];
}

void History::take_part(bool back) {
  const HistoryEntry& entry = entries_[back ? position_ - 1 : position_];
  if (++part_ < entry.forward.size()) return;
  part_ = 0;
  position_ = back ? position_ - 1 : position_ + 1;
}

uint64_t History::next_cells(bool back) const {
  const HistoryEntry& entry = entries_[back ? position_ - 1 : position_];
  uint64_t cells = 0;
  for (const Edit& edit : entry.backward) {
    for (const CellRun& run : edit.runs) cells += run.count;
  }
  return cells;
}

void History::forget_undone() {
  entries_.resize(position_);
  if (saved_ != kNeverSaved && saved_ > position_) saved_ = kNeverSaved;
}

void History::record_resize(std::string name, ResizeEntry resize) {
  STRATA_CHECK(!in_stroke_);
  if (!keeps_) {
    saved_ = kNeverSaved;
    return;
  }
  push(HistoryEntry{.name = std::move(name), .resize = std::move(resize)});
}

const History::ResizeEntry* History::next_resize(bool back) const {
  if (back ? !can_undo() : !can_redo()) return nullptr;
  const ResizeEntry& resize = entries_[back ? position_ - 1 : position_].resize;
  return resize.other ? &resize : nullptr;
}

void History::take_resize(bool back, std::shared_ptr<const GridMap> now, std::optional<std::pair<Cell, Cell>> ends) {
  ResizeEntry& resize = entries_[back ? position_ - 1 : position_].resize;
  resize.other = std::move(now);
  resize.ends = ends;
  position_ = back ? position_ - 1 : position_ + 1;
}

size_t History::memory_bytes() const {
  size_t bytes = entries_.capacity() * sizeof(HistoryEntry);
  for (const HistoryEntry& entry : entries_) {
    if (entry.resize.other) {
      bytes += entry.resize.other->memory_bytes();
      if (entry.resize.other->links()) bytes += entry.resize.other->links()->memory_bytes();
    }
    for (const auto* edits : {&entry.forward, &entry.backward}) {
      for (const Edit& edit : *edits) {
        bytes += edit.runs.capacity() * sizeof(CellRun) + edit.links.capacity() * sizeof(MapLink);
      }
    }
  }
  return bytes;
}

}  // namespace strata
