// A playback whose future is hidden: it shows a copy of the events before the cursor, so that nothing else is known.
#include <cstdint>

#include "app/playback/playback.hpp"
#include "core/search/trace.hpp"

namespace strata {

void hide_future(Playback& playback, bool on) { playback.set_hiding(on); }

const Trace* shown_trace(const Playback& playback) { return playback.trace_; }

void Playback::set_hiding(bool on) {
  if (on == hiding_) return;
  hiding_ = on;
  if (trace_ == nullptr) return;
  const size_t cursor = cursor_;
  if (on) {
    whole_ = trace_;
    return show_until(cursor);
  }
  const Trace* const all = whole_;
  whole_ = nullptr;
  future_hidden_ = false;
  read(all, heat_.width, heat_.height);
  known_.reset();
  jump(cursor);
}

// Shows the first events of the recording; all of them, and what was recorded beside them, if none is left.
void Playback::show_until(size_t end) {
  const std::vector<SearchEvent>& events = whole_->events();
  future_hidden_ = end < events.size();
  if (!future_hidden_) return read(whole_, heat_.width, heat_.height);
  if (known_ == nullptr) known_ = std::make_unique<Trace>(SIZE_MAX);
  if (end < known_->events().size() || trace_ != known_.get()) known_->clear();
  for (size_t i = known_->events().size(); i < end; ++i) known_->add(events[i]);
  const NodePlaces places = whole_->places(heat_.width);
  if (!places.are_cells() && end > 0) {
    // Nodes that no event has named yet have no place.
    const SearchEvent& first = events.front();
    if (places.cone(first.level, first.node) != nullptr) {
      known_->keep_cones([&](int level, NodeId node) { return *places.cone(static_cast<size_t>(level), node); });
    } else {
      known_->keep_places([&](int level, NodeId node) { return places.at(static_cast<size_t>(level), node); });
    }
  }
  read(known_.get(), heat_.width, heat_.height);
}

// Returns the next event to stop at of those that are hidden, by a playback of its own that knows them.
std::optional<size_t> Playback::hidden_stop(size_t end) const {
  if (!breakpoints_.any() || end <= cursor_) return std::nullopt;
  Playback all;
  all.load(whole_, heat_.width, heat_.height);
  return breakpoints_.next(whole_->events(), cursor_, end, all.context());
}

}  // namespace strata
