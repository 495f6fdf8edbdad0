// Purpose: An ObjectPerType holds at most one object of each type. Several algorithms store their scratch memory in one
//          ObjectPerType, which does not know their types.
// Threads: One thread at a time uses an ObjectPerType.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace strata {

class ObjectPerType {
 public:
  ObjectPerType() = default;
  // A copy of an ObjectPerType holds no objects, because they are scratch memory and no state.
  ObjectPerType(const ObjectPerType&) {}
  ObjectPerType& operator=(const ObjectPerType&) { return *this; }
  ObjectPerType(ObjectPerType&&) = default;
  ObjectPerType& operator=(ObjectPerType&&) = default;
  // Returns the object of type T. It is created at the first call, and its address never changes.
  template <class T>
  T& of() {
    for (TypedObject& entry : entries_) {
      if (entry.key == &kKey<T>) return *static_cast<T*>(entry.object.get());
    }
    entries_.push_back({&kKey<T>, {new T(), [](void* object) { delete static_cast<T*>(object); }}});
    return *static_cast<T*>(entries_.back().object.get());
  }

 private:
  struct TypedObject {
    const void* key;
    std::unique_ptr<void, void (*)(void*)> object;
  };
  template <class T>
  static constexpr char kKey = 0;

  std::vector<TypedObject> entries_;
};

}  // namespace strata
