#include "app/lab/construction.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/process_recording.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/search/build_events.hpp"
#include "core/search/trace.hpp"

namespace strata {

bool Construction::stepped() const { return lab_.query().process() == &process_; }

std::string Construction::key() const {
  const auto& [profile, capability, weights, agent_size] = world_->rules();
  return fmt::format("{} {} {} {} {} {} {} {}", process_.name, lab_.session().world_version(), world_->map().revision(),
                     static_cast<int>(profile), capability.bits(), fmt::join(weights, ","), agent_size, version());
}

std::string_view Construction::why_not() const {
  const uint64_t asked = question() ^ lab_.session().world_version() << 40 ^ uint64_t { 1 } << 63;
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

void Construction::end() { leave_process(lab_, process_); }

void Construction::record() {
  if (const std::string why = refused(); !why.empty()) {
    lab_.query().discard_pending_trace();
    return give_up_process(lab_, process_, "construction", why);
  }
  record_process(lab_, key(), 0, [&](Trace& trace) {
    if (waits()) return false;
    build(trace);
    if (trace.truncated()) {
      lab_.say(MessageKind::kWarning,
               fmt::format("The recorded construction was cut off after {} events", trace.events().size()));
    }
    return true;
  });
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
