// Purpose: A Fact describes one number of a structure in a table row, such as the number of its edges. Its key in the
//          state, which scripts and lessons read, and its column in the panel come from the row. The features list
//          their facts (Feature::facts); dump_facts and draw_facts (app/ui/structure_cost.hpp) hide them from a
//          learner.
// Units: Every value is a number of things.
// Threads: Counting only reads the world. It can be interrupted (core/base/interruption.hpp).
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/world/structure_id.hpp"

namespace strata {

class Lab;
class World;

struct Fact {
  std::string_view key;         // its key in the state: "inter_edges"
  const char* title = nullptr;  // title of its column in the panel, in one or more lines; null: it has no column
  const char* help = nullptr;   // tooltip of the column: a sentence without a full stop
  size_t (*value)(const std::any& counts) = nullptr;
};

// Part of fact(): the class that has the member.
template <class Counts, class Value>
Counts counts_with(Value Counts::*);

// Returns the row of one member of the counts, such as fact<&HpaCounts::nodes>({"nodes", ...}).
template <auto kMember>
constexpr Fact fact(Fact row) {
  row.value = [](const std::any& counts) {
    return static_cast<size_t>(std::any_cast<const decltype(counts_with(kMember))&>(counts).*kMember);
  };
  return row;
}

// What was counted of a structure, or of one of its levels.
struct FactRow {
  std::string path;               // its place in the state as a JSON pointer: "/level/1"; empty: the structure's own
  std::any counts{};              // the value that the facts read; empty: this row was not counted
  std::string help{};             // tooltip of the row in the panel
  std::span<const Fact> facts{};  // the facts of this row, if they are not those of the table
};
using FactRows = std::vector<FactRow>;

// When the state tells the facts.
enum class FactsTold : uint8_t {
  kCounted,  // once they are counted
  kAlways,   // before that as zeros
  kReady,    // while the structure is up to date
};

struct FactTable {
  std::string_view key;           // its key in the state: "hpa"; empty: the feature has no facts
  std::span<const Fact> facts{};  // those with a column in the panel come first
  FactRows (*count)(const World&) = nullptr;
  FactsTold told = FactsTold::kCounted;
  // Keys in the meter, for what edits rebuilt (RebuiltCount) without a level.
  std::span<const std::string_view> rebuilt{};
  bool of_search = false;  // the facts tell how the search of the query goes on, and are hidden with its future
};

// Returns the rows that were counted last.
const FactRows& facts_of(const Lab& lab, StructureId structure);
// Returns the counts of a row; zeros if it was not counted.
template <class Counts>
const Counts& counts_of(const Lab& lab, StructureId structure, size_t row = 0) {
  static const Counts kZeros{};
  const FactRows& rows = facts_of(lab, structure);
  const auto* counts = row < rows.size() ? std::any_cast<Counts>(&rows[row].counts) : nullptr;
  return counts != nullptr ? *counts : kZeros;
}

// Writes for all structures whether they are on and ready, and, unless they are hidden, their memory and their facts.
void dump_facts(const Lab& lab, nlohmann::json& out);

}  // namespace strata
