#include "app/lab/presented_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/base/count_text.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/lab/comparison.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/simple_view.hpp"
#include "core/base/count_of.hpp"

namespace strata {
namespace {

using Kind = PresentedLine::Kind;

bool is_wanted(const LabState& state, PresentedPart part) {
  const PresentationParts& shown = state.presented;
  switch (part) {
    case PresentedPart::kCaption:
      return shown.caption;
    case PresentedPart::kXray:
      return shown.xray;
    case PresentedPart::kMeter:
      return shown.meter && state.meter.edits > 0;
    case PresentedPart::kCrowd:
      return shown.crowd;
    case PresentedPart::kComparison:
      return shown.comparison;
  }
  return false;
}

// Adds the last gesture, and, as far as that is measured, how many times as fast its updates were as full builds.
void add_gesture(const LabState& state, PresentedText& out) {
  const UpdateMeterReading& meter = state.meter;
  out.add(Kind::kTitle, fmt::format("{}: {} in {}", edit_title(state.terrain_looks, meter.name),
                                    count_of(meter.changed_cells, "cell"), count_of(meter.edits, "edit")));
  const bool measured = std::ranges::all_of(
      meter.structures, [](const UpdateMeterStructure& structure) { return structure.rebuild_micros > 0; });
  if (state.fixed_clock || !measured || meter.ratio() <= 0) return;
  out.add(Kind::kDim,
          fmt::format("in {}, {:.{}f}\xc3\x97 as fast as {}", micros_text(state, meter.micros), meter.ratio(),
                      meter.ratio() < 10 ? 1 : 0, meter.edits == 1 ? "a full build" : "full builds"));
}

// Adds a row for each planner of the comparison that has an answer.
void add_comparison(const Lab& lab, PresentedText& out) {
  const LabState& state = lab.state();
  if (hidden_names(lab).hides("table")) {
    out.add(Kind::kDim, "The comparison is hidden.");
    return;
  }
  if (future_hidden(lab)) {
    out.add(Kind::kDim, "No planner answers while the future of the search is hidden.");
    return;
  }
  static constexpr std::array<size_t, 3> kColumns = {kExpandedFigure, kPercentFigure, kTimeFigure};
  static constexpr std::array<std::string_view, 3> kTitles = {"expanded", "above optimal", "time"};
  Comparison comparison;
  comparison.read(lab);
  bool titled = false;
  for (const PlannerRow& row : state.rows) {
    const bool stepped = state.traced == row.planner->name;
    if (!is_listed(state, *row.planner) || !has_own_row(state, row) || (!row.shown && !stepped)) continue;
    if (comparison.cell(lab, row, kExpandedFigure).kind != ComparisonTableCell::Kind::kValue) continue;
    if (!titled) {
      PresentedLine& head = out.add(Kind::kHead, "Planner");
      head.cells.assign(kTitles.begin(), kTitles.end());
      titled = true;
    }
    PresentedLine& line = out.add(stepped ? Kind::kOwnRow : Kind::kRow, state.names.brief(*row.planner));
    for (const size_t column : kColumns) {
      const ComparisonTableCell cell = comparison.cell(lab, row, column);
      line.cells.push_back(cell.text.empty() ? "\xe2\x80\x93" : cell.text);
    }
  }
}

}  // namespace

PresentedLine& PresentedText::add(PresentedLine::Kind kind) {
  if (count_ == lines_.size()) lines_.emplace_back();
  PresentedLine& line = lines_[count_++];
  line.kind = kind;
  line.text.clear();
  line.cells.clear();
  line.sign.reset();
  return line;
}

PresentedLine& PresentedText::add(PresentedLine::Kind kind, std::string_view text) {
  PresentedLine& line = add(kind);
  line.text = text;
  return line;
}

void add_share(PresentedText& out, const UpdateMeterReading& meter, std::string_view title, std::string_view parts,
               size_t redone, size_t all, bool sum) {
  const std::string of = meter.is_share(redone, all, sum)
                             ? fmt::format("{} of {}", count_text(redone), count_of(all, parts))
                             : fmt::format("{} in {}", count_of(redone, parts), count_of(meter.edits, "edit"));
  out.add(Kind::kText, fmt::format("{}: {}", title, of));
}

bool shows_stepped(const LabState& state) {
  if (state.process != nullptr) return true;
  constexpr std::array kOfSearch = {Layer::kSearch, Layer::kTree, Layer::kRawPath, Layer::kPath};
  return std::ranges::any_of(kOfSearch, [&](Layer layer) { return state.layer(layer).on; });
}

bool PresentedTexts::empty() const {
  return std::ranges::all_of(of, [](const PresentedText& text) { return text.lines().empty(); });
}

void PresentedTexts::read(const Lab& lab) {
  const LabState& state = lab.state();
  for (int i = 0; i < kPresentedParts; ++i) {
    const auto part = static_cast<PresentedPart>(i);
    PresentedText& text = of[static_cast<size_t>(i)];
    text.clear();
    if (!is_wanted(state, part)) continue;
    if (part == PresentedPart::kMeter) add_gesture(state, text);
    if (part == PresentedPart::kComparison) add_comparison(lab, text);
    for (const Feature* feature : features()) {
      if (feature->present == nullptr) continue;
      if (part == PresentedPart::kMeter && hides_counts(lab, *feature)) continue;
      feature->present(lab, part, text);
    }
  }
}

}  // namespace strata
