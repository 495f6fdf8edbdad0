// Purpose: A small lesson for tests, and the part of the state dump that is about lessons.
#pragma once

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "core/io/files.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {

inline constexpr const char* kSmallLesson =
    "lesson small 1\n"
    "title \"Small\"\n"
    "step \"A question\"\n"
    "setup map.new 20 20\n"
    "setup query.set 2 2 12 2\n"
    "setup layer grid on\n"
    "text \"The path costs value(planners.astar.steps).\"\n"
    "ask number \"What will it cost?\" planners.astar.steps within 0.1\n"
    "hint \"Longer.\"\n"
    "because \"It costs value(planners.astar.steps) now.\"\n"
    "reveal query.goal 17 2\n"
    "step \"The next cell\"\n"
    "setup step.to 30\n"
    "hide path table\n"
    "ask next \"Which one?\"\n"
    "because \"The smallest f.\"\n"
    "show path table\n"
    "step \"A wall\"\n"
    "setup hpa.cluster_size 7\n"
    "build \"Close the way.\"\n"
    "limit meter.cells <= 20 \"Too many cells.\"\n"
    "check planners.astar.status != found \"There is still a path.\"\n"
    "because \"No path.\"\n"
    "reveal paint.rectangle 8 0 8 19 filled blocked\n";

inline nlohmann::json lesson_dump(Lab& lab) { return state_json(lab)["lesson"]; }

inline std::string small_lesson(const TempFolder& folder) {
  const std::string path = folder.file("small.lesson");
  REQUIRE(write_file_atomic(path, kSmallLesson).ok());
  return path;
}

}  // namespace strata::test
