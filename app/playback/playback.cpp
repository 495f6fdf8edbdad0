#include "app/playback/playback.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "app/base/palette.hpp"
#include "core/base/work_count.hpp"
#include "core/search/build_events.hpp"
#include "core/search/trace.hpp"

namespace strata {

namespace {
// A move over at most this many events marks single cells as changed; a longer one marks whole rows.
constexpr size_t kExactDirty = 4096;

// Returns a version number that is unique in the program.
uint64_t fresh_version() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}
}  // namespace

void Playback::NodeTable::reset(size_t nodes) {
  pages_.assign((nodes >> kPageBits) + 1, 0);
  used_ = 0;
}

void Playback::NodeTable::forget() {
  std::fill(pages_.begin(), pages_.end(), 0u);
  used_ = 0;
}

void Playback::NodeTable::copy(const NodeTable& from) {
  pages_ = from.pages_;
  used_ = from.used_;
  while (pool_.size() < used_) pool_.push_back(std::make_unique<uint32_t[]>(1u << kPageBits));
  for (uint32_t page = 0; page < used_; ++page) std::memcpy(pool_[page].get(), from.pool_[page].get(), 4u << kPageBits);
}

uint32_t Playback::NodeTable::add_page() {
  if (used_ == pool_.size()) pool_.push_back(std::make_unique<uint32_t[]>(1u << kPageBits));
  std::memset(pool_[used_].get(), 0, 4u << kPageBits);
  return ++used_;
}

void Playback::load(const Trace* trace, int map_width, int map_height) {
  whole_ = hiding_ ? trace : nullptr;
  future_hidden_ = false;
  read(trace == whole_ ? nullptr : trace, map_width, map_height);
  if (whole_ != nullptr) show_until(0);
  clock_.pause();
  // How long it is would tell how a hidden recording goes on.
  clock_.suit(hiding_ ? 0 : recorded_events());
}

// Reads a recording, and moves the cursor to its end.
void Playback::read(const Trace* trace, int map_width, int map_height) {
  const bool resized = heat_.width != map_width || heat_.height != map_height;
  if (resized) {
    heat_.width = map_width;
    heat_.height = map_height;
    heat_.cells.assign(static_cast<size_t>(heat_.width) * static_cast<size_t>(heat_.height), 0);
    heat_dirty_ = {0, 0, heat_.width, heat_.height};
  } else if (outline_.low_cell <= outline_.high_cell) {
    mark_rows(outline_.low_cell, outline_.high_cell);
    std::memset(heat_.cells.data() + outline_.low_cell, 0, outline_.high_cell - outline_.low_cell + 1);
  }
  trace_ = trace;
  trace_version_ = fresh_version();
  places_ = trace == nullptr ? NodePlaces(map_width) : trace->places(map_width);
  for (size_t slot = 0; slot < tables_.size(); ++slot) tables_[slot].reset(node_count(slot));
  outline_.read(trace_, places_);
  before_.resize(size());
  heat_before_.resize(size());
  abstract_.clear();
  abstract_level_.clear();
  abstract_first_.clear();
  collected_ = false;
  replay_all();
  collected_ = true;
  version_ = fresh_version();
}

// Returns the number of nodes for which a table needs room.
size_t Playback::node_count(size_t slot) const {
  if (places_.are_cells()) return heat_.cells.size();
  if (slot < kLevels) return places_.level(slot).nodes.size();
  // The backward side of bidirectional searches has nodes on cells and on one abstract level.
  if (slot == kLevels) return places_.level(0).nodes.size();
  size_t most = 0;
  for (size_t level = 1; level < kLevels; ++level) most = std::max(most, places_.level(level).nodes.size());
  return most;
}

// Goes through the whole recording again, and stores new keyframes.
void Playback::replay_all() {
  const size_t total =
      heat_.by == HeatMapQuantity::kOrder ? std::max<size_t>(outline_.expansions.size(), 1) - 1 : outline_.max_g;
  heat_scale_ = total == 0 ? 0 : (255 - kHeatFirst) / static_cast<double>(total);
  keyframe_count_ = 0;
  restart();
  if (size() > kKeyframeEvents) {
    for (size_t i = 0; i < kKeyframes; ++i) {
      forward(size() / (kKeyframes + 1) * (i + 1));
      keep(keyframes_[i]);
    }
    keyframe_count_ = kKeyframes;
  }
  forward(size());
}

void Playback::keep(Keyframe& frame) const {
  frame.cursor = cursor_;
  frame.counts = counts_;
  for (size_t level = 0; level < tables_.size(); ++level) frame.tables[level].copy(tables_[level]);
  frame.heat.clear();
  if (outline_.low_cell <= outline_.high_cell)
    frame.heat.assign(heat_.cells.begin() + outline_.low_cell, heat_.cells.begin() + outline_.high_cell + 1);
}

void Playback::restore(const Keyframe& frame) {
  cursor_ = frame.cursor;
  counts_ = frame.counts;
  for (size_t level = 0; level < tables_.size(); ++level) tables_[level].copy(frame.tables[level]);
  std::copy(frame.heat.begin(), frame.heat.end(), heat_.cells.begin() + outline_.low_cell);
  mark_picture();
}

void Playback::trace_moved(const Trace& to) {
  if (trace_ == nullptr) return;
  if (whole_ != nullptr) whole_ = &to;
  if (trace_ == known_.get()) return;
  trace_ = &to;
  places_ = to.places(heat_.width);
}

void Playback::follow(const Playback& before) {
  clock_.set_speed(before.clock_.chosen());
  breakpoints_ = before.breakpoints_;
  hold_ = before.hold_;
  if (hiding_ != before.hiding_) {
    set_hiding(before.hiding_);
    jump(hiding_ ? 0 : size());
  }
  version_ = fresh_version();
  trace_version_ = fresh_version();
  if (heat_.by != before.heat_.by) set_heat_by(before.heat_.by);
  const bool resized = heat_.width != before.heat_.width || heat_.height != before.heat_.height;
  heat_dirty_ = resized ? Rect{0, 0, heat_.width, heat_.height} : before.heat_dirty_;
  if (resized) return;
  // The heat map may have changed wherever one of the two recordings has cells.
  mark_picture();
  const CellId low = before.outline_.low_cell, high = before.outline_.high_cell;
  if (low <= high) mark_rows(low, high);
}

void Playback::restart() {
  for (NodeTable& table : tables_) table.forget();
  const TraceOutline& all = outline_;
  if (all.low_cell <= all.high_cell && all.high_cell < heat_.cells.size()) {
    std::memset(heat_.cells.data() + all.low_cell, 0, all.high_cell - all.low_cell + 1);
  }
  cursor_ = 0;
  counts_ = {};
}

uint8_t Playback::heat_of(const SearchEvent& event, size_t order) const {
  if (event.type != EventType::kExpand) return kHeatOpen;
  const double value =
      (heat_.by == HeatMapQuantity::kOrder ? static_cast<double>(order) : std::min(event.g, outline_.max_g)) *
      heat_scale_;
  return static_cast<uint8_t>(kHeatFirst + static_cast<int>(value));
}

// Returns whether the node of event `index` was in the open list before the event.
bool Playback::was_open(size_t index) const {
  const std::vector<SearchEvent>& events = trace_->events();
  // The heat map tells this fast, except for cells that were dropped from the open list.
  const bool painted = events[index].level == 0 && !outline_.two_way && places_.are_cells();
  if (painted && !heat_is_open(heat_before_[index])) return false;
  return before_[index] != 0 && !leaves_open(events[before_[index] - 1].type);
}

// Returns whether event `index` puts a node into the open list that was not in it before. The node is new,
// or it is reopened.
bool Playback::opens(size_t index) const {
  const EventType type = trace_->events()[index].type;
  return type == EventType::kGenerate || (type == EventType::kUpdate && !was_open(index));
}

void Playback::forward(size_t to) {
  if (trace_ == nullptr) return;
  const std::vector<SearchEvent>& events = trace_->events();
  const bool cells = places_.are_cells();
  const bool exact = to - cursor_ <= kExactDirty;
  uint32_t low = kNoCell, high = 0;
  for (size_t i = cursor_; i < to; ++i) {
    const SearchEvent& event = events[i];
    if (TraceOutline::starts_search(event, i == 0 ? nullptr : &events[i - 1])) counts_.open = counts_.open_backward = 0;
    if (!TraceOutline::concerns_node(event.type) || event.level >= kLevels) continue;
    const StateLocation at = cells ? StateLocation{event.node, event.node} : spot_of(event);
    uint32_t& last = tables_[slot(event)].at(at.index);
    before_[i] = last;
    last = static_cast<uint32_t>(i + 1);
    if (event.level == 0) {
      if (!cells && at.cell == kNoCell) {
        heat_before_[i] = 0;
      } else {
        uint8_t& heat = heat_.cells[at.cell];
        heat_before_[i] = heat;
        const bool again = event.type != EventType::kExpand && heat_was_expanded(heat);
        heat = again ? kHeatOpenAgain : heat_of(event, counts_.expanded);
        if (exact) {
          mark_cell(at.cell);
        } else {
          low = std::min(low, at.cell);
          high = std::max(high, at.cell);
        }
      }
    } else if (!collected_ && before_[i] == 0) {
      abstract_.push_back(event.node);
      abstract_level_.push_back(event.level);
      abstract_first_.push_back(static_cast<uint32_t>(i));
    }
    if (leaves_open(event.type)) {
      counts_.expanded += event.type == EventType::kExpand;
      if (was_open(i)) leave_open(event);
    } else {
      ++counts_.generated;
      if (opens(i)) enter_open(event);
    }
  }
  cursor_ = to;
  if (low <= high) mark_rows(low, high);
}

void Playback::backward(size_t to) {
  const std::vector<SearchEvent>& events = trace_->events();
  const bool cells = places_.are_cells();
  const bool exact = cursor_ - to <= kExactDirty;
  uint32_t low = kNoCell, high = 0;
  for (size_t i = cursor_; i-- > to;) {
    const SearchEvent& event = events[i];
    if (!TraceOutline::concerns_node(event.type) || event.level >= kLevels) continue;
    const StateLocation at = cells ? StateLocation{event.node, event.node} : spot_of(event);
    tables_[slot(event)].at(at.index) = before_[i];
    if (event.level == 0 && (cells || at.cell != kNoCell)) {
      heat_.cells[at.cell] = heat_before_[i];
      if (exact) {
        mark_cell(at.cell);
      } else {
        low = std::min(low, at.cell);
        high = std::max(high, at.cell);
      }
    }
    if (leaves_open(event.type)) {
      counts_.expanded -= event.type == EventType::kExpand;
      if (was_open(i)) enter_open(event);
    } else {
      --counts_.generated;
      if (opens(i)) leave_open(event);
    }
  }
  const bool crossed = outline_.search_of(cursor_) != outline_.search_of(to);
  cursor_ = to;
  if (crossed) count_open();
  if (low <= high) mark_rows(low, high);
}

void Playback::count_open() {
  const std::vector<SearchEvent>& events = trace_->events();
  const int64_t search = outline_.search_of(cursor_);
  counts_.open = counts_.open_backward = 0;
  if (search < 0) return;
  count_work(cursor_ - outline_.searches[static_cast<size_t>(search)]);
  for (size_t i = outline_.searches[static_cast<size_t>(search)]; i < cursor_; ++i) {
    if (events[i].level >= kLevels) continue;
    if (opens(i)) {
      enter_open(events[i]);
    } else if (leaves_open(events[i].type) && was_open(i)) {
      leave_open(events[i]);
    }
  }
}

void Playback::enter_open(const SearchEvent& event) {
  ++counts_.open;
  counts_.open_backward += event.phase == Phase::kBackward;
}

void Playback::leave_open(const SearchEvent& event) {
  size_t& side = counts_.open_backward;
  if (counts_.open > 0) --counts_.open;
  if (event.phase == Phase::kBackward && side > 0) --side;
}

void Playback::mark_cell(CellId cell) {
  const auto width = static_cast<uint32_t>(heat_.width);
  heat_dirty_.include(Cell{static_cast<int>(cell % width), static_cast<int>(cell / width)});
}

// Marks all cells as changed that this recording may colour.
void Playback::mark_picture() {
  if (outline_.low_cell <= outline_.high_cell) mark_rows(outline_.low_cell, outline_.high_cell);
}

void Playback::mark_rows(uint32_t low, uint32_t high) {
  const auto width = static_cast<uint32_t>(heat_.width);
  heat_dirty_.include(Rect{0, static_cast<int>(low / width), heat_.width, static_cast<int>(high / width) + 1});
}

void Playback::jump(size_t cursor) {
  cursor = std::min({cursor, recorded_events(), hold_.value_or(SIZE_MAX)});
  if (cursor == cursor_) return;
  if (whole_ != nullptr) return show_until(cursor);
  // To reach the new cursor, events are replayed from the present cursor, from the beginning, or from the nearest
  // keyframe. Copying a keyframe takes as long as replaying kRestoreEvents events.
  constexpr size_t kRestoreEvents = 150'000;
  size_t best = cursor > cursor_ ? cursor - cursor_ : cursor_ - cursor;
  const Keyframe* from = nullptr;
  for (size_t i = 0; i < keyframe_count_; ++i) {
    const Keyframe& frame = keyframes_[i];
    const size_t away = (cursor > frame.cursor ? cursor - frame.cursor : frame.cursor - cursor) + kRestoreEvents;
    if (away >= best) continue;
    best = away;
    from = &frame;
  }
  if (cursor < best) {
    mark_picture();
    restart();
  } else if (from != nullptr) {
    restore(*from);
  }
  count_work(cursor > cursor_ ? cursor - cursor_ : cursor_ - cursor);
  if (cursor > cursor_) forward(cursor);
  if (cursor < cursor_) backward(cursor);
  version_ = fresh_version();
}

void Playback::step(int64_t events) {
  const auto at = static_cast<int64_t>(cursor_);
  jump(static_cast<size_t>(std::clamp<int64_t>(at + events, 0, static_cast<int64_t>(recorded_events()))));
}

namespace {

// Returns whether stepping from expansion to expansion stops after the event. In a contraction it stops at contracted
// nodes; in any other construction at all events that do not belong to its searches.
bool counts_as_expansion(const SearchEvent& event, bool contracting) {
  if (build_event::is_build(event.phase)) return build_event::is_build(event.type);
  return event.type == (contracting ? EventType::kContract : EventType::kExpand);
}

}  // namespace

bool Playback::next_expansion() {
  for (size_t i = cursor_; i < recorded_events(); ++i) {
    if (counts_as_expansion(recording()->events()[i], outline_.contracting)) {
      jump(i + 1);
      return true;
    }
  }
  return false;
}

bool Playback::previous_expansion() {
  if (cursor_ == 0) return false;
  for (size_t i = cursor_ - 1; i-- > 0;) {
    if (counts_as_expansion(trace_->events()[i], outline_.contracting)) {
      jump(i + 1);
      return true;
    }
  }
  return false;
}

bool Playback::next_event_of(CellId cell) {
  if (recording() == nullptr) return false;
  const NodePlaces places = recording()->places(heat_.width);
  for (size_t i = cursor_; i < recorded_events(); ++i) {
    if (concerns_cell(recording()->events()[i], places, cell)) {
      jump(i + 1);
      return true;
    }
  }
  return false;
}

// Returns the first event at or after the cursor, and before `end`, at which a breakpoint stops playback.
std::optional<size_t> Playback::next_stop(size_t end) const {
  if (trace_ == nullptr) return std::nullopt;
  if (future_hidden_) return hidden_stop(end);
  return breakpoints_.next(trace_->events(), cursor_, end, context());
}

BreakContext Playback::context() const {
  return {places_, outline_.goal, outline_.searches, before_, heat_.width, heat_.height};
}

bool Playback::run_to_breakpoint() {
  const std::optional<size_t> stop = next_stop(recorded_events());
  jump(stop ? *stop + 1 : recorded_events());
  return stop.has_value();
}

void PlayClock::begin() {
  due_ = 0;
  playing_ = true;
}

void PlayClock::set_speed(double events_per_second) {
  chosen_ = events_per_second == 0 ? 0 : std::clamp(events_per_second, 0.25, 1'000'000.0);
}

size_t PlayClock::pass(double dt_seconds) {
  due_ += speed() * dt_seconds;
  const auto events = static_cast<size_t>(due_);
  due_ -= static_cast<double>(events);
  return events;
}

void Playback::play() {
  if (recorded_events() == 0) return;
  if (at_end()) jump(0);
  clock_.begin();
}

void Playback::advance(double dt_seconds) {
  if (!clock_.playing()) return;
  const size_t to = std::min(recorded_events(), cursor_ + clock_.pass(dt_seconds));
  if (const std::optional<size_t> stop = next_stop(to)) {
    jump(*stop + 1);
    clock_.pause();
    return;
  }
  jump(to);
  if (at_end() || held(*this)) clock_.pause();
}

NodeAtCursor Playback::node(uint8_t level, NodeId node, bool backward) const {
  NodeAtCursor at;
  at.level = level;
  if (level >= kLevels) return at;
  const uint32_t last = tables_[slot(level, backward)].get(places_.index(level, node));
  if (last == 0) return at;
  const std::vector<SearchEvent>& events = trace_->events();
  const SearchEvent& event = events[last - 1];
  at.state = event.type == EventType::kExpand  ? NodeState::kExpanded
             : event.type == EventType::kStall ? NodeState::kStalled
                                               : NodeState::kOpen;
  at.g = event.g;
  at.h = event.h;
  at.parent = event.parent;
  at.last_event = last - 1;
  if (at.state == NodeState::kStalled) {
    // An event that stalls a node says only why. h and parent are those of the event that has put the
    // node into the list.
    at.h = 0;
    at.parent = kNoNodeId;
  }
  // An event that expands a node may lack its parent, which the last event that generated the node has.
  for (uint32_t i = last; at.parent == kNoNodeId && i != 0; i = before_[i - 1]) {
    if (leaves_open(events[i - 1].type)) continue;
    at.parent = events[i - 1].parent;
    if (at.state == NodeState::kStalled) at.h = events[i - 1].h;
    break;
  }
  return at;
}

NodeAtCursor Playback::node_in(uint8_t level, CellId cell, bool backward) const {
  if (places_.are_cells()) return node(level, cell, backward);
  for (const uint32_t index : places_.in_cell(level, cell)) {
    const NodeAtCursor at = node(level, places_.level(level).nodes[index], backward);
    if (at.state != NodeState::kUnseen) return at;
  }
  return {.level = level};
}

void Playback::parent_chain(uint8_t level, NodeId node, std::vector<NodeId>& chain, size_t limit, bool backward) const {
  chain.clear();
  NodeAtCursor at = this->node(level, node, backward);
  if (at.state == NodeState::kUnseen) return;
  // The chain of parents ends where it leaves the search of the node.
  const int64_t search = outline_.search_of(at.last_event + 1);
  const size_t begin = search < 0 ? 0 : outline_.searches[static_cast<size_t>(search)];
  chain.push_back(node);
  // In a search that raises costs, parents may lead back to a node that was passed: the chain ends where it comes to
  // the last one of a length that is a power of two.
  NodeId passed = kNoNodeId;
  while (at.parent != kNoNodeId && at.parent != chain.back() && at.parent != passed && chain.size() < limit) {
    if (std::has_single_bit(chain.size())) passed = chain.back();
    chain.push_back(at.parent);
    at = this->node(level, at.parent, backward);
    if (at.state == NodeState::kUnseen || at.last_event < begin) break;
  }
}

// Returns the value of a node in the heat map after `event`. `last` is the index of the event plus 1; it determines how
// late the expansion is.
uint8_t Playback::heat_at(const SearchEvent& event, uint32_t last) const {
  if (event.type != EventType::kExpand) return kHeatOpen;
  const auto order = static_cast<size_t>(static_cast<double>(last) / static_cast<double>(size()) *
                                         static_cast<double>(std::max<size_t>(outline_.expansions.size(), 1) - 1));
  return heat_of(event, order);
}

uint8_t Playback::heat_of(const NodeAtCursor& node) const {
  if (node.state == NodeState::kUnseen) return 0;
  const SearchEvent& event = trace_->events()[node.last_event];
  const CellId cell = node.level == 0 ? place(0, event.node).cell : kNoCell;
  return cell != kNoCell ? heat_.cells[cell] : heat_at(event, static_cast<uint32_t>(node.last_event + 1));
}

std::span<const uint32_t> Playback::before_cursor(const std::vector<uint32_t>& events) const {
  return {events.begin(), std::lower_bound(events.begin(), events.end(), cursor_)};
}

NodeId Playback::meeting() const {
  const std::span<const uint32_t> met = before_cursor(outline_.meetings);
  return met.empty() ? kNoNodeId : trace_->events()[met.back()].node;
}

void Playback::abstract_nodes(std::vector<AbstractNodeAtCursor>& nodes) const {
  nodes.clear();
  for (size_t i = 0; i < abstract_.size() && abstract_first_[i] < cursor_; ++i) {
    const bool backward = trace_->events()[abstract_first_[i]].phase == Phase::kBackward;
    const uint8_t level = abstract_level_[i];
    const uint32_t last = tables_[slot(level, backward)].get(places_.index(level, abstract_[i]));
    if (last == 0) continue;
    const SearchEvent& event = trace_->events()[last - 1];
    const bool expanded = event.type == EventType::kExpand;
    nodes.push_back({abstract_[i], expanded ? NodeState::kExpanded : NodeState::kOpen, level, heat_at(event, last)});
  }
}

void Playback::path_edges(int level, std::vector<PathEdge>& edges) const {
  edges.clear();
  if (trace_ == nullptr || level < 0 || level >= kLevels) return;
  const std::vector<SearchEvent>& events = trace_->events();
  const TraceOutline::LevelPath& path = outline_.paths[static_cast<size_t>(level)];
  const auto before = [&](const std::vector<uint32_t>& indices) {
    return static_cast<size_t>(std::lower_bound(indices.begin(), indices.end(), cursor_) - indices.begin());
  };
  const size_t known = before(path.edges);
  const size_t begun = before(path.refines);
  // Edges that begin to be refined together form one piece of the path. The last piece is completely refined once the
  // path on the level below reaches its end.
  bool done = begun == 0;
  size_t piece = begun;
  if (begun > 0) {
    const std::vector<uint32_t>& refines = path.refines;
    const uint32_t since = refines[begun - 1];
    const auto nothing_to_do = [&](size_t i) { return events[refines[i]].node == events[refines[i]].parent; };
    piece = begun - 1;
    while (piece > 0 && refines[piece - 1] + 1 == refines[piece] && !nothing_to_do(piece - 1)) --piece;
    const std::vector<uint32_t>& below = outline_.paths[static_cast<size_t>(level) - 1].edges;
    const size_t count = before(below);
    const size_t next = begun < refines.size() ? refines[begun] : events.size();
    const bool last = count == below.size() || below[count] >= next;
    done = nothing_to_do(begun - 1) || (count > 0 && below[count - 1] > since && last);
  }
  for (size_t i = 0; i < known; ++i) {
    const SearchEvent& event = events[path.edges[i]];
    const bool under_way = i >= piece && i < begun && !done;
    edges.push_back({event.parent, event.node, i < begun && !under_way, under_way});
  }
}

std::vector<size_t> Playback::events_of(CellId cell) const {
  std::vector<size_t> indices;
  if (trace_ == nullptr) return indices;
  const std::vector<SearchEvent>& events = trace_->events();
  const bool cells = places_.are_cells();
  for (size_t i = 0; i < events.size(); ++i) {
    // Most events are ruled out at once, as both of their nodes are other cells.
    if (cells && events[i].node != cell && events[i].parent != cell) continue;
    if (concerns_cell(events[i], places_, cell)) indices.push_back(i);
  }
  return indices;
}

void Playback::set_heat_by(HeatMapQuantity by) {
  if (by == heat_.by) return;
  heat_.by = by;
  const size_t cursor = cursor_;
  mark_picture();
  replay_all();
  jump(cursor);
  version_ = fresh_version();
}

Rect Playback::take_heat_dirty() {
  const Rect dirty = heat_dirty_;
  heat_dirty_ = {};
  return dirty;
}

size_t Playback::memory_bytes() const {
  size_t bytes = before_.capacity() * sizeof(uint32_t) + heat_before_.capacity() + heat_.cells.capacity();
  if (known_ != nullptr) bytes += known_->events().capacity() * sizeof(SearchEvent);
  bytes += (outline_.expansions.capacity() + outline_.abstract_expansions.capacity()) * sizeof(uint32_t);
  for (const NodeTable& table : tables_) bytes += table.memory_bytes();
  for (const Keyframe& frame : keyframes_) {
    bytes += frame.heat.capacity();
    for (const NodeTable& table : frame.tables) bytes += table.memory_bytes();
  }
  return bytes;
}

std::optional<size_t> event_before(const Playback& playback, size_t index) {
  const SearchEvent* event = playback.event(index);
  if (event == nullptr || !TraceOutline::concerns_node(event->type) || event->level >= TraceOutline::kLevels) {
    return std::nullopt;
  }
  const uint32_t before = playback.context().before[index];
  return before == 0 ? std::nullopt : std::optional<size_t>(before - 1);
}

std::optional<size_t> first_stop(const Playback& playback, const Breakpoints& at) {
  if (playback.empty()) return std::nullopt;
  return at.next({playback.event(0), playback.size()}, 0, playback.size(), playback.context());
}

}  // namespace strata
