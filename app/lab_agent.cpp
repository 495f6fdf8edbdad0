// The agent, HAA* and the planners that may be there or not.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/lab.hpp"
#include "core/base/rng.hpp"

namespace strata {

namespace {
constexpr int kRandomTries = 32;

// What would have to be chosen for the planner to plan.
std::string needed_profile(const Planner& planner) {
  static constexpr std::array<std::string_view, kProfiles> kTitles = {"octile", "paper", "four-connected"};
  std::string names;
  for (size_t i = 0; i < kProfiles; ++i) {
    if (planner.profiles[i]) names += (names.empty() ? "" : " or ") + std::string(kTitles[i]);
  }
  return fmt::format("needs the {} profile", names);
}

}  // namespace

std::string Lab::unavailable(const Planner& planner) const {
  if (!planner.profiles[static_cast<size_t>(world_->rules().profile)]) return needed_profile(planner);
  if (!supports(*world_, planner)) return "needs equal weights of all terrains on the map";
  if (!world_->has(planner.needs)) {
    const std::string_view title = structure_title(planner.needs);
    return fmt::format("{} {} off: switch {} on", title, title.ends_with('s') ? "are" : "is",
                       title.ends_with('s') ? "them" : "it");
  }
  if (available(*world_, planner)) return {};
  const int levels = world_->get<MapHpa>().hpa().options().levels;
  return fmt::format("needs {} levels, HPA* has {}", planner.hpa_levels, levels);
}

bool Lab::ready_for(const Planner& planner) const { return world_->ready(planner.needs); }

void Lab::include_agent(const Agent& agent) {
  HaaOptions& options = state_.haa_options;
  if (agent.size > options.max_size) {
    options.max_size = agent.size;
    if (world_->has(Structure::kHaa)) say(MessageKind::kInfo, fmt::format("HAA* now knows sizes 1 to {}", agent.size));
  }
  if (std::find(options.capabilities.begin(), options.capabilities.end(), agent.capability) ==
      options.capabilities.end()) {
    options.capabilities.push_back(agent.capability);
    if (world_->has(Structure::kHaa)) {
      say(MessageKind::kInfo, fmt::format("HAA* now knows agents of {}", agent.capability.to_string()));
    }
  }
}

double Lab::haa_bytes(const GridMap& map, const HaaOptions& options) {
  const auto capabilities = static_cast<double>(options.capabilities.size());
  return map.cell_count() * (capabilities + 2 * capabilities * options.max_size);
}

bool Lab::haa_fits(const GridMap& map) {
  const HaaOptions& options = state_.haa_options;
  const double bytes = haa_bytes(map, options);
  if (bytes <= kMaxAgentBytes) return true;
  say(MessageKind::kWarning,
      fmt::format("HAA* stays off: {} sizes and {} capabilities on this map would take {}", options.max_size,
                  options.capabilities.size(), bytes_text(static_cast<size_t>(bytes))));
  return false;
}

void Lab::apply_haa(bool on) {
  include_agent(agent());
  const bool was_on = world_->has(Structure::kHaa);
  on = on && haa_fits(world_->map());
  if (on == was_on && (!on || world_->get<MapHaa>().haa().options() == state_.haa_options)) return;
  WorldSetup setup = world_->setup();
  setup.get<MapHaa>() = on ? std::optional<HaaOptions>(state_.haa_options) : std::nullopt;
  (void)change_setup(std::move(setup), on ? "Preparing HAA*" : "Giving up HAA*", [this, on, was_on] {
    if (on != was_on) show_structure(Structure::kHaa, on);
    rules_changed();
  });
}

std::vector<std::string> Lab::haa_lines() const {
  std::vector<std::string> lines;
  const HaaOptions usual;
  const HaaOptions& options = state_.haa_options;
  if (options.cluster_size != usual.cluster_size) {
    lines.push_back(fmt::format("haa.cluster_size {}", options.cluster_size));
  }
  if (options.max_size != usual.max_size) lines.push_back(fmt::format("haa.sizes {}", options.max_size));
  if (options.capabilities != usual.capabilities) {
    std::string list;
    for (const Capability capability : options.capabilities) {
      list += (list.empty() ? "" : ";") + capability.to_string();
    }
    lines.push_back("haa.capabilities " + list);
  }
  if (options.as_published) lines.push_back("haa.published on");
  if (options.keep_dominated) lines.push_back("haa.dominated on");
  if (world_->has(Structure::kHaa)) lines.push_back("haa on");
  return lines;
}

// Two far positions of the agent in use that can reach each other.
std::optional<Query> Lab::random_query_on(const World& world, uint64_t seed) {
  const Rules& rules = world.rules();
  if (rules.agent_size == 1 && rules.capability == Capability::walker()) return suggested_query(world.map(), seed);
  const MoveGrid& moves = world.moves();
  if (moves.passable_count() < 2) return std::nullopt;
  Rng rng(seed);
  std::vector<uint8_t> seen(moves.cell_count(), 0);
  std::vector<CellId> area;
  const auto random_position = [&] {
    for (;;) {
      const CellId id = rng.below(moves.cell_count());
      if (moves.passable(id)) return id;
    }
  };
  for (int i = 0; i < kRandomTries; ++i) {
    const CellId start = random_position();
    if (seen[start] != 0) continue;
    area.assign(1, start);
    seen[start] = 1;
    for (size_t at = 0; at < area.size(); ++at) {
      for (int d = 0; d < kDirections; ++d) {
        if ((moves.moves(area[at]) >> d & 1) == 0) continue;
        const CellId next = moves.neighbour(area[at], d);
        if (seen[next] != 0) continue;
        seen[next] = 1;
        area.push_back(next);
      }
    }
    if (area.size() < 2) continue;
    // Cells found last are far away.
    const auto half = static_cast<uint32_t>(area.size() / 2);
    const CellId goal = area[half + rng.below(static_cast<uint32_t>(area.size()) - half)];
    return Query{moves.cell(start), moves.cell(goal)};
  }
  return std::nullopt;
}

int Lab::usual_level(int views, int view) { return views == 1 ? kAllLevels : view; }

}  // namespace strata
