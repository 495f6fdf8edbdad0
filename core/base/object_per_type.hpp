// Purpose: An ObjectPerType holds at most one object of each type. So several owners keep memory in one place, and the
//          place need not know their types.
// Threads: As for the object that holds it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace strata {

class ObjectPerType {
 public:
  ObjectPerType() = default;
  // A copy begins without objects: they are memory, not state.
  ObjectPerType(const ObjectPerType&) {}
  ObjectPerType& operator=(const ObjectPerType&) { return *this; }
  ObjectPerType(ObjectPerType&&) = default;
  ObjectPerType& operator=(ObjectPerType&&) = default;
  // Returns the object of a type, which is made at the first call and never moves.
  template <class T>
  T& of() {
    for (Entry& entry : entries_) {
      if (entry.key == &kKey<T>) return *static_cast<T*>(entry.object.get());
    }
    entries_.push_back({&kKey<T>, {new T(), [](void* object) { delete static_cast<T*>(object); }}});
    return *static_cast<T*>(entries_.back().object.get());
  }

 private:
  struct Entry {
    const void* key;
    std::unique_ptr<void, void (*)(void*)> object;
  };
  template <class T>
  static constexpr char kKey = 0;

  std::vector<Entry> entries_;
};

}  // namespace strata
