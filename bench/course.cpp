#include "bench/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

#include "bench/course_run.hpp"
#include "bench/input_files.hpp"
#include "bench/query_run.hpp"
#include "bench/query_set.hpp"
#include "bench/ranks.hpp"
#include "bench/tasks.hpp"
#include "core/io/dynamic_scenario.hpp"
#include "core/io/printable.hpp"
#include "core/search/workspace.hpp"

namespace strata::bench {
namespace {

constexpr std::array<std::string_view, kCourseTracks> kTrackNames = {"classic", "dynamic", "any-angle"};

bool suits(const Planner& planner, CourseTrack track) {
  return planner.any_angle == (track == CourseTrack::kAnyAngle) && !planner.levels_only &&
         planner.profiles[static_cast<size_t>(Profile::kOctile)];
}

// Returns the planners of a run: those that were named, or all that suit the track. Of those over cells these are
// A*, JPS, "fastest" and the planners with a structure, except those that repair the path of one query.
Result<std::vector<const Planner*>> course_planners(const CourseOptions& options) {
  const std::vector<std::string>& names = options.queries.planners;
  std::vector<const Planner*> chosen;
  if (!names.empty() && names != std::vector<std::string>{"all"}) {
    Result<std::vector<const Planner*>> named = chosen_planners(options.queries);
    if (!named) return named.error();
    for (const Planner* planner : named.value()) {
      if (suits(*planner, options.track)) continue;
      return error_at("course", fmt::format("planner '{}' does not suit the track '{}'{}", planner->name,
                                            course_track_name(options.track),
                                            planner->levels_only ? ": it searches levels"
                                            : planner->any_angle ? ", whose paths go from cell to cell"
                                                                 : ", whose paths are straight lines"));
    }
    return named;
  }
  for (const Planner& planner : planners()) {
    const bool has_structure = planner.needs != StructureId::kMoves && planner.needs != StructureId::kRepairs;
    if (suits(planner, options.track) && (planner.any_angle || has_structure || planner.asks != nullptr ||
                                          &planner == &optimum_planner() || &planner == &baseline_planner())) {
      chosen.push_back(&planner);
    }
  }
  return chosen;
}

// Returns the files of the courses; those of the dynamic track have no map.
Result<std::vector<QuerySource>> course_sources(const CourseOptions& options) {
  const QueryOptions& queries = options.queries;
  if (options.track == CourseTrack::kDynamic) {
    if (queries.scen.empty() || !queries.map.empty() || !queries.set.empty()) {
      return error_at("course",
                      "give --scen, a scenario of version 2, and neither --map nor --set: its patch file has the maps");
    }
    return std::vector<QuerySource>{{"", queries.scen, false}};
  }
  if (queries.map.empty() == queries.set.empty()) return error_at("course", "give either --map or --set");
  return find_sources(queries);
}

Result<Course> dynamic_course(const std::string& file, int every) {
  Result<DynamicScenario> loaded = load_dynamic_scenario(file);
  if (!loaded) return loaded.error();
  DynamicScenario& scenario = loaded.value();
  Course course{.name = std::filesystem::path(file).filename().string(), .map = first_map(scenario), .steps = {}};
  size_t queries = 0;
  for (size_t i = 0; i < scenario.steps.size(); ++i) {
    if (const auto* change = std::get_if<ScenarioChange>(&scenario.steps[i])) {
      if (i > 0) course.steps.emplace_back(*change);  // the first one made the map
      continue;
    }
    const auto& query = std::get<DynamicQuery>(scenario.steps[i]);
    if (queries++ % static_cast<size_t>(std::max(every, 1)) != 0) continue;
    course.steps.emplace_back(CourseQuery{{query.start, query.goal}, query.length, queries});
  }
  scenario.steps.clear();
  course.scenario = std::move(scenario);
  return course;
}

// Makes the course of a map and its scenario. Faults of the files go to the report.
Result<Course> static_course(const QuerySource& source, const CourseOptions& options, Report& report) {
  Result<GridMap> map = load_cells(source.map, options.queries.letters, report);
  if (!map) return map.error();
  const Result<Scenario> scenario = load_scenario(source.scen);
  if (!scenario) return scenario.error();
  const World world(map.value(), options.queries.rules);
  Workspace workspace;
  const QuerySet set = select_from_scenario(world, scenario.value(), options.queries, source.scen, workspace);
  report.failures.insert(report.failures.end(), set.failures.begin(), set.failures.end());
  Course course{
      .name = std::filesystem::path(source.map).filename().string(), .map = std::move(map.value()), .steps = {}};
  course.invalid = set.invalid_count();
  for (const auto& [reason, count] : set.invalid) {
    report.notes.push_back(fmt::format("{}: not used: {} rows: {}", course.name, count, reason));
  }
  for (const ReferenceQuery& query : set.valid) {
    course.steps.emplace_back(CourseQuery{query.query, query.listed, query.line});
  }
  if (options.track == CourseTrack::kAnyAngle) {
    if (Status measured = measure_by_polyanya(course, options.queries); !measured) return measured.error();
  }
  return course;
}

// Measures all planners on one course, and returns the result as text.
std::string measure_course(const QuerySource& source, const std::vector<const Planner*>& chosen,
                           const CourseOptions& options) {
  Report report;
  ReportRow answer;
  answer["tallies"] = ReportRow::array();
  const Result<Course> course = in_memory([&] {
    return options.track == CourseTrack::kDynamic ? dynamic_course(source.scen, options.queries.every)
                                                  : static_course(source, options, report);
  });
  if (!course) {
    answer["error"] = {course.error().where, course.error().what};
  } else {
    answer["map"] = course.value().name;
    for (const Planner* planner : chosen) {
      std::fprintf(stderr, "%s, %s\n", printable(course.value().name).c_str(), std::string(planner->name).c_str());
      const Result<CourseTally> tally =
          in_memory([&]() -> Result<CourseTally> { return run_planner(course.value(), *planner, options, report); });
      CourseTally refused;
      if (!tally) {
        refused.refused = tally.error().message();
        refused.refused_maps = 1;
      }
      const CourseTally& own = tally ? tally.value() : refused;
      if (!own.refused.empty()) {
        report.notes.push_back(fmt::format("{}: {} refuses: {}", course.value().name, planner->name, own.refused));
      }
      answer["tallies"].push_back(row_of_course_tally(own));
    }
  }
  answer["failures"] = report.failures;
  answer["notes"] = report.notes;
  return answer.dump(-1, ' ', false, ReportRow::error_handler_t::replace);
}

// Adds the result of a course to the report, and its tallies to the totals. A file that cannot be read is a failure.
Status take_course(const std::string& text, const QuerySource& source, const std::vector<const Planner*>& chosen,
                   const CourseOptions& options, Report& report, std::vector<CourseTally>& totals) {
  try {
    const ReportRow answer = ReportRow::parse(text);
    for (const ReportRow& failure : answer.at("failures")) report.failures.push_back(failure);
    for (const ReportRow& note : answer.at("notes")) report.notes.push_back(note);
    if (answer.contains("error")) {
      report.failures.push_back(error_at(answer["error"].at(0), answer["error"].at(1)).message());
      return success();
    }
    if (answer.at("tallies").size() != chosen.size()) return error_at("answer of a course", "is of other planners");
    for (size_t i = 0; i < chosen.size(); ++i) {
      const CourseTally tally = course_tally_of(answer["tallies"][i]);
      report.rows.push_back(course_row(course_track_name(options.track), chosen[i]->name, answer.at("map"), tally,
                                       options.track == CourseTrack::kDynamic));
      totals[i].add(tally);
    }
    return success();
  } catch (const ReportRow::exception& malformed) {
    return error_at("answer of a course", fmt::format("{}: {}", source.map + source.scen, malformed.what()));
  }
}

}  // namespace

std::string_view course_track_name(CourseTrack track) { return kTrackNames[static_cast<size_t>(track)]; }

Result<Report> run_course(const CourseOptions& options) {
  const auto chosen = course_planners(options);
  if (!chosen) return chosen.error();
  const auto sources = course_sources(options);
  if (!sources) return sources.error();
  if (const HpaOptions hpa = hpa_for(chosen.value(), options.queries); !hpa.valid()) return too_wide("course", hpa);
  if (options.queries.rules.profile != Profile::kOctile || options.queries.rules.agent_size != 1) {
    return error_at("course", "the tracks have octile moves and agents of one cell");
  }
  if (options.queries.first_moves > 0 || !options.queries.refine) {
    return error_at("course", "the tracks ask for whole paths: leave out settings for first moves or abstract paths");
  }
  Report report{.command = "course", .rows = {}, .failures = {}, .notes = {}};
  std::vector<std::string> texts(sources.value().size());
  std::vector<std::string> failures;
  const Status done = do_tasks(
      texts.size(), options.queries.keep,
      [&](size_t i) { return measure_course(sources.value()[i], chosen.value(), options); },
      [&](size_t i, const std::string& text) { texts[i] = text; }, failures);
  if (!done) return done.error();
  if (!ranks().is_first()) return report;
  std::vector<CourseTally> totals(chosen.value().size());
  for (size_t i = 0; i < texts.size(); ++i) {
    const Status taken = take_course(texts[i], sources.value()[i], chosen.value(), options, report, totals);
    if (!taken) return taken.error();
  }
  report.failures.insert(report.failures.end(), failures.begin(), failures.end());
  if (texts.size() == 1 && report.rows.empty() && !report.failures.empty()) {
    return error_at("", report.failures.back());  // the only course cannot be read
  }
  size_t answered = 0;
  bool all_refuse = true;
  for (const CourseTally& total : totals) {
    answered = std::max(answered, total.micros.size());
    all_refuse = all_refuse && total.maps == 0;
  }
  if (answered == 0 && !all_refuse) return error_at("course", "there is no query that can be used");
  for (size_t i = 0; i < totals.size(); ++i) {
    if (texts.size() > 1) {
      report.rows.push_back(course_row(course_track_name(options.track), chosen.value()[i]->name, "*", totals[i],
                                       options.track == CourseTrack::kDynamic));
    }
    if (all_refuse && totals[i].refused_maps > 0) {
      report.failures.push_back(fmt::format("{} refuses every map: {}", chosen.value()[i]->name, totals[i].refused));
    }
  }
  return report;
}

}  // namespace strata::bench
