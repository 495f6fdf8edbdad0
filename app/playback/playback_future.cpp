// Playback with a hidden future. It shows a copy of the events before the cursor, so that no function can
// read later ones.
#include <cstdint>

#include "app/playback/playback.hpp"
#include "core/search/trace.hpp"

namespace strata {

void hide_future(Playback& playback, bool on) { playback.set_hiding(on); }

void hold_at(Playback& playback, std::optional<size_t> event) { playback.hold_ = event; }

bool held(const Playback& playback) { return playback.hold_ && playback.cursor_ >= *playback.hold_; }

const Trace* shown_trace(const Playback& playback) { return playback.trace_; }

void Playback::set_hiding(bool on) {
  if (on == hiding_) return;
  hiding_ = on;
  if (trace_ == nullptr) return;
  const size_t cursor = cursor_;
  if (on) {
    whole_ = trace_;
    clock_.suit(0);
    return show_until(cursor);
  }
  const Trace* const all = whole_;
  whole_ = nullptr;
  future_hidden_ = false;
  read(all, heat_.width, heat_.height);
  clock_.suit(recorded_events());
  known_.reset();
  jump(cursor);
}

// Makes the first `end` events of the recording visible. If these are all events, shows the recording itself.
void Playback::show_until(size_t end) {
  const std::vector<SearchEvent>& events = whole_->events();
  future_hidden_ = end < events.size();
  if (!future_hidden_) return read(whole_, heat_.width, heat_.height);
  if (known_ == nullptr) known_ = std::make_unique<Trace>(SIZE_MAX);
  if (end < known_->events().size() || trace_ != known_.get()) known_->clear();
  for (size_t i = known_->events().size(); i < end; ++i) known_->add(events[i]);
  const NodePlaces places = whole_->places(heat_.width);
  if (!places.are_cells() && end > 0) {
    // The copy knows no places of nodes without a visible event, so that it takes those of the recording.
    const SearchEvent& first = events.front();
    if (places.cone(first.level, first.node) != nullptr) {
      known_->keep_cones([&](int level, NodeId node) { return *places.cone(static_cast<size_t>(level), node); });
    } else {
      known_->keep_places([&](int level, NodeId node) { return places.at(static_cast<size_t>(level), node); });
    }
  }
  read(known_.get(), heat_.width, heat_.height);
}

// Returns the next of the hidden events at which playback stops. A second playback, which knows all events, finds it.
std::optional<size_t> Playback::hidden_stop(size_t end) const {
  if (!breakpoints_.any() || end <= cursor_) return std::nullopt;
  Playback all;
  all.load(whole_, heat_.width, heat_.height);
  return breakpoints_.next(whole_->events(), cursor_, end, all.context());
}

}  // namespace strata
