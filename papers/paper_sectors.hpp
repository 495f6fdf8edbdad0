// Purpose: This header holds the code that the tables of Sturtevant, Geisberger 2010 share: maps with the regions of
//          their sectors, and the problems.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/base/rng.hpp"
#include "core/ch/ch.hpp"
#include "core/ch/ch_mobile.hpp"
#include "core/sectors/sectors.hpp"
#include "papers/paper.hpp"

namespace strata::bench {

inline constexpr int kMapSide = 512;
inline constexpr int kFirstSize = 8;
inline constexpr std::array<int, 3> kSecondSizes = {16, 24, 32};
inline constexpr int kLandmarkCount = 10;
inline constexpr size_t kTimedPairs = 1000;  // the first problems of each map are timed; counts use all problems

SectorOptions sector_options_for(int second_size);

// A map with its regions, for sectors with one level and with two levels.
struct SectorStudy {
  std::string name;
  MoveGrid moves;
  Sectors base;
  std::array<Sectors, kSecondSizes.size()> two;
};
Result<size_t> for_each_sector_study(const PaperOptions& options, const std::function<void(SectorStudy&)>& visit);

int sector_pairs_of(const PaperOptions& options);
// Draws random pairs of the centres of connected regions, uniform over all such pairs.
std::vector<PlanQuery> connected_pairs(const SectorStudy& study, int pairs, Rng& rng, Workspace& workspace);
std::string sector_study_note(size_t maps, int pairs);
std::string failed_query(const SectorStudy& study, const PlanQuery& query, std::string_view what);

// --- Contraction hierarchies, in paper_contraction.cpp ---------------------------------------------------------------

// The effort of one search.
struct SearchEffort {
  uint32_t expanded = 0;
  float micros = -1;  // time of the search; below 0: not timed
};
struct MeanEffort {
  RunningMean expanded, micros;
  void add(const SearchEffort& measure) {
    expanded.add(measure.expanded);
    if (measure.micros >= 0) micros.add(measure.micros);
  }
};

// The hierarchies for both vectors of coefficients, plain and packed.
struct SectorHierarchies {
  CsrGraph graph;
  std::array<Ch, 2> plain;                   // for large and small coefficients (kChLarge, kChSmall)
  std::array<std::vector<Cell>, 2> centres;  // by rank: centre of the region
  std::array<MobileCh, 2> mobile;

  explicit SectorHierarchies(const SectorStudy& study);
};
inline constexpr std::array<std::string_view, 2> kHierarchyNames = {"large", "small"};

// Mean, minimum and maximum over the maps.
struct MeanMinMax {
  RunningMean share;
  double least = 0, most = 0;
  void add(double value) {
    least = share.count == 0 ? value : std::min(least, value);
    most = share.count == 0 ? value : std::max(most, value);
    share.add(value);
  }
};
// Adds the rows `total_NAME`, `..._min` and `..._max` in bytes; `printed` is in thousands of bytes, as in the paper.
void append_total(const std::string& name, const std::array<double, 3>& printed, const MeanMinMax& bytes,
                  PaperRows& rows);

// Collects the rows of table 1: memory and build times of hierarchies.
class HierarchySizes {
 public:
  // Adds the figures of one map. `base` is the memory of the underlying graph in bytes.
  void add(const SectorStudy& study, double base, int rounds);
  void append(PaperRows& rows) const;

 private:
  struct MapSizes {
    RunningMean plain, mobile, arcs, shortcuts, build;
    MeanMinMax plain_total, mobile_total;
  };
  std::array<MapSizes, 2> sizes_;
};

// The kinds of searches in hierarchies that table 2 compares.
enum class HierarchySearch : uint8_t {
  kPlain,      // bidirectional upward search with stall-on-demand
  kUnstalled,  // as kPlain, without stall-on-demand
  kGoal,       // as kPlain, with the distance of centres as potential
  kAlt,        // as kPlain, with landmarks as potential
  kMobile,     // as kPlain, on the packed hierarchy
};
inline constexpr size_t kHierarchySearches = 5;
// The measures with large coefficients come first, then those with small ones.
inline constexpr size_t kHierarchyMeasures = 2 * kHierarchySearches;
using HierarchyMeasures = std::array<SearchEffort, kHierarchyMeasures>;

// Solves one problem with all searches. `rounds` 0: without times. Returns a message if a cost differs from that of A*.
std::string measure_hierarchies(const SectorHierarchies& hierarchies, const GraphLandmarks& landmarks, uint32_t from,
                                uint32_t to, Cost cost, int rounds, Workspace& workspace, HierarchyMeasures& measures);
using HierarchyEfforts = std::array<MeanEffort, kHierarchyMeasures>;
void append_hierarchy_rows(const HierarchyEfforts& all, const HierarchyEfforts& longest_10,
                           const HierarchyEfforts& longest_1, const HierarchyEfforts& hardest_1, PaperRows& rows);

}  // namespace strata::bench
