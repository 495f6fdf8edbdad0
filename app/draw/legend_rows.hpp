// Purpose: LegendRows lists what is drawn on the map and what it means: the marks of the stepped search, the path of
//          its planner, the paths of the others, the layers that are on, and marks that belong to no layer. The window,
//          presentations and figures draw these rows.
// How: Every draw list and picture names its entry (LegendEntry). What is drawn and has no row by a rule of its own
// gets
//      the row of its layer, so that the list is complete.
// Threads: The main thread.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/draw/search_legend.hpp"
#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;
struct GlossaryEntry;

struct LegendRow {
  // The mark on the map. Its text says what it is.
  SearchLegendEntry mark;
  // What the row stands for: pointing at it makes all other marks pale.
  LegendEntry entry;
  // The name of a planner that stands after the text; empty: there is none.
  std::string name{};
  // The row shows the symbol of the layer instead of the mark.
  bool layer_symbol = false;
};

// Whose paths have a row each.
enum class LegendPaths : uint8_t {
  kStepped,  // the stepped planner; one row stands for all others, which the table beside the legend names
  kEach,
};

class LegendRows {
 public:
  // Returns the rows, the most important one first: those of all views, or of `view` alone. `drawn` are the entries to
  // which something on the map belongs.
  const std::vector<LegendRow>& find(const Lab& lab, std::span<const LegendEntry> drawn,
                                     LegendPaths paths = LegendPaths::kStepped, std::optional<int> view = {});

 private:
  void add_search(const Lab& lab, int view);
  void add_paths(const Lab& lab, LegendPaths paths, std::optional<int> view);

  std::array<SearchLegend, kMaxViews> search_;  // by view
  std::vector<const PlannerRow*> paths_;
  std::vector<LegendRow> rows_;
};

// Returns the entry of the glossary about what the row shows; null if there is none.
const GlossaryEntry* term_of_row(const LegendRow& row);

}  // namespace strata
