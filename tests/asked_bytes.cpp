#include "tests/asked_bytes.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

thread_local size_t asked = 0;

void* ask(size_t size, void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  asked += size;
  return memory;
}

}  // namespace

// In place of those of the standard library; the forms that are not here call these. A sanitizer has forms of its own:
// what is given back by one of these must have been asked for by one of these.
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  asked += size;
  return std::malloc(std::max<size_t>(size, 1));
}
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void* operator new(size_t size) { return ask(size, std::malloc(std::max<size_t>(size, 1))); }
void* operator new(size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<size_t>(alignment);
  return ask(size, std::aligned_alloc(unit, (std::max<size_t>(size, 1) + unit - 1) / unit * unit));
}
void* operator new(size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  const auto unit = static_cast<size_t>(alignment);
  asked += size;
  return std::aligned_alloc(unit, (std::max<size_t>(size, 1) + unit - 1) / unit * unit);
}
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }

namespace strata::test {

size_t asked_bytes() { return asked; }

}  // namespace strata::test
