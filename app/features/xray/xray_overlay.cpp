// Draws the optimal path and the examined path. A part of the examined path is the redder, the more it loses
// against the optimum.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/draw/overlay_tools.hpp"
#include "app/features/xray/xray.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/view_searches.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr MarkWithoutLayer kOptimalMark{"X-ray: an optimal path", LegendSymbolShape::kLine, palette::kGreen};
constexpr MarkWithoutLayer kLossMark{"X-ray: parts above optimal", LegendSymbolShape::kLine, palette::kVermilion};
constexpr MarkWithoutLayer kStopsMark{"X-ray: nodes, orange: a detour", LegendSymbolShape::kDisc, palette::kVermilion};
constexpr MarkWithoutLayer kWorstMark{"X-ray: where most is lost", LegendSymbolShape::kRing, palette::kVermilion};

// The lists of the X-ray, each above the one before.
enum XrayList : uint8_t { kOptimal, kLoss, kStops, kWorst };
const std::array<DrawListTag, 4> kXrayLists{DrawListTag{kOptimalMark}, DrawListTag{kLossMark}, DrawListTag{kStopsMark},
                                            DrawListTag{kWorstMark}};

// Paths are drawn on a band of this colour, so that they are visible on any ground.
constexpr Rgba kUnder = rgba(0xffffff, 200);

// Draws a part of a path. Cells in a straight row become one line.
void add_path(DrawList& out, const GridMap& map, const std::vector<CellId>& cells, size_t begin, size_t end,
              float width, float dash, Rgba color) {
  for (size_t i = begin; i < end;) {
    const Cell from = map.cell(cells[i]);
    const Cell next = map.cell(cells[i + 1]);
    size_t last = i + 1;
    while (last < end) {
      const Cell a = map.cell(cells[last]), b = map.cell(cells[last + 1]);
      if (b.x - a.x != next.x - from.x || b.y - a.y != next.y - from.y) break;
      ++last;
    }
    add_line(out, from, map.cell(cells[last]), width, dash, color);
    i = last;
  }
}

// Returns whether the view shows the examined path. Views of other planners do not, nor does a view whose search is
// stepped.
bool shown(const Painter& painter, const Lab& lab) {
  const XrayController& controller = xray_controller(lab);
  return controller.on() && controller.current() && painter.shows(0) && path_stages(painter.search(lab)).path &&
         (!lab.view_searches().active() || &painter.planner(lab) == controller.planner());
}

// If cells are small on the screen, transitions with a small loss are not marked, as the marks would hide the path.
// All transitions are marked if a cell has at least this size on the screen.
constexpr double kEveryStopPixels = 4;
// Otherwise a transition is marked if its loss is at least this share of the largest one.
constexpr double kFewStopsShare = 0.25;

// Adds the stops of the path: the nodes between its parts.
void add_stops(const GridMap& map, const PathXray& found, double most, bool every_stop, DrawList& out) {
  for (const XrayPart& part : found.parts) {
    if (part.kind == WaypointKind::kGoal) continue;
    const Cell at = map.cell(part.to);
    const bool lossy = part.detour > 0;
    if (!every_stop && part.loss() < kFewStopsShare * most) continue;
    out.markers.push_back(
        {middle(at.x), middle(at.y), lossy ? 4.5f : 3.0f, lossy ? 0.24f : 0.16f, MarkerShape::kDisc, palette::kWhite});
    out.markers.push_back({middle(at.x), middle(at.y), lossy ? 3.4f : 2.0f, lossy ? 0.18f : 0.11f, MarkerShape::kDisc,
                           lossy ? palette::kVermilion : palette::kBlack});
  }
}

void build(const Lab& lab, const XrayController& controller, bool every_stop, XrayList list, DrawList& out) {
  const GridMap& map = lab.world().map();
  const PathXray& found = *controller.found();
  const auto worst = found.worst();
  const double most = worst ? found.parts[*worst].loss() : 1;
  switch (list) {
    case kOptimal:
      add_path(out, map, found.best, 0, found.best.size() - 1, 5.5f, 0, kUnder);
      add_path(out, map, found.best, 0, found.best.size() - 1, 3, 7, palette::kGreen);
      break;
    case kLoss:
      for (const XrayPart& part : found.parts) {
        if (part.loss() == 0 || part.begin == part.end) continue;
        const double share = std::sqrt(part.loss() / most);
        add_path(out, map, controller.cells(), part.begin, part.end, 7, 0, kUnder);
        add_path(out, map, controller.cells(), part.begin, part.end, 5, 0,
                 with_alpha(palette::kVermilion, static_cast<uint32_t>(90 + 165 * share)));
      }
      break;
    case kStops:
      add_stops(map, found, most, every_stop, out);
      break;
    case kWorst: {
      if (!worst) return;
      const Cell at = map.cell(found.parts[*worst].to);
      out.markers.push_back({middle(at.x), middle(at.y), 13, 0.7f, MarkerShape::kRing, palette::kWhite});
      out.markers.push_back({middle(at.x), middle(at.y), 11, 0.6f, MarkerShape::kRing, palette::kVermilion});
      break;
    }
  }
}

void paint(Painter& painter, const Lab& lab) {
  const XrayController& controller = xray_controller(lab);
  if (!shown(painter, lab)) return;
  DrawInputHash stamp;
  const bool every_stop = lab.state().camera.zoom >= kEveryStopPixels;
  stamp << lab.state().world_version << controller.version() << static_cast<uint64_t>(every_stop);
  for (size_t i = 0; i < kXrayLists.size(); ++i) {
    const DrawListTag& tag = kXrayLists[i];
    if (painter.renew(tag, stamp.value())) {
      build(lab, controller, every_stop, static_cast<XrayList>(i), painter.list(tag));
    }
    painter.show(tag, 1);
  }
}

uint64_t labels_stamp(const Painter& painter, const Lab& lab) {
  const XrayController& controller = xray_controller(lab);
  if (!shown(painter, lab) || !controller.found()->worst()) return 0;
  DrawInputHash stamp;
  stamp << lab.state().world_version << controller.version();
  return stamp.value();
}

// Writes the loss of the worst part of the path beside it.
void add_labels(Painter& painter, const Lab& lab) {
  const XrayController& controller = xray_controller(lab);
  const XrayPart& worst = controller.found()->parts[*controller.found()->worst()];
  const Cell at = lab.world().map().cell(worst.to);
  painter.add_label(middle(at.x), middle(at.y) + static_cast<float>(1.2), 0, palette::kWhite, palette::kVermilion,
                    fmt::format("+{}", cost_text(worst.loss(), cost_unit(lab.world()))));
}

}  // namespace

bool xray_drawn_at_cursor(const Lab& lab) { return lab.view_searches().active() || path_stages(lab.playback()).path; }

const std::array<PaintStep, 1> kXrayPaint = {{{depth::kPaths + 50, paint}}};
const std::array<LabelStep, 1> kXrayLabels = {{{labels_stamp, add_labels}}};

}  // namespace strata
