#include "app/lab/view_searches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/playback/playback.hpp"

namespace strata {

namespace {

// In each frame at most this many events of two searches are compared, which takes less than a millisecond.
constexpr size_t kSlice = 40'000;

}  // namespace

ViewSearches::ViewSearches(Lab& lab) : LabPart(lab) {
  for (ViewSearch& one : sides_) one.recorded = std::make_unique<RecordedSearch>(options_.trace_capacity);
}

bool ViewSearches::active() const { return state_.views_compare() && lab_.state().process == nullptr; }

const Planner& ViewSearches::planner(int view) const {
  if (!active() || view == 0) return *lab_.state().traced_planner();
  return *state_.row(state_.views[static_cast<size_t>(view)].planner)->planner;
}

int ViewSearches::drawn_level(int view) const {
  const int chosen = state_.views[static_cast<size_t>(view)].level;
  if (chosen != kStepLevel) return chosen;
  const Playback& stepped = playback(view);
  const bool process = lab_.state().process != nullptr;
  const int top = !stepped.empty() ? stepped.outline().top_level : process ? 0 : abstract_level(*world_, planner(view));
  if (top < 2) return kAllLevels;
  const SearchEvent* event = stepped.empty() || stepped.at_end() ? nullptr : stepped.current();
  return event == nullptr ? top : std::clamp<int>(event->level, 1, top);
}

int ViewSearches::counted_level(int view) const {
  const int drawn = drawn_level(view);
  const bool of_step = state_.views[static_cast<size_t>(view)].level == kStepLevel;
  const int searched = abstract_level(*world_, planner(view));
  return of_step && drawn == kAllLevels && searched > 0 ? searched : drawn;
}

bool ViewSearches::draws_cells(int view) const { return state_.views[static_cast<size_t>(view)].level <= 0; }

bool ViewSearches::wants(const PlannerRow& row) const {
  if (future_hidden(lab_)) return false;
  const bool leads = state_.views_compare() && row.planner->name == state_.traced;
  return row.shown || leads || shows(*row.planner);
}

bool ViewSearches::shows(const Planner& planner) const {
  for (int i = 1; state_.views_compare() && i < state_.view_count; ++i) {
    if (state_.views[static_cast<size_t>(i)].planner == planner.name) return true;
  }
  return false;
}

const Planner& ViewSearches::searched(int view) const { return recorded_planner(recorded(view).trace, planner(view)); }

const RecordedSearch& ViewSearches::recorded(int view) const {
  return active() && view > 0 ? *side(view).recorded : std::as_const(lab_).query().recorded();
}

Playback& ViewSearches::playback(int view) {
  return active() && view > 0 ? side(view).recorded->playback : lab_.playback();
}

bool ViewSearches::waiting(int view) const {
  return active() && view > 0 ? !side(view).asked.empty() : state_.trace_waiting;
}

bool ViewSearches::up_to_date(int view) const {
  const bool leads = !active() || view == 0;
  return lab_.query().is_current(planner(view), leads ? lab_.query().recorded_key() : side(view).key);
}

std::string ViewSearches::note(int view) const {
  if (!active() || !playback(view).empty() || waiting(view) || state_.trace_deferred) return {};
  const Planner& own = planner(view);
  if (std::string why = unavailable(lab_.world(), own); !why.empty()) return why;
  if (!state_.has_query) return "no start and goal";
  if (!lab_.world().ready(own.needs)) return lab_.query().building_note(own);
  return "no search";
}

Cost ViewSearches::unit(int view) const {
  return active() && view > 0 ? search_unit(lab_, planner(view)) : lab_.query().trace_unit();
}

// --- The planners of the views.

bool ViewSearches::taken(std::string_view planner, int by_views_before) const {
  if (planner == state_.traced) return true;
  for (int i = 1; i < by_views_before; ++i) {
    if (state_.views[static_cast<size_t>(i)].planner == planner) return true;
  }
  return false;
}

// Returns a planner for a new view. Beside a search over cells it is a hierarchical planner, and vice versa. If
// there is none, it is a planner of the comparison, if possible of a family that no view shows yet; otherwise
// any other planner.
std::string_view ViewSearches::proposal(int view) const {
  const bool hierarchical = lab_.state().traced_planner()->family->hierarchical;
  const auto family_shown = [&](const Planner& planner) {
    if (planner.family == lab_.state().traced_planner()->family) return true;
    for (int i = 1; i < view; ++i) {
      const PlannerRow* row = state_.row(state_.views[static_cast<size_t>(i)].planner);
      if (row != nullptr && row->planner->family == planner.family) return true;
    }
    return false;
  };
  for (int pass = 0; pass < 4; ++pass) {
    for (const PlannerRow& row : state_.rows) {
      const Planner& one = *row.planner;
      if (taken(one.name, view) || !unavailable(lab_.world(), one).empty()) continue;
      if (pass < 2 && (!row.shown || family_shown(one))) continue;
      if (pass == 0 && one.family->hierarchical == hierarchical) continue;
      if (pass == 2 && !row.shown) continue;
      return one.name;
    }
  }
  return {};
}

void ViewSearches::compare(int views) {
  if (const SteppedProcess* process = lab_.state().process) process->end(lab_);
  state_.compared = true;
  for (int i = 1; i < views; ++i) {
    ViewState& view = state_.views[static_cast<size_t>(i)];
    const bool known = state_.row(view.planner) != nullptr;
    if (!known || taken(view.planner, i) || !unavailable(lab_.world(), *state_.row(view.planner)->planner).empty()) {
      view.planner = proposal(i);
    }
    // If there are fewer planners than views, the view shows the stepped planner.
    if (view.planner.empty()) view.planner = state_.traced;
  }
  all_ended_ = lab_.playback().at_end();
  layer_auto_hide(lab_).planners_changed();
}

void ViewSearches::end() {
  state_.compared = false;
  state_.difference = false;
  forget();
}

Status ViewSearches::choose(int view, std::string_view planner) {
  if (!state_.views_compare()) return error_at("", "all views show one search: compare two or four searches first");
  if (view >= state_.view_count) {
    return error_at("", fmt::format("there is no view {}: the view is split in {}", view + 1, state_.view_count));
  }
  if (view == 0) return lab_.execute(fmt::format("planner.trace {}", planner));
  const PlannerRow* row = state_.row(planner);
  if (row == nullptr) return error_at("", fmt::format("unknown planner '{}'", planner));
  if (const SteppedProcess* process = lab_.state().process) process->end(lab_);
  std::string& own = state_.views[static_cast<size_t>(view)].planner;
  if (own == planner) return success();
  if (Status there = lab_.structures().ensure_structure_of(*row->planner); !there) return there;
  const std::string before = std::exchange(own, std::string(planner));
  for (int i = 1; i < state_.view_count; ++i) {
    std::string& other = state_.views[static_cast<size_t>(i)].planner;
    if (i != view && other == planner) other = before;
  }
  if (state_.traced == planner) lab_.query().set_stepped(before, nullptr);
  layer_auto_hide(lab_).planners_changed();
  return success();
}

void ViewSearches::leader_changed(std::string_view before) {
  for (ViewState& view : state_.views) {
    if (view.planner == state_.traced) view.planner = before;
  }
}

void ViewSearches::structure_gone(StructureId structure) {
  for (int i = 1; i < kMaxViews; ++i) {
    std::string& own = state_.views[static_cast<size_t>(i)].planner;
    const PlannerRow* row = own.empty() ? nullptr : state_.row(own);
    if (row == nullptr || row->planner->needs != structure) continue;
    own.clear();
    if (!state_.views_compare() || i >= state_.view_count) continue;
    // The view gets a planner that no other view shows.
    own = proposal(state_.view_count);
    if (own.empty()) own = state_.traced;
  }
  layer_auto_hide(lab_).planners_changed();
}

// --- Recording.

std::string ViewSearches::key(int view) const { return lab_.query().search_key(planner(view)); }

void ViewSearches::load(int view) {
  side(view).recorded->playback.load(&side(view).recorded->trace, world_->map().width(), world_->map().height());
}

void ViewSearches::show_none(int view) {
  ViewSearch& own = side(view);
  own.asked.clear();
  own.recorded->trace.clear();
  load(view);
}

bool ViewSearches::wanted() const {
  if (!active()) return false;
  for (int i = 1; i < count(); ++i) {
    if (const std::string now = key(i); now != "none" && now != side(i).key) return true;
  }
  return false;
}

bool ViewSearches::asked() const {
  for (int i = 1; i < count(); ++i) {
    const std::string now = key(i);
    if (now != "none" && now != side(i).key && now != side(i).asked) return false;
  }
  return true;
}

void ViewSearches::show_impossible() {
  if (!active()) return;
  for (int i = 1; i < count(); ++i) {
    // The view already shows that it has no search. A recording that is outstanding will not arrive, so that it must
    // be dropped, too.
    const bool shown = side(i).key == "none" && side(i).asked.empty();
    if (shown || key(i) != "none") continue;
    side(i).key = "none";
    show_none(i);
  }
  notice_traces();
}

void ViewSearches::ask(QueryTask& task) {
  if (!active()) return;
  show_impossible();
  for (int i = 1; i < count(); ++i) {
    ViewSearch& own = side(i);
    own.asked.clear();
    std::string now = key(i);
    if (now == own.key) continue;
    own.asked = std::move(now);
    task.recorded.push_back(&planner(i));
  }
  notice_traces();
}

bool ViewSearches::takes(const Planner& planner) const {
  if (!active()) return false;
  for (int i = 1; i < count(); ++i) {
    if (&this->planner(i) == &planner && !side(i).asked.empty()) return true;
  }
  return false;
}

void ViewSearches::take(const Planner& planner, RecordedSearch& recorded) {
  for (int i = 1; i < count(); ++i) {
    ViewSearch& own = side(i);
    if (&this->planner(i) != &planner || own.asked.empty()) continue;
    own.recorded->show(recorded);
    own.key = std::exchange(own.asked, {});
    return;
  }
}

void ViewSearches::forget() {
  for (ViewSearch& own : sides_) {
    // Loading nothing also frees the memory of the heat map.
    own.recorded->playback.load(nullptr, 0, 0);
    own.recorded->trace.clear();
    own.key.clear();
    own.asked.clear();
  }
  all_ended_ = true;
}

void ViewSearches::discard_pending_traces() {
  for (ViewSearch& own : sides_) own.asked.clear();
}

// --- The play head.

// Returns the time that the search has taken, in microseconds. With a fixed clock it is 0, which means that all events
// take the same time.
double ViewSearches::micros(int view) const { return state_.fixed_clock ? 0 : state_.row(planner(view).name)->micros; }

const SearchProgress& ViewSearches::pace(int view) const {
  CachedProgress& own = paced_[static_cast<size_t>(view)];
  const Playback& of = playback(view);
  if (own.of != of.trace_version()) {
    own.of = of.trace_version();
    own.pace.read(of);
  }
  return own.pace;
}

double ViewSearches::place(int view) const {
  return pace(view).place(playback(view).cursor(), state_.pace, micros(view));
}

double ViewSearches::end_place(int view) const { return pace(view).end(state_.pace, micros(view)); }

double ViewSearches::end_place() const {
  double end = SearchProgress::kBeginning;
  for (int i = 0; i < count(); ++i) end = std::max(end, end_place(i));
  return end;
}

bool ViewSearches::beyond() const { return active() && lab_.playback().at_end() && head_ > end_place(0); }

bool ViewSearches::ended() const {
  if (!active() || all_ended_) return true;
  // If no search is recorded, the play head cannot move.
  for (int i = 0; i < count(); ++i) {
    if (!playback(i).empty()) return false;
  }
  return true;
}

void ViewSearches::move_others() {
  std::array<size_t, kMaxViews> to{};
  // The largest number of events by which one of the searches must move.
  size_t most = 0;
  for (int i = 1; i < count(); ++i) {
    const Playback& own = playback(i);
    to[static_cast<size_t>(i)] = all_ended_ ? own.size() : pace(i).cursor(head_, state_.pace, micros(i));
    const auto [low, high] = std::minmax({own.cursor(), to[static_cast<size_t>(i)]});
    most = std::max(most, high - low);
  }
  const auto move = [&](size_t begin, size_t end, size_t) {
    for (size_t i = begin; i < end; ++i) playback(static_cast<int>(i)).jump(to[i]);
  };
  // The searches could all be moved by threads, but that pays off only for long moves.
  constexpr size_t kFar = 50'000;
  const auto views = static_cast<size_t>(count());
  if (views <= 2 || most < kFar) return move(1, views, 0);
  if (threads_ == nullptr) threads_ = std::make_unique<Threads>();
  threads_->for_pieces(1, views, 1, move);
}

// Moves newly recorded searches to their places. If the leading search (that of the first view) is new and stands at
// its end, all others go to their ends. Otherwise a new search goes to the place of the play head.
void ViewSearches::notice_traces() {
  if (!active()) return;
  const Playback& lead = lab_.playback();
  uint64_t others = 0;
  for (int i = 1; i < count(); ++i) others = others * 0x9e3779b97f4a7c15ull + playback(i).trace_version();
  const bool new_lead = lead.trace_version() != lead_trace_;
  if (!new_lead && others == other_traces_ && lead.cursor() == lead_cursor_) return;
  const bool moved = lead.cursor() != lead_cursor_;
  lead_trace_ = lead.trace_version();
  other_traces_ = others;
  lead_cursor_ = lead.cursor();
  if (new_lead ? lead.at_end() : all_ended_ && lead.at_end()) {
    all_ended_ = true;
    head_ = end_place();
  } else if (new_lead || moved) {
    all_ended_ = false;
    head_ = place(0);
  }
  // The new searches may be shorter, so that the play head would lie beyond the end of all.
  if (lead.at_end() && head_ >= end_place()) {
    all_ended_ = true;
    head_ = end_place();
  }
  move_others();
}

void ViewSearches::follow_lead() {
  if (!active()) return;
  all_ended_ = false;
  lead_cursor_ = lab_.playback().cursor();
  head_ = place(0);
  if (lab_.playback().at_end() && head_ >= end_place()) all_ended_ = true;
  move_others();
}

void ViewSearches::go(double place) {
  if (!active()) return;
  const double end = end_place();
  head_ = std::clamp(place, SearchProgress::kBeginning, end);
  all_ended_ = head_ >= end;
  Playback& lead = lab_.playback();
  lead.jump(all_ended_ ? lead.size() : pace(0).cursor(head_, state_.pace, micros(0)));
  lead_cursor_ = lead.cursor();
  move_others();
}

void ViewSearches::set_pace(ProgressMeasure by) {
  if (by == state_.pace) return;
  state_.pace = by;
  if (!active()) return;
  if (all_ended_) {
    head_ = end_place();
    return;
  }
  // The meaning of places has changed, so that a play head beyond the end of the leading search is moved
  // back to that end.
  follow_lead();
}

bool ViewSearches::step_beyond(int64_t steps) {
  if (!active() || !lab_.playback().at_end()) return false;
  const double own_end = end_place(0);
  if (steps < 0 && head_ <= own_end) return false;
  if (steps > 0 && head_ >= end_place()) return false;
  double to = head_;
  for (int64_t i = 0; i < std::abs(steps); ++i) {
    std::optional<double> nearest;
    for (int view = 1; view < count(); ++view) {
      const auto other = steps > 0 ? pace(view).next(to, state_.pace, micros(view))
                                   : pace(view).previous(to, state_.pace, micros(view));
      if (other && (!nearest || (steps > 0 ? *other < *nearest : *other > *nearest))) nearest = other;
    }
    if (!nearest) break;
    to = *nearest;
    if (to <= own_end) break;
  }
  go(std::max(to, own_end));
  return true;
}

void ViewSearches::play() {
  Playback& lead = lab_.playback();
  // One play head moves all searches, so that its usual speed suits the longest of them.
  size_t longest = 0;
  for (int i = 0; i < count(); ++i) longest = std::max(longest, playback(i).size());
  if (active()) lead.clock().suit(longest);
  if (active() && lead.at_end() && head_ < end_place()) {
    lead.clock().begin();
    return;
  }
  lead.play();
  follow_lead();
}

void ViewSearches::advance(double dt_seconds) {
  compare_further();
  Playback& lead = lab_.playback();
  if (!active() || !lead.clock().playing()) {
    lead.advance(dt_seconds);
    notice_traces();
    return;
  }
  if (!lead.at_end()) {
    lead.advance(dt_seconds);
    follow_lead();
    if (lead.at_end() && head_ < end_place()) lead.clock().begin();
    return;
  }
  // The leading search has ended. From here on the longest of the other searches determines how fast the
  // play head moves.
  int longest = 1;
  for (int i = 2; i < count(); ++i) {
    if (end_place(i) > end_place(longest)) longest = i;
  }
  const size_t due = lead.clock().pass(dt_seconds);
  const size_t cursor = std::min(playback(longest).cursor() + due, playback(longest).size());
  if (due > 0) {
    const auto further = pace(longest).next(head_, state_.pace, micros(longest));
    const double place = pace(longest).place(cursor, state_.pace, micros(longest));
    // If places are numbers of expansions, several events have the same place. The play head must then go to the next
    // place, as otherwise it would never move on.
    go(further && place <= head_ ? *further : place);
  }
  if (head_ >= end_place()) lead.clock().pause();
}

// --- Differences.

ViewSearches::CachedDifference& ViewSearches::begun(int view) {
  CachedDifference& own = differences_[static_cast<size_t>(view)];
  const uint64_t first = playback(0).trace_version(), second = playback(view).trace_version();
  if (own.of_first == first && own.of_second == second) return own;
  own.of_first = first;
  own.of_second = second;
  own.difference.begin();
  return own;
}

const TraceDifference& ViewSearches::difference(int view) {
  CachedDifference& own = begun(view);
  own.difference.go_on(playback(0), playback(view));
  return own.difference;
}

const TraceDifference* ViewSearches::compared(int view) {
  const bool first_asked = !differences_[static_cast<size_t>(view)].asked;
  CachedDifference& own = begun(view);
  // The first call compares the beginnings at once, which is enough for short searches.
  if (first_asked) own.difference.go_on(playback(0), playback(view), kSlice);
  own.asked = !own.difference.done();
  comparing_ |= own.asked;
  return own.asked ? nullptr : &own.difference;
}

// Continues each comparison that was asked for by a limited number of events.
void ViewSearches::compare_further() {
  if (!std::exchange(comparing_, false)) return;
  for (int view = 1; view < count(); ++view) {
    if (!std::exchange(differences_[static_cast<size_t>(view)].asked, false)) continue;
    CachedDifference& own = begun(view);
    own.difference.go_on(playback(0), playback(view), kSlice);
    own.asked = !own.difference.done();
    comparing_ |= own.asked;
  }
}

// Counts the differences at the present cursors. As this compares the heat maps, the result is stored for each
// pair of cursors.
DifferenceCounts ViewSearches::counts(int view) {
  CachedDifference& own = differences_[static_cast<size_t>(view)];
  const Playback& first = playback(0);
  const Playback& second = playback(view);
  if (own.counted_first != first.version() || own.counted_second != second.version()) {
    own.counted_first = first.version();
    own.counted_second = second.version();
    own.counts = count_difference(first, second);
  }
  return own.counts;
}

}  // namespace strata
