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
// One of each, without options.
OwnedStructures make_structures();
// Where nobody says otherwise.
AnyOptions default_options(StructureId structure, const Rules& rules);

// The rules, and for every structure of the list its options; nothing: it is not kept.
class WorldSetup {
 public:
  // What is always kept, as usual.
  explicit WorldSetup(const Rules& own_rules = {});

  AnyOptions& of(StructureId structure) { return options_[static_cast<size_t>(structure)]; }
  const AnyOptions& of(StructureId structure) const { return options_[static_cast<size_t>(structure)]; }
  // By its class.
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
  std::optional<LetterTerrains> letters;  // nothing: what they stand for

 private:
  std::array<AnyOptions, kStructures> options_;
};

// Before they are put in, what was built; afterwards what it replaced.
class WorldParts {
 public:
  AnyPart& of(StructureId structure) { return parts_[static_cast<size_t>(structure)]; }

 private:
  std::array<AnyPart, kStructures> parts_;
};

}  // namespace strata
