// Purpose: What the narrations of searches on contraction hierarchies have in common, by arcs or by labels.
#pragma once

#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"

namespace strata {

// Narrates a bidirectional search, whose two sides climb to more important nodes.
class HierarchyNarration : public Narration {
 public:
  std::string node_noun(int level) const override;

 protected:
  std::string source(const NarratedEvent& e) const override;
  std::string destination(const NarratedEvent& e) const override;
  std::string link(const NarratedEvent& e) const override;
  std::string path_edge(const NarratedEvent& e) const override;
  std::string refined(const NarratedEvent& e) const override;
  // Returns why both sides may stop, with a blank at the end; `best`: the cost of the best path.
  virtual std::string stop_sentence(const NarratedEvent& e, Cost best) const = 0;
  std::string no_path(const NarratedEvent& e) const override;

 private:
  // Returns `stop_sentence` if the event is the first after the search; else nothing.
  std::string searches_stop(const NarratedEvent& e) const;
};

// Narrates how a hierarchy is built.
class ContractionNarration : public Narration {
 public:
  std::string node_noun(int level) const override;
  std::string_view never_reopens(const PlanOptions& options, Profile profile) const override;

 protected:
  std::string contraction(const NarratedEvent& e) const override;
};
extern const ContractionNarration kContractionNarration;

enum class HierarchyMembership : uint8_t { kUnknown, kNoNode, kNode };
// Whether the cell is a node of the hierarchy that was searched; unknown while the hierarchy is being built.
HierarchyMembership hierarchy_place(const CellWithoutNode& at);
inline constexpr std::string_view kHierarchyBeingRebuilt =
    "The hierarchy is being built again, so nothing more is known of it.";

}  // namespace strata
