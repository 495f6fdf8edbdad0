// Purpose: Contraction hierarchies on the screen: what they are built on, their pictures, the arcs of a node, and the
//          contraction that is stepped.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/hierarchy_picture.hpp"
#include "app/lab/lab_part.hpp"

namespace strata {

// The graph of the contraction that is stepped.
struct ContractedGraph {
  CsrGraph graph;
  std::vector<CellId> cells;      // by node
  std::vector<uint32_t> by_cell;  // nodes by ascending cell
};

class HierarchyDesk : public LabPart {
 public:
  explicit HierarchyDesk(Lab& lab) : LabPart(lab) {}

  ChGraph graph_of(Structure structure) const;
  Cost unit(Structure structure) const;  // a straight step in its costs: drawn graphs have their own
  void apply();
  void set(const ChOptions& ch, const CchOptions& cch);
  void read();
  // Read as a whole when it has changed since the last look. `structure`: kCh or kCch.
  const HierarchyPicture& picture(Structure structure);
  // Of the search that is stepped; null: it is none of a hierarchy, or of one too large to be looked up for that alone.
  const HierarchyPicture* stepped_picture();
  uint64_t version(size_t which) const { return versions_[which]; }
  bool counts_due() const { return counts_due_; }
  void note_counted() { counts_due_ = false; }

  // The contraction that is stepped.
  static constexpr uint32_t kMaxContracted = 5000;  // nodes of a graph whose contraction is stepped
  const ContractedGraph& contracted_graph() const { return contracted_; }
  Status begin_contraction();
  void end_contraction();
  void record_contraction();

  // Inspection.
  void inspect(Inspection& inspection);
  Status look_up_arc(Structure structure, CellId a, CellId b, ArcInspection& seen);
  std::optional<ArcInspection> arc_at(const PointerEvent& event);
  bool hovers_node(Cell cell);  // of a hierarchy that is shown

 private:
  std::string contraction_key() const;
  std::string contraction_refused(const std::optional<ChInput>& input) const;

  std::array<uint64_t, 2> versions_{};  // kCh, kCch
  bool counts_due_ = false;
  std::array<HierarchyPicture, 2> pictures_;
  ContractedGraph contracted_;
};

}  // namespace strata
