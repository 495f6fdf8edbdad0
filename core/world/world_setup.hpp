// Purpose: A WorldSetup holds the rules of a world, the options of its structures, and the terrains of the letters of
//          its map. WorldParts are built for a setup before the world changes to it (in a thread on large maps), so
//          that the change itself takes no time.
// Shapes: Only missing parts are built. Replaced parts are returned to the caller, because freeing hundreds of
//         megabytes takes time, too.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "core/grid/letter_terrains.hpp"
#include "core/grid/move_grid.hpp"
#include "core/world/structure.hpp"

namespace strata {

using OwnedStructures = std::array<std::unique_ptr<Structure>, kStructures>;
// Creates one structure of each class, without options.
OwnedStructures make_structures();
// Frees everything that a structure holds and puts it into the state of `make_structures`. It allocates no memory.
void remake(Structure& structure);
// Returns the default options of a structure.
AnyOptions default_options(StructureId structure, const Rules& rules);

// The rules, and the options of every structure. A structure without options is not built.
class WorldSetup {
 public:
  // Sets default options for the structures that every world has.
  explicit WorldSetup(const Rules& own_rules = {});

  AnyOptions& of(StructureId structure) { return options_[static_cast<size_t>(structure)]; }
  const AnyOptions& of(StructureId structure) const { return options_[static_cast<size_t>(structure)]; }
  // Returns the options of a structure, given by its class.
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
  std::optional<LetterTerrains> letters;  // nothing: the terrains of the MovingAI format

 private:
  std::array<AnyOptions, kStructures> options_;
};

// The new parts of all structures before `install`, and the replaced parts afterwards.
class WorldParts {
 public:
  AnyStructurePart& of(StructureId structure) { return parts_[static_cast<size_t>(structure)]; }

  StructureSet out_of_memory;  // structures for whose parts memory ran out

 private:
  std::array<AnyStructurePart, kStructures> parts_;
};

}  // namespace strata
