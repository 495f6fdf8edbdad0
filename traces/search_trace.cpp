#include "traces/search_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "core/io/files.hpp"
#include "core/io/text.hpp"
#include "traces/other_documents.hpp"

namespace strata {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr double kFarPlace = 1e6;               // limit of coordinates; no map is larger
constexpr size_t kBeginning = size_t{1} << 16;  // number of bytes by which other kinds of files are recognised
constexpr size_t kMaxTypes = 1000;
constexpr size_t kMaxNameBytes = 200;

constexpr std::array<std::pair<std::string_view, TraceEventKind>, 15> kKinds = {{
    {"source", TraceEventKind::kSource},
    {"start", TraceEventKind::kSource},
    {"destination", TraceEventKind::kDestination},
    {"goal", TraceEventKind::kDestination},
    {"expanding", TraceEventKind::kExpanding},
    {"expand", TraceEventKind::kExpanding},
    {"generating", TraceEventKind::kGenerating},
    {"generate", TraceEventKind::kGenerating},
    {"updating", TraceEventKind::kUpdating},
    {"update", TraceEventKind::kUpdating},
    {"relaxing", TraceEventKind::kUpdating},
    {"closing", TraceEventKind::kClosing},
    {"close", TraceEventKind::kClosing},
    {"end", TraceEventKind::kEnd},
    {"complete", TraceEventKind::kEnd},
}};

// Returns why a version is not supported; empty if it is.
std::string version_problem(std::string_view version) {
  const double major = number_of_text(version.substr(0, version.find('.')));
  if (major == 1 || major == 2) return {};
  return fmt::format("version {} is not read; versions 1.0.4 to 2.x are", quoted(version));
}

class TraceReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  void begin_object() override {
    if (depth() == 1) is_object_ = true;
    if (in_events_ && depth() == 3) begin_event();
  }
  void end_object() override {
    if (in_events_ && depth() == 3) end_event();
  }
  void begin_list() override {
    if (depth() == 2 && (key_ == "events" || key_ == "eventList")) {
      if (has_events_) refuse("has its events twice");
      in_events_ = has_events_ = true;
    } else if (in_events_ && depth() == 3) {
      refuse("an event must be an object");
    }
  }
  void end_list() override {
    if (depth() == 2) in_events_ = false;
  }
  void key(std::string_view name) override {
    if (depth() == 1 || (in_events_ && depth() == 3)) key_ = name;
  }
  void text(std::string_view value) override { take(value, number_of_text(value)); }
  void number(double value, std::string_view digits) override { take(digits, value); }
  void null() override {
    if (in_events_ && depth() == 2) refuse("an event must be an object");
  }

  Result<SearchTrace> finish() {
    if (!is_object_) return error_at(name(), "is no search trace: it holds no object");
    if (!has_events_) return error_at(name(), "is no search trace: it has no list of events");
    if (trace_.events.empty()) return error_at(name(), "has no events");
    return std::move(trace_);
  }

 private:
  void take(std::string_view value, double number) {
    if (depth() == 1) return take_head(value, number);
    if (!in_events_) return;
    if (depth() == 2) return refuse("an event must be an object");
    if (depth() != 3) return;
    if (key_ == "type") {
      if (value.size() > kMaxNameBytes) return refuse("the name of an event's type is too long");
      type_ = value;
      has_type_ = true;
    } else if (key_ == "id" || key_ == "pId") {
      if (value.size() > kMaxNameBytes) return refuse("an id is too long");
      (key_ == "id" ? id_ : parent_) = value;
    } else if (key_ == "x" || key_ == "y") {
      if (!std::isfinite(number)) return refuse(fmt::format("{} must be a number, not {}", key_, quoted(value)));
      if (std::abs(number) > kFarPlace) return refuse(fmt::format("{} = {} lies on no map", key_, quoted(value)));
      (key_ == "x" ? x_ : y_) = number;
    } else if (key_ == "f" || key_ == "g" || key_ == "h") {
      if (!std::isfinite(number)) ++trace_.unread_costs;
      (key_ == "f" ? event_.f : key_ == "g" ? event_.g : event_.h) = std::isfinite(number) ? number : kMissing;
    }
  }
  void take_head(std::string_view value, double number) {
    if (key_ == "version") {
      if (std::string problem = version_problem(value); !problem.empty()) return refuse(std::move(problem));
      trace_.version = value;
    } else if (key_ == "width" || key_ == "height") {
      const bool fits = number >= 1 && number <= GridMap::kMaxSide && number == std::floor(number);
      if (fits) (key_ == "width" ? trace_.width : trace_.height) = static_cast<int>(number);
    }
  }

  void begin_event() {
    event_ = {.x = 0, .y = 0, .f = kMissing, .g = kMissing, .h = kMissing};
    event_.line = static_cast<uint32_t>(line());
    x_ = y_ = kMissing;
    id_.clear();
    parent_.clear();
    type_.clear();
    has_type_ = false;
  }
  void end_event() {
    if (!has_type_) return refuse_at(event_.line, "the event has no type");
    if (trace_.events.size() >= limits().items) {
      return refuse_at(event_.line, fmt::format("has more than {} events", limits().items));
    }
    if (std::isnan(x_) != std::isnan(y_)) return refuse_at(event_.line, "the event has one of x and y alone");
    const auto [type, fresh] = type_of_.try_emplace(type_, static_cast<uint32_t>(trace_.types.size()));
    if (fresh) {
      if (trace_.types.size() >= kMaxTypes) {
        return refuse_at(event_.line, fmt::format("has more than {} types of events", kMaxTypes));
      }
      trace_.types.push_back(type_);
    }
    event_.type = type->second;
    // A node without an id gets its position as id.
    if (id_.empty() && !std::isnan(x_)) id_ = fmt::format("({},{})", x_, y_);
    if (!id_.empty()) event_.node = node_of(id_);
    if (!parent_.empty()) event_.parent = node_of(parent_);
    place_event();
    trace_.events.push_back(event_);
  }
  void place_event() {
    if (std::isnan(x_)) {
      if (event_.node != kNoTraceNode) {
        event_.x = places_[event_.node].first;
        event_.y = places_[event_.node].second;
      } else {
        event_.x = event_.y = static_cast<float>(kMissing);
      }
    } else {
      event_.x = static_cast<float>(x_);
      event_.y = static_cast<float>(y_);
      places_[event_.node] = {event_.x, event_.y};
    }
    if (!event_.placed()) {
      ++trace_.unplaced;
    } else if (event_.x != std::floor(event_.x) || event_.y != std::floor(event_.y)) {
      ++trace_.between_cells;
    }
  }
  uint32_t node_of(const std::string& id) {
    const auto [node, fresh] = node_of_.try_emplace(id, static_cast<uint32_t>(trace_.nodes.size()));
    if (fresh) {
      trace_.nodes.push_back(id);
      places_.emplace_back(static_cast<float>(kMissing), static_cast<float>(kMissing));
    }
    return node->second;
  }

  SearchTrace trace_;
  std::string key_;
  bool is_object_ = false, has_events_ = false, in_events_ = false;
  // The event that is being parsed.
  TraceEvent event_;
  std::string type_, id_, parent_;
  bool has_type_ = false;
  double x_ = kMissing, y_ = kMissing;
  std::unordered_map<std::string, uint32_t> type_of_, node_of_;
  std::vector<std::pair<float, float>> places_;  // by node: its last position
};

}  // namespace

TraceEventKind trace_event_kind(std::string_view type) {
  const auto found = std::ranges::find(kKinds, type, &decltype(kKinds)::value_type::first);
  return found != kKinds.end() ? found->second : TraceEventKind::kOther;
}

Cell SearchTrace::cell(const TraceEvent& event) {
  return {static_cast<int>(std::lround(event.x)), static_cast<int>(std::lround(event.y))};
}

Cell SearchTrace::extent() const {
  Cell most{0, 0};
  for (const TraceEvent& event : events) {
    if (!event.placed()) continue;
    const Cell at = cell(event);
    most = {std::max(most.x, at.x), std::max(most.y, at.y)};
  }
  return {std::max(most.x + 1, width), std::max(most.y + 1, height)};
}

Result<SearchTrace> parse_search_trace(std::string_view text, const std::string& name, const ReadLimits& limits) {
  if (text.size() > limits.bytes) return error_at(name, "is too large");
  const Result<PlainText> plain = PlainText::of(text, name);
  if (!plain) return plain.error();
  TraceReader reader(name, limits);
  const Status read = read_document(plain.value().view(), reader);
  Result<SearchTrace> trace = read ? reader.finish() : Result<SearchTrace>(read.error());
  if (trace) return trace;
  // If the file is of a known other kind, the error names the kind.
  const std::string_view other = other_document(plain.value().view().substr(0, kBeginning));
  return other.empty() ? std::move(trace) : Result<SearchTrace>(error_at(name, std::string(other)));
}

Result<SearchTrace> load_search_trace(const std::string& path, const ReadLimits& limits) {
  const Result<std::string> text = read_file(path, limits.bytes);
  if (!text) return text.error();
  return parse_search_trace(text.value(), path, limits);
}

std::string_view trace_fault_text(TraceFault fault) {
  switch (fault) {
    case TraceFault::kOffMap:
      return "off the map";
    case TraceFault::kBlocked:
      return "in a blocked cell";
    case TraceFault::kUnknownParent:
      return "its parent has not occurred";
    case TraceFault::kNotGenerated:
      return "expanded, but never generated";
    case TraceFault::kSum:
      break;
  }
  return "f is less than g";
}

TraceReport check_search_trace(const SearchTrace& trace, const GridMap& map, Capability agent) {
  TraceReport report;
  report.cost = kMissing;
  const auto find = [&](TraceFault fault, size_t event) {
    if (report.findings.size() < kMaxFindings) report.findings.push_back({fault, static_cast<uint32_t>(event)});
    ++report.count;
  };
  std::vector<uint8_t> occurred(trace.nodes.size(), 0), generated(trace.nodes.size(), 0);
  uint32_t destination = kNoTraceNode;
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& event = trace.events[i];
    const TraceEventKind kind = trace.kind(event);
    if (event.placed()) {
      const Cell at = SearchTrace::cell(event);
      if (!map.contains(at)) {
        find(TraceFault::kOffMap, i);
      } else if (!agent.has(map.terrain(at)) && kind != TraceEventKind::kOther) {
        find(TraceFault::kBlocked, i);
      }
    }
    if (event.parent != kNoTraceNode && occurred[event.parent] == 0) find(TraceFault::kUnknownParent, i);
    // Programs round costs in different ways, so that small differences are tolerated.
    if (event.f < event.g - 1e-6 * std::max(1.0, std::abs(event.g))) find(TraceFault::kSum, i);
    switch (kind) {
      case TraceEventKind::kSource:
        if (report.source == kNoTraceNode) report.source = static_cast<uint32_t>(i);
        break;
      case TraceEventKind::kDestination:
        if (report.destination == kNoTraceNode) report.destination = static_cast<uint32_t>(i);
        destination = event.node;
        break;
      case TraceEventKind::kExpanding:
        ++report.expanded;
        if (event.node != kNoTraceNode && generated[event.node] == 0) find(TraceFault::kNotGenerated, i);
        break;
      case TraceEventKind::kGenerating:
      case TraceEventKind::kUpdating:
        ++report.generated;
        break;
      default:
        break;
    }
    if (event.node == kNoTraceNode) continue;
    occurred[event.node] = 1;
    const bool reaches =
        kind == TraceEventKind::kSource || kind == TraceEventKind::kGenerating || kind == TraceEventKind::kUpdating;
    if (reaches) generated[event.node] = 1;
    const bool at_goal = event.node == destination && kind != TraceEventKind::kDestination;
    if ((at_goal || kind == TraceEventKind::kEnd) && !std::isnan(event.g)) report.cost = event.g;
  }
  return report;
}

}  // namespace strata
