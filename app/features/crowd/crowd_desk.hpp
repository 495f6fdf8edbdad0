// Purpose: The crowd in the lab: its agents, its clock, the edits that it is told of, and the gestures that place
//          agents.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/features/crowd/crowd_state.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/map_input_handler.hpp"

namespace strata {

class GridCrowdController : public FeatureController, public MapInputHandler, public LogContributor {
 public:
  explicit GridCrowdController(Lab& lab) : FeatureController(lab) {}

  const GridCrowd* crowd() const { return crowd_.get(); }  // null while there are no agents
  CrowdState& state() { return own_; }
  const CrowdState& state() const { return own_; }
  AgentSpot agent_spot(uint32_t agent) const;
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
  void follow(std::optional<uint32_t> agent);

  void tick(double dt_seconds) override;
  void finish_updates() override;
  Activity activity() const override {
    return own_.running ? Activity::kGoesOn : look_.running() ? Activity::kWorks : Activity::kRests;
  }
  // Looks for a CUDA device in a thread, once. Returns its name, or why there is none; empty while it is looked for.
  const std::string& look_for_device();
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void query_changed() override;
  void structure_event(StructureId which, StructureEvent news) override;
  void add_trips(std::vector<TripGroup>& groups) const override;
  void choose(WorldSetup& setup, bool other_map) const override;
  MapInputHandler* pointer() override { return this; }
  LogContributor* log_contributor() override { return this; }
  Press press(const PointerEvent& event, Cell cell) override;
  void drag(const PointerEvent& event, Cell cell, bool moved) override;
  void drop(bool keep) override;
  bool click(const PointerEvent& event, Cell cell) override;
  void before_command(const CommandInfo& /*command*/) override { tell(); }
  void rewrite_for_log(Command& command) const override;
  void before_log_line() override;
  void unlogged_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;
  void content_lines(SavedContent& content) const override;
  void dump(nlohmann::json& all) const override;

 private:
  friend struct CrowdCommands;
  BatchMap map_of_batches() const;
  bool labels_due() const;  // plans are queued until labels are made
  void keep_kinds();
  void read_labels();
  std::string tables_refusal() const;
  void look_up_followed();
  CellId goal() const;
  std::optional<uint32_t> agent_at(const PointerEvent& event) const;
  void stroke_begin(Cell cell);
  void stroke_to(Cell cell);
  void stroke_end();
  // Notes that the line has added agents, or has changed what those that walk do, with the settings that it found.
  void note_added(const CrowdSettings& settings, std::string line, std::string file = {});
  void note_changed(const CrowdSettings& settings, std::string line);
  // Notes that something has happened while the agents walked which a workspace does not hold.
  void note_lost(std::string_view what);
  bool rules_are_new() const;     // the crowd has not been told of them
  bool waits_for_tables() const;  // no agent can walk before the tables are built

  // What has added agents: the command, the settings before it and after it, the scenario that it read, and how many
  // ticks the crowd had walked.
  struct Addition {
    std::vector<std::string> before, after;
    std::string line, file;
    uint32_t ticks = 0;
  };

  CrowdState own_;
  std::vector<Addition> additions_;
  std::string lost_;  // what has happened while the agents walked that a workspace does not hold; empty: nothing
  std::unique_ptr<GridCrowd> crowd_;
  std::vector<Agent> crowd_kinds_;
  Rules crowd_rules_;  // rules that the crowd was told of
  bool crowd_edits_ = false;
  bool kind_is_new_ = false;     // tables are built for agents that have just come, and no tick has passed since
  double crowd_time_ = 0;        // ticks that are due, less than one between frames
  uint32_t crowd_unlogged_ = 0;  // ticks since the last line of the log
  uint32_t crowd_strokes_ = 0;
  std::string crowd_line_;  // line that will log the stroke; empty: there is no stroke
  Cell crowd_stroke_last_;
  uint32_t crowd_stroke_tick_ = 0;      // when it began
  std::vector<uint8_t> crowd_covered_;  // cells that the stroke has covered
  Job<std::string> look_;
  std::optional<std::string> found_;    // what look_for_device() has found
  std::optional<std::string> no_cuda_;  // why no CUDA device can be used, if that was tried
};

GridCrowdController& grid_crowd_controller(const Lab& lab);

}  // namespace strata
