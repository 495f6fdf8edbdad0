// Purpose: A Fault is a violated invariant: its kind, which identifies it in other runs, and the exact observation.
#pragma once

#include <optional>
#include <string>

namespace strata::soak {

struct Fault {
  std::string kind;  // a line without numbers: "the path of hpa1"
  std::string text;
};
using MaybeFault = std::optional<Fault>;

}  // namespace strata::soak
