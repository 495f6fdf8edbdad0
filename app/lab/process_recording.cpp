#include "app/lab/process_recording.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"

namespace strata {

void begin_process(Lab& lab, const Process& process) {
  lab.query().set_stepped(lab.state().traced, &process);
  lab.mutable_state().switch_layer(Layer::kSearch, true);
  lab.query().record_again();
  process.record(lab);
}

void leave_process(Lab& lab, const Process& process) {
  if (lab.query().process() != &process) return;
  lab.query().set_stepped(lab.state().traced, nullptr);
  // The playback stays empty until the search has been recorded.
  lab.playback().load(nullptr, lab.world().map().width(), lab.world().map().height());
  lab.query().forget_recorded();
  lab.query().trace_soon();
}

void give_up_process(Lab& lab, const Process& process, std::string_view what, const std::string& why) {
  lab.say(MessageKind::kInfo, fmt::format("The {} is left: {}", what, why));
  process.end(lab);
  lab.log().add(std::string(process.end_line));
  lab.query().record_trace();
}

void record_process(Lab& lab, std::string key, size_t cursor, const std::function<bool(Trace&)>& record) {
  // A search that the query thread is still recording would arrive later and replace the process.
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
