// Hashes: their values are kept in files, so that they must stay what they are.
#include "core/base/hash.hpp"

#include <doctest/doctest.h>

using namespace strata;

TEST_CASE("hashes of texts are the published values of FNV-1a") {
  CHECK(fnv1a("") == 0xcbf29ce484222325ull);
  CHECK(fnv1a("a") == 0xaf63dc4c8601ec8cull);
  CHECK(fnv1a("foobar") == 0x85944171f73967e8ull);
  CHECK(fnv1a("\xff") == 0xaf64724c8602eb6eull);
}

TEST_CASE("a number is added to a hash in one step, whatever its size") {
  Fnv1a bytes, words;
  for (const char c : {'a', 'b'}) bytes.add(static_cast<uint8_t>(c));
  CHECK(bytes.value() == fnv1a("ab"));
  words.add(0x6162);
  CHECK(words.value() == (0xcbf29ce484222325ull ^ 0x6162) * 0x100000001b3ull);
}
