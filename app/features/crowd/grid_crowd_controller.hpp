// Purpose: GridCrowdController runs the grid crowd in the lab: it owns the agents and their clock, updates them after
//          edits of the map, and handles the gestures that place agents.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/features/crowd/agent_history.hpp"
#include "app/features/crowd/crowd_state.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/scene_state_provider.hpp"

namespace strata {

class GridCrowdController : public FeatureController,
                            public MapInputHandler,
                            public LogContributor,
                            public SceneStateProvider {
 public:
  explicit GridCrowdController(Lab& lab) : FeatureController(lab) {}

  const GridCrowd* crowd() const { return crowd_.get(); }  // null while there are no agents
  CrowdState& state() { return own_; }
  const CrowdState& state() const { return own_; }
  DrawnAgentPosition agent_spot(uint32_t agent) const;
  Status ensure(const Agent& agent);
  void show_layer();
  void clear();
  Result<uint32_t> spawn_random(uint32_t count);
  uint32_t spawn_along(Cell from, Cell to);
  Result<uint32_t> spawn_rows(const std::string& path, uint32_t& left_out);
  void choose_engine();
  void tell();
  void run(uint32_t ticks, double budget_ms);
  void read();
  void follow(std::optional<uint32_t> agent, bool with_camera = true);

  void leave_map() override;
  void tick(double dt_seconds) override;
  void finish_updates() override;
  Activity activity() const override {
    return own_.running ? Activity::kEndless : look_.running() ? Activity::kWorks : Activity::kIdle;
  }
  // Searches for a CUDA device in a thread, once. Returns its name, or why there is none; empty during the search.
  const std::string& look_for_device();
  // Says why the crowd cannot be planned on a CUDA device; empty if it can, or nobody has tried.
  std::string_view why_no_cuda() const { return no_cuda_ ? std::string_view(*no_cuda_) : std::string_view(); }
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void query_changed() override;
  void structure_event(StructureId which, StructureEvent news) override;
  void add_trips(std::vector<StartGoalGroup>& groups) const override;
  void choose(WorldSetup& setup, ChosenFor map) const override;
  PressResult press(const PointerEvent& event, Cell cell) override;
  void drag(const PointerEvent& event, Cell cell, bool moved) override;
  void drop(bool keep) override;
  bool click(const PointerEvent& event, Cell cell) override;
  void before_command(const CommandInfo& /*command*/) override { tell(); }
  void before_log_line() override;
  void unlogged_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;
  void content_lines(SavedContent& content) const override;
  void dump(nlohmann::json& all) const override;

 private:
  std::any content() const override;
  void take_content(const std::any& content) override;
  friend struct CrowdCommands;
  BatchMap map_of_batches() const;
  // Returns whether plans wait in a queue until the hub labels are built.
  bool labels_due() const;
  void keep_kinds();
  void read_labels();
  std::string tables_refusal() const;
  void look_up_followed();
  CellId goal() const;
  std::optional<uint32_t> agent_at(const PointerEvent& event) const;
  void stroke_begin(Cell cell);
  void stroke_to(Cell cell);
  void stroke_end();
  // These functions note, for the command log, that the command `line` has added agents or has changed agents that
  // walk, under the given settings. `file` is the scenario that the command has read; empty: none.
  void note_added(const CrowdSettings& settings, std::string line, std::string file = {});
  void note_changed(const CrowdSettings& settings, std::string line);
  // Notes that an event has changed agents in a way that a workspace file cannot reproduce. `what` names the event.
  void note_lost(std::string_view what) { history_.lose(what, ticks()); }
  uint32_t ticks() const { return crowd_ ? crowd_->ticks() : 0; }
  // Returns whether the rules of movement have changed and the crowd still has the former ones.
  bool rules_are_new() const;
  // Returns whether agents cannot walk before the tables that they plan with are built.
  bool waits_for_tables() const;

  struct SceneState {
    std::shared_ptr<GridCrowd> crowd;  // this copy of the crowd never ticks; null: no agents
    std::vector<Agent> kinds;
    Rules rules;
    std::vector<CellId> exits;
    std::optional<uint32_t> followed;
    bool camera_follows = false;
    AgentHistory history;
    bool kind_is_new = false;
    uint32_t unlogged = 0, strokes = 0;
  };

  CrowdState own_;
  AgentHistory history_;
  std::unique_ptr<GridCrowd> crowd_;
  std::vector<Agent> crowd_kinds_;
  // The rules of movement that the crowd was told last.
  Rules crowd_rules_;
  bool crowd_edits_ = false;
  // Tables are being built for agents that were just added, and no tick has passed since they were added.
  bool kind_is_new_ = false;
  // The number of ticks that are due. Between frames it is a fraction below one.
  double crowd_time_ = 0;
  // Number of ticks since the command log was last told of ticks.
  uint32_t crowd_unlogged_ = 0;
  uint32_t crowd_strokes_ = 0;
  // The command that the log gets when the stroke of the tool ends; empty: no stroke is under way.
  std::string crowd_line_;
  Cell crowd_stroke_last_;
  // The tick of the crowd at which the stroke of the tool began.
  uint32_t crowd_stroke_tick_ = 0;
  // Index: cell. Value: 1 if the stroke of the tool has covered the cell.
  std::vector<uint8_t> crowd_covered_;
  Job<std::string> look_;
  std::optional<std::string> found_;  // result of look_for_device()
  // Says why CUDA cannot be used; nullopt: it was not tried yet.
  std::optional<std::string> no_cuda_;
};

GridCrowdController& grid_crowd_controller(const Lab& lab);

}  // namespace strata
