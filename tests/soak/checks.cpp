#include "tests/soak/checks.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/world/build_inputs.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "tests/links_support.hpp"
#include "tests/row_support.hpp"
#include "tests/support.hpp"

namespace strata::soak {
namespace {

constexpr uint32_t kSmallCells = 100 * 100;

// What there is to say of a structure that a fresh world has as well; nothing: it is the same.
MaybeFault structure_fault(const World& world, const World& fresh, StructureId id) {
  const Structure &own = world.structure(id), &other = fresh.structure(id);
  if (!own.ready(world.inputs()) || !other.ready(fresh.inputs())) return std::nullopt;
  // Its build was given up, or waits for the end of the stroke: what there is of it may be less.
  if (world.state(id).cancelled || (is_built_in_background(id) && world.history().in_stroke())) return std::nullopt;
  const std::optional<std::string> difference = own.difference(other, world.inputs());
  if (!difference) return std::nullopt;
  return Fault{fmt::format("the structure '{}' is not what a fresh build is", structure_name(id)), *difference};
}

MaybeFault state_fault(const World& world, StructureId structure) {
  const StructureState state = world.state(structure);
  const auto fault = [&](const char* what) {
    return Fault{fmt::format("what the structure '{}' says of itself", structure_name(structure)), what};
  };
  if (state.wanted != world.has(structure)) return fault("it is wanted, or not, against what the world says");
  if (state.ready != world.ready(structure)) return fault("it is ready, or not, against what the world says");
  if (!(state.progress >= 0 && state.progress <= 1)) return fault("its progress is not within 0 and 1");
  if (!state.wanted && state.ready) return fault("it is ready without being wanted");
  if (state.ready && !refusal(world, structure).empty()) return fault("it is ready, but says why it is not");
  return std::nullopt;
}

MaybeFault row_fault(const Lab& lab, const PlannerRow& row, std::span<const Cost> distances) {
  const PlanQuery& query = lab.state().query;
  const auto fault = [&](const char* what, std::string text) {
    return Fault{
        fmt::format("{} of {}", what, row.planner->name),
        fmt::format("from ({},{}) to ({},{}): {}", query.start.x, query.start.y, query.goal.x, query.goal.y, text)};
  };
  if (row.result.found() && !row.result.complete) {
    // The first moves only; the cost is that of all.
    const std::vector<CellId>& path = row.result.path;
    if (!path_cost(lab.world().moves(), path)) return fault("the path", "one of its first moves is not legal");
    if (path.front() != lab.world().map().id(query.start)) return fault("the path", "it begins elsewhere");
  } else if (row.result.found()) {
    if (const auto wrong = test::row_fault(lab.world(), query, row)) return fault("the path", *wrong);
  }
  if (row.planner->any_angle || row.planner->levels_only || distances.empty()) return std::nullopt;
  const GridMap& map = lab.world().map();
  const Cost least = map.contains(query.goal) ? distances[map.id(query.goal)] : kInfinite;
  if (row.result.status == PlanStatus::kNoPath && least != kInfinite) {
    return fault("the answer that there is no path", fmt::format("there is one that costs {}", least));
  }
  if (!row.result.found()) return std::nullopt;
  const Cost cost = row.result.cost;
  if (cost < least || (test::finds_optimum_here(lab, *row.planner) && cost != least)) {
    return fault("the cost of the path", fmt::format("{}, and the least is {}", cost, least));
  }
  return std::nullopt;
}

}  // namespace

bool is_small(const Lab& lab) { return lab.world().map().cell_count() <= kSmallCells; }

MaybeFault AnswerWatch::look(Lab& lab, bool thoroughly) {
  const LabState& state = lab.state();
  if (!state.has_query || state.large.on || (!thoroughly && seen_ == lab.query().plan_version())) return std::nullopt;
  seen_ = lab.query().plan_version();
  const World& world = lab.world();
  const bool anew = world_ != lab.state().world_version || revision_ != world.map().revision() ||
                    rules_ != world.rules() || start_ != state.query.start || distances_.empty();
  if (anew) {
    distances_.clear();
    if (world.map().contains(state.query.start) && (thoroughly || is_small(lab))) {
      distances_ = test::linked_dijkstra(world.map(), world.rules(), state.query.start);
    }
    world_ = lab.state().world_version;
    revision_ = world.map().revision();
    rules_ = world.rules();
    start_ = state.query.start;
  }
  for (const PlannerRow& row : state.rows) {
    if (!row.shown || !row.allowed || !row.solved || plans_own_graph(lab.world(), *row.planner)) continue;
    if (MaybeFault fault = row_fault(lab, row, distances_)) return fault;
  }
  return std::nullopt;
}

MaybeFault structures_fault(Lab& lab) {
  const World& world = lab.world();
  WorldSetup setup = world.setup();
  // Of a large map what edits keep true at once; what jobs build takes minutes there.
  for (const StructureId id : kAllStructures) {
    if (!is_always_kept(id) && is_built_in_background(id) && !is_small(lab)) setup.of(id).reset();
  }
  World fresh(world.map(), setup, world.level());
  fresh.set_drawn_graph(world.drawn_graph());
  fresh.finish_updates();
  MaybeFault fault;
  for (const StructureId id : kAllStructures) {
    if (!fault) fault = state_fault(world, id);
    if (!fault) fault = structure_fault(world, fresh, id);
  }
  return fault;
}

MaybeFault overlay_fault(std::span<const Overlay* const> views) {
  bool finite = true;
  const auto look = [&](float value) { finite = finite && std::isfinite(value); };
  for (const Overlay* view : views) {
    for (const DrawBatch& batch : view->batches) {
      for (const DrawRect& r : batch.list->rects) look(r.x0 + r.y0 + r.x1 + r.y1);
      for (const DrawFacet& f : batch.list->facets)
        look(f.x[0] + f.x[1] + f.x[2] + f.x[3] + f.y[0] + f.y[1] + f.y[2] + f.y[3]);
      for (const DrawLine& l : batch.list->lines) look(l.x0 + l.y0 + l.x1 + l.y1 + l.width);
      for (const DrawMarker& m : batch.list->markers) look(m.x + m.y + m.radius);
      for (const DrawAgent& a : batch.list->agents) look(a.x + a.y);
    }
    for (const DrawLabel& label : view->labels) look(label.x + label.y + label.share);
  }
  if (finite) return std::nullopt;
  return Fault{"what is drawn lies nowhere", "a coordinate is no finite number"};
}

std::string state_difference(const std::string& before, const std::string& after) {
  if (before == after) return {};
  using json = nlohmann::json;
  std::string text;
  const json was = json::parse(before);
  for (const json& patch : json::diff(was, json::parse(after))) {
    const json::json_pointer place(patch["path"].get<std::string>());
    text += fmt::format("{} was {}\n", patch.dump(), was.contains(place) ? was.at(place).dump() : "not there");
  }
  return text;
}

size_t resident_bytes() {
  ::malloc_trim(0);
  size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace strata::soak
