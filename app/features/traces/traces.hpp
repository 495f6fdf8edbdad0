// Purpose: TracesController opens traces and plans of other programs over a map, steps them with the timeline, checks
//          them, and compares them with a search of the lab.
// How: A search trace becomes a recorded search with its types of events as lines of pseudo-code. In a plan every time
//      step is an event. Both are processes that are stepped in place of a search.
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
#include "app/lab/scene_state_provider.hpp"
#include "app/playback/narration.hpp"
#include "traces/plan_check.hpp"
#include "traces/search_trace.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kTracesFeature;
extern const Feature kPlansFeature;
// The parts of the two processes that do not depend on the open file; TracesController adds the others. The features do
// not list these processes, as nothing can be stepped without a file.
extern const SteppedProcess kTraceProcess, kPlanProcess;
FeaturePanel traces_panel();
extern const FeatureLayer kOpenedPlanLayer;
extern const std::array<FeatureCommand, 3> kTraceCommands;
extern const std::array<FeatureCommand, 3> kPlanCommands;
extern const std::array<PaintStep, 1> kTracesPaint;

// How the map below an opened trace or plan was found.
enum class TraceMapOrigin : uint8_t { kBeside, kNamed, kOpen, kGuessed };
std::string_view map_origin_text(TraceMapOrigin on);

// A trace that is open.
struct OpenedTrace {
  std::string path;
  TraceMapOrigin on = TraceMapOrigin::kOpen;
  SearchTrace trace;
  TraceReport report;
  // The errors that were found in the trace, as texts.
  std::vector<std::string> texts;
  double straight = 1;  // cost of a straight step in the file
  TraceCode code;
};

// A plan that is open.
struct OpenedPlan {
  std::string path;
  TraceMapOrigin on = TraceMapOrigin::kOpen;
  MapfPlan plan;
  PlanTask task;
  // Says where starts and goals come from: "the scenario a.scen"; empty: they are unknown.
  std::string task_from;
  PlanReport report;
  std::vector<std::string> texts;
};

class TracesController : public FeatureController, public SceneStateProvider {
 public:
  explicit TracesController(Lab& lab);

  const OpenedTrace* trace() const { return trace_.get(); }
  const OpenedPlan* plan() const { return plan_.get(); }
  bool steps_trace() const;
  bool steps_plan() const;
  uint32_t plan_step() const;  // the time step at the cursor
  // Returns a number that changes with the open file and the errors found.
  uint64_t version() const { return version_; }

  // Opens a file over a map. `map` is the map's file, or "here" for the open map; empty: the map is searched for.
  Status open_trace(const std::string& path, const std::string& map);
  Status open_plan(const std::string& path, const std::string& map);
  Status begin(const SteppedProcess& process);
  void end();
  void close_trace();
  void close_plan();
  void record();

  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  std::any content() const override;
  void take_content(const std::any& content) override;
  void dump(nlohmann::json& out) const override;

  Cost unit() const;

 private:
  using OpenContinuation = std::function<void(TraceMapOrigin)>;
  Status open_on_map(const std::string& path, const std::string& map, const std::string& named, Cell extent, bool exact,
                     OpenContinuation take);
  // The open files as the feature's part of a scene, a stored state of the lab (app/lab/scene.hpp).
  struct SceneState {
    template <class File>
    struct OpenedFile {
      std::string path;
      File file;
      TraceMapOrigin on = TraceMapOrigin::kOpen;
    };
    std::optional<OpenedFile<SearchTrace>> trace;
    std::optional<OpenedFile<MapfPlan>> plan;
  };
  void hold_trace(std::string path, SearchTrace trace, TraceMapOrigin on);
  void hold_plan(std::string path, MapfPlan plan, TraceMapOrigin on);
  void take_trace(std::string path, SearchTrace trace, TraceMapOrigin on);
  void take_plan(std::string path, MapfPlan plan, TraceMapOrigin on);
  void check_trace();
  void check_plan_again();
  void find_task();

  std::unique_ptr<OpenedTrace> trace_;
  std::unique_ptr<OpenedPlan> plan_;
  std::unique_ptr<Narration> trace_narration_, plan_narration_;
  std::unique_ptr<SteppedProcess> trace_process_, plan_process_;
  uint64_t version_ = 1;
  uint64_t opened_ = 0;  // number of files opened so far
};

TracesController& traces_controller(const Lab& lab);

}  // namespace strata
