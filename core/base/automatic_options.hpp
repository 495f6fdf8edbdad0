// Purpose: AutomaticOptions holds options of a structure that were chosen for a map, with the reason.
#pragma once

#include <string>

namespace strata {

template <class Options>
struct AutomaticOptions {
  Options options;
  std::string reason;  // one sentence, with the numbers of the map that decide
};

}  // namespace strata
