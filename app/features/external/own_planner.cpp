#include "app/features/external/own_planner.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "app/features/traces/trace_recording.hpp"
#include "app/playback/narration.hpp"
#include "core/base/interruption.hpp"
#include "core/world/world.hpp"
#include "traces/search_trace.hpp"

namespace strata {

namespace {

constexpr double kMostReadSeconds = 5;  // for the events of one search
constexpr size_t kMostRemarks = 64;     // that are kept

constexpr std::array<std::string_view, 10> kOwnText = {"source: the search starts here",
                                                       "destination: the goal",
                                                       "expanding: the node leaves the open list",
                                                       "generating: the node enters the open list",
                                                       "updating: a smaller g was found",
                                                       "closing: the node is done",
                                                       "end: the search ends",
                                                       "an event of the program's own",
                                                       "no events: only the answer is known",
                                                       "the answer, which the lab checks"};

constexpr EventWord kOwnWords[] = {
    {EventType::kSource, own_line::kSource, "source"},
    {EventType::kDestination, own_line::kDestination, "destination"},
    {EventType::kExpand, own_line::kExpanding, "expanding"},
    {EventType::kGenerate, own_line::kGenerating, "generating"},
    {EventType::kUpdate, own_line::kUpdating, "updating"},
    {EventType::kLink, own_line::kClosing, "closing"},
    {EventType::kLink, own_line::kEnd, "end"},
    {EventType::kLink, own_line::kOther, "own event"},
    {EventType::kNoPath, own_line::kNoEvents, "no events"},
    {EventType::kFound, own_line::kAnswer, "answer"},
    {EventType::kNoPath, own_line::kAnswer, "answer"},
    {EventType::kNoPath, kAnyLine, "no cell"},
};

uint8_t line_of_kind(TraceEventKind kind) {
  switch (kind) {
    case TraceEventKind::kSource:
      return own_line::kSource;
    case TraceEventKind::kDestination:
      return own_line::kDestination;
    case TraceEventKind::kExpanding:
      return own_line::kExpanding;
    case TraceEventKind::kGenerating:
      return own_line::kGenerating;
    case TraceEventKind::kUpdating:
      return own_line::kUpdating;
    case TraceEventKind::kClosing:
      return own_line::kClosing;
    case TraceEventKind::kEnd:
      return own_line::kEnd;
    case TraceEventKind::kOther:
      break;
  }
  return own_line::kOther;
}

AddedRow own_row() {
  AddedRow row{};
  row.family = &kAddedFamily;
  for (bool& profile : row.profiles) profile = true;
  row.needs = StructureId::kMoves;
  row.shown = PlannerShown::kOnRequest;
  row.pseudo_code = &kOwnCode;
  return row;
}

}  // namespace

const PseudoCode kOwnCode{kOwnText, {}, {}, kOwnWords};

OwnPlanner::OwnPlanner(ExternalProgram program, std::string command)
    : name_(program.name),
      command_(std::move(command)),
      source_(fmt::format("A program of yours: {}", command_)),
      service_(std::move(program)),
      narration_(make_own_narration(*this)),
      row_(own_row()) {
  row_.name = name_;
  row_.title = name_;
  row_.source = source_;
  row_.added = this;
}

OwnPlanner::~OwnPlanner() = default;

OwnPlanner::Events OwnPlanner::events() const {
  const std::lock_guard lock(mutex_);
  return events_;
}

std::string OwnPlanner::stamp() const { return fmt::format("own {}", service_.restarts()); }

std::string OwnPlanner::lacks(const World& world) const {
  if (service_.state() == ExternalService::State::kEnded) return "was removed";
  return world.rules().agent_size == 1 ? "" : "plans for agents of one cell alone";
}

double OwnPlanner::prepare_micros() const {
  const double ms = service_.report().prepared_ms;
  return ms > 0 ? ms * 1e3 : -1;
}

void OwnPlanner::plan(const World& world, const Query& query, PlanResult& result, Trace* trace) {
  const MoveGrid& moves = world.moves();
  const auto stands = [&](Cell cell) { return world.map().contains(cell) && moves.passable(cell); };
  result.clear(PlanStatus::kNoPath);
  note_own_micros(-1);
  std::string remark;
  if (!stands(query.start)) {
    result.status = PlanStatus::kStartBlocked;
  } else if (!stands(query.goal)) {
    result.status = PlanStatus::kGoalBlocked;
  } else if (auto reply = service_.ask(moves, query, trace != nullptr); reply) {
    note_own_micros(reply.value().micros);
    if (trace != nullptr) record(world, reply.value().events, *trace);
    remark = take_answer(world, query, std::move(reply.value()), result);
  } else {
    result.status = PlanStatus::kUnsupported;
    remark = reply.error().what;
  }
  keep_remark(query, std::move(remark));
  if (trace == nullptr) return;
  if (result.found()) {
    trace->add(
        {.type = EventType::kFound, .line = own_line::kAnswer, .node = world.map().id(query.goal), .g = result.cost});
  } else {
    trace->add({.type = EventType::kNoPath, .line = own_line::kAnswer});
  }
}

std::string OwnPlanner::take_answer(const World& world, const Query& query, ExternalReply reply, PlanResult& result) {
  ExternalAnswer answer = judged(std::move(reply), world.moves(), query);
  result.stats.of(Phase::kMain) = {.expanded = answer.expanded, .generated = answer.generated};
  if (!answer.found) return {};
  if (answer.cost == kInfinite) {
    result.status = PlanStatus::kUnsupported;
    return fmt::format("its path is wrong: {}", answer.fault);
  }
  result.status = PlanStatus::kFound;
  result.path = std::move(answer.path);
  result.cost = result.raw_cost = answer.cost;
  return answer.fault.empty() ? std::string() : fmt::format("its cost is wrong: it {}", answer.fault);
}

void OwnPlanner::keep_remark(const Query& query, std::string remark) {
  const std::lock_guard lock(mutex_);
  std::erase_if(remarks_, [&](const auto& one) { return one.first == query; });
  if (remark.empty()) return;
  if (remarks_.size() >= kMostRemarks) remarks_.erase(remarks_.begin());
  remarks_.emplace_back(query, std::move(remark));
}

std::string OwnPlanner::remark(const Query& query) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [of, remark] : remarks_) {
    if (of == query) return remark;
  }
  return {};
}

// Records the events that the program gives, a list as JSON.
void OwnPlanner::record(const World& world, const std::string& events, Trace& trace) {
  Events told;
  told.asked = true;
  if (!events.empty()) {
    const ReadLimits limits{.items = trace.capacity(), .seconds = kMostReadSeconds};
    const auto read = parse_search_trace("{\"version\":\"1.4.0\",\"events\":" + events + "}", name_ + ".json", limits);
    interruption_point();
    if (read) {
      const SearchTrace& search = read.value();
      const TraceReport report = check_search_trace(search, world.map(), world.rules().capability);
      told.given = !search.events.empty();
      told.count = search.events.size();
      told.expanding = report.expanded;
      told.faults = report.count;
      for (const TraceEvent& event : search.events) told.costs = told.costs || !std::isnan(event.g);
      // The program counts in straight steps, and the recording in the costs of the rules.
      const double unit = profile_info(world.rules().profile).straight;
      record_search_trace(search, world.map(), static_cast<double>(kTraceUnit) / unit, trace);
      trace.relabel([&](size_t i, const SearchEvent&) { return line_of_kind(search.kind(search.events[i])); });
    } else {
      told.problem = read.error().what;
    }
  }
  if (!told.given) trace.add({.type = EventType::kNoPath, .line = own_line::kNoEvents});
  const std::lock_guard lock(mutex_);
  events_ = std::move(told);
}

}  // namespace strata
