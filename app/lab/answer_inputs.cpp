#include "app/lab/answer_inputs.hpp"

#include <string_view>

#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/base/hash.hpp"
#include "core/world/map_jumps.hpp"
#include "core/world/map_moves.hpp"
#include "core/world/map_repairs.hpp"

namespace strata {

namespace {

// A test whether one of the values has changed, and the work that is due if it has.
struct ChangeRule {
  bool (*differs)(const AnswerInputs&, const AnswerInputs&);
  uint8_t due;
};

template <auto kField>
bool differs(const AnswerInputs& a, const AnswerInputs& b) {
  return a.*kField != b.*kField;
}
// A new map has a setup of its own and is drawn completely anyway, so that a change of the setup with the
// map does not count.
bool setup_changed(const AnswerInputs& before, const AnswerInputs& now) {
  return before.world == now.world && before.setup != now.setup;
}
bool gesture_ended(const AnswerInputs& before, const AnswerInputs& now) { return before.gesture && !now.gesture; }

constexpr ChangeRule kRules[] = {
    {differs<&AnswerInputs::world>, DueWork::kQuery},
    {differs<&AnswerInputs::revision>, DueWork::kOutdate | DueWork::kSolve},
    {setup_changed, DueWork::kRedraw | DueWork::kQuery},
    {differs<&AnswerInputs::results>, DueWork::kSolve | DueWork::kCount},
    {differs<&AnswerInputs::query>, DueWork::kQuery},
    {differs<&AnswerInputs::drawn_graph>, DueWork::kQuery},
    {differs<&AnswerInputs::plan_options>, DueWork::kQuery},
    // The notes about start or goal cells that are blocked contain the names of terrains.
    {differs<&AnswerInputs::terrain_looks>, DueWork::kSolve},
    {differs<&AnswerInputs::shown>, DueWork::kQuery},
    {differs<&AnswerInputs::stepped>, DueWork::kSolve},
    {differs<&AnswerInputs::needs>, DueWork::kNeeds},
    // When a gesture ends, the planners are asked for the answers that were postponed during it.
    {gesture_ended, DueWork::kSolve},
};

uint64_t text_stamp(uint64_t stamp, std::string_view text) { return mix_stamp(stamp, fnv1a(text)); }

// Returns a number that changes with the state of any structure: ready, building, cancelled and so on. The version of a
// structure counts only while it is ready, as it changes with every slice of a build.
uint64_t results_stamp(const World& world) {
  uint64_t stamp = 0;
  for (const StructureId id : kAllStructures) {
    const StructureState state = world.state(id);
    const uint64_t flags = (state.wanted ? 1 : 0) | (state.ready ? 2 : 0) | (state.cancelled ? 4 : 0) |
                           (state.failed ? 8 : 0) | (state.building ? 16 : 0);
    stamp = mix_stamp(mix_stamp(stamp, flags), state.wanted && state.ready ? state.version : 0);
  }
  return stamp;
}

// Returns the setup without what follows rows, layers and the query: structures that are built for the first two
// (QueryController::follow_needs), and the query of repaired searches.
WorldSetup chosen_part(const World& world) {
  WorldSetup setup = world.setup();
  setup.get<MapMoves>().reset();
  setup.get<MapJumps>().reset();
  if (auto& repairs = setup.get<MapRepairs>()) repairs->query.reset();
  return setup;
}

}  // namespace

uint8_t due_between(const AnswerInputs& before, const AnswerInputs& now) {
  uint8_t due = 0;
  for (const ChangeRule& rule : kRules) {
    if (rule.differs(before, now)) due |= rule.due;
  }
  return due;
}

AnswerInputs answer_inputs(const Lab& lab, const AnswerInputs& before, bool world_changed) {
  const LabState& state = lab.state();
  const World& world = lab.world();
  AnswerInputs now;
  now.world = lab.state().world_version;
  now.revision = world.map().revision();
  now.setup = before.setup;
  if (world_changed || before.world != now.world) {
    WorldSetup setup = chosen_part(world);
    if (now.setup == nullptr || !(setup == *now.setup))
      now.setup = std::make_shared<const WorldSetup>(std::move(setup));
  }
  now.results = results_stamp(world);
  if (state.has_query) now.query = state.query;
  now.drawn_graph = world.inputs().drawn_version;
  now.plan_options = state.plan_options_version();
  now.terrain_looks = state.terrain_looks_version;
  for (const PlannerRow& row : state.rows) {
    if (row.shown) now.shown = text_stamp(now.shown, row.planner->name);
  }
  now.stepped = text_stamp(static_cast<uint64_t>(state.views_compare()), state.traced);
  for (int i = 1; state.views_compare() && i < state.view_count; ++i) {
    now.stepped = text_stamp(now.stepped, state.views[static_cast<size_t>(i)].planner);
  }
  const uint64_t clearance = lab.query().wants_clearance() ? 1 : 0;
  now.needs = now.world << 2 | (lab.query().wants_jumps(world.rules()) ? 2 : 0) | clearance;
  now.gesture = lab.query().live();
  return now;
}

}  // namespace strata
