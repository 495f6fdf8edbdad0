// Purpose: These base classes narrate searches on contraction hierarchies, by arcs or by hub labels.
#pragma once

#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"

namespace strata {

// Sentences for the steps of a bidirectional search in which both sides climb to more important nodes.
class HierarchyNarration : public Narration {
 public:
  std::string node_noun(int level) const override;
  std::string_view graph(int) const override { return " in the contracted graph"; }

 protected:
  std::string sentence(const NarratedEvent& e) const override;
  std::string source(const NarratedEvent& e) const override;
  std::string destination(const NarratedEvent& e) const override;
  std::string link(const NarratedEvent& e) const override;
  std::string path_edge(const NarratedEvent& e) const override;
  // Returns the sentence that says why both sides may stop, followed by a blank. `best` is the cost of the
  // best path so far.
  virtual std::string stop_sentence(const NarratedEvent& e, Cost best) const = 0;
  std::string no_path(const NarratedEvent& e) const override;

 private:
  // Returns stop_sentence() if the event is the first one after both sides have stopped; otherwise an empty text.
  std::string searches_stop(const NarratedEvent& e) const;
};

// Sentences for the steps of the construction of a hierarchy.
class ContractionNarration : public Narration {
 public:
  std::string node_noun(int level) const override;
  std::string_view never_reopens(const PlanOptions& options, Profile profile) const override;

 protected:
  std::string_view purpose(const NarratedEvent& e) const override;
  std::string contraction(const NarratedEvent& e) const override;
  // The edges that a contraction records are those of witnesses.
  std::string path_edge(const NarratedEvent& e) const override;
};
extern const ContractionNarration kContractionNarration;

enum class HierarchyMembership : uint8_t { kUnknown, kNoNode, kNode };
// Returns whether the cell is a node of the searched hierarchy. The result is kUnknown while the
// hierarchy is being built.
HierarchyMembership hierarchy_place(const CellWithoutNode& at);
inline constexpr std::string_view kHierarchyBeingRebuilt =
    "The hierarchy is being built again, so nothing more is known of it.";

}  // namespace strata
