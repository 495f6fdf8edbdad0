#include "core/hna/automatic_hna.hpp"

#include <fmt/format.h>

#include "core/base/count_of.hpp"

namespace strata {
namespace {

// With fewer polygons the second level is one group or two, and a query hardly more than a search over the mesh: with
// inter-edges queries were slower.
constexpr size_t kFew = 150;
// From here on groups of kSmallGroup have so many inter-edges that larger ones were faster.
constexpr size_t kMiddle = 600;
// From here on one level has too many inter-edges.
constexpr size_t kMany = 8000;

constexpr int kSmallGroup = 3, kMiddleGroup = 10;

}  // namespace

AutomaticOptions<HnaOptions> automatic_hna_options(const NavMesh& mesh) {
  AutomaticOptions<HnaOptions> chosen;
  const size_t polygons = mesh.polygon_count();
  const std::string count = count_of(polygons, "polygon");
  if (polygons >= kFew && polygons < kMany) {
    chosen.options.levels = 1;
    chosen.options.group_size = polygons < kMiddle ? kSmallGroup : kMiddleGroup;
  }
  chosen.reason =
      fmt::format("{} with {} polygons to a group: the mesh has {}.",
                  chosen.options.levels == 1 ? "One level" : "Two levels", chosen.options.group_size, count);
  return chosen;
}

}  // namespace strata
