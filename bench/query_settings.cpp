#include "bench/query_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bench/options.hpp"
#include "core/alt/landmark_settings.hpp"
#include "core/haa/haa_settings.hpp"
#include "core/hpa/hpa_settings.hpp"
#include "core/search/plan_options.hpp"
#include "core/sectors/sector_settings.hpp"
#include "core/world/hierarchy_settings.hpp"
#include "core/world/mesh_settings.hpp"
#include "core/world/plan_settings.hpp"

namespace strata::bench {
namespace {

// Adds the settings of one kind of options; `read` and `write` convert them from and to the options of queries. `but`
// names settings that queries do not have.
template <class Options>
void add_rows(std::vector<QuerySetting>& all, std::span<const SettingOf<Options>> rows,
              Options (*read)(const QueryOptions&), void (*write)(QueryOptions&, const Options&),
              const std::vector<std::string_view>& but = {}) {
  for (const SettingOf<Options>& row : rows) {
    if (std::ranges::find(but, row.name) != but.end()) continue;
    const auto set = [put = row.put, read, write](QueryOptions& queries, double value) {
      Options options = read(queries);
      put(options, value);
      write(queries, options);
    };
    all.push_back({row, row.get(read(QueryOptions{})), set});
  }
}

PlanOptions plan_of_queries(const QueryOptions& q) {
  PlanOptions plan;
  plan.smooth = q.smooth, plan.first_moves = q.first_moves, plan.segment = q.segment;
  plan.heuristic = q.heuristic, plan.weight = q.weight, plan.ties = q.ties;
  plan.mesh_links = static_cast<uint8_t>(q.links), plan.from_centres = q.from_centres;
  return plan;
}

void put_plan_of_queries(QueryOptions& q, const PlanOptions& plan) {
  q.smooth = plan.smooth, q.first_moves = plan.first_moves, q.segment = plan.segment;
  q.heuristic = plan.heuristic, q.weight = plan.weight, q.ties = plan.ties;
  q.links = static_cast<HnaLinkMethod>(plan.mesh_links), q.from_centres = plan.from_centres;
}

std::vector<QuerySetting> make_query_settings() {
  std::vector<QuerySetting> all;
  add_rows<HpaOptions>(
      all, hpa_settings(), [](const QueryOptions& q) { return q.hpa; },
      [](QueryOptions& q, const HpaOptions& hpa) { q.hpa = hpa; }, {"hpa.levels"});  // each planner has its own
  add_rows<HaaOptions>(
      all, haa_settings(),
      [](const QueryOptions& q) {
        HaaOptions haa;
        haa.cluster_size = q.haa_cluster;
        return haa;
      },
      [](QueryOptions& q, const HaaOptions& haa) { q.haa_cluster = haa.cluster_size; },
      {"haa.sizes", "haa.published", "haa.dominated"});
  add_rows<SectorOptions>(
      all, sector_settings(), [](const QueryOptions& q) { return q.sectors; },
      [](QueryOptions& q, const SectorOptions& sectors) { q.sectors = sectors; });
  add_rows<LandmarkOptions>(
      all, landmark_settings(),
      [](const QueryOptions& q) { return LandmarkOptions{.count = q.landmarks, .placed = {}}; },
      [](QueryOptions& q, const LandmarkOptions& landmarks) { q.landmarks = landmarks.count; });
  add_rows<ChOptions>(
      all, ch_settings(), [](const QueryOptions& q) { return q.ch; },
      [](QueryOptions& q, const ChOptions& ch) { q.ch = ch; });
  add_rows<CchOptions>(
      all, cch_settings(), [](const QueryOptions& q) { return q.cch; },
      [](QueryOptions& q, const CchOptions& cch) { q.cch = cch; });
  add_rows<LabelsOptions>(
      all, labels_settings(), [](const QueryOptions& q) { return q.labels; },
      [](QueryOptions& q, const LabelsOptions& labels) { q.labels = labels; });
  add_rows<NavmeshOptions>(
      all, navmesh_settings(), [](const QueryOptions& q) { return q.navmesh; },
      [](QueryOptions& q, const NavmeshOptions& navmesh) { q.navmesh = navmesh; });
  add_rows<MapHnaOptions>(
      all, hna_settings(), [](const QueryOptions& q) { return q.hna; },
      [](QueryOptions& q, const MapHnaOptions& hna) { q.hna = hna; });
  add_rows<PlanOptions>(all, plan_settings(), plan_of_queries, put_plan_of_queries,
                        {"query.partial", "plan.stall", "plan.potentials"});
  return all;
}

}  // namespace

std::span<const QuerySetting> query_settings() {
  static const std::vector<QuerySetting> all = make_query_settings();
  return all;
}

const QuerySetting* query_setting_named(std::string_view name) {
  for (const QuerySetting& setting : query_settings()) {
    if (setting.row.name == name) return &setting;
  }
  return nullptr;
}

std::span<const QuerySetting* const> swept_settings() {
  static const std::vector<const QuerySetting*> swept = [] {
    std::vector<const QuerySetting*> found;
    for (const QuerySetting& setting : query_settings()) {
      if (setting.row.swept()) found.push_back(&setting);
    }
    return found;
  }();
  return swept;
}

Status put_setting(QueryOptions& options, const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == text.npos) return error_at("", fmt::format("expected NAME=VALUE, not '{}'", text));
  const std::string name = text.substr(0, equals);
  const QuerySetting* setting = query_setting_named(name);
  if (setting == nullptr) return error_at("", fmt::format("there is no setting '{}': `settings` lists them", name));
  const Result<double> value = read_option(setting->row, text.substr(equals + 1), setting->usual);
  if (!value) return error_at(name, value.error().message());
  setting->set(options, value.value());
  return success();
}

Report list_settings() {
  Report report{.command = "settings", .rows = {}, .failures = {}, .notes = {}};
  for (const QuerySetting& setting : query_settings()) {
    const Setting& row = setting.row;
    ReportRow out = {{"name", row.name}, {"title", full_title(row)}, {"usual", setting_text(row, setting.usual)}};
    out["low"] = row.words.empty() ? ReportRow(row.range.low) : ReportRow(nullptr);
    out["high"] = row.words.empty() ? ReportRow(row.range.high) : ReportRow(nullptr);
    if (row.kind == SettingKind::kSwitch) out["low"] = 0, out["high"] = 1;
    out["takes"] = row.words.empty() ? std::string(row.unit) : setting_usage(row);
    out["option"] = row.option.empty() ? std::string() : fmt::format("--{}", row.option);
    out["sweep"] = row.swept() ? fmt::format("{} {} {}", row.sweep.from, row.sweep.to, row.sweep.step) : std::string();
    report.rows.push_back(std::move(out));
  }
  return report;
}

}  // namespace strata::bench
