#include "traces/mapf_plan.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

// The rest of a line that is being parsed.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) { skip_blanks(); }
  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }
  std::optional<long> number() {
    long value = 0;
    const auto [end, failed] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (failed != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    skip_blanks();
    return value;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

class TextPlanReader {
 public:
  TextPlanReader(const std::string& name, const ReadLimits& limits) : name_(name), limits_(limits) {}

  Result<MapfPlan> read(std::string_view text) {
    for (line_ = 1; !text.empty(); ++line_) {
      const size_t end = text.find('\n');
      const std::string_view line = trimmed(text.substr(0, end));
      text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
      if (line.empty() || line.starts_with('#')) continue;
      const Status read = line.front() >= '0' && line.front() <= '9' ? step(line) : head(line);
      if (!read) return read.error();
    }
    if (plan_.steps == 0) return error_at(name_, "is no plan: no line is a time step, such as 0:(4,5),(6,7)");
    if (claimed_agents_ && *claimed_agents_ != plan_.agents) {
      return error_at(name_, fmt::format("says agents={}, but its time steps have {}", *claimed_agents_, plan_.agents));
    }
    for (const auto& [cells, what] : {std::pair(&plan_.starts, "starts"), std::pair(&plan_.goals, "goals")}) {
      if (cells->empty() || cells->size() == plan_.agents) continue;
      return error_at(name_, fmt::format("has {} {} for {} agents", cells->size(), what, plan_.agents));
    }
    return std::move(plan_);
  }

 private:
  Error bad(std::string what) const { return error_at_line(name_, line_, std::move(what)); }

  Status step(std::string_view line) {
    LineReader reader(line);
    const auto step = reader.number();
    if (!step || !reader.take(':')) return bad("expected a time step, such as 0:(4,5),(6,7), not " + quoted(line));
    if (*step != static_cast<long>(plan_.steps)) {
      return bad(fmt::format("expected time step {}, not {}", plan_.steps, *step));
    }
    const size_t before = plan_.places.size();
    if (Status read = pairs(reader, plan_.places); !read) return read;
    const size_t agents = plan_.places.size() - before;
    if (agents == 0) return bad("the time step has no agents");
    if (plan_.steps == 0) plan_.agents = static_cast<uint32_t>(agents);
    if (agents != plan_.agents) return bad(fmt::format("has {} agents, not {} as before", agents, plan_.agents));
    ++plan_.steps;
    return success();
  }

  // Parses "(4,5),(6,7)," to the end of the line.
  Status pairs(LineReader& reader, std::vector<PlanCell>& out) {
    while (!reader.at_end()) {
      const std::string_view here = reader.rest();
      if (!reader.take('(')) return bad("expected a place, such as (4,5), not " + quoted(here));
      const auto x = reader.number();
      const bool comma = reader.take(',');
      const auto y = reader.number();
      // Some programs write the heading of the agent as a third word.
      if (reader.take(',')) {
        while (!reader.at_end() && !reader.rest().starts_with(')')) (void)reader.take(reader.rest().front());
      }
      if (!x || !comma || !y || !reader.take(')')) return bad("expected a place, such as (4,5), not " + quoted(here));
      if (std::abs(*x) > kFar || std::abs(*y) > kFar) return bad(quoted(here) + " lies on no map");
      if (out.size() >= limits_.cells) return bad(fmt::format("has more than {} places", limits_.cells));
      out.push_back({static_cast<int16_t>(*x), static_cast<int16_t>(*y)});
      if (!reader.take(',') && !reader.at_end()) return bad("expected a comma before " + quoted(reader.rest()));
    }
    return success();
  }

  Status head(std::string_view line) {
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      return bad("expected key=value or a time step, such as 0:(4,5),(6,7), not " + quoted(line));
    }
    const std::string_view key = trimmed(line.substr(0, equals)), value = trimmed(line.substr(equals + 1));
    if (plan_.steps > 0) return bad("expected a time step, not " + quoted(line));
    const double number = number_of_text(value);
    if (key == "map_file" || key == "map") {
      plan_.map = value;
    } else if (key == "agents") {
      if (!(number >= 1 && number <= 1e9)) return bad("expected a number of agents, not " + quoted(value));
      claimed_agents_ = static_cast<size_t>(number);
    } else if (key == "soc") {
      if (std::isfinite(number)) plan_.claimed_costs = number;
    } else if (key == "makespan") {
      if (std::isfinite(number)) plan_.claimed_makespan = number;
    } else if (key == "starts" || key == "goals") {
      LineReader reader(value);
      std::vector<PlanCell>& out = key == "starts" ? plan_.starts : plan_.goals;
      out.clear();
      return pairs(reader, out);
    }
    return success();
  }

  static constexpr long kFar = 32'000;
  const std::string& name_;
  const ReadLimits& limits_;
  MapfPlan plan_;
  std::optional<size_t> claimed_agents_;
  size_t line_ = 1;
};

void append_pairs(std::string& out, const PlanCell* cells, size_t count) {
  for (size_t i = 0; i < count; ++i) fmt::format_to(std::back_inserter(out), "({},{}),", cells[i].x, cells[i].y);
  out += '\n';
}

}  // namespace

Result<MapfPlan> parse_text_plan(std::string_view text, const std::string& name, const ReadLimits& limits) {
  return TextPlanReader(name, limits).read(text);
}

Result<MapfPlan> parse_mapf_plan(std::string_view text, const std::string& name, const ReadLimits& limits) {
  if (text.size() > limits.bytes) return error_at(name, "is too large");
  const Result<PlainText> plain = PlainText::of(text, name);
  if (!plain) return plain.error();
  return has_ending(name, ".json") ? parse_robot_runners(plain.value().view(), name, limits)
                                   : parse_text_plan(plain.value().view(), name, limits);
}

Result<MapfPlan> load_mapf_plan(const std::string& path, const ReadLimits& limits) {
  const Result<std::string> text = read_file(path, limits.bytes);
  if (!text) return text.error();
  return parse_mapf_plan(text.value(), path, limits);
}

std::string format_mapf_plan(const MapfPlan& plan) {
  std::string out = fmt::format("agents={}\n", plan.agents);
  if (!plan.map.empty()) out += fmt::format("map_file={}\n", plan.map);
  if (plan.claimed_costs) out += fmt::format("soc={}\n", *plan.claimed_costs);
  if (plan.claimed_makespan) out += fmt::format("makespan={}\n", *plan.claimed_makespan);
  if (!plan.starts.empty()) {
    out += "starts=";
    append_pairs(out, plan.starts.data(), plan.starts.size());
  }
  if (!plan.goals.empty()) {
    out += "goals=";
    append_pairs(out, plan.goals.data(), plan.goals.size());
  }
  out += "solution=\n";
  for (uint32_t step = 0; step < plan.steps; ++step) {
    out += fmt::format("{}:", step);
    append_pairs(out, plan.places.data() + size_t{step} * plan.agents, plan.agents);
  }
  return out;
}

}  // namespace strata
