// Purpose: A StructureId names a structure of a world. Edits update the structures in this order: each comes after the
//          structures that it reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace strata {

enum class StructureId : uint8_t {
  kMoves,
  kJumps,
  kJumpDistances,
  kRepairs,
  kHpa,
  kTables,
  kHaa,
  kRooms,
  kSectors,
  kCch,
  kLandmarks,
  kCh,
  kLabels,
  kNavmesh,
  kHna,
  kMeshTables,
  kMeshClasses,
  kMeshLabels
};
inline constexpr int kStructures = static_cast<int>(StructureId::kMeshLabels) + 1;
inline constexpr std::array<StructureId, kStructures> kAllStructures = [] {
  std::array<StructureId, kStructures> all{};
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<StructureId>(i);
  return all;
}();

// A set of structures as a bit mask.
class StructureSet {
 public:
  constexpr StructureSet() = default;
  constexpr StructureSet(std::initializer_list<StructureId> all) {
    for (const StructureId one : all) insert(one);
  }
  static constexpr StructureSet all() {
    StructureSet set;
    for (const StructureId one : kAllStructures) set.insert(one);
    return set;
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr void insert(StructureId one) { bits_ |= bit(one); }
  constexpr void erase(StructureId one) { bits_ &= ~bit(one); }
  constexpr void insert(StructureSet others) { bits_ |= others.bits_; }
  constexpr bool contains(StructureId one) const { return (bits_ & bit(one)) != 0; }
  friend bool operator==(const StructureSet&, const StructureSet&) = default;

 private:
  static constexpr uint32_t bit(StructureId one) { return uint32_t{1} << static_cast<int>(one); }
  uint32_t bits_ = 0;
};

std::string_view structure_name(StructureId structure);   // stable key, such as "hpa"
std::string_view structure_title(StructureId structure);  // displayed name
// Returns whether every world has the structure, even if it was not switched on.
bool is_always_kept(StructureId structure);
// Returns whether jobs build a part of it, for which World::finish_background waits.
bool is_built_in_background(StructureId structure);

}  // namespace strata
