#include "core/world/world_settings.hpp"

#include <vector>

#include "core/search/plan_options.hpp"
#include "core/world/plan_settings.hpp"
#include "core/world/structures.hpp"

namespace strata {
namespace {

template <class Kept>
void add(std::vector<WorldSetting>& all, std::span<const SettingOf<typename Kept::Options>> rows) {
  using Options = typename Kept::Options;
  for (const SettingOf<Options>& row : rows) {
    const auto set = [put = row.put](WorldSetup& setup, PlanOptions&, double value) {
      std::optional<Options>& options = setup.get<Kept>();
      if (!options) options.emplace();
      put(*options, value);
    };
    const auto get = [get = row.get](const WorldSetup& setup, const PlanOptions&) {
      const std::optional<Options>& options = setup.get<Kept>();
      return get(options ? *options : Options());
    };
    WorldSetting& one = all.emplace_back(WorldSetting{row, Kept::kId, set, {}, get});
    if constexpr (requires(const Options& options) { options.valid(); }) {
      one.valid = [](const WorldSetup& setup) { return !setup.get<Kept>() || setup.get<Kept>()->valid(); };
    }
  }
}

std::vector<WorldSetting> make_settings() {
  std::vector<WorldSetting> all;
  for_each_structure([&]<class Kept>(std::type_identity<Kept>) {
    if constexpr (requires { Kept::settings(); }) add<Kept>(all, Kept::settings());
  });
  for (const SettingOf<PlanOptions>& row : plan_settings()) {
    all.push_back({row,
                   StructureId::kMoves,
                   [put = row.put](WorldSetup&, PlanOptions& options, double value) { put(options, value); },
                   {},
                   [get = row.get](const WorldSetup&, const PlanOptions& options) { return get(options); }});
  }
  return all;
}

}  // namespace

std::span<const WorldSetting> world_settings() {
  static const std::vector<WorldSetting> all = make_settings();
  return all;
}

const WorldSetting* world_setting_named(std::string_view name) {
  for (const WorldSetting& setting : world_settings()) {
    if (setting.row.name == name) return &setting;
  }
  return nullptr;
}

std::span<const WorldSetting* const> swept_settings() {
  static const std::vector<const WorldSetting*> swept = [] {
    std::vector<const WorldSetting*> found;
    for (const WorldSetting& setting : world_settings()) {
      if (setting.swept()) found.push_back(&setting);
    }
    return found;
  }();
  return swept;
}

}  // namespace strata
