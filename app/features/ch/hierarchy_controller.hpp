// Purpose: HierarchyController shows contraction hierarchies in the lab: their options and state, the pictures of their
//          nodes and arcs, the arcs of the inspected node, and the stepped contraction.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/features/ch/hierarchy_picture.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/predicted_process.hpp"
#include "app/lab/scene_state_provider.hpp"
#include "core/world/ch_graphs.hpp"

namespace strata {

// The state of a CH or CCH for display.
struct HierarchyStatus {
  bool building = false;  // a background build is running
  bool ready = false;     // the hierarchy is up to date with the map
  bool cancelled = false, failed = false;
  std::string refusal;  // why the hierarchy is not built; empty: it is, or will be
  double progress = 0;  // 0..1
};

// Options of the layers that draw hierarchies.
struct HierarchyView {
  // True: the importance of a node is drawn as its size; false: as its colour.
  bool by_size = false;
  // Only this percentage of the nodes is drawn, beginning with the most important ones.
  int percent = 100;
};

// What the hierarchy knows about the inspected cell.
struct HierarchyInspection {
  // The hierarchy is switched on and up to date; otherwise the other members mean nothing.
  bool known = false;
  size_t nodes = 0;
  // Position of the node in the order of importance, 0 for the least important; kNoPlace: the cell is no node
  // of the hierarchy.
  uint32_t place = kNoPlace;
  uint32_t rank = 0;
  std::vector<HierarchyArc> up;
  // Number of arcs to the node from less important nodes.
  size_t down = 0;
};

// The arc that the user has clicked, and the path that it represents.
struct ArcInspection {
  bool known = false;
  StructureId structure = StructureId::kCh;
  // If `arc.lower` is kNoCell, no arc is inspected.
  HierarchyArc arc;
  // Cells of the nodes on the path that the arc represents, both ends included.
  std::vector<CellId> cells;
};

// The controller of both hierarchies. `structure` is kCh or kCch in all functions.
class HierarchyController : public FeatureController,
                            public MapInputHandler,
                            public PredictedProcess,
                            public SceneStateProvider {
 public:
  explicit HierarchyController(Lab& lab) : FeatureController(lab) {}

  const ChOptions& ch_options() const { return ch_options_; }
  const CchOptions& cch_options() const { return cch_options_; }
  void set(const ChOptions& ch, const CchOptions& cch);
  ChGraph graph_of(StructureId structure) const;
  // Returns the cost of a straight step in the hierarchy's costs: a drawn graph has a unit of its own.
  Cost unit(StructureId structure) const;
  HierarchyView& view() { return view_; }
  const HierarchyView& view() const { return view_; }
  const HierarchyStatus& status(StructureId structure) const { return statuses_[index_of(structure)]; }
  // Returns the picture of the hierarchy, which is read again completely if the hierarchy has changed.
  const HierarchyPicture& picture(StructureId structure);
  // Returns the picture of the hierarchy that the stepped search uses. Null if the planner uses no hierarchy, if a
  // contraction is stepped, or if the hierarchy is not ready or too large to be read.
  const HierarchyPicture* picture_of(const Planner& planner);

  // The following functions concern the stepped contraction.
  // A contraction can be stepped only if its graph has at most this number of nodes.
  static constexpr uint32_t kMaxContracted = 5000;
  bool contracting() const;
  const SteppedProcess& predicted() const override;
  const ProcessQuestions* questions() const override;
  std::span<const StructureId> builds() const override;
  // Returns why the contraction cannot be stepped now. An empty text means that no reason is known before
  // the graph is read.
  std::string_view why_not_contracted() const;
  const ContractedGraph& contracted_graph() const { return contracted_; }
  Status begin_contraction();
  void end_contraction();
  void record_contraction();

  // The following functions concern inspection.
  const HierarchyInspection& inspected(StructureId structure) const { return inspected_[index_of(structure)]; }
  const ArcInspection& inspected_arc() const { return arc_; }
  Status inspect_arc(StructureId structure, CellId a, CellId b);

  void apply_options();  // applies the options to the world, and switches sectors on if the hierarchy needs them
  void structure_event(StructureId, StructureEvent news) override {
    if (news == StructureEvent::kWanted) apply_options();
  }
  void choose(WorldSetup& setup, ChosenFor map) const override;
  void read_world() override;
  Activity activity() const override {
    return statuses_[0].building || statuses_[1].building ? Activity::kWorks : Activity::kIdle;
  }
  bool click(const PointerEvent& event, Cell cell) override;
  void inspect_cell(Cell cell) override;
  void end_inspection() override { arc_ = {}; }
  std::any content() const override;  // returns the inspected arc
  void take_content(const std::any& content) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  static size_t index_of(StructureId structure) { return structure == StructureId::kCh ? 0 : 1; }
  nlohmann::json hierarchy_json(StructureId structure) const;
  std::optional<ArcInspection> arc_at(const PointerEvent& event);
  // Returns whether the cell is a node of a hierarchy that is visible on the map.
  bool hovers_node(Cell cell);
  Status look_up_arc(StructureId structure, CellId a, CellId b, ArcInspection& seen);
  std::string contraction_key() const;
  std::string contraction_refused(const std::optional<ChInput>& input) const;
  std::string contraction_refused(size_t nodes) const;

  // The last answer of contraction_refused(), stored with the inputs that it was computed for.
  struct CachedRefusal {
    ChOptions options;
    uint64_t world = 0, graph = 0;
    size_t nodes = SIZE_MAX;  // SIZE_MAX: unknown
    bool sectors = false;
    std::string text;
    bool same_question(const CachedRefusal& other) const {
      return options == other.options && world == other.world && graph == other.graph && nodes == other.nodes &&
             sectors == other.sectors;
    }
  };
  CachedRefusal question() const;
  mutable CachedRefusal refusal_;

  // The chosen options of both hierarchies; they are stored here also while a hierarchy is switched off.
  ChOptions ch_options_;
  CchOptions cch_options_;
  HierarchyView view_;
  // In these arrays, index 0 belongs to kCh and index 1 to kCch.
  std::array<HierarchyStatus, 2> statuses_;
  std::array<uint64_t, 2> versions_{};
  std::array<HierarchyPicture, 2> pictures_;
  std::array<HierarchyInspection, 2> inspected_;
  ArcInspection arc_;
  Cell looked_at_{-1, -1};
  uint64_t looked_stamp_ = 0;  // stamp of the world that inspected_ was read from
  ContractedGraph contracted_;
};

}  // namespace strata
