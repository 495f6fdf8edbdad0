// Any bytes as a .graph file: an error that names a line, or a graph that is written and read back the same.
#include <cstddef>
#include <cstdint>

#include "core/base/check.hpp"
#include "core/io/graph_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const auto parsed = parse_graph({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!parsed) {
    STRATA_CHECK(parsed.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!parsed.error().what.empty());
    return 0;
  }
  const GraphFile& file = parsed.value();
  const auto again = parse_graph(format_graph(file), "again");
  STRATA_CHECK(again.ok());
  STRATA_CHECK(again.value() == file);
  STRATA_CHECK(again.value().rounded_weights == 0);  // what is written is kept as written
  STRATA_CHECK((file.rounded_weights == 0) == file.first_rounded.empty());
  const CsrGraph csr = file.graph.csr();
  STRATA_CHECK(csr.node_count() == file.graph.node_count());
  STRATA_CHECK(csr.edge_count() == file.graph.edges().size() * 2);
  STRATA_CHECK(file.graph.order().size() == file.graph.node_count());
  return 0;
}
