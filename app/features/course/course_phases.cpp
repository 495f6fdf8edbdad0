#include "app/features/course/course_phases.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "core/grid/map_links.hpp"

namespace strata {
namespace {

// Applies the change, and returns the number of cells whose letter differs afterwards.
uint64_t apply_and_count(GridMap& map, const Edit& change) {
  // The letters before, of each cell in the order of its runs. Runs may overlap.
  std::vector<std::pair<CellId, char>> before;
  for (const CellRun& run : change.runs) {
    for (CellId cell = run.first; cell < run.first + run.count; ++cell) {
      if (map.letter(cell) != run.letter) before.emplace_back(cell, map.letter(cell));
    }
  }
  (void)map.apply(change);
  std::erase_if(before, [&](const auto& cell) { return map.letter(cell.first) == cell.second; });
  std::ranges::sort(before);
  return static_cast<uint64_t>(std::unique(before.begin(), before.end()) - before.begin());
}

}  // namespace

DynamicCourse course_of(const DynamicScenario& scenario) {
  DynamicCourse course{.path = {}, .map = first_map(scenario), .phases = {}};
  course.phases.emplace_back();
  GridMap map = course.map;
  for (size_t i = 0; i < scenario.steps.size(); ++i) {
    if (const auto* query = std::get_if<DynamicQuery>(&scenario.steps[i])) {
      course.phases.back().queries.push_back(*query);
      ++course.queries;
    } else if (i > 0) {  // the first one made the map
      CoursePhase& phase = course.phases.emplace_back();
      phase.change = edit_of(scenario, std::get<ScenarioChange>(scenario.steps[i]));
      phase.cells = apply_and_count(map, phase.change);
    }
  }
  return course;
}

Result<DynamicCourse> load_course(const std::string& path) {
  const Result<DynamicScenario> scenario = load_dynamic_scenario(path);
  if (!scenario) return scenario.error();
  DynamicCourse course = course_of(scenario.value());
  course.path = path;
  return course;
}

bool is_dynamic_scenario(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string word(64, '\0');
  file.read(word.data(), static_cast<std::streamsize>(word.size()));
  word.resize(static_cast<size_t>(file.gcount()));
  std::string_view line = word;
  if (line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
  line = line.substr(0, line.find_first_of("\r\n"));
  if (!line.starts_with("version")) return false;
  line.remove_prefix(std::string_view("version").size());
  if (line.empty() || (line.front() != ' ' && line.front() != '\t')) return false;
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  line = line.substr(0, line.find_last_not_of(" \t") + 1);
  return line == "2" || line == "2.0";
}

const GridMap& CourseReplay::map_at(size_t phase) {
  if (phase < phase_) {
    map_ = course_.map;
    phase_ = 0;
  }
  while (phase_ < phase) (void)map_.apply(course_.phases[++phase_].change);
  return map_;
}

Edit difference(const GridMap& from, const GridMap& to) {
  Edit edit;
  const auto width = static_cast<CellId>(from.width());
  for (CellId row = 0; row < from.cell_count(); row += width) {
    for (CellId cell = row; cell < row + width;) {
      const auto differs = [&](CellId id) { return from.letter(id) != to.letter(id) || from.weight(id) != 0; };
      if (!differs(cell)) {
        ++cell;
        continue;
      }
      const CellId first = cell;
      const char letter = to.letter(first);
      while (cell < row + width && differs(cell) && to.letter(cell) == letter) ++cell;
      edit.runs.push_back({first, cell - first, letter, 0});
    }
  }
  if (from.links() != nullptr) {
    for (const MapLink& link : from.links()->all()) edit.links.push_back({.from = link.from, .to = link.to});
  }
  return edit;
}

}  // namespace strata
