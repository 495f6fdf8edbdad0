// Purpose: A WorldSetup is one value with the rules of a world, the options of the structures that it keeps, and the
//          terrains of the letters of its map. WorldParts are built for a setup before the world changes to it, on
//          large maps in a thread, so that the change itself takes no time.
// Shapes: Only parts that are not there yet are built. The parts that they replace are handed back, because freeing
//         hundreds of megabytes takes long as well.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "core/grid/letter_terrains.hpp"
#include "core/grid/move_grid.hpp"
#include "core/world/structure.hpp"

namespace strata {

using OwnedStructures = std::array<std::unique_ptr<Structure>, kStructures>;
// Returns one structure of each class, without options.
OwnedStructures make_structures();
// Frees all that a structure holds, whatever state it is in, and leaves it as `make_structures` makes it. Takes no
// memory.
void remake(Structure& structure);
// Returns the options of a structure if none are given.
AnyOptions default_options(StructureId structure, const Rules& rules);

// The rules, and the options of every structure. A structure without options is not kept.
class WorldSetup {
 public:
  // Sets default options for the structures that are always kept.
  explicit WorldSetup(const Rules& own_rules = {});

  AnyOptions& of(StructureId structure) { return options_[static_cast<size_t>(structure)]; }
  const AnyOptions& of(StructureId structure) const { return options_[static_cast<size_t>(structure)]; }
  // Returns the options of a structure by its class.
  template <class K>
  std::optional<typename K::Options>& get() {
    return of(K::kId).template as<typename K::Options>();
  }
  template <class K>
  const std::optional<typename K::Options>& get() const {
    return of(K::kId).template as<typename K::Options>();
  }

  friend bool operator==(const WorldSetup&, const WorldSetup&) = default;

  Rules rules;
  std::optional<LetterTerrains> letters;  // nothing: the usual terrains of the letters

 private:
  std::array<AnyOptions, kStructures> options_;
};

// The new parts of all structures before `install`, and the replaced parts afterwards.
class WorldParts {
 public:
  AnyPart& of(StructureId structure) { return parts_[static_cast<size_t>(structure)]; }

  StructureSet out_of_memory;  // structures for whose parts there was not enough memory

 private:
  std::array<AnyPart, kStructures> parts_;
};

}  // namespace strata
