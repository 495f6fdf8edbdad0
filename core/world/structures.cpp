#include "core/world/structures.hpp"

#include <memory>

#include "core/world/world_setup.hpp"

namespace strata {
namespace {

struct StructureType {
  StructureId id;
  std::string_view name, title;
  bool always, in_background;
  std::unique_ptr<Structure> (*make)();
  void (*remake)(Structure& structure);
  AnyOptions (*usual)(const Rules& rules);
};

template <class K>
constexpr StructureType kClassOf = {
    K::kId,
    K::kName,
    K::kTitle,
    K::kAlways,
    K::kInBackground,
    [] { return std::unique_ptr<Structure>(std::make_unique<K>()); },
    [](Structure& structure) {
      auto& own = static_cast<K&>(structure);
      std::destroy_at(&own);
      std::construct_at(&own);
    },
    [](const Rules& rules) { return AnyOptions(std::optional<typename K::Options>(K::usual(rules))); },
};

constexpr std::array<StructureType, kStructures> kClasses = []<class... K>(std::type_identity<std::tuple<K...>>) {
  static_assert(sizeof...(K) == kStructures);
  return std::array<StructureType, kStructures>{kClassOf<K>...};
}(std::type_identity<StructureClasses>());

static_assert([] {
  for (size_t i = 0; i < kClasses.size(); ++i) {
    if (kClasses[i].id != static_cast<StructureId>(i)) return false;
  }
  return true;
}());

const StructureType& class_of(StructureId structure) { return kClasses[static_cast<size_t>(structure)]; }

}  // namespace

std::string_view structure_name(StructureId structure) { return class_of(structure).name; }
std::string_view structure_title(StructureId structure) { return class_of(structure).title; }
bool is_always_kept(StructureId structure) { return class_of(structure).always; }
bool is_built_in_background(StructureId structure) { return class_of(structure).in_background; }
AnyOptions default_options(StructureId structure, const Rules& rules) { return class_of(structure).usual(rules); }

void remake(Structure& structure) { class_of(structure.id()).remake(structure); }

OwnedStructures make_structures() {
  OwnedStructures made;
  for (size_t i = 0; i < made.size(); ++i) made[i] = kClasses[i].make();
  return made;
}

}  // namespace strata
