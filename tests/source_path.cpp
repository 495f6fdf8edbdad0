#include "tests/source_path.hpp"

namespace strata::test {

std::string source_path(std::string_view inside) { return std::string(STRATA_SOURCE_DIR "/").append(inside); }

}  // namespace strata::test
