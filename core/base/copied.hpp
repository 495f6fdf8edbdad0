// Purpose: CopiedPtr and NotCopied are members for classes that are copied as values. The copy of a CopiedPtr owns a
//          copy of the object. The copy of a NotCopied is a new object, for example a new thread pool.
#pragma once

#include <memory>
#include <utility>

namespace strata {

template <class T>
class CopiedPtr : public std::unique_ptr<T> {
 public:
  using std::unique_ptr<T>::unique_ptr;
  CopiedPtr() = default;
  CopiedPtr(std::unique_ptr<T> own) : std::unique_ptr<T>(std::move(own)) {}  // NOLINT: meant to be implicit
  CopiedPtr(const CopiedPtr& other) : std::unique_ptr<T>(other ? std::make_unique<T>(*other) : nullptr) {}
  CopiedPtr(CopiedPtr&&) noexcept = default;
  CopiedPtr& operator=(const CopiedPtr& other) { return *this = CopiedPtr(other); }
  CopiedPtr& operator=(CopiedPtr&&) noexcept = default;
};

template <class T>
class NotCopied : public T {
 public:
  using T::T;
  using T::operator=;
  NotCopied() = default;
  NotCopied(const NotCopied&) : T() {}
  NotCopied(NotCopied&&) noexcept = default;
  NotCopied& operator=(const NotCopied&) { return *this; }
  NotCopied& operator=(NotCopied&&) noexcept = default;
};

}  // namespace strata
