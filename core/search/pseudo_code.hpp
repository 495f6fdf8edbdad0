// Purpose: The pseudo-code of each planner, to whose lines the events of a trace point, and which other lines the
//          planner has passed on its way to the line of an event.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/search/observer.hpp"

namespace strata {

// Line numbers are indices into the text of the planner the event belongs to.
namespace code_line {
// Dijkstra and A*.
inline constexpr uint8_t kInit = 0, kPop = 2, kDone = 3, kGenerate = 6, kUpdate = 8, kFail = 9;
// HPA*.
inline constexpr uint8_t kHpaInsertStart = 1, kHpaInsertGoal = 2, kHpaPop = 5, kHpaDone = 6, kHpaGenerate = 8,
                         kHpaUpdate = 9, kHpaFail = 10, kHpaRefineEdge = 11, kHpaRefineInter = 12, kHpaRefineIntra = 13,
                         kHpaSmooth = 14, kHpaShortcut = 16;
// HAA*.
inline constexpr uint8_t kHaaInsertStart = 0, kHaaInsertGoal = 1, kHaaPop = 4, kHaaDone = 5, kHaaGenerate = 8,
                         kHaaUpdate = 9, kHaaFail = 10, kHaaRefineEdge = 11, kHaaRefineInter = 12, kHaaRefineIntra = 13,
                         kHaaSmooth = 14, kHaaShortcut = 16;
// A* with landmarks.
inline constexpr uint8_t kAltInit = 0, kAltPop = 3, kAltDone = 4, kAltGenerate = 7, kAltUpdate = 9, kAltFail = 10;
// Jump point search.
inline constexpr uint8_t kJpsInit = 0, kJpsPop = 2, kJpsDone = 3, kJpsGenerate = 8, kJpsUpdate = 9, kJpsFail = 10;
// Sectors.
inline constexpr uint8_t kSectorInit = 0, kSectorPop = 3, kSectorDone = 4, kSectorGenerate = 6, kSectorUpdate = 7,
                         kSectorFail = 8, kSectorPiece = 9, kSectorRegions = 10, kSectorRefine = 11, kSectorCells = 12,
                         kSectorTrim = 13, kSectorSmooth = 14, kSectorShortcut = 15;
// Room pruning.
inline constexpr uint8_t kRoomsDirect = 0, kRoomsInsertStart = 1, kRoomsInsertGoal = 2, kRoomsInit = 3, kRoomsPop = 5,
                         kRoomsDone = 6, kRoomsGenerate = 10, kRoomsUpdate = 11, kRoomsFail = 12, kRoomsRefine = 14,
                         kRoomsInterleave = 16;
// Contraction hierarchies: the query, and how they are built.
inline constexpr uint8_t kChInit = 0, kChPop = 3, kChStall = 4, kChGenerate = 7, kChUpdate = 8, kChMeet = 9,
                         kChFail = 10, kChDone = 11, kChUnpack = 13, kChEdge = 14, kChRefine = 15, kChSmooth = 16;
inline constexpr uint8_t kContractInit = 0, kContractNode = 2, kContractWitness = 4, kContractWitnessEdge = 5,
                         kContractShortcut = 6;
// Customisable ones: two walks up the elimination tree.
inline constexpr uint8_t kCchInit = 0, kCchClimb = 2, kCchGenerate = 4, kCchUpdate = 5, kCchMeet = 6, kCchFail = 7,
                         kCchDone = 8, kCchUnpack = 10, kCchEdge = 11, kCchRefine = 12, kCchSmooth = 13;
// Tables.
inline constexpr uint8_t kTablesStart = 0, kTablesGoal = 1, kTablesLocal = 2, kTablesPair = 4, kTablesBetter = 5,
                         kTablesDone = 6, kTablesFail = 7, kTablesNext = 9, kTablesRefine = 10, kTablesMove = 11,
                         kTablesSmooth = 12, kTablesShortcut = 13;
}  // namespace code_line

// What a line has been passed for.
enum class PassedBy : uint8_t {
  kAny,       // every event of the line
  kStart,     // a node from which a search begins
  kNext,      // a node that was reached from another one
  kStraight,  // the same, in a straight line of the grid
  kSlanted,   // the same, in no straight line
  kGoal,      // the goal
  kFirst,     // the first event of the trace
};

// An event of line `event_line` comes after the `passed` lines, one bit each.
struct LinePass {
  uint8_t event_line = 0;
  uint64_t passed = 0;
  PassedBy by = PassedBy::kAny;
};

struct PseudoCode {
  std::span<const std::string_view> lines;  // 64 at most
  std::span<const LinePass> passes;
  // Lines that the event belongs to: its own, and those passed before it since the last event, one bit each. `goal`: of
  // the search.
  uint64_t lines_of(const SearchEvent& event, bool first, int map_width, CellId goal) const;
  // All lines that events of this line may belong to.
  uint64_t lines_of(uint8_t event_line) const;
};

const PseudoCode& grid_search_pseudo_code(bool with_heuristic);
const PseudoCode& hpa_pseudo_code();
const PseudoCode& haa_pseudo_code();
const PseudoCode& sectors_pseudo_code();
const PseudoCode& alt_pseudo_code();
const PseudoCode& jps_pseudo_code();
const PseudoCode& rooms_pseudo_code();
const PseudoCode& ch_pseudo_code();
const PseudoCode& cch_pseudo_code();
const PseudoCode& contraction_pseudo_code();
const PseudoCode& tables_pseudo_code();

}  // namespace strata
