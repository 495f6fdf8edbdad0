// Purpose: GraphController keeps the drawn graph: its file, its edits, and the gestures that draw it.
#pragma once

#include <optional>
#include <string>

#include "app/lab/document.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/scene_state_provider.hpp"
#include "core/ch/drawn_graph.hpp"

namespace strata {

struct GraphFile;

// A drag that begins at a node: it moves the node, or adds an edge to another node.
struct GraphDrag {
  uint32_t node = 0;
  // The cell under the pointer during the drag.
  Cell at;
  // The other node under the pointer, which an edge is added to; nullopt: there is none.
  std::optional<uint32_t> to;
  friend bool operator==(const GraphDrag&, const GraphDrag&) = default;
};

class GraphController : public FeatureController, public Document, public MapInputHandler, public SceneStateProvider {
 public:
  explicit GraphController(Lab& lab) : FeatureController(lab) {}

  const DrawnGraph& graph() const { return graph_; }
  const std::optional<GraphDrag>& dragged() const { return drag_; }
  void edit(DrawnGraph graph, std::string name);  // replaces the graph as one undo step
  // Opens a graph file. `here`: the graph is put on the open map, even if the file names another map.
  Status open_here(const std::string& path, bool here);
  Status save_as(const std::string& path);

  std::string_view kind() const override { return "graph"; }
  std::string_view open_command() const override { return "graph.open"; }
  std::vector<std::pair<std::string_view, std::string_view>> other_kinds() const override;
  bool path_has_own_format() const override;
  std::string_view name() const override { return "the drawn graph"; }
  Status open(const std::string& path) override { return open_here(path, false); }
  Result<std::string> map_of(const std::string& path) const override;
  const std::string& path() const override { return path_; }
  bool save_needs_name() const override;
  bool unsaved() const override { return unsaved_; }
  bool empty() const override { return graph_.empty(); }
  Status save() override { return save_as(default_path()); }
  uint64_t version() const override { return version_; }
  std::string text() const override;
  std::string_view parts() const override { return "nodes"; }
  Result<Rect> read_copy(std::string_view text, const std::string& name) override;
  void leave_copy() override { copy_ = {}; }
  void take_copy(const std::string& path, bool confirmed) override;

  void map_changed(const MapChange& change) override;
  PressResult press(const PointerEvent& event, Cell cell) override;
  void drag(const PointerEvent& event, Cell cell, bool moved) override;
  void drop(bool keep) override;
  bool click(const PointerEvent& event, Cell cell) override;
  std::any content() const override;
  void take_content(const std::any& content) override;
  void dump(nlohmann::json& out) const override;

 private:
  struct SceneState {
    DrawnGraph graph, saved;
    std::string path;
    bool unconfirmed = false;
  };
  // Loads a graph of any format. One of another program gets cells of the open map, and `notes` say what differs.
  Result<GraphFile> load(const std::string& path, std::vector<std::string>& notes) const;
  Status save_other(const std::string& path);  // writes the graph in the format of another program
  void note_saved(const std::string& path);
  Result<std::string> map_named(const std::string& path, const std::string& name) const;
  void set(DrawnGraph graph);
  // Returns the path to save to: the graph's file, or an unused name beside the map if it has none.
  std::string default_path() const;
  std::optional<uint32_t> node_at(const PointerEvent& event) const;
  const DrawnGraphEdge* edge_at(const PointerEvent& event) const;
  bool remove_at(const PointerEvent& event);

  DrawnGraph graph_;
  // The graph as it is in the file.
  DrawnGraph saved_;
  // The graph that was read from a recovery copy and is not in use yet.
  DrawnGraph copy_;
  std::string path_;
  // The file name comes from a recovery copy, and the user has not confirmed it yet.
  bool unconfirmed_ = false;
  bool unsaved_ = false;
  std::optional<GraphDrag> drag_;
  PointerEvent drag_event_;  // last event of the drag
  bool drag_moved_ = false;
  uint64_t version_ = 1;
};

}  // namespace strata
