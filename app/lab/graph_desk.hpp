// Purpose: The graph of the user's own making: its file, its edits, and the gestures that draw it.
#pragma once

#include <optional>
#include <string>

#include "app/lab/lab_part.hpp"

namespace strata {

class GraphDesk : public LabPart {
 public:
  explicit GraphDesk(Lab& lab) : LabPart(lab) {}

  Status open(const std::string& path, bool here = false);  // here: on the open map, whichever it names
  Status save_as(const std::string& path);
  bool save_needs_name() const;
  std::string usual_path() const;                // beside the map, where there is no file yet
  uint64_t version() const { return version_; }  // changes with the drawn graph
  void edit(DrawnGraph graph, std::string name);
  void set(DrawnGraph graph);
  void set_saved(DrawnGraph graph) { saved_ = std::move(graph); }
  const DrawnGraph& saved() const { return saved_; }  // as the file has it
  void forget();
  std::optional<uint32_t> node_at(const PointerEvent& event) const;
  bool remove_at(const PointerEvent& event);
  void drag_node(const PointerEvent& event, Cell cell);
  void drop_node(bool keep);

 private:
  const DrawnEdge* edge_at(const PointerEvent& event) const;

  DrawnGraph saved_;
  uint64_t version_ = 1;
};

}  // namespace strata
