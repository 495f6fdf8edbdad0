// Purpose: run_course is the `course` command: the tracks of the Grid-Based Path Planning Competition, with its
//          measures. Each planner runs a course from beginning to end: it prepares for the map, answers the queries in
//          order, and follows the changes of the map between them.
// Errors: Files that cannot be read, planners that do not suit the track, and settings that do not fit together.
#pragma once

#include <string_view>

#include "bench/commands.hpp"
#include "bench/report.hpp"

namespace strata::bench {

enum class CourseTrack : uint8_t {
  kClassic,   // paths from cell to cell on a map, with the queries of a scenario
  kDynamic,   // the same while the map changes; a scenario of version 2
  kAnyAngle,  // as kClassic, by planners whose paths are straight lines
};
inline constexpr int kCourseTracks = 3;
std::string_view course_track_name(CourseTrack track);

struct CourseOptions {
  CourseTrack track = CourseTrack::kClassic;
  // The files, planners, rounds and settings of structures. Other options of queries are ignored.
  QueryOptions queries = {};
};
// Returns a row for each planner on each map, and if there are several maps, a row for each planner over all of them.
Result<Report> run_course(const CourseOptions& options);

}  // namespace strata::bench
