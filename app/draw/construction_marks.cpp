#include "app/draw/construction_marks.hpp"

#include <algorithm>

#include "app/draw/overlay_tools.hpp"
#include "app/draw/painter.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/search/build_events.hpp"

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

// Draws the edges of one kind: those across borders over those inside parts.
void add_built_edges(const Painter& painter, const Lab& lab, bool across, DrawList& out) {
  const Playback& playback = painter.search(lab);
  const PseudoCode& code = lab.query().pseudo_code();
  for (const uint32_t index : built_before_cursor(playback)) {
    const SearchEvent& event = *playback.event(index);
    if (event.type != build_event::kAddEdge || !painter.shows(event.level)) continue;
    if ((code.event_word(event.type, event.line) == "inter-edge") != across) continue;
    const LevelStyle style = level_style(event.level);
    const NodePlace from = playback.place(event.level, event.parent), to = playback.place(event.level, event.node);
    if (!across) {
      add_line(out, from, to, style.intra, style.dash, with_alpha(style.color, event.level == 1 ? 130 : 175));
      continue;
    }
    add_line(out, from, to, style.inter, 0, style.color);
    add_level_marker(out, from, event.level);
    add_level_marker(out, to, event.level);
  }
}

// Draws what the event at the cursor is about.
void add_current(const Playback& playback, DrawList& out) {
  const SearchEvent* event = playback.at_end() ? nullptr : playback.current();
  if (event == nullptr) return;
  // The part of the map that the construction is at.
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

bool shows_construction(const Painter& painter, const Lab& lab, const Process& process) {
  return lab.query().process() == &process && is_construction(painter.search(lab).outline());
}

void add_construction_marks(Painter& painter, const Lab& lab, DrawList& out) {
  const Playback& playback = painter.search(lab);
  add_built_edges(painter, lab, false, out);
  for (const uint32_t index : built_before_cursor(playback)) {
    const SearchEvent& event = *playback.event(index);
    if (event.type != build_event::kPick || !painter.shows(event.level)) continue;
    const NodePlace a = playback.place(event.level, event.parent), b = playback.place(event.level, event.node);
    out.rects.push_back({std::min(a.x, b.x) - 0.5f, std::min(a.y, b.y) - 0.5f, std::max(a.x, b.x) + 0.5f,
                         std::max(a.y, b.y) + 0.5f, palette::kEntrance});
  }
  add_built_edges(painter, lab, true, out);
  for (const uint32_t index : built_before_cursor(playback)) {
    const SearchEvent& event = *playback.event(index);
    if (event.type == build_event::kRaise && painter.shows(event.level)) {
      add_level_marker(out, playback.place(event.level, event.node), event.level);
    }
  }
  add_current(playback, out);
}

}  // namespace strata
