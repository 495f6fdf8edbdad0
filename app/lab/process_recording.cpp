#include "app/lab/process_recording.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"

namespace strata {

namespace {

void say_left(Lab& lab, const SteppedProcess& process) {
  lab.say(MessageKind::kInfo, fmt::format("{} is left: {} begins it again", process.title, process.place));
}

}  // namespace

void begin_process(Lab& lab, const SteppedProcess& process, const FeatureController* begins) {
  if (const SteppedProcess* before = lab.state().process; before != nullptr && before != &process)
    say_left(lab, *before);
  for (const auto& [feature, controller] : lab.controllers()) {
    if (&*controller != begins) controller->leave_map();
  }
  lab.query().set_stepped(lab.state().traced, &process);
  lab.mutable_state().switch_layer(Layer::kSearch, true);
  lab.query().note_recorded({});  // it is recorded anew
  process.record(lab);
}

void leave_process(Lab& lab, const SteppedProcess& process) {
  if (lab.state().process != &process) return;
  lab.query().set_stepped(lab.state().traced, nullptr);
  // The playback is empty until the search is recorded again.
  lab.playback().load(nullptr, lab.world().map().width(), lab.world().map().height());
  lab.query().forget_recorded();
  lab.query().trace_soon();
}

void give_up_process(Lab& lab, const SteppedProcess& process, std::string_view what, const std::string& why) {
  lab.say(MessageKind::kInfo, fmt::format("The {} is left: {}", what, why));
  process.end(lab);
  lab.log().add(process.end_line());
  lab.query().record_trace();
}

void take_stepping(Lab& lab, const FeatureController& begins) {
  for (const auto& [feature, controller] : lab.controllers()) {
    if (&*controller != &begins) controller->leave_map();
  }
}

void take_map(Lab& lab, const FeatureController& begins) {
  take_stepping(lab, begins);
  const SteppedProcess* process = lab.state().process;
  if (process == nullptr) return;
  say_left(lab, *process);
  process->end(lab);
  lab.log().add(process->end_line());
}

void record_process(Lab& lab, std::string key, size_t cursor, const std::function<bool(Trace&)>& record) {
  // A search that the query thread is still recording is dropped: it would replace the recording of the process later.
  lab.query().discard_pending_trace();
  if (key == lab.query().recorded_key()) return;
  const int width = lab.world().map().width(), height = lab.world().map().height();
  lab.playback().load(nullptr, width, height);
  Trace& trace = lab.query().recorded().trace;
  trace.clear();
  if (!record(trace)) return lab.query().forget_recorded();
  lab.query().note_recorded(std::move(key));
  lab.playback().load(&trace, width, height);
  lab.playback().jump(cursor);
}

}  // namespace strata
