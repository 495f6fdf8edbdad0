// Purpose: What a world is to keep, and what the letters of its map stand for, as one value, and what has to be built
// for it, made ahead of the change: on large
//          maps in a thread, so that the change itself takes no time.
// Shapes: Only what is not there yet is built; the parts that it replaces are handed back, because giving back hundreds
//         of megabytes takes long as well.
#pragma once

#include <optional>
#include <tuple>

#include "core/world/structures.hpp"

namespace strata {

// The rules, and for every structure of the list its options; nothing: it is not kept.
class WorldSetup {
 public:
  // What is always kept, as usual.
  explicit WorldSetup(const Rules& own_rules = {}) : rules(own_rules) {
    for_each_structure([&]<class K>(std::type_identity<K>) {
      if (K::kAlways) get<K>() = K::usual(rules);
    });
  }

  template <class K>
  std::optional<typename K::Options>& get() {
    return std::get<kPlace<K>>(options_);
  }
  template <class K>
  const std::optional<typename K::Options>& get() const {
    return std::get<kPlace<K>>(options_);
  }

  friend bool operator==(const WorldSetup&, const WorldSetup&) = default;

  Rules rules;
  std::optional<LetterTerrains> letters;  // nothing: what they stand for

 private:
  template <class List>
  struct Options;
  template <class... K>
  struct Options<std::tuple<K...>> {
    using Type = std::tuple<std::optional<typename K::Options>...>;
  };
  Options<Structures>::Type options_;
};

// Before they are put in, what was built; afterwards what it replaced.
class WorldParts {
 public:
  template <class K>
  typename K::Part& get() {
    return std::get<kPlace<K>>(parts_);
  }

 private:
  template <class List>
  struct Parts;
  template <class... K>
  struct Parts<std::tuple<K...>> {
    using Type = std::tuple<typename K::Part...>;
  };
  Parts<Structures>::Type parts_;
};

}  // namespace strata
