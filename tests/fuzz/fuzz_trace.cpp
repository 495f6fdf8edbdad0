// Any bytes as a search trace, as JSON and as YAML: an error that names the file, or events whose parts belong
// together, and a check on a small map.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/check.hpp"
#include "traces/search_trace.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  for (const char* name : {"fuzz.json", "fuzz.yaml"}) {
    const auto parsed = parse_search_trace({reinterpret_cast<const char*>(data), size}, name, {.items = 1000});
    if (!parsed) {
      STRATA_CHECK(parsed.error().where.starts_with(name));
      STRATA_CHECK(!parsed.error().what.empty());
      continue;
    }
    const SearchTrace& trace = parsed.value();
    STRATA_CHECK(!trace.events.empty() && trace.events.size() <= 1000);
    size_t unplaced = 0;
    for (const TraceEvent& event : trace.events) {
      STRATA_CHECK(event.type < trace.types.size());
      STRATA_CHECK(event.node == kNoTraceNode || event.node < trace.nodes.size());
      STRATA_CHECK(event.parent == kNoTraceNode || event.parent < trace.nodes.size());
      STRATA_CHECK(std::isnan(event.x) == std::isnan(event.y));
      for (const double cost : {event.f, event.g, event.h}) STRATA_CHECK(!std::isinf(cost));
      unplaced += !event.placed();
    }
    STRATA_CHECK(unplaced == trace.unplaced);
    STRATA_CHECK(trace.extent().x >= 1 && trace.extent().y >= 1);
    const TraceReport report = check_search_trace(trace, GridMap(5, 4), Capability::walker());
    STRATA_CHECK(report.findings.size() <= report.count);
    STRATA_CHECK(report.expanded + report.generated <= trace.events.size());
  }
  return 0;
}
