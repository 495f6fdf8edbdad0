// Purpose: must() returns the value of a Result in a test, which fails with the error if there is none.
#pragma once

#include <doctest/doctest.h>

#include <utility>

#include "core/base/result.hpp"

namespace strata::test {

template <class T>
T must(Result<T> result) {
  if (!result.ok()) FAIL(result.error().message());
  return std::move(result.value());
}

}  // namespace strata::test
