#include "core/world/map_tables.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/world/map_hpa.hpp"

namespace strata {
namespace {

constexpr size_t kLiveClusters = 64;  // limit of the clusters that an edit updates at once
constexpr size_t kTablesPiece = 2;    // clusters between two checks of the clock; each takes up to half a millisecond

// Returns whether a job computes labels of the tables of any kind of agents.
bool labels_under_way(const AgentKindTables& own, const AgentKinds& kinds) {
  for (size_t i = 0; i < kinds.count(); ++i) {
    if (kinds.kind(i).tables.labels_under_way()) return true;
  }
  return own.labels_under_way();
}

}  // namespace

void MapTables::install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                        Part& part) {
  const bool was_on = options_.has_value();
  const bool anew = wanted && (!was_on || rebuild_flags.hpa || wanted->tables != options_->tables);
  const bool off = was_on && !wanted;
  const bool other_kinds = wanted && was_on && wanted->kinds != options_->kinds;
  options_ = wanted;
  if (anew || off) {
    part.own = own_.set_options(wanted ? std::optional(wanted->tables) : std::nullopt);
    build_.restart(0, inputs.hpa->levels() > 0 ? inputs.hpa->clusters().count() : 0);  // 0: HPA* was given up
  }
  if (!anew && !off && !other_kinds) return;
  part.kinds = std::exchange(kinds_, {});
  if (!wanted) return;
  // The tables for the agent of the rules are in `own_`.
  std::vector<Agent> others;
  const Agent own{inputs.rules->agent_size, inputs.rules->capability};
  for (const Agent& kind : wanted->kinds) {
    if (kind != own) others.push_back(kind);
  }
  kinds_.reset(*inputs.map, *inputs.rules, inputs.hpa->options(), wanted->tables, others);
}

bool MapTables::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (!options_ || inputs.hpa->levels() == 0) return false;
  // If HPA* has dirty clusters or a build is running, `work` continues it.
  const Stopwatch watch;
  update_.clear();
  const bool done = own_.ready(change.before) && own_.update_some(*inputs.moves, *inputs.hpa, update_, kLiveClusters);
  kinds_.update(*inputs.map, change.letters);
  if (!done) build_.spend(watch.micros());
  touched_.clear();
  const ClusterGrid& clusters = inputs.hpa->clusters();
  touched_.add(
      1, 1, update_.clusters, [&](uint32_t number) { return clusters.rect(number); },
      [](const Rect& cells) { return cells; });
  return true;
}

void MapTables::work(const BuildInputs& inputs, WorkBudget& budget) {
  if (!options_ || !inputs.hpa->ready()) return;
  const MoveGrid& moves = *inputs.moves;
  while (!work_done(inputs) && budget.more()) {
    const Stopwatch watch;
    TablesUpdate ignored;
    const bool own =
        own_.ready(moves) || own_.update_some(moves, *inputs.hpa, ignored, kTablesPiece) || own_.refused(moves);
    const bool done = own && kinds_.work(kTablesPiece);
    build_.spend(watch.micros());
    if (done) build_.finish();
  }
}

void MapTables::poll(const BuildInputs&) {
  own_.poll_labels();
  own_.start_labels();
  kinds_.poll_labels();
  kinds_.start_labels();
}

void MapTables::finish(const BuildInputs&) {
  do {
    own_.start_labels();
  } while (own_.wait_for_labels());
  kinds_.finish_labels();
}

StructureState MapTables::state(const BuildInputs& inputs) const {
  if (!options_) return {.built_micros = build_.micros(), .version = tables().version()};
  const bool there = ready(inputs);
  double progress = 1;
  if (!there) progress = own_.ready(*inputs.moves) ? kinds_.progress() : build_.progress(own_.pending());
  return {.wanted = true,
          .ready = there,
          .work_done = work_done(inputs),
          .sliced = true,
          .building = labels_under_way(own_, kinds_),
          .progress = progress,
          .built_micros = build_.micros(),
          .version = tables().version()};
}

std::string MapTables::stamp(const BuildInputs& inputs) const {
  if (!options_) return "none";
  const auto& [max_bytes, max_label_bytes] = options_->tables;
  return fmt::format("tables {} {} {} ({})", max_bytes, max_label_bytes, tables().version(), hpa_stamp(*inputs.hpa));
}

std::string MapTables::refusal(const BuildInputs& inputs) const {
  return own_.refused(*inputs.moves) ? own_.refusal() : std::string();
}

std::optional<std::string> MapTables::difference(const Structure& structure, const BuildInputs&) const {
  const auto& fresh = static_cast<const MapTables&>(structure);
  if (tables() != fresh.tables()) return "own";
  if (kinds_.count() != fresh.kinds_.count()) return "kinds";
  for (size_t i = 0; i < kinds_.count(); ++i) {
    const AgentKinds::KindStructures& kind = kinds_.kind(i);
    const AgentKinds::KindStructures& other = fresh.kinds_.kind(i);
    const bool same =
        kind.moves == other.moves && kind.hpa == other.hpa && kind.tables.tables() == other.tables.tables();
    if (!same) return fmt::format("agents of size {}", kind.agent.size);
  }
  return std::nullopt;
}

}  // namespace strata
