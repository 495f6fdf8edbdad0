// Distances by labels against a plain search, for all pairs from many nodes, on maps of every set and over many edits.
// STRATA_LABEL_PAIRS and STRATA_LABEL_EDITS say how many at least; a run of the suite takes a small share.
#include <cstdlib>
#include <filesystem>
#include <map>

#include "core/io/movingai.hpp"
#include "tests/tables_support.hpp"

using namespace strata;
using namespace strata::tables_test;

namespace {

uint64_t asked(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// The distances from one node to all nodes; how many were compared.
uint64_t check_row(const TablesTestMap& s, const TableLabels& labels, const CellGraph& graph, uint32_t node) {
  const TablesView view = s.tables.view();
  const std::vector<Cost> ways = graph.from(view.node_cell[node], s.grid.bounds());
  uint64_t wrong = 0;
  for (uint32_t other = 0; other < view.nodes; ++other)
    wrong += std::min(labels.distance(node, other), kNoWay) != ways[view.node_cell[other]];
  REQUIRE(wrong == 0);
  return view.nodes;
}

uint64_t check_rows(const TablesTestMap& s, uint64_t pairs, Rng& rng) {
  const auto labels = TableLabels::build(s.tables, s.all.get(), nullptr);
  const uint32_t nodes = s.tables.view().nodes;
  if (nodes == 0) return 0;
  const CellGraph graph(s.grid, s.hpa);
  uint64_t compared = 0;
  while (compared < pairs) compared += check_row(s, *labels, graph, static_cast<uint32_t>(rng.below(nodes)));
  return compared;
}

// By set: the files of its maps, in the order of their names.
std::map<std::string, std::vector<std::string>> maps_of_sets() {
  std::map<std::string, std::vector<std::string>> sets;
  const std::filesystem::path folder = std::filesystem::path(std::getenv("STRATA_DATA")) / "maps";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".map")
      sets[entry.path().parent_path().filename().string()].push_back(entry.path().string());
  }
  for (auto& [name, files] : sets) std::sort(files.begin(), files.end());
  return sets;
}

// Labels that follow those before are those that their order gives from nothing.
void same_as_rebuilt(const TablesTestMap& s) {
  Cch cch;
  const CsrGraph graph = graph_of_tables(s.tables.view());
  cch.build(graph, s.all->cch().order());
  cch.customise(graph);
  REQUIRE(cch == s.all->cch());
  auto labels = test::built<Labels>(cch);
  REQUIRE(labels == s.all->labels());
}

}  // namespace

TEST_CASE("labels of tables are a plain search's distances on maps of every set" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const auto sets = maps_of_sets();
  const uint64_t pairs = asked("STRATA_LABEL_PAIRS", 200'000);
  // So many maps of a set that each has its 20 rows or so.
  const uint64_t maps = std::max<uint64_t>(1, pairs / sets.size() / 50'000);
  Rng rng(maps);
  uint64_t compared = 0;
  for (const auto& [name, files] : sets) {
    const uint64_t taken = std::min<uint64_t>(maps, files.size());
    for (uint64_t i = 0; i < taken; ++i) {
      const std::string& file = files[(2 * i + 1) * files.size() / (2 * taken)];
      CAPTURE(file);
      Result<LoadedMap> loaded = load_map(file);
      REQUIRE(loaded.ok());
      const TablesTestMap s(std::move(loaded.value().map), {}, i % 2 == 0 ? 16 : 10);
      compared += check_rows(s, pairs / sets.size() / taken + 1, rng);
    }
  }
  MESSAGE(compared, " pairs compared");
  CHECK(compared >= pairs);
}

TEST_CASE("labels of tables stay a plain search's distances over many edits, in an order that is kept") {
  const uint64_t edits = asked("STRATA_LABEL_EDITS", 600);
  const std::vector<Rules> rules = rules_of_all_kinds();
  uint64_t done = 0, compared = 0, kept = 0, labels = 0, computed = 0;
  for (uint64_t seed = 1; done < edits; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const int cluster_size = rng.between(4, 16);
    TablesTestMap s(map_of(static_cast<int>(seed % kKinds), rng.between(24, 96), rng.between(24, 96), seed),
                    rules[seed % rules.size()], cluster_size);
    for (int i = 0; i < 200; ++i, ++done) {
      s.edit(test::random_edit(s.map, cluster_size, rng));
      s.compute_all();
      kept += s.all->kept_order();
      REQUIRE(s.all->is_current_for(s.tables));
      same_as_rebuilt(s);
      labels += s.all->nodes();
      computed += s.all->computed();
      if (i % 10 != 9) continue;
      compared += check_rows(s, 1, rng);
    }
  }
  MESSAGE(done, " edits, ", compared, " pairs compared, ", computed, " of ", labels, " labels computed");
  CHECK(computed < labels * 3 / 4);
  CHECK(kept > done / 2);
  CHECK(compared >= done / 10);
}
