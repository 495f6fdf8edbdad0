// The construction of the graph of HAA* as it is recorded.
#include "core/haa/haa_build.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "core/haa/haa_build_code.hpp"
#include "core/search/trace.hpp"
#include "tests/core/haa/haa_setting.hpp"

using namespace strata;

namespace {

using ReportedEdge = std::tuple<CellId, CellId, Cost, uint8_t, int>;  // ends, cost, terrain set, size

ReportedEdge reported(const SearchEvent& event) {
  return {std::min(event.node, event.parent), std::max(event.node, event.parent), event.g,
          haa_build_code::capability_of(event.h).bits(), haa_build_code::size_of(event.h)};
}

std::multiset<ReportedEdge> edges_of(const std::vector<HaaEdge>& edges, bool weak_too) {
  std::multiset<ReportedEdge> all;
  for (const HaaEdge& edge : edges) {
    if (edge.strongly_dominated || (!weak_too && edge.weakly_dominated)) continue;
    all.insert({std::min(edge.from, edge.to), std::max(edge.from, edge.to), edge.cost, edge.capability.bits(),
                edge.clearance});
  }
  return all;
}

}  // namespace

TEST_CASE("a recorded construction of HAA* builds what an unrecorded one does, and its events are that graph") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    HaaOptions options = test::with_menu(seed % 2 == 0 ? 6 : 9, 1 + static_cast<int>(seed % 3), seed % 3 == 0);
    options.as_published = seed == 5;
    const test::HaaSetting plain(test::painted(test::random_map(40, 33, 12, seed), seed), {}, options);
    Haa traced;
    Trace trace;
    build_recorded(traced, plain.agents, options, trace);
    CHECK(traced == plain.haa);

    std::multiset<ReportedEdge> inter, intra, weak;
    const SearchEvent* before = nullptr;
    for (const SearchEvent& event : trace.events()) {
      REQUIRE(build_event::is_build(event.phase));
      if (event.type == build_event::kAddEdge)
        (event.line == haa_build_code::kPair ? inter : intra).insert(reported(event));
      if (event.type == build_event::kDropEdge) {
        REQUIRE(before->type == build_event::kKeepEdge);
        const ReportedEdge dropped = reported(event), kept = reported(*before);
        const bool own_terrains = (std::get<3>(kept) & ~std::get<3>(dropped)) == 0;
        if (event.line == haa_build_code::kWeakDrop) {
          weak.insert(dropped);
        } else {
          CHECK((std::get<0>(kept) == std::get<0>(dropped) && std::get<1>(kept) == std::get<1>(dropped)));
          CHECK(
              (std::get<2>(kept) <= std::get<2>(dropped) && own_terrains && std::get<4>(kept) >= std::get<4>(dropped)));
          CHECK(kept != dropped);
          auto& all = inter.contains(dropped) ? inter : intra;
          const auto own = all.find(dropped);
          REQUIRE(own != all.end());
          all.erase(own);
        }
      }
      before = &event;
    }
    CHECK(inter == edges_of(plain.haa.inter_edges(), true));
    CHECK(intra == edges_of(plain.haa.intra_edges(), true));
    for (const ReportedEdge& edge : weak) {
      REQUIRE(inter.contains(edge));
      inter.erase(inter.find(edge));
    }
    CHECK(inter == edges_of(plain.haa.inter_edges(), false));
    const SearchEvent& last = trace.events().back();
    CHECK(last.line == haa_build_code::kLow);
    CHECK(last.g == plain.haa.nodes().size());
    CHECK(last.h == std::ranges::count_if(plain.haa.nodes(), [](const HaaNode& node) { return node.in_low; }));
  }
}
