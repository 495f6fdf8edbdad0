// Purpose: Traces and plans of other programs are opened here over a map, stepped with the timeline, checked, and
//          compared with a search of ours.
// How: A search trace is recorded as a search is, with the types of its events as lines of pseudo-code. Of a plan every
//      time step is an event. Both are processes that are stepped in place of a search.
// Threads: As for FeatureController.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/features/traces/trace_recording.hpp"
#include "app/lab/feature.hpp"
#include "app/playback/narration.hpp"
#include "traces/plan_check.hpp"
#include "traces/search_trace.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kTracesFeature;
extern const Feature kPlansFeature;
// The processes without what hangs on the open file, see TracesController. As there is nothing to step without a file,
// the features do not offer them by themselves.
extern const Process kTraceProcess, kPlanProcess;
FeaturePanel traces_panel();
extern const FeatureLayer kOpenedPlanLayer;
extern const std::array<FeatureCommand, 3> kTraceCommands;
extern const std::array<FeatureCommand, 3> kPlanCommands;
extern const std::array<PaintStep, 1> kTracesPaint;

// On which map a trace or a plan was opened.
enum class OpenedOn : uint8_t { kBeside, kNamed, kOpen, kGuessed };
std::string_view opened_on_text(OpenedOn on);

// A trace that is open.
struct OpenedTrace {
  std::string path;
  OpenedOn on = OpenedOn::kOpen;
  SearchTrace trace;
  TraceReport report;
  std::vector<std::string> texts;  // of the findings
  double straight = 1;             // cost of a straight step in the file
  TraceCode code;
};

// A plan that is open.
struct OpenedPlan {
  std::string path;
  OpenedOn on = OpenedOn::kOpen;
  MapfPlan plan;
  PlanTask task;
  std::string task_from;  // where starts and goals come from: "the scenario a.scen"; empty: they are not known
  PlanReport report;
  std::vector<std::string> texts;
};

class TracesController : public FeatureController {
 public:
  explicit TracesController(Lab& lab);

  const OpenedTrace* trace() const { return trace_.get(); }
  const OpenedPlan* plan() const { return plan_.get(); }
  bool steps_trace() const;
  bool steps_plan() const;
  uint32_t plan_step() const;                    // the time step at the cursor
  uint64_t version() const { return version_; }  // changes with what is open and with what was found
  uint64_t asked() const { return asked_; }

  // `map`: the map to open it on, "here" for the open map; empty: one is looked for.
  Status open_trace(const std::string& path, const std::string& map);
  Status open_plan(const std::string& path, const std::string& map);
  Status begin(const Process& process);
  void end();
  void close_trace();
  void close_plan();
  void record();

  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void dump(nlohmann::json& out) const override;

  Cost unit() const;

 private:
  using Take = std::function<void(OpenedOn)>;
  Status open_on_map(const std::string& path, const std::string& map, const std::string& named, Cell extent, bool exact,
                     Take take);
  void take_trace(std::string path, SearchTrace trace, OpenedOn on);
  void take_plan(std::string path, MapfPlan plan, OpenedOn on);
  void check_trace();
  void check_plan_again();
  void find_task();

  std::unique_ptr<OpenedTrace> trace_;
  std::unique_ptr<OpenedPlan> plan_;
  std::unique_ptr<Narration> trace_narration_, plan_narration_;
  std::unique_ptr<Process> trace_process_, plan_process_;
  uint64_t version_ = 1;
  uint64_t asked_ = 0;
  uint64_t opened_ = 0;  // counts what was opened
};

TracesController& traces_controller(const Lab& lab);

}  // namespace strata
