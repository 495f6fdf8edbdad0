#include "core/grid/history.hpp"

#include <utility>

#include "core/base/check.hpp"

namespace strata {

void History::begin_stroke(std::string name) {
  STRATA_CHECK(!in_stroke_);
  open_ = Entry{std::move(name), {}, {}};
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
  if (in_stroke_) {
    open_.forward.push_back(edit);
    open_.backward.push_back(inverse);
  } else {
    push(Entry{name, {edit}, {inverse}});
  }
}

void History::push(Entry entry) {
  if (saved_ != kNeverSaved && saved_ > position_) saved_ = kNeverSaved;  // the saved state lay on the dropped branch
  entries_.resize(position_);
  entries_.push_back(std::move(entry));
  ++position_;
}

Edit History::next_undo() const {
  STRATA_CHECK(can_undo());
  const Entry& entry = entries_[position_ - 1];
  Edit edit;
  for (size_t i = entry.backward.size(); i-- > 0;) {
    edit.runs.insert(edit.runs.end(), entry.backward[i].runs.begin(), entry.backward[i].runs.end());
  }
  return edit;
}

Edit History::next_redo() const {
  STRATA_CHECK(can_redo());
  const Entry& entry = entries_[position_];
  Edit edit;
  for (const Edit& piece : entry.forward) edit.runs.insert(edit.runs.end(), piece.runs.begin(), piece.runs.end());
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

size_t History::memory_bytes() const {
  size_t bytes = 0;
  for (const Entry& entry : entries_) {
    for (const auto* edits : {&entry.forward, &entry.backward}) {
      for (const Edit& edit : *edits) bytes += edit.runs.capacity() * sizeof(CellRun);
    }
  }
  return bytes;
}

}  // namespace strata
