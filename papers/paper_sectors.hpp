// Purpose: This header has what the tables of Sturtevant, Geisberger 2010 share: maps with the regions of their
//          sectors, and the problems.
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
inline constexpr size_t kTimedPairs = 1000;  // the first problems of each map: times need fewer problems than counts do

SectorOptions sector_options_for(int second_size);

// A map with its regions, on one level and on two.
struct SectorStudy {
  std::string name;
  MoveGrid moves;
  Sectors base;
  std::array<Sectors, kSecondSizes.size()> two;
};
Result<size_t> for_each_sector_study(const PaperOptions& options, const std::function<void(SectorStudy&)>& visit);

int sector_pairs_of(const PaperOptions& options);
// Draws random pairs of connected regions, by their centres, uniform over all such pairs.
std::vector<Query> connected_pairs(const SectorStudy& study, int pairs, Rng& rng, Workspace& workspace);
std::string sector_study_note(size_t maps, int pairs);
std::string failed_query(const SectorStudy& study, const Query& query, std::string_view what);

// --- Contraction hierarchies, in paper_contraction.cpp ---------------------------------------------------------------

// Effort of one search.
struct Measure {
  uint32_t expanded = 0;
  float micros = -1;  // below 0: not timed
};
struct Effort {
  Share expanded, micros;
  void add(const Measure& measure) {
    expanded.add(measure.expanded);
    if (measure.micros >= 0) micros.add(measure.micros);
  }
};

// The hierarchies by both vectors of coefficients, plain and packed.
struct SectorHierarchies {
  CsrGraph graph;
  std::array<Ch, 2> plain;                   // for large and small coefficients
  std::array<std::vector<Cell>, 2> centres;  // by rank
  std::array<MobileCh, 2> mobile;

  explicit SectorHierarchies(const SectorStudy& study);
};
inline constexpr std::array<std::string_view, 2> kHierarchyNames = {"large", "small"};

// Mean, least and most over the maps.
struct Spread {
  Share share;
  double least = 0, most = 0;
  void add(double value) {
    least = share.count == 0 ? value : std::min(least, value);
    most = share.count == 0 ? value : std::max(most, value);
    share.add(value);
  }
};
// Adds `total_NAME`, `..._min` and `..._max`: bytes in all, beside what the paper prints in thousands.
void append_total(const std::string& name, const std::array<double, 3>& printed, const Spread& bytes, PaperRows& rows);

// Collects the rows of table 1: memory of hierarchies and times of their builds.
class HierarchySizes {
 public:
  // `base`: bytes of the graph below.
  void add(const SectorStudy& study, double base, int rounds);
  void append(PaperRows& rows) const;

 private:
  struct Sizes {
    Share plain, mobile, arcs, shortcuts, build;
    Spread plain_total, mobile_total;
  };
  std::array<Sizes, 2> sizes_;
};

// How table 2 searches hierarchies.
enum class HierarchySearch : uint8_t {
  kPlain,      // upwards from both ends, nodes stalled on demand
  kUnstalled,  // as kPlain, without stalling
  kGoal,       // as kPlain, guided by the distance of centres
  kAlt,        // as kPlain, guided by landmarks
  kMobile,     // as kPlain, over the packed store
};
inline constexpr size_t kHierarchySearches = 5;
inline constexpr size_t kHierarchyMeasures = 2 * kHierarchySearches;  // large coefficients first, then small ones
using HierarchyMeasures = std::array<Measure, kHierarchyMeasures>;

// Solves one problem with all searches. `rounds` 0: not timed. Returns a message if a cost differs from that of A*.
std::string measure_hierarchies(const SectorHierarchies& hierarchies, const GraphLandmarks& landmarks, uint32_t from,
                                uint32_t to, Cost cost, int rounds, Workspace& workspace, HierarchyMeasures& measures);
using HierarchyEfforts = std::array<Effort, kHierarchyMeasures>;
void append_hierarchy_rows(const HierarchyEfforts& all, const HierarchyEfforts& longest_10,
                           const HierarchyEfforts& longest_1, const HierarchyEfforts& hardest_1, PaperRows& rows);

}  // namespace strata::bench
