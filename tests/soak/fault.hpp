// Purpose: Something that must always hold and does not: its kind, by which it is known again in another run, and what
//          exactly was seen.
#pragma once

#include <optional>
#include <string>

namespace strata::soak {

struct Fault {
  std::string kind;  // "the path of hpa1": one line without numbers
  std::string text;
};
using MaybeFault = std::optional<Fault>;

}  // namespace strata::soak
