#include "app/draw/construction_marks.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/draw/overlay_tools.hpp"
#include "app/draw/painter.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/search/build_events.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// Adds a box around the cells between two corners.
void add_cells_box(DrawList& out, const NodePlace& a, const NodePlace& b, float grow, float width, Rgba color) {
  const float x0 = std::min(a.x, b.x) - 0.5f - grow, y0 = std::min(a.y, b.y) - 0.5f - grow;
  add_box(out, x0, y0, std::max(a.x, b.x) + 0.5f + grow, std::max(a.y, b.y) + 0.5f + grow, width, 0, color);
}

void add_level_marker(DrawList& out, const NodePlace& at, int level) {
  const LevelStyle style = level_style(level);
  out.markers.push_back({at.x, at.y, style.radius, style.share, style.marker, style.color});
}

// For each event of a construction, what it builds. It is found by the words that the pseudo-code has for the event.
struct ConstructionEventKinds {
  enum Kind : uint8_t { kOther, kAcross, kInside, kMacro, kEntrance, kRoom, kInterior, kWeak };
  // Index: type of the event, then line of the pseudo-code.
  Kind kinds[8][64] = {};

  explicit ConstructionEventKinds(const PseudoCode& code) {
    const auto note = [&](uint8_t line, EventType type, std::string_view word, Kind kind) {
      if (code.event_word(type, line) == word) kinds[type_index(type)][line] = kind;
    };
    for (uint8_t line = 0; line < code.lines.size(); ++line) {
      note(line, build_event::kAddEdge, "intra-edge", kInside);
      note(line, build_event::kAddEdge, "inter-edge", kAcross);
      note(line, build_event::kAddEdge, "macro edge", kMacro);
      note(line, build_event::kPick, "entrance", kEntrance);
      note(line, build_event::kPart, "room", kRoom);
      note(line, build_event::kPart, "interior", kInterior);
      note(line, build_event::kDropEdge, "weakly dominated", kWeak);
    }
  }
  static size_t type_index(EventType type) {
    return (static_cast<size_t>(type) - static_cast<size_t>(build_event::kStage)) & 7;
  }
  Kind of(const SearchEvent& event) const { return kinds[type_index(event.type)][event.line & 63]; }
};

struct ConstructionEdgeScratch {
  // The edges that exist at the cursor.
  std::vector<const SearchEvent*> edges;
  // The edges that were dropped because they are weakly dominated.
  std::vector<const SearchEvent*> weak;
};

// If a construction has built more than this, only what is visible is drawn.
constexpr size_t kManyBuilt = 20'000;

// Tells which events are visible. If there are only few events, all count as visible.
class VisibleEventFilter {
 public:
  VisibleEventFilter(const Painter& painter, const Playback& playback)
      : all_(built_before_cursor(playback).size() <= kManyBuilt), visible_(painter.visible()), playback_(playback) {}
  bool operator()(const SearchEvent& event) const {
    if (all_ || event.node == kNoNodeId || event.parent == kNoNodeId) return true;
    const NodePlace a = playback_.place(event.level, event.parent), b = playback_.place(event.level, event.node);
    return std::max(a.x, b.x) + 1 > static_cast<float>(visible_.x0) &&
           std::min(a.x, b.x) - 1 < static_cast<float>(visible_.x1) &&
           std::max(a.y, b.y) + 1 > static_cast<float>(visible_.y0) &&
           std::min(a.y, b.y) - 1 < static_cast<float>(visible_.y1);
  }

 private:
  bool all_;
  Rect visible_;
  const Playback& playback_;
};

// Collects the edges that exist at the cursor. A strongly dominated edge is dropped right after it was added.
void collect_edges(const Painter& painter, const Playback& playback, const ConstructionEventKinds& kinds,
                   ConstructionEdgeScratch& out) {
  out.edges.clear();
  out.weak.clear();
  const VisibleEventFilter in_sight(painter, playback);
  for (const uint32_t index : built_before_cursor(playback)) {
    const SearchEvent& event = *playback.event(index);
    if (!painter.shows(event.level) || !in_sight(event)) continue;
    if (event.type == build_event::kAddEdge) out.edges.push_back(&event);
    if (event.type != build_event::kDropEdge) continue;
    if (kinds.of(event) == ConstructionEventKinds::kWeak) {
      out.weak.push_back(&event);
    } else if (!out.edges.empty()) {
      out.edges.pop_back();
    }
  }
}

void add_built_edges(const Playback& playback, const ConstructionEventKinds& kinds,
                     const ConstructionEdgeScratch& built, ConstructionEventKinds::Kind kind, DrawList& out) {
  for (const SearchEvent* event : built.edges) {
    if (kinds.of(*event) != kind) continue;
    const LevelStyle style = level_style(std::max<int>(event->level, 1));
    const NodePlace from = playback.place(event->level, event->parent), to = playback.place(event->level, event->node);
    switch (kind) {
      case ConstructionEventKinds::kAcross:
        add_line(out, from, to, style.inter, 0, style.color);
        add_level_marker(out, from, event->level);
        add_level_marker(out, to, event->level);
        break;
      case ConstructionEventKinds::kMacro:
        add_line(out, from, to, 1.2f, 4, palette::kMacroEdge);
        break;
      default:
        add_line(out, from, to, style.intra, style.dash, with_alpha(style.color, event->level == 1 ? 130 : 175));
    }
  }
}

// Fills the cells between two corners.
void fill_cells(DrawList& out, const NodePlace& a, const NodePlace& b, float shrink, Rgba color) {
  const float x0 = std::min(a.x, b.x) - 0.5f + shrink, y0 = std::min(a.y, b.y) - 0.5f + shrink;
  out.rects.push_back({x0, y0, std::max(a.x, b.x) + 0.5f - shrink, std::max(a.y, b.y) + 0.5f - shrink, color});
}

// Marks what the event at the cursor has built.
void add_current(const Playback& playback, DrawList& out) {
  const SearchEvent* event = playback.at_end() ? nullptr : playback.current();
  if (event == nullptr) return;
  // First marks the area of the map in which the construction is working.
  const auto built = built_before_cursor(playback);
  for (size_t i = built.size(); i-- > 0;) {
    const SearchEvent& before = *playback.event(built[i]);
    if (before.type == build_event::kStage) break;
    if (before.type != build_event::kPart) continue;
    const NodePlace low = playback.place(before.level, before.parent), high = playback.place(before.level, before.node);
    add_cells_box(out, low, high, 0, 5, palette::kWhite);
    add_cells_box(out, low, high, 0, 3, palette::kBlack);
    break;
  }
  if (TraceOutline::concerns_node(event->type) || event->node == kNoNodeId || event->type == build_event::kPart) return;
  const NodePlace to = playback.place(event->level, event->node);
  const NodePlace from = playback.place(event->level, event->parent);
  if (event->type == build_event::kPick) {
    add_cells_box(out, from, to, 0.1f, 3, palette::kVermilion);
    return;
  }
  const bool drop = event->type == build_event::kDropEdge;
  add_line(out, from, to, 6, 0, palette::kBlack);
  add_line(out, from, to, 3.5f, drop ? 5.0f : 0.0f, drop ? palette::kVermilion : palette::kCurrent);
}

}  // namespace

bool shows_construction(const Painter& painter, const Lab& lab, const SteppedProcess& process) {
  return lab.state().process == &process && is_construction(painter.search(lab).outline());
}

uint64_t construction_stamp(const Painter& painter, const Lab& lab, const SteppedProcess& process) {
  if (!shows_construction(painter, lab, process)) return 0;
  if (built_before_cursor(painter.search(lab)).size() <= kManyBuilt) return 1;
  return (DrawInputHash() << painter.visible()).value() | 2;
}

bool only_what_is_built(Painter& painter, const Lab& lab, const SteppedProcess& process,
                        std::initializer_list<Layer> layers) {
  if (lab.state().process != &process) return false;
  for (const Layer layer : layers) {
    if (painter.layer(layer).on) painter.layer(layer).note = "what the stepped construction has built so far";
  }
  return true;
}

void add_construction_marks(Painter& painter, const Lab& lab, DrawList& out) {
  const Playback& playback = painter.search(lab);
  const ConstructionEventKinds kinds(lab.query().pseudo_code());
  auto& built = painter.memory<ConstructionEdgeScratch>();
  collect_edges(painter, playback, kinds, built);
  const VisibleEventFilter in_sight(painter, playback);
  for (const uint32_t index : built_before_cursor(playback)) {
    const SearchEvent& event = *playback.event(index);
    const ConstructionEventKinds::Kind kind = kinds.of(event);
    if (kind < ConstructionEventKinds::kEntrance || kind == ConstructionEventKinds::kWeak ||
        !painter.shows(event.level))
      continue;
    if (!in_sight(event)) continue;
    const NodePlace a = playback.place(event.level, event.parent), b = playback.place(event.level, event.node);
    if (kind == ConstructionEventKinds::kEntrance) {
      fill_cells(out, a, b, 0, palette::kEntrance);
    } else if (kind == ConstructionEventKinds::kInterior) {
      fill_cells(out, a, b, 1, with_alpha(palette::kBlack, 60));
    } else {
      fill_cells(out, a, b, 0, with_alpha(palette::kSky, 90));
      add_cells_box(out, a, b, 0, 1.5f, palette::kBlue);
    }
  }
  for (const ConstructionEventKinds::Kind kind :
       {ConstructionEventKinds::kInside, ConstructionEventKinds::kMacro, ConstructionEventKinds::kAcross}) {
    add_built_edges(playback, kinds, built, kind, out);
  }
  for (const SearchEvent* event : built.weak) {
    const NodePlace from = playback.place(event->level, event->parent), to = playback.place(event->level, event->node);
    add_line(out, from, to, 4, 0, palette::kWhite);
    add_line(out, from, to, 2.5f, 3, palette::kVermilion);
  }
  for (const uint32_t index : built_before_cursor(playback)) {
    const SearchEvent& event = *playback.event(index);
    if (event.type == build_event::kRaise && painter.shows(event.level) && in_sight(event)) {
      add_level_marker(out, playback.place(event.level, event.node), event.level);
    }
  }
  add_current(playback, painter.search_list(LegendPart::kCurrent));
}

}  // namespace strata
