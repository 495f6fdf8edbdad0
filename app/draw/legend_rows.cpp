#include "app/draw/legend_rows.hpp"

#include <algorithm>

#include "app/base/glossary.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/path_rows.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"

namespace strata {
namespace {

// Returns whether the layer has a row with its symbol while it is on, even if nothing of it is in sight. The layers of
// the search and of paths are listed by their marks instead.
bool is_listed_by_symbol(const Lab& lab, Layer layer) {
  switch (layer) {
    case Layer::kSearch:
    case Layer::kTree:
    case Layer::kAbstractPath:
    case Layer::kRawPath:
    case Layer::kPath:
    case Layer::kDrillDown:
    case Layer::kFlash:
      return false;
    case Layer::kAgent:
      return lab.world().rules().agent_size > 1;
    default:
      break;
  }
  const LayerInfo& info = layer_info(layer);
  if (info.structure == StructureId::kMoves) return !info.usual;
  // A layer stays on when what it shows has gone, such as the last agents of a crowd.
  return layer_auto_hide(lab).available(layer) && (info.comes == nullptr || info.comes(lab));
}

// Returns whether marks of this kind share a row although views call them otherwise.
bool shares_row(LegendPart part) {
  return part == LegendPart::kOpen || part == LegendPart::kCurrent || part == LegendPart::kLevels;
}

// Returns what marks are called that the first view calls `first`, and another one otherwise.
std::string_view text_of_views(LegendPart part, std::string_view first) {
  if (part == LegendPart::kOpen) return kOpenCellsAndNodes;
  return part == LegendPart::kLevels ? kPathOnEachLevel : first;
}

LegendRow row_of_layer(Layer layer) {
  return {.mark = {.text = layer_title(layer), .layer = layer}, .entry = layer, .layer_symbol = true};
}

// Returns what marks are called that something drew without a row of its own. `process` is stepped instead of a search.
std::string_view text_of_part(const LegendEntry& entry, const SteppedProcess* process) {
  switch (entry.part) {
    case LegendPart::kWhole:
      if (entry.layer != Layer::kSearch) return layer_title(entry.layer);
      return process != nullptr ? "built so far" : "node where both searches meet";
    case LegendPart::kExpanded:
      return "expanded";
    case LegendPart::kOpen:
      return "open";
    case LegendPart::kCurrent:
      if (process != nullptr) return "what this step builds";
      return entry.layer == Layer::kDrillDown ? "edge of this step, as cells" : "node of this step";
    case LegendPart::kFromStart:
      return "reached from the start";
    case LegendPart::kFromGoal:
      return "reached from the goal";
    case LegendPart::kOthers:
      return "paths of the others";
    case LegendPart::kCells:
      return "path on the cells";
    case LegendPart::kLevels:
      break;
  }
  return kPathOnEachLevel;
}

// Returns the row of an entry that something on the map belongs to.
LegendRow row_of_drawn(const LegendEntry& entry, const SteppedProcess* process) {
  if (entry.mark != nullptr) {
    return {.mark = {.shape = entry.mark->shape, .color = entry.mark->color, .text = entry.mark->text, .width = 3},
            .entry = entry};
  }
  LegendRow row = row_of_layer(entry.layer);
  row.mark.text = text_of_part(entry, process);
  row.mark.part = entry.part;
  row.entry = entry;
  if (entry.part == LegendPart::kExpanded) row.mark.shape = LegendSymbolShape::kRamp;
  if (entry.part == LegendPart::kOpen) row.mark.color = heat_palette()[kHeatOpen];
  row.layer_symbol = entry.part != LegendPart::kExpanded && entry.part != LegendPart::kOpen;
  return row;
}

}  // namespace

// Adds the paths of planners as the map draws them: that of the stepped planner first. Views that compare searches show
// the path of their planner each.
void LegendRows::add_paths(const Lab& lab, LegendPaths paths, std::optional<int> view) {
  const LabState& s = lab.state();
  const auto add = [&](const PlannerRow& row, bool other) {
    const PlannerStyle style = planner_style(s, row.planner->name);
    const bool found = row.result.found();
    const LegendPart part = other ? LegendPart::kOthers : LegendPart::kWhole;
    rows_.push_back({.mark = {.shape = LegendSymbolShape::kLine,
                              .color = other ? faded(style.color, kOtherPathsStrength) : style.color,
                              .text = found ? "path of " : "partial path of ",
                              .width = other ? 2.0f : 3.0f,
                              .dash = found ? style.dash : kPartialPathDash,
                              .layer = Layer::kPath,
                              .part = part},
                     .entry = {Layer::kPath, part},
                     .name = std::string(s.names.brief(*row.planner))});
  };
  if (const ViewSearches& searches = lab.view_searches(); searches.active()) {
    paths_.clear();
    for (int i = view.value_or(0); i < (view ? *view + 1 : searches.count()); ++i) {
      const PlannerRow* row = s.row(searches.planner(i).name);
      if (row == nullptr || !has_path(*row) || !overlay_tools::path_stages(searches.playback(i)).path) continue;
      if (std::ranges::find(paths_, row) != paths_.end()) continue;
      paths_.push_back(row);
      add(*row, false);
    }
    return;
  }
  find_path_rows(s, paths_);
  const auto stepped = std::ranges::find(paths_, s.traced, [](const PlannerRow* row) { return row->planner->name; });
  const bool has_stepped = stepped != paths_.end();
  // While a search is stepped, the map has no path.
  if (!overlay_tools::path_stages(lab.playback()).path) return;
  if (has_stepped) add(**stepped, false);
  const size_t others = paths_.size() - (has_stepped ? 1 : 0);
  if (others == 0) return;
  if (paths == LegendPaths::kEach) {
    for (const PlannerRow* row : paths_) {
      if (!has_stepped || row != *stepped) add(*row, true);
    }
    return;
  }
  LegendRow row = row_of_drawn({Layer::kPath, LegendPart::kOthers}, nullptr);
  if (others == 1) row.mark.text = "path of the other";
  rows_.push_back(std::move(row));
}

// Adds the marks of the stepped search in the view that other views have not added.
void LegendRows::add_search(const Lab& lab, int view) {
  const ViewSearches& searches = lab.view_searches();
  const auto add = [&](const SearchLegendEntry& mark, std::string_view name) {
    const LegendEntry entry(mark.layer, mark.part);
    const auto same = std::ranges::find_if(rows_, [&](const LegendRow& row) {
      if (row.name != name) return false;
      return row.entry == entry && (row.mark.text == mark.text || shares_row(mark.part));
    });
    if (same == rows_.end()) {
      rows_.push_back({.mark = mark, .entry = entry, .name = std::string(name)});
    } else if (same->mark.text != mark.text) {
      same->mark.text = text_of_views(mark.part, same->mark.text);
    }
  };
  const bool differs = lab.state().difference && searches.active() && searches.slot(view) > 0;
  if (differs && lab.state().layer(Layer::kSearch).on) {
    const auto name_of = [&](int of) { return lab.state().names.brief(searches.planner(of)); };
    const auto add_cells = [&](Rgba color, std::string_view text, std::string_view name) {
      add({.shape = LegendSymbolShape::kBox, .color = color, .text = text, .part = LegendPart::kExpanded}, name);
    };
    add_cells(kOnlyFirst, "only in ", name_of(0));
    add_cells(kOnlySecond, "only in ", name_of(view));
    add_cells(kInBoth, "in both", {});
  }
  for (const SearchLegendEntry& mark : search_[static_cast<size_t>(view)].marks(lab, view)) {
    const bool of_heat = mark.shape == LegendSymbolShape::kRamp || mark.shape == LegendSymbolShape::kBox;
    if (!differs || !of_heat) add(mark, {});
  }
}

const std::vector<LegendRow>& LegendRows::find(const Lab& lab, std::span<const LegendEntry> drawn, LegendPaths paths,
                                               std::optional<int> view) {
  const LabState& s = lab.state();
  const HiddenNames& hidden = hidden_names(lab);
  rows_.clear();
  // What was hidden stays in the legend, pale, so that a click shows it again.
  const auto keep = [&](Layer layer) {
    if (!s.layer(layer).on && !hidden.hides(layer_name(layer))) rows_.push_back(row_of_layer(layer));
  };
  keep(Layer::kSearch);
  for (int i = view.value_or(0); i < (view ? *view + 1 : s.view_count); ++i) add_search(lab, i);
  keep(Layer::kPath);
  if (s.layer(Layer::kPath).on && !hidden.hides("path") && lab.state().process == nullptr) add_paths(lab, paths, view);
  const auto is_drawn = [&](const LegendEntry& entry) { return std::ranges::find(drawn, entry) != drawn.end(); };
  const auto has_row = [&](const LegendEntry& entry) {
    return std::ranges::find(rows_, entry, &LegendRow::entry) != rows_.end();
  };
  for (const Layer layer : layers()) {
    if (hidden.hides(layer_name(layer))) continue;
    const bool plain = layer != Layer::kSearch && is_drawn(layer) && !has_row(layer);
    // A layer whose note says why it draws nothing is not in sight.
    const bool in_sight = s.layer(layer).note.empty() || is_drawn(layer);
    const bool listed = s.layer(layer).on ? (is_listed_by_symbol(lab, layer) && in_sight) || plain
                                          : layer_auto_hide(lab).wanted(layer) && layer_auto_hide(lab).available(layer);
    if (listed) rows_.push_back(row_of_layer(layer));
  }
  for (const LegendEntry& entry : drawn) {
    const bool shown = entry.mark != nullptr ? !entry.mark->of_pointer : s.layer(entry.layer).on;
    if (shown && !has_row(entry)) rows_.push_back(row_of_drawn(entry, lab.state().process));
  }
  return rows_;
}

const GlossaryEntry* term_of_row(const LegendRow& row) {
  const std::string_view term = row.layer_symbol ? layer_info(row.mark.layer).term : row.mark.term;
  return term.empty() ? glossary_term_in(row.mark.text) : glossary_of(term);
}

}  // namespace strata
