#include "app/lab/construction.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/process_recording.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_errors.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/search/build_events.hpp"
#include "core/search/trace.hpp"

namespace strata {

Construction::Construction(Lab& lab, const SteppedProcess& process) : FeatureController(lab), process_(process) {}

Construction::~Construction() { job_.abandon(); }

bool Construction::stepped() const { return lab_.state().process == &process_; }

std::string Construction::key() const {
  const auto& [profile, capability, weights, agent_size] = world_->rules();
  return fmt::format("{} {} {} {} {} {} {} {}", process_.name, lab_.state().world_version, world_->map().revision(),
                     static_cast<int>(profile), capability.bits(), fmt::join(weights, ","), agent_size, version());
}

std::string_view Construction::why_not() const {
  const uint64_t asked = question() ^ lab_.state().world_version << 40 ^ uint64_t { 1 } << 63;
  if (std::exchange(asked_for_, asked) != asked) reason_ = reason();
  return reason_;
}

std::string Construction::reason() const {
  std::string why = refused();
  return why.empty() && waits() ? "what it records is still being built" : why;
}

Status Construction::begin() {
  if (std::string why = reason(); !why.empty()) return error_at("", std::move(why));
  lab_.log().wait_before();
  begin_process(lab_, process_);
  return success();
}

void Construction::end() {
  job_.abandon();
  leave_process(lab_, process_);
}

void Construction::record() {
  if (const std::string why = refused(); !why.empty()) {
    lab_.query().discard_pending_trace();
    return give_up_process(lab_, process_, "construction", why);
  }
  std::string now = key();
  // A job is already recording this construction.
  if (job_.running() && job_key_ == now) return;
  job_.abandon();
  if (!waits() && takes_long()) return record_aside(std::move(now));
  record_process(lab_, std::move(now), 0, [&](Trace& trace) {
    if (waits()) return false;
    recorder()(trace);
    warn_if_cut_off(trace);
    return true;
  });
}

bool Construction::takes_long() const { return world_->map().cell_count() > kConstructedAtOnce; }

// Records the construction in a thread. The result comes with a playback that can be shown at once.
void Construction::record_aside(std::string key) {
  if (key == lab_.query().recorded_key()) return lab_.query().discard_pending_trace();
  record_process(lab_, key, 0, [](Trace&) { return false; });
  job_key_ = std::move(key);
  job_.start([record = recorder(), width = world_->map().width(), height = world_->map().height(),
              capacity = lab_.trace().capacity()](JobControl&) {
    auto recorded = std::make_unique<RecordedSearch>(capacity);
    record(recorded->trace);
    recorded->playback.load(&recorded->trace, width, height);
    recorded->playback.jump(0);
    return recorded;
  });
}

void Construction::take(std::unique_ptr<RecordedSearch> recorded) {
  if (!stepped() || key() != job_key_) return;
  lab_.query().recorded().show(*recorded);
  lab_.query().note_recorded(job_key_);
  lab_.playback().jump(0);
  warn_if_cut_off(lab_.trace());
}

void Construction::tick(double) {
  if (auto recorded = job_.poll()) take(std::move(*recorded));
}

void Construction::finish_updates() {
  if (auto recorded = job_.wait()) take(std::move(*recorded));
}

void Construction::warn_if_cut_off(const Trace& trace) {
  if (!trace.truncated()) return;
  lab_.say(MessageKind::kWarning,
           cut_off_recording("construction", trace.events().size(), hidden_names(lab_).hides_future()));
}

void Construction::read_world() {
  if (!stepped()) return;
  const uint64_t now = question();
  if (std::exchange(seen_, now) != now) lab_.query().trace_soon();
}

void Construction::dump(nlohmann::json& out) const {
  if (!stepped()) return;
  const Playback& playback = lab_.playback();
  std::array<size_t, TraceOutline::kLevels> edges{}, raised{};
  size_t parts = 0, picks = 0, dropped = 0;
  for (const uint32_t index : built_before_cursor(playback)) {
    const SearchEvent& event = *playback.event(index);
    parts += event.type == build_event::kPart;
    picks += event.type == build_event::kPick;
    dropped += event.type == build_event::kDropEdge;
    edges[event.level] += event.type == build_event::kAddEdge;
    raised[event.level] += event.type == build_event::kRaise;
  }
  nlohmann::json& own = out["construction"];
  own = {{"name", process_.name}, {"parts", parts}, {"picks", picks}, {"dropped", dropped}};
  for (int level = 0; level <= playback.outline().top_level; ++level) {
    own["edges"].push_back(edges[static_cast<size_t>(level)]);
    own["raised"].push_back(raised[static_cast<size_t>(level)]);
  }
}

Construction& construction_of(const Lab& lab, const Feature& feature) {
  return static_cast<Construction&>(lab.controller(feature));
}

Status step_construction(Lab& lab, const Feature& feature, const Command& command) {
  Construction& construction = construction_of(lab, feature);
  if (command.args.empty() || command.args[0] == "on") return construction.begin();
  if (command.args[0] != "off") return error_at("", fmt::format("expected on or off, not '{}'", command.args[0]));
  construction.end();
  return success();
}

std::string too_large_to_construct(const GridMap& map) {
  if (map.cell_count() <= kMaxConstructedCells) return {};
  return fmt::format("the map has {} cells, and constructions are stepped on maps of up to {}", map.cell_count(),
                     kMaxConstructedCells);
}

}  // namespace strata
