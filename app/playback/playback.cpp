#include "app/playback/playback.hpp"

#include <algorithm>
#include <cstring>

#include "app/base/palette.hpp"

namespace strata {

namespace {
// Up to this many events the changed cells are noted one by one, beyond that by rows.
constexpr size_t kExactDirty = 4096;
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
  const bool resized = width_ != map_width || height_ != map_height;
  if (resized) {
    width_ = map_width;
    height_ = map_height;
    heat_.assign(static_cast<size_t>(width_) * static_cast<size_t>(height_), 0);
    low_ = kNoCell;
    high_ = 0;
    heat_dirty_ = {0, 0, width_, height_};
  } else if (low_ <= high_) {
    mark_rows(low_, high_);
    std::memset(heat_.data() + low_, 0, high_ - low_ + 1);
  }
  trace_ = trace;
  playing_ = false;
  due_ = 0;
  ++trace_version_;
  for (NodeTable& table : tables_) table.reset(heat_.size());
  scan();
  before_.resize(size());
  heat_before_.resize(size());
  abstract_.clear();
  abstract_level_.clear();
  abstract_first_.clear();
  collected_ = false;
  replay_all();
  collected_ = true;
  ++version_;
}

// From the start to the end, with new keyframes on the way.
void Playback::replay_all() {
  const size_t total = heat_by_ == HeatBy::kOrder ? total_expanded_ - std::min<size_t>(total_expanded_, 1) : max_g_;
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
  frame.open = open_;
  frame.expanded = expanded_;
  frame.generated = generated_;
  for (size_t level = 0; level < tables_.size(); ++level) frame.tables[level].copy(tables_[level]);
  frame.heat.clear();
  if (low_ <= high_) frame.heat.assign(heat_.begin() + low_, heat_.begin() + high_ + 1);
}

void Playback::restore(const Keyframe& frame) {
  cursor_ = frame.cursor;
  open_ = frame.open;
  expanded_ = frame.expanded;
  generated_ = frame.generated;
  for (size_t level = 0; level < tables_.size(); ++level) tables_[level].copy(frame.tables[level]);
  std::copy(frame.heat.begin(), frame.heat.end(), heat_.begin() + low_);
  if (low_ <= high_) mark_rows(low_, high_);
}

void Playback::follow(const Playback& before) {
  speed_ = before.speed_;
  breakpoints_ = before.breakpoints_;
  code_ = before.code_;
  version_ = before.version_ + 1;
  trace_version_ = before.trace_version_ + 1;
  if (heat_by_ != before.heat_by_) set_heat_by(before.heat_by_);
  const bool resized = width_ != before.width_ || height_ != before.height_;
  heat_dirty_ = resized ? Rect{0, 0, width_, height_} : before.heat_dirty_;
  if (resized) return;
  // The picture of both searches.
  if (low_ <= high_) mark_rows(low_, high_);
  if (before.low_ <= before.high_) mark_rows(before.low_, before.high_);
}

void Playback::clear() { load(nullptr, width_, height_); }

void Playback::restart() {
  for (NodeTable& table : tables_) table.forget();
  if (low_ <= high_ && high_ < heat_.size()) std::memset(heat_.data() + low_, 0, high_ - low_ + 1);
  cursor_ = 0;
  open_ = expanded_ = generated_ = 0;
}

uint8_t Playback::heat_of(const SearchEvent& event, size_t order) const {
  if (event.type != EventType::kExpand) return kHeatOpen;
  const double value =
      (heat_by_ == HeatBy::kOrder ? static_cast<double>(order) : std::min(event.g, max_g_)) * heat_scale_;
  return static_cast<uint8_t>(kHeatFirst + static_cast<int>(value));
}

// Before event `index`, its node was in the open list.
bool Playback::was_open(size_t index) const {
  const std::vector<SearchEvent>& events = trace_->events();
  if (events[index].level == 0 && !two_way_) return heat_before_[index] == kHeatOpen;
  return before_[index] != 0 && !leaves_open(events[before_[index] - 1].type);
}

void Playback::forward(size_t to) {
  if (trace_ == nullptr) return;
  const std::vector<SearchEvent>& events = trace_->events();
  const bool exact = to - cursor_ <= kExactDirty;
  uint32_t low = kNoCell, high = 0;
  for (size_t i = cursor_; i < to; ++i) {
    const SearchEvent& event = events[i];
    if (starts_search(event, i == 0 ? nullptr : &events[i - 1])) open_ = 0;
    if (!concerns_node(event.type) || event.level >= kLevels) continue;
    uint32_t& last = tables_[slot(event)].at(event.node);
    before_[i] = last;
    last = static_cast<uint32_t>(i + 1);
    if (event.level == 0) {
      uint8_t& heat = heat_[event.node];
      heat_before_[i] = heat;
      heat = heat_of(event, expanded_);
      if (exact) {
        mark_cell(event.node);
      } else {
        low = std::min(low, event.node);
        high = std::max(high, event.node);
      }
    } else if (!collected_ && before_[i] == 0) {
      abstract_.push_back(event.node);
      abstract_level_.push_back(event.level);
      abstract_first_.push_back(static_cast<uint32_t>(i));
    }
    if (leaves_open(event.type)) {
      expanded_ += event.type == EventType::kExpand;
      if (was_open(i) && open_ > 0) --open_;
    } else {
      ++generated_;
      if (event.type == EventType::kGenerate) ++open_;
    }
  }
  cursor_ = to;
  if (low <= high) mark_rows(low, high);
}

void Playback::backward(size_t to) {
  const std::vector<SearchEvent>& events = trace_->events();
  const bool exact = cursor_ - to <= kExactDirty;
  uint32_t low = kNoCell, high = 0;
  for (size_t i = cursor_; i-- > to;) {
    const SearchEvent& event = events[i];
    if (!concerns_node(event.type) || event.level >= kLevels) continue;
    tables_[slot(event)].at(event.node) = before_[i];
    if (event.level == 0) {
      heat_[event.node] = heat_before_[i];
      if (exact) {
        mark_cell(event.node);
      } else {
        low = std::min(low, event.node);
        high = std::max(high, event.node);
      }
    }
    if (leaves_open(event.type)) {
      expanded_ -= event.type == EventType::kExpand;
      if (was_open(i)) ++open_;
    } else {
      --generated_;
      if (event.type == EventType::kGenerate && open_ > 0) --open_;
    }
  }
  const bool crossed = search_of(cursor_) != search_of(to);
  cursor_ = to;
  if (crossed) count_open();
  if (low <= high) mark_rows(low, high);
}

// Index into searches_ of the search that is under way at a cursor; -1 before the first.
int64_t Playback::search_of(size_t cursor) const {
  return std::lower_bound(searches_.begin(), searches_.end(), cursor) - searches_.begin() - 1;
}

void Playback::count_open() {
  const std::vector<SearchEvent>& events = trace_->events();
  const int64_t search = search_of(cursor_);
  open_ = 0;
  if (search < 0) return;
  for (size_t i = searches_[static_cast<size_t>(search)]; i < cursor_; ++i) {
    if (events[i].level >= kLevels) continue;
    if (events[i].type == EventType::kGenerate) {
      ++open_;
    } else if (leaves_open(events[i].type) && was_open(i) && open_ > 0) {
      --open_;
    }
  }
}

void Playback::mark_cell(uint32_t node) {
  const auto width = static_cast<uint32_t>(width_);
  heat_dirty_.include(Cell{static_cast<int>(node % width), static_cast<int>(node / width)});
}

void Playback::mark_rows(uint32_t low, uint32_t high) {
  const auto width = static_cast<uint32_t>(width_);
  heat_dirty_.include(Rect{0, static_cast<int>(low / width), width_, static_cast<int>(high / width) + 1});
}

void Playback::jump(size_t cursor) {
  cursor = std::min(cursor, size());
  if (cursor == cursor_) return;
  // From where it is, from the start, or from the keyframe that is nearest; copying one costs as much as many events.
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
    if (low_ <= high_) mark_rows(low_, high_);
    restart();
  } else if (from != nullptr) {
    restore(*from);
  }
  if (cursor > cursor_) forward(cursor);
  if (cursor < cursor_) backward(cursor);
  ++version_;
}

void Playback::step(int64_t events) {
  const auto at = static_cast<int64_t>(cursor_);
  jump(static_cast<size_t>(std::clamp<int64_t>(at + events, 0, static_cast<int64_t>(size()))));
}

// Of a contraction the nodes taken out count.
bool Playback::next_expansion() {
  const EventType wanted = contracting_ ? EventType::kContract : EventType::kExpand;
  for (size_t i = cursor_; i < size(); ++i) {
    if (trace_->events()[i].type == wanted) {
      jump(i + 1);
      return true;
    }
  }
  return false;
}

bool Playback::previous_expansion() {
  if (cursor_ == 0) return false;
  const EventType wanted = contracting_ ? EventType::kContract : EventType::kExpand;
  for (size_t i = cursor_ - 1; i-- > 0;) {
    if (trace_->events()[i].type == wanted) {
      jump(i + 1);
      return true;
    }
  }
  return false;
}

// Witnesses and shortcuts concern both of their ends.
static bool concerns(const SearchEvent& event, CellId node) {
  const bool both = event.type == EventType::kWitness || event.type == EventType::kAddArc;
  return event.node == node || (both && event.parent == node);
}

bool Playback::next_event_of(CellId node) {
  for (size_t i = cursor_; i < size(); ++i) {
    if (concerns(trace_->events()[i], node)) {
      jump(i + 1);
      return true;
    }
  }
  return false;
}

// The event's line has a breakpoint, or a line that was passed on the way to it.
bool Playback::stops_at(size_t index) const {
  const SearchEvent& event = trace_->events()[index];
  if (code_ == nullptr) return breakpoint(event.line);
  return (code_->lines_of(event, index == 0, width_, goal_) & breakpoints_) != 0;
}

// The first event in [begin, end) to stop at.
std::optional<size_t> Playback::next_stop(size_t begin, size_t end) const {
  if (breakpoints_ == 0) return std::nullopt;
  // Most events are told by their line alone.
  std::array<bool, 256> possible{};
  for (size_t line = 0; line < possible.size(); ++line) {
    const auto own = static_cast<uint8_t>(line);
    possible[line] = code_ == nullptr ? breakpoint(own) : (code_->lines_of(own) & breakpoints_) != 0;
  }
  for (size_t i = begin; i < end; ++i) {
    if (possible[trace_->events()[i].line] && stops_at(i)) return i;
  }
  return std::nullopt;
}

bool Playback::run_to_breakpoint() {
  const std::optional<size_t> stop = next_stop(cursor_, size());
  jump(stop ? *stop + 1 : size());
  return stop.has_value();
}

void Playback::play() {
  if (empty()) return;
  if (at_end()) jump(0);
  due_ = 0;
  playing_ = true;
}

void Playback::set_speed(double events_per_second) { speed_ = std::clamp(events_per_second, 0.25, 1'000'000.0); }

void Playback::advance(double dt_seconds) {
  if (!playing_) return;
  due_ += speed_ * dt_seconds;
  const auto events = static_cast<size_t>(due_);
  due_ -= static_cast<double>(events);
  const size_t to = std::min(size(), cursor_ + events);
  if (const std::optional<size_t> stop = next_stop(cursor_, to)) {
    jump(*stop + 1);
    playing_ = false;
    return;
  }
  jump(to);
  if (at_end()) playing_ = false;
}

void Playback::set_code(const PseudoCode& code) {
  if (code_ == &code) return;
  code_ = &code;
  breakpoints_ = 0;
}

void Playback::set_breakpoint(uint8_t line, bool on) {
  if (line >= 64) return;
  breakpoints_ = on ? breakpoints_ | 1ull << line : breakpoints_ & ~(1ull << line);
}

NodeAt Playback::node(uint8_t level, CellId node, bool backward) const {
  NodeAt at;
  at.level = level;
  if (level >= kLevels || node >= heat_.size()) return at;
  const uint32_t last = tables_[slot(level, backward)].get(node);
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
    // What it says is why. How far the goal is, and how the node was reached, was said when it was put into the list.
    at.h = 0;
    at.parent = kNoCell;
  }
  // An expansion need not repeat what the node's latest generation said.
  for (uint32_t i = last; at.parent == kNoCell && i != 0; i = before_[i - 1]) {
    if (leaves_open(events[i - 1].type)) continue;
    at.parent = events[i - 1].parent;
    if (at.state == NodeState::kStalled) at.h = events[i - 1].h;
    break;
  }
  return at;
}

void Playback::parent_chain(uint8_t level, CellId node, std::vector<CellId>& chain, size_t limit, bool backward) const {
  chain.clear();
  NodeAt at = this->node(level, node, backward);
  if (at.state == NodeState::kUnseen) return;
  // What an earlier search left behind does not belong to the chain.
  const int64_t search = search_of(at.last_event + 1);
  const size_t begin = search < 0 ? 0 : searches_[static_cast<size_t>(search)];
  chain.push_back(node);
  while (at.parent != kNoCell && at.parent != chain.back() && chain.size() < limit) {
    chain.push_back(at.parent);
    at = this->node(level, at.parent, backward);
    if (at.state == NodeState::kUnseen || at.last_event < begin) break;
  }
}

void Playback::abstract_nodes(std::vector<AbstractNodeAt>& nodes) const {
  nodes.clear();
  for (size_t i = 0; i < abstract_.size() && abstract_first_[i] < cursor_; ++i) {
    const bool backward = trace_->events()[abstract_first_[i]].phase == Phase::kBackward;
    const uint32_t last = tables_[slot(abstract_level_[i], backward)].get(abstract_[i]);
    if (last == 0) continue;
    const SearchEvent& event = trace_->events()[last - 1];
    const bool expanded = event.type == EventType::kExpand;
    // Where in the trace it happened stands for the order of the expansion.
    const auto order = static_cast<size_t>(static_cast<double>(last) / static_cast<double>(size()) *
                                           static_cast<double>(std::max<size_t>(total_expanded_, 1) - 1));
    nodes.push_back({abstract_[i], expanded ? NodeState::kExpanded : NodeState::kOpen, abstract_level_[i],
                     expanded ? heat_of(event, order) : kHeatOpen});
  }
}

size_t Playback::phase_end(Phase phase) const {
  size_t end = 0;
  for (const PhaseSpan& span : spans_) {
    if (span.phase == joined(phase)) end = span.end;
  }
  return end;
}

size_t Playback::phase_end(Phase phase, int level) const {
  size_t end = 0;
  for (const PhaseSpan& span : spans_) {
    if (span.phase == joined(phase) && span.level == level) end = span.end;
  }
  return end;
}

void Playback::path_edges(int level, std::vector<PathEdge>& edges) const {
  edges.clear();
  if (trace_ == nullptr || level < 0 || level >= kLevels) return;
  const std::vector<SearchEvent>& events = trace_->events();
  const LevelPath& path = level_paths_[static_cast<size_t>(level)];
  const auto before = [&](const std::vector<uint32_t>& indices) {
    return static_cast<size_t>(std::lower_bound(indices.begin(), indices.end(), cursor_) - indices.begin());
  };
  const size_t known = before(path.edges);
  const size_t begun = before(path.refines);
  // Edges begun at once are one piece. The last piece is done when the level below has come to the end of it.
  bool done = begun == 0;
  size_t piece = begun;
  if (begun > 0) {
    const std::vector<uint32_t>& refines = path.refines;
    const uint32_t since = refines[begun - 1];
    const auto nothing_to_do = [&](size_t i) { return events[refines[i]].node == events[refines[i]].parent; };
    piece = begun - 1;
    while (piece > 0 && refines[piece - 1] + 1 == refines[piece] && !nothing_to_do(piece - 1)) --piece;
    const std::vector<uint32_t>& below = level_paths_[static_cast<size_t>(level) - 1].edges;
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

std::vector<size_t> Playback::events_of(CellId node) const {
  std::vector<size_t> indices;
  for (size_t i = 0; i < size(); ++i) {
    if (concerns(trace_->events()[i], node)) indices.push_back(i);
  }
  return indices;
}

void Playback::set_heat_by(HeatBy by) {
  if (by == heat_by_) return;
  heat_by_ = by;
  const size_t cursor = cursor_;
  if (low_ <= high_) mark_rows(low_, high_);
  replay_all();
  jump(cursor);
  ++version_;
}

Rect Playback::take_heat_dirty() {
  const Rect dirty = heat_dirty_;
  heat_dirty_ = {};
  return dirty;
}

size_t Playback::memory_bytes() const {
  size_t bytes = before_.capacity() * sizeof(uint32_t) + heat_before_.capacity() + heat_.capacity();
  for (const NodeTable& table : tables_) bytes += table.memory_bytes();
  for (const Keyframe& frame : keyframes_) {
    bytes += frame.heat.capacity();
    for (const NodeTable& table : frame.tables) bytes += table.memory_bytes();
  }
  return bytes;
}

}  // namespace strata
