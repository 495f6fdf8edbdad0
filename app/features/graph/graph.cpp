#include "app/features/graph/graph.hpp"

namespace strata {

const Feature kGraphFeature = {.name = "graph", .title = "Graph", .paint = kGraphPaint, .labels = kGraphLabels};

}  // namespace strata
