// Purpose: A PlannerSpec names a planner and the settings of its structure: `hpa(2)`, `labels()`,
//          `sectors().set("sectors.size", 32)`. `fastest()` stands for the fastest exact planner that is ready.
// Settings: Those of HPA*, sectors and landmarks follow the map, unless they are set here; `published` takes those of
//           the papers. docs/settings.md lists all names, units and ranges.
// Errors: An unknown name, an unknown setting, or a value outside of its range is told by the call that gets the spec.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strata {

struct Planner;

class PlannerSpec {
 public:
  explicit PlannerSpec(std::string_view name);

  // Sets an option of the planner's structure, or of one under it, by its name: `set("hpa.cluster_size", 32)`. A switch
  // is 0 or 1, and a choice the place of its word.
  PlannerSpec& set(std::string_view setting, double value) &;
  PlannerSpec&& set(std::string_view setting, double value) && { return std::move(set(setting, value)); }
  // Takes the settings of the paper where none is set.
  PlannerSpec& published() & {
    published_ = true;
    return *this;
  }
  PlannerSpec&& published() && { return std::move(published()); }

  std::string_view name() const { return name_; }
  bool is_published() const { return published_; }
  std::span<const std::pair<std::string, double>> settings() const { return settings_; }
  // Returns the row of the planner in the library's own table; null: there is no planner of this name.
  const Planner* row() const { return row_; }

 private:
  std::string name_;
  const Planner* row_ = nullptr;
  bool published_ = false;
  std::vector<std::pair<std::string, double>> settings_;
};

// The fastest exact planner that is ready. It is never out of date, and never waits: until a structure is built, it
// asks a planner that needs none. It builds in the background what pays at the present rate of queries and edits.
PlannerSpec fastest();

// Exact planners over cells.
PlannerSpec astar();
PlannerSpec jps();       // jump point search; one weight for all passable cells, as jps_plus
PlannerSpec jps_plus();  // with jump distances computed beforehand
PlannerSpec alt();       // A* with landmarks
PlannerSpec ch();        // contraction hierarchy
PlannerSpec labels();    // hub labels
// Abstractions, whose paths may be slightly longer than the shortest.
PlannerSpec hpa(int levels = 1);  // HPA*, 1 to 4 levels
PlannerSpec sectors();
PlannerSpec next_hop_tables();  // over HPA*
// Planners over a navigation mesh, at any angle.
PlannerSpec polyanya();           // the shortest of such paths
PlannerSpec hna(int levels = 1);  // HNA*, 1 to 3 levels
PlannerSpec pccp();

// Returns the names of all planners, each of which PlannerSpec takes.
std::vector<std::string_view> planner_names();

}  // namespace strata
