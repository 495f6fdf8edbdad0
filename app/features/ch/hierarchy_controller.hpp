// Purpose: Contraction hierarchies on the screen: what they are built on, their pictures, the arcs of a node, and the
//          contraction that is stepped.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/features/ch/hierarchy_picture.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/predicted_process.hpp"
#include "core/world/ch_graphs.hpp"

namespace strata {

// State of a contraction hierarchy, customisable or not, as the screen shows it.
struct HierarchyStatus {
  bool building = false;  // in the background
  bool ready = false;     // the hierarchy matches the current map
  bool cancelled = false, failed = false;
  std::string refusal;  // why the hierarchy is not built; empty if it is, or will be
  double progress = 0;  // 0..1
  HierarchyCounts counts;
};

// How the layers show hierarchies.
struct HierarchyView {
  bool by_size = false;  // importance is shown as the size of a node, not as its colour
  int percent = 100;     // share of the nodes that is shown, the most important ones
};

// What a hierarchy holds for the inspected cell.
struct HierarchyInspection {
  bool known = false;  // the hierarchy is on and ready
  size_t nodes = 0;
  uint32_t place = kNoPlace;  // kNoPlace: the cell is no node of the hierarchy
  uint32_t rank = 0;
  std::vector<HierarchyArc> up;
  size_t down = 0;  // number of arcs that lead here from less important nodes
};

// The arc that is inspected.
struct ArcInspection {
  bool known = false;
  StructureId structure = StructureId::kCh;
  HierarchyArc arc;           // lower == kNoCell: no arc was chosen
  std::vector<CellId> cells;  // cells of the nodes on the path that the arc stands for, both ends included
};

// The graph of the contraction that is stepped.
struct ContractedGraph {
  CsrGraph graph;
  std::vector<CellId> cells;      // indexed by node
  std::vector<uint32_t> by_cell;  // nodes by ascending cell
};

// Controller of both hierarchies: `structure` is kCh or kCch throughout.
class HierarchyController : public FeatureController, public MapInputHandler, public PredictedProcess {
 public:
  explicit HierarchyController(Lab& lab) : FeatureController(lab) {}

  const ChOptions& ch_options() const { return ch_options_; }
  const CchOptions& cch_options() const { return cch_options_; }
  void set(const ChOptions& ch, const CchOptions& cch);
  ChGraph graph_of(StructureId structure) const;
  Cost unit(StructureId structure) const;  // cost of a straight step: drawn graphs have a unit of their own
  HierarchyView& view() { return view_; }
  const HierarchyView& view() const { return view_; }
  const HierarchyStatus& status(StructureId structure) const { return statuses_[index_of(structure)]; }
  void set_counts(const std::array<HierarchyCounts, 2>& counts);
  // Returns the picture of the hierarchy, read again as a whole if the hierarchy has changed.
  const HierarchyPicture& picture(StructureId structure);
  // Returns the picture of the hierarchy that the stepped search runs on. Null if the planner uses no hierarchy, if a
  // contraction is stepped, or if the hierarchy is not ready or too large to be read for this alone.
  const HierarchyPicture* picture_of(const Planner& planner);

  // The contraction that is stepped.
  static constexpr uint32_t kMaxContracted = 5000;  // nodes of a graph whose contraction is stepped
  bool contracting() const;
  const Process& predicted() const override;
  const ProcessQuestions* questions() const override;
  std::span<const StructureId> builds() const override;
  // Returns why the contraction cannot be stepped now; empty: it can, as far as is known without reading the graph.
  std::string_view why_not_contracted() const;
  const ContractedGraph& contracted_graph() const { return contracted_; }
  Status begin_contraction();
  void end_contraction();
  void record_contraction();

  // Inspection.
  const HierarchyInspection& inspected(StructureId structure) const { return inspected_[index_of(structure)]; }
  const ArcInspection& inspected_arc() const { return arc_; }
  Status inspect_arc(StructureId structure, CellId a, CellId b);

  void apply_options();  // sets the options in the world; switches sectors on if needed
  void structure_event(StructureId, StructureEvent news) override {
    if (news == StructureEvent::kWanted) apply_options();
  }
  void choose(WorldSetup& setup, bool other_map) const override;
  void read_world() override;
  Activity activity() const override {
    return statuses_[0].building || statuses_[1].building ? Activity::kWorks : Activity::kRests;
  }
  MapInputHandler* pointer() override { return this; }
  bool click(const PointerEvent& event, Cell cell) override;
  void look_at(Cell cell) override;
  void look_away() override { arc_ = {}; }
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  static size_t index_of(StructureId structure) { return structure == StructureId::kCh ? 0 : 1; }
  nlohmann::json hierarchy_json(StructureId structure) const;
  std::optional<ArcInspection> arc_at(const PointerEvent& event);
  bool hovers_node(Cell cell);  // whether the cell is a node of a hierarchy that is shown
  Status look_up_arc(StructureId structure, CellId a, CellId b, ArcInspection& seen);
  std::string contraction_key() const;
  std::string contraction_refused(const std::optional<ChInput>& input) const;
  std::string contraction_refused(size_t nodes) const;

  // The reason that was given last, and what it was given for.
  struct Refusal {
    ChOptions options;
    uint64_t world = 0, graph = 0;
    size_t nodes = SIZE_MAX;  // SIZE_MAX: not known
    bool sectors = false;
    std::string text;
    bool same_question(const Refusal& other) const {
      return options == other.options && world == other.world && graph == other.graph && nodes == other.nodes &&
             sectors == other.sectors;
    }
  };
  Refusal question() const;
  mutable Refusal refusal_;

  // Options of the hierarchies, also while they are switched off.
  ChOptions ch_options_;
  CchOptions cch_options_;
  HierarchyView view_;
  // The arrays hold kCh first, then kCch.
  std::array<HierarchyStatus, 2> statuses_;
  std::array<uint64_t, 2> versions_{};
  std::array<HierarchyPicture, 2> pictures_;
  std::array<HierarchyInspection, 2> inspected_;
  ArcInspection arc_;
  Cell looked_at_{-1, -1};
  uint64_t looked_stamp_ = 0;  // state of the world that inspected_ was read from
  ContractedGraph contracted_;
};

}  // namespace strata
