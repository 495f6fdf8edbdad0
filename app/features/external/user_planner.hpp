// Purpose: A UserPlanner is a program of the user as a planner of the lab: it has a row beside the library's planners,
//          and checks the answers of the program.
// How: Queries go through an ExternalService, so that waiting can be interrupted. Events from the program are recorded
//      like those of an opened trace.
// Units: Costs are in the unit of the rules (core/grid/cost.hpp).
// Threads: As for AddedPlanner; `row` and `service` may be called from any thread.
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

// The lines of the pseudo-code for the events that the program reports. The line kOwnTypes and those after it stand
// for the types of events that the program has named itself, in the order of first use; the last line is for types
// that have no line.
namespace own_line {
inline constexpr uint8_t kSource = 0, kDestination = 1, kExpanding = 2, kGenerating = 3, kUpdating = 4, kClosing = 5,
                         kEnd = 6, kNoEvents = 7, kAnswer = 8, kOwnTypes = 9, kOtherTypes = TraceCode::kMostLines - 1;
}

class UserPlanner : public AddedPlanner {
 public:
  // Statistics of the events of the last recorded search.
  struct Events {
    bool asked = false;
    bool given = false;
    // The events come with values of g.
    bool costs = false;
    size_t count = 0;      // number of all events
    size_t expanding = 0;  // number of events of the type "expanding"
    size_t faults = 0;     // number of errors in the events, see TraceFault
    std::string problem;   // why the events cannot be parsed; empty: they can
  };

  UserPlanner(ExternalProgram program, std::string command);
  ~UserPlanner() override;

  const Planner& row() const { return row_; }
  const std::string& name() const { return name_; }
  const std::string& command() const { return command_; }
  const Narration& narration() const { return *narration_; }
  const PseudoCode& code() const { return code_.code(); }
  // Adds lines to the pseudo-code for types of events that the program has named for the first time. Called by
  // the main thread.
  void take_types();
  ExternalService& service() { return service_; }
  Events events() const;

  void plan(const World& world, const PlanQuery& query, PlanResult& result, Trace* trace) override;
  std::string stamp() const override;
  std::string lacks(const World& world) const override;
  double prepare_micros() const override;
  std::string remark(const PlanQuery& query) const override;
  double busy_seconds() const override { return service_.busy_seconds(); }
  // Returns the remark that the program has sent with its newest answer; empty: none.
  std::string newest_remark() const;

 private:
  // Stores the reply in `result`. Returns what is wrong with the answer; empty: nothing.
  static std::string take_answer(const World& world, const PlanQuery& query, ExternalReply reply, PlanResult& result);
  void keep_remark(const PlanQuery& query, std::string remark);
  void record(const World& world, const std::string& events, Trace& trace);
  // Returns for each event the pseudo-code line of its type.
  std::vector<uint8_t> lines_of_types(const SearchTrace& search);

  std::string name_, command_, source_;
  ExternalService service_;
  std::unique_ptr<Narration> narration_;
  AddedPlannerRow row_;
  TraceCode code_;
  mutable std::mutex mutex_;
  Events events_;
  std::vector<std::string> types_;  // types of events that the program has named itself
  // The remarks that the program has sent with its last answers, the newest last.
  std::vector<std::pair<PlanQuery, std::string>> remarks_;
};

std::unique_ptr<Narration> make_own_narration(const UserPlanner& planner);

}  // namespace strata
