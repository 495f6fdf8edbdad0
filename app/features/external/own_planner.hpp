// Purpose: An OwnPlanner is a program of the user as a planner of the lab: its row stands beside those of the library,
//          and its answers, which are checked, come from the program.
// How: The program is asked through an ExternalService, so that whoever waits can be interrupted. Events that it gives
// are
//      recorded as those of an opened trace are.
// Units: Costs are those of the rules (core/grid/cost.hpp).
// Threads: As for AddedPlanner; `row` and `service` are for any thread, too.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "app/features/traces/trace_recording.hpp"
#include "core/world/added_planner.hpp"
#include "external/external_service.hpp"

namespace strata {

class Narration;

// The lines of the pseudo-code that events of such a search name. From kOwnTypes on there are the types of events that
// the program has named itself, in the order in which they came; the last line is for those that have no line of their
// own.
namespace own_line {
inline constexpr uint8_t kSource = 0, kDestination = 1, kExpanding = 2, kGenerating = 3, kUpdating = 4, kClosing = 5,
                         kEnd = 6, kNoEvents = 7, kAnswer = 8, kOwnTypes = 9, kOtherTypes = TraceCode::kMostLines - 1;
}

class OwnPlanner : public AddedPlanner {
 public:
  // What its last recorded search consists of.
  struct Events {
    bool asked = false;
    bool given = false;
    bool costs = false;    // they have values of g
    size_t count = 0;      // of all events
    size_t expanding = 0;  // of those of that type
    size_t faults = 0;     // see TraceFault
    std::string problem;   // why they cannot be read; empty: they can
  };

  OwnPlanner(ExternalProgram program, std::string command);
  ~OwnPlanner() override;

  const Planner& row() const { return row_; }
  const std::string& name() const { return name_; }
  const std::string& command() const { return command_; }
  const Narration& narration() const { return *narration_; }
  const PseudoCode& code() const { return code_.code(); }
  // Gives the types of events that have come since the last call their lines in the code. The main thread calls it.
  void take_types();
  ExternalService& service() { return service_; }
  Events events() const;

  void plan(const World& world, const Query& query, PlanResult& result, Trace* trace) override;
  std::string stamp() const override;
  std::string lacks(const World& world) const override;
  double prepare_micros() const override;
  std::string remark(const Query& query) const override;
  double busy_seconds() const override { return service_.busy_seconds(); }
  std::string newest_remark() const;  // on any answer; empty: there is none

 private:
  // Returns what is wrong with the answer; empty: nothing.
  static std::string take_answer(const World& world, const Query& query, ExternalReply reply, PlanResult& result);
  void keep_remark(const Query& query, std::string remark);
  void record(const World& world, const std::string& events, Trace& trace);
  // Returns the line of every type of the search.
  std::vector<uint8_t> lines_of_types(const SearchTrace& search);

  std::string name_, command_, source_;
  ExternalService service_;
  std::unique_ptr<Narration> narration_;
  AddedRow row_;
  TraceCode code_;
  mutable std::mutex mutex_;
  Events events_;
  std::vector<std::string> types_;                      // that the program has named itself
  std::vector<std::pair<Query, std::string>> remarks_;  // on the last answers, newest last
};

std::unique_ptr<Narration> make_own_narration(const OwnPlanner& planner);

}  // namespace strata
