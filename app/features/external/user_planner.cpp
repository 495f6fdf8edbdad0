#include "app/features/external/user_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/playback/narration.hpp"
#include "core/base/interruption.hpp"
#include "core/world/world.hpp"
#include "traces/search_trace.hpp"

namespace strata {

namespace {

constexpr double kMostReadSeconds = 5;  // time limit for parsing the events of a search
constexpr size_t kMostRemarks = 64;     // maximum number of stored remarks

constexpr size_t kMostTypeLetters = 40;
constexpr size_t kMostOwnTypes = own_line::kOtherTypes - own_line::kOwnTypes;

// The types of events that the format defines, in the order of their lines in own_line.
constexpr std::array<std::string_view, own_line::kNoEvents> kNamedTypes = {
    "source", "destination", "expanding", "generating", "updating", "closing", "end"};

// Returns the name of a type in printable form.
std::string shown_type(std::string_view type) {
  std::string shown;
  for (const char c : type.substr(0, kMostTypeLetters)) shown += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  return shown.empty() ? "no type" : shown;
}

AddedPlannerRow own_row() {
  AddedPlannerRow row{};
  row.family = &kAddedFamily;
  for (bool& profile : row.profiles) profile = true;
  row.needs = StructureId::kMoves;
  row.shown = PlannerVisibility::kOnRequest;
  return row;
}

}  // namespace

UserPlanner::UserPlanner(ExternalProgram program, std::string command)
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
  row_.pseudo_code = &code_.code();
  for (const std::string_view type : kNamedTypes) code_.add(type);
  code_.add_line("no events: only the answer is known", "no events", {EventType::kNoPath});
  code_.add_line("the answer, which the lab checks", "answer", {EventType::kFound, EventType::kNoPath});
}

UserPlanner::~UserPlanner() = default;

UserPlanner::Events UserPlanner::events() const {
  const std::lock_guard lock(mutex_);
  return events_;
}

std::string UserPlanner::stamp() const { return fmt::format("own {}", service_.restarts()); }

std::string UserPlanner::lacks(const World& world) const {
  if (service_.state() == ExternalService::State::kEnded) return "was removed";
  return world.rules().agent_size == 1 ? "" : "plans for agents of one cell alone";
}

double UserPlanner::prepare_micros() const {
  const double ms = service_.report().prepared_ms;
  return ms > 0 ? ms * 1e3 : -1;
}

void UserPlanner::plan(const World& world, const PlanQuery& query, PlanResult& result, Trace* trace) {
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

std::string UserPlanner::take_answer(const World& world, const PlanQuery& query, ExternalReply reply,
                                     PlanResult& result) {
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

void UserPlanner::keep_remark(const PlanQuery& query, std::string remark) {
  const std::lock_guard lock(mutex_);
  std::erase_if(remarks_, [&](const auto& one) { return one.first == query; });
  if (remark.empty()) return;
  if (remarks_.size() >= kMostRemarks) remarks_.erase(remarks_.begin());
  remarks_.emplace_back(query, std::move(remark));
}

std::string UserPlanner::remark(const PlanQuery& query) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [of, remark] : remarks_) {
    if (of == query) return remark;
  }
  return {};
}

std::string UserPlanner::newest_remark() const {
  const std::lock_guard lock(mutex_);
  return remarks_.empty() ? std::string() : remarks_.back().second;
}

std::vector<uint8_t> UserPlanner::lines_of_types(const SearchTrace& search) {
  const std::lock_guard lock(mutex_);
  std::vector<uint8_t> lines;
  for (const std::string& type : search.types) {
    const auto named = std::ranges::find(kNamedTypes, std::string_view(type));
    if (named != kNamedTypes.end()) {
      lines.push_back(static_cast<uint8_t>(named - kNamedTypes.begin()));
      continue;
    }
    const std::string shown = shown_type(type);
    auto own = std::ranges::find(types_, shown);
    if (own == types_.end() && types_.size() < kMostOwnTypes) own = types_.insert(own, shown);
    lines.push_back(own == types_.end() ? own_line::kOtherTypes
                                        : static_cast<uint8_t>(own_line::kOwnTypes + (own - types_.begin())));
  }
  return lines;
}

void UserPlanner::take_types() {
  const std::lock_guard lock(mutex_);
  while (code_.size() < own_line::kOwnTypes + types_.size()) code_.add(types_[code_.size() - own_line::kOwnTypes]);
  if (code_.size() == own_line::kOtherTypes)
    code_.add_line("all other types", "other", {EventType::kLink, EventType::kNoPath});
}

// Records the events that the program has sent as a JSON list.
void UserPlanner::record(const World& world, const std::string& events, Trace& trace) {
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
      // The program counts costs in straight steps, the recording in the unit of the rules of movement.
      const double unit = profile_info(world.rules().profile).straight;
      record_search_trace(search, world.map(), static_cast<double>(kTraceUnit) / unit, trace);
      const std::vector<uint8_t> lines = lines_of_types(search);
      trace.relabel([&](size_t i, const SearchEvent&) { return lines[search.events[i].type]; });
    } else {
      told.problem = read.error().what;
    }
  }
  if (!told.given) trace.add({.type = EventType::kNoPath, .line = own_line::kNoEvents});
  const std::lock_guard lock(mutex_);
  events_ = std::move(told);
}

}  // namespace strata
