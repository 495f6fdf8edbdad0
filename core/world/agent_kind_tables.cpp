#include "core/world/agent_kind_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/byte_text.hpp"
#include "core/base/stopwatch.hpp"

namespace strata {
namespace {

constexpr size_t kLiveClusters = 64;  // limit of the clusters that an edit updates at once, for each kind
constexpr size_t kLiveHpaClusters = 256;
constexpr size_t kMaxSpareBytes = size_t{256} << 20;  // larger labels are freed, not kept to reuse their memory
constexpr uint32_t kAtOnceNodes = 256;  // for so few nodes computing the labels is faster than starting a thread

}  // namespace

AgentKindTables::ReplacedTables AgentKindTables::set_options(const std::optional<TablesOptions>& options) {
  options_ = options;
  begun_ = false;
  marked_for_ = 0;
  job_.cancel();
  failed_version_ = 0;
  return {std::exchange(tables_, {}), std::exchange(labels_, nullptr), std::exchange(spare_, nullptr)};
}

std::string AgentKindTables::refusal() const {
  const int size = tables_.cluster_size();
  if (size > Tables::kMaxClusterSize) {
    return fmt::format("clusters of {} cells: tables are for clusters of {} cells at most", size,
                       Tables::kMaxClusterSize);
  }
  return fmt::format("the tables would take {}, {} at most: smaller clusters take less",
                     bytes_text(tables_.needed_bytes()), bytes_text(tables_.options().max_bytes));
}

bool AgentKindTables::update_some(const MoveGrid& grid, const Hpa& hpa, TablesUpdate& report, size_t max_clusters) {
  if (!wanted() || !hpa.ready() || hpa.built_for() != grid.built_for()) return false;
  // Tables that were too large may fit on the present map.
  if (!begun_ || (tables_.too_large() && marked_for_ != grid.built_for())) {
    tables_.reset(grid, hpa, *options_);
    begun_ = true;
  } else if (marked_for_ != grid.built_for()) {
    tables_.mark_dirty(grid, hpa);
  }
  marked_for_ = grid.built_for();
  return !tables_.too_large() && tables_.update_some(grid, hpa, report, max_clusters);
}

void AgentKindTables::start_labels() {
  if (job_.running() && (!wanted() || job_version_ != tables_.graph_version())) job_.cancel();
  if (!wanted() || job_.running() || !tables_.ready() || labels_failed() || labels() != nullptr) return;
  job_version_ = tables_.graph_version();
  if (tables_.nodes() <= kAtOnceNodes) {
    try {
      const Stopwatch watch;
      ComputedLabels computed{TableLabels::build(tables_, labels_.get(), nullptr, std::exchange(spare_, nullptr)), 0};
      computed.micros = watch.micros();
      take(std::move(computed));
    } catch (const std::bad_alloc&) {
      failed_version_ = job_version_;
    }
    return;
  }
  job_.start_in_turn(
      [tables = tables_, before = labels_, memory = std::exchange(spare_, nullptr)](JobControl& control) {
        const Stopwatch watch;
        ComputedLabels computed;
        computed.labels = TableLabels::build(tables, before.get(), &control, memory);
        computed.micros = watch.micros();
        return computed;
      });
}

void AgentKindTables::take(std::optional<ComputedLabels> computed) {
  if (job_.take_failure()) failed_version_ = job_version_;
  if (!computed || computed->labels == nullptr) return;
  // Outdated labels are stored, too: the next build reuses their contraction order.
  spare_ = std::exchange(labels_, std::move(computed->labels));
  if (spare_ != nullptr && spare_->memory_bytes() > kMaxSpareBytes) spare_ = nullptr;
  labels_micros_ = computed->micros;
}

void AgentKindTables::poll_labels() {
  if (job_.running()) take(job_.poll());
}

bool AgentKindTables::wait_for_labels() {
  if (!job_.running()) return false;
  take(job_.wait());
  return true;
}

size_t AgentKindTables::memory_bytes() const {
  return tables_.memory_bytes() + (labels_ != nullptr ? labels_->memory_bytes() : 0) +
         (spare_ != nullptr ? spare_->memory_bytes() : 0);
}

void AgentKinds::reset(const GridMap& map, const Rules& rules, const HpaOptions& hpa, const TablesOptions& tables,
                       std::span<const Agent> agents) {
  kinds_.clear();
  HpaOptions level1 = hpa;
  level1.levels = 1;
  level1.cache_paths = false;
  for (const Agent& agent : agents) {
    KindStructures& kind = *kinds_.emplace_back(std::make_unique<KindStructures>());
    kind.agent = agent;
    if (agent.size > 1) kind.clearance.emplace().build(map, agent.capability);
    Rules own = rules;
    own.agent_size = agent.size;
    own.capability = agent.capability;
    kind.moves.build(map, own, kind.clearance ? &*kind.clearance : nullptr);
    kind.hpa.reset(kind.moves, level1);
    kind.tables.set_options(tables);
  }
}

void AgentKinds::update(const GridMap& map, std::span<const Rect> dirty) {
  for (const auto& kind : kinds_) {
    const bool was_ready = kind->tables.ready(kind->moves);
    kind->hpa.mark_dirty(kind->moves, {});
    for (const Rect& piece : dirty) {
      if (kind->clearance) kind->clearance->update(map, piece);
      const Rect changed = kind->moves.update(map, piece, kind->clearance ? &*kind->clearance : nullptr);
      kind->hpa.mark_dirty(kind->moves, changed);
    }
    HpaUpdate hpa;
    TablesUpdate tables;
    if (was_ready && kind->hpa.update_some(kind->moves, hpa, kLiveHpaClusters)) {
      kind->tables.update_some(kind->moves, kind->hpa, tables, kLiveClusters);
    }
  }
}

bool AgentKinds::work(size_t max_clusters) {
  for (const auto& kind : kinds_) {
    if (kind->tables.ready(kind->moves) || kind->tables.refused(kind->moves)) continue;
    HpaUpdate hpa;
    TablesUpdate tables;
    if (!kind->hpa.update_some(kind->moves, hpa, max_clusters * 8)) return false;
    kind->tables.update_some(kind->moves, kind->hpa, tables, max_clusters);
    return ready();
  }
  return true;
}

bool AgentKinds::ready() const {
  return std::all_of(kinds_.begin(), kinds_.end(), [](const auto& kind) {
    return kind->tables.ready(kind->moves) || kind->tables.refused(kind->moves);
  });
}

double AgentKinds::progress() const {
  double sum = 0;
  for (const auto& kind : kinds_) {
    const auto all = static_cast<double>(kind->hpa.clusters().count());
    if (kind->tables.ready(kind->moves)) {
      sum += 1;
    } else if (kind->hpa.ready()) {
      sum += 1 - std::min(1.0, static_cast<double>(kind->tables.pending()) / all);
    }
  }
  return kinds_.empty() ? 1 : sum / static_cast<double>(kinds_.size());
}

void AgentKinds::start_labels() {
  for (const auto& kind : kinds_) kind->tables.start_labels();
}

void AgentKinds::poll_labels() {
  for (const auto& kind : kinds_) kind->tables.poll_labels();
}

bool AgentKinds::finished() const {
  return std::any_of(kinds_.begin(), kinds_.end(), [](const auto& kind) { return kind->tables.finished(); });
}

void AgentKinds::finish_labels() {
  for (const auto& kind : kinds_) {
    do {
      kind->tables.start_labels();
    } while (kind->tables.wait_for_labels());
  }
}

size_t AgentKinds::memory_bytes() const {
  size_t bytes = 0;
  for (const auto& kind : kinds_) {
    bytes += kind->moves.memory_bytes() + kind->hpa.memory_bytes() + kind->tables.memory_bytes();
    if (kind->clearance) bytes += kind->clearance->memory_bytes();
  }
  return bytes;
}

std::string AgentKinds::refusal() const {
  for (const auto& kind : kinds_) {
    if (!kind->tables.refused(kind->moves)) continue;
    return fmt::format("agents of size {}: {}", kind->agent.size, kind->tables.refusal());
  }
  return {};
}

}  // namespace strata
