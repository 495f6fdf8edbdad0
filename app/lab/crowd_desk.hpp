// Purpose: The crowd in the lab: who is in it, its clock, what it is told, and the gestures that place it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/lab_part.hpp"

namespace strata {

class CrowdDesk : public LabPart {
 public:
  explicit CrowdDesk(Lab& lab) : LabPart(lab) {}

  const Crowd* crowd() const { return crowd_.get(); }  // null while there are no agents
  AgentSpot agent_spot(uint32_t agent) const;
  Status ensure(const Agent& agent);
  void clear();
  Result<uint32_t> spawn_random(uint32_t count);
  uint32_t spawn_along(Cell from, Cell to);
  Result<uint32_t> spawn_rows(const std::string& path, uint32_t& left_out);
  void choose_engine();
  void tick(double dt_seconds);
  void tell();
  void run(uint32_t ticks, double budget_ms);
  void edited(const EditReport& report);
  void heed_edits() { crowd_edits_ = true; }  // at the next tick
  void goal_changed();
  void read();
  void follow(std::optional<uint32_t> agent);
  void log_ticks();
  uint32_t unlogged_ticks() const { return crowd_unlogged_; }
  std::vector<std::string> setting_lines() const;
  std::optional<uint32_t> agent_at(const PointerEvent& event) const;

  void stroke_begin(Cell cell);
  void stroke_to(Cell cell);
  void stroke_end();
  const std::string& stroke_line() const { return crowd_line_; }  // that it will be logged as; empty: there is none

  const std::vector<Agent>& kinds() const { return crowd_kinds_; }

 private:
  friend struct CrowdCommands;
  BatchMap map_of_batches() const;
  void keep_kinds();
  std::string tables_refusal() const;
  void look_up_followed();
  CellId goal() const;

  std::unique_ptr<Crowd> crowd_;
  std::vector<Agent> crowd_kinds_;
  Rules crowd_rules_;  // that it was told of
  bool crowd_edits_ = false;
  double crowd_time_ = 0;        // ticks that are due, less than one between frames
  uint32_t crowd_unlogged_ = 0;  // ticks since the log was written last
  uint32_t crowd_strokes_ = 0;
  std::string crowd_line_;
  Cell crowd_stroke_last_;
  std::vector<uint8_t> crowd_covered_;  // cells of the stroke under way
  std::optional<std::string> no_cuda_;  // why there is no device, once it was looked for
};

}  // namespace strata
